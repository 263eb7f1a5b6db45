/** The listening side: a port shared by nodes of one machine, and sessions that come to an end. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import type { Db } from '#kernel/world/db.ts'
import { type ListenerOptions, listenSmtp, readMessage } from '#protocol/smtp/server.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'
import { freePort } from '../../support/free-port.ts'
import { callSmtp, type SmtpCaller } from '../../support/smtp-caller.ts'

const noDb = {} as Db
const options = (port: number): ListenerOptions => ({
  name: 'test',
  port,
  setting: 'MALOTE_INBOUND_PORT',
  host: '127.0.0.1',
  max: 10,
  maxPerAddress: 5,
  maxPerNetwork: 8,
  maxSessionMs: 60_000,
  maxBeforeDataMs: 60_000,
  certificate: null,
  smtp: { authOptional: true, disabledCommands: ['AUTH'] },
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

  it('ends one in which no message begins, however many commands it gives', async t => {
    const world = fakeWorld({ db: noDb })
    const { smtp, ...rest } = options(await freePort())
    const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
      readMessage(stream, 1000).then(() => done(), done)
    }
    const listener = await listenSmtp(world, {
      ...rest,
      maxSessionMs: 600_000,
      smtp: { ...smtp, onData },
    })
    t.after(() => listener.close(100))
    const [idle, sending] = [await callSmtp(listener.port!), await callSmtp(listener.port!)]
    for (const line of ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<a@b.test>']) await sending.say(line)
    assert.match(await sending.say('DATA'), /^354/)
    await world.clock.advance(59_000)
    assert.match(await idle.say('NOOP'), /^250/)
    await world.clock.advance(2_000)
    assert.match(await idle.say('NOOP'), /^421 4\.4\.2|^\(closed\)/)
    // A message that is under way takes its time, and the next one has as long to begin.
    assert.match(await sending.content('Subject: x\n\nHi'), /^250/)
    await world.clock.advance(59_000)
    assert.match(await sending.say('NOOP'), /^250/)
    await world.clock.advance(2_000)
    assert.match(await sending.say('NOOP'), /^421 4\.4\.2|^\(closed\)/)
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

describe('a listener whose places are all taken', () => {
  const host = '127.0.0.1'

  async function crowded(t: TestContext) {
    const world = fakeWorld({ db: noDb })
    const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
      readMessage(stream, 1000).then(() => done(), done)
    }
    const { smtp, ...rest } = options(await freePort())
    const listener = await listenSmtp(world, { ...rest, smtp: { ...smtp, onData } })
    t.after(() => listener.close(100))
    const callers: SmtpCaller[] = []
    const enter = async (from: string) => {
      const caller = await callSmtp(listener.port!, host, { localAddress: from })
      callers.push(caller)
      await world.clock.advance(10)
      return caller
    }
    t.after(() => {
      for (const caller of callers) caller.close()
    })
    return enter
  }

  it('gives a network its share and no more', async t => {
    const enter = await crowded(t)
    for (let i = 0; i < 5; i++) assert.match((await enter('127.0.0.1')).banner, /^220/)
    assert.match((await enter('127.0.0.1')).banner, /^421 4\.7\.0/)
    for (let i = 0; i < 3; i++) assert.match((await enter('127.0.0.2')).banner, /^220/)
    assert.match((await enter('127.0.0.3')).banner, /^421 4\.7\.0/)
    assert.match((await enter('127.0.1.1')).banner, /^220/)
  })

  it('makes room by closing the oldest that sends nothing, of the largest network', async t => {
    const enter = await crowded(t)
    const other = await enter('127.0.1.1')
    const sending = await enter('127.0.0.1')
    for (const line of ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<a@b.test>']) {
      assert.match(await sending.say(line), /^250/)
    }
    assert.match(await sending.say('DATA'), /^354/)
    const idle = await enter('127.0.0.1')
    for (let i = 0; i < 3; i++) await enter('127.0.0.1')
    for (let i = 0; i < 3; i++) await enter('127.0.0.2')
    await enter('127.0.1.1')
    assert.match((await enter('127.0.2.1')).banner, /^220/)
    assert.equal(await idle.say('NOOP'), '(closed)')
    assert.match(await other.say('NOOP'), /^250/)
    assert.match(await sending.content('Subject: x\n\nHi'), /^250/)
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
