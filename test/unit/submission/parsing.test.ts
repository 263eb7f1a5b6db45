/** Large submissions are parsed in a thread of their own: nobody else waits for them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSubmitted } from '#faces/submission/message.ts'
import { parseHere } from '#faces/submission/parse.ts'
import { createParsers } from '#faces/submission/parse-in-worker.ts'

const head = 'From: Shop <hello@shop.test>\r\nTo: ana@here.test\r\nSubject: Olá\r\n'
const letter = (body: string) => Buffer.from(`${head}MIME-Version: 1.0\r\n${body}`)
const attached = (bytes: number) =>
  letter(
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHi\r\n' +
      '--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n' +
      `Content-Transfer-Encoding: base64\r\n\r\n${'QUJD'
        .repeat(19)
        .concat('\r\n')
        .repeat(bytes / 78)}--b--\r\n`,
  )
/** Timers that a test fires. */
function stillClock() {
  const timers: (() => void)[] = []
  const timer = (_ms: number, then: () => void) => {
    timers.push(then)
    return { cancel: () => void timers.splice(timers.indexOf(then), 1) }
  }
  return { clock: { timer } as never, timers }
}

describe('A large submitted message', () => {
  it('reads the same in a thread as here', async () => {
    const raw = attached(200_000)
    const { clock, timers } = stillClock()
    const apart = await createParsers({ clock })('p')(raw)
    assert.deepEqual(apart, await parseHere(raw))
    assert.equal(apart.kind, 'email')
    assert.deepEqual(timers, [])
  })

  it('leaves the main thread to others', async () => {
    const raw = letter(`\r\n${'a\r\n'.repeat(60_000)}`)
    const before = process.threadCpuUsage()
    const parsed = await createParsers({ clock: stillClock().clock })('p')(raw)
    const here = process.threadCpuUsage(before)
    assert.equal(parsed.kind, 'email')
    const start = process.threadCpuUsage()
    await parseHere(raw)
    const itself = process.threadCpuUsage(start)
    assert.ok((here.user + here.system) * 4 < itself.user + itself.system)
  })

  it('is refused in words when it takes too long', async () => {
    const raw = letter(`\r\n${'a\r\n'.repeat(1_000_000)}`)
    const { clock, timers } = stillClock()
    const parsing = createParsers({ clock })('p')(raw)
    while (timers.length === 0) await new Promise(setImmediate)
    timers[0]!()
    assert.deepEqual(await parsing, { kind: 'slow' })
    await assert.rejects(
      readSubmitted(raw, ['ana@here.test'], async () => ({ kind: 'slow' })),
      (error: { code?: string; why?: { en: string } }) => error.code === 'invalid_field',
    )
  })

  it('waits for its turn, each project in its own', async () => {
    const parserOf = createParsers({ clock: stillClock().clock })
    const order: string[] = []
    const parse = async (name: string) => {
      await parserOf(name[0]!)(attached(78_000))
      order.push(name)
    }
    await Promise.all(['a1', 'a2', 'a3', 'b1'].map(parse))
    assert.deepEqual(order, ['a1', 'b1', 'a2', 'a3'])
  })

  it('that cannot be read says so, also in a thread', async () => {
    const raw = Buffer.from(`${'x-a: b\r\n'.repeat(100_000)}\r\nHi`)
    assert.deepEqual(await createParsers({ clock: stillClock().clock })('p')(raw), {
      kind: 'unparsable',
    })
  })
})
