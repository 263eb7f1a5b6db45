/** How letters about notices begin, and the page of the dashboard on which one can act. */
import type { Text } from '#kernel/base/languages.ts'
import type { NoticeCode } from './notice-kinds.ts'

interface NoticeLetter {
  readonly subject: Text
  readonly path: '/billing' | '/limits' | '/notices'
}

const at =
  (path: NoticeLetter['path']) =>
  (en: string, pt: string): NoticeLetter => ({ path, subject: { en, pt } })

const billing = at('/billing')
const limits = at('/limits')
const other = at('/notices')

export const noticeLetters: Readonly<Record<NoticeCode, NoticeLetter>> = {
  plan_started: billing('Your plan has begun', 'Seu plano começou'),
  plan_changed: billing('Your plan has changed', 'Seu plano mudou'),
  plan_ends: billing('Your plan will end', 'Seu plano vai terminar'),
  plan_ended: billing('Your plan has ended', 'Seu plano terminou'),
  invoice_issued: billing('A new invoice', 'Uma nova fatura'),
  payment_failed: billing('A payment is missing', 'Falta um pagamento'),
  payment_recovered: billing('Your payment has arrived', 'Seu pagamento chegou'),
  payment_needed: billing('Your bank asks for a confirmation', 'Seu banco pede uma confirmação'),
  card_expiring: billing('Your card expires', 'Seu cartão vai vencer'),
  volume_80: billing('80% of your volume is used', '80% do seu volume foi usado'),
  volume_100: billing('Your volume is used up', 'Seu volume acabou'),
  spend_80: billing('80% of your spending limit', '80% do seu limite de gastos'),
  spend_100: billing('Your spending limit is reached', 'Seu limite de gastos foi atingido'),
  logs_shrink: billing('Logs will be kept for less long', 'Os registros durarão menos'),
  dispute_opened: billing('A charge is disputed', 'Uma cobrança está em disputa'),
  dispute_closed: billing('The dispute is decided', 'A disputa foi decidida'),
  order_placed: billing('A plan was ordered', 'Um plano foi pedido'),
  invoice_to_collect: billing('An invoice to collect', 'Uma fatura a cobrar'),
  limit_80: limits('80% of a limit is used', '80% de um limite foi usado'),
  limit_100: limits('A limit is reached', 'Um limite foi atingido'),
  day_80: limits('80% of the daily limit is used', '80% do limite diário foi usado'),
  day_100: limits('The daily limit is reached', 'O limite diário foi atingido'),
  month_80: limits('80% of the monthly limit is used', '80% do limite mensal foi usado'),
  month_100: limits('The monthly limit is reached', 'O limite mensal foi atingido'),
  sending_paused: limits('Your sending is paused', 'Seu envio está pausado'),
  sending_resumed: limits('Your sending goes on', 'Seu envio continua'),
  pause_lifted: limits('Your sending goes on', 'Seu envio continua'),
  rates_high: limits('Too many emails come back', 'E-mails demais estão voltando'),
  trust_raised: limits('Your account is trusted with more', 'Sua conta ganhou mais confiança'),
  trust_lowered: limits('Your account is trusted with less', 'Sua conta perdeu confiança'),
  domain_broken: other('DNS records of a domain are missing', 'Faltam registros de um domínio'),
  domain_failed: other('A domain can no longer send', 'Um domínio não pode mais enviar'),
  domain_restored: other('A domain is verified again', 'Um domínio está verificado de novo'),
  domain_expired: other('A domain was removed', 'Um domínio foi removido'),
  domain_claimed: other('A domain was removed', 'Um domínio foi removido'),
  domain_keys: other('New DKIM keys of a domain', 'Novas chaves DKIM de um domínio'),
  webhook_failing: other('A webhook does not answer', 'Um webhook não responde'),
  import_done: other('Your import has ended', 'Sua importação terminou'),
  campaign_paused: other('A campaign was paused', 'Uma campanha foi pausada'),
  sign_in: other('A new sign-in', 'Um novo acesso'),
  door_changed: other('How you sign in has changed', 'Sua forma de entrar mudou'),
  codes_tried: other('Somebody tries codes', 'Alguém está tentando códigos'),
}
