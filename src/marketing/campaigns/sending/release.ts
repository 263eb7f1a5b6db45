/**
 * Releasing letters, a tranche in a transaction: the rows of the people, their emails and the cursor
 * change together, so that nobody gets a campaign twice, whatever dies. Each person is judged once
 * more, only to exclude; their letters have been drafted before (drafts.ts).
 */
import { assert } from '#kernel/base/assert.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { type AcceptResult, acceptMany } from '#sending/intake/accept.ts'
import { keepContents } from '#sending/outbox/outbox.ts'
import { cappedUntil } from '../../contacts/letters/caps.ts'
import { noteLetters } from '../../contacts/letters/letters.ts'
import { quietUntil } from '../../contacts/letters/quiet-hours.ts'
import type { ContactCondition } from '../../contacts/people/contact.ts'
import { lockContacts } from '../../contacts/people/store.ts'
import { againCondition, reasonCondition } from '../audience/audience-store.ts'
import type { Campaign } from '../definition/campaign.ts'
import { isOfRecipients, opensAt } from '../definition/schedule.ts'
import { noteDecided } from '../report/counts.ts'
import { reasonsOf, zonesOfContacts } from '../store.ts'
import type { Drafts, ReadyLetter } from './drafts.ts'
import type { Common } from './letter.ts'
import { decide, nextPending, type PendingRow, postpone } from './progress-store.ts'

/** What a tranche came to. */
interface Tranche {
  /** Rows that were decided or put off. */
  readonly count: number
  /** Why some are put off; null: none is. */
  readonly postponedBy: 'window' | 'quiet_hours' | 'cap' | null
  readonly released: number
  /** The rank of the last of them; null: none. */
  readonly rank: string | null
  /** What keeps the rest back. */
  readonly stop: 'quota' | 'spend_limit' | 'account' | null
  /** Books the letters, as the last statement of the transaction (`acceptMany`). */
  book(): Promise<void>
}

type Decision = Omit<Parameters<typeof decide>[2][number], 'place'>

const undecided = { reason: null, emailId: null, variant: null, language: null } as const

interface TrancheOf {
  readonly common: Common
  readonly campaign: Campaign
  /** Who is meant, where that is asked again. */
  readonly audience: ContactCondition | null
  readonly drafts: Drafts
  /** Places in the warm-up are taken for them here. */
  readonly isWarm: boolean
  /** The quotas are locked from the start. */
  readonly isExact: boolean
}

export async function releaseTranche(
  tx: Tx,
  world: World,
  tenant: Tenant,
  { common, campaign, audience, drafts, isWarm, isExact }: TrancheOf,
): Promise<Tranche> {
  const key = { projectId: tenant.projectId, id: campaign.id }
  const now = world.clock.now()
  const at = new Date(now)
  const rows = (await nextPending(tx, key, { ...drafts.wanted, now: at })).filter(row =>
    drafts.letters.has(row.contact_id),
  )
  if (rows.length === 0) return nothing
  const asleep = await asleepOf(tx, tenant, common, { rows, now })
  const awake = rows.filter(row => !asleep.until.has(row.contact_id))
  const making = { common, audience, rows: awake, now, drafts }
  const { ready, decisions, capped } = await chooseLetters(tx, tenant, making)
  await postpone(tx, key, asleep.until, null)
  await postpone(tx, key, capped, at)
  const later = new Map([...asleep.until, ...capped])
  const asked = [...ready.values()].map(one => alone(tenant, one, isWarm))
  await keepContents(tx, world, tenant.projectId, drafts.contents)
  const accepted = await acceptMany(tx, world, asked, isExact)
  const stop = settle([...ready.entries()], accepted.results, decisions)
  const decided = awake.flatMap(({ contact_id: id, place }) => {
    const decision = decisions.get(id)
    return decision === undefined ? [] : [{ ...decision, place }]
  })
  const topicId =
    campaign.definition.topic_id === null ? null : read('top', campaign.definition.topic_id)
  const released = decided.flatMap(one =>
    one.emailId === null ? [] : [{ ...one, emailId: one.emailId }],
  )
  const source = { kind: 'campaign' as const, id: campaign.id, step: null, topicId }
  // They travel together, in this order: one wait for all.
  await Promise.all([
    accepted.rows,
    decide(tx, key, decided, at),
    noteLetters(tx, tenant, { source, letters: released, at }),
    noteDecided(tx, key, decided),
  ])
  return {
    count: decided.length + later.size,
    postponedBy: asleep.by ?? (capped.size > 0 ? 'cap' : null),
    released: released.length,
    // Who was put back by a limit, or has changed since the draft, is looked at again.
    rank: lastDecided(rows, id => decisions.has(id) || later.has(id)),
    stop,
    book: accepted.book,
  }
}

const nothing: Tranche = {
  count: 0,
  released: 0,
  postponedBy: null,
  rank: null,
  stop: null,
  book: async () => {},
}

const alone = (tenant: Tenant, one: ReadyLetter, isWarm: boolean) => ({
  tenant,
  emails: [isWarm ? { ...one, prepared: { ...one.prepared, isWarm } } : one],
  idempotency: undefined,
  response: '',
})

function lastDecided(
  rows: readonly PendingRow[],
  isDecided: (contactId: Uuid) => boolean,
): string | null {
  const first = rows.findIndex(row => !isDecided(row.contact_id))
  const last = first < 0 ? rows.length - 1 : first - 1
  return rows[last]?.rank ?? null
}

interface Choosing {
  readonly common: Common
  readonly audience: ContactCondition | null
  readonly rows: readonly PendingRow[]
  readonly now: number
  readonly drafts: Drafts
}

/** The drafts of those who may have them now. */
async function chooseLetters(
  tx: Tx,
  tenant: Tenant,
  { common, audience, rows, now, drafts }: Choosing,
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
    const id = row.contact_id
    const one = judged.get(id)
    if (one === undefined || one.reason !== null) {
      const until = one?.reason === 'capped' ? waitOf(common, row, one.cappedUntil, now) : null
      if (until === null) skip(id, one?.reason ?? 'deleted')
      else capped.set(id, until)
      continue
    }
    const { version, made } = drafts.letters.get(id)!
    if (version !== one.version) continue
    if ('reason' in made) skip(id, made.reason)
    else ready.set(id, made)
  }
  return { ready, decisions, capped }
}

const maxCappedMs = 2 * dayMs

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

/**
 * Until when it is no hour to write to each of some people: their quiet hours, and outside of the
 * window where that goes by their own time. Nobody else is in it.
 */
async function asleepOf(
  tx: Tx,
  tenant: Tenant,
  { rules: { quiet }, zone, campaign }: Common,
  { rows, now }: { readonly rows: readonly PendingRow[]; readonly now: number },
): Promise<{
  readonly until: ReadonlyMap<Uuid, number>
  readonly by: 'window' | 'quiet_hours' | null
}> {
  const schedule = campaign.definition.schedule ?? {}
  const hasOwnWindow = isOfRecipients(schedule) && schedule.window !== undefined
  const until = new Map<Uuid, number>()
  if (quiet === null && !hasOwnWindow) return { until, by: null }
  const ids = rows.map(row => row.contact_id)
  const zones = await zonesOfContacts(tx, tenant, ids)
  let isQuiet = false
  for (const [id, own] of zones) {
    const opens = hasOwnWindow ? opensAt(schedule, own ?? zone, now) : null
    const ends = quiet === null ? null : quietUntil(quiet, now, own ?? zone)
    isQuiet ||= ends !== null
    if (opens !== null || ends !== null) until.set(id, Math.max(opens ?? 0, ends ?? 0))
  }
  return { until, by: until.size === 0 ? null : isQuiet ? 'quiet_hours' : 'window' }
}

interface PersonStanding {
  readonly reason: string | null
  /** ms since 1970; of who is `capped`. */
  readonly cappedUntil: number
  /** Of the contact's row. */
  readonly version: string
}

/** As they are now; consent may have gone since they were chosen. */
async function judge(
  tx: Tx,
  tenant: Tenant,
  { campaign, rules }: Common,
  { audience, rows, now }: Pick<Choosing, 'audience' | 'rows' | 'now'>,
): Promise<ReadonlyMap<Uuid, PersonStanding>> {
  const ids = rows.map(row => row.contact_id)
  // A sequence or another campaign may be writing to the same people: each counts what the other sent.
  if (rules.cap.length > 0) await lockContacts(tx, tenant, ids)
  // $1 to $3 are the statement's own.
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 3}`
  const consent = reasonCondition(campaign.definition, new Date(now))(add)
  const since = againCondition(campaign.definition.audience, audience, now)(add)
  const reason = since === null ? consent : `coalesce(${consent}, ${since})`
  const topicId = read('top', campaign.definition.topic_id ?? '')
  const asked = { caps: rules.cap, topicId, contactIds: ids, now }
  const [reasons, capped] = await Promise.all([
    reasonsOf(tx, tenant, ids, { reason, values }),
    cappedUntil(tx, tenant.projectId, asked),
  ])
  return new Map(
    [...reasons].map(([id, { reason: found, version }]) => {
      const until = capped.get(id)
      const reason = found ?? (until === undefined ? null : 'capped')
      return [id, { reason, version, cappedUntil: until ?? now }]
    }),
  )
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
