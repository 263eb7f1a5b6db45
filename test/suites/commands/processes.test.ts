/** The service as several processes (MALOTE_PROCESSES), with the database that it brings. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { getPriority, platform } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSettings } from '#kernel/base/config.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import type { LandedMessage } from '../../../sim/crash/sink.ts'
import { openDatabase } from '../../../src/boot/database.ts'
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { passableFolder } from '../../support/passable-folder.ts'
import { launchMalote } from '../../support/start-malote.ts'
import { until } from '../../support/until.ts'

const file = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

/** One for all of them: making a database takes longer than a start. */
let folder = ''
let dns: DnsServer
let sink = { port: 0, stop: () => {} }
let key = ''

const dataDir = () => path.join(folder, 'data')
const landedLog = () => path.join(folder, 'sink.log')

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: '',
  MALOTE_DATA_DIR: dataDir(),
  MALOTE_HOST: '127.0.0.1',
  MALOTE_INBOUND_PORT: '0',
  MALOTE_DNS_SERVERS: dns.address,
  MALOTE_SMTP_PORT: String(sink.port),
  MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
  MALOTE_LEASE_SECONDS: '5',
  LOG_LEVEL: 'info',
})

before(async () => {
  folder = await passableFolder('processes')
  dns = await startDnsServer({
    zones: { 'dest.test': { MX: ['10 mx.dest.test'] }, 'mx.dest.test': { A: ['127.0.0.1'] } },
  })
  sink = await startSink()
  const settings = readSettings(environment())
  const { db, close } = await openDatabase(settings, realClock(), realLog('silent'))
  const world = realWorld({ settings, db, log: realLog('silent') })
  const owner = { email: 'owner@client.test', plan: 'enterprise', trustLevel: 3 } as const
  const { projectId } = await createAccount(world, owner)
  const { id } = await createDomain(world, { projectId, name: 'client.test' })
  await trustDomain(world, id)
  const made = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  key = made.key
  await close()
})

after(async () => {
  sink.stop()
  await dns.close()
  await rm(folder, { recursive: true, force: true })
})

async function startSink() {
  const child = spawn(process.execPath, [file('sim/crash/sink.ts'), landedLog(), '0'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  return { port: Number(port), stop: () => void child.stdin.end() }
}

/** The numbers of the emails that have arrived, each as often as it did. */
const landed = async (): Promise<number[]> => {
  const text = await readFile(landedLog(), 'utf8').catch(() => '')
  return text.split('\n').flatMap(line => (line ? [(JSON.parse(line) as LandedMessage).x] : []))
}

type Line = Readonly<Record<string, unknown>>

/** A service of so many processes, all of which run. */
async function begin(t: TestContext, processes: number, more: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const { child, ended, output, stop } = launchMalote({
    settings: {
      ...environment(),
      PORT: String(port),
      MALOTE_PROCESSES: String(processes),
      ...more,
    },
  })
  t.after(() => stop())
  const lines = (message: string): Line[] =>
    output()
      .split('\n')
      .filter(line => line.startsWith('{') && line.endsWith('}'))
      .map(line => JSON.parse(line) as Line)
      .filter(line => line.msg === message)
  /** The newest of each place. */
  const pids = (): Readonly<Record<string, number>> =>
    Object.fromEntries(lines('a process runs').map(one => [String(one.process), Number(one.pid)]))
  const running = (count: number) =>
    until(async () => {
      assert.equal(child.exitCode, null, output())
      return lines('a process runs').length >= count
    }, `${count} starts of processes`)
  return { child, ended, port, lines, pids, running, output }
}

type Begun = Awaited<ReturnType<typeof begin>>

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const postmaster = () =>
  readFile(path.join(dataDir(), 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')

/** Accepted for sure, by a connection of its own, however often that has to be asked for. */
async function send({ port }: Begun, x: number): Promise<void> {
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `processes-${x}`,
        ...closing,
      },
      body: JSON.stringify({
        from: 'shop@client.test',
        to: [`r${x}@dest.test`],
        subject: `Email ${x}`,
        text: `X-id: ${x}`,
      }),
    }).catch(() => null)
    assert.ok(answer === null || answer.status === 202 || answer.status >= 500, `${answer?.status}`)
    return answer?.status === 202
  }, 'that an email is accepted')
}

const closing = { connection: 'close' }

/** How many emails each process has accepted, as /metrics says. */
const answeredBy = (metrics: string): Record<string, number> =>
  Object.fromEntries(
    [
      ...metrics.matchAll(
        /^malote_http_requests_total\{route="emails.send",status="202",process="(\d)"\} (\d+)$/gm,
      ),
    ].map(([, number, count]) => [number, Number(count)]),
  )

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

describe('the service as several processes', () => {
  it('takes calls by all that answer, delivers each email once, and outlives the fall of one', async t => {
    const service = await begin(t, 3)
    await service.running(3)
    assert.equal(service.output().match(/Malote is running/g)?.length, 1)
    const calm: number[] = []
    const metricsOnce = async () =>
      (await fetch(`http://127.0.0.1:${service.port}/metrics`, { headers: closing })).text()
    // Whoever has time takes a connection: some rounds may go by until both have.
    const metrics = await until(async () => {
      const more = numbers(calm.length, 20)
      calm.push(...more)
      await Promise.all(more.map(x => send(service, x)))
      const text = await metricsOnce()
      return Object.keys(answeredBy(text)).length > 1 && text
    }, 'that two have answered')
    const { 1: byFirst = 0, 2: bySecond = 0, ...byOthers } = answeredBy(metrics)
    assert.deepEqual([byFirst + bySecond, byOthers], [calm.length, {}])
    await until(async () => (await landed()).length >= calm.length, 'the emails')
    // What marketing has for itself has no port, and is told of by the others.
    assert.match(metrics, /^malote_uptime_seconds\{process="3"\} \d/m)
    assert.equal(metrics.match(/^malote_up /gm)?.length, 1)
    const { 1: first = 0, 3: third = 0 } = service.pids()
    if (platform() === 'linux') assert.ok(getPriority(third) > getPriority(first))

    const stormy = numbers(1_000, 60)
    const sent = Promise.all(stormy.map(x => send(service, x)))
    process.kill(first, 'SIGKILL')
    await sent
    await service.running(4)
    const [fall] = service.lines('a process has ended by itself; it is started anew')
    assert.deepEqual([fall?.process, fall?.pid, fall?.signal], [1, first, 'SIGKILL'])
    assert.ok(Number(fall?.residentMb) > 0)
    assert.notEqual(service.pids()[1], first)
    await until(async () => {
      const seen = new Set(await landed())
      return stormy.every(x => seen.has(x))
    }, 'every email')
    const seen = await landed()
    // Nothing fell while these were under way.
    for (const x of calm) assert.equal(seen.filter(one => one === x).length, 1, `email ${x}`)

    const all = Object.values(service.pids())
    service.child.kill('SIGTERM')
    assert.deepEqual(await service.ended, [0, null], service.output())
    assert.equal(service.lines('a process has ended').length, 3)
    assert.deepEqual(all.filter(isAlive), [])
    assert.equal(await postmaster(), '')
  })

  it('ends in order, with its database, where the supervisor is killed', async t => {
    const service = await begin(t, 2)
    await service.running(2)
    const all = Object.values(service.pids())
    assert.ok(all.every(isAlive))
    assert.notEqual(await postmaster(), '')
    service.child.kill('SIGKILL')
    await service.ended
    await until(async () => !all.some(isAlive) && (await postmaster()) === '', 'their end')
    assert.equal(service.lines('stopping').length, 2)
  })

  it('goes on without a process that ends by an exception, and starts it anew', async t => {
    const plant = `process.on('SIGUSR2', () => { throw new Error('planted') })`
    const service = await begin(t, 2, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(plant)}`,
    })
    await service.running(2)
    process.kill(service.pids()[2]!, 'SIGUSR2')
    await service.running(3)
    const [fall] = service.lines('a process has ended by itself; it is started anew')
    assert.deepEqual([fall?.process, fall?.code], [2, 1])
    assert.ok((await fetch(`http://127.0.0.1:${service.port}/readyz`)).ok)
  })

  it('ends where a process cannot be started, with its code and one sentence', async t => {
    const service = await begin(t, 2, { MALOTE_PLANS_FILE: path.join(folder, 'no such file') })
    assert.deepEqual(await service.ended, [1, null], service.output())
    assert.equal(service.output().match(/^MALOTE_PLANS_FILE: .*$/gm)?.length, 1, service.output())
    assert.equal(service.lines('a process cannot be started').length, 1)
    assert.equal(await postmaster(), '')
  })

  it('is refused before anything starts, where the number is none', async t => {
    const service = await begin(t, 0)
    assert.deepEqual(await service.ended, [1, null])
    assert.equal(
      service.output(),
      'MALOTE_PROCESSES must be auto or a whole number from 1 to 64, not "0".\n',
    )
  })
})
