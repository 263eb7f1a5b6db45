/** SQL that seals contents of a project that are plain, or sealed under a former key. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { currentHead } from '#kernel/world/sealed.ts'
import { openBody, sealBody } from './sealed-content.ts'

interface SealedContent {
  readonly id: Uuid
  readonly html: string | null
  readonly text: string | null
  readonly sealed: Buffer | null
}

export async function sealContentsAnew(sql: Sql, projectId: Uuid, limit: number): Promise<number> {
  const head = currentHead()
  if (head === null) return 0
  const rows = await sql.query<SealedContent>(
    `select email_id as id, html, text, sealed from email_contents
     where project_id = $1
       and (html is not null or text is not null or substring(sealed from 1 for $2) <> $3)
     limit $4 for update`,
    [projectId, head.length, Buffer.from(head), limit],
  )
  if (rows.length === 0) return 0
  const bodies = rows.map(({ html, text, sealed }) =>
    sealBody(
      sealed === null ? { html: html ?? undefined, text: text ?? undefined } : openBody(sealed),
    ),
  )
  await sql.query(
    `update email_contents c set html = null, text = null, sealed = t.sealed
     from unnest($2::uuid[], $3::bytea[]) as t (id, sealed)
     where c.project_id = $1 and c.email_id = t.id`,
    [projectId, rows.map(row => row.id), bodies],
  )
  return rows.length
}
