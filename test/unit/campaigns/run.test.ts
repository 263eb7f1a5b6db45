/** The clock of campaigns in a process with more than one service, as after a restart in a simulation. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { read } from '#kernel/base/ids.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { campaignParts } from '#marketing/campaigns/parts.ts'
import { campaignTask } from '#marketing/campaigns/sending/run.ts'
import { campaignStage } from '../../support/campaigns.ts'

/** A service of its own on the same tables, until its database is gone. */
function nodeOf(base: World) {
  let isGone = false
  let uses = 0
  const db = new Proxy(base.db, {
    get(target, name) {
      if (isGone) throw new Error('a database that is gone was asked')
      uses++
      const found: unknown = Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
  const world: World = { ...base, db, runtime: createRuntime() }
  return {
    world,
    usesOf: () => uses,
    die() {
      isGone = true
    },
  }
}

it('goes on with a campaign in the World of the service that takes its turn', async t => {
  // Nobody but the test runs a campaign.
  const stage = await campaignStage(t, 'test', { settings: { MALOTE_ROLES: 'api' } })
  await stage.join(['a@here.test', 'b@here.test'])
  const id = await stage.make()
  await stage.send(id)
  const { world, projectId } = stage.service
  const about = { projectId, subject: read('cmp', id)!, n: 0, destination: null as never }
  const [first, second] = [nodeOf(world), nodeOf(world)]
  const task = campaignTask(campaignParts)
  assert.equal(await task.runSlice(first.world, about), true)
  assert.equal((await stage.read(id)).status, 'sending')
  first.die()
  assert.equal(second.usesOf(), 0)
  assert.equal(await task.runSlice(second.world, about), true)
  assert.ok(second.usesOf() > 0)
})
