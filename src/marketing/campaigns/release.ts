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
import { keepContents } from '#sending/outbox/outbox.ts'
import { cappedUntil } from '../contacts/caps.ts'
import type { ContactCondition, ContactRow } from '../contacts/contact.ts'
import { noteLetters } from '../contacts/letters.ts'
import { quietUntil } from '../contacts/quiet-hours.ts'
import { readContacts } from '../contacts/reading.ts'
import { variantOf } from './ab.ts'
import { againCondition, consentTopics, reasonCondition } from './audience-store.ts'
import type { Campaign } from './campaign.ts'
import { noteDecided } from './counts.ts'
import {
  type Common,
  isStopped,
  isTemplateFault,
  letterFor,
  preparedLetter,
  sharedLetter,
} from './letter.ts'
import {
  decide,
  nextPending,
  type PendingRow,
  postpone,
  reasonsOf,
  zonesOfContacts,
} from './store.ts'

const maxLetters = 500

/** What a tranche came to. */
interface Tranche {
  /** Rows that were decided or put off. */
  readonly count: number
  /** Why some are put off; null: none is. */
  readonly postponedBy: 'quiet_hours' | 'cap' | null
  readonly released: number
  /** The rank of the last of them; null: none. */
  readonly rank: string | null
  /** What keeps the rest back. */
  readonly stop: 'quota' | 'spend_limit' | 'account' | null
}

type Decision = Parameters<typeof decide>[2][number]

const undecided = { reason: null, emailId: null, variant: null, language: null } as const

export async function releaseTranche(
  tx: Tx,
  world: World,
  tenant: Tenant,
  {
    common,
    campaign,
    audience,
    most,
    below = null,
    isWarm,
  }: {
    readonly common: Common
    readonly campaign: Campaign
    /** Who is meant, where that is asked again. */
    readonly audience: ContactCondition | null
    readonly most: number
    /** Only ranks below this one: who is tried in an A/B test. */
    readonly below?: string | null
    /** Places in the warm-up are taken for them here. */
    readonly isWarm: boolean
  },
): Promise<Tranche> {
  const key = { projectId: tenant.projectId, id: campaign.id }
  const now = world.clock.now()
  const rows = await nextPending(tx, key, {
    after: campaign.progress.rank ?? null,
    below,
    now: new Date(now),
    most: Math.min(most, maxLetters),
  })
  if (rows.length === 0) return { count: 0, released: 0, postponedBy: null, rank: null, stop: null }
  const quiet = await quietOf(tx, tenant, common, { rows, now })
  const awake = rows.filter(row => !quiet.has(row.contact_id))
  const making = { common, audience, rows: awake, now, isWarm }
  const { ready, decisions, capped } = await makeLetters(tx, world, tenant, making)
  await postpone(tx, key, quiet, null)
  await postpone(tx, key, capped, new Date(now))
  const later = new Map([...quiet, ...capped])
  const asked = [...ready.values()].map(one => alone(tenant, one))
  const contents = [...common.contents.values()].flatMap(one => [...one.values()])
  await keepContents(tx, world, tenant.projectId, contents)
  const results = await acceptWithin(tx, world, asked)
  const stop = settle([...ready.entries()], results, decisions)
  const decided = awake.flatMap(row => decisions.get(row.contact_id) ?? [])
  const at = new Date(now)
  await decide(tx, key, decided, at)
  await noteDecided(tx, key, decided)
  const topicId =
    campaign.definition.topic_id === null ? null : read('top', campaign.definition.topic_id)
  const released = decided.flatMap(one =>
    one.emailId === null ? [] : [{ ...one, emailId: one.emailId }],
  )
  const source = { kind: 'campaign' as const, id: campaign.id, step: null, topicId }
  await noteLetters(tx, tenant, source, released, at)
  return {
    count: decided.length + later.size,
    postponedBy: quiet.size > 0 ? 'quiet_hours' : capped.size > 0 ? 'cap' : null,
    released: released.length,
    // Who was put back by a limit is looked at again.
    rank:
      stop === null
        ? rows.at(-1)!.rank
        : lastDecided(rows, id => decisions.has(id) || later.has(id)),
    stop,
  }
}

const alone = (tenant: Tenant, one: ReadyLetter) => ({
  tenant,
  emails: [one],
  idempotency: undefined,
  response: '',
})

function lastDecided(
  rows: readonly PendingRow[],
  isDecided: (contactId: Uuid) => boolean,
): string | null {
  const first = rows.findIndex(row => !isDecided(row.contact_id))
  return first <= 0 ? null : rows[first - 1]!.rank
}

interface ReadyLetter extends Ready {
  readonly variant: string | null
  readonly language: string
}

interface Making {
  readonly common: Common
  readonly audience: ContactCondition | null
  readonly isWarm: boolean
  readonly rows: readonly PendingRow[]
  readonly now: number
}

async function makeLetters(
  tx: Tx,
  world: World,
  tenant: Tenant,
  { common, audience, rows, now, isWarm }: Making,
): Promise<{
  ready: Map<Uuid, ReadyLetter>
  decisions: Map<Uuid, Decision>
  /** Who waits until they may have a letter again. */
  capped: Map<Uuid, number>
}> {
  const decisions = new Map<Uuid, Decision>()
  const skip = (contactId: Uuid, reason: string): void => {
    decisions.set(contactId, { ...undecided, contactId, state: 'skipped', reason })
  }
  const ready = new Map<Uuid, ReadyLetter>()
  const judged = await judge(tx, tenant, common, { audience, rows, now })
  const capped = new Map<Uuid, number>()
  for (const row of rows) {
    const { contact_id: id, rank } = row
    const one = judged.get(id)
    if (one === undefined || one.reason !== null) {
      const until = one?.reason === 'capped' ? waitOf(common, row, one.cappedUntil, now) : null
      if (until === null) skip(id, one?.reason ?? 'deleted')
      else capped.set(id, until)
      continue
    }
    const variant = variantFor(common.campaign, rank)
    const emailId = world.ids.next()
    const about = { emailId, variant, now }
    const made = attempt(() => makeLetter(world, common, tenant, { contact: one.contact, about }))
    if ('reason' in made) skip(id, made.reason)
    else {
      const { prepared, language, shared } = made
      ready.set(id, {
        id: emailId,
        prepared: isWarm ? { ...prepared, isWarm } : prepared,
        shared,
        stopped: null,
        within: '',
        variant,
        language,
      })
    }
  }
  return { ready, decisions, capped }
}

const maxCappedMs = 48 * 3_600_000

/** Until when somebody who has had enough waits for their letter; null: they get none. */
function waitOf(
  { campaign: { definition } }: Common,
  { capped_since: since }: PendingRow,
  until: number,
  now: number,
): number | null {
  if (definition.if_capped !== 'wait') return null
  return until <= (since?.getTime() ?? now) + maxCappedMs ? until : null
}

interface AboutLetter {
  readonly emailId: Uuid
  readonly variant: string | null
  readonly now: number
}

function makeLetter(
  world: World,
  common: Common,
  tenant: Tenant,
  { contact, about }: { readonly contact: ContactRow; readonly about: AboutLetter },
) {
  const { variant, now } = about
  const made = letterFor(common, contact, about)
  if ('reason' in made) return made
  const { rendered, language, merge, own } = made
  const prepared = preparedLetter(common, tenant, {
    to: contact.email,
    rendered,
    variant,
    contactId: contact.id,
    now,
  })
  if (isStopped(world, tenant, prepared, own)) return { reason: 'content_check' }
  const shared = sharedLetter(common, tenant.projectId, { language, merge, prepared })
  return { prepared, language, shared }
}

/** The winner's once there is one, else by the rank. */
function variantFor({ definition, progress }: Common['campaign'], rank: string): string | null {
  const ab = definition.ab ?? null
  return ab === null ? null : (progress.ab?.winner ?? variantOf(ab, rank))
}

/** Until when each of some people has quiet hours; nobody else is in it. */
async function quietOf(
  tx: Tx,
  tenant: Tenant,
  { rules, zone }: Common,
  { rows, now }: { readonly rows: readonly PendingRow[]; readonly now: number },
): Promise<ReadonlyMap<Uuid, number>> {
  const { quiet } = rules
  if (quiet === null) return new Map()
  const ids = rows.map(row => row.contact_id)
  const zones = await zonesOfContacts(tx, tenant, ids)
  return new Map(
    [...zones].flatMap(([id, own]) => {
      const until = quietUntil(quiet, now, own ?? zone)
      return until === null ? [] : [[id, until] as const]
    }),
  )
}

interface Judged {
  readonly contact: ContactRow
  readonly reason: string | null
  /** ms since 1970; of who is `capped`. */
  readonly cappedUntil: number
}

/** As they are now; consent may have gone since they were chosen. */
async function judge(
  tx: Tx,
  tenant: Tenant,
  { campaign, rules }: Common,
  { audience, rows, now }: Pick<Making, 'audience' | 'rows' | 'now'>,
): Promise<ReadonlyMap<Uuid, Judged>> {
  const ids = rows.map(row => row.contact_id)
  // $1 to $3 are the statement's own.
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 3}`
  const consent = reasonCondition(consentTopics(campaign.definition), new Date(now))(add)
  const since = againCondition(campaign.definition.audience, audience, now)(add)
  const reason = since === null ? consent : `coalesce(${consent}, ${since})`
  const reasons = await reasonsOf(tx, tenant, ids, { reason, values })
  const contacts = await readContacts(tx, tenant, ids)
  const topicId = read('top', campaign.definition.topic_id ?? '')
  const asked = { caps: rules.cap, topicId, contactIds: ids, now }
  const capped = await cappedUntil(tx, tenant.projectId, asked)
  return new Map(
    contacts.map(contact => {
      const until = capped.get(contact.id)
      const reason = reasons.get(contact.id) ?? (until === undefined ? null : 'capped')
      return [contact.id, { contact, reason, cappedUntil: until ?? now }]
    }),
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
  ready: readonly (readonly [Uuid, ReadyLetter])[],
  results: readonly AcceptResult[],
  decisions: Map<Uuid, Decision>,
): Tranche['stop'] {
  let stop: Tranche['stop'] = null
  ready.forEach(([contactId, { id: emailId, variant, language }], i) => {
    const result = results[i]!
    if (result.kind === 'accepted') {
      decisions.set(contactId, {
        ...undecided,
        contactId,
        state: 'released',
        emailId,
        variant,
        language,
      })
      return
    }
    assert(result.kind === 'refused', 'letters of campaigns have no idempotency key')
    const { code } = result.refusal
    const reason = skipped[code]
    if (reason !== undefined) {
      decisions.set(contactId, { ...undecided, contactId, state: 'skipped', reason })
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
