/** What a statement's rows are called in the program is what the database gives, column by column. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inDirectory, selectName } from '#tenants/accounts/directory/directory-store.ts'
import { readSources } from '../../../scripts/tidy/sources.ts'
import { testDatabase } from '../../support/database.ts'
import { type Described, faultsOf } from './checked.ts'
import { describedBy } from './described.ts'
import { modulesOf } from './evaluate.ts'
import { type Statement, statementsIn } from './statements.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Of all statements, those of which a parameter decides a part: only a run says what they are. */
const maxUnreadShare = 1 / 8
/** Where statements are (scripts/tidy/world.ts), but for those of the driver's own connections. */
const isStore = /store\.ts$|^src\/kernel\/world\/[^/]+$/
/** Several in one text: none of them gives rows. */
const isOfSeveral = /multiple commands/

/** What has to be found, beside what is right. */
const planted = 'src/planted-store.ts'
const plantedText = `import type { Sql } from '#kernel/world/db.ts'
const right = "select 1 as n, null::timestamptz as at, '{}'::jsonb as facts"
interface Row { readonly n: number; readonly at: Date | null; readonly facts: { readonly a: 1 } }
export const a = (sql: Sql) => sql.query<Row>(right)
export const b = (sql: Sql) => sql.query<{ n: string }>('select 1 as n')
export const c = (sql: Sql) => sql.query<{ n: number; id: string }>('select 1 as n')
export const d = (sql: Sql) => sql.query<{ n: number }>('select 1 as n, 2 as m')
export const e = (sql: Sql) => sql.query<{ n: string[] }>('select array[1] as n')
export const f = (sql: Sql): Promise<Row[]> => sql.query(right)
export const g = (sql: Sql): Promise<{ n: string }[]> => sql.query(\`select \${'1'} as n\`)
export const h = async (sql: Sql) => (await sql.query('select 1 as n')).length
export const i = (sql: Sql, what: string) => sql.query<{ n: string }>(\`select \${what} as n\`)
`
const plantedFaults = [
  `${planted}(5) n: other type`,
  `${planted}(6) id: no column`,
  `${planted}(7) m: not in the type`,
  `${planted}(8) n: other type`,
  `${planted}(10) n: other type`,
]
const plantedUnread = [`${planted}:12`]

/** Without what the compiler says around it. */
const shortened = (fault: string): string =>
  fault.replace(/^(.*\(\d+),\d+\).*?'?"([a-z]+: [a-z ]+)"'?.*$/, '$1) $2')

describe('statements and the types of their rows', () => {
  test('agree', async t => {
    const { db, url } = await testDatabase(t)
    await inDirectory(db, sql => selectName(sql, { kind: 'domain', name: 'none' }))
    const beside = { [planted]: plantedText }
    const modules = modulesOf(root, beside)
    const files = readSources(root, ['src'])
      .map(one => one.file)
      .filter(one => isStore.test(one))
    const all = [...files, planted].flatMap(file => statementsIn(modules, file))
    const read = all.filter((one): one is Statement & { text: string } => one.text !== null)
    const unread = all.filter(one => one.text === null).map(one => `${one.file}:${one.line}`)
    assert.ok(unread.length <= all.length * maxUnreadShare, `unread:\n${unread.join('\n')}`)
    assert.ok(read.length > 400, `${read.length} read`)
    assert.deepEqual(
      unread.filter(one => one.startsWith(planted)),
      plantedUnread,
    )
    const columns = await describedBy(
      url,
      read.map(one => one.text),
    )
    const described: Described[] = []
    const refused: string[] = []
    for (const [i, one] of read.entries()) {
      const own = columns[i]!
      if (!(own instanceof Error)) described.push({ ...one, columns: own })
      else if (!isOfSeveral.test(own.message))
        refused.push(`${one.file}:${one.line}: ${own.message}`)
    }
    assert.deepEqual(refused, [])
    const giving = described.filter(one => one.columns.length > 0)
    assert.ok(giving.length > 400, `${giving.length} give rows`)
    const faults = await faultsOf(root, giving, beside)
    assert.deepEqual(faults.map(shortened), plantedFaults)
  })
})
