/** A project with a topic and a form, for tests of the public pages. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Called } from './called.ts'
import { startTestService, type TestService } from './service.ts'

const zones = { 'good.test': { MX: ['10 mx.good.test'] }, 'mx.good.test': { A: ['127.0.0.1'] } }

interface Page {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

export interface Stage {
  readonly service: TestService
  readonly form: string
  readonly topic: string
  visit(
    method: string,
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Page>
  /** Opens the page, waits like a person and sends it. */
  send(fields: Record<string, string>, headers?: Record<string, string>): Promise<Page>
  letters(): Promise<{ id: string; to: string[]; subject: string }[]>
  contact(email: string): Promise<Called>
}

/** What a browser sends of a page by itself: its token, and which words it shows. */
export const hiddenIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/name="(token|wording)" value="([^"]+)"/g)].map(found => found.slice(1)),
  )

export const setStage = async (
  t: TestContext,
  definition: object = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<Stage> => addStage(await startFormService(t, settings), definition)

/** For forms of several tests; its mail arrives. */
export const startFormService = (
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestService> => startTestService(t, { zones, settings })

/** A form of such a service; all of them are of one topic. */
export async function addStage(service: TestService, definition: object = {}): Promise<Stage> {
  const key = await service.key('test', 'admin')
  // Set up as it is used: a form of a test key would be none in live mode.
  const post = <const Path extends string>(path: Path, body: unknown) =>
    service.call('POST', path, { body })
  const [known] = (await service.call('GET', '/v1/topics')).body.data
  const name = { pt: 'Novidades', en: 'News' }
  const topic = known?.id ?? (await post('/v1/topics', { name })).body.id
  const made = await post('/v1/forms', {
    name: 'Site',
    topics: [topic],
    wording: { en: 'I want the news.', pt: 'Quero as novidades.' },
    fields: [{ key: 'first_name', label: { en: 'Name' }, required: true }],
    ...definition,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const visit: Stage['visit'] = async (method, path, fields, headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'accept-language': 'en', ...headers },
      ...(fields === undefined ? {} : { body: new URLSearchParams(fields) }),
    })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const path = `/f/${made.body.id}?mode=test`
  return {
    service: { ...service, turn: ms => service.turn(ms) },
    form: made.body.id,
    topic,
    visit,
    async send(fields, headers) {
      const { text } = await visit('GET', path)
      service.turn(4_000)
      return visit('POST', path, { ...hiddenIn(text), ...fields }, headers)
    },
    letters: async () => (await service.call('GET', '/v1/emails', { key })).body.data,
    contact: email => service.call('GET', `/v1/contacts/${encodeURIComponent(email)}`, { key }),
  }
}

/** What a page of another site holds; `policy`: of what may be in it. */
export interface ForeignPage {
  readonly html: string
  readonly policy?: string | undefined
}

/** A site of somebody's own, of one page, which each visit asks for anew; its address. */
export async function startSite(t: TestContext, shown: () => ForeignPage): Promise<string> {
  const server = createServer((_request, response) => {
    const { html, policy } = shown()
    if (policy !== undefined) response.setHeader('Content-Security-Policy', policy)
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><html lang="en"><title>Shop</title><body>${html}`)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close().closeAllConnections())
  // By its name another site than ours at 127.0.0.1: two ports of one host are the same site.
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}
