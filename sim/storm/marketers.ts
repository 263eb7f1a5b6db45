/**
 * The simulated marketers: each has a topic with people in it, some of whom join, leave, come back,
 * are deleted or suppressed at the very moments at which letters go out.
 */

import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import type { Customer } from '../audit/customer.ts'
import { type Act, type Marketer, otherAddress, type PersonDeed } from '../audit/market.ts'
import type { Chance } from '../world/random.ts'
import { type Crowd, insist, makeCustomers } from './customers.ts'
import type { ApiAnswer, ApiRequest } from './program.ts'

const minute = 60_000
const peopleEach = 24
const strangersEach = 2
/** A lost answer is asked for again so often: over a quarter of an hour without any node. */
const patience = 60

/** Two accounts: the domain of one is known to receivers, that of the other is warmed up. */
export async function makeMarketers(world: World): Promise<Customer[]> {
  const made = await makeCustomers(world, 2, 'club')
  const [{ projectId, domain }] = made as [Customer]
  await declareWarm(world, { projectId: projectId as Uuid, domain })
  return made
}

/** A topic, a static segment and people for each of the accounts. */
export async function openMarket(crowd: Crowd, customers: readonly Customer[]): Promise<void> {
  const { marketers, deeds } = crowd.ledger.market
  for (const customer of customers) {
    const make = async (path: string, body: object): Promise<string> => {
      const answer = await ask(crowd, customer, { method: 'POST', path, body })
      if (answer === null || answer.status >= 300) throw new Error(`${path}: ${answer?.text}`)
      return String((answer.body as { id?: unknown }).id)
    }
    const topic = await make('/v1/topics', { name: { en: 'Offers' } })
    const segment = await make('/v1/segments', { name: 'Club', kind: 'static' })
    const people = Array.from({ length: peopleEach }, (_, n) => addressOf(crowd, n))
    const strangers = Array.from({ length: strangersEach }, (_, n) => `ok-s${n}@calm.com`)
    const from = crowd.universe.time.now()
    const contacts = [
      ...people.map(email => ({ email, topics: [topic] })),
      ...strangers.map(email => ({ email })),
    ]
    await make('/v1/contacts/batch', { contacts })
    await make(`/v1/segments/${segment}/members`, { contacts: people })
    const to = crowd.universe.time.now()
    const marketer = marketers.push({ ...customer, topic, segment, people, strangers }) - 1
    deeds.push(
      ...people.map(email => ({ marketer, email, deed: 'join' as const, from, to, isDone: true })),
    )
    // Before the first letter: each of them would get all that follow.
    for (const [i, deeds] of wordsAndMore().entries()) {
      await doAll(crowd, marketer, { email: people.at(-1 - i)!, deeds })
    }
  }
}

/** Most can be reached; so few bounce that the account is not paused for it. */
function addressOf({ chance, universe }: Crowd, n: number): string {
  const odd = ['unknown', 'full', 'policy', 'soft', 'overquota', 'sometimes', 'sometimes'][n]
  const { sites } = universe.internet
  const site = chance.happens(0.95) ? sites[chance.integer(7)]! : chance.pick(sites)
  return `${odd ?? 'ok'}-p${n}@${site.domain}`
}

/** Each POST is one wish, however often it is asked. */
export function ask(
  crowd: Crowd,
  { adminKey }: Customer,
  request: Omit<ApiRequest, 'key' | 'idempotencyKey'>,
  onRepeat?: () => void,
): Promise<ApiAnswer> {
  const isPost = request.method === 'POST'
  const key = `market ${crowd.chance.bytes(8).toString('hex')}`
  return insist(
    crowd,
    { ...request, key: adminKey, ...(isPost ? { idempotencyKey: key } : {}) },
    patience,
    onRepeat,
  )
}

/** Asks, and notes what came of it and when. */
export async function act(
  crowd: Crowd,
  customer: Customer,
  what: string,
  request: Omit<ApiRequest, 'key' | 'idempotencyKey'>,
): Promise<Act & { readonly answer: ApiAnswer }> {
  const { time } = crowd.universe
  const from = time.now()
  let isRepeated = false
  const answer = await ask(crowd, customer, request, () => {
    isRepeated = true
  })
  const isAnswered = answer !== null && answer.status < 500 && answer.status !== 429
  // Who is not there any more may have been moved or deleted by a try whose answer was lost.
  const isKnown = isAnswered && !(isRepeated && answer.status === 404)
  return {
    what,
    from,
    to: isKnown ? time.now() : Number.POSITIVE_INFINITY,
    isDone: isKnown && answer.status < 300,
    answer,
  }
}

const kinds = ['leave', 'leave', 'join', 'back', 'forget', 'suppress', 'move', 'move'] as const
/** How often they are known by the other of their addresses. */
const otherShare = 0.35

/** After a word against letters: what is to change nothing about it. Often they do nothing more. */
const afterwards: Readonly<
  Partial<Record<PersonDeed['deed'], readonly (readonly PersonDeed['deed'][])[]>>
> = {
  leave: [['move'], ['forget', 'join'], [], []],
  suppress: [['move'], ['move', 'move'], []],
}
/** Enough for all nodes to agree on what came first. */
const breathMs = 5_000

/** One deed of one of the people, and what they do after a word against letters. */
export async function stirMarket(crowd: Crowd, marketer: number): Promise<void> {
  const { chance, ledger, universe } = crowd
  await universe.time.sleep(chance.wait(minute / 2))
  const listed = chance.pick(ledger.market.marketers[marketer]!.people)
  const email = chance.happens(otherShare) ? otherAddress(listed) : listed
  const deed = chance.pick(kinds)
  const after = chance.pick(afterwards[deed] ?? [[]])
  await doAll(crowd, marketer, { email, deeds: [deed, ...after] })
}

const wordsAndMore = (): PersonDeed['deed'][][] =>
  Object.entries(afterwards).flatMap(([word, all]) =>
    all.filter(after => after.length > 0).map(after => [word as PersonDeed['deed'], ...after]),
  )

/** One deed after the other, as far as they are done. */
async function doAll(
  crowd: Crowd,
  marketer: number,
  { deeds, ...person }: { readonly email: string; readonly deeds: readonly PersonDeed['deed'][] },
): Promise<void> {
  const { ledger, universe } = crowd
  const own = ledger.market.marketers[marketer]!
  let { email } = person
  for (const deed of deeds) {
    const { from, to, isDone } = await act(crowd, own, deed, requestOf(crowd, own, { email, deed }))
    const moved = deed === 'move' ? { target: otherAddress(email) } : {}
    ledger.market.deeds.push({ marketer, email, deed, ...moved, from, to, isDone })
    if (!isDone) return
    if (deed === 'move') email = otherAddress(email)
    await universe.time.sleep(breathMs)
  }
}

function requestOf(
  { universe }: Crowd,
  { topic }: Marketer,
  { email, deed }: Pick<PersonDeed, 'email' | 'deed'>,
): Omit<ApiRequest, 'key' | 'idempotencyKey'> {
  const path = `/v1/contacts/${email}`
  const at = new Date(universe.time.now()).toISOString()
  const change = (more: object): Omit<ApiRequest, 'key'> => ({
    method: 'POST',
    path: `${path}/topics`,
    body: { topics: [{ id: topic, ...more }] },
  })
  switch (deed) {
    case 'join':
      return { method: 'POST', path: '/v1/contacts', body: { email, topics: [topic] } }
    case 'back':
      return change({ state: 'subscribed', consent: { at, source: 'counter' } })
    case 'leave':
      return change({ state: 'unsubscribed' })
    case 'forget':
      return { method: 'DELETE', path }
    case 'move':
      return { method: 'PATCH', path, body: { email: otherAddress(email) } }
    case 'suppress':
      return { method: 'POST', path: '/v1/suppressions', body: { email, stream: 'marketing' } }
  }
}

/** In a subject, and nowhere else. */
export const markerOf = (kind: 'c' | 's', n: number, chance: Chance): string =>
  `${kind}${n}x${chance.bytes(4).toString('hex')}`
