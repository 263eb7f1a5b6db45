/** What stands in the list of letters: subject and preview of each language, and others to try. */
import { Text } from '@mantine/core'
import { useWhere } from '../../api/where.ts'
import { Link } from '../../ui/show.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { WordsLine } from '../letters/fields.tsx'
import { useValueGroups } from '../letters/liquid.ts'
import { letters as letterWords } from '../letters/texts.ts'
import { ValuesProvider } from '../letters/value-menu.tsx'
import { languageName, type Variant } from '../letters/variant.ts'
import type { PartProps } from './part.ts'
import { campaigns as words } from './texts.ts'
import { TrialForm } from './trial-form.tsx'

export function SubjectPart(props: PartProps & { readonly subject: string }) {
  const { draft, subject } = props
  const say = useSay()
  const where = useWhere()
  const groups = useValueGroups()
  return (
    <ValuesProvider value={groups}>
      {draft.template === '' ? (
        <OwnLines {...props} />
      ) : (
        <>
          <Text className="wrap" fw={600}>
            {subject || say(words.noSubjectYet)}
          </Text>
          <Text size="sm" c="dimmed">
            {say(words.ofTemplate)}{' '}
            <Link to={where.to(`/templates/${draft.template}`)}>{say(words.openTemplate)}</Link>
          </Text>
        </>
      )}
      <TrialForm {...props} />
    </ValuesProvider>
  )
}

function OwnLines({ draft, set, fault }: PartProps) {
  const say = useSay()
  const { language } = useSpeech()
  const { variants, home } = draft.letters
  const tags = [home, ...Object.keys(variants).filter(tag => tag !== home)]
  const put = (tag: string, variant: Variant) =>
    set({
      ...draft,
      letters: { ...draft.letters, variants: { ...variants, [tag]: variant } },
    })
  const labelOf = (text: string, tag: string) =>
    tags.length > 1 ? `${text} (${languageName(tag, language)})` : text
  const errorOf = (tag: string, member: string) =>
    new RegExp(`(variants\\.${tag}|^content)\\.${member}$`).test(fault?.param ?? '')
      ? fault!.message
      : undefined
  return tags.map(tag => {
    const variant = variants[tag] ?? {}
    return (
      <div key={tag} className="subject-lines">
        <WordsLine
          label={labelOf(say(letterWords.subject), tag)}
          value={variant.subject ?? ''}
          set={subject => put(tag, { ...variant, subject })}
          error={errorOf(tag, 'subject')}
          maxLength={998}
        />
        <WordsLine
          label={labelOf(say(letterWords.preheader), tag)}
          value={variant.preheader ?? ''}
          set={preheader => put(tag, { ...variant, preheader })}
          error={errorOf(tag, 'preheader')}
          maxLength={1000}
        />
      </div>
    )
  })
}
