/** What a new version does to those who are inside: they finish on theirs, move, or leave. */
import { ownOf } from '#kernel/base/own.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Sequence } from './definition/definition.ts'
import { insertVisits, updateEnrollments } from './engine/moves-store.ts'
import { endMany, rewakeEnrollments } from './people/enrol.ts'
import { countInside } from './people/enrollment-store.ts'
import { insideOfModes } from './people/inside.ts'

interface Moving {
  readonly how: 'finish' | 'move' | 'leave'
  readonly version: number
  /** Where those go whose step is gone, by its key. */
  readonly map: Readonly<Record<string, string>>
}

type Fate = 'finish' | 'move' | 'leave' | 'exit'

/** Where those who stand at a step go. */
function fateOf(
  step: string | null,
  { definition: { steps } }: Sequence,
  { how, map }: Moving,
): { readonly fate: Fate; readonly target: string | null } {
  const target = step === null ? null : (ownOf(map, step) ?? step)
  const isThere = steps.some(one => one.key === target)
  return { fate: how === 'move' && !isThere ? 'exit' : how, target }
}

export async function countFates(
  tx: Tx,
  { projectId }: Tenant,
  sequence: Sequence,
  moving: Moving,
): Promise<Record<Fate, number>> {
  const counts = { finish: 0, move: 0, leave: 0, exit: 0 }
  for (const { step, count } of await countInside(tx, projectId, sequence.id)) {
    counts[fateOf(step, sequence, moving).fate] += count
  }
  return counts
}

export async function moveInside(
  tx: Tx,
  call: TenantWorld,
  sequence: Sequence,
  moving: Moving,
): Promise<void> {
  if (moving.how === 'finish') return
  const { projectId } = call.tenant
  for await (const { world, tenant, some } of insideOfModes(tx, call, sequence.id)) {
    const fates = some.map(one => ({ one, ...fateOf(one.step, sequence, moving) }))
    const moved = fates.filter(one => one.fate === 'move')
    const elsewhere = moved.filter(({ one, target }) => target !== one.step)
    const { version } = moving
    await updateEnrollments(
      tx,
      projectId,
      moved.map(({ one, target }) => ({
        ...one,
        version,
        step: target,
        ...(target === one.step ? {} : { visit: one.visit + 1, due_at: null, waiting: null }),
      })),
    )
    const dueAt = world.clock.now()
    const at = new Date(dueAt)
    // They came to the step that they are led away from.
    await insertVisits(
      tx,
      projectId,
      elsewhere.map(({ one: { id: enrollmentId, visit, step } }) => {
        return { enrollmentId, visit, step: step!, at, outcome: 'moved', emailId: null }
      }),
    )
    await rewakeEnrollments(
      tx,
      world,
      projectId,
      elsewhere.map(({ one: { id } }) => ({ id, dueAt })),
    )
    const out = fates.filter(one => one.fate !== 'move')
    const as = { state: 'exited', reason: 'new_version' } as const
    await endMany(
      tx,
      world,
      tenant,
      out.map(({ one: enrollment }) => ({ enrollment, ...as })),
    )
  }
}
