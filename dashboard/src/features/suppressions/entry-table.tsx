/** The columns of the list of suppressed addresses. */

import { useMemo } from 'react'
import { useChange } from '../../api/hooks.ts'
import type { Suppression } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DeleteButton } from '../../ui/confirm.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, streamTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { suppressions as words } from './texts.ts'

export function useEntryColumns(): readonly Column<Suppression>[] {
  const say = useSay()
  return useMemo(
    () => [
      { id: 'email', head: common.email, cell: row => inOwnLetters(row.email), onPhone: 'title' },
      { id: 'reason', head: common.reason, cell: row => say(words[row.reason]), isTight: true },
      {
        id: 'blocks',
        head: words.blocks,
        cell: row => say(streamTexts[row.stream]),
        isTight: true,
      },
      { id: 'cause', head: words.cause, cell: row => <Cause row={row} />, isTight: true },
      {
        id: 'since',
        head: words.since,
        cell: row => <Time at={row.created_at} />,
        isTight: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <RemoveEntry row={row} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [say],
  )
}

function Cause({ row }: { row: Suppression }) {
  const say = useSay()
  const where = useWhere()
  if (!row.email_id) return '–'
  return <Link to={where.to(`/emails/${row.email_id}`)}>{say(words.seeEmail)}</Link>
}

function RemoveEntry({ row }: { row: Suppression }) {
  const say = useSay()
  const remove = useChange('project.suppressions.delete', 'project.suppressions')
  return (
    <DeleteButton
      call="project.suppressions.delete"
      what={inOwnLetters(row.email)}
      about={say(words.removeAbout, { email: inOwnLetters(row.email) })}
      run={() => remove.mutateAsync({ id: row.id })}
    />
  )
}
