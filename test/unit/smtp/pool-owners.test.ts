/** Whose mail has the node's connections: a tenth more is for owners who have few. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '#protocol/smtp/client.ts'
import { Pool } from '#protocol/smtp/pool.ts'
import { type Destination, usualLimits } from '#protocol/smtp/pool-destination.ts'
import type { Mx } from './mx.ts'
import { email, outside, to } from './outside.ts'
import { startServer } from './stage.ts'

const world = outside(10)

const destination = (server: Mx, key: string): Destination => ({
  key,
  limits: { ...usualLimits, connections: 10, patienceMs: 10_000 },
  open: () => connect(world, to(server.port)),
})

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    assert.ok(i < 5_000, 'it does not come to that')
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

/** Emails that wait for their last dot until the test lets them go. */
function holding() {
  const held: (() => void)[] = []
  const one = () =>
    email(undefined, {
      beforeContent: () => new Promise<boolean>(resolve => held.push(() => resolve(true))),
    })
  const goOn = (): void => {
    for (const go of held.splice(0)) go()
  }
  return { held, one, goOn }
}

/** `accepted`, where the server has taken it. */
const verdict = (answer: Awaited<ReturnType<Pool['send']>>): string =>
  answer.kind === 'failed' ? 'failed' : answer.verdicts.map(one => one.kind).join()

const idleNone = { connections: 0, pools: [] }

describe('connections beyond those of a node', () => {
  it('are for who has few, and each leaves some to the next', async t => {
    const server = await startServer(t)
    const pool = new Pool(world, 40)
    const { held, one, goOn } = holding()
    const send = (key: string, owner: string) =>
      pool.send(destination(server, key), one(), { owner })
    const mine = Array.from({ length: 80 }, (_, i) => send(`slow ${i % 8}`, 'greedy'))
    await until(() => held.length === 40)
    assert.equal(pool.status().connections, 40, 'all of them')
    const next = Array.from({ length: 20 }, (_, i) => send(`other ${i}`, 'second'))
    await until(() => held.length === 42)
    assert.equal(pool.status().connections, 42, 'half of four')
    const urgent = pool.send(destination(server, 'urgent'), email(), { owner: 'third' })
    assert.equal(verdict(await urgent), 'accepted')
    assert.equal(held.length, 42, 'while all of theirs wait')
    const going = setInterval(goOn, 2)
    const answers = await Promise.all([...mine, ...next])
    clearInterval(going)
    assert.deepEqual([...new Set(answers.map(verdict))], ['accepted'])
    assert.equal(server.received.length, 101)
    await pool.drain(1000)
    assert.deepEqual(pool.status(), idleNone)
  })

  it('are also for who stands behind a greedy one at the same servers', async t => {
    const server = await startServer(t)
    const pool = new Pool(world, 40)
    const { held, one, goOn } = holding()
    const send = (key: string, owner: string, what = one()) =>
      pool.send(destination(server, key), what, { owner })
    const mine = Array.from({ length: 40 }, (_, i) => send(`slow ${i % 4}`, 'greedy'))
    await until(() => held.length === 40)
    const before = [1, 2, 3].map(() => send('shared', 'greedy'))
    assert.equal(verdict(await send('shared', 'third', email())), 'accepted')
    // What it was opened for is done; it goes on with what else waits there.
    await until(() => held.length === 41)
    const going = setInterval(goOn, 2)
    await Promise.all([...mine, ...before])
    clearInterval(going)
    await pool.drain(1000)
    assert.deepEqual(pool.status(), idleNone)
  })

  it('go to who waits for one as soon as another has let go of it', async t => {
    const server = await startServer(t)
    const pool = new Pool(world, 10)
    const { held, one, goOn } = holding()
    const send = (key: string, owner: string) =>
      pool.send(destination(server, key), one(), { owner })
    const mine = Array.from({ length: 20 }, (_, i) => send(`slow ${i}`, 'greedy'))
    await until(() => held.length === 10)
    const second = send('a', 'second')
    await until(() => held.length === 11)
    const third = send('b', 'third')
    await new Promise(resolve => setTimeout(resolve, 20))
    assert.equal(held.length, 11, 'there is one more, and no other')
    held.pop()!()
    await second
    await until(() => held.length === 11)
    assert.equal(pool.status().connections, 11)
    held.pop()!()
    assert.equal(verdict(await third), 'accepted')
    const going = setInterval(goOn, 2)
    await Promise.all(mine)
    clearInterval(going)
    await pool.drain(1000)
    assert.deepEqual(pool.status(), idleNone)
  })

  it('are given back where nobody answers', async t => {
    const server = await startServer(t)
    const pool = new Pool(world, 10)
    const { held, one, goOn } = holding()
    const mine = Array.from({ length: 10 }, () =>
      pool.send(destination(server, 'slow'), one(), { owner: 'greedy' }),
    )
    await until(() => held.length === 10)
    const nowhere = { ...destination(server, 'nowhere'), open: () => connect(world, to(1)) }
    for (let n = 0; n < 3; n++) {
      const answer = await pool.send(nowhere, email(), { owner: `owner ${n}` })
      assert.equal(verdict(answer), 'failed')
    }
    const urgent = pool.send(destination(server, 'urgent'), email(), { owner: 'owner 0' })
    assert.equal(verdict(await urgent), 'accepted')
    goOn()
    await Promise.all(mine)
    await pool.drain(1000)
    assert.deepEqual(pool.status(), idleNone)
  })
})
