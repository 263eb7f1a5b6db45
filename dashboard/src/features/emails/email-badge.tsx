/**
 * The status of an email in a word; what is queued for later says so, and what reached some of
 * several how many.
 */
import type { Email, EmailStatus } from '../../api/shapes.ts'
import { Badge, Tag } from '../../ui/show.tsx'
import { statusTexts } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { email as words } from './texts.ts'

/** What somebody wants to know first of those who have not got it. */
const worstFirst: readonly EmailStatus[] = [
  'complained',
  'bounced',
  'failed',
  'suppressed',
  'cancelled',
  'deferred',
  'queued',
  'sent',
]

type EmailStanding = Pick<Email, 'status' | 'scheduled_at' | 'counts' | 'recipient'>

export function EmailBadge({ email }: { email: EmailStanding }) {
  const say = useSay()
  const { whole } = useNumbers()
  const { status, scheduled_at: at, counts, recipient } = email
  // Who asks for somebody wants to know how it stands with them, whatever became of the others.
  if (recipient) return <Badge state={recipient.state} />
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const reached = counts.delivered ?? 0
  const worst = worstFirst.find(state => (counts[state] ?? 0) > 0)
  if (reached > 0 && worst !== undefined) {
    return (
      <Tag tone="wait">
        {say(words.partly, { n: whole(reached), total: whole(total) })}
        {` · ${whole(counts[worst] ?? 0)} ${say(statusTexts[worst]).toLowerCase()}`}
      </Tag>
    )
  }
  const isLater = status === 'queued' && at !== undefined && Date.parse(at) > Date.now()
  return <Badge state={status}>{isLater ? say(words.future) : undefined}</Badge>
}
