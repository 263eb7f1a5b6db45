/**
 * What a run of `npm run bench -- --peers` goes through, everyone the same: how large the emails are,
 * whether the receiver offers TLS, how far away it is, whether it puts off a tenth at first, and
 * whether the server is killed in the middle.
 */

export interface Scenario {
  /** Of html and text together. */
  readonly bodyKb: number
  readonly tls: boolean
  /** To the receiver and back. */
  readonly roundTripMs: number
  /** Every tenth recipient is put off at the first try. */
  readonly defers: boolean
  /** `kill -9` of all of the server's processes when half is accepted. */
  readonly kill: boolean
  readonly emails: number
}

export const smallKb = 2.5
const largeKb = 100
const farMs = 50

const plain: Scenario = {
  bodyKb: smallKb,
  tls: false,
  roundTripMs: 0,
  defers: false,
  kill: false,
  emails: 0,
}

/** Before all else, and after each kill: until what is compiled while it runs is compiled. */
export const warmUpOf = (isQuick: boolean): Scenario => ({
  ...plain,
  emails: isQuick ? 1_500 : 8_000,
})

/** Kills come last: whoever does not get up again has taken part in all else. */
export function scenariosOf(isQuick: boolean): readonly Scenario[] {
  return isQuick ? quick : full
}

const full: readonly Scenario[] = [
  { ...plain, emails: 4_000 },
  { ...plain, tls: true, emails: 4_000 },
  { ...plain, roundTripMs: farMs, emails: 1_500 },
  { ...plain, roundTripMs: farMs, tls: true, emails: 1_500 },
  { ...plain, bodyKb: largeKb, emails: 1_000 },
  { ...plain, bodyKb: largeKb, tls: true, emails: 1_000 },
  { ...plain, bodyKb: largeKb, roundTripMs: farMs, emails: 600 },
  { ...plain, bodyKb: largeKb, roundTripMs: farMs, tls: true, emails: 600 },
  { ...plain, defers: true, emails: 2_000 },
  { ...plain, kill: true, emails: 2_000 },
  { ...plain, kill: true, roundTripMs: farMs, tls: true, emails: 1_000 },
]

const quick: readonly Scenario[] = [
  { ...plain, emails: 1_500 },
  { ...plain, bodyKb: largeKb, roundTripMs: farMs, tls: true, emails: 200 },
  { ...plain, defers: true, emails: 500 },
  { ...plain, kill: true, emails: 500 },
]

/** The same in one word, by which cells of several rounds belong together. */
export const keyOf = ({ bodyKb, tls, roundTripMs, defers, kill }: Scenario): string =>
  [
    `${bodyKb}kb`,
    tls ? 'tls' : 'plain',
    `${roundTripMs}ms`,
    defers ? 'defers' : '',
    kill ? 'kill' : '',
  ]
    .filter(word => word !== '')
    .join('-')

// How long it takes ------------------------------------------------------------------------------

/** Of a slow peer; what is measured corrects it. */
const guessedPerSecond = (scenario: Scenario): number =>
  (scenario.roundTripMs > 0 ? 120 : 350) * (scenario.bodyKb > smallKb ? 0.4 : 1)

/** To begin and to end a turn, and what a receiver that puts off or a kill adds. */
const turnSeconds = 1
const laterSeconds = 6
const killSeconds = 20

export function guessedSeconds(scenario: Scenario): number {
  const later = (scenario.defers ? laterSeconds : 0) + (scenario.kill ? killSeconds : 0)
  return turnSeconds + later + scenario.emails / guessedPerSecond(scenario)
}

/** A turn that was taken or is to be. */
export interface TurnTime {
  readonly contestant: string
  readonly scenario: Scenario
  /** null: it is still to be taken. */
  readonly seconds: number | null
}

/**
 * What the turns to come will take: as long as the last of the same kind, else as the guess, by as
 * much as whoever's turn it is has been off it so far.
 */
export function secondsLeft(turns: readonly TurnTime[]): number {
  return turns
    .filter(turn => turn.seconds === null)
    .reduce((sum, turn) => sum + expectedSeconds(turn, turns), 0)
}

export function expectedSeconds(
  { contestant, scenario }: Omit<TurnTime, 'seconds'>,
  turns: readonly TurnTime[],
): number {
  const taken = turns.filter(turn => turn.seconds !== null && turn.contestant === contestant)
  const same = taken.findLast(turn => keyOf(turn.scenario) === keyOf(scenario))
  if (same) return same.seconds!
  const guessed = taken.reduce((sum, turn) => sum + guessedSeconds(turn.scenario), 0)
  const real = taken.reduce((sum, turn) => sum + turn.seconds!, 0)
  return guessedSeconds(scenario) * (guessed > 0 ? real / guessed : 1)
}
