/** By which activity a project knows what people spent, and how long after a click that counts. */
import { type Static, Type } from 'typebox'
import { dayMs, durationMs, hourMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'

export const defaultRevenueWithin = 'P7D'
const maxWithinMs = 90 * dayMs
const property = Type.String({ minLength: 1, maxLength: 100 })

export const revenueSchema = Type.Object(
  {
    event: Type.String({
      pattern: '^[a-z][a-z0-9_.-]{0,63}$',
      description: 'The name of an activity, such as order.paid.',
    }),
    amount: Type.String({
      ...property,
      description: 'The member of its data that is the amount, a number.',
    }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217; of what names none of its own.',
    }),
    currency_property: Type.Optional(property),
    within: Type.Optional(
      Type.String({ description: 'After the click; PT1H to P90D, P7D where nothing is said.' }),
    ),
  },
  { $id: 'RevenueSettings', additionalProperties: false },
)
export type Revenue = Static<typeof revenueSchema>

/** Throws Refusal. */
export function checkRevenue(revenue: Revenue | null | undefined): void {
  if (revenue?.within === undefined) return
  const withinMs = durationMs(revenue.within)
  if (withinMs !== null && withinMs >= hourMs && withinMs <= maxWithinMs) return
  throw new Refusal('invalid_field', {
    param: 'revenue.within',
    why: {
      en: 'It must be a duration from PT1H to P90D.',
      pt: 'Deve ser uma duração de PT1H a P90D.',
    },
  })
}
