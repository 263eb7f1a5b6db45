/**
 * The settings of the embedded PostgreSQL, written to `malote.conf` in its data at every start.
 * An operator overrides one with ALTER SYSTEM: PostgreSQL reads that file last.
 */
const settings: Readonly<Record<string, string>> = {
  // Nothing acknowledged may be lost.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // For a small machine (two cores, a few GB) that Node shares.
  max_connections: '100',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Many small statements: compiling one never pays.
  jit: 'off',
  random_page_cost: '1.1',

  // Fewer checkpoints, hence fewer whole pages in the log; lz4 is not compiled in.
  max_wal_size: '2GB',
  // What a burst needed once is kept: the next would have to make it anew (embedded-wal.ts).
  min_wal_size: '2GB',
  checkpoint_timeout: '10min',
  wal_compression: 'pglz',

  // The queue is a table whose rows live for seconds: vacuum often, in small bites, unthrottled.
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  // A fifth of the usual samples: plans do not depend on fine statistics (decision 0021).
  default_statistics_target: '20',
  autovacuum_vacuum_cost_delay: '1ms',

  unix_socket_permissions: '0700',
  cluster_name: 'malote',
  timezone: 'UTC',
  log_timezone: 'UTC',
  update_process_title: 'off',
  // Errors of statements reach the program, which logs them without the values: they may hold
  // addresses and contents of emails. What is left is the server's own life.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

/** Tests trade their data's safety against a power cut, not against a kill, for speed. */
const unsafeSettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  // Nothing lives for long, and statistics of a moment would make connections plan anew.
  autovacuum: 'off',
  max_connections: '300',
}

const mb = 1024 ** 2

/**
 * What PostgreSQL keeps in memory itself: a sixteenth of the machine's, for Node and the system's own
 * cache need the rest. A campaign to a million people touches them in the order of chance, and with
 * the 128 MB that are usual its pages go out and come back all the time.
 */
function sharedBuffers(memoryBytes: number): string {
  const part = Math.min(Math.max(memoryBytes / 16, 128 * mb), 1024 * mb)
  return `${Math.floor(part / mb)}MB`
}

/** The text of `malote.conf`. `memoryBytes`: of the machine, or as much of it as may be used. */
export function postgresSettings(isUnsafe: boolean, memoryBytes: number): string {
  const all = isUnsafe
    ? { ...settings, ...unsafeSettings }
    : { ...settings, shared_buffers: sharedBuffers(memoryBytes) }
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'`)
  return `# Written by Malote at every start. Use ALTER SYSTEM to override.\n${lines.join('\n')}\n`
}
