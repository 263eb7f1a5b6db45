/**
 * Moving people on: an entry of the queue for each, claimed by one node; a visit of a step, its
 * letter and the next moment are one commit.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { propertyFallbacks, readContact } from '../contacts/reading.ts'
import { settingsOf } from '../forms/settings.ts'
import { projectValues } from '../templates/project-values.ts'
import { doStep, type SequenceParts } from './acts.ts'
import { advance, type Move } from './advance.ts'
import type { SequenceDefinition, Step } from './definition.ts'
import { end, sequenceKind, wakeEnrollment } from './enrol.ts'
import {
  type Enrollment,
  findEnrollment,
  insertVisit,
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
    const outer = {
      zone,
      fallbacks: await propertyFallbacks(world.db, projectId),
      project: await projectValues(world, tenant, zone),
      preferencesUrl: await parts.preferencesLink(world, tenant),
      webViewUrl: await parts.webViewLink(world, projectId),
      rules: await settingsOf(world.db, projectId),
    }
    return world.db.transaction(async tx => {
      const enrollment = await findEnrollment(tx, projectId, subject, 'for update')
      if (enrollment === null || enrollment.state !== 'inside') return false
      return new Turn(tx, world, { tenant, parts, enrollment, outer }).take()
    })
  },
})

/** Steps of one person in a transaction. */
const maxMoves = 25
/** A letter is late. */
const lateMs = 24 * 3_600_000

interface TurnParts {
  readonly tenant: Tenant
  readonly parts: SequenceParts
  readonly enrollment: Enrollment
  readonly outer: LetterWorld
}

/** One person's turn, in its transaction. */
class Turn {
  readonly #tx: Tx
  readonly #world: World
  readonly #tenant: Tenant
  readonly #parts: SequenceParts
  readonly #outer: LetterWorld
  readonly #now: number
  #enrollment: Enrollment
  /** How late it is for what follows a wait. */
  #lateMs = 0

  constructor(tx: Tx, world: World, { tenant, parts, enrollment, outer }: TurnParts) {
    this.#tx = tx
    this.#world = world
    this.#tenant = tenant
    this.#parts = parts
    this.#outer = outer
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
    if (sequence.status === 'paused') return this.#hold('paused', null)
    const definition = await findSequenceVersion(this.#tx, { projectId, id }, version)
    assert(definition, 'an enrollment goes by a version that was published')
    for (let moves = 0; moves < maxMoves; moves += 1) {
      if (!(await this.#step(definition))) return false
    }
    return true
  }

  async #step(definition: SequenceDefinition): Promise<boolean> {
    const step = definition.steps.find(one => one.key === this.#enrollment.step)
    assert(step, 'an enrollment stands at a step of its version')
    const contact = await readContact(this.#tx, this.#tenant, this.#enrollment.contact_id)
    if (contact === null) return this.#end('exited', 'contact_deleted')
    const around = surroundingsOf(this.#tx, this.#tenant, {
      contact,
      now: this.#now,
      zone: this.#outer.zone,
      event: this.#enrollment.event,
      quiet: definition.quiet ?? this.#outer.rules.quiet,
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

  async #save(change: Partial<Enrollment>): Promise<void> {
    this.#enrollment = { ...this.#enrollment, ...change }
    await updateEnrollment(this.#tx, this.#tenant.projectId, this.#enrollment)
  }

  async #hold(reason: string, until: number | null): Promise<boolean> {
    const when = until === null ? null : new Date(until).toISOString()
    const { waiting } = this.#enrollment
    const since = waiting?.since ?? new Date(this.#now).toISOString()
    // A pause is no wait for a place, and what has begun goes on after it.
    const kept = reason === 'paused' ? waiting : { since }
    await this.#save({ waiting: { ...kept, reason, until: when } })
    if (until !== null) await this.#wake(until)
    return false
  }

  #wake(dueAt: number): Promise<void> {
    const { id } = this.#enrollment
    return wakeEnrollment(this.#tx, this.#world, this.#tenant.projectId, { id, dueAt })
  }

  async #end(state: Enrollment['state'], reason: string | null): Promise<boolean> {
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
        const begun = this.#enrollment.waiting?.begun ?? new Date(this.#now).toISOString()
        await this.#save({ due_at: new Date(move.until), waiting: { begun } })
        await this.#wake(move.until)
        return false
      }
      case 'hold':
        return this.#hold(move.reason, move.until)
      case 'exit':
        await this.#visit(move.reason, null)
        return this.#end('exited', move.reason)
      case 'pass':
        await this.#visit(move.outcome, null)
        this.#lateMs = Math.max(0, this.#now - (this.#enrollment.due_at?.getTime() ?? this.#now))
        return this.#goOn(move.next)
      case 'act': {
        const done = await this.#act(about)
        if ('until' in done) return this.#hold(done.reason, done.until)
        await this.#visit(done.outcome, done.emailId)
        return (await this.#isInside()) && this.#goOn(move.next)
      }
    }
  }

  /** What a step has done may have ended the way itself, by a rule of exit. */
  async #isInside(): Promise<boolean> {
    const row = await findEnrollment(this.#tx, this.#tenant.projectId, this.#enrollment.id)
    return row?.state === 'inside'
  }

  #visit(outcome: string, emailId: Uuid | null): Promise<void> {
    const { id, visit, step } = this.#enrollment
    const key = { projectId: this.#tenant.projectId, id, visit }
    return insertVisit(this.#tx, key, {
      step: step!,
      at: new Date(this.#now),
      outcome,
      emailId,
    })
  }

  async #goOn(next: string | undefined): Promise<boolean> {
    if (next === undefined) return this.#end('finished', 'done')
    await this.#save({
      step: next,
      visit: this.#enrollment.visit + 1,
      due_at: null,
      waiting: null,
    })
    return true
  }

  async #act(about: {
    readonly definition: SequenceDefinition
    readonly contact: ContactRow
    readonly step: Step
  }): Promise<Act> {
    const { step, contact, definition } = about
    if (step.type !== 'email') {
      return doStep(
        this.#tx,
        { world: this.#world, tenant: this.#tenant, parts: this.#parts },
        {
          step,
          contact,
          sequenceId: this.#enrollment.sequence_id,
        },
      )
    }
    if (step.if_late === 'skip' && this.#lateMs > lateMs) {
      return { outcome: 'skipped:late', emailId: null }
    }
    const slot = await this.#slot(definition)
    if (slot > this.#now) return { reason: 'rate', until: slot }
    const { outer, enrollment } = { outer: this.#outer, enrollment: this.#enrollment }
    const common = { tx: this.#tx, world: this.#world, tenant: this.#tenant, outer, enrollment }
    return sendLetter({ ...common, definition, contact, step })
  }

  /** When this letter may go by the pace of the sequence: a place that was given is kept. */
  async #slot({ rate_per_hour: rate }: SequenceDefinition): Promise<number> {
    const { waiting, sequence_id: id } = this.#enrollment
    if (rate == null || waiting?.reason === 'rate') return this.#now
    const gapMs = 3_600_000 / rate
    return takeSlot(this.#tx, this.#tenant, id, { now: this.#now, gapMs })
  }
}
