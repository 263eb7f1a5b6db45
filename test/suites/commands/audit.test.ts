/** What the audit log says of commands: which thing each of them made, changed or deleted, and whose it is. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { it } from 'node:test'
import { read } from '#kernel/base/ids.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()

async function malote(...args: string[]) {
  const own = { DATABASE_URL: database.url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const { status, stdout, stderr } = await maloteWith(own, ...args, '--json')
  assert.equal(status, 0, stdout + stderr)
  return JSON.parse(stdout)
}

/** By action: what it was done with, and whose account that is. */
const noted = async (): Promise<readonly (readonly [string, string, string | null])[]> => {
  const rows = await database.db.query<{ action: string; target: string; account: string | null }>(
    `select action, target_id as target, account_id as account from audit_records order by id`,
  )
  return rows.map(({ action, target, account }) => [action, target, account])
}

it('The audit log names what a command made, not where it was made, and what it changed', async t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'commands-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const people = path.join(folder, 'people.csv')
  writeFileSync(people, 'email\na@x.example\n')

  const { account_id: account } = await malote('account', 'create', '--email', 'noted@tenant.test')
  await malote('account', 'set', account, '--plan', 'pro')
  const two = ['--account', account, '--name', 'Two']
  const { project_id: project } = await malote('project', 'create', ...two)
  const of = ['--project', project]
  const { id: key } = await malote('key', 'create', ...of, '--mode', 'live', '--scope', 'send')
  const { id: domain } = await malote('domain', 'create', ...of, 'noted.test')
  await malote('domain', 'warm', domain)
  const { id: brought } = await malote('contacts', 'import', ...of, people)
  await malote('key', 'delete', key)
  const named = ['--hostname', 'out.mail.test']
  const { id: source } = await malote('source', 'add', '127.0.0.1', ...named, '--projects', project)
  await malote('source', 'set', source, '--projects', 'none')

  const owner = read('acc', account)
  assert.deepEqual(await noted(), [
    ['account.created', account, owner],
    ['account.updated', account, owner],
    ['project.created', project, owner],
    ['key.created', key, owner],
    ['domain.created', domain, owner],
    ['domain.warmed', domain, owner],
    ['import.started', brought, owner],
    ['key.deleted', key, owner],
    ['source_address.added', source, owner],
    ['source_address.updated', source, null],
  ])
})
