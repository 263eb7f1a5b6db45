/** How much a search asks of the index of words at a time (timeline/search-walk.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { floorId, nilId, type Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { readSearch } from '#sending/timeline/search.ts'
import { walk } from '#sending/timeline/search-walk.ts'
import { costOf, soughtBy } from '#sending/timeline/sought.ts'

const volumes = Array.from({ length: 700 }, (_, i) => ({
  id: floorId(1_000 + i),
  after: { xid: String(2_000 - i), id: nilId },
  upto: { xid: String(2_001 - i), id: nilId },
  isFilled: true,
}))

interface Asked {
  readonly volumes: number
  /** In leaves, about. */
  readonly cost: number
}

type Leaf = (volume: number, lows: readonly number[]) => Buffer

/** Asks volumes, each with one leaf; where one has what is asked for, no email fits in the end. */
async function search(q: string, leaf: Leaf): Promise<{ asked: Asked[]; turns: number }> {
  const asked: Asked[] = []
  let turns = 0
  const query = async (text: string, values: readonly unknown[] = []): Promise<unknown[]> => {
    if (text.includes('"isFilled"')) {
      const below = Number(values[2])
      const left = volumes.filter(({ after }) => Number(after.xid) < below)
      return left.slice(0, values.at(-1) as number)
    }
    if (text.includes('search_leaves')) {
      const [ids, lows, highs] = values as [Uuid[], number[], number[]]
      const cost = lows.reduce((sum, low, i) => sum + (low === highs[i] ? 1 : 8), 0)
      asked.push({ volumes: ids.length, cost })
      return ids.map(id => {
        const entries = leaf(
          volumes.findIndex(one => one.id === id),
          lows,
        )
        return { id, version: 0, emails: 9, first: entries.readUInt32BE(0), entries }
      })
    }
    if (text.includes('substring(v.ids')) return (values[0] as Uuid[]).map(id => ({ id }))
    return [{ emails: 0, last: null }]
  }
  const { emails } = await walk({
    db: { query } as unknown as Db,
    owner: { projectId: nilId, mode: 'live' },
    before: { xid: '2001', id: nilId },
    from: null,
    count: 5,
    looks: { first: 5, max: 10_000 },
    sought: soughtBy({ search: readSearch(q) }),
    turn: async () => void turns++,
    readBetween: async () => [],
    readAmong: async () => [],
  })
  assert.deepEqual(emails, [])
  return { asked, turns }
}

/** Has nothing of what is asked for: one entry that fills it all, of the highest triple. */
const others =
  (bytes: number): Leaf =>
  () => {
    const entries = Buffer.alloc(bytes)
    for (let at = 0; at + 6 <= bytes; at += 6 + entries.readUInt16BE(at + 4)) {
      entries.writeUInt32BE(2 ** 31 - 1, at)
      entries.writeUInt16BE(Math.min(16_000, bytes - at - 6), at + 4)
    }
    return entries
  }

/** All triples that are asked for, of the first email of a volume: all but the two newest. */
const older: Leaf = (volume, lows) => {
  if (volume < 2) return others(60)(volume, lows)
  const sorted = lows.filter(low => low > 0).toSorted((a, b) => a - b)
  return Buffer.concat(
    sorted.map(low => {
      const entry = Buffer.alloc(7)
      entry.writeUInt32BE(low, 0)
      entry.writeUInt16BE((2 << 14) | 1, 4)
      return entry
    }),
  )
}

const wide = 'ab cd ef gh wonderfully different'

describe('A search by words', () => {
  it('asks more volumes at a time the longer nothing is found', async () => {
    const { asked } = await search('zzq', others(60))
    assert.deepEqual(
      asked,
      [2, 16, 128, 512, 42].map(n => ({ volumes: n, cost: 2 })),
    )
  })

  it('asks for little where that alone shows that nothing is there', async () => {
    const { asked } = await search(wide, others(60))
    assert.equal(asked[0]!.cost, costOf(soughtBy({ search: readSearch(wide) })!))
    assert.deepEqual(
      asked.slice(1),
      [16, 128, 512, 42].map(n => ({ volumes: n, cost: 2 })),
    )
  })

  it('asks fewer volumes at a time where it reads more of each', async () => {
    const whole = costOf(soughtBy({ search: readSearch(wide) })!)
    assert.ok(whole > 16)
    const { asked } = await search(wide, older)
    for (const { volumes, cost } of asked) assert.ok(volumes * cost <= 4_096, `${volumes} ${cost}`)
    const read = asked.reduce((sum, { volumes, cost }) => sum + volumes * cost, 0)
    assert.equal(read, 700 * whole, 'all of it is read, once')
    assert.ok(asked.length < 20, JSON.stringify(asked))
  })

  it('lets others have their turn while it goes through leaves', async () => {
    assert.equal((await search('zzq', others(60))).turns, 0)
    const { turns } = await search('zzq', others(50_000))
    assert.ok(turns >= 170 && turns <= 180, String(turns))
    const narrowed = await search(wide, others(50_000))
    assert.ok(narrowed.turns >= 170 && narrowed.turns <= 180, String(narrowed.turns))
  })
})
