/**
 * Other people's mail servers, each in a throw-away copy of this machine: an overlay over the root
 * file system in a mount and process namespace of its own, so that packages that exclude each other
 * can be installed side by side and nothing stays behind. Needs root on Debian or a system like it.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'

export interface Machine {
  readonly name: string
  /** What `dpkg` says of the first package. */
  version(): string
  /** Runs a shell command inside, with the text as its input; resolves with what it printed. */
  run(command: string, input?: Buffer): Promise<string>
  /** How to start a program inside as somebody without rights; it ends with what starts it. */
  starting(program: string): readonly [string, ...string[]]
}

export interface MachineOptions {
  readonly name: string
  readonly packages: readonly string[]
  /** Those that are wanted of them; others are taken where the archive has these no more. */
  readonly versions?: Readonly<Record<string, string>>
  /** Seen inside as /srv/interop. */
  readonly shared: string
  /** Runs inside as root once the packages are there; what it starts lives until `stop`. */
  readonly script: string
  /** Resolves once what was started answers. */
  readonly ready?: () => Promise<void>
  /** Told at once how to end it, since the rest takes a while. */
  readonly onStart: (stop: () => Promise<void>) => void
}

/** Why it cannot work here; null if it can. */
export function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root'
  if (!works('apt-get', '--version')) return 'it needs Debian, and there is no apt-get'
  if (works('unshare', '--mount', '--pid', '--fork', 'true')) return null
  return 'it needs the right to make mount and process namespaces, and unshare may not'
}

function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

const namespaces = ['--mount', '--pid', '--fork', '--kill-child']

const installTimeoutMs = 300_000

export async function startMachine(options: MachineOptions): Promise<Machine> {
  const { name, shared, packages } = options
  const home = path.join(shared, name)
  await mkdir(home, { recursive: true })
  await chmod(home, 0o755)
  await writeFile(path.join(home, 'inside.sh'), options.script)
  // However this process ends, the machine ends with it.
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', ...namespaces, 'bash', '-c', outside(options)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  options.onStart(() => end(child))
  await untilInstalled(child, packages)
  await options.ready?.()
  const inside = pidInside(child)
  const enter = ['--target', inside, '--mount', '--pid', 'chroot', `${home}/root`]
  const shell = [...enter, 'sh', '-c']
  const nobody = ['setpriv', '--reuid', 'nobody', '--clear-groups', '--pdeathsig', 'KILL']
  return {
    name,
    version: () =>
      execFileSync('nsenter', [...shell, `dpkg-query -W -f '\${Version}' ${packages[0]}`], {
        encoding: 'utf8',
      }),
    run: (command, input) => output('nsenter', [...shell, command], input),
    starting: program => ['nsenter', ...enter, ...nobody, program],
  }
}

/** What happens before the script: the copy of the machine, and the packages in it. */
function outside({ name, shared, packages, versions = {} }: MachineOptions): string {
  const install = 'apt-get install -y --no-install-recommends'
  const wanted = packages.map(one =>
    versions[one] === undefined ? one : `${one}=${versions[one]}`,
  )
  const home = path.join(shared, name)
  const root = `${home}/root`
  return `set -e
mkdir -p ${home}/layers ${root}
mount -t tmpfs tmpfs ${home}/layers
mkdir ${home}/layers/upper ${home}/layers/work
mount -t overlay overlay -o lowerdir=/,upperdir=${home}/layers/upper,workdir=${home}/layers/work ${root}
mount -t proc proc ${root}/proc
mount --rbind /dev ${root}/dev
mount -t tmpfs tmpfs ${root}/run
mount -t tmpfs tmpfs ${root}/tmp
chmod 1777 ${root}/tmp
mkdir -p ${root}/srv/interop
mount --bind ${shared} ${root}/srv/interop
printf '#!/bin/sh\\nexit 101\\n' > ${root}/usr/sbin/policy-rc.d
chmod 755 ${root}/usr/sbin/policy-rc.d
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
{
  chroot ${root} apt-get update
  chroot ${root} ${install} ${wanted.join(' ')} || chroot ${root} ${install} ${packages.join(' ')}
  chroot ${root} sh -e /srv/interop/${name}/inside.sh
} 1>&2
echo ready
while :; do sleep 3600; done
`
}

function untilInstalled(child: ChildProcess, packages: readonly string[]): Promise<void> {
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', part => {
    said = (said + part).slice(-1000)
  })
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      clearTimeout(timer)
      reject(new Error(`${packages.join(', ')} could not be set up:\n…${said}`))
    }
    const timer = setTimeout(fail, installTimeoutMs)
    child.stdout!.once('data', () => {
      clearTimeout(timer)
      resolve()
    })
    child.once('close', fail)
  })
}

/** The shell that `unshare` has forked: the first process of the new namespace. */
function pidInside(child: ChildProcess): string {
  const children = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
  return children.trim().split('\n')[0]!
}

/** With its first process the whole namespace goes, and with that its mounts. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

function output(program: string, args: readonly string[], input?: Buffer): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', part => {
      text += part
    })
  }
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}

/** Until a mail server greets at this address. */
export async function greeted(host: string, port: number): Promise<void> {
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    const isUp = await new Promise<boolean>(resolve => {
      const socket = net.connect({ host, port })
      socket.setTimeout(3_000, () => socket.destroy())
      socket.on('error', () => {})
      socket.once('data', bytes => {
        socket.end('QUIT\r\n')
        resolve(bytes.toString('latin1').startsWith('220'))
      })
      socket.once('close', () => resolve(false))
    })
    if (isUp) return
    await new Promise(resolve => void setTimeout(resolve, 200))
  }
  throw new Error(`nobody greets at ${host}:${port}`)
}

/** Whether STARTTLS works there for a client that is not ours. */
export function canHandshake(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const plain = net.connect({ host, port })
    const end = (works: boolean): void => {
      plain.destroy()
      resolve(works)
    }
    plain.on('error', () => end(false))
    plain.on('close', () => end(false))
    plain.setTimeout(10_000, () => end(false))
    let heard = ''
    const listen = (bytes: Buffer): void => {
      heard += bytes.toString('latin1')
      if (/^220 [^\n]*\n$/.test(heard)) plain.write('EHLO probe.test\r\n')
      if (/^250 [^\n]*\n$/m.test(heard)) {
        heard = ''
        plain.off('data', listen)
        plain.once('data', () => {
          const secure = tls.connect({ socket: plain, rejectUnauthorized: false })
          secure.on('error', () => end(false))
          secure.once('data', () => end(true))
          secure.once('secureConnect', () => secure.write('EHLO probe.test\r\n'))
        })
        plain.write('STARTTLS\r\n')
      }
    }
    plain.on('data', listen)
  })
}
