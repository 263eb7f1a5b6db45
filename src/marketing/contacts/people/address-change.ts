/**
 * A contact gets another address. What the person said goes along: topics left, everything left, a
 * complaint; what a server said of the old address stays with it. Topics with double opt-in wait for
 * a confirmation anew, for the proof was of the old address. Letters that went to the old address
 * still act on the person: a complaint or a leaving that comes in later follows by a task.
 */
import { timeOfId, type Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Mode, Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { suppressIn } from '#sending/suppression/add.ts'
import type { SuppressionListener } from '#sending/suppression/listeners.ts'
import { isWordOfPerson, suppressionsOf } from '#sending/suppression/suppress.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { writeRecords } from '../consent/consent.ts'
import type { ConsentMethod } from '../consent/consent-record.ts'
import { carryLeavings, recallLeavings } from '../consent/leavings.ts'
import {
  findEarlierAddresses,
  holdersOf,
  writeEarlierAddresses,
} from '../consent/leavings-store.ts'
import { endLater } from '../consent/pending.ts'
import { findTopics, lockMemberships, writeMemberships } from '../topics/topic-store.ts'
import type { StoredContact } from './contact.ts'
import { lockContact, updateContacts } from './store.ts'

/** A topic that waits for a confirmation anew. */
export interface AskedAgain {
  readonly contactId: Uuid
  readonly topicId: Uuid
  readonly email: string
}

/** Who changes contacts, and by which way. */
export interface Changing {
  readonly actor: string | null
  readonly method: ConsentMethod
}

interface Change {
  readonly before: StoredContact
  readonly after: StoredContact
}

/** Writes contacts as they are now; they are locked. Returns what their people must confirm anew. */
export async function changeContacts(
  tx: Tx,
  { world, tenant }: TenantWorld,
  changes: readonly Change[],
  changing: Changing,
): Promise<AskedAgain[]> {
  await updateContacts(
    tx,
    tenant,
    changes.map(one => one.after),
    world.clock.now(),
  )
  const moved = changes.flatMap(({ before, after }) =>
    suppressionKey(before.email) === suppressionKey(after.email)
      ? []
      : [{ contactId: after.id, from: before.email, to: after.email }],
  )
  return moved.length === 0 ? [] : follow(tx, { world, tenant }, moved, changing)
}

interface AddressMove {
  readonly contactId: Uuid
  readonly from: string
  readonly to: string
}

async function follow(
  tx: Tx,
  { world, tenant }: TenantWorld,
  moved: readonly AddressMove[],
  changing: Changing,
): Promise<AskedAgain[]> {
  const at = new Date(world.clock.now())
  const earlier = await findEarlierAddresses(
    tx,
    tenant,
    moved.map(one => one.contactId),
  )
  const had = new Set(earlier.map(one => `${one.contactId} ${one.address}`))
  await carrySuppressions(tx, world, tenant, moved)
  await carryLeavings(tx, world, tenant, moved)
  await writeEarlierAddresses(
    tx,
    tenant,
    moved.map(({ contactId, from }) => ({ contactId, address: suppressionKey(from) })),
    at,
  )
  await recallLeavings(
    tx,
    world,
    tenant,
    moved.map(({ contactId, to }) => {
      const isReturning = had.has(`${contactId} ${suppressionKey(to)}`)
      return { contactId, email: to, isReturning }
    }),
  )
  return askAgain(tx, { world, tenant }, moved, changing)
}

/** With the time at which it was said: only what is later takes it back. */
async function carrySuppressions(
  tx: Tx,
  world: World,
  { projectId, mode }: Tenant,
  moved: readonly AddressMove[],
): Promise<void> {
  const next = Map.groupBy(moved, one => suppressionKey(one.from))
  const owner = { projectId, mode }
  const entries = await suppressionsOf(
    tx,
    owner,
    moved.map(one => one.from),
  )
  const carried = entries.filter(isWordOfPerson).flatMap(entry =>
    (next.get(entry.address) ?? []).map(({ to }) => ({
      projectId,
      email: to,
      stream: entry.stream,
      reason: entry.reason,
      ...(entry.email_id === null ? {} : { emailId: entry.email_id }),
      at: entry.created_at.getTime(),
    })),
  )
  await suppressIn(tx, world, mode, carried)
}

/** The proof was for the old address, so topics that want a confirmation wait for it anew. */
async function askAgain(
  tx: Tx,
  { world, tenant }: TenantWorld,
  moved: readonly AddressMove[],
  { actor, method }: Changing,
): Promise<AskedAgain[]> {
  const memberships = await lockMemberships(
    tx,
    tenant.projectId,
    moved.map(one => one.contactId),
  )
  const joined = memberships.filter(one => one.state === 'subscribed')
  const topicIds = [...new Set(joined.map(one => one.topicId))]
  const topics = await findTopics(tx, tenant.projectId, topicIds)
  const strict = new Set(topics.filter(topic => topic.double_opt_in).map(topic => topic.id))
  const asked = joined.filter(one => strict.has(one.topicId))
  if (asked.length === 0) return []
  const since = new Date(world.clock.now())
  const pending = asked.map(one => ({ ...one, state: 'pending' as const, since }))
  await writeMemberships(tx, tenant.projectId, pending)
  await endLater(tx, world, tenant, pending)
  const emails = new Map(moved.map(one => [one.contactId, one.to]))
  const again = asked.map(({ contactId, topicId }) => {
    return { contactId, topicId, email: emails.get(contactId)! }
  })
  await writeRecords(
    tx,
    world,
    tenant,
    again.map(one => ({ action: 'asked', change: { ...one, action: 'join', method, actor } })),
  )
  return again
}

// What is said later -----------------------------------------------------------------------------

const kind = 'word under another address'
/** The number of an entry is the place of its mode here. */
const modes: readonly Mode[] = ['live', 'test']

/**
 * Whoever has an address that comes onto the list, or had it, is looked at by an entry of its own:
 * whoever writes the list has it and an email locked, which come after people in the order of locks.
 */
export const addressListener: SuppressionListener = async (tx, world, owner, addresses) => {
  const { projectId, mode } = owner
  const holders = await holdersOf(tx, owner, addresses)
  const n = modes.indexOf(mode)
  const dueAt = world.clock.now()
  await enqueue(
    tx,
    world,
    holders.map(subject => ({ kind, projectId, subject, n, dueAt })),
  )
}

interface WordParts {
  tenantOf(world: Pick<World, 'db'>, projectId: Uuid, mode: Mode): Promise<Tenant | null>
}

export const wordTask = ({ tenantOf }: WordParts): Task => ({
  kind,
  capacity: 10,
  async runSlice(real, { projectId, subject, n }) {
    const tenant = await tenantOf(real, projectId, modes[n]!)
    if (tenant === null) return false
    const world = await onTestClock(real, tenant)
    await world.db.transaction(tx => hearEarlier(tx, world, tenant, subject))
    return false
  },
})

/** What was said by a letter of an earlier address holds for the one that the contact has now. */
async function hearEarlier(tx: Tx, world: World, tenant: Tenant, contactId: Uuid): Promise<void> {
  const contact = await lockContact(tx, tenant, contactId)
  if (contact === null) return
  const earlier = await findEarlierAddresses(tx, tenant, [contactId])
  const until = new Map(earlier.map(one => [one.address, one.until.getTime()]))
  const { projectId, mode } = tenant
  const entries = await suppressionsOf(tx, { projectId, mode }, [...until.keys()])
  const words = entries.filter(entry => {
    const { email_id: emailId, address } = entry
    const isTheirs = emailId !== null && timeOfId(emailId) < until.get(address)!
    return isTheirs && isWordOfPerson(entry)
  })
  await suppressIn(
    tx,
    world,
    mode,
    words.map(({ stream, reason, email_id: emailId, created_at: at }) => {
      return {
        projectId,
        email: contact.email,
        stream,
        reason,
        emailId: emailId!,
        at: at.getTime(),
      }
    }),
  )
}
