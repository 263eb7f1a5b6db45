/**
 * The service as a process: reads the settings, brings up the database, starts the roles, and on the
 * first start makes an account with a test key and prints what to paste. Ctrl-C drains: nothing lost,
 * nothing sent twice.
 */
import nodeModule from 'node:module'
import { hostname } from 'node:os'
import { type Database, openDatabase } from '#boot/database.ts'
import { firstFault } from '#boot/first-fault.ts'
import { firstSignal } from '#boot/first-signal.ts'
import {
  announce,
  introduce,
  makeFirstAccount,
  mannersOf,
  type StartManner,
} from '#boot/first-start.ts'
import type { Share } from '#boot/process-plan.ts'
import { startTeller } from '#boot/start-told.ts'
import { programVersion } from '#boot/version.ts'
import { watchDatabase } from '#boot/watch-database.ts'
import {
  BadSetting,
  isForMarketingAlone,
  readSettings,
  type Settings,
  unknownSettings,
} from '#kernel/base/config.ts'
import { fill, type Language, languageOfStart, type Text } from '#kernel/base/languages.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { giveBackIdleMemory } from '#kernel/world/real/idle-memory.ts'
import { putPoolBehind, putProcessBehind } from '#kernel/world/real/thread-pool.ts'
import { realTracing } from '#kernel/world/real/tracing.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { Siblings } from '#kernel/world/siblings.ts'
import type { World } from '#kernel/world/world.ts'
import { type Service, startService } from './service.ts'

/** For what is in hand; then it is given back. */
const graceMs = 22_000
/** A stop ends within this and its delay, whatever hangs (a service manager's patience is 30 s). */
const maxStopMs = 28_000
/** For the last spans: a collector that does not answer holds up no stop. */
const lastSpansMs = 1_000

/** How it is started. */
export interface Start {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** What is printed once it runs; for people, in the terminal's language, unless it says otherwise. */
  readonly manner?: StartManner
  /** Where this process is one of several (worker.ts). */
  readonly part?: ServicePart
}

/** What one of several processes has of its own. */
export interface ServicePart {
  readonly siblings: Siblings
  /** Of the settings. */
  readonly share: Share
  /** It prints nothing. */
  readonly isQuiet: boolean
}

/** Resolves when it runs; the process ends itself. Throws BadSetting and DatabaseRefused. */
export async function serve({ environment, manner, part }: Start): Promise<void> {
  const settings = readSettings({ ...environment, ...part?.share }, hostname())
  const language = languageOfStart(settings, environment)
  if (!part?.isQuiet) nameUnknown(environment, language)
  const always = part ? { process: part.siblings.number } : null
  const log = realLog(settings.LOG_LEVEL, undefined, always)
  const signal = firstSignal()
  const isBehind = isForMarketingAlone(settings)
  // The first one brings up the database, whatever it does.
  const isGuest = part !== undefined && part.siblings.number > 1 && isBehind
  const telling = { out: process.stdout, language, isJson: manner?.isJson, log }
  const tell = part?.isQuiet ? undefined : startTeller(telling)
  if (settings.DATABASE_URL !== '') tell?.({ kind: 'asking_database' })
  const opening = { isGuest, ...(tell && { tell }) }
  const clock = realClock(settings.MALOTE_CLOCK_AHEAD)
  const database = await openDatabase(settings, clock, log, opening)
  // Before anything listens: whoever is answered takes the service for one that ends in order.
  const fault = firstFault(log)
  const version = await programVersion()
  const world = await orClose(database, async () => {
    const tracing = await realTracing(settings, log, version)
    return worldOf({ settings, log, db: database.db, tracing }, part)
  })
  await (isBehind ? putProcessBehind : putPoolBehind)().catch((error: unknown) =>
    log.warn({ error: String(error) }, 'what is to run behind competes with all else'),
  )
  const faulty = fault.then((): never => {
    throw new Error('The start came to no end: see the exception above.')
  })
  // It is asked about for as long as the start lasts.
  faulty.catch(() => {})
  const said: StartManner = {
    ...manner,
    language,
    version,
    migrated: database.migrated,
    ...(part ? { processes: part.siblings.count } : {}),
  }
  const starting = () => Promise.race([start(world, said, { environment, part }), faulty])
  const service = await orClose(database, starting).catch((error: unknown) => {
    throw portRefused(error, settings) ?? error
  })
  log.info({ version, migrated: database.migrated }, 'started')
  const watches = [
    watchDatabase(world, isOff => service.tellClock(isOff)),
    giveBackIdleMemory(clock),
  ]
  const endings: Promise<Ending>[] = [
    signal.then(why => ({ why, code: 0 })),
    fault.then(why => ({ why, code: 1 })),
  ]
  void Promise.race(endings).then(ending => {
    for (const end of watches) end()
    return stop(ending, { world, service, database })
  })
  // Otherwise kept at a calm end only (scripts/node.mjs).
  nodeModule.flushCompileCache?.()
}

const unknown: Text = {
  en: '{name} is no setting, so nothing goes by it (docs/settings.md).',
  pt: '{name} não é uma configuração, então nada segue esse valor (docs/pt/settings.md).',
}

function nameUnknown(environment: Start['environment'], language: Language): void {
  for (const name of unknownSettings(environment)) {
    process.stderr.write(`${fill(unknown, { name })[language]}\n`)
  }
}

const worldOf = (parts: Parameters<typeof realWorld>[0], part: ServicePart | undefined): World => ({
  ...realWorld(parts),
  ...(part ? { siblings: part.siblings } : {}),
})

/** A start that fails leaves no database running behind it. */
async function orClose<T>(database: Database, begin: () => T | Promise<T>): Promise<T> {
  try {
    return await begin()
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The first account is there before anything listens (boot/first-start.ts). */
async function start(
  world: World,
  manner: StartManner,
  { environment, part }: Pick<Start, 'environment'> & { readonly part: ServicePart | undefined },
): Promise<Service> {
  const made = await makeFirstAccount(world, mannersOf(world.settings, environment))
  try {
    const service = await startService(world)
    // Of all processes, which do together what the settings say.
    const settings = part ? readSettings(environment, hostname()) : world.settings
    if (!part?.isQuiet) announce({ settings }, made, process.stdout, manner)
    return service
  } catch (error) {
    if (made) introduce(world, made, process.stdout, { ...manner, isRunning: false })
    throw error
  }
}

interface Running {
  readonly world: World
  readonly service: Service
  readonly database: Database
}

interface Ending {
  readonly why: string
  /** To exit with. */
  readonly code: 0 | 1
}

async function stop({ why, code }: Ending, running: Running): Promise<void> {
  const { world, service, database } = running
  world.log.info({ signal: why }, 'stopping')
  service.leave()
  // After a fault nobody is served any longer than it takes to end.
  if (code === 0) await world.clock.sleep(world.settings.MALOTE_STOP_DELAY_SECONDS * 1_000)
  world.clock.timer(maxStopMs, () => {
    world.log.warn({ afterMs: maxStopMs }, 'something hangs; the leases bring back what is left')
    process.exit(code)
  })
  await service.stop(graceMs).catch((error: unknown) => {
    world.log.warn({ error: String(error) }, 'not all was given back; the leases do it')
  })
  await world.tracing?.close(lastSpansMs)
  await world.directory?.close()
  await database.close()
  process.exit(code)
}

/** A port that cannot be had: one sentence for the operator. */
function portRefused(error: unknown, { PORT: port }: Settings): BadSetting | null {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new BadSetting(faultText('port_taken', { port }))
    case 'EACCES':
      return new BadSetting(faultText('port_not_ours', { port }))
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return new BadSetting(faultText('odd_host'))
    default:
      return null
  }
}
