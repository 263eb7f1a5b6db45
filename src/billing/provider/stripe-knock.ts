/** Who knocks: the signature of a webhook, and whom it is about. What it says is not believed. */
import Stripe from 'stripe'
import { machineTime } from '#kernel/world/machine-time.ts'
import type { World } from '#kernel/world/world.ts'
import type { ProviderEvent } from './cashier.ts'
import { modeOf } from './provider.ts'
import { subjectOf } from './stripe-cashier.ts'

const toleranceSeconds = 300
/** How the provider names its things, for a column of text; what is named otherwise is none. */
const named = /^[!-~]{1,255}$/

interface SignedKnock {
  readonly body: Buffer
  readonly header: string
  readonly secret: string
  readonly at: number
}

function signed({ body, header, secret, at }: SignedKnock): Stripe.Event | null {
  // The package looks for what is old only; signed for days to come, a body could be played till then.
  const from = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1] ?? Number.NaN)
  if (!(from - at / 1000 <= toleranceSeconds)) return null
  try {
    return Stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, at)
  } catch {
    return null
  }
}

/** Null: not authentic. Neither customer nor charge: it concerns nobody here. */
export function readKnock(
  { settings, clock }: Pick<World, 'settings' | 'clock'>,
  body: Buffer,
  header: string,
): ProviderEvent | null {
  // The provider lives in the present; a stand-in for tests may live in our future.
  const times = [...new Set([machineTime({ settings, clock }), clock.now()])]
  const event = settings.MALOTE_STRIPE_WEBHOOK_SECRETS.flatMap(secret =>
    times.map(at => signed({ body, header, secret, at })),
  ).find(one => one !== null)
  if (typeof event?.id !== 'string' || !named.test(event.id)) return null
  const isOurs = Boolean(event.livemode) === (modeOf(settings) === 'live')
  const hasObject = typeof event.data?.object === 'object' && event.data.object !== null
  const subject = isOurs && hasObject ? subjectOf(event) : null
  const name = (one: string | null = null) => (one !== null && named.test(one) ? one : null)
  return { id: event.id, customer: name(subject?.customer), charge: name(subject?.charge) }
}
