/** An invitation that no letter takes to whom it is for: its link, the one time that it is known. */
import type { Invitation } from '../../api/shapes.ts'
import { Once } from '../../ui/copy.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { members as words } from './texts.ts'

interface InviteLinkProps {
  readonly invited: Invitation
  readonly close: () => void
}

export function InviteLink({ invited, close }: InviteLinkProps) {
  const say = useSay()
  const times = useTimes()
  const { email, token, expires_at: until } = invited
  return (
    <Once
      title={say(words.link, { email })}
      about={say(words.linkAbout, { until: until ? times.short(until) : '' })}
      what={say(words.linkWhat)}
      secret={`${location.origin}/invite?token=${token}`}
      close={close}
    />
  )
}
