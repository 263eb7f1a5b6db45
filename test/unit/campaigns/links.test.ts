/** Links of campaigns: which of them work, and where a click leads whatever the database does. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Tenant } from '#kernel/routes/route.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { lookAtLinks } from '#marketing/campaigns/preflight/link-looks.ts'
import { brokenLinks } from '#marketing/campaigns/preflight/preflight-checks.ts'
import { clickTarget } from '#marketing/campaigns/report/links.ts'

describe('the links of a letter', () => {
  it('are told where they fail, are gone, or lead to another host', async () => {
    const answers: Readonly<Record<string, object>> = {
      '/good': { status: 200, headers: {} },
      '/gone': { status: 404, headers: {} },
      '/moved': { status: 301, headers: { location: '/new' } },
      '/away': { status: 302, headers: { location: 'https://other.test/' } },
      '/broken': { status: 503, headers: {} },
    }
    const asked: string[] = []
    const world = {
      clock: { monotonic: () => 0 },
      runtime: createRuntime(),
      http: {
        request: async ({ url }: { url: string }) => {
          asked.push(url)
          const answer = answers[new URL(url).pathname]
          return answer === undefined
            ? { kind: 'failure', reason: 'timeout' }
            : { kind: 'answer', ...answer }
        },
      },
    } as unknown as World
    const link = (path: string): string => `<a href="https://a.test${path}">x</a>`
    const paths = [...Object.keys(answers), '/silent', '/good', '/{{ contact.email }}']
    const sources = { subject: '', preheader: null, html: paths.map(link).join(''), text: null }
    const letters = { default_language: 'pt', variables: [], letters: { pt: sources } }
    const found = await brokenLinks({ world, tenant: { projectId: 'p' } as Tenant }, letters)
    assert.deepEqual(found.map(one => one.message.en).sort(), [
      'https://a.test/away does not work: → other.test.',
      'https://a.test/broken does not work: HTTP 503.',
      'https://a.test/gone does not work: HTTP 404.',
      'https://a.test/silent does not work: the site answers too slowly.',
    ])
    assert.equal(asked.length, 6, 'each once, and none that a value makes')
  })
})

describe('looking at links', () => {
  const stage = () => {
    let now = 0
    const asked: string[] = []
    const world = { clock: { monotonic: () => now }, runtime: createRuntime() } as unknown as World
    const look = (urls: readonly string[], projectId = 'p', ask = async () => {}) =>
      lookAtLinks(world, {
        projectId,
        urls,
        ask: async url => {
          asked.push(url)
          return ask()
        },
      })
    const turn = (ms: number) => {
      now += ms
    }
    return { asked, look, turn }
  }
  const ofHost = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `https://a.test/${from + n}`)

  it('asks a host ten times for a call and sixty times a minute, of whatever project', async () => {
    const { asked, look, turn } = stage()
    await look(ofHost(0, 200), 'p0')
    assert.equal(asked.length, 10)
    for (let call = 1; call < 18; call += 1) await look(ofHost(call * 200, 200), `p${call}`)
    assert.equal(asked.length, 60)
    turn(59_999)
    await look(ofHost(9_000, 1))
    assert.equal(asked.length, 60)
    turn(1)
    await look(ofHost(9_000, 1))
    assert.equal(asked.length, 61)
  })

  it('keeps an answer for ten minutes', async () => {
    const { asked, look, turn } = stage()
    const url = 'https://a.test/'
    for (const ms of [0, 599_999]) {
      turn(ms)
      const [seen] = await look([url, url])
      assert.deepEqual([seen?.kind, asked.length], ['seen', 1])
    }
    turn(1)
    await look([url])
    assert.equal(asked.length, 2)
  })

  it('asks at the ports of the web alone, and says what it has not seen', async () => {
    const { asked, look } = stage()
    const urls = [
      'https://a.test:22/',
      'http://a.test:6379/',
      'http://a.test:80/',
      'http://b.test:443/',
    ]
    const kinds = (await look(urls)).map(one => one.kind)
    assert.deepEqual(kinds, ['unseen', 'unseen', 'seen', 'seen'])
    assert.deepEqual(asked, urls.slice(2))
  })

  it('has one look of a project at a time', async () => {
    const { asked, look } = stage()
    const gate = Promise.withResolvers<void>()
    const first = look(['https://a.test/'], 'p', () => gate.promise)
    const [second] = await look(['https://b.test/'], 'p')
    const [other] = await look(['https://c.test/'], 'q')
    gate.resolve()
    assert.deepEqual([second?.kind, other?.kind], ['unseen', 'seen'])
    assert.equal((await first)[0]?.kind, 'seen')
    assert.deepEqual(asked, ['https://a.test/', 'https://c.test/'])
    assert.equal((await look(['https://b.test/']))[0]?.kind, 'seen')
  })
})

describe('a click', () => {
  const asked = { projectId: 'p', emailId: 'e', url: 'https://a.test/' } as never
  const lead = (query: () => Promise<object[]>, sleep = () => new Promise(() => {})) =>
    clickTarget({ db: { query }, clock: { sleep } } as unknown as World, asked)

  it('leads where the link was mended to, else where the letter says', async () => {
    assert.equal(await lead(async () => [{ mended_url: 'https://b.test/' }]), 'https://b.test/')
    assert.equal(await lead(async () => []), 'https://a.test/')
    assert.equal(await lead(() => Promise.reject(new Error('gone'))), 'https://a.test/')
  })

  it('waits for no database that is silent', async () => {
    const silent = () => new Promise<object[]>(() => {})
    const long = new Promise<string>(resolve => setTimeout(resolve, 1_000, 'nowhere'))
    const target = await Promise.race([lead(silent, async () => undefined), long])
    assert.equal(target, 'https://a.test/')
  })
})
