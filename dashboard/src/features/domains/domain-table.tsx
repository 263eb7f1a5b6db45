/** The columns of the list of sending domains. */

import { useMemo } from 'react'
import type { Domain } from '../../api/shapes.ts'
import { RowLink } from '../../ui/links.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Badge } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { domains as words } from './texts.ts'

export function useDomainColumns(): readonly Column<Domain>[] {
  return useMemo(
    () => [
      { id: 'name', head: words.name, cell: row => <Name row={row} />, onPhone: 'title' },
      {
        id: 'status',
        head: common.status,
        cell: row => <Badge state={row.status} />,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'verified',
        head: words.verifiedAt,
        cell: row => (row.verified_at ? <Time at={row.verified_at} /> : '–'),
        isTight: true,
        isDim: true,
      },
      {
        id: 'created',
        head: common.created,
        cell: row => <Time at={row.created_at} />,
        isTight: true,
        isDim: true,
      },
    ],
    [],
  )
}

function Name({ row }: { row: Domain }) {
  return <RowLink to={`/domains/${row.id}`}>{inOwnLetters(row.name)}</RowLink>
}
