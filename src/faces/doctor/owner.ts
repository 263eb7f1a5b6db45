/** Whose the installation is: somebody who can be written to, and whose own mail nothing limits. */
import { show } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { selectOperators } from '#tenants/accounts/owner-store.ts'
import { withoutLimits } from '#tenants/accounts/terms.ts'
import { type CheckResult, ok, warn } from './finding.ts'

const check = 'owner'

export async function owner({ db }: Pick<World, 'db'>): Promise<CheckResult[]> {
  const operators = await selectOperators(db)
  const [first] = operators
  if (first === undefined) {
    return [
      warn(
        check,
        'Nobody is the owner of this installation yet. Use the code that a start shows, or start again with MALOTE_OWNER_EMAIL.',
        'Ninguém é proprietário desta instalação ainda. Use o código que a inicialização mostra, ou inicie de novo com MALOTE_OWNER_EMAIL.',
      ),
    ]
  }
  const found = operators.flatMap(one => {
    const { email, plan, trustLevel } = one
    return [
      ...(email.endsWith('.localhost') ? [unreachable(email)] : []),
      ...(plan === withoutLimits.plan && trustLevel >= withoutLimits.trustLevel
        ? []
        : [limited(show('acc', one.id), plan, trustLevel)]),
    ]
  })
  if (found.length > 0) return found
  return [
    ok(
      check,
      `${first.email} runs this installation, without limits.`,
      `${first.email} opera esta instalação, sem limites.`,
    ),
  ]
}

const unreachable = (email: string): CheckResult =>
  warn(
    check,
    `The owner's address is ${email}, where no letter arrives: a lost password could not be reset. Give yours: malote account adopt --email ADDRESS.`,
    `O endereço do proprietário é ${email}, onde nenhuma mensagem chega: uma senha perdida não poderia ser redefinida. Informe o seu: malote account adopt --email ENDEREÇO.`,
  )

/** Whoever is on a plan for customers hears of it by refusals otherwise. */
const limited = (id: string, plan: string, level: number): CheckResult => {
  const { plan: best, trustLevel } = withoutLimits
  const command = `malote account set ${id} --plan ${best} --trust-level ${trustLevel}`
  return warn(
    check,
    `The account that runs this installation is limited (plan ${plan}, trust level ${level}). Without limits: ${command}.`,
    `A conta que opera esta instalação tem limites (plano ${plan}, nível de confiança ${level}). Sem limites: ${command}.`,
  )
}
