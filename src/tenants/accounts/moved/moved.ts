/**
 * What comes for an account that is not here any more. While it is on its way to another cell
 * whoever comes is told to come again; once it is there the call is handed over. Asked only where
 * something was not found, and never without a cell.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { World } from '#kernel/world/world.ts'
import { type MarkKind, selectMoved } from './moved-store.ts'

type MovedWorld = Pick<World, 'db' | 'settings'>

/** The other cell answers it: whoever serves the call hands it over. */
export class AtOtherCell extends Error {
  override readonly name = 'AtOtherCell'
  readonly url: string

  constructor(url: string) {
    super('the account has been moved to another cell')
    this.url = url
  }
}

/** Throws AtOtherCell, or `service_unavailable` while it is on its way. */
export async function mustNotHaveMoved(
  world: MovedWorld,
  kind: MarkKind,
  mark: string,
): Promise<void> {
  const found = world.settings.MALOTE_CELL === '' ? null : await selectMoved(world.db, kind, mark)
  if (found === null) return
  if (!found.isOver) throw onItsWay()
  throw new AtOtherCell(found.url)
}

/** The cell that has it; null: it has not gone. Throws `service_unavailable` while it is on its way. */
export async function cellMovedTo(
  world: MovedWorld,
  kind: MarkKind,
  mark: string,
): Promise<string | null> {
  const found = world.settings.MALOTE_CELL === '' ? null : await selectMoved(world.db, kind, mark)
  if (found?.isOver === false) throw onItsWay()
  return found?.cell ?? null
}

const onItsWay = (): Refusal =>
  new Refusal('service_unavailable', { why: sentences.onItsWay, headers: { 'Retry-After': '10' } })

const sentences = {
  onItsWay: {
    en: 'This account is being moved to other servers, and nothing was done. Repeat it after the seconds of Retry-After.',
    pt: 'Esta conta está sendo mudada para outros servidores, e nada foi feito. Repita depois dos segundos de Retry-After.',
  },
} as const
