/**
 * `npm start`: reads the settings, brings up the database, starts the roles, and on the first start
 * makes an account with a test key and prints what to paste. Ctrl-C drains: nothing lost, nothing
 * sent twice.
 */
import { hostname } from 'node:os'
import { BadSetting, readSettings } from './base/config.ts'
import { openDatabase } from './cli/database.ts'
import { firstStart } from './cli/first-start.ts'
import { startService } from './service.ts'
import { DatabaseRefused } from './world/embedded-postgres.ts'
import { realWorld } from './world/real.ts'
import { realClock, realLog } from './world/real-clock.ts'

/** A drain ends within this, whatever hangs (the service manager's patience is 30 s). */
const graceMs = 25_000

async function main(): Promise<void> {
  const settings = readSettings(process.env, hostname())
  const log = realLog(settings.LOG_LEVEL)
  const database = await openDatabase(settings, realClock(), log)
  const world = realWorld({ settings, db: database.db, log })
  const service = await startService(world)
  await firstStart(world, process.stdout)
  let stopping = false
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await service.stop(graceMs)
    await database.close()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('SIGTERM', () => void stop('SIGTERM'))
}

main().catch((error: unknown) => {
  const plain = error instanceof BadSetting || error instanceof DatabaseRefused
  process.stderr.write(
    `${plain ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  )
  process.exit(1)
})
