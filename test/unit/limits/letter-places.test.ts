/** Places in the warm-up for letters that are made one by one: exact, whoever makes them. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { lockLetterPlaces } from '#tenants/limits/letter-places.ts'
import { declareWarm, isKnownWarm, takeWarmUp } from '#tenants/limits/warm-up.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, setStage } from './stage.ts'

const database = await testDatabase()
const { db } = database
const stage = await setStage(database)
after(() => stage.close())
const [world] = stage.worlds
const zone = 'UTC'
const tomorrow = Date.parse('2027-03-02T00:00:00Z')

/** Letters of one transaction of a node; until when each waits. */
const letters = (
  node: number,
  { projectId, domain }: Customer,
  { count, refused = 0, promised = null }: Wanted,
): Promise<(number | null)[]> =>
  db.transaction(async tx => {
    const asking = { projectId, domains: [domain], zone }
    const places = await lockLetterPlaces(tx, stage.worlds[node % 2]!, asking)
    const untils = Array.from({ length: count }, () => places.take(domain, promised))
    for (let n = 0; n < refused; n += 1) places.giveBack(domain)
    await places.write(tx)
    return untils
  })

interface Wanted {
  readonly count: number
  readonly refused?: number
  readonly promised?: number | null
}

const shop = () => stage.account({ plan: 'pro', trustLevel: 3 })

describe('letters of a new domain', () => {
  it('have 50 places between two nodes and delivery, and a day each beyond them', async () => {
    const customer = await shop()
    const { projectId, domain } = customer
    const entries = Array.from({ length: 10 }, () => ({
      entryId: world.ids.next(),
      projectId,
      domain,
    }))
    const [delivered, ...made] = await Promise.all([
      takeWarmUp(world, entries),
      ...Array.from({ length: 15 }, (_, i) => letters(i, customer, { count: 10 })),
    ])
    const untils = [
      ...made.flat().map(one => one ?? 0),
      ...entries.map(one => delivered.get(one.entryId) ?? 0),
    ]
    const count = (at: number) => untils.filter(one => one === at).length
    assert.deepEqual([count(0), count(tomorrow), untils.length], [50, 100, 160])
  })

  it('that are refused after all leave their places to the next', async () => {
    const customer = await shop()
    const first = await letters(0, customer, { count: 50, refused: 3 })
    assert.deepEqual(new Set(first), new Set([null]))
    const next = await letters(1, customer, { count: 4 })
    assert.deepEqual(next, [null, null, null, tomorrow])
  })

  it('keep the day that they were told, whatever wakes them before', async () => {
    const customer = await shop()
    const promised = tomorrow + 5
    assert.deepEqual(await letters(0, customer, { count: 1, promised }), [promised])
    // What was promised is over: a place as for anybody.
    assert.deepEqual(await letters(0, customer, { count: 1, promised: tomorrow - 86_400_000 }), [
      null,
    ])
  })

  it('go freely once it is warm, which each node needs to see once', async () => {
    const customer = await shop()
    const { projectId, domain } = customer
    await letters(0, customer, { count: 50 })
    await declareWarm(world, { projectId, domain })
    const promised = tomorrow
    assert.deepEqual(await letters(1, customer, { count: 2, promised }), [null, null])
    const known = stage.worlds.map(one => isKnownWarm(one, { projectId, domain }))
    assert.deepEqual(known, [false, true])
  })
})
