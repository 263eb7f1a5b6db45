/** The list of suppressions: by address, by a part of one, by reason and stream. */
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import { inOwnLetters, isAscii } from '#kernel/mail/domain-name.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlacedRow, Position } from '#kernel/world/listed.ts'
import { type SuppressionRow, shown } from './store.ts'

interface SuppressionFilter {
  readonly address: string | null
  /** Of the address, whatever its case. */
  readonly part: string | null
  readonly stream: string | null
  readonly reason: string | null
}

/**
 * No index knows parts of addresses, and a list has millions of entries: so many are looked at, the
 * newest behind a position first.
 */
export const maxLooked = 100_000

export async function listSuppressions(
  sql: Sql,
  owner: { projectId: Uuid; mode: Mode },
  filter: SuppressionFilter,
  page: { before: Position; count: number },
): Promise<(SuppressionRow & PlacedRow)[]> {
  const meant = await addressesMeant(sql, owner, filter, page.before)
  const isMeant = meant.length === 0 ? '' : ' or address = any($6)'
  const first = meant.length === 0 ? 6 : 7
  // One text per set of filters: the planner then sees only conditions that are there.
  const wanted = [
    ['address = $', filter.address],
    ['stream = $', filter.stream],
    ['reason = $', filter.reason],
    [`(strpos(lower(email), lower($)) > 0${isMeant})`, filter.part],
  ].filter(([, value]) => value !== null)
  const conditions = wanted
    .map(([test], i) => ` and ${test!.replace('$', `$$${i + first}`)}`)
    .join('')
  const behind = `project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)`
  const from = isSearch(filter)
    ? `(select * from suppressions where ${behind} order by xid desc, id desc limit ${maxLooked}) looked`
    : 'suppressions'
  return sql.query<SuppressionRow & PlacedRow>(
    `select ${shown}, xid, (select settled_below()) as horizon from ${from}
     where ${behind}${conditions} order by xid desc, id desc limit $5`,
    [
      owner.projectId,
      owner.mode,
      page.before.xid,
      page.before.id,
      page.count,
      ...(meant.length === 0 ? [] : [meant]),
      ...wanted.map(([, value]) => value),
    ],
  )
}

/** Kept with A-labels, which no part of the domain's own letters is a part of. */
async function addressesMeant(
  sql: Sql,
  owner: { projectId: Uuid; mode: Mode },
  filter: SuppressionFilter,
  before: Position,
): Promise<string[]> {
  const { part } = filter
  if (part === null || isAscii(part) || !isSearch(filter)) return []
  const rows = await sql.query<{ address: string }>(
    `select distinct address from (
       select address from suppressions
       where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)
       order by xid desc, id desc limit ${maxLooked}) looked
     where strpos(address, 'xn--') > 0`,
    [owner.projectId, owner.mode, before.xid, before.id],
  )
  const written = suppressionKey(part)
  return rows
    .map(({ address }) => address)
    .filter(address => suppressionKey(inOwnLetters(address)).includes(written))
}

/** By a whole address, an index leads to the one or two entries that fit. */
const isSearch = ({ part, address }: SuppressionFilter): boolean =>
  part !== null && address === null

/** Whether entries behind a position are older than those that the filter is looked for among. */
export async function isSearchCut(
  sql: Sql,
  owner: { projectId: Uuid; mode: Mode },
  filter: SuppressionFilter,
  before: Position,
): Promise<boolean> {
  if (!isSearch(filter)) return false
  const rows = await sql.query(
    `select 1 from suppressions
     where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)
     order by xid desc, id desc offset ${maxLooked} limit 1`,
    [owner.projectId, owner.mode, before.xid, before.id],
  )
  return rows.length > 0
}

export async function findPosition(
  sql: Sql,
  owner: { projectId: Uuid; mode: Mode },
  id: Uuid,
): Promise<Position | null> {
  const [row] = await sql.query<Position>(
    'select xid, id from suppressions where project_id = $1 and mode = $2 and id = $3',
    [owner.projectId, owner.mode, id],
  )
  return row ?? null
}
