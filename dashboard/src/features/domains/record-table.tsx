/** The DNS records of a domain as one table: what to publish, ready to copy, and what DNS says. */
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { DomainRecord } from '../../api/shapes.ts'
import { CopyLine } from '../../ui/copy.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { domains as words } from './texts.ts'

export function RecordTable({ records }: { records: readonly DomainRecord[] }) {
  const say = useSay()
  const columns = useMemo(
    (): readonly Column<DomainRecord>[] => [
      { id: 'purpose', head: words.purpose, cell: row => <Purpose row={row} />, onPhone: 'title' },
      { id: 'type', head: words.type, cell: row => <Kind row={row} />, isTight: true },
      { id: 'name', head: words.recordName, cell: row => <Name row={row} /> },
      { id: 'value', head: words.value, cell: row => <Value row={row} /> },
      {
        id: 'status',
        head: common.status,
        cell: row => <Badge state={row.status} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [],
  )
  return (
    <div className="records">
      <DataTable label={say(words.records)} columns={columns} rows={records} idOf={idOf} />
    </div>
  )
}

interface RowProps {
  readonly row: DomainRecord
}

const idOf = ({ type, name, value }: DomainRecord) => `${type} ${name} ${value}`

function Purpose({ row }: RowProps) {
  const say = useSay()
  return (
    <>
      {say(row.purpose === 'claim' ? words.claimRecord : words[row.purpose])}
      <div className="dim">{say(row.required ? words.required : words.recommended)}</div>
    </>
  )
}

function Kind({ row: { type, priority, ttl } }: RowProps) {
  const say = useSay()
  return (
    <>
      {type}
      <div className="dim">
        {priority !== undefined && `${say(words.priority)} ${priority} · `}
        {say(words.ttl)} {ttl}
      </div>
    </>
  )
}

function Name({ row }: RowProps) {
  const say = useSay()
  return <CopyLine text={row.name} what={say(words.recordName)} />
}

/** Beneath what is to be published stands what is there instead, and what to do about that. */
function Value({ row }: RowProps) {
  const say = useSay()
  const { change_to: changeTo, status, hint } = row
  const found = status === 'verified' ? [] : (row.found ?? [])
  return (
    <>
      {changeTo === undefined ? (
        <CopyLine text={row.value} what={say(words.value)} />
      ) : (
        <>
          <div className="dim">{say(words.changeTo)}</div>
          <CopyLine text={changeTo} what={say(words.value)} />
        </>
      )}
      {found.length > 0 && <div className="dim">{say(words.found)}</div>}
      {found.map(text => (
        <div key={text} className="reply">
          {text}
        </div>
      ))}
      {hint && status !== 'pending' && (
        <div className="note" data-tone={status === 'mismatch' ? 'bad' : 'info'}>
          <Text size="sm">{hint}</Text>
        </div>
      )}
    </>
  )
}
