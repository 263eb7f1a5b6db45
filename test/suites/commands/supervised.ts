/**
 * For supervising.test.ts, as a process of its own: a supervisor of processes that only pretend. Its
 * argument is how each behaves; without one it is such a process.
 */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { supervise } from '../../../src/boot/supervise.ts'

/**
 * `slow`: is told to end while it starts, and has started long after that; `never`: it never has;
 * `hanging`: has started, and does not end.
 */
type Behaviour = 'slow' | 'never' | 'hanging'

const stopMs = process.argv[2] === 'never' ? 200 : 500
const slowMs = 2.5 * stopMs

if (cluster.isPrimary) {
  await supervise({
    environment: { ...process.env, BEHAVIOUR: process.argv[2] },
    manner: {},
    shares: [{}],
    program: fileURLToPath(import.meta.url),
    clock: realClock(),
    log: realLog('info'),
    stopMs,
  })
} else {
  const tellRunning = (then: () => void): void =>
    void process.send!({ kind: 'running' }, undefined, undefined, then)
  const behaviour = process.env.BEHAVIOUR as Behaviour
  process.on('SIGTERM', () => {
    if (behaviour === 'slow') setTimeout(() => tellRunning(() => process.exit(0)), slowMs)
  })
  if (behaviour !== 'hanging') process.stdout.write('starting\n')
  else tellRunning(() => {})
  setInterval(() => {}, 60_000)
}
