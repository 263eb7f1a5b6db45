import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { it } from 'node:test'
import { putPoolBehind } from '../../src/world/thread-pool.ts'

it("the pool's threads run behind all others of the process", async t => {
  const count = await putPoolBehind()
  if (count === 0) return t.skip('this system does not tell threads apart')
  const behind: string[] = []
  for (const id of await readdir('/proc/self/task')) {
    const name = await readFile(`/proc/self/task/${id}/comm`, 'utf8')
    if (getPriority(Number(id)) > getPriority()) behind.push(name.trim())
  }
  assert.deepEqual(behind, Array(count).fill('libuv-worker'))
})
