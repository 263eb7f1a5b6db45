/**
 * Releasing letters, a tranche in a transaction: the rows of the people, their emails and the cursor
 * change together, so that nobody gets a campaign twice, whatever dies. Each person is judged once
 * more, only to exclude.
 */
import { assert } from '#kernel/base/assert.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { type AcceptResult, acceptWithin } from '#sending/intake/accept.ts'
import type { Ready } from '#sending/intake/policy.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { noteLetters } from '../contacts/letters.ts'
import { readContacts } from '../contacts/reading.ts'
import { consentTopics, reasonCondition } from './audience-store.ts'
import type { Campaign } from './campaign.ts'
import { type Common, isTemplateFault, letterFor, preparedLetter } from './letter.ts'
import { decide, nextPending, type PendingRow, reasonsOf } from './store.ts'

const maxLetters = 200

/** What a tranche came to. */
interface Tranche {
  /** Rows that were decided. */
  readonly count: number
  readonly released: number
  /** The rank of the last of them; null: none. */
  readonly rank: string | null
  /** What keeps the rest back. */
  readonly stop: 'quota' | 'spend_limit' | 'account' | null
}

type Decision = Parameters<typeof decide>[2][number]

export async function releaseTranche(
  tx: Tx,
  world: World,
  tenant: Tenant,
  {
    common,
    campaign,
    most,
  }: { readonly common: Common; readonly campaign: Campaign; readonly most: number },
): Promise<Tranche> {
  const key = { projectId: tenant.projectId, id: campaign.id }
  const now = world.clock.now()
  const rows = await nextPending(tx, key, {
    after: campaign.progress.rank ?? null,
    now: new Date(now),
    most: Math.min(most, maxLetters),
  })
  if (rows.length === 0) return { count: 0, released: 0, rank: null, stop: null }
  const { ready, decisions } = await makeLetters(tx, world, tenant, { common, rows, now })
  const results = await acceptWithin(
    tx,
    world,
    [...ready.values()].map(one => ({
      tenant,
      emails: [one],
      idempotency: undefined,
      response: '',
    })),
  )
  const stop = settle([...ready.entries()], results, decisions)
  const decided = rows.flatMap(row => decisions.get(row.contact_id) ?? [])
  const at = new Date(now)
  await decide(tx, key, decided, at)
  const topicId =
    campaign.definition.topic_id === null ? null : read('top', campaign.definition.topic_id)
  const released = decided.flatMap(one =>
    one.emailId === null ? [] : [{ contactId: one.contactId, emailId: one.emailId }],
  )
  const source = { kind: 'campaign' as const, id: campaign.id, step: null, topicId }
  await noteLetters(tx, tenant, source, released, at)
  return {
    count: decided.length,
    released: released.length,
    // Who was put back by a limit is looked at again.
    rank: stop === null ? rows.at(-1)!.rank : lastDecided(rows, decisions),
    stop,
  }
}

function lastDecided(
  rows: readonly PendingRow[],
  decisions: ReadonlyMap<Uuid, Decision>,
): string | null {
  const first = rows.findIndex(row => !decisions.has(row.contact_id))
  return first <= 0 ? null : rows[first - 1]!.rank
}

interface Making {
  readonly common: Common
  readonly rows: readonly PendingRow[]
  readonly now: number
}

async function makeLetters(
  tx: Tx,
  world: World,
  tenant: Tenant,
  { common, rows, now }: Making,
): Promise<{ ready: Map<Uuid, Ready>; decisions: Map<Uuid, Decision> }> {
  const decisions = new Map<Uuid, Decision>()
  const skip = (contactId: Uuid, reason: string): void => {
    decisions.set(contactId, { contactId, state: 'skipped', reason, emailId: null })
  }
  const ready = new Map<Uuid, Ready>()
  const judged = await judge(tx, tenant, common, { rows, now })
  for (const { contact_id: id } of rows) {
    const one = judged.get(id)
    if (one === undefined) skip(id, 'deleted')
    else if (one.reason !== null) skip(id, one.reason)
    else {
      const made = attempt(() => letterFor(common, one.contact))
      if ('reason' in made) skip(id, made.reason)
      else {
        const prepared = attempt(() => ({
          email: preparedLetter(common, tenant, one.contact.email, made.rendered, now),
        }))
        if ('reason' in prepared) skip(id, prepared.reason)
        else
          ready.set(id, {
            id: world.ids.next(),
            prepared: prepared.email,
            stopped: null,
            within: '',
          })
      }
    }
  }
  return { ready, decisions }
}

/** As they are now; consent may have gone since they were chosen. */
async function judge(
  tx: Tx,
  tenant: Tenant,
  { campaign }: Common,
  { rows, now }: { readonly rows: readonly PendingRow[]; readonly now: number },
): Promise<ReadonlyMap<Uuid, { readonly contact: ContactRow; readonly reason: string | null }>> {
  const ids = rows.map(row => row.contact_id)
  // $1 to $3 are the statement's own.
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 3}`
  const reason = reasonCondition(consentTopics(campaign.definition), new Date(now))(add)
  const reasons = await reasonsOf(tx, tenant, ids, { reason, values })
  const contacts = await readContacts(tx, tenant, ids)
  return new Map(
    contacts.map(contact => [contact.id, { contact, reason: reasons.get(contact.id) ?? null }]),
  )
}

/** One person's fault never stops the others. */
function attempt<T>(work: () => T): T | { readonly reason: string } {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal || isTemplateFault(error)) return { reason: 'error' }
    throw error
  }
}

/** What acceptance said; returns what keeps all others back. */
function settle(
  ready: readonly (readonly [Uuid, Ready])[],
  results: readonly AcceptResult[],
  decisions: Map<Uuid, Decision>,
): Tranche['stop'] {
  let stop: Tranche['stop'] = null
  ready.forEach(([contactId, { id }], i) => {
    const result = results[i]!
    if (result.kind === 'accepted') {
      decisions.set(contactId, { contactId, state: 'released', reason: null, emailId: id })
      return
    }
    assert(result.kind === 'refused', 'letters of campaigns have no idempotency key')
    const { code } = result.refusal
    const reason = skipped[code]
    if (reason !== undefined) {
      decisions.set(contactId, { contactId, state: 'skipped', reason, emailId: null })
      return
    }
    stop = stops[code] ?? 'account'
  })
  return stop
}

const skipped: Readonly<Record<string, string>> = {
  recipient_suppressed: 'suppressed',
  sandbox_recipient: 'error',
}
const stops: Readonly<Record<string, Tranche['stop']>> = {
  daily_limit_reached: 'quota',
  monthly_limit_reached: 'quota',
  spend_limit_reached: 'spend_limit',
  sending_paused: 'account',
}
