/** What `malote cell proxy` prints leads each call to the cell whose it is. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { tokenPaths } from '#kernel/routes/token-paths.ts'
import { maloteWith } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { frontBy, printed, startFront } from './front.ts'

/** A cell that says who it is and what it was sent. */
async function cell(t: TestContext, name: string): Promise<number> {
  const server = http.createServer((request, response) => {
    response.end(JSON.stringify({ name, from: request.headers['x-forwarded-for'] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  return (server.address() as { port: number }).port
}

async function twoCells(t: TestContext) {
  const [a1, b7] = [await cell(t, 'a1'), await cell(t, 'b7')]
  const cells = [
    `a1=http://127.0.0.1:${a1},a1.mail.example`,
    `b7=http://127.0.0.1:${b7},b7.mail.example`,
  ]
  const port = await startFront(t, cells)
  return async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const request = http.request({ host: '127.0.0.1', port, path, headers })
    request.end()
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    const text = Buffer.concat(await answer.toArray()).toString()
    return JSON.parse(text) as { readonly name: string; readonly from: string }
  }
}

const rest = 'x'.repeat(30)
const key = (tag: string) => ({ authorization: `Bearer svc_live_${tag}${rest}` })

describe(`the proxy in front of cells (${frontBy})`, () => {
  it('goes by the tag of a key, a link, a cookie, a sign-in under way, and by the host', async t => {
    const ask = await twoCells(t)
    const host = { host: 'B7.mail.example:443' }
    const cookie = (name: string, tag: string) => ({ cookie: `x=1; ${name}=${tag}${rest}; y=2` })
    const asked: (readonly [string, string, Readonly<Record<string, string>>?])[] = [
      ['b7', '/v1/emails', key('b7')],
      ['a1', '/v1/emails', key('a1')],
      ['b7', '/v1/emails', { authorization: `bearer  svc_test_b7${rest}` }],
      ['b7', '/resend/emails', key('b7')],
      ...Object.values(tokenPaths).map(path => ['b7', `${path}b7${rest}/leave?x=1`] as const),
      ['b7', '/api/session', cookie('__Host-malote', 'b7')],
      ['b7', '/api/session', cookie('malote_session', 'b7')],
      ['b7', '/api/session', cookie('__Host-malote-sign-in', 'b7')],
      ['b7', '/api/session', cookie('__Host-malote-device', 'b7')],
      ['b7', '/api/session?cell=b7', cookie('__Host-malote', 'a1')],
      ['b7', '/f/frm_1', host],
      // A key says more than the name that it is sent to, a session more than the last browser's.
      ['a1', '/v1/emails', { ...host, ...key('a1') }],
      ['a1', '/api/user', { cookie: `malote_device=b7${rest}; malote_session=a1${rest}` }],
      // What a cell hands over carries what names the old one.
      ['b7', '/v1/emails', { ...key('a1'), 'malote-handed-to': 'b7' }],
      ['b7', `/t/c/a1${rest}`, { host: 'a1.mail.example', 'malote-handed-to': 'b7' }],
      // What says nothing, or what no cell of ours has said.
      ['a1', '/api/signup'],
      ['a1', '/v1/emails', key('zz')],
      ['a1', '/v1/emails', key('B7')],
      ['a1', '/x/b7', { host: 'elsewhere.example' }],
      ['a1', `/t/x/b7${rest}`],
      ['a1', '/f/x?cell=b7'],
    ]
    for (const [name, path, headers] of asked) {
      assert.equal((await ask(path, headers)).name, name, `${path} ${JSON.stringify(headers)}`)
    }
  })

  it('says who calls, whatever they say themselves', async t => {
    const ask = await twoCells(t)
    assert.equal((await ask('/', { 'x-forwarded-for': '192.0.2.1' })).from, '127.0.0.1')
  })

  it('answers for a cell that is away, and leads everybody else on', async t => {
    const a1 = `a1=http://127.0.0.1:${await cell(t, 'a1')}`
    const port = await startFront(t, [a1, `b7=http://127.0.0.1:${await freePort()}`])
    const statusWith = async (tag: string) =>
      (await fetch(`http://127.0.0.1:${port}/v1/emails`, { headers: key(tag) })).status
    assert.deepEqual([await statusWith('b7'), await statusWith('a1')], [503, 200])
  })

  it('passes connections on in which nothing says whose they are', async t => {
    const server = net.createServer(caller => caller.end('220 b7\r\n'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as { port: number }
    const listen = await freePort()
    const cells = [`a1=http://127.0.0.1:${await cell(t, 'a1')}`, 'b7=http://127.0.0.1:9']
    await startFront(t, cells, {
      passed: [`b7=127.0.0.1:${listen},127.0.0.1:${port}`],
    })
    const caller = net.connect(listen, '127.0.0.1')
    assert.equal(String((await once(caller, 'data'))[0]), '220 b7\r\n')
    caller.destroy()
  })
})

describe('malote cell', () => {
  it('prints https to the nodes with their names, and the map', async () => {
    const cells = ['a1=https://n1.internal:8443,https://n2.internal,a1.mail.example']
    const front = await printed('cell', 'proxy', ...cells, '--certificate', '/etc/certs')
    assert.match(front, /^ {4}bind :443 ssl crt \/etc\/certs alpn h2,http\/1\.1$/m)
    assert.match(front, /server a1_1 n1\.internal:8443 .*ssl verify required .*str\(n1\.internal\)/)
    assert.match(front, /server a1_2 n2\.internal:443 /)
    // HAProxy holds no certificate against an address.
    const at = ['a1=https://10.0.1.5,A1.mail.example:8443,b.mail.example', 'b7=https://[fd00::1],x']
    const byAddress = await printed('cell', 'proxy', ...at)
    assert.match(byAddress, /10\.0\.1\.5:443 .* sni str\(a1\.mail\.example\) check-sni a1\.mail/)
    assert.match(byAddress, /\[fd00::1\]:443 .* sni str\(x\) check-sni x$/m)
    assert.match(await printed('cell', 'map', ...at), /^a1\.mail\.example cell_a1$/m)
    assert.equal(await printed('cell', 'map', ...cells), 'a1 cell_a1\na1.mail.example cell_a1\n')
    const said = JSON.parse(await printed('cell', 'proxy', ...cells, '--json'))
    assert.match(said.configuration, /^frontend malote$/m)
  })

  it('takes what docs/cells.md shows, in both languages', async () => {
    const pages = ['cells.md', 'pt/cells.md'].map(name =>
      readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8'),
    )
    const [english, portuguese] = pages.map(page =>
      [...page.matchAll(/^malote (cell (?:map|proxy) .*?)(?: >.*)?$/gm)].map(([, words]) => words!),
    )
    assert.equal(english!.length, 3)
    assert.deepEqual(portuguese, english)
    for (const words of english!) await printed(...words.split(' '))
  })

  it('refuses what would lead nowhere, or to two places', async () => {
    const good = 'a1=http://10.0.0.1'
    for (const words of [
      ['A1=http://10.0.0.1'],
      ['a1=10.0.0.1'],
      ['a1=ftp://10.0.0.1'],
      ['a1=http://10.0.0.1/path'],
      ['a1=http://10.0.0.1,a b'],
      ['a1=http://10.0.0.1,a:b'],
      ['a1=https://10.0.0.1'],
      ['a1=https://[fd00::1]'],
      [good, good],
      [`${good},x.example`, 'b7=http://10.0.0.2,x.example'],
    ]) {
      assert.equal((await maloteWith({}, 'cell', 'map', ...words)).status, 1, words.join(' '))
    }
    for (const pass of ['b7=:25,10.0.0.1:25', 'a1=:25', 'a1=25,10.0.0.1:25']) {
      const refused = await maloteWith({}, 'cell', 'proxy', good, '--pass', pass)
      assert.equal(refused.status, 1, pass)
    }
    for (const [LC_ALL, sentence] of [
      ['C', 'a1 is named twice.\n'],
      ['pt_BR.UTF-8', 'a1 aparece duas vezes.\n'],
    ] as const) {
      const { stderr } = await maloteWith({ LC_ALL }, 'cell', 'map', good, good)
      assert.equal(stderr, sentence)
    }
    const odd = await maloteWith({ LC_ALL: 'pt_BR.UTF-8' }, 'cell', 'map', 'x')
    assert.match(odd.stderr, /São dois caracteres/)
  })
})
