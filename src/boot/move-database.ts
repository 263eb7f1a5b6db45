/**
 * `malote database move`: all rows into another database, table by table, the old one untouched. What
 * was moved is compared by a sum over its rows, so a move that was broken off goes on where the sums
 * differ. Until all of them are equal no service starts on the new one.
 */
import type pg from 'pg'
import { faultText } from '#kernel/base/start-refused.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { migrate } from '#kernel/world/real/migrations.ts'
import type { Clock } from '#kernel/world/world.ts'
import { findNodeAt } from '#platform/queue/nodes.ts'
import type { CopyProgress } from './backup.ts'
import {
  connect,
  digestOf,
  emptyTables,
  inTransaction,
  isUnfinished,
  isUsed,
  listMigrations,
  listParts,
  listTables,
  makeParts,
  markUnfinished,
  readRows,
  sqlOf,
  writeRows,
} from './copy-rows-store.ts'
import { raisePositions } from './positions-store.ts'

interface MoveOptions {
  readonly from: DatabaseAddress
  readonly to: string
  readonly resume: boolean
  readonly clock: Pick<Clock, 'now'>
  readonly tell: CopyProgress
}

interface MoveCounts {
  readonly tables: number
  readonly rows: number
  /** Tables that were as they should be already. */
  readonly kept: number
  readonly emails: number
  readonly events: number
  readonly identical: true
}

export async function moveDatabase(options: MoveOptions): Promise<MoveCounts> {
  const from = await connect(options.from)
  try {
    await refuseWorking(from, options.clock.now())
    const to = await connect(options.to)
    try {
      await makeTarget(to, options)
      // One moment for all tables; nothing can be written to the old one by this session.
      await from.query('begin isolation level repeatable read read only')
      return await copyAll(from, to, options.tell)
    } finally {
      await to.end()
    }
  } finally {
    await from.end()
  }
}

/** What a node writes behind the copy would be lost. */
async function refuseWorking(from: pg.Client, now: number): Promise<void> {
  const node = await findNodeAt(sqlOf(from), [now])
  if (node === null) return
  throw new DatabaseRefused(faultText('node_at_work', { node: node.hostname }))
}

async function makeTarget(
  to: pg.Client,
  { to: address, resume, clock }: MoveOptions,
): Promise<void> {
  const isBegun = await isUnfinished(to)
  if (isBegun && !resume) {
    throw new DatabaseRefused(faultText('half_a_move'))
  }
  if (!isBegun && (await isUsed(to))) throw new DatabaseRefused(faultText('target_in_use'), 'to')
  if (isBegun) await markUnfinished(to, false)
  await migrate({ address, clock })
  await markUnfinished(to, true)
}

async function copyAll(from: pg.Client, to: pg.Client, tell: CopyProgress): Promise<MoveCounts> {
  const given = (await listMigrations(from)).join()
  const made = (await listMigrations(to)).filter(name => !name.startsWith('9999_')).join()
  if (given !== made) {
    throw new DatabaseRefused(faultText('move_of_other_version'))
  }
  await makeParts(to, await listParts(from))
  const tables = await listTables(from)
  const counts: Record<string, number> = {}
  let kept = 0
  for (const table of tables) {
    const due = await digestOf(from, table)
    counts[table] = due.rows
    if (isSame(due, await digestOf(to, table))) {
      kept++
      continue
    }
    await inTransaction(to, () => copyTable(from, to, table, tell))
  }
  await compare(from, to, tables)
  await raisePositions(sqlOf(to))
  await markUnfinished(to, false)
  const rows = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const { emails = 0, events = 0 } = counts
  return { tables: tables.length, rows, kept, emails, events, identical: true }
}

const isSame = (
  one: { rows: number; sum: string },
  other: { rows: number; sum: string },
): boolean => one.rows === other.rows && one.sum === other.sum

/** Those that refer to it go with what was there, and are copied after it. */
async function copyTable(
  from: pg.Client,
  to: pg.Client,
  table: string,
  tell: CopyProgress,
): Promise<void> {
  await emptyTables(to, [table])
  let done = 0
  for await (const rows of readRows(from, `"${table}"`)) {
    await writeRows(to, table, rows)
    done += rows.length
    tell(table, done)
  }
}

/** Rows have their places in lists in them, so equal rows are equal lists. */
async function compare(from: pg.Client, to: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const [due, is] = [await digestOf(from, table), await digestOf(to, table)]
    if (isSame(due, is)) continue
    const rows = { is: String(is.rows), due: String(due.rows) }
    throw new DatabaseRefused(faultText('move_differs', { table, ...rows }))
  }
}
