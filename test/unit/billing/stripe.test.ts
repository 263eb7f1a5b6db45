/** The same states with a provider: paid on its page, declined, away, disputed, told late or never. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { forgive, markPaid, refundInvoice } from '#billing/acts.ts'
import { runBilling } from '#billing/periodic.ts'
import { findings } from '#billing/provider/reconcile.ts'
import { findSubscription, selectSteps } from '#billing/store.ts'
import { read } from '#kernel/base/ids.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { testDatabase } from '../../support/database.ts'
import { day, evidenceOf, openStripeShop } from './stage.ts'

const database = await testDatabase()
const { shop, stripe, orderer, subscriber, refOfLast, close } = await openStripeShop(database)
after(close)

const second = 1_000
const hour = 3_600 * second
/** Longer than nobody waits for a provider that was away. */
const rest = 31 * second

/** A month later, after the hour at which cards are tried. */
async function renewed(): Promise<void> {
  await shop.later(32 * day)
  await shop.later(10 * hour)
}

/** Tries of a customer's card so far. */
const triesOf = (ref: string): number =>
  stripe.calls.filter(call => {
    const [, invoice] = /\/(in_\w+)\/pay$/.exec(call) ?? []
    return invoice !== undefined && stripe.things.get(invoice)?.customer === ref
  }).length
describe('An order', () => {
  test('is paid on the page of the provider, whose word alone counts', async () => {
    const customer = await orderer()
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.match(order.body.url, /^https:\/\/checkout\.stripe\.com\//)
    assert.equal((await customer.get('/billing?fresh=1')).state, 'none')
    stripe.payPage(order.body.url)
    shop.turn(6 * second)
    const billing = await customer.get('/billing?fresh=1')
    assert.deepEqual([billing.state, billing.plan, billing.mode], ['active', 'pro', 'test'])
    assert.deepEqual(billing.payment, {
      kind: 'card',
      brand: 'visa',
      last4: '4242',
      expires: '2035-12',
    })
    const session = stripe.of('checkout.session').at(-1)!
    assert.equal((session.metadata as { malote_id: string }).malote_id, order.body.id)
  })

  test('at a provider that says nothing of a mode is one in play money', async () => {
    const customer = await orderer()
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    delete stripe.of('checkout.session').at(-1)!.livemode
    await shop.later(6 * second)
    assert.equal((await customer.get('/billing')).state, 'active')
  })

  test('whose answers were lost is one order of one customer there', async () => {
    const customer = await orderer()
    const count = (kind: string) => stripe.of(kind).length
    const [sessions, customers] = [count('checkout.session'), count('customer')]
    const replies = []
    for (let lost = 0; lost < 3; lost++) {
      shop.turn(lost * 60_000)
      // A connection that was kept open is tried once more.
      stripe.losesAnswers = 2
      replies.push((await customer.post('/billing/checkout', { plan: 'pro' })).status)
    }
    stripe.losesAnswers = 0
    shop.turn(rest)
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.deepEqual([replies, order.status], [[503, 503, 503], 200])
    assert.deepEqual([count('checkout.session') - sessions, count('customer') - customers], [1, 1])
  })

  test('cannot be placed while the provider is away, and sending goes on', async () => {
    const customer = await orderer()
    stripe.isAway = true
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.deepEqual([order.status, order.body.error.code], [503, 'billing_unavailable'])
    assert.equal(await customer.use(10), 'accepted')
    stripe.isAway = false
    shop.turn(rest)
    assert.equal((await customer.post('/billing/checkout', { plan: 'pro' })).status, 200)
  })

  test('with play money activates only whoever may', async () => {
    const customer = await shop.customer()
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    await shop.later(60 * second)
    assert.equal((await customer.get('/billing')).state, 'none')
    const found = await findings(shop.world)
    assert.ok(found.some(one => one.kind === 'test_money' && one.accountId === customer.accountId))
  })

  test('of which another amount was paid activates nothing', async () => {
    const customer = await orderer()
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    const session = stripe.of('checkout.session').at(-1)!
    session.amount_total = 1
    stripe.payPage(order.body.url)
    await shop.later(60 * second)
    assert.equal((await customer.get('/billing')).state, 'none')
  })

  test('paid twice gives the second back whole', async () => {
    const customer = await orderer()
    const first = await customer.post('/billing/checkout', { plan: 'pro' })
    const second_ = await customer.post('/billing/checkout', { plan: 'scale' })
    // Both pages were open in two tabs when they were paid.
    stripe.payPage(first.body.url)
    stripe.payPage(second_.body.url)
    await shop.later(60 * second)
    await shop.later(60 * second)
    const billing = await customer.get('/billing')
    assert.equal(billing.state, 'active')
    const { data } = await customer.get('/billing/invoices')
    const refunded = data.filter((one: { refunded: string }) => one.refunded !== '0.00')
    assert.equal(refunded.length, 1)
    assert.equal(refunded[0].refunded, refunded[0].total)
    assert.equal(stripe.of('refund').length, 1)
  })
})

describe('A renewal', () => {
  test('is charged to the card, once, even where the answer is lost', async () => {
    const customer = await subscriber()
    shop.turn(32 * day)
    // The draft is made, and nobody hears of it; then the charge goes through unheard.
    stripe.losesAnswersOf = /^POST \/v1\/invoices$/
    await shop.later(second)
    // By now the provider has forgotten the key of that call.
    shop.turn(25 * hour)
    stripe.losesAnswersOf = null
    for (let lost = 0; lost < 4; lost++) {
      stripe.losesAnswers = 2
      await shop.later(2 * hour)
    }
    stripe.losesAnswers = 0
    // Issued by then, and twelve hours later it has been ten o'clock.
    await shop.later(12 * hour)
    await shop.later(12 * hour)
    const { data } = await customer.get('/billing/invoices')
    assert.deepEqual([data[0].state, data[0].total], ['paid', '20.00'])
    const ours = stripe
      .of('invoice')
      .filter(one => (one.metadata as { malote_id?: string }).malote_id === data[0].id)
    assert.deepEqual(
      ours.map(one => one.status),
      ['paid'],
    )
  })

  test('declined is tried again by our calendar, and then all is on again', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    stripe.decline = 'insufficient_funds'
    await renewed()
    const late = await customer.get('/billing')
    assert.deepEqual([late.state, late.overage], ['past_due', 'stopped_by_payment'])
    const before = triesOf(ref)
    await shop.later(second)
    assert.equal(triesOf(ref), before, 'no try before its day')
    await shop.later(2 * day)
    assert.ok(triesOf(ref) > before)
    assert.equal((await customer.get('/billing')).grace_until, late.grace_until)
    assert.equal((await selectSteps(shop.world.db, customer.accountId, 'payment_failed')).length, 1)
    stripe.decline = null
    await shop.later(3 * day)
    const back = await customer.get('/billing')
    assert.deepEqual([back.state, back.grace_until, back.overage], ['active', null, 'off'])
  })

  test('is tried once at its hour, however many run what is due', async () => {
    await subscriber()
    const { world } = shop
    stripe.decline = 'insufficient_funds'
    shop.turn(32 * day)
    await runBilling(world)
    shop.turn(day)
    // So that all of them are at it before one has its answer.
    stripe.chargeMs = 1000
    await Promise.all([runBilling(world), runBilling(world), runBilling(world)])
    stripe.chargeMs = 0
    stripe.decline = null
    assert.equal(triesOf(refOfLast()), 1)
  })

  test('is first tried at ten in the morning where the account is', async () => {
    const customer = await orderer({ timeZone: 'Asia/Tokyo' })
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    const ref = refOfLast()
    stripe.payPage(order.body.url)
    await shop.later(6 * second)
    const { period } = await customer.get('/billing')
    // Two minutes into the new period, and two before ten.
    const begins = Date.parse(`${period.to}T00:00:00+09:00`)
    await shop.later(begins + 120 * second - shop.world.clock.now())
    const before = triesOf(ref)
    await shop.later(10 * hour - 240 * second)
    const [early] = (await customer.get('/billing/invoices')).data
    assert.deepEqual([early.state, triesOf(ref)], ['open', before])
    await shop.later(240 * second)
    const [renewal] = (await customer.get('/billing/invoices')).data
    assert.deepEqual([renewal.state, renewal.id, triesOf(ref)], ['paid', early.id, before + 1])
  })

  test('that the bank wants confirmed waits for the customer, who is told', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    stripe.decline = 'invoice_payment_intent_requires_action'
    await renewed()
    stripe.decline = null
    const before = triesOf(ref)
    await shop.later(2 * day)
    assert.equal(triesOf(ref), before)
    assert.equal((await customer.get('/billing')).state, 'past_due')
    const { data } = await customer.get('/notices')
    assert.ok(data.some((one: { code: string }) => one.code === 'payment_needed'))
  })

  test('declined for good waits for another card, which is tried at once', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    stripe.decline = 'stolen_card'
    await renewed()
    const before = triesOf(ref)
    await shop.later(3 * day)
    assert.equal(triesOf(ref), before)
    stripe.decline = null
    stripe.keepCard(ref, '1881')
    await shop.later(60 * second)
    const billing = await customer.get('/billing')
    assert.deepEqual(
      [billing.state, billing.payment.last4, triesOf(ref)],
      ['active', '1881', before + 1],
    )
  })

  test('is charged to the card that was chosen, not to the newest', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    stripe.keepCard(ref, '1881')
    stripe.keepCard(ref, '0005', false)
    await renewed()
    assert.equal((await customer.get('/billing')).payment.last4, '1881')
    const { payment_method: used } = stripe.of('charge').findLast(one => one.customer === ref)!
    const card = stripe.things.get(String(used))!.card as { last4: string }
    assert.equal(card.last4, '1881')
  })

  test('of who has removed the card goes out as an invoice', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    stripe.detach(ref)
    await shop.later(60 * second)
    assert.equal((await customer.get('/billing')).payment, null)
    assert.equal((await evidenceOf(shop, customer)).has, false)
    const before = triesOf(ref)
    await renewed()
    const [renewal] = (await customer.get('/billing/invoices')).data
    assert.match(renewal.pay_url, /^https:\/\/invoice\.stripe\.com\//)
    assert.deepEqual([renewal.state, triesOf(ref)], ['open', before])
    assert.equal((await customer.get('/billing')).state, 'active')
  })

  test('with the provider away for a day goes out afterwards, once', async () => {
    const customer = await subscriber()
    stripe.isAway = true
    await shop.later(32 * day)
    const { data } = await customer.get('/billing/invoices')
    assert.equal(data[0].state, 'due')
    for (let hour = 0; hour < 24; hour++) await shop.later(3_600 * second)
    stripe.isAway = false
    await shop.later(3_700 * second)
    await shop.later(3_700 * second)
    const invoice = await customer.get(`/billing/invoices/${data[0].id}`)
    assert.equal(invoice.state, 'paid')
    assert.equal((await customer.get('/billing')).state, 'active')
    const made = stripe
      .of('invoice')
      .filter(one => (one.metadata as { malote_id?: string })?.malote_id === data[0].id)
    assert.equal(made.length, 1)
  })
})

describe('A boleto', () => {
  test('begins the plan once it is paid, and is no evidence of who pays', async () => {
    const customer = await orderer({ trustLevel: 1 })
    const order = await customer.post('/billing/checkout', { plan: 'pro', currency: 'BRL' })
    stripe.boleto(order.body.url, false)
    await shop.later(60 * second)
    assert.equal((await customer.get('/billing')).state, 'none')
    // Its order is long closed when the bank tells that it was paid.
    await shop.later(2 * day)
    await customer.beClean()
    stripe.boleto(order.body.url, true)
    await shop.later(60 * second)
    const billing = await customer.get('/billing')
    assert.deepEqual([billing.state, billing.payment.kind], ['active', 'boleto'])
    assert.deepEqual(await evidenceOf(shop, customer), { has: false, level: 1 })
    assert.equal((await findSubscription(shop.world.db, customer.accountId))?.payBy, 'invoice')
    await renewed()
    const [renewal] = (await customer.get('/billing/invoices')).data
    assert.deepEqual([renewal.state, triesOf(refOfLast())], ['open', 0])
    assert.match(renewal.pay_url, /^https:\/\/invoice\.stripe\.com\//)
    // Nothing is declined where nothing could be tried.
    const now = await customer.post(`/billing/invoices/${renewal.id}/pay`)
    assert.deepEqual(now.body, { pay_url: renewal.pay_url })
    assert.equal((await customer.get('/billing')).state, 'active')
  })

  test('of which a customer has nothing else is not charged like a card', async () => {
    await subscriber()
    Object.assign(stripe.of('payment_method').at(-1)!, { type: 'boleto', card: undefined })
    await renewed()
    assert.equal(triesOf(refOfLast()), 0)
  })
})

describe('An upgrade by card', () => {
  test('is charged at once, and declined it changes nothing', async () => {
    const customer = await subscriber()
    stripe.decline = 'generic_decline'
    const declined = await customer.post('/billing/plan', { plan: 'scale' })
    assert.deepEqual(
      [declined.body.applies, declined.body.warnings[0]?.code],
      ['unchanged', 'payment_declined'],
    )
    assert.equal((await customer.get('/billing')).plan, 'pro')
    stripe.decline = null
    const done = await customer.post('/billing/plan', { plan: 'scale' })
    assert.deepEqual([done.body.applies, done.body.charge], ['now', '140.00'])
    const billing = await customer.get('/billing')
    assert.deepEqual([billing.plan, billing.price], ['scale', '160.00'])
    const [change] = (await customer.get('/billing/changes')).data
    assert.deepEqual([change.kind, change.from, change.to], ['plan', 'pro', 'scale'])
    assert.match(change.by, /^usr_/)
  })
})

describe('A dispute', () => {
  test('is told to the account and to the operators, by its name', async () => {
    const boss = await shop.customer()
    await changeOperator(database.db, boss.accountId, true)
    await subscriber()
    stripe.dispute(refOfLast(), 'needs_response')
    await shop.later(60 * second)
    const told = async () =>
      (await boss.get('/notices')).data.filter((one: { code: string }) => one.code !== 'sign_in')
    assert.match((await told())[0].text, /^.+: A charge is disputed at the bank/)
    stripe.dispute(refOfLast(), 'won')
    await shop.later(60 * second)
    assert.deepEqual(
      (await told()).map((one: { code: string }) => one.code),
      ['dispute_closed', 'dispute_opened'],
    )
    await changeOperator(database.db, boss.accountId, false)
  })

  test('leaves a plan what it is: nothing new can be ordered beside it', async () => {
    const customer = await subscriber()
    stripe.dispute(refOfLast(), 'needs_response')
    await shop.later(60 * second)
    const order = await customer.post('/billing/checkout', { plan: 'scale' })
    assert.deepEqual([order.status, order.body.error.code], [409, 'subscription_exists'])
    stripe.dispute(refOfLast(), 'won')
    await shop.later(60 * second)
  })

  test('stops overage; lost, it ends the plan until it is forgiven', async () => {
    const customer = await subscriber()
    const ref = stripe.of('customer').at(-1)!.id
    stripe.dispute(ref, 'needs_response')
    await shop.later(60 * second)
    assert.equal((await customer.get('/billing')).overage, 'stopped_by_payment')
    stripe.dispute(ref, 'lost')
    await shop.later(60 * second)
    assert.equal((await customer.get('/billing')).state, 'ended')
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.deepEqual([order.status, order.body.error.code], [409, 'payment_due'])
    const { data } = await customer.get('/billing/invoices')
    assert.deepEqual([data[0].state, data[0].paid], ['lost', '0.00'])
    // Looked at again, what the bank has taken back stays lost.
    await shop.later(7 * second)
    const id = read('bil', data[0].id)!
    const given = await forgive(shop.world, id, { reason: 'settled', memberId: null })
    assert.equal(given.state, 'void')
    await shop.later(7 * second)
    assert.equal((await customer.get('/billing')).state, 'ended')
    assert.equal((await customer.post('/billing/checkout', { plan: 'pro' })).status, 201)
  })

  test('of fraud stops all sending below level 3 until it is won', async () => {
    const customer = await orderer({ trustLevel: 2 })
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    await shop.later(6 * second)
    const ref = stripe.of('customer').at(-1)!.id
    stripe.dispute(ref, 'needs_response', 'fraudulent')
    await shop.later(60 * second)
    assert.equal(await customer.use(1), 'sending_paused')
    stripe.dispute(ref, 'won', 'fraudulent')
    await shop.later(60 * second)
    assert.equal(await customer.use(1), 'accepted')
    assert.notEqual((await customer.get('/billing')).overage, 'stopped_by_payment')
  })

  test('holds back the tries of the card until it is decided', async () => {
    const customer = await subscriber()
    const ref = stripe.of('customer').at(-1)!.id
    stripe.dispute(ref, 'needs_response')
    await shop.later(60 * second)
    await shop.later(32 * day)
    await shop.later(2 * day)
    const renewal = async () => (await customer.get('/billing/invoices')).data[0]
    assert.deepEqual([(await renewal()).state, (await renewal()).lines[0].kind], ['open', 'base'])
    stripe.dispute(ref, 'won')
    await shop.later(60 * second)
    await shop.later(60 * second)
    assert.equal((await renewal()).state, 'paid')
  })
})

describe('A warning of fraud', () => {
  test('stops all sending below level 3, and is a finding', async () => {
    const customer = await orderer({ trustLevel: 2 })
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    await shop.later(6 * second)
    stripe.hidesWarnings = true
    stripe.warn(refOfLast())
    await shop.later(60 * second)
    // A key without the right to read them works all the same.
    assert.equal(await customer.use(1), 'accepted')
    stripe.hidesWarnings = false
    stripe.warn(refOfLast())
    await shop.later(60 * second)
    assert.equal(await customer.use(1), 'sending_paused')
    const own = (await findings(shop.world)).filter(one => one.accountId === customer.accountId)
    assert.deepEqual(
      own.map(one => one.kind),
      ['fraud_warning'],
    )
    assert.equal((await customer.get('/billing')).state, 'active')
  })
})

describe('What is void here', () => {
  test('is called off there', async () => {
    const customer = await subscriber()
    stripe.decline = 'insufficient_funds'
    await renewed()
    assert.equal((await customer.get('/billing')).state, 'past_due')
    assert.equal((await customer.post('/billing/plan', { plan: 'free' })).body.applies, 'now')
    stripe.decline = null
    await shop.later(60 * second)
    const { data } = await customer.get('/billing/invoices')
    const there = stripe
      .of('invoice')
      .find(one => (one.metadata as { malote_id?: string }).malote_id === data[0].id)
    assert.deepEqual([data[0].state, there!.status], ['void', 'void'])
  })
})

test('What was paid on a page is given back by the provider', async () => {
  const customer = await subscriber()
  const { data } = await customer.get('/billing/invoices')
  const before = stripe.of('refund').length
  const ask = { cents: 500, reason: 'kindness', isEnd: false, memberId: null }
  await refundInvoice(shop.world, read('bil', data[0].id)!, ask)
  const movesOf = async () =>
    (await customer.get('/billing/invoices')).data[0].payments.map(
      (one: { kind: string; amount: string }) => [one.kind, one.amount],
    )
  // It has not happened before the provider says so.
  assert.deepEqual(await movesOf(), [['payment', '20.00']])
  await shop.later(60 * second)
  assert.deepEqual((await movesOf())[1], ['refund', '5.00'])
  const refunds = stripe.of('refund')
  assert.deepEqual([refunds.length - before, refunds.at(-1)!.amount], [1, '500'])
  assert.equal((await customer.get('/billing/invoices')).data[0].refunded, '5.00')
})

test('An invoice paid outside is known by its reference', async () => {
  const customer = await orderer()
  const order = await customer.post('/billing/checkout', { plan: 'pro' })
  const id = read('bil', order.body.invoice_id)!
  await markPaid(shop.world, id, { reference: 'transfer', memberId: null })
  await markPaid(shop.world, id, { reference: 'transfer', memberId: null })
  assert.equal((await customer.get('/billing')).state, 'active')
})
