/** How many test contacts an account on the Free plan may have, however they come. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Called, startTestService } from '../support/service.ts'

describe('test contacts of an account on the Free plan', () => {
  it('are 50,000, over all of its projects; live ones and other plans have no such limit', async t => {
    const service = await startTestService(t)
    const { world, projectId, accountId } = service
    const other = world.ids.next()
    await world.db.query(
      `insert into projects (id, account_id, name, created_at) values ($1, $2, 'Other', now())`,
      [other, accountId],
    )
    const fill = (project: string, count: number) =>
      world.db.query(
        `insert into contacts (project_id, mode, id, email, email_key, bucket, source, created_at,
           updated_at)
         select $1, 'test', gen_random_uuid(), 'p' || n || '@here.test', 'p' || n || '@here.test', 0,
           'api', now(), now() from generate_series(1, $2::integer) n`,
        [project, count],
      )
    await fill(other, 30_000)
    await fill(projectId, 19_998)
    const [test, live] = [await service.key('test', 'admin'), await service.key('live', 'admin')]
    const add = (key: string, ...emails: string[]) =>
      service.call('POST', '/v1/contacts/batch', {
        key,
        body: { contacts: emails.map(email => ({ email })), on_error: 'skip' },
      })
    const planOf = (plan: string) =>
      world.db.query('update accounts set plan = $2 where id = $1', [accountId, plan])

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
