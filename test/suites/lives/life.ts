/**
 * A life of a subscription, from its seed: buying, sending, other plans, caps and zones, payments
 * that fail or come late, refunds, acts of the operator, over two years of simulated time. The
 * product does it all on a database; the auditor reads what happened and works out the bills.
 */
import { forgive, markPaid, refundInvoice } from '#billing/acts.ts'
import { bringUp } from '#billing/jobs.ts'
import { lookAt } from '#billing/provider/look.ts'
import { changePlan } from '#billing/subscription/change-plan.ts'
import { placeOrder } from '#billing/subscription/orders.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { openLedger, readStandings } from '#tenants/limits/reserve.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { createChance } from '../../../sim/world/random.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { Auditor, type Happening, type Money } from './auditor.ts'
import { openPurse, type Purse } from './purse.ts'
import { compare, invoicesOf } from './statement.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const months = 24

const zones = [
  'UTC',
  'America/Sao_Paulo',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'Africa/Cairo',
]

export interface Lived {
  readonly seed: number
  readonly faults: readonly string[]
  readonly invoices: number
  readonly acts: number
}

interface Life {
  readonly world: World & { readonly clock: { advance(ms: number): Promise<void> } }
  readonly accountId: Uuid
  /** Null: the operator collects. */
  readonly purse: Purse | null
  readonly auditor: Auditor
  readonly roll: (n: number) => number
  readonly chance: () => number
  acts: number
}

export async function live(db: Db, seed: number): Promise<Lived> {
  const life = await born(db, seed)
  const endsAt = life.world.clock.now() + months * 30.5 * dayMs
  const log: string[] = []
  while (life.world.clock.now() < endsAt) {
    await life.world.clock.advance(stepOf(life))
    await run(life)
    await act(life, log)
    life.acts++
  }
  await settleUp(life)
  const faults = await compare(life.world.db, life)
  const context = faults.length > 0 ? [...log.slice(-60)] : []
  return {
    seed,
    faults: [...faults, ...context],
    invoices: life.auditor.bills.length,
    acts: life.acts,
  }
}

async function born(db: Db, seed: number): Promise<Life> {
  const random = createChance(seed)
  const chance = (): number => random.bytes(4).readUInt32BE(0) / 2 ** 32
  const roll = (n: number): number => Math.floor(chance() * n)
  const isByCard = roll(2) === 0
  const startMs = Date.parse('2027-01-01T00:00:00Z') + roll(730) * dayMs + roll(24 * 3600) * 1000
  const env = isByCard
    ? { MALOTE_BILLING: 'stripe', MALOTE_STRIPE_KEY: 'sk_live_of_a_life' }
    : { MALOTE_BILLING: 'manual' }
  const base = fakeWorld({ db, seed, startMs, env })
  const purse = isByCard ? openPurse(chance) : null
  if (purse) purse.lostPercent = roll(3) === 0 ? 5 : 0
  const { runtime } = base
  const cashier = { get: () => Promise.resolve(purse) }
  const world = {
    ...base,
    runtime: {
      ...runtime,
      get: (part: { readonly name: string }, of: unknown) =>
        part.name === 'cashier' ? cashier.get() : runtime.get(part as never, of as never),
    },
  } as unknown as Life['world']
  const timeZone = zones[roll(zones.length)]!
  const { accountId } = await createAccount(world, {
    email: `life${seed}-${startMs}@lives.test`,
    plan: 'free',
    trustLevel: 3,
    timeZone,
  })
  const auditor = new Auditor({ zone: timeZone, isByCard, minCents: isByCard ? 50 : 1 })
  return { world, accountId, purse, auditor, roll, chance, acts: 0 }
}

/** What is owed to the provider at the end goes out. */
async function settleUp(life: Life): Promise<void> {
  if (life.purse) life.purse.lostPercent = 0
  for (let n = 0; n < 2; n++) {
    await life.world.clock.advance(61 * 60_000)
    await run(life)
  }
}

/** Mostly hours and days, at times longer than anything is paid for. */
function stepOf({ roll }: Life): number {
  const kind = roll(20)
  if (kind < 6) return roll(12 * 3600) * 1000 + 1
  if (kind < 16) return roll(4 * 24 * 3600) * 1000 + 1
  if (kind < 19) return roll(20 * 24 * 3600) * 1000 + 1
  return roll(70 * 24 * 3600) * 1000 + 1
}

const note = (life: Life, one: Happening): void => life.auditor.read(life.world.clock.now(), one)

/** The job of a minute, and whatever the provider has charged in it. */
async function run(life: Life): Promise<void> {
  const { world, purse, accountId } = life
  note(life, { kind: 'job' })
  await bringUp(world, purse, accountId)
  await takeCharges(life)
}

/** Charges as the statement shows them. An answer that was lost is waited for. */
async function takeCharges(life: Life): Promise<void> {
  const { purse, world, accountId } = life
  if (purse === null) return
  const { lostPercent } = purse
  purse.lostPercent = 0
  if (lostPercent > 0) await lookAt(world, accountId)
  purse.lostPercent = lostPercent
  for (const charge of purse.charges.splice(0)) {
    const bill = await numberOf(life, charge)
    note(life, { kind: charge.isPaid ? 'paid' : 'declined', bill })
  }
}

/** Which of the account's invoices, counted from its first. */
async function numberOf(
  { world: { db }, accountId }: Life,
  { invoiceId, orderId }: { readonly invoiceId: Uuid | null; readonly orderId: Uuid | null },
): Promise<number> {
  const all = await invoicesOf(db, accountId)
  const index = all.findIndex(one => one.id === invoiceId || one.cause === `order:${orderId}`)
  if (index < 0) throw new Error(`charged for nothing that is here: ${invoiceId ?? orderId}`)
  return index
}

async function act(life: Life, log: string[]): Promise<void> {
  const { deal } = life.auditor
  const [before] = [log.length]
  if (deal === null) await buyOrPay(life, log)
  else await use(life, log)
  if (log.length > before) {
    log[log.length - 1] = `${new Date(life.world.clock.now()).toISOString()} ${log.at(-1)}`
  }
}

async function buyOrPay(life: Life, log: string[]): Promise<void> {
  const { purse, roll, auditor } = life
  const open = auditor.bills.findIndex(one => one.state === 'open' && one.why === 'period')
  const isOrdered = auditor.bills.some(one => one.state === 'open' && one.why === 'order')
  if (open >= 0 && !isOrdered) {
    const choice = roll(8)
    if (choice === 0) return order(life, log, auditor.bills[open]!.terms!.money)
    if (choice > 2 || purse !== null) return
    log.push(`pays the offer ${open}`)
    return pay(life, open)
  }
  if (auditor.bills.some(one => one.state === 'open')) {
    const first = auditor.bills.findIndex(one => one.state === 'open')
    if (purse !== null || auditor.bills[first]!.why === 'order') return
    return pay(life, first)
  }
  return order(life, log, null)
}

/** `owedIn`: what is owed holds the currency. */
async function order(life: Life, log: string[], owedIn: Money | null): Promise<void> {
  const { world, accountId, purse, roll, auditor } = life
  const plan = roll(4) === 0 ? 'scale' : 'pro'
  const money: Money = owedIn ?? (roll(2) === 0 ? 'BRL' : 'USD')
  const wish = { plan, currency: money, payBy: 'card', memberId: null } as const
  const lost = purse?.lostPercent ?? 0
  if (purse) purse.lostPercent = 0
  const { order: placed } = await placeOrder(world, purse, {
    accountId,
    wish,
    mayOpen: async () => {},
  })
  if (purse) purse.lostPercent = lost
  note(life, { kind: 'order', plan, money })
  log.push(`orders ${plan} in ${money}`)
  if (roll(8) === 0) return
  if (purse === null) return pay(life, auditor.bills.length - 1)
  purse.payPage(placed.id)
  await lookAt(world, accountId)
  await takeCharges(life)
}

/** The operator notes that an invoice was paid. */
async function pay(life: Life, bill: number): Promise<void> {
  const { world, accountId } = life
  const invoice = (await invoicesOf(world.db, accountId))[bill]!
  await markPaid(world, invoice.id, { reference: 'transfer', memberId: null })
  note(life, { kind: 'paid', bill })
}

async function use(life: Life, log: string[]): Promise<void> {
  const { world, accountId, roll, auditor, purse } = life
  if (purse) purse.declines = roll(6) === 0
  const kind = roll(100)
  if (kind < 50) return send(life, log)
  if (kind < 62) {
    const cents = roll(6) === 0 ? null : roll(3) === 0 ? roll(30_000) : roll(200) * 10
    log.push(`caps at ${cents}`)
    await changeSettings(world, accountId, { spendCents: cents })
    return note(life, { kind: 'cap', cents })
  }
  if (kind < 66) {
    const zone = zones[roll(zones.length)]!
    log.push(`moves to ${zone}`)
    await changeSettings(world, accountId, { timeZone: zone })
    return note(life, { kind: 'zone', zone })
  }
  if (kind < 76) return wish(life, log)
  const unpaid = auditor.bills.findIndex(one => one.state === 'open')
  if (kind < 92) {
    if (unpaid < 0 || purse !== null) return
    log.push(`pays ${unpaid} (${auditor.bills[unpaid]!.why})`)
    return pay(life, unpaid)
  }
  return operate(life, log, unpaid)
}

async function send(life: Life, log: string[]): Promise<void> {
  const { world, accountId, roll, auditor } = life
  const { plan } = auditor.deal!
  const most = plan === 'pro' ? 30_000 : 300_000
  for (let n = 1 + roll(4); n > 0; n--) {
    const count = 1 + roll(roll(2) === 0 ? most : 400)
    const answer = await take(world, accountId, count)
    log.push(`sends ${count}: ${answer}`)
    note(life, { kind: 'sent', count, answer })
  }
}

/** As a batch of requests takes it at acceptance. */
export async function take(world: World, accountId: Uuid, count: number): Promise<string> {
  return world.db.transaction(async tx => {
    const found = await readStandings(tx, world, [accountId])
    const ledger = await openLedger(tx, world, found, true)
    const refusal = ledger.take({ accountId, transactional: count, marketing: 0 })
    if (refusal instanceof Refusal) return refusal.code
    await ledger.book()
    return 'accepted'
  })
}

async function wish(life: Life, log: string[]): Promise<void> {
  const { world, accountId, roll, auditor, purse } = life
  const plan = (['free', 'pro', 'pro', 'scale', 'scale'] as const)[roll(5)]!
  const { deal } = auditor
  const isUpgrade = deal!.plan === 'pro' && plan === 'scale'
  if (isUpgrade && deal!.isBehind) return
  const lost = purse?.lostPercent ?? 0
  if (purse) purse.lostPercent = 0
  const wanted = { plan, isDryRun: roll(4) === 0, memberId: null }
  const dry = await changePlan(world, purse, accountId, { ...wanted, isDryRun: true })
  if (wanted.isDryRun) return
  const { applies, chargeCents } = await changePlan(world, purse, accountId, wanted)
  if (purse) purse.lostPercent = lost
  log.push(`wants ${plan}: ${applies} ${chargeCents}`)
  const isDeclined = purse?.charges.some(one => !one.isPaid) === true && isUpgrade
  if (!isDeclined && (dry.applies !== applies || dry.chargeCents !== chargeCents)) {
    auditor.faults.push(`the dry run said ${dry.applies} ${dry.chargeCents}, not ${applies}`)
  }
  note(life, { kind: 'wish', plan, applies, charge: chargeCents, isDeclined })
  if (isDeclined) purse!.charges.splice(0)
  else await takeCharges(life)
}

async function operate(life: Life, log: string[], unpaid: number): Promise<void> {
  const { world, accountId, roll, auditor } = life
  const all = await invoicesOf(world.db, accountId)
  const act = { reason: 'kindness', memberId: null }
  if (roll(3) === 0) {
    const why = auditor.bills[unpaid]?.why
    if (unpaid < 0 || why === 'order') return
    log.push(`forgives ${unpaid}`)
    await forgive(world, all[unpaid]!.id, act)
    return note(life, { kind: 'forgiven', bill: unpaid })
  }
  const bill = auditor.bills.findLastIndex(one => one.state === 'paid' && one.refunded < one.total)
  if (bill < 0) return
  const { total, refunded } = auditor.bills[bill]!
  const cents = 1 + roll(total - refunded)
  const isEnd = roll(5) === 0
  log.push(`gives ${cents} of ${bill} back${isEnd ? ' and ends' : ''}`)
  await refundInvoice(world, all[bill]!.id, { ...act, cents, isEnd })
  note(life, { kind: 'refunded', bill, cents, end: isEnd })
}
