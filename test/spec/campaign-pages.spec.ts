/** What strangers see of campaigns, what is said before they go, and their copies. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignStage } from '../support/campaigns.ts'
import { bouncedLetterTo } from '../support/happened.ts'
import { until } from '../support/until.ts'

/** Whom of an earlier campaign a copy is for. */
type Chosen = 'not_opened' | 'not_clicked' | 'opened' | 'clicked'

describe('a letter in the browser', () => {
  it('leads to nobody, runs nothing, and asks for the address of who leaves', async t => {
    const { call, make, join, send, reaches, service } = await campaignStage(t, 'live')
    await join(['ana@here.test'])
    const html =
      '<p>Oi <script>alert(1)</script><a href="{{ web_view_url }}">ver</a> <a href="{{ preferences_url }}">escolher</a> <a href="{{ unsubscribe_url }}">sair</a> {{ topic.name }}</p>'
    const id = await make({ content: { subject: 'Oi', html }, tracking: { clicks: false } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const [row] = (await call('GET', `/v1/campaigns/${id}/recipients`)).body.data
    const { body: content } = await call('GET', `/v1/emails/${row.email_id}/content`)
    assert.match(content.html, /Novidades/)
    const path = new URL(/href="([^"]*\/v\/[^"]+)"/.exec(content.html)![1]!).pathname
    const base = `http://127.0.0.1:${service.port}`
    const page = await fetch(base + path)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-security-policy')!, /^sandbox (?!.*allow-scripts)/)
    const shown = await page.text()
    assert.doesNotMatch(shown, /\/p\/|\/u\/|unsubscribe_url/)
    assert.equal(shown.match(/\/v\/[\w-]+\/leave/g)!.length, 2)
    const leave = async (email: string) => {
      const answer = await fetch(`${base}${path}/leave`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email }),
      })
      assert.equal(answer.status, 200)
      return answer.text()
    }
    const wrong = await leave('forwarded@elsewhere.test')
    const stateOf = async () =>
      (await call('GET', '/v1/contacts/ana@here.test')).body.topics[0].state
    assert.equal(await stateOf(), 'subscribed')
    assert.equal(await leave('ana@here.test'), wrong, 'nobody learns to whom it was sent')
    assert.equal(await stateOf(), 'unsubscribed')
    assert.equal((await fetch(`${base}${path}x`)).status, 404)
  })
})

describe('the archive of a project', () => {
  it('shows public campaigns that were sent, for nobody in particular, with a feed', async t => {
    const { call, make, join, send, reaches, service, topic } = await campaignStage(t, 'live')
    await join(['ana@here.test'], { first_name: 'Ana' })
    const html =
      '<p>Oi {{ contact.first_name | default: "gente" }} <a href="{{ unsubscribe_url }}">sair</a></p>'
    const id = await make({
      name: 'Promoção de Natal',
      content: { subject: 'Natal', html },
      archive: { public: true },
    })
    const { archive } = (await call('GET', `/v1/campaigns/${id}`)).body
    assert.deepEqual([archive.public, archive.slug], [true, 'promocao-de-natal'])
    const base = `http://127.0.0.1:${service.port}`
    const { pathname } = new URL(archive.url)
    assert.equal((await fetch(base + pathname)).status, 404, 'nothing was sent yet')
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const page = await fetch(base + pathname)
    const shown = await page.text()
    assert.equal(page.status, 200, shown)
    assert.match(shown, /Oi gente <a href="#">/)
    assert.match(page.headers.get('content-security-policy')!, /^sandbox/)
    const project = pathname.split('/')[2]
    const feed = await (await fetch(`${base}/a/${project}/${topic}.rss`)).text()
    assert.match(feed, /<item><title>Natal<\/title>/)
    // A subject goes out as it was written; beside others' words it turns nothing around.
    const turned = await make({
      name: 'Virada',
      content: { subject: 'Oferta \u202e%05', html },
      archive: { public: true },
    })
    await send(turned)
    await reaches(turned, body => body.status === 'sent', 'the end of the second')
    const inPage = await (await fetch(`${base}/a/${project}/virada`)).text()
    assert.match(inPage, /<title>Oferta %05<\/title>/)
    const withIt = await (await fetch(`${base}/a/${project}/${topic}.rss`)).text()
    assert.match(withIt, /<item><title>Oferta %05<\/title>/)
    const { data } = (await call('GET', `/v1/emails?campaign_id=${turned}`)).body
    assert.equal(data[0].subject, 'Oferta \u202e%05')
    const words = { subject: 'Texto', text: 'Oi <script>alert(1)</script> {{ unsubscribe_url }}' }
    const plain = await make({ name: 'Texto', content: words, archive: { public: true } })
    await send(plain)
    const inText = await (await fetch(`${base}/a/${project}/texto`)).text()
    assert.match(inText, /<pre>Oi &#60;script&#62;alert\(1\)&#60;\/script&#62; #/)
    const taken = await call('POST', '/v1/campaigns', {
      name: 'x',
      archive: { public: true, slug: 'promocao-de-natal' },
    })
    assert.deepEqual([taken.status, taken.body.error.param], [400, 'archive.slug'])
    const missed = await make({ name: 'Perdida', archive: { public: true } })
    const at = new Date(service.world.clock.now() + 3_600_000).toISOString()
    assert.equal((await call('POST', `/v1/campaigns/${missed}/schedule`, { at })).status, 202)
    service.turn(8 * 3_600_000)
    await reaches(missed, body => body.paused_by === 'missed_schedule', 'the question')
    assert.equal((await fetch(`${base}/a/${project}/perdida`)).status, 404, 'nobody got it')
    assert.doesNotMatch(await (await fetch(`${base}/a/${project}/${topic}.rss`)).text(), /perdida/)
    await call('PATCH', `/v1/campaigns/${id}`, { archive: { public: false } })
    assert.equal((await fetch(base + pathname)).status, 404)
    assert.equal((await fetch(`${base}/a/${project}/nothing`)).status, 404)
  })
})

describe('a link mended after the send', () => {
  it('is mended in the archive and in the browser, too', async t => {
    const { call, make, join, send, reaches, read, service } = await campaignStage(t)
    await join(['ana@here.test'])
    const html =
      '<p><a href="https://a.test/?x=1&amp;y=2">um</a> <a href="https://b.test/">dois</a> <a href="{{ web_view_url }}">ver</a></p>'
    const id = await make({ content: { subject: 'Oi', html }, archive: { public: true } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const [row] = (await call('GET', `/v1/campaigns/${id}/recipients`)).body.data
    const { body } = await call('GET', `/v1/emails/${row.email_id}/content`)
    const pages = [
      new URL((await read(id)).archive.url),
      new URL(/href="([^"]*\/v\/[^"]+)"/.exec(body.html)![1]!),
    ]
    const shown = () =>
      Promise.all(
        pages.map(async ({ pathname, search }) =>
          (await fetch(`http://127.0.0.1:${service.port}${pathname}${search}`)).text(),
        ),
      )
    for (const page of await shown()) assert.match(page, /href="https:\/\/b\.test\/">dois/)
    const url = 'https://c.test/?z="&w=1'
    assert.equal((await call('PATCH', `/v1/campaigns/${id}/links/2`, { url })).status, 200)
    for (const page of await shown()) {
      assert.match(page, /href="https:\/\/c\.test\/\?z=%22&(amp|#38);w=1">dois/)
      assert.match(page, /href="https:\/\/a\.test\/\?x=1&(amp|#38);y=2">um/)
      assert.doesNotMatch(page, /b\.test/)
    }
  })
})

describe('an archived campaign of test mode', () => {
  it('has an address that leads to it, also in the feed', async t => {
    const { make, join, send, reaches, read, service, topic } = await campaignStage(t)
    await join(['ana@here.test'])
    const id = await make({ archive: { public: true } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const { pathname, search } = new URL((await read(id)).archive.url)
    const base = `http://127.0.0.1:${service.port}`
    assert.equal((await fetch(base + pathname + search)).status, 200)
    const feedAt = `${base}${pathname.replace(/[^/]+$/, '')}${topic}.rss?mode=test`
    const link = /<item>.*<link>(.*)<\/link>/.exec(await (await fetch(feedAt)).text())![1]!
    const there = new URL(link)
    assert.equal((await fetch(base + there.pathname + there.search)).status, 200, link)
  })
})

describe('the pre-flight of a campaign', () => {
  it('names people and links that something is wrong with', async t => {
    const { call, make, join } = await campaignStage(t)
    await join(['en@here.test'], { language: 'en' })
    await join(['fr@here.test'], { language: 'fr' })
    const html =
      '<p><a href="#">um</a> <a href="http://shop.test/">dois</a> <a href="https://">três</a> <a href="https://shop.test/{{ contact.email }}">quatro</a></p>'
    const id = await make({
      content: { variants: { pt: { subject: 'Oi', html } }, default_language: 'pt' },
      ab: { variants: [{ key: 'A' }, { key: 'B' }] },
      schedule: { rate_per_hour: 1, send_until: '2020-01-01T00:00:00Z' },
    })
    const { body } = await call('POST', `/v1/campaigns/${id}/preflight`)
    const found = new Map(body.checks.map(one => [one.code, one]))
    assert.equal(found.get('language_missing')?.count, 2, JSON.stringify(body.checks))
    assert.equal(found.get('link_insecure')?.count, 1)
    assert.equal(found.get('link_broken')?.level, 'warning')
    const broken = body.checks.filter((one: { code: string }) => one.code === 'link_broken')
    const counts = broken.map((one: { count: number }) => one.count)
    assert.deepEqual(counts, [2, 1], 'empty or only begun; without an answer')
    assert.equal(found.get('ab_small')?.level, 'warning')
    assert.equal(found.get('forecast')?.level, 'warning')
    assert.equal(body.ok, true)
  })

  it('says what was sent already, and who has had enough', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(['ana@here.test'])
    await call('PATCH', '/v1/marketing-settings', { cap: [{ letters: 1, per: 'P1D' }] })
    const first = await make()
    await send(first)
    await reaches(first, body => body.status === 'sent', 'the end')
    const second = await make()
    const { body } = await call('POST', `/v1/campaigns/${second}/preflight`)
    const codes = body.checks.map((one: { code: string }) => one.code)
    assert.ok(codes.includes('repeated') && codes.includes('capped'), String(codes))
    const said = (checks: { code: string; message: string }[]) =>
      checks.find(one => one.code === 'capped')?.message
    assert.match(said(body.checks)!, /^1 person has .* and is skipped\.$/)
    await call('PATCH', `/v1/campaigns/${second}`, { if_capped: 'wait' })
    const waiting = (await call('POST', `/v1/campaigns/${second}/preflight`)).body
    assert.match(said(waiting.checks)!, /^1 person has .* and waits up to two days\.$/)
  })
})

describe('what a letter says of leaving and of its sender', () => {
  it('is added where it is not written, and refused where nobody reads it', async t => {
    const { call, make, join } = await campaignStage(t)
    await join(['ana@here.test'])
    await call('PATCH', '/v1/marketing-settings', { postal_address: 'Rua do Sol, 1 – Olinda' })
    const leave = '<a href="{{ unsubscribe_url }}">sair</a>'
    const lives = '<p>{{ project.postal_address }}</p>'
    const [link, address] = ['unsubscribe_missing', 'address_missing']
    for (const [html, findings] of [
      [`<p>Oi</p>${leave}${lives}`, []],
      [`<p>Oi</p>${leave}<p>Rua do Sol, 1<br>Olinda</p>`, []],
      [`<p>Oi</p>${leave}`, [[address, 'warning']]],
      [
        '<p>Oi</p>',
        [
          [link, 'warning'],
          [address, 'warning'],
        ],
      ],
      [`<p>Oi</p>${lives}{% if contact.first_name %}${leave}{% else %}${leave}{% endif %}`, []],
      [`<p>Oi</p>${lives}<!-- ${leave} -->`, [[link, 'error']]],
      [`<p>Oi</p>${lives}{% comment %}${leave}{% endcomment %}`, [[link, 'error']]],
      [
        `<p>Oi</p>${lives}{% if contact.first_name == "Bia" %}${leave}{% endif %}`,
        [[link, 'error']],
      ],
      [
        `<p>Oi</p>${lives}{% assign unsubscribe_url = "https://a.test" %}${leave}`,
        [[link, 'error']],
      ],
      [`<p>Oi</p>${leave}<!-- ${lives} -->`, [[address, 'error']]],
    ] as const) {
      const id = await make({ content: { subject: 'Oi', html } })
      const { checks } = (await call('POST', `/v1/campaigns/${id}/preflight`)).body
      const legal = checks.filter(({ code }: { code: string }) => code === link || code === address)
      const shown = legal.map((one: { code: string; level: string }) => [one.code, one.level])
      assert.deepEqual(shown, findings, html)
      const seen = (await call('POST', `/v1/campaigns/${id}/preview`)).body.html
      const isRefused = findings.some(([, level]) => level === 'error')
      if (!isRefused)
        assert.match(seen, /href="\{\{unsubscribe_url\}\}"[\s\S]*Rua|Rua[\s\S]*href="/)
      const sent = await call('POST', `/v1/campaigns/${id}/send`)
      assert.deepEqual(
        [sent.status, sent.body.error?.param],
        isRefused ? [400, 'content.html'] : [202, undefined],
      )
    }
    const place = 'Rua {% if %} {{ x }} {'
    await call('PATCH', '/v1/marketing-settings', { postal_address: place })
    const id = await make({ content: { subject: 'Oi', html: '<p>Oi</p>', text: 'Oi' } })
    const { body } = await call('POST', `/v1/campaigns/${id}/preview`, {})
    for (const part of [body.html, body.text]) assert.ok(part.includes(place), part)
  })

  it('is counted in the size, as are the links that are its recipient’s own', async t => {
    const { call, make, join } = await campaignStage(t)
    await join(['ana@here.test', 'bia@here.test'])
    const links = Array.from({ length: 300 }, (_, n) => `<a href="https://shop.test/${n}">${n}</a>`)
    const words = 'Oi '.repeat(22_000)
    const large = async (more: object) => {
      const content = { subject: 'Oi', html: `<p>${words}</p>${links.join('')}` }
      const id = await make({ content, ...more })
      const { checks } = (await call('POST', `/v1/campaigns/${id}/preflight`)).body
      return checks.filter((one: { code: string }) => one.code === 'too_large')
    }
    const [found, ...others] = await large({})
    assert.deepEqual([found?.level, found?.count, others], ['warning', 2, []])
    assert.deepEqual(await large({ tracking: { clicks: false } }), [])
  })
})

describe('a link that a value makes', () => {
  it('is judged letter by letter, and stops that one alone', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t, 'live')
    await call('POST', '/v1/contact-properties', { key: 'page', type: 'string' })
    await join(['ana@here.test'], { properties: { page: 'Minha página' } })
    await join(['bia@here.test'], { properties: { page: 'www.itau.com.br' } })
    const html = '<p><a href="https://shop-login.test/">{{ contact.properties.page }}</a></p>'
    const id = await make({ content: { subject: 'Oi', html } })
    await send(id)
    await reaches(id, body => body.counts.pending === 0 && body.counts.audience === 2, 'all')
    const { body } = await call('GET', `/v1/campaigns/${id}/recipients/bia@here.test`)
    assert.deepEqual([body.state, body.reason], ['skipped', 'content_check'])
    assert.match(body.explanation, /check of content/)
    const { body: stats } = await call('GET', `/v1/campaigns/${id}/stats`)
    assert.deepEqual([stats.released, stats.skipped], [1, { content_check: 1 }])
  })
})

describe('a copy of a campaign', () => {
  it('goes to who has not opened the first, or to who did not get it', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(['opened@one.test', 'ana@one.test', 'bia@one.test'])
    const id = await make()
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the first')
    await join(['late@one.test'])
    await until(
      async () => (await call('GET', `/v1/campaigns/${id}/stats`)).body.opened.people === 1,
      'the opening',
    )
    const got = async (audience: string): Promise<string[]> => {
      const copy = await call('POST', `/v1/campaigns/${id}/duplicate`, { audience })
      assert.equal(copy.status, 201, JSON.stringify(copy.body))
      await send(copy.body.id)
      await reaches(copy.body.id, body => body.status === 'sent', audience)
      const { body } = await call('GET', `/v1/campaigns/${copy.body.id}/recipients`)
      return body.data.map((one: { email: string }) => one.email.split('@')[0]!).sort()
    }
    assert.deepEqual(await got('not_opened'), ['ana', 'bia'])
    assert.deepEqual(await got('not_received'), ['late'])
    assert.deepEqual(await got('opened'), ['opened'])
    const wrong = await call('POST', '/v1/campaigns', {
      name: 'x',
      audience: { not_opened: 'cmp_x' },
    })
    assert.equal(wrong.body.error.param, 'audience.not_opened')
  })

  it('goes to who has not clicked in the first, or has, but to nobody whose letter came back', async t => {
    const { service, call, make, join, send, reaches } = await campaignStage(t)
    await join(['clicked@one.test', 'opened@one.test', 'ana@one.test', 'gone@one.test'])
    const id = await make()
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the first')
    await reaches(id, body => body.results.clicked === 1 && body.results.opened === 2, 'reactions')
    await bouncedLetterTo(service.world.db, 'gone@one.test')
    const copied = async (audience: Chosen) =>
      (await call('POST', `/v1/campaigns/${id}/duplicate`, { audience })).body
    const meant = async (audience: Chosen): Promise<number> => {
      const copy = await copied(audience)
      assert.equal(copy.audience[audience], id)
      return (await call('POST', `/v1/campaigns/${copy.id}/preflight`)).body.audience.total
    }
    assert.equal(await meant('not_clicked'), 2)
    assert.equal(await meant('not_opened'), 1)
    assert.equal(await meant('opened'), 2)
    assert.equal(await meant('clicked'), 1)
    const { id: copy } = await copied('clicked')
    const why = await call('GET', `/v1/campaigns/${copy}/recipients/ana@one.test`)
    assert.equal(why.body.state, 'not_in_audience')
    const [audience] = why.body.because
    assert.deepEqual(audience.tree.all.at(-1), { clicked: id, result: false })
    for (const state of ['not_opened', 'not_clicked']) {
      const { body } = await call('GET', `/v1/campaigns/${id}/recipients?state=${state}`)
      const names = body.data.map((one: { email: string }) => one.email.split('@')[0]!).sort()
      assert.deepEqual(names, state === 'not_opened' ? ['ana'] : ['ana', 'opened'])
    }
  })

  it('is not made where it would leave out more campaigns than one may', async t => {
    const { call, make } = await campaignStage(t)
    const drafts: string[] = []
    for (let n = 0; n < 20; n++) drafts.push(await make())
    const audience = { everybody: true, exclude: { campaigns: drafts } }
    const id = await make({ audience })
    const copy = await call('POST', `/v1/campaigns/${id}/duplicate`, { audience: 'not_received' })
    const refused = ({ status, body }: typeof copy) => [status, body.error.code, body.error.param]
    assert.deepEqual(refused(copy), [400, 'invalid_field', undefined])
    const more = { exclude: { campaigns: [...drafts, id] } }
    const changed = await call('PATCH', `/v1/campaigns/${id}`, {
      audience: { ...audience, ...more },
    })
    assert.deepEqual(refused(changed), [400, 'invalid_field', undefined])
  })
})
