/**
 * All SQL on claims of domains that somebody else has registered.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { MadeByMode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'

export interface Claim extends MadeByMode {
  readonly project_id: Uuid
  readonly id: Uuid
  readonly name: string
  readonly token: string
  readonly created_at: Date
}

export async function insertClaim(
  tx: Sql,
  claim: Omit<Claim, 'created_at'> & { createdAt: number },
): Promise<void> {
  await tx.query(
    `insert into domain_claims (project_id, id, name, token, created_at, made_by_mode)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      claim.project_id,
      claim.id,
      claim.name,
      claim.token,
      new Date(claim.createdAt),
      claim.made_by_mode,
    ],
  )
}

export async function findClaim(sql: Sql, projectId: Uuid, id: Uuid): Promise<Claim | null> {
  const rows = await sql.query<Claim>(
    `select project_id, id, name, token, created_at, made_by_mode from domain_claims
     where project_id = $1 and id = $2`,
    [projectId, id],
  )
  return rows[0] ?? null
}

export async function deleteClaim(tx: Sql, projectId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await tx.query(
    'delete from domain_claims where project_id = $1 and id = $2 returning id',
    [projectId, id],
  )
  return rows.length > 0
}

export async function countClaims(sql: Sql, projectId: Uuid): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::integer as count from domain_claims where project_id = $1',
    [projectId],
  )
  return row!.count
}
