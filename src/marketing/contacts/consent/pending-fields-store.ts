/** All SQL on what forms have said of people who have still to confirm. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteAll, deleteChosen } from '#kernel/world/delete-rows.ts'
import type { ContactFields } from '../people/contact.ts'

/** Which asking. */
interface Asking {
  readonly projectId: Uuid
  readonly contactId: Uuid
  readonly askedAt: Date
}

export async function insertPendingFields(
  tx: Sql,
  { projectId, contactId, askedAt }: Asking,
  fields: ContactFields,
): Promise<void> {
  await tx.query(
    `insert into pending_fields (project_id, contact_id, asked_at, fields)
     values ($1, $2, $3, $4::jsonb) on conflict do nothing`,
    [projectId, contactId, askedAt, JSON.stringify(fields)],
  )
}

/** null: there are none, or they were taken before. */
export async function takePendingFields(
  tx: Sql,
  { projectId, contactId, askedAt }: Asking,
): Promise<ContactFields | null> {
  const [row] = await tx.query<{ fields: ContactFields }>(
    `delete from pending_fields where project_id = $1 and contact_id = $2 and asked_at = $3
     returning fields`,
    [projectId, contactId, askedAt],
  )
  return row?.fields ?? null
}

const rows = { table: 'pending_fields', key: 'project_id, contact_id, asked_at' }

/** Those that nobody confirms any more; how many. */
export const forgetPendingFields = (sql: Sql, before: Date, max: number): Promise<number> =>
  deleteChosen(sql, rows, 'where asked_at < $1 limit $2', [before, max])

export const deletePendingFieldsOf = (sql: Sql, projectIds: readonly Uuid[]): Promise<void> =>
  deleteAll(sql, [rows.table], projectIds)
