/**
 * Moving people on: an entry of the queue for each, claimed by one node; a visit of a step, its
 * letter and the next moment are one commit.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { propertyFallbacks, readContact } from '../contacts/reading.ts'
import { settingsOf } from '../forms/settings.ts'
import { readVocabulary } from '../segments/segment.ts'
import { projectValues } from '../templates/project-values.ts'
import { doStep, type SequenceParts } from './acts.ts'
import { advance, endOfPatience, type Move } from './advance.ts'
import type { SequenceDefinition, Step } from './definition.ts'
import { end, rewakeEnrollment, sequenceKind, wakeEnrollment } from './enrol.ts'
import {
  type Enrollment,
  findEnrollment,
  insertVisits,
  type NewVisit,
  updateEnrollment,
} from './enrollment-store.ts'
import { type Act, type LetterWorld, sendLetter } from './letter-step.ts'
import { leaves, surroundingsOf } from './person.ts'
import { findSequence, findSequenceVersion, takeSlot } from './store.ts'

export const sequenceTask = (parts: SequenceParts): Task => ({
  kind: sequenceKind,
  capacity: 20,
  async runSlice(real, { projectId, subject }) {
    const seen = await findEnrollment(real.db, projectId, subject)
    if (seen === null || seen.state !== 'inside') return false
    const tenant = await parts.tenantOf(real, projectId, seen.mode)
    if (tenant === null) return false
    const world = await onTestClock(real, tenant)
    const account = await getAccount(world, tenant.accountId)
    const zone = account?.timeZone ?? 'UTC'
    return world.db.transaction(async tx => {
      const enrollment = await findEnrollment(tx, projectId, subject, 'for update')
      if (enrollment === null || enrollment.state !== 'inside') return false
      return new Turn(tx, world, { tenant, parts, enrollment, zone }).take()
    })
  },
})

/** Steps of one person in a transaction. */
const maxMoves = 25
/** A letter is late. */
const lateMs = 24 * 3_600_000
/** What steps without letters ask of the rules about letters. */
const noRules: LetterWorld['rules'] = { cap: [], quiet: null }

interface TurnParts {
  readonly tenant: Tenant
  readonly parts: SequenceParts
  readonly enrollment: Enrollment
  /** Of the account. */
  readonly zone: string
}

/** One person's turn, in its transaction. What it has come to is written once, at its end. */
class Turn {
  readonly #tx: Tx
  readonly #world: World
  readonly #tenant: Tenant
  readonly #parts: SequenceParts
  readonly #zone: string
  readonly #now: number
  readonly #visits: NewVisit[] = []
  #enrollment: Enrollment
  #contact: ContactRow | null = null
  #outer: LetterWorld | null = null
  #vocabulary: ReturnType<typeof readVocabulary> | null = null
  /** How late it is for what follows a wait. */
  #lateMs = 0

  constructor(tx: Tx, world: World, { tenant, parts, enrollment, zone }: TurnParts) {
    this.#tx = tx
    this.#world = world
    this.#tenant = tenant
    this.#parts = parts
    this.#zone = zone
    this.#enrollment = enrollment
    this.#now = world.clock.now()
  }

  /** true: more may follow at once. */
  async take(): Promise<boolean> {
    const { projectId } = this.#tenant
    const { sequence_id: id, version } = this.#enrollment
    const sequence = await findSequence(this.#tx, projectId, id)
    if (sequence === null) return false
    // Resuming wakes everybody.
    if (sequence.status === 'paused') return this.#hold('paused', null, null)
    const definition = await versionOf(this.#tx, this.#world, { projectId, id }, version)
    for (let moves = 0; moves < maxMoves; moves += 1) {
      if (!(await this.#step(definition))) return false
    }
    await this.#write()
    return true
  }

  async #step(definition: SequenceDefinition): Promise<boolean> {
    const step = definition.steps.find(one => one.key === this.#enrollment.step)
    assert(step, 'an enrollment stands at a step of its version')
    this.#contact ??= await readContact(this.#tx, this.#tenant, this.#enrollment.contact_id)
    const contact = this.#contact
    if (contact === null) return this.#end('exited', 'contact_deleted')
    if (step.type === 'email') this.#outer ??= await this.#letterWorld()
    const around = surroundingsOf(this.#tx, this.#tenant, {
      contact,
      now: this.#now,
      zone: this.#zone,
      event: this.#enrollment.event,
      definition,
      rules: this.#outer?.rules ?? noRules,
      vocabulary: () => {
        this.#vocabulary ??= readVocabulary(this.#tx, this.#tenant.projectId)
        return this.#vocabulary
      },
    })
    const left = await leaves(definition, contact, around)
    if (left !== null) return this.#end('exited', left)
    const { due_at: dueAt, entered_at: enteredAt, waiting } = this.#enrollment
    const standpoint = {
      step: step.key,
      enteredAt: enteredAt.getTime(),
      begunAt: waiting?.begun === undefined ? null : Date.parse(waiting.begun),
      dueAt: dueAt?.getTime() ?? null,
      heldSince: waiting?.since === undefined ? null : Date.parse(waiting.since),
    }
    const move = await advance(step, standpoint, around)
    return this.#follow(move, { definition, contact, step })
  }

  /** By the connection of the turn: as many turns as there are connections would wait for another. */
  async #letterWorld(): Promise<LetterWorld> {
    const { projectId } = this.#tenant
    const here = { db: this.#tx, clock: this.#world.clock }
    return {
      zone: this.#zone,
      fallbacks: await propertyFallbacks(this.#tx, projectId),
      project: await projectValues(here, this.#tenant, this.#zone),
      preferencesUrl: await this.#parts.preferencesLink(this.#world, this.#tenant),
      webViewUrl: await this.#parts.webViewLink(this.#world, projectId),
      rules: await settingsOf(this.#tx, projectId),
    }
  }

  /** What has been come to, into the database. */
  async #write(): Promise<void> {
    const { projectId } = this.#tenant
    await insertVisits(this.#tx, projectId, this.#enrollment.id, this.#visits.splice(0))
    await updateEnrollment(this.#tx, projectId, this.#enrollment)
  }

  /** `givenUpAt`: when a letter waits no longer. */
  async #hold(reason: string, until: number | null, givenUpAt: number | null): Promise<boolean> {
    const { waiting } = this.#enrollment
    const since = waiting?.since ?? new Date(this.#now).toISOString()
    // A pause is no wait for a place, and what has begun goes on after it.
    const kept = reason === 'paused' ? waiting : { since }
    const shown = until === null || reason === 'paused' ? null : new Date(until).toISOString()
    this.#enrollment = { ...this.#enrollment, waiting: { ...kept, reason, until: shown } }
    await this.#write()
    if (until !== null) await this.#wakeOnce(Math.min(until, givenUpAt ?? until))
    return false
  }

  /** Whoever was woken in between has an entry already. */
  #wakeOnce(dueAt: number): Promise<void> {
    const { id } = this.#enrollment
    return rewakeEnrollment(this.#tx, this.#world, this.#tenant.projectId, { id, dueAt })
  }

  async #end(state: Enrollment['state'], reason: string | null): Promise<boolean> {
    await this.#write()
    await end(this.#tx, this.#world, this.#tenant, this.#enrollment, { state, reason })
    return false
  }

  async #follow(
    move: Move,
    about: {
      readonly definition: SequenceDefinition
      readonly contact: ContactRow
      readonly step: Step
    },
  ): Promise<boolean> {
    switch (move.kind) {
      case 'wait': {
        const { id, due_at: dueAt, waiting } = this.#enrollment
        const begun = waiting?.begun ?? new Date(this.#now).toISOString()
        const isAgain = dueAt !== null
        this.#enrollment = {
          ...this.#enrollment,
          due_at: new Date(move.until),
          waiting: { begun },
        }
        await this.#write()
        const wake = isAgain ? rewakeEnrollment : wakeEnrollment
        await wake(this.#tx, this.#world, this.#tenant.projectId, { id, dueAt: move.until })
        return false
      }
      case 'hold':
        return this.#hold(move.reason, move.until, this.#givenUpAt(about))
      case 'exit':
        this.#visit(move.reason, null)
        return this.#end('exited', move.reason)
      case 'pass':
        this.#visit(move.outcome, null)
        this.#lateMs = Math.max(0, this.#now - (this.#enrollment.due_at?.getTime() ?? this.#now))
        return this.#goOn(move.next)
      case 'act': {
        const done = await this.#act(about)
        if ('until' in done) return this.#hold(done.reason, done.until, this.#givenUpAt(about))
        this.#visit(done.outcome, done.emailId)
        return (await this.#isInside(about.step)) && this.#goOn(move.next)
      }
    }
  }

  #givenUpAt({
    step,
    definition,
  }: {
    readonly step: Step
    readonly definition: SequenceDefinition
  }) {
    const { waiting } = this.#enrollment
    const since = waiting?.since === undefined ? this.#now : Date.parse(waiting.since)
    return endOfPatience(step, since, { patience: definition.patience ?? null })
  }

  /** What a step has done may have ended the way itself, by a rule of exit. */
  async #isInside({ type }: Step): Promise<boolean> {
    if (type === 'email') return true
    const { projectId } = this.#tenant
    const row = await findEnrollment(this.#tx, projectId, this.#enrollment.id)
    if (row?.state === 'inside') return true
    await insertVisits(this.#tx, projectId, this.#enrollment.id, this.#visits.splice(0))
    return false
  }

  #visit(outcome: string, emailId: Uuid | null): void {
    const { visit, step } = this.#enrollment
    this.#visits.push({ visit, step: step!, at: new Date(this.#now), outcome, emailId })
  }

  async #goOn(next: string | undefined): Promise<boolean> {
    const before = this.#enrollment
    if (next === undefined) return this.#end('finished', 'done')
    this.#enrollment = {
      ...before,
      step: next,
      visit: before.visit + 1,
      due_at: null,
      waiting: null,
    }
    return true
  }

  async #act(about: {
    readonly definition: SequenceDefinition
    readonly contact: ContactRow
    readonly step: Step
  }): Promise<Act> {
    const { step, contact, definition } = about
    const enrollment = this.#enrollment
    if (step.type !== 'email') {
      // Whoever hears of it looks at what is written.
      await this.#write()
      this.#contact = null
      return doStep(
        this.#tx,
        { world: this.#world, tenant: this.#tenant, parts: this.#parts },
        { step, contact, enrollment, definition },
      )
    }
    if (step.if_late === 'skip' && this.#lateMs > lateMs) {
      return { outcome: 'skipped:late', emailId: null }
    }
    const slot = await this.#slot(definition)
    if (slot > this.#now) return { reason: 'rate', until: slot }
    const common = { tx: this.#tx, world: this.#world, tenant: this.#tenant }
    const outer = this.#outer!
    return sendLetter({ ...common, outer, enrollment, definition, contact, step })
  }

  /** When this letter may go by the pace of the sequence: a place that was given is kept. */
  async #slot({ rate_per_hour: rate }: SequenceDefinition): Promise<number> {
    const { waiting, sequence_id: id } = this.#enrollment
    if (rate == null || waiting?.reason === 'rate') return this.#now
    const gapMs = 3_600_000 / rate
    return takeSlot(this.#tx, this.#tenant, id, { now: this.#now, gapMs })
  }
}

/** Versions never change: those that were used lately are kept. */
const versions: Part<Map<string, SequenceDefinition>, unknown> = {
  name: 'versions of sequences',
  make: () => new Map(),
}
const maxVersions = 500

async function versionOf(
  tx: Tx,
  { runtime }: Pick<World, 'runtime'>,
  of: { readonly projectId: Uuid; readonly id: Uuid },
  version: number,
): Promise<SequenceDefinition> {
  const kept = runtime.get(versions, undefined)
  const key = `${of.projectId} ${of.id} ${version}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const found = await findSequenceVersion(tx, of, version)
  assert(found, 'an enrollment goes by a version that was published')
  if (kept.size >= maxVersions) kept.delete(kept.keys().next().value!)
  kept.set(key, found)
  return found
}
