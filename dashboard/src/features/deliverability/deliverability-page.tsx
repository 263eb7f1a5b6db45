/** How receiving servers treat the mail: causes, pace, security of connections. */
import { useMemo } from 'react'
import { useApi } from '../../api/hooks.ts'
import { type Deliverability, tlsRungs } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Loaded, None, PageTitle, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { ListLink } from '../overview/list-link.tsx'
import { PeriodSwitch, usePeriod } from '../overview/period.tsx'
import { useProviderColumn } from '../overview/provider-column.ts'
import { LaneTable } from './lane-table.tsx'
import { rungTexts } from './rungs.ts'
import { Shares } from './shares.tsx'
import { deliverability as words } from './texts.ts'

export function DeliverabilityPage() {
  const say = useSay()
  const period = usePeriod()
  const query = useApi('project.deliverability.get', { days: period.days }, { keepsPrevious: true })
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <PeriodSwitch {...period} />
      </PageTitle>
      <Loaded query={query} lines={8}>
        {data => (
          <>
            <Shares rows={data.providers} from={data.from} />
            <Causes
              title={words.bounces}
              none={words.noBounces}
              rows={data.bounces}
              event="bounced"
              from={data.from}
            />
            <Causes
              title={words.deferrals}
              none={words.noDeferrals}
              rows={data.deferrals}
              event="deferred"
              from={data.from}
            />
            <Security rows={data.tls} from={data.from} />
            <Section title={say(words.lanes)} about={say(words.lanesAbout)} flush>
              <LaneTable lanes={data.lanes} />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

type Cause = Deliverability['bounces'][number]

interface CausesProps {
  readonly title: Words
  readonly none: Words
  readonly rows: readonly Cause[]
  readonly event: 'bounced' | 'deferred'
  /** The first day that is counted. */
  readonly from: string
}

/** The same words stand at each provider: what happened at once, whose side it is on for who asks. */
function Why({ text }: { text: string }) {
  const [first = '', ...rest] = text.split(/(?<=\.)\s/)
  if (rest.length === 0) return <>{text}</>
  return (
    <details>
      <summary>{first}</summary>
      {rest.join(' ')}
    </details>
  )
}

function Causes({ title, none, rows, event, from }: CausesProps) {
  const say = useSay()
  const provider = useProviderColumn<Cause>()
  const columns = useMemo(
    (): readonly Column<Cause>[] => [
      provider,
      { id: 'cause', head: words.cause, cell: row => <Why text={row.text} /> },
      {
        id: 'count',
        head: words.count,
        cell: row => (
          <ListLink
            count={row.count}
            provider={row.provider}
            cause={row.cause}
            {...{ event, from }}
          />
        ),
        sortBy: row => row.count,
        isTight: true,
        isNumber: true,
      },
    ],
    [provider, event, from],
  )
  return (
    <Section title={say(title)} flush>
      {rows.length === 0 ? (
        <None>{say(none)}</None>
      ) : (
        <DataTable
          label={say(title)}
          columns={columns}
          rows={rows}
          idOf={row => `${row.provider} ${row.cause}`}
        />
      )}
    </Section>
  )
}

type TlsRow = Deliverability['tls'][number]

function Security({ rows, from }: { rows: readonly TlsRow[]; from: string }) {
  const say = useSay()
  const provider = useProviderColumn<TlsRow>()
  const columns = useMemo(
    (): readonly Column<TlsRow>[] => [
      provider,
      ...tlsRungs.map(
        (rung): Column<TlsRow> => ({
          id: rung,
          head: rungTexts[rung],
          cell: row => (
            <ListLink count={row[rung]} from={from} provider={row.provider} tls={rung} />
          ),
          sortBy: row => row[rung],
          isNumber: true,
        }),
      ),
    ],
    [provider, from],
  )
  return (
    <Section title={say(words.tls)} flush>
      {rows.length === 0 ? (
        <None>{say(words.noTls)}</None>
      ) : (
        <DataTable
          label={say(words.tls)}
          columns={columns}
          rows={rows}
          idOf={row => row.provider}
          isWide
        />
      )}
    </Section>
  )
}
