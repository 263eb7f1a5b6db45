/** Every write of /api from everywhere but the dashboard's own pages. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { letter, makeTenant, newBrowser, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()

/** Headers that a write comes with, and whether it may pass. The dashboard is http://dash.test. */
const foreign: readonly (readonly [string, Record<string, string | undefined>])[] = [
  ['no Origin', {}],
  ['Origin null', { origin: 'null' }],
  ['another site', { origin: 'http://evil.test' }],
  ['a sub-domain', { origin: 'http://a.dash.test' }],
  ['a look-alike', { origin: 'http://dash.test.evil.test' }],
  ['a look-alike in front', { origin: 'http://evildash.test' }],
  ['another scheme', { origin: 'https://dash.test' }],
  ['another port', { origin: 'http://dash.test:8080' }],
  ['user information', { origin: 'http://dash.test@evil.test' }],
  [
    'a name that leads here',
    { origin: 'http://evil.test:99', host: 'evil.test:99', 'sec-fetch-site': 'same-origin' },
  ],
  ['a name like an address', { origin: 'http://10.0.0.1.evil.test', host: '10.0.0.1.evil.test' }],
  ['capitals', { origin: 'HTTP://DASH.TEST' }],
  ['two origins', { origin: 'http://dash.test, http://evil.test' }],
  ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
  ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }],
  ['own Origin, but cross-site', { origin: 'http://dash.test', 'sec-fetch-site': 'cross-site' }],
  ['only a Referer', { referer: 'http://dash.test/' }],
  ['a text form', { origin: 'http://dash.test', 'content-type': 'text/plain' }],
  ['a form', { origin: 'http://dash.test', 'content-type': 'application/x-www-form-urlencoded' }],
  ['a form with a file', { origin: 'http://dash.test', 'content-type': 'multipart/form-data' }],
  ['JSON by another name', { origin: 'http://dash.test', 'content-type': 'application/jsonp' }],
  ['no type', { origin: 'http://dash.test', 'content-type': undefined }],
]
const own: readonly (readonly [string, Record<string, string>])[] = [
  ['the dashboard', { origin: 'http://dash.test' }],
  [
    'the dashboard, as browsers say it',
    { origin: 'http://dash.test', 'sec-fetch-site': 'same-origin' },
  ],
  ['the address that was asked', { origin: 'http://192.168.1.5:99', host: '192.168.1.5:99' }],
  ['the same by IPv6', { origin: 'http://[fd00::5]:99', host: '[fd00::5]:99' }],
  ['this machine', { origin: 'http://localhost:99', host: 'localhost:99' }],
  ['no Origin, but the same one', { 'sec-fetch-site': 'same-origin' }],
  [
    'JSON with a charset',
    { origin: 'http://dash.test', 'content-type': 'application/json; charset=utf-8' },
  ],
]

describe('A write', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
    tenant = await makeTenant(stage)
  })
  after(() => stage.api.close())

  const writes = () => [
    ...stage.dashboard.own
      .filter(route => route.method !== 'GET')
      .map(({ method, path }) => ({ method, url: `/api${fill(path)}` })),
    ...stage.dashboard.ofProjects
      .filter(route => route.method !== 'GET')
      .map(({ method, path }) => ({ method, url: `${tenant.base}/test${fill(path.slice(3))}` })),
  ]
  const fill = (path: string) => path.replaceAll(/\{\w+\}/g, 'x_1')

  const isOpen = ({ url }: { url: string }) =>
    stage.dashboard.own.some(route => route.access === 'open' && url === `/api${fill(route.path)}`)

  const send = (
    { method, url }: { method: string; url: string },
    headers: Record<string, string | undefined>,
    cookie = tenant.browser.cookie,
  ) => {
    const all = { 'content-type': 'application/json', cookie, ...headers }
    const given = Object.entries(all).filter(([, value]) => value !== undefined)
    return stage.api.inject({
      method: method as 'POST',
      url,
      headers: Object.fromEntries(given) as Record<string, string>,
      payload: '{"nonsense":1}',
    })
  }

  for (const [name, headers] of foreign) {
    test(`from ${name} is forbidden on every path, with a session and without`, async () => {
      let count = 0
      for (const write of writes()) {
        for (const cookie of [tenant.browser.cookie, '']) {
          const reply = await send(write, headers, cookie)
          const said = `${write.method} ${write.url}: ${reply.payload}`
          // Without a session and without a word of another site, it is the session that lacks.
          const isPlain = cookie === '' && name === 'no Origin' && !isOpen(write)
          assert.equal(reply.statusCode, isPlain ? 401 : 403, said)
          const code = isPlain ? 'not_authenticated' : 'forbidden_origin'
          assert.equal(reply.json().error.code, code, said)
          count++
        }
      }
      assert.ok(count >= 80, `${count} writes were tried`)
    })
  }

  test('of octets passes the door where a file is taken, and nowhere else', async () => {
    const octets = { origin: 'http://dash.test', 'content-type': 'application/octet-stream' }
    const passed: string[] = []
    for (const write of writes()) {
      const reply = await send(write, octets)
      if (reply.statusCode !== 403) passed.push(write.url)
      const foreign = await send(write, { ...octets, origin: 'http://evil.test' })
      assert.equal(foreign.json().error.code, 'forbidden_origin', write.url)
    }
    assert.deepEqual(passed, [`${tenant.base}/test/imports/x_1/file`, `${tenant.base}/test/files`])
  })

  for (const [name, headers] of own) {
    test(`from ${name} passes the door on every path`, async () => {
      for (const write of writes()) {
        const reply = await send(write, headers, '')
        assert.notEqual(
          reply.json().error?.code,
          'forbidden_origin',
          `${write.method} ${write.url}`,
        )
      }
    })
  }

  test('without a body needs no type', async () => {
    const reply = await tenant.browser.ask('POST', '/api/totp/setup')
    assert.equal(reply.status, 200)
  })

  test('to an unknown path is judged alike: its site, its session, and only then its path', async () => {
    const codes = []
    for (const [browser, headers] of [
      [newBrowser(stage), { origin: 'http://evil.test' }],
      [tenant.browser, { origin: 'http://evil.test' }],
      [newBrowser(stage), { origin: 'http://dash.test' }],
      [tenant.browser, { origin: 'http://dash.test' }],
    ] as const) {
      codes.push((await browser.ask('POST', '/api/nothing', {}, headers)).body.error.code)
    }
    assert.deepEqual(codes, [
      'forbidden_origin',
      'forbidden_origin',
      'not_authenticated',
      'route_not_found',
    ])
  })

  test('is what the public API never refuses this way', async () => {
    const reply = await newBrowser(stage).ask(
      'POST',
      '/v1/emails',
      {},
      { origin: 'http://evil.test' },
    )
    assert.equal(reply.body.error.code, 'missing_api_key')
  })
})

test('Reading changes nothing, and answers no other site may read', async () => {
  const stage = await startStage(db)
  const { browser, base } = await makeTenant(stage)
  const sent = await browser.ask('POST', `${base}/test/emails`, letter())
  const everything = async () =>
    (
      await db.query<{ rows: string }>(
        `select concat_ws(' ', (select count(*) from members), (select count(*) from projects),
         (select count(*) from api_keys), (select count(*) from emails),
         (select count(*) from events), (select count(*) from queue),
         (select count(*) from domains), (select count(*) from webhooks),
         (select count(*) from suppressions), (select count(*) from notices),
         (select count(*) from sessions), (select count(*) from invitations)) as rows`,
      )
    )[0]!.rows
  const before_ = await everything()
  const fill = (path: string, id: string) => path.replaceAll(/\{\w+\}/g, id)
  const own = stage.dashboard.own
    .filter(one => one.method === 'GET' && one.name !== 'operator.doctor.get')
    .map(({ path }) => `/api${fill(path, 'x_1')}`)
  // The stream of news does not end.
  const ofProjects = stage.dashboard.ofProjects
    .filter(one => one.method === 'GET' && one.name !== 'stream.get')
    .map(({ path }) => `${base}/test${fill(path.slice('/v1'.length), sent.body.id)}`)
  for (const url of [...own, ...ofProjects]) {
    const reply = await browser.ask('GET', url, undefined, { origin: 'http://evil.test' })
    assert.ok(reply.status < 500, `${url}: ${reply.text}`)
    assert.equal(reply.headers.get('access-control-allow-origin'), null)
    assert.equal(reply.headers.get('cross-origin-resource-policy'), 'same-origin', url)
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
  }
  assert.ok(own.length >= 10 && ofProjects.length >= 15, `${own.length}, ${ofProjects.length}`)
  assert.equal(await everything(), before_)
  await stage.api.close()
})
