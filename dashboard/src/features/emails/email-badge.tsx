/** The status of an email in a word; what is queued for later says so. */
import type { Email } from '../../api/shapes.ts'
import { Badge } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { email as words } from './texts.ts'

export function EmailBadge({ email }: { email: Pick<Email, 'status' | 'scheduled_at'> }) {
  const say = useSay()
  const { status, scheduled_at: at } = email
  const isLater = status === 'queued' && at !== undefined && Date.parse(at) > Date.now()
  return <Badge state={status}>{isLater ? say(words.future) : undefined}</Badge>
}
