/** Time, chance, signals and log of the real world. The only file that asks the machine for them. */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { pino } from 'pino'
import type { Clock, Log, LogFields, Random, Signals } from '../world.ts'

/** Further away, the runtime's timers go off at once: 24.8 days. */
const maxTimerMs = 2 ** 31 - 1

/** `aheadMs`: so far in the future the installation lives (MALOTE_CLOCK_AHEAD). */
export function realClock(aheadMs = 0): Clock {
  return {
    now: () => Date.now() + aheadMs,
    monotonic: () => performance.now(),
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        // Others have their turn, and no millisecond is lost.
        if (ms === 0) return void setImmediate(resolve)
        const abort = (): void => {
          clearTimeout(timeout)
          reject(signal!.reason)
        }
        const timeout = setTimeout(
          () => {
            signal?.removeEventListener('abort', abort)
            resolve()
          },
          Math.min(ms, maxTimerMs),
        )
        signal?.addEventListener('abort', abort, { once: true })
      })
    },
    timer(ms, then) {
      const timeout = setTimeout(then, Math.min(ms, maxTimerMs))
      return { cancel: () => clearTimeout(timeout), unref: () => void timeout.unref() }
    },
  }
}

const generatePair = promisify(generateKeyPair)

/** Random bytes are drawn from a pool: one system call per 16 KB instead of one per id. */
export function realRandom(): Random {
  let pool = Buffer.alloc(0)
  let used = 0
  return {
    bytes(count) {
      if (count > 1024) return randomBytes(count)
      if (used + count > pool.length) {
        pool = randomBytes(16_384)
        used = 0
      }
      used += count
      return pool.subarray(used - count, used)
    },
    uniform: () => Math.random(),
    keyPair: type =>
      type === 'rsa' ? generatePair('rsa', { modulusLength: 2048 }) : generatePair('ed25519', {}),
  }
}

export function realSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>()
  return {
    emit(name) {
      for (const listener of listeners.get(name) ?? []) listener()
    },
    on(name, then) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(then))
      return () => void set.delete(then)
    },
  }
}

/** What cannot be written is kept up to here, and written once it can be; what comes on top is lost. */
const maxUnwrittenBytes = 1024 * 1024

/**
 * JSON lines on standard output (or the file descriptor given); one line per event. `always` is in
 * each of them.
 */
export function realLog(
  level: string,
  fd: number = process.stdout.fd || 1,
  always: LogFields | null = null,
): Log {
  const lines = pino.destination({ fd, sync: true, maxLength: maxUnwrittenBytes })
  // The disk of a log file is full: an error that nobody hears would end the service.
  lines.on('error', () => {})
  const timestamp = () => `,"at":"${new Date().toISOString()}"`
  return pino({ level, base: always, timestamp }, lines)
}
