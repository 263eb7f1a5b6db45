/**
 * One person's turn: what the steps that they pass come to, kept here until it is written with that
 * of all others who have their turn in the same transaction.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { ContactRow } from '../../contacts/people/contact.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import type { Step } from '../definition/step.ts'
import type { Enrollment } from '../people/enrollment-store.ts'
import { leaves } from '../people/person.ts'
import { advance, endOfPatience, type Move, type Surroundings } from './advance.ts'
import type { Act } from './letter-step.ts'
import type { NewVisit } from './moves-store.ts'

/** How a way ends. */
interface WayEnd {
  readonly state: Enrollment['state']
  readonly reason: string
  /** By a step of its own: what was sent before it stays sent. */
  readonly isStep?: boolean
}

export class PersonTurn {
  readonly definition: SequenceDefinition
  readonly now: number
  enrollment: Enrollment
  /** null: there is none any more. */
  contact: ContactRow | null
  /** Steps passed that are not written yet. */
  visits: NewVisit[] = []
  /** What whatever comes now is late. */
  readonly lateMs: number
  isOver = false
  /** Its own act has ended the way: what is written of it stays. */
  isGone = false
  /** When the next turn is; null: something else leads to it. */
  wakeAt: number | null = null
  ending: WayEnd | null = null

  constructor(
    now: number,
    about: {
      readonly enrollment: Enrollment
      readonly definition: SequenceDefinition
      readonly contact: ContactRow | null
    },
  ) {
    this.now = now
    this.enrollment = about.enrollment
    this.definition = about.definition
    this.contact = about.contact
    this.lateMs = Math.max(0, now - plannedAt(about.enrollment, now))
  }

  get step(): Step {
    const step = this.definition.steps.find(one => one.key === this.enrollment.step)
    assert(step, 'an enrollment stands at a step of its version')
    return step
  }

  /** What comes next; null: the way has ended. */
  async decide(around: Surroundings): Promise<Move | null> {
    const left = await leaves(this.definition, this.contact!, around)
    if (left !== null) {
      this.end({ state: 'exited', reason: left })
      return null
    }
    const { step } = this
    const { due_at: dueAt, entered_at: enteredAt, waiting } = this.enrollment
    const standpoint = {
      step: step.key,
      enteredAt: enteredAt.getTime(),
      begunAt: waiting?.begun === undefined ? null : Date.parse(waiting.begun),
      dueAt: dueAt?.getTime() ?? null,
      heldSince: waiting?.since === undefined ? null : Date.parse(waiting.since),
      lateMs: this.lateMs,
    }
    return advance(step, standpoint, around)
  }

  /** A move that is no act. */
  follow(move: Exclude<Move, { kind: 'act' }>): void {
    switch (move.kind) {
      case 'wait':
        this.#wait(move.until, move.lookAt ?? move.until)
        break
      case 'hold':
        this.hold(move.reason, move.until)
        break
      case 'exit':
        this.#visit(move.reason, null)
        this.end({ state: 'exited', reason: move.reason, isStep: true })
        break
      case 'pass':
        this.#visit(move.outcome, null)
        this.#goOn(move.next)
    }
  }

  /** What an act has come to. */
  acted(act: Act, next: string | undefined): void {
    if ('until' in act) {
      this.hold(act.reason, act.until)
      return
    }
    this.#visit(act.outcome, act.emailId)
    this.#goOn(next)
  }

  /** An act has ended the way; what was done is noted all the same. */
  gone(act: Act): void {
    if ('outcome' in act) this.#visit(act.outcome, act.emailId)
    this.isOver = true
    this.isGone = true
  }

  /** Its letter has no place before a moment; null: nobody knows when. */
  hold(reason: string, until: number | null): void {
    const { waiting } = this.enrollment
    const since = waiting?.since ?? new Date(this.now).toISOString()
    // A pause is no wait for a place, and what has begun goes on after it.
    const kept = reason === 'paused' ? waiting : { since, ...this.#plannedBy(until) }
    const shown = until === null || reason === 'paused' ? null : new Date(until).toISOString()
    this.enrollment = { ...this.enrollment, waiting: { ...kept, reason, until: shown } }
    this.isOver = true
    if (until === null) return
    const patience = { patience: this.definition.patience ?? null }
    this.wakeAt = Math.min(until, endOfPatience(this.step, Date.parse(since), patience))
  }

  end(ending: WayEnd): void {
    this.ending = ending
    this.isOver = true
  }

  /** What is late stays as late, whenever it goes on: the wait for a place is none of it. */
  #plannedBy(at: number | null): { readonly planned: string } | null {
    if (this.lateMs === 0) return null
    return { planned: new Date((at ?? this.now) - this.lateMs).toISOString() }
  }

  #wait(until: number, lookAt: number): void {
    const begun = this.enrollment.waiting?.begun ?? new Date(this.now).toISOString()
    this.enrollment = { ...this.enrollment, due_at: new Date(until), waiting: { begun } }
    this.wakeAt = Math.min(until, lookAt)
    this.isOver = true
  }

  #visit(outcome: string, emailId: Uuid | null): void {
    const { id: enrollmentId, visit, step } = this.enrollment
    const at = new Date(this.now)
    this.visits.push({ enrollmentId, visit, step: step!, at, outcome, emailId })
  }

  #goOn(next: string | undefined): void {
    if (next === undefined) {
      this.end({ state: 'finished', reason: 'done' })
      return
    }
    const { visit } = this.enrollment
    // The step may be left to another turn, which is no reason for it to be in time.
    const fresh = { visit: visit + 1, due_at: null, waiting: this.#plannedBy(this.now) }
    this.enrollment = { ...this.enrollment, step: next, ...fresh }
  }
}

/**
 * When a turn should have been: at the end of a wait, or when a letter has its place. Before it has
 * one, what it was late when it began to wait for it is what it is late.
 */
function plannedAt({ due_at: dueAt, waiting }: Enrollment, now: number): number {
  if (dueAt !== null) return dueAt.getTime()
  const placed = waiting?.until ? Date.parse(waiting.until) : now
  const planned = waiting?.planned === undefined ? placed : Date.parse(waiting.planned)
  return planned - Math.max(0, placed - now)
}
