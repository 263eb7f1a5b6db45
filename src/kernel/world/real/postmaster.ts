/**
 * What `postmaster.pid` in a PostgreSQL data folder says, and whether the process it names is still
 * the server of that folder. A number alone proves nothing: it may have been given to another
 * program since, or belong to a zombie that no init has reaped.
 */
import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { promisify } from 'node:util'
import { ignore } from './embedded-files.ts'

interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Undefined while the server is still starting. */
  readonly socketFolder: string | undefined
}

/** The lines are: pid, data, start time, port, socket folder, listen address, memory key, status. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const text = await fs.readFile(file, 'utf8').catch(ignore('ENOENT', 'ENOTDIR'))
  if (text === undefined) return undefined
  const [pid, , , port, socketFolder] = text.split('\n')
  if (!/^-?\d+$/.test(pid ?? '')) return undefined
  return { pid: Math.abs(Number(pid)), port: Number(port), socketFolder: socketFolder || undefined }
}

type PostmasterState = 'ours' | 'zombie' | 'other' | 'gone'

/** `gone` without a lock file or process, `other` if the number belongs to another program. */
export async function stateOf(cluster: string): Promise<PostmasterState> {
  const postmaster = await readPostmaster(cluster)
  if (postmaster === undefined) return 'gone'
  return process.platform === 'linux'
    ? stateByProc(postmaster.pid, cluster)
    : stateByPs(postmaster.pid, cluster)
}

/** Every process of a server stands in its data folder, and only its owner and root can see that. */
async function stateByProc(pid: number, cluster: string): Promise<PostmasterState> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'latin1').catch(ignore('ENOENT', 'ESRCH'))
  if (stat === undefined) return 'gone'
  // The program's name, in brackets, may hold anything; the state follows the last one.
  if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return 'zombie'
  const folder = await fs.readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (folder === cluster) return 'ours'
  // Just forked, a server has not gone to its folder yet: its arguments tell.
  const args = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return args.split('\0').includes(cluster) ? 'ours' : 'other'
}

async function stateByPs(pid: number, cluster: string): Promise<PostmasterState> {
  const args = ['-o', 'stat=,command=', '-p', String(pid)]
  const { stdout } = await promisify(execFile)('ps', args).catch(() => ({ stdout: '' }))
  const line = stdout.trim()
  if (line === '') return 'gone'
  if (line.startsWith('Z')) return 'zombie'
  return line.includes(` -D ${cluster} `) ? 'ours' : 'other'
}
