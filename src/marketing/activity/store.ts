/** All SQL on activity. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import {
  deleteAll,
  deleteChosen,
  deleteEnded,
  deleteSome,
  type EndedRows,
} from '#kernel/world/delete-rows.ts'
import { type PlacedRow, type Position, pageValues, positionsByMode } from '#kernel/world/listed.ts'

interface ActivityOwner {
  readonly projectId: Uuid
  readonly mode: Mode
}

interface NewActivity {
  readonly id: Uuid
  readonly contactId: Uuid | null
  readonly name: string
  readonly data: object | null
  /** The texts of the data as they are compared. */
  readonly folded: object | null
  readonly at: number
}

export async function insertActivity(
  tx: Sql,
  owner: ActivityOwner,
  rows: readonly NewActivity[],
): Promise<void> {
  if (rows.length === 0) return
  const json = (value: object | null): string | null =>
    value === null ? null : JSON.stringify(value)
  await tx.query(
    `insert into activity (project_id, mode, id, contact_id, name, data, folded, at)
     select $1, $2, * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::jsonb[], $7::jsonb[],
       $8::timestamptz[])`,
    [
      owner.projectId,
      owner.mode,
      rows.map(row => row.id),
      rows.map(row => row.contactId),
      rows.map(row => row.name),
      rows.map(row => json(row.data)),
      rows.map(row => json(row.folded)),
      rows.map(row => new Date(row.at)),
    ],
  )
}

/** Takes keys for activities; of each that was taken before, whose it is. */
export async function takeKeys(
  tx: Sql,
  owner: ActivityOwner,
  keys: readonly { readonly key: string; readonly activityId: Uuid }[],
  { at, expiredAt }: { readonly at: Date; readonly expiredAt: Date },
): Promise<Map<string, Uuid>> {
  if (keys.length === 0) return new Map()
  const sorted = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const taken = await tx.query<{ key: string }>(
    `insert into activity_keys as k (project_id, mode, dedupe_key, activity_id, at)
     select $1, $2, t.*, $5 from unnest($3::text[], $4::uuid[]) as t
     on conflict (project_id, mode, dedupe_key)
       do update set activity_id = excluded.activity_id, at = excluded.at where k.at < $6
     returning dedupe_key as key`,
    [
      owner.projectId,
      owner.mode,
      sorted.map(one => one.key),
      sorted.map(one => one.activityId),
      at,
      expiredAt,
    ],
  )
  const fresh = new Set(taken.map(row => row.key))
  const known = sorted.filter(one => !fresh.has(one.key)).map(one => one.key)
  if (known.length === 0) return new Map()
  const rows = await tx.query<{ key: string; activity_id: Uuid }>(
    `select dedupe_key as key, activity_id from activity_keys
     where project_id = $1 and mode = $2 and dedupe_key = any($3::text[])`,
    [owner.projectId, owner.mode, known],
  )
  return new Map(rows.map(row => [row.key, row.activity_id]))
}

export interface ActivityRow {
  readonly id: Uuid
  readonly name: string
  readonly contact_id: Uuid | null
  readonly data: Readonly<Record<string, unknown>> | null
  readonly at: Date
}

interface ActivityFilter {
  readonly name?: string
  readonly contactId?: Uuid
  readonly after?: Date
}

export async function listActivity(
  sql: Sql,
  owner: ActivityOwner,
  filter: ActivityFilter,
  page: { readonly before: Position; readonly count: number },
): Promise<(ActivityRow & PlacedRow)[]> {
  const values = pageValues(owner, page)
  const where: string[] = []
  const add = (condition: string, value: unknown): void => {
    if (value !== undefined) where.push(` and ${condition} $${values.push(value)}`)
  }
  add('name =', filter.name)
  add('contact_id =', filter.contactId)
  add('at >', filter.after)
  return sql.query<ActivityRow & PlacedRow>(
    `select id, xid, (select settled_below()) as horizon, name, contact_id, data, at from activity
     where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)${where.join('')}
     order by xid desc, id desc limit $5`,
    values,
  )
}

export const findActivityPosition = positionsByMode('activity')

/** What a person did, newest first, for evaluating filters. */
export async function activityOf(
  sql: Sql,
  owner: ActivityOwner,
  contactId: Uuid,
  names: readonly string[],
): Promise<ActivityRow[]> {
  return sql.query<ActivityRow>(
    `select id, name, contact_id, data, at from activity
     where project_id = $1 and mode = $2 and contact_id = $3 and name = any($4::text[])
     order by at desc`,
    [owner.projectId, owner.mode, contactId, names],
  )
}

/** What a person did before an id, newest first. */
export async function historyOf(
  sql: Sql,
  owner: ActivityOwner,
  contactId: Uuid,
  page: { readonly before: Uuid; readonly count: number; readonly without: readonly string[] },
): Promise<ActivityRow[]> {
  return sql.query<ActivityRow>(
    `select id, name, contact_id, data, at from activity
     where project_id = $1 and mode = $2 and contact_id = $3 and id < $4 and name <> all($6::text[])
     order by id desc limit $5`,
    [owner.projectId, owner.mode, contactId, page.before, page.count, page.without],
  )
}

/** Whether this is something that the person did. */
export async function findActivityOf(
  sql: Sql,
  owner: ActivityOwner,
  contactId: Uuid,
  id: Uuid,
): Promise<boolean> {
  const rows = await sql.query(
    'select from activity where project_id = $1 and mode = $2 and contact_id = $3 and id = $4',
    [owner.projectId, owner.mode, contactId, id],
  )
  return rows.length > 0
}

/** What a person did goes with the person; returns what it was. */
export async function deleteActivityOf(
  tx: Sql,
  projectId: Uuid,
  contactIds: readonly Uuid[],
): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(
    'delete from activity where project_id = $1 and contact_id = any($2::uuid[]) returning id',
    [projectId, contactIds],
  )
  return rows.map(row => row.id)
}

export async function deleteActivityOfProjects(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  await deleteAll(sql, ['activity_keys'], projectIds)
  return deleteSome(sql, { table: 'activity', key: 'project_id, id' }, projectIds, max)
}

/** Of projects whose time for it is over. */
export const deleteOldActivity = (
  sql: Sql,
  ended: readonly EndedRows[],
  max: number,
): Promise<number> =>
  deleteEnded(sql, { table: 'activity', key: 'project_id, id', id: 'id' }, ended, max)

export const deleteOldKeys = (sql: Sql, before: Date, max: number): Promise<number> =>
  deleteChosen(
    sql,
    { table: 'activity_keys', key: 'project_id, mode, dedupe_key' },
    'where at < $1 limit $2',
    [before, max],
  )
