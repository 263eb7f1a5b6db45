/**
 * Lists (docs/contract.md#lists): newest first, `limit` and `starting_after` in, `{ data, has_more
 * }` out.
 *
 * The order is that of (xid, id), the writing transaction first: by id alone, a row whose
 * transaction commits late would appear among rows that a poller has already passed. For the same
 * reason a page ends below the horizon, the oldest transaction of this database still running:
 * whatever is below it will get no new neighbours. So that callers nevertheless find what they have
 * just written, a first page that would hide committed rows waits the few milliseconds until they
 * are below it.
 */
import { type TSchema, Type } from 'typebox'
import { Refusal } from '../base/errors.ts'
import { type Prefix, read, type Uuid } from '../base/ids.ts'
import type { PlacedRow, Position } from '../world/listed.ts'
import type { Clock } from '../world/world.ts'

const defaultLimit = 50
const maxLimit = 100

/** The query fields of every list; spread them into the route's own. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLimit,
      description: `Items per page, 1 to ${maxLimit}; ${defaultLimit} if absent.`,
    }),
  ),
  starting_after: Type.Optional(
    Type.String({ description: 'The id of the last item of the previous page.' }),
  ),
}

/** The answer of every list. */
export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({ data: Type.Array(item), has_more: Type.Boolean() })

interface Page {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
}

/** Reads up to `count` rows before a position: `(xid, id) < (…) order by xid desc, id desc`. */
type Reader<Row> = (before: Position, count: number) => Promise<readonly (Row & PlacedRow)[]>

interface ListOptions<Row, Item> {
  readonly page: Page
  /** The prefix of the items' ids. */
  readonly prefix: Prefix
  /** Where the item with this id stands; null where the caller has no such item. */
  readonly find: (id: Uuid) => Promise<Position | null>
  readonly read: Reader<Row>
  readonly show: (row: Row) => Item
  /**
   * For a list that people look at after a change: where the oldest transaction is a long one, a
   * first page shows what is committed all the same. Whoever polls may then miss a late neighbour.
   */
  readonly showsUnsettled?: boolean
}

/** One page of a list as it is answered. Throws Refusal on an unknown cursor. */
export async function listPage<Row, Item>(
  world: { readonly clock: Pick<Clock, 'sleep'> },
  options: ListOptions<Row, Item>,
): Promise<{ data: Item[]; has_more: boolean }> {
  const limit = options.page.limit ?? defaultLimit
  const cursor = await cursorOf(options)
  const rows = await readSettled(world.clock, cursor, options, limit + 1)
  return { data: rows.slice(0, limit).map(options.show), has_more: rows.length > limit }
}

/** One page of a list that is short and whole in hand: all of it unless the caller asks for less. */
export function pageOfRows<Row extends { readonly id: Uuid }>(
  rows: readonly Row[],
  page: Page,
  prefix: Prefix,
): { rows: readonly Row[]; has_more: boolean } {
  const limit = page.limit ?? maxLimit
  const after = page.starting_after === undefined ? null : read(prefix, page.starting_after)
  const last = rows.findIndex(row => row.id === after)
  if (page.starting_after !== undefined && last === -1) throw unknownCursor()
  const rest = rows.slice(last + 1)
  return { rows: rest.slice(0, limit), has_more: rest.length > limit }
}

async function cursorOf<Row, Item>(options: ListOptions<Row, Item>): Promise<Position | null> {
  const text = options.page.starting_after
  if (text === undefined) return null
  const id = read(options.prefix, text)
  const position = id === null ? null : await options.find(id)
  if (position === null) throw unknownCursor()
  return position
}

/** Of a list of versions, whose cursor is a version. */
export const versionQuery = {
  limit: pageQuery.limit,
  starting_after: Type.Optional(Type.String({ description: 'A version.' })),
}

export const versionPage = pageOf(
  Type.Object({ version: Type.Integer(), published_at: Type.String({ format: 'date-time' }) }),
)

interface VersionRow {
  readonly version: number
  readonly published_at: Date
}

/** `newest`: versions are numbered up to it, from one. */
export async function pageOfVersions(
  { limit = defaultLimit, starting_after: after }: Page,
  newest: number | null,
  read: (below: number, count: number) => Promise<readonly VersionRow[]>,
): Promise<{ data: { version: number; published_at: string }[]; has_more: boolean }> {
  const below = after === undefined ? (newest ?? 0) + 1 : Number(after)
  const isKnown = Number.isInteger(below) && below >= 1 && below <= (newest ?? 0)
  if (after !== undefined && !isKnown) throw unknownCursor()
  const rows = await read(below, limit + 1)
  const data = rows
    .slice(0, limit)
    .map(({ version, published_at: at }) => ({ version, published_at: at.toISOString() }))
  return { data, has_more: rows.length > limit }
}

const unknownCursor = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'starting_after',
    why: {
      en: 'There is no item with this id in the list.',
      pt: 'Não há item com este id na lista.',
    },
  })

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const firstId = '00000000-0000-0000-0000-000000000000'
/** Above every row: xid8 is a number of 64 bits. */
export const newest: Position = { xid: '18446744073709551615', id: lastId }
/** Transactions take milliseconds; past this sum, a quarter of a second, none is waited for. */
const waitsMs = [1, 2, 4, 8, 16, 32, 64, 128]

async function readSettled<Row>(
  clock: Pick<Clock, 'sleep'>,
  cursor: Position | null,
  { read: readRows, showsUnsettled }: Pick<ListOptions<Row, unknown>, 'read' | 'showsUnsettled'>,
  count: number,
): Promise<readonly (Row & PlacedRow)[]> {
  let rows = await readRows(cursor ?? newest, count)
  // What has come after the first look belongs to the next poll: waiting for it might never end.
  const ceiling: Position | undefined = rows[0] && { xid: rows[0].xid, id: lastId }
  for (const wait of waitsMs) {
    if (isSettled(rows)) return rows
    await clock.sleep(wait)
    rows = await readRows(ceiling!, count)
  }
  const isAnswer = isSettled(rows) || (showsUnsettled === true && cursor === null)
  return isAnswer ? rows : await readRows({ xid: rows[0]!.horizon, id: firstId }, count)
}

/** The rows come newest first, so the first one speaks for all. */
function isSettled(rows: readonly PlacedRow[]): boolean {
  const first = rows[0]
  return first === undefined || BigInt(first.xid) < BigInt(first.horizon)
}
