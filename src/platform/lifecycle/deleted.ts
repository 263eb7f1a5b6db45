/**
 * Undoing a deletion: for seven days the rows of what was deleted are kept aside, and put back by one
 * click. Until then it is as gone as anything: it acts no more, its name is free, the API knows
 * nothing of it. A module that wants this declares a noun and keeps it in the transaction of its
 * deletion; the nouns are listed in `faces/console/deleted-routes.ts`
 * (docs/decisions/0065-undoing-deletions.md).
 */
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { type Tx, violatedConstraint } from '#kernel/world/db.ts'
import { currentHead } from '#kernel/world/sealed.ts'
import type { World } from '#kernel/world/world.ts'
import type { DeletedNoun } from './deleted-noun.ts'
import {
  type DeletedRow,
  deleteDeletedBefore,
  deleteDeletedOf,
  deleteSealedOtherwise,
  insertDeleted,
  lockDeleted,
  putBack,
  selectDeleted,
} from './deleted-store.ts'
import type { Lifecycle } from './lifecycle.ts'

export const keptDays = 7
const maxListed = 200
const maxForgotten = 1_000

interface Of {
  readonly projectId: Uuid
  readonly id: Uuid
}

const sinceWhen = ({ clock }: Pick<World, 'clock'>): Date =>
  new Date(clock.now() - keptDays * dayMs)

/**
 * Keeps a thing aside; in the transaction that deletes it, before it does. Throws `resource_not_found`
 * where it is gone by now: whoever deleted it has kept it.
 */
export async function keepDeleted(
  tx: Tx,
  { clock }: Pick<World, 'clock'>,
  noun: DeletedNoun,
  thing: Of & { readonly name: string },
): Promise<void> {
  if (await insertDeleted(tx, noun, thing, new Date(clock.now()))) return
  throw new Refusal('resource_not_found')
}

/** The newest 200 of a project, newest first. */
export const listDeleted = (
  world: Pick<World, 'db' | 'clock'>,
  projectId: Uuid,
): Promise<DeletedRow[]> => selectDeleted(world.db, projectId, sinceWhen(world), maxListed)

/** Puts a thing back as it was; false: there is none that was deleted within the seven days. */
export async function restoreDeleted(world: World, noun: DeletedNoun, of: Of): Promise<boolean> {
  let wanted: string | null = null
  const restore = async (tx: Tx): Promise<boolean> => {
    const kept = await lockDeleted(tx, noun, of, sinceWhen(world))
    if (kept === null) return false
    ;({ wanted } = kept)
    await noun.mustHaveRoom(tx, world, { projectId: of.projectId, wanted })
    await putBack(tx, noun, of)
    return true
  }
  const isBack = await world.db.transaction(restore).catch(error => {
    if (violatedConstraint(error) === undefined || !noun.taken || wanted === null) throw error
    throw noun.taken(wanted)
  })
  if (isBack) noun.restored?.(world)
  return isBack
}

export const deletedLifecycle: Lifecycle = {
  name: 'deleted things',
  endProjects: deleteDeletedOf,
  retain: world => deleteDeletedBefore(world.db, sinceWhen(world), maxForgotten),
}

/** Forgets those of which a former key has sealed anything: it is about to be forgotten as well. */
export async function forgetSealedOtherwise(tx: Tx): Promise<void> {
  const head = currentHead()
  if (head !== null) await deleteSealedOtherwise(tx, head)
}
