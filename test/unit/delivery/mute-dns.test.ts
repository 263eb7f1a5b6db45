/** Domains that share servers with others, and whose DNS falls silent. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { destinationOf } from '#platform/queue/destination.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { createAttempter } from '#sending/delivery/attempt.ts'
import type { AttemptResult } from '#sending/delivery/outcome.ts'
import { fakeDns, fakeWorld, until } from '../../support/fake-world.ts'
import { rentingDb } from '../../support/rented.ts'
import { enter } from './whole-limits.ts'

/** Two servers, each asked twice, with two seconds for each answer. */
const lookUpMs = 8_000

it('hold room at the servers that they share for three seconds, once', async () => {
  const mute = { kind: 'failure', reason: 'timeout' } as const
  const world = fakeWorld({
    db: rentingDb,
    dns: { ...fakeDns({}), mx: () => world.clock.sleep(lookUpMs).then(() => mute) },
  })
  const setup = { secret: Buffer.alloc(16), capacity: 800, onRoom() {} }
  const { shaper, destinations, attempt } = createAttempter(world, setup)
  for (const domain of ['mute.test', 'well.test']) destinations.link(domain, 'mx.shared.test')
  enter(shaper, 'mx.shared.test', 'other')
  const said = { answered: true, slow: false, delivered: true, words: null }
  shaper.leave('mx.shared.test', said)
  const crowding = destinations.crowding(1)
  const roomOf = (domain: string): number =>
    crowding.choose()({ projectId: 'a' as Uuid, destination: destinationOf(domain) }, 1_000)
  const findings: AttemptResult[] = []
  /** As the loop would: as many as there is room for. */
  const deliver = (): void => {
    for (let i = roomOf('mute.test'); i > 0; i--) {
      const entry = { projectId: 'a', destination: destinationOf('mute.test') } as Entry
      const delivery = { address: 'ana@mute.test', addressees: { to: [] } }
      crowding.began(entry)
      void attempt({ entry, delivery } as never).then(finding => {
        findings.push(finding)
        crowding.ended(entry)
      })
    }
  }
  deliver()
  assert.equal(roomOf('well.test'), 0, 'what is new has no room left')
  await world.clock.advance(3_000)
  await until(() => findings.length === 40, 'all wait in the queue')
  assert.ok(findings.every(one => one.kind === 'held' && !one.tell))
  assert.equal(roomOf('well.test'), 40)
  for (let i = 0; i < 3; i++) {
    deliver()
    assert.equal(roomOf('well.test'), 40, 'a stranger takes none of it')
    await world.clock.advance(lookUpMs)
    await until(() => findings.length === 41 + i, 'one at a time')
    assert.deepEqual(findings.at(-1), { kind: 'deferred', cause: 'dns_failure' })
    await world.clock.advance(30_000)
  }
})
