/**
 * The verbs of POST /v1/emails and /v1/emails/batch: fields, sandbox, sender domain, content check,
 * then acceptance, in the documented order of checks (docs/contract.md#order-of-checks).
 */

import { Refusal } from '#kernel/base/errors.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { Answer, Call, TenantWorld } from '#kernel/routes/route.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { IdempotencyTaken } from '#platform/idempotency/idempotency.ts'
import { refuseOutsideSandbox } from '#tenants/limits/sandbox.ts'
import { checkContent } from '../content/content-check.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'
import { findSender } from '../domains/sender.ts'
import { type Acceptor, acceptWithin, createAcceptor, shownAcceptance } from './accept.ts'
import { packFiles } from './packed-files.ts'
import type { Ready } from './policy.ts'
import { prepare } from './prepare.ts'
import { type EmailBody, limits } from './schema.ts'

/** One per service: that is where requests meet. */
const acceptor: Part<Acceptor, World> = { name: 'acceptor', make: createAcceptor }

export type SendCall = Pick<Call, 'world' | 'tenant' | 'idempotency' | 'trace'>

/**
 * Gives an email that names a template its subject and bodies; handed in by whoever keeps
 * templates. An email that names none is given back. Throws Refusal, where `tell` does not gather
 * those after which it can look further.
 */
export type FillTemplate = (
  call: TenantWorld,
  body: EmailBody,
  tell?: (fault: Refusal) => void,
) => Promise<EmailBody>

/** All of a batch; a Refusal names the member. */
export const fillBatch = (
  call: TenantWorld,
  bodies: readonly EmailBody[],
  fill: FillTemplate,
): Promise<EmailBody[]> =>
  Promise.all(
    bodies.map(async (body, i) => {
      try {
        return await fill(call, body)
      } catch (error) {
        throw error instanceof Refusal ? error.within(`emails[${i}]`) : error
      }
    }),
  )

/** What an envelope may demand beside the body; JSON has no word for it. */
export interface Demands {
  /** RFC 8689. */
  readonly requireTls?: boolean
}

/** Accepts one email: 202 `{ id, status }`. */
export async function sendOne(
  call: SendCall,
  body: EmailBody,
  demands: Demands = {},
): Promise<Answer> {
  return acceptOne(call, await prepareBeside(call, body), demands)
}

/** The same of an email whose fields are right; `more` stands beside them in the answer. */
export async function acceptOne(
  call: SendCall,
  given: PreparedEmail,
  demands: Demands,
  more: object = {},
): Promise<Answer> {
  const prepared = demanding(given, demands)
  await mustSend(call, prepared, '')
  const ready = await makeReady(call, prepared, '')
  return settle(call, [ready], { ...shownAcceptance(call.tenant, ready.id), ...more })
}

const demanding = (prepared: PreparedEmail, { requireTls }: Demands): PreparedEmail =>
  requireTls ? { ...prepared, addressees: { ...prepared.addressees, require_tls: true } } : prepared

/** Accepts a batch, all or nothing: 202 `{ data: [{ id, status }, …] }` in input order. */
export async function sendBatch(call: SendCall, bodies: readonly EmailBody[]): Promise<Answer> {
  if (bodies.length === 0) throw new Refusal('missing_field', { param: 'emails' })
  const prepared = await prepareBatch(call, bodies)
  for (const [i, one] of prepared.entries()) await mustSend(call, one, `emails[${i}]`)
  const ready = await makeAllReady(call, prepared)
  return settle(call, ready, { data: ready.map(one => shownAcceptance(call.tenant, one.id)) })
}

/** What became of one of a batch of which each is taken by itself. */
type Result = ReturnType<typeof shownAcceptance> | Refusal

/**
 * Accepts what is good of a batch, in one transaction; `told` makes the answer of what became of
 * each, in input order. What is no email any more, because it was refused before, stays as it is.
 */
export async function sendGood(
  call: Call,
  bodies: readonly (EmailBody | Refusal)[],
  told: (taken: readonly Result[]) => Answer,
): Promise<Answer> {
  const { world, tenant } = call
  const found: (PreparedEmail | Refusal)[] = []
  for (const body of bodies) {
    found.push(body instanceof Refusal ? body : await prepareBeside(call, body).catch(refusalOnly))
  }
  const good = found.flatMap((one, at) => (one instanceof Refusal ? [] : [{ at, prepared: one }]))
  const taken: (Result | undefined)[] = found.map(one => (one instanceof Refusal ? one : undefined))
  const sent: typeof good = []
  for (const one of good) {
    const [refusal] = await refuseSender(call, one.prepared)
    if (refusal) taken[one.at] = refusal
    else sent.push(one)
  }
  const ready = await makeAllReady(
    call,
    sent.map(one => one.prepared),
    () => '',
  )
  return call.commit(async tx => {
    const asked = ready.map(email => ({
      tenant,
      emails: [email],
      idempotency: undefined,
      response: '',
      trace: call.trace,
    }))
    for (const [n, result] of (await acceptWithin(tx, world, asked)).entries()) {
      const acceptance = shownAcceptance(tenant, ready[n]!.id)
      taken[sent[n]!.at] = result.kind === 'refused' ? result.refusal : acceptance
    }
    return told(taken as Result[])
  })
}

function refusalOnly(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Checks the fields, those of large attachments beside this thread; throws the first Refusal. */
async function prepareBeside(
  { world }: Pick<Call, 'world'>,
  body: EmailBody,
): Promise<PreparedEmail> {
  const now = world.clock.now()
  return prepare(body, now, { files: await packFiles(world, body.attachments) })
}

/** The same of each, one after the other. */
async function prepareBatch(
  call: Pick<Call, 'world'>,
  bodies: readonly EmailBody[],
): Promise<PreparedEmail[]> {
  const prepared: PreparedEmail[] = []
  for (const [i, body] of bodies.entries()) prepared.push(await prepareItem(call, body, i))
  return prepared
}

/** Of one of a batch. */
export const prepareItem = (
  call: Pick<Call, 'world'>,
  body: EmailBody,
  i: number,
): Promise<PreparedEmail> =>
  prepareBeside(call, body).catch(error => {
    throw refusalOnly(error).within(`emails[${i}]`)
  })

/** Refuses a list that is too long before its members are looked at. */
export function checkBatchSize(count: number): void {
  if (count > limits.batch) throw new Refusal('batch_too_large', { values: { count } })
}

/** Who may send this to whom. */
async function mustSend(call: SendCall, prepared: PreparedEmail, path: string): Promise<void> {
  const [refusal] = await refuseSender(call, prepared)
  if (refusal) throw path === '' ? refusal : refusal.within(path)
}

/** Judges the content; test mode obeys field rules only. */
async function makeReady(
  { world, tenant }: SendCall,
  prepared: PreparedEmail,
  path: string,
): Promise<Ready> {
  const stopped = tenant.mode === 'live' ? await checkContent(world, prepared) : null
  return { id: world.ids.next(), prepared, stopped, within: path }
}

/** What is read at a stretch; the content of an email takes up to 0.2 s per MB. */
const breathEvery = 64 * 1024

/** All at once, since each may wait for answers of others, but with a breath between large ones. */
async function makeAllReady(
  call: SendCall,
  prepared: readonly PreparedEmail[],
  pathOf = (i: number): string => `emails[${i}]`,
): Promise<Ready[]> {
  let turn = Promise.resolve()
  return Promise.all(
    prepared.map((one, i) => {
      const { html = '', text = '' } = one.content
      if (html.length + text.length > breathEvery) turn = turn.then(() => call.world.clock.sleep(0))
      return turn.then(() => makeReady(call, one, pathOf(i)))
    }),
  )
}

/**
 * Test keys are exempt from all of it. Returns the refusals in the order of checks: sending stops at
 * the first, the dry run shows all.
 */
export async function refuseSender(call: TenantWorld, prepared: PreparedEmail): Promise<Refusal[]> {
  const { world, tenant } = call
  if (tenant.mode === 'test') return []
  const { recipients, from } = prepared
  const sandboxSender = world.settings.MALOTE_SANDBOX_SENDER.toLowerCase()
  if (from.email.toLowerCase() === sandboxSender) {
    return refuseOutsideSandbox(world, tenant.accountId, recipients, { always: true })
  }
  const sender = await findSender(world, tenant.projectId, from.domain)
  // With a sender, the account's own sandbox is looked at where its quotas are (policy.ts).
  if (sender) return []
  return [
    ...(await refuseOutsideSandbox(world, tenant.accountId, recipients, { always: false })),
    new Refusal('domain_not_verified', {
      param: 'from',
      values: { domain: inOwnLetters(from.domain) },
    }),
  ]
}

async function settle(call: SendCall, emails: readonly Ready[], body: unknown): Promise<Answer> {
  const { world } = call
  // What has a clock of its own does not meet the others.
  const isApart = world.clock.own !== undefined
  const taker = isApart ? createAcceptor(world) : world.runtime.get(acceptor, world)
  const outcome = await taker.accept({
    tenant: call.tenant,
    emails,
    idempotency: call.idempotency,
    response: JSON.stringify(body),
    trace: call.trace,
  })
  switch (outcome.kind) {
    case 'accepted':
      return { status: 202, body }
    case 'refused':
      throw outcome.refusal
    case 'repeated':
      throw new IdempotencyTaken()
  }
}
