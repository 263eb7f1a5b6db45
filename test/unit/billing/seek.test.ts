/** Paid here: what a look does about it where the provider does not show it. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { markPaid } from '#billing/acts.ts'
import { lookAt } from '#billing/provider/look.ts'
import { findings } from '#billing/provider/reconcile.ts'
import { read } from '#kernel/base/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, day, openStripeShop } from './stage.ts'

const database = await testDatabase()
const { shop, stripe, subscriber, refOfLast, close } = await openStripeShop(database)
after(close)

const hour = 3_600_000
const things = stripe.things as Map<string, { id: string; customer?: string }>

/** Months later, each of which its card has paid. */
async function renewed(months = 1): Promise<void> {
  for (let n = 0; n < months; n++) {
    await shop.later(32 * day)
    await shop.later(10 * hour)
  }
  await shop.later(60_000)
}

const look = ({ accountId }: Customer) => lookAt(shop.world, accountId)

/** Single objects that a step asks for. */
async function asked(step: () => Promise<unknown>): Promise<string[]> {
  const before = stripe.calls.length
  await step()
  return stripe.calls
    .slice(before)
    .flatMap(call => /^GET \/v1\/(?:invoices|checkout\/sessions)\/(\w+)$/.exec(call)?.[1] ?? [])
}

/** As if the key were of another account: nothing of the customer is there. */
function loseAll(ref: string): void {
  for (const { id, customer } of [...things.values()]) {
    if (id === ref || customer === ref) things.delete(id)
  }
}

async function unknownOf({ accountId }: Customer) {
  const all = await findings(shop.world)
  return all.filter(one => one.accountId === accountId && one.kind === 'unknown')
}

describe('An invoice that is paid here', () => {
  test('is not asked for where the provider shows it', async () => {
    const customer = await subscriber()
    await renewed()
    assert.deepEqual(await asked(() => look(customer)), [])
    assert.deepEqual(await unknownOf(customer), [])
  })

  test('and unknown there is a finding, once, which moves no money', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await renewed()
    const before = (await customer.get('/billing/invoices')).data
    assert.deepEqual(
      before.map((one: { state: string }) => one.state),
      ['paid', 'paid'],
    )
    loseAll(ref)
    const names = await asked(() => look(customer))
    assert.deepEqual(names.map(one => one.slice(0, 3)).sort(), ['cs_', 'in_'])
    const found = await unknownOf(customer)
    assert.deepEqual(
      new Set(found.map(one => one.invoiceId)),
      new Set(before.map((one: { id: string }) => read('bil', one.id))),
    )
    for (const one of found) {
      const name = names.find(id => one.en.includes(id))
      assert.ok(name !== undefined && one.pt.includes(`o provedor não conhece ${name}:`), one.pt)
      assert.ok(one.en.includes(`the provider does not know ${name}:`), one.en)
    }
    assert.deepEqual(await asked(() => look(customer)), [])
    assert.equal((await unknownOf(customer)).length, 2)
    const { data } = await customer.get('/billing/invoices')
    assert.deepEqual(
      data.map((one: { state: string; paid: string; refunded: string }) => [
        one.state,
        one.paid,
        one.refunded,
      ]),
      Array(2).fill(['paid', '20.00', '0.00']),
    )
    assert.equal((await customer.get('/billing')).state, 'active')
  })

  test('of a customer who was made anew there is asked for once, and known', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await renewed()
    Object.assign(stripe.things.get(ref)!, { deleted: true })
    assert.equal((await asked(() => look(customer))).length, 2)
    // An upgrade makes the customer anew, who has nothing of the old one's.
    const larger = await customer.post('/billing/plan', { plan: 'scale' })
    assert.equal(larger.body.applies, 'when_paid', larger.text)
    assert.notEqual(refOfLast(), ref)
    assert.equal((await asked(() => look(customer))).length, 2)
    assert.deepEqual(await asked(() => look(customer)), [])
    assert.deepEqual(await unknownOf(customer), [])
  })

  test('is not said to be unknown where the provider does not answer', async () => {
    const customer = await subscriber()
    loseAll(refOfLast())
    stripe.losesAnswersOf = /^GET \/v1\/checkout\/sessions\/cs_/
    await look(customer)
    stripe.losesAnswersOf = null
    assert.deepEqual(await unknownOf(customer), [])
    shop.turn(31_000)
    await look(customer)
    assert.equal((await unknownOf(customer)).length, 1)
  })

  test('of which the provider refuses to tell is asked for again, after all others', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await renewed(6)
    loseAll(ref)
    stripe.refusesCallsOf = /^GET \/v1\/invoices\/in_/
    const first = await asked(() => look(customer))
    const second = await asked(() => look(customer))
    stripe.refusesCallsOf = null
    assert.equal((await unknownOf(customer)).length, 1)
    assert.deepEqual([first.length, new Set([...first, ...second.slice(0, 2)]).size], [5, 7])
    assert.equal((await asked(() => look(customer))).length, 5)
    assert.equal((await asked(() => look(customer))).length, 1)
    assert.equal((await unknownOf(customer)).length, 7)
  })

  test('outside of the provider is not looked for in it', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    stripe.decline = 'insufficient_funds'
    await renewed()
    stripe.decline = null
    const { open_invoice } = await customer.get('/billing')
    await markPaid(shop.world, read('bil', open_invoice)!, { reference: 'pix', memberId: null })
    await shop.later(60_000)
    loseAll(ref)
    assert.deepEqual(
      (await asked(() => look(customer))).map(one => one.slice(0, 3)),
      ['cs_'],
    )
  })

  test('is one of five that a look asks for, and nobody waits for them at a page', async () => {
    const customer = await subscriber()
    const ref = refOfLast()
    await renewed(6)
    loseAll(ref)
    shop.turn(6_000)
    assert.deepEqual(await asked(() => customer.get('/billing?fresh=1')), [])
    assert.equal((await asked(() => look(customer))).length, 5)
    assert.equal((await asked(() => look(customer))).length, 2)
    assert.equal((await unknownOf(customer)).length, 7)
  })
})
