/** Which pool an email has, and which address of it: the same on every node, in equal shares. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  inOrderOf,
  poolFor,
  type SourceAddress,
  type SourcePool,
} from '#sending/delivery/source.ts'

const idOf = (n: number): string =>
  `0192f0c1-0000-7000-8000-00000000${n.toString(16).padStart(4, '0')}`
const address = (n: number): SourceAddress => ({
  id: idOf(n),
  address: `192.0.2.${n}`,
  hostname: `out${n}.example.com`,
  isWarm: true,
  firstStage: 1,
  isPaused: false,
  seenAt: { transactional: null, marketing: null },
})
const pool = (more: Partial<SourcePool> = {}): SourcePool => ({
  name: 'a',
  streams: null,
  projects: null,
  addresses: [address(1)],
  ...more,
})
const emailOf = (n: number): string =>
  `0192f0c1-1111-7000-8000-0000${(Math.imul(n, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}`
const firstOf = (one: SourcePool, n: number): string => inOrderOf(one, emailOf(n))[0]!.address

describe('the pool of an email', () => {
  const [mine, theirs] = ['project-1', 'project-2']
  const transactional = { projectId: theirs, stream: 'transactional' } as const

  it('is that of its project, else of its stream, else everybody’s', () => {
    const pools = [
      pool({ name: 'all' }),
      pool({ name: 'bulk', streams: ['marketing'] }),
      pool({ name: 'mine', projects: [mine] }),
    ]
    const nameFor = (projectId: string, stream: 'marketing' | 'transactional') =>
      poolFor(pools, { projectId, stream })?.name
    assert.equal(nameFor(mine, 'marketing'), 'mine')
    assert.equal(nameFor(theirs, 'marketing'), 'bulk')
    assert.equal(nameFor(theirs, 'transactional'), 'all')
  })

  it('is none where all pools are others’', () => {
    assert.equal(poolFor([pool({ streams: ['marketing'] })], transactional), undefined)
    assert.equal(poolFor([pool({ projects: [mine] })], transactional), undefined)
    const ofStream = pool({ projects: [theirs], streams: ['marketing'] })
    assert.equal(poolFor([ofStream], transactional), undefined)
  })
})

describe('the address of an email', () => {
  const all = pool({ addresses: [1, 2, 3, 4].map(address) })

  it('is each for an equal share of all', () => {
    const counts = new Map<string, number>()
    for (let n = 0; n < 8_000; n++) {
      const first = firstOf(all, n)
      counts.set(first, (counts.get(first) ?? 0) + 1)
    }
    assert.equal(counts.size, 4)
    for (const count of counts.values()) assert.ok(Math.abs(count - 2_000) < 200, `${count}`)
  })

  it('stays what it was where another address is taken away', () => {
    const fewer = pool({ addresses: [1, 2, 4].map(address) })
    for (let n = 0; n < 500; n++) {
      const before = firstOf(all, n)
      if (before !== '192.0.2.3') assert.equal(firstOf(fewer, n), before)
    }
  })

  it('has each of the others behind it, in an order of its own', () => {
    const seconds = new Set<string>()
    for (let n = 0; n < 200; n++) {
      const order = inOrderOf(all, emailOf(n))
      assert.equal(new Set(order).size, 4)
      if (order[0]!.address === '192.0.2.1') seconds.add(order[1]!.address)
    }
    assert.equal(seconds.size, 3, 'what one does not take is spread over the others')
  })
})
