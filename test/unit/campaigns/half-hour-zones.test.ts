/** Days and hours of people whose zone is no whole hour apart from UTC. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { opensAt, zoneMoments } from '#marketing/campaigns/definition/schedule.ts'
import { nextHour } from '#marketing/campaigns/forecast/send-times.ts'
import { quietUntil } from '#marketing/contacts/letters/quiet-hours.ts'
import { endOfWait, momentsBetween } from '#marketing/sequences/engine/moments.ts'
import { dateIn, momentOf } from '#tenants/limits/period.ts'

const at = (text: string): number => Date.parse(text)
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Where midnight of 2 March 2027 is; the clock goes back in Adelaide on 4 April. */
const midnights = {
  'Asia/Kolkata': '2027-03-01T18:30:00.000Z',
  'Asia/Kathmandu': '2027-03-01T18:15:00.000Z',
  'Australia/Adelaide': '2027-03-01T13:30:00.000Z',
} as const

for (const [zone, midnight] of Object.entries(midnights)) {
  const later = (ms: number): string => new Date(at(midnight) + ms).toISOString()
  const hourMs = 3_600_000
  describe(`in ${zone}`, () => {
    it('a day begins at its midnight', () => {
      assert.equal(dateIn(zone, at(midnight) - 1), '2027-03-01')
      assert.equal(dateIn(zone, at(midnight)), '2027-03-02')
      assert.equal(iso(momentOf('2027-03-02', '00:00', zone)), midnight)
    })

    it('quiet hours end on the hour of the person', () => {
      const quiet = { from: '22:00', until: '08:00' }
      assert.equal(iso(quietUntil(quiet, at(midnight) - 2 * hourMs, zone)), later(8 * hourMs))
      assert.equal(quietUntil(quiet, at(midnight) - 2 * hourMs - 1, zone), null)
      assert.equal(quietUntil(quiet, at(midnight) + 8 * hourMs, zone), null)
    })

    it('waits and dates end on the day of the person', () => {
      const wait = { key: 'w', type: 'wait', until: { time: '09:00' } } as const
      const where = { now: at(midnight) - 1, zone, properties: {} }
      assert.equal(iso(endOfWait(wait, where)), later(9 * hourMs))
      const trigger = { on: 'date', property: 'birthday', yearly: true, time: '00:00' } as const
      const look = { after: at(midnight) - 60_000, until: at(midnight) + 60_000 }
      assert.deepEqual(momentsBetween(trigger, '1990-03-02', zone, look).map(iso), [midnight])
      assert.deepEqual(momentsBetween(trigger, '1990-03-01', zone, look), [])
    })

    it('campaigns begin and keep to their window by the clock there', () => {
      const schedule = {
        at: '2027-03-02T09:00',
        time_zone: 'recipient',
        window: { from: '09:00', until: '18:00' },
      }
      const moments = zoneMoments(schedule, [zone], at(midnight))
      assert.equal(iso(moments.get(zone) as number), later(9 * hourMs))
      assert.equal(iso(opensAt(schedule, zone, at(midnight))), later(9 * hourMs))
      assert.equal(opensAt(schedule, zone, at(midnight) + 9 * hourMs), null)
      // 2 March 2027 is a Tuesday.
      const best = nextHour({ day: 2, hour: 9 }, zone, at(midnight))
      assert.equal(iso(at(best)), later(9 * hourMs))
    })
  })
}

it('half an hour more or less in a night, as on Lord Howe Island, is kept to', () => {
  const zone = 'Australia/Lord_Howe'
  // On 4 April 2027 at 2:00 the clock goes back to 1:30.
  const before = momentOf('2027-04-03', '12:00', zone)
  const after = momentOf('2027-04-04', '12:00', zone)
  assert.equal(after - before, 24.5 * 3_600_000)
  const wait = { key: 'w', type: 'wait', for: 'P1D' } as const
  assert.equal(endOfWait(wait, { now: before, zone, properties: {} }), after)
})
