/** The columns of the list of emails. */

import { useMemo } from 'react'
import type { Email } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, streamTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { type Say, useSay, withoutTurning } from '../../ui/words.tsx'
import { EmailBadge } from './email-badge.tsx'
import { emails, email as words } from './texts.ts'

/** Of scheduled ones one wants to know when they leave. */
export function useEmailColumns(isScheduled = false): readonly Column<Email>[] {
  const say = useSay()
  return useMemo(
    () => [
      {
        id: 'status',
        head: common.status,
        cell: row => <EmailBadge email={row} />,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'subject',
        head: emails.subject,
        cell: row => <Subject row={row} />,
        cutTo: '48%',
        onPhone: 'title',
      },
      { id: 'to', head: emails.to, cell: row => recipientsOf(row, say), cutTo: '34%' },
      {
        id: 'stream',
        head: common.stream,
        cell: row => say(streamTexts[row.stream]),
        isTight: true,
        isDim: true,
        onPhone: 'none',
      },
      ...(isScheduled ? [scheduledColumn] : []),
      {
        id: 'accepted',
        head: emails.accepted,
        cell: row => <Time at={row.created_at} />,
        isTight: true,
        isDim: true,
      },
    ],
    [say, isScheduled],
  )
}

const scheduledColumn: Column<Email> = {
  id: 'scheduled',
  head: words.scheduled,
  cell: row => row.scheduled_at && <Time at={row.scheduled_at} />,
  isTight: true,
}

function Subject({ row }: { row: Email }) {
  const say = useSay()
  const where = useWhere()
  return (
    <Link to={where.to(`/emails/${row.id}`)} className="row-link">
      <bdi className="row-subject">{withoutTurning(row.subject) || say(emails.noSubject)}</bdi>
    </Link>
  )
}

/** Of an email that a figure counts: those of its recipients that the figure counts. */
function recipientsOf(row: Email, say: Say): string {
  const all = [...row.to, ...(row.cc ?? []), ...(row.bcc ?? [])]
  const matched = row.matched_recipients ?? []
  const first = inOwnLetters(row.recipient?.address ?? matched[0] ?? all[0] ?? '')
  const total = all.length
  if (total < 2) return first
  return matched.length > 0
    ? say(emails.matchedOf, { first, n: matched.length, total })
    : say(emails.andMore, { first, n: total - 1 })
}
