/** A node among others: it waits for its database where it is told to, and says when it leaves. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import net from 'node:net'
import { getPriority, platform } from 'node:os'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSettings } from '#kernel/base/config.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { nodeFlags } from '../../../scripts/node.mjs'
import { openDatabase } from '../../../src/boot/database.ts'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { oneProcess } from '../../support/one-process.ts'
import { until } from '../../support/service.ts'

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

const environmentOf = (url: string, port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  ...oneProcess,
  PORT: String(port),
  DATABASE_URL: url,
  MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
  MALOTE_HOST: '127.0.0.1',
  MALOTE_INBOUND_PORT: '0',
})

/** The way to a database by TCP, once it is opened. */
function wayTo(t: TestContext, url: string, port: number) {
  const { searchParams, port: ofSocket } = new URL(url)
  const target = `${searchParams.get('host')}/.s.PGSQL.${ofSocket}`
  const server = net.createServer(near => {
    const far = net.connect(target)
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
  let printed = ''
  const child = spawn(process.execPath, [...nodeFlags, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environmentOf(way.url, port),
      MALOTE_DATABASE_WAIT_SECONDS: '300',
      MALOTE_STOP_DELAY_SECONDS: '5',
    },
  })
  const ended = once(child, 'close')
  stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => (printed += text))
  }
  await until(async () => /does not answer yet/.test(printed), 'that it waits')
  way.open()
  await until(async () => /is running/.test(printed), 'that it runs')
  const ask = async (path: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return `${answer.status} ${((await answer.json()) as { status: string }).status}`
  }
  assert.deepEqual([await ask('/readyz'), await ask('/livez')], ['200 ok', '200 ok'])
  child.kill('SIGTERM')
  await until(async () => (await ask('/readyz')) === '503 stopping', 'that it leaves')
  assert.deepEqual([await ask('/healthz'), await ask('/livez')], ['503 stopping', '200 ok'])
  assert.deepEqual(await ended, [0, null], printed)
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

it('A node that marketing has for itself runs behind others, in a session of its own too', async t => {
  if (platform() !== 'linux') return t.skip('only Linux has a priority per thread and per session')
  const children: ChildProcess[] = []
  const stopFirst = async () => {
    for (const one of children) one.kill('SIGKILL')
    await Promise.all(children.map(one => one.exitCode ?? one.signalCode ?? once(one, 'close')))
  }
  const { url } = await testDatabase(t, { stopFirst })
  const start = async (roles: string, streams: string) => {
    const child = spawn(process.execPath, [...nodeFlags, main], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...environmentOf(url, await freePort()),
        MALOTE_ROLES: roles,
        MALOTE_STREAMS: streams,
      },
    })
    children.push(child)
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', text => (printed += text))
    await until(async () => /is running/.test(printed), 'that it runs')
    const session = await readFile(`/proc/${child.pid}/autogroup`, 'utf8').catch(() => '')
    return { own: getPriority(child.pid), session: / nice (-?\d+)/.exec(session)?.[1] ?? null }
  }
  const first = await start('api,deliver,webhooks', 'transactional')
  const second = await start('deliver,webhooks,jobs', 'marketing')
  assert.equal(first.own, getPriority())
  assert.ok(second.own > first.own)
  // A kernel without such groups has no such file.
  if (first.session !== null) assert.deepEqual([first.session, second.session], ['0', '10'])
})
