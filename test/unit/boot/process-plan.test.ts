/** Who does what where the service is several processes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { machinesOf } from '#platform/queue/nodes.ts'
import { planProcesses, processCount } from '../../../src/boot/process-plan.ts'

type Environment = Readonly<Record<string, string>>

const gb = 1024 ** 3

/** The settings of each process, as it reads them. */
function planned(environment: Environment, cores = 2) {
  const settings = readSettings(environment)
  const hasConnections = environment.MALOTE_DATABASE_CONNECTIONS !== undefined
  const count = processCount(settings, { cores, memoryBytes: 64 * gb }, hasConnections)
  return planProcesses(settings, { count, hasConnections }).map(share => {
    const own = readSettings({ ...environment, ...share })
    return {
      roles: own.MALOTE_ROLES.join(),
      streams: own.MALOTE_STREAMS.join(),
      connections: own.MALOTE_DATABASE_CONNECTIONS,
      bulkShare: own.MALOTE_BULK_SHARE,
    }
  })
}

const front = { roles: 'api,deliver,webhooks,inbound', streams: 'transactional', bulkShare: 0.75 }
const behind = { roles: 'deliver,webhooks,jobs', streams: 'marketing', bulkShare: 1 }

describe('the processes of a service', () => {
  it('are as many as the cores where nothing is set, up to 16', () => {
    const count = (cores: number, environment: Environment = {}) =>
      processCount(readSettings(environment), { cores, memoryBytes: 64 * gb }, false)
    assert.deepEqual(
      [0, 1, 2, 16, 128].map(cores => count(cores)),
      [1, 1, 2, 16, 16],
    )
    assert.equal(count(2, { MALOTE_PROCESSES: '' }), 2)
    assert.equal(count(2, { MALOTE_PROCESSES: '40' }), 40)
    assert.equal(count(2, { MALOTE_PROCESSES: '1' }), 1)
  })

  it('are as many as memory has room for, and one where it is small', () => {
    const count = (memoryGb: number, environment: Environment = {}) =>
      processCount(readSettings(environment), { cores: 8, memoryBytes: memoryGb * gb }, false)
    // A machine sold as of 1, 2 or 4 GB shows somewhat less.
    assert.deepEqual(
      [0.5, 0.95, 1, 1.9, 3.8, 8].map(memoryGb => count(memoryGb)),
      [1, 1, 1, 2, 5, 8],
    )
    assert.equal(count(0.5, { MALOTE_PROCESSES: '3' }), 3)
  })

  it('are one where it takes reports alone', () => {
    assert.equal(planned({ MALOTE_ROLES: 'inbound' }, 8).length, 1)
    assert.equal(planned({ MALOTE_ROLES: 'inbound,jobs' }, 8).length, 8)
    assert.equal(planned({ MALOTE_ROLES: 'inbound', MALOTE_PROCESSES: '2' }, 8).length, 2)
  })

  it('are as the settings say where there is one', () => {
    const [only, ...others] = planned({ MALOTE_PROCESSES: '1' })
    assert.deepEqual(others, [])
    assert.equal(only?.roles, 'api,deliver,webhooks,inbound,jobs')
    assert.deepEqual([only?.streams, only?.connections], ['transactional,marketing', 16])
  })

  it('keep bulk work out of the larger half', () => {
    const plan = planned({}, 3)
    const connections = 8
    assert.deepEqual(plan, [
      { ...front, connections },
      { ...front, connections },
      { ...behind, connections },
    ])
  })

  it('are alike where they have no mail of both kinds to send', () => {
    for (const more of [{ MALOTE_STREAMS: 'marketing' }, { MALOTE_ROLES: 'api,jobs' }]) {
      const [first, second] = planned({ MALOTE_PROCESSES: '2', ...more })
      assert.deepEqual(first, second)
    }
    const [first] = planned({ MALOTE_PROCESSES: '2', MALOTE_ROLES: 'api,jobs' })
    assert.equal(first?.roles, 'api,jobs')
  })

  it('share what connections are set, and have enough to work with', () => {
    const each = (of: string, set?: string) =>
      planned({
        MALOTE_PROCESSES: of,
        ...(set === undefined ? {} : { MALOTE_DATABASE_CONNECTIONS: set }),
      }).map(one => one.connections)
    assert.deepEqual(each('2', '40'), [20, 20])
    assert.deepEqual(each('3', '4'), [4, 4, 4])
    assert.deepEqual(new Set(each('16')), new Set([5]))
  })

  it('leave room for other machines in a database that they share', () => {
    const all = (of: string) => {
      const each = planned({ MALOTE_PROCESSES: of, DATABASE_URL: 'postgres://db.test/malote' })
      return each.map(one => one.connections)
    }
    assert.deepEqual(all('2'), [8, 8])
    assert.deepEqual(all('8'), Array(8).fill(5))
    assert.deepEqual(new Set(all('16')), new Set([4]))
  })

  it('are by themselves no more than their connections are enough for', () => {
    const url = { DATABASE_URL: 'postgres://db.test/malote' }
    const set = (count: string) => ({ MALOTE_DATABASE_CONNECTIONS: count })
    const all = (cores: number, environment: Environment) =>
      planned(environment, cores).map(one => one.connections)
    assert.deepEqual(all(16, set('8')), [4, 4])
    assert.deepEqual(all(16, { ...url, ...set('8') }), [4, 4])
    assert.deepEqual(all(16, { ...url, ...set('4') }), [4])
    assert.deepEqual(all(16, { ...url, ...set('30') }), Array(7).fill(4))
    assert.deepEqual(all(16, set('16')), Array(4).fill(4))
    assert.deepEqual(all(1, url), [16])
    assert.deepEqual(all(2, url), [8, 8])
    assert.deepEqual(all(16, url), [4, 4, 4, 4])
    assert.deepEqual(all(16, {}), Array(16).fill(5))
  })

  it('go by what is set for marketing', () => {
    const plan = planned({ MALOTE_PROCESSES: '2', MALOTE_BULK_SHARE: '0.5' })
    assert.deepEqual(
      plan.map(one => one.bulkShare),
      [0.5, 0.5],
    )
  })
})

describe('the machines of nodes', () => {
  type Node = [hostname: string, process: number | null, startedAt?: number, seenAt?: number]

  const count = (...nodes: Node[]) =>
    machinesOf(
      nodes.map(([hostname, process, startedAt = 0, seenAt = 60_000]) => ({
        ...{ roles: [], streams: [], hostname, process },
        startedAt: new Date(startedAt),
        seenAt: new Date(seenAt),
      })),
    )

  it('are counted by name, and each node that is one process by itself', () => {
    assert.equal(count(), 0)
    assert.equal(count(['a', null], ['a', null]), 2)
    assert.equal(count(['a', 1], ['a', 2], ['a', 3]), 1)
    assert.equal(count(['a', 2], ['b', 1], ['b', 2], ['c', null]), 3)
    const [dead, anew]: Node[] = [
      ['a', 1, 0, 20_000],
      ['a', 1, 25_000],
    ]
    assert.equal(count(dead!, anew!), 1, 'one started anew, and heard of as it was before')
    assert.equal(count(dead!, anew!, ['a', 2]), 1)
    assert.equal(count(['a', null, 0, 20_000], ['a', null, 25_000]), 1)
    assert.equal(count(['a', 1, 0, 20_000], ['b', 1, 25_000]), 2)
  })

  it('are several of one name where they have the same of their processes', () => {
    assert.equal(count(['a', 1], ['a', 2], ['a', 1, 30_000], ['a', 2, 30_000]), 2)
    assert.equal(count(['a', 1], ['a', 2], ['a', 2]), 2, 'the first process of one is down')
    assert.equal(count(['a', 1], ['a', 1, 0, 20_000], ['a', 2, 25_000]), 2)
    assert.equal(count(['a', 2], ['a', 3]), 1)
    assert.equal(count(['a', 1], ['a', 1], ['a', null], ['b', 1], ['b', 2]), 4)
  })
})
