/** Events that were written by a node whose clock is behind: their ids are below that of their email. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { firstNotFound, lastReply } from '#sending/delivery/store.ts'
import { findAddressees } from '#sending/inbound/store.ts'
import { record } from '#sending/timeline/record.ts'
import { forget } from '#sending/timeline/retention.ts'
import { findSeen } from '#sending/tracking/store.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { setStage } from '../limits/stage.ts'

const database = await testDatabase()
const { db } = database
const stage = await setStage(database)
after(() => stage.close())
const [world] = stage.worlds
/** As far as two nodes may be apart: each within two seconds of the database. */
const behindMs = 4_000
const nodeBehind = () => fakeWorld({ db, seed: 3, startMs: world.clock.now() - behindMs })

async function recipientOf(projectId: Uuid) {
  const [one] = await db.query<{ emailId: Uuid; n: number; address: string }>(
    `select email_id as "emailId", n, address from recipients where project_id = $1`,
    [projectId],
  )
  return { projectId, ...one! }
}

it('are found by who looks for what has become of the email, and go with it', async () => {
  const { projectId, send } = await stage.account({})
  assert.equal(await send(0), 'accepted')
  const { emailId, n, address } = await recipientOf(projectId)
  const behind = nodeBehind()
  const at = behind.clock.now()
  const happening = { projectId, emailId, n, at }
  const said = { smtp_code: '450 4.2.0', smtp_response: 'later', mx: 'mx.there.test' }
  await db.transaction(async tx => {
    await record(tx, behind, [
      { ...happening, type: 'deferred', details: { cause: 'domain_not_found_yet' } },
      { ...happening, type: 'deferred', details: said },
      { ...happening, type: 'delivered', details: { mx: 'mx.there.test' } },
    ])
  })
  const delivery = { projectId, emailId, address } as never
  assert.equal(await firstNotFound(db, delivery, 'domain_not_found_yet'), at)
  assert.equal((await lastReply(db, delivery))?.smtp_response, 'later')
  const [addressee] = await findAddressees(db, emailId)
  assert.equal(addressee?.mx, 'mx.there.test')

  await db.query('delete from queue')
  await world.clock.advance(8 * 24 * 3_600_000)
  const forgetting = forget(world)
  await world.clock.advance(1_000)
  assert.equal((await forgetting).emails, 1)
  const left = await db.query('select type from events where project_id = $1', [projectId])
  assert.deepEqual(left, [])
})

it('are found by what is opened or clicked', async () => {
  const { projectId, send } = await stage.account({})
  assert.equal(await send(0, { stream: 'marketing' }), 'accepted')
  const { address: _, ...opened } = await recipientOf(projectId)
  const behind = nodeBehind()
  const at = behind.clock.now()
  await db.transaction(async tx => {
    await record(tx, behind, [
      { ...opened, type: 'delivered', at },
      { ...opened, type: 'opened', at },
    ])
  })
  const [seen] = await findSeen(db, [opened], 0)
  assert.deepEqual([seen?.deliveredAt, seen?.engagements.length], [at, 1])
})
