/** Room for large things: never more than there is, fair shares, nobody forgotten. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryBudget, half } from '#kernel/base/memory-budget.ts'
import { createChance } from '../../../sim/world/random.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

function setStage(maxBytes: number) {
  const room = createMemoryBudget(maxBytes)
  const inside: string[] = []
  const enter = (party: string, bytes: number, name = party) => {
    const entered = room.reserve(half(party), bytes)
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
    enter('b', 10, 'next')
    await turn()
    assert.deepEqual(inside, ['huge'])
    await leave()
    assert.deepEqual(inside, ['huge', 'next'])
  })

  it('of usual size is there behind the largest, for each who asks', async () => {
    const { inside, enter } = setStage(100)
    const leaveA = enter('a', 60, 'slow')
    enter('b', 60, 'large')
    for (const name of ['usual 1', 'usual 2']) enter('c', 8, name)
    const leaveD = enter('d', 8, 'usual 3')
    enter('e', 8, 'usual 4')
    enter('f', 8, 'usual 5')
    await turn()
    // 25 are kept for it, of which one has half.
    assert.deepEqual(inside, ['slow', 'usual 1', 'usual 3', 'usual 4'])
    await leaveD()
    assert.deepEqual(inside, ['slow', 'usual 1', 'usual 3', 'usual 4', 'usual 5'])
    await leaveA()
    assert.deepEqual(inside.slice(5), ['large', 'usual 2'])
  })

  it('is there for others, whoever the owners of a large thing are', async () => {
    const { inside, room } = setStage(100)
    const group = (name: string) => ({ name, part: 1 / 2 })
    const account = (name: string) => ({ name, part: 3 / 4 })
    const enter = (by: string, to: string, bytes: number) =>
      void room.reserve([account(by), group(to)], bytes).then(() => inside.push(`${by} ${to}`))
    enter('a', 'slow', 50)
    enter('a', 'slow', 20)
    enter('a', 'slower', 25)
    enter('a', 'fast', 25)
    enter('b', 'fast', 25)
    await turn()
    assert.deepEqual(inside, ['a slow', 'a slower', 'b fast'])
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
    const leave = await room.reserve(half('a'), 80)
    void room.reserve(half('b'), 60).then(() => inside.push('b'))
    void room.reserve(half('c'), 30).then(() => inside.push('c'))
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
    const leave = await room.reserve(half('a'), 100)
    leave()
    leave()
    await room.reserve(half('b'), 100)
    let isInside = false
    void room.reserve(half('c'), 100).then(() => {
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
      void room.reserve(half(party), bytes).then(leave => {
        entered++
        inside.push({ bytes, leave })
        const used = inside.reduce((sum, one) => sum + one.bytes, 0)
        const usual = inside.filter(one => one.bytes <= most / 12).length
        const large = inside.length - usual
        assert.ok(used <= most * 1.25 || large === 1, `${used} bytes of ${inside.length}`)
        assert.ok(used <= most * 1.5, `${used} bytes of ${inside.length}`)
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
