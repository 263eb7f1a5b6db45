/** Openings and clicks of many projects on their way to the timeline. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { createEngagement } from '#sending/tracking/engagement.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const [stormy, calm] = ['stormy', 'calm'] as Uuid[]

/** Every write with the projects whose openings are in it; none ends before it may. */
function stage() {
  const writes: Uuid[][] = []
  const { promise: open, resolve: goOn } = Promise.withResolvers<void>()
  const query = async (_: string, [projects]: Uuid[][]): Promise<never[]> => {
    writes.push(projects!)
    await open
    return []
  }
  const db = { query, transaction: (work: (tx: unknown) => unknown) => work({ query }) }
  const world = fakeWorld({ db: db as unknown as Db })
  const engagement = createEngagement(world)
  const opened = { type: 'opened', method: 'GET', userAgent: '', address: '', purpose: '' } as const
  return {
    writes,
    goOn,
    engagement,
    note(projectId: Uuid | undefined, count: number) {
      for (let i = 0; i < count; i++) {
        const emailId = world.ids.next()
        engagement.note({ projectId: projectId!, emailId, n: 0, about: '' }, opened)
      }
    },
  }
}

describe('A storm of openings of one project', () => {
  it('does not stand before those of others', async () => {
    const { note, goOn, engagement, writes } = stage()
    note(stormy, 1_000)
    await new Promise(resolve => void setImmediate(resolve))
    note(calm, 3)
    goOn()
    await engagement.idle()
    assert.equal(writes[1]!.filter(projectId => projectId === calm).length, 3)
    assert.equal(writes.flat().length, 1_003)
  })

  it('leaves room to others, where it is more than there is room for', async () => {
    const { note, goOn, engagement, writes } = stage()
    note(stormy, 25_000)
    note(calm, 100)
    goOn()
    await engagement.idle()
    const all = writes.flat()
    assert.equal(all.filter(projectId => projectId === calm).length, 100)
    assert.ok(all.filter(projectId => projectId === stormy).length >= 10_000)
  })
})
