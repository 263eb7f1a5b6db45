/** The program as a process of its own, for tests of what a start is, says and leaves. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { nodeFlags } from '../../scripts/node.mjs'
import { testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { program, programOfSources } from './program.ts'
import { until } from './until.ts'

/** What the process that runs the tests was told about processes is nothing of theirs. */
const { MALOTE_PROCESSES: _, MALOTE_DATABASE_CONNECTIONS: _connections, ...inherited } = process.env

type Environment = Readonly<Record<string, string | undefined>>

interface Launch {
  /** Beside what every test needs: it listens to this machine alone, and to no port of ours. */
  readonly settings: Environment
  /** Of Node. */
  readonly flags?: readonly string[]
  /** What follows the name of the program. */
  readonly words?: readonly string[]
  /** Where standard output goes; a pipe unless given. */
  readonly stdout?: number | undefined
  /** Not as a whole run has it bundled: for a test that looks at the modules. */
  readonly isOfSources?: boolean
  /** In a session of its own. */
  readonly isDetached?: boolean
}

interface Launched {
  readonly child: ChildProcess
  /** All that the process was given. */
  readonly environment: Environment
  /** Its exit code, or the signal that ended it, once all that it says is read. */
  readonly ended: Promise<readonly [number | null, string | null]>
  /** What it has said so far. */
  output(): string
  /** Of that what is on standard output. */
  printed(): string
  /** Ends it, unless it has ended, and waits for that. */
  stop(signal?: NodeJS.Signals): Launched['ended']
}

/** Starts it; whoever does stops it. */
export function launchMalote(launch: Launch): Launched {
  const { settings, flags = [], words = [], stdout = 'pipe', isDetached = false } = launch
  const file = launch.isOfSources ? programOfSources : program
  const environment = {
    ...inherited,
    PORT: '0',
    MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
    MALOTE_HOST: '127.0.0.1',
    MALOTE_INBOUND_PORT: '0',
    ...settings,
  }
  const child = spawn(process.execPath, [...nodeFlags, ...flags, file, ...words], {
    stdio: ['ignore', stdout, 'pipe'],
    env: environment,
    detached: isDetached,
  })
  let printed = ''
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', text => {
    printed += text
    output += text
  })
  child.stderr?.setEncoding('utf8').on('data', text => (output += text))
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  return {
    child,
    environment,
    ended,
    output: () => output,
    printed: () => printed,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

interface Started extends Launched {
  readonly db: Db
  readonly port: number
}

/** `malote start --json` with a database and a port of its own; has said where it is. */
export async function startMalote(t: TestContext, settings: Environment = {}): Promise<Started> {
  let stop = async (): Promise<unknown> => undefined
  const { db, url } = await testDatabase(t, { stopFirst: async () => void (await stop()) })
  const port = await freePort()
  const launched = launchMalote({
    words: ['start', '--json'],
    settings: { PORT: String(port), DATABASE_URL: url, ...settings },
  })
  stop = launched.stop
  await until(async () => {
    assert.equal(launched.child.exitCode, null, launched.output())
    return launched.printed().includes('\n')
  }, 'what it prints')
  return { ...launched, db, port }
}
