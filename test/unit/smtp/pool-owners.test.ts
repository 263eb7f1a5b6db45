/** Whose mail has the node's connections: every owner leaves some to the next. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect } from '#protocol/smtp/client.ts'
import { type Destination, Pool, usualLimits } from '#protocol/smtp/pool.ts'
import { type Mx, startMx } from './mx.ts'
import { email, outside, to } from './outside.ts'

const world = outside(10)
const started: Mx[] = []
after(() => Promise.all(started.map(one => one.close())))

async function mx(): Promise<Mx> {
  const server = await startMx()
  started.push(server)
  return server
}

const destination = (server: Mx, key: string): Destination => ({
  key,
  limits: { ...usualLimits, connections: 10 },
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
      beforeDot: () => new Promise<boolean>(resolve => held.push(() => resolve(true))),
    })
  const goOn = (): void => {
    for (const go of held.splice(0)) go()
  }
  return { held, one, goOn }
}

describe('connections', () => {
  it('are left to others by an owner whose servers keep all its mail waiting', async () => {
    const server = await mx()
    const pool = new Pool(world, 40)
    const { held, one, goOn } = holding()
    const send = (key: string, owner: string) =>
      pool.send(destination(server, key), one(), { owner })
    const mine = Array.from({ length: 80 }, (_, i) => send(`slow ${i % 8}`, 'greedy'))
    await until(() => held.length === 30)
    await until(() => pool.status().lanes.every(({ opening }) => opening === 0))
    assert.equal(pool.status().connections, 30, 'three quarters')
    const next = Array.from({ length: 20 }, (_, i) => send(`other ${i % 4}`, 'second'))
    await until(() => held.length === 37)
    const urgent = pool.send(destination(server, 'urgent'), email(), { owner: 'third' })
    assert.equal((await urgent).kind, 'done')
    assert.equal(held.length, 37, 'while all of theirs wait')
    const going = setInterval(goOn, 2)
    const answers = await Promise.all([...mine, ...next])
    clearInterval(going)
    assert.equal(answers.filter(({ kind }) => kind === 'done').length, 100)
    assert.equal(server.received.length, 101)
    await pool.drain(1000)
    assert.deepEqual(pool.status(), { connections: 0, lanes: [] })
  })

  it('come to where an owner lacks one, from where it has had many emails sent', async () => {
    const server = await mx()
    const pool = new Pool(world, 20)
    const { held, one } = holding()
    const wait = Array.from({ length: 10 }, () =>
      pool.send(destination(server, 'slow'), one(), { owner: 'greedy' }),
    )
    await until(() => held.length === 10)
    const busy = Array.from({ length: 400 }, () =>
      pool.send(destination(server, 'fast'), email(), { owner: 'greedy' }),
    )
    const last = pool.send(destination(server, 'new'), email(), { owner: 'greedy' })
    assert.equal((await last).kind, 'done')
    assert.ok(pool.status().connections <= 15)
    for (const go of held) go()
    await Promise.all([...wait, ...busy])
    await pool.drain(1000)
    assert.deepEqual(pool.status(), { connections: 0, lanes: [] })
  })

  it('of a small node are whoever’s comes', async () => {
    const server = await mx()
    const pool = new Pool(world, 10)
    const { held, one, goOn } = holding()
    const all = Array.from({ length: 10 }, () =>
      pool.send(destination(server, 'slow'), one(), { owner: 'only' }),
    )
    await until(() => held.length === 10)
    goOn()
    await Promise.all(all)
    await pool.drain(1000)
  })
})
