/**
 * A network without sockets and a clock without time, for dialogues: the server is a script, and
 * time jumps to the next deadline whenever both sides wait.
 */
import assert from 'node:assert/strict'
import { readSettings } from '#kernel/base/config.ts'
import { type Connection, type Net, NetError } from '#kernel/world/net.ts'
import type { Clock } from '#kernel/world/world.ts'
import type { Outside } from './outside.ts'

/** One step of a dialogue: what the client must say, or what the server does. */
export type Step =
  | { readonly by: 'C'; readonly line: string }
  | { readonly by: 'S'; readonly line: string }

export interface MemoryWorld extends Outside {
  /** Turns time while both sides wait; resolves with the work's outcome. */
  play<T>(work: Promise<T>): Promise<T>
  /** What of the script has not been played. */
  readonly rest: readonly Step[]
  /** How far time has been turned, ms. */
  readonly elapsedMs: number
}

export function memoryWorld(script: readonly Step[]): MemoryWorld {
  const steps = [...script]
  let now = 0
  const timers = new Map<number, { at: number; then: () => void }>()
  let id = 0
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: ms => new Promise(resolve => void clock.timer(ms, resolve)),
    timer(ms, then) {
      const mine = id++
      timers.set(mine, { at: now + ms, then })
      return { cancel: () => void timers.delete(mine) }
    },
  }
  const turn = (): void => {
    const [next] = [...timers].sort((a, b) => a[1].at - b[1].at)
    assert.ok(next, `everything waits, and nothing is left to wake it: ${JSON.stringify(steps[0])}`)
    timers.delete(next[0])
    now = next[1].at
    next[1].then()
  }
  const net: Net = {
    async connect(target) {
      assert.deepEqual(
        steps.shift(),
        { by: 'S', line: '<connect>' },
        'a connection nobody expected',
      )
      return scripted(target.address, steps)
    },
  }
  return {
    net,
    clock,
    settings: readSettings({}),
    get rest() {
      return steps
    },
    get elapsedMs() {
      return now
    },
    async play(work) {
      let done = false
      const mark = (): void => {
        done = true
      }
      work.then(mark, mark)
      while (!done) {
        for (let i = 0; i < 20 && !done; i++) await new Promise(resolve => setImmediate(resolve))
        if (!done) turn()
      }
      return work
    },
  }
}

function scripted(address: string, steps: Step[]): Connection {
  let said = ''
  let arrived = ''
  let end: 'closed' | 'reset' | null = null
  let reader: (() => void) | null = null

  /** Plays what the server does until it is the client's turn. */
  const serve = (): void => {
    while (steps[0]?.by === 'S' && steps[0].line !== '<connect>' && steps[0].line !== '<tls>') {
      const { line } = steps.shift()!
      if (line === '<close>') end = 'closed'
      else if (line === '<reset>') end = 'reset'
      else if (line !== '<silence>')
        arrived += line.endsWith('\\') ? line.slice(0, -1) : `${line}\r\n`
    }
    if (arrived !== '' || end) {
      reader?.()
      reader = null
    }
  }
  const connection: Connection = {
    remoteAddress: address,
    async read() {
      serve()
      if (arrived === '' && !end) await new Promise<void>(resolve => (reader = resolve))
      if (arrived !== '') {
        const bytes = Buffer.from(arrived)
        arrived = ''
        return bytes
      }
      if (end === 'reset') throw new NetError('reset', 'connection reset by peer')
      return null
    },
    async write(bytes) {
      if (end) throw new NetError('reset', 'nobody is there')
      said += bytes.toString()
      for (let at = said.indexOf('\r\n'); at >= 0; at = said.indexOf('\r\n')) {
        const line = said.slice(0, at)
        said = said.slice(at + 2)
        serve()
        assert.deepEqual({ by: 'C', line }, steps.shift() ?? 'the end of the dialogue')
      }
      serve()
    },
    async startTls() {
      assert.deepEqual(steps.shift(), { by: 'S', line: '<tls>' }, 'a handshake nobody expected')
      return { protocol: 'TLSv1.3', cipher: 'test', verified: true, chain: [] }
    },
    end: () => connection.destroy(),
    destroy() {
      end ??= 'reset'
      reader?.()
      reader = null
    },
  }
  return connection
}
