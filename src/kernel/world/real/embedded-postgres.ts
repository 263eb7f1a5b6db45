/**
 * Runs the PostgreSQL that comes with the npm packages: makes the data on first use, starts the
 * server on a unix socket only, starts it again if it dies, and stops it when nobody uses it any
 * more.
 *
 * A server outlives a killed Node, deliberately: the next start finds it by the postmaster.pid in
 * its data and adopts it. So there are three ways in (adopt, start, make and start) and several
 * processes may take them at once; PostgreSQL's own lock decides who starts, the others adopt.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import type pg from 'pg'
import { faultText } from '../../base/start-refused.ts'
import type { Log } from '../world.ts'
import {
  clusterOf,
  DatabaseRefused,
  findPlace,
  ignore,
  type ServerFolders,
  type SystemUser,
} from './embedded-files.ts'
import {
  connectPatiently,
  enter,
  isAlone,
  pause,
  pollMs,
  port,
  user,
  usersLock,
} from './embedded-session.ts'
import { postgresSettings } from './embedded-settings.ts'
import { makeSpareWal } from './embedded-wal.ts'
import { usableMemory } from './machine.ts'
import { everySoOften, type TellStep } from './opening-steps.ts'
import { readPostmaster, stateOf } from './postmaster.ts'

interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Log
  /** Told what takes a while, of the first start alone. */
  readonly tell?: TellStep | undefined
  /**
   * Never starts it: another process will. Whoever runs behind others would have a server that is
   * behind as well.
   */
  readonly isGuest?: boolean
  /** For tests only: no fsync, so a crash of the machine may destroy the data. */
  readonly unsafe?: boolean
  /** The folder of the npm package with the programs, if not the installed one. */
  readonly packageRoot?: string
  /** Where root puts what the server's account could not reach; default /var/lib/malote. */
  readonly sharedFolder?: string
}

interface SocketAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export interface EmbeddedPostgres {
  readonly connection: SocketAddress
  /** Whether the server was running already, left by a killed process or used by another one. */
  readonly adopted: boolean
  /**
   * Ends the supervision, then stops the server unless other processes use it.
   * Whoever is last stops it, whoever started it. Close the own connections first.
   */
  stop(): Promise<void>
}

/** sockaddr_un holds 108 bytes with the final NUL; the name of the socket is part of it. */
const maxSocketBytes = 107
/** Recovery after a crash replays up to max_wal_size, and a slow disk takes its time. */
const startTimeoutMs = 300_000
const stopTimeoutMs = 20_000

const restartPauseMs = 1_000
/** A process that is starting has written its lock by then. */
const emptyLockMs = 3_000

/** Starts or adopts the server and keeps it running until `stop`. Throws DatabaseRefused. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const first = await ensureRunning(options)
  let presence = first.presence
  let isStopping = false
  let restarting: Promise<void> = Promise.resolve()
  const watch = () => {
    presence.once('end', () => {
      if (!isStopping) restarting = restart()
    })
  }
  const restart = async () => {
    options.log.error({}, 'the embedded PostgreSQL has ended; starting it again')
    while (!isStopping) {
      try {
        presence = (await ensureRunning({ ...options, tell: undefined })).presence
        watch()
        return
      } catch (error) {
        options.log.error({ error: String(error) }, 'PostgreSQL did not start')
        await pause(restartPauseMs)
      }
    }
  }
  watch()
  if (!first.adopted && !options.unsafe) void makeSpareWal(first.presence, () => isStopping)
  return {
    connection: first.connection,
    adopted: first.adopted,
    stop: async () => {
      isStopping = true
      await restarting
      await stopUnlessUsed(options.dataDir, presence)
    },
  }
}

export interface Running {
  readonly connection: SocketAddress
  readonly adopted: boolean
  /**
   * An open connection that holds the lock of those who use the server; its end tells that the
   * server has ended. End it, or unref it and let it end with the process.
   */
  readonly presence: pg.Client
}

/** Adopts or starts the server without starting it again afterwards. */
export async function ensureRunning(options: EmbeddedOptions): Promise<Running> {
  const place = await findPlace(options)
  await makeCluster(place, options)
  await refuseOtherVersion(place)
  const begun = performance.now()
  const deadline = begun + startTimeoutMs
  const isTime = everySoOften(() => performance.now())
  let child: Child | undefined
  while (performance.now() < deadline) {
    const presence = await enter(place.cluster)
    if (presence !== undefined) {
      child?.process.unref()
      const connection = { host: presence.host, port: presence.port, user, database: user }
      return { connection, adopted: child?.isOver() ?? true, presence }
    }
    // Nobody answers: somebody is still starting or stopping, or nobody is there.
    if (
      !options.isGuest &&
      (await stateOf(place.cluster)) !== 'ours' &&
      (child?.isOver() ?? true)
    ) {
      if (child !== undefined) await explainFailure(child, place)
      await removeStaleLock(place.cluster)
      options.tell?.({ kind: 'starting_server', folder: options.dataDir })
      child = await startServer(place, options)
    }
    if (isTime()) {
      const seconds = Math.round((performance.now() - begun) / 1_000)
      options.tell?.({ kind: 'waiting_for_server', seconds })
    }
    await pause(pollMs)
  }
  const { cluster } = place
  throw new DatabaseRefused(
    faultText('silent_server', {
      cluster,
      seconds: startTimeoutMs / 1000,
      log: logFile(cluster),
    }),
  )
}

/**
 * Stops the server of this data folder if it runs and no other process uses it: every user holds
 * the lock shared, so a process that gets it alone is the last. It keeps the lock to the end, so
 * that a newcomer waits, sees the server go, and starts it again. True if it no longer runs.
 */
export async function stopUnlessUsed(dataDir: string, presence?: pg.Client): Promise<boolean> {
  const cluster = await clusterOf(dataDir)
  const hasLeft = await presence?.query(`select pg_advisory_unlock_shared(${usersLock})`).then(
    () => true,
    () => false,
  )
  // By the same connection: another one would have to wait until the server has seen this one go.
  const client = hasLeft ? presence : await connectPatiently(cluster)
  if (client !== undefined && !(await isAlone(client))) {
    await client.end().catch(() => {})
    return false
  }
  await stopServer(cluster)
  await client?.end().catch(() => {})
  return true
}

/** Makes the data beside its final place and renames it, so that half-made data is never used. */
async function makeCluster(place: ServerFolders, options: EmbeddedOptions): Promise<void> {
  const { cluster, account } = place
  if (await exists(path.join(cluster, 'PG_VERSION'))) return
  options.tell?.({ kind: 'making_data', folder: options.dataDir })
  const parent = path.dirname(cluster)
  const unfinished = path.join(parent, `.postgres-${process.pid}-${randomBytes(4).toString('hex')}`)
  await removeAbandoned(parent)
  await fs.mkdir(unfinished, { mode: 0o700 })
  if (account !== undefined) await fs.chown(unfinished, account.uid, account.gid)
  const args = ['-D', unfinished, '-U', user, '--auth=trust', '--no-instructions']
  // Without a locale initdb would quietly choose SQL_ASCII; the built-in one needs nothing of the
  // system, so the sort order does not change with its C library either.
  args.push('--encoding=UTF8', '--locale=C')
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (options.unsafe) args.push('--no-sync')
  const { code, output } = await runToEnd(place, 'initdb', args)
  if (code !== 0) {
    await fs.rm(unfinished, { recursive: true, force: true })
    throw new DatabaseRefused(faultText('unmade_data', { cluster, why: output.trim() }))
  }
  const main = path.join(unfinished, 'postgresql.conf')
  await fs.appendFile(main, "\ninclude 'malote.conf'\n")
  // An empty folder in the way (a mounted volume's) is replaced, a filled one is somebody else's.
  await fs.rename(unfinished, cluster).catch(async error => {
    await fs.rm(unfinished, { recursive: true, force: true })
    if (await exists(path.join(cluster, 'PG_VERSION'))) return
    throw new DatabaseRefused(faultText('unplaced_data', { cluster, why: error.message }))
  })
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await fs.readdir(parent)) {
    const pid = Number(/^\.postgres-(\d+)-/.exec(name)?.[1])
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) {
      await fs.rm(path.join(parent, name), { recursive: true, force: true })
    }
  }
}

async function refuseOtherVersion({ native, cluster }: ServerFolders): Promise<void> {
  const file = path.join(cluster, 'PG_VERSION')
  const found = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error
    throw new DatabaseRefused(faultText('others_data', { cluster }))
  })
  const catalog = path.join(native, 'share', 'postgresql', 'postgres.bki')
  const handle = await fs.open(catalog)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
  await handle.close()
  const brought = /^# PostgreSQL (\d+)/.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
  if (found.trim() === brought) return
  throw new DatabaseRefused(
    faultText('other_major', { cluster, found: found.trim(), brought: String(brought) }),
  )
}

interface Child {
  readonly process: ChildProcess
  /** Where its lines begin in the log, which it may share with a server that is still leaving. */
  readonly logFrom: number
  isOver(): boolean
}

async function startServer(place: ServerFolders, options: EmbeddedOptions): Promise<Child> {
  const { cluster, account } = place
  const settings = path.join(cluster, 'malote.conf')
  await fs.writeFile(settings, postgresSettings(options.unsafe === true, usableMemory()), {
    mode: 0o600,
  })
  if (account !== undefined) await fs.chown(settings, account.uid, account.gid)
  const socketFolder = await makeSocketFolder(cluster, account)
  const log = await openLog(cluster, account)
  const { size: logFrom } = await log.stat()
  const args = ['-D', cluster, '-p', String(port), '-k', socketFolder, '-c', 'listen_addresses=']
  // In a session of its own: Ctrl-C in the terminal is for Node, which still needs the database to
  // drain. Into a file: a pipe would end with Node, and the server with the pipe.
  const child = spawn(path.join(place.native, 'bin', 'postgres'), args, {
    ...account,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  let isOver = false
  child.once('exit', () => {
    isOver = true
  })
  child.once('error', error => {
    isOver = true
    options.log.error({ error: error.message }, 'PostgreSQL could not be executed')
  })
  await log.close()
  return { process: child, logFrom, isOver: () => isOver }
}

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The data folder itself, unless its path is too long for a socket's name. */
async function makeSocketFolder(cluster: string, account: SystemUser | undefined): Promise<string> {
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.${port}`) <= maxSocketBytes) return cluster
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const folder = path.join(os.tmpdir(), `malote-${hash}`)
  await fs.mkdir(folder, { mode: 0o700 }).catch(ignore('EEXIST'))
  const found = await fs.lstat(folder)
  const owner = account?.uid ?? process.getuid?.()
  // Anybody may make folders there: one that is not ours could hold somebody else's server.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new DatabaseRefused(faultText('others_socket', { folder }))
  }
  await fs.chmod(folder, 0o700)
  if (account !== undefined) await fs.chown(folder, account.uid, account.gid)
  return folder
}

const logFile = (cluster: string) => path.join(cluster, 'postgres.log')
const maxLogBytes = 10 * 1024 * 1024

async function openLog(cluster: string, account: SystemUser | undefined) {
  const file = logFile(cluster)
  const size = await fs.stat(file).then(
    found => found.size,
    () => 0,
  )
  if (size > maxLogBytes) await fs.rename(file, `${file}.1`)
  const log = await fs.open(file, 'a', 0o600)
  if (account !== undefined) await log.chown(account.uid, account.gid)
  return log
}

/** After a start that failed: returns if trying again may help, else throws what the log says. */
async function explainFailure(child: Child, place: ServerFolders): Promise<void> {
  const text = await fs.readFile(logFile(place.cluster)).catch(() => Buffer.alloc(0))
  const lines = text.subarray(child.logFrom).toString().trimEnd().split('\n')
  const own = lines.filter(line => isOf(child.process.pid, line)).join(' ')
  // It ran, and was stopped by somebody who used it and was the last before we had come in.
  if (child.process.exitCode === 0) return
  // The backends of a killed server need a moment to notice, or somebody else was faster.
  if (/shared memory block .* still in use|lock file ".*" (already exists|is empty)/.test(own))
    return
  const last = lines.slice(-4).join(' ')
  const how = child.process.exitCode ?? child.process.signalCode ?? 'not executed'
  const why = last || { en: 'it wrote nothing.', pt: 'ele não escreveu nada.' }
  throw new DatabaseRefused(faultText('unstarted_server', { cluster: place.cluster, how, why }))
}

/** Lines begin with a time and `[pid]`; what is written before logging is set up has neither. */
function isOf(pid: number | undefined, line: string): boolean {
  const writer = /^[\d-]+ [\d:.]+ \w+ \[(\d+)\] /.exec(line)?.[1]
  return writer === undefined || writer === String(pid)
}

/**
 * postmaster.pid of a server that is no more makes PostgreSQL refuse to start if a process of that
 * number lives: another program (numbers are reused, in containers at once) or a zombie that no
 * init reaps. So does an empty one, of a server that fell while it wrote it. Only in these cases it
 * is removed; PostgreSQL itself deals with all others.
 */
async function removeStaleLock(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  const state = await stateOf(cluster)
  const found = await fs.stat(file).catch(ignore('ENOENT'))
  const isLeft = found?.size === 0 && Date.now() - found.mtimeMs > emptyLockMs
  if (state === 'zombie' || state === 'other' || isLeft) await fs.rm(file, { force: true })
}

/** SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for every client to leave. */
async function stopServer(cluster: string): Promise<void> {
  const postmaster = await readPostmaster(cluster)
  if (postmaster === undefined || (await stateOf(cluster)) !== 'ours') return
  signal(postmaster.pid, 'SIGINT')
  const hurry = performance.now() + stopTimeoutMs
  for (let hasHurried = false; (await stateOf(cluster)) === 'ours'; await pause(pollMs)) {
    if (hasHurried || performance.now() < hurry) continue
    hasHurried = true
    signal(postmaster.pid, 'SIGQUIT')
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    ignore('ESRCH')(error as NodeJS.ErrnoException)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function runToEnd(place: ServerFolders, program: string, args: readonly string[]) {
  const child = spawn(path.join(place.native, 'bin', program), args, {
    ...place.account,
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  child.stdout.resume()
  return new Promise<{ code: number | null; output: string }>(resolve => {
    child.once('error', error => resolve({ code: -1, output: error.message }))
    child.once('close', code => resolve({ code, output }))
  })
}

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  )
