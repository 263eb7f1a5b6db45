/** What webhooks of Resend's form are told of emails; read only where a project has such a one. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Envelope } from './resend-form.ts'

export async function readEnvelopes(
  sql: Sql,
  emails: readonly { readonly projectId: Uuid; readonly id: Uuid }[],
): Promise<Map<Uuid, Envelope>> {
  const rows = await sql.query<Omit<Envelope, 'createdAt'> & { created_at: Date }>(
    `select e.id, e.sender, e.addressees->'to' as "to", e.subject, e.created_at,
       e.message_id as "messageId"
     from unnest($1::uuid[], $2::uuid[]) as t (project_id, id)
     join emails e on e.project_id = t.project_id and e.id = t.id`,
    [emails.map(one => one.projectId), emails.map(one => one.id)],
  )
  return new Map(
    rows.map(({ created_at, ...row }) => [row.id, { ...row, createdAt: created_at.getTime() }]),
  )
}
