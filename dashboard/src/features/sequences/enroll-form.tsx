/** Adds somebody to a sequence, and says before what would come of it. */
import { useDebouncedValue } from '@mantine/hooks'
import { useApi } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { ContactInput } from './contact-input.tsx'
import { people as words } from './people-texts.ts'

interface EnrollFormProps {
  readonly sequence: Sequence
  readonly close: () => void
}

export function EnrollForm({ sequence, close }: EnrollFormProps) {
  const say = useSay()
  const { id } = sequence
  const form = useApiForm('project.sequences.enroll', {
    stale: ['project.sequences'],
    initial: { email: '' },
    input: ({ email }) => ({ id, body: { email: email.trim() } }),
    onDone: ({ created }) => {
      close()
      notify(say(created ? words.isIn : words.wasIn))
    },
  })
  const { error } = form.field('email') as { error?: string }
  const { email } = form.values
  const outside = useOutside(sequence, email)
  return (
    <ApiForm form={form} action={say(outside ? words.addAnyway : words.letIn)} onCancel={close}>
      <ContactInput
        label={say(words.person)}
        value={email}
        set={next => form.set('email', next)}
        {...(error ? { error } : {})}
      />
      <div role="status">
        {outside && (
          <p className="note" data-tone="wait">
            {say(words.notInTopic, { email: email.trim(), topic: outside })}
          </p>
        )}
      </div>
    </ApiForm>
  )
}

const typingPauseMs = 250

/** The name of the sequence's topic, if a person is known and no email of it would reach them. */
function useOutside({ topic_id: topicId }: Sequence, typed: string): string | null {
  const { topics, nameOf } = useTopics()
  const [email] = useDebouncedValue(typed.trim(), typingPauseMs)
  const isAsked = topicId !== null && email.includes('@')
  const { data } = useApi('project.contacts.list', { email }, { enabled: isAsked })
  const [contact] = data?.data ?? []
  if (!isAsked || contact === undefined) return null
  const state = contact.topics.find(one => one.id === topicId)?.state ?? 'none'
  const isByDefault = topics.find(one => one.id === topicId)?.joined_by === 'default'
  const isReached = state === 'subscribed' || (state === 'none' && isByDefault)
  return isReached ? null : nameOf(topicId)
}
