import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { getPriority, platform } from 'node:os'
import { it } from 'node:test'
import { promisify } from 'node:util'
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

it('all threads of a process for whose work nobody waits run behind those of others', async t => {
  if (platform() !== 'linux') return t.skip('only Linux has a priority per thread')
  const { href } = new URL('../../../src/kernel/world/real/thread-pool.ts', import.meta.url)
  const script = `
    import { readdir } from 'node:fs/promises'
    import { getPriority } from 'node:os'
    import { putProcessBehind } from ${JSON.stringify(href)}
    await putProcessBehind()
    const threads = await readdir('/proc/self/task')
    console.log(JSON.stringify(threads.map(id => getPriority(Number(id)))))`
  const flags = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  const priorities = JSON.parse(stdout) as number[]
  assert.ok(priorities.length > 1)
  assert.ok(
    priorities.every(one => one > getPriority()),
    stdout,
  )
})
