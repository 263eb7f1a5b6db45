/** The clock of test mode: what takes weeks is tried in seconds. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { arrivedTestClocks, setOffTestClocks } from '../support/happened.ts'
import { waitingWork } from '../support/kept.ts'
import { waitersFor, whileRowsAreHeld } from '../support/locks.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const dayMs = 86_400_000

describe('the clock of test mode', () => {
  it('is read and turned with a test key only', async t => {
    const { call, advance, service } = await startTestMode(t)
    const before = await call('GET', '/v1/test-clock')
    assert.deepEqual([before.body.ahead_s, before.body.status], [0, 'ready'])
    const live = await service.key('live', 'admin')
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: { advance: 'P1D' } } : {}
      const asked = await service.call(method, '/v1/test-clock', { key: live, ...body })
      assert.deepEqual(refused(asked), [404, 'resource_not_found', undefined])
    }
    const past = new Date(service.world.clock.now() - 60_000).toISOString()
    const wrong: [object, string, string][] = [
      [{}, 'missing_field', 'advance'],
      [{ advance: 'soon' }, 'invalid_field', 'advance'],
      [{ advance: 'P401D' }, 'invalid_field', 'advance'],
      [{ to: past }, 'invalid_field', 'to'],
      [{ to: 'tomorrow' }, 'invalid_field', 'to'],
      [{ advance: 'P1D', to: past }, 'invalid_field', 'to'],
      [{ reset: false }, 'invalid_field', 'reset'],
    ]
    for (const [body, code, param] of wrong) {
      const asked = await call('POST', '/v1/test-clock', body)
      assert.deepEqual(refused(asked), [400, code, param], JSON.stringify(body))
    }
    const after = await advance('P2D')
    assert.ok(Math.abs(after.ahead_s - 2 * 86_400) <= 1, String(after.ahead_s))
    const made = await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const ahead = Date.parse(made.body.created_at) - service.world.clock.now()
    assert.ok(Math.abs(ahead - 2 * dayMs) < 30_000, String(ahead))
    const back = await call('POST', '/v1/test-clock', { reset: true })
    assert.deepEqual([back.status, back.body.ahead_s, back.body.status], [202, 0, 'ready'])
  })

  it('says which emails wait for their time', async t => {
    const { call, advance } = await startTestMode(t)
    const ids = async (query: string): Promise<string[]> => {
      const { status, body } = await call('GET', `/v1/emails?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.map((email: { id: string }) => email.id)
    }
    const { now } = (await call('GET', '/v1/test-clock')).body
    const send = async (hours?: number): Promise<string> => {
      const at = hours && new Date(Date.parse(now) + hours * 3_600_000).toISOString()
      const { status, body } = await call('POST', '/v1/emails', {
        ...{ from: 'news@shop.test', to: ['ana@b.example'], subject: 'Hello', text: 'Hi' },
        ...(at ? { scheduled_at: at } : {}),
      })
      assert.equal(status, 202, JSON.stringify(body))
      return body.id
    }
    const [plain, near, far] = [await send(), await send(1), await send(48)]
    assert.deepEqual(await ids('scheduled=true'), [far, near])
    assert.deepEqual(await ids('scheduled=true&status=captured'), [far, near])
    await advance('P1D')
    assert.deepEqual(await ids('scheduled=true'), [far])
    assert.deepEqual(await ids('scheduled=false'), [near, plain])
  })

  it('runs a sequence of weeks, each step at its own time', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    const letter = await template()
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'hello', type: 'email', template_id: letter, next: 'rest' },
        { key: 'rest', type: 'wait', for: 'P14D', next: 'again' },
        { key: 'again', type: 'email', template_id: letter, next: 'more' },
        { key: 'more', type: 'wait', for: 'P30D', next: 'last' },
        { key: 'last', type: 'email', template_id: letter },
      ],
    })
    const path = `/v1/sequences/${id}/enrollments` as const
    const ana = await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const entered = await call('POST', path, { contact_id: ana.body.id })
    await until(
      async () => (await call('GET', `${path}/${entered.body.id}`)).body.step === 'rest',
      'the first letter',
    )
    await advance('P20D')
    const half = (await call('GET', `${path}/${entered.body.id}`)).body
    assert.equal(half.step, 'more')
    await advance('P40D')
    const { body } = await call('GET', `${path}/${entered.body.id}`)
    assert.equal(body.state, 'finished')
    const times = body.path.map((one: { at: string }) => Date.parse(one.at))
    assert.equal(Math.round((times[2]! - times[0]!) / 60_000), 14 * 24 * 60)
    assert.equal(times[4]! - times[2]!, 30 * dayMs)
    const { body: sent } = await call('GET', `/v1/emails/${body.path[4].email_id}`)
    assert.equal(Date.parse(sent.created_at), times[4])
    assert.equal(Date.parse(sent.events[0].at), times[4])
  })

  it('gives scheduled email its time, and lets it be moved and cancelled until then', async t => {
    const { call, advance, service } = await startTestMode(t)
    const inDays = (days: number): string =>
      new Date(service.world.clock.now() + days * dayMs).toISOString()
    const send = async (to: string) =>
      (
        await call('POST', '/v1/emails', {
          from: 'a@shop.test',
          to: [to],
          subject: 'Hi',
          text: 'Hi',
          scheduled_at: inDays(5),
        })
      ).body.id
    const [moved, gone] = [await send('bounced@b.example'), await send('b@b.example')]
    const at = inDays(8)
    assert.equal((await call('PATCH', `/v1/emails/${moved}`, { scheduled_at: at })).status, 200)
    const cancelled = await call('POST', `/v1/emails/${gone}/cancel`)
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled'])
    await advance('P6D')
    const types = async () =>
      (
        await service.call('GET', `/v1/emails/${moved}`, { key: await service.key('test', 'read') })
      ).body.events.map((one: { type: string }) => one.type)
    assert.deepEqual(await types(), ['accepted', 'queued'])
    await advance('P3D')
    assert.deepEqual(await types(), ['accepted', 'queued', 'bounced'])
    const { body } = await call('GET', `/v1/emails/${moved}`)
    assert.deepEqual([body.status, body.events[2].at], ['captured', at])
    assert.match(body.events[2].explanation, / test mode suppresses nobody\. /)
    const late = await call('POST', `/v1/emails/${moved}/cancel`)
    assert.deepEqual(refused(late), [409, 'not_cancellable', undefined])
  })

  it('runs an import by its clock', async t => {
    const { call, advance, service } = await startTestMode(t)
    await advance('P40D')
    const { id, created_at: created } = (
      await call('POST', '/v1/imports', { format: 'ndjson', mapping: { email: 'email' } })
    ).body
    const sent = await service.call('POST', `/v1/imports/${id}/file`, {
      key: await service.key('test', 'admin'),
      body: '{"email":"ana@import.example"}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    })
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    const { body } = await until(async () => {
      const asked = await call('GET', `/v1/imports/${id}`)
      return asked.body.status === 'done' && asked
    }, 'the import')
    const person = (await call('GET', '/v1/contacts/ana@import.example')).body
    for (const at of [body.started_at, body.finished_at, person.created_at]) {
      assert.ok(at >= created, `${at} is before ${created}`)
    }
  })

  it('waits fourteen days for a confirmation', async t => {
    const { call, advance, service } = await startTestMode(t)
    const name = { en: 'News' }
    const topic = (await call('POST', '/v1/topics', { name, double_opt_in: true })).body.id
    const ana = (await call('POST', '/v1/contacts', { email: 'ana@b.example', topics: [topic] }))
      .body
    const states = async () =>
      (await call('GET', `/v1/contacts/${ana.id}`)).body.topics.map(
        (one: { state: string }) => one.state,
      )
    const [letter] = (await call('GET', '/v1/emails')).body.data
    const { text } = (await call('GET', `/v1/emails/${letter.id}/content`)).body
    const [path] = /\/c\/[\w-]+/.exec(text)!
    await advance('P13D')
    assert.deepEqual(await states(), ['pending'])
    await advance('P1D')
    assert.deepEqual(await states(), [])
    await fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'POST' })
    assert.deepEqual(await states(), [])
  })

  it('is stopped on its way by a reset, and what was due on it happens no more', async t => {
    const { call, publish, service } = await startTestMode(t)
    const steps = Array.from({ length: 60 }, (_, n) => ({
      key: `w${n}`,
      type: 'wait',
      for: 'PT1H',
      ...(n < 59 ? { next: `w${n + 1}` } : {}),
    }))
    const id = await publish({ triggers: [{ on: 'api' }], steps })
    const contacts = Array.from({ length: 40 }, (_, n) => ({ email: `p${n}@b.example` }))
    await call('POST', '/v1/contacts/batch', { contacts })
    for (const { email } of contacts) {
      await call('POST', `/v1/sequences/${id}/enrollments`, { email })
    }
    const scheduled_at = new Date(service.world.clock.now() + dayMs).toISOString()
    const later = {
      from: 'a@shop.test',
      to: ['x@b.example'],
      subject: 'x',
      text: 'x',
      scheduled_at,
    }
    const email = await call('POST', '/v1/emails', { ...later })
    assert.equal(email.status, 202, JSON.stringify(email.body))
    assert.equal((await call('POST', '/v1/test-clock', { advance: 'P300D' })).status, 202)
    const again = await call('POST', '/v1/test-clock', { advance: 'P1D' })
    assert.deepEqual(refused(again), [400, 'invalid_field', 'status'])
    const back = await call('POST', '/v1/test-clock', { reset: true })
    assert.equal(back.status, 202, JSON.stringify(back.body))
    assert.deepEqual([back.body.ahead_s, back.body.status], [0, 'ready'])
    const { body } = await call('GET', `/v1/sequences/${id}/enrollments?limit=100`)
    const states = new Set(body.data.map((one: { state: string }) => one.state))
    assert.deepEqual([...states], ['cancelled'])
    // The task that was under way finds nothing to do, and turns nothing.
    await until(async () => {
      const waiting = await waitingWork(service.world.db)
      return !waiting.some(one => one.kind === 'test clock')
    }, 'the advance to end')
    const { body: clock } = await call('GET', '/v1/test-clock')
    assert.deepEqual([clock.ahead_s, clock.status], [0, 'ready'])
    const next = await call('POST', '/v1/test-clock', { advance: 'PT1H' })
    assert.equal(next.status, 202)
  })

  it('begins a campaign at its time, and a reset ends what is open', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    const letter = await template()
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const made = await call('POST', '/v1/campaigns', {
      name: 'Natal',
      from: 'a@shop.test',
      content: { template_id: letter },
      audience: { everybody: true },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { now } = (await call('GET', '/v1/test-clock')).body
    const at = new Date(Date.parse(now) + 30 * dayMs).toISOString()
    const scheduled = await call('POST', `/v1/campaigns/${made.body.id}/schedule`, { at })
    assert.equal(scheduled.status, 202, JSON.stringify(scheduled.body))
    const other = await call('POST', `/v1/campaigns/${made.body.id}/duplicate`, {})
    await advance('P31D')
    const { body: campaign } = await call('GET', `/v1/campaigns/${made.body.id}`)
    assert.deepEqual([campaign.status, campaign.started_at], ['sent', at])
    const later = new Date(Date.parse(at) + 60 * dayMs).toISOString()
    await call('POST', `/v1/campaigns/${other.body.id}/schedule`, { at: later })
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'w', type: 'wait', for: 'P90D' }],
    })
    const path = `/v1/sequences/${id}/enrollments` as const
    const entered = await call('POST', path, { email: 'ana@b.example' })
    assert.equal((await call('POST', '/v1/test-clock', { reset: true })).status, 202)
    const ended = await call('GET', `${path}/${entered.body.id}`)
    assert.deepEqual([ended.body.state, ended.body.reason], ['cancelled', 'clock_reset'])
    const gone = await call('GET', `/v1/campaigns/${other.body.id}`)
    assert.equal(gone.body.status, 'cancelled')
    await call('PATCH', '/v1/marketing-settings', { cap: [{ letters: 1, per: 'P7D' }] })
    const again = await call('POST', `/v1/campaigns/${made.body.id}/duplicate`, {})
    await call('POST', `/v1/campaigns/${again.body.id}/send`, {})
    const done = await until(async () => {
      const asked = await call('GET', `/v1/campaigns/${again.body.id}`)
      return asked.body.status === 'sent' && asked
    }, 'the campaign of today')
    assert.equal(done.body.counts.released, 1, 'a letter of next month is not in the way')
  })

  it('lets recipients react as people and machines do', async t => {
    const { call, publish, template } = await startTestMode(t)
    const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).body.id
    const letter = await template('<p><a href="https://shop.test/offer">Offer</a></p>')
    const id = await publish({
      topic_id: topic,
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'hello', type: 'email', template_id: letter, next: 'rest' },
        { key: 'rest', type: 'wait', for: 'P1D' },
      ],
    })
    const stranger = 'unsubscribed@stranger.example'
    const plain = { from: 'a@shop.test', to: [stranger], subject: 'Hi', text: 'Hi' }
    await call('POST', '/v1/emails', { ...plain, stream: 'marketing' })
    const { body: list } = await until(async () => {
      const asked = await call('GET', `/v1/suppressions?email=${stranger}`)
      return asked.body.data.length > 0 && asked
    }, 'the entry of who is no contact')
    assert.deepEqual([list.data[0].stream, list.data[0].reason], ['marketing', 'unsubscribe'])
    const seen: Record<string, [string, unknown, unknown][]> = {}
    for (const name of ['opened', 'clicked', 'machine', 'unsubscribed']) {
      const email = `${name}@b.example`
      const contact = (await call('POST', '/v1/contacts', { email, topics: [topic] })).body.id
      const entered = await call('POST', `/v1/sequences/${id}/enrollments`, { email })
      const path = `/v1/sequences/${id}/enrollments/${entered.body.id}` as const
      const sent = await until(async () => (await call('GET', path)).body.path[0], 'a letter')
      if (name === 'unsubscribed') {
        await until(async () => {
          const { body } = await call('GET', `/v1/contacts/${contact}`)
          return body.topics[0].state === 'unsubscribed'
        }, 'them to leave')
        continue
      }
      const { events } = await until(async () => {
        const { body } = await call('GET', `/v1/emails/${sent.email_id}`)
        return body.events.length > 2 && body
      }, `${name} to happen`)
      seen[name] = events.slice(2).map(one => [one.type, one.machine, one.url])
    }
    const url = 'https://shop.test/offer'
    assert.deepEqual(seen, {
      opened: [['opened', false, undefined]],
      clicked: [
        ['opened', false, undefined],
        ['clicked', false, url],
      ],
      machine: [
        ['opened', true, undefined],
        ['clicked', true, url],
      ],
    })
  })

  it('ends the people of a campaign that it cancels', async t => {
    const { call, advance } = await startTestMode(t)
    const contacts = [{ email: 'ana@b.example' }, { email: 'bia@b.example' }]
    await call('POST', '/v1/contacts/batch', { contacts })
    await advance('P20D')
    const made = await call('POST', '/v1/campaigns', {
      name: 'Natal',
      from: 'a@shop.test',
      content: { subject: 'Oi', html: '<p>Oi</p>' },
      audience: { everybody: true },
      schedule: { rate_per_hour: 1 },
    })
    const path = `/v1/campaigns/${made.body.id}` as const
    await call('POST', `${path}/send`)
    const waits = async () => (await call('GET', path)).body.waiting?.reason === 'rate'
    await until(waits, 'the pace')
    await call('POST', '/v1/test-clock', { reset: true })
    await until(async () => {
      const { counts } = (await call('GET', path)).body
      return counts.pending === 0 && counts.cancelled === 1 && counts.released === 1
    }, 'nobody to wait')
  })

  it('is what the times of a list of emails are compared with', async t => {
    const { call, advance } = await startTestMode(t)
    const email = { from: 'a@shop.test', to: ['a@b.example'], subject: 'Hi', text: 'Hi' }
    const early = await call('POST', '/v1/emails', email)
    const { now } = await advance('P20D')
    const late = await call('POST', '/v1/emails', email)
    const found = async (query: string) => {
      const { body } = await call('GET', `/v1/emails?${query}`)
      return body.data.map((one: { id: string }) => one.id)
    }
    const bound = new Date(Date.parse(now) - dayMs).toISOString()
    assert.deepEqual(await found(`created_after=${bound}`), [late.body.id])
    assert.deepEqual(await found(`created_before=${bound}`), [early.body.id])
    assert.deepEqual(await found(`created_after=${bound}&status=captured`), [late.body.id])
  })
})

describe('a call that turns the clock', () => {
  it('goes by the clock as it finds it, not as it was when the call came', async t => {
    const { service, call } = await startTestMode(t)
    const { db, clock } = service.world
    await call('POST', '/v1/test-clock', { advance: 'PT1S' })
    const read = async () => (await call('GET', '/v1/test-clock')).body
    await until(async () => (await read()).status === 'ready', 'the clock')
    // It is being advanced when the call comes, and has arrived when the call has its turn.
    await setOffTestClocks(db, clock.now())
    const aheadMs = 400 * 86_400_000
    const answered = await whileRowsAreHeld(db, 'test_clocks', async tx => {
      const answer = call('POST', '/v1/test-clock', { advance: 'P1D' })
      const isWaiting = async () => (await waitersFor(db, 'test_clocks')) > 0
      await until(isWaiting, 'the call to wait for the clock')
      await arrivedTestClocks(tx, aheadMs)
      return { answer }
    })
    assert.equal((await answered.answer).status, 202)
    const arrived = await until(async () => {
      const body = await read()
      return body.status === 'ready' && body
    }, 'the clock to arrive')
    assert.ok(Math.abs(arrived.ahead_s - 401 * 86_400) < 600, String(arrived.ahead_s))
  })
})
