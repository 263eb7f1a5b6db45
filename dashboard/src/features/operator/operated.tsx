/** Queue, nodes, doctor and metrics of the installation. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useApi } from '../../api/hooks.ts'
import { Loaded, Scroll, Section } from '../../ui/show.tsx'
import { Time, useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { LaneTable } from '../deliverability/lane-table.tsx'
import { operator as words } from './texts.ts'

const everyMs = 5_000

function Head({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, n) => (
          <th key={column} className={n === 0 ? undefined : 'tight'}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Moment({ at }: { at: string | null }): ReactNode {
  return at ? <Time at={at} /> : '–'
}

export function QueuePanel() {
  const say = useSay()
  const { whole } = useNumbers()
  const query = useApi('operator.queue.get', undefined, { everyMs })
  return (
    <Loaded query={query}>
      {({ kinds, destinations, sampled, lanes }) => (
        <>
          <Section title={say(words.queue)} flush>
            <Scroll label={say(words.queue)}>
              <table className="table">
                <Head
                  columns={[say(words.kind), say(words.waiting), say(words.due), say(words.oldest)]}
                />
                <tbody>
                  {kinds.map(row => (
                    <tr key={row.kind}>
                      <td>{row.kind}</td>
                      <td className="tight number">{whole(row.waiting)}</td>
                      <td className="tight number">{whole(row.due)}</td>
                      <td className="tight">
                        <Moment at={row.oldest_due_at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          </Section>
          <Section
            title={say(words.destinations)}
            {...(sampled ? { about: say(words.sampled) } : {})}
            flush
          >
            {destinations.length === 0 ? (
              <Text c="dimmed" px="md" pb="md">
                {say(words.idle)}
              </Text>
            ) : (
              <Scroll label={say(words.destinations)}>
                <table className="table">
                  <Head
                    columns={[
                      say(words.destinations),
                      say(words.waiting),
                      say(words.due),
                      say(words.next),
                    ]}
                  />
                  <tbody>
                    {destinations.map(row => (
                      <tr key={row.domain}>
                        <td>{row.domain}</td>
                        <td className="tight number">{whole(row.waiting)}</td>
                        <td className="tight number">{whole(row.due)}</td>
                        <td className="tight">
                          <Moment at={row.next_due_at} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scroll>
            )}
          </Section>
          <Section title={say(words.lanes)} flush>
            <LaneTable lanes={lanes} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

export function NodesPanel() {
  const say = useSay()
  const query = useApi('operator.nodes.list', undefined, { everyMs })
  return (
    <Section flush>
      <Loaded query={query}>
        {({ data }) => (
          <Scroll label={say(words.nodes)}>
            <table className="table">
              <Head
                columns={[
                  say(words.host),
                  say(words.roles),
                  say(words.started),
                  say(words.seen),
                  say(words.alive),
                ]}
              />
              <tbody>
                {data.map(node => (
                  <tr key={node.id}>
                    <td>{node.hostname}</td>
                    <td>{[node.roles].flat().join(', ')}</td>
                    <td className="tight">
                      <Time at={node.started_at} />
                    </td>
                    <td className="tight">
                      <Time at={node.seen_at} />
                    </td>
                    <td className="tight">
                      <span className="badge" data-tone={node.alive ? 'good' : 'bad'}>
                        {say(node.alive ? words.alive : words.gone)}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Loaded>
    </Section>
  )
}

export function DoctorPanel() {
  const say = useSay()
  const times = useTimes()
  const query = useApi('operator.doctor.get')
  return (
    <Section>
      <Loaded query={query}>
        {({ checked_at: at, checks }) => (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              {say(words.checked, { at: times.full(at) })}
            </Text>
            {checks.map(({ check, level, text }) => (
              <div key={check + text} className="note" data-tone={toneOf(level)}>
                <div style={{ minWidth: 0 }}>
                  <Text fw={600}>
                    {check} · {say(wordOf(level))}
                  </Text>
                  <Text className="wrap">{text}</Text>
                </div>
              </div>
            ))}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const toneOf = (level: string) =>
  level === 'error' ? 'bad' : level === 'warning' || level === 'warn' ? 'wait' : 'good'

const wordOf = (level: string) =>
  ({ good: words.well, wait: words.warning, bad: words.error })[toneOf(level)]

export function MetricsPanel() {
  const say = useSay()
  const { whole } = useNumbers()
  const query = useApi('operator.metrics.get', undefined, { everyMs })
  return (
    <Section flush>
      <Loaded query={query}>
        {({ data }) => (
          <Scroll label={say(words.metrics)}>
            <table className="table">
              <Head columns={[say(words.metric), say(words.labels), say(words.value)]} />
              <tbody>
                {data.flatMap(metric =>
                  metric.samples.map((sample, n) => (
                    <tr key={`${metric.name} ${JSON.stringify(sample.labels)}`}>
                      <td>
                        <span className="mono">{metric.name}</span>
                        {n === 0 && <div className="dim">{metric.help}</div>}
                      </td>
                      <td className="tight mono">
                        {Object.entries(sample.labels)
                          .map(([name, value]) => `${name}=${value}`)
                          .join(' ')}
                      </td>
                      <td className="tight number">{whole(sample.value)}</td>
                    </tr>
                  )),
                )}
              </tbody>
            </table>
          </Scroll>
        )}
      </Loaded>
    </Section>
  )
}
