/**
 * What a customer's bills must be, worked out from what the customer knows: what was asked for, what
 * was accepted, what was paid, and the price list. It shares no code with the product: a calendar and
 * sums of its own. `read` takes what happened, in order; `bills` are then all invoices as they must be.
 */
import { beginOf, localDate, monthAfter, monthHolding, plusDays } from './calendar.ts'

export type Plan = 'free' | 'pro' | 'scale'
export type Money = 'BRL' | 'USD'

/** The price list, in cents, as it is printed. */
const list = {
  pro: { volume: 50_000, BRL: [9_900, 450], USD: [2_000, 90] },
  scale: { volume: 500_000, BRL: [79_900, 300], USD: [16_000, 60] },
} as const

type Sold = keyof typeof list
const isSold = (plan: Plan): plan is Sold => plan !== 'free'

export type Happening =
  | { readonly kind: 'job' }
  | { readonly kind: 'order'; readonly plan: Sold; readonly money: Money }
  | { readonly kind: 'sent'; readonly count: number; readonly answer: string }
  | { readonly kind: 'zone'; readonly zone: string }
  | { readonly kind: 'cap'; readonly cents: number | null }
  | {
      readonly kind: 'wish'
      readonly plan: Plan
      readonly applies: string
      readonly charge: number
      /** The card was declined at the statement's word. */
      readonly isDeclined: boolean
    }
  | { readonly kind: 'paid'; readonly bill: number }
  | { readonly kind: 'declined'; readonly bill: number }
  | { readonly kind: 'forgiven'; readonly bill: number }
  | {
      readonly kind: 'refunded'
      readonly bill: number
      readonly cents: number
      readonly end: boolean
    }

export interface Line {
  readonly kind: 'base' | 'overage' | 'upgrade'
  readonly quantity: number
  readonly cents: number
  readonly from: string
  readonly to: string
}

export interface Bill {
  why: 'order' | 'period' | 'upgrade' | 'rest'
  state: 'open' | 'paid' | 'void' | 'lost'
  lines: Line[]
  plan: Plan
  /** What it begins once it is paid. */
  terms: Terms | null
  total: number
  refunded: number
  dueAt: number
  tries: number
  voidAt: number | null
  lostAt: number | null
}

/** Months of a plan for which nobody was there to ask. */
export interface Missed extends Readonly<Pick<Deal, 'plan' | 'money' | 'price'>> {
  readonly months: number
  readonly from: string
  readonly to: string
}

interface Deal {
  plan: Sold
  next: Plan | null
  price: number
  perThousand: number
  money: Money
  grace: number | null
  isBehind: boolean
}

type Terms = Pick<Deal, 'plan' | 'price' | 'perThousand' | 'money'>

interface Counts {
  from: string
  inside: number
  extra: number
  /** Thousandths of a cent. */
  millis: number
}

export interface Rules {
  readonly zone: string
  readonly isByCard: boolean
  /** Less is written off. */
  readonly minCents: number
}

const dayMs = 86_400_000
const up = (millis: number): number => Math.floor((millis + 999) / 1000)

export class Auditor {
  readonly bills: Bill[] = []
  readonly faults: string[] = []
  readonly missed: Missed[] = []
  readonly rules: Rules
  deal: Deal | null = null
  private zone: string
  private day = ''
  private dayEnd = 0
  private anchor = 1
  private counts: Counts = { from: '', inside: 0, extra: 0, millis: 0 }
  private closed: Line[] = []
  private isNewPeriod = false
  /** The first day after the last period that was asked for. */
  private askedTo = ''
  private isRunOut = false
  private cap: number | null = null
  private credit = 0

  constructor(rules: Rules) {
    this.rules = rules
    this.zone = rules.zone
  }

  read(at: number, one: Happening): void {
    this.turn(at)
    switch (one.kind) {
      case 'job':
        this.job(at)
        break
      case 'order':
        this.order(at, one.plan, one.money)
        break
      case 'sent':
        this.sent(one.count, one.answer)
        break
      case 'zone':
        this.zone = one.zone
        return
      case 'cap':
        this.cap = one.cents
        return
      case 'wish':
        this.wish(at, one)
        break
      case 'paid':
        this.paid(at, this.bills[one.bill]!)
        break
      case 'declined':
        this.declined(at, this.bills[one.bill]!)
        break
      case 'forgiven':
        this.bills[one.bill]!.state = 'void'
        this.recover(at)
        break
      case 'refunded':
        this.bills[one.bill]!.refunded += one.cents
        if (one.end) this.end(at, true)
    }
  }

  // The calendar ------------------------------------------------------------------------------

  /** Days go by: each date once, a new zone from the end of the old one's day. */
  private turn(at: number): void {
    if (this.day === '' || at < this.dayEnd) return
    const next = plusDays(this.day, 1)
    const there = localDate(this.zone, this.dayEnd)
    this.setDay(there > next ? there : next)
    if (at >= this.dayEnd) {
      const after = plusDays(this.day, 1)
      const now = localDate(this.zone, at)
      this.setDay(now > after ? now : after)
    }
    const from = monthHolding(this.day, this.anchor)
    if (this.deal && !this.isRunOut && from !== this.counts.from) this.close(from)
  }

  private setDay(day: string): void {
    this.day = day
    this.dayEnd = beginOf(this.zone, plusDays(day, 1))
  }

  private close(from: string): void {
    const { deal } = this
    this.keepOverage(monthAfter(this.counts.from, this.anchor))
    this.counts = { from, inside: 0, extra: 0, millis: 0 }
    this.isNewPeriod = true
    if (deal!.next === 'free') this.isRunOut = true
    else if (deal!.next !== null) deal!.perThousand = list[deal!.next][deal!.money][1]
    if (deal!.next !== null && deal!.next !== 'free') this.volumePlan = deal!.next
  }

  private volumePlan: Sold = 'pro'

  private keepOverage(to: string): void {
    const { from, extra, millis } = this.counts
    if (millis === 0) return
    this.closed.push({ kind: 'overage', quantity: extra, cents: up(millis), from, to })
  }

  // Buying ------------------------------------------------------------------------------------

  private bill(one: Pick<Bill, 'why' | 'plan' | 'lines' | 'dueAt'> & Partial<Bill>): Bill {
    const total = one.lines.reduce((sum, line) => sum + line.cents, 0)
    const made: Bill = {
      state: total === 0 ? 'paid' : 'open',
      refunded: 0,
      terms: null,
      tries: 0,
      voidAt: null,
      lostAt: null,
      total,
      ...one,
    }
    this.bills.push(made)
    return made
  }

  /** Ordered at a moment; the dates are those of the payment. */
  private order(at: number, plan: Sold, money: Money): void {
    const from = localDate(this.zone, at)
    const lives = this.rules.isByCard ? 3_600_000 : 7 * dayMs
    this.bill({
      why: 'order',
      plan,
      lines: [this.base(plan, list[plan][money][0], from, Number(from.slice(8)))],
      terms: { plan, price: list[plan][money][0], perThousand: list[plan][money][1], money },
      dueAt: at + lives,
      voidAt: at + lives,
    })
  }

  private base(_plan: Sold, cents: number, from: string, anchor: number): Line {
    return { kind: 'base', quantity: 1, cents, from, to: monthAfter(from, anchor) }
  }

  private begin(at: number, bill: Bill): void {
    if (this.day === '') this.setDay(localDate(this.zone, at))
    this.anchor = Number(this.day.slice(8))
    this.counts = { from: this.day, inside: 0, extra: 0, millis: 0 }
    this.askedTo = monthAfter(this.day, this.anchor)
    const { plan, price, perThousand, money } = bill.terms!
    this.deal = { plan, price, perThousand, money, next: null, grace: null, isBehind: false }
    this.volumePlan = plan
    this.isNewPeriod = false
    this.isRunOut = false
    this.closed = []
    const base = this.base(plan, price, this.day, this.anchor)
    bill.lines = bill.lines.map(line => (line.kind === 'base' ? base : line))
    this.credit = this.creditNow()
    this.voidOffers(at)
  }

  /** What an earlier plan left as an offer is none beside this one; what was consumed is owed. */
  private voidOffers(at: number): void {
    const offers = this.bills.filter(
      one => one.why === 'period' && one.state === 'open' && one.lostAt !== null,
    )
    for (const one of offers) one.state = 'void'
    const lines = offers.flatMap(one => one.lines.filter(line => line.kind === 'overage'))
    if (lines.length === 0) return
    this.closed = lines
    this.rest(at)
  }

  private creditNow(): number {
    const renewals = this.bills.filter(
      one => one.why === 'period' && one.state === 'paid' && one.refunded < one.total,
    )
    if (renewals.length === 0) return this.deal!.price
    const overages = renewals
      .filter(one => one.terms!.money === this.deal!.money)
      .flatMap(one => one.lines.filter(line => line.kind === 'overage'))
    return Math.max(5 * this.deal!.price, 2 * Math.max(0, ...overages.map(line => line.cents)))
  }

  // Sending -----------------------------------------------------------------------------------

  private sent(count: number, answer: string): void {
    const expected = this.answerTo(count)
    if (expected !== answer) this.faults.push(`${count} recipients: ${answer}, not ${expected}`)
  }

  private answerTo(count: number): string {
    const { deal, counts } = this
    if (!deal || this.isRunOut) return this.freeAnswer(count)
    const room = Math.max(0, list[this.volumePlan].volume - counts.inside)
    const inside = Math.min(room, count)
    const extra = count - inside
    const millis = extra * deal.perThousand
    if (extra > 0) {
      if (deal.isBehind || this.cap === null) return 'monthly_limit_reached'
      const most = Math.max(Math.min(this.cap, this.credit) * 1000, counts.millis)
      if (counts.millis + millis > most) return 'spend_limit_reached'
    }
    counts.inside += inside
    counts.extra += extra
    counts.millis += millis
    return 'accepted'
  }

  /** Nobody in these lives sends a thing on Free. */
  private freeAnswer(count: number): string {
    return count === 0 ? 'accepted' : 'not on a plan'
  }

  // Plans -------------------------------------------------------------------------------------

  private wish(
    at: number,
    { plan, applies, charge, isDeclined }: Extract<Happening, { kind: 'wish' }>,
  ): void {
    const deal = this.deal!
    const check = (isAs: string, cents: number): void => {
      if (applies === isAs && charge === cents) return
      this.faults.push(`wish ${plan}: ${applies} ${charge}, not ${isAs} ${cents}`)
    }
    if (plan === deal.plan) {
      check('unchanged', 0)
      deal.next = null
      this.voidUpgrades()
    } else if (deal.plan === 'pro' && plan === 'scale') {
      const difference = list.scale[deal.money][0] - deal.price
      if (isDeclined) check('unchanged', 0)
      else check(this.rules.isByCard ? 'now' : 'when_paid', difference)
      this.upgrade(at, difference, isDeclined ? 'void' : 'open')
    } else if (plan === 'free' && deal.isBehind) {
      check('now', 0)
      this.end(at, true)
    } else {
      check('at_period_end', 0)
      this.voidUpgrades()
      deal.next = plan
    }
  }

  private upgrade(at: number, cents: number, state: 'open' | 'void'): void {
    const open = this.bills.find(one => one.why === 'upgrade' && one.state === 'open')
    if (open && state === 'open' && open.voidAt! > at) return
    const to = monthAfter(this.counts.from, this.anchor)
    const line: Line = { kind: 'upgrade', quantity: 1, cents, from: this.day, to }
    const voidAt = at + dayMs
    this.bill({ why: 'upgrade', plan: 'scale', lines: [line], dueAt: voidAt, voidAt, state })
  }

  private voidUpgrades(): void {
    for (const one of this.bills) {
      if (one.why === 'upgrade' && one.state === 'open') one.state = 'void'
    }
  }

  // Time --------------------------------------------------------------------------------------

  private job(at: number): void {
    for (const one of this.bills) {
      if (one.state !== 'open') continue
      if (one.voidAt !== null && one.voidAt <= at) one.state = 'void'
      else if (one.lostAt !== null && one.lostAt <= at) one.state = 'lost'
    }
    if (!this.deal) return
    this.renew(at)
    if (!this.deal) return
    if (!this.rules.isByCard && this.missing(at).length > 0) this.fallBehind(at)
    if (this.deal.grace !== null && this.deal.grace <= at) this.end(at, false)
  }

  private renew(at: number): void {
    const deal = this.deal!
    if (!this.isNewPeriod) return
    this.isNewPeriod = false
    if (this.isRunOut) {
      this.rest(at)
      this.over()
      return
    }
    if (deal.next !== null && isSold(deal.next)) {
      this.voidUpgrades()
      deal.plan = deal.next
      deal.price = list[deal.plan][deal.money][0]
    }
    deal.next = null
    this.miss(deal)
    const base = this.base(deal.plan, deal.price, this.counts.from, this.anchor)
    const lines = [base, ...this.closed]
    this.closed = []
    const dueAt = at + (this.rules.isByCard ? 0 : 7 * dayMs)
    this.bill({ why: 'period', plan: deal.plan, lines, dueAt, terms: { ...deal } })
    this.credit = this.creditNow()
  }

  /** Only the present month is asked for; one after the days of grace would not have been. */
  private miss({ plan, money, price, grace }: Deal): void {
    const from = this.askedTo
    let [to, months] = [from, 0]
    while (to < this.counts.from && (grace === null || beginOf(this.zone, to) < grace)) {
      to = monthAfter(to, this.anchor)
      months++
    }
    if (months > 0) this.missed.push({ plan, money, price, months, from, to })
    this.askedTo = monthAfter(this.counts.from, this.anchor)
  }

  private rest(at: number): void {
    const lines = this.closed
    this.closed = []
    const sum = lines.reduce((total, line) => total + line.cents, 0)
    if (sum < this.rules.minCents) return
    const dueAt = at + (this.rules.isByCard ? 0 : 7 * dayMs)
    this.bill({ why: 'rest', plan: 'free', lines, dueAt })
  }

  private over(): void {
    this.voidUpgrades()
    this.deal = null
    this.isRunOut = false
    this.isNewPeriod = false
    this.closed = []
  }

  /** Free at once; what was consumed is owed alone, or the unpaid stays an offer for 30 days. */
  private end(at: number, isVoided: boolean): void {
    this.renew(at)
    if (!this.deal) return
    const unpaid = this.bills.filter(one => one.state === 'open')
    const released: Line[] = []
    for (const one of unpaid) {
      if (!isVoided) one.lostAt = at + 30 * dayMs
      else if (one.why !== 'rest') {
        one.state = 'void'
        released.push(...one.lines.filter(line => line.kind === 'overage'))
      }
    }
    this.keepOverage(this.day)
    this.closed = [...released, ...this.closed]
    this.rest(at)
    this.over()
  }

  private missing(at: number): Bill[] {
    return this.bills.filter(
      one =>
        one.state === 'open' &&
        one.lostAt === null &&
        (one.why === 'period' || one.why === 'rest') &&
        (one.tries > 0 || one.dueAt <= at),
    )
  }

  private fallBehind(at: number): void {
    if (!this.deal) return
    this.deal.grace ??= at + 14 * dayMs
    this.deal.isBehind = true
  }

  private recover(at: number): void {
    if (!this.deal?.isBehind || this.missing(at).length > 0) return
    this.deal.isBehind = false
    this.deal.grace = null
  }

  private declined(at: number, bill: Bill): void {
    if (bill.why === 'upgrade') {
      bill.state = 'void'
      return
    }
    bill.tries++
    this.fallBehind(at)
  }

  private paid(at: number, bill: Bill): void {
    const { state: before } = bill
    bill.state = 'paid'
    if (bill.why === 'order') {
      this.begin(at, bill)
    } else if (bill.why === 'upgrade') {
      const deal = this.deal!
      deal.price += bill.total
      deal.plan = 'scale'
      deal.next = null
      deal.perThousand = list.scale[deal.money][1]
      this.volumePlan = 'scale'
      this.credit = this.creditNow()
    } else if (this.deal) {
      this.credit = this.creditNow()
      this.recover(at)
    } else if (bill.why === 'period' && before !== 'lost' && bill.lostAt !== null) {
      // Of a plan that ran out as was asked the last month is owed, and is no offer.
      for (const one of this.bills) {
        if (one.why === 'order' && one.state === 'open') one.state = 'void'
      }
      this.begin(at, bill)
    }
  }
}
