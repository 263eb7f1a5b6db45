/**
 * A cell's look at the directory: reservations that somebody left behind are settled, names that the
 * cell has and the directory does not know are told it (those of before there was one, too), and
 * names that the cell has no more are free. It goes round by pages, from where it was.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Db } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { memberKey } from '../member-address.ts'
import { deleteHandedOver } from './attempts-store.ts'
import { isHere, reservedMs, settle } from './directory.ts'
import * as store from './directory-store.ts'
import {
  deleteTickets,
  selectOwnNames,
  selectPresent,
  selectRound,
  writeRound,
} from './tickets-store.ts'

const kinds: readonly store.NameKind[] = ['address', 'domain', 'account', 'passkey', 'identity']
const pageSize = 500

/** Only where there is a directory. */
export const directoryJobs = ({ directory }: Pick<World, 'directory'>): readonly PeriodicJob[] =>
  directory === undefined
    ? []
    : [{ name: 'directory', everyMs: 10_000, run: world => lookAround(world, directory) }]

export async function lookAround(world: World, directory: Db): Promise<void> {
  const { settings, clock, db } = world
  const now = clock.now()
  const cell = settings.MALOTE_CELL
  await store.inDirectory(directory, sql => store.upsertCell(sql, cell, new Date(now)))
  const left = await store.selectReserved(directory, cell, new Date(now - reservedMs))
  for (const one of left) await settle(world, directory, one)
  await store.inDirectory(directory, sql => deleteHandedOver(sql, new Date(now)))
  for (const kind of kinds) {
    await adopt(world, directory, kind)
    await release(world, directory, kind)
  }
  await deleteTickets(db, new Date(now - dayMs))
}

async function adopt(world: World, directory: Db, kind: store.NameKind): Promise<void> {
  const cell = world.settings.MALOTE_CELL
  const after = await selectRound(world.db, kind, 'adopt')
  const own = await selectOwnNames(world.db, kind, { after, limit: pageSize })
  const names = own.map(one => (kind === 'address' ? memberKey(one) : one))
  const elsewhere = await store.adoptNames(directory, { kind, cell, names })
  if (elsewhere > 0) world.log.warn({ kind, count: elsewhere }, 'names are in another cell as well')
  await endRound(world, { kind, what: 'adopt', page: own })
}

async function release(world: World, directory: Db, kind: store.NameKind): Promise<void> {
  const cell = world.settings.MALOTE_CELL
  const after = await selectRound(world.db, kind, 'release')
  const held = await store.selectHeld(directory, { kind, cell, after, limit: pageSize })
  const names = held.map(one => one.name)
  const present = await selectPresent(world.db, kind, names)
  for (const { name, ticket } of held) {
    if (present.has(name) || (await isHere(world, { kind, name }))) continue
    await store.releaseName(directory, { kind, name, cell, ticket })
  }
  await endRound(world, { kind, what: 'release', page: names })
}

interface Page {
  readonly kind: store.NameKind
  readonly what: string
  readonly page: readonly string[]
}

/** A page that is not full is the last: then it begins anew. */
const endRound = ({ db }: World, { kind, what, page }: Page): Promise<void> =>
  writeRound(db, { kind, what, after: page.length < pageSize ? '' : page.at(-1)! })
