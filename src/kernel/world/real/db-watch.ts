/**
 * Finds connections that have gone silent. Node cannot set TCP_USER_TIMEOUT, so a statement sent to
 * a machine that froze, or past a firewall that forgot the connection, would wait for a quarter of
 * an hour or for ever, and whatever waits for its turn behind it as well. A connection over which
 * nothing has come for a while is suspected: a fresh one asks the server whether it works on the
 * statement. A slow statement is left alone; a silent connection is cut, and its backend ended, so
 * that its locks go with it.
 */
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import pg from 'pg'

interface ConnectionWatch {
  /** Whether a connection is known to be silent, or suspected while the server cannot be asked. */
  readonly isStalled: boolean
  /** How long the one that has been silent longest has been so; 0 where none is known to be. */
  readonly stalledForMs: number
  close(): void
}

interface WatchedPool {
  /** Where a connection leads: another one there is asked about it. */
  configOf(client: pg.ClientBase): pg.ClientConfig
  /** Connections with statements that were sent and not answered. */
  readonly unanswered: ReadonlyMap<pg.ClientBase, number>
}

/** Nothing has come for this long: suspected. */
const suspectAfterMs = 2_000
/** Silent for this long and not worked on by the server: cut. */
const cutAfterMs = 5_000
/** Where the server cannot be asked, or a pooler stands between: cut after this in any case. */
const maxSilenceMs = 30_000
const tickMs = 500
/** A slow statement is not asked about at each tick. */
const restMs = 2_000
const askTimeoutMs = 3_000

/** What has passed over a connection, since when no more: while that changes, it lives. */
interface Quiet {
  readonly passed: string
  readonly since: number
}

/** Watches until closed; `onSilent` hears how many were cut: older ones are not to be trusted. */
export function watchConnections(
  { configOf, unanswered }: WatchedPool,
  onSilent: (count: number) => void,
): ConnectionWatch {
  let quiet: ReadonlyMap<pg.ClientBase, Quiet> = new Map()
  let silent: readonly pg.ClientBase[] = []
  let isAsking = false
  let isServerAway = false
  let restsUntil = 0

  async function look(): Promise<void> {
    const suspected = suspects()
    const answers = await Promise.all(
      byServer(suspected).map(([config, clients]) => backendsAtWork(config, clients)),
    )
    isServerAway = answers.includes(null)
    // What has come meanwhile clears its connection.
    const still = suspects()
    const stateOf = (client: pg.ClientBase) => {
      const at = byServer(suspected).findIndex(([, clients]) => clients.includes(client))
      return answers[at]?.get(backendOf(client))
    }
    silent = still.filter(client => stateOf(client) === 'idle' && isDirect(client))
    const done = still.filter(client => {
      const patienceMs = silent.includes(client) ? cutAfterMs : maxSilenceMs
      const isAtWork = stateOf(client) === 'active'
      return !isAtWork && performance.now() - quiet.get(client)!.since >= patienceMs
    })
    const isAllAtWork = still.every(client => stateOf(client) === 'active')
    if (still.length > 0 && isAllAtWork) restsUntil = performance.now() + restMs
    if (done.length === 0) return
    onSilent(done.length)
    for (const client of done) cut(client)
    await Promise.all(byServer(done).map(([config, clients]) => endBackends(config, clients)))
  }

  const byServer = (clients: readonly pg.ClientBase[]) => [...Map.groupBy(clients, configOf)]

  /** Those over which nothing has passed for a while. */
  function suspects(): pg.ClientBase[] {
    const now = performance.now()
    quiet = stillQuiet(quiet, unanswered, now)
    return [...quiet].flatMap(([client, { since }]) =>
      now - since >= suspectAfterMs ? [client] : [],
    )
  }

  const ticking = setInterval(() => {
    if (isAsking || performance.now() < restsUntil) return
    isAsking = true
    void look().finally(() => {
      isAsking = false
    })
  }, tickMs).unref()

  const isStalled = (): boolean => isServerAway || silent.some(client => unanswered.has(client))

  return {
    get isStalled() {
      return isStalled()
    },
    get stalledForMs() {
      if (!isStalled()) return 0
      const now = performance.now()
      return Math.max(0, ...[...quiet.values()].map(({ since }) => now - since))
    },
    close: () => clearInterval(ticking),
  }
}

function stillQuiet(
  before: ReadonlyMap<pg.ClientBase, Quiet>,
  unanswered: ReadonlyMap<pg.ClientBase, number>,
  now: number,
): Map<pg.ClientBase, Quiet> {
  const quiet = new Map<pg.ClientBase, Quiet>()
  for (const client of unanswered.keys()) {
    const { bytesRead, writableLength } = socketOf(client)
    const passed = `${bytesRead} ${writableLength}`
    const known = before.get(client)
    quiet.set(client, known?.passed === passed ? known : { passed, since: now })
  }
  return quiet
}

/** Ends the connection as if the network had; what waits for its answers hears of it. */
export function cut(client: pg.ClientBase): void {
  socketOf(client).destroy()
}

interface Inside {
  readonly connection: { readonly stream: Socket }
  readonly processID: number | null
}

/** The types of pg do not know these two. */
export const socketOf = (client: pg.ClientBase) => (client as unknown as Inside).connection.stream
const announced = (client: pg.ClientBase) => (client as unknown as Inside).processID ?? 0

const backends = new WeakMap<pg.ClientBase, number>()

/** What the backend of a new connection calls itself: a pooler announces numbers of its own. */
export function noteBackend(client: pg.ClientBase, pid: number): void {
  backends.set(client, pid)
}

const backendOf = (client: pg.ClientBase): number => backends.get(client) ?? announced(client)

/** Behind a pooler, a connection may have another backend by now: that one's idleness means nothing. */
const isDirect = (client: pg.ClientBase): boolean => backendOf(client) === announced(client)

/**
 * What the server makes of backends: `active` those that work on a statement, `idle` those that
 * wait for one, or for somebody to take their answer, and those that have ended. Null: the server
 * cannot be asked.
 */
async function backendsAtWork(
  config: pg.ClientConfig,
  clients: readonly pg.ClientBase[],
): Promise<Map<number, 'active' | 'idle'> | null> {
  const rows = await askOnce(
    config,
    `select asked.pid,
       case when state like 'idle%' or wait_event_type = 'Client' or state is null then 'idle'
         else 'active' end as does
     from unnest($1::int[]) asked (pid) left join pg_stat_activity a on a.pid = asked.pid
     where state is distinct from 'disabled'`,
    [clients.map(backendOf)],
  )
  return rows && new Map(rows.map(row => [row.pid as number, row.does as 'active' | 'idle']))
}

/** Of this process only: after a failover another server may have given the number to somebody. */
async function endBackends(
  config: pg.ClientConfig,
  clients: readonly pg.ClientBase[],
): Promise<void> {
  await askOnce(
    config,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid = any($1) and application_name = $2`,
    [clients.map(backendOf), config.application_name],
  )
}

async function askOnce(
  config: pg.ClientConfig,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[] | null> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: askTimeoutMs,
    query_timeout: askTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, values)).rows
  } catch {
    return null
  } finally {
    // No goodbye to wait for: this way may be silent as well.
    client.end().catch(() => {})
    setTimeout(() => cut(client), askTimeoutMs).unref()
  }
}
