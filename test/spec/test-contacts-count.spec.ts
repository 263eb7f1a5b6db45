/** How many test contacts an account on the Free plan may have, however they come. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Called } from '../support/called.ts'
import { addedProject, changedPlan, madeTestContacts } from '../support/happened.ts'
import { startTestService } from '../support/service.ts'

describe('test contacts of an account on the Free plan', () => {
  it('are 50,000, over all of its projects; live ones and other plans have no such limit', async t => {
    const service = await startTestService(t)
    const { world, projectId, accountId } = service
    const other = world.ids.next()
    await addedProject(world.db, accountId, other)
    const fill = (project: string, count: number) => madeTestContacts(world.db, project, count)
    await fill(other, 30_000)
    await fill(projectId, 19_998)
    const [test, live] = [await service.key('test', 'admin'), await service.key('live', 'admin')]
    const add = (key: string, ...emails: string[]) =>
      service.call('POST', '/v1/contacts/batch', {
        key,
        body: { contacts: emails.map(email => ({ email })), on_error: 'skip' },
      })
    const planOf = (plan: string) => changedPlan(world.db, accountId, plan)

    await planOf('free')
    const made = (called: Called) =>
      called.body.data.map((row: { created?: boolean; error?: { param: string } }) =>
        row.error === undefined ? row.created : row.error.param,
      )
    assert.deepEqual(
      made(await add(test, 'p1@here.test', 'a@here.test', 'b@here.test', 'c@here.test')),
      [false, true, true, 'contacts[3].email'],
    )
    const one = await service.call('POST', '/v1/contacts', {
      key: test,
      body: { email: 'd@here.test' },
    })
    assert.deepEqual([one.status, one.body.error.param], [400, 'email'])
    assert.match(one.body.error.message, /at most 50,000 test contacts/)
    assert.deepEqual(made(await add(live, 'd@here.test')), [true])
    assert.equal(
      (await service.call('DELETE', '/v1/contacts/a@here.test', { key: test })).status,
      200,
    )
    assert.deepEqual(made(await add(test, 'd@here.test')), [true])
    await planOf('pro')
    assert.deepEqual(made(await add(test, 'e@here.test', 'f@here.test')), [true, true])
  })
})
