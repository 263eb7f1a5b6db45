/** The rules of sequences that time and others make: quiet hours, a pace, lateness, exits, other sequences. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { changedSteps } from '../support/happened.ts'
import { waitersFor, whileRowsAreHeld } from '../support/locks.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

describe('a letter of a sequence', () => {
  it('waits for the end of the quiet hours of the person', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    const letter = await template()
    await call('POST', '/v1/contacts', { email: 'ana@b.example', time_zone: 'America/Recife' })
    const id = await publish({
      triggers: [{ on: 'api' }],
      quiet: { from: '20:00', until: '08:00' },
      steps: [
        { key: 'w', type: 'wait', for: 'P1D', until: { time: '22:30' }, next: 'hello' },
        { key: 'hello', type: 'email', template_id: letter },
      ],
    })
    const path = `/v1/sequences/${id}/enrollments` as const
    const entered = await call('POST', path, { email: 'ana@b.example' })
    const contact = { email: 'ana@b.example', time_zone: 'America/Recife' }
    const { body: foreseen } = await call('POST', `/v1/sequences/${id}/simulate`, { contact })
    await until(async () => (await call('GET', `${path}/${entered.body.id}`)).body.next?.at, 'wait')
    const { now } = (await call('GET', '/v1/test-clock')).body
    const wait = (await call('GET', `${path}/${entered.body.id}`)).body.next.at
    const to = new Date(Date.parse(wait) + 3_600_000).toISOString()
    await call('POST', '/v1/test-clock', { to })
    const held = await until(async () => {
      const { body } = await call('GET', `${path}/${entered.body.id}`)
      return body.waiting && body
    }, 'the quiet hours')
    assert.equal(held.waiting.reason, 'quiet_hours')
    assert.match(held.waiting.until, /T11:00:00/)
    assert.match(held.explanation, /quiet hours/)
    await until(async () => (await call('GET', '/v1/test-clock')).body.status === 'ready', now)
    await advance('P1D')
    const { body } = await call('GET', `${path}/${entered.body.id}`)
    const sent = body.path.find((one: { step: string }) => one.step === 'hello')
    assert.deepEqual([sent!.outcome, sent!.at], ['sent', held.waiting.until])
    assert.equal(foreseen.letters[0].at, sent!.at)
  })

  it('waits where the person has had as many as the project allows, or is left out', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    const letter = await template()
    await call('PATCH', '/v1/marketing-settings', { cap: [{ letters: 1, per: 'P2D' }] })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const steps = (last: object) => [
      { key: 'one', type: 'email', template_id: letter, next: 'two' },
      { key: 'two', type: 'email', template_id: letter, ...last },
    ]
    const waiting = await publish({ triggers: [{ on: 'api' }], steps: steps({}) })
    const path = `/v1/sequences/${waiting}/enrollments` as const
    const { body: entered } = await call('POST', path, { email: 'ana@b.example' })
    const held = await until(async () => {
      const { body } = await call('GET', `${path}/${entered.id}`)
      return body.waiting && body
    }, 'the cap')
    assert.equal(held.waiting.reason, 'cap')
    await advance('P3D')
    const { body: after } = await call('GET', `${path}/${entered.id}`)
    assert.deepEqual([after.state, after.path[1].outcome], ['finished', 'sent'])
    const skipping = await publish({
      triggers: [{ on: 'api' }],
      steps: steps({ if_capped: 'skip' }).slice(1),
    })
    const other = `/v1/sequences/${skipping}/enrollments` as const
    const { body: second } = await call('POST', other, { email: 'ana@b.example' })
    const end = await until(async () => {
      const { body } = await call('GET', `${other}/${second.id}`)
      return body.state === 'finished' && body
    }, 'the end')
    assert.equal(end.path[0].outcome, 'skipped:capped')
  })

  it('goes at the pace of its sequence', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    const letter = await template()
    const people = Array.from({ length: 4 }, (_, n) => `p${n}@b.example`)
    for (const email of people) await call('POST', '/v1/contacts', { email })
    const id = await publish({
      triggers: [{ on: 'api' }],
      rate_per_hour: 1,
      exits: [{ on: 'filter', filter: { event: 'bought', at_least: 1 } }],
      steps: [{ key: 'hello', type: 'email', template_id: letter }],
    })
    const path = `/v1/sequences/${id}/enrollments` as const
    for (const email of people) await call('POST', path, { email })
    await advance('PT10M')
    // It may be a reason to go out, and is none to be earlier.
    for (const email of people) await call('POST', '/v1/activity', { email, name: 'looked' })
    await advance('PT10H')
    const { data } = (await call('GET', path)).body
    const times: number[] = []
    for (const one of data) {
      const { body } = await call('GET', `${path}/${one.id}`)
      assert.deepEqual([body.state, body.path[0].outcome], ['finished', 'sent'])
      times.push(Date.parse(body.path[0].at))
    }
    times.sort()
    const gaps = times.slice(1).map((at, n) => Math.round((at - times[n]!) / 60_000))
    assert.deepEqual(gaps, [60, 60, 60])
  })

  it('is taken back when the person goes out before it is sent', async t => {
    const { service, publish, template } = await startTestMode(t, {}, 'live')
    const letter = await template()
    const key = await service.key('live', 'admin')
    const live = service.as(key)
    const topic = (await live('POST', '/v1/topics', { name: { en: 'News' } })).body.id
    const id = await publish({
      topic_id: topic,
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'hello', type: 'email', template_id: letter, next: 'w' },
        { key: 'w', type: 'wait', for: 'P1D' },
      ],
    })
    // Nobody answers for this domain: the letter waits.
    const email = 'ana@nowhere.test'
    const made = await live('POST', '/v1/contacts', { email })
    await live('POST', `/v1/contacts/${made.body.id}/topics`, {
      topics: [{ id: topic, state: 'subscribed' }],
    })
    const entered = await live('POST', `/v1/sequences/${id}/enrollments`, { email })
    const path = `/v1/sequences/${id}/enrollments/${entered.body.id}` as const
    const sent = await until(async () => (await live('GET', path)).body.path?.[0], 'a letter')
    const statusOf = async () => (await live('GET', `/v1/emails/${sent.email_id}`)).body.status
    await until(async () => (await statusOf()) === 'deferred', 'the letter to wait')
    await live('POST', `/v1/contacts/${made.body.id}/topics`, {
      topics: [{ id: topic, state: 'unsubscribed' }],
    })
    const { body } = await live('GET', path)
    assert.deepEqual([body.state, body.reason], ['exited', 'topic_left'])
    assert.equal(await statusOf(), 'cancelled')
  })
})

describe('a step', () => {
  it('enters another sequence, by the rules of that', async t => {
    const { call, publish } = await startTestMode(t)
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const other = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'w', type: 'wait', for: 'P9D' }],
    })
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'first', type: 'sequence', sequence_id: other, next: 'again' },
        { key: 'again', type: 'sequence', sequence_id: other },
      ],
    })
    const path = `/v1/sequences/${id}/enrollments` as const
    const entered = await call('POST', path, { email: 'ana@b.example' })
    const body = await until(async () => {
      const answer = await call('GET', `${path}/${entered.body.id}`)
      return answer.body.state === 'finished' && answer.body
    }, 'the end')
    assert.deepEqual(
      body.path.map((one: { outcome: string }) => one.outcome),
      ['done', 'skipped:reentry'],
    )
    assert.equal((await call('GET', `/v1/sequences/${other}/enrollments`)).body.data.length, 1)
    const wrong = await call('POST', '/v1/sequences', {
      name: 'X',
      steps: [{ key: 'a', type: 'sequence', sequence_id: 'seq_1' }],
    })
    assert.deepEqual(refused(wrong), [400, 'invalid_field', 'steps[0].sequence_id'])
  })

  it('waits for an event with the value that the first one had', async t => {
    const { call, publish } = await startTestMode(t)
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const where = [{ field: 'cart_id', op: 'eq', value: { from: 'event.cart_id' } }]
    const id = await publish({
      triggers: [{ on: 'event', name: 'cart.filled' }],
      reentry: { mode: 'always', key: 'event.cart_id' },
      steps: [{ key: 'paid', type: 'wait_for_event', event: 'cart.paid', within: 'P3D', where }],
    })
    const report = (name: string, cart: number) =>
      call('POST', '/v1/activity', { email: 'ana@b.example', name, data: { cart_id: cart } })
    for (const cart of [7, 8, 7]) await report('cart.filled', cart)
    const list = async () =>
      (await call('GET', `/v1/sequences/${id}/enrollments`)).body.data as { state: string }[]
    assert.equal((await list()).length, 2)
    await until(async () => (await list()).every(one => 'state' in one), 'both inside')
    await report('cart.paid', 8)
    await until(
      async () => (await list()).filter(one => one.state === 'finished').length === 1,
      'the one of that cart to end',
    )
    assert.equal((await list()).filter(one => one.state === 'inside').length, 1)
  })

  it('ends the way itself where a rule of exit says so', async t => {
    const { call, publish } = await startTestMode(t)
    const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).body.id
    await call('POST', '/v1/contacts', { email: 'ana@b.example', topics: [topic] })
    const id = await publish({
      topic_id: topic,
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'out', type: 'topic', topic_id: topic, action: 'leave', next: 'w' },
        { key: 'w', type: 'wait', for: 'P9D' },
      ],
    })
    const path = `/v1/sequences/${id}/enrollments` as const
    const entered = await call('POST', path, { email: 'ana@b.example' })
    const body = await until(async () => {
      const answer = await call('GET', `${path}/${entered.body.id}`)
      return answer.body.state !== 'inside' && answer.body
    }, 'the end')
    assert.deepEqual([body.state, body.reason, body.path.length], ['exited', 'topic_left', 1])
    const exits = await call('GET', '/v1/activity?name=sequence.exited')
    assert.equal(exits.body.data.length, 1)
  })
})

describe('an exit and the step that it should stop', () => {
  it('come one after the other: the letter or the exit, never both', async t => {
    const { call, publish, template } = await startTestMode(t)
    const letter = await template()
    const people = Array.from({ length: 40 }, (_, n) => `p${n}@b.example`)
    const id = await publish({
      triggers: [{ on: 'api' }],
      exits: [{ on: 'event', name: 'order.paid', reason: 'goal' }],
      steps: [
        { key: 'hello', type: 'email', template_id: letter, next: 'w' },
        { key: 'w', type: 'wait', for: 'P1D' },
      ],
    })
    const list = `/v1/sequences/${id}/enrollments` as const
    const entered = await Promise.all(
      people.map(async email => {
        await call('POST', '/v1/contacts', { email })
        const { body } = await call('POST', list, { email })
        const paid = await call('POST', '/v1/activity', { email, name: 'order.paid' })
        assert.equal(paid.status, 202, JSON.stringify(paid.body))
        return body.id as string
      }),
    )
    const { body: emails } = await call('GET', `/v1/emails?sequence_id=${id}&limit=100`)
    let letters = 0
    for (const one of entered) {
      const { body } = await call('GET', `${list}/${one}`)
      assert.deepEqual([body.state, body.reason], ['exited', 'goal'])
      const visits = body.path.map((visit: { visit: number }) => visit.visit)
      assert.deepEqual(visits, body.path.length === 0 ? [] : [0])
      for (const { at } of body.path) assert.ok(Date.parse(at) <= Date.parse(body.ended_at))
      letters += body.path.length
    }
    assert.equal(emails.data.length, letters)
  })
})

describe('the draft of a sequence', () => {
  it('keeps both of two changes of different members at once', async t => {
    const { call, publish } = await startTestMode(t)
    const id = await publish({ triggers: [{ on: 'api' }], steps: [{ key: 'end', type: 'exit' }] })
    const path = `/v1/sequences/${id}` as const
    for (let rate = 1; rate <= 20; rate += 1) {
      const changes = [{ rate_per_hour: rate }, { patience: `P${rate}D` }]
      await Promise.all(changes.map(change => call('PATCH', path, change)))
      const { body } = await call('GET', path)
      assert.deepEqual([body.rate_per_hour, body.patience], [rate, `P${rate}D`])
    }
  })

  it('has no subject of several lines, of which no email could be made', async t => {
    const { call, template } = await startTestMode(t)
    const steps = [
      { key: 'a', type: 'email', template_id: await template(), subject: 'Hi\r\nBcc: x@y.example' },
    ]
    const made = await call('POST', '/v1/sequences', { name: 'Lines', steps })
    assert.deepEqual(refused(made), [400, 'invalid_field', 'steps[0].subject'])
  })

  it('takes a subject of its own with the values of a person, of names that are known', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    const letter = { key: 'a', type: 'email', template_id: await template() }
    const make = (subject: string) =>
      call('POST', '/v1/sequences', {
        name: 'Subjects',
        from: 'oi@shop.example',
        triggers: [{ on: 'api' }],
        steps: [{ ...letter, subject }],
      })
    assert.deepEqual(refused(await make('Hi {{ contact.')), [
      400,
      'invalid_field',
      'steps[0].subject',
    ])
    const { body: unknown } = await make('Hi {{ contact.nickname }}')
    const published = await call('POST', `/v1/sequences/${unknown.id}/publish`, {})
    assert.deepEqual(refused(published), [400, 'invalid_field', 'steps[0].subject'])
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ ...letter, subject: '{{ contact.first_name | default: "You" }}, 20% off' }],
    })
    const contact = { email: 'ana@b.example', first_name: 'Ana' }
    await call('POST', '/v1/contacts', contact)
    const { body: foreseen } = await call('POST', `/v1/sequences/${id}/simulate`, { contact })
    await call('POST', `/v1/sequences/${id}/enrollments`, { email: 'ana@b.example' })
    await advance('PT1H')
    const { body: sent } = await call('GET', `/v1/emails?sequence_id=${id}`)
    assert.deepEqual(
      [foreseen.letters[0].subject, sent.data[0].subject],
      ['Ana, 20% off', 'Ana, 20% off'],
    )
  })

  it('has a person without the value left out, or the subject without it', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    const subject = 'For {{ contact.first_name }}'
    const template_id = await template()
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'a', type: 'email', template_id, subject, next: 'b' },
        { key: 'b', type: 'email', template_id, subject, on_missing: 'empty', next: 'c' },
        {
          key: 'c',
          type: 'email',
          template_id,
          subject: '{{ contact.first_name }}',
          on_missing: 'empty',
          next: 'd',
        },
        { key: 'd', type: 'email', template_id, subject: '  ' },
      ],
    })
    await call('POST', '/v1/contacts', { email: 'bo@b.example' })
    const contact = { email: 'bo@b.example' }
    const { body: foreseen } = await call('POST', `/v1/sequences/${id}/simulate`, { contact })
    const { body } = await call('POST', `/v1/sequences/${id}/enrollments`, {
      email: 'bo@b.example',
    })
    await advance('PT1H')
    const { body: after } = await call('GET', `/v1/sequences/${id}/enrollments/${body.id}`)
    assert.deepEqual(
      after.path.map((one: { outcome: string }) => one.outcome),
      ['skipped:missing_value:contact.first_name', 'sent', 'sent', 'sent'],
    )
    // The simulation sees no more emails than there are.
    assert.deepEqual(
      foreseen.path.map((one: { because: string }) => one.because),
      after.path.map((one: { outcome: string }) => one.outcome),
    )
    assert.deepEqual(
      foreseen.letters.map((one: { subject: string }) => one.subject),
      ['For', '', 'Hi'],
    )
  })

  it('keeps what people go by or will from being deleted', async t => {
    const { call, publish } = await startTestMode(t)
    const date = (key: string) => call('POST', '/v1/contact-properties', { key, type: 'date' })
    for (const key of ['renews', 'born', 'seen', 'free', 'kept']) await date(key)
    const segment = await call('POST', '/v1/segments', { name: 'Static', kind: 'static' })
    const id = await publish({
      triggers: [{ on: 'date', property: 'born', yearly: true }],
      entry_filter: { not: { field: 'properties.kept', op: 'exists' } },
      steps: [
        { key: 'w', type: 'wait', until: { property: 'renews' }, next: 'u' },
        { key: 'u', type: 'update_contact', set: { properties: { seen: null } }, next: 's' },
        { key: 's', type: 'segment', segment_id: segment.body.id, action: 'add' },
      ],
    })
    const used = ['renews', 'born', 'seen', 'kept'].map(key => `/v1/contact-properties/${key}`)
    used.push(`/v1/segments/${segment.body.id}`)
    const are = async (wanted: readonly unknown[], about: string) => {
      for (const path of used) {
        assert.deepEqual(refused(await call('DELETE', path)).slice(0, 3), wanted, path + about)
      }
    }
    const inUse = [400, 'invalid_field', 'id']
    await are(inUse, ' as published')
    assert.equal((await call('DELETE', '/v1/contact-properties/free')).status, 200)
    const without = { triggers: [], entry_filter: null, steps: [{ key: 'x', type: 'exit' }] }
    await call('PATCH', `/v1/sequences/${id}`, without)
    await are(inUse, ' once the draft has it no more')
    await call('POST', `/v1/sequences/${id}/publish`, {})
    for (const path of used) assert.equal((await call('DELETE', path)).status, 200, path)
  })

  it('names the place of a wrong condition in its sentence, too', async t => {
    const { call } = await startTestMode(t)
    const where = [{ field: 'amount', op: 'like', value: 1 }]
    const given: [object, string][] = [
      [{ triggers: [{ on: 'event', name: 'a.b', where }] }, 'triggers[0].where[0].op'],
      [{ entry_filter: { all: 3 } }, 'entry_filter.all'],
    ]
    for (const [members, param] of given) {
      const { body } = await call('POST', '/v1/sequences', { name: 'Conditions', ...members })
      assert.equal(body.error.param, param)
      assert.ok(body.error.message.includes(param), body.error.message)
    }
  })

  it('puts people into static segments only, and takes them out of those', async t => {
    const { call } = await startTestMode(t)
    const made = async (name: string, members: object) =>
      (await call('POST', '/v1/segments', { name, ...members })).body.id
    const filter = { field: 'language', op: 'eq', value: 'pt' }
    const dynamic = await made('By language', { kind: 'dynamic', filter })
    const isStatic = await made('By hand', { kind: 'static' })
    const steps = (segment_id: string, action: string) => [
      { key: 'a', type: 'exit' },
      { key: 'b', type: 'segment', segment_id, action },
    ]
    for (const action of ['add', 'remove']) {
      const given = { name: `To ${action}`, steps: steps(dynamic, action) }
      const wanted = [400, 'invalid_field', 'steps[1].segment_id']
      assert.deepEqual(refused(await call('POST', '/v1/sequences', given)), wanted)
      const { body, status } = await call('POST', '/v1/sequences', {
        ...given,
        steps: steps(isStatic, action),
      })
      assert.equal(status, 201)
      const changed = await call('PATCH', `/v1/sequences/${body.id}`, { steps: given.steps })
      assert.deepEqual(refused(changed), wanted)
    }
  })

  it('has no member of another kind of step, and a webhook carries what an activity may', async t => {
    const { call } = await startTestMode(t)
    const big = { text: 'x'.repeat(8_200) }
    const given: [object, string][] = [
      [{ type: 'wait', for: 'P1D', template_id: 'tpl_1' }, 'steps[0].template_id'],
      [{ type: 'webhook', name: 'ping', data: big }, 'steps[0].data'],
      [{ type: 'webhook', name: 'ping', data: 7 }, 'steps[0].data'],
    ]
    for (const [members, param] of given) {
      const steps = [{ key: 'a', ...members }]
      const made = await call('POST', '/v1/sequences', { name: 'Members', steps })
      assert.deepEqual(refused(made), [400, 'invalid_field', param])
    }
  })

  it('is not published with a condition on letters of a step that sends none', async t => {
    const { call, template } = await startTestMode(t)
    const opened = (step: string) => ({ any: [{ not: { letters: 'opened', of: { step } } }] })
    const make = async (step: string) => {
      const { body } = await call('POST', '/v1/sequences', {
        name: `Letters of ${step}`,
        from: 'oi@shop.example',
        triggers: [{ on: 'api' }],
        exits: [{ on: 'filter', filter: { letters: 'clicked', of: { step: 'hello' } } }],
        steps: [
          { key: 'hello', type: 'email', template_id: await template(), next: 'choice' },
          { key: 'choice', type: 'branch', cases: [{ filter: opened(step), next: 'end' }] },
          { key: 'end', type: 'exit' },
        ],
      })
      return call('POST', `/v1/sequences/${body.id}/publish`, {})
    }
    assert.deepEqual(refused(await make('end')), [
      400,
      'invalid_field',
      'steps[1].cases[0].filter.any[0].not.of.step',
    ])
    assert.equal((await make('hello')).status, 201)
  })

  it('is published as it was judged: a change that comes between is judged, too', async t => {
    const { service, call } = await startTestMode(t)
    const { body } = await call('POST', '/v1/sequences', {
      name: 'Between',
      triggers: [{ on: 'api' }],
      steps: [{ key: 'end', type: 'exit' }],
    })
    const { db } = service.world
    const loop = [{ key: 'end', type: 'wait', for: 'P1D', next: 'end' }]
    const publishing = await whileRowsAreHeld(db, 'sequences', async tx => {
      const publishing = call('POST', `/v1/sequences/${body.id}/publish`, {})
      await until(async () => (await waitersFor(db)) > 0, 'the publishing that waits')
      await changedSteps(tx, loop)
      return { publishing }
    })
    assert.deepEqual(refused(await publishing.publishing), [400, 'invalid_field', 'steps[0].next'])
  })
})
