/** `malote billing …` as operators and their scripts call it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '../../support/database.ts'

const command = fileURLToPath(new URL('../../../src/faces/cli/main.ts', import.meta.url))
const database = await testDatabase()

function malote(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args, '--json'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
      MALOTE_BILLING: 'manual',
      ...environment,
    },
  })
  return { status, stderr, json: stdout === '' ? null : JSON.parse(stdout) }
}

function done(...args: string[]) {
  const { status, stderr, json } = malote(args)
  assert.equal(status, 0, `${args.join(' ')}: ${stderr} ${JSON.stringify(json)}`)
  return json
}

function refused(...args: string[]) {
  const { status, json } = malote(args)
  assert.equal(status, 1, `${args.join(' ')}: ${JSON.stringify(json)}`)
  return [json.error.code, json.error.param]
}

const account = (): string => {
  const email = `cli${Math.random()}@tenant.test`
  return done('account', 'create', '--email', email, '--language', 'en').account_id
}

describe('malote billing', () => {
  it('sells a plan, notes the payment, gives money back and ends it', () => {
    const id = account()
    const invoice = done('billing', 'subscribe', id, '--plan', 'scale', '--currency', 'BRL')
    assert.deepEqual(
      [invoice.account_id, invoice.currency, invoice.state, invoice.lines.length],
      [id, 'BRL', 'open', 1],
    )
    assert.deepEqual(refused('billing', 'refund', invoice.id, '1.00', '--reason', 'early'), [
      'invalid_field',
      'amount',
    ])
    const paid = done('billing', 'paid', invoice.id, '--reference', 'pix 1')
    assert.deepEqual([paid.state, paid.paid], ['paid', invoice.total])
    assert.deepEqual(done('billing', 'paid', invoice.id, '--reference', 'pix 2'), paid)
    assert.equal(done('billing', 'status').active, 1)
    const [plan, error] = [['account', 'set', id, '--plan', 'free'], 'subscription_exists']
    assert.equal(refused(...plan)[0], error)
    const { currency, periods } = done('account', 'show', id)
    assert.deepEqual([currency, Array.isArray(periods)], ['BRL', true])
    const back = done('billing', 'refund', invoice.id, '1.00', '--reason', 'sorry', '--end')
    assert.equal(back.refunded, '1.00')
    const look = done('billing', 'look', id)
    assert.deepEqual([look.account_id, look.state, look.plan], [id, 'ended', 'free'])
    assert.equal(done(...plan).plan, 'free')
  })

  it('sells neither Free at a price nor in a currency that is not sold', () => {
    const wish = ['billing', 'subscribe', account(), '--price', '10.00', '--plan']
    assert.deepEqual(refused(...wish, 'free'), ['invalid_field', 'plan'])
    const { status, json } = malote([...wish, 'pro', '--currency', 'USD'], {
      MALOTE_CURRENCIES: 'BRL',
    })
    assert.deepEqual([status, json.error.param], [1, 'currency'])
  })

  it('changes nothing of an account where the credit line cannot be read', () => {
    const id = account()
    const more = ['--plan', 'pro', '--name', 'New', '--test-money', '--credit-line', 'abc']
    assert.deepEqual(refused('account', 'set', id, ...more), ['invalid_field', 'credit_line'])
    const { plan, name } = done('account', 'show', id)
    assert.equal(plan, 'free')
    assert.notEqual(name, 'New')
  })

  it('shows the currency of the next order where nothing is sold any more', () => {
    const id = account()
    const invoice = done('billing', 'subscribe', id, '--plan', 'pro').id
    done('billing', 'paid', invoice, '--reference', 'pix 3')
    done('billing', 'refund', invoice, '1.00', '--reason', 'sorry', '--end')
    assert.equal(done('account', 'show', id).currency, 'USD')
    done('account', 'set', id, '--language', 'pt')
    assert.equal(done('account', 'show', id).currency, 'BRL')
    assert.equal(done('billing', 'look', id).currency, 'BRL')
  })

  it('forgives, lists by account and state, and refuses what is void', () => {
    const id = account()
    const asked = ['--plan', 'enterprise', '--price', '500.00']
    const { id: invoice, total } = done('billing', 'subscribe', id, ...asked)
    assert.equal(total, '500.00')
    assert.equal(done('billing', 'forgive', invoice, '--reason', 'a gift').state, 'void')
    assert.deepEqual(refused('billing', 'paid', invoice, '--reference', 'x'), [
      'invalid_field',
      'state',
    ])
    const listed = (...more: string[]) =>
      done('billing', 'invoices', id, ...more).data.map((one: { id: string }) => one.id)
    assert.deepEqual(listed(), [invoice])
    assert.deepEqual(listed('--state', 'paid'), [])
    done('billing', 'run')
    assert.deepEqual(done('billing', 'reconcile').differences, [])
  })

  it('says what is off, and names what is unknown', () => {
    const off = malote(['billing', 'status'], { MALOTE_BILLING: 'off' })
    assert.equal(off.status, 1)
    assert.match(JSON.stringify(off.json), /MALOTE_BILLING/)
    assert.equal(refused('billing', 'look', `acc_${'0'.repeat(32)}`)[0], 'resource_not_found')
    assert.equal(refused('billing', 'subscribe', account(), '--plan', 'free')[1], 'plan')
    const unknown = ['billing', 'invoices', `acc_${'0'.repeat(32)}`]
    assert.equal(refused(...unknown)[0], 'resource_not_found')
    assert.deepEqual(refused('billing', 'invoices', '--state', 'gone'), ['invalid_field', 'state'])
    assert.deepEqual(refused('billing', 'subscribe', 'x'), ['missing_field', 'plan'])
    assert.deepEqual(refused('billing', 'look'), ['missing_field', 'account'])
    const paid = ['billing', 'paid', `bil_${'0'.repeat(32)}`, '--reference', ' ']
    assert.deepEqual(refused(...paid), ['invalid_field', 'reference'])
  })
})

describe('MALOTE_CLOCK_AHEAD', () => {
  it('moves commands too, and never back', () => {
    const ahead = { MALOTE_CLOCK_AHEAD: 'P31DT2H' }
    const late = malote(['account', 'create', '--email', 'late@tenant.test'], ahead)
    assert.equal(late.status, 0, late.stderr)
    const back = malote(['billing', 'status'])
    assert.equal(back.status, 1)
    assert.match(JSON.stringify(back.json) + back.stderr, /MALOTE_CLOCK_AHEAD/)
    assert.equal(malote(['billing', 'status'], { MALOTE_CLOCK_AHEAD: 'PT2764800S' }).status, 0)
  })

  it('is refused where money is real', () => {
    const live = malote(['billing', 'status'], {
      MALOTE_CLOCK_AHEAD: 'P1D',
      MALOTE_BILLING: 'stripe',
      MALOTE_STRIPE_KEY: `sk_${'live'}_x`,
    })
    assert.equal(live.status, 1)
    assert.match(JSON.stringify(live.json) + live.stderr, /MALOTE_CLOCK_AHEAD/)
  })
})
