/** Lies about the marketers of a storm, one for each rule on what they ordered. */
import assert from 'node:assert/strict'
import type { CampaignOrder, Market, PersonDeed } from '../../../sim/audit/market.ts'
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
}
