/** What can still be done with an email: another time, not at all, once more. */
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useChange } from '../../api/hooks.ts'
import type { Email, EmailWithEvents } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { LinkButton } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { clockOf, momentOf } from '../../ui/zone.ts'
import { requests as requestWords } from '../requests/texts.ts'
import { email as words } from './texts.ts'

interface ActionProps {
  readonly email: EmailWithEvents
}

export function EmailActions({ email }: ActionProps) {
  const say = useSay()
  const where = useWhere()
  const isWaiting = email.status === 'queued' || email.status === 'deferred'
  return (
    <>
      {isWaiting && email.scheduled_at && (
        <DialogButton call="project.emails.update" label={say(words.reschedule)}>
          {close => <RescheduleForm email={email} close={close} />}
        </DialogButton>
      )}
      {isWaiting && <Cancel email={email} />}
      {!isBarred(email) && <Resend email={email} />}
      <LinkButton to={where.to(`/requests?email_id=${email.id}`)}>
        {say(requestWords.title)}
      </LinkButton>
    </>
  )
}

/** Stopped by the check of its content before it was queued: that would stop it again. */
const isBarred = ({ status, events }: EmailWithEvents): boolean =>
  status === 'failed' && !events.some(({ type }) => type === 'queued')

function Cancel({ email }: ActionProps) {
  const say = useSay()
  const cancel = useChange('project.emails.cancel', 'project.emails')
  return (
    <ConfirmButton
      call="project.emails.cancel"
      title={say(words.cancel)}
      about={say(words.cancelAbout)}
      tone="danger"
      done={say(words.cancelled)}
      run={() => cancel.mutateAsync({ id: email.id })}
    />
  )
}

function Resend({ email }: ActionProps) {
  const say = useSay()
  return (
    <DialogButton call="project.emails.resend" label={say(words.resend)}>
      {close => <ResendForm email={email} close={close} />}
    </DialogButton>
  )
}

/** Where somebody did not get it, those are meant; otherwise everybody. */
const unreached: readonly Email['status'][] = ['bounced', 'failed', 'cancelled']

function ResendForm({ email, close }: ActionProps & { close: () => void }) {
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

function RescheduleForm({ email, close }: ActionProps & { close: () => void }) {
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
