/** What speaks to each payment service: nothing of one is loaded where another collects. */
import type { PaymentProviderName } from '#kernel/base/payment-providers.ts'
import type { World } from '#kernel/world/world.ts'
import type { Cashier, ProviderEvent } from './cashier.ts'

interface ProviderCode {
  readonly cashier: (world: World) => Cashier
  /** What its webhook posted, by body and signature. Null: it is not authentic. */
  readonly readKnock: (world: World, body: Buffer, signature: string) => ProviderEvent | null
}

export const providerCode: Readonly<Record<PaymentProviderName, () => Promise<ProviderCode>>> = {
  async stripe() {
    const { stripeCashier } = await import('./stripe-cashier.ts')
    const { readKnock } = await import('./stripe-knock.ts')
    return { cashier: stripeCashier, readKnock }
  },
}
