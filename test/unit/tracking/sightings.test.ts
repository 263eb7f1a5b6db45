/** Clicks that wait to be judged, on many nodes and over the death of any of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { createTaskLoop } from '#platform/queue/tasks.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { record, recordAccepted } from '#sending/timeline/record.ts'
import { createEngagement } from '#sending/tracking/engagement.ts'
import { sightingTask } from '#sending/tracking/sightings.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { testDatabase } from '../../support/database.ts'
import { newEmail } from '../../support/emails.ts'
import { defaultStartMs, type FakeWorld, fakeWorld, until } from '../../support/fake-world.ts'

const { db } = await testDatabase()
await ensurePartitions(fakeWorld({ db }))
const browser = { method: 'GET', userAgent: 'Firefox/140.0', address: '', purpose: '' }
const minuteMs = 60_000

/** Each has ids of its own. */
let stages = 0

interface Node {
  readonly world: FakeWorld
  click(url: string, method?: string): Promise<void>
  /** Judges what is due; how many that was. */
  judge(): Promise<number>
}

/** A letter that was delivered a minute ago, and nodes whose links it may be asked at. */
async function stage(count: number) {
  const seed = ++stages * 1_000
  const first = fakeWorld({ db, seed })
  const email = `owner${first.ids.next()}@malote.test`
  const { projectId } = await createAccount(first, { email, plan: 'free', language: 'en' })
  const letter = newEmail(first, projectId, ['ana@here.test'], { stream: 'marketing' })
  const { id: emailId } = letter
  await db.transaction(tx => recordAccepted(tx, first, [letter], { language: () => 'en' }))
  const about = { projectId, emailId, n: 0, at: first.clock.now() }
  for (const type of ['sent', 'delivered'] as const) {
    await db.transaction(tx => record(tx, first, [{ ...about, type }]))
  }
  const startMs = defaultStartMs + minuteMs
  const nodes = Array.from({ length: count }, (_, n): Node => {
    const world = fakeWorld({ db, startMs, seed: seed + 1 + n })
    const engagement = createEngagement(world)
    const loop = createTaskLoop(world, sightingTask)
    return {
      world,
      async click(url, method = 'GET') {
        const asked = { ...browser, type: 'clicked', method } as const
        engagement.note({ projectId, emailId, n: 0, about: url }, asked)
        await engagement.idle()
      },
      async judge() {
        const taken = await loop.step()
        await until(() => loop.inHand === 0, 'they are judged')
        return taken
      },
    }
  })
  const later = async (ms: number) => {
    for (const { world } of nodes) await world.clock.advance(ms)
  }
  const clicks = async (): Promise<[string, string | undefined][]> => {
    const rows = await db.query<{ url: string; reason: string | null }>(
      `select details ->> 'url' as url, details ->> 'machine_reason' as reason from events
       where email_id = $1 and type = 'clicked' order by at, details ->> 'url'`,
      [emailId],
    )
    return rows.map(({ url, reason }) => [url, reason ?? undefined])
  }
  return { nodes, later, clicks, emailId: emailId as Uuid, projectId }
}

describe('A click', () => {
  it('is nothing that anybody hears of before it is judged', async () => {
    const { nodes, later, clicks } = await stage(1)
    const [node] = nodes as [Node]
    await node.click('https://a.test/')
    await later(2_900)
    assert.equal(await node.judge(), 0)
    assert.deepEqual(await clicks(), [])
    await later(100)
    assert.equal(await node.judge(), 1)
    assert.deepEqual(await clicks(), [['https://a.test/', undefined]])
    assert.equal((await db.query('select from sightings')).length, 0)
  })

  it('outlives the node that was asked for it', async () => {
    const { nodes, later, clicks } = await stage(2)
    const [gone, other] = nodes as [Node, Node]
    await gone.click('https://a.test/')
    await later(3_000)
    assert.equal(await other.judge(), 1)
    assert.equal(await gone.judge(), 0)
    assert.deepEqual(await clicks(), [['https://a.test/', undefined]])
  })

  it('is a program’s beside another link within two seconds, whichever node was asked', async () => {
    const { nodes, later, clicks } = await stage(2)
    const [one, other] = nodes as [Node, Node]
    await one.click('https://a.test/')
    await later(2_000)
    await other.click('https://b.test/')
    await later(1_000)
    // The first is judged while the other waits, and that one by what the first has become.
    assert.equal(await one.judge(), 1)
    await later(2_000)
    assert.equal(await one.judge(), 1)
    assert.deepEqual(await clicks(), [
      ['https://a.test/', 'burst'],
      ['https://b.test/', 'burst'],
    ])
  })

  it('is a person’s beside another link later than that', async () => {
    const { nodes, later, clicks } = await stage(1)
    const [node] = nodes as [Node]
    await node.click('https://a.test/')
    await later(2_001)
    await node.click('https://b.test/')
    await later(3_000)
    assert.equal(await node.judge(), 2)
    assert.deepEqual(await clicks(), [
      ['https://a.test/', undefined],
      ['https://b.test/', undefined],
    ])
  })

  it('is a program’s in a burst although the same link was followed before', async () => {
    const { nodes, later, clicks } = await stage(1)
    const [node] = nodes as [Node]
    await node.click('https://a.test/')
    await later(30_000)
    assert.equal(await node.judge(), 1)
    await node.click('https://a.test/')
    await node.click('https://b.test/', 'HEAD')
    await node.click('https://c.test/')
    await later(3_000)
    await node.judge()
    assert.deepEqual(await clicks(), [
      ['https://a.test/', undefined],
      ['https://a.test/', 'burst'],
      ['https://b.test/', 'head_request'],
      ['https://c.test/', 'burst'],
    ])
  })

  it('twice on one link is one person’s, once', async () => {
    const { nodes, later, clicks } = await stage(2)
    for (const node of nodes) await node.click('https://a.test/')
    await later(1_500)
    await nodes[0]!.click('https://a.test/')
    await later(3_000)
    await Promise.all(nodes.map(node => node.judge()))
    assert.deepEqual(await clicks(), [['https://a.test/', undefined]])
  })

  it('of an email that is gone meanwhile leaves nothing behind', async () => {
    const { nodes, later, emailId, projectId } = await stage(1)
    const [node] = nodes as [Node]
    await node.click('https://a.test/')
    await db.query('delete from recipients where project_id = $1 and email_id = $2', [
      projectId,
      emailId,
    ])
    await later(3_000)
    assert.equal(await node.judge(), 1)
    assert.equal((await db.query('select from sightings')).length, 0)
    assert.equal((await db.query(`select from queue where kind = 'sighting'`)).length, 0)
  })
})
