/**
 * What comes for an account that is not here any more. While it is on its way to another cell
 * whoever comes is told to come again; once it is there the call is handed over. A key, a session or
 * an address is asked for only where it was not found, a project once a second, and nothing without
 * a cell.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { type MarkKind, selectMoved } from './moved-store.ts'

type MovedWorld = Pick<World, 'db' | 'clock' | 'runtime' | 'settings'>

/** The other cell answers it: whoever serves the call hands it over. */
export class AtOtherCell extends Error {
  override readonly name = 'AtOtherCell'
  readonly cell: string
  readonly url: string

  constructor({ cell, url }: { readonly cell: string; readonly url: string }) {
    super('the account has been moved to another cell')
    this.cell = cell
    this.url = url
  }
}

/** Throws AtOtherCell, or `service_unavailable` while it is on its way. */
export async function mustNotHaveMoved(
  world: MovedWorld,
  kind: MarkKind,
  mark: string,
): Promise<void> {
  const found = await whereabouts(world, kind, mark)
  if (found !== null) throw new AtOtherCell(found)
}

/** The cell that has it; null: it has not gone. Throws `service_unavailable` while it is on its way. */
export const cellMovedTo = async (
  world: MovedWorld,
  kind: MarkKind,
  mark: string,
): Promise<string | null> => (await whereabouts(world, kind, mark))?.cell ?? null

/** Until when a project is taken for one of here: each link and page of it asks. */
const atHome: Part<Map<string, number>, unknown> = {
  name: 'projects that are at home',
  make: () => new Map(),
}
/** A mover waits for longer than this before it takes anything out. */
const atHomeMs = 900
const maxAtHome = 10_000

async function whereabouts(world: MovedWorld, kind: MarkKind, mark: string) {
  if (world.settings.MALOTE_CELL === '') return null
  const known = world.runtime.get(atHome, world)
  const now = world.clock.monotonic()
  if (kind === 'project' && (known.get(mark) ?? 0) > now) return null
  const found = await selectMoved(world.db, kind, mark)
  if (found?.isOver === false) throw onItsWay()
  if (found === null && kind === 'project') {
    if (known.size >= maxAtHome) known.clear()
    known.set(mark, now + atHomeMs)
  }
  return found
}

const onItsWay = (): Refusal =>
  new Refusal('service_unavailable', { why: sentences.onItsWay, headers: { 'Retry-After': '10' } })

const sentences = {
  onItsWay: {
    en: 'This account is being moved to other servers, and nothing was done. Repeat it after the seconds of Retry-After.',
    pt: 'Esta conta está sendo mudada para outros servidores, e nada foi feito. Repita depois dos segundos de Retry-After.',
  },
} as const
