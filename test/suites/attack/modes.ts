/**
 * A test key of somebody's own project, which lies in CI and was printed at the first start, tries
 * every call on everything that is live: what is set up for both modes, and all that is of live mode
 * alone. After each call every row that was there is there still, but for drafts, which it may edit.
 */
import type { Db } from '#kernel/world/db.ts'
import { endpoints, titleOf } from './endpoints.ts'
import { makeFixtures, pathOf, testKey } from './fixtures.ts'
import type { Part } from './part.ts'
import { newParty } from './stage.ts'

/** Set-up of a project, with the columns that a draft or a look may change. */
const setUp: Readonly<Record<string, readonly string[]>> = {
  contact_properties: [],
  domain_claims: [],
  domains: ['checks', 'status', 'checked_at', 'verified_at', 'broken_since'],
  forms: [],
  marketing_settings: [],
  saved_blocks: [],
  segments: [],
  sequence_versions: [],
  sequences: ['definition', 'name', 'updated_at'],
  template_versions: [],
  templates: ['draft', 'name', 'revision', 'is_changed', 'updated_at'],
  topics: [],
  webhooks: [],
}

type Rows = ReadonlyMap<string, ReadonlySet<string>>

export const modes: Part = {
  name: 'modes',
  about: 'a test key × everything live of its own project',
  async run(arena, tally) {
    const { world, ask } = arena
    const party = await newParty(arena)
    const { things, ids } = await makeFixtures(arena, party)
    const headers = await testKey(arena, party)
    const ofMode = await liveTables(world.db)
    const look = async (): Promise<Rows> =>
      new Map([
        ...(await rowsOf(world.db, party.projectId, Object.entries(setUp), '')),
        ...(await rowsOf(world.db, party.projectId, ofMode, `and mode = 'live'`)),
      ])
    let before = await look()
    tally.check(
      Object.keys(setUp).every(
        table => table === 'marketing_settings' || before.get(table)!.size > 0,
      ),
      () => 'there is nothing of a kind that the test key could change',
    )
    for (const endpoint of endpoints) {
      if (endpoint.door !== 'key' || endpoint.method === 'GET') continue
      // Each has a way of its own among people: segments that are dynamic, and static ones.
      for (const segment of new Set([ids.segment!, ids.static!])) {
        const path = pathOf(endpoint, { ...ids, segment, key: ids.property! })
        const body = endpoint.sample(things)
        const reply = await ask({ method: endpoint.method, path, headers, body })
        const after = await look()
        const gone = missing(before, after)
        before = after
        tally.check(
          gone.length === 0 && reply.status < 500,
          () => `${titleOf(endpoint)} by a test key: ${reply.status}, changed ${gone.join(', ')}`,
        )
        if (!path.includes(segment)) break
      }
    }
  },
}

/** Tables whose rows are of one mode; what goes on by itself is left out. */
async function liveTables(db: Db): Promise<[string, readonly string[]][]> {
  const rows = await db.query<{ table: string }>(
    `select c.table_name::text as table from information_schema.columns c
     join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p') and not t.relispartition
     where c.table_schema = current_schema() and c.column_name in ('project_id', 'mode')
       and c.table_name not in ('consent_heads', 'traffic', 'traffic_cursors', 'traffic_waiting')
     group by c.table_name having count(*) = 2`,
  )
  return rows.map(({ table }) => [
    table,
    table === 'consents' ? ['seq', 'hash', 'previous_hash'] : [],
  ])
}

async function rowsOf(
  db: Db,
  projectId: string,
  tables: readonly (readonly [string, readonly string[]])[],
  condition: string,
): Promise<[string, ReadonlySet<string>][]> {
  const found: [string, ReadonlySet<string>][] = []
  for (const [table, free] of tables) {
    const rows = await db.query<{ sum: string }>(
      `select md5((to_jsonb(t) - $2::text[])::text) as sum from ${table} t
       where project_id = $1 ${condition}`,
      [projectId, [...free, 'xid']],
    )
    found.push([table, new Set(rows.map(row => row.sum))])
  }
  return found
}

const missing = (before: Rows, after: Rows): string[] =>
  [...before].flatMap(([table, rows]) =>
    [...rows].every(row => after.get(table)!.has(row)) ? [] : [table],
  )
