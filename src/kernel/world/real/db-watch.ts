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
  /** A statement is about to be sent; returns what to call when it was answered. */
  begin(client: pg.ClientBase): () => void
  /** Whether a connection is known to be silent, or suspected while the server cannot be asked. */
  readonly isStalled: boolean
  close(): void
}

interface WatchOptions {
  readonly config: pg.ClientConfig
  /** Connections were found silent and cut: whatever is older than this is not to be trusted. */
  readonly onSilent: (count: number) => void
}

/** Nothing has come for this long: suspected. */
const suspectAfterMs = 2_000
/** Silent for this long and not worked on by the server: cut. */
const cutAfterMs = 5_000
/** Where the server cannot be asked, or a pooler stands between: cut after this in any case. */
const maxSilenceMs = 30_000
const tickMs = 500
const askTimeoutMs = 3_000

interface Awaited {
  pending: number
  /** What has passed over the socket: as long as it changes, the connection lives. */
  passed: string
  since: number
  isSilent: boolean
}

export function watchConnections({ config, onSilent }: WatchOptions): ConnectionWatch {
  const awaited = new Map<pg.ClientBase, Awaited>()
  let ticking: NodeJS.Timeout | undefined
  let isAsking = false
  let isUnanswered = false

  async function ask(): Promise<void> {
    const suspected = suspects(awaited, performance.now())
    if (suspected.length === 0) return
    const working = await backendsAtWork(
      config,
      suspected.map(([client]) => backendOf(client)),
    )
    isUnanswered = working === null
    // What has come meanwhile clears its connection.
    const now = performance.now()
    const still = new Set(suspects(awaited, now).map(([client]) => client))
    const silent: pg.ClientBase[] = []
    for (const [client, one] of suspected) {
      if (!still.has(client)) continue
      one.isSilent = working !== null && working.get(backendOf(client)) === 'idle'
      const patienceMs = one.isSilent ? cutAfterMs : maxSilenceMs
      const isAtWork = working?.get(backendOf(client)) === 'active'
      if (!isAtWork && now - one.since >= patienceMs) silent.push(client)
    }
    if (silent.length === 0) return
    onSilent(silent.length)
    for (const client of silent) cut(client)
    await endBackends(config, silent.map(backendOf))
  }

  function tick(): void {
    if (awaited.size === 0) {
      clearInterval(ticking)
      ticking = undefined
      isUnanswered = false
      return
    }
    if (isAsking) return
    isAsking = true
    void ask().finally(() => {
      isAsking = false
    })
  }

  return {
    begin(client) {
      const one = awaited.get(client) ?? fresh(client)
      awaited.set(client, one)
      one.pending++
      ticking ??= setInterval(tick, tickMs).unref()
      return () => {
        if (--one.pending === 0) awaited.delete(client)
      }
    },
    get isStalled() {
      return isUnanswered || [...awaited.values()].some(one => one.isSilent)
    },
    close: () => clearInterval(ticking),
  }
}

/** Those over which nothing has passed for a while. */
function suspects(
  awaited: ReadonlyMap<pg.ClientBase, Awaited>,
  now: number,
): [pg.ClientBase, Awaited][] {
  const found: [pg.ClientBase, Awaited][] = []
  for (const [client, one] of awaited) {
    const passed = passedOver(client)
    if (passed !== one.passed) Object.assign(one, { passed, since: now, isSilent: false })
    else if (now - one.since >= suspectAfterMs) found.push([client, one])
  }
  return found
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
const socketOf = (client: pg.ClientBase) => (client as unknown as Inside).connection.stream
const backendOf = (client: pg.ClientBase) => (client as unknown as Inside).processID ?? 0

function passedOver(client: pg.ClientBase): string {
  const { bytesRead, writableLength } = socketOf(client)
  return `${bytesRead} ${writableLength}`
}

const fresh = (client: pg.ClientBase): Awaited => ({
  pending: 0,
  passed: passedOver(client),
  since: performance.now(),
  isSilent: false,
})

/**
 * What the server makes of backends: `active` those that work on a statement, `idle` those that
 * wait for one, or for somebody to take their answer. One that it does not know has ended, unless a
 * pooler stands between. Null: the server cannot be asked.
 */
async function backendsAtWork(
  config: pg.ClientConfig,
  pids: readonly number[],
): Promise<Map<number, 'active' | 'idle'> | null> {
  const rows = await askOnce(
    config,
    `select pid, case when state like 'idle%' or wait_event_type = 'Client' then 'idle' else 'active' end as does
     from pg_stat_activity where pid = any($1) and state <> 'disabled'
     union all
     select pid, 'idle' from unnest($1::int[]) pid
     where $2 = pg_backend_pid() and not exists (select from pg_stat_activity a where a.pid = pid.pid)`,
    client => [pids, backendOf(client)],
  )
  return rows && new Map(rows.map(row => [row.pid as number, row.does as 'active' | 'idle']))
}

/** Of this process only: after a failover another server may have given the number to somebody. */
async function endBackends(config: pg.ClientConfig, pids: readonly number[]): Promise<void> {
  await askOnce(
    config,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid = any($1) and application_name = $2`,
    () => [pids, config.application_name],
  )
}

async function askOnce(
  config: pg.ClientConfig,
  text: string,
  valuesFor: (client: pg.Client) => unknown[],
): Promise<Record<string, unknown>[] | null> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: askTimeoutMs,
    query_timeout: askTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, valuesFor(client))).rows
  } catch {
    return null
  } finally {
    // No goodbye to wait for: this way may be silent as well.
    client.end().catch(() => {})
    setTimeout(() => cut(client), askTimeoutMs).unref()
  }
}
