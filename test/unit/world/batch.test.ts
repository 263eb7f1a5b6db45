/** Group commit (src/kernel/world/batch.ts): who shares a run, in which order, and what a failure leaves. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createBatcher, createBatchers } from '#kernel/world/batch.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Runs that end when they are told to. */
function runs() {
  const begun: { readonly items: readonly number[]; end(error?: Error): void }[] = []
  const run = (items: readonly number[]): Promise<readonly number[]> =>
    new Promise((resolve, reject) => {
      begun.push({
        items,
        end: error => (error ? reject(error) : resolve(items.map(item => item * 10))),
      })
    })
  return { begun, run }
}

describe('A batcher', () => {
  it('takes what is added in one tick together, and what comes meanwhile next', async () => {
    const { begun, run } = runs()
    const batcher = createBatcher({ run, slots: 1, max: 3 })
    const results = [0, 1, 2].map(item => batcher.add(item))
    await turn()
    results.push(...[3, 4, 5, 6].map(item => batcher.add(item)))
    await turn()
    assert.deepEqual(
      begun.map(one => one.items),
      [[0, 1, 2]],
    )
    for (let i = 0; i < 3; i++) {
      begun[i]!.end()
      await turn()
    }
    assert.deepEqual(
      begun.map(one => one.items),
      [[0, 1, 2], [3, 4, 5], [6]],
    )
    assert.deepEqual(await Promise.all(results), [0, 10, 20, 30, 40, 50, 60])
  })

  it('begins the next run before it answers', async () => {
    const { begun, run } = runs()
    const batcher = createBatcher({ run, slots: 1, max: 10 })
    const order: string[] = []
    const first = batcher.add(1).then(() => order.push(`answered, ${begun.length} begun`))
    await turn()
    const second = batcher.add(2)
    begun[0]!.end()
    await first
    assert.deepEqual(order, ['answered, 2 begun'])
    begun[1]!.end()
    assert.equal(await second, 20)
  })

  it('never has more runs than slots, whatever ends in which order', async () => {
    let running = 0
    let most = 0
    const batcher = createBatcher<number, number>({
      slots: 2,
      max: 4,
      run: async items => {
        most = Math.max(most, ++running)
        for (let left = items[0]! % 5; left > 0; left--) await turn()
        running--
        if (items.includes(7)) throw new Error('seven')
        return items
      },
    })
    const adding = Array.from({ length: 200 }, async (_, i) => {
      for (let left = i % 17; left > 0; left--) await turn()
      return batcher.add(i)
    })
    const settled = await Promise.allSettled(adding)
    const failed = settled.flatMap((one, i) => (one.status === 'rejected' ? [i] : []))
    assert.deepEqual(failed, [7], 'one bad member takes nobody along')
    assert.equal(most, 2)
  })

  it('runs the members of a failed run one by one before it goes on', async () => {
    const { begun, run } = runs()
    const batcher = createBatcher({ run, slots: 1, max: 10 })
    const results = [1, 2].map(item => batcher.add(item).catch((error: Error) => error.message))
    await turn()
    const next = batcher.add(3)
    begun[0]!.end(new Error('together'))
    await turn()
    begun[1]!.end(new Error('alone'))
    await turn()
    begun[2]!.end()
    assert.deepEqual(await Promise.all(results), ['alone', 20])
    await turn()
    begun[3]!.end()
    assert.equal(await next, 30)
    assert.deepEqual(
      begun.map(one => one.items),
      [[1, 2], [1], [2], [3]],
    )
  })

  it('fails all members at once where the database was away', async () => {
    const { begun, run } = runs()
    const batcher = createBatcher({ run, slots: 1, max: 10 })
    const results = [1, 2].map(item => batcher.add(item).catch((error: Error) => error.message))
    await turn()
    begun[0]!.end(new Error('Connection terminated unexpectedly'))
    const lost = 'Connection terminated unexpectedly'
    assert.deepEqual(await Promise.all(results), [lost, lost])
    assert.equal(begun.length, 1)
  })

  it('goes on without a run that is late, which is answered in its own time', async () => {
    const { begun, run } = runs()
    const timers: { ms: number; then: () => void }[] = []
    const clock = {
      timer: (ms: number, then: () => void) => {
        timers.push({ ms, then })
        return { cancel: () => {} }
      },
    }
    const batcher = createBatcher({ run, slots: 1, max: 10, clock })
    const late = batcher.add(1)
    await turn()
    const next = batcher.add(2)
    await turn()
    assert.equal(begun.length, 1)
    timers[0]!.then()
    await turn()
    begun[1]!.end()
    assert.equal(await next, 20)
    begun[0]!.end()
    assert.equal(await late, 10)
    const after = [batcher.add(3), batcher.add(4)]
    await turn()
    assert.equal(begun.length, 3, 'there is one slot still')
    begun[2]!.end()
    assert.deepEqual(await Promise.all(after), [30, 40])
  })

  it('waits for no run that has ended in time', async () => {
    let cancelled = 0
    const clock = { timer: () => ({ cancel: () => cancelled++ }) }
    const { begun, run } = runs()
    const batcher = createBatcher({ run, slots: 1, max: 1, clock })
    const results = [1, 2].map(item => batcher.add(item).catch((error: Error) => error.message))
    await turn()
    assert.equal(cancelled, 0)
    begun[0]!.end()
    await turn()
    assert.equal(cancelled, 1)
    begun[1]!.end(new Error('two'))
    assert.deepEqual(await Promise.all(results), [10, 'two'])
    await turn()
    assert.equal(cancelled, 2)
  })

  it('gives owners turns, and each its own order', async () => {
    const { begun, run } = runs()
    const ownerOf = (item: number): string => String(Math.floor(item / 10))
    const batcher = createBatcher({ run, slots: 1, max: 3, ownerOf })
    const added = [10, 11, 12, 13, 14, 20, 30, 31].map(item => batcher.add(item))
    await turn()
    for (let i = 0; i < 3; i++) {
      begun[i]!.end()
      await turn()
    }
    assert.deepEqual(
      begun.map(one => one.items),
      [
        [10, 20, 30],
        [11, 31, 12],
        [13, 14],
      ],
    )
    await Promise.all(added)
  })

  it('ends a run where its weight is reached, and runs what weighs more alone', async () => {
    const { begun, run } = runs()
    const batcher = createBatcher({ run, slots: 1, max: 9, maxWeight: 10, weigh: item => item })
    const added = [4, 6, 1, 50, 2, 8].map(item => batcher.add(item))
    await turn()
    for (let i = 0; i < 4; i++) {
      begun[i]!.end()
      await turn()
    }
    assert.deepEqual(
      begun.map(one => one.items),
      [[4, 6], [1], [50], [2, 8]],
    )
    await Promise.all(added)
  })

  it('keeps nothing of what has gone, although something always waits', async () => {
    const { begun, run } = runs()
    const ends: WeakRef<Promise<number>>[] = []
    const batcher = createBatcher({ run, slots: 1, max: 10, ownerOf: () => 'one' })
    const add = (count: number) => {
      for (let n = 0; n < count; n++) ends.push(new WeakRef(batcher.add(n)))
    }
    add(20)
    await turn()
    for (let i = 0; i < 200; i++) {
      add(10)
      begun[i]!.end()
      begun[i] = { items: [], end: () => {} }
      await turn()
    }
    collectGarbage()
    await turn()
    const kept = ends.filter(end => end.deref() !== undefined).length
    assert.ok(kept <= 600, `${kept} of ${ends.length} are kept`)
  })

  it('of each owner holds up nobody else', async () => {
    const { begun, run } = runs()
    const parity = (item: number) => String(item % 2)
    const batchers = createBatchers<number, number>(parity, { run, slots: 1, max: 3 })
    const results = [1, 2, 3, 4].map(item => batchers.add(item))
    await turn()
    assert.deepEqual(
      begun.map(one => one.items),
      [
        [1, 3],
        [2, 4],
      ],
    )
    begun[1]!.end()
    assert.deepEqual(await Promise.all([results[1], results[3]]), [20, 40])
    results.push(batchers.add(6), batchers.add(5))
    await turn()
    assert.deepEqual(begun[2]!.items, [6])
    begun[2]!.end()
    begun[0]!.end()
    await turn()
    begun[3]!.end()
    assert.deepEqual(await Promise.all(results), [10, 20, 30, 40, 60, 50])
  })

  it('keeps nothing of an owner who has nothing in hand', async () => {
    const run = async (items: readonly number[]) => items
    const batchers = createBatchers<number, number>(String, { run, slots: 1, max: 1 })
    await batchers.add(0)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let owner = 0; owner < 10_000; owner++) await batchers.add(owner)
    collectGarbage()
    const bytes = (process.memoryUsage().heapUsed - before) / 10_000
    assert.ok(bytes < 200, `${bytes} bytes of each owner are kept`)
    await batchers.add(0)
  })

  it('of one owner has one slot, however its runs end', async () => {
    const { begun, run } = runs()
    const batchers = createBatchers<number, number>(() => 'one', { run, slots: 1, max: 2 })
    const results = [1, 2, 3].map(item => batchers.add(item))
    await turn()
    begun[0]!.end()
    assert.deepEqual(await Promise.all(results.slice(0, 2)), [10, 20])
    results.push(batchers.add(4))
    await turn()
    assert.deepEqual(
      begun.map(one => one.items),
      [[1, 2], [3]],
    )
    begun[1]!.end()
    await turn()
    begun[2]!.end()
    assert.deepEqual(await Promise.all(results), [10, 20, 30, 40])
  })
})
