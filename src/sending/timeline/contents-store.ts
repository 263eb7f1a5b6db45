/**
 * All SQL on contents that many emails share. A content is written once and never changed; an email
 * refers to it by id.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { EmailContent } from '../events/email.ts'

interface NewContent {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly content: EmailContent
  /** ms since 1970. */
  readonly at: number
}

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))

export async function insertContent(
  tx: Sql,
  { projectId, id, content, at }: NewContent,
): Promise<void> {
  await tx.query(
    `insert into contents (project_id, id, html, text, headers, attachments, untracked,
       last_used_at, merging)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      projectId,
      id,
      content.html ?? null,
      content.text ?? null,
      json(content.headers),
      json(content.attachments),
      content.untracked ?? null,
      new Date(at),
      json(content.merging),
    ],
  )
}

/** Those of these contents that are there. */
export async function findContents(
  sql: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  const rows = await sql.query<{ id: Uuid }>(
    'select id from contents where project_id = $1 and id = any($2::uuid[])',
    [projectId, ids],
  )
  return new Set(rows.map(row => row.id))
}

/** Notes that emails refer to contents, in the transaction that writes them. They must exist. */
export async function noteUse(
  tx: Sql,
  uses: readonly { readonly projectId: Uuid; readonly id: Uuid }[],
  at: number,
): Promise<void> {
  const rows = await tx.query(
    `update contents c set last_used_at = greatest(c.last_used_at, $3)
     from unnest($1::uuid[], $2::uuid[]) as t (project_id, id)
     where c.project_id = t.project_id and c.id = t.id
     returning c.id`,
    [uses.map(one => one.projectId), uses.map(one => one.id), new Date(at)],
  )
  assert(rows.length === uses.length, 'emails refer to a content that is there')
}

/** A content that has not been used for long; an email may still refer to it. */
interface OldContent {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly lastUsedAt: Date
}

/** Contents last used between two moments, of projects on a plan, by their time. */
export function selectOldContents(
  sql: Sql,
  asked: {
    readonly plan: string
    readonly after: Date
    readonly before: Date
    readonly max: number
  },
): Promise<OldContent[]> {
  return sql.query<OldContent>(
    `select c.project_id as "projectId", c.id, c.last_used_at as "lastUsedAt"
     from contents c
     join projects p on p.id = c.project_id
     join accounts a on a.id = p.account_id and a.plan = $1
     where c.last_used_at > $2 and c.last_used_at < $3
     order by c.last_used_at limit $4`,
    [asked.plan, asked.after, asked.before, asked.max],
  )
}

/**
 * Deletes those of these contents that no email refers to; returns how many. `until` is above the id
 * of every email that was accepted with the content: emails are ordered by the time in their id, and
 * of those retention has left few.
 */
export async function deleteUnused(
  tx: Sql,
  contents: readonly (OldContent & { readonly until: Uuid })[],
): Promise<number> {
  const rows = await tx.query(
    `delete from contents c
     using unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[])
       as t (project_id, id, last_used_at, until)
     where c.project_id = t.project_id and c.id = t.id and c.last_used_at = t.last_used_at
       and not exists (
         select from emails e
         where e.project_id = t.project_id and e.id < t.until and e.content_id = t.id)
     returning c.id`,
    [
      contents.map(one => one.projectId),
      contents.map(one => one.id),
      contents.map(one => one.lastUsedAt),
      contents.map(one => one.until),
    ],
  )
  return rows.length
}
