/**
 * For supervising.test.ts, as a process of its own: a supervisor of processes that only pretend. Its
 * argument is how each behaves; without one it is such a process.
 */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { hourMs } from '#kernel/base/durations.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import type { Clock, Log, LogFields } from '#kernel/world/world.ts'
import { supervise } from '../../../src/boot/supervise.ts'

/**
 * `slow`: is told to end while it starts, and has started long after that; `late`: so late that the
 * patience with its start is over while it ends; `never`: it never has; `hanging`: has started, and
 * does not end.
 */
type Behaviour = 'slow' | 'late' | 'never' | 'hanging'

const stopsMs: Readonly<Record<string, number>> = { never: 200, late: 60_000 }
const stopMs = stopsMs[process.argv[2] ?? ''] ?? 500
const slowMs = 2.5 * stopMs

/** Whose patience with a start is over once the process runs, and before it has ended. */
function lateClock(): { clock: Clock; log: Log } {
  const clock = realClock()
  const log = realLog('info')
  let begunTimer = (): void => {}
  const endPatience = (): void => {
    begunTimer()
    log.info({}, 'the patience is over')
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send('end')
  }
  return {
    clock: {
      ...clock,
      timer(ms, then) {
        if (ms <= stopMs || ms >= hourMs) return clock.timer(ms, then)
        begunTimer = then
        return { cancel() {} }
      },
    },
    log: Object.assign(Object.create(log) as Log, {
      info(fields: LogFields, message: string) {
        log.info(fields, message)
        if (message === 'a process runs') setImmediate(endPatience)
      },
    }),
  }
}

if (cluster.isPrimary) {
  const real = { clock: realClock(), log: realLog('info') }
  await supervise({
    environment: { ...process.env, BEHAVIOUR: process.argv[2] },
    manner: {},
    shares: [{}],
    program: fileURLToPath(import.meta.url),
    ...(process.argv[2] === 'late' ? lateClock() : real),
    stopMs,
  })
} else {
  const tellRunning = (then: () => void): void =>
    void process.send!({ kind: 'running' }, undefined, undefined, then)
  const behaviour = process.env.BEHAVIOUR as Behaviour
  process.on('SIGTERM', () => {
    if (behaviour === 'late') tellRunning(() => {})
    if (behaviour === 'slow') setTimeout(() => tellRunning(() => process.exit(0)), slowMs)
  })
  process.on('message', said => {
    if (said === 'end') process.exit(0)
  })
  if (behaviour !== 'hanging') process.stdout.write('starting\n')
  else tellRunning(() => {})
  setInterval(() => {}, 60_000)
}
