/** Settings that cannot be used: the start ends with one sentence that names them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { BadSetting, readSettings, unknownSettings } from '#kernel/base/config.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { nodeFlags } from '../../../scripts/node.mjs'
import { openDatabase } from '../../../src/boot/database.ts'
import { testDatabase } from '../../support/database.ts'
import { program } from '../../support/program.ts'

const refused = (name: string) => (error: unknown) =>
  error instanceof BadSetting && error.message.startsWith(name) && !error.message.includes('\n')

describe('the name of a host', () => {
  it('is one in every case of letters', () => {
    const env = { MALOTE_HOSTNAME: 'Mail.Example.COM' }
    assert.equal(readSettings(env).MALOTE_RETURN_PATH_DOMAIN, 'bounces.mail.example.com')
  })
})

describe('a name that is no setting', () => {
  it('is told, where it looks like one', () => {
    const env = {
      MALOTE_BASEURL: 'https://x.test',
      malote_port: '1',
      MALOTE_BASE_URL: '',
      PORT: '',
    }
    const told = unknownSettings({ ...env, MALOTE_API_KEY: 'k', MALOTE_TEST_SEED: '1', HOME: '/' })
    assert.deepEqual(told, ['MALOTE_BASEURL', 'malote_port'])
  })
})

describe('a setting that cannot be used', () => {
  for (const [name, values] of Object.entries({
    PORT: ['abc', '70000', '-1', '1.5', '0x50'],
    MALOTE_ROLES: ['api,foo', 'API', ','],
    MALOTE_STREAMS: ['all', 'bulk', ','],
    MALOTE_PROCESSES: ['0', 'abc', '-1', '1.5', '65', 'AUTO'],
    MALOTE_SECRET: ['short', 'x'.repeat(31)],
    MALOTE_DELIVERY_CONCURRENCY: ['0', '-1'],
    MALOTE_LEASE_SECONDS: ['0'],
    LOG_LEVEL: ['loud', 'INFO'],
    MALOTE_BASE_URL: ['nope', 'ftp://example.com'],
    MALOTE_NETWORK_ALLOW: ['10.0.0.0/99', 'foo'],
    MALOTE_TRUSTED_PROXIES: ['300.1.1.1'],
    MALOTE_SANDBOX_SENDER: ['nope', 'A <a@b.test>', '@b.test'],
    MALOTE_RETURN_PATH_DOMAIN: ['a b', 'x@y.test', 'https://y.test'],
    MALOTE_TLSRPT: ['yes'],
    MALOTE_DNS_SERVERS: ['x:y', '127.0.0.1:0', '[dns.test]:53', '127.0.0.1,300.1.1.1', 'a b'],
    MALOTE_SIGNUP: ['yes', 'open,closed', 'open,example.com', ','],
  })) {
    it(`is refused by name: ${name}`, () => {
      for (const value of values) {
        assert.throws(() => readSettings({ [name]: value }), refused(name), value)
      }
    })
  }

  it('is refused by name, and without its password: DATABASE_URL', async () => {
    const open = (url: string) =>
      openDatabase(readSettings({ DATABASE_URL: url }), realClock(), realLog('silent'))
    await assert.rejects(open('mysql://u:hidden@127.0.0.1/x'), (error: Error) => {
      assert.ok(!error.message.includes('hidden'))
      return refused('DATABASE_URL')(error)
    })
    await assert.rejects(open('postgres://u:hidden@127.0.0.1:1/x'), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused)
      assert.match(error.message, /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/)
      return !error.message.includes('hidden')
    })
  })

  it('is refused in one sentence: MALOTE_DATA_DIR', async t => {
    const folder = await mkdtemp(path.join(tmpdir(), 'malote-refused-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = path.join(folder, 'a file')
    await writeFile(file, '')
    for (const dataDir of [file, path.join(file, 'below')]) {
      const settings = readSettings({ MALOTE_DATA_DIR: dataDir })
      await assert.rejects(
        openDatabase(settings, realClock(), realLog('silent')),
        (error: Error) => {
          assert.ok(error instanceof DatabaseRefused, error.stack)
          assert.match(error.message, /^MALOTE_DATA_DIR cannot be used: (EEXIST|ENOTDIR)[^\n]*$/)
          return true
        },
      )
    }
  })

  it('is refused in one sentence: a MALOTE_DATA_DIR that cannot be made', async t => {
    const folder = await mkdtemp(path.join(tmpdir(), 'malote-refused-'))
    t.after(() => rm(folder, { recursive: true }))
    const link = path.join(folder, 'link')
    await symlink(path.join(folder, 'nowhere', 'data'), link)
    const settings = readSettings({ MALOTE_DATA_DIR: link })
    await assert.rejects(openDatabase(settings, realClock(), realLog('silent')), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused, error.stack)
      assert.match(error.message, /^MALOTE_DATA_DIR cannot be used: ENOENT[^\n]*$/)
      return true
    })
  })

  it('is refused in one sentence: a DATABASE_URL restored from a dump', async t => {
    const { db, url } = await testDatabase(t)
    const settings = readSettings({ DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' })
    const open = () => openDatabase(settings, realClock(), realLog('silent'))
    const put = (xid: string) =>
      db.query(
        `insert into traffic_cursors (project_id, mode, xid, id)
         values ($1, 'live', ($2)::text::xid8, $1)
         on conflict (project_id, mode) do update set xid = excluded.xid`,
        ['018f3a5e-0000-7000-8000-000000000000', xid],
      )
    const [now] = await db.query<{ xid: string }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
    )
    await put(String(BigInt(now!.xid) - 1n))
    await (await open()).close()
    const far = String(BigInt(now!.xid) + 1_000_000_000n)
    await put(far)
    await assert.rejects(open(), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused, error.stack)
      assert.match(error.message, /^This database was restored from a dump: [^\n]*$/)
      return error.message.includes(far)
    })
  })

  it('is refused in one sentence: a DATABASE_URL where no table may be made', async t => {
    const guest = `guest_${process.pid}`
    const { db, url } = await testDatabase(t, {
      stopFirst: async () => void (await db.query(`drop role ${guest}`)),
    })
    await db.query(`create role ${guest} login`)
    const as = new URL(url)
    as.username = guest
    const settings = readSettings({ DATABASE_URL: as.href, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' })
    await assert.rejects(openDatabase(settings, realClock(), realLog('silent')), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused, error.stack)
      assert.match(
        error.message,
        /^The database of DATABASE_URL cannot be used: .*permission denied/,
      )
      return true
    })
  })

  it('leaves those alone that may be used', () => {
    const settings = readSettings({
      MALOTE_ROLES: 'api, deliver',
      LOG_LEVEL: 'silent',
      MALOTE_SANDBOX_SENDER: 'try@mail.test',
      MALOTE_RETURN_PATH_DOMAIN: 'bounces.mail.test',
      MALOTE_HOSTNAME: '',
    })
    assert.deepEqual(settings.MALOTE_ROLES, ['api', 'deliver'])
    assert.equal(settings.MALOTE_SANDBOX_SENDER, 'try@mail.test')
    assert.equal(settings.MALOTE_HOSTNAME, 'localhost')
    const all = ['api', 'deliver', 'webhooks', 'inbound', 'jobs']
    assert.deepEqual(readSettings({ MALOTE_ROLES: 'all' }).MALOTE_ROLES, all)
    assert.deepEqual(readSettings({}).MALOTE_ROLES, all)
  })
})

describe('a start that is refused', () => {
  const portuguese = /^PORT precisa ser um número inteiro de 0 a 65535, não "abc"\.\n$/
  const inEnglish = /^PORT must be a whole number from 0 to 65535, not "abc"\.\n$/
  for (const [how, environment, words, expected] of [
    ['by the service, in the terminal’s language', { LANG: 'pt_BR.UTF-8' }, [], portuguese],
    ['by MALOTE_LANGUAGE before it', { LANG: 'pt_BR', MALOTE_LANGUAGE: 'en' }, [], inEnglish],
    ['by its command', { LANG: 'pt_BR.UTF-8' }, ['start'], portuguese],
    ['by its command, by MALOTE_LANGUAGE', { MALOTE_LANGUAGE: 'pt' }, ['start'], portuguese],
    ['by any command', { LANG: 'pt_BR.UTF-8' }, ['doctor'], portuguese],
  ] as const) {
    it(`says why in one sentence: ${how}`, () => {
      const { PATH } = process.env
      const ended = spawnSync(process.execPath, [...nodeFlags, program, ...words], {
        env: { PATH, PORT: 'abc', ...environment },
        encoding: 'utf8',
      })
      assert.match(ended.stderr, expected)
      assert.deepEqual([ended.status, ended.stdout], [1, ''])
    })
  }
})
