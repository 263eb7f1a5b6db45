/** The installation's metrics, a row for each; what is counted apart, when it is asked for. */
import { Table } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Loaded, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { metricWords } from './metric-words.ts'
import { everyMs } from './pace.ts'
import { operator as words } from './texts.ts'

type Metric = Answer<'operator.metrics.get'>['data'][number]
type Sample = Metric['samples'][number]

export function MetricsPanel() {
  const say = useSay()
  const query = useApi('operator.metrics.get', undefined, { everyMs })
  const columns = useMetricColumns()
  return (
    <Loaded query={query}>
      {({ data }) => {
        const [own, ofProcess] = [true, false].map(isOwn =>
          data.filter(one => one.samples.length > 0 && one.name in metricWords === isOwn),
        )
        return (
          <>
            <Section title={say(words.metrics)} about={say(words.metricsAbout)} flush>
              <DataTable label={say(words.metrics)} columns={columns} rows={own!} idOf={nameOf} />
            </Section>
            <OfProcess metrics={ofProcess!} columns={columns} />
          </>
        )
      }}
    </Loaded>
  )
}

const nameOf = ({ name }: Metric): string => name

interface OfProcessProps {
  readonly metrics: readonly Metric[]
  readonly columns: readonly Column<Metric>[]
}

/** What Node.js says of itself, in its own words. */
function OfProcess({ metrics, columns }: OfProcessProps) {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  if (metrics.length === 0) return null
  const title = say(words.ofProcess, { n: metrics.length })
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <DataTable label={title} columns={columns} rows={metrics} idOf={nameOf} />}
    </details>
  )
}

function useMetricColumns(): readonly Column<Metric>[] {
  const say = useSay()
  return useMemo(
    () => [
      {
        id: 'metric',
        head: words.metric,
        cell: ({ name, help }) => (
          <div className="wrap">
            {metricWords[name] ? say(metricWords[name]) : help}
            <div className="dim mono">{name}</div>
          </div>
        ),
        onPhone: 'title',
      },
      { id: 'value', head: words.value, cell: metric => <Value metric={metric} /> },
    ],
    [say],
  )
}

/** Of a histogram the mean, else the sum of all that is counted apart. */
export function shownValue({ type, samples }: Pick<Metric, 'type' | 'samples'>): number {
  const sumOf = (suffix: string) =>
    samples.filter(one => (one.suffix ?? '') === suffix).reduce((sum, one) => sum + one.value, 0)
  if (type !== 'histogram') return sumOf('')
  const count = sumOf('_count')
  return count === 0 ? 0 : sumOf('_sum') / count
}

const shownSamples = ({ type, samples }: Metric): readonly Sample[] =>
  type === 'histogram' ? samples.filter(one => one.suffix !== '_bucket') : samples

function Value({ metric }: { metric: Metric }) {
  const say = useSay()
  const { whole } = useNumbers()
  const [isOpen, setOpen] = useState(false)
  const apart = shownSamples(metric).filter(one => Object.keys(one.labels).length > 0)
  if (apart.length === 0) return whole(shownValue(metric))
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        {whole(shownValue(metric))}{' '}
        <span className="dim">· {say(words.apart, { n: apart.length })}</span>
      </summary>
      {isOpen && (
        <Table aria-label={metric.name}>
          <Table.Tbody>
            {apart.map(({ suffix = '', labels, value }) => (
              <Table.Tr key={`${suffix} ${JSON.stringify(labels)}`}>
                <Table.Td className="mono break">
                  {suffix}{' '}
                  {Object.entries(labels)
                    .map(pair => pair.join('='))
                    .join(' ')}
                </Table.Td>
                <Table.Td ta="right">{whole(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </details>
  )
}
