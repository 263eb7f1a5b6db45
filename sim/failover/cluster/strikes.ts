/**
 * What is done to a cluster, and how long calls may go unaccepted by it. A strike ends when all is as
 * it was before: what was killed is started again, what was cut is mended.
 */

import { pause } from '../../crash/nodes.ts'
import type { Chance } from '../../world/random.ts'
import type { Machine } from './machines.ts'
import type { Stage } from './stage.ts'

export interface Strike {
  readonly name: string
  /** How many of 24 are of this kind. */
  readonly share: number
  readonly barSeconds: number
  readonly run: (stage: Stage, chance: Chance) => Promise<void>
}

/** Longer than any failover: the old primary comes back when another one has long been at work. */
const deadMs = 35_000
const cutMs = 35_000
/** As long as the cut lasts, where nobody fails over because of it. */
const shortCutMs = 20_000
const etcdDeadMs = 15_000

const primary = ({ database }: Stage) => database.leader()

async function cutFor(machine: Machine, ms: number, cut: () => void): Promise<void> {
  cut()
  try {
    await pause(ms)
  } finally {
    machine.mend()
  }
}

async function deadFor(machine: Machine, ms: number): Promise<void> {
  machine.kill()
  await pause(ms)
  machine.start()
}

async function frozenFor(machine: Machine, ms: number, command?: string): Promise<void> {
  machine.signal('SIGSTOP', command)
  await pause(ms)
  machine.signal('SIGCONT', command)
}

export const strikes: readonly Strike[] = [
  {
    name: 'planned switchover',
    share: 3,
    barSeconds: 5,
    run: ({ database }) => database.switchOver(),
  },
  {
    name: 'PostgreSQL of the primary killed',
    share: 3,
    barSeconds: 15,
    async run(stage) {
      process.kill((await primary(stage)).postmaster(), 'SIGKILL')
    },
  },
  {
    name: 'machine of the primary killed',
    share: 2,
    barSeconds: 30,
    run: async stage => deadFor(await primary(stage), deadMs),
  },
  {
    name: 'machine of the primary frozen',
    share: 2,
    barSeconds: 30,
    run: async stage => frozenFor(await primary(stage), deadMs),
  },
  {
    name: 'PostgreSQL of the primary frozen',
    share: 2,
    barSeconds: 30,
    run: async stage => frozenFor(await primary(stage), deadMs, 'postgres'),
  },
  {
    name: 'primary cut off from all',
    share: 2,
    barSeconds: 30,
    async run(stage) {
      const member = await primary(stage)
      await cutFor(member, cutMs, () => member.cut())
    },
  },
  {
    name: 'primary cut off from etcd alone',
    share: 1,
    barSeconds: 30,
    async run(stage) {
      const member = await primary(stage)
      await cutFor(member, cutMs, () => {
        member.drop('out', 'tcp dport { 2379, 2380 }')
        member.drop('out', 'tcp sport { 2379, 2380 }')
      })
    },
  },
  {
    name: 'primary cut off from its standby alone',
    share: 1,
    barSeconds: 30,
    async run(stage) {
      const member = await primary(stage)
      const { address } = await stage.database.synchronousStandby()
      await cutFor(member, cutMs, () => member.drop('out', `ip daddr ${address}`))
    },
  },
  {
    name: 'answers of the primary dropped',
    share: 1,
    barSeconds: 30,
    async run(stage) {
      const member = await primary(stage)
      await cutFor(member, shortCutMs, () => member.drop('out', 'tcp sport 5432'))
    },
  },
  {
    name: 'synchronous standby killed',
    share: 2,
    barSeconds: 5,
    run: async ({ database }) => deadFor(await database.synchronousStandby(), deadMs),
  },
  {
    name: 'etcd leader killed',
    share: 1,
    barSeconds: 30,
    async run({ database }) {
      const { etcd } = await database.etcdLeader()
      await etcd.end('SIGKILL')
      await pause(etcdDeadMs)
      etcd.start()
    },
  },
  {
    name: 'HAProxy of all nodes restarted',
    share: 1,
    barSeconds: 5,
    async run({ nodes }) {
      await Promise.all(nodes.map(({ balancer }) => balancer.end('SIGKILL')))
      await pause(1_000)
      for (const { balancer } of nodes) balancer.start()
    },
  },
  {
    name: 'Malote node killed',
    share: 2,
    barSeconds: 5,
    async run({ nodes }, chance) {
      const node = chance.pick(nodes)
      await node.die()
      await pause(3_000)
      await node.launch()
    },
  },
  {
    name: 'Malote node frozen',
    share: 1,
    barSeconds: 5,
    run: async ({ nodes }, chance) => frozenFor(chance.pick(nodes), deadMs),
  },
]

/** How long what is acknowledged has no standby, where none is waited for. */
const apartMs = 5_000

/**
 * What an asynchronous cluster loses by, whoever runs on it: the negative control. With a
 * synchronous standby nothing is acknowledged while the ways to both are cut.
 */
export const control: Strike = {
  name: 'primary cut off from its standbys, then killed',
  share: 1,
  barSeconds: 30,
  async run(stage) {
    const member = await primary(stage)
    const others = stage.database.members.filter(one => one.name !== member.name)
    const addresses = others.map(one => one.address).join(', ')
    member.drop('out', `ip daddr { ${addresses} } tcp sport 5432`)
    await pause(apartMs)
    member.kill()
    await pause(deadMs)
    member.mend()
    member.start()
  },
}

/** So many, each kind by its share: a seed always draws the same. */
export function drawStrikes(chance: Chance, count: number, among = strikes): Strike[] {
  const drawn: Strike[] = []
  while (drawn.length < count) {
    const deck = among.flatMap(strike => Array.from({ length: strike.share }, () => strike))
    while (deck.length > 0) drawn.push(...deck.splice(chance.integer(deck.length), 1))
  }
  return drawn.slice(0, count)
}
