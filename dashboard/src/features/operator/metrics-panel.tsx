/** The installation's metrics, one row for each sample. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { IconActivity } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { everyMs } from './pace.ts'
import { operator as words } from './texts.ts'

type Metric = Answer<'operator.metrics.get'>['data'][number]

export function MetricsPanel() {
  const say = useSay()
  const { data, error, refetch } = useApi('operator.metrics.get', undefined, { everyMs })
  const samples = useMemo(() => data?.data.flatMap(samplesOf), [data])
  const columns = useSampleColumns()
  return (
    <ListSection
      label={say(words.metrics)}
      query={{ data: samples, error, refetch }}
      columns={columns}
      isWide
      empty={<Empty icon={IconActivity} title={say(common.none)} />}
    />
  )
}

interface Sample {
  readonly id: string
  readonly name: string
  /** What the metric is about, beside its first sample alone. */
  readonly help: string | null
  readonly labels: string
  readonly value: number
}

const samplesOf = ({ name, help, samples }: Metric): Sample[] =>
  samples.map(({ suffix = '', labels, value }, n) => ({
    id: `${name}${suffix} ${JSON.stringify(labels)}`,
    name,
    help: n === 0 ? help : null,
    labels: Object.entries(labels)
      .map(pair => pair.join('='))
      .join(' '),
    value,
  }))

function useSampleColumns(): readonly Column<Sample>[] {
  const { whole } = useNumbers()
  return useMemo(
    () => [
      {
        id: 'metric',
        head: words.metric,
        cell: ({ name, help }) => (
          <>
            <span className="mono">{name}</span>
            {help !== null && <div className="dim">{help}</div>}
          </>
        ),
        onPhone: 'title',
      },
      {
        id: 'labels',
        head: words.labels,
        cell: ({ labels }) => <span className="mono">{labels}</span>,
        isTight: true,
      },
      {
        id: 'value',
        head: words.value,
        cell: ({ value }) => whole(value),
        isTight: true,
        isNumber: true,
      },
    ],
    [whole],
  )
}
