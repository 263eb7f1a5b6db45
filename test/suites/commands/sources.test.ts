/** `malote source …`, as operators call it: for whom a pool is, and for everybody again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()

async function malote(...args: string[]) {
  const own = { DATABASE_URL: database.url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const { status, stdout, stderr } = await maloteWith(own, ...args, '--json')
  assert.equal(status, 0, stdout + stderr)
  return JSON.parse(stdout)
}

it('A pool is for whom its words name, and for everybody where they say none', async () => {
  const { project_id: project } = await malote('account', 'create', '--email', 'pool@tenant.test')
  const hostname = ['--hostname', 'out.mail.test']
  const added = await malote('source', 'add', '127.0.0.1', ...hostname, '--streams', 'none')
  assert.deepEqual([added.projects, added.streams, added.state], [null, null, 'warming'])

  const theirs = ['--projects', project, '--streams', 'marketing, transactional']
  const given = await malote('source', 'set', added.id, ...theirs)
  assert.deepEqual(given.projects, [project])
  assert.deepEqual(given.streams, ['marketing', 'transactional'])

  const renamed = await malote('source', 'set', added.id, '--hostname', 'out2.mail.test')
  assert.deepEqual([renamed.hostname, renamed.projects], ['out2.mail.test', [project]])

  const everybodys = await malote('source', 'set', added.id, '--projects', 'none')
  assert.equal(everybodys.projects, null)
  assert.deepEqual(everybodys.streams, ['marketing', 'transactional'])
  const all = await malote('source', 'set', added.id, '--streams', 'none')
  assert.deepEqual([all.projects, all.streams, all.hostname], [null, null, 'out2.mail.test'])
})
