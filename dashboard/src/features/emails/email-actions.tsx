/** What can still be done with an email: another time, not at all, once more. */
import { useChange } from '../../api/hooks.ts'
import type { EmailWithEvents } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { CopyWords } from '../../ui/copy.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { Later } from '../../ui/later.tsx'
import { laterPart } from '../../ui/later-part.ts'
import { LinkButton } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { requests as requestWords } from '../requests/texts.ts'
import { email as words } from './texts.ts'

const forms = () => import('./email-forms.tsx')
/** Exported for tests, which have no files to fetch it from. */
export const resendPart = laterPart(forms, 'ResendForm')
const reschedulePart = laterPart(forms, 'RescheduleForm')

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
          {close => <Later of={reschedulePart} props={{ email, close }} />}
        </DialogButton>
      )}
      {isWaiting && <Cancel email={email} />}
      {!isBarred(email) && <Resend email={email} />}
      <CopyWords
        text={location.origin + where.to(`/emails/${email.id}`)}
        label={say(words.copyLink)}
      />
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
      {close => <Later of={resendPart} props={{ email, close }} />}
    </DialogButton>
  )
}
