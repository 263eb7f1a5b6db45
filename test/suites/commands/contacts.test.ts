/** `malote contacts …` and `malote consent verify`, as operators call them, before a service ran. */
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'contacts-'))

async function malote(...args: string[]) {
  const own = { DATABASE_URL: database.url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const { status, stdout, stderr } = await maloteWith(own, ...args, '--json')
  assert.notEqual(stdout, '', stderr)
  return {
    status,
    lines: stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  }
}

function file(name: string, content: string | Uint8Array): string {
  const place = path.join(folder, name)
  writeFileSync(place, content)
  return place
}

it('contacts are imported from a file, packed or not, and written out', async () => {
  const account = (await malote('account', 'create', '--email', 'cli-contacts@tenant.test'))
    .lines[0]
  const of = ['--project', account.project_id, '--mode', 'test']
  const table = file('people.csv', 'email,first_name\na@x.example,Ana\nnone,x\n')
  const [imported] = (await malote('contacts', 'import', ...of, table)).lines
  assert.deepEqual(
    [imported.status, imported.counts.created, imported.counts.invalid],
    ['done', 1, 1],
  )
  const packed = file('people.ndjson.gz', gzipSync('{"email":"b@x.example"}\n'))
  assert.equal((await malote('contacts', 'import', ...of, packed)).lines[0].counts.created, 1)
  const { lines } = await malote('contacts', 'export', ...of)
  assert.deepEqual(lines.map(one => one.email).sort(), ['a@x.example', 'b@x.example'])
  const missing = await malote('contacts', 'import', ...of, path.join(folder, 'none.csv'))
  assert.deepEqual([missing.status, missing.lines[0].error.param], [1, 'file'])
  const place = await malote('contacts', 'import', ...of, folder)
  assert.deepEqual([place.status, place.lines[0].error.param], [1, 'file'])
  const nobody = await malote('contacts', 'import', ...of, file('x.csv', 'name\nAna\n'))
  assert.deepEqual([nobody.status, nobody.lines[0].error.param], [1, 'mapping'])
})

it('a file that is no proof of consent is not one', async () => {
  for (const text of ['{"records":[]}', 'null']) {
    const { status, lines } = await malote('consent', 'verify', file('proof.json', text))
    assert.deepEqual([status, lines[0].ok], [1, false])
  }
})
