/** Letters about money: to whom they go, what they say, and never twice. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { markPaid } from '#billing/acts.ts'
import { watchSpending } from '#billing/overview/watch.ts'
import { postLetters } from '#faces/console/notice-letters.ts'
import { read } from '#kernel/base/ids.ts'
import { planNames } from '#tenants/accounts/terms.ts'
import { testDatabase } from '../../support/database.ts'
import { addMember } from '../console/stage.ts'
import { day, openShop, type Shop } from './stage.ts'

const database = await testDatabase()
let shop: Shop
before(async () => {
  shop = await openShop(database, { MALOTE_HOSTNAME: 'mail.malote.example' })
})
after(() => shop.api.close())

interface Letter {
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What went out since the last call, by address and subject. */
let seen = 0
async function posted(): Promise<Letter[]> {
  await postLetters(shop.world)
  const all = await shop.world.db.query<Letter>(
    `select r.address, e.subject, c.text, c.html from recipients r
     join emails e on e.project_id = r.project_id and e.id = r.email_id
     join email_contents c on c.project_id = r.project_id and c.email_id = r.email_id
     order by r.email_id, r.address`,
  )
  const fresh = all.slice(seen)
  seen = all.length
  return fresh.sort((a, b) => (a.address < b.address ? -1 : 1))
}

describe('Letters about money', () => {
  test('go to owners and to the address for bills, each in a language, once', async () => {
    const customer = await shop.customer({ language: 'pt' })
    await addMember(shop, customer, 'developer')
    await posted()
    await customer.ask('PATCH', '/account', { billing_email: 'bills@tenant.test' })
    const order = await customer.post('/billing/checkout', { plan: 'pro', currency: 'BRL' })
    assert.equal(order.status, 201, order.text)
    const letters = await posted()
    assert.deepEqual(
      letters.map(one => [one.address.startsWith('owner') || one.address, one.subject]),
      [
        ['bills@tenant.test', 'Uma nova fatura'],
        [true, 'Uma nova fatura'],
      ],
    )
    assert.match(letters[0]!.text, /R\$\s99,00/)
    assert.deepEqual(await posted(), [])
  })

  test('go out beside one that cannot be made', async () => {
    const [broken, customer] = [await shop.customer(), await shop.customer()]
    await posted()
    const { db } = shop.world
    await broken.post('/billing/checkout', { plan: 'pro' })
    await db.query(
      `update members set email = 'nowhere' where account_id = (
         select account_id from notices where letter and posted_at is null)`,
    )
    await customer.post('/billing/checkout', { plan: 'pro' })
    assert.equal((await posted()).length, 1)
    await db.query('update notices set posted_at = created_at where letter and posted_at is null')
  })

  test('link to the dashboard and carry no key', async () => {
    const customer = await shop.customer()
    await posted()
    await customer.post('/billing/checkout', { plan: 'pro' })
    const [letter] = await posted()
    const links = [...letter!.html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
    assert.deepEqual([...new Set(links)], ['http://dash.test/billing'])
  })

  test('say that a payment is missing, once, and the day by which it counts', async () => {
    const customer = await shop.customer()
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    const id = order.body.invoice_id
    await markPaid(shop.world, read('bil', id)!, { reference: 'wire', memberId: null })
    await shop.later(31 * day)
    await posted()
    await shop.later(8 * day)
    const { grace_until } = await customer.get('/billing')
    const missing = (await posted()).filter(one => one.subject === 'A payment is missing')
    assert.equal(missing.length, 1)
    assert.ok(grace_until)
    await shop.later(day)
    assert.deepEqual(
      (await posted()).filter(one => one.subject === 'A payment is missing'),
      [],
    )
  })

  test('say that nothing more fits into a limit of nothing once the volume is used', async () => {
    const customer = await shop.customer()
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    await markPaid(shop.world, read('bil', order.body.invoice_id)!, {
      reference: 'wire',
      memberId: null,
    })
    await customer.ask('PATCH', '/account', { spend_limit: '0.00' })
    const told = async (): Promise<string[]> => {
      await shop.later(0)
      const { data } = await customer.get('/notices')
      return data
        .map((one: { code: string }) => one.code)
        .filter((code: string) => /^spend/.test(code))
    }
    assert.equal(await customer.use(49_999), 'accepted')
    assert.deepEqual(await told(), [])
    assert.equal(await customer.use(1), 'accepted')
    assert.deepEqual([await told(), await told()], [['spend_100'], ['spend_100']])
  })

  test('are thought of where no plan has a volume', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'malote-plans-'))
    const file = path.join(folder, 'plans.json')
    const unlimited = planNames.map(name => [name, { included: null }])
    await writeFile(file, JSON.stringify(Object.fromEntries(unlimited)))
    const settings = { ...shop.world.settings, MALOTE_PLANS_FILE: file }
    await watchSpending({ ...shop.world, settings })
    await rm(folder, { recursive: true })
  })
})
