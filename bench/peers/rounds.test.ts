/** That a round goes on whatever happens to a turn, and ends in time. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StartedPeer } from './peer.ts'
import type { RawCell, RawFigures } from './raw.ts'
import { type RoundsOrder, takeRounds } from './rounds.ts'
import { keyOf, scenariosOf } from './scenarios.ts'

const figures: RawFigures = {
  ...{ seconds: 1, perSecond: 100, cpuMs: 1, connections: 20, accepted: 100, unanswered: 0 },
  ...{ refused: 0, arrived: 100, putOff: 0, lost: 0, doubled: 0, marked: null, kill: null },
}
const scenarios = scenariosOf(true)

function peer(more: Partial<StartedPeer> = {}): StartedPeer {
  return {
    ...{ version: '1', got: 'made here', doors: {} },
    cpuSeconds: async () => 0,
    kill: async () => {},
    restart: async () => {},
    hasten: async () => {},
    waiting: async () => 0,
    marked: async () => null,
    ...more,
  }
}

interface Course {
  readonly cells: RawCell[]
  /** Who had a turn, by the first number of its emails. */
  readonly turns: [string, number][]
}

async function course(
  peers: Readonly<Record<string, StartedPeer>>,
  more: Partial<RoundsOrder>,
): Promise<Course> {
  const cells: RawCell[] = []
  const turns: [string, number][] = []
  await takeRounds({
    ...{ isQuick: true, rounds: 1, leftSeconds: () => Infinity, say: () => {} },
    contestants: Object.entries(peers).map(([name, one]) => ({
      ...{ name, peer: one, door: { how: 'smtp', port: 1 }, receiverPort: 2 },
    })),
    write: async cell => void cells.push(cell),
    ...more,
    takeTurn: async turn => {
      turns.push([turn.name, turn.first])
      return (more.takeTurn ?? (async () => figures))(turn)
    },
  })
  return { cells, turns }
}

describe('A round', () => {
  it('gives everyone a turn at a scenario before the next one, each email its own number', async () => {
    const { cells, turns } = await course({ One: peer(), Two: peer() }, {})
    assert.deepEqual(
      cells.map(({ contestant, scenario }) => [contestant, keyOf(scenario)]),
      scenarios.flatMap(scenario => ['One', 'Two'].map(name => [name, keyOf(scenario)])),
    )
    const firsts = turns.map(([, first]) => first)
    // Warmed up first, which is no cell.
    assert.equal(firsts.length, cells.length + 2)
    for (const [at, { scenario }] of cells.slice(0, -1).entries()) {
      assert.equal(firsts[at + 3]! - firsts[at + 2]!, scenario.emails)
    }
  })

  it('goes on after a turn that fails, with its reason and a server that begins anew', async () => {
    const deeds: string[] = []
    const broken = peer({
      kill: async () => void deeds.push('kill'),
      restart: async () => void deeds.push('restart'),
    })
    const { cells } = await course(
      { Broken: broken, Whole: peer() },
      {
        takeTurn: async ({ name, scenario }) => {
          if (name === 'Broken' && scenario.defers) throw new Error('3 of 5 arrived in time')
          return figures
        },
      },
    )
    assert.deepEqual(deeds, ['kill', 'restart'])
    const failed = cells.filter(cell => cell.failed !== null)
    assert.deepEqual(
      failed.map(({ contestant, failed: why, figures: none, scenario }) => [
        ...[contestant, why, none, scenario.defers],
      ]),
      [['Broken', '3 of 5 arrived in time', null, true]],
    )
    assert.equal(cells.length, 2 * scenarios.length)
  })

  it('leaves out who does not get up again, and says so in each of its cells', async () => {
    const gone = peer({
      restart: () => Promise.reject(new Error('nobody greets')),
    })
    const { cells, turns } = await course(
      { Gone: gone, Whole: peer() },
      {
        takeTurn: async ({ name }) => {
          if (name === 'Gone') throw new Error('why ever')
          return figures
        },
      },
    )
    assert.equal(turns.filter(([name]) => name === 'Gone').length, 1)
    const why = cells.filter(cell => cell.contestant === 'Gone').map(cell => cell.failed)
    assert.deepEqual(
      why,
      scenarios.map(() => 'it did not get up again: nobody greets'),
    )
    assert.ok(cells.every(cell => cell.contestant === 'Gone' || cell.figures !== null))
  })

  it('has cells without a turn once the time is over, and no second round begins', async () => {
    let left = 1_000
    const { cells } = await course(
      { One: peer() },
      {
        rounds: 5,
        leftSeconds: () => left,
        takeTurn: async ({ scenario }) => {
          if (scenario.tls) left = 0
          return figures
        },
      },
    )
    assert.deepEqual(
      cells.map(({ round, failed }) => [round, failed]),
      [
        [1, null],
        [1, null],
        [1, 'no time was left for it'],
        [1, 'no time was left for it'],
      ],
    )
  })

  it('is followed by others while there is time, and by no more than were asked for', async () => {
    const { cells } = await course({ One: peer() }, { rounds: 3 })
    assert.deepEqual(
      cells.map(({ round }) => round),
      [1, 2, 3].flatMap(round => scenarios.map(() => round)),
    )
  })
})
