/** An installation that moves: by a backup, or its rows into another server; lists are as they were. */
import assert from 'node:assert/strict'
import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { clientConfig } from '#kernel/world/real/database-address.ts'
import { ensureRunning, stopUnlessUsed } from '#kernel/world/real/embedded-postgres.ts'
import { findLastBackup } from '#tenants/installation/last-backup.ts'
import { maloteWith } from '../../support/command.ts'
import { createDatabase, testDatabase } from '../../support/database.ts'
import { passableFolder } from '../../support/passable-folder.ts'
import { readAllLists, type Started, startOn } from './lists.ts'

const unsafe = { MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
const log = { debug() {}, info() {}, warn() {}, error() {} }

async function folderFor(t: TestContext): Promise<string> {
  const folder = await passableFolder('move')
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Another server, which begins to count at its first transaction. */
async function otherServer(t: TestContext): Promise<string> {
  const dataDir = await passableFolder('other')
  const { presence, connection } = await ensureRunning({ dataDir, log, unsafe: true })
  t.after(async () => {
    await stopUnlessUsed(dataDir, presence)
    await rm(dataDir, { recursive: true, force: true })
  })
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function filled(url: string): Promise<{ known: Started; before: Lists }> {
  const known = await startOn(url)
  for (let i = 0; i < 7; i++) await known.send(`Email ${i} — ação "\\ \n ✓`.replaceAll('\n', ' '))
  const before = await readAllLists(known)
  await known.stop()
  return { known, before }
}

type Lists = Awaited<ReturnType<typeof readAllLists>>

async function assertSame(url: string, known: Started, before: Lists): Promise<void> {
  const service = await startOn(url, known)
  try {
    assert.deepEqual(await readAllLists(service), before)
    const id = await service.send('After')
    assert.deepEqual((await readAllLists(service)).emails, [id, ...before.emails])
  } finally {
    await service.stop()
  }
}

const told = (ended: { stdout: string }) => JSON.parse(ended.stdout)

describe('malote backup', () => {
  it('is put back into an empty database, whole, with key and pictures', async t => {
    const { url, db } = await testDatabase(t)
    const folder = await folderFor(t)
    const { known, before } = await filled(url)
    const from = { ...unsafe, DATABASE_URL: url, MALOTE_DATA_DIR: path.join(folder, 'data') }
    await mkdir(path.join(folder, 'data/files/ab'), { recursive: true })
    await writeFile(path.join(folder, 'data/files/ab/picture.png'), 'PNG')
    await writeFile(
      path.join(folder, 'data/sealing.key'),
      `${Buffer.alloc(32, 7).toString('base64')}\n`,
      { mode: 0o600 },
    )
    const made = await maloteWith(from, 'backup', '--to', `${folder}/backups/`, '--json')
    assert.equal(made.status, 0, made.stderr)
    const { file, emails, files } = told(made)
    assert.deepEqual([emails, files], [7, 1])
    assert.ok(await findLastBackup(db), 'the doctor hears of it')
    assert.match(made.stderr, /^emails: 7$/m)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const again = await maloteWith(from, 'backup', '--to', file)
    assert.deepEqual([again.status, again.stderr.trim().split('\n').length], [1, 1])

    const target = {
      ...unsafe,
      DATABASE_URL: await otherServer(t),
      MALOTE_DATA_DIR: path.join(folder, 'new'),
    }
    const back = await maloteWith(target, 'restore', '--from', `${folder}/backups`, '--json')
    assert.equal(back.status, 0, back.stderr)
    assert.deepEqual([told(back).emails, told(back).files], [7, 1])
    assert.equal(await readFile(path.join(folder, 'new/files/ab/picture.png'), 'utf8'), 'PNG')
    const keys = ['data', 'new'].map(name =>
      readFile(path.join(folder, name, 'sealing.key'), 'utf8'),
    )
    assert.equal(await keys[1], await keys[0])
    assert.equal((await stat(path.join(folder, 'new/sealing.key'))).mode & 0o777, 0o600)
    const { mode } = await stat(path.join(folder, 'new'))
    assert.equal(mode & 0o011, 0o011 & ~process.umask(), 'root keeps its database in there')
    await assertSame(target.DATABASE_URL, known, before)

    const refused = await maloteWith(target, 'restore', '--from', file, '--json')
    assert.equal(refused.status, 1)
    assert.match(told(refused).error.message, /^The target is not empty: [^\n]*$/)
  })

  it('is refused where it is broken off or none, and leaves the target empty', async t => {
    const { url } = await testDatabase(t)
    const folder = await folderFor(t)
    await filled(url)
    const file = path.join(folder, 'one.backup')
    const made = await maloteWith({ ...unsafe, DATABASE_URL: url }, 'backup', '--to', file)
    assert.equal(made.status, 0, made.stderr)
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n')
    const write = async (name: string, changed: readonly string[]): Promise<string> => {
      await writeFile(path.join(folder, name), gzipSync(changed.join('\n')))
      return path.join(folder, name)
    }
    const firstEvent = lines.indexOf('{"table":"events"}') + 1
    assert.ok(firstEvent > 0)
    const short = await write('short', lines.toSpliced(firstEvent, 1))
    const stranger = { file: 'files/../../outside.png', content: 'UE5H' }
    const outside = await write('outside', lines.toSpliced(1, 0, JSON.stringify(stranger)))
    await truncate(file, Math.floor((await stat(file)).size * 0.7))
    const target = await testDatabase(t)
    const environment = {
      ...unsafe,
      DATABASE_URL: target.url,
      MALOTE_DATA_DIR: path.join(folder, 'x'),
    }
    const none = path.join(folder, 'none')
    await writeFile(none, 'no backup')
    for (const from of [file, short, none, path.join(folder, 'nowhere')]) {
      const refused = await maloteWith(environment, 'restore', '--from', from, '--json')
      assert.equal(refused.status, 1, from)
      assert.match(told(refused).error.message, /^[^\n]*backup[^\n]*$/, refused.stderr)
    }
    const [{ count }] = (await target.db.query<{ count: number }>(
      'select count(*)::integer as count from emails',
    )) as [{ count: number }]
    assert.equal(count, 0)
    // Somebody else's file: what it names outside the folder of pictures is written nowhere.
    const taken = await maloteWith(environment, 'restore', '--from', outside, '--json')
    assert.deepEqual([taken.status, told(taken).files], [0, 0], taken.stderr)
    await assert.rejects(stat(path.join(folder, 'outside.png')), { code: 'ENOENT' })
  })
})

describe('malote database move', () => {
  it('makes the same lists elsewhere, leaves the old ones, and moves back', async t => {
    const { url } = await testDatabase(t)
    const { known, before } = await filled(url)
    const other = await otherServer(t)
    const moved = await maloteWith(
      { ...unsafe, DATABASE_URL: url },
      'database',
      'move',
      '--to',
      other,
      '--json',
    )
    assert.equal(moved.status, 0, moved.stderr)
    assert.deepEqual([told(moved).emails, told(moved).identical], [7, true])
    await assertSame(url, known, before)
    await assertSame(other, known, before)
    const refused = await maloteWith(
      { ...unsafe, DATABASE_URL: url },
      'database',
      'move',
      '--to',
      other,
      '--json',
    )
    assert.match(told(refused).error.message, /^The target is not empty/)
    const service = await startOn(other, known)
    const after = await readAllLists(service)
    await service.stop()
    const home = await createDatabase({ isBare: true })
    t.after(() => home.drop())
    const back = await maloteWith(
      { ...unsafe, DATABASE_URL: other },
      'database',
      'move',
      '--to',
      home.url,
    )
    assert.equal(back.status, 0, back.stderr)
    await assertSame(home.url, known, after)
  })

  it('goes on where it was broken off, and starts nothing on half of it', async t => {
    const { url } = await testDatabase(t)
    const { known, before } = await filled(url)
    const home = await createDatabase({ isBare: true })
    t.after(() => home.drop())
    const environment = { ...unsafe, DATABASE_URL: url }
    const move = (...more: string[]) =>
      maloteWith(environment, 'database', 'move', '--to', home.url, '--json', ...more)
    const client = new pg.Client(clientConfig(home.url))
    client.on('error', () => {})
    await client.connect()
    await maloteWith({ ...unsafe, DATABASE_URL: home.url }, 'migrate')
    await client.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
      create trigger refuse before insert on events for each row execute function refuse()`)
    const broken = await move()
    assert.equal(broken.status, 1)
    const started = await maloteWith(
      { ...unsafe, DATABASE_URL: home.url },
      'account',
      'show',
      known.accountId,
    )
    assert.match(started.stderr, /move_is_not_finished/)
    assert.match(told(await move()).error.message, /--resume/)
    await client.query(`create or replace function refuse() returns trigger language plpgsql as $$ begin
        return case when new.type = 'queued' then null else new end; end $$`)
    const less = await move('--resume')
    assert.equal(less.status, 1, 'rows that did not arrive are missed')
    assert.match(told(less).error.message, /\bevents\b/)
    await client.query('drop trigger refuse on events; drop function refuse()')
    await client.end()
    const resumed = await move('--resume')
    assert.equal(resumed.status, 0, resumed.stderr)
    assert.ok(told(resumed).kept > 0)
    await assertSame(home.url, known, before)
  })

  it('waits until nothing works on the old one', async t => {
    const { url } = await testDatabase(t)
    const service = await startOn(url)
    const home = await createDatabase({ isBare: true })
    t.after(() => home.drop())
    const refused = await maloteWith(
      { ...unsafe, DATABASE_URL: url },
      'database',
      'move',
      '--to',
      home.url,
      '--json',
    )
    await service.stop()
    assert.match(
      told(refused).error.message,
      /^The node [^\n]* works on this database: stop the service/,
    )
  })
})
