/**
 * Starts a cluster run in namespaces of its own: network, processes, mounts, shared memory. Nothing
 * leads out of them, and the kernel takes away all that was made in them when the run ends, however
 * it ends. Only its folder of logs is on the machine, and it stays where something was wrong.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { passableFolder } from '../../../test/support/passable-folder.ts'

const programs = ['unshare', 'ip', 'nft', 'setpriv', 'patroni', 'etcd', 'haproxy']

/** Why a cluster cannot be run here, in one sentence. */
export function hindrance(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root, for network namespaces'
  const absent = programs.filter(name => spawnSync('which', [name]).status !== 0)
  if (!existsSync('/usr/lib/postgresql')) absent.push('postgresql')
  if (absent.length === 0) return undefined
  return `it needs ${absent.join(', ')}: apt-get install postgresql patroni etcd-server haproxy nftables iproute2`
}

/** As process 1 of its own, a shell takes leave of orphans, of which killed servers leave many. */
const script = `
mkdir -p /run/netns "$1"
mount -t tmpfs tmpfs /run/netns && mount -t tmpfs tmpfs /dev/shm && mount -t tmpfs tmpfs "$1" || exit 3
chmod 755 "$1"
ulimit -n "$(ulimit -Hn)"
shift
"$@" &
run=$!
wait $run
exit $?
`

/** Runs `run.ts` of this folder with these words; its exit code. */
export async function startCluster(words: readonly string[]): Promise<number> {
  const why = hindrance()
  if (why !== undefined) {
    console.error(`No cluster can be run here: ${why}.`)
    return 2
  }
  const folder = await passableFolder('cluster')
  const state = path.join(folder, 'state')
  const run = [
    process.execPath,
    ...process.execArgv,
    path.join(import.meta.dirname, 'run.ts'),
    folder,
  ]
  const own = [
    '--net',
    '--mount',
    '--pid',
    '--ipc',
    '--fork',
    '--mount-proc',
    '--kill-child=SIGKILL',
  ]
  const child = spawn('unshare', [...own, 'bash', '-c', script, 'bash', state, ...run, ...words], {
    stdio: 'inherit',
  })
  // It heeds no other signal while its child lives, and the kernel ends all that is in there.
  const end = (): boolean => child.kill('SIGKILL')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code === 1) console.log(`Logs: ${folder}`)
  else await rm(folder, { recursive: true })
  return code ?? (signal === null ? 1 : 130)
}
