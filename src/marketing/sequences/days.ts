/** What happened in a sequence day by day of the account's zone, from counters by the quarter of an hour. */
import { Type } from 'typebox'
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { TenantWorld } from '#kernel/routes/route.ts'
import { dateIn } from '#tenants/limits/period.ts'
import { firstQuarterOf, quartersOf } from '../contacts/letters/letter-counts.ts'

const usualDays = 30

const counts = {
  entered: Type.Integer(),
  goal: Type.Integer({ description: 'Left by an exit with the reason goal.' }),
  left: Type.Integer({ description: 'Left for any other reason before the end.' }),
  sent: Type.Integer({ description: 'Letters.' }),
  opened: Type.Integer({ description: 'By people, for the first time.' }),
  clicked: Type.Integer({ description: 'By people, for the first time.' }),
}

export const daysShape = Type.Array(
  Type.Object({ day: Type.String({ format: 'date' }), ...counts }),
  {
    description:
      'By days of the account’s time zone, today the last, from the first on that something was counted on.',
  },
)

const names = ['entered', 'goal', 'left', 'sent', 'opened', 'clicked'] as const

export async function daysOf({ world, tenant }: TenantWorld, sequenceId: Uuid, count = usualDays) {
  const { timeZone } = tenant
  const now = world.clock.now()
  const today = Date.parse(dateIn(timeZone, now))
  const days = Array.from({ length: count }, (_, n) =>
    new Date(today - (count - 1 - n) * dayMs).toISOString().slice(0, 10),
  )
  // Zones are up to 14 hours apart from UTC: what was on days before is passed over.
  const since = new Date(today - count * dayMs)
  const [first, quarters] = await Promise.all([
    firstQuarterOf(world.db, tenant, sequenceId),
    quartersOf(world.db, tenant, { sequenceId, since }),
  ])
  if (first === null) return []
  const firstDay = dateIn(timeZone, first.getTime())
  const byDay = Map.groupBy(quarters, one => dateIn(timeZone, one.at.getTime()))
  // What happened before there were counters is known of no day.
  const counted = days.filter(day => day >= firstDay)
  return counted.map(day => {
    const some = byDay.get(day) ?? []
    const sumOf = (name: (typeof names)[number]): number =>
      some.reduce((sum, one) => sum + one[name], 0)
    return {
      day,
      entered: sumOf('entered'),
      goal: sumOf('goal'),
      left: sumOf('left'),
      sent: sumOf('sent'),
      opened: sumOf('opened'),
      clicked: sumOf('clicked'),
    }
  })
}
