/**
 * The one catalogue of refusals. A refusal is what the caller did wrong; it is thrown, travels to
 * the API layer untouched and becomes the error envelope. `docs/errors.md`, OpenAPI and the client
 * are generated from this table, and a test proves them equal to it.
 */
import { fill, type Text, type Values } from './languages.ts'

export type ErrorType =
  | 'invalid_request'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'tier_limit'
  | 'api_error'

interface ErrorEntry {
  readonly type: ErrorType
  readonly status: number
  /** What the caller reads when nothing more exact was said; places: {param} and the entry's own. */
  readonly message: Text
}

const entry = (type: ErrorType, status: number, en: string, pt: string): ErrorEntry => ({
  type,
  status,
  message: { en, pt },
})

export const errors = {
  missing_field: entry(
    'invalid_request',
    400,
    'The field {param} is required.',
    'O campo {param} é obrigatório.',
  ),
  invalid_field: entry(
    'invalid_request',
    400,
    'The value of {param} is not valid.',
    'O valor de {param} não é válido.',
  ),
  invalid_json: entry(
    'invalid_request',
    400,
    'The body is not valid JSON.',
    'O corpo não é um JSON válido.',
  ),
  batch_too_large: entry(
    'invalid_request',
    400,
    'A batch holds at most 100 emails; this one has {count}.',
    'Um lote tem no máximo 100 e-mails; este tem {count}.',
  ),
  invalid_dns_token: entry(
    'invalid_request',
    400,
    'The DNS provider refused the token. It needs edit rights on DNS for the zone of {domain}.',
    'O provedor de DNS recusou o token. Ele precisa de permissão de edição de DNS na zona de {domain}.',
  ),
  dns_zone_not_found: entry(
    'invalid_request',
    400,
    'The token is valid but does not reach the zone of {domain}.',
    'O token é válido, mas não alcança a zona de {domain}.',
  ),
  domain_not_verified: entry(
    'invalid_request',
    422,
    'The domain {domain} is not verified in this project. Verify it before sending from it.',
    'O domínio {domain} não está verificado neste projeto. Verifique-o antes de enviar por ele.',
  ),
  recipient_suppressed: entry(
    'invalid_request',
    422,
    'Every recipient is on the suppression list; nothing was sent.',
    'Todos os destinatários estão na lista de supressão; nada foi enviado.',
  ),
  missing_api_key: entry(
    'authentication',
    401,
    'The Authorization header is missing. Send "Authorization: Bearer <API key>".',
    'Falta o cabeçalho Authorization. Envie "Authorization: Bearer <chave de API>".',
  ),
  invalid_api_key: entry(
    'authentication',
    401,
    'The API key does not exist, was deleted, has expired or is incomplete.',
    'A chave de API não existe, foi excluída, venceu ou está incompleta.',
  ),
  not_authenticated: entry(
    'authentication',
    401,
    'Log in to the dashboard first.',
    'Entre no painel primeiro.',
  ),
  insufficient_scope: entry(
    'permission',
    403,
    'This call needs a key with the scope {scope}.',
    'Esta chamada exige uma chave com o escopo {scope}.',
  ),
  ip_not_allowed: entry(
    'permission',
    403,
    'The key does not allow calls from the address {ip}.',
    'A chave não permite chamadas do endereço {ip}.',
  ),
  sandbox_recipient: entry(
    'permission',
    403,
    "In the sandbox, email goes only to the account's own verified addresses. To write to others, verify a domain by its DNS records, or ask the operator to raise the trust level.",
    'No sandbox, os e-mails vão apenas para os endereços verificados da própria conta. Para escrever a outros, verifique um domínio pelos registros DNS dele ou peça ao operador que aumente o nível de confiança.',
  ),
  signup_closed: entry(
    'permission',
    403,
    'Nobody can open an account here by themselves. Ask whoever runs this installation, or somebody who has an account, for an invitation.',
    'Aqui ninguém cria uma conta por conta própria. Peça um convite a quem administra esta instalação ou a quem já tem uma conta.',
  ),
  sign_in_failed: entry(
    'permission',
    403,
    'Signing in did not work. Begin again.',
    'Não foi possível entrar. Comece de novo.',
  ),
  address_not_confirmed: entry(
    'permission',
    403,
    'Confirm your email address first, by the link that was mailed to it. Until then, test keys work.',
    'Confirme antes o seu endereço de e-mail, pelo link enviado a ele. Até lá, chaves de teste funcionam.',
  ),
  live_key_required: entry(
    'permission',
    403,
    'A live key or a member made this, so a test key can read it but not change or delete it. Use a live key.',
    'Isto foi criado por uma chave de produção ou por um membro; uma chave de teste pode ler, mas não alterar nem excluir. Use uma chave de produção.',
  ),
  domain_limit_reached: entry(
    'permission',
    403,
    'The {plan} plan has room for {limit} domain(s), and all are in use. {next}',
    'O plano {plan} permite {limit} domínio(s), e todos estão em uso. {next}',
  ),
  forbidden_origin: entry(
    'permission',
    403,
    'The dashboard accepts changes from its own pages only.',
    'O painel aceita alterações apenas das suas próprias páginas.',
  ),
  resource_not_found: entry(
    'not_found',
    404,
    'There is nothing with this id in the project.',
    'Não há nada com este id no projeto.',
  ),
  route_not_found: entry(
    'not_found',
    404,
    'There is no such path or method.',
    'Não existe este caminho ou método.',
  ),
  idempotency_conflict: entry(
    'conflict',
    409,
    'This Idempotency-Key was used within 24 hours with another request.',
    'Esta Idempotency-Key foi usada nas últimas 24 horas com outra requisição.',
  ),
  idempotency_in_progress: entry(
    'conflict',
    409,
    'The first request with this Idempotency-Key is still running. Repeat in 1 second.',
    'A primeira requisição com esta Idempotency-Key ainda está em andamento. Repita em 1 segundo.',
  ),
  domain_exists: entry(
    'conflict',
    409,
    'The domain {domain} is registered already, in this or another account.',
    'O domínio {domain} já está registrado, nesta ou em outra conta.',
  ),
  already_suppressed: entry(
    'conflict',
    409,
    'The address is already on the suppression list for this stream.',
    'O endereço já está na lista de supressão para este fluxo.',
  ),
  last_project: entry(
    'conflict',
    409,
    'An account keeps at least one project.',
    'Uma conta mantém pelo menos um projeto.',
  ),
  not_cancellable: entry(
    'conflict',
    409,
    'The email has been sent, or an attempt is under way, so it cannot be changed or cancelled any more.',
    'O e-mail já foi enviado ou está sendo entregue, então não pode mais ser alterado nem cancelado.',
  ),
  rate_limited: entry(
    'rate_limited',
    429,
    'Too many calls: this key may make {limit} per second. Repeat in {seconds} s.',
    'Chamadas demais: esta chave pode fazer {limit} por segundo. Repita em {seconds} s.',
  ),
  daily_limit_reached: entry(
    'tier_limit',
    429,
    'The daily limit is reached.',
    'O limite diário foi atingido.',
  ),
  monthly_limit_reached: entry(
    'tier_limit',
    429,
    'The monthly quota is reached.',
    'A cota mensal foi atingida.',
  ),
  spend_limit_reached: entry(
    'tier_limit',
    429,
    'The spending limit is reached.',
    'O limite de gastos foi atingido.',
  ),
  sending_paused: entry('tier_limit', 429, 'Sending is paused.', 'O envio está pausado.'),
  internal_error: entry(
    'api_error',
    500,
    'Something failed on our side and the request was not processed. Repeat it with the same Idempotency-Key.',
    'Algo falhou do nosso lado e a requisição não foi processada. Repita com a mesma Idempotency-Key.',
  ),
  service_unavailable: entry(
    'api_error',
    503,
    'The database is unavailable right now and the request was not processed. Repeat it after the seconds of Retry-After.',
    'O banco de dados está indisponível agora e a requisição não foi processada. Repita após os segundos de Retry-After.',
  ),
  subscription_exists: entry(
    'conflict',
    409,
    'The account has a subscription already. Change its plan instead of ordering another.',
    'A conta já tem uma assinatura. Troque o plano em vez de pedir outro.',
  ),
  payment_due: entry(
    'conflict',
    409,
    'A payment is missing. Pay the open invoice first.',
    'Falta um pagamento. Pague primeiro a fatura em aberto.',
  ),
  billing_unavailable: entry(
    'api_error',
    503,
    'Checkout and the payment portal are unavailable right now. Sending is not affected.',
    'O pagamento e o portal de cobrança estão indisponíveis agora. O envio não é afetado.',
  ),
  identity_provider_unavailable: entry(
    'api_error',
    503,
    '{host}, by which people sign in here, does not answer as it should. Try again in a moment; if it stays so, tell whoever runs this installation.',
    '{host}, por onde as pessoas entram aqui, não responde como deveria. Tente de novo em instantes; se continuar, avise quem administra esta instalação.',
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

export interface RefusalOptions {
  /** The offending field, for example `to[1]`. */
  readonly param?: string
  /** Says exactly what is wrong; replaces the catalogue's general message. */
  readonly why?: Text
  /** Fills the places of the message. */
  readonly values?: Values
  /** Further response headers, for example Retry-After. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a caller did wrong. Thrown by verbs, answered by the API layer alone. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly param: string | undefined
  readonly text: Text
  readonly headers: Readonly<Record<string, string>>
  readonly #given: RefusalOptions

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    const text = fill(options.why ?? errors[code].message, {
      param: options.param ?? '?',
      ...options.values,
    })
    super(`${code}: ${text.en}`)
    this.code = code
    this.param = options.param
    this.text = text
    this.headers = options.headers ?? {}
    this.#given = options
  }

  /** The same refusal of a field by another name, which its sentence names, too. */
  of(param: string): Refusal {
    return new Refusal(this.code, { ...this.#given, param })
  }

  /** What it was made of, to be made again elsewhere. */
  get parts(): readonly [ErrorCode, RefusalOptions] {
    return [this.code, this.#given]
  }

  /** As `within`, and of what names no field that it is the whole: `contacts[3]`. */
  at(place: string): Refusal {
    return this.param === undefined ? this.of(place) : this.within(place)
  }

  /** The same refusal for a field inside a list: `to[0]` becomes `emails[2].to[0]`. */
  within(prefix: string): Refusal {
    return this.param === undefined ? this : this.of(`${prefix}.${this.param}`)
  }
}
