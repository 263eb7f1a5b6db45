/**
 * What a crash run kills: real processes of the service over one PostgreSQL, and the server of that
 * PostgreSQL itself. Each can be killed, stopped in order, frozen, and started again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import path from 'node:path'
import { clusterOf } from '#kernel/world/real/embedded-files.ts'
import { readPostmaster } from '#kernel/world/real/postmaster.ts'
import { nodeFlags } from '../../scripts/node.mjs'
import { program } from '../../test/support/program.ts'

export const root = path.resolve(import.meta.dirname, '../..')
export const pause = (ms: number): Promise<void> => new Promise(go => void setTimeout(go, ms))

/** Something that can die. */
export interface Victim {
  readonly name: string
  /** SIGKILL, and started again at once. */
  kill(): Promise<void>
}

export interface Node extends Victim {
  readonly port: number
  readonly takesCalls: boolean
  /** SIGTERM; how long it took and what it ended with; then started again. */
  drain(): Promise<{ ms: number; code: number | null }>
  /** SIGSTOP, SIGCONT after a while. */
  freeze(ms: number): Promise<void>
  /** Resolves when it answers. */
  ready(): Promise<void>
  stop(): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Starts a node; `log` is the file that its output goes to. */
export function startNode(name: string, environment: Environment, log: string): Node {
  const port = Number(environment.PORT)
  const takesCalls = String(environment.MALOTE_ROLES).includes('api')
  let isWanted = true
  let child = run()

  function run(): ChildProcess {
    const started = spawnNode(environment, log)
    // A start may meet a database that is just being killed: whoever watches over it tries again.
    started.once('exit', code => {
      if (!isWanted || started !== child || code === null) return
      setTimeout(() => {
        if (isWanted && started === child) child = run()
      }, 300)
    })
    return started
  }

  return {
    name,
    port,
    takesCalls,
    async ready() {
      if (takesCalls && !(await answers(port))) {
        throw new Error(`${name} does not answer; its log is ${log}`)
      }
    },
    async kill() {
      await endOf(child, 'SIGKILL')
      child = run()
    },
    async drain() {
      const begun = performance.now()
      const code = await endOf(child, 'SIGTERM')
      const ms = performance.now() - begun
      child = run()
      return { ms, code }
    },
    async freeze(ms) {
      const frozen = child
      frozen.kill('SIGSTOP')
      await pause(ms)
      frozen.kill('SIGCONT')
    },
    async stop() {
      isWanted = false
      await endOf(child, 'SIGTERM')
    },
  }
}

function spawnNode(environment: Environment, log: string): ChildProcess {
  const out = openSync(log, 'a')
  return spawn(process.execPath, [...nodeFlags, program], {
    env: environment,
    stdio: ['ignore', out, out],
  })
}

/** Ends a process and says with which code. */
async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = (await ended) as [number | null]
  return code
}

/** Whether a node says in time that it is well: alone, it needs a few seconds. */
async function answers(port: number): Promise<boolean> {
  const deadline = performance.now() + 300_000
  while (performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    if (answer?.ok) return true
    await pause(50)
  }
  return false
}

/** The embedded server of a data folder. The nodes that use it start it again themselves. */
export function databaseOf(dataDir: string): Victim {
  return {
    name: 'database',
    async kill() {
      const postmaster = await readPostmaster(await clusterOf(dataDir))
      if (postmaster === undefined) return
      try {
        process.kill(postmaster.pid, 'SIGKILL')
      } catch {
        // It has died of the kill before, and nobody has started it yet.
      }
    },
  }
}
