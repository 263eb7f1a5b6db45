/** What the windows of an email ask: to whom once more, and when (email-actions.tsx). */
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import type { Email, EmailWithEvents } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { clockOf, momentOf } from '../../ui/zone.ts'
import { email as words } from './texts.ts'

interface FormProps {
  readonly email: EmailWithEvents
  readonly close: () => void
}

/** Where somebody did not get it, those are meant; otherwise everybody. */
const unreached: readonly Email['status'][] = ['bounced', 'failed', 'cancelled']

export function ResendForm({ email, close }: FormProps) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const { counts } = email
  const missed = unreached.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const form = useApiForm('project.emails.resend', {
    stale: ['project.emails'],
    initial: { to: missed > 0 ? 'unreached' : 'all' },
    params: { all: 'to' },
    input: ({ to }) => ({ id: email.id, body: to === 'all' ? { all: true as const } : {} }),
    onDone: ({ id, skipped }) => {
      close()
      const n = skipped.length
      notify(n === 0 ? say(words.resent) : say(words.resentWithout, { n }))
      void navigate({ to: where.to(`/emails/${id}`) })
    },
  })
  return (
    <ApiForm form={form} action={say(words.resend)} onCancel={close}>
      <Radio.Group {...form.field('to')} label={say(words.resendTo)}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="unreached"
            label={say(words.resendToUnreached, { n: missed })}
            disabled={missed === 0}
          />
          <Radio value="all" label={say(words.resendToAll, { n: all })} />
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {say(words.resendAbout)}
      </Text>
    </ApiForm>
  )
}

export function RescheduleForm({ email, close }: FormProps) {
  const say = useSay()
  const { zone } = useTimes()
  const form = useApiForm('project.emails.update', {
    stale: ['project.emails'],
    initial: { when: clockOf(email.scheduled_at ?? email.created_at, zone) },
    params: { scheduled_at: 'when' },
    input: ({ when }) => ({ id: email.id, body: { scheduled_at: momentOf(when, zone) } }),
    onDone: () => {
      close()
      notify(say(words.rescheduled))
    },
  })
  return (
    <ApiForm form={form} action={say(words.reschedule)} onCancel={close}>
      <TextInput
        {...form.field('when')}
        type="datetime-local"
        label={say(words.when)}
        description={zone}
        required
      />
    </ApiForm>
  )
}
