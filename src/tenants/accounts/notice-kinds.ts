/**
 * The kinds of notices, their one place: what programs read as `type`, who gets a letter unless they
 * chose otherwise, and how such a letter begins. `code` is finer than `type` where older readers
 * know it by that name. OpenAPI, the settings of members, the letters and the docs are made from it.
 */
import type { Text } from '#kernel/base/languages.ts'

interface NoticeType {
  readonly about: Text
  /** Owners get a letter, or the member whom it is about; others where they ask for it. */
  readonly letter: boolean
}

const type = (letter: boolean, en: string, pt: string): NoticeType => ({
  letter,
  about: { en, pt },
})

export const noticeTypes = {
  limit_80: type(
    true,
    '80% of a limit is used: of the day, the month or spending.',
    '80% de um limite foi usado: do dia, do mês ou de gastos.',
  ),
  limit_100: type(
    true,
    'A limit is reached: of the day, the month or spending.',
    'Um limite foi atingido: do dia, do mês ou de gastos.',
  ),
  sending_paused: type(
    true,
    'Sending is paused, all of it or marketing.',
    'O envio está pausado, todo ele ou o de marketing.',
  ),
  sending_resumed: type(true, 'A pause of sending is lifted.', 'Uma pausa do envio terminou.'),
  rates_high: type(
    true,
    'Many emails bounce or are marked as spam: a pause is near.',
    'Muitos e-mails voltam ou são marcados como spam: uma pausa está próxima.',
  ),
  domain_broken: type(
    true,
    'DNS records of a domain are missing; it still sends.',
    'Faltam registros de DNS de um domínio; ele ainda envia.',
  ),
  domain_failed: type(
    true,
    'A domain is no longer verified and cannot send.',
    'Um domínio não está mais verificado e não pode enviar.',
  ),
  domain_restored: type(
    false,
    'A domain is verified again.',
    'Um domínio está verificado de novo.',
  ),
  domain_expired: type(
    true,
    'A domain was removed: nobody proved it in time.',
    'Um domínio foi removido: ninguém o comprovou a tempo.',
  ),
  domain_claimed: type(
    true,
    'A domain was removed: somebody else has proved it theirs.',
    'Um domínio foi removido: outra pessoa comprovou que é dela.',
  ),
  domain_keys: type(
    true,
    'New DKIM keys of a domain are to be published.',
    'Há novas chaves DKIM de um domínio para publicar.',
  ),
  webhook_failing: type(
    true,
    'A webhook has not acknowledged any of its last messages.',
    'Um webhook não confirmou nenhuma das últimas mensagens.',
  ),
  import_done: type(false, 'An import has ended.', 'Uma importação terminou.'),
  campaign_paused: type(
    true,
    'A campaign was paused by Malote.',
    'Uma campanha foi pausada pelo Malote.',
  ),
  sign_in: type(
    true,
    'A member signed in from a browser not used before, or a passkey or identity of theirs was added or removed.',
    'Um membro entrou por um navegador que ainda não tinha usado, ou uma chave de acesso ou identidade sua foi adicionada ou removida.',
  ),
  codes_tried: type(
    false,
    'Somebody with the password of a member tries codes of the second step.',
    'Alguém com a senha de um membro tenta códigos da segunda etapa.',
  ),
  trust_raised: type(false, 'The account is trusted with more.', 'A conta ganhou mais confiança.'),
  trust_lowered: type(
    false,
    'The account is trusted with less.',
    'A conta perdeu parte da confiança.',
  ),
  plan_started: type(true, 'A paid plan has begun.', 'Um plano pago começou.'),
  plan_changed: type(true, 'The plan has changed.', 'O plano mudou.'),
  plan_ends: type(true, 'The plan will end.', 'O plano vai terminar.'),
  plan_ended: type(true, 'The plan has ended.', 'O plano terminou.'),
  invoice_issued: type(true, 'There is a new invoice.', 'Há uma nova fatura.'),
  payment_failed: type(true, 'An invoice was not paid.', 'Uma fatura não foi paga.'),
  payment_recovered: type(true, 'All invoices are paid again.', 'Todas as faturas estão pagas.'),
  payment_needed: type(
    true,
    'The bank asks for a confirmation of a payment.',
    'O banco pede a confirmação de um pagamento.',
  ),
  card_expiring: type(true, 'The card expires.', 'O cartão vai vencer.'),
  logs_shrink: type(
    true,
    'Logs will be kept for less long.',
    'Os registros serão guardados por menos tempo.',
  ),
  dispute_opened: type(
    true,
    'A charge is disputed at the bank.',
    'Uma cobrança está em disputa no banco.',
  ),
  dispute_closed: type(true, 'A dispute is decided.', 'Uma disputa foi decidida.'),
  order_placed: type(
    true,
    'An account has ordered a plan (for operators).',
    'Uma conta pediu um plano (para operadores).',
  ),
  invoice_to_collect: type(
    true,
    'An account has an invoice to be collected (for operators).',
    'Uma conta tem uma fatura a cobrar (para operadores).',
  ),
} as const satisfies Record<string, NoticeType>

export type NoticeTypeName = keyof typeof noticeTypes
export const noticeTypeNames = Object.keys(noticeTypes) as NoticeTypeName[]

/** Codes that say more than their type; every other code is a type. */
const codeTypes = {
  pause_lifted: 'sending_resumed',
  day_80: 'limit_80',
  day_100: 'limit_100',
  month_80: 'limit_80',
  month_100: 'limit_100',
  volume_80: 'limit_80',
  volume_100: 'limit_100',
  spend_80: 'limit_80',
  spend_100: 'limit_100',
  door_changed: 'sign_in',
} as const satisfies Record<string, NoticeTypeName>

export type NoticeCode = keyof typeof codeTypes | NoticeTypeName

export const typeOf = (code: NoticeCode): NoticeTypeName =>
  code in codeTypes ? codeTypes[code as keyof typeof codeTypes] : (code as NoticeTypeName)

/** The webhook type of a notice: of an account, not of an email. */
export const noticeEvents = {
  'account.notice': {
    en: 'The account has a new notice; only for webhooks that name this type.',
    pt: 'A conta tem um novo aviso; apenas para webhooks que nomeiam este tipo.',
  },
} as const satisfies Record<string, Text>

export const noticeEvent = 'account.notice'
