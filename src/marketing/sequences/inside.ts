/** Those inside a sequence: it is shared by the modes, but each person is in one, with its clock. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Call, Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { worldOfMode } from '#tenants/test-clock/test-clock.ts'
import { type Enrollment, insideOf } from './enrollment-store.ts'

interface Inside {
  /** Of their mode, whoever calls. */
  readonly world: World
  readonly tenant: Tenant
  readonly one: Enrollment
}

export const modes = ['live', 'test'] as const

/** Locked. */
export async function insideOfModes(
  tx: Tx,
  { world, tenant }: Pick<Call, 'world' | 'tenant'>,
  sequenceId: Uuid,
): Promise<Inside[]> {
  const { projectId } = tenant
  const worlds = {
    live: await worldOfMode(world, projectId, 'live'),
    test: await worldOfMode(world, projectId, 'test'),
  }
  const all = await insideOf(tx, projectId, sequenceId)
  return all.map(one => ({ world: worlds[one.mode], tenant: { ...tenant, mode: one.mode }, one }))
}
