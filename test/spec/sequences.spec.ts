/** Sequences: steps that each person takes at their own time, and what a simulation says of them. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Caller, refused, type Shown } from '../support/called.ts'
import { failedWork } from '../support/kept.ts'
import { type ServiceOptions, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { keptLog } from '../unit/api/probe.ts'

interface Stage {
  readonly service: TestService
  readonly topic: string
  readonly template: string
  readonly call: Caller<unknown>
  /** A published sequence. */
  publish(more: object): Promise<string>
  /** Waits until an enrollment is as wanted. */
  seen(
    path: `/v1/sequences/${string}/enrollments/${string}`,
    is: (body: Shown<'sequences.enrollment'>) => boolean,
  ): Promise<Shown<'sequences.enrollment'>>
}

async function setStage(t: TestContext, log?: ServiceOptions['log']): Promise<Stage> {
  const service = await startTestService(t, log && { log })
  const key = await service.key('test', 'admin')
  const call = service.as(key)
  const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).body.id
  const made = await call('POST', '/v1/templates', {
    name: 'Welcome',
    variants: {
      en: { subject: 'Hi {{ contact.first_name | default: "you" }}', html: '<p>Hi</p>' },
    },
  })
  await call('POST', `/v1/templates/${made.body.id}/publish`)
  let names = 0
  return {
    service,
    topic,
    template: made.body.id,
    call,
    async publish(more) {
      names += 1
      const sequence = await call('POST', '/v1/sequences', {
        name: `S${names}`,
        from: 'a@shop.test',
        ...more,
      })
      assert.equal(sequence.status, 201, JSON.stringify(sequence.body))
      const published = await call('POST', `/v1/sequences/${sequence.body.id}/publish`, {})
      assert.deepEqual(
        [published.status, published.body.version],
        [201, 1],
        JSON.stringify(published.body),
      )
      return sequence.body.id
    },
    async seen(path, is) {
      return until(async () => {
        const { body } = await call('GET', path)
        return is(body) && body
      }, `${path} as wanted`)
    },
  }
}

const day = 24 * 3_600_000

describe('a filter about a sequence', () => {
  it('finds people by how they stand to it, says why, and holds the sequence', async t => {
    const { call, publish, seen } = await setStage(t)
    const sequence = await publish({
      triggers: [{ on: 'api' }],
      exits: [{ on: 'event', name: 'order.paid', reason: 'goal' }],
      steps: [{ key: 'rest', type: 'wait', for: 'P1D' }],
    })
    const quick = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'end', type: 'wait', for: 'PT0S' }],
    })
    for (const name of ['in', 'out', 'new'])
      await call('POST', '/v1/contacts', { email: `${name}@b.example` })
    for (const name of ['in', 'out'])
      await call('POST', `/v1/sequences/${sequence}/enrollments`, { email: `${name}@b.example` })
    const done = await call('POST', `/v1/sequences/${quick}/enrollments`, {
      email: 'out@b.example',
    })
    await call('POST', '/v1/activity', { email: 'out@b.example', name: 'order.paid' })
    await seen(
      `/v1/sequences/${quick}/enrollments/${done.body.id}`,
      one => one.state === 'finished',
    )
    const found = async (filter: unknown) => {
      const { status, body } = await call('POST', '/v1/segments/preview', { filter })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.count, body.sample.length)
      return body.sample.map((one: { email: string }) => one.email.split('@')[0]).sort()
    }
    const stands = (state: unknown, id = sequence) => ({ sequence: id, state })
    assert.deepEqual(await found(stands('inside')), ['in'])
    assert.deepEqual(await found(stands('exited')), ['out'])
    assert.deepEqual(await found(stands('never')), ['new'])
    assert.deepEqual(await found(stands('finished')), [])
    assert.deepEqual(await found(stands('finished', quick)), ['out'])
    assert.deepEqual(await found(stands(['inside', 'never'])), ['in', 'new'])
    assert.deepEqual(await found({ not: stands('never') }), ['in', 'out'])
    const segment = await call('POST', '/v1/segments', { name: 'In', filter: stands('inside') })
    const why = (name: string) =>
      call('GET', `/v1/segments/${segment.body.id}/contacts/${name}@b.example`)
    assert.deepEqual([(await why('in')).body.member, (await why('out')).body.member], [true, false])
    const refused = async (node: object) => {
      const { status, body } = await call('POST', '/v1/segments/preview', { filter: node })
      return [status, body.error?.code, body.error?.param]
    }
    assert.deepEqual(await refused({ sequence, state: 'gone' }), [
      400,
      'invalid_field',
      'filter.state',
    ])
    assert.deepEqual(await refused({ sequence }), [400, 'missing_field', 'filter.state'])
    assert.deepEqual(await refused(stands('never', 'seq_0')), [
      400,
      'invalid_field',
      'filter.sequence',
    ])
    const gone = await call('DELETE', `/v1/sequences/${sequence}?exit=true`)
    assert.deepEqual([gone.status, gone.body.error?.param], [400, 'id'])
    assert.match(gone.body.error.message, /In/)
  })

  it('and what people did stand in their history, page by page', async t => {
    const { call, publish, seen } = await setStage(t)
    const sequence = await publish({
      triggers: [{ on: 'api' }],
      steps: [
        { key: 'one', type: 'branch', cases: [{ filter: { all: [] }, next: 'two' }] },
        { key: 'two', type: 'webhook', name: 'ping', next: 'rest' },
        { key: 'rest', type: 'wait', for: 'P1D' },
      ],
    })
    const { id } = (await call('POST', '/v1/contacts', { email: 'a@b.example' })).body
    const group = await call('POST', '/v1/segments', { name: 'Group', kind: 'static' })
    await call('POST', `/v1/segments/${group.body.id}/members`, { contacts: [id] })
    await call('POST', '/v1/activity', {
      contact_id: id,
      name: 'order.paid',
      data: { total: 3 },
    })
    const entered = await call('POST', `/v1/sequences/${sequence}/enrollments`, { contact_id: id })
    const path = `/v1/sequences/${sequence}/enrollments/${entered.body.id}` as const
    await seen(path, one => one.step === 'rest' && one.next !== null)
    const whole = (await call('GET', `/v1/contacts/${id}/timeline`)).body
    assert.deepEqual(
      whole.data.map((one: { type: string; step?: string }) => one.step ?? one.type).sort(),
      ['contact.created', 'one', 'order.paid', 'sequence.entered', 'sequence.webhook', 'two'],
    )
    for (const one of whole.data) assert.ok(one.explanation.length > 4 && one.at, one.type)
    const paid = whole.data.find((one: { type: string }) => one.type === 'order.paid')
    assert.deepEqual(paid!.data, { total: 3 })
    assert.equal(whole.data.at(-1)!.type, 'contact.created')
    const paged: string[] = []
    for (let more = true, after = ''; more; ) {
      const { status, body } = await call(
        'GET',
        `/v1/contacts/${id}/timeline?limit=1${after && `&starting_after=${after}`}`,
      )
      assert.equal(status, 200, JSON.stringify(body))
      paged.push(body.data[0].id)
      after = body.data[0].id
      more = body.has_more
    }
    assert.deepEqual(
      paged,
      whole.data.map((one: { id: string }) => one.id),
    )
    const { body: dossier } = await call('GET', `/v1/contacts/${id}/dossier`)
    assert.equal(dossier.timeline.length, 6)
    assert.deepEqual(dossier.segments, [{ id: group.body.id, name: 'Group' }])
    assert.equal(dossier.enrollments[0].id, entered.body.id)
    assert.equal(dossier.enrollments[0].state, 'inside')
  })

  it('puts people into a tracked segment as they come and go', async t => {
    const { call, publish } = await setStage(t)
    const sequence = await publish({
      triggers: [{ on: 'api' }],
      exits: [{ on: 'event', name: 'order.paid' }],
      steps: [{ key: 'rest', type: 'wait', for: 'P1D' }],
    })
    await call('POST', '/v1/contacts', { email: 'a@b.example' })
    const filter = { sequence, state: 'inside' }
    await call('POST', '/v1/segments', { name: 'In', filter, tracked: true })
    const told = async (name: string) =>
      (await call('GET', `/v1/activity?name=${name}`)).body.data.length === 1
    await call('POST', `/v1/sequences/${sequence}/enrollments`, { email: 'a@b.example' })
    await until(() => told('segment.entered'), 'the person has come in')
    await call('POST', '/v1/activity', { email: 'a@b.example', name: 'order.paid' })
    await until(() => told('segment.left'), 'the person has gone out')
  })
})

describe('sequences', () => {
  it('take a person from step to step, and say why', async t => {
    const { call, publish, seen, service, template } = await setStage(t)
    const ana = (await call('POST', '/v1/contacts', { email: 'ana@b.example', first_name: 'Ana' }))
      .body.id
    const steps = [
      { key: 'hello', type: 'email', template_id: template, next: 'wait1' },
      { key: 'wait1', type: 'wait', for: 'P2D', next: 'fork' },
      {
        key: 'fork',
        type: 'branch',
        cases: [{ filter: { field: 'first_name', op: 'eq', value: 'ana' }, next: 'set' }],
        else: 'end',
      },
      { key: 'set', type: 'update_contact', set: { last_name: 'Lima' }, next: 'end' },
      { key: 'end', type: 'exit', reason: 'done' },
    ]
    const id = await publish({ steps, triggers: [{ on: 'api' }] })
    const entered = await call('POST', `/v1/sequences/${id}/enrollments`, { contact_id: ana })
    assert.deepEqual(
      [entered.status, entered.body.created, entered.body.state],
      [201, true, 'inside'],
    )
    const path = `/v1/sequences/${id}/enrollments/${entered.body.id}` as const
    const waiting = await seen(path, body => body.step === 'wait1' && body.next?.at !== null)
    assert.deepEqual(
      waiting.path.map((one: { step: string; outcome: string }) => [one.step, one.outcome]),
      [['hello', 'sent']],
    )
    const { body: letter } = await call('GET', `/v1/emails/${waiting.path[0].email_id}`)
    assert.deepEqual([letter.subject, letter.status], ['Hi Ana', 'captured'])
    assert.equal((await call('GET', `/v1/emails?sequence_id=${id}`)).body.data.length, 1)
    const again = await call('POST', `/v1/sequences/${id}/enrollments`, { email: 'ana@b.example' })
    assert.deepEqual(
      [again.status, again.body.created, again.body.id],
      [200, false, entered.body.id],
    )
    const { body: stats } = await call('GET', `/v1/sequences/${id}/stats`)
    const nobody = { people: 0, machines_only: 0 }
    const figures = { entered: 1, waiting: 0, sent: 1, delivered: 0, skipped: {}, left: 0, goal: 0 }
    const { median_s: median, ...first } = stats.steps[0]
    assert.deepEqual(first, { key: 'hello', ...figures, opened: nobody, clicked: nobody })
    assert.ok(median >= 0 && median < 30, String(median))
    service.turn(2 * day + 60_000)
    const ended = await seen(path, body => body.state === 'exited')
    assert.deepEqual([ended.reason, ended.path.length], ['done', 5])
    assert.equal((await call('GET', `/v1/contacts/${ana}`)).body.last_name, 'Lima')
    const facts = (await call('GET', '/v1/activity')).body.data.map(
      (one: { name: string }) => one.name,
    )
    assert.ok(facts.includes('sequence.entered') && facts.includes('sequence.exited'))
  })

  it('begin and end by what people do', async t => {
    const { call, publish, seen, topic } = await setStage(t)
    const ana = (await call('POST', '/v1/contacts', { email: 'ana@b.example' })).body.id
    const id = await publish({
      topic_id: topic,
      triggers: [
        { on: 'topic_joined', topic_id: topic },
        { on: 'event', name: 'cart.filled' },
      ],
      exits: [{ on: 'event', name: 'order.paid', reason: 'goal' }],
      reentry: { mode: 'after_exit' },
      steps: [
        { key: 'hear', type: 'wait_for_event', event: 'cart.closed', within: 'P3D', next: 'long' },
        { key: 'long', type: 'wait', for: 'P9D' },
      ],
    })
    const list = `/v1/sequences/${id}/enrollments` as const
    const filled = { contact_id: ana, name: 'cart.filled', data: { cart_id: 7 } }
    await call('POST', '/v1/activity', filled)
    const inside = (count: number) =>
      until(async () => {
        const { body } = await call('GET', list)
        return body.data.length === count && body
      }, `${count} people inside`)
    const [first] = (await inside(1)).data
    await seen(`${list}/${first.id}`, body => body.next?.at !== null)
    await call('POST', '/v1/activity', { contact_id: ana, name: 'cart.closed' })
    await seen(`${list}/${first.id}`, body => body.step === 'long')
    await call('POST', '/v1/activity', { contact_id: ana, name: 'order.paid' })
    const ended = await seen(`${list}/${first.id}`, body => body.state === 'exited')
    assert.equal(ended.reason, 'goal')
    const choose = (state: string) =>
      call('POST', `/v1/contacts/${ana}/topics`, { topics: [{ id: topic, state }] })
    await choose('subscribed')
    const { data } = await inside(2)
    await choose('unsubscribed')
    const left = await seen(`${list}/${data[0].id}`, body => body.state === 'exited')
    assert.equal(left.reason, 'topic_left')
    assert.deepEqual(refused(await call('POST', `${list}/${data[0].id}/exit`)), [
      400,
      'invalid_field',
      'state',
    ])
  })

  it('let two hundred at once in only once', async t => {
    const { call, publish } = await setStage(t)
    const ana = (await call('POST', '/v1/contacts', { email: 'ana@b.example' })).body.id
    const id = await publish({
      triggers: [{ on: 'event', name: 'go' }],
      steps: [{ key: 'w', type: 'wait', for: 'P9D' }],
    })
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        call('POST', '/v1/activity', { contact_id: ana, name: 'go' }),
      ),
    )
    assert.deepEqual(answers.find(one => one.status !== 202)?.body, undefined)
    assert.equal((await call('GET', `/v1/sequences/${id}/enrollments`)).body.data.length, 1)
  })

  it('let more begin at once than the database has connections', async t => {
    const log = keptLog()
    const { service, call, publish, template } = await setStage(t, log)
    const contacts = Array.from({ length: 40 }, (_, n) => ({ email: `p${n}@b.example` }))
    await call('POST', '/v1/contacts/batch', { contacts })
    const id = await publish({
      triggers: [{ on: 'event', name: 'go' }],
      steps: [{ key: 'w', type: 'email', template_id: template }],
    })
    const go = ({ email }: { email: string }) => call('POST', '/v1/activity', { email, name: 'go' })
    const answers = await Promise.all(contacts.map(go))
    assert.deepEqual(answers.find(one => one.status !== 202)?.body, undefined)
    await until(async () => {
      const { data } = (await call('GET', `/v1/sequences/${id}/enrollments?limit=100`)).body
      return data.filter((one: { state: string }) => one.state === 'finished').length === 40
    }, 'all letters')
    // Turns that wait for each other's connections fail after half a minute, and are tried again.
    assert.deepEqual(await failedWork(service.world.db), [])
    assert.doesNotMatch(JSON.stringify(log.lines), /timeout exceeded/)
  })

  it('pause with their clock, publish with those inside, and go with theirs', async t => {
    const { call, publish, seen, service } = await setStage(t)
    const ana = (await call('POST', '/v1/contacts', { email: 'ana@b.example' })).body.id
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'w', type: 'wait', for: 'P1D' }],
    })
    const path = `/v1/sequences/${id}` as const
    const entered = await call('POST', `${path}/enrollments`, { contact_id: ana })
    const one = `${path}/enrollments/${entered.body.id}` as const
    const before = await seen(one, body => body.next?.at !== null)
    assert.equal((await call('POST', `${path}/pause`, {})).body.status, 'paused')
    assert.deepEqual(refused(await call('POST', `${path}/pause`, {})), [
      400,
      'invalid_field',
      'status',
    ])
    service.turn(5 * day)
    assert.equal((await call('POST', `${path}/resume`, {})).body.status, 'active')
    const after = await seen(
      one,
      body => body.state === 'inside' && body.next?.at !== before.next.at,
    )
    const moved = Date.parse(after.next.at) - Date.parse(before.next.at)
    assert.ok(Math.abs(moved - 5 * day) < 60_000, String(moved))
    await call('PATCH', path, { steps: [{ key: 'other', type: 'wait', for: 'P1D' }] })
    const dry = await call('POST', `${path}/publish`, { inside: 'move', dry_run: true })
    assert.deepEqual(dry.body, { version: 2, inside: { finish: 0, move: 0, leave: 0, exit: 1 } })
    assert.equal((await call('GET', one)).body.state, 'inside')
    await call('POST', `${path}/publish`, { inside: 'finish' })
    const versions = await call('GET', `${path}/versions?limit=1`)
    assert.deepEqual([versions.body.data[0].version, versions.body.has_more], [2, true])
    const rest = (await call('GET', `${path}/versions?starting_after=2`)).body
    assert.deepEqual([rest.data[0].version, rest.has_more], [1, false])
    const nothing = await call('GET', `${path}/versions?starting_after=3`)
    assert.deepEqual(refused(nothing), [400, 'invalid_field', 'starting_after'])
    const { error } = (await call('DELETE', path)).body
    assert.match(`${error.code} ${error.param} ${error.message}`, /^invalid_field id 1 person is/)
    assert.equal((await call('DELETE', `${path}?exit=true`)).body.deleted, true)
  })

  it('are simulated by the same moves', async t => {
    const { call, publish, template, service } = await setStage(t)
    const steps = [
      { key: 'hello', type: 'email', template_id: template, next: 'wait1' },
      { key: 'wait1', type: 'wait', for: 'P2D', until: { time: '09:00' }, next: 'bought' },
      {
        key: 'bought',
        type: 'wait_for_event',
        event: 'order.paid',
        within: 'P3D',
        next: 'end',
        timeout: 'offer',
      },
      { key: 'offer', type: 'email', template_id: template, next: 'end' },
      { key: 'end', type: 'exit', reason: 'done' },
    ]
    const id = await publish({ steps, triggers: [{ on: 'api' }] })
    const contact = { email: 'ana@b.example', first_name: 'Ana', time_zone: 'America/Sao_Paulo' }
    const quiet = await call('POST', `/v1/sequences/${id}/simulate`, { contact, days: 30 })
    assert.equal(quiet.status, 200, JSON.stringify(quiet.body))
    assert.deepEqual(
      quiet.body.letters.map((one: { step: string; subject: string }) => [one.step, one.subject]),
      [
        ['hello', 'Hi Ana'],
        ['offer', 'Hi Ana'],
      ],
    )
    assert.match(quiet.body.letters[1].local, /T09:00$/)
    assert.equal(quiet.body.ends.reason, 'done')
    const at = new Date(service.world.clock.now() + day).toISOString()
    const assume = [{ at, event: 'order.paid' }]
    const bought = await call('POST', `/v1/sequences/${id}/simulate`, { contact, assume })
    assert.deepEqual(
      bought.body.letters.map((one: { step: string }) => one.step),
      ['hello'],
    )
    assert.deepEqual(refused(await call('POST', `/v1/sequences/${id}/simulate`, {})), [
      400,
      'missing_field',
      'contact_id',
    ])
    assert.deepEqual(
      refused(await call('POST', `/v1/sequences/${id}/simulate`, { contact, from: 'none' })),
      [400, 'invalid_field', 'from'],
    )
    assert.equal((await call('GET', `/v1/sequences/${id}/enrollments`)).body.data.length, 0)
  })

  it('are refused by the field that is wrong', async t => {
    const { call, template } = await setStage(t)
    const w = (key: string, next?: string) => ({
      key,
      type: 'wait',
      for: 'P1D',
      ...(next === undefined ? {} : { next }),
    })
    const letter = { key: 'a', type: 'email' }
    const variants = { en: { subject: 'Hello', html: '<p>Hello</p>' } }
    const draft = (await call('POST', '/v1/templates', { name: 'Draft', variants })).body.id
    for (const [more, code, param] of [
      [{ name: ' ' }, 'missing_field', 'name'],
      [{ from: 'x' }, 'invalid_field', 'from'],
      [{ topic_id: 'top_x' }, 'invalid_field', 'topic_id'],
      [{ triggers: [{ on: 'event' }] }, 'missing_field', 'triggers[0].name'],
      [
        { triggers: [{ on: 'topic_joined', topic_id: 'top_x' }] },
        'invalid_field',
        'triggers[0].topic_id',
      ],
      [
        { entry_filter: { field: 'nope', op: 'eq', value: 1 } },
        'invalid_field',
        'entry_filter.field',
      ],
      [{ reentry: { mode: 'never', min_gap: 'a day' } }, 'invalid_field', 'reentry.min_gap'],
      [{ exits: [{ on: 'event' }] }, 'missing_field', 'exits[0].name'],
      [{ steps: [letter] }, 'missing_field', 'steps[0].template_id'],
      ...['tpl_x', `tpl_${'0'.repeat(32)}`].map(
        id =>
          [
            { steps: [{ ...letter, template_id: id }] },
            'invalid_field',
            'steps[0].template_id',
          ] as const,
      ),
      [{ steps: [{ key: 'a', type: 'wait' }] }, 'missing_field', 'steps[0].for'],
      [{ steps: [{ key: 'a', type: 'wait', for: '2 days' }] }, 'invalid_field', 'steps[0].for'],
      [{ steps: [{ key: 'a', type: 'jump' }] }, 'invalid_field', 'steps[0].type'],
      [{ triggers: [{ on: 'event', name: 'A b' }] }, 'invalid_field', 'triggers[0].name'],
      [{ exits: [{ on: 'event', name: 'A b' }] }, 'invalid_field', 'exits[0].name'],
      [{ steps: Array.from({ length: 101 }, (_, n) => w(`k${n}`)) }, 'invalid_field', undefined],
    ] as const) {
      const answer = await call('POST', '/v1/sequences', { name: 'A', ...more })
      assert.deepEqual(refused(answer), [400, code, param], JSON.stringify(more))
    }
    let n = 0
    for (const [steps, code, param] of [
      [[], 'missing_field', 'steps'],
      [[w('a', 'b')], 'invalid_field', 'steps[0].next'],
      [[w('a', 'b'), w('b', 'a')], 'invalid_field', 'steps[1].next'],
      [[w('a'), w('b')], 'invalid_field', 'steps[1].key'],
      [[w('a'), w('a')], 'invalid_field', 'steps[1].key'],
      [[{ ...letter, template_id: draft }], 'invalid_field', 'steps[0].template_id'],
      [[{ ...letter, template_id: template }], 'missing_field', 'from'],
    ] as const) {
      n += 1
      const made = await call('POST', '/v1/sequences', { name: `N${n}`, steps })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const answer = await call('POST', `/v1/sequences/${made.body.id}/publish`, {})
      assert.deepEqual(refused(answer), [400, code, param], JSON.stringify(steps))
      const early = await call('POST', `/v1/sequences/${made.body.id}/enrollments`, {
        email: 'a@b.example',
      })
      assert.deepEqual(refused(early), [400, 'invalid_field', 'status'])
    }
    assert.deepEqual(refused(await call('POST', '/v1/sequences', { name: 'n1' })), [
      400,
      'invalid_field',
      'name',
    ])
  })
})
