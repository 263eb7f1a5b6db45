/** POST /v1/emails/check knows sandbox, pauses and limits as sending does, and uses up nothing. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Decision, operatorSets } from '../support/accounts.ts'
import { beganNewDay, usedThisMonth } from '../support/happened.ts'
import { everything } from '../support/kept.ts'
import { startTestService, untilHour } from '../support/service.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const
const options = { zones, settings: { MALOTE_ROLES: 'api' } }

interface Check {
  readonly code: string
  readonly level: string
  readonly param?: string
  readonly message: string
}

let count = 0
const people = (n: number): string[] =>
  Array.from({ length: n }, () => `person${++count}@here.test`)

const email = (more: object = {}) => ({
  from: 'hello@shop.test',
  to: people(1),
  subject: 'Hello',
  text: 'Hi',
  ...more,
})

async function open(t: TestContext, settings: Decision) {
  const service = await startTestService(t, options)
  service.turn(untilHour(service.world.clock.now(), 12))
  const set = (changes: Decision) => operatorSets(service, changes)
  await set(settings)
  const key = await service.key('live', 'send')
  return {
    ...service,
    set,
    check: async (body: object) => {
      const answer = await service.call('POST', '/v1/emails/check', { key, body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body as { ok: boolean; would: string; checks: Check[] }
    },
    send: (body: object) => service.call('POST', '/v1/emails', { key, body }),
    /** Sends to so many people, 50 an email. */
    async use(n: number, more: object = {}) {
      for (let left = n; left > 0; left -= 50) {
        const body = email({ to: people(Math.min(50, left)), ...more })
        const answer = await service.call('POST', '/v1/emails', { key, body })
        assert.equal(answer.status, 202, JSON.stringify(answer.body))
      }
    },
  }
}

type Shop = Awaited<ReturnType<typeof open>>

/** The check, and then the sending of the same: both must say the same thing. */
async function bothSay(shop: Shop, body: object, code: string | null): Promise<Check[]> {
  const { ok, would, checks } = await shop.check(body)
  const sent = await shop.send(body)
  const errors = checks.filter(one => one.level === 'error')
  if (code === null) {
    assert.deepEqual([ok, would, errors], [true, 'queue', []])
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    return checks
  }
  assert.deepEqual([ok, would, errors[0]?.code], [false, 'refuse', code])
  assert.equal(sent.body.error.code, code)
  assert.equal(errors[0]!.param, sent.body.error.param)
  assert.equal(errors[0]!.message, sent.body.error.message)
  return checks
}

const left = (checks: readonly Check[]): string | undefined =>
  checks.find(one => one.code === 'limits_left')?.message

describe('checking an email against limits', () => {
  it('says the refusal of the day, word for word, and what is left before', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 1 })
    await shop.use(98)
    const fits = await bothSay(shop, email(), null)
    const words = 'Left before this email: 2 of 100 recipients today; 2,902 of 3,000'
    assert.equal(left(fits), `${words} recipients this month.`)
    const beyond = await bothSay(shop, email({ to: people(2) }), 'daily_limit_reached')
    assert.equal(left(beyond), undefined)
    await bothSay(shop, email(), null)
    shop.turn(24 * 3_600_000)
    assert.equal((await shop.check(email({ to: people(50) }))).ok, true)
  })

  it('counts only those who are not suppressed', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 1 })
    await shop.call('POST', '/v1/suppressions', { body: { email: 'no@here.test', stream: 'all' } })
    await shop.use(99)
    await bothSay(shop, email({ to: ['no@here.test', ...people(1)] }), null)
    await bothSay(shop, email({ to: ['no@here.test', ...people(1)] }), 'daily_limit_reached')
  })

  it('knows the month, the included volume and the spending limit', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 3 })
    await shop.use(1)
    const used = (n: number) => usedThisMonth(shop.world.db, shop.accountId, n)
    await used(50_000)
    await bothSay(shop, email(), 'monthly_limit_reached')
    await shop.set({ spendCents: 1 })
    const bought = await shop.check(email({ to: people(11) }))
    assert.match(left(bought.checks) ?? '', /0 of 50,000 .*US\$ 0\.01 for recipients beyond/)
    await bothSay(shop, email({ to: people(11) }), null)
    await bothSay(shop, email(), 'spend_limit_reached')
    await shop.set({ plan: 'pro', trustLevel: 1, spendCents: 100 })
    await used(2_999)
    await beganNewDay(shop.world.db, shop.accountId)
    await bothSay(shop, email({ to: people(2) }), 'monthly_limit_reached')
  })

  it('knows both kinds of pause', async t => {
    const shop = await open(t, { plan: 'enterprise', trustLevel: 3 })
    assert.equal(left(await bothSay(shop, email(), null)), undefined)
    await shop.set({ pause: 'regular' })
    await bothSay(shop, email({ stream: 'marketing' }), 'sending_paused')
    const paused = await bothSay(shop, email({ to: people(29) }), null)
    assert.match(left(paused) ?? '', /30 of 30 recipients today, during the pause/)
    await bothSay(shop, email({ to: people(2) }), 'sending_paused')
    await shop.set({ pause: 'full' })
    await bothSay(shop, email(), 'sending_paused')
    const key = await shop.key('test', 'send')
    const test = await shop.call('POST', '/v1/emails/check', { key, body: email() })
    assert.deepEqual([test.body.ok, test.body.would], [true, 'capture'])
  })

  it('knows the sandbox, with a verified sender and without, and names every stranger', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 0 })
    const own = 'owner@malote.test'
    const to = [own, ...people(2)]
    const strange = await bothSay(shop, email({ to }), 'sandbox_recipient')
    const codes = (checks: readonly Check[]) =>
      checks.filter(one => one.level === 'error').map(one => [one.code, one.param])
    const strangers = [
      ['sandbox_recipient', 'to[1]'],
      ['sandbox_recipient', 'to[2]'],
    ]
    assert.deepEqual(codes(strange), strangers)
    await bothSay(shop, email({ to: [own] }), null)
    const unknown = email({ to, from: 'me@elsewhere.test' })
    const both = await bothSay(shop, unknown, 'sandbox_recipient')
    assert.deepEqual(codes(both), [...strangers, ['domain_not_verified', 'from']])
    const sandbox = email({ to, from: 'sandbox@malote.test' })
    assert.deepEqual(codes(await bothSay(shop, sandbox, 'sandbox_recipient')), strangers)
    await shop.set({ trustLevel: 3 })
    assert.deepEqual(codes(await bothSay(shop, sandbox, 'sandbox_recipient')), strangers)
  })

  it('reports a limit beside what else is wrong', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 1 })
    await shop.use(100)
    const { checks } = await shop.check(email({ from: 'me@elsewhere.test' }))
    assert.deepEqual(
      checks.filter(one => one.level === 'error').map(one => one.code),
      ['domain_not_verified', 'daily_limit_reached'],
    )
  })
})

describe('a check', () => {
  it('writes and reserves nothing, also as the first of a day or of a life', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 1 })
    for (const round of ['never sent', 'sent before', 'a new day']) {
      const before = await everything(shop.world.db)
      assert.ok(Object.keys(before).length > 20)
      for (let i = 0; i < 5; i++) {
        assert.equal((await shop.check(email({ to: people(50) }))).ok, true, round)
      }
      assert.deepEqual(await everything(shop.world.db), before, round)
      if (round === 'never sent') await shop.use(1)
      else shop.turn(24 * 3_600_000)
    }
    await shop.use(100)
  })
})
