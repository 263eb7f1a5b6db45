/** What became of recipients: by stream, by mailbox provider, by domain. */

import { useMemo } from 'react'
import type { Overview } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { useProviderName } from '../../ui/provider.ts'
import { Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, streamTexts } from '../../ui/texts.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { ListLink } from './list-link.tsx'
import { overview as words } from './texts.ts'

export function CountTables({ data }: { data: Overview }) {
  const say = useSay()
  const providerName = useProviderName()
  return (
    <>
      <CountTable
        title={words.byStream}
        head={common.stream}
        from={data.from}
        rows={data.by_stream.map(row => ({ ...row, name: say(streamTexts[row.stream]) }))}
      />
      <CountTable
        title={words.byProvider}
        head={words.provider}
        from={data.from}
        rows={data.by_provider.map(row => ({ ...row, name: providerName(row.provider) }))}
      />
      <CountTable
        title={words.byDomain}
        head={words.domain}
        from={data.from}
        rows={data.by_domain.map(row => ({ ...row, name: inOwnLetters(row.domain) }))}
      />
    </>
  )
}

type Row = Omit<Overview['by_provider'][number], 'provider'> & {
  readonly name: string
  readonly provider?: string
  readonly stream?: string
  readonly domain?: string
}

const counted = ['delivered', 'bounced', 'deferred', 'complained', 'opened', 'clicked'] as const

interface CountTableProps {
  readonly title: Text
  readonly head: Text
  readonly rows: readonly Row[]
  /** The first day that is counted. */
  readonly from: string
}

function CountTable({ title, head, rows, from }: CountTableProps) {
  const say = useSay()
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'name', head, cell: row => row.name, sortBy: row => row.name, onPhone: 'title' },
      ...counted.map(
        (name): Column<Row> => ({
          id: name,
          head: words[name],
          cell: ({ stream, provider, domain, ...counts }) => (
            <ListLink count={counts[name]} event={name} {...{ from, stream, provider, domain }} />
          ),
          sortBy: row => row[name],
          isNumber: true,
        }),
      ),
    ],
    [head, from],
  )
  if (rows.length === 0) return null
  return (
    <Section title={say(title)} flush>
      <DataTable label={say(title)} columns={columns} rows={rows} idOf={row => row.name} isWide />
    </Section>
  )
}
