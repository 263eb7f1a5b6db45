import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import pg from 'pg'
import { readSettings } from '#kernel/base/config.ts'
import { languageOfStart } from '#kernel/base/languages.ts'
import type { Db } from '#kernel/world/db.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { findKey } from '#tenants/accounts/keys.ts'
import { resetPassword } from '#tenants/identity/members.ts'
import type { SessionToken } from '#tenants/identity/sessions.ts'
import { announce, introduce, makeFirstAccount, mannersOf } from '../../../src/boot/first-start.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { freePort } from '../../support/free-port.ts'
import { launchMalote } from '../../support/start-malote.ts'
import { until } from '../../support/until.ts'

async function start(db: Db, seed = 42): Promise<string> {
  let printed = ''
  const world = fakeWorld({ db, seed })
  announce(world, await makeFirstAccount(world), { write: text => (printed += text) })
  return printed
}

const keyIn = (printed: string) => /svc_test_\w{32}/.exec(printed)?.[0]

async function countAccounts(db: Db): Promise<number> {
  const [row] = await db.query<{ n: number }>('select count(*)::int as n from accounts')
  return row!.n
}

describe('the first start', () => {
  it('makes one account, prints a key that works, and does so once', async t => {
    const { db } = await testDatabase(t)
    const printed = await start(db)
    const found = await findKey(fakeWorld({ db }), keyIn(printed)!)
    assert.deepEqual([found?.tenant.mode, found?.principal.scope], ['test', 'admin'])
    const later = await start(db)
    assert.match(later, /Malote is running/)
    assert.doesNotMatch(later, /Password|svc_/)
    assert.equal(await countAccounts(db), 1)
  })

  it('prints a call whose answer is in the language of the start', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db })
    const made = await makeFirstAccount(world)
    for (const [language, header] of [
      ['en', true],
      ['pt', false],
    ] as const) {
      let printed = ''
      announce(world, made, { write: text => (printed += text) }, { language, migrated: [] })
      assert.match(printed, /curl -s \S+\/v1\/emails \\\n/)
      assert.equal(printed.includes("-H 'Accept-Language: en' \\\n    -d '"), header, printed)
    }
  })

  it('prints what is shown once where it comes to nothing, and no call that nobody answers', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db })
    const made = await makeFirstAccount(world)
    for (const isRunning of [true, false]) {
      let printed = ''
      introduce(world, made!, { write: text => (printed += text) }, { isRunning })
      assert.ok(keyIn(printed), printed)
      assert.match(printed, /Password {3}\S/)
      assert.equal(printed.includes('curl'), isRunning, printed)
    }
  })

  it('makes its account the operator, whichever other is older', async t => {
    const { db } = await testDatabase(t)
    await createAccount(fakeWorld({ db, seed: 7 }), { email: 'mallory@squat.test' })
    const printed = await start(db)
    const rows = await db.query<{ email: string }>('select email from accounts where is_operator')
    assert.equal(rows.length, 1)
    assert.ok(printed.includes(rows[0]!.email), printed)
  })

  it('succeeds on a machine whose name is no domain', async t => {
    for (const name of ['laptop', '10.0.0.1', 'my_host.lan']) {
      const { db } = await testDatabase(t)
      const world = fakeWorld({ db, env: { MALOTE_HOSTNAME: name } })
      let printed = ''
      announce(world, await makeFirstAccount(world), { write: text => (printed += text) })
      assert.match(printed, /E-mail {5}owner@malote\.localhost\n/, name)
    }
  })

  it('makes the account of the owner who is named: without limits, by a link that works', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db, env: { MALOTE_OWNER_EMAIL: 'Ana@Own.test' } })
    let printed = ''
    const out = { write: (text: string) => (printed += text) }
    const made = await makeFirstAccount(world, { timeZone: 'America/Recife' })
    announce(world, made, out, { language: 'pt', migrated: ['0001_a', '0002_b'] })
    const rows = await db.query(
      `select email, plan, trust_level, time_zone, language, is_operator from accounts`,
    )
    assert.deepEqual(rows, [
      {
        email: 'ana@own.test',
        plan: 'enterprise',
        trust_level: 3,
        time_zone: 'America/Recife',
        language: 'pt',
        is_operator: true,
      },
    ])
    assert.match(printed, /O Malote está em execução/)
    assert.match(printed, /Migrações {1,2}2 \(0001_a … 0002_b\)/)
    assert.match(printed, /Portas {5}8080 \(http\), 2525 \(smtp\)/)
    assert.doesNotMatch(printed, /Senha {2}/)
    const token = /\/reset\?token=(\S+)/.exec(printed)![1] as SessionToken
    const place = { address: '192.0.2.1', agent: '' }
    await ensurePartitions(world)
    const awake = { ...world, clock: { ...world.clock, sleep: async () => {} } }
    await resetPassword(awake, token, 'a password of hers', place)
    await assert.rejects(resetPassword(awake, token, 'another password', place), /no longer good/)
    const found = await findKey(world, keyIn(printed)!)
    assert.equal(found?.tenant.mode, 'test')
    assert.equal(await makeFirstAccount(world), null)
  })

  it('refuses an owner who cannot be one, and leaves the first start to the next', async t => {
    const { db } = await testDatabase(t)
    await createAccount(fakeWorld({ db, seed: 7 }), { email: 'taken@own.test' })
    for (const named of ['taken@own.test', 'a..b@own.test']) {
      const world = fakeWorld({ db, env: { MALOTE_OWNER_EMAIL: named } })
      await assert.rejects(makeFirstAccount(world), {
        name: 'BadSetting',
        message: /^MALOTE_OWNER_EMAIL cannot be used: /,
      })
    }
    assert.ok(keyIn(await start(db)))
  })

  it('takes the language of the installation, and a zone that is one', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db, env: { MALOTE_LANGUAGE: 'en' } })
    await makeFirstAccount(world, { timeZone: ':/etc/nowhere' })
    const rows = await db.query('select language, time_zone, plan from accounts')
    assert.deepEqual(rows, [{ language: 'en', time_zone: 'UTC', plan: 'free' }])
    const environment = { LANG: 'pt_BR.UTF-8' }
    const spoken = ['', 'en', 'pt'].map(set =>
      languageOfStart({ MALOTE_LANGUAGE: set }, environment),
    )
    assert.deepEqual(spoken, ['pt', 'en', 'pt'])
    const zone = { timeZone: 'UTC' }
    for (const [set, locale, made] of [
      ['', { LANG: 'en_US.UTF-8' }, { ...zone, language: 'en' }],
      ['', { LANG: 'en_US.UTF-8', LC_ALL: 'pt_BR.UTF-8' }, { ...zone, language: 'pt' }],
      ['', { LANG: 'C.UTF-8' }, zone],
      ['', {}, zone],
      ['pt', { LANG: 'en_US.UTF-8' }, zone],
    ] as const) {
      assert.deepEqual(mannersOf({ MALOTE_LANGUAGE: set }, { TZ: 'UTC', ...locale }), made)
    }
    assert.throws(() => readSettings({ MALOTE_LANGUAGE: 'de' }), /takes pt, en, not "de"/)
  })

  it('speaks English on an English machine, where nothing is set', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db })
    await makeFirstAccount(world, mannersOf(world.settings, { LANG: 'en_GB.UTF-8' }))
    const rows = await db.query(
      'select a.language as account, m.language as member from accounts a, members m',
    )
    assert.deepEqual(rows, [{ account: 'en', member: 'en' }])
  })

  it('is the start of one node when several begin together', async t => {
    const { db } = await testDatabase(t)
    const all = await Promise.all([1, 2, 3].map(seed => start(db, seed)))
    assert.equal(all.filter(keyIn).length, 1)
    assert.equal(await countAccounts(db), 1)
  })

  it('is made up for by the next one when it is cut off before its end', async t => {
    const { db } = await testDatabase(t)
    const cut: Db = {
      ...db,
      query: (text, values) => db.query(text, values),
      transaction: work =>
        db.transaction(async tx => {
          await work(tx)
          throw new Error('cut off')
        }),
    }
    await assert.rejects(start(cut), /cut off/)
    assert.equal(await countAccounts(db), 0)
    assert.ok(keyIn(await start(db)))
  })

  it('is that of a node with the API: others make nothing and show nothing', async t => {
    const { db } = await testDatabase(t)
    let printed = ''
    const world = fakeWorld({ db, env: { MALOTE_ROLES: 'deliver,jobs' } })
    announce(world, await makeFirstAccount(world), { write: text => (printed += text) })
    assert.match(printed, /Malote is running: deliver, jobs\./)
    assert.doesNotMatch(printed, /http|Password|svc_/)
    assert.ok(keyIn(await start(db)))
  })

  it('stops its database, too, when it is interrupted before it is there, or refused', async t => {
    const begin = async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'malote-interrupted-'))
      t.after(() => rm(folder, { recursive: true, force: true }))
      const node = startNode('', { MALOTE_DATA_DIR: folder })
      t.after(() => node.stop())
      const pidFile = path.join(folder, 'postgres', 'postmaster.pid')
      const read = () => readFile(pidFile, 'utf8').catch(() => '')
      await until(async () => (await read()) !== '', 'the database is started')
      const postmaster = Number((await read()).split('\n')[0])
      return { folder, node, read, postmaster }
    }
    let begun = await begin()
    // Where the machine stood still just then, it is all there already.
    for (let tries = 0; tries < 5 && /running/.test(begun.node.output()); tries++) {
      await begun.node.stop()
      begun = await begin()
    }
    const { folder, node, read, postmaster } = begun
    assert.doesNotMatch(node.output(), /running/)
    node.child.kill('SIGINT')
    assert.deepEqual(await node.ended, [0, null], node.output())
    // What takes long is said before.
    assert.ok(node.output().includes(`a database in ${folder} …\n`), node.output())
    // A process that has ended is there until the system's first process has seen its end.
    await until(async () => isGone(postmaster), 'the database is gone')
    // Judged once there is a world, with the database up.
    const odd = { MALOTE_PROVIDERS_FILE: '/nowhere/x', MALOTE_BASEURL: 'https://x.test' }
    const refused = startNode('', { MALOTE_DATA_DIR: folder, ...odd })
    t.after(() => refused.stop())
    assert.deepEqual(await refused.ended, [1, null], refused.output())
    // At once, and what it does then: a later start may take a while as well.
    const lines = refused
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map((line): { msg: string; folder?: string } => JSON.parse(line))
    assert.equal(lines[0]!.msg, 'starting')
    assert.equal(lines[1]!.msg, 'the embedded database is being started')
    assert.equal(lines[1]!.folder, folder)
    assert.match(refused.output(), /MALOTE_PROVIDERS_FILE/)
    assert.match(refused.output(), /^MALOTE_BASEURL is no setting/m)
    assert.doesNotMatch(refused.output(), /Making a database/)
    assert.equal(await read(), '')
  })

  it('is over before anything listens, also where it is interrupted', async t => {
    const begun: { stop(): unknown }[] = []
    const stopFirst = async () => {
      for (const one of begun) await one.stop()
    }
    const { db, url } = await testDatabase(t, { stopFirst })
    const keys = await holdKeys(url)
    begun.push(keys)
    const port = await freePort()
    const node = startNode(url, { PORT: String(port) })
    begun.push(node)
    await until(() => isAwaited(db, 'api_keys'), 'the first key')
    // A stranger who signed up now would be older than the account that runs the installation.
    await assert.rejects(fetch(`http://127.0.0.1:${port}/api/signup`, { method: 'POST' }))
    node.child.kill('SIGINT')
    await keys.stop()
    assert.deepEqual(await node.ended, [0, null], node.output())
    assert.ok(keyIn(node.output()), node.output())
    assert.doesNotMatch(node.output(), /Error/)
    assert.equal(await countAccounts(db), 1)
  })
})

/** Lets nobody make a key until it is stopped. */
async function holdKeys(url: string) {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table api_keys in share row exclusive mode')
  return { stop: () => holder.end() }
}

async function isAwaited(db: Db, table: string): Promise<boolean> {
  const text = `select from pg_locks where relation = $1::regclass and not granted
    and database = (select oid from pg_database where datname = current_database())`
  return (await db.query(text, [table])).length > 0
}

function startNode(url: string, environment: NodeJS.ProcessEnv = {}) {
  const settings = { DATABASE_URL: url, LOG_LEVEL: 'info', ...environment }
  const { child, ended, output, stop } = launchMalote({ settings })
  return { child, ended, output, stop: () => stop('SIGKILL') }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
