/**
 * A start of the service: as this process, or as several of which this one is the supervisor
 * (MALOTE_PROCESSES). The supervisor loads nothing of the service: it is there all the time.
 */
import nodeModule from 'node:module'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { planProcesses, processCount } from '#boot/process-plan.ts'
import { startTeller } from '#boot/start-told.ts'
import { programVersion } from '#boot/version.ts'
import { readSettings } from '#kernel/base/config.ts'
import { languageOfStart } from '#kernel/base/languages.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { thisMachine } from '#kernel/world/real/machine.ts'
import type { Start } from './serve.ts'

/** A process gives up what hangs by itself before (serve.ts). */
const stopMs = 30_000

/** Resolves when it runs; the process ends itself. Throws BadSetting and DatabaseRefused. */
export async function startProcesses({ environment, manner = {} }: Start): Promise<void> {
  const settings = readSettings(environment, hostname())
  const log = realLog(settings.LOG_LEVEL)
  const language = languageOfStart(settings, environment)
  // At once: to load the rest of it takes a busy machine seconds.
  const tell = startTeller({ out: process.stdout, language, isJson: manner.isJson, log })
  tell({ kind: 'starting', version: await programVersion() })
  const hasConnections = !!environment.MALOTE_DATABASE_CONNECTIONS
  const count = processCount(settings, thisMachine(), hasConnections)
  if (count === 1) return (await import('./serve.ts')).serve({ environment, manner })
  const { supervise } = await import('#boot/supervise.ts')
  await supervise({
    environment,
    manner,
    shares: planProcesses(settings, { count, hasConnections }),
    program: fileURLToPath(new URL('worker.ts', import.meta.url)),
    clock: realClock(),
    log,
    stopMs: stopMs + settings.MALOTE_STOP_DELAY_SECONDS * 1_000,
  })
  // What it has compiled costs it 28 MB else, at every start (scripts/node.mjs).
  nodeModule.flushCompileCache?.()
}
