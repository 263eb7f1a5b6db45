/** Those inside a sequence: it is shared by the modes, but each person is in one, with its clock. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { worldOfMode } from '#tenants/test-clock/test-clock.ts'
import { pagesOf } from './enrol.ts'
import { type Enrollment, insideAfter } from './enrollment-store.ts'

interface Inside {
  /** Of their mode, whoever calls. */
  readonly world: World
  readonly tenant: Tenant
  readonly some: readonly Enrollment[]
}

const modes = ['live', 'test'] as const

/** Locked, a page of one mode at a time. */
export async function* insideOfModes(
  tx: Tx,
  { world, tenant }: TenantWorld,
  sequenceId: Uuid,
): AsyncGenerator<Inside> {
  const { projectId } = tenant
  const worlds = {
    live: await worldOfMode(tx, world, projectId, 'live'),
    test: await worldOfMode(tx, world, projectId, 'test'),
  }
  for await (const page of pagesOf(one => insideAfter(tx, projectId, sequenceId, one))) {
    for (const mode of modes) {
      const some = page.filter(one => one.mode === mode)
      if (some.length > 0) yield { world: worlds[mode], tenant: { ...tenant, mode }, some }
    }
  }
}
