/** Who knocks: the signature of a webhook, and whom it is about. What it says is not believed. */
import Stripe from 'stripe'
import { machineTime } from '#kernel/world/machine-time.ts'
import type { World } from '#kernel/world/world.ts'
import type { ProviderEvent } from './cashier.ts'
import { modeOf } from './provider.ts'
import { customerOf } from './stripe-cashier.ts'

const toleranceSeconds = 300
/** How the provider names its things, for a column of text; what is named otherwise is none. */
const named = /^[!-~]{1,255}$/

interface Signed {
  readonly body: Buffer
  readonly header: string
  readonly secret: string
  readonly at: number
}

function signed({ body, header, secret, at }: Signed): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, at)
  } catch {
    return null
  }
}

/** Null: not authentic. `customer` is null where the knock concerns nobody here. */
export function readKnock(
  { settings, clock }: Pick<World, 'settings' | 'clock'>,
  body: Buffer,
  header: string,
): { readonly id: string; readonly customer: ProviderEvent['customer'] | null } | null {
  // The provider lives in the present; a stand-in for tests may live in our future.
  const times = [...new Set([machineTime({ settings, clock }), clock.now()])]
  const event = settings.MALOTE_STRIPE_WEBHOOK_SECRETS.flatMap(secret =>
    times.map(at => signed({ body, header, secret, at })),
  ).find(one => one !== null)
  if (typeof event?.id !== 'string' || !named.test(event.id)) return null
  const isOurs = Boolean(event.livemode) === (modeOf(settings) === 'live')
  const hasObject = typeof event.data?.object === 'object' && event.data.object !== null
  const customer = isOurs && hasObject ? customerOf(event) : null
  return { id: event.id, customer: customer !== null && named.test(customer) ? customer : null }
}
