/** A brand proposed from a website: what is read, and what no website gets us to do. */

import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { openAccount } from '../support/accounts.ts'
import { png } from '../support/pictures.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface Page {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** A website on loopback, which the service may visit as it may post webhooks there. */
async function site(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function siteOf(t: TestContext, pages: Readonly<Record<string, Page>>) {
  const asked: string[] = []
  const base = await site(t, (request, response) => {
    asked.push(request.url!)
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      headers,
      body,
    } = pages[request.url!] ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  return { base, asked }
}

const propose = (service: TestService, url: string, key?: string) =>
  service.call('POST', '/v1/marketing-settings/brand', {
    body: { url },
    ...(key === undefined ? {} : { key }),
  })

/** The reason that the call was refused for. */
async function refusal(service: TestService, url: string): Promise<string> {
  const { status, body } = await propose(service, url)
  assert.deepEqual([status, body.error?.code, body.error?.param], [400, 'invalid_field', 'url'])
  return body.error.message
}

describe('a brand from a website', () => {
  it('has the name, logo, colours and typeface of the page, and nothing is stored', async t => {
    const service = await startTestService(t)
    const logo = await png({ width: 120, height: 60 })
    const { base, asked } = await siteOf(t, {
      '/': { status: 301, headers: { location: '/pt/' }, body: '' },
      '/pt/': {
        body: `<!doctype html><html><head>
          <title>Café da manhã | Padaria Aurora</title>
          <meta property="og:site_name" content="Padaria&nbsp;Aurora &amp; Filhos">
          <link rel=icon sizes=16x16 href="/favicon.png">
          <link rel="stylesheet" href="../site.css">
          <style>body { background: rgb(250 245 240); font-family: "Playfair Display", serif }</style>
          </head><body><img class="site-logo" src="../logo.svg"><img id=Logo src="../logo.png">
          </body></html>`,
      },
      '/site.css': {
        type: 'text/css',
        body: `:root{--brand-primary:hsl(14, 80%, 40%)} /* .btn{background:#00f} */
          .btn:hover, button { background-color: var(--brand-primary); color: #fff }
          @media print { a { color: #123456 } } p { color: #333 }`,
      },
      '/logo.png': { type: 'image/png', body: logo },
      '/favicon.png': { type: 'image/png', body: await png({ width: 16, height: 16 }) },
    })
    const { status, body } = await propose(service, base)
    assert.equal(status, 200, JSON.stringify(body))
    const { logo: shown, ...rest } = body
    assert.deepEqual(rest, {
      url: `${base}/pt/`,
      name: 'Padaria Aurora & Filhos',
      color: '#b83a14',
      colors: ['#b83a14', '#123456'],
      background: '#faf5f0',
      font: 'serif',
      fonts: ['Playfair Display', 'serif'],
    })
    assert.deepEqual(
      [shown.filename, shown.content_type, shown.width, shown.height],
      ['logo.png', 'image/png', 120, 60],
    )
    assert.ok(!asked.includes('/logo.svg'), 'a drawing is a page of its own')
    assert.deepEqual((await service.call('GET', '/v1/files')).body.data, [])
    assert.equal((await service.call('GET', '/v1/marketing-settings')).body.theme, null)
    const { status: taken } = await service.call('PATCH', '/v1/marketing-settings', {
      body: { theme: { name: body.name, color: body.color, background: body.background } },
    })
    assert.equal(taken, 200, 'what is proposed can be taken')
  })

  it('is as much as the page says', async t => {
    const service = await startTestService(t)
    const graph = {
      '@graph': [
        { '@type': 'WebSite', name: 'Site' },
        { '@type': ['Organization', 'Store'], name: 'Loja', logo: { url: '/l.png' } },
      ],
    }
    const { base } = await siteOf(t, {
      '/bare': { body: 'x' },
      '/title': { body: '<title>Sapatos e bolsas para todo dia – Zé</title>' },
      '/json': {
        body: `<script type="application/ld+json">${JSON.stringify(graph)}</script>
          <script type="application/ld+json">{ no</script><meta name=theme-color content="#0A7">
          <script type="application/ld+json">[null, 1, {"@type": {"toString": 1}, "name": "x"}]
          </script>`,
      },
      '/colours': {
        body: `<style>@font-face { color: #00f } a { color: rebeccapurple }
          .btn { background: linear-gradient(oklch(0.6 0.2 30), #000) } .cta { background: #0a08 }
          p { color: color-mix(in srgb, red, blue); fill: #0f0 } html { background: ivory }</style>`,
      },
      '/sign': { body: '<link rel=icon href=/47.png>' },
      '/icon': { body: '<link rel=icon href=/47.png><link rel=icon href=/48.png>' },
      '/47.png': { body: await png({ width: 47, height: 47 }) },
      '/48.png': { body: await png({ width: 48, height: 12 }) },
      '/l.png': { type: 'text/plain', body: await png({ width: 64, height: 64 }) },
    })
    const none = { logo: null, color: null, colors: [], background: null, font: null, fonts: [] }
    const of = async (path: string) => (await propose(service, `${base}${path}`)).body
    assert.deepEqual(await of('/bare'), { url: `${base}/bare`, name: '127.0.0.1', ...none })
    assert.equal((await of('/title')).name, 'Zé')
    assert.equal((await of('/sign')).logo, null, 'a sign for a tab is no logo')
    assert.equal((await of('/icon')).logo.width, 48)
    const whole = await of('/json')
    assert.deepEqual([whole.name, whole.color], ['Loja', '#00aa77'])
    assert.equal(whole.logo.width, 64, 'a picture by its bytes')
    const { colors, background } = await of('/colours')
    assert.deepEqual([colors, background], [['#de3e2d', '#663399'], '#fffff0'])
  })

  it('is of no internal address, wherever it is named', async t => {
    const service = await startTestService(t)
    const targets = ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', '0x0a.1']
    for (const target of targets) {
      assert.match(await refusal(service, target), /internal network/, target)
    }
    const inside = 'http://10.0.0.1/x'
    const { base, asked } = await siteOf(t, {
      '/away': { status: 302, headers: { location: inside }, body: '' },
      '/parts': {
        body: `<link rel=stylesheet href="${inside}"><img class=logo src="${inside}.png">
          <link rel=stylesheet href="/away"><title>Fora</title>`,
      },
    })
    assert.match(await refusal(service, `${base}/away`), /internal network/)
    const { status, body } = await propose(service, `${base}/parts`)
    assert.deepEqual([status, body.name, body.logo], [200, 'Fora', null])
    assert.deepEqual(asked, ['/away', '/parts', '/away'])
  })

  it('needs an address of the web', async t => {
    const service = await startTestService(t)
    const odd = ['file:///etc/passwd', 'ftp://a.example/', 'https://a:b@a.example/', 'a b.example']
    for (const url of [...odd, 'data:text/html,x', 'https://', 'https://a.example/\\x']) {
      assert.match(await refusal(service, url), /no address of a website/, url)
    }
    const { body } = await propose(service, '  ')
    assert.deepEqual([body.error.code, body.error.param], ['missing_field', 'url'])
    const { base } = await siteOf(t, {
      '/to': { status: 302, headers: { location: 'file:///etc/passwd' }, body: '' },
    })
    assert.match(await refusal(service, `${base}/to`), /no address of a website/)
  })

  it('ends where a website does not', async t => {
    const service = await startTestService(t)
    let turns = 0
    let sent = 0
    const base = await site(t, (request, response) => {
      if (request.url!.startsWith('/round')) {
        turns += 1
        response.writeHead(302, { location: `/round${turns}` }).end()
        return
      }
      const isPicture = request.url === '/endless.png'
      response.writeHead(200, { 'content-type': isPicture ? 'image/png' : 'text/html' })
      if (request.url === '/endless')
        response.write('<title>Sem fim</title><img class=logo src=/endless.png>')
      const chunk = Buffer.alloc(65_536, ' ')
      const more = (): void => {
        if (response.destroyed) return
        sent += chunk.length
        response.write(chunk, () => setImmediate(more))
      }
      more()
    })
    assert.match(await refusal(service, `${base}/round`), /in circles/)
    assert.equal(turns, 5)
    const { status, body } = await propose(service, `${base}/endless`)
    assert.deepEqual([status, body.name, body.logo], [200, 'Sem fim', null])
    assert.ok(sent < 30_000_000, `${sent} bytes`)
  })

  it('reads pages that were made to cost much, or gives them up', async t => {
    const service = await startTestService(t)
    const bombs = {
      '/deep': '<div>'.repeat(200_000),
      '/fonts': Array.from({ length: 20_000 }, (_, n) => `<font color=${n}><p>`).join(''),
      '/attributes': `<meta ${Array.from({ length: 120_000 }, (_, n) => `a${n}`).join(' ')}>`,
      '/open': `<style>${'a{'.repeat(400_000)}`,
      '/variables': `<style>:root{--a:var(--b)var(--b);--b:var(--a)var(--a);background:var(--a)}</style>`,
      '/comments': `<style>${'/*'.repeat(400_000)}</style>${'<!--'.repeat(50_000)}`,
      '/json': `<script type="application/ld+json">${'['.repeat(400_000)}</script>`,
      '/title': `<title>a${' '.repeat(900_000)}b</title>`,
      '/values': `<style>a{color:${'rgb('.repeat(100_000)}}b{color:${'#'.repeat(100_000)}}</style>`,
    }
    const { base } = await siteOf(
      t,
      Object.fromEntries(Object.entries(bombs).map(([path, body]) => [path, { body }])),
    )
    for (const path of Object.keys(bombs)) {
      const { status, body } = await propose(service, `${base}${path}`)
      const isGivenUp = status === 400 && body.error.param === 'url'
      assert.ok(status === 200 || isGivenUp, `${path}: ${status} ${JSON.stringify(body)}`)
      const alive = await service.call('GET', '/v1/files')
      assert.equal(alive.status, 200)
    }
    for (const path of ['/variables', '/title']) {
      const { status } = await propose(service, `${base}${path}`)
      assert.equal(status, 200, 'it is read, and the next page is as ever')
    }
  })

  it('is of pages alone, and of no failure', async t => {
    const service = await startTestService(t)
    const { base } = await siteOf(t, {
      '/pdf': { type: 'application/pdf', body: '%PDF' },
      '/gone': { status: 410, body: '<title>x</title>' },
      '/packed': { headers: { 'content-encoding': 'gzip' }, body: Buffer.from([31, 139]) },
      '/odd': { type: 'text/html; charset=klingon', body: '<title>Zé</title>' },
      '/latin': {
        type: 'text/html; charset=iso-8859-1',
        body: Buffer.from('<title>Zé</title>', 'latin1'),
      },
      '/said': {
        type: 'text/html',
        body: Buffer.from('<html><meta charset=windows-1252><title>Zé</title>', 'latin1'),
      },
      '/equiv': {
        type: 'text/html',
        body: Buffer.from(
          `<meta http-equiv=Content-Type content="text/html; charset=ISO-8859-1"><title>Zé</title>`,
          'latin1',
        ),
      },
      '/wide': { type: 'text/html', body: '<meta charset="utf-16"><title>Zé</title>' },
    })
    assert.match(await refusal(service, `${base}/pdf`), /no web page/)
    assert.match(await refusal(service, `${base}/gone`), /shows no page/)
    assert.match(await refusal(service, `${base}/packed`), /shows no page/)
    for (const path of ['/odd', '/latin', '/said', '/equiv', '/wide']) {
      assert.equal((await propose(service, `${base}${path}`)).body.name, 'Zé')
    }
  })

  it('is visited one after another for an account, and for others meanwhile', async t => {
    const service = await startTestService(t)
    const asked: string[] = []
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const base = await site(t, async (request, response) => {
      asked.push(request.url!)
      if (request.url === '/held') {
        begun.resolve()
        await held.promise
      }
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Zé</title>')
    })
    const first = propose(service, `${base}/held`)
    await begun.promise
    const second = propose(service, `${base}/second`)
    const refused = await refusal(service, 'https://a:b@a.example/')
    assert.match(refused, /no address of a website/)
    const { key } = await openAccount(service.world, { email: 'other@here.test' })
    const other = await key('test', 'admin')
    assert.equal((await propose(service, `${base}/other`, other)).status, 200)
    assert.deepEqual(asked, ['/held', '/other'])
    held.resolve()
    assert.deepEqual([(await first).status, (await second).status], [200, 200])
    assert.deepEqual(asked, ['/held', '/other', '/second'])
  })

  it('is asked for by who may change settings, and thirty times an hour', async t => {
    const service = await startTestService(t)
    const { base } = await siteOf(t, { '/': { body: '<title>Zé</title>' } })
    for (const scope of ['read', 'send'] as const) {
      const { status } = await propose(service, base, await service.key('live', scope))
      assert.equal(status, 403)
    }
    const test = await service.key('test', 'admin')
    for (let n = 0; n < 30; n += 1) assert.equal((await propose(service, base, test)).status, 200)
    const { status, body } = await propose(service, base)
    assert.deepEqual([status, body.error.code], [429, 'rate_limited'])
  })
})
