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

/** Volumes that have nothing of what is asked for, each with a leaf of so many bytes. */
async function search(q: string, bytes: number): Promise<{ asked: number[]; turns: number }> {
  const entries = Buffer.alloc(bytes)
  // One entry that fills it all, of the highest triple.
  for (let at = 0; at + 6 <= bytes; at += 6 + entries.readUInt16BE(at + 4)) {
    entries.writeUInt32BE(2 ** 31 - 1, at)
    entries.writeUInt16BE(Math.min(16_000, bytes - at - 6), at + 4)
  }
  const asked: number[] = []
  let turns = 0
  const query = async (text: string, values: readonly unknown[] = []): Promise<unknown[]> => {
    if (text.includes('"isFilled"')) {
      const below = Number(values[2])
      const left = volumes.filter(({ after }) => Number(after.xid) < below)
      return left.slice(0, values.at(-1) as number)
    }
    if (text.includes('search_leaves')) {
      const ids = values[0] as Uuid[]
      asked.push(ids.length)
      return ids.map(id => ({ id, version: 0, emails: 9, first: 2 ** 31 - 1, entries }))
    }
    return [{ emails: 0, last: null }]
  }
  const { emails } = await walk({
    db: { query } as unknown as Db,
    owner: { projectId: nilId, mode: 'live' },
    before: { xid: '2001', id: nilId },
    from: null,
    count: 5,
    looks: { first: 5, max: 100 },
    sought: soughtBy({ search: readSearch(q) }),
    turn: async () => void turns++,
    readBetween: async () => [],
    readAmong: async () => [],
  })
  assert.deepEqual(emails, [])
  return { asked, turns }
}

describe('A search by words', () => {
  it('asks fewer volumes at a time where it reads more of each', async () => {
    assert.deepEqual((await search('zzq', 60)).asked, [2, 16, 128, 512, 42])
    const q = 'ab cd ef gh wonderfully different'
    const cost = costOf(soughtBy({ search: readSearch(q) })!)
    assert.ok(cost > 16)
    const { asked } = await search(q, 60)
    assert.ok(Math.max(...asked) * cost <= 4_096, String(asked))
    assert.equal(
      asked.reduce((sum, n) => sum + n, 0),
      700,
    )
  })

  it('lets others have their turn while it goes through leaves', async () => {
    assert.equal((await search('zzq', 60)).turns, 0)
    const { turns } = await search('zzq', 50_000)
    assert.ok(turns >= 170 && turns <= 180, String(turns))
  })
})
