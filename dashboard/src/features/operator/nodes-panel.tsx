/** The processes of the installation, and when each was last heard of. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { IconServer2 } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, streamTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
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
        cell: node => node.hostname,
        sortBy: node => node.hostname,
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
    ],
    [],
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
  return (
    <span className="badge" data-tone={node.alive ? 'good' : 'bad'}>
      {say(node.alive ? words.alive : words.gone)}
    </span>
  )
}
