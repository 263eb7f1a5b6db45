/** A letter of a template as somebody would read it. Nothing runs in it and nothing is loaded. */
import { useApi, useLook } from '../../api/hooks.ts'
import { Loaded } from '../../ui/show.tsx'
import { LetterFrame } from '../emails/letter-frame.tsx'

interface SampleLetterProps {
  readonly templateId: string
  readonly contactId: string | null
  readonly subject: string
}

/** What is published is what would go, not the draft. */
export function SampleLetter({ templateId, contactId, subject }: SampleLetterProps) {
  const { data: template } = useApi('project.templates.get', { id: templateId })
  const version = template?.published_version
  const query = useLook(
    'project.templates.preview',
    template && {
      id: templateId,
      body: { ...(version ? { version } : {}), ...(contactId ? { contact_id: contactId } : {}) },
    },
  )
  return (
    <Loaded query={query}>
      {({ html, text }) => <LetterFrame html={html} text={text} subject={subject} />}
    </Loaded>
  )
}
