/**
 * Forms, archive and links of an account that has moved, under the addresses that they have always
 * had. The cells have names: under an address of numbers a page is everybody's, whoever has it.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { it } from 'node:test'
import { moveAccount } from '#boot/move-account/move-account.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import { hiddenIn } from '../../support/forms.ts'
import { until } from '../../support/until.ts'
import { type Cell, calling, twoCells } from './moving.ts'

interface Asked {
  readonly host?: string
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const nameOf = ({ tag, service }: Cell): string => `${tag}.pages.test:${service.port}`

/** A page as a browser asks for it, which says the name of the cell. */
async function page(cell: Cell, path: string, { host, method, body, headers }: Asked = {}) {
  const request = http.request({
    host: '127.0.0.1',
    port: cell.service.port,
    path,
    method: method ?? 'GET',
    headers: { host: host ?? nameOf(cell), 'accept-language': 'en', ...headers },
  })
  request.end(body)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const text = Buffer.concat(await answer.toArray()).toString()
  return { status: answer.statusCode!, headers: answer.headers, text }
}

/** What differs by the cell alone, or by the moment. */
const plain = (text: string): string =>
  text.replaceAll(/(a1|b7)\.pages\.test:\d+/g, 'cell').replaceAll(/value="[\w.-]{20,}"/g, 'token')

it('Forms, archive and links of an account that has moved stay where they were', async t => {
  const cells = await twoCells(t)
  const { a1, b7, moved, move, to } = cells
  const call = calling(moved, a1)
  const made = async (path: string, body: object) => {
    const answer = await call('POST', `/v1/${path}`, body)
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await declareWarm(a1.service.world, { projectId: moved.projectId, domain: 'ana.test' })
  await call('PATCH', '/v1/marketing-settings', { postal_address: 'Rua Um, 1, São Paulo' })
  const topic = (await made('topics', { name: { en: 'News', pt: 'Novidades' } })).id
  await made('contacts', { email: 'bia@here.test', topics: [topic] })
  const form = await made('forms', {
    name: 'Join',
    topics: [topic],
    allowed_origins: ['https://shop.example'],
    wording: { en: 'I want news.', pt: 'Quero novidades.' },
    double_opt_in: false,
  })
  const campaign = await made('campaigns', {
    name: 'Winter',
    from: 'hello@ana.test',
    topic_id: topic,
    audience: { topics: [topic] },
    content: { subject: 'Winter is here', html: '<p>Two for one.</p>' },
    archive: { public: true, slug: 'winter' },
  })
  await made(`campaigns/${campaign.id}/send`, {})
  await until(
    async () => (await call('GET', `/v1/campaigns/${campaign.id}`)).body.status === 'sent',
    'the campaign',
  )
  await until(async () => a1.service.mx.received.length === 1, 'the letter')
  const letter = a1.service.mx.received[0]!.content.toString().replaceAll('=\r\n', '')
  const [leave] = /\/u\/[\w-]+/.exec(letter)!

  const shown = (await call('GET', `/v1/campaigns/${campaign.id}`)).body.archive
  const pages = [`/f/${form.id}`, new URL(shown.url).pathname, leave!]
  const read = async (cell: Cell, asked: Asked = {}) => {
    const answers = []
    for (const path of pages) {
      const { status, text } = await page(cell, path, asked)
      answers.push({ path, status, text: plain(text) })
    }
    return answers
  }
  const before = await read(a1)
  assert.deepEqual(
    before.map(one => one.status),
    pages.map(() => 200),
  )

  let meanwhile: number[] = []
  const at = async (step: string): Promise<void> => {
    if (step !== 'out') return
    // A node believes for most of a second that a project is at home.
    meanwhile = await until(async () => {
      const all = (await read(a1)).map(one => one.status)
      return all.every(one => one === 503) ? all : null
    }, 'pages of an account on its way')
  }
  await moveAccount({ ...move, at }, { ...to, url: `http://${nameOf(b7)}` })
  assert.equal(meanwhile.length, pages.length)
  assert.deepEqual(await read(a1), before)
  assert.deepEqual(await read(b7), before)
  // Nobody borrows another's name, also where a call is handed over.
  const borrowed = await page(a1, `/f/${form.id}`, { host: 'b7-shop.test' })
  assert.equal(borrowed.status, 404)

  const fill = async (origin: string, email: string) => {
    const { text } = await page(a1, `/f/${form.id}`)
    const fields = new URLSearchParams({ ...hiddenIn(text), email })
    // As long as a person takes.
    for (const { service } of [a1, b7]) service.turn(10_000)
    const asked = {
      method: 'POST',
      body: String(fields),
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    }
    return page(a1, `/f/${form.id}`, asked)
  }
  const nameHere = `http://${nameOf(a1)}`
  for (const [origin, status] of [
    [nameHere, 200],
    ['https://shop.example', 200],
    ['https://elsewhere.example', 403],
  ] as const) {
    const email = `fan${new URL(origin).hostname.length}@here.test`
    const answer = await fill(origin, email)
    assert.equal(answer.status, status, `${origin}: ${answer.text.slice(0, 300)}`)
    const found = await call('GET', `/v1/contacts/${encodeURIComponent(email)}`)
    assert.equal(found.status, status === 200 ? 200 : 404, origin)
  }
})
