/** Builds the real World from the settings: system clock, kernel sockets, PostgreSQL. */

import type { Settings } from '../../base/config.ts'
import { idSource } from '../../base/ids.ts'
import type { Db } from '../db.ts'
import { createHandoff } from '../handoff.ts'
import { createRuntime } from '../runtime.ts'
import type { Tracing } from '../tracing.ts'
import type { Log, World } from '../world.ts'
import { realClock, realLog, realRandom, realSignals } from './clock.ts'
import { realDb } from './db.ts'
import { realDns } from './dns.ts'
import { realFiles } from './files.ts'
import { realHttp } from './http.ts'
import { realNet } from './net.ts'

interface RealParts {
  readonly settings: Settings
  readonly db: Db
  readonly log?: Log
  readonly tracing?: Tracing | null
}

export function realWorld({ settings, db, log, tracing }: RealParts): World {
  const clock = realClock(settings.MALOTE_CLOCK_AHEAD)
  const random = realRandom()
  const dns = realDns({ servers: settings.MALOTE_DNS_SERVERS, clock, random })
  const http = realHttp({ dns, clock, allow: settings.MALOTE_NETWORK_ALLOW })
  return {
    clock,
    random,
    ids: idSource(clock.now, random.bytes),
    db,
    ...directoryOf(settings, log ?? realLog(settings.LOG_LEVEL)),
    dns,
    net: realNet(),
    http,
    files: realFiles(settings, { http, clock, random }),
    log: log ?? realLog(settings.LOG_LEVEL),
    signals: realSignals(),
    handoff: createHandoff(),
    runtime: createRuntime(),
    settings,
    ...(tracing ? { tracing } : {}),
  }
}

/** It is asked rarely, and whoever waits for it is a person. */
const directoryConnections = 2
const directoryConnectMs = 3_000

/** Opens no connection yet. */
const directoryOf = ({ MALOTE_DIRECTORY_URL: address }: Settings, log: Log): { directory?: Db } =>
  address === ''
    ? {}
    : {
        directory: realDb({
          address,
          connections: directoryConnections,
          connectMs: directoryConnectMs,
          log,
        }),
      }
