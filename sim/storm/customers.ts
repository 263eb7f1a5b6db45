/**
 * The simulated customers: they send in bursts through the real API, with and without idempotency
 * keys, singly and in batches, now and later, and repeat themselves when no answer comes, as a
 * client of any queue would. What they ask and hear goes into the ledger.
 */

import type { World } from '#kernel/world/world.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import type { Customer } from '../audit/customer.ts'
import { codeOf, type Ledger, type Request } from '../audit/ledger.ts'
import { simKeys } from '../world/keys.ts'
import type { Chance } from '../world/random.ts'
import type { Site } from '../world/sites.ts'
import type { Universe } from '../world/world.ts'
import type { ApiAnswer, ApiRequest } from './program.ts'

/** Calls the program wherever it runs; null where nobody answers. */
type Call = (request: ApiRequest) => Promise<ApiAnswer>

const minute = 60_000
const hour = 60 * minute

/** Makes accounts, keys and vouched domains by the operator's verbs. */
export async function makeCustomers(
  world: World,
  count: number,
  name = 'shop',
): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let i = 0; i < count; i++) {
    const domain = `${name}${i + 1}.com`
    const { accountId, projectId } = await createAccount(world, {
      email: `owner@${domain}`,
      plan: 'enterprise',
      trustLevel: 3,
    })
    const key = async (mode: 'live' | 'test', scope: 'send' | 'admin') =>
      (await createKey(world, { projectId, mode, scope, rate: 0 })).key
    await addSender(world, projectId, domain)
    customers.push({
      accountId,
      projectId,
      domain,
      liveKey: await key('live', 'send'),
      testKey: await key('test', 'send'),
      adminKey: await key('live', 'admin'),
    })
  }
  return customers
}

/** A domain that the operator vouches for, with keys that need not be made. */
async function addSender(
  { db, ids, clock }: World,
  projectId: string,
  name: string,
): Promise<void> {
  const id = ids.next()
  const now = new Date(clock.now())
  await db.query(
    `insert into domains (project_id, id, name, status, vouched, return_path, tracking, created_at,
                          verified_at)
     values ($1, $2, $3, 'verified', true, $4, $5, $6, $6)`,
    [projectId, id, name, `bounce.${name}`, `links.${name}`, now],
  )
  for (const algorithm of ['rsa', 'ed25519'] as const) {
    const { privateKeyPem, dnsValue } = simKeys[algorithm]
    await db.query(
      `insert into dkim_keys (project_id, domain_id, id, algorithm, selector, private_key, dns_value,
                              verified, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8)`,
      [projectId, id, ids.next(), algorithm, `s-${algorithm}`, privateKeyPem, dnsValue, now],
    )
  }
}

export interface Crowd {
  readonly universe: Universe
  readonly ledger: Ledger
  readonly call: Call
  readonly chance: Chance
}

/** Repeats a call until something answers it clearly; at most so many times. */
export async function insist(
  crowd: Crowd,
  request: ApiRequest,
  times: number,
  onRepeat: () => void = () => {},
): Promise<ApiAnswer> {
  const { universe, chance, call } = crowd
  for (let i = 1; ; i++) {
    const answer = await call(request)
    if (
      answer &&
      answer.status < 500 &&
      answer.status !== 429 &&
      codeOf(answer) !== 'idempotency_in_progress'
    )
      return answer
    if (answer && answer.status >= 500) crowd.ledger.serverErrors.push(answer)
    if (i >= times) return answer
    onRepeat()
    await universe.time.sleep(chance.wait(20_000) + 1000)
  }
}

const allEvents = [
  'accepted',
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'suppressed',
  'failed',
  'cancelled',
]

/** Which receiver hears what: the dead one little, or the week would be spent on it. */
const wishes: readonly { project: number; host: string; events: readonly string[] }[] = [
  { project: 0, host: 'hooks.calm-shop.com', events: allEvents },
  { project: 1, host: 'hooks.busy-shop.com', events: ['delivered', 'bounced', 'deferred'] },
  { project: 1, host: 'hooks.far-shop.com', events: ['accepted', 'delivered', 'suppressed'] },
  { project: 2, host: 'hooks.dead-shop.com', events: ['bounced'] },
]

export async function subscribe(crowd: Crowd): Promise<void> {
  const { ledger, universe } = crowd
  for (const wish of wishes) {
    const customer = ledger.projects[wish.project]!
    const answer = await insist(
      crowd,
      {
        method: 'POST',
        path: '/v1/webhooks',
        key: customer.adminKey,
        idempotencyKey: `hook ${wish.host}`,
        body: { url: `https://${wish.host}/in`, events: wish.events },
      },
      100,
    )
    const made = answer?.body as { id: string; secret: string } | undefined
    if (answer?.status !== 201 || !made) throw new Error(`no webhook was made: ${answer?.text}`)
    ledger.subscriptions.push({ ...wish, ...made, since: universe.time.now() })
  }
}

/** Sends one burst of about `size` emails at once. */
export async function burst(crowd: Crowd, size: number): Promise<void> {
  const { chance } = crowd
  const sends: Promise<void>[] = []
  for (let left = size; left > 0; ) {
    const together = chance.happens(0.15) ? chance.between(2, 8) : 1
    sends.push(send(crowd, together))
    left -= together
  }
  await Promise.all(sends)
}

async function send(crowd: Crowd, together: number): Promise<void> {
  const { chance, ledger, universe } = crowd
  await universe.time.sleep(chance.between(0, 1000))
  const project = chance.integer(ledger.projects.length)
  const customer = ledger.projects[project]!
  const mode = chance.happens(0.05) ? 'test' : 'live'
  const hasKey = chance.happens(0.85)
  const requests = Array.from({ length: together }, () =>
    makeRequest(crowd, { project, mode, hasKey }),
  )
  ledger.requests.push(...requests)
  const bodies = requests.map(one => bodyOf(customer, one, chance))
  const request: ApiRequest = {
    method: 'POST',
    path: together === 1 ? '/v1/emails' : '/v1/emails/batch',
    key: mode === 'test' ? customer.testKey : customer.liveKey,
    ...(hasKey ? { idempotencyKey: `key ${requests[0]!.marker}` } : {}),
    body: together === 1 ? bodies[0] : { emails: bodies },
  }
  // Without a key a careful client does not repeat itself; some give up at once.
  const tries = hasKey ? chance.pick([1, 20, 20, 20]) : 1
  for (let i = 1; i <= tries; i++) {
    const answer = await crowd.call(request)
    hear(ledger, requests, answer)
    const isClear =
      answer !== null && answer.status < 500 && answer.status !== 409 && answer.status !== 429
    // Some repeat although they were answered: the answer must be the same.
    if (isClear && !(hasKey && chance.happens(0.05))) return
    await universe.time.sleep(chance.wait(20_000) + 500)
  }
}

function hear(ledger: Ledger, requests: readonly Request[], answer: ApiAnswer): void {
  if (answer === null) {
    for (const one of requests) one.unclear++
    return
  }
  if (answer.status === 202) {
    const body = answer.body as { id?: string; data?: { id: string }[] }
    for (const [i, one] of requests.entries()) one.ids.add(body.data?.[i]?.id ?? body.id ?? 'none')
  } else if (answer.status >= 500) {
    ledger.serverErrors.push(answer)
  } else if (answer.status !== 429 && codeOf(answer) !== 'idempotency_in_progress') {
    for (const one of requests) one.refusal = codeOf(answer)
  }
}

function makeRequest(
  { chance, universe, ledger }: Crowd,
  given: Pick<Request, 'project' | 'mode' | 'hasKey'>,
): Request {
  const now = universe.time.now()
  const count = chance.pick([1, 1, 1, 2, 3])
  const recipients = new Set<string>()
  while (recipients.size < count) recipients.add(recipient(chance, universe.internet.sites))
  const isLater = chance.happens(0.1)
  return {
    ...given,
    marker: `m${ledger.requests.length + 1}x${chance.bytes(4).toString('hex')}`,
    stream: chance.happens(0.15) ? 'marketing' : 'transactional',
    recipients: [...recipients],
    scheduledAt: isLater ? now + chance.between(2 * minute, 30 * hour) : null,
    ids: new Set(),
    refusal: null,
    unclear: 0,
    cancelledAt: null,
  }
}

/** Mailboxes that refuse for three days cost as much as twenty others: they are rare. */
const boxes = [
  ...Array<string>(30).fill('ok'),
  ...[
    'sometimes',
    'sometimes',
    'unknown',
    'unknown',
    'unknown',
    'full',
    'policy',
    'soft',
    'overquota',
  ],
]

function recipient(chance: Chance, sites: readonly Site[]): string {
  // Most mail goes where mail is taken; the rest of the domains get their share of trouble.
  const site = chance.happens(0.85) ? sites[chance.integer(7)]! : chance.pick(sites)
  return `${chance.pick(boxes)}-${chance.between(1, 6)}@${site.domain}`
}

function bodyOf(customer: Customer, request: Request, chance: Chance): object {
  const size = chance.pick([10, 100, 100, 3000])
  const text = `marker ${request.marker}\r\n.leading dot\r\n${'lorem ipsum '.repeat(size / 10)}`
  const [first, ...others] = request.recipients
  return {
    from: `Shop <news@${customer.domain}>`,
    to: [first],
    ...(others.length > 0 ? { [chance.pick(['cc', 'bcc'])]: others } : {}),
    subject: `${chance.pick(['Order', 'Pedido nº', 'Olá'])} ${request.marker}`,
    text,
    ...(chance.happens(0.5) ? { html: `<p>marker ${request.marker}</p>` } : {}),
    stream: request.stream,
    ...(request.scheduledAt === null
      ? {}
      : { scheduled_at: new Date(request.scheduledAt).toISOString() }),
    tags: { marker: request.marker },
  }
}

/** Suppresses an address that mail was sent to before, mostly while some is still on its way. */
export async function suppressSomebody(crowd: Crowd): Promise<void> {
  const { ledger, chance, universe } = crowd
  const recent = ledger.requests.filter(one => one.mode === 'live').slice(-30)
  if (recent.length === 0) return
  const request = chance.pick(recent)
  const address = chance.pick(request.recipients)
  const stream = chance.pick(['all', 'marketing'] as const)
  const customer = ledger.projects[request.project]!
  const answer = await insist(
    crowd,
    {
      method: 'POST',
      path: '/v1/suppressions',
      key: customer.adminKey,
      body: { email: address, stream },
    },
    50,
  )
  if (answer?.status !== 201 && answer?.status !== 409) return
  ledger.suppressions.push({ project: request.project, address, stream, at: universe.time.now() })
}

/** Cancels an email that waits for its time; a 409 says that it was too late. */
export async function cancelSomething(crowd: Crowd): Promise<void> {
  const { ledger, chance, universe } = crowd
  const now = universe.time.now()
  const waiting = ledger.requests.filter(
    one =>
      one.ids.size === 1 &&
      one.scheduledAt !== null &&
      one.scheduledAt > now &&
      one.mode === 'live',
  )
  if (waiting.length === 0) return
  const request = chance.pick(waiting)
  const customer = ledger.projects[request.project]!
  const answer = await insist(
    crowd,
    {
      method: 'POST',
      path: `/v1/emails/${[...request.ids][0]}/cancel`,
      key: customer.liveKey,
    },
    50,
  )
  if (answer?.status === 200) request.cancelledAt = universe.time.now()
}
