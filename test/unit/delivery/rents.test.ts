/** What nodes rent of a lane over one table: given back when others want it, told when it grows. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idSource } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { createRents, hurriedMs, type Rents, roundMs } from '#sending/delivery/rents.ts'
import { createChance } from '../../../sim/world/random.ts'
import { type FakeWorld, fakeWorld } from '../../support/fake-world.ts'
import { rentsInMemory } from './rents-in-memory.ts'

const limits = { connections: 5, messages: 100, perSecond: 0 }

/** A node with connections that it closes when it is told that it has fewer. */
function nodeOf(fake: FakeWorld, n: number, db: Db) {
  const node = { open: 0, allowed: (): number => rents.partOf('lane')?.connections ?? 0 }
  const ids = idSource(fake.clock.now, createChance(n).bytes)
  const rents: Rents = createRents(
    { ...fake, ids, db },
    {
      openOf: () => node.open,
      onChange() {
        node.open = Math.min(node.open, node.allowed())
      },
      onRoom() {},
      onPause() {},
    },
  )
  return Object.assign(node, { rents })
}

/** In small steps: the table answers in between. */
async function pass({ clock }: FakeWorld, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) await clock.advance(20)
}

describe('a node that rents', () => {
  it('closes open connections that others want, until each has its share', async () => {
    const db = rentsInMemory()
    const fake = fakeWorld({ db })
    const [a, b] = [nodeOf(fake, 1, db), nodeOf(fake, 2, db)]
    for (let n = 0; n < 5; n++) void a.rents.enter('lane', limits)
    await pass(fake, 2_000)
    assert.equal(a.allowed(), 5)
    a.open = 5
    const entered = Array.from({ length: 5 }, () => b.rents.enter('lane', limits))
    await pass(fake, 5_000)
    assert.deepEqual(await Promise.all(entered), [true, true, true, true, true])
    assert.ok(a.open <= 3 && b.allowed() >= 2, `${a.open} open and ${b.allowed()}`)
    assert.ok(a.allowed() + b.allowed() <= 5)
    await Promise.all([a.rents.stop(), b.rents.stop()])
  })

  it('gives back what it has closed in a quarter of a second, not in its next round', async () => {
    const db = rentsInMemory()
    const fake = fakeWorld({ db })
    const [a, b] = [nodeOf(fake, 1, db), nodeOf(fake, 2, db)]
    for (let n = 0; n < 5; n++) void a.rents.enter('lane', limits)
    await pass(fake, 2_000)
    a.open = 5
    let isThere = false
    void Promise.resolve(b.rents.enter('lane', limits)).then(is => {
      isThere = is
    })
    // A round of the one hears of it, a short one gives back, and a short one of the other takes.
    await pass(fake, roundMs + 2 * hurriedMs + 100)
    assert.ok(isThere, 'B has none')
    assert.ok(a.allowed() + b.allowed() <= 5)
    await Promise.all([a.rents.stop(), b.rents.stop()])
  })

  it('goes on at once where only the answer to its asking was lost', async () => {
    const db = rentsInMemory()
    const fake = fakeWorld({ db })
    let lost = 0
    const connectionsIn = (states: unknown): number => {
      const [state] = (states as string[]).map(one => JSON.parse(one))
      const [, mine] = Object.values(state.holders as Record<string, { connections: number }>)
      return mine?.connections ?? 0
    }
    const query: typeof db.query = async (text, values = []) => {
      const rows = await db.query(text, values)
      if (lost > 0 || rows.length === 0 || !text.includes('insert')) return rows as never
      if (connectionsIn(values[3]) === 0) return rows as never
      lost++
      throw new Error('the answer is lost')
    }
    const a = nodeOf(fake, 1, db)
    const b = nodeOf(fake, 2, { ...db, query })
    for (let n = 0; n < 5; n++) void a.rents.enter('lane', limits)
    await pass(fake, 2_000)
    a.open = 5
    let isThere: boolean | undefined
    void Promise.resolve(b.rents.enter('lane', limits)).then(is => {
      isThere = is
    })
    await pass(fake, 4_000)
    assert.deepEqual([lost, isThere], [1, true])
    await Promise.all([a.rents.stop(), b.rents.stop()])
  })
})
