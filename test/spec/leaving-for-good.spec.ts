/** What a person said of leaving holds whatever becomes of their contact, by every way back in. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Called } from '../support/called.ts'
import { campaignStage } from '../support/campaigns.ts'
import { setStage as formStage } from '../support/forms.ts'
import { enlisted } from '../support/happened.ts'
import { erasuresUnderWay, keptOfPeople } from '../support/kept.ts'
import { until } from '../support/until.ts'

const said = ['left the topic', 'left everything', 'complained'] as const
const became = ['changed the address', 'was deleted', 'was erased'] as const
type Said = (typeof said)[number]
type Became = (typeof became)[number]

type Stage = Awaited<ReturnType<typeof stage>>

async function stage(t: TestContext) {
  const on = await campaignStage(t, 'live')
  const { service, call, topic } = on
  const contact = (email: string) => call('GET', `/v1/contacts/${email}`)
  const change = (email: string, fields: object) => call('PATCH', `/v1/contacts/${email}`, fields)
  const set = (email: string, state: string, consent?: object) =>
    call('POST', `/v1/contacts/${email}/topics`, { topics: [{ id: topic, state, consent }] })
  const complain = (email: string, by?: string) =>
    enlisted(service, { email, reason: 'complaint', ...(by === undefined ? {} : { by }) })
  /** `join`: before they say what they say. */
  const say = async (email: string, what: Said, words: object = {}) => {
    await on.join([email], words)
    service.turn(1_000)
    if (what === 'left the topic') assert.equal((await set(email, 'unsubscribed')).status, 200)
    if (what === 'left everything') {
      assert.equal((await change(email, { unsubscribed: true })).status, 200)
    }
    if (what === 'complained') await complain(email)
  }
  const become = async (email: string, what: Became) => {
    if (what === 'changed the address') {
      assert.equal((await change(email, { email: `new-${email}` })).status, 200)
    }
    if (what === 'was deleted') await call('DELETE', `/v1/contacts/${email}`)
    if (what === 'was erased') await call('POST', `/v1/contacts/${email}/erase`)
  }
  /** Of those of the addresses who are contacts, whom a letter of the topic may go to. */
  const mayBeWrittenTo = async (emails: readonly string[]) => {
    const found: string[] = []
    for (const email of emails) {
      const { status, body } = await contact(email)
      if (status === 404) continue
      const isIn = body.topics.some((one: { state: string }) => one.state === 'subscribed')
      if (isIn && !body.unsubscribed) found.push(email)
    }
    return found
  }
  const importFile = async (csv: string, more: object = {}): Promise<Called['body']> => {
    const consent = {
      basis: 'consent',
      wording: 'Yes.',
      source: 'fair',
      at: '2020-01-01T00:00:00Z',
    }
    const made = await call('POST', '/v1/imports', {
      format: 'csv',
      mapping: { email: 'email' },
      topics: [topic],
      consent,
      ...more,
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id } = made.body
    const key = await service.key('live', 'admin')
    const sent = await fetch(`http://127.0.0.1:${service.port}/v1/imports/${id}/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      body: csv,
    })
    assert.equal(sent.status, 202)
    return until(async () => {
      const { body } = await call('GET', `/v1/imports/${id}`)
      return body.status === 'done' && body
    }, 'the import to be done')
  }
  return { ...on, contact, change, set, say, become, complain, mayBeWrittenTo, importFile }
}

type Way = (on: Stage, emails: readonly string[]) => Promise<void>

const ways: Readonly<Record<string, Way>> = {
  async post({ call, topic }, emails) {
    for (const email of emails) await call('POST', '/v1/contacts', { email, topics: [topic] })
  },
  async 'post-own-key'({ call, topic }, emails) {
    for (const email of emails) {
      const fields = { email, external_id: `own ${email}` }
      await call('POST', '/v1/contacts', fields)
      await call('POST', '/v1/contacts', { ...fields, topics: [topic] })
    }
  },
  async batch({ call, topic }, emails) {
    const contacts = emails.map(email => ({ email, topics: [topic] }))
    const made = await call('POST', '/v1/contacts/batch', { contacts, on_error: 'skip' })
    assert.equal(made.status, 200, JSON.stringify(made.body))
  },
  async topics({ call, set }, emails) {
    for (const email of emails) {
      await call('POST', '/v1/contacts', { email })
      await set(email, 'subscribed')
      await set(email, 'subscribed', { at: '2020-01-01T00:00:00Z' })
    }
  },
  async resend({ call, topic }, emails) {
    for (const email of emails) {
      const topics = [{ id: topic, subscription: 'opt_in' }]
      await call('POST', '/resend/contacts', { email, topics })
      await call('POST', '/resend/contacts', { email })
      await call('PATCH', `/resend/contacts/${email}/topics`, { topics })
      await call('PATCH', `/resend/contacts/${email}`, { unsubscribed: false })
    }
  },
  async activity({ call, topic }, emails) {
    for (const email of emails) {
      await call('POST', '/v1/activity', { email, name: 'seen', create_contact: true })
      await call('POST', '/v1/contacts', { email, topics: [topic] })
    }
  },
  async import(on, emails) {
    await on.importFile(['email', ...emails].join('\n'))
  },
  async move({ join, call, topic }, emails) {
    for (const email of emails) {
      const other = `other-${email}`
      await join([other], { external_id: other })
      await call('POST', '/v1/contacts', { external_id: other, email, topics: [topic] })
      await call('PATCH', `/v1/contacts/${other}`, { email })
    }
  },
  async 'import-move'(on, emails) {
    const others = emails.map(email => `other-${email}`)
    for (const other of others) await on.join([other], { external_id: other })
    const lines = emails.map((email, n) => `${email},${others[n]}`)
    const mapping = { email: 'email', external_id: 'external_id' }
    await on.importFile(['email,external_id', ...lines].join('\n'), { mapping })
  },
}

describe('who has left', () => {
  it('stays out, whatever they said, became, and by which way they are brought in', async t => {
    const on = await stage(t)
    const addresses: string[] = []
    for (const [way, bring] of Object.entries(ways)) {
      const emails: string[] = []
      for (const [i, what] of said.entries()) {
        for (const [k, end] of became.entries()) {
          const email = `${way}-${i}-${k}@here.test`
          await on.say(email, what)
          await on.become(email, end)
          emails.push(email)
        }
      }
      await bring(on, emails)
      await bring(
        on,
        emails.map(email => `new-${email}`).filter((_, n) => n % became.length === 0),
      )
      const all = emails.flatMap(email => [email, `new-${email}`])
      assert.deepEqual(await on.mayBeWrittenTo(all), [], way)
      addresses.push(...all)
    }
    await on.join(['control@here.test'])
    const ofTopic = await on.make()
    await on.send(ofTopic)
    await on.reaches(ofTopic, body => body.status === 'sent', 'the campaign to be sent')
    const { body } = await on.call('GET', `/v1/campaigns/${ofTopic}/recipients?state=released`)
    const got = body.data.map((one: { email: string }) => one.email)
    assert.deepEqual(
      got.filter((one: string) => addresses.includes(one)),
      [],
    )
    assert.ok(got.includes('control@here.test'), 'who has not left gets it')
  })

  it('comes back by a later act of their own', async t => {
    const on = await stage(t)
    for (const end of became) {
      const email = `${end.replaceAll(' ', '.')}@here.test`
      await on.say(email, 'left the topic')
      await on.become(email, end)
      const now = end === 'changed the address' ? `new-${email}` : email
      await on.call('POST', '/v1/contacts', { email: now })
      on.service.turn(60_000)
      const at = new Date(on.service.world.clock.now()).toISOString()
      const back = await on.set(now, 'subscribed', { at, source: 'counter' })
      assert.equal(back.status, 200, JSON.stringify(back.body))
      await on.become(now, 'was deleted')
      const again = await on.call('POST', '/v1/contacts', { email: now, topics: [on.topic] })
      assert.equal(again.status, 201, 'what was taken back is not remembered')
    }
  })

  it('is counted as kept by an import, and is told in the form of a refusal by a call', async t => {
    const on = await stage(t)
    await on.say('ana@here.test', 'left the topic')
    await on.become('ana@here.test', 'was deleted')
    const refused = await on.call('POST', '/v1/contacts', {
      email: 'ana@here.test',
      topics: [on.topic],
    })
    const { code, param } = refused.body.error
    assert.deepEqual([refused.status, code, param], [400, 'invalid_field', 'topics[0].consent'])
    const { counts } = await on.importFile('email\nANA@here.test\nbia@here.test\n')
    assert.deepEqual([counts.created, counts.kept_unsubscribed], [1, 1])
    const { body } = await on.contact('ana@here.test')
    assert.equal(body.topics[0].state, 'unsubscribed')
  })

  it('is nobody whose import was undone: the mended file joins them', async t => {
    const on = await stage(t)
    await on.call('POST', '/v1/contacts', { email: 'old@here.test' })
    const { id } = await on.importFile('email\nold@here.test\nnew@here.test\n')
    assert.equal((await on.call('POST', `/v1/imports/${id}/undo`)).status, 202)
    await until(
      async () => (await on.call('GET', `/v1/imports/${id}`)).body.status === 'undone',
      'the import to be undone',
    )
    const { counts } = await on.importFile('email\nnew@here.test\n')
    assert.deepEqual([counts.created, counts.kept_unsubscribed], [1, 0])
  })

  it('has left in the mode in which they said so', async t => {
    const on = await stage(t)
    const key = await on.service.key('test', 'admin')
    await on.say('ana@here.test', 'left the topic')
    await on.become('ana@here.test', 'was deleted')
    const tried = { email: 'ana@here.test', topics: [on.topic] }
    const made = await on.service.call('POST', '/v1/contacts', { key, body: tried })
    assert.equal(made.status, 201)
  })

  it('leaves nothing but a hash behind when they are erased', async t => {
    const on = await stage(t)
    const { db } = on.service.world
    await on.say('erase.me@here.test', 'left the topic')
    await on.become('erase.me@here.test', 'changed the address')
    await on.become('new-erase.me@here.test', 'was erased')
    await until(async () => (await erasuresUnderWay(db)) === 0, 'the person to be erased')
    const rows = await keptOfPeople(db)
    assert.deepEqual(
      rows.filter(row => /erase\.me|con_/.test(row)),
      [],
    )
    assert.ok(rows.length >= 2 && rows.every(row => row.startsWith('leavings')), String(rows))
  })
})

describe('another address', () => {
  it('takes along what the person said, and leaves behind what a server said', async t => {
    const on = await stage(t)
    const entries = async (email: string) => {
      const { body } = await on.call('GET', `/v1/suppressions?email=${email}`)
      return body.data.map((one: Record<string, string>) => `${one.stream} ${one.reason}`).sort()
    }
    const reasons = [
      ['all', 'complaint'],
      ['all', 'hard_bounce'],
      ['all', 'repeated_soft_bounce'],
      ['marketing', 'unsubscribe'],
      ['marketing', 'manual'],
    ] as const
    const kept: string[] = []
    for (const [stream, reason] of reasons) {
      const email = `${stream}.${reason}@here.test`
      await on.join([email])
      const at = await enlisted(on.service, { email, stream, reason })
      on.service.turn(1_000)
      await on.become(email, 'changed the address')
      assert.deepEqual(await entries(email), [`${stream} ${reason}`], 'the old one stays')
      kept.push(...(await entries(`new-${email}`)))
      const { body } = await on.contact(`new-${email}`)
      const isCarried = !reason.includes('bounce')
      assert.equal(body.unsubscribed, isCarried, reason)
      if (isCarried) assert.equal(body.suppressed.since, new Date(at).toISOString())
    }
    assert.deepEqual(kept, ['all complaint', 'marketing unsubscribe', 'marketing manual'])
    const letter = { from: 'oi@shop.test', subject: 's', text: 't', stream: 'marketing' }
    const sent = await on.call('POST', '/v1/emails', {
      ...letter,
      to: ['new-marketing.manual@here.test'],
    })
    assert.deepEqual([sent.status, sent.body.error.code], [422, 'recipient_suppressed'])
  })

  it('and back again, or that of somebody who had left, changes nothing of it', async t => {
    const on = await stage(t)
    await on.say('ana@here.test', 'left everything')
    await on.change('ana@here.test', { email: 'ana2@here.test' })
    await on.change('ana2@here.test', { email: 'ana@here.test' })
    assert.equal((await on.contact('ana@here.test')).body.unsubscribed, true)
    await on.say('bob@here.test', 'left the topic')
    await on.become('bob@here.test', 'was deleted')
    on.service.turn(60_000)
    await on.join(['cia@here.test'])
    await on.change('cia@here.test', { email: 'bob@here.test' })
    const { body } = await on.contact('bob@here.test')
    assert.deepEqual(
      body.topics.map((one: { state: string }) => one.state),
      ['unsubscribed'],
    )
  })

  it('that was theirs before lets stand what they joined since', async t => {
    const on = await stage(t)
    await on.say('ana@here.test', 'left the topic')
    await on.change('ana@here.test', { email: 'ana2@here.test' })
    on.service.turn(60_000)
    const at = new Date(on.service.world.clock.now()).toISOString()
    assert.equal((await on.set('ana2@here.test', 'subscribed', { at })).status, 200)
    await on.change('ana2@here.test', { email: 'ana@here.test' })
    assert.deepEqual(await on.mayBeWrittenTo(['ana@here.test']), ['ana@here.test'])
  })

  it('by an import waits for a confirmation, as by a call, and is undone with what was said', async t => {
    const on = await stage(t)
    const strict = await on.call('POST', '/v1/topics', {
      name: { en: 'Strict' },
      double_opt_in: true,
    })
    await on.call('POST', '/v1/contacts', { email: 'ana@here.test', external_id: 'u1' })
    const consent = { at: '2024-01-01T00:00:00Z', source: 'shop', confirmed: true }
    await on.call('POST', '/v1/contacts/ana@here.test/topics', {
      topics: [{ id: strict.body.id, state: 'subscribed', consent }],
    })
    const { id } = await on.importFile('email,external_id\nana2@here.test,u1\n', {
      mapping: { email: 'email', external_id: 'external_id' },
      topics: [],
      consent: undefined,
    })
    const states = async (email: string) =>
      (await on.contact(email)).body.topics.map((one: { state: string }) => one.state)
    assert.deepEqual(await states('ana2@here.test'), ['pending'])
    await on.change('ana2@here.test', { unsubscribed: true })
    assert.equal((await on.call('POST', `/v1/imports/${id}/undo`)).status, 202)
    await until(
      async () => (await on.contact('ana@here.test')).status === 200,
      'the address to be the old one',
    )
    assert.equal((await on.contact('ana@here.test')).body.unsubscribed, true)
  })
})

describe('a letter to an earlier address', () => {
  const leave = async (on: Stage, email: string) => {
    const raw = on.service.mx.received.map(one => one.content.toString())
    const letter = raw.findLast(one => one.includes(`To: ${email}`))!
    const link = /^List-Unsubscribe: ?(?:\r\n )?<([^>]+)>/m.exec(letter)![1]!
    const answer = await fetch(`http://127.0.0.1:${on.service.port}${new URL(link).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(answer.status, 200)
  }
  const sent = async (on: Stage, more: object = {}) => {
    const id = await on.make(more)
    await on.send(id)
    await on.reaches(id, body => body.status === 'sent', 'sent')
    const { body } = await on.call('GET', `/v1/campaigns/${id}/recipients?state=released`)
    await until(async () => {
      const { data } = (await on.call('GET', `/v1/emails?campaign_id=${id}`)).body
      return data.every((one: { status: string }) => one.status === 'delivered') && data.length > 0
    }, 'the letters to arrive')
    return body.data[0].email_id as string
  }

  it('acts on the contact, and on whoever has the address now', async t => {
    const on = await stage(t)
    await on.join(['ana@here.test'])
    await sent(on)
    await on.change('ana@here.test', { email: 'ana2@here.test' })
    await leave(on, 'ana@here.test')
    const { body } = await on.contact('ana2@here.test')
    assert.deepEqual([body.topics[0].state, body.unsubscribed], ['unsubscribed', false])
    const brought = await on.call('POST', '/v1/contacts', {
      email: 'ana@here.test',
      topics: [on.topic],
    })
    assert.equal(brought.status, 400, 'it was said by the old address, too')
  })

  it('without a topic takes everything, of both', async t => {
    const on = await stage(t)
    await on.join(['ana@here.test'])
    await sent(on, { topic_id: null, audience: { everybody: true } })
    await on.change('ana@here.test', { email: 'ana2@here.test' })
    await on.call('POST', '/v1/contacts', { email: 'ana@here.test', topics: [on.topic] })
    await leave(on, 'ana@here.test')
    assert.equal((await on.contact('ana2@here.test')).body.unsubscribed, true)
    assert.equal((await on.contact('ana@here.test')).body.unsubscribed, true)
  })

  it('that no campaign sent acts on whose address it was when it was written', async t => {
    const on = await stage(t)
    await on.join(['ana@here.test'])
    const letter = { from: 'oi@shop.test', to: ['ana@here.test'], subject: 's', text: 't' }
    const made = await on.call('POST', '/v1/emails', { ...letter, stream: 'marketing' })
    await until(async () => on.service.mx.received.length > 0, 'the letter to arrive')
    on.service.turn(1_000)
    await on.change('ana@here.test', { email: 'ana2@here.test' })
    await leave(on, 'ana@here.test')
    assert.equal((await on.contact('ana2@here.test')).body.unsubscribed, true)
    assert.match(made.body.id, /^msg_/)
  })

  it('that somebody complains of stops all mail to the address they have now', async t => {
    const on = await stage(t)
    await on.join(['ana@here.test'])
    const id = await sent(on)
    on.service.turn(1_000)
    await on.change('ana@here.test', { email: 'ana2@here.test' })
    await on.complain('ana@here.test', id)
    const body = await until(async () => {
      const answer = await on.contact('ana2@here.test')
      return answer.body.unsubscribed === true ? answer.body : null
    }, 'the complaint to follow')
    assert.deepEqual([body.suppressed.stream, body.suppressed.reason], ['all', 'complaint'])
  })
})

describe('a confirmation that is asked for after leaving', () => {
  /** Who left was typed into a form by a stranger, and has not confirmed for a fortnight. */
  async function neverGiven(t: TestContext, settings: Record<string, string>) {
    const { service, topic, send, contact } = await formStage(t, {}, settings)
    const key = await service.key('test', 'admin')
    const call = service.as(key)
    const email = 'ana@good.test'
    const join = () => call('POST', '/v1/contacts', { email, topics: [topic] })
    const stateOf = async () => (await contact(email)).body.topics?.[0].state
    assert.equal((await join()).status, 201)
    await call('POST', `/v1/contacts/${email}/topics`, {
      topics: [{ id: topic, state: 'unsubscribed' }],
    })
    await send({ email, first_name: 'A stranger' })
    assert.equal(await stateOf(), 'pending')
    assert.equal((await join()).status, 400, 'what is pending is not joined by others')
    service.turn(15 * 24 * 3_600_000)
    return { join, stateOf }
  }

  it('and never given leaves them where they were, whoever typed the address', async t => {
    const { join, stateOf } = await neverGiven(t, {})
    await until(async () => (await stateOf()) === 'unsubscribed', 'the state to be as it was')
    assert.equal((await join()).status, 400)
  })

  it('and never given has left before anybody has cleared it away', async t => {
    const { join } = await neverGiven(t, { MALOTE_ROLES: 'api' })
    assert.equal((await join()).status, 400)
  })

  it('is what a form asks for of who was deleted, be it one without confirmation', async t => {
    const { service, topic, send, contact } = await formStage(t, { double_opt_in: false })
    const key = await service.key('test', 'admin')
    const call = service.as(key)
    const stateOf = async (email: string) => (await contact(email)).body.topics[0].state
    for (const [name, ends] of [
      ['ana', <const Path extends string>(path: Path) => call('DELETE', path)],
      ['bia', (path: string) => call('POST', `${path}/erase`)],
    ] as const) {
      const email = `${name}@good.test`
      await call('POST', '/v1/contacts', { email, topics: [topic] })
      await call('POST', `/v1/contacts/${email}/topics`, {
        topics: [{ id: topic, state: 'unsubscribed' }],
      })
      await ends(`/v1/contacts/${email}`)
      await send({ email, first_name: 'A stranger' })
      assert.equal(await stateOf(email), 'pending')
    }
    await send({ email: 'cia@good.test', first_name: 'Cia' })
    assert.equal(await stateOf('cia@good.test'), 'subscribed', 'who has not left is in at once')
  })
})
