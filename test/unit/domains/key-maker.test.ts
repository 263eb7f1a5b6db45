/** Keys are made one at a time, and projects take turns for them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { generateKeys } from '#kernel/mail/dkim-record.ts'
import { createKeyMaker } from '#sending/domains/key-maker.ts'
import { machineRandom } from '../../support/real-clock.ts'

const keys = await generateKeys(machineRandom.keyPair)

describe('making keys', () => {
  it('goes one at a time, and a project with many waits between those of others', async () => {
    const finish: (() => void)[] = []
    const maker = createKeyMaker(
      () => new Promise(resolve => void finish.push(() => resolve(keys))),
    )
    const done: string[] = []
    const asked = ['many 1', 'many 2', 'many 3', 'few 1'].map(name =>
      maker.make(name.split(' ')[0]!).then(() => done.push(name)),
    )
    for (let made = 1; made <= asked.length; made++) {
      assert.equal(finish.length, made, 'never two at a time')
      finish.at(-1)!()
      await new Promise(resolve => setImmediate(resolve))
    }
    assert.deepEqual(done, ['many 1', 'many 2', 'few 1', 'many 3'])
  })

  it('goes on after one that failed', async () => {
    let count = 0
    const maker = createKeyMaker(async () => {
      if (++count === 1) throw new Error('no entropy')
      return keys
    })
    await assert.rejects(maker.make('a'), /no entropy/)
    assert.equal(await maker.make('a'), keys)
  })
})
