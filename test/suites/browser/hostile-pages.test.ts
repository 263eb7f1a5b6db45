/**
 * X1 of the battery, beyond the preview: the same lines where the dashboard shows a stranger's words.
 * Subjects, names, tags and metadata of emails, what receiving servers replied, what webhooks were
 * answered, how accounts, keys and browsers are called. They are letters there, and nothing else.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { show } from '#kernel/base/ids.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { skip, speaking } from './chromium.ts'
import { beaconDomain, isFull, startBeacon, startWatchedBrowser, watch } from './hostile.ts'
import { writeAudience } from './hostile-audience.ts'
import { hostileLines } from './hostile-lines.ts'

const who = { email: 'ana@loja.test', password: 'correta pilha de cavalos' }
/** What mail and JSON do not let through anywhere would only hide the rest. */
const oneLine = (line: string): string => line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\uFEFF]/gu, ' ')

/** As many lines as fit into so many characters, again and again; too long ones are left out. */
function packs(lines: readonly string[], size: number): string[] {
  const out: string[] = []
  let pack = ''
  for (const line of lines.filter(one => one.length < size)) {
    if (pack.length + line.length + 1 > size) {
      out.push(pack)
      pack = ''
    }
    pack += `${line} `
  }
  return [...out, pack].map(text => text.trim()).filter(text => text !== '')
}

/** Pages of one kind are alike: a part of them is looked at, all of them in the full run. */
const isSeen = (_one: unknown, n: number): boolean => isFull || n % 5 === 0

describe('the pages of the dashboard', { skip }, () => {
  it('show the words of strangers as words', async t => {
    const beacon = await startBeacon(t)
    const lines = hostileLines(`x.${beaconDomain}:${beacon.port}`).map(oneLine)
    const stage = await stageOf(t, lines)
    const { browser, namesAsked } = await startWatchedBrowser(t)
    const context = await browser.newContext({
      baseURL: stage.base,
      storageState: speaking(stage.base, 'en'),
      userAgent: packs(lines, 400)[3]!.replaceAll(/[^\x20-\x7e]/g, ''),
    })
    const headers = { origin: stage.base }
    const entered = await context.request.post('/api/session', { headers, data: who })
    assert.equal(entered.status(), 200)
    const page = await context.newPage()
    const managed = watch(page, url => url === 'about:blank' || url.startsWith(`${stage.base}/`))

    await page.goto('/')
    await page.getByRole('navigation').waitFor()
    for (const { path, shown } of stage.pages) {
      // From page to page within the application, as people do.
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
      const words = page.getByText(shown, { exact: false }).first()
      // Of many recipients each is folded, and the page before may be there still.
      await until(async () => {
        await page.evaluate(
          `for (const one of document.querySelectorAll('details')) one.open = true`,
        )
        return words.isVisible()
      }, path)
    }
    await page.evaluate(`history.pushState({}, '', '${stage.webhook}')`)
    await openAttempts(page, stage.answers)

    assert.deepEqual(await namesAsked(), [])
    assert.deepEqual(beacon.heard, [])
    assert.deepEqual(managed, { ran: [], asked: [], led: [] })
  })
})

/** Opens the first attempts one by one; each shows what was answered. */
async function openAttempts(page: Page, answers: readonly string[]): Promise<void> {
  const buttons = page.getByRole('button', { name: /^Details of/ })
  await buttons.first().waitFor()
  const seen: string[] = []
  for (let n = 0; n < answers.length; n++) {
    await buttons.nth(n).click()
    const response = page.getByRole('dialog').getByRole('region', { name: 'Response' })
    seen.push(await response.innerText())
    await page.getByRole('region', { name: 'Request' }).getByText('"email_id"').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  assert.deepEqual(seen.sort(), [...answers].sort())
}

/** Everything that can be written by others is written by these lines. */
async function stageOf(t: TestContext, lines: readonly string[]) {
  const replies = packs(lines, 900)
  const service = await startTestService(t, {
    zones: {
      'clientes.test': { MX: ['10 mx.clientes.test'] },
      'mx.clientes.test': { A: ['127.0.0.1'] },
    },
    mx: {
      misbehave(stage, socket, line) {
        const n = /<reply(\d+)@/.exec(line)?.[1]
        if (stage !== 'rcpt' || n === undefined) return false
        socket.write(`554 5.7.1 ${replies[Number(n)]}\r\n`)
        return true
      },
    },
  })
  const { world } = service
  const { accountId, projectId } = await createAccount(world, {
    ...who,
    name: 'Loja',
    plan: 'enterprise',
    trustLevel: 3,
  })
  await changeOperator(world.db, accountId, true)
  const domain = await createDomain(world, { projectId, name: 'loja.test' })
  await trustDomain(world, domain.id)
  const make = async (mode: 'live' | 'test', name: string) =>
    (await createKey(world, { projectId, mode, scope: 'admin', rate: 0, name })).key
  const keys = { live: await make('live', 'x'), test: await make('test', 'x') }
  const names = packs(lines, 200)
  for (const [n, name] of names.slice(0, 6).entries()) {
    await createAccount(world, { email: `a${n}@strangers.test`, password: 'x'.repeat(12), name })
  }
  await make('live', names[7]!.slice(0, 100))
  const tagged = await sendTagged(service, keys.test, lines)
  const replied = await sendRefused(service, keys.live, replies)
  const hook = await answerHook(t, service, {
    key: keys.live,
    answers: packs(lines, 900).slice(20, 26),
  })
  const project = `/projects/${show('prj', projectId)}`
  const audience = await writeAudience(
    service,
    { key: keys.live, place: `${project}/live` },
    { names: names.slice(8), texts: packs(lines, 450) },
  )
  return {
    base: `http://127.0.0.1:${service.port}`,
    webhook: `${project}/live/webhooks/${hook.id}`,
    answers: hook.answers,
    pages: [
      ...tagged
        .filter(isSeen)
        .map(one => ({ path: `${project}/test/emails/${one.id}`, shown: one.subject })),
      { path: `${project}/test/emails`, shown: tagged.at(-1)!.subject },
      { path: `${project}/test/inbox`, shown: tagged.at(-1)!.subject },
      ...replied.filter(isSeen).map(({ id, reply }) => ({
        path: `${project}/live/emails/${id}`,
        shown: reply,
      })),
      { path: `${project}/live/emails`, shown: 'Refused' },
      { path: `${project}/live/deliverability`, shown: 'Deliverability' },
      { path: `${project}/live/keys`, shown: names[7]!.slice(0, 100) },
      ...audience,
      { path: '/operator?order=newest', shown: names[3]! },
      { path: '/settings', shown: 'this one' },
    ],
  }
}

/** Emails of test mode: all lines as tags and metadata, and as many as fit as subject and name. */
async function sendTagged(service: TestService, key: string, lines: readonly string[]) {
  const subjects = packs(lines, 900)
  const names = packs(lines, 200)
  const perEmail = 100
  const sent: { id: string; subject: string }[] = []
  for (let from = 0; from < lines.length; from += perEmail) {
    const n = from / perEmail
    const pairs = lines
      .slice(from, from + perEmail)
      .map((line, i) => [`${i}${line}`.slice(0, 40), line.slice(0, 500)])
    const quoted = names[n * 4]!.replaceAll(/["\\]/g, '\\$&')
    const body = {
      from: `"${quoted}" <x@loja.test>`,
      to: [`"${quoted}" <y@clientes.test>`],
      subject: subjects[n * 8]!,
      text: subjects[n * 8 + 1] ?? 'x',
      tags: Object.fromEntries(pairs.slice(0, 50)),
      metadata: Object.fromEntries(pairs.slice(50)),
    }
    const answer = await service.call('POST', '/v1/emails', { key, body })
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    sent.push({ id: answer.body.id, subject: body.subject })
  }
  return sent
}

/** Emails whose every recipient is refused with lines. */
async function sendRefused(service: TestService, key: string, replies: readonly string[]) {
  const sent: { id: string; reply: string }[] = []
  for (let from = 0; from < replies.length; from += 50) {
    const to = Array.from(
      { length: Math.min(50, replies.length - from) },
      (_, i) => `reply${from + i}@clientes.test`,
    )
    const body = { from: 'x@loja.test', to, subject: 'Refused', text: 'x' }
    const answer = await service.call('POST', '/v1/emails', { key, body })
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    sent.push({ id: answer.body.id, reply: replies[from]! })
  }
  for (const { id } of sent) {
    await until(async () => {
      const { body } = await service.call('GET', `/v1/emails/${id}`, { key })
      return body.status === 'bounced'
    }, `${id} to bounce`)
  }
  return sent
}

/** A webhook whose endpoint answers each test with the next of these. */
async function answerHook(
  t: TestContext,
  service: TestService,
  { key, answers }: { readonly key: string; readonly answers: readonly string[] },
) {
  let asked = 0
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(answers[asked++])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/'-console.log('ran')-'`
  const made = await service.call('POST', '/v1/webhooks', {
    key,
    body: { url, events: ['clicked'] },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body
  for (const _answer of answers) {
    const test = await service.call('POST', `/v1/webhooks/${id}/test`, { key, body: {} })
    assert.equal(test.status, 202, JSON.stringify(test.body))
  }
  await until(async () => {
    const { body } = await service.call('GET', `/v1/webhooks/${id}/attempts`, { key })
    return body.data.length === answers.length
  }, 'the attempts')
  return { id: id as string, answers }
}
