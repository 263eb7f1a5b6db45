/**
 * Machines of a cluster run: network namespaces with an address each, on one bridge. All that a
 * machine runs can be killed, frozen and cut off together, as happens to machines. They are made
 * within namespaces that the run has for itself (start.ts), so the kernel takes them away with it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const network = '10.88.0'
/** Where the run itself is: the prober, the receiver, the DNS. */
export const ownAddress = `${network}.1`

interface Program {
  readonly name: string
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Another account than root; PostgreSQL refuses to be root's. */
  readonly user?: string
}

export interface Service {
  readonly name: string
  start(): void
  /** Ends it, and resolves when it has ended. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export interface Machine {
  readonly name: string
  readonly address: string
  readonly services: readonly Service[]
  /** Starts a program, and again whenever the machine is started. */
  run(program: Program): Service
  /** The processes on it, with what they are called. */
  processes(): { pid: number; command: string }[]
  signal(signal: NodeJS.Signals, command?: string): void
  /** kill -9 of everything. */
  kill(): void
  start(): void
  /** The cable is pulled: nothing comes and nothing goes, without a word. */
  cut(): void
  /** Drops what a rule of nftables says, e.g. `tcp sport 5432`, on the way out or in. */
  drop(way: 'in' | 'out', rule: string): void
  /** Cable and rules as at the beginning. */
  mend(): void
}

const silently = { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }

const ip = (...words: string[]): string => String(execFileSync('ip', words, silently))

/** Before the first machine. */
export function layBridge(): void {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'bridge0', 'type', 'bridge')
  ip('addr', 'add', `${ownAddress}/24`, 'dev', 'bridge0')
  ip('link', 'set', 'bridge0', 'up')
}

/** `host`: the last number of its address; `logs`: a folder. */
export function makeMachine(name: string, host: number, logs: string): Machine {
  const address = `${network}.${host}`
  ip('netns', 'add', name)
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', name, 'master', 'bridge0', 'up')
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  ip('-n', name, 'link', 'set', 'eth0', 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  const services: Service[] = []
  const processes = () =>
    ip('netns', 'pids', name)
      .split('\n')
      .filter(line => line !== '')
      .map(line => ({ pid: Number(line), command: commandOf(Number(line)) }))
  const signal = (what: NodeJS.Signals, command?: string): void => {
    for (const one of processes()) {
      if (command === undefined || one.command === command) tell(one.pid, what)
    }
  }
  return {
    name,
    address,
    services,
    processes,
    signal,
    run(program) {
      const service = serviceIn(name, program, path.join(logs, `${name}-${program.name}.log`))
      services.push(service)
      service.start()
      return service
    },
    kill() {
      // What they start while they are being killed is killed the next time.
      for (let n = 0; n < 3; n++) signal('SIGKILL')
    },
    start() {
      for (const service of services) service.start()
    },
    cut: () => void ip('link', 'set', name, 'down'),
    drop: (way, rule) => nft(name, way, rule),
    mend() {
      ip('link', 'set', name, 'up')
      execFileSync('ip', ['netns', 'exec', name, 'nft', 'flush', 'ruleset'], silently)
    },
  }
}

function nft(machine: string, way: 'in' | 'out', rule: string): void {
  const hook = way === 'in' ? 'input' : 'output'
  const words = [
    ['add table inet strike'],
    [`add chain inet strike ${way} { type filter hook ${hook} priority 0; }`],
    [`add rule inet strike ${way} ${rule} drop`],
  ]
  for (const one of words) {
    execFileSync('ip', ['netns', 'exec', machine, 'nft', ...one], silently)
  }
}

function serviceIn(machine: string, { name, words, env, user }: Program, log: string): Service {
  let child: ReturnType<typeof spawn> | undefined
  const as =
    user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups']
  const isOver = (): boolean =>
    child === undefined || child.exitCode !== null || child.signalCode !== null
  return {
    name,
    start() {
      if (!isOver()) return
      const out = openSync(log, 'a')
      child = spawn('ip', ['netns', 'exec', machine, ...as, ...words], {
        env: { ...process.env, ...env },
        stdio: ['ignore', out, out],
      })
    },
    async end(signal = 'SIGTERM') {
      if (child === undefined || isOver()) return child?.exitCode ?? null
      const ended = once(child, 'exit')
      child.kill(signal)
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
