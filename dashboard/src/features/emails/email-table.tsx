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
      <bdi>{withoutTurning(row.subject) || say(emails.noSubject)}</bdi>
    </Link>
  )
}

function recipientsOf(row: Email, say: Say): string {
  const all = [...row.to, ...(row.cc ?? []), ...(row.bcc ?? [])]
  const first = inOwnLetters(row.recipient?.address ?? all[0] ?? '')
  return all.length > 1 ? say(emails.andMore, { first, n: all.length - 1 }) : first
}
