/** All that is kept of somebody, table by table, as sums: whether an attack has changed any of it. */
import type { Arena, Party } from './stage.ts'

/**
 * What changes by itself: work in the queue, when somebody was last seen, figures, chains, the index
 * of words, and calls, which are kept some moments after they were answered.
 */
const lively: ReadonlySet<string> = new Set([
  ...[
    'queue',
    'sessions',
    'traffic',
    'traffic_cursors',
    'traffic_waiting',
    'traffic_noted',
    'consent_heads',
    'requests',
    'search_cursors',
    'search_volumes',
  ],
])
/** Likewise inside a row. */
const livelyColumns = ['last_used_at', 'seen_at', 'next_check_at', 'checked_at']
/** A consent is chained to the one before it some moments after it is kept. */
const livelyColumnsOf: Readonly<Record<string, readonly string[]>> = {
  consents: ['seq', 'hash', 'previous_hash'],
}

/** Every table that says whose its rows are, found in the schema: a new one is watched at once. */
export async function sumsOf(
  { world: { db } }: Arena,
  { accountId, projectId }: Party,
): Promise<Record<string, string>> {
  const columns = await db.query<{ table_name: string; column_name: string }>(
    `select c.table_name::text, c.column_name::text from information_schema.columns c
     join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p') and not t.relispartition
     where c.table_schema = current_schema() and c.column_name in ('account_id', 'project_id')`,
  )
  const sums: Record<string, string> = {}
  for (const { table_name: table, column_name: column } of columns) {
    if (lively.has(table)) continue
    const [row] = await db.query<{ sum: string }>(
      `select md5(coalesce(string_agg(md5(r), '' order by md5(r)), '')) as sum from (
         select (to_jsonb(t) - $2::text[])::text as r
         from ${table} t where ${column} = $1) s`,
      [
        column === 'project_id' ? projectId : accountId,
        [...livelyColumns, ...(livelyColumnsOf[table] ?? [])],
      ],
    )
    sums[`${table}.${column}`] = row!.sum
  }
  return sums
}
