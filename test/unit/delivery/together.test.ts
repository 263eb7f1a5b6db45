/** Facts about one email from several transactions at once: each finds what the one before has left. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { lookUp, type NewEvent, record } from '#sending/timeline/record.ts'
import { waitersFor } from '../../support/locks.ts'
import { startTestService } from '../../support/service.ts'

it('what one recipient got and what another got at the same moment are both written', async t => {
  const { world, call, projectId } = await startTestService(t, {
    settings: { MALOTE_ROLES: 'api' },
  })
  const to = ['ana@here.test', 'bia@here.test', 'caio@here.test']
  const body = { from: 'hello@shop.test', to, subject: 'Hello', text: 'Hi' }
  const sent = await call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202)
  const [email] = await world.db.query<{ id: Uuid }>('select id from emails')
  const emailId = email!.id
  const happen = (n: number, type: 'sent' | 'delivered', then = async (): Promise<void> => {}) =>
    world.db.transaction(async tx => {
      await record(tx, world, [{ projectId, emailId, n, type, at: world.clock.now(), details: {} }])
      await then()
    })

  for (const type of ['sent', 'delivered'] as const) {
    const others: Promise<void>[] = []
    await happen(0, type, async () => {
      // They have begun, and wait for the lock, when this one commits.
      others.push(happen(1, type), happen(2, type))
      await waitingForLocks(2)
    })
    await Promise.all(others)
    const states = await world.db.query('select n, state from recipients order by n')
    assert.deepEqual(
      states,
      [0, 1, 2].map(n => ({ n, state: type })),
    )
  }

  async function waitingForLocks(count: number): Promise<void> {
    for (let i = 0; i < 1000; i++) {
      if ((await waitersFor(world.db)) >= count) return
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    assert.fail('nobody waits')
  }
})

it('what is no longer where it was found is not written, though COMMIT is on its way', async t => {
  const { world, call, projectId, timeline } = await startTestService(t, {
    settings: { MALOTE_ROLES: 'api' },
  })
  const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Hello', text: 'Hi' }
  const sent = await call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202)
  const [email] = await world.db.query<{ id: Uuid }>('select id from emails')
  const at = world.clock.now()
  const fact: NewEvent = { projectId, emailId: email!.id, n: 0, type: 'sent', at, details: {} }
  for (const [table, isMoved] of Object.entries({ recipients: true, emails: true, queue: false })) {
    const written = world.db.transaction(async tx => {
      const found = await lookUp(tx, [fact])
      await tx.query(`update ${table} set project_id = project_id`)
      await tx.last(record(tx, world, [fact], found))
    })
    if (isMoved) await assert.rejects(written, { code: '22012' })
    else await written
    const types = (await timeline(sent.body.id)).map(event => event.type)
    assert.deepEqual(types, ['accepted', 'queued', ...(isMoved ? [] : ['sent'])])
  }
})
