/**
 * People of one project and mode who have their turn in one transaction: a step of each at a time,
 * the letters of a round made and accepted together, and what all of it came to written at the end.
 * Nobody is among them twice, since what a step does to a person may end another of their ways.
 */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { LetterPlaces } from '#tenants/limits/letter-places.ts'
import { propertyFallbacks } from '../../contacts/people/reading.ts'
import { readContact } from '../../contacts/people/store.ts'
import type { MarketingSettings } from '../../forms/settings.ts'
import { readVocabulary } from '../../segments/segment.ts'
import { projectValues } from '../../templates/project-values.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import { endMany, rewakeEnrollments } from '../people/enrol.ts'
import { findEnrollment } from '../people/enrollment-store.ts'
import { surroundingsOf } from '../people/person.ts'
import { takeSlot } from '../store.ts'
import { doStep, type SequenceParts } from './acts.ts'
import type { Move, Surroundings } from './advance.ts'
import { type LetterWorld, stepSources } from './letter.ts'
import { type Act, sendLetters } from './letter-step.ts'
import { insertVisits, updateEnrollments } from './moves-store.ts'
import type { PersonTurn } from './turn.ts'

export interface CrowdCommon {
  readonly world: World
  readonly tenant: Tenant
  readonly parts: SequenceParts
  /** Of the account. */
  readonly zone: string
  /** Caps and quiet hours of the project, among others. */
  readonly rules: Pick<MarketingSettings, 'cap' | 'quiet' | 'utm'>
  /** The account's quotas are locked from the start. */
  readonly isExact: boolean
  /** In the warm-up of the domains from which letters may go. */
  readonly places: LetterPlaces
}

interface CrowdMove {
  /** Whose turn is not over, by the ids of their enrollments. */
  readonly open: ReadonlySet<Uuid>
  /**
   * Books what letters took of the account's quotas: the last statement, since all who send wait for
   * it until the commit. Throws QuotaCrossed: all is then to be done again, with `isExact`.
   */
  book(): Promise<void>
}

/** Steps of one person in a transaction. */
const maxMoves = 25
/** What is not begun by then is left to the next transaction: others wait for the same people. */
const maxMs = 250
/** A letter is late. */
const lateMs = dayMs

type ActMove = Extract<Move, { kind: 'act' }>
interface Acting {
  readonly turn: PersonTurn
  readonly move: ActMove
}

/** Moves people on. */
export async function moveOn(
  tx: Tx,
  common: CrowdCommon,
  turns: readonly PersonTurn[],
): Promise<CrowdMove> {
  const crowd = new Crowd(tx, common, turns)
  let open = turns.filter(one => !one.isOver)
  for (let moves = 0; moves < maxMoves && open.length > 0 && !crowd.isSpent; moves += 1) {
    await crowd.step(open)
    open = open.filter(one => !one.isOver)
  }
  await crowd.write()
  return { open: new Set(open.map(one => one.enrollment.id)), book: () => crowd.book() }
}

class Crowd {
  readonly #tx: Tx
  readonly #common: CrowdCommon
  readonly #turns: readonly PersonTurn[]
  readonly #sources: ReturnType<typeof stepSources>
  readonly #begunAt: number
  /** What the last letters took of quotas, not booked yet. */
  #unbooked: (() => Promise<void>) | null = null
  #outer: LetterWorld | null = null
  #vocabulary: ReturnType<typeof readVocabulary> | null = null

  constructor(tx: Tx, common: CrowdCommon, turns: readonly PersonTurn[]) {
    this.#tx = tx
    this.#common = common
    this.#turns = turns
    this.#sources = stepSources(tx, common.tenant.projectId)
    this.#begunAt = common.world.clock.monotonic()
  }

  get isSpent(): boolean {
    return this.#common.world.clock.monotonic() - this.#begunAt > maxMs
  }

  /** One step of each. */
  async step(open: readonly PersonTurn[]): Promise<void> {
    if (open.some(one => one.step.type === 'email')) this.#outer ??= await this.#letterWorld()
    const moves = await Promise.all(open.map(turn => this.#decide(turn)))
    const letters: Acting[] = []
    const others: Acting[] = []
    for (const [i, turn] of open.entries()) {
      const move = moves[i]!
      if (move === null) continue
      if (move.kind !== 'act') turn.follow(move)
      else (move.step.type === 'email' ? letters : others).push({ turn, move })
    }
    await this.#sendLetters(letters)
    for (const [n, one] of others.entries()) {
      if (n > 0 && this.isSpent) break
      await this.#act(one)
    }
  }

  async #decide(turn: PersonTurn): Promise<Move | null> {
    if (turn.contact !== null) return turn.decide(this.#around(turn))
    turn.end({ state: 'exited', reason: 'contact_deleted' })
    return null
  }

  #around({ contact, now, enrollment, definition }: PersonTurn): Surroundings {
    const { tenant, zone, rules } = this.#common
    return surroundingsOf(this.#tx, tenant, {
      contact: contact!,
      now,
      zone,
      event: enrollment.event,
      definition,
      rules,
      vocabulary: () => {
        this.#vocabulary ??= readVocabulary(this.#tx, tenant.projectId)
        return this.#vocabulary
      },
    })
  }

  /** By the connection of the turns: as many as there are connections would wait for another. */
  async #letterWorld(): Promise<LetterWorld> {
    const { world, tenant, parts, zone, rules } = this.#common
    const { projectId } = tenant
    const here = { db: this.#tx, clock: world.clock }
    // They travel together.
    const [fallbacks, project, preferencesUrl, webViewUrl] = await Promise.all([
      propertyFallbacks(this.#tx, projectId),
      projectValues(here, tenant, zone),
      parts.preferencesLink(world, tenant),
      parts.webViewLink(world, projectId),
    ])
    return { zone, fallbacks, project, utm: rules.utm, preferencesUrl, webViewUrl }
  }

  async #sendLetters(letters: readonly Acting[]): Promise<void> {
    const ready: Acting[] = []
    for (const one of letters) {
      const { turn, move } = one
      const isSkipped = move.step.type === 'email' && move.step.if_late === 'skip'
      if (isSkipped && turn.lateMs > lateMs) {
        turn.acted({ outcome: 'skipped:late', emailId: null }, move.next)
        continue
      }
      const slot = await this.#slot(turn, turn.definition)
      if (slot > turn.now) turn.hold('rate', slot)
      else ready.push(one)
    }
    if (ready.length === 0) return
    const { world, tenant, isExact, places } = this.#common
    // Those that come now count what was taken before.
    await this.book()
    const [outer, sources] = [this.#outer!, this.#sources]
    const { acts, book } = await sendLetters(
      { tx: this.#tx, world, tenant, outer, sources, isExact, places },
      ready.map(({ turn: { enrollment, definition, contact }, move }) => {
        const step = move.step as Extract<typeof move.step, { type: 'email' }>
        return { enrollment, definition, contact: contact!, step }
      }),
    )
    this.#unbooked = book
    for (const [i, { turn, move }] of ready.entries()) turn.acted(acts[i]!, move.next)
  }

  async book(): Promise<void> {
    const book = this.#unbooked
    this.#unbooked = null
    await book?.()
  }

  /** When a letter may go by the pace of its sequence: a place that was given is kept. */
  async #slot({ enrollment, now }: PersonTurn, { rate_per_hour: rate }: SequenceDefinition) {
    if (rate == null) return now
    const { waiting } = enrollment
    // Something else may wake whoever waits for it.
    if (waiting?.reason === 'rate') return Math.max(now, Date.parse(waiting.until ?? '') || now)
    const gapMs = hourMs / rate
    return takeSlot(this.#tx, this.#common.tenant, enrollment.sequence_id, { now, gapMs })
  }

  /** What is no letter changes what others see, so all that came before it is written first. */
  async #act({ turn, move }: Acting): Promise<void> {
    const { tenant, world, parts } = this.#common
    const { projectId } = tenant
    const { enrollment, definition, contact } = turn
    await insertVisits(this.#tx, projectId, turn.visits.splice(0))
    await updateEnrollments(this.#tx, projectId, [enrollment])
    const about = { step: move.step, contact: contact!, enrollment, definition }
    const act: Act = await doStep(this.#tx, { world, tenant, parts }, about)
    // It may have ended the way itself, by a rule of exit.
    const row = await findEnrollment(this.#tx, projectId, enrollment.id)
    if (row?.state !== 'inside') {
      turn.gone(act)
      return
    }
    turn.contact = await readContact(this.#tx, tenant, enrollment.contact_id)
    turn.acted(act, move.next)
  }

  /** What all have come to, into the database. */
  async write(): Promise<void> {
    const { world, tenant } = this.#common
    const { projectId } = tenant
    await this.#common.places.write(this.#tx)
    const visits = this.#turns.flatMap(one => one.visits.splice(0))
    const inside = this.#turns.filter(one => one.ending === null && !one.isGone)
    await insertVisits(this.#tx, projectId, visits)
    await updateEnrollments(
      this.#tx,
      projectId,
      inside.map(one => one.enrollment),
    )
    // Whoever was woken in between has an entry already.
    const wakings = inside.flatMap(({ enrollment: { id }, wakeAt: dueAt }) =>
      dueAt === null ? [] : [{ id, dueAt }],
    )
    await rewakeEnrollments(this.#tx, world, projectId, wakings)
    await endMany(
      this.#tx,
      world,
      tenant,
      this.#turns.flatMap(({ enrollment, ending }) =>
        ending === null ? [] : [{ enrollment, ...ending }],
      ),
    )
  }
}
