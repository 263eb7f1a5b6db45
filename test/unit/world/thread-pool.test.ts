import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { getPriority, platform } from 'node:os'
import { it } from 'node:test'
import { putPoolBehind } from '#kernel/world/real/thread-pool.ts'

it("the pool's threads run behind all others of the process", async t => {
  if (platform() !== 'linux') return t.skip('only Linux has a priority per thread')
  const count = await putPoolBehind()
  assert.ok(count > 0, 'none of that name')
  const behind: string[] = []
  for (const id of await readdir('/proc/self/task')) {
    const name = await readFile(`/proc/self/task/${id}/comm`, 'utf8')
    if (getPriority(Number(id)) > getPriority()) behind.push(name.trim())
  }
  assert.deepEqual(behind, Array(count).fill('libuv-worker'))
})
