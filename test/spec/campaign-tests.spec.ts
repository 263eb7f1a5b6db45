/** Campaigns that try two letters before the rest gets the better one, and what figures are parted by. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isWarm, operatorSets } from '../support/accounts.ts'
import { campaignStage, people } from '../support/campaigns.ts'
import { untilHour } from '../support/service.ts'
import { until } from '../support/until.ts'

interface Row {
  readonly contact_id: string
  readonly variant: string
}

const ab = {
  variants: [
    { key: 'A', subject: 'Primeiro' },
    { key: 'B', subject: 'Segundo' },
  ],
  test_share: 0.5,
  wait: 'PT1H',
}

describe('an A/B test', () => {
  it('tries a share, waits, says when it does not know, and sends the rest', async t => {
    const { call, make, join, read, send, reaches, service } = await campaignStage(t)
    await join(people(0, 60))
    const id = await make({ ab: { ...ab, if_unsure: 'first' } })
    const preview = await call('POST', `/v1/campaigns/${id}/preview`, { variant: 'B' })
    assert.deepEqual([preview.body.subject, preview.body.variant], ['Segundo', 'B'])
    assert.equal(
      (await call('POST', `/v1/campaigns/${id}/preview`, { variant: 'C' })).body.error.param,
      'variant',
    )
    await send(id)
    await reaches(id, body => body.phase === 'deciding', 'the end of the test')
    const tested = await read(id)
    assert.deepEqual([tested.status, tested.waiting.reason], ['sending', 'test_result'])
    const { released, pending } = tested.counts
    assert.equal(released + pending, 60)
    assert.ok(released > 15 && released < 45, String(released))
    const parts = await call('GET', `/v1/campaigns/${id}/stats?by=variant`)
    assert.deepEqual(
      parts.body.data.map((one: { key: string }) => one.key),
      ['A', 'B'],
    )
    assert.equal(
      parts.body.data.reduce((sum: number, one: { released: number }) => sum + one.released, 0),
      released,
    )
    const listed = async (more: string) =>
      (await call('GET', `/v1/campaigns/${id}/recipients?limit=100${more}`)).body.data
    const left = new Set((await listed('&state=pending')).map((one: Row) => one.contact_id))
    service.turn(3_700_000)
    await reaches(id, body => body.status === 'sent', 'the end')
    const { ab: after, counts } = await read(id)
    assert.equal(counts.released, 60)
    assert.deepEqual([after.result.winner, after.result.decided_by], ['A', 'test'])
    assert.ok(after.result.probability < 0.95)
    const rest = (await listed('')).filter((one: Row) => left.has(one.contact_id))
    assert.equal(rest.length, pending)
    assert.ok(
      rest.every((one: Row) => one.variant === 'A'),
      'the rest got the first',
    )
  })

  it('finds the letter that people click, and the rest gets that one', async t => {
    const { call, make, join, read, send, reaches, service } = await campaignStage(t)
    // Of a test mailbox everybody clicks; what has no link is never clicked.
    const clicking = Array.from({ length: 80 }, (_, n) => `clicked@d${n}.test`)
    await join(clicking)
    const plain = { subject: 'Sem link', html: '<p>Nada</p>' }
    const id = await make({
      ab: { ...ab, variants: [{ key: 'A', content: plain }, { key: 'B' }], if_unsure: 'split' },
    })
    await send(id)
    await reaches(id, body => body.phase === 'deciding', 'the end of the test')
    await until(async () => {
      const { body } = await call('GET', `/v1/campaigns/${id}/stats?by=variant`)
      const b = body.data.find((one: { key: string }) => one.key === 'B')
      return b!.clicked.people === b!.released
    }, 'the clicks')
    service.turn(3_700_000)
    await reaches(id, body => body.status === 'sent', 'the end')
    const { ab: after } = await read(id)
    assert.deepEqual([after.result.winner, after.result.leader], ['B', 'B'])
    assert.ok(after.result.probability > 0.99, String(after.result.probability))
  })

  it('can go by what people did since', async t => {
    const { call, make, join, read, send, reaches, service } = await campaignStage(t)
    await join(people(0, 80))
    const { body: all } = await call('GET', '/v1/contacts?limit=100')
    const pay = (contact_id: string) =>
      call('POST', '/v1/activity', { contact_id, name: 'order.paid' })
    // What they did before says nothing of their letter.
    for (const { id } of all.data) await pay(id)
    const id = await make({ ab: { ...ab, metric: 'event:order.paid', if_unsure: 'split' } })
    await send(id)
    await reaches(id, body => body.phase === 'deciding', 'the end of the test')
    const { body: rows } = await call('GET', `/v1/campaigns/${id}/recipients?limit=100`)
    for (const { contact_id, variant } of rows.data) if (variant === 'A') await pay(contact_id)
    service.turn(3_700_000)
    await reaches(id, body => body.status === 'sent', 'the end')
    const { ab: after } = await read(id)
    assert.deepEqual([after.result.winner, after.result.decided_by], ['A', 'test'])
  })

  it('ends when a person says who wins, and not for who does not exist', async t => {
    const { call, make, join, read, send, reaches } = await campaignStage(t)
    await join(people(0, 30))
    const id = await make({ ab })
    await send(id)
    await reaches(id, body => body.phase === 'deciding', 'the end of the test')
    const wrong = await call('POST', `/v1/campaigns/${id}/winner`, { variant: 'Z' })
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'variant'])
    const won = await call('POST', `/v1/campaigns/${id}/winner`, { variant: 'B' })
    assert.deepEqual([won.status, won.body.ab.result.winner], [200, 'B'])
    await reaches(id, body => body.status === 'sent', 'the end')
    assert.equal((await read(id)).counts.released, 30)
    assert.equal((await read(id)).ab.result.decided_by, 'person')
    const { body: facts } = await call('GET', '/v1/activity?name=campaign.winner_chosen')
    assert.equal(facts.data.length, 1)
  })

  it('of everybody is a plain split by weight', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(people(0, 90))
    const variants = [
      { key: 'A', weight: 2, subject: 'Um' },
      { key: 'B', subject: 'Dois' },
    ]
    const id = await make({ ab: { variants, test_share: 1 } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const parts = await call('GET', `/v1/campaigns/${id}/stats?by=variant`)
    const [a, b] = parts.body.data
    assert.equal(a.released + b.released, 90)
    assert.ok(a.released > b.released, `${a.released} and ${b.released}`)
  })

  it('is refused by the field that is wrong', async t => {
    const { call, topic, service } = await campaignStage(t)
    const two = [{ key: 'A' }, { key: 'B' }]
    for (const [given, param] of [
      [{ ab: { variants: [{ key: 'A' }] } }, 'ab.variants'],
      [{ ab: { variants: [{ key: 'A' }, { key: 'A' }] } }, 'ab.variants[1].key'],
      [{ ab: { variants: two, wait: 'PT30M' } }, 'ab.wait'],
      [{ ab: { variants: two, metric: 'luck' } }, 'ab.metric'],
      [{ ab: { variants: two, test_share: 0 } }, 'ab.test_share'],
      [{ ab: { variants: [{ key: 'A', subject: '{{' }, { key: 'B' }] } }, 'ab.variants[0].subject'],
      [{ ab: { variants: [{ key: 'A', from: 'x' }, { key: 'B' }] } }, 'ab.variants[0].from'],
      [
        { ab: { variants: [{ key: 'A', content: { template_id: 'tpl_x' } }, { key: 'B' }] } },
        'ab.variants[0].content.template_id',
      ],
    ] as const) {
      const answer = await call('POST', '/v1/campaigns', { name: 'x', ...given })
      assert.deepEqual(
        [answer.status, answer.body.error.code, answer.body.error.param],
        [400, 'invalid_field', param],
        JSON.stringify(answer.body),
      )
    }
    const at = new Date(service.world.clock.now() + 864_000_000).toISOString().slice(0, 16)
    const zoned = { name: 'x', topic_id: topic, ab: { variants: two } }
    const schedule = { at, time_zone: 'recipient' }
    const refused = await call('POST', '/v1/campaigns', { ...zoned, schedule })
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'ab.test_share'])
    const split = { ...zoned, schedule, ab: { variants: two, test_share: 1 } }
    assert.equal((await call('POST', '/v1/campaigns', split)).status, 201)
  })
})

describe('the figures of a campaign', () => {
  it('are parted by link, language, hour and provider', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(['clicked@one.test', 'machine@two.test'], { language: 'pt' })
    const id = await make({ tracking: { opens: true, clicks: true } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    await until(async () => {
      const { body } = await call('GET', `/v1/campaigns/${id}/links`)
      return body.data[0]?.people === 1 && body.data[0]?.machines === 1
    }, 'the clicks')
    const { body: links } = await call('GET', `/v1/campaigns/${id}/links`)
    assert.deepEqual(
      links.data.map((one: { n: number; url: string }) => [one.n, one.url]),
      [
        [1, 'https://shop.test/a'],
        [2, 'https://shop.test/b'],
      ],
    )
    const by = async (what: string) =>
      (await call('GET', `/v1/campaigns/${id}/stats?by=${what}`)).body.data
    assert.deepEqual(
      (await by('link')).map((one: { clicked: object }) => one.clicked),
      [
        { people: 1, machines_only: 1 },
        { people: 0, machines_only: 0 },
      ],
    )
    const [language] = await by('language')
    assert.deepEqual([language.key, language.released], ['en', 2])
    const hours = await by('hour')
    assert.match(hours[0].key, /^\d{4}-\d\d-\d\dT\d\d:00:00Z$/)
    assert.equal((await by('provider'))[0].key, 'other')
    const wrong = await call('GET', `/v1/campaigns/${id}/stats?by=colour`)
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'by'])
  })

  it('watch for nothing that the campaign does not ask for', async t => {
    const { make, join, send, reaches, service } = await campaignStage(t, 'live')
    await join(['ana@here.test'])
    const id = await make({ tracking: { opens: false, clicks: false } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    await until(async () => service.mx.received.length === 1, 'the letter')
    const raw = service.mx.received[0]!.content.toString()
    assert.doesNotMatch(raw, /\/t\/[oc]\//)
    assert.match(raw, /https:\/\/shop\.test\/a/)
  })
})

describe('a link of a campaign', () => {
  it('can be mended after the letters have gone', async t => {
    const { call, make, join, send, reaches, service } = await campaignStage(t, 'live')
    await join(['ana@here.test'])
    const id = await make()
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    await until(async () => service.mx.received.length === 1, 'the letter')
    const raw = service.mx.received[0]!.content.toString().replaceAll('=\r\n', '')
    const path = /(\/t\/c\/[\w-]+)/.exec(raw)![1]!
    const follow = async () => {
      const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, { redirect: 'manual' })
      return answer.headers.get('location')
    }
    assert.equal(await follow(), 'https://shop.test/a')
    const mended = await call('PATCH', `/v1/campaigns/${id}/links/1`, {
      url: 'https://shop.test/right',
    })
    assert.deepEqual(
      [mended.status, mended.body.n, mended.body.url, mended.body.mended_url],
      [200, 1, 'https://shop.test/a', 'https://shop.test/right'],
    )
    assert.equal(await follow(), 'https://shop.test/right')
    await call('PATCH', `/v1/campaigns/${id}/links/1`, { url: null })
    assert.equal(await follow(), 'https://shop.test/a')
    for (const [n, body, status, param] of [
      ['1', { url: 'javascript:alert(1)' }, 400, 'url'],
      ['1', {}, 400, 'url'],
      ['99', { url: 'https://shop.test/' }, 404, null],
      ['x', { url: 'https://shop.test/' }, 404, null],
    ] as const) {
      const answer = await call('PATCH', `/v1/campaigns/${id}/links/${n}`, body)
      assert.deepEqual([answer.status, answer.body.error.param ?? null], [status, param])
    }
  })
})

describe('the cap and the quiet hours of a project', () => {
  it('keep a campaign from who has had enough, but for topics that are exempt', async t => {
    const { call, make, join, send, reaches, read, topic } = await campaignStage(t)
    await join(['ana@here.test'])
    const settings = { cap: [{ letters: 1, per: 'P7D' }] }
    assert.equal((await call('PATCH', '/v1/marketing-settings', settings)).status, 200)
    const first = await make()
    await send(first)
    await reaches(first, body => body.status === 'sent', 'the first')
    const second = await make({ name: 'Second' })
    await send(second)
    await reaches(second, body => body.status === 'sent', 'the second')
    const why = await call('GET', `/v1/campaigns/${second}/recipients/ana@here.test`)
    assert.deepEqual([why.body.state, why.body.reason], ['skipped', 'capped'])
    await call('PATCH', `/v1/topics/${topic}`, { exempt_from_cap: true })
    const third = await make({ name: 'Third' })
    await send(third)
    await reaches(third, body => body.status === 'sent', 'the third')
    assert.equal((await read(third)).counts.released, 1)
  })

  it('let a campaign wait until the morning of each person', async t => {
    const { call, make, join, send, reaches, read, service } = await campaignStage(t)
    const now = new Date(service.world.clock.now())
    const hour = (plus: number) =>
      `${String((now.getUTCHours() + plus + 24) % 24).padStart(2, '0')}:${String(now.getUTCMinutes()).padStart(2, '0')}`
    await join(['ana@here.test'], { time_zone: 'UTC' })
    await join(['far@here.test'], { time_zone: 'Etc/GMT-8' })
    await call('PATCH', '/v1/marketing-settings', { quiet: { from: hour(-1), until: hour(2) } })
    const id = await make()
    await send(id)
    await reaches(id, body => body.waiting?.reason === 'quiet_hours', 'the wait')
    assert.deepEqual((await read(id)).counts, {
      audience: 2,
      pending: 1,
      released: 1,
      skipped: 0,
      cancelled: 0,
    })
    service.turn(2 * 3_600_000 + 60_000)
    await reaches(id, body => body.status === 'sent', 'the end')
  })
})

describe('the guard of a campaign', () => {
  // Refused by policy: hard bounces as many would pause the account as well.
  it('tries five hundred live letters before the rest, and stops where they bounce', async t => {
    const misbehave = (stage: string, socket: { write(text: string): unknown }, line: string) => {
      if (stage !== 'rcpt' || !/<p\d*[05]@/.test(line)) return false
      socket.write('550 5.7.1 Message blocked by policy\r\n')
      return true
    }
    const stage = await campaignStage(t, 'live', { mx: { misbehave } })
    const { make, join, send, reaches, read, service, call } = stage
    await isWarm(service, 'shop.test')
    await join(people(0, 520), { first_name: 'Ana' })
    // Who gets none is in the tranches all the same: five of a hundred are no five hundred letters.
    await join(people(520, 20))
    const content = { subject: 'Oi', html: '<p>{{ contact.first_name }}</p>' }
    const id = await make({ content })
    await send(id)
    await reaches(id, body => body.counts.released === 500, 'the first letters')
    await reaches(id, body => body.status === 'paused', 'the guard')
    const paused = await read(id)
    assert.equal(paused.paused_by, 'guard')
    const { results, policy } = paused.guard.tripped
    assert.ok(results >= 100 && policy >= results * 0.1, JSON.stringify(paused.guard))
    const { released, pending, skipped } = paused.counts
    assert.deepEqual([released, pending + skipped], [500, 40])
    // A person has seen the figures, and it goes on.
    assert.equal((await call('POST', `/v1/campaigns/${id}/resume`)).status, 200)
    await reaches(id, body => body.counts.released === 520, 'the rest')
  })
})

describe('the guard of a test campaign', () => {
  it('stops it as simulators bounce, and holds up none that has no simulators', async t => {
    const { call, make, join, send, reaches, read, service } = await campaignStage(t)
    await join(people(0, 470))
    const simulators = Array.from({ length: 70 }, (_, n) => `bounced@h${n}.test`)
    await join(simulators)
    const id = await make()
    await send(id)
    await reaches(id, body => ['paused', 'sent'].includes(body.status), 'the guard')
    const paused = await read(id)
    assert.deepEqual([paused.status, paused.paused_by], ['paused', 'guard'])
    const { results, hard } = paused.guard.tripped
    assert.ok(results >= 100 && hard >= results * 0.05, JSON.stringify(paused.guard))
    assert.ok(paused.counts.released <= 500, JSON.stringify(paused.counts))
    assert.equal((await call('POST', `/v1/campaigns/${id}/resume`)).status, 200)
    await reaches(id, body => body.status === 'sent', 'the rest')
    const free = await make({ guard: { enabled: false } })
    await send(free)
    await reaches(free, body => body.status === 'sent', 'no guard')
    for (const email of simulators) await call('DELETE', `/v1/contacts/${email}`)
    await join(people(470, 70))
    const well = await make()
    const sentAt = service.world.clock.now()
    await send(well)
    await reaches(well, body => body.status === 'sent', 'no simulators')
    assert.equal((await read(well)).counts.released, 540)
    const tookMs = service.world.clock.now() - sentAt
    // A quarter of an hour is waited for results where there are none yet.
    assert.ok(tookMs < 5 * 60_000, `nothing was waited for in ${tookMs} ms`)
  })
})

describe('a variant of an A/B test', () => {
  const bait = '<p>Oi <a href="https://evil.test/">www.bank.com</a></p>'
  const variants = [
    { key: 'A' },
    { key: 'B', content: { subject: 'B', html: bait } },
    { key: 'C', from: 'Loja <oi@shop.test>', content: { subject: 'C', html: '<p>C</p>' } },
  ]

  it('is judged by the check of content, as the letter that the others get is', async t => {
    const { call, make, join, read } = await campaignStage(t, 'live')
    await join(people(0, 2))
    const id = await make({ ab: { variants, test_share: 1 } })
    const { body } = await call('POST', `/v1/campaigns/${id}/preflight`)
    const stopped = body.checks.filter((one: { code: string }) => one.code === 'content')
    assert.deepEqual(
      stopped.map((one: { level: string; param: string }) => [one.level, one.param]),
      [['error', 'ab.variants[1].content']],
    )
    assert.match(stopped[0]!.message, /evil\.test/)
    const sent = await call('POST', `/v1/campaigns/${id}/send`)
    assert.deepEqual(
      [sent.status, sent.body.error?.code, sent.body.error?.param],
      [400, 'invalid_field', 'ab.variants[1].content'],
    )
    assert.equal((await read(id)).status, 'draft')
    const whole = { subject: 'B', html: bait }
    const alone = [
      { content: whole, at: 'content.html' },
      { content: { variants: { en: whole }, default_language: 'en' }, at: 'content.variants.en' },
    ]
    for (const { content, at } of alone) {
      const refused = await call('POST', `/v1/campaigns/${await make({ content })}/send`)
      assert.deepEqual([refused.status, refused.body.error?.param], [400, at])
    }
  })
})

describe('what a campaign is given', () => {
  it('has an empty text as none in a variant, and a language that is none by its name', async t => {
    const { call, make } = await campaignStage(t)
    const variants = [{ key: 'A', subject: '', from: '' }, { key: 'B' }]
    const id = await make({ ab: { variants, test_share: 1 } })
    const { body } = await call('POST', `/v1/campaigns/${id}/preview`, { variant: 'A' })
    assert.equal(body.subject, 'Oi')
    const content = { default_language: 'xx', subject: 'Oi', html: '<p>Oi</p>' }
    const refused = await call('PATCH', `/v1/campaigns/${id}`, { content })
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'content.default_language'])
  })
})

describe('the reserve of an account', () => {
  it('leaves transactional mail its part of the day, and none where there is no such mail', async t => {
    const { make, join, send, reaches, read, service } = await campaignStage(t, 'live')
    service.turn(untilHour(service.world.clock.now(), 12))
    await isWarm(service, 'shop.test')
    await operatorSets(service, { plan: 'free' })
    const emails = Array.from({ length: 10 }, (_, n) => ({
      from: 'a@shop.test',
      to: [`t${n}@here.test`],
      subject: 'Oi',
      text: 'Oi',
    }))
    assert.equal((await service.call('POST', '/v1/emails/batch', { body: { emails } })).status, 202)
    await join(people(0, 90))
    const id = await make()
    await send(id)
    await reaches(id, body => body.waiting?.reason === 'reserve', 'the reserve')
    // A hundred a day, ten are used, and a fifth is kept.
    assert.equal((await read(id)).counts.released, 70)
    // It is asked again before its end: a limit may be raised.
    await operatorSets(service, { plan: 'pro' })
    service.turn(5 * 60_000 + 1_000)
    await reaches(id, body => body.counts.released === 90, 'the rest')
  })
})
