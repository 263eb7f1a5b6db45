/**
 * Undoing an import: contacts that it made and nobody has touched since go away, fields that it
 * changed go back unless they were changed again, topics are left with a record.
 */
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { ForgetContact } from '../contacts/people/erase.ts'
import { takeOut } from '../contacts/people/take-out.ts'
import { type ImportRow, takeChanges, undoNames, updateImport } from './store.ts'

const perSlice = 500

/** False when nothing is left. */
export async function undoSlice(
  tx: Tx,
  world: World,
  tenant: Tenant,
  { row, forget }: { readonly row: ImportRow; readonly forget: ForgetContact },
): Promise<boolean> {
  const key = { projectId: row.project_id, id: row.id }
  const changes = await takeChanges(tx, key, perSlice)
  if (changes.length === 0) {
    await updateImport(tx, key, { status: 'undone' })
    return false
  }
  const taken = await takeOut(
    tx,
    { world, tenant },
    changes.map(one => ({
      contactId: one.contact_id,
      before: one.created ? null : one.before,
      after: one.after,
      joined: one.joined ?? [],
    })),
    { actor: row.options.actor, forget },
  )
  const counts: ImportRow['counts'] = { ...row.counts }
  for (const name of undoNames) counts[name] = (counts[name] ?? 0) + taken[name]
  await updateImport(tx, key, { counts })
  return true
}
