/** The built application, metrics, and the description of /api. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { testDatabase } from '../../support/database.ts'
import { makeApp, makeTenant, newBrowser, type Stage, startStage } from './stage.ts'

const { db } = await testDatabase()

describe('The built application', () => {
  let stage: Stage
  let root: string
  before(async () => {
    root = await makeApp()
    stage = await startStage(db, { appRoot: root })
  })
  after(async () => {
    await stage.api.close()
    await fs.rm(root, { recursive: true })
  })
  const get = (url: string, accept = 'text/html') =>
    newBrowser(stage).ask('GET', url, undefined, { accept })

  test('is there at / and at every address of its own', async () => {
    for (const url of ['/', '/login', '/projects/prj_1/emails/msg_1', '/verify?token=x']) {
      const reply = await get(url)
      assert.equal(reply.status, 200, url)
      assert.match(reply.text, /<title>app/)
      assert.equal(reply.headers.get('cache-control'), 'no-cache')
      const policy = reply.headers.get('content-security-policy')!
      assert.match(policy, /default-src 'self'/)
      assert.match(policy, /script-src 'self';/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/)
      assert.equal(reply.headers.get('x-frame-options'), 'DENY')
    }
  })

  test('tells with the document which files the page is made of, by who asks', async () => {
    const page = (form: string, name: string, isInside = true) => {
      return { form, files: [`assets/${name}-1.js`, `assets/${name}-2.css`], isInside }
    }
    const inside = [page('^/emails/[^/]+/?$', 'email'), page('^/$', 'home')]
    const pages = [...inside, page('^/signup/?$', 'up', false)]
    const other = await makeApp()
    const views = { door: ['assets/door-1.js'], pages }
    await fs.writeFile(`${other}/views.json`, JSON.stringify(views))
    const told = await startStage(db, { appRoot: other })
    const link = async (url: string, cookie = '') => {
      const reply = await told.api.inject({ url, headers: { accept: 'text/html', cookie } })
      assert.equal(reply.statusCode, 200)
      return reply.headers.link
    }
    const session = 'a=b; malote_session=x'
    const door = '</assets/door-1.js>; rel=modulepreload'
    const of = (name: string) => {
      const sheet = `</assets/${name}-2.css>; rel=preload; as=style; crossorigin`
      return `</assets/${name}-1.js>; rel=modulepreload, ${sheet}`
    }
    assert.equal(await link('/emails/msg_1', session), of('email'))
    assert.equal(await link('/', session), of('home'))
    assert.equal(await link('/emails/msg_1'), door)
    assert.equal(await link('/emails/msg_1', 'malote_session='), door)
    assert.equal(await link('/signup'), of('up'))
    assert.equal(await link('/nowhere/at/all', session), undefined)
    assert.equal((await get('/emails/msg_1')).headers.get('link'), null)
    await told.api.close()
    await fs.rm(other, { recursive: true })
  })

  test('serves its files, those with a hash for good', async () => {
    const script = await get('/assets/index-abc123.js', '*/*')
    assert.match(
      script.headers.get('content-type')!,
      /^(text|application)\/javascript; charset=utf-8$/,
    )
    assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal((await get('/malote.svg')).headers.get('cache-control'), 'no-cache')
  })

  test('has an icon for whoever asks for one without having read a page', async () => {
    const reply = await stage.api.inject({ url: '/favicon.ico', headers: { accept: 'image/*' } })
    assert.equal(reply.statusCode, 200)
    assert.match(String(reply.headers['content-type']), /^image\/(x-icon|vnd\.microsoft\.icon)/)
    // Of icons, three of them.
    assert.deepEqual([...reply.rawPayload.subarray(0, 6)], [0, 0, 1, 0, 3, 0])
  })

  test('its description is packed for who takes it so', async () => {
    const get = (coding: string) =>
      stage.api.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': coding } })
    const [plain, packed] = [await get('identity'), await get('br')]
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload))
  })

  test('leaves to others what is theirs, and unknown what is unknown', async () => {
    for (const url of ['/v1', '/v1/nothing', '/api', '/resend/x', '/missing.js', '/assets/x.css']) {
      const reply = await get(url)
      assert.equal(reply.status, 404, url)
      assert.equal(reply.body.error.code, 'route_not_found', url)
    }
    const noPage = await get('/docs/nothing', 'application/json')
    assert.equal(noPage.body.error.code, 'route_not_found')
    assert.equal((await get('/login', 'application/json')).status, 404)
    assert.equal(
      (await newBrowser(stage).ask('POST', '/login', {})).body.error.code,
      'route_not_found',
    )
    assert.equal((await get('/healthz')).body.status, 'ok')
    assert.match((await get('/docs/')).text, /Documentation/)
  })

  test('tells a known key its rate where there is no route, as everywhere', async () => {
    const { browser, base } = await makeTenant(stage)
    const fields = { name: 'A key', mode: 'test', scope: 'read' }
    const made = await browser.ask('POST', `${base}/keys`, fields)
    assert.equal(made.status, 201, made.text)
    const authorization = `Bearer ${made.body.key}`
    const reply = await newBrowser(stage).ask('GET', '/v1/nothing', undefined, { authorization })
    assert.equal(reply.body.error.code, 'route_not_found')
    assert.equal(reply.headers.get('ratelimit-limit'), '10')
  })

  test('never reaches outside of its folder', async () => {
    for (const url of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/.env',
      '/assets/.hidden.js',
      '/..%5cpackage.json',
      '/x%00.js',
    ]) {
      const reply = await stage.api.inject({ url, headers: { accept: '*/*' } })
      assert.equal(reply.statusCode, 404, `${url}: ${reply.payload.slice(0, 100)}`)
    }
  })
})

test('Metrics are in the text format, and name nobody', async () => {
  const stage = await startStage(db)
  const tenant = await makeTenant(stage)
  await newBrowser(stage).ask('GET', '/v1/emails')
  const reply = await newBrowser(stage).ask('GET', '/metrics')
  assert.match(reply.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
  assert.match(reply.text, /^malote_up 1$/m)
  assert.match(reply.text, /^malote_http_requests_total\{route="emails\.list",status="401"\} 1$/m)
  assert.match(
    reply.text,
    /^malote_http_request_duration_seconds_bucket\{le="\+Inf",route="emails\.list"\} 1$/m,
  )
  for (const line of reply.text.trimEnd().split('\n')) {
    assert.match(
      line,
      /^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{([a-z]+="[^"]*",?)+\})? (-?\d+(\.\d+)?(e[+-]?\d+)?|Na[nN])|)$/,
    )
  }
  assert.ok(!reply.text.includes(tenant.email))
  await stage.api.close()
})

test('The description names every path that is served, and who may call it', async () => {
  const stage = await startStage(db)
  const { body } = await newBrowser(stage).ask('GET', '/api/openapi.json')
  assert.equal(body.openapi, '3.1.0')
  assert.deepEqual(body.security, [{ session: [] }])
  assert.equal(body.components.securitySchemes.session.name, 'malote_session')
  const names = new Set<string>()
  for (const { method, path, name, access } of stage.dashboard.own) {
    const operation = body.paths[`/api${path}`][method.toLowerCase()]
    assert.equal(operation.operationId, name)
    assert.equal(operation['x-access'], access)
    names.add(name)
  }
  for (const { method, path, name, scope } of stage.dashboard.ofProjects) {
    const url = `/api/projects/{project_id}/{mode}${path.slice(3)}`
    const operation = body.paths[url][method.toLowerCase()]
    assert.equal(operation['x-scope'], scope)
    names.add(`project.${name}`)
  }
  const described = Object.values(body.paths).flatMap(one =>
    Object.values(one as Record<string, { operationId: string }>).map(
      ({ operationId }) => operationId,
    ),
  )
  assert.equal(described.length, names.size)
  assert.deepEqual(new Set(described), names, 'no two have one name')
  assert.doesNotMatch(JSON.stringify(body.paths), /_api_key|ip_not_allowed|access:/)
  await stage.api.close()
})
