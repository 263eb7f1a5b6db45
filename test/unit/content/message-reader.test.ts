/** Large messages that were handed over are read in a thread of their own: nobody else waits. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { messageReader, readHere } from '#sending/content/message-reader.ts'

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

const readerWith = (clock: never) => messageReader.make({ clock })

describe('A large message', () => {
  it('reads the same in a thread as here', async () => {
    const raw = attached(200_000)
    const { clock, timers } = stillClock()
    const apart = await readerWith(clock).of('p' as never)(raw)
    assert.deepEqual(apart, readHere({ raw, options: {} }))
    assert.deepEqual(apart?.message, raw)
    assert.equal(apart?.read.files.at(0)?.filename, 'a.pdf')
    // Of the reading none is left, only the one that ends a thread that nobody needs.
    assert.equal(timers.length, 1)
    timers[0]!()
  })

  it('leaves the main thread to others', async () => {
    const raw = letter(`\r\n${'a\n'.repeat(1_500_000)}`)
    const before = process.threadCpuUsage()
    assert.ok(await readerWith(stillClock().clock).of('p' as never)(raw))
    const here = process.threadCpuUsage(before)
    const start = process.threadCpuUsage()
    readHere({ raw, options: {} })
    const itself = process.threadCpuUsage(start)
    assert.ok((here.user + here.system) * 2 < itself.user + itself.system)
  })

  it('of which there is no time to read is neither taken nor refused', async () => {
    const raw = letter(`\r\n${'a\n'.repeat(5_000_000)}`)
    const { clock, timers } = stillClock()
    const reading = readerWith(clock).of('p' as never)(raw)
    while (timers.length === 0) await new Promise(setImmediate)
    timers[0]!()
    assert.equal(await reading, null)
  })

  it('is given up in a thread that was there, too, and the next one is read in another', async () => {
    const { clock, timers } = stillClock()
    const read = readerWith(clock).of('p' as never)
    assert.ok(await read(attached(78_000)))
    const reading = read(letter(`\r\n${'a\n'.repeat(5_000_000)}`))
    // The one for a thread without work has gone, and the one of the reading come.
    const [idle] = timers
    while (timers.length === 0 || timers[0] === idle) await new Promise(setImmediate)
    timers[0]!()
    assert.equal(await reading, null)
    assert.ok(await read(attached(78_000)))
  })

  it('starts no thread for each of many', async () => {
    const { clock } = stillClock()
    const read = readerWith(clock).of('p' as never)
    let started = 0
    const count = (): void => void started++
    process.on('worker', count)
    for (let n = 0; n < 5; n++) assert.ok(await read(attached(78_000)))
    process.off('worker', count)
    assert.equal(started, 1)
  })

  it('waits for its turn, each project in its own', async () => {
    const reader = readerWith(stillClock().clock)
    const order: string[] = []
    const read = async (name: string) => {
      await reader.of(name[0]! as never)(attached(78_000))
      order.push(name)
    }
    await Promise.all(['a1', 'a2', 'a3', 'b1'].map(read))
    assert.deepEqual(order, ['a1', 'b1', 'a2', 'a3'])
  })

  it('costs a time that grows with its octets, whatever they are', () => {
    const megabytes = 8
    const hostile: Record<string, (n: number) => string> = {
      'short lines': n => '\r\na'.repeat(n / 3),
      'half boundaries': n => '\r\n--bx'.repeat(n / 6),
      parts: n => '\r\n--b\r\n\r\n'.repeat(n / 9),
      'long boundary': n => `\r\n--b${'-'.repeat(100)}`.repeat(n / 105),
      'bare line ends': n => '\n\r'.repeat(n / 2),
      nul: n => '\0'.repeat(n),
    }
    for (const [name, make] of Object.entries(hostile)) {
      const body = make(megabytes * 1024 * 1024)
      const raw = letter(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${body}`)
      const start = process.threadCpuUsage()
      readHere({ raw, options: {} })
      const { user, system } = process.threadCpuUsage(start)
      const perMegabyte = (user + system) / 1000 / megabytes
      assert.ok(perMegabyte < 400, `${name}: ${Math.round(perMegabyte)} ms a megabyte`)
    }
  })
})
