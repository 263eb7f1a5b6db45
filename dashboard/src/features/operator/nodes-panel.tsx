/** The processes of the installation, and when each was last heard of. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Opener } from '../../ui/dialog.tsx'
import { IconServer2 } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { notify } from '../../ui/notify.ts'
import { Empty, type Tone } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, streamTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { everyMs } from './pace.ts'
import { operator as words } from './texts.ts'

type Node = Answer<'operator.nodes.list'>['data'][number]

export function NodesPanel() {
  const say = useSay()
  const { data, error, refetch } = useApi('operator.nodes.list', undefined, { everyMs })
  const columns = useNodeColumns()
  return (
    <ListSection
      label={say(words.nodes)}
      query={{ data: data?.data, error, refetch }}
      columns={columns}
      isWide
      empty={<Empty icon={IconServer2} title={say(common.none)} />}
    />
  )
}

function useNodeColumns(): readonly Column<Node>[] {
  return useMemo(
    () => [
      {
        id: 'host',
        head: words.host,
        cell: node => <Host node={node} />,
        sortBy: node => `${node.hostname} ${node.process ?? ''}`,
        onPhone: 'title',
      },
      { id: 'roles', head: words.roles, cell: node => node.roles.join(', ') },
      { id: 'streams', head: words.streams, cell: node => <Streams node={node} /> },
      {
        id: 'started',
        head: words.started,
        cell: node => <Time at={node.started_at} />,
        sortBy: node => node.started_at,
        isTight: true,
      },
      {
        id: 'seen',
        head: words.seen,
        cell: node => <Time at={node.seen_at} />,
        sortBy: node => node.seen_at,
        isTight: true,
      },
      {
        id: 'alive',
        head: words.alive,
        cell: node => <Alive node={node} />,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'drain',
        head: words.drain,
        isHeadHidden: true,
        cell: node => <DrainButton node={node} />,
        isTight: true,
      },
    ],
    [],
  )
}

function Host({ node }: { node: Node }) {
  const say = useSay()
  return (
    <>
      {node.hostname}
      {node.process !== null && node.processes !== null && (
        <div className="dim">
          {say(words.processOf, { n: node.process, count: node.processes })}
        </div>
      )}
    </>
  )
}

function Streams({ node }: { node: Node }) {
  const say = useSay()
  const delivers = node.roles.some(role => role === 'deliver' || role === 'webhooks')
  if (!delivers) return null
  return node.streams.map(stream => say(streamTexts[stream])).join(', ')
}

function Alive({ node }: { node: Node }) {
  const say = useSay()
  const { text, tone } = stateOf(node)
  return (
    <>
      <span className="badge" data-tone={tone}>
        {say(text)}
      </span>
      {node.drain === 'draining' && node.in_hand !== null && (
        <div className="dim">{say(words.underWay, { n: node.in_hand })}</div>
      )}
      {node.alive && node.clock_off && <div className="dim">{say(words.clockOffAbout)}</div>}
    </>
  )
}

function stateOf({ alive, drain, clock_off: isClockOff }: Node): {
  readonly text: Words
  readonly tone: Tone
} {
  if (!alive) return { text: words.gone, tone: 'bad' }
  if (isClockOff) return { text: words.clockOff, tone: 'bad' }
  if (drain === 'none') return { text: words.alive, tone: 'good' }
  return drain === 'drained'
    ? { text: words.drained, tone: 'info' }
    : { text: words.draining, tone: 'wait' }
}

/** Asks first: where it is the only one that delivers, nothing is sent until it works again. */
function DrainButton({ node }: { node: Node }) {
  const say = useSay()
  const drain = useChange('operator.nodes.drain', 'operator.nodes')
  const resume = useChange('operator.nodes.resume', 'operator.nodes')
  if (!node.alive) return null
  const { hostname, process: n, processes: count } = node
  const name =
    n !== null && count !== null ? say(words.processAt, { name: hostname, n, count }) : hostname
  if (node.drain !== 'none') {
    const run = () => resume.mutate({ node_id: node.id }, { onError: sayRefusal })
    const ariaLabel = say(words.resumeNode, { name })
    return <Opener look="row" label={say(words.resume)} ariaLabel={ariaLabel} open={run} />
  }
  return (
    <ConfirmButton
      look="row"
      label={say(words.drain)}
      title={say(words.drainNode, { name })}
      ariaLabel={say(words.drainNode, { name })}
      about={say(words.drainAbout)}
      action={say(words.drain)}
      run={() => drain.mutateAsync({ node_id: node.id })}
    />
  )
}

const sayRefusal = ({ message }: { readonly message: string }): void =>
  notify(message, { isBad: true })
