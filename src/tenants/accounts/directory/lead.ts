/**
 * Who comes to a cell that is not theirs is led to the one that is: by the cell's two characters in
 * the token that they bring, or by what the directory says of their address. An address that nobody
 * has is led to some cell as well, always the same, or where one is led would say who has an account.
 */
import { createHash } from 'node:crypto'
import type { World } from '#kernel/world/world.ts'
import { isTaken } from '../address-changes.ts'
import { memberKey } from '../member-address.ts'
import { inTime } from './directory.ts'
import { inDirectory, selectName, selectWhereabouts, type UniqueName } from './directory-store.ts'

/** Whoever has come is at home in another cell, which has been told of it: the browser says it there. */
export class LedToCell extends Error {
  override readonly name = 'LedToCell'
  readonly cell: string

  constructor(cell: string) {
    super('they are at home in another cell')
    this.cell = cell
  }
}

type LeadWorld = Pick<World, 'db' | 'clock' | 'log' | 'settings' | 'directory'>

/** Null: they are right here, or nobody can say where else. */
export async function cellOfAddress(world: LeadWorld, email: string): Promise<string | null> {
  const { directory, settings } = world
  if (directory === undefined) return null
  const name = memberKey(email)
  const found = await whereabouts(world, name)
  // Asked of every address alike: whether anybody has it must not show by the time.
  const isOurs = await isTaken(world.db, name, { but: null, at: new Date(world.clock.now()) })
  if (found === null || isOurs) return null
  const cell = found.cell ?? someCell(found, name)
  return cell === settings.MALOTE_CELL ? null : cell
}

/** By the tag of a token; one of no cell that the directory knows leads nowhere. */
export async function cellOfToken(world: LeadWorld, token: string): Promise<string | null> {
  const tag = token.slice(0, 2)
  if (world.directory === undefined || tag === world.settings.MALOTE_CELL) return null
  const found = await whereabouts(world, '')
  return found?.cells.includes(tag) ? tag : null
}

/** Another cell that has it; null: none, or nobody can say. Of what whoever asks has proved to have. */
export async function cellOfName(world: LeadWorld, named: UniqueName): Promise<string | null> {
  const { directory, settings } = world
  if (directory === undefined) return null
  const found = await answered(
    world,
    inDirectory(directory, sql => selectName(sql, named)),
  )
  return found === null || found.cell === settings.MALOTE_CELL ? null : found.cell
}

type Whereabouts = Awaited<ReturnType<typeof selectWhereabouts>>

/** Null where the directory does not answer: whoever is at home here still gets in. */
const whereabouts = (world: LeadWorld, name: string): Promise<Whereabouts | null> =>
  answered(
    world,
    inDirectory(world.directory!, sql => selectWhereabouts(sql, { kind: 'address', name })),
  )

async function answered<T>(world: LeadWorld, asked: Promise<T>): Promise<T | null> {
  try {
    return await inTime(world.clock, asked)
  } catch (error) {
    world.log.warn({ error: String(error) }, 'the directory of cells does not answer')
    return null
  }
}

function someCell({ cells, salt }: Whereabouts, name: string): string | null {
  if (cells.length === 0) return null
  const digest = createHash('sha256').update(`${salt}\0${name}`).digest()
  return cells[digest.readUInt32BE(0) % cells.length]!
}
