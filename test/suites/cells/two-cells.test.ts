/**
 * Two cells behind their front: two databases, two services, one directory. What comes back from
 * outside finds its own, and what is one's in one cell is nobody's in the other.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { eventOf, startTestService, type TestService } from '../../support/service.ts'
import { silentProxy } from '../../support/silent-proxy.ts'
import { until } from '../../support/until.ts'
import { handInBounce } from './bounce.ts'
import { frontBy, startFront } from './front.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const
const password = 'correct horse battery staple'

interface Cell {
  readonly tag: string
  readonly service: TestService
  /** Where the front takes reports for it. */
  readonly reports: number
}

async function startCell(
  t: TestContext,
  tag: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ service: TestService; inbound: number }> {
  const inbound = await freePort()
  const service = await startTestService(t, {
    zones,
    names: { owner: `owner@${tag}.test`, domain: `${tag}-shop.test` },
    settings: {
      ...settings,
      MALOTE_CELL: tag,
      MALOTE_INBOUND_PORT: String(inbound),
      MALOTE_SIGNUP: 'open',
      MALOTE_RETURN_PATH_DOMAIN: `bounces.${tag}.malote.test`,
    },
  })
  return { service, inbound }
}

async function stage(t: TestContext) {
  const directory = await testDatabase(t, { isBare: true })
  const settings = { MALOTE_DIRECTORY_URL: directory.url }
  const cells: Cell[] = []
  const [words, passed]: [string[], string[]] = [[], []]
  for (const tag of ['a1', 'b7']) {
    const [{ service, inbound }, reports] = [await startCell(t, tag, settings), await freePort()]
    cells.push({ tag, service, reports })
    words.push(`${tag}=http://127.0.0.1:${service.port}`)
    passed.push(`${tag}=127.0.0.1:${reports},127.0.0.1:${inbound}`)
  }
  const port = await startFront(t, words, { passed })
  await until(async () => {
    const known = await directory.db.query('select from directory_cells').catch(() => [])
    return known.length === 2
  }, 'both cells in the directory')
  return { cells: cells as [Cell, Cell], at: (path: string) => `http://127.0.0.1:${port}${path}` }
}

const browser = (at: (path: string) => string) => async (path: string, body: unknown) => {
  const answer = await fetch(at(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: at(''), 'accept-language': 'en' },
    body: JSON.stringify(body),
  })
  const [cookie = ''] = answer.headers.getSetCookie().filter(one => /^malote_session=/.test(one))
  const said = (await answer.json()) as Said
  return { status: answer.status, cookie: cookie.split(';')[0]!, body: said }
}

/** What is looked at of answers, whichever they are. */
interface Said {
  readonly user: { readonly email: string }
  readonly error: { readonly code: string; readonly param?: string; readonly message: string }
}

describe(`Two cells behind one front (${frontBy})`, () => {
  it('each get their own keys, links and bounces back', async t => {
    const { cells, at } = await stage(t)
    for (const { tag, service, reports } of cells) {
      const key = await service.key('live', 'admin')
      const sent = await fetch(at('/v1/emails'), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          from: `hello@${tag}-shop.test`,
          to: ['ana@here.test'],
          subject: 'Oferta',
          stream: 'marketing',
          html: `<a href="https://${tag}.example/offer">Oferta</a>`,
        }),
      })
      const { id } = (await sent.json()) as { id: string }
      assert.equal(sent.status, 202)
      await eventOf(service, id, 'delivered')
      const { content, from } = service.mx.received[0]!
      const [link] = /\/t\/c\/[\w-]+/.exec(content.toString().replaceAll('=\r\n', ''))!
      const click = await fetch(at(link), { redirect: 'manual' })
      assert.equal(click.headers.get('location'), `https://${tag}.example/offer`)
      await eventOf(service, id, 'clicked')

      assert.match(from, new RegExp(`^bounce\\+${tag}.*@bounces\\.${tag}\\.malote\\.test$`))
      const bounce = { returnPath: from, address: 'ana@here.test' }
      assert.match(await handInBounce(reports, bounce), /^250/)
      await eventOf(service, id, 'bounced')
    }
  })

  it('let people in wherever they come, and keep what is one’s in one cell', async t => {
    const { cells, at } = await stage(t)
    const [a1, b7] = cells
    const ask = browser(at)
    // Who comes without a tag comes to the first cell; another one is named on purpose.
    const ana = { email: 'ana@people.test', password, name: 'Ana' }
    assert.match((await ask('/api/signup', ana)).cookie, /^malote_session=a1/)
    const there = browser(path => `http://127.0.0.1:${b7.service.port}${path}`)
    const bia = { email: 'bia@people.test', password, name: 'Bia' }
    assert.match((await there('/api/signup', bia)).cookie, /^malote_session=b7/)
    const twice = await there('/api/signup', ana)
    assert.deepEqual([twice.status, twice.body.error.param], [400, 'email'])

    // Nobody is led twice, also where the proxy does not read what it should.
    const led = async (query: string) => {
      const answer = await fetch(`http://127.0.0.1:${a1.service.port}/api/session${query}`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          origin: `http://127.0.0.1:${a1.service.port}`,
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify({ email: bia.email, password }),
      })
      return [answer.status, answer.headers.get('location')]
    }
    assert.deepEqual(await led(''), [307, '/api/session?cell=b7'])
    assert.deepEqual(await led('?cell=b7'), [401, null])

    const entered = await ask('/api/session', { email: bia.email, password })
    assert.match(entered.cookie, /^malote_session=b7/)
    assert.equal(entered.body.user.email, bia.email)
    const me = await fetch(at('/api/session'), { headers: { cookie: entered.cookie } })
    assert.equal(((await me.json()) as { user: { email: string } }).user.email, bia.email)
    const wrong = { email: 'nobody@people.test', password }
    assert.equal((await ask('/api/session', wrong)).status, 401)

    const [first, second] = [
      await a1.service.key('live', 'admin'),
      await b7.service.key('live', 'admin'),
    ]
    const register = async (key: string) => {
      const answer = await fetch(at('/v1/domains'), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'unique.test' }),
      })
      return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code]
    }
    assert.deepEqual(await register(first), [201, undefined])
    assert.deepEqual(await register(second), [409, 'domain_exists'])
  })
})

describe('A cell whose directory is down', () => {
  it('accepts, delivers, posts and lets in; who would come to be is told to come again', async t => {
    const directory = await testDatabase(t, { isBare: true })
    const way = await silentProxy(directory.url)
    const { service } = await startCell(t, 'a1', { MALOTE_DIRECTORY_URL: way.url })
    const ask = browser(path => `http://127.0.0.1:${service.port}${path}`)
    const ana = { email: 'ana@people.test', password, name: 'Ana' }
    assert.equal((await ask('/api/signup', ana)).status, 201)
    const posted: string[] = []
    const endpoint = http.createServer((request, response) => {
      request.on('data', bytes => posted.push(String(bytes))).on('end', () => response.end())
    })
    endpoint.listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    t.after(() => endpoint.close().closeAllConnections())
    const { port } = endpoint.address() as { port: number }
    const url = `http://127.0.0.1:${port}/`
    const webhook = await service.call('POST', '/v1/webhooks', {
      body: { url, events: ['delivered'] },
    })
    assert.equal(webhook.status, 201, JSON.stringify(webhook.body))
    await way.close()

    const sent = await service.call('POST', '/v1/emails', {
      body: { from: 'hello@a1-shop.test', to: ['ana@here.test'], subject: 'Oi', text: 'Oi' },
    })
    await eventOf(service, sent.body.id, 'delivered')
    await until(async () => posted.some(one => one.includes(sent.body.id)), 'the webhook')
    assert.equal((await ask('/api/session', { email: ana.email, password })).status, 200)
    const refused = await ask('/api/signup', { ...ana, email: 'bia@people.test' })
    assert.deepEqual([refused.status, refused.body.error.code], [503, 'service_unavailable'])
    assert.match(refused.body.error.message, /directory of cells/)
    const domain = await service.call('POST', '/v1/domains', { body: { name: 'new.test' } })
    assert.deepEqual([domain.status, domain.body.error.code], [503, 'service_unavailable'])
    assert.equal(domain.headers.get('retry-after'), '10')
  })
})
