/**
 * The files of `src` that one email executes, from POST over SMTP to the webhook, as a list in
 * `test/golden`: every new detour shows in it. V8 counts the calls of each function. Emails go out
 * one after the other, each with a key and to a domain that are new, so that nothing is known yet.
 * The path is what all of them execute: what the service does by itself, every few seconds, is not
 * in all of a dozen. Start-up and modules being loaded do not count at all.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { it } from 'node:test'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { countCalls } from './calls.ts'

const root = path.join(import.meta.dirname, '../../..')
const golden = path.join(root, 'test/golden/path-of-one-email.txt')
const receivers = Array.from({ length: 12 }, (_, i) => `n${i}.test`)
const mx = Object.fromEntries(receivers.map(name => [name, { MX: ['10 mx.test'] }]))
const zones = { ...mx, 'mx.test': { A: ['127.0.0.1'] } }

it('one email executes the files of the golden list (UPDATE_GOLDEN=1 writes it anew)', async t => {
  const calls = countCalls(path.join(root, 'src'))
  t.after(() => calls.stop())
  const told: string[] = []
  const receiver = createServer((request, response) => {
    told.push(String(request.headers['webhook-id']))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.after(() => receiver.close().closeAllConnections())
  const service = await startTestService(t, { zones })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const made = await service.call('POST', '/v1/webhooks', { body: { url, events: ['delivered'] } })
  assert.equal(made.status, 201, JSON.stringify(made.body))

  const wanted = readFileSync(golden, 'utf8')
  let files: readonly string[] | null = null
  let list = ''
  for (const [i, domain] of receivers.entries()) {
    const key = await service.key('live', 'send')
    calls.read()
    await sendOne(service, key, `ana@${domain}`, () => told.length > i)
    const executed = calls.read()
    files = [...(files ?? executed)].filter(file => executed.has(file) && !looks.includes(file))
    list = `${files
      .map(file => `src/${file}`)
      .sort()
      .join('\n')}\n`
    // Two at least: caches that are filled by the first one are no detour.
    if (i > 0 && list === wanted) break
  }
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, list)
  assert.equal(list, readFileSync(golden, 'utf8'))
})

/** Where loops look for work by themselves, four times a second: it may fall into all of them. */
const looks = [
  ...['claim-store', 'coming-due', 'floor', 'idle', 'turns'].map(
    name => `platform/queue/${name}.ts`,
  ),
  // Where statements take seconds it asks whether the database is there at all.
  'kernel/world/real/db-watch.ts',
  // A domain's keys are kept for a second: where an email takes longer they are read again.
  'sending/domains/sender-store.ts',
  // So is what the operator holds back, for two.
  'sending/delivery/holds-store.ts',
  // Calls are written down together, a while later: where an email takes longer, within its time.
  'tenants/requests/store.ts',
]

/** Until the webhook has been told and nothing is left to do. */
async function sendOne(
  service: TestService,
  key: string,
  to: string,
  isTold: () => boolean,
): Promise<void> {
  const body = { from: 'hello@shop.test', to: [to], subject: 'Olá', text: 'Oi', html: '<p>Oi</p>' }
  const sent = await service.call('POST', '/v1/emails', { key, body })
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  await until(async () => isTold(), `the webhook of ${to}`)
  await until(async () => {
    return (await service.world.db.query('select id from queue limit 1')).length === 0
  }, `an empty queue after ${to}`)
}
