/** Who is written to in a sequence, how somebody's place in it is shown, and what is foreseen of it. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { read } from '#kernel/base/ids.ts'
import { waysWithoutLetter } from '#marketing/sequences/people/people-store.ts'
import { operatorSets } from '../support/accounts.ts'
import { type Called, refused } from '../support/called.ts'
import { usedToday } from '../support/happened.ts'
import { failedWork, owedPosts } from '../support/kept.ts'
import { waitersFor, whileNoneCanWrite } from '../support/locks.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const outcomes = (body: Called['body']): string[] =>
  body.path.map((one: { step: string; outcome: string }) => `${one.step} ${one.outcome}`)

describe('a letter of a sequence', () => {
  it('goes to those who are in its topic, and not during a pause of theirs', async t => {
    const { call, advance, publish, template, service } = await startTestMode(t)
    const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).body.id
    const letter = await template()
    const steps = [{ key: 'hello', type: 'email', template_id: letter }]
    const id = await publish({ topic_id: topic, triggers: [{ on: 'api' }], steps })
    const people: Record<string, object> = {
      in: { topics: [topic] },
      never: {},
      resting: { topics: [topic] },
    }
    for (const [name, more] of Object.entries(people)) {
      await call('POST', '/v1/contacts', { email: `${name}@b.example`, ...more })
    }
    const { now } = (await call('GET', '/v1/test-clock')).body
    const later = new Date(Date.parse(now) + 30 * 86_400_000).toISOString()
    const rest = await call('PATCH', '/v1/contacts/resting@b.example', { snoozed_until: later })
    assert.equal(rest.status, 200, JSON.stringify(rest.body))
    const entered: Record<string, string> = {}
    for (const name of Object.keys(people)) {
      const one = await call('POST', `/v1/sequences/${id}/enrollments`, {
        email: `${name}@b.example`,
      })
      entered[name] = one.body.id
    }
    await advance('PT1M')
    const found: Record<string, string[]> = {}
    const silent: string[] = []
    for (const [name, one] of Object.entries(entered)) {
      const { body } = await call('GET', `/v1/sequences/${id}/enrollments/${one}`)
      found[name] = outcomes(body)
      if (/(Nothing was sent|Nada foi enviado)\.$/.test(body.explanation)) silent.push(name)
    }
    assert.deepEqual(silent, ['never', 'resting'], 'an end without a letter is said as such')
    const ids = Object.values(entered).map(one => read('enr', one)!)
    const { world, projectId } = service
    assert.deepEqual([...(await waysWithoutLetter(world.db, projectId, ids))].sort(), ids.slice(1))
    assert.deepEqual(found, {
      in: ['hello sent'],
      never: ['hello skipped:unsubscribed_topic'],
      resting: ['hello skipped:snoozed'],
    })
  })

  it('waits for its quota where others have used it while it was made', async t => {
    const { publish, template, service } = await startTestMode(t, {}, 'live')
    const { accountId, world } = service
    const steps = [{ key: 'hello', type: 'email', template_id: await template() }]
    const id = await publish({ triggers: [{ on: 'api' }], steps })
    const path = `/v1/sequences/${id}/enrollments` as const
    const enter = async (email: string): Promise<string> => {
      await service.call('POST', '/v1/contacts', { body: { email } })
      const { status, body } = await service.call('POST', path, { body: { email } })
      assert.equal(status, 201, JSON.stringify(body))
      return `${path}/${body.id}`
    }
    const state = async (one: string) => (await service.call('GET', one)).body
    await operatorSets(service, { trustLevel: 1 })
    const first = await enter('ana@b.example')
    await until(async () => (await state(first)).state === 'finished', 'the first letter')
    const second = await whileNoneCanWrite(world.db, 'letters', async tx => {
      const entered = await enter('bia@b.example')
      await until(async () => (await waitersFor(world.db, 'letters')) > 0, 'the letter under way')
      await usedToday(tx, accountId, 1_000)
      return entered
    })
    await until(async () => {
      assert.deepEqual(await failedWork(world.db), [], 'it is done again at once')
      return (await state(second)).waiting?.reason === 'quota'
    }, 'the wait')
    const sent = (await service.call('GET', '/v1/emails')).body.data
    assert.deepEqual(
      sent.map((one: { to: string[] }) => one.to),
      [['ana@b.example']],
    )
  })

  it('is given up after the patience of its step', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    await call('PATCH', '/v1/marketing-settings', { cap: [{ letters: 1, per: 'P30D' }] })
    const letter = await template()
    const id = await publish({
      triggers: [{ on: 'api' }],
      patience: 'P3D',
      steps: [
        { key: 'a', type: 'email', template_id: letter, next: 'b' },
        { key: 'b', type: 'email', template_id: letter, next: 'c' },
        { key: 'c', type: 'email', template_id: letter, patience: 'P1D', next: 'd' },
        { key: 'd', type: 'email', template_id: letter, if_capped: 'skip' },
      ],
    })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const foreseen = await call('POST', `/v1/sequences/${id}/simulate`, {
      contact: { email: 'a@b.example' },
    })
    const { body } = await call('POST', `/v1/sequences/${id}/enrollments`, {
      email: 'ana@b.example',
    })
    const path = `/v1/sequences/${id}/enrollments/${body.id}` as const
    await advance('PT1M')
    const held = (await call('GET', path)).body
    assert.deepEqual([held.step, held.next.step, held.waiting.reason], ['b', 'b', 'cap'])
    assert.equal(held.next.at, held.waiting.until)
    await advance('P5D')
    const ended = (await call('GET', path)).body
    assert.deepEqual(outcomes(ended), [
      'a sent',
      'b skipped:patience',
      'c skipped:patience',
      'd skipped:capped',
    ])
    const took = Date.parse(ended.ended_at) - Date.parse(ended.entered_at)
    assert.ok(Math.abs(took - 4 * 86_400_000) < 60_000, String(took))
    assert.deepEqual(
      foreseen.body.path.map(
        (one: { step: string; because: string }) => `${one.step} ${one.because}`,
      ),
      outcomes(ended),
    )
  })
})

describe('a person in a sequence', () => {
  it('is shown with the step that comes next, and standing still while it is paused', async t => {
    const { call, advance, publish } = await startTestMode(t)
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'rest', type: 'wait', for: 'P2D', next: 'hear' },
        {
          key: 'hear',
          type: 'wait_for_event',
          event: 'cart.closed',
          within: 'P2D',
          timeout: 'end',
        },
        { key: 'end', type: 'exit', reason: 'late' },
      ],
    })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const { body } = await call('POST', `/v1/sequences/${id}/enrollments`, {
      email: 'ana@b.example',
    })
    const path = `/v1/sequences/${id}/enrollments/${body.id}` as const
    await advance('PT1M')
    const resting = (await call('GET', path)).body
    assert.deepEqual([resting.step, resting.next.step], ['rest', 'hear'])
    const due = Date.parse(resting.next.at)
    assert.ok(Math.abs(due - Date.parse(resting.entered_at) - 2 * 86_400_000) < 60_000)
    await call('POST', `/v1/sequences/${id}/pause`, {})
    const still = (await call('GET', path)).body
    assert.deepEqual(
      [still.waiting, still.next],
      [
        { reason: 'paused', until: null },
        { step: 'hear', at: null },
      ],
    )
    assert.match(still.explanation, /pausada|paused/)
    await advance('P1D')
    await call('POST', `/v1/sequences/${id}/resume`, {})
    const gone = (await call('GET', path)).body
    assert.equal(gone.waiting, null)
    assert.ok(Math.abs(Date.parse(gone.next.at) - due - 86_400_000) < 60_000, gone.next.at)
    await advance('P2D')
    const hearing = (await call('GET', path)).body
    assert.deepEqual([hearing.step, hearing.next.step], ['hear', 'end'])
    // Who finishes on an earlier version is still counted where they stand.
    await call('PATCH', `/v1/sequences/${id}`, {
      steps: [{ key: 'rest', type: 'wait', for: 'P2D' }],
    })
    await call('POST', `/v1/sequences/${id}/publish`, {})
    const { steps } = (await call('GET', `/v1/sequences/${id}/stats`)).body
    assert.deepEqual(
      steps.map((one: { key: string; waiting: number }) => [one.key, one.waiting]),
      [
        ['rest', 0],
        ['hear', 1],
      ],
    )
    await advance('P2D')
    const ended = (await call('GET', path)).body
    assert.deepEqual([ended.state, ended.reason, ended.next], ['exited', 'late', null])
  })

  it('goes out when a filter of exit holds by what has happened', async t => {
    const { call, advance, publish } = await startTestMode(t)
    await call('POST', '/v1/contact-properties', { key: 'vip', type: 'boolean' })
    const id = await publish({
      triggers: [{ on: 'api' }],
      exits: [
        { on: 'filter', filter: { field: 'properties.vip', op: 'eq', value: true }, reason: 'vip' },
      ],
      steps: [{ key: 'rest', type: 'wait', for: 'P20D' }],
    })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const { body } = await call('POST', `/v1/sequences/${id}/enrollments`, {
      email: 'ana@b.example',
    })
    const path = `/v1/sequences/${id}/enrollments/${body.id}` as const
    await advance('PT1M')
    await call('PATCH', '/v1/contacts/ana@b.example', { properties: { vip: true } })
    const ended = await until(async () => {
      const one = (await call('GET', path)).body
      return one.state === 'exited' && one
    }, 'the exit')
    assert.deepEqual([ended.reason, ended.path], ['vip', []])
  })

  it('is not let in while the address is suppressed', async t => {
    const { call, publish } = await startTestMode(t)
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'rest', type: 'wait', for: 'P1D' }],
    })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    await call('PATCH', '/v1/contacts/ana@b.example', { unsubscribed: true })
    const answer = await call('POST', `/v1/sequences/${id}/enrollments`, { email: 'ana@b.example' })
    assert.deepEqual(refused(answer), [422, 'recipient_suppressed', 'contact_id'])
  })

  it('stays at a step whose name every object has, where no map names it', async t => {
    const { call, advance, publish } = await startTestMode(t)
    const steps = [{ key: 'constructor', type: 'wait', for: 'P9D' }]
    const id = await publish({ triggers: [{ on: 'api' }], steps })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    await call('POST', `/v1/sequences/${id}/enrollments`, { email: 'ana@b.example' })
    await advance('PT1M')
    await call('PATCH', `/v1/sequences/${id}`, {
      steps: [{ ...steps[0], for: 'P8D' }],
    })
    const moved = await call('POST', `/v1/sequences/${id}/publish`, { inside: 'move' })
    assert.deepEqual(
      [moved.status, moved.body],
      [201, { version: 2, inside: { finish: 0, move: 1, leave: 0, exit: 0 } }],
    )
  })

  it('is moved by a map to steps that there are', async t => {
    const { call, advance, publish } = await startTestMode(t)
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'old', type: 'wait', for: 'P9D' }],
    })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const { body } = await call('POST', `/v1/sequences/${id}/enrollments`, {
      email: 'ana@b.example',
    })
    await advance('PT1M')
    await call('PATCH', `/v1/sequences/${id}`, {
      steps: [{ key: 'new', type: 'wait', for: 'P1D' }],
    })
    const move = (more: object) =>
      call('POST', `/v1/sequences/${id}/publish`, { inside: 'move', ...more })
    assert.deepEqual(refused(await move({ map: { old: 'gone' } })), [
      400,
      'invalid_field',
      'map.old',
    ])
    const none = { finish: 0, move: 0, leave: 0, exit: 0 }
    const dry = await move({ dry_run: true })
    assert.deepEqual([dry.status, dry.body], [200, { version: 2, inside: { ...none, exit: 1 } }])
    const moved = await move({ map: { old: 'new' } })
    assert.deepEqual(
      [moved.status, moved.body],
      [201, { version: 2, inside: { ...none, move: 1 } }],
    )
    await advance('PT1M')
    const one = (await call('GET', `/v1/sequences/${id}/enrollments/${body.id}`)).body
    assert.deepEqual([one.version, one.step, one.state], [2, 'new', 'inside'])
    // It is a wait of its own, which began with the move.
    const { now } = (await call('GET', '/v1/test-clock')).body
    assert.ok(Date.parse(one.next.at) - Date.parse(now) <= 86_400_000, one.next.at)
    await call('PATCH', `/v1/sequences/${id}`, {
      steps: [{ key: 'third', type: 'wait', for: 'P1D' }],
    })
    assert.equal((await move({})).body.inside.exit, 1)
    const out = (await call('GET', `/v1/sequences/${id}/enrollments/${body.id}`)).body
    assert.deepEqual([out.state, out.reason], ['exited', 'new_version'])
  })
})

describe('posts of a sequence', () => {
  it('hold the enrollment under its noun, with the sequence and the reason', async t => {
    const { call, advance, publish, service } = await startTestMode(t)
    const hook = { url: 'https://one.example.org/', events: ['sequence.*'] }
    assert.equal((await call('POST', '/v1/webhooks', hook)).status, 201)
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'call', type: 'webhook', name: 'told', data: { colour: 'blue' }, next: 'end' },
        { key: 'end', type: 'exit', reason: 'goal' },
      ],
    })
    const contact = (await call('POST', '/v1/contacts', { email: 'ana@b.example' })).body.id
    const { body: one } = await call('POST', `/v1/sequences/${id}/enrollments`, {
      contact_id: contact,
    })
    await advance('PT1M')
    const posts = (await owedPosts(service.world.db)).map(one => JSON.parse(one.body))
    assert.deepEqual(
      posts.map(({ type, data }) => [type, data.sequence_id, data.contact_id, data.enrollment.id]),
      ['sequence.entered', 'sequence.webhook', 'sequence.exited'].map(type => [
        type,
        id,
        contact,
        one.id,
      ]),
    )
    const [, told, exited] = posts
    assert.deepEqual(
      [told.data.name, told.data.data, told.data.step, told.data.test],
      ['told', { colour: 'blue' }, 'call', true],
    )
    assert.deepEqual(
      [exited.data.reason, exited.data.enrollment.state, exited.data.enrollment.reason],
      ['goal', 'exited', 'goal'],
    )
  })
})

describe('a simulation', () => {
  it('shows each letter under a link, with the person as they would be then', async t => {
    const { call, publish, template, service } = await startTestMode(t)
    const letter = await template('<p>Hello {{ contact.first_name }} of {{ event.shop }}</p>')
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'set', type: 'update_contact', set: { first_name: 'Bia' }, next: 'hello' },
        { key: 'hello', type: 'email', template_id: letter },
      ],
    })
    const asked = { contact: { first_name: 'Ana' }, data: { shop: 'Recife' } }
    const { body } = await call('POST', `/v1/sequences/${id}/simulate`, asked)
    const [first] = body.letters
    assert.deepEqual(Object.keys(first), ['at', 'local', 'step', 'subject', 'html_url'])
    const page = await service.call('GET', new URL(first.html_url).pathname)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-security-policy') ?? '', /^sandbox/)
    assert.match(String(page.body), /Hello Bia of Recife/)
    const broken = await service.call('GET', `${new URL(first.html_url).pathname}x`)
    assert.equal(broken.status, 404)
    assert.deepEqual(
      refused(
        await call('POST', `/v1/sequences/${id}/simulate`, { contact: { properties: { no: 1 } } }),
      ),
      [400, 'invalid_field', 'contact.properties.no'],
    )
    const both = { contact_id: 'con_1', contact: {} }
    assert.deepEqual(refused(await call('POST', `/v1/sequences/${id}/simulate`, both)), [
      400,
      'invalid_field',
      'contact',
    ])
  })
})

it('members of steps are judged where they stand', async t => {
  const { call } = await startTestMode(t)
  const wait = { key: 'a', type: 'wait' }
  const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).body.id
  for (const [more, code, param] of [
    [{ reentry: { mode: 'never', key: 'cart' } }, 'invalid_field', 'reentry.key'],
    [{ patience: 'a week' }, 'invalid_field', 'patience'],
    [{ steps: [{ ...wait, until: {} }] }, 'missing_field', 'steps[0].until.time'],
    [{ steps: [{ ...wait, until: { days: [] } }] }, 'missing_field', 'steps[0].until.days'],
    [
      { steps: [{ ...wait, until: { property: 'nope' } }] },
      'invalid_field',
      'steps[0].until.property',
    ],
    [
      { steps: [{ key: 'a', type: 'update_contact', set: { properties: { nope: 1 } } }] },
      'invalid_field',
      'steps[0].set.properties.nope',
    ],
    [
      { steps: [{ key: 'a', type: 'update_contact', set: { email: 'a@b.example' } }] },
      'invalid_field',
      'steps[0].set.email',
    ],
    [
      { steps: [{ key: 'a', type: 'topic', topic_id: topic, action: 'add' }] },
      'invalid_field',
      'steps[0].action',
    ],
    [
      { steps: [{ key: 'a', type: 'wait_for_event', event: 'Order!', within: 'P1D' }] },
      'invalid_field',
      'steps[0].event',
    ],
    [
      { steps: [{ key: 'a', type: 'branch', cases: [{ next: 'b' }] }] },
      'missing_field',
      'steps[0].cases[0].filter',
    ],
  ] as const) {
    const answer = await call('POST', '/v1/sequences', { name: 'A', ...more })
    assert.deepEqual(refused(answer), [400, code, param], JSON.stringify(more))
  }
  const nothing = { name: 'Nothing', reentry: { mode: 'after_exit', min_gap: null, key: null } }
  assert.equal((await call('POST', '/v1/sequences', nothing)).status, 201)
})
