/** All SQL on the links to a domain's records. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

export interface DomainLink {
  readonly projectId: Uuid
  readonly domainId: Uuid
  readonly nonce: Buffer
  readonly expiresAt: Date
}

/** Takes the place of the one before it. */
export async function putLink(sql: Sql, link: DomainLink & { createdAt: Date }): Promise<void> {
  await sql.query(
    `insert into domain_links (project_id, domain_id, nonce, created_at, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (domain_id) do update set
       nonce = excluded.nonce, created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [link.projectId, link.domainId, link.nonce, link.createdAt, link.expiresAt],
  )
}

export async function findLink(sql: Sql, domainId: Uuid, now: Date): Promise<DomainLink | null> {
  const [row] = await sql.query<DomainLink>(
    `select project_id as "projectId", domain_id as "domainId", nonce, expires_at as "expiresAt"
     from domain_links where domain_id = $1 and expires_at > $2`,
    [domainId, now],
  )
  return row ?? null
}

export async function deleteLink(sql: Sql, projectId: Uuid, domainId: Uuid): Promise<boolean> {
  const rows = await sql.query(
    'delete from domain_links where project_id = $1 and domain_id = $2 returning domain_id',
    [projectId, domainId],
  )
  return rows.length > 0
}
