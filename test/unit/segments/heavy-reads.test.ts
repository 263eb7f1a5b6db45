/** One who asks much at once waits for themselves, and nobody for them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { createHeavyReads } from '#marketing/contacts/people/heavy-reads.ts'

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

function stage() {
  const reads = createHeavyReads()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (projectId: string, fails = false): Promise<void> =>
    reads.run(projectId as Uuid, async () => {
      begun.push(projectId)
      await new Promise<void>(resolve => ends.push(resolve))
      if (fails) throw new Error('on purpose')
    })
  const end = async (): Promise<void> => {
    ends.shift()!()
    await turn()
  }
  return { begun, ask, end, ends }
}

it('two of a project run at a time, four in all, and projects take turns', async () => {
  const { begun, ask, end, ends } = stage()
  const all = [...'aaaaa', ...'bbb', 'c'].map(name => ask(name))
  await turn()
  assert.equal(begun.join(''), 'aabb')
  await end()
  assert.equal(begun.join(''), 'aabbc', 'whoever has none goes first')
  await end()
  await end()
  assert.equal(begun.join(''), 'aabbcab')
  while (ends.length > 0) await end()
  await Promise.all(all)
  assert.equal(begun.length, 9)
})

it('one that fails gives its place back', async () => {
  const { ask, end, begun } = stage()
  const first = assert.rejects(ask('a', true), /on purpose/)
  await turn()
  await end()
  await first
  const more = [ask('a'), ask('a')]
  await turn()
  assert.equal(begun.length, 3)
  await end()
  await end()
  await Promise.all(more)
})
