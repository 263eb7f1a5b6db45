/**
 * The database that the settings name: the embedded one, started or adopted, or DATABASE_URL. The
 * service and the operator command share it, so both migrate and both refuse in the same words.
 */
import { BadSetting, type Settings } from '#kernel/base/config.ts'
import { faultText, StartRefused } from '#kernel/base/start-refused.ts'
import { type Db, isDatabaseAway } from '#kernel/world/db.ts'
import { machineTime } from '#kernel/world/machine-time.ts'
import { checkDatabase, checkPooler } from '#kernel/world/real/check-database.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { startEmbeddedPostgres } from '#kernel/world/real/embedded-postgres.ts'
import { migrate } from '#kernel/world/real/migrations.ts'
import type { TellStep } from '#kernel/world/real/opening-steps.ts'
import type { Clock, Log } from '#kernel/world/world.ts'
import { checkClock } from './clock-ahead.ts'
import { openKeyring } from './keyring.ts'
import { findAhead } from './positions-store.ts'

export interface Database {
  readonly db: Db
  readonly address: DatabaseAddress
  /** Migrations that ran at opening. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

function addressOf({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }: Settings): string {
  for (const [name, value] of Object.entries({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct })) {
    if (value === '' && name === 'DATABASE_DIRECT_URL') continue
    if (/^(postgres(ql)?:\/\/|socket:|\/)/.test(value)) continue
    // Without the value: it may hold a password.
    throw new BadSetting(faultText('odd_database_url', { setting: name }))
  }
  return url
}

/** The database was not reached, or did not let us in: the operator's to mend, and said in one line. */
function refuseUnreached(error: Error & { code?: string; errors?: Error[] }): never {
  if (error instanceof StartRefused) throw error
  const why = error.message || error.errors?.[0]?.message || String(error.code)
  throw new DatabaseRefused(faultText('unreached', { why }))
}

/** What the operator can mend about a folder; anything else is our own fault. */
const folderFaults = new Set(
  'EACCES EEXIST ELOOP ENAMETOOLONG ENOSPC ENOTDIR EPERM EROFS'.split(' '),
)

function refuseFolder(error: NodeJS.ErrnoException): never {
  // Node says ENOENT of a folder that is to be made where nothing can be written.
  const isUnmade = error.code === 'ENOENT' && error.syscall === 'mkdir'
  if (!isUnmade && !folderFaults.has(error.code ?? '')) throw error
  throw new DatabaseRefused(faultText('unusable_folder', { why: error.message }))
}

/** A dump keeps the positions of its rows in lists, which come from the numbers of transactions. */
async function refuseDump(db: Db): Promise<void> {
  const ahead = await findAhead(db)
  if (ahead === null) return
  const { known, current } = ahead
  throw new DatabaseRefused(
    faultText('restored_dump', { known: String(known), current: String(current) }),
  )
}

export interface Opening {
  readonly mayTakeMail?: boolean
  readonly mayBeDump?: boolean
  /** The embedded database is started by another process, now and after a fall. */
  readonly isGuest?: boolean
  /** Told what takes a while. */
  readonly tell?: TellStep
}

const askAgainMs = 1_000

/** A database that starts beside us, as containers do, may need a while. Throws what it last said. */
async function untilAnswered<T>(
  ask: () => Promise<T>,
  { clock, log, settings }: { clock: Clock; log: Log; settings: Settings },
): Promise<T> {
  const deadline = clock.monotonic() + settings.MALOTE_DATABASE_WAIT_SECONDS * 1_000
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isDatabaseAway(error) || clock.monotonic() >= deadline) throw error
      log.warn({ error: String(error) }, 'the database does not answer yet; it is asked again')
    }
    await clock.sleep(askAgainMs)
  }
}

/**
 * Opens, checks and migrates the database. Throws DatabaseRefused with one clear sentence.
 * `mayTakeMail`: live email may go into the future with it (clock-ahead.ts). `mayBeDump`: it may be
 * one that was restored from a dump and has yet to be put right.
 */
export async function openDatabase(
  settings: Settings,
  clock: Clock,
  log: Log,
  { mayTakeMail = false, mayBeDump = false, isGuest = false, tell }: Opening = {},
): Promise<Database> {
  const embedded =
    settings.DATABASE_URL === ''
      ? await startEmbeddedPostgres({
          dataDir: settings.MALOTE_DATA_DIR,
          log,
          isGuest,
          tell,
        }).catch(refuseFolder)
      : null
  const address = embedded?.connection ?? addressOf(settings)
  const db = realDb({ address, connections: settings.MALOTE_DATABASE_CONNECTIONS, log })
  const close = async (): Promise<void> => {
    await db.close()
    await embedded?.stop()
  }
  try {
    const machine = { ...clock, now: () => machineTime({ clock, settings }) }
    const check = async () => {
      await checkDatabase(db, machine, settings.MALOTE_ALLOW_UNSAFE_DATABASE)
      await checkPooler(db, log)
    }
    // A failover may come at any step: each begins anew once the database answers.
    const ask = <T>(step: () => Promise<T>): Promise<T> =>
      embedded ? step() : untilAnswered(step, { clock, log, settings }).catch(refuseUnreached)
    await ask(check)
    const direct = embedded ? address : settings.DATABASE_DIRECT_URL || address
    const migrated = await ask(() => migrate({ address: direct, clock, log, tell }))
    const aheadMs = settings.MALOTE_CLOCK_AHEAD
    await ask(async () => {
      await checkClock(db, { clock: machine, log, aheadMs, mayTakeMail })
      if (!mayBeDump) await refuseDump(db)
      await openKeyring(db, settings)
    })
    return { db, address, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}
