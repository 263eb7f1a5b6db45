/** The list of domains, at which people look right after they have added one. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { show } from '#kernel/base/ids.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { domainRoutes } from '#sending/domains/routes.ts'
import { callerOf, makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { machineClock } from '../../support/real-clock.ts'

const { db } = await testDatabase()

it('shows one that was just made, although a transaction of somebody else stays open', async () => {
  const world = { ...fakeWorld({ db }), clock: machineClock }
  const project = await makeProject(world as never)
  const call = callerOf(world as never, domainRoutes, project)
  await db.transaction(async tx => {
    await tx.query('select pg_current_xact_id()')
    const { projectId } = project
    const { id } = await createDomain(world as never, { projectId, name: 'new.test' })
    const { body } = await call('domains.list', { query: {} })
    assert.deepEqual(
      (body as { data: { id: string }[] }).data.map(one => one.id),
      [show('dom', id)],
    )
  })
})
