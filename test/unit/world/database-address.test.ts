/** What DATABASE_URL may be (kernel/world/real/database-address.ts), and what is refused in a sentence. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { BadSetting } from '#kernel/base/config.ts'
import { clientConfigs } from '#kernel/world/real/database-address.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { testDatabase } from '../../support/database.ts'

interface Shown {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password: string | null
  readonly ssl: boolean | { readonly rejectUnauthorized?: boolean }
}

const shown = (url: string): Shown[] =>
  clientConfigs(url).map(config => {
    const client = new pg.Client(config) as unknown as Shown
    const { host, port, user, database, password, ssl } = client
    return { host, port, user: user ?? '', database, password, ssl }
  })
const places = (url: string): string[] => shown(url).map(({ host, port }) => `${host}:${port}`)

describe('A database address', () => {
  it('holds special characters percent-encoded', () => {
    const [one] = shown('postgres://ma%40lote:p%40%3A%2F%23%3F%25s@db.test:5433/mail')
    const { host, port, user, database, password } = one!
    assert.deepEqual(
      { host, port, user, database, password },
      { host: 'db.test', port: 5433, user: 'ma@lote', database: 'mail', password: 'p@:/#?%s' },
    )
  })

  it('names one server or several', () => {
    const list: readonly [url: string, places: string[]][] = [
      ['postgres://u:p@a/x', ['a:5432']],
      ['postgresql://a:1/x', ['a:1']],
      ['postgres://u@a:1,b:2,c/x?target_session_attrs=read-write', ['a:1', 'b:2', 'c:5432']],
      ['postgres://u@[::1]:5433,[2001:db8::1]/x', ['::1:5433', '2001:db8::1:5432']],
      ['postgres://u@/x?host=a,b&port=1,2', ['a:1', 'b:2']],
      ['postgres://u@/x?host=a,b&port=6432', ['a:6432', 'b:6432']],
      ['postgres://u@/x?host=/run/postgresql', ['/run/postgresql:5432']],
    ]
    for (const [url, wanted] of list) assert.deepEqual(places(url), wanted, url)
  })

  it('says how it is encrypted as libpq has it', () => {
    const tls = (query: string) => shown(`postgres://u@a/x?${query}`)[0]!.ssl
    assert.equal(tls('sslmode=disable'), false)
    assert.equal(
      (tls('sslmode=require') as { rejectUnauthorized: boolean }).rejectUnauthorized,
      false,
    )
    assert.equal(
      (tls('sslmode=no-verify') as { rejectUnauthorized: boolean }).rejectUnauthorized,
      false,
    )
    assert.deepEqual(tls('sslmode=verify-full'), {})
    assert.deepEqual(tls('sslmode=verify-full&sslrootcert=system'), {})
  })

  const wrong: readonly [url: string, words: RegExp][] = [
    ['postgres://u:p@ss@host/x', /percent-encoded/],
    ['postgres://u:p/ss@host/x', /percent-encoded/],
    ['postgres://u:p#ss@host/x', /percent-encoded/],
    ['postgres://u:p?ss@host/x', /percent-encoded/],
    ['postgres://u:p%ss@host/x', /percent-encoded/],
    ['postgres://u:p ss@host/x', /percent-encoded/],
    ['postgres://u:ss@host:port/x', /percent-encoded/],
    ['postgres://u@/x?host=a:1,b:2', /percent-encoded/],
    ['postgres://u@a/x?target_session_attrs=standby', /target_session_attrs may be read-write/],
    ['postgres://u@a/x?sslmode=prefer', /sslmode must be one of disable, require/],
    ['postgres://u@a/x?sslmode=verify-ca', /verify-ca needs sslrootcert/],
  ]
  for (const [url, words] of wrong) {
    it(`like ${url} is refused, and no piece of it is shown`, () => {
      assert.throws(
        () => clientConfigs(url),
        (error: Error) => {
          assert.ok(error instanceof BadSetting)
          assert.match(error.message, words)
          assert.doesNotMatch(error.message, /ss@|p@ss|\bss\b/)
          return true
        },
      )
    })
  }
})

describe('Of several servers', () => {
  it('the one that takes writes is used, and those that are dead are passed over', async t => {
    const { db, url } = await testDatabase(t)
    const given = new URL(url)
    const folder = given.searchParams.get('host')
    const host = folder ?? given.hostname
    const there = `host=127.0.0.1,${host}&port=1,${given.port || 5432}`
    const several = `${given.protocol}//${given.username}@${given.pathname}?${there}`
    const first = realDb({ address: several, connections: 3, log: { warn() {} } })
    t.after(() => first.close())
    const name = 'select current_database() as name'
    const answers = await Promise.all([1, 2, 3].map(() => first.query<{ name: string }>(name)))
    const [own] = await db.query<{ name: string }>(name)
    assert.deepEqual(answers, [[own], [own], [own]])
  })

  it('each is asked before a call fails', async () => {
    const dead = realDb({ address: 'postgres://u@127.0.0.1:1,127.0.0.1:2/x', log: { warn() {} } })
    await assert.rejects(dead.query('select 1'), /ECONNREFUSED/)
    await dead.close()
  })
})
