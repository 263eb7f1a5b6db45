/** Campaigns: one letter to many, each person once, and an answer to every "why". */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Caller, refused, type Shown } from '../support/called.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

interface Stage {
  readonly service: TestService
  readonly topic: string
  readonly call: Caller<unknown>
  /** A contact that has joined the topic. */
  join(email: string, more?: object): Promise<string>
  make(more?: object): Promise<string>
  ended(id: string): Promise<Shown<'campaigns.get'>>
}

const content = {
  subject: 'Oferta para {{ contact.first_name | default: "você" }}',
  preheader: 'Só hoje',
  html: '<p>Oi {{ contact.first_name | default: "você" }} <a href="https://shop.test/x">ver</a> <a href="{{ unsubscribe_url }}">sair</a></p>',
}

async function setStage(t: TestContext, mode: 'test' | 'live' = 'test'): Promise<Stage> {
  const zones = { 'here.test': { MX: ['10 mx.here.test'] }, 'mx.here.test': { A: ['127.0.0.1'] } }
  const service = await startTestService(t, { zones })
  const key = await service.key(mode, 'admin', { rate: 0 })
  const call = service.as(key)
  const topic = (await call('POST', '/v1/topics', { name: { pt: 'Novidades' } })).body.id
  return {
    service,
    topic,
    call,
    async join(email, more = {}) {
      const made = await call('POST', '/v1/contacts', { email, topics: [topic], ...more })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.id
    },
    async make(more = {}) {
      const made = await call('POST', '/v1/campaigns', {
        name: 'Natal',
        from: 'Loja <oi@shop.test>',
        topic_id: topic,
        content,
        audience: { topics: [topic] },
        ...more,
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.id
    },
    async ended(id) {
      return until(async () => {
        const { body } = await call('GET', `/v1/campaigns/${id}`)
        return body.status === 'sent' && body
      }, 'the end of the campaign')
    },
  }
}

describe('campaigns', () => {
  it('write to everybody in the audience once, and say why not to others', async t => {
    const { call, join, make, ended, topic, service } = await setStage(t)
    const ana = await join('ana@here.test', { first_name: 'Ana' })
    await join('bia@here.test')
    const caio = await join('caio@here.test')
    await call('POST', `/v1/contacts/${caio}/topics`, {
      topics: [{ id: topic, state: 'unsubscribed' }],
    })
    await call('POST', '/v1/contacts', { email: 'dora@here.test' })
    await service.call('POST', '/v1/webhooks', {
      body: { url: 'https://hooks.test/', events: ['campaign.*'] },
    })
    const id = await make()
    const flight = await call('POST', `/v1/campaigns/${id}/preflight`)
    assert.equal(flight.body.ok, true, JSON.stringify(flight.body.checks))
    assert.deepEqual(flight.body.audience, {
      total: 3,
      sendable: 2,
      skipped: { unsubscribed_topic: 1 },
    })
    const sent = await call('POST', `/v1/campaigns/${id}/send`)
    assert.deepEqual([sent.status, sent.body.status], [202, 'sending'])
    const end = await ended(id)
    assert.deepEqual(end.counts, { audience: 3, pending: 0, released: 2, skipped: 1, cancelled: 0 })
    const { body: people } = await call('GET', `/v1/campaigns/${id}/recipients`)
    assert.equal(people.data.length, 3)
    const hers = people.data.find((one: { contact_id: string }) => one.contact_id === ana)
    assert.equal(hers!.state, 'released')
    const { body: letter } = await call('GET', `/v1/emails/${hers!.email_id}`)
    assert.deepEqual(
      [letter.subject, letter.status, letter.stream],
      ['Oferta para Ana', 'captured', 'marketing'],
    )
    assert.deepEqual([letter.campaign_id, letter.contact_id], [id, ana])
    const { body: events } = await call('GET', `/v1/events?email_id=${hers!.email_id}`)
    assert.equal(events.data[0].campaign_id, id)
    const { body: read } = await call('GET', `/v1/emails/${hers!.email_id}/content`)
    assert.match(read.html, /Oi Ana <a href="https:\/\/shop\.test\/x">/)
    assert.match(read.html, /Só hoje/)
    const listed = await call('GET', `/v1/emails?campaign_id=${id}`)
    assert.equal(listed.body.data.length, 2)
    const toAna = await call('GET', `/v1/emails?campaign_id=${id}&contact_id=${ana}`)
    assert.deepEqual(
      toAna.body.data.map((one: { id: string }) => one.id),
      [hers!.email_id],
    )
    assert.deepEqual((await call('GET', '/v1/emails?campaign_id=cmp_x')).body.data, [])
    // No letter is of both.
    const both = `/v1/emails?campaign_id=${id}&sequence_id=${id.replace('cmp', 'seq')}` as const
    assert.deepEqual((await call('GET', both)).body.data, [])
    const why = await call('GET', `/v1/campaigns/${id}/recipients/caio@here.test`)
    assert.deepEqual([why.body.state, why.body.reason], ['skipped', 'unsubscribed_topic'])
    assert.match(why.body.explanation, /not subscribed/)
    const outside = await call('GET', `/v1/campaigns/${id}/recipients/dora@here.test`)
    const [audience, ...others] = outside.body.because
    assert.deepEqual(
      [outside.body.state, audience.result, audience.evaluated, others],
      ['not_in_audience', false, 'now', []],
    )
    assert.deepEqual(audience.tree, {
      result: false,
      all: [{ result: false, all: [{ topic, result: false }] }],
    })
    const skipped = await call('GET', `/v1/campaigns/${id}/recipients?state=skipped`)
    assert.deepEqual(
      skipped.body.data.map((one: { email: string }) => one.email),
      ['caio@here.test'],
    )
    const { body: stats } = await call('GET', `/v1/campaigns/${id}/stats`)
    assert.deepEqual(
      [stats.released, stats.captured, stats.skipped],
      [2, 2, { unsubscribed_topic: 1 }],
    )
    const facts = await call('GET', '/v1/activity')
    const names = facts.body.data
      .map((one: { name: string }) => one.name)
      .filter((name: string) => name.startsWith('campaign.'))
    assert.deepEqual(names.sort(), ['campaign.sent', 'campaign.started'])
    assert.deepEqual(refused(await call('POST', `/v1/campaigns/${id}/send`)), [
      400,
      'invalid_field',
      'status',
    ])
    assert.deepEqual(refused(await call('POST', `/v1/campaigns/${id}/pause`)), [
      409,
      'not_cancellable',
      undefined,
    ])
    assert.deepEqual(refused(await call('DELETE', `/v1/campaigns/${id}`)), [
      400,
      'invalid_field',
      'status',
    ])
  })

  it('reach receivers with the button that leaves, and never those who left meanwhile', async t => {
    const { call, join, make, ended, service } = await setStage(t, 'live')
    await join('ana@here.test')
    const id = await make()
    await call('POST', `/v1/campaigns/${id}/send`)
    await ended(id)
    await until(async () => service.mx.received.length === 1, 'the letter')
    const raw = service.mx.received[0]!.content.toString()
    assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    assert.match(raw, /^List-Id: ?(\r\n )?<top_\w+\.prj_\w+\.[^>]+>\r$/m)
    const [row] = (await call('GET', `/v1/campaigns/${id}/recipients`)).body.data
    const { headers } = (await call('GET', `/v1/emails/${row.email_id}/content`)).body
    assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
    assert.match(headers['List-Unsubscribe']!, /^<http.*\/u\/[\w-]+>$/)
    const path = new URL(/^List-Unsubscribe: ?(?:\r\n )?<([^>]+)>/m.exec(raw)![1]!).pathname
    const left = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(left.status, 200)
    const { body: ana } = await call('GET', '/v1/contacts/ana@here.test')
    assert.deepEqual([ana.topics[0].state, ana.unsubscribed], ['unsubscribed', false])
    assert.match(await left.text(), /name="everything" value="1"/)
    const { body: records } = await call('GET', '/v1/contacts/ana@here.test/consents')
    assert.deepEqual([records.data[0].method, records.data[0].action], ['one_click', 'left'])
    const everything = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click&everything=1',
    })
    assert.equal(everything.status, 200)
    assert.equal((await call('GET', '/v1/contacts/ana@here.test')).body.unsubscribed, true)
    const { body: stats } = await call('GET', `/v1/campaigns/${id}/stats`)
    assert.deepEqual(stats.unsubscribed, { topic: 1, all: 1 })
    const again = await make({ name: 'Again' })
    await call('POST', `/v1/campaigns/${again}/send`)
    const end = await ended(again)
    assert.deepEqual([end.counts.released, end.counts.skipped], [0, 1])
    await until(
      async () => (await call('GET', `/v1/campaigns/${id}/stats`)).body.delivered === 1,
      'the figures',
    )
  })

  it('reach everybody once, though they are paused, resumed and cancelled on the way', async t => {
    const { call, topic, make, ended, service } = await setStage(t, 'live')
    const contacts = Array.from({ length: 40 }, (_, n) => ({
      email: `p${n}@here.test`,
      topics: [topic],
    }))
    await call('POST', '/v1/contacts/batch', { contacts })
    const id = await make()
    await call('POST', `/v1/campaigns/${id}/send`)
    for (let n = 0; n < 3; n++) {
      const paused = await call('POST', `/v1/campaigns/${id}/pause`)
      if (paused.status === 409) break
      assert.equal(paused.body.status, 'paused')
      const released = async () => (await call('GET', `/v1/campaigns/${id}`)).body.counts.released
      const before = await released()
      await service.world.clock.sleep(600)
      assert.equal(await released(), before, 'nothing is released in a pause')
      assert.ok(service.mx.received.length <= before, 'nothing else goes out')
      assert.equal((await call('POST', `/v1/campaigns/${id}/resume`)).body.status, 'sending')
      await service.world.clock.sleep(50)
    }
    assert.equal((await ended(id)).counts.released, 40)
    await until(async () => service.mx.received.length >= 40, 'all letters')
    const seen = service.mx.received.flatMap(one => one.to)
    assert.equal(new Set(seen).size, 40)
    assert.equal(seen.length, 40)
  })

  it('know who opened and clicked, people and programs apart, and segments find them', async t => {
    const { call, join, make, ended } = await setStage(t)
    for (const who of ['opened', 'clicked', 'machine', 'bounced', 'deferred', 'nobody']) {
      await join(`${who}@here.test`)
    }
    const id = await make()
    const found = async (leaf: object): Promise<string[]> => {
      const filter = { at_least: 1, of: { campaign: id }, ...leaf }
      const asked = await call('POST', '/v1/contacts/search', { filter, limit: 100 })
      assert.equal(asked.status, 200, JSON.stringify(asked.body))
      return asked.body.data.map((one: { email: string }) => one.email.split('@')[0]!).sort()
    }
    const tracked = await call('POST', '/v1/segments', {
      name: 'Clicked',
      filter: { letters: 'clicked', of: { campaign: id }, at_least: 1 },
      tracked: true,
    })
    assert.equal(tracked.status, 201, JSON.stringify(tracked.body))
    await call('POST', `/v1/campaigns/${id}/send`)
    await ended(id)
    const comes = (leaf: object, people: number, name: string) =>
      until(async () => (await found(leaf)).length >= people, name)
    await comes({ letters: 'clicked' }, 1, 'the click')
    await comes({ letters: 'opened' }, 2, 'both who opened')
    await comes({ letters: 'bounced' }, 1, 'the bounce')
    await comes({ letters: 'opened', by: 'anyone' }, 3, 'the program that opened')
    await comes({ letters: 'clicked', by: 'anyone' }, 2, 'the program that clicked')
    assert.deepEqual(await found({ letters: 'opened' }), ['clicked', 'opened'])
    assert.deepEqual(await found({ letters: 'clicked' }), ['clicked'])
    assert.deepEqual(await found({ letters: 'bounced' }), ['bounced'])
    const { body } = await call('GET', `/v1/campaigns/${id}/stats`)
    assert.deepEqual(
      [body.opened, body.clicked, body.deferred_now],
      [{ people: 2, machines_only: 1 }, { people: 1, machines_only: 1 }, 1],
    )
    await until(async () => {
      const { body: done } = await call('GET', '/v1/activity?contact=clicked@here.test')
      return JSON.stringify(done).includes('segment.entered')
    }, 'the tracked segment')
  })

  it('keep every change of calls that come at once', async t => {
    const { call, make, topic } = await setStage(t)
    const id = await make()
    const changes = [
      { name: 'Natal 2' },
      { reply_to: ['sac@shop.test'] },
      { tags: { a: '1' } },
      { on_missing: 'empty' },
      { if_capped: 'wait' },
      { guard: { enabled: false } },
      { tracking: { opens: false } },
      { audience: { topics: [topic], match: 'any' } },
    ]
    const done = await Promise.all(changes.map(one => call('PATCH', `/v1/campaigns/${id}`, one)))
    assert.deepEqual(
      done.map(one => [one.status, one.body.error?.message]),
      changes.map(() => [200, undefined]),
    )
    const { body } = await call('GET', `/v1/campaigns/${id}`)
    assert.deepEqual(
      [body.name, body.reply_to, body.tags, body.on_missing, body.if_capped],
      ['Natal 2', ['sac@shop.test'], { a: '1' }, 'empty', 'wait'],
    )
    assert.deepEqual(
      [body.guard.enabled, body.tracking, body.audience.match],
      [false, { opens: false, clicks: true }, 'any'],
    )
  })

  it('are refused by the field that is wrong', async t => {
    const { call, make, join, topic } = await setStage(t)
    for (const [more, code, param] of [
      [{ name: ' ' }, 'missing_field', 'name'],
      [{ from: 'nobody' }, 'invalid_field', 'from'],
      [{ reply_to: ['x'] }, 'invalid_field', 'reply_to[0]'],
      [{ topic_id: 'top_x' }, 'invalid_field', 'topic_id'],
      [{ audience: {} }, 'missing_field', 'audience'],
      [{ audience: { topics: ['top_x'] } }, 'invalid_field', 'audience.topics[0]'],
      [{ audience: { segments: ['seg_x'] } }, 'invalid_field', 'audience.segments[0]'],
      [
        { audience: { everybody: true, exclude: { campaigns: ['cmp_x'] } } },
        'invalid_field',
        'audience.exclude.campaigns[0]',
      ],
      [
        { audience: { everybody: true, exclude: { received_within: '2 days' } } },
        'invalid_field',
        'audience.exclude.received_within',
      ],
      [{ content: { template_id: 'tpl_x' } }, 'invalid_field', 'content.template_id'],
      [{ content: { html: '{{ a ' } }, 'invalid_field', 'content.html'],
      [{ content: { subject: 'a', html: '{{ nope }}' } }, 'invalid_field', 'content.html'],
      [{ content: { subject: '{{ nope }}', html: 'a' } }, 'invalid_field', 'content.subject'],
      [{ content: { mjml: '<mjml><mj-nope /></mjml>' } }, 'invalid_field', 'content.mjml'],
      [
        { content: { variants: { pt: { html: '{{ nope }}' } } } },
        'invalid_field',
        'content.variants.pt.html',
      ],
      [
        { content: { design: { blocks: [{ type: 'heading' }] } } },
        'missing_field',
        'content.design.blocks[0].text',
      ],
      [{ schedule: { at: 'tomorrow' } }, 'invalid_field', 'schedule.at'],
      [{ schedule: { at: '2020-01-01T09:00:00Z' } }, 'invalid_field', 'schedule.at'],
      [{ schedule: { at: '2099-01-01T09:00:00Z' } }, 'invalid_field', 'schedule.at'],
      [{ schedule: { time_zone: 'Mars/Olympus' } }, 'invalid_field', 'schedule.time_zone'],
      [{ nope: 1 }, 'invalid_field', 'nope'],
    ] as const) {
      const answer = await call('POST', '/v1/campaigns', { name: 'A', ...more })
      assert.deepEqual(refused(answer), [400, code, param], JSON.stringify(more))
    }
    const empty = await make()
    assert.deepEqual(refused(await call('POST', `/v1/campaigns/${empty}/send`)), [
      400,
      'invalid_field',
      'audience',
    ])
    await join('ana@here.test')
    for (const [more, code, param] of [
      [{ from: null }, 'missing_field', 'from'],
      [{ from: 'oi@shop.test', content: null }, 'missing_field', 'content'],
      [{ content, audience: null }, 'missing_field', 'audience'],
      [
        { audience: { topics: [topic] }, content: { subject: 'a' } },
        'missing_field',
        'content.html',
      ],
    ] as const) {
      assert.equal((await call('PATCH', `/v1/campaigns/${empty}`, more)).status, 200)
      const answer = await call('POST', `/v1/campaigns/${empty}/send`)
      assert.deepEqual(refused(answer), [400, code, param], JSON.stringify(more))
    }
    const noName = await call('POST', '/v1/campaigns', {})
    assert.deepEqual(refused(noName), [400, 'missing_field', 'name'])
    assert.equal((await call('DELETE', `/v1/campaigns/${empty}`)).body.deleted, true)
  })

  it('wait for their time, their window and their pace', async t => {
    const { call, join, make, service, ended } = await setStage(t)
    for (const name of ['a', 'b', 'c']) await join(`${name}@here.test`)
    const id = await make()
    const at = new Date(service.world.clock.now() + 3_600_000).toISOString()
    const scheduled = await call('POST', `/v1/campaigns/${id}/schedule`, { at })
    assert.deepEqual(
      [scheduled.status, scheduled.body.status, scheduled.body.schedule.at],
      [202, 'scheduled', at],
    )
    assert.equal((await call('POST', `/v1/campaigns/${id}/unschedule`)).body.status, 'draft')
    await call('POST', `/v1/campaigns/${id}/schedule`)
    const seen = await call('GET', `/v1/campaigns/${id}`)
    assert.equal(seen.body.status, 'scheduled')
    assert.equal(seen.body.counts.audience, 0)
    service.turn(3_700_000)
    assert.equal((await ended(id)).counts.released, 3)
    const slow = await make({ name: 'Slow', schedule: { rate_per_hour: 60 } })
    await call('POST', `/v1/campaigns/${slow}/send`)
    await until(
      async () => (await call('GET', `/v1/campaigns/${slow}`)).body.waiting?.reason === 'rate',
      'the pace',
    )
    assert.equal((await call('GET', `/v1/campaigns/${slow}`)).body.counts.released, 1)
    const told = (await call('GET', '/v1/activity?name=campaign.waiting')).body.data
    assert.deepEqual(
      told.map((one: { data: object }) => one.data),
      [{ campaign_id: slow }],
    )
    const paused = await call('POST', `/v1/campaigns/${slow}/pause`)
    assert.deepEqual(
      [paused.status, paused.body.status, paused.body.paused_by, paused.body.in_flight],
      [200, 'paused', 'person', 0],
    )
    assert.deepEqual(refused(await call('POST', `/v1/campaigns/${slow}/unschedule`)), [
      400,
      'invalid_field',
      'status',
    ])
    assert.equal((await call('POST', `/v1/campaigns/${slow}/resume`)).body.status, 'sending')
    const cancelled = await call('POST', `/v1/campaigns/${slow}/cancel`)
    assert.equal(cancelled.body.status, 'cancelled')
    await until(
      async () => (await call('GET', `/v1/campaigns/${slow}`)).body.counts.cancelled === 2,
      'the end',
    )
    assert.deepEqual(refused(await call('POST', `/v1/campaigns/${slow}/resume`)), [
      400,
      'invalid_field',
      'status',
    ])
    const copy = await call('POST', `/v1/campaigns/${slow}/duplicate`, { audience: 'not_received' })
    assert.deepEqual(
      [copy.status, copy.body.status, copy.body.audience.exclude.campaigns],
      [201, 'draft', [slow]],
    )
  })

  it('skip people whose letter would have a hole', async t => {
    const { call, join, make, ended } = await setStage(t)
    await join('ana@here.test', { first_name: 'Ana' })
    const bia = await join('bia@here.test')
    const id = await make({ content: { subject: 'Oi', html: '<p>{{ contact.first_name }}</p>' } })
    const flight = await call('POST', `/v1/campaigns/${id}/preflight`)
    const codes = flight.body.checks.map((one: { code: string }) => one.code)
    for (const code of ['value_missing', 'unsubscribe_missing', 'address_missing', 'audience'])
      assert.ok(codes.includes(code), code)
    const empty = await call('POST', '/v1/campaigns', { name: 'Empty' })
    const { body: lacking } = await call('POST', `/v1/campaigns/${empty.body.id}/preflight`)
    const words = lacking.checks.map((one: { message: string }) => one.message)
    assert.ok(words.includes('It has no sender.'), words.join())
    const dead = { content: { subject: 'Oi', html: '<a href="https://">Oi</a>' } }
    const leads = await call('POST', `/v1/campaigns/${await make(dead)}/preflight`)
    const broken = leads.body.checks.find((one: { code: string }) => one.code === 'link_broken')
    assert.equal(broken!.message, 'Links that lead nowhere: 1.')
    const preview = await call('POST', `/v1/campaigns/${id}/preview`, { contact_id: bia })
    assert.deepEqual(preview.body.missing, ['contact.first_name'])
    assert.match(preview.body.html, /\{\{unsubscribe_url\}\}/)
    await call('POST', `/v1/campaigns/${id}/send`)
    await ended(id)
    const why = await call('GET', `/v1/campaigns/${id}/recipients/${bia}`)
    assert.equal(why.body.reason, 'missing_value:contact.first_name')
    const counts = ['missing_value', 'missing_value:contact.first_name', 'missing'].map(
      async reason =>
        (await call('GET', `/v1/campaigns/${id}/recipients?reason=${reason}`)).body.data.length,
    )
    assert.deepEqual(await Promise.all(counts), [1, 1, 0])
  })

  it('can be tried, by members and contacts only', async t => {
    const { call, join, make } = await setStage(t)
    await join('ana@here.test')
    const id = await make()
    assert.deepEqual(
      refused(await call('POST', `/v1/campaigns/${id}/test`, { to: ['stranger@here.test'] })),
      [400, 'invalid_field', 'to[0]'],
    )
    const tried = await call('POST', `/v1/campaigns/${id}/test`, { to: ['ana@here.test'] })
    assert.equal(tried.status, 202, JSON.stringify(tried.body))
    const { body } = await call('GET', `/v1/emails/${tried.body.data[0].id}`)
    assert.match(body.subject, /^\[teste\] Oferta/)
    assert.equal((await call('GET', `/v1/campaigns/${id}/stats`)).body.released, 0)
    const bia = await join('bia@here.test')
    await call('PATCH', `/v1/contacts/${bia}`, { first_name: 'Bia' })
    const named = await make({
      content: {
        subject: 'Oi {{ contact.first_name | default: "gente" }}',
        html: '<p>Oi</p>',
      },
    })
    const to = ['bia@here.test', 'ana@here.test']
    const subjects = async (body: object) => {
      const { body: sent } = await call('POST', `/v1/campaigns/${named}/test`, { to, ...body })
      const emails = sent.data.map(({ id }: { id: string }) => call('GET', `/v1/emails/${id}`))
      return (await Promise.all(emails)).map(one => one.body.subject)
    }
    assert.deepEqual(await subjects({ as_themselves: true }), [
      '[teste] Oi Bia',
      '[teste] Oi gente',
    ])
    assert.deepEqual(await subjects({}), ['[teste] Oi gente', '[teste] Oi gente'])
    const asBia = { contact_id: bia }
    assert.deepEqual(await subjects(asBia), ['[teste] Oi Bia', '[teste] Oi Bia'])
    await call('PATCH', '/v1/contacts/ana@here.test', { unsubscribed: true })
    const silent = await call('POST', `/v1/campaigns/${id}/test`, { to: ['ana@here.test'] })
    assert.deepEqual(refused(silent), [422, 'recipient_suppressed', 'to[0]'])
  })
})
