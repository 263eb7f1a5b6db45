/** The values that contacts have most often: a look at the newest, however many there are. */
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../people/contact.ts'

/** Some 20 ms; whoever came last is like those to come. */
export const lookedAt = 10_000

/** What a value is read from; names of columns are ours, keys of properties are values. */
export type ValueSource =
  | { readonly column: string }
  | { readonly domain: true }
  | { readonly key: string; readonly isList: boolean }

const expressions = {
  domain: `array[lower(split_part(c.email, '@', -1))]`,
  list: `array(select jsonb_array_elements_text(
    case jsonb_typeof(c.properties -> $5) when 'array' then c.properties -> $5 else '[]' end))`,
  property: `array[c.properties ->> $5]`,
}

function expressionOf(source: ValueSource): string {
  if ('column' in source) return `array[c.${source.column}]`
  if ('domain' in source) return expressions.domain
  return source.isList ? expressions.list : expressions.property
}

interface CountedValue {
  readonly value: string
  readonly count: number
}

/** The commonest first; `looked`: among how many contacts. */
export async function commonValues(
  sql: Sql,
  { projectId, mode }: Owner,
  source: ValueSource,
  count: number,
): Promise<{ readonly values: readonly CountedValue[]; readonly looked: number }> {
  const key = 'key' in source ? [source.key] : []
  const rows = await sql.query<CountedValue & { looked: number }>(
    `with looked as materialized (
       select ${expressionOf(source)} as held from contacts c
       where c.project_id = $1 and c.mode = $2 order by c.xid desc, c.id desc limit $3),
     common as (
       select value, count(*)::integer as count from looked, unnest(held) as value
       where value <> '' group by value order by 2 desc, 1 limit $4)
     select value, count, (select count(*)::integer from looked) as looked from common
     order by count desc, value`,
    [projectId, mode, lookedAt, count, ...key],
  )
  return {
    values: rows.map(row => ({ value: row.value, count: row.count })),
    looked: rows[0]?.looked ?? 0,
  }
}
