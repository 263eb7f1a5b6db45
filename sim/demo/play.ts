/**
 * Runs the demo: an installation of its own in a temporary folder, the emails of the plan, and a
 * clock that is turned to the next thing that is due whenever nothing is left to do, so that three
 * days of retries pass in seconds.
 */
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { domainToASCII } from 'node:url'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { readSettings, type Settings } from '#kernel/base/config.ts'
import { idSource, show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { realDns } from '#kernel/world/real/dns.ts'
import { realNet } from '#kernel/world/real/net.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { earliestDue } from '#platform/queue/store.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import { openDatabase } from '../../src/boot/database.ts'
import { type Service, startService } from '../../src/service.ts'
import { freePort } from '../../test/support/free-port.ts'
import { passableFolder } from '../../test/support/passable-folder.ts'
import { slicedClock } from '../../test/support/real-clock.ts'
import { startInternet, startReceiver } from './internet.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { type PlannedEmail, plan, repairAfterMs } from './plan.ts'
import { openShop, shopSettings } from './shop.ts'

export interface DemoEvent {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly recipient?: string
  readonly mx?: string
  readonly smtp_code?: string
  readonly smtp_response?: string
  readonly tls?: string
  readonly explanation?: string
  readonly uncertain?: boolean
}

export interface EmailStory {
  readonly planned: PlannedEmail
  /** Null where the service refused the request. */
  readonly id: string | null
  readonly status: string
  readonly events: readonly DemoEvent[]
  /** The refusal's own words. */
  readonly message?: string
}

export interface DemoResult {
  readonly told: readonly EmailStory[]
  readonly webhooks: {
    readonly good: number
    readonly twice: number
    readonly bad: readonly string[]
  }
  /** Messages that arrived, and how many of their signatures an independent library vouches for. */
  readonly arrived: number
  readonly signatures: number
  readonly badSignatures: number
  /** Time that passed on the demo's clock. */
  readonly passedMs: number
}

export interface DemoProgress {
  readonly phase: 'starting' | 'sending' | 'turning' | 'checking'
  readonly passedMs: number
  readonly counts: Readonly<Record<string, number>>
}

interface DemoOptions {
  readonly language: Language
  readonly tell: (progress: DemoProgress) => void
  /** Called with everything still running; the demo ends when it resolves. */
  readonly done: (result: DemoResult, running: Running) => Promise<void>
}

export interface Running {
  readonly url: string
  readonly key: string
  /** Signs in to the dashboard. */
  readonly email: string
  readonly password: string
  /** A file of people to import, whose mail the demo's servers take. */
  readonly people: string
  /** Messages that servers have taken so far. */
  readonly arrived: () => number
  /** Opens the shop, whose campaign is under way then, and the mailboxes of its people. */
  readonly stay: () => Promise<Readonly<Record<'campaigns' | 'form' | 'mailbox', string>>>
}

export async function runDemo(options: DemoOptions): Promise<void> {
  const stage = await setStage(options)
  try {
    const sent: SentEmail[] = []
    const { language } = options
    for (const planned of plan.filter(one => !one.later)) {
      sent.push(await send(stage, planned, language))
    }
    await settle(stage, options)
    for (const planned of plan.filter(one => one.later)) {
      sent.push(await send(stage, planned, language))
    }
    await turnToTheEnd(stage, options)
    options.tell({
      phase: 'checking',
      passedMs: stage.passedMs(),
      counts: await countStatuses(stage),
    })
    const told = await Promise.all(sent.map(one => tell(stage, one, language)))
    const { receiver, keys } = stage
    const result: DemoResult = {
      told,
      ...(await checkSignatures(stage)),
      webhooks: {
        good: receiver.good,
        twice: [...receiver.seen.values()].filter(times => times > 1).length,
        bad: receiver.bad,
      },
      passedMs: stage.passedMs(),
    }
    await options.done(result, {
      ...stage.customer,
      url: stage.world.settings.MALOTE_BASE_URL,
      key: keys.live,
      people: await writePeople(stage.folder),
      arrived: () => stage.internet.received().length,
      stay: () => stayOpen(stage, language),
    })
  } finally {
    await stage.strike()
  }
}

async function stayOpen(stage: Stage, language: Language) {
  const ask = async (method: 'POST' | 'PATCH', where: string, body: unknown) => {
    const answer = await call(stage, method, where, { body, language })
    if (answer.status >= 300) throw new Error(`${where}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const base = stage.world.settings.MALOTE_BASE_URL
  await ask('PATCH', '/v1/marketing-settings', shopSettings)
  const shop = await openShop((where, body) => ask('POST', where, body), { language, base })
  stage.mailbox = await openMailbox(stage.internet.received, language)
  const campaigns = `${base}/projects/${stage.keys.project}/live/campaigns`
  return { campaigns, form: shop.form, mailbox: stage.mailbox.url }
}

// The stage --------------------------------------------------------------------------------------

type Stage = Awaited<ReturnType<typeof setStage>>

async function setStage(options: DemoOptions) {
  options.tell({ phase: 'starting', passedMs: 0, counts: {} })
  const folder = await passableFolder('demo')
  const internet = await startInternet({})
  const shift: Shift = { ms: 0 }
  const receiver = await startReceiver(() => Date.now() + shift.ms)
  const settings = settingsOf(folder, internet, await freePort())
  const log = realLog('silent')
  const database = await openDatabase(settings, realClock(), log)
  const world = shiftedWorld(realWorld({ settings, db: database.db, log }), internet, shift)
  const service: Service = await startService(world)
  const customer = {
    email: 'dona@loja.test',
    password: world.random.bytes(9).toString('base64url'),
  }
  const keys = await makeCustomer(world, { ...customer, language: options.language })
  const begun = world.clock.now()
  const stage = {
    folder,
    world,
    service,
    internet,
    receiver,
    customer,
    keys,
    /** Where people read what came, once the demo stays. */
    mailbox: null as Mailbox | null,
    passedMs: () => world.clock.now() - begun,
    turn(ms: number) {
      shift.ms += ms
      for (const kind of mailKinds) world.signals.emit(`queue:${kind}`)
    },
    async strike(this: { readonly mailbox: Mailbox | null }) {
      await this.mailbox?.close()
      await service.stop(2_000)
      await database.close()
      await receiver.close()
      await internet.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  receiver.secret = await subscribe(stage)
  return { ...stage, records: await recordsOf(stage) }
}

type Internet = Awaited<ReturnType<typeof startInternet>>

/** How far the demo's clock is ahead of the real one. */
interface Shift {
  ms: number
}

/** `port` is free: public addresses in letters and pages name it, so it is known before the start. */
function settingsOf(folder: string, internet: Internet, port: number): Settings {
  return readSettings({
    ...process.env,
    PORT: String(port),
    MALOTE_BASE_URL: `http://127.0.0.1:${port}`,
    MALOTE_HOST: '127.0.0.1',
    MALOTE_HOSTNAME: 'malote.demo.test',
    MALOTE_DATA_DIR: path.join(folder, 'data'),
    MALOTE_DNS_SERVERS: internet.dns.address,
    MALOTE_SMTP_PORT: String(internet.smtpPort),
    MALOTE_SMTP_DEADLINE_DIVISOR: '200',
    MALOTE_INBOUND_PORT: '0',
    MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
  })
}

/** The real world, but for its clock and its roots. */
function shiftedWorld(base: World, internet: Internet, shift: Shift): World {
  const now = (): number => base.clock.now() + shift.ms
  // What the DNS has said is forgotten by the demo's clock, too.
  const monotonic = (): number => base.clock.monotonic() + shift.ms
  const sliced = slicedClock()
  return {
    ...base,
    dns: realDns({
      servers: base.settings.MALOTE_DNS_SERVERS,
      clock: { ...base.clock, now, monotonic },
      random: base.random,
    }),
    net: realNet({ roots: [internet.root] }),
    // The deadlines are divided: where the machine stands still, they wait.
    clock: { ...sliced, now, monotonic: () => sliced.monotonic() + shift.ms },
    ids: idSource(now, base.random.bytes),
  }
}

/** An account that may send from its domain, which is known by then; its project and keys. */
async function makeCustomer(
  world: World,
  owner: { readonly email: string; readonly password: string; readonly language: Language },
): Promise<Readonly<Record<'project' | 'live' | 'test', string>>> {
  const { projectId } = await createAccount(world, { ...owner, plan: 'enterprise', trustLevel: 3 })
  const domain = await createDomain(world, { projectId, name: 'loja.test' })
  await trustDomain(world, domain.id)
  await declareWarm(world, { projectId, domain: 'loja.test' })
  const keyOf = async (mode: 'live' | 'test'): Promise<string> =>
    (await createKey(world, { projectId, mode, scope: 'admin', rate: 0 })).key
  const keys = { live: await keyOf('live'), test: await keyOf('test') }
  return { project: show('prj', projectId), ...keys }
}

const people = 5_000

async function writePeople(folder: string): Promise<string> {
  const domains = ['gmail.com', 'hotmail.com', 'yahoo.com.br', 'icloud.com', 'uol.com.br']
  const names = ['Ana', 'Bia', 'Caio', 'Duda', 'Enzo', 'Flora', 'Gil', 'Helena', 'Igor', 'Júlia']
  const lines = Array.from({ length: people }, (_, n) => {
    const name = names[n % names.length]!
    const local = name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z]/g, '')
    // Without a number, the first of a name at a provider may be one whom it does not know.
    return `${local}${n < 50 ? '' : n}@${domains[Math.floor(n / names.length) % domains.length]},${name}`
  })
  const file = path.join(folder, 'people.csv')
  await writeFile(file, `${['email,first_name', ...lines].join('\n')}\n`)
  return file
}

/** Has the events posted to the receiver; the secret that signs them. */
async function subscribe(caller: Caller & { receiver: { readonly url: string } }): Promise<string> {
  const { body: hook } = await call(caller, 'POST', '/v1/webhooks', {
    body: {
      url: caller.receiver.url,
      events: ['delivered', 'deferred', 'bounced', 'complained', 'suppressed', 'failed'],
    },
  })
  return hook.secret
}

/** Names and values of the domain's records, as its owner would publish them. */
async function recordsOf(caller: Caller): Promise<ReadonlyMap<string, string>> {
  const { body: domains } = await call(caller, 'GET', '/v1/domains')
  const records: { type: string; name: string; value: string }[] = domains.data[0].records
  const texts = records.filter(({ type }) => type === 'TXT')
  return new Map(texts.map(({ name, value }) => [name, value]))
}

interface CallOptions {
  readonly key?: string
  readonly body?: unknown
  readonly language?: Language
}

interface Caller {
  readonly service: Service
  readonly keys: { readonly live: string }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into
type Answer = { status: number; body: any }

async function call(
  { service, keys }: Caller,
  method: string,
  where: string,
  { key = keys.live, body, language = 'en' }: CallOptions = {},
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${service.port}${where}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'accept-language': language,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

// Sending ----------------------------------------------------------------------------------------

interface SentEmail {
  readonly planned: PlannedEmail
  readonly answer: Answer
}

async function send(stage: Stage, planned: PlannedEmail, language: Language): Promise<SentEmail> {
  const now = stage.world.clock.now()
  const answer = await call(stage, 'POST', '/v1/emails', {
    key: stage.keys[planned.mode],
    language,
    body: {
      from: 'Loja da Esquina <pedidos@loja.test>',
      to: planned.to,
      subject: 'Seu pedido saiu para entrega',
      text: `Olá!\n\nSeu pedido saiu para entrega.\n\n${'Obrigada pela compra. '.repeat(12)}`,
      html: planned.html ?? `<h1>Olá!</h1><p>Seu pedido saiu para entrega.</p>`,
      tags: { kind: 'demo' },
      ...(planned.scheduledInMs === undefined
        ? {}
        : { scheduled_at: new Date(now + planned.scheduledInMs).toISOString() }),
    },
  })
  if (planned.cancel && answer.status === 202) {
    await call(stage, 'POST', `/v1/emails/${answer.body.id}/cancel`)
  }
  return { planned, answer }
}

// Time -------------------------------------------------------------------------------------------

const pollMs = 40
const maxTurns = 200

/** Turns the clock from one due time to the next until nothing waits any more. */
async function turnToTheEnd(stage: Stage, options: DemoOptions): Promise<void> {
  let isMended = false
  for (let turns = 0; turns < maxTurns; turns++) {
    await settle(stage, options)
    const dueAt = await nextDue(stage)
    if (dueAt === null) return
    // Those a moment later come along: retries are spread by up to a second.
    const waitMs = Math.max(0, dueAt - stage.world.clock.now()) + 1_100
    if (!isMended && stage.passedMs() + waitMs > repairAfterMs) {
      isMended = true
      stage.internet.repair()
    }
    stage.turn(waitMs)
  }
  throw new Error('the mail of the demo does not come to an end')
}

const mailKinds = ['delivery', 'bulk', 'webhook', 'bulk_webhook'] as const

async function nextDue({ world }: Stage): Promise<number | null> {
  const all = await Promise.all(mailKinds.map(kind => earliestDue(world.db, kind)))
  const due = all.filter(one => one !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** Until nothing is due and nothing in hand. */
async function settle(stage: Stage, options: DemoOptions): Promise<void> {
  const { world, service } = stage
  for (;;) {
    const dueAt = await nextDue(stage)
    const inHand = (service.delivery?.inHand ?? 0) + (service.webhooks?.inHand ?? 0)
    if (inHand === 0 && (dueAt === null || dueAt > world.clock.now())) {
      if ((await nextDue(stage)) === dueAt) return
    }
    options.tell({
      phase: stage.passedMs() < 30_000 ? 'sending' : 'turning',
      passedMs: stage.passedMs(),
      counts: await countStatuses(stage),
    })
    await new Promise(resolve => void setTimeout(resolve, pollMs))
  }
}

async function countStatuses({ world }: Stage): Promise<Record<string, number>> {
  const rows = await world.db.query<{ status: string; count: number }>(
    'select status, count(*)::integer as count from emails group by status order by status',
  )
  return Object.fromEntries(rows.map(row => [row.status, row.count]))
}

// Looking ----------------------------------------------------------------------------------------

async function tell(
  stage: Stage,
  { planned, answer }: SentEmail,
  language: Language,
): Promise<EmailStory> {
  if (answer.status !== 202) {
    const { code, message } = answer.body.error
    return { planned, id: null, status: code, events: [], message }
  }
  const { body } = await call(stage, 'GET', `/v1/emails/${answer.body.id}`, {
    key: stage.keys[planned.mode],
    language,
  })
  return { planned, id: body.id, status: body.status, events: body.events }
}

async function checkSignatures(stage: Stage) {
  const arrived = stage.internet.received()
  let signatures = 0
  let badSignatures = 0
  const resolver = async (name: string): Promise<string[][]> => {
    const value = stage.records.get(name)
    return value === undefined ? [] : [[value]]
  }
  for (const stuffed of arrived) {
    const content = Buffer.from(stuffed.toString('latin1').replaceAll('\r\n..', '\r\n.'), 'latin1')
    const { results } = await dkimVerify(content, { resolver })
    for (const { status } of results as { status: { result: string } }[]) {
      if (status.result === 'pass') signatures++
      else badSignatures++
    }
  }
  return { arrived: arrived.length, signatures, badSignatures }
}

/** What differs from the plan, a sentence each. */
export function differences(result: DemoResult): string[] {
  const found: string[] = []
  for (const one of result.told) {
    const wrong = differenceOf(one)
    if (wrong !== null)
      found.push(`${one.planned.to.join(', ')} (${one.planned.story.en}): ${wrong}`)
  }
  if (result.webhooks.bad.length > 0) found.push(`webhooks: ${result.webhooks.bad.join('; ')}`)
  if (result.webhooks.good === 0) found.push('no webhook came')
  if (result.badSignatures > 0) found.push(`${result.badSignatures} DKIM signatures do not verify`)
  if (result.signatures !== 2 * result.arrived)
    found.push('not every message carries two signatures')
  return found
}

/** An address as the service keeps it: the domain in A-labels. */
function stored(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

function differenceOf({ planned, status, id, events }: EmailStory): string | null {
  if (planned.refusal !== undefined || id === null) {
    return status === planned.refusal ? null : `refused with ${status}`
  }
  const own = events.filter(event => event.recipient === stored(planned.to[0] ?? ''))
  const types = own.map(event => event.type)
  const expected = planned.events
  const isEqual = planned.isLong
    ? types.length > 2 && types.at(-1) === expected.at(-1)
    : types.join() === expected.join()
  if (!isEqual) return `${types.join(' → ') || 'nothing'} instead of ${expected.join(' → ')}`
  const last = own.at(-1)
  if (planned.code !== undefined && last?.smtp_code !== planned.code) {
    return `${last?.smtp_code} instead of ${planned.code}`
  }
  if (planned.tls !== undefined && last?.tls !== planned.tls) {
    return `TLS ${last?.tls} instead of ${planned.tls}`
  }
  return null
}
