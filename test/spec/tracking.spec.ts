/** Openings and clicks of marketing mail, as the sender sees them; and what no link may ever do. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import PostalMime from 'postal-mime'
import { choseTrackingName, foundTrackingNames } from '../support/happened.ts'
import { unjudgedSightings } from '../support/kept.ts'
import { eventOf, type ShownEvent, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const target = 'https://shop.example/sale?a=1&b=%C3%BC#top'
const html = `<!DOCTYPE html>\r\n<html><body bgcolor=white>
<!-- <a href="https://comment.example/">no</a> -->
<p>Olá <a class='x' href='https://shop.example/sale?a=1&amp;b=ü#top' title="a>b">Oferta</a>
<a href="mailto:a@shop.test">write</a> <a href="javascript:alert(1)">no</a> <A HREF=http://other.example>o</A>
<a href="{{ unsubscribe_url }}">sair</a>
</body></html>`

interface Marketing {
  readonly service: TestService
  readonly id: string
  readonly html: string
  readonly text: string
  readonly raw: string
}

async function send(t: TestContext, more: object = {}): Promise<Marketing> {
  // What stands in the links must lead to this service, so it is called under its own port.
  const service = await startTestService(t, {
    zones,
    settings: { MALOTE_BASE_URL: 'https://mail.malote.test' },
  })
  const sent = await service.call('POST', '/v1/emails', {
    body: {
      from: 'hello@shop.test',
      to: ['ana@here.test'],
      subject: 'Oferta',
      stream: 'marketing',
      html,
      text: 'Oferta: https://shop.example/sale\nSair: {{unsubscribe_url}}\n',
      ...more,
    },
  })
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  await eventOf(service, sent.body.id, 'delivered')
  const raw = service.mx.received[0]!.content
  const email = await PostalMime.parse(raw)
  return {
    service,
    id: sent.body.id,
    html: email.html ?? '',
    text: email.text ?? '',
    raw: raw.toString(),
  }
}

/** Asks for a link as it stands in the mail, at the service's own port. */
async function ask(
  { service }: Marketing,
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { pathname, search } = new URL(url)
  return fetch(`http://127.0.0.1:${service.port}${pathname}${search}`, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': browser, host: 'mail.malote.test', ...headers },
  })
}

const linksIn = (text: string, kind: string): string[] =>
  text.match(new RegExp(`https://mail\\.malote\\.test${kind}[\\w-]+`, 'g')) ?? []

/** The events of a type, once there are so many. */
const events = (mail: Marketing, type: string, count: number): Promise<ShownEvent[]> =>
  until(async () => {
    const all = (await mail.service.timeline(mail.id)).filter(event => event.type === type)
    return all.length >= count && all
  }, `${count} of ${type}`)

describe('tracking', () => {
  it('changes the targets of links and nothing else of the html', async t => {
    const mail = await send(t)
    const clicks = linksIn(mail.html, '/t/c/')
    assert.equal(clicks.length, 2)
    const [image] = /<img [^>]*>/.exec(mail.html)!
    const [unsubscribe] = linksIn(mail.html, '/u/')
    const restored = mail.html
      .replace(image, '')
      .replace(`href="${clicks[0]}"`, `href='https://shop.example/sale?a=1&amp;b=ü#top'`)
      .replace(`href="${clicks[1]}"`, 'HREF=http://other.example')
      .replace(unsubscribe!, '{{ unsubscribe_url }}')
    assert.equal(restored.replaceAll('\r\n', '\n').trim(), html.replaceAll('\r\n', '\n'))
    assert.match(mail.html, /<img [^>]*>\s*<\/body>/)
    assert.match(mail.text, /Oferta: https:\/\/shop\.example\/sale\n/)
    assert.equal(linksIn(mail.text, '/u/')[0], unsubscribe)
  })

  it('tells an opening and a click of a person from those of programs', async t => {
    const mail = await send(t)
    const [click] = linksIn(mail.html, '/t/c/')
    const [open] = linksIn(mail.html, '/t/o/')
    mail.service.turn(60_000)
    const image = await ask(mail, open!)
    assert.equal(image.status, 200)
    assert.equal(image.headers.get('content-type'), 'image/gif')
    assert.match(image.headers.get('cache-control')!, /no-store/)
    assert.equal((await image.arrayBuffer()).byteLength, 42)
    const followed = await ask(mail, click!)
    assert.equal(followed.status, 302)
    assert.equal(followed.headers.get('location'), target)
    const [opened] = await events(mail, 'opened', 1)
    const [clicked] = await events(mail, 'clicked', 1)
    assert.equal(opened!.machine, false)
    assert.equal(opened!.recipient, 'ana@here.test')
    assert.deepEqual([clicked!.machine, clicked!.url], [false, target])
    assert.match(String(clicked!.explanation), /clicked a link/)
    assert.equal((await mail.service.call('GET', `/v1/emails/${mail.id}`)).body.status, 'delivered')

    const programs: [Record<string, string>, string, string][] = [
      [{ 'user-agent': 'Barracuda Sentinel (EE)' }, 'GET', 'scanner'],
      [{ 'sec-purpose': 'prefetch;prerender' }, 'GET', 'prefetch'],
      [{}, 'HEAD', 'head_request'],
      [{ 'user-agent': 'Mozilla/5.0' }, 'GET', 'proxy'],
    ]
    for (const [headers, method, reason] of programs) {
      mail.service.turn(11 * 60_000)
      const before = (await mail.service.timeline(mail.id)).filter(e => e.type === 'opened').length
      await ask(mail, open!, { method, headers })
      const event = (await events(mail, 'opened', before + 1)).at(-1)!
      assert.deepEqual([event.machine, event.machine_reason], [true, reason])
      assert.match(String(event.explanation), /program/)
    }
  })

  it('takes what comes within seconds of delivery for a program', async t => {
    for (let tries = 0; ; tries++) {
      const mail = await send(t)
      await ask(mail, linksIn(mail.html, '/t/c/')[0]!)
      const [clicked] = await events(mail, 'clicked', 1)
      const [delivered] = await events(mail, 'delivered', 1)
      // Where the machine stood still in between, once more.
      if (Date.parse(clicked!.at) - Date.parse(delivered!.at) >= 8_000 && tries < 5) continue
      assert.deepEqual([clicked!.machine, clicked!.machine_reason], [true, 'too_soon'])
      return
    }
  })

  const links = ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/c']
  const several = {
    html: links.map(url => `<a href="${url}">x</a>`).join(' '),
    text: 'x {{unsubscribe_url}}',
  }
  const judged = async (mail: Marketing, count: number) =>
    (await events(mail, 'clicked', count)).map(one => [one.url, one.machine, one.machine_reason])

  it('takes whatever follows several links at once for a program, the first one too', async t => {
    const mail = await send(t, several)
    const clicks = linksIn(mail.html, '/t/c/')
    mail.service.turn(60_000)
    const answers = await Promise.all(clicks.map(click => ask(mail, click)))
    assert.ok(answers.every(one => one.status === 302))
    const found = await judged(mail, 3)
    const expected = links.map(url => [url, true, 'burst'])
    assert.deepEqual(found.toSorted(), expected)
    const [one] = await events(mail, 'clicked', 3)
    assert.match(String(one!.explanation), /several links/)
  })

  it('judges each link of a letter by itself where somebody takes their time', async t => {
    const mail = await send(t, several)
    const clicks = linksIn(mail.html, '/t/c/')
    mail.service.turn(60_000)
    for (const click of clicks) {
      await ask(mail, click)
      // Twice the same link is one person who is impatient.
      await ask(mail, click)
      mail.service.turn(2_500)
    }
    assert.deepEqual(
      (await judged(mail, 3)).toSorted(),
      links.map(url => [url, false, undefined]),
    )
  })

  it('lets a click wait for its judgement before anybody hears of it', async t => {
    const mail = await send(t, several)
    const [click] = linksIn(mail.html, '/t/c/')
    mail.service.turn(60_000)
    await ask(mail, click!)
    const waiting = () => unjudgedSightings(mail.service.world.db)
    await until(async () => (await waiting()) === 1, 'the click to wait')
    assert.deepEqual(await judged(mail, 1), [[links[0], false, undefined]])
    assert.equal(await waiting(), 0)
  })

  it('tells the same opening once, and again later', async t => {
    const mail = await send(t)
    const [open] = linksIn(mail.html, '/t/o/')
    mail.service.turn(60_000)
    await Promise.all(Array.from({ length: 50 }, () => ask(mail, open!)))
    await events(mail, 'opened', 1)
    mail.service.turn(11 * 60_000)
    await ask(mail, open!)
    assert.equal((await events(mail, 'opened', 2)).length, 2)
  })

  it('never happens in transactional mail', async t => {
    const mail = await send(t, { stream: 'transactional' })
    assert.equal(mail.html.replaceAll('\r\n', '\n').trim(), html.replaceAll('\r\n', '\n'))
    // Signatures are base64, which may say anything.
    const unsigned = mail.raw.replace(/^DKIM-Signature:.*\r\n([ \t].*\r\n)*/gm, '')
    assert.doesNotMatch(unsigned, /\/t\/[oc]\/|\/u\/|List-Unsubscribe|<img/)
  })

  it('gives each recipient links of its own', async t => {
    const mail = await send(t, { to: ['ana@here.test', 'bia@here.test'] })
    await until(async () => mail.service.mx.received.length === 2, 'the second copy')
    const [a, b] = await Promise.all(
      mail.service.mx.received.map(async one => (await PostalMime.parse(one.content)).html!),
    )
    assert.notEqual(linksIn(a!, '/t/o/')[0], linksIn(b!, '/t/o/')[0])
    mail.service.turn(60_000)
    await ask(mail, linksIn(b!, '/t/c/')[0]!)
    const to = mail.service.mx.received[1]!.to[0]
    assert.equal((await events(mail, 'clicked', 1))[0]!.recipient, to)
  })

  it('leads nowhere but where the sender said', async t => {
    const mail = await send(t)
    const [click] = linksIn(mail.html, '/t/c/')
    const token = click!.slice(click!.lastIndexOf('/') + 1)
    const evil = 'https://evil.example/'
    const attempts = [
      evil,
      encodeURIComponent(evil),
      `${token}/${evil}`,
      `${token}.`,
      `${token}=`,
      `${token}%00`,
      `${token}A`,
      token.slice(0, -1),
      `/${token}`,
      `//evil.example/${token}`,
      `..%2f${token}`,
      Buffer.from(evil).toString('base64url'),
      linksIn(mail.html, '/u/')[0]!.slice(-100),
      linksIn(mail.html, '/t/o/')[0]!.split('/').at(-1)!,
      '',
      '%',
      'a'.repeat(5000),
    ]
    for (const attempt of attempts) {
      const answer = await fetch(`http://127.0.0.1:${mail.service.port}/t/c/${attempt}`, {
        redirect: 'manual',
      })
      assert.equal(answer.headers.get('location'), null, attempt)
      assert.ok([400, 404].includes(answer.status), `${answer.status} for ${attempt}`)
    }
    const withQuery = await ask(mail, `${click}?url=${evil}&redirect=${evil}`)
    assert.equal(withQuery.headers.get('location'), target)
  })

  it('uses the project’s own tracking domain once that is verified', async t => {
    const service = await startTestService(t, { zones })
    await choseTrackingName(service.world.db, 'click.shop.test')
    await foundTrackingNames(service.world.db)
    const sent = await service.call('POST', '/v1/emails', {
      body: {
        from: 'hello@shop.test',
        to: ['ana@here.test'],
        subject: 'x',
        stream: 'marketing',
        html: '<a href="https://a.example">a</a>',
      },
    })
    await eventOf(service, sent.body.id, 'delivered')
    const email = await PostalMime.parse(service.mx.received[0]!.content)
    assert.match(email.html!, /href="http:\/\/click\.shop\.test(:\d+)?\/t\/c\//)
    assert.match(
      service.mx.received[0]!.content.toString(),
      /List-Unsubscribe:\s+<http:\/\/click\.shop/,
    )
  })
})
