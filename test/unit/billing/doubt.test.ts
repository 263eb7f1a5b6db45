/** What banks doubt or take back: nothing is gained by it, in whatever order it is told. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { forgive, markPaid, refundInvoice } from '#billing/acts.ts'
import { forgetCustomer } from '#billing/invoices/outside.ts'
import { findings, reconcileSome, settleFinding } from '#billing/provider/reconcile.ts'
import { cashierOf } from '#billing/provider/shared-cashier.ts'
import { findSubscription } from '#billing/store.ts'
import { changePlan } from '#billing/subscription/change-plan.ts'
import { openDisputes } from '#billing/subscription/doubt.ts'
import { read } from '#kernel/base/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, day, evidenceOf, openStripeShop } from './stage.ts'

const database = await testDatabase()
const { shop, stripe, orderer, subscriber, refOfLast, close } = await openStripeShop(database)
after(close)

const minute = 60_000
const hour = 60 * minute

const chargesOf = (ref: string) => stripe.of('charge').filter(one => one.customer === ref)

async function toldOf(dispute: () => void): Promise<void> {
  dispute()
  await shop.later(minute)
  await shop.later(minute)
}

const invoicesOf = async (customer: Customer) => (await customer.get('/billing/invoices')).data
const stateOf = async (customer: Customer) => (await customer.get('/billing')).state
const byHand = { reason: 'by hand', memberId: null }

/** The customer pays an invoice on its own page at the provider. */
async function payThere(customer: Customer, id: string): Promise<void> {
  const there = stripe
    .of('invoice')
    .find(one => (one.metadata as { malote_id?: string }).malote_id === id)!
  Object.assign(there, { status: 'paid', payments: { data: [] } })
  shop.turn(minute)
  await customer.get('/billing?fresh=1')
}

/** One with two charges: the order, and the renewal of a month later. */
async function renewedOnce(trustLevel: 2 | 3 = 3) {
  const customer = await orderer({ trustLevel })
  const order = await customer.post('/billing/checkout', { plan: 'pro' })
  stripe.payPage(order.body.url)
  await shop.later(minute)
  const ref = refOfLast()
  await shop.later(32 * day)
  await shop.later(10 * hour)
  const [first, second] = chargesOf(ref).map(one => one.id)
  assert.ok(first && second)
  return { customer, ref, first, second }
}

describe('A lost dispute', () => {
  test('is not got around by a renewal that is still unpaid', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await toldOf(() => stripe.dispute(ref, 'needs_response'))
    await shop.later(32 * day)
    const [renewal] = await invoicesOf(customer)
    assert.equal(renewal.state, 'open')
    await toldOf(() => stripe.dispute(ref, 'lost'))
    await payThere(customer, renewal.id)
    assert.equal(await stateOf(customer), 'ended')
    assert.equal((await customer.post('/billing/checkout', { plan: 'pro' })).status, 409)
  })

  test('is not got around by a page that is open already', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await customer.post('/billing/plan', { plan: 'free' })
    await shop.later(32 * day)
    await toldOf(() => stripe.dispute(ref, 'needs_response'))
    const order = await customer.post('/billing/checkout', { plan: 'scale' })
    assert.equal(order.status, 201)
    const before = stripe.of('refund').length
    stripe.dispute(ref, 'lost')
    stripe.payPage(order.body.url)
    await shop.later(minute)
    // Paid in the same moment it bought the plan, which the lost dispute has ended.
    assert.equal(await stateOf(customer), 'ended')
    const again = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.deepEqual([again.status, again.body.error.code], [409, 'payment_due'])
    assert.equal(stripe.of('refund').length, before)
  })

  test('gives back what is paid on such a page later', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await customer.post('/billing/plan', { plan: 'free' })
    await shop.later(32 * day)
    const order = await customer.post('/billing/checkout', { plan: 'scale' })
    await toldOf(() => stripe.dispute(ref, 'lost'))
    const before = stripe.of('refund').length
    await toldOf(() => stripe.payPage(order.body.url))
    assert.equal(await stateOf(customer), 'ended')
    assert.equal(stripe.of('refund').length, before + 1)
  })

  test('is settled by its own invoice alone, and each of two', async () => {
    const { customer, first, second } = await renewedOnce()
    const seen = async () => (await customer.ask('GET', '/billing')).body.dispute
    assert.equal(await seen(), null)
    await toldOf(() => stripe.dispute(first, 'needs_response'))
    assert.equal(await seen(), 'open')
    await toldOf(() => stripe.dispute(first, 'lost'))
    await toldOf(() => stripe.dispute(second, 'lost'))
    const [b, a] = await invoicesOf(customer)
    assert.deepEqual([a.state, b.state, await seen()], ['lost', 'lost', 'lost'])
    const order = () => customer.post('/billing/checkout', { plan: 'pro' })
    await forgive(shop.world, read('bil', a.id)!, byHand)
    assert.equal((await order()).status, 409)
    await forgive(shop.world, read('bil', b.id)!, byHand)
    assert.equal(await seen(), null)
    assert.equal((await order()).status, 201)
  })

  test('gives nothing back a second time', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    const id = read('bil', (await invoicesOf(customer))[0].id)!
    const ask = { cents: 500, isEnd: false, ...byHand }
    await refundInvoice(shop.world, id, ask)
    await toldOf(() => stripe.dispute(ref, 'lost'))
    assert.equal((await invoicesOf(customer))[0].state, 'lost')
    await assert.rejects(refundInvoice(shop.world, id, ask), { code: 'invalid_field' })
  })

  test('keeps a pause for fraud, whatever another one comes to', async () => {
    const { customer, first, second } = await renewedOnce(2)
    await toldOf(() => {
      stripe.dispute(first, 'needs_response', 'fraudulent')
      stripe.dispute(second, 'needs_response', 'fraudulent')
    })
    await toldOf(() => {
      stripe.dispute(first, 'won', 'fraudulent')
      stripe.dispute(second, 'lost', 'fraudulent')
    })
    assert.equal(await customer.use(1), 'sending_paused')
  })
})

describe('An open dispute', () => {
  test('stops the overage of what is bought meanwhile, which is no evidence either', async () => {
    const customer = await orderer({ trustLevel: 1 })
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    await shop.later(minute)
    const ref = refOfLast()
    await customer.post('/billing/plan', { plan: 'free' })
    await toldOf(() => stripe.dispute(ref, 'needs_response'))
    await shop.later(32 * day)
    assert.equal(await stateOf(customer), 'ended')
    const second = await customer.post('/billing/checkout', { plan: 'pro' })
    await toldOf(() => stripe.payPage(second.body.url))
    const billing = await customer.get('/billing')
    assert.deepEqual([billing.state, billing.overage], ['active', 'stopped_by_payment'])
    assert.equal((await evidenceOf(shop, customer)).has, false)
    await toldOf(() => stripe.dispute(ref, 'won'))
    assert.notEqual((await customer.get('/billing')).overage, 'stopped_by_payment')
    assert.equal((await evidenceOf(shop, customer)).has, true)
  })

  test('is asked for until it ends, whether its charge is still said to be disputed or not', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await toldOf(() => stripe.dispute(ref, 'needs_response'))
    assert.equal((await customer.get('/billing')).overage, 'stopped_by_payment')
    await toldOf(() => {
      stripe.dispute(ref, 'won')
      Object.assign(chargesOf(ref)[0]!, { disputed: false })
    })
    const billing = await customer.get('/billing')
    assert.deepEqual([billing.dispute, billing.overage === 'stopped_by_payment'], [null, false])
    assert.equal((await evidenceOf(shop, customer)).has, true)
  })

  test('is found and ends however many charges came after its own', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    const [first] = chargesOf(ref)
    stripe.charge(ref, 150)
    await toldOf(() => stripe.dispute(first!.id, 'needs_response'))
    assert.equal((await customer.get('/billing')).overage, 'stopped_by_payment')
    stripe.charge(ref, 1_000)
    await toldOf(() => stripe.dispute(first!.id, 'lost'))
    const [order] = await invoicesOf(customer)
    assert.deepEqual([order.state, await stateOf(customer)], ['lost', 'ended'])
  })

  test('is asked for each day, however long ago money was moved and though nobody knocks', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await customer.post('/billing/plan', { plan: 'free' })
    await toldOf(() => stripe.dispute(ref, 'needs_response'))
    await shop.later(32 * day)
    await shop.later(100 * day)
    const { accountId } = customer
    const open = () => openDisputes(shop.world.db, accountId)
    assert.equal((await open()).length, 1)
    Object.assign(stripe.of('dispute').at(-1)!, { status: 'won' })
    Object.assign(chargesOf(ref)[0]!, { disputed: false })
    for (let n = 0; n < 100 && (await open()).length > 0; n++) await reconcileSome(shop.world)
    assert.deepEqual(await open(), [])
  })

  test('is no time at which a card is evidence, removed and kept again', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await toldOf(() => stripe.dispute(ref, 'needs_response'))
    await toldOf(() => stripe.detach(ref))
    await toldOf(() => stripe.keepCard(ref, '1111'))
    assert.equal((await findSubscription(shop.world.db, customer.accountId))?.payBy, 'card')
    assert.equal((await evidenceOf(shop, customer)).has, false)
  })

  test('makes no offer of a month that ran out meanwhile', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await toldOf(() => stripe.dispute(ref, 'needs_response'))
    await shop.later(32 * day)
    const [renewal] = await invoicesOf(customer)
    await customer.post('/billing/plan', { plan: 'free' })
    await shop.later(32 * day)
    await shop.later(minute)
    const [paid] = (await invoicesOf(customer)).filter(
      (one: { id: string }) => one.id === renewal.id,
    )
    assert.deepEqual([paid.state, await stateOf(customer)], ['paid', 'ended'])
  })
})

test('A warning of fraud outlives a dispute of another charge', async () => {
  const { customer, first, second } = await renewedOnce(2)
  await toldOf(() => stripe.warn(second))
  assert.equal(await customer.use(1), 'sending_paused')
  await toldOf(() => stripe.dispute(first, 'needs_response'))
  await toldOf(() => stripe.dispute(first, 'won'))
  assert.equal(await customer.use(1), 'sending_paused')
  assert.equal((await evidenceOf(shop, customer)).has, false)
  // Of the charge itself it is a word that the payment stands.
  await toldOf(() => stripe.dispute(second, 'won'))
  assert.equal(await customer.use(1), 'accepted')
})

test('An order by invoice in play money activates only whoever may', async () => {
  const customer = await shop.customer()
  const order = await customer.post('/billing/checkout', { plan: 'pro', pay_by: 'invoice' })
  await payThere(customer, order.body.invoice_id)
  assert.equal(await stateOf(customer), 'none')
  const own = (await findings(shop.world)).filter(one => one.accountId === customer.accountId)
  assert.deepEqual(
    own.map(one => one.kind),
    ['test_money'],
  )
})

test('An order that is paid outside and on its page is a finding', async () => {
  const customer = await orderer()
  const order = await customer.post('/billing/checkout', { plan: 'pro' })
  const id = read('bil', order.body.invoice_id)!
  await markPaid(shop.world, id, { reference: 'transfer', memberId: null })
  await toldOf(() => stripe.payPage(order.body.url))
  const own = (await findings(shop.world)).filter(one => one.accountId === customer.accountId)
  assert.deepEqual(
    own.map(one => one.kind),
    ['paid_twice'],
  )
})

test('An invoice that is paid outside while nobody answers stays paid', async () => {
  const customer = await subscriber()
  await forgetCustomer(shop.world, customer.accountId)
  const cashier = (await cashierOf(shop.world))!
  const before = cashier.customer
  // The customer is asked for anew, and before that fails a transfer arrives.
  Object.assign(cashier, {
    customer: async () => {
      const [renewal] = await invoicesOf(customer)
      const id = read('bil', renewal.id)!
      await markPaid(shop.world, id, { reference: 'transfer', memberId: null })
      return { kind: 'unknown' }
    },
  })
  await shop.later(32 * day)
  Object.assign(cashier, { customer: before })
  assert.deepEqual((await invoicesOf(customer))[0].state, 'paid')
})

test('A second click on a larger plan is not charged once the first is paid', async () => {
  const customer = await subscriber()
  await toldOf(() => stripe.detach(refOfLast()))
  await forgetCustomer(shop.world, customer.accountId)
  const cashier = (await cashierOf(shop.world))!
  const wanted = { plan: 'scale', isDryRun: false, memberId: null } as const
  const slow = {
    ...cashier,
    customer: async (payer: Parameters<typeof cashier.customer>[0]) => {
      const made = await changePlan(shop.world, cashier, customer.accountId, wanted)
      await markPaid(shop.world, made.invoiceId!, { reference: 'transfer', memberId: null })
      return cashier.customer(payer)
    },
  }
  const second = await changePlan(shop.world, slow, customer.accountId, wanted)
  assert.deepEqual([second.applies, second.chargeCents], ['unchanged', 0])
  const upgrades = (await invoicesOf(customer)).filter(
    (one: { lines: { kind: string }[] }) => one.lines[0]!.kind === 'upgrade',
  )
  assert.equal(upgrades.length, 1)
})

test('A payment by transfer that buys nothing is given back by hand', async () => {
  const customer = await subscriber()
  const ref = refOfLast()
  stripe.decline = 'insufficient_funds'
  await shop.later(32 * day)
  await shop.later(10 * hour)
  await shop.later(15 * day)
  stripe.decline = null
  const [renewal] = await invoicesOf(customer)
  assert.deepEqual([renewal.state, await stateOf(customer)], ['open', 'ended'])
  await toldOf(() => stripe.dispute(ref, 'lost'))
  const before = stripe.of('refund').length
  await markPaid(shop.world, read('bil', renewal.id)!, { reference: 'transfer', memberId: null })
  await shop.later(minute)
  const [paid] = await invoicesOf(customer)
  assert.deepEqual([paid.state, paid.refunded, await stateOf(customer)], ['paid', '20.00', 'ended'])
  assert.equal(stripe.of('refund').length, before)
  const own = (await findings(shop.world)).filter(one => one.accountId === customer.accountId)
  // The provider is not even asked: it would refuse what it has never had.
  assert.deepEqual(
    own.map(one => one.kind),
    ['paid_twice'],
  )
  assert.match(own[0]!.en, /give the whole amount back by hand/)
  const kinds = async () =>
    (await invoicesOf(customer))[0].payments.map((one: { kind: string }) => one.kind)
  assert.deepEqual(await kinds(), ['payment'])
  await settleFinding(shop.world, own[0]!.id)
  assert.deepEqual(await kinds(), ['payment', 'refund'])
})

test('A charge that is lost and paid no invoice ends the plan, and owes nothing', async () => {
  const customer = await subscriber()
  const [charge] = chargesOf(refOfLast())
  Object.assign(charge!, { payment_intent: 'pi_of_something_else' })
  await toldOf(() => stripe.dispute(charge!.id, 'lost'))
  const [order] = await invoicesOf(customer)
  assert.deepEqual([order.state, await stateOf(customer)], ['paid', 'ended'])
  // There is no invoice that could be forgiven.
  assert.equal((await customer.post('/billing/checkout', { plan: 'pro' })).status, 201)
})

test('An invoice that is paid outside is called off where it was left open', async () => {
  const customer = await subscriber()
  const ref = refOfLast()
  stripe.losesAnswersOf = /finalize/
  await shop.later(32 * day)
  stripe.losesAnswersOf = null
  const [renewal] = await invoicesOf(customer)
  const there = () => stripe.of('invoice').find(one => one.customer === ref)!
  assert.deepEqual([renewal.state, there().status], ['due', 'open'])
  await markPaid(shop.world, read('bil', renewal.id)!, { reference: 'transfer', memberId: null })
  shop.turn(minute)
  await customer.get('/billing?fresh=1')
  assert.deepEqual([(await invoicesOf(customer))[0].state, there().status], ['paid', 'void'])
})
