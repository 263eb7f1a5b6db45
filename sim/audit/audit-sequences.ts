/**
 * Rules on sequences: each activity is kept once, whoever begins comes in as often as they may, each
 * step of a way is taken once with at most one letter, nothing moves after a way has ended or while
 * the clock stands still, and everybody comes out in the end.
 */
import { deedsOfPerson, departureBefore } from './audit-campaigns.ts'
import { type Case, type EmailRow, skewMs } from './case.ts'
import {
  firstAddress,
  type PersonDeed,
  type Report,
  type SequenceOrder,
  wasDone,
} from './market.ts'

interface Way {
  readonly id: string
  readonly sequence_id: string
  readonly contact_id: string
  readonly key: string
  readonly state: string
  readonly version: number
  readonly entered_at: Date
  readonly ended_at: Date | null
  readonly email: string | null
}

interface Visit {
  readonly enrollment_id: string
  readonly visit: number
  readonly step: string
  readonly at: Date
  readonly outcome: string
  readonly email_id: string | null
}

interface SequenceStory {
  readonly order: SequenceOrder
  readonly ways: readonly Way[]
  readonly visits: ReadonlyMap<string, readonly Visit[]>
  readonly letters: readonly EmailRow[]
}

const apartMs = 2 * skewMs
const end = Number.POSITIVE_INFINITY

export async function auditSequences(one: Case): Promise<void> {
  const { sql, ledger } = one.records
  const ways = await sql.query<Way>(
    `select e.id, e.sequence_id, e.contact_id, e.key, e.state, e.version, e.entered_at, e.ended_at,
       c.email
     from enrollments e
     left join contacts c on c.project_id = e.project_id and c.id = e.contact_id order by e.id`,
  )
  const steps = await sql.query<Visit>(
    `select enrollment_id, visit, step, at, outcome, email_id from enrollment_steps
     order by enrollment_id, visit`,
  )
  const visits = Map.groupBy(steps, visit => visit.enrollment_id)
  for (const order of ledger.market.sequences) {
    const told = {
      order,
      ways: ways.filter(way => shown('seq', way.sequence_id) === order.id),
      visits,
      letters: one.emails.filter(email => email.letter?.sequence_id === order.id),
    }
    auditLetters(one, told)
    auditEntries(one, told)
    auditExits(one, told)
    auditStandstill(one, told)
  }
  await auditReports(one)
}

const shown = (prefix: string, id: string): string => `${prefix}_${id.replaceAll('-', '')}`

/** A letter for each step that has sent, and no other; none to who has left. */
function auditLetters(
  { report, records }: Case,
  { order, ways, visits, letters }: SequenceStory,
): void {
  const sent = ways.flatMap(way => visits.get(way.id) ?? []).filter(one => one.email_id !== null)
  const ids = new Set(sent.map(one => one.email_id))
  if (ids.size !== sent.length) report('a step has a letter of its own', order.marker)
  const lost = sent.filter(one => !letters.some(letter => letter.id === one.email_id))
  const stray = letters.filter(letter => !ids.has(letter.id))
  if (lost.length > 0 || stray.length > 0) {
    const counts = `${lost.length} steps without one, ${stray.length} without a step`
    report('letters of a way are its steps that have sent', `${order.marker}: ${counts}`)
  }
  for (const way of ways) {
    const own = visits.get(way.id) ?? []
    const keys = own.map(one => one.step)
    // No step leads back, so a step comes once in a way.
    if (new Set(keys).size < keys.length) {
      report('a way passes a step once', `${order.marker} ${way.id}: ${keys.join()}`)
    }
    if (way.state === 'inside') report('everybody comes out', `${order.marker} ${way.id}`)
  }
  for (const letter of letters) {
    const address = letter.recipients[0]?.address.toLowerCase() ?? ''
    const deeds = deedsOfPerson(records.ledger.market, order.marketer, address)
    const left = departureBefore(deeds, address, letter.created_at.getTime())
    if (left === null) continue
    report('nothing is released to who has left', `${order.marker} to ${address}: ${left.deed}`)
  }
}

const deedsOf = (
  { ledger }: Case['records'],
  { marketer }: SequenceOrder,
  email: string | null,
): PersonDeed[] =>
  ledger.market.deeds.filter(deed => deed.marketer === marketer && deed.email === email)

/** As often as the rule of coming in again allows, and not less than that. */
function auditEntries({ report, records }: Case, { order, ways }: SequenceStory): void {
  const { reentry, marker, isKeyed } = order
  for (const own of Map.groupBy(ways, way => `${way.contact_id} ${way.key}`).values()) {
    const who = `${marker}: ${own[0]!.email} ${own[0]!.key}`
    if (reentry === 'never' && own.length > 1) report('who may never come again does not', who)
    const overlaps = own.some((way, n) => {
      const next = own[n + 1]
      const endedAt = way.ended_at?.getTime() ?? end
      return next !== undefined && endedAt > next.entered_at.getTime() + apartMs
    })
    if (overlaps && (reentry === 'after_exit' || isKeyed)) report('one way at a time', who)
  }
  const published = wasDone(order, 'publish')[0]?.to ?? end
  for (const told of records.ledger.market.reports) {
    if (told.name !== order.begins || told.marketer !== order.marketer) continue
    if (!told.isDone || !told.isMatched || told.from < published) continue
    const isFaithful = deedsOf(records, order, told.email).length === 1
    if (!isFaithful || ways.some(way => way.email === told.email)) continue
    report('who begins comes in', `${marker}: ${told.email}`)
  }
}

/** Nothing of a way comes after what has ended it was answered. */
function auditExits(one: Case, { order, ways, visits, letters }: SequenceStory): void {
  const { report, records } = one
  const isPaid = ({ name, marketer, isDone, isMatched }: Report): boolean =>
    name === order.ends && marketer === order.marketer && isDone && isMatched
  const byId = new Map(letters.map(letter => [letter.id, letter]))
  const ended = (way: Way, what: string, { from, to }: { from: number; to: number }): void => {
    if (way.entered_at.getTime() > from - apartMs) return
    const own = visits.get(way.id) ?? []
    const who = `${order.marker} ${way.email ?? way.id} after ${what}`
    if ((way.ended_at?.getTime() ?? end) > to + apartMs) report('an exit ends a way', who)
    if (own.some(visit => visit.at.getTime() > to + apartMs)) {
      report('no step is taken after an exit', who)
    }
    if ((way.ended_at?.getTime() ?? 0) < from - apartMs) return
    for (const { email_id: id } of own) {
      const letter = byId.get(id ?? '')
      if (letter && wasWaiting(letter, from, to)) report('an exit takes its letters back', who)
    }
  }
  const paid = records.ledger.market.reports.filter(isPaid)
  for (const way of ways) {
    for (const told of paid) {
      if (told.email === way.email && !hasMoved(records, order, way.email)) {
        ended(way, told.name, told)
      }
    }
    for (const exit of order.exits) {
      if (exit.isDone && exit.enrollment === shown('enr', way.id)) ended(way, 'exit', exit)
    }
    for (const out of wasDone(order, 'publish leave')) ended(way, 'a new version', out)
  }
}

/** Then an address alone does not say whose way it was. */
const hasMoved = ({ ledger }: Case['records'], { marketer }: SequenceOrder, email: string) =>
  deedsOfPerson(ledger.market, marketer, email).some(one => one.deed === 'move')

/** Put off to a time after the exit, so that nobody had it in hand, and sent all the same. */
function wasWaiting({ events }: EmailRow, from: number, to: number): boolean {
  const before = events.filter(event => event.at.getTime() < from - apartMs).at(-1)
  const nextAt = Date.parse(before?.details?.next_attempt_at ?? '')
  if (before?.type !== 'deferred' || !(nextAt > to + apartMs)) return false
  return events.some(event => event.type === 'sent' && event.at.getTime() > to + apartMs)
}

/** While it is paused its clock stands still. */
function auditStandstill({ report }: Case, { order, ways, visits }: SequenceStory): void {
  for (const paused of wasDone(order, 'pause')) {
    const next = order.acts.find(act => act.what === 'resume' && act.from >= paused.from)
    const until = (next?.from ?? end) - apartMs
    const late = ways
      .flatMap(way => visits.get(way.id) ?? [])
      .filter(({ at }) => at.getTime() > paused.to + apartMs && at.getTime() < until)
    if (late.length > 0) {
      report('no step is taken in a pause', `${order.marker}: ${late.length}`)
    }
  }
}

/** What was reported is kept once, under one id. */
async function auditReports({ report, records }: Case): Promise<void> {
  const { sql, ledger } = records
  const rows = await sql.query<{ id: string; mark: string }>(
    `select id, data ->> 'mark' as mark from activity where data ? 'mark'
       and name not like 'sequence.%'`,
  )
  const kept = Map.groupBy(rows, row => row.mark)
  for (const told of ledger.market.reports) {
    const who = `${told.name} of ${told.email}`
    const own = kept.get(told.mark) ?? []
    if (own.length > 1) report('an activity is kept once', `${who}: ${own.length}`)
    // Whoever is deleted takes what they did along.
    const isGone = ledger.market.deeds.some(
      ({ deed, email }) => deed === 'forget' && firstAddress(email) === firstAddress(told.email),
    )
    if (told.isDone && told.isMatched && own.length === 0 && !isGone) {
      report('what was answered is kept', who)
    }
    const ids = new Set(told.ids)
    if (ids.size > 1) report('an activity is answered with one id', who)
    const [id] = told.ids
    if (own.length === 1 && id !== undefined && shown('evt', own[0]!.id) !== id) {
      report('an activity is answered with one id', who)
    }
  }
}
