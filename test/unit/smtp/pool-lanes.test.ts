/** A lane's connections are counted until the last of them has said QUIT, whoever opened them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '#protocol/smtp/client.ts'
import { Pool } from '#protocol/smtp/pool.ts'
import { type Destination, type SharedLane, usualLimits } from '#protocol/smtp/pool-destination.ts'
import { Lanes } from '#protocol/smtp/pool-lanes.ts'
import { email, outside, to } from './outside.ts'
import { startServer } from './stage.ts'

const world = outside(10)

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    assert.ok(i < 5_000, 'it does not come to that')
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

const laneOf = (connections: () => number): SharedLane => ({
  key: 'lane',
  connections,
  waitMs: () => 0,
  took() {},
  isShort() {},
})

const member = { serve() {}, closeBeyond() {}, closeOneIdle: () => false, isEmpty: true }

describe('a lane', () => {
  it('counts each connection of a pool that closes several at once', async t => {
    const server = await startServer(t)
    const pool = new Pool(world, 100)
    let limit = 10
    const destination = (key: string): Destination => ({
      key,
      limits: { ...usualLimits, idleMs: 60_000 },
      lane: laneOf(() => limit),
      open: () => connect(world, to(server.port)),
    })
    const held: (() => void)[] = []
    const one = () =>
      email(undefined, {
        beforeContent: () => new Promise<boolean>(resolve => held.push(() => resolve(true))),
      })
    const sent = ['a', 'a'].map(key => pool.send(destination(key), one()))
    await until(() => held.length === 2)
    sent.push(pool.send(destination('b'), one()))
    await until(() => held.length === 3)
    const [first, second, third] = held as [() => void, () => void, () => void]
    first()
    second()
    await until(() => pool.status().pools.some(({ key, idle }) => key === 'a' && idle === 2))
    assert.equal(pool.openOf('lane'), 3)
    limit = 1
    pool.laneChanged('lane')
    await until(() => pool.status().connections === 1)
    assert.equal(pool.openOf('lane'), 1)
    third()
    await Promise.all(sent)
    await pool.drain(1_000)
    assert.equal(pool.openOf('lane'), 0)
  })

  it('lasts while one of its connections is being closed, for whoever comes meanwhile', () => {
    const lanes = new Lanes(world.clock)
    const shared = laneOf(() => 2)
    const lane = lanes.join(shared, member)
    lane.opened(member)
    lane.opened(member)
    lane.closing()
    lane.closing()
    lane.leave(member)
    lane.closed()
    assert.equal(lanes.openOf('lane'), 1)
    const next = { ...member }
    assert.equal(lanes.join(shared, next), lane)
    lane.closed()
    lane.leave(next)
    assert.notEqual(lanes.join(shared, next), lane)
  })
})
