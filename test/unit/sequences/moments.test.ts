/** When waits end and dates come, in every zone there is. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { quietUntil } from '#marketing/contacts/letters/quiet-hours.ts'
import { daysBetween, endOfWait, momentsBetween } from '#marketing/sequences/engine/moments.ts'

const zones = Intl.supportedValuesOf('timeZone')
const yearMs = 366 * 86_400_000
const local = (at: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()

/** The moments of a year at which the clocks of a zone change. */
function changesOf(zone: string, year: number): number[] {
  const found: number[] = []
  let at = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.year > year) return found
    found.push(next.epochMilliseconds)
    at = next
  }
}

describe('a wait until an hour', () => {
  it('ends at that hour, or at the first after it that there is, where clocks change', () => {
    let changes = 0
    for (const zone of zones) {
      for (const change of changesOf(zone, 2026)) {
        changes += 1
        for (const time of ['00:00', '00:30', '02:30', '03:00', '23:59']) {
          const now = change - 5 * 3_600_000
          const step = { key: 'w', type: 'wait', until: { time } } as const
          const at = endOfWait(step, { now, zone, properties: {} })
          const about = `${zone} ${time} from ${new Date(now).toISOString()}`
          assert.ok(at >= now && at - now <= 25.5 * 3_600_000, about)
          const day = local(at, zone).toPlainDate()
          // One that does not exist moves forward, at the end of a day into the next.
          const wanted = [day, day.subtract({ days: 1 })].map(
            one => one.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds,
          )
          assert.ok(wanted.includes(at), about)
        }
      }
    }
    assert.ok(changes > 100, String(changes))
  })

  it('counts calendar days in the zone, and hours exactly', () => {
    const now = Date.parse('2026-03-28T11:00:00Z')
    const at = (span: string) =>
      endOfWait(
        { key: 'w', type: 'wait', for: span },
        { now, zone: 'Europe/Lisbon', properties: {} },
      )
    // Clocks go forward in the night between.
    assert.equal(at('P1D') - now, 23 * 3_600_000)
    assert.equal(at('PT24H') - now, 24 * 3_600_000)
  })

  it('ends once at an hour that is there twice, at the first of both', () => {
    // Clocks go back from 2:00 to 1:00.
    const at = (now: string): string => {
      const step = { key: 'w', type: 'wait', until: { time: '01:30' } } as const
      const around = { now: Date.parse(now), zone: 'America/New_York', properties: {} }
      return new Date(endOfWait(step, around)).toISOString()
    }
    assert.equal(at('2026-11-01T04:00:00Z'), '2026-11-01T05:30:00.000Z')
    for (const later of ['05:30:01', '06:00:00', '06:30:00', '07:00:00']) {
      assert.equal(at(`2026-11-01T${later}Z`), '2026-11-02T06:30:00.000Z')
    }
  })

  it('ends at once where it is that hour, and else on one of its days', () => {
    // A Monday.
    const now = Date.parse('2026-11-23T09:00:00Z')
    const at = (until: { time?: string; days?: number[] }): string => {
      const step = { key: 'w', type: 'wait', until } as const
      return new Date(endOfWait(step, { now, zone: 'UTC', properties: {} })).toISOString()
    }
    assert.equal(at({ time: '09:00' }), '2026-11-23T09:00:00.000Z')
    assert.equal(at({ time: '08:59' }), '2026-11-24T08:59:00.000Z')
    assert.equal(at({ time: '09:00', days: [3, 6] }), '2026-11-25T09:00:00.000Z')
    assert.equal(at({ days: [7] }), '2026-11-29T00:00:00.000Z')
    assert.equal(at({ days: [1] }), '2026-11-23T09:00:00.000Z')
    assert.equal(at({ time: '08:00', days: [1] }), '2026-11-30T08:00:00.000Z')
  })
})

describe('a wait until a date', () => {
  const now = Date.parse('2026-11-23T09:00:00Z')
  const at = (value: unknown, more: { readonly for?: string; readonly offset?: string } = {}) => {
    const { for: span, ...until } = more
    const step = {
      key: 'w',
      type: 'wait',
      ...(span === undefined ? {} : { for: span }),
      until: { property: 'properties.renews', ...until },
    } as const
    const where = { now, zone: 'America/Sao_Paulo', properties: { renews: value } }
    return new Date(endOfWait(step, where)).toISOString()
  }

  it('ends as that date begins where the person is, so long before or after', () => {
    assert.equal(at('2027-01-10'), '2027-01-10T03:00:00.000Z')
    assert.equal(at('2027-01-10', { offset: '-P1W' }), '2027-01-03T03:00:00.000Z')
    assert.equal(at('2027-01-10', { offset: '+PT36H' }), '2027-01-11T15:00:00.000Z')
    assert.equal(at('2027-01-10', { offset: 'P2DT1M' }), '2027-01-12T03:01:00.000Z')
  })

  it('ends after its time, or at once, where the person has no such date', () => {
    for (const value of [undefined, null, 20270110, true, '', 'soon', '2027-02-30']) {
      assert.equal(at(value), '2026-11-23T09:00:00.000Z', String(value))
      assert.equal(at(value, { for: 'P1D' }), '2026-11-24T09:00:00.000Z', String(value))
    }
  })
})

describe('a date', () => {
  const between = (year: number) => ({
    after: Date.UTC(year, 0, 1),
    until: Date.UTC(year, 0, 1) + yearMs,
  })
  const dayOf = (at: number | undefined): string => new Date(at!).toISOString().slice(0, 10)

  it('comes every year; 29 February on the 28th in other years', () => {
    const trigger = { on: 'date', property: 'born', yearly: true, time: '09:00' } as const
    const days = [2027, 2028].map(year =>
      dayOf(momentsBetween(trigger, '2004-02-29', 'UTC', between(year))[0]),
    )
    assert.deepEqual(days, ['2027-02-28', '2028-02-29'])
    assert.deepEqual(momentsBetween(trigger, '2030-05-01', 'UTC', between(2027)), [])
    assert.equal(momentsBetween(trigger, '2027-05-01', 'UTC', between(2027)).length, 1)
  })

  it('that is not yearly does not come again', () => {
    const trigger = { on: 'date', property: 'renews' } as const
    assert.deepEqual(momentsBetween(trigger, '2026-05-01', 'UTC', between(2027)), [])
  })

  it('is found at its moment, among few days, whatever its zone, hour and offset', () => {
    const offsets = ['P0D', '-P40D', 'P52W', '-PT30H', '+P3DT5M', '-P999999W', 'P999999D']
    fc.assert(
      fc.property(
        fc.record({
          zone: fc.constantFrom('Pacific/Kiritimati', 'Pacific/Niue', 'UTC', 'America/Sao_Paulo'),
          offset: fc.constantFrom(...offsets),
          time: fc.constantFrom(undefined, '00:00', '12:00', '23:59'),
          day: fc.integer({ min: 0, max: 1_500 }),
          hour: fc.constantFrom('', 'T00:00:00Z', 'T23:59:59Z'),
          years: fc.integer({ min: 0, max: 5 }),
        }),
        ({ zone, offset, time, day, hour, years }) => {
          const written = Temporal.PlainDate.from('2023-12-25').add({ days: day })
          const value = `${written}${hour}`
          const own =
            hour === ''
              ? written.toZonedDateTime(zone)
              : Temporal.Instant.from(value).toZonedDateTimeISO(zone)
          const plainTime = time ?? own.toPlainTime()
          const date = own.toPlainDate().add({ years })
          const start = date.toZonedDateTime({ timeZone: zone, plainTime })
          const at = start.add(offset).epochMilliseconds
          const look = { after: at - 1, until: at }
          const hours = time === undefined ? {} : { time }
          const trigger = { on: 'date', property: 'born', offset, ...hours } as const
          const yearly = { ...trigger, yearly: true }
          assert.deepEqual(momentsBetween(yearly, value, zone, look), [at])
          const { from, to, monthDays } = daysBetween(trigger, look)
          assert.ok(monthDays.includes(value.slice(5, 10)), `${monthDays}`)
          assert.ok(monthDays.length <= 7, `${monthDays}`)
          if (years > 0) return
          assert.deepEqual(momentsBetween(trigger, value, zone, look), [at])
          assert.ok(from <= value && value.slice(0, 10) <= to, `${from} ${to}`)
        },
      ),
    )
  })

  it('costs little for each person, however long its offset', () => {
    const trigger = { on: 'date', property: 'born', yearly: true, offset: 'P999999W' } as const
    const before = process.cpuUsage()
    momentsBetween(trigger, '2000-01-01', 'UTC', between(2027))
    const { user, system } = process.cpuUsage(before)
    assert.ok(user + system < 100_000, `${user + system} µs`)
  })

  it('comes once, so long before or after', () => {
    const trigger = { on: 'date', property: 'renews', offset: '-P3D' } as const
    const [at, ...more] = momentsBetween(trigger, '2027-05-10', 'Asia/Tokyo', between(2027))
    assert.deepEqual([new Date(at!).toISOString(), more], ['2027-05-06T15:00:00.000Z', []])
    const exact = { on: 'date', property: 'renews' } as const
    const moment = '2027-05-10T10:20:00.000Z'
    const [own] = momentsBetween(exact, moment, 'Asia/Tokyo', between(2027))
    assert.equal(own, Date.parse(moment))
    assert.deepEqual(momentsBetween(exact, 'soon', 'UTC', between(2027)), [])
  })

  it('comes in one of two looks that follow each other', () => {
    const trigger = { on: 'date', property: 'renews' } as const
    const at = Date.parse('2027-05-10T00:00:00Z')
    const looks = [
      { after: at - 1_000, until: at },
      { after: at, until: at + 1_000 },
    ]
    const found = looks.map(look => momentsBetween(trigger, '2027-05-10', 'UTC', look).length)
    assert.deepEqual(found, [1, 0])
  })

  it('is looked for among all days on which it may be written', () => {
    const look = { after: Date.UTC(2027, 1, 28), until: Date.UTC(2027, 2, 1) }
    const { from, to, monthDays } = daysBetween({ on: 'date', property: 'born' }, look)
    assert.ok(from <= '2027-02-27' && to >= '2027-03-02')
    for (const day of ['02-27', '02-28', '02-29', '03-01']) assert.ok(monthDays.includes(day), day)
    const early = daysBetween({ on: 'date', property: 'born', offset: '-P3D' }, look)
    assert.ok(early.from <= '2027-03-02' && early.to >= '2027-03-05')
  })
})

describe('quiet hours', () => {
  it('end at their hour in every zone, also over midnight', () => {
    const nights = { from: '20:00', until: '08:00' }
    for (const zone of zones) {
      for (let hour = 0; hour < 24; hour += 1) {
        const now = Date.parse('2026-07-15T00:10:00Z') + hour * 3_600_000
        const until = quietUntil(nights, now, zone)
        const { hour: own } = local(now, zone)
        assert.equal(until !== null, own >= 20 || own < 8, `${zone} ${own}`)
        if (until === null) continue
        assert.equal(local(until, zone).toPlainTime().toString(), '08:00:00', zone)
        assert.ok(until > now && until - now <= 12 * 3_600_000)
      }
    }
    const noon = { from: '12:00', until: '13:30' }
    assert.equal(quietUntil(noon, Date.parse('2026-07-15T13:30:00Z'), 'UTC'), null)
    const at = quietUntil(noon, Date.parse('2026-07-15T12:00:00Z'), 'UTC')
    assert.equal(at, Date.parse('2026-07-15T13:30:00Z'))
  })
})
