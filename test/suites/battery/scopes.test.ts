/**
 * Who may call what: every route × every kind of key. The golden file shows all of it, so that a
 * change of a permission is seen by whoever reviews it.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import * as path from 'node:path'
import { it } from 'node:test'
import type { Mode, Route, Scope } from '#kernel/routes/route.ts'
import { deleteKey } from '#tenants/accounts/keys.ts'
import { testDatabase } from '../../support/database.ts'
import { cases, pathsOf } from './cases.ts'
import { allRoutes, makeAccount, type Stage, setStage, unknownThings } from './stage.ts'

const { db } = await testDatabase()
const golden = path.join(import.meta.dirname, '../../golden/scopes.md')

interface Column {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
}

async function columnsOf(stage: Stage): Promise<Column[]> {
  const { projectId } = await makeAccount(stage.world)
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const deleted = await stage.key(projectId)
  await deleteKey(stage.world, deleted.id)
  const elsewhere = await stage.key(projectId, { allowIps: ['203.0.113.0/24'] })
  const columns: Column[] = [
    { title: 'no key', headers: {} },
    { title: 'session', headers: { cookie: '__Host-session=x; session=x' } },
    { title: 'truncated', headers: bearer((await stage.key(projectId)).key.slice(0, -1)) },
    { title: 'deleted', headers: bearer(deleted.key) },
    { title: 'other address', headers: bearer(elsewhere.key) },
  ]
  for (const mode of ['live', 'test'] satisfies Mode[]) {
    for (const scope of ['send', 'read', 'admin'] satisfies Scope[]) {
      const { key } = await stage.key(projectId, { mode, scope })
      columns.push({ title: `${scope} (${mode})`, headers: bearer(key) })
    }
  }
  return columns
}

const refusals = new Set([
  'missing_api_key',
  'invalid_api_key',
  'ip_not_allowed',
  'insufficient_scope',
])

it('the matrix is as the golden file shows it (UPDATE_GOLDEN=1 writes it anew)', async () => {
  const stage = await setStage(db)
  const columns = await columnsOf(stage)
  // A route at a time: all at once would wait for database connections longer than is waited for one.
  const rows: string[][] = []
  for (const route of allRoutes) {
    const cells = await Promise.all(columns.map(column => cellOf(stage, route, column)))
    rows.push([`${route.method} ${route.path}`, ...cells])
  }
  const table = [['route', ...columns.map(({ title }) => title)], columns.map(() => '---'), ...rows]
  table[1] = ['---', ...table[1]!]
  const page = `# Who may call what\n\n\`yes\`: the key passes; otherwise the code of the refusal.\n\n${table.map(row => `| ${row.join(' | ')} |`).join('\n')}\n`
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, page)
  assert.equal(readFileSync(golden, 'utf8'), page)
})

it('each scope opens its own routes, admin all, and the mode changes nothing', async () => {
  const lines = readFileSync(golden, 'utf8')
    .split('\n')
    .filter(line => /^\| [A-Z]+ \//.test(line))
  assert.equal(lines.length, allRoutes.length)
  for (const [i, route] of allRoutes.entries()) {
    const cells = lines[i]!.split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    const [, noKey, session, truncated, deleted, other, ...byScope] = cells
    assert.deepEqual(
      [noKey, session, truncated, deleted, other],
      [
        'missing_api_key',
        'missing_api_key',
        'invalid_api_key',
        'invalid_api_key',
        'ip_not_allowed',
      ],
    )
    const expected = ['send', 'read', 'admin'].map(scope =>
      scope === route.scope || scope === 'admin' ? 'yes' : 'insufficient_scope',
    )
    assert.deepEqual(byScope, [...expected, ...expected], route.name)
  }
})

async function cellOf(stage: Stage, route: Route, { headers }: Column): Promise<string> {
  const one = cases[route.name]!
  const things = unknownThings(stage.world)
  const [url] = pathsOf(route.path, one, things)
  const body = one.body === undefined ? {} : { body: one.body(things) }
  const answer = await stage.ask(route.method, url!, { headers, ...body })
  assert.ok(answer.status < 500, `${route.name}: ${answer.text}`)
  const code = (answer.body?.error?.code ?? answer.body?.code) as string | undefined
  return code !== undefined && refusals.has(code) ? code : 'yes'
}
