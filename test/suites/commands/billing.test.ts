/** `malote billing …` as operators and their scripts call it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayMs } from '#kernel/base/durations.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'
import { insertLiveEmail } from '../../support/live-email.ts'

const database = await testDatabase()

async function malote(args: readonly string[], environment: Record<string, string> = {}) {
  const own = {
    DATABASE_URL: database.url,
    MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
    MALOTE_BILLING: 'manual',
  }
  const ended = await maloteWith({ ...own, ...environment }, ...args, '--json')
  const { status, stdout, stderr } = ended
  return { status, stderr, json: stdout === '' ? null : JSON.parse(stdout) }
}

async function done(...args: string[]) {
  const { status, stderr, json } = await malote(args)
  assert.equal(status, 0, `${args.join(' ')}: ${stderr} ${JSON.stringify(json)}`)
  return json
}

async function refused(...args: string[]) {
  const { status, json } = await malote(args)
  assert.equal(status, 1, `${args.join(' ')}: ${JSON.stringify(json)}`)
  return [json.error.code, json.error.param]
}

const account = async (): Promise<string> => {
  const email = `cli${Math.random()}@tenant.test`
  return (await done('account', 'create', '--email', email, '--language', 'en')).account_id
}

describe('malote billing', () => {
  it('sells a plan, notes the payment, gives money back and ends it', async () => {
    const id = await account()
    const invoice = await done('billing', 'subscribe', id, '--plan', 'scale', '--currency', 'BRL')
    assert.deepEqual(
      [invoice.account_id, invoice.currency, invoice.state, invoice.lines.length],
      [id, 'BRL', 'open', 1],
    )
    assert.deepEqual(await refused('billing', 'refund', invoice.id, '1.00', '--reason', 'early'), [
      'invalid_field',
      'amount',
    ])
    const paid = await done('billing', 'paid', invoice.id, '--reference', 'pix 1')
    assert.deepEqual([paid.state, paid.paid], ['paid', invoice.total])
    assert.deepEqual(await done('billing', 'paid', invoice.id, '--reference', 'pix 1'), paid)
    assert.deepEqual(await refused('billing', 'paid', invoice.id, '--reference', 'pix 2'), [
      'invalid_field',
      'reference',
    ])
    assert.equal((await done('billing', 'status')).active, 1)
    const [plan, error] = [['account', 'set', id, '--plan', 'free'], 'subscription_exists']
    assert.equal((await refused(...plan))[0], error)
    const { currency, periods } = await done('account', 'show', id)
    assert.deepEqual([currency, Array.isArray(periods)], ['BRL', true])
    const back = await done('billing', 'refund', invoice.id, '1.00', '--reason', 'sorry', '--end')
    assert.equal(back.refunded, '1.00')
    const look = await done('billing', 'look', id)
    assert.deepEqual([look.account_id, look.state, look.plan], [id, 'ended', 'free'])
    assert.equal((await done(...plan)).plan, 'free')
  })

  it('sells neither Free at a price nor in a currency that is not sold', async () => {
    const wish = ['billing', 'subscribe', await account(), '--price', '10.00', '--plan']
    assert.deepEqual(await refused(...wish, 'free'), ['invalid_field', 'plan'])
    const { status, json } = await malote([...wish, 'pro', '--currency', 'USD'], {
      MALOTE_CURRENCIES: 'BRL',
    })
    assert.deepEqual([status, json.error.param], [1, 'currency'])
  })

  it('changes nothing of an account where the credit line cannot be read', async () => {
    const id = await account()
    const more = ['--plan', 'pro', '--name', 'New', '--test-money', '--credit-line', 'abc']
    assert.deepEqual(await refused('account', 'set', id, ...more), ['invalid_field', 'credit_line'])
    const { plan, name } = await done('account', 'show', id)
    assert.equal(plan, 'free')
    assert.notEqual(name, 'New')
  })

  it('shows the currency of the next order where nothing is sold any more', async () => {
    const id = await account()
    const invoice = (await done('billing', 'subscribe', id, '--plan', 'pro')).id
    await done('billing', 'paid', invoice, '--reference', 'pix 3')
    await done('billing', 'refund', invoice, '1.00', '--reason', 'sorry', '--end')
    assert.equal((await done('account', 'show', id)).currency, 'USD')
    await done('account', 'set', id, '--language', 'pt')
    assert.equal((await done('account', 'show', id)).currency, 'BRL')
    assert.equal((await done('billing', 'look', id)).currency, 'BRL')
  })

  it('forgives, lists by account and state, and refuses what is void', async () => {
    const id = await account()
    const asked = ['--plan', 'enterprise', '--price', '500.00']
    const { id: invoice, total } = await done('billing', 'subscribe', id, ...asked)
    assert.equal(total, '500.00')
    assert.equal((await done('billing', 'forgive', invoice, '--reason', 'a gift')).state, 'void')
    assert.deepEqual(await refused('billing', 'paid', invoice, '--reference', 'x'), [
      'invalid_field',
      'state',
    ])
    const listed = async (...more: string[]) =>
      (await done('billing', 'invoices', id, ...more)).data.map((one: { id: string }) => one.id)
    assert.deepEqual(await listed(), [invoice])
    assert.deepEqual(await listed('--state', 'paid'), [])
    await done('billing', 'run')
    assert.deepEqual((await done('billing', 'reconcile')).differences, [])
  })

  it('says what is off, and names what is unknown', async () => {
    const off = await malote(['billing', 'status'], { MALOTE_BILLING: 'off' })
    assert.equal(off.status, 1)
    assert.match(JSON.stringify(off.json), /MALOTE_BILLING/)
    assert.equal(
      (await refused('billing', 'look', `acc_${'0'.repeat(32)}`))[0],
      'resource_not_found',
    )
    assert.equal(
      (await refused('billing', 'subscribe', await account(), '--plan', 'free'))[1],
      'plan',
    )
    const unknown = ['billing', 'invoices', `acc_${'0'.repeat(32)}`]
    assert.equal((await refused(...unknown))[0], 'resource_not_found')
    assert.deepEqual(await refused('billing', 'invoices', '--state', 'gone'), [
      'invalid_field',
      'state',
    ])
    assert.deepEqual(await refused('billing', 'subscribe', 'x'), ['missing_field', 'plan'])
    assert.deepEqual(await refused('billing', 'look'), ['missing_field', 'account'])
    const paid = ['billing', 'paid', `bil_${'0'.repeat(32)}`, '--reference', ' ']
    assert.deepEqual(await refused(...paid), ['invalid_field', 'reference'])
  })
})

describe('MALOTE_CLOCK_AHEAD', () => {
  it('moves commands too, and never back', async () => {
    const ahead = { MALOTE_CLOCK_AHEAD: 'P31DT2H' }
    const late = await malote(['account', 'create', '--email', 'late@tenant.test'], ahead)
    assert.equal(late.status, 0, late.stderr)
    const back = await malote(['billing', 'status'])
    assert.equal(back.status, 1)
    assert.match(JSON.stringify(back.json) + back.stderr, /MALOTE_CLOCK_AHEAD/)
    assert.equal(
      (await malote(['billing', 'status'], { MALOTE_CLOCK_AHEAD: 'PT2764800S' })).status,
      0,
    )
  })

  it('takes no live email of days ago along unless told, whatever the command', async t => {
    const { db, url } = await testDatabase(t)
    await insertLiveEmail(db, Date.now() - 2 * dayMs)
    const ahead = { DATABASE_URL: url, MALOTE_CLOCK_AHEAD: 'P31D' }
    const run = await malote(['billing', 'run'], ahead)
    assert.equal(run.status, 1)
    assert.match(run.stderr, /holds live email.*malote migrate --yes/)
    assert.equal((await malote(['migrate', '--yes'], ahead)).status, 0)
    assert.equal((await malote(['billing', 'run'], ahead)).status, 0)
  })

  it('is refused where money is real', async () => {
    const live = await malote(['billing', 'status'], {
      MALOTE_CLOCK_AHEAD: 'P1D',
      MALOTE_BILLING: 'stripe',
      MALOTE_STRIPE_KEY: `sk_${'live'}_x`,
    })
    assert.equal(live.status, 1)
    assert.match(JSON.stringify(live.json) + live.stderr, /MALOTE_CLOCK_AHEAD/)
  })
})
