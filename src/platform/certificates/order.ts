/**
 * One order from its beginning to the certificate (RFC 8555 §7.4): the authority asks for a proof
 * that the name leads here, any node answers it, and a key that was made for it is certified.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Authorization, Client, Order } from 'acme-client'
import type { World } from '#kernel/world/world.ts'
import { detailOf } from './authority.ts'
import { newPrivateKey } from './keys.ts'
import { OrderFailed } from './problems.ts'
import {
  type ChallengeKind,
  dropChallenge,
  type IssuedCertificate,
  keepChallenge,
} from './store.ts'

type Outside = Pick<World, 'clock' | 'db'>

interface OrderedName {
  readonly name: string
  /** Kinds of proof, the one that is tried in front. */
  readonly kinds: readonly ChallengeKind[]
}

/** Throws OrderFailed. */
export async function orderCertificate(
  world: Outside,
  client: Client,
  { name, kinds }: OrderedName,
): Promise<IssuedCertificate> {
  const order = await client.createOrder({ identifiers: [{ type: 'dns', value: name }] })
  for (const authorization of await client.getAuthorizations(order)) {
    await prove(world, client, { authorization, order, name, kinds })
  }
  const ready = await settled(world, () => client.getOrder(order), ['pending'])
  refuseInvalid(ready)
  const { privateKey, csr } = await requestOf(name)
  const asked =
    ready.status === 'ready' ? await client.finalizeOrder(ready, csr) : refuseStrange(ready)
  const done = await settled(world, () => client.getOrder(asked), ['ready', 'processing'])
  refuseInvalid(done)
  const chain = await client.getCertificate(done)
  return judged({ name, chain, privateKey, now: world.clock.now() })
}

interface Proof extends OrderedName {
  readonly authorization: Authorization
  readonly order: Order
}

async function prove(world: Outside, client: Client, proof: Proof): Promise<void> {
  const { authorization, order, name, kinds } = proof
  if (authorization.status === 'valid') return
  const challenge = kinds
    .map(kind => authorization.challenges.find(one => one.type === kind))
    .find(one => one !== undefined)
  if (challenge === undefined) {
    const offered = authorization.challenges.map(one => one.type).join(', ')
    throw new OrderFailed('refused', `it offers ${offered || 'no proof'}, we ${kinds.join(', ')}`)
  }
  const { token } = challenge
  const kind = challenge.type as ChallengeKind
  const keyAuthorization = await client.getChallengeKeyAuthorization(challenge)
  await keepChallenge(world.db, { token, name, kind, keyAuthorization }, world.clock.now())
  try {
    await client.completeChallenge(challenge)
    const look = async () => {
      const all = await client.getAuthorizations(order)
      return all.find(one => one.url === authorization.url) ?? authorization
    }
    const judgement = await settled(world, look, ['pending'])
    if (judgement.status === 'valid') return
    const failed = judgement.challenges.find(one => 'error' in one && one.error !== undefined)
    const detail = detailOf((failed as { error?: unknown } | undefined)?.error)
    throw new OrderFailed('challenge', detail || `the proof is ${judgement.status}`)
  } finally {
    await dropChallenge(world.db, token)
  }
}

const firstWaitMs = 500
const maxWaitMs = 5_000

/** Looks again, ever more seldom, until it is in no such state; the client has the deadline. */
async function settled<Seen extends { readonly status: string }>(
  { clock }: Outside,
  look: () => Promise<Seen>,
  passing: readonly string[],
): Promise<Seen> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 1.5, maxWaitMs)) {
    const seen = await look()
    if (!passing.includes(seen.status)) return seen
    await clock.sleep(waitMs)
  }
}

function refuseInvalid(order: Order): void {
  if (order.status !== 'invalid') return
  throw new OrderFailed('refused', detailOf((order as { error?: unknown }).error) || 'invalid')
}

function refuseStrange({ status }: Order): never {
  throw new OrderFailed('refused', `the order is ${status} before a key was named`)
}

/** A key of its own for each certificate; the name stands where it is read, in the extension. */
async function requestOf(name: string): Promise<{ privateKey: string; csr: Buffer }> {
  const { crypto } = await import('acme-client')
  const privateKey = newPrivateKey()
  const [, csr] = await crypto.createCsr({ altNames: [name] }, privateKey)
  return { privateKey, csr }
}

interface IssuedChain {
  readonly name: string
  readonly chain: string
  readonly privateKey: string
  readonly now: number
}

/** It is believed when it fits: name, key and time. */
function judged({ name, chain, privateKey, now }: IssuedChain): IssuedCertificate {
  const unusable = (why: string) => new OrderFailed('unusable', why)
  try {
    const own = new X509Certificate(chain)
    if (own.checkHost(name) === undefined) throw unusable(`it is not for ${name}`)
    if (!own.checkPrivateKey(createPrivateKey(privateKey))) throw unusable('it is of another key')
    const [startsAt, endsAt] = [own.validFromDate, own.validToDate]
    if (endsAt.getTime() <= now) throw unusable(`it ended on ${endsAt.toISOString()}`)
    return { chain, privateKey, startsAt, endsAt }
  } catch (error) {
    throw error instanceof OrderFailed ? error : unusable((error as Error).message)
  }
}
