/** That the distance delays by what it says and keeps the order, by a clock of the test's own. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { describe, it } from 'node:test'
import { realClock } from '#kernel/world/real/clock.ts'
import { delayLine, startDistance } from './distance.ts'

/** Stands still until it is told to go on. */
function fakeClock() {
  let now = 1_000
  let timers: { at: number; then: () => void }[] = []
  return {
    monotonic: () => now,
    timer(ms: number, then: () => void) {
      const timer = { at: now + ms, then }
      timers.push(timer)
      return {
        cancel() {
          timers = timers.filter(one => one !== timer)
        },
      }
    },
    go(ms: number): void {
      now += ms
      for (;;) {
        const due = timers.find(({ at }) => at <= now)
        if (due === undefined) return
        timers = timers.filter(one => one !== due)
        due.then()
      }
    },
    get timers() {
      return timers.length
    },
  }
}

function line(delayMs: number) {
  const clock = fakeClock()
  const out: string[] = []
  const delayed = delayLine(clock, delayMs, {
    write: bytes => void out.push(bytes.toString()),
    end: () => void out.push('end'),
  })
  return { clock, out, delayed, put: (text: string) => delayed.put(Buffer.from(text)) }
}

describe('A direction of the distance', () => {
  it('gives each piece out when its own time has passed, and not before', () => {
    const { clock, out, put } = line(25)
    put('a')
    clock.go(10)
    put('b')
    clock.go(14)
    assert.deepEqual(out, [])
    clock.go(1)
    assert.deepEqual(out, ['a'])
    clock.go(9)
    assert.deepEqual(out, ['a'])
    clock.go(1)
    assert.deepEqual(out, ['a', 'b'])
  })

  it('keeps the order, the end last, also when the clock is late', () => {
    const { clock, out, put, delayed } = line(25)
    for (const text of ['a', 'b', 'c']) {
      put(text)
      clock.go(1)
    }
    delayed.end()
    clock.go(1_000)
    assert.deepEqual(out, ['a', 'b', 'c', 'end'])
  })

  it('begins anew after it was empty', () => {
    const { clock, out, put } = line(25)
    put('a')
    clock.go(25)
    clock.go(100)
    put('b')
    clock.go(24)
    assert.deepEqual(out, ['a'])
    clock.go(1)
    assert.deepEqual(out, ['a', 'b'])
  })

  it('knows how much is on its way', () => {
    const { clock, put, delayed } = line(25)
    put('abc')
    clock.go(5)
    put('de')
    assert.equal(delayed.bytes, 5)
    clock.go(20)
    assert.equal(delayed.bytes, 2)
  })

  it('gives nothing more out once it is cut, and has no timer left', () => {
    const { clock, out, put, delayed } = line(25)
    put('a')
    delayed.cut()
    assert.equal(clock.timers, 0)
    clock.go(1_000)
    assert.deepEqual(out, [])
    assert.equal(delayed.bytes, 0)
  })
})

describe('The distance', () => {
  it('carries all bytes both ways in their order, and the end', async context => {
    const server = net.createServer({ allowHalfOpen: true }, socket => {
      const heard: Buffer[] = []
      socket.on('data', bytes => heard.push(bytes))
      // What it says comes after it has heard all.
      socket.on('end', () => socket.end(Buffer.concat(heard)))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    context.after(() => server.close())
    const target = (server.address() as net.AddressInfo).port
    const far = await startDistance(realClock(), { port: 0, target, roundTripMs: 2 })
    context.after(far.close)
    const sent = Buffer.alloc(3_000_000)
    for (let at = 0; at < sent.length; at += 4) sent.writeUInt32BE(at, at)
    const socket = net.connect({ host: '127.0.0.1', port: far.port, allowHalfOpen: true })
    socket.end(sent)
    const back: Buffer[] = []
    for await (const bytes of socket) back.push(bytes)
    assert.ok(Buffer.concat(back).equals(sent))
  })

  it('lets the receiver hear of a connection, and its words come back, each after half a trip', async context => {
    const clock = fakeClock()
    const server = net.createServer(socket => void socket.write('220 hello\r\n'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    context.after(() => server.close())
    const target = (server.address() as net.AddressInfo).port
    const far = await startDistance(clock, { port: 0, target, roundTripMs: 50 })
    context.after(far.close)
    const socket = net.connect(far.port, '127.0.0.1')
    context.after(() => socket.destroy())
    let heard = ''
    socket.on('data', bytes => {
      heard += String(bytes)
    })
    await once(socket, 'connect')
    await until(() => clock.timers === 1)
    const met = once(server, 'connection')
    clock.go(24)
    assert.equal(clock.timers, 1)
    clock.go(1)
    await met
    // The greeting is on its way.
    await until(() => clock.timers === 1)
    clock.go(24)
    assert.equal(heard, '')
    clock.go(1)
    await until(() => heard === '220 hello\r\n')
  })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setImmediate(resolve))
}
