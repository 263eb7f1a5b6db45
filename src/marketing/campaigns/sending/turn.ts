/**
 * One turn of a campaign: it begins, reads a page of those who get it, releases a tranche of letters,
 * decides a test or ends. A wait is `waiting` in its row and a later entry of the queue.
 */
import { hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { hasWorkDue } from '#platform/queue/apart-store.ts'
import { countUntried } from '#platform/queue/source-store.ts'
import { simulatedKind } from '#sending/intake/captured.ts'
import { reasonCondition } from '../audience/audience-store.ts'
import { decideAb, decidedAt, testLimit } from '../definition/ab.ts'
import type { Campaign } from '../definition/campaign.ts'
import {
  firstLetters,
  firstWaitMs,
  goesBadly,
  haveSpoken,
  lookEveryMs,
} from '../definition/guard.ts'
import { isOfRecipients, opensAt, zoneMoments } from '../definition/schedule.ts'
import type { GuardFigures, Waiting } from '../definition/shapes.ts'
import { begin, holdLetters, maxSending } from '../definition/states.ts'
import { isLimit, limitLookMs, limitsOf, mayAskAgain } from '../forecast/limits.ts'
import { measured, needsMeasuring, releasedAt, roomIn, tokensOf } from '../forecast/pace.ts'
import { badResultsOf, countPending, noteDecided, notePeople } from '../report/counts.ts'
import { hitsOf } from '../report/figures-store.ts'
import { numberLinks } from '../report/links.ts'
import {
  countSending,
  endPending,
  insertRecipients,
  lockBeginnings,
  newestContact,
  nextMoment,
  zonesOf,
} from '../store.ts'
import { tellOf } from '../tell.ts'
import type { DraftRange, Drafts } from './drafts.ts'
import { planFollowUp } from './follow-up.ts'
import type { PreparedCampaign } from './prepared.ts'
import { updateProgress } from './progress-store.ts'
import { releaseTranche } from './release.ts'
import { wakeAt } from './wake.ts'

const pageSize = 5_000
const endSize = 5_000
const noPlaceMs = 5_000
/** How often it is looked whether letters have left. */
const noRoomMs = 500
const finishingMs = 1_000
/** Begun later than that, somebody must say whether it is still wanted. */
const maxLateMs = 6 * hourMs
const firstId = '00000000-0000-0000-0000-000000000000' as Uuid

interface About {
  readonly campaign: Campaign
  readonly common: PreparedCampaign
  /** Letters that have been made; null: none yet. */
  readonly drafts: Drafts | null
  /** How many letters a tranche has at most. */
  readonly maxLetters: number
  /** The quotas are locked from the start. */
  readonly isExact: boolean
  /** Hears of the letters that come after those that are being released. */
  readonly expect: (next: DraftRange) => void
}

/** In the transaction that has locked the campaign. */
export class Turn {
  readonly #tx: Tx
  readonly #world: World
  readonly #now: number
  readonly #about: About
  #campaign: Campaign
  #wanted: DraftRange | null = null
  #book: (() => Promise<void>) | null = null

  constructor(tx: Tx, world: World, about: About) {
    this.#tx = tx
    this.#world = world
    this.#about = about
    this.#campaign = about.campaign
    this.#now = world.clock.now()
  }

  /** The letters without which it cannot go on; null: none. */
  get wanted(): DraftRange | null {
    return this.#wanted
  }

  /** false: nothing more to do for now. Throws QuotaCrossed where it was not exact. */
  async take(): Promise<boolean> {
    const goesOn = await this.#take()
    await this.#book?.()
    return goesOn
  }

  #take(): Promise<boolean> {
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
      case 'finishing':
        return this.#finish()
      default:
        return this.#release()
    }
  }

  /** Who still waits then is skipped, whatever the wait is for: no wait is longer. */
  get #sendUntil(): number {
    const until = this.#campaign.progress.send_until
    return until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)
  }

  get #key() {
    return { projectId: this.#about.common.tenant.projectId, id: this.#campaign.id }
  }

  async #save(change: Partial<Campaign>): Promise<void> {
    this.#campaign = { ...this.#campaign, ...change }
    await updateProgress(this.#tx, this.#key.projectId, this.#campaign)
  }

  #tell(type: Parameters<typeof tellOf>[2]): Promise<void> {
    const { tenant } = this.#about.common
    return tellOf(this.#tx, { world: this.#world, tenant }, type, this.#campaign)
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
    await lockBeginnings(this.#tx, this.#key.projectId)
    if ((await countSending(this.#tx, this.#key.projectId)) >= maxSending) {
      // It is not late: it stands in line.
      const nextAt = this.#now + noPlaceMs
      await this.#save({ due_at: new Date(nextAt) })
      await wakeAt(this.#tx, this.#world, this.#key, nextAt)
      return false
    }
    await this.#save(begin(this.#campaign, this.#now))
    await this.#tell('campaign.started')
    return true
  }

  /** The next page of those who get it. */
  async #read(): Promise<boolean> {
    const { tenant } = this.#about.common
    const { progress, definition, mode } = this.#campaign
    if (progress.ceiling === undefined) {
      await numberLinks(this.#tx, this.#key, this.#campaign.letters)
    }
    const ceiling = progress.ceiling ?? (await newestContact(this.#tx, tenant))
    if (ceiling === null) return this.#finish()
    // $1 to $7 are the statement's own.
    const values: unknown[] = []
    const add = (value: unknown): string => `$${values.push(value) + 7}`
    const audience = this.#about.common.audience!(add)
    const now = new Date(this.#now)
    const reason = reasonCondition(definition, now)(add)
    const moments = await this.#moments(add)
    const { last, looked, people } = await insertRecipients(this.#tx, this.#key, mode, {
      after: progress.read ?? firstId,
      ceiling,
      max: pageSize,
      at: now,
      audience,
      reason: moments === null ? reason : `coalesce(${reason}, ${moments.skip})`,
      sendAt: moments === null ? 'null::timestamptz' : moments.sendAt,
      values,
    })
    await notePeople(this.#tx, this.#key, people)
    const isOver = last === null || looked < pageSize
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
    const own = this.#about.common.zone
    const zones = [...new Set([own, ...(await zonesOf(this.#tx, this.#about.common.tenant))])]
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
    const { progress } = this.#campaign
    if (this.#sendUntil <= this.#now) return this.#end('skipped', 'too_late')
    const closed = await this.#closed()
    if (closed !== null) return closed
    const { schedule } = this.#campaign.definition
    const tokens = tokensOf(schedule?.rate_per_hour ?? null, progress, this.#now)
    if (tokens.count < 1) return this.#wait('rate', tokens.nextAt)
    const held = await this.#heldBack()
    if (held !== null) return held
    const first = this.#isTrying() ? firstLetters - (progress.released ?? 0) : tokens.count
    const { tenant, zone, letters } = this.#about.common
    const limits = await limitsOf(this.#tx, this.#world, tenant, {
      definition: this.#campaign.definition,
      reserve: letters!.rules.reserve,
      zone,
      begunAt: this.#campaign.started_at?.getTime() ?? this.#now,
    })
    if (limits.room < 1) return this.#wait(limits.reason, limits.until)
    const drafts = this.#draftsOf(Math.min(tokens.count, first, limits.room))
    if (drafts === null) return true
    const tranche = await releaseTranche(this.#tx, this.#world, tenant, {
      common: letters!,
      campaign: this.#campaign,
      audience: this.#about.common.audience,
      drafts,
      isWarm: limits.isWarm,
      isExact: this.#about.isExact,
    })
    this.#book = tranche.book
    await limits.take(this.#tx, tranche.released)
    await this.#save({ progress: this.#progressBy(tranche, tokens.tokens), waiting: null })
    if (tranche.stop === 'account') return this.#pauseBy('account')
    if (tranche.stop !== null) {
      return this.#wait(tranche.stop, limits.until)
    }
    return tranche.count > 0 ? true : this.#rest()
  }

  /** As many as may be released now, of those that are next; null: they are to be made first. */
  #draftsOf(max: number): Drafts | null {
    const { drafts, maxLetters, expect } = this.#about
    const after = this.#campaign.progress.rank ?? null
    const wanted = { after, below: this.#testLimit(), max: Math.min(max, maxLetters) }
    const isFit = drafts?.wanted.after === after && drafts.wanted.below === wanted.below
    if (!isFit) {
      this.#wanted = wanted
      return null
    }
    if (drafts.last !== null && max > drafts.letters.size) {
      expect({
        ...wanted,
        after: drafts.last,
        max: Math.min(max - drafts.letters.size, maxLetters),
      })
    }
    return { ...drafts, wanted: { ...drafts.wanted, max: Math.min(max, drafts.wanted.max) } }
  }

  /** The window is closed, a limit is known to stand, or enough letters are about to leave. */
  async #closed(): Promise<boolean | null> {
    const { schedule, waiting, zone } = {
      schedule: this.#campaign.definition.schedule ?? {},
      waiting: this.#campaign.waiting,
      zone: this.#about.common.zone,
    }
    // By the time of each recipient it is asked person by person.
    const opens = isOfRecipients(schedule)
      ? null
      : opensAt(schedule, schedule.time_zone ?? zone, this.#now)
    if (opens !== null) return this.#wait('window', opens)
    if (waiting !== null && !mayAskAgain(this.#campaign, zone, this.#now)) {
      return this.#wait(waiting.reason, Date.parse(waiting.until))
    }
    return this.#full()
  }

  /** So many letters wait to leave that no more are made; null: there is room. */
  async #full(): Promise<boolean | null> {
    if (!needsMeasuring(this.#campaign.progress, this.#now)) return null
    const waiting = await countUntried(this.#tx, this.#campaign.id, new Date(this.#now))
    const progress = measured(this.#campaign.progress, this.#now, waiting.due + waiting.held)
    if (roomIn(progress, waiting) > 0) {
      await this.#save({ progress })
      return null
    }
    await this.#save({ progress })
    await wakeAt(this.#tx, this.#world, this.#key, this.#now + noRoomMs)
    return false
  }

  #progressBy(
    { rank, released, postponedBy }: Awaited<ReturnType<typeof releaseTranche>>,
    tokens: number,
  ): Campaign['progress'] {
    const { definition, progress } = this.#campaign
    const isPaced = definition.schedule?.rate_per_hour !== undefined
    return {
      ...progress,
      ...(rank === null ? {} : { rank }),
      ...(isPaced ? { tokens: tokens - released, tokens_at: this.#now } : {}),
      ...(postponedBy === null ? {} : { postponed_by: postponedBy }),
      ...(released === 0 ? {} : releasedAt(progress, new Date(this.#now).toISOString())),
      released: (progress.released ?? 0) + released,
    }
  }

  get #isGuarded(): boolean {
    return this.#campaign.definition.guard.enabled
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
    // Captured letters are asked at once: where there are no simulators nothing is waited for.
    const isToAsk = isWaiting && this.#campaign.mode === 'test'
    if (!isToAsk && this.#now - at < lookEveryMs) {
      return isWaiting ? this.#lookAgain(until ?? this.#now + firstWaitMs) : null
    }
    const figures = await this.#figures()
    if (figures === null) return this.#pauseBy('guard')
    const looked = { ...progress, looked_at: this.#now }
    if (!isWaiting) {
      await this.#save({ progress: looked })
      return null
    }
    const end = until ?? this.#now + firstWaitMs
    const isWell = (await this.#haveSpoken(figures)) || this.#now >= end
    await this.#save({ progress: { ...looked, first_until: end, first_are_well: isWell } })
    return isWell ? null : this.#lookAgain(end)
  }

  /** Whether the first letters have said enough; of captured ones only simulators ever say anything. */
  async #haveSpoken(figures: GuardFigures): Promise<boolean> {
    if (this.#campaign.mode === 'live') return haveSpoken(figures)
    const simulators = { kind: simulatedKind, projectId: this.#key.projectId }
    return !(await hasWorkDue(this.#tx, simulators, new Date(this.#now)))
  }

  /** The figures so far; null where they say that it must stop, which is then kept. */
  async #figures(): Promise<GuardFigures | null> {
    const found = await badResultsOf(this.#tx, this.#key)
    const { mode, progress: soFar } = this.#campaign
    const figures = mode === 'live' ? found : { ...found, results: soFar.released ?? 0 }
    if (!goesBadly(figures)) return figures
    const progress = { ...this.#campaign.progress, looked_at: this.#now, tripped: figures }
    await this.#save({ progress })
    return null
  }

  async #lookAgain(until: number): Promise<boolean> {
    const pending = await countPending(this.#tx, this.#key)
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

  /** Nobody is due past the cursor: some wait for their zone, or the cursor has passed them, or none is left. */
  async #rest(): Promise<boolean> {
    const below = this.#testLimit()
    const { pending, at } = await nextMoment(this.#tx, this.#key, below)
    if (pending === 0) return below === null ? this.#finish() : this.#beginDeciding()
    const { rank, ...progress } = this.#campaign.progress
    const isDue = at === null || !(at instanceof Date) || at.getTime() <= this.#now
    await this.#save({ progress })
    if (isDue) return rank !== undefined || pending > 0
    const isOfZones = this.#campaign.definition.schedule?.time_zone === 'recipient'
    const why = this.#campaign.progress.postponed_by ?? (isOfZones ? 'time_zone' : 'quiet_hours')
    return this.#wait(why, at.getTime())
  }

  /** All who are tried have their letter. */
  async #beginDeciding(): Promise<boolean> {
    const { rank: _rank, ...progress } = this.#campaign.progress
    const ab = this.#campaign.definition.ab!
    const decideAt = decidedAt(ab, await hitsOf(this.#tx, this.#key, ab.metric), this.#now)
    await this.#save({ phase: 'deciding', progress: { ...progress, decide_at: decideAt } })
    return this.#decide()
  }

  async #decide(): Promise<boolean> {
    const { id, definition, progress } = this.#campaign
    if (this.#sendUntil <= this.#now) return this.#end('skipped', 'too_late')
    const ab = definition.ab!
    const { decide_at: at = this.#now } = progress
    if (at > this.#now) return this.#wait('test_result', at)
    const tried = await hitsOf(this.#tx, this.#key, ab.metric)
    const result = decideAb(ab, tried, { seed: id, at: this.#now })
    await this.#save({ phase: 'rest', waiting: null, progress: { ...progress, ab: result } })
    await this.#tell('campaign.winner_chosen')
    return true
  }

  async #wait(reason: Waiting['reason'], until: number): Promise<boolean> {
    const pending = await countPending(this.#tx, this.#key)
    if (pending === 0) return this.#finish()
    const { waiting: before, progress } = this.#campaign
    const isNew = before?.reason !== reason
    const waiting = { reason, until: new Date(until).toISOString(), left: pending }
    const since = isNew ? this.#now : (progress.limited_since ?? this.#now)
    const isPace = reason === 'rate'
    const told = isPace ? { pace_told: true } : {}
    await this.#save({ waiting, progress: { ...progress, limited_since: since, ...told } })
    if (isNew && !(isPace && progress.pace_told)) await this.#tell('campaign.waiting')
    const at = isLimit(reason) ? Math.min(until, this.#now + limitLookMs(this.#now - since)) : until
    await wakeAt(this.#tx, this.#world, this.#key, Math.min(at, this.#sendUntil))
    return false
  }

  async #pauseBy(by: 'account' | 'guard'): Promise<boolean> {
    await this.#save({ status: 'paused', paused_by: by, waiting: null })
    if (by === 'guard') await holdLetters(this.#tx, this.#campaign.id)
    await this.#tell('campaign.paused')
    return false
  }

  /** In pages; then the campaign has ended. */
  async #end(state: 'cancelled' | 'skipped', reason: string | null): Promise<boolean> {
    const at = new Date(this.#now)
    const count = await endPending(this.#tx, this.#key, { state, reason }, { at, max: endSize })
    await noteDecided(this.#tx, this.#key, [{ state, reason, count }])
    if (count === endSize) return true
    return state === 'cancelled' ? false : this.#finish()
  }

  /** Nobody waits; it is over when each letter has been tried once. */
  async #finish(): Promise<boolean> {
    const untried = await countUntried(this.#tx, this.#campaign.id, new Date(this.#now))
    if (untried.due + untried.held + untried.later > 0) {
      if (this.#isGuarded && (await this.#figures()) === null) return this.#pauseBy('guard')
      await this.#save({ phase: 'finishing', waiting: null })
      await wakeAt(this.#tx, this.#world, this.#key, this.#now + finishingMs)
      return false
    }
    const followed = await planFollowUp(this.#tx, this.#world, this.#key, this.#campaign)
    const progress = { ...this.#campaign.progress, ...followed }
    const finished_at = new Date(this.#now)
    await this.#save({ status: 'sent', phase: null, waiting: null, finished_at, progress })
    await this.#tell('campaign.sent')
    return false
  }
}
