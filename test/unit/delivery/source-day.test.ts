/** The warm-up of an address at one provider, day by day. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  dayAt,
  firstDay,
  fullOn,
  isUsedUp,
  limitOf,
  reported,
  type SourceDay,
  warmStage,
} from '#sending/delivery/source-day.ts'

const noon = Date.parse('2027-03-01T12:00:00Z')
const dayMs = 86_400_000
const day = (more: Partial<SourceDay> = {}): SourceDay => ({ ...firstDay(1, noon), ...more })
const report = { sent: 0, delivered: 0, slowed: 0, returned: 0, wanted: 0 }

describe('the limit of a day', () => {
  it('is 50 recipients at first, twice as many in each stage, none from the eleventh on', () => {
    assert.deepEqual([1, 2, 3, 10, 11, 12].map(limitOf), [50, 100, 200, 25_600, null, null])
  })

  it('is never crossed, however many nodes ask', () => {
    let now = day()
    let got = 0
    for (let n = 0; n < 100; n++) {
      const one = reported(now, { ...report, wanted: 1 + (n % 3) }, noon)
      now = one.after
      got += one.got
    }
    assert.equal(got, 50)
    assert.equal(now.taken, 50)
  })

  it('is handed out in lots of an eighth of what is free, or what waits', () => {
    assert.equal(reported(day(), { ...report, wanted: 1 }, noon).got, 7)
    assert.equal(reported(day(), { ...report, wanted: 20 }, noon).got, 20)
    assert.equal(reported(day({ taken: 46 }), { ...report, wanted: 1 }, noon).got, 1)
    assert.equal(reported(day(), report, noon).got, 0)
  })

  it('is there again where a node gives back, but not what was used', () => {
    const { after } = reported(day({ taken: 50, sent: 20 }), { ...report, returned: 10 }, noon)
    assert.equal(after.taken, 40)
    const used = reported(day({ taken: 50, sent: 48 }), { ...report, sent: 2, returned: 9 }, noon)
    assert.equal(used.after.taken, 50)
  })

  it('is used up by what was sent, or by what a node took and lost', () => {
    assert.equal(isUsedUp(day({ taken: 50, sent: 49 }), noon), false)
    assert.equal(isUsedUp(day({ taken: 50, sent: 50 }), noon), true)
    assert.equal(isUsedUp(day({ taken: 50, sent: 49 }), noon + 30_001), true)
    assert.equal(isUsedUp(day({ taken: 49, sent: 49 }), noon + 30_001), false)
    assert.equal(isUsedUp(day({ stage: warmStage, taken: 90, sent: 90 }), noon), false)
  })
})

describe('the next day', () => {
  const next = (more: Partial<SourceDay>): SourceDay => dayAt(day(more), noon + dayMs)

  it('is of the next stage after a day with at least half of the mail and good results', () => {
    const after = next({ sent: 25, delivered: 25 })
    assert.deepEqual([after.stage, after.keptBy, after.day], [2, null, '2027-03-02'])
    assert.deepEqual([after.sent, after.taken, after.delivered, after.slowed], [0, 0, 0, 0])
  })

  it('is of the same stage after one with too little mail', () => {
    assert.deepEqual([next({ sent: 24 }).stage, next({ sent: 24 }).keptBy], [1, 'volume'])
  })

  it('is of the same stage after replies against the address: three, and one in twenty', () => {
    const bad = next({ sent: 50, delivered: 47, slowed: 3 })
    assert.deepEqual([bad.stage, bad.keptBy], [1, 'results'])
    assert.equal(next({ sent: 50, delivered: 48, slowed: 2 }).stage, 2)
    assert.equal(next({ stage: 2, sent: 100, delivered: 97, slowed: 3 }).stage, 3)
    assert.equal(next({ stage: 2, sent: 100, delivered: 95, slowed: 5 }).keptBy, 'results')
  })

  it('keeps an address warm that is', () => {
    const after = next({ stage: warmStage, sent: 0, slowed: 9 })
    assert.deepEqual([after.stage, after.keptBy], [warmStage, null])
  })

  it('has not begun for a clock that is behind', () => {
    const today = day({ day: '2027-03-02', sent: 7 })
    assert.equal(dayAt(today, noon), today)
  })

  it('counts as one, however long nothing was sent', () => {
    assert.equal(dayAt(day({ sent: 50 }), noon + 30 * dayMs).stage, 2)
  })

  it('takes back nothing of the day before', () => {
    const { after } = reported(
      day({ taken: 50, sent: 40, delivered: 40 }),
      { ...report, returned: 10, sent: 3, delivered: 3 },
      noon + dayMs,
    )
    assert.deepEqual([after.stage, after.sent, after.taken], [2, 3, 3])
  })
})

describe('the forecast', () => {
  it('is the day on which the limit ends if all days until then are good', () => {
    let now = day()
    while (now.stage < warmStage) {
      now = dayAt({ ...now, sent: limitOf(now.stage)! }, Date.parse(now.day) + dayMs)
    }
    assert.equal(fullOn(day()), now.day)
    assert.equal(fullOn(day({ stage: 10 })), '2027-03-02')
    assert.equal(fullOn(now), null)
  })
})
