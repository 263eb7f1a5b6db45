/**
 * Makes posts of notices that were too many to be made into posts where they happened: each goes to
 * every webhook of its project that asked for it, and one request may cause thousands. Some at a
 * time, and then in line again, so that neither requests and results nor what others owe wait.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '../queue/enqueue.ts'
import type { Task } from '../queue/tasks.ts'
import { addPosts, fanOutKind, postBytes, postsAtOnce, postsFor, postsOf } from './enqueue.ts'
import { takeOwed } from './owed-store.ts'
import { findSubscriptions } from './store.ts'

export const fanOutTask: Task = {
  kind: fanOutKind,
  capacity: 4,
  async runSlice(world, { projectId, subject }) {
    await fanOut(world, { projectId, batchId: subject })
    return false
  },
}

const restMs = 20

function fanOut(
  world: World,
  batch: { readonly projectId: Uuid; readonly batchId: Uuid },
): Promise<void> {
  return world.db.transaction(async tx => {
    const { projectId, batchId } = batch
    const notices = await takeOwed(tx, batch, { posts: postsAtOnce, postBytes })
    const on = new Set((await findSubscriptions(tx, [projectId])).map(one => one.webhookId))
    const posts = notices.flatMap(one =>
      postsOf(world, projectId, { ...one, webhookIds: one.webhookIds.filter(id => on.has(id)) }),
    )
    await addPosts(tx, world, posts)
    const taken = notices.reduce((sum, one) => sum + postsFor(one), 0)
    if (taken < postsAtOnce) return
    const dueAt = world.clock.now() + restMs
    await enqueue(tx, world, [{ kind: fanOutKind, projectId, subject: batchId, dueAt }])
  })
}
