/** What became of mail at each provider of mailboxes, as shares that can be compared. */
import { useMemo } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Overview } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { useProviderColumn } from '../overview/provider-column.ts'
import { overview } from '../overview/texts.ts'
import { deliverability as words } from './texts.ts'

type Row = Overview['by_provider'][number]

const parts = ['delivered', 'bounced', 'deferred', 'complained'] as const

/** Recipients with a final result, first time or not. */
const endsOf = (row: Row): number => row.delivered + row.bounced

const shareOf = (row: Row, part: (typeof parts)[number]): number | null =>
  endsOf(row) === 0 ? null : row[part] / endsOf(row)

export function Shares({ days }: { days: 7 | 30 | 90 }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const provider = useProviderColumn<Row>()
  const { data } = useApi('project.overview.get', { days }, { keepsPrevious: true })
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      provider,
      {
        id: 'ends',
        head: words.results,
        cell: row => whole(endsOf(row)),
        sortBy: endsOf,
        isNumber: true,
      },
      ...parts.map(
        (part): Column<Row> => ({
          id: part,
          head: overview[part],
          cell: row => `${share(shareOf(row, part))} · ${whole(row[part])}`,
          sortBy: row => shareOf(row, part),
          isNumber: true,
        }),
      ),
    ],
    [provider, whole, share],
  )
  if (!data || data.by_provider.length === 0) return null
  return (
    <Section title={say(overview.byProvider)} about={say(words.sharesAbout)} flush>
      <DataTable
        label={say(overview.byProvider)}
        columns={columns}
        rows={data.by_provider}
        idOf={row => row.provider}
        isWide
      />
    </Section>
  )
}
