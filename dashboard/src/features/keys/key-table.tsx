/** The columns of the list of API keys. */
import { useMemo } from 'react'
import { useChange } from '../../api/hooks.ts'
import type { Key } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DeleteButton } from '../../ui/confirm.tsx'
import { Badge, Link, Tag } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, statusTexts } from '../../ui/texts.ts'
import { Time, useTimes } from '../../ui/time.tsx'
import { type Say, useSay } from '../../ui/words.tsx'
import { requests as requestWords } from '../requests/texts.ts'
import { keys as words } from './texts.ts'

export function useKeyColumns(): readonly Column<Key>[] {
  const say = useSay()
  return useMemo(() => columnsIn(say), [say])
}

const columnsIn = (say: Say): readonly Column<Key>[] => [
  {
    id: 'name',
    head: common.name,
    cell: row => <Name row={row} />,
    sortBy: row => row.name || null,
    onPhone: 'title',
  },
  { id: 'key', head: words.key, cell: row => <span className="mono">{row.prefix}…</span> },
  {
    id: 'mode',
    head: common.mode,
    cell: row => <Badge state={row.mode} />,
    sortBy: row => say(statusTexts[row.mode]),
    isTight: true,
  },
  {
    id: 'scope',
    head: words.scope,
    cell: row => say(words[row.scope]),
    sortBy: row => say(words[row.scope]),
    isTight: true,
  },
  {
    id: 'used',
    head: words.used,
    cell: row => (row.last_used_at ? <Time at={row.last_used_at} /> : say(common.never)),
    sortBy: row => row.last_used_at,
    isTight: true,
    isDim: true,
  },
  {
    id: 'created',
    head: words.createdAt,
    cell: row => <Made row={row} />,
    sortBy: row => row.created_at,
    isTight: true,
    isDim: true,
  },
  {
    id: 'expires',
    head: words.expires,
    cell: row => <Expiry at={row.expires_at} />,
    sortBy: row => row.expires_at,
    isTight: true,
    isDim: true,
  },
  { id: 'requests', head: requestWords.ofKey, cell: row => <Requests row={row} />, isTight: true },
  {
    id: 'actions',
    head: common.actions,
    isHeadHidden: true,
    cell: row => <RemoveKey row={row} />,
    isTight: true,
    onPhone: 'corner',
  },
]

function Requests({ row }: { row: Key }) {
  const say = useSay()
  const where = useWhere()
  return <Link to={where.to(`/requests?key_id=${row.id}`)}>{say(requestWords.ofKey)}</Link>
}

function Name({ row: { name, allow_ips: allowIps } }: { row: Key }) {
  const say = useSay()
  return (
    <div className="wrap" style={{ minWidth: 110 }}>
      {name || <span className="dim">{say(words.noName)}</span>}
      {allowIps && allowIps.length > 0 && <div className="dim mono">{allowIps.join(', ')}</div>}
    </div>
  )
}

function Made({ row: { created_at: at, created_by: name } }: { row: Key }) {
  const say = useSay()
  return (
    <>
      <Time at={at} />
      {name && <div className="wrap">{say(words.createdBy, { name })}</div>}
    </>
  )
}

function Expiry({ at }: { at: string | null }) {
  const say = useSay()
  const times = useTimes()
  if (at === null) return say(common.never)
  if (new Date(at).getTime() > Date.now()) return <Time at={at} />
  return <Tag tone="bad">{say(words.expired, { at: times.short(at) })}</Tag>
}

function RemoveKey({ row }: { row: Key }) {
  const say = useSay()
  const remove = useChange('keys.delete', 'keys')
  return (
    <DeleteButton
      call="keys.delete"
      what={row.name || row.prefix}
      about={say(words.removeAbout)}
      run={() => remove.mutateAsync({ key_id: row.id })}
    />
  )
}
