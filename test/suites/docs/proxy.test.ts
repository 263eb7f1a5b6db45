/** The samples of "Behind a proxy", in front of a service: what they promise comes through. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { readSettings, unknownSettings } from '#kernel/base/config.ts'
import { startTestService } from '../../support/service.ts'
import { type ProxyName, programOf, startProxy } from './proxies.ts'

const docs = new URL('../../../docs/', import.meta.url)
const [english, portuguese] = ['proxy.md', 'pt/proxy.md'].map(name =>
  readFileSync(new URL(name, docs), 'utf8'),
) as [string, string]

const blocksOf = (page: string) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind, code]) => ({ kind, code: code! }))
const sampleOf = (name: ProxyName): string => blocksOf(english).find(one => one.kind === name)!.code

/** What the page sets. */
const exported = Object.fromEntries(
  [...english.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
)

interface Asked {
  readonly port: number
  readonly path: string
  readonly from?: string
  readonly method?: string
  readonly headers?: http.OutgoingHttpHeaders
  readonly body?: string
}

async function ask({ port, path, from = '127.0.0.1', body, ...more }: Asked) {
  const request = http.request({ host: '127.0.0.1', port, path, localAddress: from, ...more })
  request.end(body)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  return answer
}

async function textOf(answer: http.IncomingMessage): Promise<string> {
  return Buffer.concat(await answer.toArray()).toString()
}

/** Says what came, then holds its answer open. */
async function echo(t: TestContext): Promise<number> {
  const server = http.createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify(request.headers)}\n\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  return (server.address() as { port: number }).port
}

describe('the page "Behind a proxy"', () => {
  it('sets what can be set, and shows the same in both languages', () => {
    assert.deepEqual(unknownSettings(exported), [])
    assert.equal(readSettings(exported).MALOTE_TRUSTED_PROXIES.length, 1)
    assert.deepEqual(blocksOf(portuguese), blocksOf(english))
    assert.equal(blocksOf(english).length, 4)
  })

  for (const name of ['caddy', 'nginx'] as const) {
    const by = programOf(name) === undefined ? 'a stand-in' : 'the program'
    it(`has a ${name} that carries large mail and says who calls (${by})`, async t => {
      const { MALOTE_TRUSTED_PROXIES } = exported
      const service = await startTestService(t, {
        settings: { MALOTE_ROLES: 'api', MALOTE_TRUSTED_PROXIES: MALOTE_TRUSTED_PROXIES! },
      })
      const port = await startProxy(t, name, { sample: sampleOf(name), upstream: service.port })
      const key = await service.key('test', 'admin', { allowIps: ['127.0.0.2'] })
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const list = { port, path: '/v1/emails', headers }
      assert.equal((await ask({ ...list, from: '127.0.0.2' })).statusCode, 200)
      assert.equal((await ask(list)).statusCode, 403)
      // What callers say of themselves is not believed.
      const forged = { ...headers, 'x-forwarded-for': '127.0.0.2' }
      assert.equal((await ask({ ...list, headers: forged })).statusCode, 403)

      const content = Buffer.alloc(6_000_000, 'malote').toString('base64')
      const body = JSON.stringify({
        from: 'hello@shop.test',
        to: ['ana@here.test'],
        subject: 'Large',
        text: 'See the file.',
        attachments: [{ filename: 'file.txt', content }],
      })
      const sent = await ask({ ...list, from: '127.0.0.2', method: 'POST', body })
      assert.equal(sent.statusCode, 202, await textOf(sent))
    })

    it(`has a ${name} that passes the host on and holds no news back (${by})`, async t => {
      const port = await startProxy(t, name, { sample: sampleOf(name), upstream: await echo(t) })
      const headers = { host: 'links.example.com' }
      const answer = await ask({ port, path: '/', headers })
      t.after(() => answer.destroy())
      const [first] = (await once(answer, 'data')) as [Buffer]
      const came = JSON.parse(first.toString().slice('data: '.length))
      assert.deepEqual([came.host, came['x-forwarded-for']], ['links.example.com', '127.0.0.1'])
    })
  }
})
