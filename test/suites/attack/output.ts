/**
 * What comes out again: markup, formulas and terminal codes in names, subjects, addresses, what
 * servers reply and what receivers of webhooks answer. Every GET of the tables is read: JSON is
 * nothing else, a page runs nothing, a cell of a file computes nothing, a terminal obeys nothing.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import { print } from '#faces/cli/print.ts'
import { endpoints, titleOf } from './endpoints.ts'
import { credentials, type Fixtures, makeFixtures, pathOf } from './fixtures.ts'
import type { Part } from './part.ts'
import {
  type Arena,
  allowedHost,
  badlyAnswered,
  hostileText,
  newParty,
  type Party,
  type Shown,
} from './stage.ts'
import type { Tally } from './tally.ts'
import { until } from './waiting.ts'

export const output: Part = {
  name: 'output',
  about: 'every GET after markup, formulas and terminal codes',
  async run(arena, tally) {
    const receiver = await openReceiver()
    try {
      const party = await newParty(arena)
      const fixtures = await makeFixtures(arena, party)
      const ids = { ...fixtures.ids, ...(await plant(arena, { party, fixtures }, receiver.url)) }
      for (const endpoint of endpoints.filter(one => one.method === 'GET')) {
        const path = pathOf(endpoint, ids)
        const headers = credentials(endpoint, party)
        judge(titleOf(endpoint), await arena.ask({ method: 'GET', path, headers }), tally)
      }
      await readPages(arena, tally)
    } finally {
      await receiver.close()
    }
    printAll(tally)
  },
}

/** Takes what is posted, and answers with what should run in the dashboard. */
async function openReceiver(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(500, { 'content-type': 'text/html' }).end(hostileText)
  })
  await new Promise<void>(resolve => server.listen(0, allowedHost, resolve))
  return {
    url: `http://${allowedHost}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const starts = ['=1+1', '+1', '-1+1', '@SUM(1)', '\t=1', '=cmd|" /C calc"!A0']

interface Planted {
  readonly party: Party
  readonly fixtures: Fixtures
}

/** Fills what the victim will read; the ids of an email and of an answered post. */
async function plant(
  arena: Arena,
  { party, fixtures }: Planted,
  url: string,
): Promise<Record<string, string>> {
  const { ask } = arena
  const post = (path: string, body: object, headers = party.byKey) =>
    ask({ method: 'POST', path, headers, body })
  const from = `a@${fixtures.things.domainName}`
  const said = { subject: `=1+1 ${hostileText.slice(0, 60)}`, html: hostileText, text: hostileText }
  const email = (
    await post('/v1/emails', {
      ...{ from: `"=1+1 <b>x</b>" <${from}>`, to: [`"<script>" <${badlyAnswered}>`], ...said },
      ...{ tags: { '=1+1': hostileText.replaceAll(/[\u0000-\u001f]/g, '') } },
      metadata: { 'x<script>': '=1+1' },
      attachments: [
        {
          filename: 'x"; filename="page.html',
          content: Buffer.from(hostileText).toString('base64'),
          content_type: 'text/html',
        },
      ],
    })
  ).body
  for (const start of starts) {
    await post('/v1/emails', {
      ...said,
      from,
      to: [`"${start.trim().replaceAll('"', '')}"@inbox.test`],
      subject: start.trim(),
    })
    await post('/v1/suppressions', {
      email: `"${start.replaceAll(/["\t]/g, '')}"@inbox.test`,
      stream: 'all',
    })
  }
  await post(
    `${projectOf(fixtures)}/keys`,
    { name: '=1+1<script>', mode: 'test', scope: 'read' },
    party.byCookie,
  )
  const hook = (await post('/v1/webhooks', { url, events: ['bounced'] })).body
  await post(`/v1/webhooks/${hook.id}/test`, {})
  const get = (path: string) => ask({ method: 'GET', path, headers: party.byKey })
  await until(
    async () => (await get(`/v1/webhooks/${hook.id}/attempts`)).text.includes('onerror'),
    'the answer of the receiver',
  )
  await until(
    async () => (await get(`/v1/emails/${email.id}`)).text.includes('onerror'),
    'the reply',
  )
  return { email: email.id, webhook: hook.id }
}

const projectOf = ({ ids }: Fixtures): string => `/api/projects/${ids.project}`

function judge(title: string, { status, headers, text }: Shown, tally: Tally): void {
  tally.check(status < 500, () => `${title}: ${status} ${text.slice(0, 200)}`)
  const type = String(headers['content-type'] ?? '')
  const isGuarded = headers['x-content-type-options'] === 'nosniff'
  tally.check(isGuarded || type === '', () => `${title}: a browser may guess what it is`)
  const isPage = type.startsWith('text/html')
  tally.check(
    isPage || isBinary(type) || !text.includes('\u001b'),
    () => `${title}: an escape of a terminal comes out`,
  )
  if (status >= 300) return
  if (type.startsWith('text/csv')) judgeFile(title, { headers, text }, tally)
  else if (isSaved.test(type)) judgeSaved(title, headers, tally)
  else if (isPage) judgePage(title, { headers, text }, tally)
  else
    tally.check(
      // Of a picture nothing is what somebody has written: it was made of its pixels.
      /^(application\/json|text\/(plain|event-stream)|image\/(png|jpeg|gif|webp)$)/.test(type),
      () => `${title} is ${type}`,
    )
}

/** What browsers only save. */
const isSaved = /^(message\/rfc822|application\/(pdf|octet-stream))$/

/** Bytes that mean nothing to a terminal: packed, or another's file, they hold its codes by chance. */
const isBinary = (type: string): boolean =>
  type.startsWith('image/') || /^application\/(pdf|octet-stream)$/.test(type)

type Read = Pick<Shown, 'headers' | 'text'>

function judgeSaved(title: string, headers: Read['headers'], tally: Tally): void {
  const saved = String(headers['content-disposition'])
  tally.check(saved.startsWith('attachment'), () => `${title} opens in the browser`)
  const names = saved.match(/filename="/g) ?? []
  tally.check(names.length <= 1, () => `${title}: its name adds to the header: ${saved}`)
}

function judgeFile(title: string, { headers, text }: Read, tally: Tally): void {
  judgeSaved(title, headers, tally)
  const rows: string[][] = parse(text)
  tally.check(rows.length > 1, () => `${title} is empty: nothing was looked at`)
  for (const cell of rows.flat()) {
    tally.check(!/^[=+\-@\t\r]/.test(cell), () => `${title}: a cell computes ${cell.slice(0, 80)}`)
  }
}

/** Whatever it holds, its own policy (CSP) lets nothing of it run. */
function judgePage(title: string, { headers, text }: Read, tally: Tally): void {
  const policy = String(headers['content-security-policy'] ?? '')
  const scripts = /(?:^|;)\s*(?:script-src|default-src)\s+([^;]*)/.exec(policy)?.[1]
  const isShut =
    (/(^|;)\s*sandbox\s*(;|$)/.test(policy) || scripts?.trim() === "'none'") &&
    !/allow-scripts|unsafe-inline[^;]*script/.test(policy)
  const isBare = !/<script|onerror/i.test(text)
  tally.check(isShut || isBare, () => `${title}: what others wrote runs under "${policy}"`)
}

/** Pages for strangers, with what they write in the address. */
async function readPages(arena: Arena, tally: Tally): Promise<void> {
  const words = encodeURIComponent('"><script>alert(1)</script>')
  const paths = [`/${words}`, `/v1/${words}`, `/api/${words}`, `/docs/${words}`, `/u/${words}`]
  for (const path of [...paths, `/c/${words}`, `/?x=${words}`, `/o/${words}`, `/resend/${words}`]) {
    const reply = await arena.ask({ method: 'GET', path, headers: { accept: 'text/html' } })
    tally.check(reply.status < 500, () => `GET ${path}: ${reply.status}`)
    const isPage = String(reply.headers['content-type']).startsWith('text/html')
    const isEcho = isPage && reply.text.includes('<script>alert(1)')
    tally.check(!isEcho, () => `GET ${path} writes the address into its page`)
  }
}

/** The operator's command, which shows others' words to people. */
function printAll(tally: Tally): void {
  const shown: string[] = []
  const names = [hostileText, 'a\u009b31m', 'a\u202eb', 'a\rb', 'a\bb', 'a\u0000b']
  print(
    { write: text => shown.push(text) },
    { name: hostileText, list: names, one: { names } },
    false,
  )
  tally.check(
    !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(shown.join('')),
    () => 'the command prints what a terminal obeys',
  )
}
