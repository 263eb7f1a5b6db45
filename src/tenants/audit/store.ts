/** All SQL on the audit log: it is written and read, never changed. */
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlacedRow, Position } from '#kernel/world/listed.ts'
import type { AuditedChange, AuditFields } from './change.ts'

type AuditInsert = AuditedChange & {
  readonly id: Uuid
  readonly at: Date
  readonly targetType: string
}

/** A key's or member's name is that of the moment: both may be gone when somebody reads it. */
export async function insertAudit(sql: Sql, one: AuditInsert): Promise<void> {
  const { type, id } = one.actor
  await sql.query(
    `insert into audit_records (id, account_id, by_operator, at, actor_type, actor_id, actor_name,
       ip, action, target_type, target_id, target_name, before, after)
     values ($1, $2, $3, $4, $5, $6, coalesce($7,
         (select coalesce(nullif(k.name, ''), k.prefix) from api_keys k join projects p
            on p.id = k.project_id where $5 = 'key' and p.account_id = $2 and k.id = $15),
         (select email from members where $5 <> 'key' and id = $15)),
       $8, $9, $10, $11, $12, $13, $14)`,
    [
      one.id,
      one.accountId,
      one.isByOperator,
      one.at,
      type,
      id && show(type === 'key' ? 'key' : 'usr', id),
      one.actor.name,
      one.ip,
      one.action,
      one.targetType,
      one.targetId,
      one.targetName,
      one.before && JSON.stringify(one.before),
      one.after && JSON.stringify(one.after),
      id,
    ],
  )
}

/** Whose a thing is, by its id as it is shown; null: nobody's, or it is gone. */
export async function accountOfThing(sql: Sql, shown: string): Promise<Uuid | null> {
  const project = read('prj', shown)
  const table = tables.find(([prefix]) => shown.startsWith(`${prefix}_`))
  const id = table === undefined ? project : read(table[0], shown)
  if (id === null) return null
  const [row] = await sql.query<{ id: Uuid }>(
    table === undefined
      ? 'select account_id as id from projects where id = $1'
      : `select p.account_id as id from ${table[1]} t join projects p on p.id = t.project_id
         where t.id = $1`,
    [id],
  )
  return row?.id ?? null
}

const tables = [
  ['key', 'api_keys'],
  ['dom', 'domains'],
  ['cmp', 'campaigns'],
] as const

export interface AuditRow {
  readonly id: Uuid
  readonly at: Date
  readonly actorType: string
  readonly actorId: string | null
  readonly actorName: string | null
  readonly ip: string | null
  readonly action: string
  readonly targetType: string
  readonly targetId: string | null
  readonly targetName: string | null
  readonly before: AuditFields | null
  readonly after: AuditFields | null
}

const columns = `id, at, actor_type as "actorType", actor_id as "actorId",
  actor_name as "actorName", ip, action, target_type as "targetType", target_id as "targetId",
  target_name as "targetName", before, after`

/** Whose records: an account's, or those of operators in all accounts. */
export type AuditOf = { readonly accountId: Uuid } | 'operators'

export interface AuditFilter {
  readonly actor?: string | undefined
  /** Whole, or how it begins. */
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
}

const ofWhom = (of: AuditOf): readonly [string, readonly unknown[]] =>
  of === 'operators' ? ['by_operator', []] : ['account_id = $1', [of.accountId]]

export async function auditPosition(sql: Sql, of: AuditOf, id: Uuid): Promise<Position | null> {
  const [condition, values] = ofWhom(of)
  const [row] = await sql.query<Position>(
    `select xid, id from audit_records where ${condition} and id = $${values.length + 1}`,
    [...values, id],
  )
  return row ?? null
}

/** Up to `count` before a position, newest first. */
export function readAudit(
  sql: Sql,
  of: AuditOf,
  filter: AuditFilter,
  { before, count }: { readonly before: Position; readonly count: number },
): Promise<(AuditRow & PlacedRow)[]> {
  const [condition, owner] = ofWhom(of)
  const values = [...owner]
  const $ = (value: unknown): string => `$${values.push(value)}`
  const conditions = [
    condition,
    `(xid, id) < (${$(before.xid)}::xid8, ${$(before.id)}::uuid)`,
    ...(filter.actor === undefined ? [] : [`actor_id = ${$(filter.actor)}`]),
    ...(filter.action === undefined ? [] : [`starts_with(action, ${$(filter.action)})`]),
    ...(filter.target === undefined ? [] : [`target_id = ${$(filter.target)}`]),
    ...(filter.after === undefined ? [] : [`at >= ${$(new Date(filter.after))}`]),
    ...(filter.before === undefined ? [] : [`at < ${$(new Date(filter.before))}`]),
  ]
  return sql.query<AuditRow & PlacedRow>(
    `select ${columns}, xid, (select settled_below()) as horizon from audit_records
     where ${conditions.join(' and ')} order by xid desc, id desc limit ${$(count)}`,
    values,
  )
}

/** Who deleted things, by their ids as they are shown: the last one of each. */
export function selectDeleters(
  sql: Sql,
  accountId: Uuid,
  { targets, since }: { readonly targets: readonly string[]; readonly since: Date },
): Promise<{ readonly target: string; readonly name: string | null }[]> {
  return sql.query(
    `select distinct on (target_id) target_id as target, actor_name as name from audit_records
     where account_id = $1 and at >= $2 and target_id = any($3::text[]) and action like '%.deleted'
     order by target_id, at desc`,
    [accountId, since, targets],
  )
}
