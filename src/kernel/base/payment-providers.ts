/**
 * The payment services that may collect for an installation, one record each. From it come the
 * settings of the service and their page, what is wrong with them at a start, whether money is real,
 * the path of its webhook, what the API and its clients may call it, and what is not worth
 * collecting. What speaks to it is in `billing/provider/provider-code.ts`, which the compiler keeps
 * complete. It stands down here because settings are read before anything else is there.
 */
import type { Text } from './languages.ts'
import { type Setting, setting } from './setting-values.ts'

type SettingsTable = Readonly<Record<string, Setting>>

/** The names of settings of a kind. */
type NamesOf<S extends SettingsTable, K extends Setting['kind']> = {
  [N in keyof S & string]: S[N]['kind'] extends K ? N : never
}[keyof S & string]

interface PaymentProvider<S extends SettingsTable> {
  /** All of `MALOTE_{NAME}_…`; without them nothing is asked of the service. */
  readonly settings: S
  /** By which it knows the operator, and which says whether its money is real. */
  readonly key: {
    readonly setting: NamesOf<S, 'text'>
    readonly shape: RegExp
    readonly beginsWith: Text
    readonly contains: Text
    readonly isLive: (key: string) => boolean
  }
  /** How it signs what it posts to `/hooks/billing/{name}`. */
  readonly webhook: { readonly secrets: NamesOf<S, 'list'>; readonly header: string }
  /** Lists in which something must stand. */
  readonly neverEmpty: readonly NamesOf<S, 'list'>[]
  /** It takes no invoice of less. */
  readonly minBillCents: number
}

const paymentProvider = <const S extends SettingsTable>(
  provider: PaymentProvider<S>,
): PaymentProvider<S> => provider

const stripe = paymentProvider({
  settings: {
    MALOTE_STRIPE_KEY: setting('text', '', {
      en: 'Secret or restricted key (sk_… or rk_…) of the account at Stripe; live or test in it is the mode.',
      pt: 'Chave secreta ou restrita (sk_… ou rk_…) da conta na Stripe; live ou test dentro dela é o modo.',
    }),
    MALOTE_STRIPE_WEBHOOK_SECRETS: setting('list', '', {
      en: 'Signing secrets of the webhook, each good. Empty means that Stripe is asked every minute instead.',
      pt: 'Segredos de assinatura do webhook; qualquer um deles vale. Vazio significa que, em vez disso, a Stripe é consultada a cada minuto.',
    }),
    MALOTE_STRIPE_API_URL: setting('url', 'https://api.stripe.com', {
      en: "Base URL of Stripe's API.",
      pt: 'URL base da API da Stripe.',
    }),
    MALOTE_STRIPE_METHODS: setting(
      'list',
      'card',
      {
        en: 'What customers may pay with at Stripe.',
        pt: 'Com o que os clientes podem pagar na Stripe.',
      },
      ['card', 'boleto'],
    ),
  },
  key: {
    setting: 'MALOTE_STRIPE_KEY',
    shape: /^(sk|rk)_(\S+_)?(live|test)_\S+$/,
    beginsWith: { en: 'sk_ or rk_', pt: 'sk_ ou rk_' },
    contains: { en: '_live_ or _test_', pt: '_live_ ou _test_' },
    isLive: key => key.includes('_live_'),
  },
  webhook: { secrets: 'MALOTE_STRIPE_WEBHOOK_SECRETS', header: 'Stripe-Signature' },
  neverEmpty: ['MALOTE_STRIPE_METHODS'],
  minBillCents: 50,
})

/** By the names that `MALOTE_BILLING` takes. */
export const paymentProviders = { stripe } as const

export type PaymentProviderName = keyof typeof paymentProviders

type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never

/** The settings of all of them. */
export type SettingsOfProviders = Together<
  (typeof paymentProviders)[PaymentProviderName]['settings']
>
