/** An import that the operator runs from a file of the machine, to its end. */
import type { Readable } from 'node:stream'
import { Refusal } from '#kernel/base/errors.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { noDestination } from '#platform/queue/entry.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { addToSegment } from '../segments/members.ts'
import { trackImported } from '../segments/tracked.ts'
import { showImport } from './import.ts'
import { noAddress } from './mapping.ts'
import { forgetContact } from './of-person.ts'
import { freshOptions } from './options.ts'
import { prepareFile } from './prepare.ts'
import { importTask } from './run.ts'
import { stateOf } from './state-table.ts'
import { findImport, insertImport } from './store.ts'

/** What stands beside imports and is handed in, as to the task of the service. */
type Beside = Pick<Parameters<typeof importTask>[0], 'tenantOf' | 'askConfirmation'>

interface HandImport extends Beside {
  readonly format: 'csv' | 'ndjson'
  readonly isPacked: boolean
}

/** Resolves with the import as it ended. */
export async function importFile(
  world: World,
  owner: { readonly projectId: string; readonly mode: Mode },
  body: Readable,
  { format, isPacked, ...beside }: HandImport,
): Promise<Record<string, unknown>> {
  const tenant = await beside.tenantOf(world, owner.projectId, owner.mode)
  if (tenant === null) throw new Refusal('resource_not_found')
  const options = freshOptions(format, 'operator')
  const id = world.ids.next()
  const at = new Date(world.clock.now())
  await world.db.transaction(tx => insertImport(tx, tenant, { id, options, at }))
  // The service may never have run here.
  await ensurePartitions(world)
  await prepareFile({ world, tenant }, id, body, { isPacked, startsAtOnce: true })
  const prepared = await findImport(world.db, tenant, id)
  if (prepared !== null && stateOf(prepared.status).stage === 'review') throw noAddress()
  const task = importTask({
    ...beside,
    addToSegment,
    trackImported,
    forget: forgetContact,
  })
  const about = { projectId: owner.projectId, subject: id, n: 0, destination: noDestination }
  while (await task.runSlice(world, about));
  const row = await findImport(world.db, tenant, id)
  const { recognised: _, ...shown } = showImport(row!, world.clock.now())
  return shown
}
