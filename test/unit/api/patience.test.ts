/** How long a call waits for the database's first word, and that only the database's time counts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inTime } from '#faces/api/admit.ts'
import { realClock } from '#kernel/world/real/clock.ts'

/** Timers that fire when the test says so. */
function turnedByHand() {
  const waiting = new Set<{ ms: number; then: () => void }>()
  const timer = (ms: number, then: () => void) => {
    const one = { ms, then }
    waiting.add(one)
    return { cancel: () => void waiting.delete(one) }
  }
  return {
    world: { clock: { ...realClock(), timer } },
    waiting,
    /** All that were waiting, however late; returns how long they were to wait. */
    fire(): number {
      const due = [...waiting]
      waiting.clear()
      for (const one of due) one.then()
      return Math.max(...due.map(one => one.ms))
    },
  }
}

describe('Patience with the database', () => {
  it('ends after four seconds', async () => {
    const { world, waiting, fire } = turnedByHand()
    const answer = inTime(world, new Promise(() => {}))
    const refused = assert.rejects(answer, /timeout exceeded: no answer of the database in 4000 ms/)
    let waitedMs = 0
    while (waiting.size > 0) waitedMs += fire()
    await refused
    assert.equal(waitedMs, 4000)
  })

  it('does not end for a process that stood still with the answer unread', async () => {
    const { world, waiting, fire } = turnedByHand()
    const { promise, resolve } = Promise.withResolvers<string>()
    const answer = inTime(world, promise)
    // After a long standstill timers come first, and the sockets are read behind them.
    fire()
    resolve('row')
    assert.equal(await answer, 'row')
    assert.equal(waiting.size, 0, 'no timer is left behind')
  })

  it('passes on what the database says, also when it refuses', async () => {
    const { world, waiting } = turnedByHand()
    await assert.rejects(inTime(world, Promise.reject(new Error('no such table'))), /no such table/)
    assert.equal(waiting.size, 0)
  })
})
