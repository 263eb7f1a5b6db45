/** A node among others: it waits for its database where it is told to, and says when it leaves. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import net from 'node:net'
import { getPriority, platform } from 'node:os'
import { it, type TestContext } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { openDatabase } from '../../../src/boot/database.ts'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { oneProcess } from '../../support/one-process.ts'
import { testWorld } from '../../support/real-world.ts'
import { launchMalote } from '../../support/start-malote.ts'
import { until } from '../../support/until.ts'

const settingsOf = (url: string, port: number) => ({
  ...oneProcess,
  PORT: String(port),
  DATABASE_URL: url,
})

/** The way to a database by TCP, once it is opened; it breaks where `isToBreak` says so of what is sent. */
function wayTo(
  t: TestContext,
  url: string,
  port: number,
  isToBreak: (sent: string) => boolean = () => false,
) {
  const { searchParams, port: ofSocket } = new URL(url)
  const target = `${searchParams.get('host')}/.s.PGSQL.${ofSocket}`
  const server = net.createServer(near => {
    const far = net.connect(target)
    near.on('data', chunk => {
      if (!isToBreak(chunk.toString('latin1'))) return
      for (const end of [near, far]) end.destroy()
    })
    near.pipe(far).pipe(near)
    for (const end of [near, far]) end.on('error', () => undefined)
  })
  t.after(() => server.close())
  const by = new URL(url)
  by.search = ''
  by.hostname = '127.0.0.1'
  by.port = String(port)
  return { url: by.href, open: () => server.listen(port, '127.0.0.1') }
}

it('A start waits for a database that is not up yet, and a stop is told before the port closes', async t => {
  const port = await freePort()
  let stop = async (): Promise<void> => {}
  const { url } = await testDatabase(t, { stopFirst: () => stop() })
  const way = wayTo(t, url, await freePort())
  const { child, ended, output, ...launched } = launchMalote({
    settings: {
      ...settingsOf(way.url, port),
      MALOTE_DATABASE_WAIT_SECONDS: '300',
      MALOTE_STOP_DELAY_SECONDS: '5',
    },
  })
  stop = async () => void (await launched.stop('SIGKILL'))
  await until(async () => /does not answer yet/.test(output()), 'that it waits')
  way.open()
  await until(async () => /is running/.test(output()), 'that it runs')
  const ask = async (path: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return `${answer.status} ${((await answer.json()) as { status: string }).status}`
  }
  assert.deepEqual([await ask('/readyz'), await ask('/livez')], ['200 ok', '200 ok'])
  child.kill('SIGTERM')
  await until(async () => (await ask('/readyz')) === '503 stopping', 'that it leaves')
  assert.deepEqual([await ask('/healthz'), await ask('/livez')], ['503 stopping', '200 ok'])
  assert.deepEqual(await ended, [0, null], output())
})

it('A start that waits gives up after its time, and asks again only what does not answer', async t => {
  const lines: string[] = []
  const log = { ...realLog('silent'), warn: (_: unknown, text: string) => void lines.push(text) }
  const open = (url: string, wait: string) =>
    openDatabase(
      readSettings({ DATABASE_URL: url, MALOTE_DATABASE_WAIT_SECONDS: wait }),
      realClock(),
      log,
    )
  const nowhere = `postgres://u@127.0.0.1:${await freePort()}/x`
  await assert.rejects(open(nowhere, '1'), DatabaseRefused)
  assert.ok(lines.length >= 1)
  lines.length = 0
  await assert.rejects(open(nowhere, '0'), DatabaseRefused)
  // A database without fsync answers, and is refused for that.
  const { url } = await testDatabase(t)
  await assert.rejects(open(url, '300'), /fsync=off/)
  assert.deepEqual(lines, [])
})

it('A start waits, too, where its database goes away between two of its steps', async t => {
  const { url } = await testDatabase(t)
  const lines: string[] = []
  const log = { ...realLog('silent'), warn: (_: unknown, text: string) => void lines.push(text) }
  for (const step of ['pg_try_advisory_xact_lock', 'from migrations', 'first_projects', 'seal']) {
    let isToBreak = false
    const way = wayTo(t, url, await freePort(), sent => isToBreak && sent.includes(step))
    way.open()
    const open = (wait: string) => {
      isToBreak = true
      const settings = { DATABASE_URL: way.url, MALOTE_DATABASE_WAIT_SECONDS: wait }
      return openDatabase(
        readSettings({ ...settings, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }),
        realClock(),
        log,
      )
    }
    await assert.rejects(open('0'), DatabaseRefused, step)
    lines.length = 0
    const opening = open('300')
    await until(async () => /asked again/.test(lines.join()), `that it waits at ${step}`)
    isToBreak = false
    await (await opening).close()
  }
})

it('A role without superuser is enough, and a schema of its own beside others', async t => {
  const role = `plain_${randomUUID().slice(0, 8)}`
  const { db, url } = await testDatabase(t, {
    stopFirst: async () => {
      await db.query(`drop owned by ${role}`)
      await db.query(`drop role ${role}`)
    },
  })
  await db.query(`create role ${role} login nosuperuser password 'plain'`)
  await db.query(`create schema apart authorization ${role}`)
  const of = new URL(url)
  Object.assign(of, { username: role, password: 'plain' })
  of.searchParams.set('options', '-c search_path=apart')
  const settings = { DATABASE_URL: of.href, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const log = realLog('silent')
  const opened = await openDatabase(readSettings(settings), realClock(), log)
  t.after(() => opened.close())
  assert.deepEqual(
    await opened.db.query(
      `select current_schema() as at, rolsuper as super, (select count(*)::int from emails) as mails
       from pg_roles where rolname = current_user`,
    ),
    [{ at: 'apart', super: false, mails: 0 }],
  )
  await createAccount(testWorld({ settings: readSettings(settings), db: opened.db, log }), {
    email: 'owner@malote.test',
    plan: 'enterprise',
    trustLevel: 3,
    language: 'en',
  })
})

it('A node that marketing has for itself runs behind others, in a session of its own too', async t => {
  if (platform() !== 'linux') return t.skip('only Linux has a priority per thread and per session')
  const begun: ReturnType<typeof launchMalote>[] = []
  const stopFirst = async () => void (await Promise.all(begun.map(one => one.stop('SIGKILL'))))
  const { url } = await testDatabase(t, { stopFirst })
  const start = async (roles: string, streams: string) => {
    const settings = { MALOTE_ROLES: roles, MALOTE_STREAMS: streams }
    const node = launchMalote({
      isDetached: true,
      settings: { ...settingsOf(url, await freePort()), ...settings },
    })
    begun.push(node)
    await until(async () => /is running/.test(node.output()), 'that it runs')
    const { pid } = node.child
    const session = await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => '')
    return { own: getPriority(pid), session: / nice (-?\d+)/.exec(session)?.[1] ?? null }
  }
  const first = await start('api,deliver,webhooks', 'transactional')
  const second = await start('deliver,webhooks,jobs', 'marketing')
  assert.equal(first.own, getPriority())
  assert.ok(second.own > first.own)
  // A kernel without such groups has no such file.
  if (first.session !== null) assert.deepEqual([first.session, second.session], ['0', '10'])
})
