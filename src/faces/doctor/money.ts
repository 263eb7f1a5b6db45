/** What may be wrong with money; nothing is said where nobody collects. */
import { modeOf, providerOf, serviceOf } from '#billing/provider/provider.ts'
import { findings } from '#billing/provider/reconcile.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { paymentProviders } from '#kernel/base/payment-providers.ts'
import type { World } from '#kernel/world/world.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

const check = 'billing'
const oldMs = dayMs

export async function money(
  world: Pick<World, 'db' | 'clock' | 'settings'>,
): Promise<CheckResult[]> {
  const { settings, clock } = world
  if (providerOf(settings) === null) return []
  const results: CheckResult[] = []
  const name = serviceOf(settings)
  const isPublic = settings.MALOTE_BASE_URL.startsWith('https://')
  if (name !== null && modeOf(settings) === 'test' && isPublic) {
    const { setting } = paymentProviders[name].key
    results.push(
      fail(
        check,
        `${setting} is a test key, and the dashboard is public: orders look paid, and no money comes. Set the live key.`,
        `${setting} é uma chave de teste e o painel é público: pedidos parecem pagos e nenhum dinheiro entra. Defina a chave de produção.`,
      ),
    )
  }
  const old = (await findings(world)).filter(one => clock.now() - one.since.getTime() > oldMs)
  if (old.length > 0) {
    results.push(
      warn(
        check,
        `${old.length} difference(s) with the provider are older than a day. Look at them with malote billing reconcile, or on the operator's page.`,
        `${old.length} diferença(s) com o provedor têm mais de um dia. Veja com malote billing reconcile, ou na página de operação.`,
      ),
    )
  }
  if (results.length > 0) return results
  return [
    ok(
      check,
      'Orders and invoices agree with who collects.',
      'Pedidos e faturas conferem com quem cobra.',
    ),
  ]
}
