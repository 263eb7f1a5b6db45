/**
 * The service as several processes on one machine (MALOTE_PROCESSES): starts them, the first by
 * itself (it brings up the database and makes the first account) and the others once it runs, and
 * starts those anew that fall. They share the listening ports. A process that cannot be started at
 * all ends the service with its exit code. A signal that asks for an end is passed on, and the end is
 * that of the last. Without the supervisor they end in order by themselves (worker.ts).
 */
import cluster, { type Worker } from 'node:cluster'
import type { Clock, Log } from '#kernel/world/world.ts'
import { firstFault } from './first-fault.ts'
import { firstSignal } from './first-signal.ts'
import type { StartManner } from './first-start.ts'
import type { Share } from './process-plan.ts'
import type { FromSupervisor, ToSupervisor } from './siblings.ts'

/** What a process is told at its start, as its argument. */
export interface Orders {
  /** From 1. */
  readonly number: number
  /** Of all processes. */
  readonly count: number
  /** What it has of its own of the settings. */
  readonly share: Share
  /** null: it prints nothing. */
  readonly manner: StartManner | null
}

export interface Supervision {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly manner: StartManner
  readonly shares: readonly Share[]
  /** The file that each process runs. */
  readonly program: string
  readonly clock: Clock
  readonly log: Log
  /** A process that runs and has been told to end is given so long. */
  readonly stopMs: number
}

/** Between a fall and the next start: twice as long each time, until one has run for a while. */
const firstPauseMs = 500
const maxPauseMs = 30_000
const soundMs = 60_000
/** Starts in a row that come to nothing, of a process that has run before: two minutes and a half. */
const maxFailedStarts = 10
/** One that is starting may be migrating: it is given so many times as long to end. */
const startingPatience = 10
const tellMemoryMs = 3_600_000

/** A place for a process, whichever fills it at the moment. */
interface Place {
  readonly number: number
  worker: Worker | null
  isRunning: boolean
  hasEverRun: boolean
  begunAt: number
  residentMb: number
  /** What it answers questions about. */
  readonly topics: Set<string>
  falls: number
  failedStarts: number
}

interface State extends Supervision {
  readonly places: readonly Place[]
  /** What to exit with, once it is to end. */
  code: number | null
}

/**
 * Resolves when all run; this process then ends itself as the last of them has. A start that comes to
 * nothing ends it as well.
 */
export async function supervise(supervision: Supervision): Promise<void> {
  const { shares, clock, log } = supervision
  const places = shares.map((_, index) => emptyPlace(index + 1))
  const state: State = { ...supervision, places, code: null }
  void firstSignal().then(name => end(state, name, 0))
  void firstFault(log).then(origin => end(state, origin, 1))
  const [first, ...others] = places
  await start(state, first!)
  if (state.code === null) await Promise.all(others.map(place => start(state, place)))
  clock.timer(tellMemoryMs, () => tellMemory(state)).unref?.()
}

const emptyPlace = (number: number): Place => ({
  number,
  worker: null,
  isRunning: false,
  hasEverRun: false,
  begunAt: 0,
  residentMb: 0,
  topics: new Set(),
  falls: 0,
  failedStarts: 0,
})

/** Resolves when it runs; never, where it falls before. */
function start(state: State, place: Place): Promise<void> {
  const { clock, log, places } = state
  const { promise, resolve } = Promise.withResolvers<void>()
  const worker = fork(state, place)
  Object.assign(place, { worker, isRunning: false, begunAt: clock.monotonic(), residentMb: 0 })
  worker.on('message', (said: ToSupervisor) => {
    switch (said.kind) {
      case 'running':
        Object.assign(place, { isRunning: true, hasEverRun: true, failedStarts: 0 })
        log.info({ process: place.number, pid: worker.process.pid }, 'a process runs')
        if (state.code !== null) killIfItHangs(state, place, state.stopMs)
        return resolve()
      case 'tells':
        place.topics.add(said.topic)
        return
      case 'memory':
        place.residentMb = said.residentMb
        return
      default:
        pass(said, place, places)
    }
  })
  worker.once('exit', (code, signal) => fallen(state, place, { code: code ?? 1, signal }))
  return promise
}

interface Fall {
  readonly code: number
  readonly signal: string | null
}

function fallen(state: State, place: Place, { code, signal }: Fall): void {
  const { clock, log } = state
  const { number: process, isRunning, residentMb } = place
  const livedMs = clock.monotonic() - place.begunAt
  const how = signal === null ? { code } : { signal }
  const pid = place.worker?.process.pid
  const told = { process, pid, ...how, seconds: Math.round(livedMs / 1_000), residentMb }
  Object.assign(place, { worker: null, isRunning: false })
  place.topics.clear()
  if (state.code !== null) {
    log.info(told, 'a process has ended')
    // Before it listens to signals, the one that ends it ends it at once.
    if (code !== 0 && signal !== 'SIGTERM') state.code = 1
    leaveIfLast(state)
    return
  }
  if (!isRunning) place.failedStarts += 1
  if (!place.hasEverRun || place.failedStarts >= maxFailedStarts) {
    log.error(told, 'a process cannot be started')
    end(state, 'a process cannot be started', code || 1)
    return
  }
  place.falls = isRunning && livedMs >= soundMs ? 1 : place.falls + 1
  const againMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (place.falls - 1))
  log.error({ ...told, againMs }, 'a process has ended by itself; it is started anew')
  clock.timer(againMs, () => {
    if (state.code === null) void start(state, place)
  })
}

function end(state: State, why: string, code: number): void {
  if (state.code !== null) return
  const { places, log } = state
  state.code = code
  log.info({ signal: why, processes: places.length }, 'stopping')
  for (const place of places) {
    place.worker?.process.kill('SIGTERM')
    killIfItHangs(state, place, place.isRunning ? state.stopMs : startingPatience * state.stopMs)
  }
  leaveIfLast(state)
}

/** One that is still starting ends after its start: its usual time begins then, not this. */
function killIfItHangs({ clock, log }: State, place: Place, afterMs: number): void {
  const { isRunning } = place
  clock.timer(afterMs, () => {
    if (!place.worker || place.isRunning !== isRunning) return
    log.warn({ process: place.number, afterMs }, 'a process hangs; it is killed')
    place.worker.process.kill('SIGKILL')
  })
}

function leaveIfLast({ code, places, log }: State): void {
  if (code === null || places.some(one => one.worker !== null)) return
  log.info({ code }, 'stopped')
  process.exit(code)
}

function tellMemory(state: State): void {
  const residentMb = state.places.map(one => one.residentMb)
  const all = residentMb.reduce((sum, mb) => sum + mb, 0)
  state.log.info({ residentMb, all }, 'memory of the processes')
  state.clock.timer(tellMemoryMs, () => tellMemory(state)).unref?.()
}

/**
 * Each takes connections by itself from the ports that they share: one that is busy takes none, and
 * where one falls the others take those that wait. By Node's usual way the supervisor hands them out,
 * and what it has handed to one that falls stays open with nobody at its end.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Whoever is started again prints nothing: where things are has been said. */
function fork({ environment, manner, shares, program }: Supervision, place: Place): Worker {
  const { number, hasEverRun } = place
  const orders: Orders = {
    number,
    count: shares.length,
    share: shares[number - 1]!,
    manner: number === 1 && !hasEverRun ? manner : null,
  }
  cluster.setupPrimary({ exec: program, args: [JSON.stringify(orders)] })
  return cluster.fork(environment)
}

/** Hands a question to those that answer such, or an answer to whoever asked. */
function pass(
  said: Extract<ToSupervisor, { kind: 'question' | 'answer' }>,
  from: Place,
  places: readonly Place[],
): void {
  if (said.kind === 'answer') {
    const asker = places.find(one => one.number === said.to)
    tell(asker, { kind: 'answered', id: said.id, answer: said.answer })
    return
  }
  const { id, topic } = said
  const others = places.filter(one => one !== from && one.isRunning && one.topics.has(topic))
  for (const one of others) tell(one, { kind: 'asked', id, topic, from: from.number })
  tell(from, { kind: 'passed on', id, count: others.length })
}

/** To one that is leaving nothing can be said any more. */
function tell(place: Place | undefined, heard: FromSupervisor): void {
  if (place?.worker?.isConnected()) place.worker.send(heard, () => {})
}
