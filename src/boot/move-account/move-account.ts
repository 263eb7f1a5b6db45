/**
 * `malote cell move`: an account from this cell into another, by copy
 * (docs/decisions/0091-moving-an-account.md).
 *
 * closing: its keys and sessions are put aside, then its waiting work, as often as what is in hand
 * gives some back, until none is left. A fence then refuses every row of it in this cell, and all of
 * its rows are put aside in one transaction: from then on (out) nothing here can work on them. They
 * are copied into the other cell, aside as well, and compared. Up to here it can be taken back.
 * opening: one transaction of the other cell puts them in, compared once more; then the directory
 * says whose the names are, and this cell hands over what still comes (done).
 *
 * Whoever kills it anywhere says the same command again. The old rows stay aside until `--remove`.
 */
import type pg from 'pg'
import type { Uuid } from '#kernel/base/ids.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { Db } from '#kernel/world/db.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import type { Clock } from '#kernel/world/world.ts'
import { noteArrived } from '#sending/stats/traffic-store.ts'
import { giveNames } from '#tenants/accounts/directory/directory.ts'
import { memberKey } from '#tenants/accounts/member-address.ts'
import type { CopyProgress } from '../backup.ts'
import { connect, inTransaction, listParts, makeParts, sqlOf } from '../copy-rows-store.ts'
import {
  type AccountScope,
  type AccountTable,
  accountTables,
  conditionOf,
} from './account-tables.ts'
import * as aside from './aside-store.ts'
import { checkMove } from './check-move.ts'
import * as store from './moves-store.ts'

export interface MovedAccount {
  readonly accountId: Uuid
  readonly cell: string
  /** The name in DNS that its return paths lead to. */
  readonly returnPath: string
  readonly from: DatabaseAddress
  readonly directory: Db
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly tell: CopyProgress
  /** Called before each step, by its name; a test breaks off there. */
  readonly at?: (step: string) => Promise<void> | void
}

export interface ToCell {
  readonly cell: string
  readonly url: string
  readonly database: string
  readonly moveId: string
}

interface MoveDone {
  readonly step: store.MoveStep
  readonly tables: number
  readonly rows: number
  readonly emails: number
  readonly identical: true
  /** From the closing of its keys to the opening there. */
  readonly closed_ms: number
}

interface Moving extends MovedAccount {
  readonly out: pg.Client
  readonly in: pg.Client
  readonly move: store.AccountMove
  readonly tables: readonly AccountTable[]
  readonly scope: AccountScope
}

const asideOf = ({ move }: Pick<Moving, 'move'>): string => aside.asideOf(move.moveId)

/** Longer than a node remembers a key. */
const keysForgottenMs = 1_000
const lookEveryMs = 100

export async function moveAccount(given: MovedAccount, to: ToCell): Promise<MoveDone> {
  const out = await connect(given.from)
  try {
    const target = await connect(to.database)
    try {
      return await carry({ ...given, out, in: target }, to)
    } finally {
      await target.end()
    }
  } finally {
    await out.end()
  }
}

async function carry(
  given: MovedAccount & Pick<Moving, 'out' | 'in'>,
  to: ToCell,
): Promise<MoveDone> {
  const { out, accountId, clock } = given
  await store.holdMove(out, accountId)
  const begun = await store.selectMove(out, accountId)
  await checkMove({ ...given, to, begun })
  const since = new Date(clock.now())
  await given.at?.('begin')
  await store.insertMove(out, { accountId, ...to, since })
  const moving = await movingOf(given)
  const { step } = moving.move
  // What takes a while and closes nothing comes first.
  if (step === 'closing' || step === 'out') await makeReady(moving)
  if (step === 'closing') await close(moving)
  if (step === 'closing' || step === 'out') await copy(moving)
  if (step !== 'done') await open(moving)
  return summary(moving)
}

async function movingOf(given: MovedAccount & Pick<Moving, 'out' | 'in'>): Promise<Moving> {
  const { out, accountId } = given
  const move = (await store.selectMove(out, accountId))!
  const tables = accountTables(await aside.listShapes(out))
  return { ...given, move, tables, scope: { accountId, projectIds: [] } }
}

/** The places where rows are to lie, in both cells. */
async function makeReady(moving: Moving): Promise<void> {
  const { out, in: there, tables } = moving
  await aside.makeAside(out, asideOf(moving), tables)
  await aside.makeAside(there, asideOf(moving), tables)
  await makeParts(there, await listParts(out))
}

// Out of this cell --------------------------------------------------------------------------------

async function close(moving: Moving): Promise<void> {
  for (;;) {
    const scope = await closeDoors(moving)
    await moving.at?.('closed')
    await moving.clock.sleep(keysForgottenMs)
    await drain({ ...moving, scope })
    await moving.at?.('drained')
    const fenced = await fence(moving)
    await moving.at?.('fenced')
    if (await takeOut({ ...moving, scope: fenced })) return
    // Something came into the queue behind the look: it is done first.
    await unfence(moving.out, moving)
  }
}

/** Keys and sessions are unknown from its commit on, and known as those of an account on its way. */
async function closeDoors(moving: Moving): Promise<AccountScope> {
  const { out, accountId } = moving
  const scope = { accountId, projectIds: await store.listProjects(out, accountId) }
  const addresses = (await store.listAddresses(out, accountId)).map(memberKey)
  const doors = ['api_keys', 'sessions'].map(name => tableOf(moving, name))
  await inTransaction(out, async () => {
    await store.noteClosing(out, accountId, new Date(moving.clock.now()))
    await aside.putAside(out, asideOf(moving), doors, table => conditionOf(table, scope))
    await store.markDoors(out, scope, asideOf(moving))
    await store.markAddresses(out, accountId, addresses)
  })
  return scope
}

const tableOf = ({ tables }: Moving, name: string): AccountTable =>
  tables.find(one => one.name === name)!

/** Puts waiting work aside until none is left; what is in hand is waited for, or its lease is. */
async function drain(moving: Moving): Promise<void> {
  const { out, clock, scope, tell } = moving
  for (;;) {
    await sweep(moving)
    const { held, open } = await store.countHeld(out, scope.projectIds)
    if (open === 0) return
    tell('in_hand', held)
    await clock.sleep(lookEveryMs)
  }
}

/** One whose lease has run out is nobody's: whoever had it finds it gone before it is told. */
async function sweep(moving: Moving): Promise<void> {
  const { out, clock, scope } = moving
  const queue = tableOf(moving, 'queue')
  const now = new Date(clock.now()).toISOString()
  const free = `${conditionOf(queue, scope)} and (not t.held or t.due_at <= '${now}'::timestamptz)`
  await inTransaction(out, () => aside.putAside(out, asideOf(moving), [queue], () => free))
}

/** Projects first: from then on there are no new ones. */
async function fence(moving: Moving): Promise<AccountScope> {
  const { out, accountId } = moving
  const first = ['accounts', 'projects'].map(name => tableOf(moving, name))
  for (const table of first) await fenceOne(moving, table, { accountId, projectIds: [] })
  const scope = { accountId, projectIds: await store.listProjects(out, accountId) }
  for (const table of moving.tables) {
    if (!first.includes(table)) await fenceOne(moving, table, scope)
  }
  return scope
}

const fenceOne = ({ out, clock }: Moving, table: AccountTable, scope: AccountScope) =>
  briefly(out, clock, () => aside.fenceTable(out, table, scope))

/** Whoever waits for a lock makes all others wait behind it: they pass, and it is tried again. */
async function briefly(
  client: pg.Client,
  clock: MovedAccount['clock'],
  work: () => Promise<unknown>,
): Promise<void> {
  await store.waitBriefly(client)
  for (;;) {
    try {
      await work()
      break
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await clock.sleep(lookEveryMs)
    }
  }
  await store.waitAsEver(client)
}

const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: string }).code === '55P03' || (error as { code?: string }).code === '40P01'

async function unfence(
  client: pg.Client,
  { accountId, clock }: Pick<MovedAccount, 'accountId' | 'clock'>,
): Promise<void> {
  for (const name of await aside.listFenced(client, accountId)) {
    await briefly(client, clock, () => aside.unfenceTable(client, name, accountId))
  }
}

/** False where work has come meanwhile: nothing was done. Those that refer go before what they refer to. */
async function takeOut(moving: Moving): Promise<boolean> {
  const { out, scope, move, tell } = moving
  await out.query('begin')
  try {
    const tables = moving.tables.toReversed()
    const of = (table: AccountTable): string => conditionOf(table, scope)
    const taken = await aside.putAside(out, asideOf(moving), tables, of)
    if (taken.get('queue') !== 0) {
      await out.query('rollback')
      return false
    }
    for (const [name, rows] of taken) tell(name, rows)
    await moving.at?.('taking out')
    await mustStepOn(out, move.moveId, { from: 'closing', to: 'out' })
    await out.query('commit')
    return true
  } catch (error) {
    await out.query('rollback').catch(() => {})
    throw error
  }
}

async function mustStepOn(...given: Parameters<typeof store.stepOn>): Promise<void> {
  if (!(await store.stepOn(...given))) throw new DatabaseRefused(faultText('move_taken_back'))
}

// Into the other one ------------------------------------------------------------------------------

/** Aside there as well: nothing works on it before all of it is there and the same. */
async function copy(moving: Moving): Promise<void> {
  const { out, in: there } = moving
  await moving.at?.('out')
  const given = await aside.numberPositions(out, asideOf(moving), moving.tables)
  await makeRoom(moving, given)
  const tables = thoseThatMove(moving)
  const due = await aside.digestsOut(out, asideOf(moving), tables, othersOf(moving))
  const before = await aside.digestsIn(there, asideOf(moving), tables)
  await inTransaction(out, async () => {
    for (const table of tables) {
      if (!aside.areSame(due, before, table.name)) await copyTable(moving, table)
    }
  })
  await moving.at?.('copied')
  // Rows have their places in lists in them, so equal rows are equal lists.
  const is = await aside.digestsIn(there, asideOf(moving), tables)
  mustBeSame(await aside.digestsOut(out, asideOf(moving), tables, othersOf(moving)), is)
}

function mustBeSame(...given: Parameters<typeof aside.firstDifferent>): void {
  const found = aside.firstDifferent(...given)
  if (found === null) return
  const { table, is, due } = found
  throw new DatabaseRefused(
    faultText('account_move_differs', { table, is: String(is), due: String(due) }),
  )
}

const thoseThatMove = ({ tables }: Pick<Moving, 'tables'>): readonly AccountTable[] =>
  tables.filter(one => one.fate !== 'ends')

/** Source addresses are a cell's own; its customers' names in DNS lead to this cell yet. */
const othersOf = ({ returnPath }: Pick<Moving, 'returnPath'>): aside.Others => ({
  queue: { leaves_from: 'null' },
  domains: { led_to: `coalesce(t.led_to, '${returnPath.replaceAll("'", "''")}')` },
})

/** What comes in the other cell must have positions behind all that comes with the account. */
async function makeRoom({ in: there, tell }: Moving, places: number): Promise<void> {
  const margin = 10
  for (;;) {
    const missing = places + margin - (await store.readPosition(there))
    if (missing <= 0) return
    tell('positions', missing)
    await store.passNumbers(there, Math.min(missing, 10_000))
  }
}

async function copyTable(moving: Moving, table: AccountTable): Promise<void> {
  const { out, in: there, tell } = moving
  const [schema, others] = [asideOf(moving), othersOf(moving)]
  await moving.at?.(`copy ${table.name}`)
  await inTransaction(there, async () => {
    await aside.emptyIn(there, schema, table)
    let done = 0
    for await (const rows of aside.readOut(out, schema, table, others)) {
      await aside.writeIn(there, schema, table, rows)
      done += rows.length
      tell(table.name, done)
    }
  })
}

/** From the first line on there is no way back but a move from there to here. */
async function open(moving: Moving): Promise<void> {
  const { out, in: there, move, accountId, directory } = moving
  if (move.step !== 'opening') {
    await moving.at?.('compared')
    await mustStepOn(out, move.moveId, { from: 'out', to: 'opening' })
  }
  await moving.at?.('opening')
  if (!(await store.wasMovedHere(there, move.moveId))) await putInAll(moving)
  await moving.at?.('open')
  const names = await store.listNames(out, accountId)
  await giveNames(directory, { names, from: moving.cell, to: move.cell })
  await moving.at?.('named')
  await store.stepOn(out, move.moveId, { from: 'opening', to: 'done' })
  await moving.at?.('done')
  await aside.dropAside(there, asideOf(moving))
}

async function putInAll(moving: Moving): Promise<void> {
  const { in: there, move, accountId, clock } = moving
  // It may have gone from there once: what was kept of that is older than what comes.
  await unfence(there, moving)
  await inTransaction(there, async () => {
    const row = { moveId: move.moveId, accountId, at: new Date(clock.now()) }
    if (!(await store.insertMovedHere(there, row))) return
    const former = await store.forgetMoveOf(there, accountId)
    if (former !== null) await aside.dropAside(there, aside.asideOf(former))
    await aside.putIn(there, asideOf(moving), thoseThatMove(moving))
    const scope = { accountId, projectIds: await store.listProjects(there, accountId) }
    // The log of changes may have had rows of the account from before.
    const tables = thoseThatMove(moving).filter(one => one.fate === 'moves')
    const due = await aside.digestsIn(there, asideOf(moving), tables)
    mustBeSame(due, await aside.digestsLive(there, tables, scope))
    await noteArrived(sqlOf(there), scope.projectIds)
    await moving.at?.('putting in')
  })
}

async function summary(moving: Moving): Promise<MoveDone> {
  const { out, clock, move, accountId } = moving
  const counts = (await aside.isAside(out, asideOf(moving)))
    ? await aside.countAside(out, asideOf(moving), thoseThatMove(moving))
    : new Map<string, number>()
  const rows = [...counts.values()].reduce((sum, one) => sum + one, 0)
  const emails = counts.get('emails') ?? 0
  const { length: tables } = thoseThatMove(moving)
  const { since } = (await store.selectMove(out, accountId))!
  const closed = move.step === 'done' ? 0 : clock.now() - since.getTime()
  return { step: 'done', tables, rows, emails, identical: true, closed_ms: closed }
}

// Back, and away ----------------------------------------------------------------------------------

/** Everything is where it was; what came meanwhile was refused. Throws once it is being opened there. */
export async function takeBack(given: MovedAccount): Promise<{ rows: number }> {
  return withMove(given, async (out, move) => {
    if (move.step !== 'closing' && move.step !== 'out') {
      throw new DatabaseRefused(faultText('move_past_return', { cell: move.cell }))
    }
    const tables = accountTables(await aside.listShapes(out))
    await unfence(out, given)
    await given.at?.('unfenced')
    return inTransaction(out, async () => {
      let rows = 0
      if (await aside.isAside(out, aside.asideOf(move.moveId))) {
        const back = await aside.putIn(out, aside.asideOf(move.moveId), tables)
        rows = [...back.values()].reduce((sum, one) => sum + one, 0)
        await aside.dropAside(out, aside.asideOf(move.moveId))
      }
      await given.at?.('putting back')
      if (!(await store.forgetMove(out, move.moveId, ['closing', 'out']))) {
        throw new DatabaseRefused(faultText('move_taken_back'))
      }
      return { rows }
    })
  })
}

/** The old rows go; that the account is in the other cell stays known. */
export async function removeOld(given: MovedAccount): Promise<{ removed: true }> {
  return withMove(given, async (out, move) => {
    if (move.step !== 'done') throw new DatabaseRefused(faultText('move_not_done'))
    await unfence(out, given)
    await aside.dropAside(out, aside.asideOf(move.moveId))
    return { removed: true }
  })
}

async function withMove<T>(
  { from, accountId }: MovedAccount,
  work: (out: pg.Client, move: store.AccountMove) => Promise<T>,
): Promise<T> {
  const out = await connect(from)
  try {
    await store.holdMove(out, accountId)
    const move = await store.selectMove(out, accountId)
    if (move === null) throw new DatabaseRefused(faultText('no_such_move'))
    return await work(out, move)
  } finally {
    await out.end()
  }
}
