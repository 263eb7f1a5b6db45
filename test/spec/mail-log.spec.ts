/** The mail log, as a collector reads it (docs/operating.md#the-mail-log). */
import assert from 'node:assert/strict'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { realLog } from '#kernel/world/real/clock.ts'
import { eventOf, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import type { MxOptions } from '../unit/smtp/mx.ts'

type Line = Readonly<Record<string, unknown>>

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
  'nomail.test': { MX: ['0 .'] },
} as const

/** Refuses a mailbox for ever, another for now. */
const misbehave: NonNullable<MxOptions['misbehave']> = (stage, socket, line) => {
  const reply = /bia@/.test(line)
    ? '550 5.1.1 <bia@here.test> is nobody'
    : /cai@/.test(line)
      ? '451 4.3.0 later'
      : null
  if (stage !== 'rcpt' || reply === null) return false
  return socket.write(`${reply}\r\n`)
}

/** What a node has logged about mail, by who it went to. */
async function linesOf(
  t: TestContext,
  how: { readonly setting: string; readonly count: number },
): Promise<{ lines: readonly Line[]; text: string; id: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'malote-mail-log-'))
  const file = path.join(folder, 'log')
  // Never closed: what a service still says as it ends would go to whatever has its number by then, such
  // as a connection to the database.
  const fd = openSync(file, 'w')
  t.after(() => rmSync(folder, { recursive: true }))
  const service = await startTestService(t, {
    zones,
    mx: { misbehave },
    settings: { MALOTE_MAIL_LOG: how.setting },
    log: realLog('info', fd),
  })
  const to = ['ana@here.test', 'bia@here.test', 'cai@here.test', 'dei@nomail.test']
  const body = { from: 'Shop <hello@shop.test>', to, subject: 'A secret matter', text: 'Hi' }
  const { id } = (await service.call('POST', '/v1/emails', { body })).body
  for (const [type, n] of [
    ['delivered', 1],
    ['bounced', 2],
    ['deferred', 1],
  ] as const) {
    await eventOf(service, id, type, n)
  }
  const read = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line.includes('"msg":"mail"'))
  await until(async () => read().length >= how.count)
  const text = read().join('\n')
  return { lines: read().map(line => JSON.parse(line)), text, id }
}

describe('the mail log', () => {
  it('has a line for each attempt, with the fields that its page names and no other', async t => {
    const { lines, text, id } = await linesOf(t, { setting: 'domains', count: 4 })
    assert.equal(lines.length, 4)
    const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const [, table = ''] = /\n\| field of the mail log \|[^\n]*\n([\s\S]*?)\n\n/.exec(page) ?? []
    const named = [...table.matchAll(/`(\w+)`/g)].map(one => one[1]!)
    assert.ok(named.length > 15)
    for (const line of lines) {
      for (const field of Object.keys(line)) assert.ok(named.includes(field), field)
      assert.equal(line.email, id)
      assert.equal(line.from, 'shop.test')
      assert.equal(line.level, 30)
      assert.ok(Number(line.took_ms) >= 0 && Number(line.delay_ms) >= 0)
      assert.ok(Math.abs(Date.parse(String(line.at)) - Date.now()) < 120_000)
    }
    const of = (n: number): Line => lines.find(line => line.n === n)!
    const common = { stream: 'transactional', attempt: 1, project: of(0).project }
    const place = { mx: 'mx.here.test', provider: 'other', tls: 'none', to: 'here.test' }
    const { level: _, at: __, msg: ___, email: ____, from: _____, ...delivered } = of(0)
    assert.deepEqual(
      { ...delivered, took_ms: 0, delay_ms: 0 },
      {
        ...common,
        ...place,
        n: 0,
        outcome: 'delivered',
        smtp_code: '250 2.0.0',
        took_ms: 0,
        delay_ms: 0,
      },
    )
    assert.equal(of(1).outcome, 'bounced')
    assert.equal(of(1).smtp_code, '550 5.1.1')
    assert.equal(of(1).cause, 'unknown_user')
    assert.equal(of(2).outcome, 'deferred')
    assert.ok(Date.parse(String(of(2).next_attempt_at)) > Date.now())
    assert.equal(of(3).outcome, 'bounced')
    assert.equal(of(3).cause, 'null_mx')
    assert.equal(of(3).mx, undefined)
    assert.doesNotMatch(text, /@|secret matter|nobody/)
  })

  it('names addresses, and what servers said, where the operator wants it', async t => {
    const { lines } = await linesOf(t, { setting: 'addresses', count: 4 })
    const bounced = lines.find(line => line.to === 'bia@here.test')
    assert.equal(bounced?.smtp_response, '550 5.1.1 <bia@here.test> is nobody')
  })

  it('is not there unless it is asked for', async t => {
    const { lines } = await linesOf(t, { setting: 'off', count: 0 })
    assert.deepEqual(lines, [])
  })
})
