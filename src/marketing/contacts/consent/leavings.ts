/**
 * What people said of leaving, kept beyond their contact. Of each topic that was left there is a keyed
 * hash of the address and the time, which deletion and erasure leave alone; whoever comes in by that
 * address, by whichever way, has left those topics until a later act of their own. Whoever left
 * everything stands on the suppression list, which outlives contacts by itself.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Owner } from '../people/contact.ts'
import { lockMemberships, type Membership, writeMemberships } from '../topics/topic-store.ts'
import { consentSecret } from './chain.ts'
import { addressMac } from './consent-record.ts'
import { deleteLeavings, findLeavings, type Leaving, writeLeavings } from './leavings-store.ts'

type Outside = Pick<World, 'clock' | 'db' | 'random' | 'settings' | 'runtime'>

/** A topic that somebody left, or came back to, by this address. */
export interface TopicWord {
  readonly email: string
  readonly topicId: Uuid
  readonly word: 'left' | 'back'
}

type Hash = (email: string) => Buffer

async function hashFor(world: Outside, { projectId }: Owner): Promise<Hash> {
  const secret = await consentSecret(world)
  return email => addressMac(secret, projectId, suppressionKey(email))
}

/** In the transaction that changes topics. */
export async function keepSaid(
  tx: Tx,
  world: Outside,
  owner: Owner,
  said: readonly TopicWord[],
): Promise<void> {
  if (said.length === 0) return
  const hash = await hashFor(world, owner)
  const leftAt = new Date(world.clock.now())
  const of = (word: TopicWord['word']): Leaving[] =>
    said
      .filter(one => one.word === word)
      .map(({ email, topicId }) => ({ addressMac: hash(email), topicId, leftAt }))
  await writeLeavings(tx, owner, of('left'))
  await deleteLeavings(tx, owner, of('back'))
}

/** Somebody who has come by an address: made, or changed to it. */
interface Newcomer {
  readonly contactId: Uuid
  readonly email: string
  /** It was theirs before: what they joined since they left by it stands. */
  readonly isReturning: boolean
}

/** Whoever arrives by an address has left what was left by it. The contacts' rows are locked. */
export async function recallLeavings(
  tx: Tx,
  world: Outside,
  owner: Owner,
  arrived: readonly Newcomer[],
): Promise<void> {
  if (arrived.length === 0) return
  const hash = await hashFor(world, owner)
  const macs = new Map(arrived.map(one => [hash(one.email).toString('hex'), one]))
  const leavings = await findLeavings(
    tx,
    owner,
    [...macs.keys()].map(hex => Buffer.from(hex, 'hex')),
  )
  if (leavings.length === 0) return
  const found = leavings.map(leaving => ({
    ...leaving,
    person: macs.get(leaving.addressMac.toString('hex'))!,
  }))
  const contactIds = [...new Set(found.map(one => one.person.contactId))]
  const known = new Map(
    (await lockMemberships(tx, owner.projectId, contactIds)).map(one => [
      `${one.contactId} ${one.topicId}`,
      one,
    ]),
  )
  const over: Leaving[] = []
  const left: Membership[] = []
  for (const { person, ...leaving } of found) {
    const { topicId, leftAt } = leaving
    const now = known.get(`${person.contactId} ${topicId}`)
    const isLater = now !== undefined && now.since >= leftAt
    if (now?.state === 'unsubscribed' && isLater) continue
    if (person.isReturning && now?.state === 'subscribed' && isLater) over.push(leaving)
    else {
      const { contactId } = person
      left.push({ contactId, topicId, state: 'unsubscribed', since: leftAt, leftAt: null })
    }
  }
  await deleteLeavings(tx, owner, over)
  if (left.length > 0) await writeMemberships(tx, owner.projectId, left)
}

/** What was left by one address is left by the next one of the same person, too. */
export async function carryLeavings(
  tx: Tx,
  world: Outside,
  owner: Owner,
  moved: readonly { readonly from: string; readonly to: string }[],
): Promise<void> {
  const hash = await hashFor(world, owner)
  const next = new Map(moved.map(one => [hash(one.from).toString('hex'), hash(one.to)]))
  const leavings = await findLeavings(
    tx,
    owner,
    [...next.keys()].map(hex => Buffer.from(hex, 'hex')),
  )
  await writeLeavings(
    tx,
    owner,
    leavings.map(one => ({ ...one, addressMac: next.get(one.addressMac.toString('hex'))! })),
  )
}
