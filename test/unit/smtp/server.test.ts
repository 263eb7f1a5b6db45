/** The listening side: a port shared by nodes of one machine, and sessions that come to an end. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { describe, it } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { type ListenerOptions, listenSmtp, readMessage } from '#protocol/smtp/server.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'
import { callSmtp, freePort } from '../../support/smtp-caller.ts'

const noDb = {} as Db
const options = (port: number): ListenerOptions => ({
  name: 'test',
  port,
  setting: 'MALOTE_INBOUND_PORT',
  host: '127.0.0.1',
  most: 10,
  maxPerAddress: 5,
  maxSessionMs: 60_000,
  smtp: { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] },
})

describe('a listener', () => {
  it('takes over the port of another node once that is gone', async t => {
    const port = await freePort()
    const world = fakeWorld({ db: noDb })
    const first = await listenSmtp(world, options(port))
    const second = await listenSmtp(world, options(port))
    t.after(() => second.close(100))
    assert.deepEqual([first.port, second.port], [port, null])
    assert.match(world.complaints.join(), /the port is taken/)
    await first.close(100)
    await world.clock.advance(20_000)
    await until(() => second.port === port, 'the second node has the port')
    const caller = await callSmtp(port)
    assert.match(caller.banner, /^220/)
    caller.close()
  })

  it('ends a session that goes on for ever', async t => {
    const world = fakeWorld({ db: noDb })
    const listener = await listenSmtp(world, options(await freePort()))
    t.after(() => listener.close(100))
    const caller = await callSmtp(listener.port!)
    assert.match(await caller.say('EHLO x.test'), /^250/)
    await world.clock.advance(59_000)
    assert.match(await caller.say('NOOP'), /^250/)
    await world.clock.advance(1_000)
    assert.equal(await caller.say('NOOP'), '(closed)')
  })

  it('closes within its grace although somebody stays connected', async () => {
    const world = fakeWorld({ db: noDb })
    const listener = await listenSmtp(world, options(await freePort()))
    const socket = net.connect(listener.port!, '127.0.0.1').on('error', () => {})
    await new Promise(resolve => socket.once('data', resolve))
    const closed = new Promise(resolve => socket.once('close', resolve))
    await listener.close(50)
    await closed
  })

  it('offers nothing that it does not need', async t => {
    const world = fakeWorld({ db: noDb })
    const listener = await listenSmtp(world, options(await freePort()))
    t.after(() => listener.close(100))
    const caller = await callSmtp(listener.port!)
    await caller.say('EHLO x.test')
    for (const command of [
      'WIZ',
      'SHELL',
      'KILL',
      'XCLIENT ADDR=1.2.3.4',
      'AUTH PLAIN',
      'STARTTLS',
    ]) {
      assert.match(await caller.say(command), /^5/, command)
    }
    caller.close()
  })
})

describe('reading a message', () => {
  it('keeps no more than it is told to', async () => {
    async function* pieces() {
      for (let i = 0; i < 1000; i++) yield Buffer.alloc(1000, 97)
    }
    assert.equal((await readMessage(pieces(), 2500)).length, 2500)
    assert.equal((await readMessage(pieces(), 10_000_000)).length, 1_000_000)
  })
})
