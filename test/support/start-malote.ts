/** `malote start --json` as a process of its own, for tests of what a start is and says. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Db } from '#kernel/world/db.ts'
import { nodeFlags } from '../../scripts/node.mjs'
import { testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { until } from './service.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** What the process that runs the tests was told about processes is nothing of theirs. */
const { MALOTE_PROCESSES: _, MALOTE_DATABASE_CONNECTIONS: _connections, ...inherited } = process.env

export interface Started {
  readonly db: Db
  readonly port: number
  /** All that the process was given. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** What it has printed so far: its object in the first line. */
  printed(): string
  /** Asks it to end, and waits for that; its exit code, or the signal that ended it. */
  stop(): Promise<readonly [number | null, string | null]>
}

/** With a database and a port of its own. Has said where it is; stops with the test. */
export async function startMalote(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<Started> {
  let stop: Started['stop'] = async () => [null, null]
  const stopFirst = async () => void (await stop())
  const { db, url } = await testDatabase(t, { stopFirst })
  const port = await freePort()
  const environment = {
    ...inherited,
    PORT: String(port),
    DATABASE_URL: url,
    MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
    MALOTE_HOST: '127.0.0.1',
    MALOTE_INBOUND_PORT: '0',
    ...settings,
  }
  let printed = ''
  const child = spawn(process.execPath, [...nodeFlags, main, 'start', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  })
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  child.stdout.setEncoding('utf8').on('data', text => (printed += text))
  await until(async () => {
    assert.equal(child.exitCode, null, printed)
    return printed.includes('\n')
  }, 'what it prints')
  return { db, port, environment, printed: () => printed, stop }
}
