/**
 * What would happen to a person in the next days: the same moves as the engine's, on a clock of its
 * own. Nothing is stored, nothing is sent.
 */
import { assert } from '#kernel/base/assert.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { readWarmUp } from '#tenants/limits/campaign-places.ts'
import { admitAt } from '#tenants/limits/letter-places.ts'
import type { WarmUp } from '#tenants/limits/warm-up-state.ts'
import { mayJoinByStep } from '../../contacts/consent/consent-store.ts'
import type { ContactRow } from '../../contacts/people/contact.ts'
import type { MarketingSettings } from '../../forms/settings.ts'
import type { Facts } from '../../segments/evaluate.ts'
import { wheresHold } from '../../segments/wheres.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import type { Step } from '../definition/step.ts'
import {
  advance,
  endOfPatience,
  type Hold,
  type Move,
  type Surroundings,
} from '../engine/advance.ts'
import { domainOf, type EmailStep } from '../engine/letter.ts'
import { leaves, surroundingsOf } from '../people/person.ts'
import { simulatedLetter } from './simulated-letter.ts'

export type AssumedEvent =
  | {
      readonly at: number
      readonly event: string
      readonly data: Readonly<Record<string, unknown>> | null
    }
  /** The letter of a step is opened. */
  | { readonly at: number; readonly opened: string }

interface Simulating {
  readonly id: Uuid
  readonly definition: SequenceDefinition
  readonly contact: ContactRow
  readonly from: string | null
  readonly days: number
  readonly assume: readonly AssumedEvent[]
  readonly zone: string
  /** What lets them in. */
  readonly event: Readonly<Record<string, unknown>> | null
  readonly rules: Pick<MarketingSettings, 'cap' | 'quiet'>
}

interface Context {
  readonly world: World
  readonly tenant: Tenant
}

/** More than a graph without loops can have, each step with a hold. */
const maxMoves = 400

export async function simulate(call: Context, asked: Simulating) {
  const simulation = new Simulation(call, asked)
  const ends = await simulation.run()
  const { letters, path, waits } = simulation
  return { letters, path, waits, ends }
}

interface PassedStep {
  readonly at: string
  readonly step: string
  readonly because: string
}

interface Ending {
  readonly at: string
  readonly state: 'finished' | 'exited'
  readonly reason: string
}

/** One person on a clock of its own. */
class Simulation {
  readonly letters: object[] = []
  readonly path: PassedStep[] = []
  readonly waits: object[] = []
  readonly #call: Context
  readonly #asked: Simulating
  readonly #start: number
  readonly #sent = new Map<string, number>()
  readonly #segments = new Map<Uuid, boolean>()
  /** As far as the domains of its letters will be. */
  readonly #warmUps = new Map<string, WarmUp>()
  #contact: ContactRow
  #now: number
  #standing: StepState = fresh
  #key: string | undefined

  constructor(call: Context, asked: Simulating) {
    this.#call = call
    this.#asked = asked
    this.#contact = asked.contact
    this.#start = call.world.clock.now()
    this.#now = this.#start
    this.#key = asked.from ?? asked.definition.steps[0]!.key
  }

  /** null: it goes on after the last day. */
  async run(): Promise<Ending | null> {
    const end = this.#start + this.#asked.days * dayMs
    for (let moves = 0; moves < maxMoves; moves += 1) {
      const gone = assumedExit(this.#asked, this.#start, this.#now)
      if (gone !== null) return endAt(gone.at, 'exited', gone.reason)
      if (this.#key === undefined) return endAt(this.#now, 'finished', 'done')
      const step = this.#asked.definition.steps.find(one => one.key === this.#key)
      assert(step, 'the graph was judged when it was published')
      const around = this.#around()
      const left = await leaves(this.#asked.definition, this.#contact, around)
      if (left !== null) return endAt(this.#now, 'exited', left)
      const move = await this.#move(step, around)
      if (move.kind === 'wait' || move.kind === 'hold') {
        const next = this.#wait(step, move)
        const until = Math.min(next, end)
        const sooner = assumedExit(this.#asked, this.#start, until)
        if (sooner !== null) return endAt(sooner.at, 'exited', sooner.reason)
        if (next > end) return null
        this.#now = next
        continue
      }
      this.#standing = fresh
      if (move.kind === 'exit') {
        this.#note(step, move.reason)
        return endAt(this.#now, 'exited', move.reason)
      }
      this.#note(step, move.outcome)
      this.#key = move.next
    }
    return null
  }

  /** What the step comes to, with what it does. */
  async #move(step: Step, around: Surroundings): Promise<Exclude<Move, { kind: 'act' }>> {
    const standpoint = { step: step.key, enteredAt: this.#start, lateMs: 0, ...this.#standing }
    const move = await advance(step, standpoint, around)
    if (move.kind !== 'act') return move
    const done = await this.#act(step)
    return typeof done === 'string' ? { kind: 'pass', outcome: done, next: move.next } : done
  }

  #note(step: Step, because: string): void {
    this.path.push({ at: iso(this.#now), step: step.key, because })
  }

  #around(): Surroundings {
    const { definition, assume, zone, event, rules } = this.#asked
    const { world, tenant } = this.#call
    const now = this.#now
    const real = surroundingsOf(world.db, tenant, {
      contact: this.#contact,
      now,
      zone,
      event,
      definition,
      rules,
      assumed: facts => this.#assumed(facts),
      alsoSent: [...this.#sent.values()],
    })
    return {
      ...real,
      happened: async (what, after) =>
        assume.some(
          one =>
            'event' in one &&
            one.event === what.event &&
            one.at > after &&
            one.at <= now &&
            wheresHold(what.where ?? [], one.data, event),
        ) || real.happened(what, after),
    }
  }

  /** What a filter is asked about, with what would have happened by now. */
  #assumed(facts: Facts): Facts {
    const { assume, id, definition } = this.#asked
    const topicId = read('top', definition.topic_id ?? '')
    const done = assume.filter(one => one.at <= this.#now)
    const opened = (step: string): number | null =>
      done.find(one => 'opened' in one && one.opened === step)?.at ?? null
    const letters = [...this.#sent].map(([step, sentAt]) => ({
      sourceId: id,
      step,
      topicId,
      links: [],
      sentAt,
      openedAt: opened(step),
      clickedAt: null,
      machineAt: null,
      bouncedAt: null,
    }))
    const segments = new Set(facts.segments)
    for (const [segmentId, isIn] of this.#segments) {
      if (isIn) segments.add(segmentId)
      else segments.delete(segmentId)
    }
    const activity = done.flatMap(one =>
      'event' in one ? [{ name: one.event, at: one.at, data: one.data }] : [],
    )
    return {
      ...facts,
      segments,
      letters: [...letters.toReversed(), ...facts.letters],
      activity: [...facts.activity, ...activity],
    }
  }

  #wait(step: Step, move: Extract<Move, { kind: 'wait' | 'hold' }>): number {
    const { until } = move
    const now = this.#now
    this.waits.push({
      step: step.key,
      from: iso(now),
      until: iso(until),
      ...(move.kind === 'hold' ? { reason: move.reason } : {}),
    })
    const { begunAt, heldSince } = this.#standing
    if (move.kind === 'hold') {
      const since = heldSince ?? now
      this.#standing = { ...fresh, heldSince: since }
      return Math.min(until, endOfPatience(step, since, this.#around()))
    }
    this.#standing = { begunAt: begunAt ?? now, dueAt: until, heldSince: null }
    return wakes(step, this.#asked.assume, now, until)
  }

  /** Of who is invented, topics are the only consent. */
  async #mayJoin(topicId: Uuid): Promise<boolean> {
    const { topics, id } = this.#contact
    if (topics.some(one => one.id === topicId && one.state === 'unsubscribed')) return false
    if (topics.some(one => one.state === 'subscribed')) return true
    return mayJoinByStep(this.#call.world.db, this.#call.tenant, id)
  }

  /** Until when a letter waits for the warm-up, if other mail stays as it is; null: it goes. */
  async #placeOf(step: EmailStep): Promise<number | null> {
    const { world, tenant } = this.#call
    const domain = domainOf(step, this.#asked.definition)
    if (tenant.mode === 'test' || domain === null) return null
    const { projectId } = tenant
    const known = this.#warmUps.get(domain)
    const state = known ?? (await readWarmUp(world.db, world, { projectId, domain }))
    if (state === null) return null
    const { after, until } = admitAt(state, this.#asked.zone, this.#now)
    this.#warmUps.set(domain, after)
    return until
  }

  /** Changes what later steps see. */
  async #act(step: Step): Promise<string | Hold> {
    switch (step.type) {
      case 'email': {
        const { zone, event, definition } = this.#asked
        const letter = await simulatedLetter(this.#call, step, {
          now: this.#now,
          contact: this.#contact,
          zone: this.#contact.time_zone ?? zone,
          event,
          topicId: read('top', definition.topic_id ?? ''),
          sequenceId: this.#asked.id,
          from: definition.from,
        })
        if (typeof letter === 'string') return letter
        const until = await this.#placeOf(step)
        if (until !== null) return { kind: 'hold', reason: 'warm_up', until }
        this.letters.push(letter)
        this.#sent.set(step.key, this.#now)
        return 'sent'
      }
      case 'update_contact': {
        const { properties, ...fields } = step.set
        const merged = { ...this.#contact.properties, ...properties } as ContactRow['properties']
        this.#contact = { ...this.#contact, ...fields, properties: merged }
        return 'done'
      }
      case 'topic': {
        const id = read('top', step.topic_id)
        if (id === null) return 'skipped:topic'
        if (step.action === 'join' && !(await this.#mayJoin(id))) return 'skipped:consent'
        const others = this.#contact.topics.filter(one => one.id !== id)
        const state = step.action === 'join' ? ('subscribed' as const) : ('unsubscribed' as const)
        const now = { id, state, since: iso(this.#now) }
        this.#contact = { ...this.#contact, topics: [...others, now] }
        return 'done'
      }
      case 'segment': {
        const id = read('seg', step.segment_id)
        if (id !== null) this.#segments.set(id, step.action === 'add')
        return 'done'
      }
      default:
        return 'done'
    }
  }
}

interface StepState {
  readonly begunAt: number | null
  readonly dueAt: number | null
  readonly heldSince: number | null
}
const fresh: StepState = { begunAt: null, dueAt: null, heldSince: null }

const iso = (ms: number): string => new Date(ms).toISOString()
const endAt = (at: number, state: Ending['state'], reason: string): Ending => ({
  at: iso(at),
  state,
  reason,
})

/** What is assumed to happen may end the way. */
function assumedExit(
  { assume, definition }: Simulating,
  from: number,
  until: number,
): { readonly at: number; readonly reason: string } | null {
  for (const one of assume.toSorted((a, b) => a.at - b.at)) {
    if (!('event' in one)) continue
    const exit = definition.exits.find(rule => rule.on === 'event' && rule.name === one.event)
    if (exit !== undefined && one.at >= from && one.at <= until) {
      return { at: one.at, reason: exit.reason ?? 'exit' }
    }
  }
  return null
}

/** A wait for an event ends when it is assumed to happen. */
function wakes(step: Step, assume: readonly AssumedEvent[], now: number, until: number): number {
  if (step.type !== 'wait_for_event') return until
  const times = assume
    .filter(one => 'event' in one && one.event === step.event && one.at > now)
    .map(one => one.at)
  return Math.min(until, ...times)
}
