/** Adds somebody to a sequence, and says before what would come of it. */
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useEffect, useState } from 'react'
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
  const { outside, isKnown } = useOutside(sequence, email)
  const { element } = form
  // Enter comes sooner than the look at who it is: it waits for that.
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isHeld || !isKnown) return
    setHeld(false)
    if (outside === null) element.current?.requestSubmit()
  }, [isHeld, isKnown, outside, element])
  const submit = (event: FormEvent) => {
    if (isKnown) {
      void form.submit(event)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    setHeld(true)
  }
  const held = { ...form, submit, isRunning: form.isRunning || isHeld }
  return (
    <ApiForm form={held} action={say(outside ? words.addAnyway : words.letIn)} onCancel={close}>
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

interface Outside {
  /** The name of the sequence's topic, if a person is known and no email of it would reach them. */
  readonly outside: string | null
  /** Whether that is of what is typed now. */
  readonly isKnown: boolean
}

function useOutside({ topic_id: topicId }: Sequence, typed: string): Outside {
  const { topics, nameOf } = useTopics()
  const now = typed.trim()
  const [email] = useDebouncedValue(now, typingPauseMs)
  const isAsked = topicId !== null && email.includes('@')
  const { data, isPending } = useApi('project.contacts.list', { email }, { enabled: isAsked })
  const isKnown = topicId === null || (email === now && !(isAsked && isPending))
  const [contact] = data?.data ?? []
  if (!isAsked || contact === undefined) return { outside: null, isKnown }
  const state = contact.topics.find(one => one.id === topicId)?.state ?? 'none'
  const isByDefault = topics.find(one => one.id === topicId)?.joined_by === 'default'
  const isReached = state === 'subscribed' || (state === 'none' && isByDefault)
  return { outside: isReached ? null : nameOf(topicId), isKnown }
}
