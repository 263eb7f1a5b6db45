/** When a campaign is best sent: the hour of the week at which people clicked most in the last ones. */
import { Temporal } from 'temporal-polyfill'
import { Type } from 'typebox'
import { route } from '#kernel/routes/route.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { clicksByHour, type HourClicks, lastCampaigns } from './send-times-store.ts'

const maxCampaigns = 10
/** Fewer say more of chance than of people. */
const minClicks = 20
const maxHours = 5

const hour = Type.Object({
  day: Type.Integer({ description: '1: Monday.' }),
  hour: Type.Integer(),
  clicks: Type.Integer(),
})

const shape = Type.Object(
  {
    time_zone: Type.String(),
    campaigns: Type.Integer(),
    clicks: Type.Integer(),
    hours: Type.Array(hour, { description: `The ${maxHours} with the most clicks.` }),
    suggested: Type.Union([Type.Object({ ...hour.properties, at: Type.String() }), Type.Null()]),
  },
  { $id: 'SendTimes' },
)

/** The next time that it is this hour of this day of the week, at least an hour ahead. */
export function nextHour(
  { day, hour }: Pick<HourClicks, 'day' | 'hour'>,
  zone: string,
  now: number,
): string {
  const soonest = Temporal.Instant.fromEpochMilliseconds(now).add({ hours: 1 })
  const here = soonest.toZonedDateTimeISO(zone)
  const days = (day - here.dayOfWeek + 7) % 7
  const at = here.toPlainDate().add({ days }).toPlainDateTime({ hour }).toZonedDateTime(zone)
  const isAhead = Temporal.Instant.compare(at.toInstant(), soonest) >= 0
  return (isAhead ? at : at.add({ days: 7 })).toInstant().toString()
}

export const sendTimesRoute = route({
  method: 'GET',
  path: '/v1/campaigns/send-times',
  name: 'campaigns.sendTimes',
  scope: 'read',
  summary: 'See at which hours people click',
  description:
    `First clicks of people in the last ${maxCampaigns} campaigns, by hour of the week in the ` +
    `account's zone. suggested: the hour with the most, from ${minClicks} clicks on.`,
  query: Type.Object({ topic_id: Type.Optional(Type.String({ description: 'top_…' })) }),
  success: { status: 200, schema: shape },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const { projectId, accountId } = tenant
    const zone = (await getAccount(world, accountId))?.timeZone ?? 'UTC'
    const topic = query.topic_id ?? null
    const ids = await lastCampaigns(world.db, tenant, { topic, max: maxCampaigns })
    const hours = ids.length === 0 ? [] : await clicksByHour(world.db, projectId, ids, zone)
    const clicks = hours.reduce((sum, one) => sum + one.clicks, 0)
    const [best] = hours
    const suggested =
      best === undefined || clicks < minClicks
        ? null
        : { ...best, at: nextHour(best, zone, world.clock.now()) }
    const body = {
      time_zone: zone,
      campaigns: ids.length,
      clicks,
      hours: hours.slice(0, maxHours),
      suggested,
    }
    return { status: 200, body }
  },
})
