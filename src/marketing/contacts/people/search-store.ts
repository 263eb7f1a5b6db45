/**
 * Pages of the contacts that a filter finds, newest first. Where many fulfil it, the newest contacts
 * are walked until the page is full. Where the walk shows that few do, everybody is found first, from
 * whatever is rarest, as PostgreSQL plans it, and then put into order: a walk would ask nearly each of
 * a million contacts.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { newest } from '#kernel/routes/paging.ts'
import type { Db, Sql } from '#kernel/world/db.ts'
import type { PlacedRow, Position } from '#kernel/world/listed.ts'
import { lookAtMuch, readOneMoment } from '#kernel/world/look-at-much.ts'
import type { ContactCondition, ContactRow, Owner } from './contact.ts'
import { askedFor, shownColumns } from './store.ts'

/**
 * Contacts that are walked in any case, some 10 ms; and where that has shown that the page fills soon,
 * at most some 200 ms.
 */
const usualStretches = { first: 2_000, second: 30_000 }
/** Whoever the filter finds need not lie evenly. */
const certainty = 2

type Row = ContactRow & PlacedRow

interface Page {
  readonly before: Position
  readonly count: number
  /** Of finding everybody; default: as long as it takes. */
  readonly timeoutMs?: number
  /** How many are looked at before everybody is asked for: at first, then; default: as many as pay. */
  readonly stretches?: { readonly first: number; readonly second: number }
}

/** The newest contacts below a place that fulfil all conditions. */
export async function searchContacts(
  db: Db,
  owner: Owner,
  conditions: readonly ContactCondition[],
  page: Page,
): Promise<Row[]> {
  const rows: Row[] = []
  const { stretches = usualStretches } = page
  let { before } = page
  for (const stretch of [stretches.first, stretches.second]) {
    const missing = page.count - rows.length
    // How soon the page fills, as the first stretch has it.
    const expected = (missing / rows.length) * stretches.first * certainty
    if (before !== page.before && expected > stretch) break
    const { found, end } = await walk(db, owner, conditions, { before, count: missing, stretch })
    rows.push(...found)
    if (end === null || found.length === missing) return rows
    before = end
  }
  const rest = { ...page, before, count: page.count - rows.length }
  return [...rows, ...(await findAll(db, owner, conditions, rest))]
}

/** The newest that fulfil a condition, as far as a short walk finds them. */
export async function searchNearby(
  sql: Sql,
  owner: Owner,
  condition: ContactCondition,
  count: number,
): Promise<{ readonly rows: readonly ContactRow[]; readonly isAll: boolean }> {
  const asked = { before: newest, count, stretch: usualStretches.first }
  const { found, end } = await walk(sql, owner, [condition], asked)
  return { rows: found, isAll: end === null || found.length === count }
}

/**
 * Asks so many contacts, one by one. `end`: the last of them; null where there are no more. In one
 * statement, for who comes or goes between two would be found twice or not at all.
 */
async function walk(
  sql: Sql,
  owner: Owner,
  conditions: readonly ContactCondition[],
  { before, count, stretch }: Page & { readonly stretch: number },
): Promise<{ found: Row[]; end: Position | null }> {
  const { values, below, narrowed } = askedFor(owner, conditions, { before, count })
  // The length of the stretch stands in the text: a plan made without it would expect many more.
  const rows = await sql.query<(Row | { readonly id: null }) & { last: Position | null }>(
    `with walked as materialized (
       select c.* from contacts c where ${below}
       order by c.xid desc, c.id desc limit ${stretch}),
     page as (
       select ${shownColumns} from walked c where true${narrowed}
       order by c.xid desc, c.id desc limit $5)
     select page.*, (select settled_below()) as horizon, last.place as last
     from (select) one
     left join (
       select jsonb_build_object('xid', xid::text, 'id', id) as place from walked
       order by xid desc, id desc offset ${stretch - 1}) last on true
     left join page on true
     order by page.xid desc, page.id desc`,
    values,
  )
  return { found: rows.filter(row => row.id !== null) as Row[], end: rows[0]!.last }
}

/** Finds all and answers the newest: planned for these conditions, whole tables may be read. */
function findAll(
  db: Db,
  owner: Owner,
  conditions: readonly ContactCondition[],
  page: Page,
): Promise<Row[]> {
  const { values, below, narrowed } = askedFor(owner, conditions, page)
  return db.transaction(async tx => {
    await readOneMoment(tx)
    await lookAtMuch(tx, { memory: '64MB', timeoutMs: page.timeoutMs })
    // By itself, for workers may share it: settled_below() is the leader's alone.
    const found = await tx.query<{ id: Uuid }>(
      `with found as materialized (
         select c.xid, c.id from contacts c where ${below}${narrowed})
       select id from found order by xid desc, id desc limit $5`,
      values,
    )
    return tx.query<Row>(
      `select ${shownColumns}, (select settled_below()) as horizon from contacts c
       where c.project_id = $1 and c.mode = $2 and c.id = any($3::uuid[])
       order by c.xid desc, c.id desc`,
      [owner.projectId, owner.mode, found.map(one => one.id)],
    )
  })
}
