/**
 * What is unique over cells: a log-in address, a domain, an account. The directory is asked where one
 * comes to be and where somebody signs in, never by mail. A name is reserved there by a ticket before
 * the cell's own transaction, which uses the ticket, and is settled after it: the ticket is made void
 * unless it is used, so that nothing can come of it any more, and then what stands in the cell's own
 * database decides whether the name is held or free. So whoever is killed in between leaves a
 * reservation that a look of the cell settles, and never two cells with one name.
 *
 * Without the setting there is no directory, and nothing here asks for anything.
 */
import { assert } from '#kernel/base/assert.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { type Db, isDatabaseAway, type Sql, type Tx } from '#kernel/world/db.ts'
import type { Clock, World } from '#kernel/world/world.ts'
import { isTaken } from '../address-changes.ts'
import { memberKey } from '../member-address.ts'
import * as store from './directory-store.ts'
import { insertReports, selectReports, type WaitingReport } from './reports-store.ts'
import { selectPresent, useTicket, voidTicket } from './tickets-store.ts'

export type DirectoryWorld = Pick<World, 'db' | 'clock' | 'ids' | 'log' | 'settings' | 'directory'>

/** Longer than any transaction that takes a name; what is reserved longer was left behind. */
export const reservedMs = 30_000

interface Claim extends store.UniqueName {
  /** What to say where another cell has it. */
  readonly taken: () => Refusal
}

/** In the transaction that takes the name, before anything else. */
type UseTicket = (tx: Tx) => Promise<void>

/** Has a name, which nobody else has in any cell, taken by the work. */
export async function claimName<T>(
  world: DirectoryWorld,
  { kind, name: written, taken }: Claim,
  work: (use: UseTicket) => Promise<T>,
): Promise<T> {
  const { directory } = world
  if (directory === undefined) return work(async () => {})
  const named = { kind, name: keyOf(kind, written) }
  const ticket = world.ids.next()
  if (!(await reserve(world, directory, { ...named, ticket }))) throw taken()
  let isUsed = false
  try {
    const done = await work(async tx => {
      isUsed = await useTicket(tx, ticket, new Date(world.clock.now()))
      if (!isUsed) throw taken()
    })
    assert(isUsed, 'the transaction that takes a name uses its ticket')
    return done
  } finally {
    await settle(world, directory, { ...named, ticket }).catch((error: Error) =>
      world.log.warn({ ticket, error: error.message }, 'a name is settled later'),
    )
  }
}

/** What the directory says of a name; null: nobody has it. */
export const findName = (
  world: Pick<World, 'clock'>,
  directory: Db,
  { kind, name }: store.UniqueName,
) => askDirectory(world, directory, sql => store.selectName(sql, { kind, name: keyOf(kind, name) }))

/** All cells that have looked at the directory. Nobody who waits for an answer asks this, nor the next. */
export const listCells = (directory: Db): Promise<string[]> =>
  store.inDirectory(directory, store.selectCells)

/** The cell that has an account; null: none. */
export const cellOfAccount = async (directory: Db, name: Uuid): Promise<string | null> => {
  const ask = (sql: Sql) => store.selectName(sql, { kind: 'account', name })
  return (await store.inDirectory(directory, ask))?.cell ?? null
}

/** Names that go with an account to another cell; returns how many those are that had not. */
export const giveNames = (
  directory: Db,
  given: Parameters<typeof store.moveNames>[1],
): Promise<number> => store.inDirectory(directory, sql => store.moveNames(sql, given))

/**
 * Says at once that a name of this cell's database is here. No two cells can have the same by chance,
 * so nothing is reserved; where the directory does not answer, a look of the cell tells it later.
 */
export async function tellName(
  { directory, clock, settings, log }: Pick<World, 'directory' | 'clock' | 'settings' | 'log'>,
  { kind, name }: store.UniqueName,
): Promise<void> {
  if (directory === undefined) return
  const names = { kind, cell: settings.MALOTE_CELL, names: [name] }
  const told = store.inDirectory(directory, sql => store.adoptNames(sql, names))
  await inTime(clock, told).catch((error: Error) =>
    log.warn({ kind, error: error.message }, 'a name is told to the directory later'),
  )
}

/** Has the directory keep reports for cells whose they may be. */
export const leaveReports = (directory: Db, reports: readonly WaitingReport[]): Promise<void> =>
  store.inDirectory(directory, sql => insertReports(sql, reports))

export const fetchReports = (
  directory: Db,
  { cell, limit }: { readonly cell: string; readonly limit: number },
): ReturnType<typeof selectReports> =>
  store.inDirectory(directory, sql => selectReports(sql, cell, limit))

const keyOf = (kind: store.NameKind, name: string): string =>
  kind === 'address' ? memberKey(name) : name

type Reservation = store.UniqueName & { readonly ticket: Uuid }

async function reserve(world: DirectoryWorld, directory: Db, named: Reservation): Promise<boolean> {
  const { MALOTE_CELL: cell } = world.settings
  const at = new Date(world.clock.now())
  const ask = () => reserveAt(world, directory, { ...named, cell, at })
  if (await ask()) return true
  const found = await askDirectory(world, directory, sql => store.selectName(sql, named))
  if (found === null) return ask()
  const isLeft =
    found.cell === cell &&
    found.ticket !== null &&
    found.reservedAt !== null &&
    at.getTime() - found.reservedAt.getTime() >= reservedMs
  if (!isLeft) return false
  await settle(world, directory, { ...named, ticket: found.ticket })
  return ask()
}

const reserveAt = (
  world: DirectoryWorld,
  directory: Db,
  given: Parameters<typeof store.reserveName>[1],
) => askDirectory(world, directory, sql => store.reserveName(sql, given))

/** Ends a reservation by what stands in this cell's database. */
export async function settle(
  world: DirectoryWorld,
  directory: Db,
  one: Reservation,
): Promise<void> {
  const at = new Date(world.clock.now())
  await voidTicket(world.db, one.ticket, at)
  const end = (await isHere(world, one)) ? store.holdName : store.freeName
  await askDirectory(world, directory, sql => end(sql, one))
}

/** An address of before a change is still theirs for as long as the change can be taken back. */
export async function isHere(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  { kind, name }: store.UniqueName,
): Promise<boolean> {
  if ((await selectPresent(db, kind, [name])).has(name)) return true
  return kind === 'address' && isTaken(db, name, { but: null, at: new Date(clock.now()) })
}

/** Throws `service_unavailable` where the directory does not answer. */
export async function askDirectory<T>(
  { clock }: Pick<World, 'clock'>,
  directory: Db,
  ask: Parameters<typeof store.inDirectory<T>>[1],
): Promise<T> {
  try {
    return await inTime(clock, store.inDirectory(directory, ask))
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    throw new Refusal('service_unavailable', { why: away, headers: { 'Retry-After': '10' } })
  }
}

/** A connection may have been silent for half a minute before it is known to be. */
const answerMs = 3_000

/** What the directory answers to a person who waits for it; later, it is as good as away. */
export async function inTime<T>(clock: Pick<Clock, 'timer'>, asked: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = clock.timer(answerMs, () =>
    reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
  )
  asked.catch(() => {})
  try {
    return await Promise.race([asked, late])
  } finally {
    timer.cancel()
  }
}

const away = {
  en: 'The directory of cells does not answer, and nothing was done. Sending is not affected. Repeat it after the seconds of Retry-After.',
  pt: 'O diretório das células não responde, e nada foi feito. Os envios não são afetados. Repita depois dos segundos de Retry-After.',
}
