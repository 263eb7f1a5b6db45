import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bulkStretches } from '#kernel/world/stretches.ts'

/** A clock that only sleeping moves, and that notes how long. */
function ticking() {
  let now = 0
  const slept: number[] = []
  const clock = {
    now: () => now,
    monotonic: () => now,
    sleep(ms: number) {
      slept.push(ms)
      now += ms
      return Promise.resolve()
    },
    timer: () => ({ cancel() {} }),
  }
  const pass = (ms: number): void => {
    now += ms
  }
  return { clock, slept, pass }
}

describe('bulk work', () => {
  it('lets others have their turn after each stretch, and not after each piece', async () => {
    const { clock, slept, pass } = ticking()
    const { turn } = bulkStretches.make({ clock })
    for (let n = 0; n < 8; n++) {
      await turn()
      pass(1)
    }
    // Stretches of 2 ms: at the first piece and at every second one after it.
    assert.deepEqual(slept, [0, 0, 0, 0])
  })

  it('lets others have their turn after each piece while something urgent is under way', async () => {
    const { clock, slept, pass } = ticking()
    const stretches = bulkStretches.make({ clock })
    stretches.noteUrgent()
    for (let n = 0; n < 3; n++) await stretches.turn()
    // It never stands still for a time: with urgent mail all day long it would hardly go on.
    assert.deepEqual(slept, [0, 0, 0])
    pass(1_000)
    slept.length = 0
    for (let n = 0; n < 3; n++) await stretches.turn()
    assert.deepEqual(slept, [0])
  })

  it('waits until it is calm, though urgent things come all the time', async () => {
    const { clock } = ticking()
    const stretches = bulkStretches.make({ clock })
    await stretches.calm()
    assert.equal(clock.monotonic(), 0)
    stretches.noteUrgent()
    await stretches.calm()
    assert.ok(clock.monotonic() > 0 && clock.monotonic() < 50)
    const busy = { ...clock, sleep: (ms: number) => clock.sleep(ms).then(() => again.noteUrgent()) }
    const again = bulkStretches.make({ clock: busy })
    again.noteUrgent()
    const begun = clock.monotonic()
    await again.calm()
    assert.ok(clock.monotonic() - begun < 100)
  })
})
