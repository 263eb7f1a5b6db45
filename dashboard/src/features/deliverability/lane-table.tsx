/** How fast Malote may send to each destination at the moment. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import type { Lane as OwnLane } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { None, type Tone } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { type Text, useSay } from '../../ui/words.tsx'
import { deliverability as words } from './texts.ts'

/** The operator is told of all nodes, and of the reply that a lane was slowed for. */
type Lane = OwnLane & Partial<Answer<'operator.queue.get'>['lanes'][number]>

export function LaneTable({ lanes }: { lanes: readonly Lane[] }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const isOperators = lanes.some(lane => lane.in_hand !== null)
  const columns = useMemo(
    (): readonly Column<Lane>[] => [
      {
        id: 'destination',
        head: words.destination,
        cell: lane => <Destination lane={lane} />,
        sortBy: lane => lane.destination,
        onPhone: 'title',
      },
      {
        id: 'state',
        head: words.state,
        cell: lane => <State lane={lane} />,
        sortBy: lane => lane.pace,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'pace',
        head: words.pace,
        cell: lane => share(lane.pace),
        sortBy: lane => lane.pace,
        isTight: true,
        isNumber: true,
      },
      ...(isOperators ? [inHandColumn(whole)] : []),
    ],
    [whole, share, isOperators],
  )
  if (lanes.length === 0) return <None>{say(words.noLanes)}</None>
  const [normal, held] = parted(lanes)
  const table = (rows: readonly Lane[], label: Text) => (
    <DataTable label={say(label)} columns={columns} rows={rows} idOf={lane => lane.destination} />
  )
  return (
    <>
      {held.length > 0 && table(held, words.lanes)}
      {normal.length > 0 && (
        <details className="lanes-normal">
          <summary>
            {normal.length === 1
              ? say(words.oneNormal)
              : say(words.manyNormal, { n: whole(normal.length) })}
          </summary>
          {table(normal, words.normalLanes)}
        </details>
      )}
    </>
  )
}

/** Those that go as fast as they may, of which there is nothing to say, and those that do not. */
function parted(lanes: readonly Lane[]): readonly [readonly Lane[], readonly Lane[]] {
  const isNormal = (lane: Lane) => lane.state === 'normal'
  return [lanes.filter(isNormal), lanes.filter(lane => !isNormal(lane))]
}

/** Only the operator is told: it counts the mail of everybody. */
const inHandColumn = (whole: (value: number) => string): Column<Lane> => ({
  id: 'hand',
  head: words.inHand,
  cell: lane => whole(lane.in_hand ?? 0),
  sortBy: lane => lane.in_hand ?? 0,
  isTight: true,
  isNumber: true,
})

/** The address that mail leaves from stands behind the server where there are several. */
function Destination({ lane }: { lane: Lane }) {
  const say = useSay()
  const [server, source] = lane.destination.split(' from ')
  return (
    <>
      <div className="wrap">
        {server}
        {source && <span className="dim"> {say(words.fromSource, { source })}</span>}
      </div>
      {lane.text && <div className="dim">{lane.text}</div>}
      {lane.reply && <Reply {...lane.reply} />}
      {lane.nodes && lane.nodes.length > 1 && <Nodes nodes={lane.nodes} />}
    </>
  )
}

function Reply({ at, text }: NonNullable<NonNullable<Lane['reply']>>) {
  return (
    <div className="dim wrap">
      <Time at={at} />: “{text}”
    </div>
  )
}

function Nodes({ nodes }: { nodes: NonNullable<Lane['nodes']> }) {
  const { share, whole } = useNumbers()
  // Processes of one machine have one name.
  return nodes.map((node, n) => (
    <div key={`${node.hostname} ${String(n)}`} className="dim wrap">
      {node.hostname} · {share(node.pace)} · {whole(node.in_hand)}
    </div>
  ))
}

const states: Readonly<Record<Lane['state'], { text: Text; tone: Tone }>> = {
  normal: { text: words.normal, tone: 'good' },
  slowed: { text: words.slowed, tone: 'wait' },
  paused: { text: words.paused, tone: 'bad' },
}

function State({ lane }: { lane: Lane }) {
  const say = useSay()
  const { text, tone } = states[lane.state]
  return (
    <>
      <span className="badge" data-tone={tone}>
        {say(text)}
      </span>
      {lane.paused_until && (
        <div className="dim">
          <Time at={lane.paused_until} />
        </div>
      )}
    </>
  )
}
