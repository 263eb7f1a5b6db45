/**
 * `npm run interop`: delivers through Postfix, Exim and OpenSMTPD, with STARTTLS and without, and has
 * every DKIM signature (RSA and Ed25519) of every message that arrived verified by three independent
 * programs. Then the SMTP client against every misbehaviour of smtp-sink. `-- --messages 1000` adds
 * random messages, spread over all servers; `--seed` makes them the same again. Loopback only; needs
 * root on Debian; leaves nothing behind.
 */
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSettings } from '#kernel/base/config.ts'
import { realLog } from '#kernel/world/real/clock.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { optionsOf } from '../../../scripts/options.ts'
import { startService } from '../../../src/service.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { createDatabase, stopTestServer } from '../../support/database.ts'
import { startDnsServer, type Zones } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { type Letter, letters, randomLetters } from './letters.ts'
import { canHandshake, greeted, type Machine, startMachine, whyNot } from './machines.ts'
import { type MailServer, servers } from './servers.ts'
import { runSink } from './smtp-sink.ts'
import { algorithms, type Bench, headOf, verifiers, verify, withOneSignature } from './verify.ts'

/** One way into one server. */
interface Lane {
  readonly server: MailServer
  readonly domain: string
  readonly address: string
  readonly hasTls: boolean
}

interface Row {
  readonly lane: Lane
  sent: number
  delivered: number
  /** TLS as the timeline tells it was what the server offers. */
  rightTls: number
  /** Messages found in the server's Maildir. */
  arrived: number
  /** `verifier algorithm` → passes. */
  readonly passes: Map<string, number>
}

const dnsAddress = '127.0.50.53'
const log = realLog('silent')

const lanes: readonly Lane[] = servers.flatMap(server => [
  { server, domain: `${server.name}.test`, address: server.withTls, hasTls: true },
  { server, domain: `plain.${server.name}.test`, address: server.plain, hasTls: false },
])

// The run ----------------------------------------------------------------------------------------

const { values } = optionsOf(import.meta.url, {
  options: { messages: { type: 'string' }, seed: { type: 'string' } },
})
const messages = Number(values.messages ?? 0)
const seed = Number(values.seed ?? 1)

const undo: (() => Promise<unknown>)[] = []

async function interop(): Promise<boolean> {
  const shared = await mkdtemp(path.join(tmpdir(), 'malote-interop-'))
  undo.push(() => rm(shared, { recursive: true, force: true }))
  await chmod(shared, 0o755)
  const names = lanes.map(lane => `mx.${lane.domain}`)
  const certificate = makeCertificate({ name: 'mx.postfix.test', names })
  await writeFile(path.join(shared, 'cert.pem'), certificate.cert)
  await writeFile(path.join(shared, 'key.pem'), certificate.key)
  await writeFile(
    path.join(shared, 'verify.py'),
    await readFile(path.join(import.meta.dirname, 'verify.py')),
  )
  const port = await freePort()
  say(`installing ${servers.map(server => server.title).join(', ')} and the verifiers, each apart`)
  const [tools, ...mailServers] = await Promise.all([
    startTools(shared),
    ...servers.map(server => startServer(server, shared, port)),
  ])
  const { rows, records } = await deliver(port, lettersPerLane())
  await writeFile(path.join(shared, 'dns.json'), JSON.stringify(Object.fromEntries(records)))
  const dns = await startDnsServer({ host: dnsAddress, port: 53, zones: textZones(records) })
  undo.push(dns.close)
  for (const row of rows) await examine(row, { shared, tools, records })
  const versions = new Map(mailServers.map(machine => [machine.name, machine.version()]))
  print(rows, versions, tools)
  const postfix = mailServers.find(machine => machine.name === 'postfix')!
  const sinkIsGood = await sink(postfix)
  return rows.every(isRight) && sinkIsGood
}

async function startServer(server: MailServer, shared: string, port: number): Promise<Machine> {
  const machine = await startMachine({
    name: server.name,
    packages: server.packages,
    shared,
    script: server.script(port),
    onStart: stop => undo.push(stop),
    ready: async () => {
      await greeted(server.withTls, port)
      await greeted(server.plain, port)
    },
  })
  say(`${server.title} ${machine.version()} answers`)
  return machine
}

async function startTools(shared: string): Promise<Machine> {
  return await startMachine({
    name: 'tools',
    packages: ['opendkim-tools', 'python3-dkim', 'python3-nacl'],
    shared,
    // Mounted files cannot be replaced, and resolv.conf is one in containers.
    script: `rm -f /etc/resolv.conf || true
echo 'nameserver ${dnsAddress}' > /etc/resolv.conf
`,
    onStart: stop => undo.push(stop),
  })
}

// Delivering -------------------------------------------------------------------------------------

/** The same hard cases for each, and each its share of the random ones. */
function lettersPerLane(): (readonly Letter[])[] {
  const random = randomLetters(seed, messages)
  if (messages > 0) say(`${messages} random messages of seed ${seed}, shared among the servers`)
  return lanes.map((_, i) => [...letters, ...random.filter((_, n) => n % lanes.length === i)])
}

interface Posted {
  readonly rows: Row[]
  /** The DNS records that publish the keys: name and text. */
  readonly records: Map<string, string>
}

async function deliver(port: number, perLane: readonly (readonly Letter[])[]): Promise<Posted> {
  const dns = await startDnsServer({
    zones: Object.fromEntries(
      lanes.flatMap(({ domain, address }) => [
        [domain, { MX: [`10 mx.${domain}`] }],
        [`mx.${domain}`, { A: [address] }],
      ]),
    ),
  })
  undo.push(dns.close)
  const database = await createDatabase()
  undo.push(database.drop)
  const settings = readSettings({
    PORT: '0',
    MALOTE_HOST: '127.0.0.1',
    MALOTE_HOSTNAME: 'malote.test',
    MALOTE_DNS_SERVERS: dns.address,
    MALOTE_SMTP_PORT: String(port),
    MALOTE_INBOUND_PORT: '0',
    MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
  })
  const world = realWorld({ settings, db: database.db, log })
  const service = await startService(world)
  undo.push(() => service.stop(5_000))
  const account = { email: 'owner@loja.test', plan: 'enterprise', trustLevel: 3 } as const
  const { projectId } = await createAccount(world, account)
  const domain = await createDomain(world, { projectId, name: 'loja.test' })
  await trustDomain(world, domain.id)
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  const api = apiOf(service.port!, key)
  const rows = await Promise.all(
    lanes.map((lane, i) => sendAll(api, { lane, letters: perLane[i]!, port })),
  )
  const { data } = (await api('GET', '/v1/domains')) as {
    data: { records: { type: string; name: string; value: string }[] }[]
  }
  const texts = data[0]!.records.filter(record => record.type === 'TXT')
  return { rows, records: new Map(texts.map(record => [record.name, record.value])) }
}

type Api = (method: string, where: string, body?: unknown) => Promise<unknown>

function apiOf(port: number, key: string): Api {
  return async (method, where, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${where}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const read = await answer.json()
    if (!answer.ok) throw new Error(JSON.stringify(read))
    return read
  }
}

interface Told {
  readonly status: string
  readonly events: { type: string; tls?: string; smtp_response?: string; explanation?: string }[]
}

interface Sending {
  readonly lane: Lane
  readonly letters: readonly Letter[]
  readonly port: number
}

async function sendAll(api: Api, { lane, letters, port }: Sending): Promise<Row> {
  const row: Row = { lane, sent: 0, delivered: 0, rightTls: 0, arrived: 0, passes: new Map() }
  // The certificate is one that nobody vouches for. Where a server offers what it cannot do, as the
  // OpenSMTPD of Debian 12 since OpenSSL 3, the mail has to go without: nothing demands TLS here.
  const isWorking = lane.hasTls && (await canHandshake(lane.address, port))
  const level = isWorking ? 'unverified' : 'none'
  if (lane.hasTls && !isWorking) {
    say(`${lane.server.title} offers STARTTLS and then fails every handshake, Node's own too`)
  }
  for (const letter of letters) {
    const { id } = (await api('POST', '/v1/emails', {
      from: 'Loja da Esquina <pedidos@loja.test>',
      to: [`Zé Ninguém <cliente${row.sent}@${lane.domain}>`],
      ...letter.body,
    })) as { id: string }
    row.sent++
    const told = await settled(api, id)
    const last = told.events.at(-1)
    if (told.status === 'delivered') row.delivered++
    else
      say(
        `${lane.domain}: ${letter.about}: ${told.status}: ${last?.smtp_response ?? last?.explanation}`,
      )
    if (last?.tls === level) row.rightTls++
    if (row.sent % 50 === 0) say(`${lane.domain}: ${row.sent} of ${letters.length} sent`)
  }
  return row
}

async function settled(api: Api, id: string): Promise<Told> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const told = (await api('GET', `/v1/emails/${id}`)) as Told
    const isOver = !['queued', 'sent'].includes(told.status)
    if (isOver || performance.now() > deadline) return told
    await pause(50)
  }
}

// Examining --------------------------------------------------------------------------------------

/** Looks at what arrived: each message with each of its two signatures alone. */
async function examine(row: Row, bench: Bench): Promise<void> {
  const folder = path.join(bench.shared, row.lane.server.name, 'mail', 'new')
  const messages = await arrivedAt(folder, row)
  row.arrived = messages.length
  for (const algorithm of algorithms) {
    const singles = messages.flatMap(message => withOneSignature(message, algorithm) ?? [])
    for (const verifier of verifiers) {
      row.passes.set(`${verifier} ${algorithm}`, await verify[verifier](singles, bench))
    }
  }
  say(`${row.lane.domain}: ${messages.length} messages verified`)
}

/** The Maildir may get its last message a moment after the reply. */
async function arrivedAt(folder: string, row: Row): Promise<Buffer[]> {
  const deadline = performance.now() + 10_000
  const to = new RegExp(`^To:.*<cliente\\d+@${row.lane.domain.replaceAll('.', '\\.')}>`, 'ms')
  for (;;) {
    const files = await readdir(folder).catch(() => [])
    const all = await Promise.all(files.map(file => readFile(path.join(folder, file))))
    const own = all.filter(message => to.test(headOf(message)))
    if (own.length >= row.delivered || performance.now() > deadline) return own
    await pause(200)
  }
}

function textZones(records: ReadonlyMap<string, string>): Zones {
  return Object.fromEntries([...records].map(([name, value]) => [name, { TXT: [value] }]))
}

// Telling ----------------------------------------------------------------------------------------

function isRight(row: Row): boolean {
  const counts = [row.delivered, row.rightTls, row.arrived]
  for (const verifier of verifiers) {
    for (const algorithm of algorithms) {
      counts.push(row.passes.get(`${verifier} ${algorithm}`) ?? 0)
    }
  }
  return counts.every(count => count === row.sent)
}

function print(rows: readonly Row[], versions: ReadonlyMap<string, string>, tools: Machine): void {
  const heads = ['server', 'version', 'offers TLS', 'sent', 'delivered', 'TLS as due', 'arrived']
  for (const verifier of verifiers) heads.push(`${verifier} RSA`, 'Ed25519')
  const lines = rows.map(row => [
    row.lane.server.title,
    versions.get(row.lane.server.name) ?? '',
    row.lane.hasTls ? 'yes' : 'no',
    String(row.sent),
    String(row.delivered),
    String(row.rightTls),
    String(row.arrived),
    ...verifiers.flatMap(verifier =>
      algorithms.map(algorithm => String(row.passes.get(`${verifier} ${algorithm}`) ?? 0)),
    ),
  ])
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...lines.map(line => line[i]!.length)),
  )
  const shown = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  console.log(`\n${shown(heads)}\n${widths.map(width => '-'.repeat(width)).join('  ')}`)
  for (const line of lines) console.log(shown(line))
  const signatures = rows.reduce((sum, row) => sum + row.sent * algorithms.length, 0)
  const held = rows.flatMap(row => [...row.passes.values()]).reduce((sum, count) => sum + count, 0)
  console.log(
    `\n${signatures} signatures: ${held} of ${signatures * verifiers.length} verdicts are pass`,
  )
  console.log(`verifiers: mailauth (npm), opendkim-testmsg ${tools.version()}, python3-dkim`)
}

async function sink(postfix: Machine): Promise<boolean> {
  const results = await runSink(postfix.starting('smtp-sink'))
  for (const { run, became, expected, ok } of results) {
    if (!ok) console.log(`FAIL smtp-sink ${run}: ${became} instead of ${expected}`)
  }
  const good = results.filter(result => result.ok).length
  console.log(`smtp-sink: ${good} of ${results.length} misbehaviours ended as they must`)
  return good === results.length
}

function say(text: string): void {
  console.log(text)
}

const pause = (ms: number): Promise<void> => new Promise(go => void setTimeout(go, ms))

// The program ------------------------------------------------------------------------------------

let cleaning: Promise<void> | undefined
/** Once, whoever asks first: a signal may come while the end is near. */
const cleanUp = (): Promise<void> => {
  cleaning ??= (async () => {
    for (const one of undo.splice(0).reverse()) await one().catch(error => console.error(error))
    await stopTestServer()
  })()
  return cleaning
}
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true
    void cleanUp().then(() => process.exit(130))
  })
}

const obstacle = whyNot()
if (obstacle !== null) {
  console.error(`npm run interop cannot run here: ${obstacle}.`)
  process.exit(1)
}
let isGood = false
try {
  isGood = await interop()
} catch (error) {
  if (!isInterrupted) console.error(error)
} finally {
  await cleanUp()
}
process.exit(isInterrupted ? 130 : isGood ? 0 : 1)
