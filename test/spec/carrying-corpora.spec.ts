/**
 * Real and awkward messages of others, where they are at hand (they are not part of the program):
 * each arrives octet for octet but for what a mail server changes, or is refused for a reason that a
 * mail server has.
 */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  handOver,
  loggedIn,
  submissionStage,
  unstuffed,
  withoutOurs,
} from '../support/submission.ts'
import { until } from '../support/until.ts'

const folder = fileURLToPath(new URL('../../../shared/corpora/messages/', import.meta.url))
const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml'))

/** Its first From and To ours, whatever they were; with CRLF, as a client hands it over. */
function readdressed(raw: Buffer): Buffer {
  const text = raw.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n')
  const end = text.indexOf('\r\n\r\n')
  const header = end < 0 ? text : text.slice(0, end + 2)
  const folded = '(?:[ \\t].*\\r\\n)*'
  const set = (given: string, name: string, value: string): string => {
    const field = new RegExp(`^${name}[ \\t]*:.*\\r\\n${folded}`, 'im')
    const line = `${name}: ${value}\r\n`
    return field.test(given) ? given.replace(field, line) : `${line}${given}`
  }
  const ours = set(set(header, 'From', 'App <app@shop.test>'), 'To', 'ana@here.test')
  return Buffer.from(ours + (end < 0 ? '' : text.slice(end + 2)), 'latin1')
}

/** What is taken out of the header on the way, in the same manner as the program promises it. */
function expected(given: Buffer): string {
  const text = given.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const header = end < 0 ? text : text.slice(0, end + 2)
  const kept = header.replace(/^(?:bcc|resent-bcc|return-path)[ \t]*:.*\r\n(?:[ \t].*\r\n)*/gim, '')
  const body = end < 0 ? '' : text.slice(end + 2)
  const whole = kept + body
  return whole.endsWith('\r\n') ? whole : `${whole}\r\n`
}

describe('messages of other people', { skip: names.length === 0 && 'they are not here' }, () => {
  it('arrive octet for octet, or are refused for a reason', async t => {
    const on = await submissionStage(t)
    const { received } = on.service.mx
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    t.after(() => caller.close())
    const refusals: string[] = []
    const changed: string[] = []
    for (const name of names) {
      const given = readdressed(await readFile(`${folder}${name}`))
      const before = received.length
      const reply = await handOver(caller, ['ana@here.test'], given)
      if (!reply.startsWith('250')) {
        refusals.push(`${name}: ${reply}`)
        continue
      }
      await until(async () => received.length > before)
      const arrived = withoutOurs(unstuffed(received[before]!.content), given)
      if (arrived.toString('latin1') !== expected(given)) changed.push(name)
    }
    assert.deepEqual(changed, [])
    for (const one of refusals)
      assert.match(one, /: 554 5\.6\.0 invalid_field \((?:from|headers)\)/)
    t.diagnostic(`${names.length - refusals.length} arrived, refused: ${refusals.join('; ')}`)
    assert.ok(refusals.length <= 3, refusals.join('\n'))
  })
})
