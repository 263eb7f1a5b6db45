/** Lies about the marketers of a storm, one for each rule on what they ordered. */
import assert from 'node:assert/strict'
import {
  type CampaignOrder,
  firstAddress,
  type Market,
  otherAddress,
  type PersonDeed,
  type Report,
} from '../../../sim/audit/market.ts'
import type { Records } from '../../../sim/audit/records.ts'
import type { Copy } from '../../../sim/world/mail-store.ts'

/** Tells a lie about the storm and says how to take it back. */
export type Lie = (records: Records) => () => void

/** Changes a list and gives the change back. */
export function withList<T>(list: readonly T[], change: (list: T[]) => void): () => void {
  const before = [...list]
  change(list as T[])
  return () => void (list as T[]).splice(0, list.length, ...before)
}

const marketOf = ({ ledger }: Records): Market => ledger.market

/** One that went out. */
function sentOne(records: Records): CampaignOrder {
  const found = marketOf(records).campaigns.find(
    one => one.status === 'sent' && (one.figures?.released ?? 0) > 4,
  )
  assert.ok(found, 'some campaign was sent')
  return found
}

const changed =
  (change: (order: CampaignOrder) => Partial<CampaignOrder>): Lie =>
  records =>
    withList(marketOf(records).campaigns, all => {
      const order = sentOne(records)
      all[all.indexOf(order)] = { ...order, ...change(order) }
    })

const act = (what: string, at: number) => ({ what, from: at, to: at, isDone: true })

/** A copy of a letter of it to somebody who has been in the topic all the time. */
function copyToFaithful(records: Records): { copy: Copy; order: CampaignOrder; email: string } {
  const order = sentOne(records)
  const deeds = marketOf(records).deeds.filter(one => one.marketer === order.marketer)
  const found = records.universe.internet.room.copies.find(
    ({ message, recipients }) =>
      message.includes(`Subject: News ${order.marker}`) &&
      deeds.filter(one => one.email === recipients[0]).length === 1,
  )
  assert.ok(found, 'somebody was faithful')
  return { copy: found, order, email: found.recipients[0]! }
}

const deedBefore =
  (deed: PersonDeed['deed']): Lie =>
  records =>
    withList(marketOf(records).deeds, all => {
      const { order, email } = copyToFaithful(records)
      const at = order.acts[0]!.from - 10_000
      all.push({ marketer: order.marketer, email, deed, from: at, to: at, isDone: true })
    })

/** They left under their other address, and have it no more. */
const leftAndMoved: Lie = records =>
  withList(marketOf(records).deeds, all => {
    const { order, email } = copyToFaithful(records)
    const at = order.acts[0]!.from
    const one = { marketer: order.marketer, email: otherAddress(email), isDone: true }
    all.push(
      { ...one, deed: 'leave', from: at - 30_000, to: at - 30_000 },
      { ...one, deed: 'move', target: email, from: at - 20_000, to: at - 20_000 },
    )
  })

/** Whoever has begun has also paid, before their way can have ended. */
const paidAtOnce: Lie = ({ ledger }) =>
  withList(ledger.market.reports, all => {
    const { sequences } = ledger.market
    const paid = [...all].flatMap((told): Report[] => {
      const order = sequences.find(one => one.begins === told.name)
      const at = told.to + 4_000
      return order === undefined ? [] : [{ ...told, name: order.ends, mark: '', from: at, to: at }]
    })
    all.push(...paid)
  })

/** By the rule; what stands in brackets tells several lies about one rule apart. */
export const marketLies: Readonly<Record<string, Lie>> = {
  'letters are of campaigns that were ordered': records =>
    withList(marketOf(records).campaigns, all => {
      all.splice(all.indexOf(sentOne(records)), 1)
    }),
  'one letter for each person of a campaign': records => {
    const { copy } = copyToFaithful(records)
    const message = copy.message.replace(/Message-ID: </i, 'Message-ID: <other')
    return withList(records.universe.internet.room.copies, all => {
      all.push({ ...copy, message })
    })
  },
  'a campaign goes to its audience only': records =>
    withList(marketOf(records).deeds, all => {
      const { email } = copyToFaithful(records)
      all.splice(0, all.length, ...all.filter(one => one.email !== email))
    }),
  'nothing is released to who has left': deedBefore('leave'),
  'nothing is released to who has left (and moved)': leftAndMoved,
  'a letter is of a variant of its campaign': changed(() => ({ variants: ['none'] })),
  'everybody who is meant is decided about': records => {
    const { marketer } = sentOne(records)
    return withList(marketOf(records).marketers[marketer]!.people, all => {
      all.push('ok-p99@calm.com')
    })
  },
  'a draft has nobody': changed(() => ({ status: 'draft' })),
  'a campaign comes to its end': changed(() => ({ status: 'sending' })),
  'nothing is released in a pause': changed(() => ({ acts: [act('pause', 0)] })),
  'nothing moves in a pause but what was in flight': changed(() => ({ acts: [act('pause', 0)] })),
  'nothing is released after a cancellation': changed(() => ({ acts: [act('cancel', 0)] })),
  'a window is kept': changed(() => ({ window: { from: '00:00', until: '00:00' } })),
  'a pace is kept': changed(() => ({ perHour: 1 })),
  'who is left out gets nothing': changed(({ id }) => ({
    without: id,
    acts: [act('send', Number.MAX_SAFE_INTEGER)],
  })),
  'figures are what happened': changed(({ figures }) => ({
    figures: { ...figures!, released: figures!.released + 1 },
  })),
  'figures are what mail servers counted': changed(({ figures }) => ({
    figures: { ...figures!, delivered: 1_000 },
  })),
  'an exit ends a way': paidAtOnce,
  'no step is taken after an exit': paidAtOnce,
  'no step is taken in a pause': ({ ledger }) =>
    withList(ledger.market.sequences, all => {
      const acts = [act('publish', 0), act('pause', 0)]
      all.splice(0, all.length, ...all.map(order => ({ ...order, acts })))
    }),
  'what was answered is kept': ({ ledger }) =>
    withList(ledger.market.reports, all => {
      const { deeds } = ledger.market
      const gone = deeds.filter(({ deed }) => deed === 'forget').map(one => firstAddress(one.email))
      const isKept = (email: string) => !gone.includes(firstAddress(email))
      const told = all.find(one => one.isDone && one.isMatched && isKept(one.email))!
      all.push({ ...told, mark: 'of nobody' })
    }),
  'an activity is answered with one id': ({ ledger }) =>
    withList(ledger.market.reports, all => {
      const n = all.findIndex(one => one.ids.length > 0)
      all[n] = { ...all[n]!, ids: [...all[n]!.ids, 'evt_another'] }
    }),
}

/** What breaks a rule on sequences in the database, and no rule of db/invariants.sql alone. */
export const marketBreaches: Readonly<Record<string, string>> = {
  'who is meant gets a letter': `update campaign_recipients set state = 'skipped', reason = 'snoozed'`,
  'a step has a letter of its own': `update enrollment_steps set email_id = (select email_id from enrollment_steps where email_id is not null limit 1) where email_id is not null`,
  'letters of a way are its steps that have sent': `delete from enrollment_steps where step = 'hello'`,
  'a way passes a step once': `update enrollment_steps set step = 'hello'`,
  'everybody comes out': `update enrollments set state = 'inside', ended_at = null`,
  'one way at a time': `insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state, visit, entered_at, ended_at) select project_id, gen_random_uuid(), sequence_id, version, mode, contact_id, key, state, visit, entered_at, ended_at from enrollments`,
  'who may never come again does not': `insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state, visit, entered_at, ended_at) select s.project_id, gen_random_uuid(), s.id, 1, 'live', c.id, '', 'finished', 0, s.created_at, s.created_at from sequences s join contacts c on c.project_id = s.project_id cross join generate_series(1, 2)`,
  'who begins comes in': `delete from enrollments`,
  'an activity is kept once': `insert into activity (project_id, id, mode, contact_id, name, data, at) select project_id, overlay(id::text placing '0000' from 25)::uuid, mode, contact_id, name, data, at from activity`,
}
