/** Which letter asks for the confirmation: ours, or one that the project writes as a template. */
import { Button, Group, NativeSelect } from '@mantine/core'
import { useRef } from 'react'
import type { Body } from '../../api/calls.ts'
import { useChange } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { useMay } from '../../api/may.ts'
import { useWhere } from '../../api/where.ts'
import { Link, Refused } from '../../ui/show.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { confirmLetter as words } from './texts.ts'

/** What the letter says where the link goes (confirm-letter.ts of the service). */
const linkVariable = 'confirm_url'

interface ConfirmLetterProps {
  readonly field: object
  readonly value: string
  readonly set: (template: string) => void
}

export function ConfirmLetter({ field, value, set }: ConfirmLetterProps) {
  const say = useSay()
  const where = useWhere()
  const { data = [] } = useAll('project.templates.list', { kind: 'email' })
  const fit = data.filter(
    ({ id, status, variables }) =>
      id === value || (status === 'published' && variables.some(({ key }) => key === linkVariable)),
  )
  return (
    <>
      <NativeSelect
        {...field}
        label={say(words.which)}
        description={say(words.about)}
        data={[
          { value: '', label: say(words.ours) },
          ...fit.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        maw={420}
        mt="sm"
      />
      <Group mt="xs">
        {value === '' ? (
          <WriteOne done={set} />
        ) : (
          <Link to={where.to(`/templates/${value}`)}>{say(words.open)}</Link>
        )}
      </Group>
    </>
  )
}

/** A template with all that such a letter needs, published as it stands. */
function WriteOne({ done }: { readonly done: (template: string) => void }) {
  const say = useSay()
  const { language } = useSpeech()
  const make = useChange('project.templates.create', 'project.templates')
  const publish = useChange('project.templates.publish', 'project.templates')
  const isAllowed = useMay('project.templates.create')
  // Written and not yet published: another try is about this one.
  const written = useRef<string>(null)
  if (!isAllowed) return null
  const write = async () => {
    written.current ??= (await make.mutateAsync({ body: templateOf(language) })).id
    await publish.mutateAsync({ id: written.current })
    done(written.current)
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={make.isPending || publish.isPending}
        // What was refused stands below.
        onClick={() => void write().catch(() => {})}
      >
        {say(words.write)}
      </Button>
      <Refused error={make.error ?? publish.error} />
    </>
  )
}

type Language = 'en' | 'pt'

const variantOf = (language: Language) => ({
  subject: words.letterSubject[language],
  preheader: words.letterPreheader[language],
  design: {
    blocks: [
      { type: 'heading' as const, text: words.letterSubject[language] },
      { type: 'text' as const, html: `<p>${words.letterText[language]}</p>` },
      {
        type: 'button' as const,
        text: words.letterButton[language],
        href: `{{ ${linkVariable} }}`,
      },
      { type: 'text' as const, html: `<p>${words.letterEnd[language]}</p>` },
    ],
  },
})

const templateOf = (language: Language): Body<'project.templates.create'> => ({
  name: words.templateName[language],
  default_language: language,
  variables: [
    { key: linkVariable, type: 'url', required: true, sample: 'https://example.com/confirm' },
  ],
  variants: { en: variantOf('en'), pt: variantOf('pt') },
})
