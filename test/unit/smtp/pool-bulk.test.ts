/** Bulk mail over shared connections: it leaves room to what is transactional, and comes after it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '#protocol/smtp/client.ts'
import { Pool } from '#protocol/smtp/pool.ts'
import {
  type Destination,
  type DestinationLimits,
  usualLimits,
} from '#protocol/smtp/pool-destination.ts'
import type { Mx } from './mx.ts'
import { email, outside, to } from './outside.ts'
import { startServer } from './stage.ts'

const world = outside(10)

const destination = (
  server: Mx,
  limits: Partial<DestinationLimits> = {},
  key = 'one',
): Destination => ({
  key,
  limits: { ...usualLimits, ...limits },
  open: () => connect(world, to(server.port)),
})

/** Emails whose last dot waits until the test says so, in the order in which they come there. */
function holding() {
  const held: { readonly name: string; go(): void }[] = []
  const arrived: string[] = []
  const named = (name: string) =>
    email(undefined, {
      beforeContent: () => {
        arrived.push(name)
        return new Promise<boolean>(resolve => {
          held.push({ name, go: () => resolve(true) })
        })
      },
    })
  const go = (): void => held.shift()!.go()
  return { held, arrived, named, go }
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    assert.ok(i < 2_000, 'it does not come to that')
    await new Promise(resolve => setTimeout(resolve, 1))
  }
}
/** Long enough for what must not happen to happen. */
const aWhile = () => new Promise(resolve => setTimeout(resolve, 100))
const bulk = { isBulk: true }

describe('bulk mail', () => {
  it('waits for what is transactional where a destination has one connection', async t => {
    const server = await startServer(t)
    const pool = new Pool(world, 100, 0.75)
    const only = destination(server, { connections: 1 })
    const { arrived, named, go } = holding()
    const sent = [pool.send(only, named('bulk 1'), bulk), pool.send(only, named('bulk 2'), bulk)]
    await until(() => arrived.length === 1)
    sent.push(pool.send(only, named('reset')))
    for (let i = 1; i <= 3; i++) {
      await until(() => arrived.length === i)
      go()
    }
    await Promise.all(sent)
    assert.deepEqual(arrived, ['bulk 1', 'reset', 'bulk 2'])
    assert.equal(server.connections, 1)
    await pool.drain(1000)
  })

  it('has a part of the connections to a destination, whatever waits', async t => {
    const server = await startServer(t)
    const pool = new Pool(world, 100, 0.75)
    const four = destination(server, { connections: 4 })
    const { held, arrived, named, go } = holding()
    const sent = Array.from({ length: 8 }, (_, i) => pool.send(four, named(`bulk ${i}`), bulk))
    await until(() => arrived.length === 3)
    await aWhile()
    assert.equal(arrived.length, 3)
    sent.push(pool.send(four, named('reset')))
    await until(() => arrived.includes('reset'))
    assert.equal(server.connections, 4)
    while (held.length > 0 || arrived.length < 9) {
      if (held.length > 0) go()
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    await Promise.all(sent)
    await pool.drain(1000)
    assert.deepEqual(pool.status(), { connections: 0, pools: [] })
  })

  it('has a part of the connections of the node, and what it has comes free for others of it', async t => {
    const server = await startServer(t)
    const pool = new Pool(world, 4, 0.75)
    const { held, arrived, named, go } = holding()
    const to = (key: string) => destination(server, { connections: 4 }, key)
    const sent = ['a', 'b', 'c', 'd', 'e'].map(key => pool.send(to(key), named(key), bulk))
    await until(() => arrived.length === 3)
    await aWhile()
    assert.deepEqual(arrived, ['a', 'b', 'c'])
    sent.push(pool.send(to('x'), named('reset')))
    await until(() => arrived.includes('reset'))
    for (let i = 0; i < 4; i++) go()
    await until(() => arrived.length === 6)
    while (held.length > 0) go()
    await Promise.all(sent)
    await pool.drain(1000)
    assert.deepEqual(pool.status(), { connections: 0, pools: [] })
  })
})
