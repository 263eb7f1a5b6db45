/** How much each destination has room for: proven servers, unproven ones, and those that rest. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { destinationOf } from '#platform/queue/destination.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { createSilentHosts } from '#protocol/smtp/silent-hosts.ts'
import { createDestinations } from '#sending/delivery/destinations.ts'
import { createShaper } from '#sending/delivery/shape.ts'
import { loadShaping } from '#sending/delivery/shaping.ts'
import { machineRandom } from '../../support/real-clock.ts'
import { enter, wholeLimits } from './whole-limits.ts'

function stage({ maxUnproven = 10 } = {}) {
  let now = 1_000_000
  let wakes = 0
  const clock = { now: () => now, monotonic: () => now } as never
  const random = { ...machineRandom, uniform: () => 0 }
  const shaper = createShaper({ clock, random }, loadShaping(''), {
    capacity: 800,
    rents: wholeLimits,
  })
  const onRoom = (): void => {
    wakes++
  }
  const destinations = createDestinations({ clock }, shaper, { maxUnproven, onRoom })
  const crowding = destinations.crowding(1)
  const lineOf = (domain: string, projectId = 'a') => ({
    projectId,
    destination: destinationOf(domain),
  })
  const begin = (domain: string, projectId = 'a'): Entry => {
    const entry = { ...lineOf(domain, projectId) } as Entry
    crowding.began(entry)
    return entry
  }
  return {
    clock,
    shaper,
    destinations,
    crowding,
    begin,
    lineOf,
    room: (domain: string, projectId = 'a') => crowding.choose()(lineOf(domain, projectId), 1_000),
    answered: (group: string) => {
      enter(shaper, group, 'other')
      shaper.leave(group, { answered: true, slow: false, delivered: false, words: null })
    },
    turn(ms: number) {
      now += ms
    },
    wakes: () => wakes,
  }
}

describe('A destination', () => {
  it('that nobody knows has one email in hand, and more once it has answered', () => {
    const { room, begin, crowding, destinations, answered, wakes } = stage()
    assert.equal(room('new.test'), 1)
    const entry = begin('new.test')
    assert.equal(room('new.test'), 0)
    destinations.link('new.test', 'mx.new.test')
    assert.deepEqual(crowding.full(), [destinationOf('new.test')])
    answered('mx.new.test')
    assert.equal(room('new.test'), 39, 'four for each of ten connections')
    crowding.ended(entry)
    assert.equal(room('new.test'), 40)
    assert.ok(wakes() > 0, 'what was left behind goes on')
  })

  it('shares its room with others that have the same servers', () => {
    const { room, begin, crowding, destinations, answered, lineOf } = stage()
    for (const domain of ['one.test', 'two.test']) destinations.link(domain, 'mx.shared.test')
    answered('mx.shared.test')
    for (let i = 0; i < 30; i++) begin('one.test')
    assert.equal(room('two.test'), 10)
    const take = crowding.choose()
    assert.equal(take(lineOf('one.test'), 6), 6)
    assert.equal(take(lineOf('two.test'), 6), 4, 'one claim takes of the same room')
    for (let i = 0; i < 10; i++) begin('one.test')
    assert.deepEqual(
      new Set(crowding.full()),
      new Set([destinationOf('one.test'), destinationOf('two.test')]),
    )
  })

  it('moves its emails in hand to its new servers', () => {
    const { room, begin, destinations, answered } = stage()
    for (const group of ['old', 'new']) answered(group)
    destinations.link('moved.test', 'old')
    for (let i = 0; i < 5; i++) begin('moved.test')
    destinations.link('moved.test', 'new')
    destinations.link('other.test', 'old')
    assert.equal(room('moved.test'), 35)
    assert.equal(room('other.test'), 40)
  })

  it('whose mail is deferred at once holds no place of those that may be silent', () => {
    const { room, begin, destinations, turn } = stage({ maxUnproven: 2 })
    destinations.defersAtOnce('dead.test', 10_000)
    for (let i = 0; i < 20; i++) begin('dead.test')
    assert.equal(room('dead.test'), 200)
    assert.equal(room('new.test'), 1)
    turn(10_000)
    assert.equal(room('dead.test'), 0)
  })
})

describe('Destinations that have not answered', () => {
  it('share a part of the node, in which one project leaves room to others', () => {
    const { room, begin, crowding, destinations, answered } = stage()
    let count = 0
    while (room(`silent-${count}.test`) === 1) begin(`silent-${count++}.test`)
    assert.equal(count, 8, 'of ten')
    assert.equal(room('new.test', 'b'), 1)
    destinations.link('well.test', 'mx.well.test')
    answered('mx.well.test')
    assert.equal(room('well.test'), 40, 'proven ones need no such place')
    const looks = [crowding.only(), crowding.only()]
    assert.ok(looks.some(only => only?.includes(destinationOf('well.test'))))
    assert.ok(looks.includes(null), 'others may have room among the unknown')
  })

  it('are hurried when half of their places are taken', () => {
    const { begin, destinations, crowding } = stage()
    const entries = Array.from({ length: 6 }, (_, i) => begin(`silent-${i}.test`))
    assert.equal(destinations.isHurried, true)
    crowding.ended(entries[0]!)
    assert.equal(destinations.isHurried, false)
  })

  it('are two at a time for one address, whatever their names', () => {
    const { destinations, turn } = stage()
    const enter = (address = '192.0.2.1') => destinations.enter(address)
    assert.deepEqual([enter(), enter(), enter()], [0, 0, 300])
    assert.equal(enter('192.0.2.2'), 0)
    turn(999)
    assert.equal(enter(), 300)
    turn(1)
    assert.equal(enter(), 5_000, 'it does not answer at once')
    destinations.leave('192.0.2.1')
    assert.deepEqual([enter(), enter()], [0, 5_000])
    destinations.leave('192.0.2.1')
    destinations.leave('192.0.2.1')
    assert.deepEqual([enter(), enter(), enter()], [0, 0, 300])
  })

  it('are twenty at a time for one that has taken mail in the last ten minutes', () => {
    const { destinations, turn } = stage()
    const room = (): number => {
      let entered = 0
      while (destinations.enter('192.0.2.1') === 0) entered++
      for (let n = 0; n < entered; n++) destinations.leave('192.0.2.1')
      return entered
    }
    destinations.took('192.0.2.1')
    assert.equal(room(), 20)
    turn(10 * 60_000 - 1)
    assert.equal(room(), 20)
    turn(1)
    assert.equal(room(), 2)
  })
})

describe('An address that was silent', () => {
  it('rests for minutes, longer if it stays silent, until it answers', () => {
    const { clock, turn } = stage()
    const hosts = createSilentHosts({ clock })
    const address = '192.0.2.1'
    assert.equal(hosts.isResting(address), false)
    hosts.silent(address)
    hosts.silent(address)
    turn(5 * 60_000 - 1)
    assert.equal(hosts.isResting(address), true)
    turn(1)
    assert.equal(hosts.isResting(address), false)
    hosts.silent(address)
    turn(6 * 60_000)
    assert.equal(hosts.isResting(address), true)
    hosts.answered(address)
    assert.equal(hosts.isResting(address), false)
  })
})
