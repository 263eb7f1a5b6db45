/** An import of a file that lies ready, for tests that take its turns themselves. */
import { Readable } from 'node:stream'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { askConfirmation } from '#marketing/forms/confirm.ts'
import { tenantOf } from '#marketing/forms/tenant.ts'
import { freshOptions } from '#marketing/imports/options.ts'
import { prepareFile } from '#marketing/imports/prepare.ts'
import { importTask } from '#marketing/imports/run.ts'
import { insertImport } from '#marketing/imports/store.ts'
import { addToSegment, forgetMember } from '#marketing/segments/members.ts'
import { trackImported } from '#marketing/segments/tracked.ts'
import { noDestination } from '#platform/queue/entry.ts'

type Options = ReturnType<typeof freshOptions>

/** Its id, and what does one turn of it and says whether there is more. */
export async function readyImport(
  world: World & { readonly db: Db },
  projectId: Uuid,
  { csv, options = {} }: { readonly csv: string; readonly options?: Partial<Options> },
): Promise<{ id: Uuid; turn: () => Promise<boolean> }> {
  const tenant = (await tenantOf(world, projectId, 'live'))!
  const id = world.ids.next()
  const asked = { ...freshOptions('csv', 'operator'), ...options }
  const at = new Date(world.clock.now())
  await world.db.transaction(tx => insertImport(tx, tenant, { id, options: asked, at }))
  const file = Readable.from([Buffer.from(csv)])
  await prepareFile({ world, tenant }, id, file, { isPacked: false, startsAtOnce: true })
  const task = importTask({
    tenantOf,
    addToSegment,
    trackImported,
    askConfirmation,
    forget: forgetMember,
  })
  const about = { projectId, subject: id, n: 0, destination: noDestination }
  return { id, turn: () => task.runSlice(world, about) }
}
