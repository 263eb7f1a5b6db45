/** Links of campaigns: which of them work, and where a click leads whatever the database does. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { World } from '#kernel/world/world.ts'
import { clickTarget } from '#marketing/campaigns/links.ts'
import { brokenLinks } from '#marketing/campaigns/preflight-checks.ts'

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
    const found = await brokenLinks(world, letters)
    assert.deepEqual(found.map(one => one.message.en).sort(), [
      'https://a.test/away does not work: → other.test.',
      'https://a.test/broken does not work: HTTP 503.',
      'https://a.test/gone does not work: HTTP 404.',
      'https://a.test/silent does not work: the site answers too slowly.',
    ])
    assert.equal(asked.length, 6, 'each once, and none that a value makes')
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
