/**
 * All SQL on the DKIM keys of domains.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { DkimAlgorithm } from '#kernel/mail/dkim.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { currentHead, sealText, unsealText } from '#kernel/world/sealed.ts'

type KeyState = 'next' | 'active' | 'retired'

export interface DkimKey {
  readonly id: Uuid
  readonly algorithm: DkimAlgorithm
  readonly selector: string
  readonly dns_value: string
  readonly state: KeyState
  readonly verified: boolean
  readonly created_at: string
}

interface NewDkimKey {
  readonly projectId: Uuid
  readonly domainId: Uuid
  readonly id: Uuid
  readonly algorithm: DkimAlgorithm
  readonly selector: string
  readonly privateKeyPem: string
  readonly dnsValue: string
  readonly state: KeyState
  readonly createdAt: number
}

export async function insertKey(tx: Sql, key: NewDkimKey): Promise<void> {
  await tx.query(
    `insert into dkim_keys (project_id, domain_id, id, algorithm, selector, private_key, dns_value,
                            state, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      key.projectId,
      key.domainId,
      key.id,
      key.algorithm,
      key.selector,
      sealText('dkim', key.privateKeyPem),
      key.dnsValue,
      key.state,
      new Date(key.createdAt),
    ],
  )
}

export interface KeyChange {
  readonly id: Uuid
  readonly verified: boolean
  readonly state: KeyState
}

/** Notes which keys DNS shows, and moves states in a rotation. */
export async function updateKeys(
  tx: Sql,
  domain: { readonly project_id: Uuid; readonly id: Uuid },
  keys: readonly KeyChange[],
  now: number,
): Promise<void> {
  await tx.query(
    `update dkim_keys k set verified = t.verified, state = t.state,
       retired_at = case when t.state = 'retired' then coalesce(k.retired_at, $6) end
     from unnest($3::uuid[], $4::boolean[], $5::text[]) as t (id, verified, state)
     where k.project_id = $1 and k.domain_id = $2 and k.id = t.id`,
    [
      domain.project_id,
      domain.id,
      keys.map(k => k.id),
      keys.map(k => k.verified),
      keys.map(k => k.state),
      new Date(now),
    ],
  )
}

/** Removes keys that stopped signing before a moment. */
export async function deleteRetiredKeys(sql: Sql, before: number): Promise<void> {
  await sql.query(`delete from dkim_keys where state = 'retired' and retired_at < $1`, [
    new Date(before),
  ])
}

/** Seals private keys under the first key that are not, some at a time; returns how many. */
export async function sealSigningKeys(tx: Tx, limit: number): Promise<number> {
  const head = currentHead()
  if (head === null) return 0
  const rows = await tx.query<{ id: Uuid; kept: string }>(
    `select id, private_key as kept from dkim_keys where not starts_with(private_key, $1)
     limit $2 for update`,
    [head, limit],
  )
  if (rows.length === 0) return 0
  await tx.query(
    `update dkim_keys k set private_key = t.kept
     from unnest($1::uuid[], $2::text[]) as t (id, kept) where k.id = t.id`,
    [rows.map(row => row.id), rows.map(row => sealText('dkim', unsealText('dkim', row.kept)))],
  )
  return rows.length
}
