/** What the people who run the installation see of money, and do with it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { show } from '#kernel/base/ids.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { testDatabase } from '../../support/database.ts'
import { addMember, type Browser } from '../console/stage.ts'
import { type Customer, day, openShop, type Shop } from './stage.ts'

const database = await testDatabase()
let shop: Shop
let boss: Customer
let helper: Browser
before(async () => {
  shop = await openShop(database)
  boss = await shop.customer()
  await changeOperator(shop.world.db, boss.accountId, true)
  helper = await addMember(shop, boss, 'developer')
})
after(() => shop.api.close())

const at = '/operator/billing'
const post = (path: string, body: unknown) => boss.post(`${at}${path}`, body)

describe('Money acts of operators', () => {
  test('are hidden from whoever does not own the account that operates', async () => {
    const { ask } = await shop.customer()
    for (const reply of [await ask('GET', at), await helper.ask('GET', `/api${at}`)]) {
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'route_not_found'])
    }
    assert.equal((await boss.ask('GET', at)).status, 200)
  })

  test('order in the name of an owner at an agreed price, and note the payment once', async () => {
    const customer = await shop.customer()
    const account = show('acc', customer.accountId)
    const wish = { plan: 'enterprise', currency: 'USD', price: '1234.50' }
    const ordered = await post(`/accounts/${account}/subscribe`, wish)
    assert.equal(ordered.status, 201, ordered.text)
    assert.deepEqual(
      [ordered.body.total, ordered.body.account_id, ordered.body.state],
      ['1234.50', account, 'open'],
    )
    const { id } = ordered.body
    const first = await post(`/invoices/${id}/paid`, { reference: 'wire 7' })
    const again = await post(`/invoices/${id}/paid`, { reference: 'wire 7' })
    assert.deepEqual([first.body.state, again.body.state], ['paid', 'paid'])
    const billing = await customer.get('/billing')
    assert.deepEqual(
      [billing.plan, billing.state, billing.price],
      ['enterprise', 'active', '1234.50'],
    )
    const status = await boss.ask('GET', at)
    assert.equal(status.body.active >= 1, true, status.text)
  })

  test('refuse by the field what cannot be', async () => {
    const customer = await shop.customer()
    const account = show('acc', customer.accountId)
    for (const [path, body, param] of [
      [`/accounts/${account}/subscribe`, { plan: 'enterprise' }, 'plan'],
      [`/accounts/${account}/subscribe`, { plan: 'pro', price: '1.234' }, 'price'],
      [`/accounts/${account}/subscribe`, { plan: 'free' }, 'plan'],
    ] as const) {
      const reply = await post(path, body)
      assert.deepEqual([reply.status, reply.body.error.param], [400, param], reply.text)
    }
    const { body } = await post(`/accounts/${account}/subscribe`, { plan: 'pro' })
    for (const amount of ['0.01', '0.00', '-1.00', '1e2', '1.005', ' ']) {
      const reply = await post(`/invoices/${body.id}/refund`, { amount, reason: 'odd' })
      assert.deepEqual([reply.status, reply.body.error.param], [400, 'amount'], amount)
    }
    const unknown = await post(`/invoices/bil_${'0'.repeat(32)}/forgive`, { reason: 'x' })
    assert.equal(unknown.status, 404)
  })

  test('forgive what is owed, give back what was paid, and note the fiscal number', async () => {
    const customer = await shop.customer()
    const account = show('acc', customer.accountId)
    const { body: order } = await post(`/accounts/${account}/subscribe`, { plan: 'pro' })
    await post(`/invoices/${order.id}/paid`, { reference: 'pix 1' })
    const noted = await post(`/invoices/${order.id}/fiscal-note`, { number: 'NFS-e 17' })
    assert.equal(noted.body.fiscal_note, 'NFS-e 17')
    const back = await post(`/invoices/${order.id}/refund`, { amount: '5,00', reason: 'sorry' })
    assert.deepEqual([back.body.refunded, back.body.paid], ['5.00', '20.00'], back.text)
    const more = await post(`/invoices/${order.id}/refund`, { amount: '15.01', reason: 'more' })
    assert.equal(more.body.error.param, 'amount')
    assert.equal((await customer.get('/billing')).state, 'active')
    await shop.later(31 * day)
    const { data } = await customer.get('/billing/invoices')
    const renewal = data.find((one: { id: string }) => one.id !== order.id)
    await shop.later(8 * day)
    assert.equal((await customer.get('/billing')).state, 'past_due')
    const forgiven = await post(`/invoices/${renewal.id}/forgive`, { reason: 'our fault' })
    assert.equal(forgiven.body.state, 'void', forgiven.text)
    const after = await customer.get('/billing')
    assert.deepEqual([after.state, after.grace_until, after.open_invoice], ['active', null, null])
  })

  test('note on which day how much came, and show it to both with what was given back', async () => {
    const customer = await shop.customer()
    const account = show('acc', customer.accountId)
    const { body: order } = await post(`/accounts/${account}/subscribe`, { plan: 'pro' })
    const reference = 'pix 77'
    const today = new Date(shop.world.clock.now()).toISOString().slice(0, 10)
    const dayOf = (ms: number) => new Date(shop.world.clock.now() + ms).toISOString().slice(0, 10)
    for (const [body, param] of [
      [{ amount: '19.99' }, 'amount'],
      [{ amount: 'all' }, 'amount'],
      [{ date: dayOf(2 * day) }, 'date'],
      [{ date: dayOf(-368 * day) }, 'date'],
      [{ date: '2026-02-30' }, 'date'],
      [{ date: 'yesterday' }, 'date'],
      [{ date: `${today}T10:00:00Z` }, 'date'],
    ] as const) {
      const reply = await post(`/invoices/${order.id}/paid`, { reference, ...body })
      assert.deepEqual([reply.status, reply.body.error?.param], [400, param], JSON.stringify(body))
    }
    assert.deepEqual((await customer.get(`/billing/invoices/${order.id}`)).payments, [])
    const date = dayOf(-3 * day)
    const paid = { reference, date, amount: '20,00' }
    assert.equal((await post(`/invoices/${order.id}/paid`, paid)).body.state, 'paid')
    const again = await post(`/invoices/${order.id}/paid`, paid)
    assert.deepEqual([again.status, again.body.state], [200, 'paid'], again.text)
    const without = await post(`/invoices/${order.id}/paid`, { reference })
    assert.deepEqual([without.status, without.body.paid_on], [200, again.body.paid_on])
    for (const [odd, param] of [
      [{ amount: '5.00' }, 'amount'],
      [{ date: dayOf(2 * day) }, 'date'],
      [{ date: dayOf(-4 * day) }, 'date'],
      [{ reference: 'pix 78' }, 'reference'],
    ] as const) {
      const reply = await post(`/invoices/${order.id}/paid`, { ...paid, ...odd })
      assert.deepEqual([reply.status, reply.body.error?.param], [400, param], reply.text)
    }
    await post(`/invoices/${order.id}/refund`, { amount: '5,00', reason: 'sorry' })
    await post(`/invoices/${order.id}/refund`, { amount: '1,00', reason: 'sorry again' })
    const payments = [
      { kind: 'payment', date, amount: '20.00', reference },
      { kind: 'refund', date: today, amount: '5.00', reference: null },
      { kind: 'refund', date: today, amount: '1.00', reference: null },
    ]
    assert.deepEqual((await customer.get(`/billing/invoices/${order.id}`)).payments, payments)
    const { data } = (await boss.ask('GET', `${at}/invoices?state=paid`)).body
    assert.deepEqual(data.find((one: { id: string }) => one.id === order.id).payments, payments)
    const pdf = await customer.ask('GET', `/billing/invoices/${order.id}/pdf`)
    assert.equal(pdf.status, 200)
    const table = await boss.ask('GET', `${at}/invoices/export?state=paid`)
    const [head = '', ...lines] = table.text.trim().split('\r\n')
    const line = lines.find(one => one.startsWith(order.id))!
    assert.deepEqual(head.split(',').slice(-2), ['paid_on', 'reference'])
    assert.deepEqual(line.split(',').slice(-2), [date, reference])
    // The months of whoever runs it count the payment in that of its day.
    const revenue = await boss.ask('GET', `${at}/revenue`)
    const months = revenue.body.data.find(
      (one: { currency: string }) => one.currency === 'USD',
    ).months
    const month = months.find((one: { month: string }) => one.month === date.slice(0, 7))
    assert.ok(Number(month.paid) >= 20, JSON.stringify(months))
  })

  test('count the day of a payment where the customer is', async () => {
    const customer = await shop.customer({ timeZone: 'Pacific/Kiritimati' })
    const account = show('acc', customer.accountId)
    const ahead = 14 * 3_600_000
    const date = new Date(shop.world.clock.now() + ahead).toISOString().slice(0, 10)
    for (const given of [date, undefined]) {
      const { body: order } = await post(`/accounts/${account}/subscribe`, { plan: 'pro' })
      const paid = { reference: 'pix', ...(given === undefined ? {} : { date: given }) }
      const reply = await post(`/invoices/${order.id}/paid`, paid)
      assert.equal(reply.body.payments?.[0].date, date, reply.text)
      await post(`/invoices/${order.id}/refund`, { amount: '20.00', reason: 'x', end: true })
    }
  })

  test('count a payment in the month of its day where the customer is', async () => {
    const customer = await shop.customer({ timeZone: 'Pacific/Kiritimati' })
    const { body: order } = await post(`/accounts/${show('acc', customer.accountId)}/subscribe`, {
      plan: 'pro',
      currency: 'BRL',
    })
    const receivedIn = async (wanted: string) => {
      const { body } = await boss.ask('GET', `${at}/revenue`)
      const reais = body.data.find((one: { currency: string }) => one.currency === 'BRL')
      const found = reais?.months.find((one: { month: string }) => one.month === wanted)
      return Number(found?.paid ?? 0)
    }
    const month = new Date(shop.world.clock.now() - 31 * day).toISOString().slice(0, 7)
    const before = await receivedIn(month)
    // Noon of the first there is the last day of the month before in UTC.
    const paid = { reference: 'pix', date: `${month}-01` }
    const reply = await post(`/invoices/${order.id}/paid`, paid)
    assert.equal(reply.body.payments?.[0].date, `${month}-01`, reply.text)
    assert.equal((await receivedIn(month)) - before, 99)
  })

  test('list invoices of everybody, and as a table', async () => {
    const open = await boss.ask('GET', `${at}/invoices?state=open&limit=1`)
    assert.equal(open.body.data.length, 1, open.text)
    assert.equal(open.body.data[0].state, 'open')
    const all = await boss.ask('GET', `${at}/invoices`)
    const pages: string[] = []
    for (let more = true; more; ) {
      const after = pages.length > 0 ? `&starting_after=${pages.at(-1)}` : ''
      const page = await boss.ask('GET', `${at}/invoices?limit=2${after}`)
      pages.push(...page.body.data.map((one: { id: string }) => one.id))
      more = page.body.has_more
    }
    assert.ok(pages.length > 2)
    assert.deepEqual(
      pages,
      all.body.data.map((one: { id: string }) => one.id),
    )
    const unknown = await boss.ask('GET', `${at}/invoices?starting_after=bil_${'0'.repeat(32)}`)
    assert.deepEqual([unknown.status, unknown.body.error.param], [400, 'starting_after'])
    const table = await boss.ask('GET', `${at}/invoices/export?state=paid`)
    const lines = table.text.trim().split('\r\n')
    assert.match(lines[0]!, /^id,number,account_id,state,total/)
    assert.ok(lines.length > 1 && lines.slice(1).every(line => line.includes(',paid,')), table.text)
  })

  test('have every invoice in the table, however many', async () => {
    const { accountId } = await shop.customer()
    await shop.world.db.query(
      `insert into invoices (account_id, id, number, cause, state, plan, pay_by, currency,
         total_cents, starts_on, ends_on, live, due_at, created_at)
       select $1, gen_random_uuid(), nextval('invoice_numbers'), 'period:' || n, 'lost', 'pro',
         'invoice', 'BRL', 9900, '2020-01-01', '2020-02-01', true, now(), now()
       from generate_series(1, 10500) n`,
      [accountId],
    )
    const table = await boss.ask('GET', `${at}/invoices/export?state=lost`)
    assert.equal(new Set(table.text.trim().split('\r\n')).size, 1 + 10_500)
  })
})
