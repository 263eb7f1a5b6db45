/** What is given back at the provider, by hand there or as it is asked to. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs/promises'
import { after, test } from 'node:test'
import { markPaid, refundInvoice } from '#billing/acts.ts'
import { findingOfRefund } from '#billing/invoices/invoice-store.ts'
import { lookAt } from '#billing/provider/look.ts'
import { findings, settleFinding } from '#billing/provider/reconcile.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, openStripeShop } from './stage.ts'

const database = await testDatabase()
const { shop, stripe, subscriber, refOfLast, close } = await openStripeShop(database)
after(close)

test('What is given back by hand at the provider is shown as refunds, each once', async () => {
  const customer = await subscriber()
  const ref = refOfLast()
  const { data } = await customer.get('/billing/invoices')
  const charge = stripe.of('charge').findLast(one => one.customer === ref)!
  const refunds = async (given: number) => {
    Object.assign(charge, { amount_refunded: given })
    for (let n = 0; n < 2; n++) assert.ok(await lookAt(shop.world, customer.accountId))
    const { payments, refunded } = await customer.get(`/billing/invoices/${data[0].id}`)
    const amounts = payments
      .filter((one: { kind: string }) => one.kind === 'refund')
      .map((one: { date: string; amount: string }) => [one.date, one.amount])
    return [refunded, amounts]
  }
  const today = new Date(shop.world.clock.now()).toISOString().slice(0, 10)
  assert.deepEqual(await refunds(0), ['0.00', []])
  assert.deepEqual(await refunds(500), ['5.00', [[today, '5.00']]])
  const both = [
    [today, '5.00'],
    [today, '15.00'],
  ]
  // More than was paid cannot have been given back.
  assert.deepEqual(await refunds(2_100), ['20.00', both])
  assert.deepEqual(await refunds(2_200), ['20.00', both])
})

const minute = 60_000
const giveBack = (id: string, cents: number) =>
  refundInvoice(shop.world, read('bil', id)!, {
    ...{ cents, reason: 'kindness' },
    ...{ isEnd: false, memberId: null },
  })
const refundsOf = async (customer: Customer, id: string) => {
  const { refunded, payments } = await customer.get(`/billing/invoices/${id}`)
  const amounts = payments
    .filter((one: { kind: string }) => one.kind === 'refund')
    .map((one: { date: string; amount: string }) => [one.date, one.amount])
  return [refunded, amounts]
}
const today = () => new Date(shop.world.clock.now()).toISOString().slice(0, 10)

test('What the provider refuses to give back is shown once it was given there by hand', async t => {
  const customer = await subscriber()
  const ref = refOfLast()
  const { id } = (await customer.get('/billing/invoices')).data[0]
  const charge = stripe.of('charge').findLast(one => one.customer === ref)!
  t.after(() => {
    stripe.refusesCallsOf = null
  })
  stripe.refusesCallsOf = /^POST \/v1\/refunds$/
  for (const cents of [300, 400, 600]) await giveBack(id, cents)
  await shop.later(minute)
  assert.deepEqual(await refundsOf(customer, id), ['13.00', []])
  stripe.refusesCallsOf = null
  // One that the provider gives says nothing of those that it has refused.
  await giveBack(id, 100)
  await shop.later(minute)
  assert.equal(charge.amount_refunded, 100)
  assert.ok(await lookAt(shop.world, customer.accountId))
  const shown = [[today(), '1.00']]
  assert.deepEqual(await refundsOf(customer, id), ['14.00', shown])
  // What is left of the first sum is no second one; then it is the very sum of the third.
  for (const [given, amount] of [
    [550, '3.00'],
    [1_000, '6.00'],
  ] as const) {
    await shop.later(25 * 60 * minute)
    Object.assign(charge, { amount_refunded: given })
    assert.ok(await lookAt(shop.world, customer.accountId))
    shown.push([today(), amount])
    assert.deepEqual(await refundsOf(customer, id), ['14.00', shown])
  }
  await shop.later(25 * 60 * minute)
  // More than was asked for, too.
  Object.assign(charge, { amount_refunded: 1_500 })
  for (let n = 0; n < 2; n++) assert.ok(await lookAt(shop.world, customer.accountId))
  const [refunded, all] = await refundsOf(customer, id)
  assert.equal(refunded, '15.00')
  assert.deepEqual(all.slice(0, 3), shown)
  const last = [
    [today(), '1.00'],
    [today(), '4.00'],
  ]
  assert.deepEqual(all.slice(3).sort(), last)
})

test('What the provider refuses to give back is shown once somebody has settled it', async t => {
  const customer = await subscriber()
  const { id } = (await customer.get('/billing/invoices')).data[0]
  t.after(() => {
    stripe.refusesCallsOf = null
  })
  stripe.refusesCallsOf = /^POST \/v1\/refunds$/
  for (const cents of [500, 700]) await giveBack(id, cents)
  await shop.later(minute)
  const found = async () =>
    (await findings(shop.world)).filter(one => one.accountId === customer.accountId)
  // Refused for the same reason, each is told of.
  const [second, first] = await found()
  assert.match(second!.en, /refuses to give US\$ 7\.00/)
  assert.match(first!.en, /refuses to give US\$ 5\.00/)
  await shop.later(25 * 60 * minute)
  await settleFinding(shop.world, second!.id)
  const shown = [[today(), '7.00']]
  assert.deepEqual(await refundsOf(customer, id), ['12.00', shown])
  assert.deepEqual(await found(), [first])
  // The day on which it was settled first stays.
  await shop.later(25 * 60 * minute)
  await settleFinding(shop.world, second!.id)
  assert.deepEqual(await refundsOf(customer, id), ['12.00', shown])
  await settleFinding(shop.world, first!.id)
  assert.deepEqual(await refundsOf(customer, id), ['12.00', [...shown, [today(), '5.00']]])
})

test('Refunds outside of the provider that were noted as to be given by hand have happened', async () => {
  const sql = await fs.readFile(
    new URL('../../../db/migrations/0630_refunds_outside.sql', import.meta.url),
    'utf8',
  )
  const made: Record<string, string> = {}
  const make = async (name: string, ...changes: string[]) => {
    const customer = await subscriber()
    const { id } = (await customer.get('/billing/invoices')).data[0]
    await giveBack(id, 500)
    const invoiceId = read('bil', id)!
    made[invoiceId] = name
    await shop.world.db.query(`update refunds set state = 'by_hand' where invoice_id = $1`, [
      invoiceId,
    ])
    for (const change of changes) await shop.world.db.query(change, [invoiceId])
  }
  const found = (key: string, settledAt: string) =>
    `insert into billing_differences (id, invoice_id, kind, key, en, pt, since, settled_at)
     values (gen_random_uuid(), $1, split_part(${key}, ' ', 1), ${key}, '', '', now(), ${settledAt})`
  const byItself = `update refunds set cause = 'of ' || id where invoice_id = $1`
  const paidTwice = `'paid_twice ' || $1::uuid`
  await make('paid by reference', `update invoices set reference = 'pix' where id = $1`)
  await make('collected by hand since')
  await make('refused', found(`'refused'`, 'null'))
  await make('given back by itself', byItself, found(paidTwice, 'null'))
  await make('given back by itself and settled', byItself, found(paidTwice, `'2026-01-02'`))
  for (const one of sql.split(';\n')) await shop.world.db.query(one)
  const rows = await shop.world.db.query<{ id: Uuid; refund: Uuid; state: string; at: Date }>(
    `select invoice_id as id, id as refund, state, at from refunds
     where invoice_id = any($1::uuid[])`,
    [Object.keys(made)],
  )
  assert.deepEqual(Object.fromEntries(rows.map(one => [made[one.id], one.state])), {
    'paid by reference': 'done',
    'collected by hand since': 'done',
    refused: 'by_hand',
    'given back by itself': 'by_hand',
    'given back by itself and settled': 'done',
  })
  const settled = rows.find(one => made[one.id] === 'given back by itself and settled')!
  assert.equal(settled.at.toISOString().slice(0, 10), '2026-01-02')
  const waiting = rows.find(one => made[one.id] === 'given back by itself')!
  const keys = await shop.world.db.query<{ key: string }>(
    'select key from billing_differences where invoice_id = $1',
    [waiting.id],
  )
  assert.deepEqual(keys, [{ key: findingOfRefund({ id: waiting.refund }) }])
})

test('An invoice that the provider was paid is not noted as paid outside', async () => {
  const customer = await subscriber()
  const { data } = await customer.get('/billing/invoices')
  await assert.rejects(
    markPaid(shop.world, read('bil', data[0].id)!, { reference: 'transfer', memberId: null }),
    { code: 'invalid_field', param: 'reference', message: /not outside of the provider/ },
  )
})
