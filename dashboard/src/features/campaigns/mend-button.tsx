/** The way to the card where something is mended. */
import { Button } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import type { Place } from './draft.ts'
import { cardTexts, campaigns as words } from './texts.ts'

interface MendButtonProps {
  readonly place: Place
  /** What is wrong, for those who do not see what stands beside it. */
  readonly message: string
  readonly mend: (place: Place) => void
}

export function MendButton({ place, message, mend }: MendButtonProps) {
  const say = useSay()
  const text = say(words.mendIn, { part: say(cardTexts[place]) })
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${text}. ${message}`}
      onClick={() => mend(place)}
    >
      {text}
    </Button>
  )
}
