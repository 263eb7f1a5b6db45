/** What nobody has asked for yet does not get in the way of what a page is waiting for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noteCall, quietMs, whenQuiet } from '../src/api/quiet.ts'

describe('what is put off until nothing is asked of the server', () => {
  it('is done once every call has been answered, and a while has gone by, and once only', async () => {
    const order: string[] = []
    const [isOver, isLast] = [noteCall(), noteCall()]
    const done = Promise.withResolvers<void>()
    whenQuiet(() => {
      order.push('done')
      done.resolve()
    })
    isOver()
    setTimeout(() => {
      order.push('answered')
      isLast()
    }, 1.5 * quietMs)
    await done.promise
    assert.deepEqual(order, ['answered', 'done'])
    const began = performance.now()
    const again = Promise.withResolvers<void>()
    const isThird = noteCall()
    isThird()
    whenQuiet(() => again.resolve())
    await again.promise
    assert.ok(performance.now() - began > quietMs * 0.9)
    assert.deepEqual(order, ['answered', 'done'])
  })
})
