/**
 * The clock of a campaign: an entry of the queue, which begins it at its time, reads who gets it in
 * pages, releases letters in tranches and ends it. A wait is a row's `waiting` and a later entry.
 */
import { durationMs } from '#kernel/base/durations.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { dueWork } from '#platform/queue/hold.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { deliveryKinds } from '#sending/timeline/delivery-kind.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { periodAt } from '#tenants/limits/period.ts'
import type { ClockedKind } from '#tenants/test-clock/kinds.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { propertyFallbacks } from '../contacts/reading.ts'
import { settingsOf } from '../forms/settings.ts'
import { projectValues, topicNamesOf } from '../templates/project-values.ts'
import { decideAb, testLimit } from './ab.ts'
import { audienceCondition, consentTopics, reasonCondition } from './audience-store.ts'
import type { Campaign, Definition, Waiting } from './campaign.ts'
import { badResultsOf, hitsOf } from './figures-store.ts'
import { firstLetters, firstWaitMs, goesBadly, haveSpoken, lookEveryMs } from './guard.ts'
import { type Common, readLetters } from './letter.ts'
import { numberLinks } from './links.ts'
import { releaseTranche } from './release.ts'
import { roomBeside } from './reserve.ts'
import { opensAt, zoneMoments } from './schedule.ts'
import { begin, holdLetters } from './states.ts'
import {
  countSending,
  endPending,
  insertRecipients,
  lockCampaign,
  newestContact,
  nextMoment,
  updateCampaign,
  zonesOf,
} from './store.ts'
import { tellOf } from './tell.ts'

const campaignKind: ClockedKind = 'campaign'

const pageSize = 5_000
const endSize = 5_000
const maxSending = 10
/** Letters that are due: past it a campaign waits for them to leave. */
const maxDue = 5_000
const noRoomMs = 500
/** Begun later than that, somebody must say whether it is still wanted. */
const maxLateMs = 6 * 3_600_000
const firstId = '00000000-0000-0000-0000-000000000000' as Uuid

/** What stands beside campaigns and is handed in by the wiring. */
export interface CampaignParts {
  readonly tenantOf: (world: World, projectId: Uuid, mode: Tenant['mode']) => Promise<Tenant | null>
  /** Confirmed addresses of the account's members. */
  readonly memberAddresses: (world: World, tenant: Tenant) => Promise<readonly string[]>
  /** A person's own page, where they choose what they get. */
  readonly preferencesLink: (world: World, tenant: Tenant) => Promise<(contactId: Uuid) => string>
  readonly webViewLink: (world: World, projectId: Uuid) => Promise<(emailId: Uuid) => string>
}

/** Has the campaign looked at when the moment comes. */
export const wakeAt = (
  tx: Tx,
  world: Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
  dueAt: number,
): Promise<void> => enqueue(tx, world, [{ kind: campaignKind, projectId, subject: id, dueAt }])

export const campaignTask = (parts: CampaignParts): Task => ({
  kind: campaignKind,
  capacity: 4,
  async runSlice(real, { projectId, subject }) {
    const key = { projectId, id: subject }
    const common = await commonOf(real, key, parts)
    const world = common === null ? real : await onTestClock(real, common.tenant)
    return world.db.transaction(async tx => {
      const campaign = await lockCampaign(tx, key)
      if (campaign === null || common === null) return false
      const step = new Step(tx, world, { campaign, common })
      return step.take()
    })
  },
})

interface Prepared {
  readonly tenant: Tenant
  readonly zone: string
  readonly letters: Common | null
}

/** What is read outside of the transaction: it asks other connections. */
async function commonOf(
  world: World,
  key: { readonly projectId: Uuid; readonly id: Uuid },
  parts: CampaignParts,
): Promise<Prepared | null> {
  const campaign = await world.db.transaction(tx => lockCampaign(tx, key))
  if (campaign === null) return null
  const tenant = await parts.tenantOf(world, key.projectId, campaign.mode)
  if (tenant === null) return null
  const account = await getAccount(world, tenant.accountId)
  const zone = account?.timeZone ?? 'UTC'
  if (campaign.letters === null) return { tenant, zone, letters: null }
  const variants = Object.entries(campaign.letters.variants ?? {})
  return {
    tenant,
    zone,
    letters: {
      campaign,
      read: readLetters(campaign.letters),
      variants: new Map(variants.map(([variant, letters]) => [variant, readLetters(letters)])),
      rules: await settingsOf(world.db, key.projectId),
      topic: await topicOf(world, key.projectId, campaign.definition),
      fallbacks: await propertyFallbacks(world.db, key.projectId),
      values: await projectValues(world, tenant, zone),
      zone,
      preferencesUrl: await parts.preferencesLink(world, tenant),
      webViewUrl: await parts.webViewLink(world, key.projectId),
      host: world.settings.MALOTE_HOSTNAME,
    },
  }
}

const topicOf = ({ db }: World, projectId: Uuid, { topic_id: id }: Definition) =>
  topicNamesOf(db, projectId, id === null ? null : read('top', id))

/** One turn of a campaign, in its transaction. */
class Step {
  readonly #tx: Tx
  readonly #world: World
  readonly #common: Prepared
  readonly #now: number
  #campaign: Campaign

  constructor(
    tx: Tx,
    world: World,
    about: {
      readonly campaign: Campaign
      readonly common: Prepared
    },
  ) {
    this.#tx = tx
    this.#world = world
    this.#common = about.common
    this.#campaign = about.campaign
    this.#now = world.clock.now()
  }

  /** false: nothing more to do for now. */
  take(): Promise<boolean> {
    switch (this.#campaign.status) {
      case 'scheduled':
        return this.#begin()
      case 'sending':
        return this.#goOn()
      case 'cancelled':
        return this.#end('cancelled', null)
      default:
        return Promise.resolve(false)
    }
  }

  #goOn(): Promise<boolean> {
    switch (this.#campaign.phase) {
      case 'preparing':
        return this.#read()
      case 'deciding':
        return this.#decide()
      default:
        return this.#release()
    }
  }

  get #key() {
    return { projectId: this.#common.tenant.projectId, id: this.#campaign.id }
  }

  async #save(change: Partial<Campaign>): Promise<void> {
    this.#campaign = { ...this.#campaign, ...change }
    await updateCampaign(this.#tx, this.#key.projectId, this.#campaign)
  }

  #tell(type: Parameters<typeof tellOf>[3]): Promise<void> {
    return tellOf(this.#tx, this.#world, this.#common.tenant, type, this.#campaign)
  }

  async #begin(): Promise<boolean> {
    const dueAt = this.#campaign.due_at?.getTime() ?? this.#now
    if (dueAt > this.#now) {
      await wakeAt(this.#tx, this.#world, this.#key, dueAt)
      return false
    }
    if (this.#now - dueAt > maxLateMs) {
      await this.#save({ status: 'paused', paused_by: 'missed_schedule' })
      await this.#tell('campaign.paused')
      return false
    }
    if ((await countSending(this.#tx, this.#key.projectId)) >= maxSending) {
      await wakeAt(this.#tx, this.#world, this.#key, this.#now + 30_000)
      return false
    }
    await this.#save(begin(this.#campaign, this.#now))
    await this.#tell('campaign.started')
    return true
  }

  /** The next page of those who get it. */
  async #read(): Promise<boolean> {
    const { tenant } = this.#common
    const { progress, definition, mode } = this.#campaign
    if (progress.ceiling === undefined) {
      await numberLinks(this.#tx, this.#key, this.#campaign.letters)
    }
    const ceiling = progress.ceiling ?? (await newestContact(this.#tx, tenant))
    if (ceiling === null) return this.#finish()
    // $1 to $7 are the statement's own.
    const values: unknown[] = []
    const add = (value: unknown): string => `$${values.push(value) + 7}`
    const call = { world: this.#world, tenant }
    const audience = (await audienceCondition(call, definition.audience!))(add)
    const now = new Date(this.#now)
    const reason = reasonCondition(consentTopics(definition), now)(add)
    const moments = await this.#moments(add)
    const { last, count } = await insertRecipients(this.#tx, this.#key, mode, {
      after: progress.read ?? firstId,
      ceiling,
      most: pageSize,
      at: now,
      audience,
      reason: moments === null ? reason : `coalesce(${reason}, ${moments.skip})`,
      sendAt: moments === null ? 'null::timestamptz' : moments.sendAt,
      values,
    })
    const isOver = last === null || count < pageSize
    await this.#save({
      phase: isOver ? this.#firstPhase() : 'preparing',
      progress: { ...progress, ceiling, ...(last === null ? {} : { read: last }) },
    })
    return true
  }

  #firstPhase(): 'test' | 'rest' {
    return this.#testLimit() === null ? 'rest' : 'test'
  }

  /** Ranks below it are tried first; null: nothing is decided, or it has been. */
  #testLimit(): string | null {
    const { definition, progress } = this.#campaign
    return definition.ab == null || progress.ab !== undefined ? null : testLimit(definition.ab)
  }

  /** For a local time of each recipient: the moment of every zone there is. */
  async #moments(
    add: (value: unknown) => string,
  ): Promise<{ readonly sendAt: string; readonly skip: string } | null> {
    const { schedule } = this.#campaign.definition
    if (schedule?.time_zone !== 'recipient' || schedule.at === undefined) return null
    const own = this.#common.zone
    const zones = [...new Set([own, ...(await zonesOf(this.#tx, this.#common.tenant))])]
    const moments = zoneMoments(schedule, zones, this.#now)
    const times = Object.fromEntries(
      [...moments].flatMap(([zone, at]) =>
        typeof at === 'number' ? [[zone, new Date(at).toISOString()]] : [],
      ),
    )
    const past = [...moments].flatMap(([zone, at]) => (at === 'skip' ? [zone] : []))
    const zone = `coalesce(c.time_zone, ${add(own)}::text)`
    return {
      sendAt: `(${add(times)}::jsonb ->> ${zone})::timestamptz`,
      skip: `(case when ${zone} = any(${add(past)}::text[]) then 'past_zone' end)`,
    }
  }

  async #release(): Promise<boolean> {
    const { definition, progress } = this.#campaign
    const schedule = definition.schedule ?? {}
    const until = Date.parse(progress.send_until ?? '')
    if (until <= this.#now) return this.#end('skipped', 'too_late')
    const opens = opensAt(
      schedule,
      schedule.time_zone === 'recipient'
        ? this.#common.zone
        : (schedule.time_zone ?? this.#common.zone),
      this.#now,
    )
    if (opens !== null) return this.#wait('window', opens)
    const most = this.#tokens(schedule.rate_per_hour ?? null)
    if (most.count < 1) return this.#wait('rate', most.nextAt)
    if ((await this.#due()) > maxDue) {
      await wakeAt(this.#tx, this.#world, this.#key, this.#now + noRoomMs)
      return false
    }
    const held = await this.#heldBack()
    if (held !== null) return held
    const first = this.#isTrying() ? firstLetters - (progress.released ?? 0) : most.count
    const room = await this.#roomBesideOthers()
    if (room !== null && room < 1) return this.#wait('reserve', this.#nextDay())
    const tranche = await releaseTranche(this.#tx, this.#world, this.#common.tenant, {
      common: this.#common.letters!,
      campaign: this.#campaign,
      most: Math.min(most.count, first, room ?? most.count),
      below: this.#testLimit(),
    })
    await this.#save({ progress: this.#progressBy(tranche, most.tokens), waiting: null })
    if (tranche.stop === 'account') return this.#pauseBy('account')
    if (tranche.stop !== null) return this.#wait(tranche.stop, this.#nextDay())
    return tranche.count > 0 ? true : this.#rest()
  }

  #progressBy(
    { rank, released, isPostponed }: Awaited<ReturnType<typeof releaseTranche>>,
    tokens: number,
  ): Campaign['progress'] {
    const { definition, progress } = this.#campaign
    const isPaced = definition.schedule?.rate_per_hour !== undefined
    return {
      ...progress,
      ...(rank === null ? {} : { rank }),
      ...(isPaced ? { tokens: tokens - released, tokens_at: this.#now } : {}),
      ...(isPostponed ? { is_postponed: true } : {}),
      released: (progress.released ?? 0) + released,
    }
  }

  get #isGuarded(): boolean {
    return this.#campaign.mode === 'live' && this.#campaign.definition.guard.enabled
  }

  /** The first letters are not all out, or have not said whether they do well. */
  #isTrying(): boolean {
    const { released = 0, first_are_well: areWell } = this.#campaign.progress
    return this.#isGuarded && areWell !== true && released < firstLetters
  }

  /** What the letters that are out say of the rest: null, go on; else the answer of this turn. */
  async #heldBack(): Promise<boolean | null> {
    const { progress } = this.#campaign
    const {
      released = 0,
      looked_at: at = 0,
      first_are_well: areWell,
      first_until: until,
    } = progress
    if (!this.#isGuarded || released === 0) return null
    const isWaiting = released >= firstLetters && areWell !== true
    if (this.#now - at < lookEveryMs) {
      return isWaiting ? this.#lookAgain(until ?? this.#now + firstWaitMs) : null
    }
    const figures = await badResultsOf(this.#tx, this.#key)
    const looked = { ...progress, looked_at: this.#now }
    if (goesBadly(figures)) {
      await this.#save({ progress: { ...looked, tripped: figures } })
      return this.#pauseBy('guard')
    }
    if (!isWaiting) {
      await this.#save({ progress: looked })
      return null
    }
    const end = until ?? this.#now + firstWaitMs
    const isWell = haveSpoken(figures) || this.#now >= end
    await this.#save({ progress: { ...looked, first_until: end, first_are_well: isWell } })
    return isWell ? null : this.#lookAgain(end)
  }

  async #lookAgain(until: number): Promise<boolean> {
    const { pending } = await nextMoment(this.#tx, this.#key)
    if (pending === 0) return this.#finish()
    const waiting = {
      reason: 'test_result' as const,
      until: new Date(until).toISOString(),
      left: pending,
    }
    const isNew = this.#campaign.waiting?.reason !== 'test_result'
    await this.#save({ waiting })
    if (isNew) await this.#tell('campaign.waiting')
    await wakeAt(this.#tx, this.#world, this.#key, this.#now + lookEveryMs)
    return false
  }

  /** Test mode has no limits. */
  #roomBesideOthers(): Promise<number | null> {
    const { tenant, letters } = this.#common
    if (tenant.mode === 'test') return Promise.resolve(null)
    return roomBeside(this.#tx, this.#world, tenant, letters!.rules.reserve)
  }

  /** Nobody is due past the cursor: some wait for their zone, or the cursor has passed them, or none is left. */
  async #rest(): Promise<boolean> {
    const below = this.#testLimit()
    const { pending, at } = await nextMoment(this.#tx, this.#key, below)
    if (pending === 0) return below === null ? this.#finish() : this.#beginDeciding()
    const { rank, ...progress } = this.#campaign.progress
    const isDue = at === null || !(at instanceof Date) || at.getTime() <= this.#now
    await this.#save({ progress })
    return isDue
      ? rank !== undefined || pending > 0
      : this.#wait(this.#isOfZones() ? 'time_zone' : 'quiet_hours', at.getTime())
  }

  #isOfZones(): boolean {
    const { definition, progress } = this.#campaign
    return definition.schedule?.time_zone === 'recipient' && progress.is_postponed !== true
  }

  /** All who are tried have their letter. */
  async #beginDeciding(): Promise<boolean> {
    const { rank: _rank, ...progress } = this.#campaign.progress
    const wait = durationMs(this.#campaign.definition.ab!.wait)!
    const decideAt = this.#now + wait
    await this.#save({ phase: 'deciding', progress: { ...progress, decide_at: decideAt } })
    return this.#decide()
  }

  async #decide(): Promise<boolean> {
    const { id, definition, progress } = this.#campaign
    const ab = definition.ab!
    const { decide_at: at = this.#now } = progress
    if (at > this.#now) return this.#wait('test_result', at)
    const tried = await hitsOf(this.#tx, this.#key, ab.metric)
    const result = decideAb(ab, tried, { seed: id, at: this.#now })
    await this.#save({ phase: 'rest', waiting: null, progress: { ...progress, ab: result } })
    await this.#tell('campaign.winner_chosen')
    return true
  }

  #due(): Promise<number> {
    return dueWork(this.#tx, this.#key.projectId, [...deliveryKinds], maxDue + 1)
  }

  /** A bucket of one hour's letters, which a restart neither forgets nor fills. */
  #tokens(rate: number | null) {
    if (rate === null) return { count: Number.MAX_SAFE_INTEGER, tokens: 0, nextAt: this.#now }
    const { tokens = 1, tokens_at: at = this.#now } = this.#campaign.progress
    const perMs = rate / 3_600_000
    const now = Math.min(Math.max(1, rate / 60), tokens + (this.#now - at) * perMs)
    const nextAt = this.#now + Math.max(1_000, Math.ceil((1 - now) / perMs))
    return { count: Math.floor(now), tokens: now, nextAt }
  }

  async #wait(reason: Waiting['reason'], until: number): Promise<boolean> {
    const { pending } = await nextMoment(this.#tx, this.#key)
    if (pending === 0) return this.#finish()
    const isNew = this.#campaign.waiting?.reason !== reason
    const waiting = { reason, until: new Date(until).toISOString(), left: pending }
    await this.#save({ waiting })
    if (isNew && reason !== 'rate') await this.#tell('campaign.waiting')
    await wakeAt(this.#tx, this.#world, this.#key, until)
    return false
  }

  #nextDay(): number {
    return periodAt(this.#now, this.#common.zone).dayEndsAt
  }

  async #pauseBy(by: 'account' | 'guard'): Promise<boolean> {
    await this.#save({ status: 'paused', paused_by: by, waiting: null })
    if (by === 'guard') await holdLetters(this.#tx, this.#key)
    await this.#tell('campaign.paused')
    return false
  }

  /** In pages; then the campaign has ended. */
  async #end(state: 'cancelled' | 'skipped', reason: string | null): Promise<boolean> {
    const at = new Date(this.#now)
    const count = await endPending(this.#tx, this.#key, { state, reason }, { at, most: endSize })
    if (count === endSize) return true
    return state === 'cancelled' ? false : this.#finish()
  }

  async #finish(): Promise<boolean> {
    await this.#save({
      status: 'sent',
      phase: null,
      waiting: null,
      finished_at: new Date(this.#now),
    })
    await this.#tell('campaign.sent')
    return false
  }
}
