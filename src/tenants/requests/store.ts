/** All SQL on the request log. */
import { floorId, type Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlacedRow, Position } from '#kernel/world/listed.ts'
import type { LoggedRequest } from './logged-request.ts'

/**
 * A call written by two tries is one: `again`, what an earlier one may have written is passed over.
 * Only then, since looking makes each row a record more in the write-ahead log.
 */
export async function insertRequests(
  sql: Sql,
  requests: readonly LoggedRequest[],
  { again }: { readonly again: boolean },
): Promise<void> {
  await sql.query(
    `insert into requests (project_id, id, mode, at, method, path, query, route, status, error_code,
       param, key_id, key_prefix, ip, user_agent, duration_ms, idempotency_key, email_id,
       request_body, response_body)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[],
       $6::text[], $7::text[], $8::text[], $9::smallint[], $10::text[], $11::text[], $12::uuid[],
       $13::text[], $14::text[], $15::text[], $16::integer[], $17::text[], $18::uuid[],
       $19::text[], $20::text[])${again ? ' on conflict do nothing' : ''}`,
    [
      requests.map(one => one.projectId),
      requests.map(one => one.id),
      requests.map(one => one.mode),
      requests.map(one => new Date(one.at)),
      requests.map(one => one.method),
      requests.map(one => one.path),
      requests.map(one => one.query),
      requests.map(one => one.route),
      requests.map(one => one.status),
      requests.map(one => one.errorCode),
      requests.map(one => one.param),
      requests.map(one => one.keyId),
      requests.map(one => one.keyPrefix),
      requests.map(one => one.ip),
      requests.map(one => one.userAgent),
      requests.map(one => one.durationMs),
      requests.map(one => one.idempotencyKey),
      requests.map(one => one.emailId),
      requests.map(one => one.requestBody),
      requests.map(one => one.responseBody),
    ],
  )
}

interface RequestsOf {
  readonly projectId: Uuid
  readonly mode: Mode
}

export interface RequestFilter {
  /** From one status to another, both included. */
  readonly status?: readonly [from: number, to: number]
  readonly code?: string
  readonly keyId?: Uuid
  readonly method?: string
  readonly route?: string
  readonly emailId?: Uuid
  readonly createdAfter?: number
  readonly createdBefore?: number
  readonly search?: RequestSearch
}

export interface RequestSearch {
  /** Of `like`. */
  readonly pattern: string
  readonly requestId?: Uuid
  readonly emailId?: Uuid
  /** It is looked for in bodies, too. */
  readonly isAddress: boolean
}

type RequestRow = Omit<
  LoggedRequest,
  'projectId' | 'mode' | 'at' | 'requestBody' | 'responseBody'
> & {
  readonly at: Date
}

const columns = `id, at, method, path, query, route, status, error_code as "errorCode", param,
  key_id as "keyId", key_prefix as "keyPrefix", ip, user_agent as "userAgent",
  duration_ms as "durationMs", idempotency_key as "idempotencyKey", email_id as "emailId"`

export async function findRequestPosition(
  sql: Sql,
  { projectId, mode }: RequestsOf,
  id: Uuid,
): Promise<Position | null> {
  const [row] = await sql.query<Position>(
    'select xid, id from requests where project_id = $1 and mode = $2 and id = $3',
    [projectId, mode, id],
  )
  return row ?? null
}

export async function findRequest(
  sql: Sql,
  { projectId, mode }: RequestsOf,
  id: Uuid,
): Promise<(RequestRow & Pick<LoggedRequest, 'requestBody' | 'responseBody'>) | null> {
  const [row] = await sql.query<RequestRow & Pick<LoggedRequest, 'requestBody' | 'responseBody'>>(
    `select ${columns}, request_body as "requestBody", response_body as "responseBody"
     from requests where project_id = $1 and mode = $2 and id = $3`,
    [projectId, mode, id],
  )
  return row ?? null
}

interface Reading {
  readonly of: RequestsOf
  readonly filter: RequestFilter
  readonly before: Position
  readonly count: number
  /** How many calls are looked through for what no index knows. */
  readonly maxLooked: number
}

/** Clocks differ, and an id is made a moment before its call has a time. */
const apartMs = 60_000

/** Newest first. What no index knows is looked for among the newest `maxLooked` that fit the rest. */
export function selectRequests(
  sql: Sql,
  { of, filter, before, count, maxLooked }: Reading,
): Promise<(RequestRow & PlacedRow)[]> {
  const values: unknown[] = [of.projectId, of.mode, before.xid, before.id]
  const $ = (value: unknown): string => `$${values.push(value)}`
  const known = knownConditions(filter, $)
  const looked = lookedConditions(filter, $)
  const order = 'order by xid desc, id desc'
  const window = `select * from requests
    where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)
      ${known.map(one => `and ${one}`).join(' ')} ${order}`
  const from =
    looked.length === 0
      ? window
      : `select * from (${window} limit ${$(maxLooked)}) newest
      where ${looked.join(' and ')} ${order}`
  return sql.query<RequestRow & PlacedRow>(
    `select ${columns}, xid, (select settled_below()) as horizon from (${from} limit ${$(count)}) r`,
    values,
  )
}

/** Whether more calls lie behind a position than are looked through. */
export async function hasMoreThan(
  sql: Sql,
  { of, filter, before, maxLooked }: Omit<Reading, 'count'>,
): Promise<boolean> {
  const values: unknown[] = [of.projectId, of.mode, before.xid, before.id]
  const $ = (value: unknown): string => `$${values.push(value)}`
  const known = knownConditions(filter, $)
  const rows = await sql.query(
    `select from requests
     where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)
       ${known.map(one => `and ${one}`).join(' ')}
     order by xid desc, id desc offset ${$(maxLooked)} limit 1`,
    values,
  )
  return rows.length > 0
}

/** Those that an index knows, or that make what is read shorter. */
function knownConditions(filter: RequestFilter, $: (value: unknown) => string): string[] {
  const { status, code, emailId, createdAfter: after, createdBefore: before } = filter
  return [
    ...(status === undefined ? [] : [`status between ${$(status[0])} and ${$(status[1])}`]),
    // For the index of what was refused.
    ...(code !== undefined || (status !== undefined && status[0] >= 400) ? ['status >= 400'] : []),
    ...(code === undefined ? [] : [`error_code = ${$(code)}`]),
    ...(emailId === undefined ? [] : [ofEmail(emailId, $)]),
    ...(after === undefined
      ? []
      : [`at >= ${$(new Date(after))}`, `id >= ${$(floorId(Math.max(0, after - apartMs)))}::uuid`]),
    ...(before === undefined
      ? []
      : [`at < ${$(new Date(before))}`, `id < ${$(floorId(before + apartMs))}::uuid`]),
  ]
}

/** A call that made many names none of them; their ids are in its answer. */
function ofEmail(emailId: Uuid, $: (value: unknown) => string): string {
  const shown = `%msg_${emailId.replaceAll('-', '')}%`
  const made = Number.parseInt(emailId.slice(0, 8) + emailId.slice(9, 13), 16)
  const near = `id between ${$(floorId(Math.max(0, made - apartMs)))} and ${$(floorId(made + apartMs))}`
  return `(email_id = ${$(emailId)}
    or (${near} and email_id is null and route like '%/batch' and response_body like ${$(shown)}))`
}

function lookedConditions(
  { keyId, method, route, search }: RequestFilter,
  $: (value: unknown) => string,
): string[] {
  return [
    ...(keyId === undefined ? [] : [`key_id = ${$(keyId)}`]),
    ...(method === undefined ? [] : [`method = ${$(method)}`]),
    ...(route === undefined ? [] : [`route = ${$(route)}`]),
    ...(search === undefined ? [] : [searched(search, $)]),
  ]
}

function searched(search: RequestSearch, $: (value: unknown) => string): string {
  const { requestId, emailId, isAddress, pattern } = search
  if (requestId !== undefined) return `id = ${$(requestId)}`
  const like = $(pattern)
  const places = [
    `path ilike ${like}`,
    `error_code ilike ${like}`,
    `idempotency_key ilike ${like}`,
    `user_agent ilike ${like}`,
    ...(emailId === undefined ? [] : [`email_id = ${$(emailId)}`]),
    ...(isAddress ? [`query ilike ${like}`, `request_body ilike ${like}`] : []),
  ]
  return `(${places.join(' or ')})`
}

interface Naming {
  readonly projectId: Uuid
  readonly modes: readonly Mode[]
  readonly after: Uuid
  readonly below: Uuid
  /** Whichever way their address may be written, in lower case. */
  readonly spellings: readonly string[]
}

/**
 * Empties what names somebody in the calls of a slice, with the path of it; returns where to go on,
 * null at the end.
 */
export async function emptyNaming(
  sql: Sql,
  { projectId, modes, after, below, spellings }: Naming,
  count: number,
): Promise<Uuid | null> {
  const [row] = await sql.query<{ last: Uuid | null; looked: number }>(
    `with slice as materialized (
       select id, mode = any($2) and exists (
           select from unnest($6::text[]) s (spelling) where position(s.spelling in lower(
             concat_ws(' ', path, query, request_body, response_body, idempotency_key))) > 0)
         as names
       from requests where project_id = $1 and id > $3 and id < $4 order by id limit $5),
     emptied as (
       update requests r
       set request_body = null, response_body = null, query = null, idempotency_key = null,
         path = coalesce(route, '')
       from slice s where r.project_id = $1 and r.id = s.id and s.names)
     select max(id::text)::uuid as last, count(*)::integer as looked from slice`,
    [projectId, modes, after, below, count, spellings],
  )
  return row!.looked < count ? null : row!.last
}

/** Those of a project from before an id; returns how many there were, at most `count`. */
export async function deleteRequestsBefore(
  sql: Sql,
  projectId: Uuid,
  before: Uuid,
  count: number,
): Promise<number> {
  const rows = await sql.query(
    `delete from requests r using (
       select id from requests where project_id = $1 and id < $2 order by id limit $3) old
     where r.project_id = $1 and r.id = old.id and r.id < $2 returning r.id`,
    [projectId, before, count],
  )
  return rows.length
}

export async function deleteRequestsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  count: number,
): Promise<number> {
  const rows = await sql.query(
    `delete from requests r using (
       select project_id, id from requests where project_id = any($1::uuid[]) limit $2) old
     where r.project_id = old.project_id and r.id = old.id returning r.id`,
    [projectIds, count],
  )
  return rows.length
}
