/**
 * The database that the settings name: the embedded one, started or adopted, or DATABASE_URL. The
 * service and the operator command share it, so both migrate and both refuse in the same words.
 */
import type { Settings } from '../base/config.ts'
import { checkDatabase } from '../world/check-database.ts'
import type { Db } from '../world/db.ts'
import { startEmbeddedPostgres } from '../world/embedded-postgres.ts'
import { migrate } from '../world/migrations.ts'
import { type DatabaseAddress, realDb } from '../world/real-db.ts'
import type { Clock, Log } from '../world/world.ts'

export interface Database {
  readonly db: Db
  readonly address: DatabaseAddress
  /** Migrations that ran at opening. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

/** Connections of one node: two batchers, two settlers, claims, reads of the API. */
const connections = 16

/** Opens, checks and migrates the database. Throws DatabaseRefused with one clear sentence. */
export async function openDatabase(settings: Settings, clock: Clock, log: Log): Promise<Database> {
  const embedded =
    settings.DATABASE_URL === ''
      ? await startEmbeddedPostgres({ dataDir: settings.MALOTE_DATA_DIR, log })
      : null
  const address = embedded?.connection ?? settings.DATABASE_URL
  const db = realDb({ address, connections, log })
  const close = async (): Promise<void> => {
    await db.close()
    await embedded?.stop()
  }
  try {
    await checkDatabase(db, clock, settings.MALOTE_ALLOW_UNSAFE_DATABASE)
    const migrated = await migrate({ address, clock })
    return { db, address, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}
