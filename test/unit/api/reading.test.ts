/** Answers that hold a large email wait for room, and give it back however they end. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { readingRoom, roomForPage } from '#faces/api/reading.ts'
import { emailRoutes } from '#faces/console/email-routes.ts'
import { show } from '#kernel/base/ids.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import { intakeRoutes } from '#sending/intake/routes.ts'
import { contentRoutes } from '#sending/tracking/content-route.ts'

const megabyte = 1024 * 1024

class FakeResponse extends EventEmitter {
  destroyed = false
  closed = false
  destroy() {
    this.destroyed = true
    this.close()
    return this
  }
  close() {
    this.closed = true
    this.emit('close')
  }
}

function stage() {
  const timers = new Set<() => void>()
  const clock = {
    timer: (_ms: number, then: () => void) => {
      timers.add(then)
      return { cancel: () => void timers.delete(then) }
    },
  }
  const world = { runtime: createRuntime(), clock } as never
  const call = (party: string, megabytes: number) => {
    const response = new FakeResponse()
    const state = { isIn: false, refused: null as Error | null }
    void readingRoom(
      world,
      party,
      response as never,
    )(megabytes * megabyte).then(
      () => {
        state.isIn = true
      },
      (error: Error) => {
        state.refused = error
      },
    )
    return { response, state }
  }
  return { call, timers }
}

const settled = () => new Promise(setImmediate)

test('Large emails are read as far as there is room, small ones always', async () => {
  const { call } = stage()
  const large = ['a', 'a', 'a', 'b', 'b', 'b'].map(party => call(party, 10))
  const small = call('a', 0.05)
  await settled()
  assert.deepEqual(
    large.map(one => one.state.isIn),
    [true, true, false, true, true, false],
  )
  assert.equal(small.state.isIn, true)
  large[0]!.response.close()
  await settled()
  assert.equal(large[2]!.state.isIn, true)
})

test('Two of the largest are read at a time, with some words beside their attachments', async () => {
  const { call } = stage()
  const [a, b] = [call('a', 25.5), call('b', 25.5)]
  await settled()
  assert.deepEqual([a.state.isIn, b.state.isIn], [true, true])
})

test('Few pages of lists are read at a time, and small ones make room before they are taken', async () => {
  const world = { runtime: createRuntime(), clock: { timer: () => ({ cancel() {} }) } } as never
  const asked = Array.from({ length: 24 }, (_, i) => {
    const response = new FakeResponse()
    const one = { response, settle: null as ((length: number) => void) | null }
    void roomForPage(world, `party ${i % 4}`, response as never).then(settle => {
      one.settle = settle
    })
    return one
  })
  const reading = () => asked.filter(one => one.settle !== null).length
  await settled()
  assert.equal(reading(), 16)
  for (const one of asked.slice(0, 3)) one.settle!(1000)
  asked[3]!.settle!(3 * megabyte)
  await settled()
  assert.equal(reading(), 19)
  for (const one of asked.slice(4, 7)) one.settle!(40 * megabyte)
  await settled()
  assert.equal(reading(), 19, 'large ones keep what they have')
  for (const one of asked.slice(4, 7)) one.response.close()
  await settled()
  assert.equal(reading(), 22)
})

test('A page for one who has left is not read', async () => {
  const world = { runtime: createRuntime(), clock: { timer: () => ({ cancel() {} }) } } as never
  const response = new FakeResponse()
  response.destroy()
  await assert.rejects(roomForPage(world, 'a', response as never), { name: 'BodyAborted' })
})

test('A caller that leaves while it waits has nothing read, nor keeps a place', async () => {
  const { call, timers } = stage()
  const first = call('a', 25)
  const waiting = [call('a', 20), call('a', 20)]
  await settled()
  waiting[0]!.response.destroy()
  first.response.close()
  await settled()
  assert.equal(waiting[0]!.state.isIn, false)
  assert.match(String(waiting[0]!.state.refused), /nobody waits/)
  assert.equal(waiting[1]!.state.isIn, true)
  waiting[1]!.response.close()
  assert.equal(timers.size, 0)
})

test('An answer that is not taken in is cut off, and its room given to others', async () => {
  const { call, timers } = stage()
  const slow = call('a', 25)
  const next = call('a', 25)
  await settled()
  assert.equal(next.state.isIn, false)
  for (const fire of [...timers]) fire()
  await settled()
  assert.equal(slow.response.destroyed, true)
  assert.equal(next.state.isIn, true)
})

const noTemplates = () => Promise.reject(new Error('no template is named'))

test('Nothing of a large email is read before there is room', async () => {
  const id = '01890000-0000-7000-8000-000000000000'
  const asked: string[] = []
  const row = {
    id,
    size_bytes: 20 * megabyte,
    addressees: { to: [] },
    address: 'ana@here.test',
    state: 'delivered',
    n: 0,
  }
  const query = async (sql: string) => {
    asked.push(sql)
    return [row]
  }
  const room = (bytes: number) => Promise.reject(new Error(`${bytes / megabyte} MB wanted`))
  const call = {
    world: { db: { query } },
    tenant: { projectId: id, mode: 'test' },
    params: { id: show('msg', id) },
    body: { all: true },
    room,
  }
  const routes = [...contentRoutes, ...emailRoutes, ...intakeRoutes(noTemplates)]
  for (const [name, megabytes] of [
    ['emails.content', 10],
    ['emails.preview', 20],
    ['emails.resend', 20],
  ] as const) {
    const { handle } = routes.find(one => one.name === name)!
    await assert.rejects(handle(call as never), { message: `${megabytes} MB wanted` }, name)
  }
  const carried = { ...row, addressees: { to: [], submitted: true } }
  const { handle } = routes.find(one => one.name === 'emails.content')!
  const ofCarried = { ...call, world: { db: { query: async () => [carried] } } }
  await assert.rejects(handle(ofCarried as never), { message: '20 MB wanted' }, 'the message whole')
  assert.equal(asked.filter(sql => sql.includes('email_contents')).length, 0)
  assert.ok(asked.length > 0)
})
