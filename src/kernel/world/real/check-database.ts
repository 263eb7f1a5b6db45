/**
 * Questions put to a database before it is trusted with mail. Each refusal is one sentence that
 * says what is wrong and what to do. The only place where the database's own clock is read.
 */
import { type FaultText, faultText } from '../../base/start-refused.ts'
import { type Db, sqlState } from '../db.ts'
import type { Clock, Log } from '../world.ts'
import { DatabaseRefused } from './embedded-files.ts'

const oldestMajor = 15
/** Leases and schedules are compared across nodes by their clocks. */
const maxClockDifferenceMs = 2_000

/**
 * Services that keep a commit and whole pages by storage of their own: both show `fsync` as off, which
 * says nothing of it (neon.com/docs/reference/compatibility).
 */
type Storage = 'neon' | 'aurora'

export interface DatabaseFacts {
  readonly version: number
  readonly encoding: string
  readonly fsync: string
  readonly synchronousCommit: string
  readonly fullPageWrites: string
  /** Whose storage it is, where that is not files which PostgreSQL itself writes. */
  readonly storage: Storage | null
  readonly isStandby: boolean
  /** Servers that follow this one. */
  readonly standbys: number
  /** A commit waits for one of them, or for one that is yet to come. */
  readonly waitsForStandby: boolean
  /** Patroni lets one of them take over by itself. */
  readonly failsOver: boolean
  /** The database's clock minus ours, as far as the length of the question allows to tell. */
  readonly clockDifferenceMs: number
  /** How far apart they may be, as the question took its time. */
  readonly clockApartMs: number
}

/** Throws DatabaseRefused if this database must not be used. */
export async function checkDatabase(
  db: Db,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  allowUnsafe: boolean,
): Promise<void> {
  const reason = refusalOf(await askFacts(db, clock), allowUnsafe)
  if (reason !== undefined) throw new DatabaseRefused(reason)
}

/** By such a clock a node takes work that others have in hand. */
export const isClockOff = ({ clockDifferenceMs }: DatabaseFacts): boolean =>
  Math.abs(clockDifferenceMs) > maxClockDifferenceMs

/** For certain; an answer that took long says neither. */
export const isClockRight = ({ clockApartMs }: DatabaseFacts): boolean =>
  clockApartMs <= maxClockDifferenceMs

/** The first reason against this database, if there is one. */
export function refusalOf(facts: DatabaseFacts, allowUnsafe: boolean): FaultText | undefined {
  const major = Math.floor(facts.version / 10_000)
  if (major < oldestMajor) {
    return faultText('old_server', { major, oldest: oldestMajor })
  }
  if (facts.encoding !== 'UTF8') {
    return faultText('odd_encoding', { encoding: facts.encoding })
  }
  if (facts.isStandby) {
    return faultText('standby')
  }
  const unsafe = unsafeSetting(facts)
  if (unsafe !== undefined && !allowUnsafe) return faultText('unsafe', { setting: unsafe })
  const losing = losingFailover(facts)
  if (losing !== undefined && !allowUnsafe) return faultText(losing)
  if (isClockOff(facts)) {
    const seconds = (Math.abs(facts.clockDifferenceMs) / 1000).toFixed(1)
    const how = facts.clockDifferenceMs > 0 ? 'clock_ahead' : 'clock_behind_ours'
    return faultText(how, { seconds: { en: seconds, pt: seconds.replace('.', ',') } })
  }
  return undefined
}

function unsafeSetting(facts: DatabaseFacts): string | undefined {
  const ofFiles = [
    ['fsync', facts.fsync],
    ['full_page_writes', facts.fullPageWrites],
  ] as const
  const settings = [
    ['synchronous_commit', facts.synchronousCommit] as const,
    ...(facts.storage === null ? ofFiles : []),
  ]
  return settings.find(([, value]) => value === 'off')?.[0]
}

/**
 * How a standby that takes over would lack what was acknowledged. One that only reads, for reports,
 * is nobody's danger: so without Patroni it is the doctor who speaks of it.
 */
function losingFailover(
  facts: DatabaseFacts,
): 'local_commit' | 'asynchronous_failover' | undefined {
  const { standbys, waitsForStandby, failsOver, synchronousCommit } = facts
  const isFollowed = waitsForStandby || standbys > 0
  if (synchronousCommit === 'local' && isFollowed) return 'local_commit'
  if (failsOver && standbys > 0 && !waitsForStandby) return 'asynchronous_failover'
  return undefined
}

const sessionsAtOnce = 8
/** A prepared statement that is there twice, or not at all: the session is another's. */
const statesOfPoolers = ['42P05', '26000']

/**
 * Whether sessions are what they are without a pooler. One that forgets prepared statements is
 * refused; of one that lends sessions for a transaction each the operator is told what does not
 * hold, since what a session sets is then set for somebody else's.
 */
export async function checkPooler(db: Db, log: Pick<Log, 'warn'>): Promise<void> {
  const ask = () => isSessionOurs(db)
  try {
    // More than once: the second time over connections that have it prepared already.
    const first = await Promise.all(Array.from({ length: sessionsAtOnce }, ask))
    const second = await Promise.all(Array.from({ length: sessionsAtOnce }, ask))
    if ([...first, ...second].every(isOurs => isOurs)) return
  } catch (error) {
    if (!statesOfPoolers.includes(sqlState(error) ?? '')) throw error
    throw new DatabaseRefused(faultText('forgetful_pooler'))
  }
  log.warn(
    { fix: settingsForRole },
    'a pooler lends sessions for a transaction each, so what they set does not hold; set it for the role',
  )
}

/** What each session sets (db-pool.ts), for roles whose sessions are a pooler's. */
export const settingsForRole =
  "alter role … set jit = off; alter role … set enable_seqscan = off; alter role … set plan_cache_mode = force_generic_plan; alter role … set timezone = 'UTC'"

/** Whether what was set when the connection was made holds for the statement. */
export async function isSessionOurs(db: Pick<Db, 'query'>): Promise<boolean> {
  const [row] = await db.query<{ ours: boolean }>(
    `select current_setting('enable_seqscan') = 'off' and current_setting('jit') = 'off'
       and current_setting('timezone') = 'UTC' as ours`,
  )
  return row?.ours === true
}

type FactsRow = Record<'version' | 'encoding' | 'fsync' | 'synchronous_commit', string> & {
  readonly full_page_writes: string
  readonly storage: Storage | null
  readonly standby: boolean
  readonly standbys: number
  readonly waits: boolean
  readonly patroni: boolean
  readonly ms: number
}

/** Programs that read the log and never take over. */
const backups = ['pg_basebackup', 'pg_receivewal', 'pg_recvlogical', 'barman_receive_wal']

/** Patroni gives these two to the server by its command line, where nothing can overrule them. */
const isOfPatroni = `(select count(*) = 2 from pg_settings
  where name in ('cluster_name', 'max_wal_senders') and source = 'command line' and setting <> '')`

/** Asks the database about itself. */
export async function askFacts(
  db: Db,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): Promise<DatabaseFacts> {
  // The first question opens the connection, so that the second one's duration is the network's.
  await db.query('select 1')
  const asked = clock.monotonic()
  const [row] = await db.query<FactsRow>(
    `select current_setting('server_version_num') as version,
      current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes,
      case when current_setting('neon.timeline_id', true) <> '' then 'neon'
        when to_regprocedure('aurora_version()') is not null then 'aurora' end as storage,
      pg_is_in_recovery() as standby,
      (select count(*) from pg_stat_replication
       where application_name is null or application_name <> all($1)) as standbys,
      current_setting('synchronous_standby_names') <> '' as waits,
      ${isOfPatroni} as patroni, extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
    [backups],
  )
  const ours = clock.now()
  const tookMs = clock.monotonic() - asked
  // The database read its clock some time in between: only a difference beyond that counts.
  const difference = (row?.ms ?? 0) - ours + tookMs / 2
  const beyond = Math.max(0, Math.abs(difference) - tookMs / 2)
  return {
    version: Number(row?.version),
    encoding: String(row?.encoding),
    fsync: String(row?.fsync),
    synchronousCommit: String(row?.synchronous_commit),
    fullPageWrites: String(row?.full_page_writes),
    storage: row?.storage ?? null,
    isStandby: row?.standby === true,
    standbys: Number(row?.standbys),
    waitsForStandby: row?.waits === true,
    failsOver: row?.patroni === true,
    clockDifferenceMs: Math.sign(difference) * beyond,
    clockApartMs: Math.abs(difference) + tookMs / 2,
  }
}
