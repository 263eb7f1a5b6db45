/** Room for large things: never more than there is, fair shares, nobody forgotten. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryBudget } from '#kernel/base/memory-budget.ts'
import { createChance } from '../../../sim/world/random.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

function setStage(maxBytes: number) {
  const room = createMemoryBudget(maxBytes)
  const inside: string[] = []
  const enter = (party: string, bytes: number, name = party) => {
    const entered = room.reserve(party, bytes)
    void entered.then(() => inside.push(name))
    return async () => {
      ;(await entered)()
      await turn()
    }
  }
  return { inside, enter, room }
}

describe('Room', () => {
  it('is given in the order of asking while there is any', async () => {
    const { inside, enter } = setStage(100)
    const leaveA = enter('a', 50)
    enter('b', 50)
    enter('c', 10)
    await turn()
    assert.deepEqual(inside, ['a', 'b'])
    await leaveA()
    assert.deepEqual(inside, ['a', 'b', 'c'])
  })

  it('leaves half to others', async () => {
    const { inside, enter } = setStage(100)
    enter('greedy', 40, 'first')
    const leaveSecond = enter('greedy', 20, 'second')
    enter('modest', 50)
    await turn()
    assert.deepEqual(inside, ['first', 'modest'])
    enter('third', 10)
    await turn()
    assert.deepEqual(inside, ['first', 'modest', 'third'])
    void leaveSecond
  })

  it('holds the largest where nobody else is', async () => {
    const { inside, enter } = setStage(100)
    const leave = enter('a', 500, 'huge')
    enter('b', 1, 'small')
    await turn()
    assert.deepEqual(inside, ['huge'])
    await leave()
    assert.deepEqual(inside, ['huge', 'small'])
  })

  it('lets the small not overtake the large for ever', async () => {
    const { inside, enter } = setStage(100)
    const leave = enter('a', 60, 'first')
    enter('b', 90, 'large')
    enter('c', 10, 'small')
    await turn()
    assert.deepEqual(inside, ['first'])
    await leave()
    assert.deepEqual(inside, ['first', 'large', 'small'])
  })

  it('can be left in part, and for good later', async () => {
    const { inside, room } = setStage(100)
    const leave = await room.reserve('a', 80)
    void room.reserve('b', 60).then(() => inside.push('b'))
    void room.reserve('c', 30).then(() => inside.push('c'))
    leave(90)
    await turn()
    assert.deepEqual(inside, [], 'what was not taken cannot be kept')
    leave(40)
    leave(70)
    await turn()
    assert.deepEqual(inside, ['b'])
    leave()
    leave(10)
    await turn()
    assert.deepEqual(inside, ['b', 'c'])
  })

  it('is left once, however often it is said', async () => {
    const room = createMemoryBudget(100)
    const leave = await room.reserve('a', 100)
    leave()
    leave()
    await room.reserve('b', 100)
    let isInside = false
    void room.reserve('c', 100).then(() => {
      isInside = true
    })
    await turn()
    assert.equal(isInside, false)
  })

  it('is never overdrawn, and everybody gets in, in any order of coming and going', async () => {
    const chance = createChance('room')
    const most = 100
    const room = createMemoryBudget(most)
    const inside: { bytes: number; leave: () => void }[] = []
    let entered = 0
    for (let i = 0; i < 2_000; i++) {
      const bytes = 1 + Math.floor(chance.uniform() * 120)
      const party = `p${Math.floor(chance.uniform() * 4)}`
      void room.reserve(party, bytes).then(leave => {
        entered++
        inside.push({ bytes, leave })
        const used = inside.reduce((sum, one) => sum + one.bytes, 0)
        assert.ok(used <= most || inside.length === 1, `${used} bytes of ${inside.length}`)
      })
      await turn()
      if (chance.uniform() < 0.5)
        inside.splice(Math.floor(chance.uniform() * inside.length), 1)[0]?.leave()
    }
    while (inside.length > 0) {
      inside.shift()!.leave()
      await turn()
    }
    assert.equal(entered, 2_000)
  })
})
