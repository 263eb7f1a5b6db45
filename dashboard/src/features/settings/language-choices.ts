/** The languages that a person or an account may choose. */
import { languageNames } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'

export function useLanguageChoices() {
  const say = useSay()
  return (['pt', 'en'] as const).map(value => ({ value, label: say(languageNames[value]) }))
}
