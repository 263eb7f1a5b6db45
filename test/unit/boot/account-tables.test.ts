/** Whose the rows of each table are, for a move of an account. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '#boot/copy-rows-store.ts'
import { accountTables, conditionOf, type TableShape } from '#boot/move-account/account-tables.ts'
import { listShapes } from '#boot/move-account/aside-store.ts'
import { testDatabase } from '../../support/database.ts'

const { url } = await testDatabase()

const shape = (name: string, ...columns: string[]): TableShape => ({
  name,
  columns: columns.map(one => ({ name: one, type: 'uuid' })),
})

describe('The tables of an account', () => {
  it('are all that say whose their rows are, each after those that it refers to', async () => {
    const client = await connect(url)
    const shapes = await listShapes(client).finally(() => client.end())
    const names = accountTables(shapes).map(one => one.name)
    const owned = shapes.filter(one =>
      one.columns.some(({ name }) => name === 'account_id' || name === 'project_id'),
    )
    const left = owned.map(one => one.name).filter(name => !names.includes(name))
    assert.deepEqual(left.sort(), ['moved_accounts', 'moved_here', 'moved_marks'])
    assert.ok(names.indexOf('accounts') < names.indexOf('projects'))
    assert.ok(names.indexOf('projects') < names.indexOf('api_keys'))
    const unowned = names.filter(name => !owned.some(one => one.name === name))
    assert.deepEqual(unowned.sort(), ['accounts', 'search_leaves'])
  })

  it('leave no table out that nobody has placed', () => {
    assert.throws(() => accountTables([shape('strange', 'id')]), /whose the rows of strange are/)
  })

  it('are asked for by the account before the project, and by nothing else', () => {
    const scope = { accountId: 'a', projectIds: ['p', 'q'] }
    const [notices, queue] = accountTables([
      shape('notices', 'account_id', 'project_id'),
      shape('queue', 'project_id'),
    ])
    assert.equal(conditionOf(notices!, scope), "t.account_id = 'a'::uuid")
    assert.equal(conditionOf(queue!, scope), "t.project_id = any('{p,q}'::uuid[])")
  })

  it('stay in the log of changes, and end with sessions', () => {
    const fates = accountTables([
      shape('audit_records', 'account_id'),
      shape('sessions', 'account_id'),
      shape('emails', 'project_id'),
    ]).map(one => one.fate)
    assert.deepEqual(fates, ['stays', 'ends', 'moves'])
  })
})
