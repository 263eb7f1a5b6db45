/** Days and months of the quotas, in 18 zones over two years, against the platform's own calendar. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  dateIn,
  monthOf,
  nextDay,
  nextMonth,
  type Period,
  periodAfter,
  periodAt,
  startOf,
} from '#tenants/limits/period.ts'

const day = 24 * 3_600_000
const zones = [
  'UTC',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'America/New_York',
  'America/St_Johns',
  'Atlantic/Azores',
  'Europe/Lisbon',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'America/Asuncion',
]

const formats = new Map(
  zones.map(zone => [
    zone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
  ]),
)
const platformDate = (zone: string, ms: number): string => formats.get(zone)!.format(new Date(ms))

describe('a day', () => {
  for (const zone of zones) {
    it(`begins exactly once per local date in ${zone}, for two years`, () => {
      const end = Date.parse('2027-12-31T12:00:00Z')
      let period = periodAt(Date.parse('2026-01-01T12:00:00Z'), zone)
      let dates = 1
      while (period.dayEndsAt < end) {
        const { dayEndsAt } = period
        assert.equal(platformDate(zone, dayEndsAt - 1), period.day)
        assert.equal(periodAfter(period, zone, dayEndsAt - 1), period)
        const next = periodAfter(period, zone, dayEndsAt)
        assert.equal(platformDate(zone, dayEndsAt), next.day)
        assert.equal(next.day, nextDay(period.day))
        period = next
        dates++
      }
      assert.ok(dates >= 729 && dates <= 731, `${dates}`)
    })
  }

  it('begins at one o’clock where midnight does not exist', () => {
    for (const [zone, date] of [
      ['America/Santiago', '2026-09-06'],
      ['America/Havana', '2026-03-08'],
      ['Africa/Cairo', '2026-04-24'],
      ['Asia/Beirut', '2026-03-29'],
      ['Atlantic/Azores', '2026-03-29'],
    ] as const) {
      const time = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
      }).format(new Date(startOf(date, zone)))
      assert.equal(time, '01:00', zone)
    }
  })

  it('comes once where an account wakes after months', () => {
    const before = periodAt(Date.parse('2026-01-10T12:00:00Z'), 'America/Sao_Paulo')
    const now = Date.parse('2026-07-04T02:00:00Z')
    const after = periodAfter(before, 'America/Sao_Paulo', now)
    assert.equal(after.day, '2026-07-03')
    assert.equal(after.month, '2026-07-01')
    assert.equal(periodAfter(after, 'America/Sao_Paulo', now), after)
  })

  it('is the next but one where an account wakes at the end of the next', () => {
    const before = periodAt(Date.parse('2026-01-10T12:00:00Z'), 'UTC')
    const days = [-1, 0].map(ms => periodAfter(before, 'UTC', before.dayEndsAt + day + ms).day)
    assert.deepEqual(days, ['2026-01-11', '2026-01-12'])
  })

  it('does not come again where the clock goes back', () => {
    const now = Date.parse('2026-05-05T00:00:01Z')
    const period = periodAfter(periodAt(now - day, 'UTC'), 'UTC', now)
    assert.equal(periodAfter(period, 'UTC', now - 10 * day), period)
  })
})

describe('a change of zone', () => {
  it('takes effect at the old zone’s next reset, and the new zone’s dates count from there', () => {
    const noon = Date.parse('2026-11-20T12:00:00Z')
    const utc = periodAt(noon, 'UTC')
    assert.equal(periodAfter(utc, 'Pacific/Kiritimati', noon), utc)
    const reset = Date.parse('2026-11-21T00:00:00Z')
    const east = periodAfter(utc, 'Pacific/Kiritimati', reset)
    assert.equal(east.day, '2026-11-21')
    assert.equal(east.dayEndsAt, Date.parse('2026-11-21T10:00:00Z'))
    const west = periodAfter(utc, 'America/Sao_Paulo', reset)
    // São Paulo is still on the 20th, which has been counted: its day of the 21st begins early.
    assert.equal(west.day, '2026-11-21')
    assert.equal(west.dayEndsAt, Date.parse('2026-11-22T03:00:00Z'))
  })

  it('ten times a day grants nothing: no date twice, and no more days than there are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...zones), { minLength: 300, maxLength: 300 }), all => {
        const start = Date.parse('2026-02-20T07:00:00Z')
        let period: Period = periodAt(start, 'UTC')
        const first = period.day
        let resets = 0
        for (const [i, zone] of all.entries()) {
          const after = periodAfter(period, zone, start + (i * day) / 10)
          assert.ok(after.day >= period.day)
          if (after !== period) {
            assert.ok(after.day > period.day)
            resets++
          }
          period = after
        }
        const elapsed = (Date.parse(period.day) - Date.parse(first)) / day
        assert.ok(resets <= elapsed)
        // 30 days of clock, and the most that a date can be ahead: from UTC to +14.
        assert.ok(elapsed <= 31, `${elapsed}`)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a month', () => {
  it('begins on its anchor day, or on the last day of a month that is too short', () => {
    const starts = (anchor: number, from: string, count: number): string[] => {
      const list = [monthOf(from, anchor)]
      while (list.length < count) list.push(nextMonth(list.at(-1)!, anchor))
      return list
    }
    assert.deepEqual(starts(1, '2026-01-15', 3), ['2026-01-01', '2026-02-01', '2026-03-01'])
    assert.deepEqual(starts(31, '2026-01-31', 5), [
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ])
    assert.deepEqual(starts(29, '2028-01-29', 3), ['2028-01-29', '2028-02-29', '2028-03-29'])
    assert.deepEqual(starts(30, '2027-02-10', 3), ['2027-01-30', '2027-02-28', '2027-03-30'])
  })

  it('holds every date exactly once, whatever the anchor', () => {
    for (let anchor = 1; anchor <= 31; anchor++) {
      for (let date = '2027-12-01'; date < '2029-03-05'; date = nextDay(date)) {
        const month = monthOf(date, anchor)
        assert.ok(month <= date && date < nextMonth(month, anchor), `${anchor} ${date} ${month}`)
      }
    }
  })

  it('ends when the local date says so', () => {
    const before = periodAt(Date.parse('2026-12-01T01:00:00Z'), 'America/Sao_Paulo')
    assert.equal(before.month, '2026-11-01')
    const after = periodAfter(before, 'America/Sao_Paulo', Date.parse('2026-12-01T03:00:00Z'))
    assert.equal(after.month, '2026-12-01')
    assert.equal(dateIn('America/Sao_Paulo', Date.parse('2026-12-01T02:59:59Z')), '2026-11-30')
  })
})
