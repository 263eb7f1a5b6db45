/** What an account may send: the plan page of the product, seen from outside. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Decision, openAccount, operatorSets } from '../support/accounts.ts'
import { bouncedToday, spelledOwner, usedThisMonth } from '../support/happened.ts'
import { standingOf, workUnderWay } from '../support/kept.ts'
import {
  eventOf,
  type ServiceOptions,
  startTestService,
  type TestService,
  untilHour,
} from '../support/service.ts'
import { until } from '../support/until.ts'

const hour = 3_600_000
const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const
const lastYear = '2000-01-01T00:00:00Z'

let count = 0
const email = (more: object = {}) => ({
  from: 'Shop <hello@shop.test>',
  to: [`person${++count}@here.test`],
  subject: 'Olá',
  text: 'Oi',
  ...more,
})

interface Shop extends TestService {
  set(settings: Decision): Promise<void>
  send(more?: object): ReturnType<TestService['call']>
  /** Sends a batch of so many emails. */
  batch(size: number, more?: object): ReturnType<TestService['call']>
}

async function open(
  t: TestContext,
  settings: Decision,
  options: ServiceOptions = {},
): Promise<Shop> {
  const service = await startTestService(t, { zones, ...options })
  service.turn(untilHour(service.world.clock.now(), 12))
  const set = (changes: Decision) => operatorSets(service, changes)
  await set(settings)
  return {
    ...service,
    set,
    send: more => service.call('POST', '/v1/emails', { body: email(more) }),
    batch: (size, more) =>
      service.call('POST', '/v1/emails/batch', {
        body: { emails: Array.from({ length: size }, () => email(more)) },
      }),
  }
}

type Answer = Awaited<ReturnType<TestService['call']>>

function refused(answer: Answer, status: number, code: string, message: RegExp): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.equal(answer.body.error.code, code)
  assert.match(answer.body.error.message, message)
}

describe('the Free plan', () => {
  it('sends to 100 recipients a day and says what raises that and when it begins anew', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 1, timeZone: 'America/Sao_Paulo' })
    const to = Array.from({ length: 25 }, (_, i) => `all${i}@here.test`)
    for (let i = 0; i < 3; i++) assert.equal((await shop.send({ to, cc: to })).status, 202)
    assert.equal((await shop.batch(25)).status, 202)
    const answer = await shop.send()
    refused(
      answer,
      429,
      'daily_limit_reached',
      /limit of 100 recipients is reached: 100 sent today.* 7 days in a row .*anew on \d+ \w{3,4} \d{4}, 00:00 \(America\/Sao_Paulo\)/,
    )
    assert.equal(answer.body.error.type, 'tier_limit')
    const inPortuguese = await shop.call('POST', '/v1/emails', {
      body: email(),
      headers: { 'accept-language': 'pt-BR' },
    })
    assert.match(inPortuguese.body.error.message, /limite diário de 100 .* 100 enviados hoje/)
    shop.turn(24 * hour)
    assert.equal((await shop.send()).status, 202)
  })

  it('counts neither test keys nor replays nor refusals', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 1 })
    const test = await shop.key('test', 'send')
    for (let i = 0; i < 3; i++) {
      const body = { emails: Array.from({ length: 100 }, () => email()) }
      assert.equal((await shop.call('POST', '/v1/emails/batch', { key: test, body })).status, 202)
    }
    const once = { body: email(), headers: { 'idempotency-key': 'one' } }
    assert.equal((await shop.call('POST', '/v1/emails', once)).status, 202)
    refused(await shop.batch(100), 429, 'daily_limit_reached', /1 sent today.*has 100/)
    assert.equal((await shop.batch(99)).status, 202)
    assert.equal((await shop.call('POST', '/v1/emails', once)).status, 202)
    refused(await shop.send(), 429, 'daily_limit_reached', /100 sent today/)
  })

  it('counts only those who are not on the suppression list', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 1 })
    const body = { email: 'no@here.test', stream: 'all' }
    assert.equal((await shop.call('POST', '/v1/suppressions', { body })).status, 201)
    await shop.batch(99)
    assert.equal((await shop.send({ to: ['yes@here.test', 'no@here.test'] })).status, 202)
    refused(await shop.send(), 429, 'daily_limit_reached', /100 sent today/)
  })
})

describe('a batch', () => {
  it('names the first email that is wrong, whatever is wrong with later ones', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 2 })
    const { subject: _, ...unfinished } = email()
    const { from, to } = email()
    const ofTemplate = { from, to, template: { id: 'any' } }
    for (const [emails, code, param] of [
      [[email({ to: ['nobody'] }), unfinished], 'invalid_field', 'emails[0].to[0]'],
      [[email(), unfinished, email({ to: ['nobody'] })], 'missing_field', 'emails[1].subject'],
      [[email(), email({ text: '' }), email({ odd: 1 })], 'missing_field', 'emails[1].html'],
      [[ofTemplate, email({ odd: 1 })], 'invalid_field', 'emails[1].odd'],
    ] as const) {
      const answer = await shop.call('POST', '/v1/emails/batch', { body: { emails } })
      assert.equal(answer.body.error.code, code, JSON.stringify(answer.body))
      assert.equal(answer.body.error.param, param)
    }
  })
})

describe('the sandbox', () => {
  it('reaches only the account’s own verified addresses, whatever else is wrong', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 0 })
    const own = 'Owner@Malote.test'
    const answer = await shop.send({ to: [own, 'else@here.test'] })
    refused(answer, 403, 'sandbox_recipient', /own verified addresses/)
    assert.equal(answer.body.error.param, 'to[1]')
    const unverified = await shop.send({ from: 'a@elsewhere.test' })
    refused(unverified, 403, 'sandbox_recipient', /sandbox/)
    assert.equal(unverified.body.error.param, 'to[0]')
    const inBatch = await shop.call('POST', '/v1/emails/batch', {
      body: { emails: [email({ to: [own] }), email({ to: [own], bcc: ['x@here.test'] })] },
    })
    assert.equal(inBatch.body.error.param, 'emails[1].bcc[0]')
    assert.equal((await shop.send({ to: [own] })).status, 202)
    const elsewhere = await shop.send({ from: 'a@elsewhere.test', to: [own] })
    refused(elsewhere, 422, 'domain_not_verified', /elsewhere\.test/)
    await shop.set({ trustLevel: 1 })
    assert.equal((await shop.send()).status, 202)
  })

  it('knows the account’s own addresses however their domain is spelled', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 3 })
    const own = ['Ana@Bücher.example', 'ana@bücher.example', 'ana@xn--bcher-kva.example']
    const other = await openAccount(shop.world, { email: own[0]! })
    const key = await other.key('live', 'send')
    const { MALOTE_SANDBOX_SENDER: from } = shop.world.settings
    const send = (to: string, sender = from) =>
      shop.call('POST', '/v1/emails', { key, body: email({ from: sender, to: [to] }) })
    const sendAll = async () => {
      for (const to of own) {
        assert.equal((await send(to)).status, 202, to)
        refused(await send(to, 'a@elsewhere.test'), 422, 'domain_not_verified', /elsewhere/)
      }
      refused(await send('ana@bucher.example'), 403, 'sandbox_recipient', /own verified addresses/)
    }
    await sendAll()
    await spelledOwner(shop.world.db, other.accountId, own[1]!)
    await sendAll()
  })

  it('holds whoever writes from the sandbox sender, on any level', async t => {
    const shop = await open(t, { plan: 'enterprise', trustLevel: 3 })
    const from = shop.world.settings.MALOTE_SANDBOX_SENDER
    refused(await shop.send({ from }), 403, 'sandbox_recipient', /own verified addresses/)
    assert.equal((await shop.send({ from, to: ['owner@malote.test'] })).status, 202)
  })

  it('does not bind test keys', async t => {
    const shop = await open(t, { plan: 'free', trustLevel: 0 })
    const key = await shop.key('test', 'send')
    const answer = await shop.call('POST', '/v1/emails', { key, body: email() })
    assert.equal(answer.body.status, 'captured')
  })
})

describe('trust on a paid plan', () => {
  it('allows 100 a day on level 1, 1,000 on level 2, the plan on level 3', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 1 })
    await shop.batch(100)
    refused(await shop.send(), 429, 'daily_limit_reached', /limit of 100 .*Trust level 2/)
    await shop.set({ trustLevel: 2 })
    for (let i = 0; i < 9; i++) assert.equal((await shop.batch(100)).status, 202)
    refused(
      await shop.send(),
      429,
      'daily_limit_reached',
      /limit of 1,000 .*1,000 sent today.*doubles it \(2,000 a day next\)/,
    )
    await shop.set({ trustLevel: 3 })
    assert.equal((await shop.send()).status, 202)
  })
})

describe('the included volume', () => {
  it('ends with monthly_limit_reached, unless a spending limit is set and not yet spent', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 3 })
    await shop.send()
    await usedThisMonth(shop.world.db, shop.accountId, 49_999)
    assert.equal((await shop.send()).status, 202)
    refused(
      await shop.send(),
      429,
      'monthly_limit_reached',
      /quota of 50,000 .*50,000 sent.*Scale plan includes 500,000.*spending limit.*anew on/,
    )
    await shop.set({ spendCents: 9 })
    assert.equal((await shop.batch(100)).status, 202)
    refused(
      await shop.send({ stream: 'marketing' }),
      429,
      'spend_limit_reached',
      /limit of US\$ 0.09 is reached: US\$ 0.09 of overage for 100 recipients/,
    )
    await shop.set({ spendCents: 50 })
    assert.equal((await shop.send()).status, 202)
  })
})

describe('a regular pause', () => {
  it('refuses marketing, lets 30 transactional a day through, and holds queued marketing', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 3 })
    const later = new Date(shop.world.clock.now() + hour).toISOString()
    const queued = await shop.send({ stream: 'marketing', scheduled_at: later })
    await shop.set({ pause: 'regular' })
    refused(
      await shop.send({ stream: 'marketing' }),
      429,
      'sending_paused',
      /Marketing email is paused.*operator.*get in touch/,
    )
    assert.equal((await shop.batch(30)).status, 202)
    refused(await shop.send(), 429, 'sending_paused', /30 transactional.*30 are used.*begin anew/)
    shop.turn(2 * hour)
    const held = await eventOf(shop, queued.body.id, 'deferred')
    assert.match(String(held.explanation), /paused/)
    assert.equal(held.attempt, 1)
    assert.ok(Date.parse(String(held.next_attempt_at)) > Date.parse(held.at))
    const left = Date.parse(String(held.gives_up_at)) - Date.parse(String(held.next_attempt_at))
    assert.equal(left, 72 * hour)
    await shop.set({ pause: 'none' })
    assert.equal((await shop.send({ stream: 'marketing' })).status, 202)
    shop.turn(6 * 60_000)
    await eventOf(shop, queued.body.id, 'delivered')
  })
})

/** What was due has been looked at and put back: nothing in hand still believes in the pause. */
const heldAgain = ({ world }: Shop) =>
  until(async () => {
    const inHand = await workUnderWay(world.db, 'delivery', world.clock.now())
    return inHand.length === 0
  }, 'the hold')

describe('a full pause', () => {
  it('refuses everything and holds the queue, which goes out afterwards with its whole time', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 3 })
    const later = new Date(shop.world.clock.now() + hour).toISOString()
    const queued = await shop.send({ scheduled_at: later })
    await shop.set({ pause: 'full' })
    refused(await shop.send(), 429, 'sending_paused', /All sending is paused/)
    shop.turn(hour + 1_000)
    await eventOf(shop, queued.body.id, 'deferred')
    shop.turn(5 * 24 * hour)
    await heldAgain(shop)
    await shop.set({ pause: 'none' })
    shop.turn(6 * 60_000)
    await eventOf(shop, queued.body.id, 'delivered')
    const types = (await shop.timeline(queued.body.id)).map(event => event.type)
    assert.deepEqual(types, ['accepted', 'queued', 'deferred', 'sent', 'delivered'])
  })
})

describe('a pause by rule', () => {
  /** Says of everybody called nobody that there is no such person. */
  const misbehave: NonNullable<ServiceOptions['mx']>['misbehave'] = (stage, socket, line) => {
    if (stage !== 'rcpt' || !line.includes('nobody')) return false
    return socket.write('550 5.1.1 No such user\r\n')
  }

  it('comes from the bounce that crosses the line itself, not from a look once a minute', async t => {
    // Where no jobs run, nothing looks at the accounts now and then.
    const settings = { MALOTE_ROLES: 'api,deliver' }
    const shop = await open(t, { plan: 'pro', trustLevel: 3 }, { mx: { misbehave }, settings })
    const { world, projectId } = shop
    const counts = { finals: 199, hard: 19 }
    await bouncedToday(world.db, { projectId, now: world.clock.now() }, counts)
    const sent = await shop.send({ to: ['nobody@here.test'] })
    await eventOf(shop, sent.body.id, 'bounced')
    const isPaused = async () => (await standingOf(world.db, shop.accountId)).pause === 'full'
    await until(isPaused, 'the pause')
    refused(await shop.send(), 429, 'sending_paused', /All sending is paused.*20 of 200 recipients/)
  })
})

describe('a short pause', () => {
  it('is over within seconds of being lifted, also for mail that it held', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 3 })
    const minute = new Date(shop.world.clock.now() + 60_000).toISOString()
    const queued = await shop.send({ scheduled_at: minute })
    await shop.set({ pause: 'full' })
    shop.turn(61_000)
    await eventOf(shop, queued.body.id, 'deferred')
    await heldAgain(shop)
    await shop.set({ pause: 'none' })
    shop.turn(8_000)
    await eventOf(shop, queued.body.id, 'delivered')
  })
})

describe('the warm-up of a new domain', () => {
  it('sends 50 marketing emails on the first day, holds the rest visibly, delays no other', async t => {
    const shop = await open(t, { plan: 'pro', trustLevel: 3 })
    const sent = await shop.batch(70, { stream: 'marketing' })
    assert.equal(sent.status, 202)
    const ids: string[] = sent.body.data.map((one: { id: string }) => one.id)
    const statuses = async (): Promise<string[]> => {
      const list = await shop.call('GET', '/v1/emails?limit=100')
      const byId = new Map(
        list.body.data.map((one: { id: string; status: string }) => [one.id, one.status]),
      )
      return ids.map(id => String(byId.get(id)))
    }
    const isSettled = async () => {
      const all = await statuses()
      return all.every(status => status === 'delivered' || status === 'deferred') && all
    }
    const first = await until(isSettled, 'the first day')
    assert.equal(first.filter(status => status === 'delivered').length, 50)
    const waiting = ids[first.indexOf('deferred')]!
    const held = await eventOf(shop, waiting, 'deferred')
    assert.match(String(held.explanation), /warmed up.*twice as many.*tries again by itself on /)
    assert.ok(String(held.next_attempt_at ?? lastYear) > lastYear)
    const other = await shop.send()
    await eventOf(shop, other.body.id, 'delivered')
    shop.turn(24 * hour)
    await until(async () => (await statuses()).every(status => status === 'delivered'), 'the rest')
  })
})
