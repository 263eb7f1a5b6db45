/**
 * The rounds of a comparison: at each scenario everyone has a turn, before the next scenario begins. A
 * turn that fails is a cell with its reason, and its server begins anew; one for which no time is left
 * is such a cell, too.
 */
import type { StartedPeer } from './peer.ts'
import type { RawCell, RawFigures } from './raw.ts'
import {
  expectedSeconds,
  type Scenario,
  scenariosOf,
  secondsLeft,
  type TurnTime,
  warmUpOf,
} from './scenarios.ts'
import { type Contestant, takeTurn } from './turn.ts'
import { nameOf } from './words.ts'

export interface RoundsOrder {
  readonly isQuick: boolean
  /** So many, or as many as there is time for. */
  readonly rounds: number
  readonly contestants: readonly Contestant[]
  readonly leftSeconds: () => number
  readonly write: (cell: RawCell) => Promise<void>
  readonly say: (line: string) => void
  /** Instead of a real turn. */
  readonly takeTurn?: typeof takeTurn
}

/** What has happened so far. */
interface Course {
  readonly times: TurnTime[]
  /** Servers that did not get up again, and why. */
  readonly fallen: Map<StartedPeer, string>
  /** The number of the next email: none has a number twice. */
  next: number
}

interface PlannedTurn {
  readonly contestant: Contestant
  readonly scenario: Scenario
}

const minPatienceMs = 120_000

export async function takeRounds(order: RoundsOrder): Promise<void> {
  const { isQuick, rounds, contestants, leftSeconds, say } = order
  const course: Course = { times: [], fallen: new Map(), next: 1 }
  for (const contestant of contestants) {
    say(`warming up: ${contestant.name}`)
    const scenario = warmUpOf(isQuick)
    await take(order, course, { contestant, scenario }).catch((error: Error) => say(error.message))
  }
  const turns = scenariosOf(isQuick).flatMap(scenario =>
    contestants.map(contestant => ({ scenario, contestant })),
  )
  for (let round = 1; round <= rounds; round++) {
    if (round > 1 && toGo(course, turns) > leftSeconds()) break
    await takeRound(order, course, { round, turns })
  }
}

async function takeRound(
  order: RoundsOrder,
  course: Course,
  { round, turns }: { readonly round: number; readonly turns: readonly PlannedTurn[] },
): Promise<void> {
  for (const [at, turn] of turns.entries()) {
    const { contestant, scenario } = turn
    const left = toGo(course, turns.slice(at))
    const found =
      expectedOf(course, turn) > order.leftSeconds()
        ? new Error('no time was left for it')
        : await take(order, course, turn).catch((error: Error) => error)
    const isFault = found instanceof Error
    await order.write({
      ...{ kind: 'cell', round, contestant: contestant.name, scenario },
      figures: isFault ? null : found,
      failed: isFault ? found.message || found.name : null,
    })
    const place = `round ${round}, ${at + 1} of ${turns.length}, about ${told(left)} to go`
    order.say(`${place}: ${contestant.name}, ${nameOf(scenario, 'en')}: ${result(found)}`)
  }
}

const expectedOf = ({ times }: Course, { contestant, scenario }: PlannedTurn): number =>
  expectedSeconds({ contestant: contestant.name, scenario }, times)

const toGo = ({ times }: Course, turns: readonly PlannedTurn[]): number =>
  secondsLeft([
    ...times,
    ...turns.map(({ contestant, scenario }) => ({
      ...{ contestant: contestant.name, scenario, seconds: null },
    })),
  ])

async function take(order: RoundsOrder, course: Course, turn: PlannedTurn): Promise<RawFigures> {
  const { contestant, scenario } = turn
  const down = course.fallen.get(contestant.peer)
  if (down !== undefined) throw new Error(down)
  const begun = performance.now()
  const first = course.next
  course.next += scenario.emails
  const patienceMs = Math.max(minPatienceMs, 4_000 * expectedOf(course, turn))
  try {
    const taking = order.takeTurn ?? takeTurn
    const figures = await taking({ ...contestant, scenario, first, patienceMs })
    const seconds = (performance.now() - begun) / 1_000
    course.times.push({ contestant: contestant.name, scenario, seconds })
    return figures
  } catch (error) {
    await beginAnew(contestant.peer, course)
    throw error
  }
}

/** After a fault nobody knows what state a server is in. */
async function beginAnew(peer: StartedPeer, { fallen }: Course): Promise<void> {
  try {
    await peer.kill()
    await peer.restart()
  } catch (error) {
    fallen.set(peer, `it did not get up again: ${(error as Error).message}`)
  }
}

const told = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`

function result(found: RawFigures | Error): string {
  if (found instanceof Error) return `failed: ${found.message}`
  const { perSecond, cpuMs, lost, doubled, kill } = found
  return [
    ...(perSecond === null ? [] : [`${perSecond.toFixed(0)} emails/s`]),
    ...(cpuMs === null ? [] : [`${cpuMs.toFixed(2)} CPU ms`]),
    ...(kill === null ? [] : [`away for ${kill.downSeconds.toFixed(1)} s`]),
    `${lost} lost, ${doubled} doubled`,
  ].join(', ')
}
