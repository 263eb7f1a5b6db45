/**
 * What accounts are told about money, each step once: a notice in the dashboard, and where the step
 * asks for it a letter to the owners. Written in the transaction of the fact.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { fill, type Text } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { endLasting } from '#tenants/accounts/lasting.ts'
import type { NoticeLevel } from '#tenants/accounts/notice.ts'
import type { NoticeCode } from '#tenants/accounts/notice-kinds.ts'
import { type NoticeWorld, notify } from '#tenants/accounts/notices.ts'
import { takeStep } from '../store.ts'

interface Words {
  readonly level: NoticeLevel
  readonly text: Text
}

const words = (level: NoticeLevel, en: string, pt: string): Words => ({ level, text: { en, pt } })

/** The one catalogue of notices about money. */
const billingNotices = {
  plan_started: words(
    'info',
    'The {plan} plan is paid and began today; the period lasts until {until}.',
    'O plano {plan} está pago e começou hoje; o período vai até {until}.',
  ),
  plan_changed: words(
    'info',
    'The plan is now {plan} instead of {before}.',
    'O plano agora é {plan} em vez de {before}.',
  ),
  plan_ends: words(
    'info',
    'The {before} plan runs until {until}; then {plan} follows. Until then it can be taken back.',
    'O plano {before} vale até {until}; depois vem {plan}. Até lá isso pode ser desfeito.',
  ),
  plan_ended: words(
    'warning',
    'The {before} plan has ended; the account is on the Free plan. {why}',
    'O plano {before} terminou; a conta está no plano Free. {why}',
  ),
  invoice_issued: words(
    'info',
    'Invoice {number} over {amount} is due on {until}.',
    'A fatura {number} de {amount} vence em {until}.',
  ),
  payment_failed: words(
    'error',
    'Invoice {number} over {amount} was not paid. Nothing is sent beyond the included volume; without a payment the plan ends on {until}.',
    'A fatura {number} de {amount} não foi paga. Nada é enviado além do volume incluído; sem pagamento o plano termina em {until}.',
  ),
  payment_recovered: words(
    'info',
    'All invoices are paid; everything is as before.',
    'Todas as faturas estão pagas; tudo voltou a ser como antes.',
  ),
  payment_needed: words(
    'warning',
    'The bank asks for a confirmation of invoice {number} over {amount}.',
    'O banco pede uma confirmação da fatura {number} de {amount}.',
  ),
  card_expiring: words(
    'warning',
    'The card that ends in {last4} expires this month; the next charge is on {until}.',
    'O cartão com final {last4} vence neste mês; a próxima cobrança é em {until}.',
  ),
  volume_80: words(
    'info',
    '80% of the included {included} recipients are used; the period renews on {until}.',
    '80% dos {included} destinatários incluídos foram usados; o período renova em {until}.',
  ),
  volume_100: words(
    'warning',
    'The included {included} recipients are used up; without a spending limit nothing more is sent until {until}.',
    'Os {included} destinatários incluídos acabaram; sem um limite de gastos nada mais é enviado até {until}.',
  ),
  spend_80: words(
    'info',
    'Overage costs {amount} so far, 80% or more of {cap}.',
    'O excedente custa {amount} até agora, 80% ou mais de {cap}.',
  ),
  spend_100: words(
    'warning',
    'Overage has reached {cap}; not one more recipient fits until {until}.',
    'O excedente chegou a {cap}; não cabe mais nenhum destinatário até {until}.',
  ),
  logs_shrink: words(
    'warning',
    'From {until} logs are kept for {days} days; export what you need.',
    'A partir de {until} os registros são guardados por {days} dias; exporte o que precisar.',
  ),
  dispute_opened: words(
    'error',
    'A charge is disputed at the bank. Nothing is sent beyond the included volume until it is decided.',
    'Uma cobrança está em disputa no banco. Nada é enviado além do volume incluído até a decisão.',
  ),
  dispute_closed: words('info', 'The dispute is decided: {why}', 'A disputa foi decidida: {why}'),
  order_placed: words(
    'info',
    '{account} has ordered the {plan} plan: invoice {number} over {amount}. Mark it as paid once the money is there.',
    '{account} pediu o plano {plan}: fatura {number} de {amount}. Marque-a como paga quando o dinheiro chegar.',
  ),
  invoice_to_collect: words(
    'info',
    '{account} has a new invoice: {number} over {amount}, due on {until}. Mark it as paid once the money is there.',
    '{account} tem uma nova fatura: {number} de {amount}, com vencimento em {until}. Marque-a como paga quando o dinheiro chegar.',
  ),
} as const satisfies Partial<Record<NoticeCode, Words>>

export type BillingNotice = keyof typeof billingNotices

export interface Telling {
  readonly accountId: Uuid
  readonly code: BillingNotice
  /** The step: an account is told once. */
  readonly of: string
  readonly values?: Readonly<Record<string, Text>>
  /** False: in the dashboard alone. */
  readonly isLetter?: boolean
  /** It lasts, until `endOver` finds that it does not any more. */
  readonly isLasting?: boolean
  /** The account that it is about, where it is not the one that is told. */
  readonly about?: string
}

/** Tells an account once; true the first time. */
export async function tell(
  tx: Tx,
  world: NoticeWorld,
  { accountId, code, of, values = {}, isLetter = true, isLasting = false, about }: Telling,
): Promise<boolean> {
  if (!(await takeStep(tx, accountId, `${code} ${of}`, new Date(world.clock.now())))) return false
  const { level, text } = billingNotices[code]
  const put = (language: 'en' | 'pt'): string => {
    const own = Object.entries(values).map(([name, value]) => [name, value[language]])
    const filled = fill({ en: text[language], pt: '' }, Object.fromEntries(own)).en.trim()
    return about === undefined ? filled : `${about}: ${filled}`
  }
  await notify(tx, world, [
    {
      accountId,
      level,
      code,
      text: { en: put('en'), pt: put('pt') },
      data: limitOf(code),
      isLetter,
      ...(isLasting ? { cause: causeOf(code, of) } : {}),
    },
  ])
  return true
}

const lasting = 'money '
const causeOf = (code: BillingNotice, of: string): string => `${lasting}${code} ${of}`

/**
 * Ends what was told and lasts no longer. `holds`: whether an account is still where a step told of,
 * by the code and the first word of `of`, the period; a limit may have been another one since.
 */
export async function endOver(
  world: World,
  holds: (accountId: Uuid, code: string, period: string) => boolean,
): Promise<void> {
  await endLasting(world, lasting, ({ accountId, cause }) => {
    const [code = '', period = ''] = cause.slice(lasting.length).split(' ')
    return !holds(accountId, code, period)
  })
}

/** Which limit it is that a step is of. */
function limitOf(code: BillingNotice): { readonly limit?: 'month' | 'spending' } {
  if (code.startsWith('volume_')) return { limit: 'month' }
  return code.startsWith('spend_') ? { limit: 'spending' } : {}
}

/** The same words in both languages. */
export const same = (text: string): Text => ({ en: text, pt: text })

/** `2026-12-15` and `15/12/2026`. */
export function dateText(date: string): Text {
  const [year, month, day] = date.split('-')
  return { en: date, pt: `${day}/${month}/${year}` }
}
