/**
 * Explains the two answers that say no: `deferred` and `bounced`. What a server claims is told as
 * its claim; a lost confirmation is told as lost; a bounce because time ran out is told apart from
 * a refusal. The sentences per cause are in the files `explanations-*.ts`.
 */
import type { Text } from '#kernel/base/languages.ts'
import {
  type Cause,
  type CauseFacts,
  causes,
  type Fault,
  isCause,
  statusCauses,
} from '#protocol/replies/causes.ts'
import {
  type Explanation,
  recipientExplanations,
  senderExplanations,
  text,
} from './explanations-address.ts'
import {
  messageExplanations,
  reputationExplanations,
  systemExplanations,
} from './explanations-message.ts'
import { ownExplanations } from './explanations-own.ts'
import { requireTlsExplanations } from './explanations-require-tls.ts'
import { about, type ExplainedEvent, quotable, type SentencePart, toldTime } from './phrasing.ts'

/** Whether a reply was understood well enough for a sentence of its own. */
export const isSpecific = (cause: Cause): boolean => !unexplained.has(cause)

export function deferred(event: ExplainedEvent): readonly SentencePart[] {
  const cause = causeOf(event)
  const facts: CauseFacts = causes[cause]
  const row = rows.get(cause)
  return [
    uncertain(event) ?? deferral(event, cause),
    uncertain(event) ? lostWhere : sides[facts.fault],
    next(event),
    uncertain(event)
      ? twoCopies
      : row?.now
        ? row.todo
        : text('There is nothing to do for now.', 'Por enquanto, não é preciso fazer nada.'),
  ]
}

function deferral(event: ExplainedEvent, cause: Cause): Text {
  if (cause in ownExplanations || !serverSpoke(event)) {
    return about(
      event,
      `The email{for} has not been delivered yet: ${is(event, cause).en}.`,
      `O e-mail{for} ainda não foi entregue: ${is(event, cause).pt}.`,
    )
  }
  return about(
    event,
    `{server} asked to try the email{for} again later: ${is(event, cause).en}.`,
    `{server} pediu que o envio do e-mail{for} seja repetido mais tarde: ${is(event, cause).pt}.`,
  )
}

export function bounced(event: ExplainedEvent): readonly SentencePart[] {
  const cause = causeOf(event)
  const facts: CauseFacts = causes[cause]
  const row = rows.get(cause)
  if (isExhausted(event)) {
    return [
      gaveUp(event, cause),
      uncertain(event) ? null : cause === 'retries_exhausted' ? null : sides[facts.fault],
      event.uncertain ? null : afterGivingUp(event),
      event.uncertain ? ownExplanations.connection_lost_after_dot.todo : (row?.todo ?? tryLater),
    ]
  }
  return [
    refusal(event, cause),
    sides[facts.fault],
    facts.class === 'address_dead'
      ? nowSuppressed(event)
      : facts.class === 'policy'
        ? notCounted
        : notSuppressed,
    row?.todo ?? askThem,
  ]
}

function refusal(event: ExplainedEvent, cause: Cause): Text {
  const why = is(event, cause)
  if (event.late) {
    return about(
      event,
      `The server had accepted the email{for}, but a report that came back later says that it ` +
        `was not delivered: ${why.en}.`,
      `O servidor tinha aceitado o e-mail{for}, mas um aviso recebido depois informa que ele ` +
        `não foi entregue: ${why.pt}.`,
    )
  }
  if (!serverSpoke(event)) {
    return about(
      event,
      `The email{for} cannot be delivered: ${why.en}.`,
      `O e-mail{for} não pode ser entregue: ${why.pt}.`,
    )
  }
  return about(
    event,
    `{server} refused the email{for} permanently: ${why.en}.`,
    `{server} recusou definitivamente o e-mail{for}: ${why.pt}.`,
  )
}

/** A bounce without a permanent refusal: the time for retries ran out. */
const isExhausted = (event: ExplainedEvent): boolean =>
  event.cause === 'retries_exhausted' ||
  (event.smtp_code?.startsWith('4') ?? false) ||
  (event.cause !== undefined && event.cause in ownExplanations && !event.smtp_code?.startsWith('5'))

function gaveUp(event: ExplainedEvent, cause: Cause): Text {
  const tries = event.attempt
    ? text(` after ${event.attempt} attempts`, ` depois de ${event.attempt} tentativas`)
    : text('', '')
  const head = text(
    `The time for trying to deliver the email{for} is over${tries.en}.`,
    `O prazo para tentar entregar o e-mail{for} acabou${tries.pt}.`,
  )
  const why = is(event, cause)
  const last = event.uncertain
    ? text(
        ' At one attempt the connection broke off after the whole message had been sent, so it ' +
          'may have arrived all the same.',
        ' Em uma das tentativas a conexão caiu depois do envio da mensagem inteira; por isso ' +
          'ela pode ter chegado mesmo assim.',
      )
    : cause === 'retries_exhausted'
      ? text('', '')
      : cause in ownExplanations
        ? text(` At the last attempt, ${why.en}.`, ` Na última tentativa, ${why.pt}.`)
        : text(
            ` At the last attempt, {server} asked once more to try later: ${why.en}.`,
            ` Na última tentativa, {server} pediu de novo para tentar mais tarde: ${why.pt}.`,
          )
  return about(event, head.en + last.en, head.pt + last.pt)
}

/** Decisions §3.5: only replies count, so a silent server alone never suppresses. */
function afterGivingUp(event: ExplainedEvent): Text {
  return serverSpoke(event)
    ? text(
        'This alone does not suppress the address; three such days within 14 days do.',
        'Só por isso o endereço não é suprimido; três dias assim em 14 dias levam à supressão.',
      )
    : text('The address was not suppressed.', 'O endereço não foi suprimido.')
}

const tryLater = text(
  'Send it again later if it still matters.',
  'Se ainda for útil, envie de novo mais tarde.',
)
const askThem = text(
  'The address may be fine: ask the person, or whoever runs their email.',
  'O endereço pode estar certo: pergunte à pessoa ou a quem administra o e-mail dela.',
)
const goesOnTheList = text(
  'The address goes on the suppression list, so nothing more is sent to it.',
  'O endereço entra na lista de supressão e nada mais é enviado para ele.',
)
const wouldGoOnTheList = text(
  'With a live key the address would go on the suppression list; test mode suppresses nobody.',
  'Com uma chave de produção o endereço entraria na lista de supressão; o modo de teste não ' +
    'suprime ninguém.',
)
/** What becomes of the address: nothing of test mode touches the list. */
export const nowSuppressed = (event: ExplainedEvent): Text =>
  event.mode === 'test' ? wouldGoOnTheList : goesOnTheList
const notSuppressed = text(
  'The address was not suppressed, and there are no more attempts.',
  'O endereço não foi suprimido, e não haverá novas tentativas.',
)
const notCounted = text(
  'The address was not suppressed, the bounce does not count toward the bounce rate, and there ' +
    'are no more attempts.',
  'O endereço não foi suprimido, a recusa não conta na taxa de devolução, e não haverá novas ' +
    'tentativas.',
)

/** Says what is known, and no more, when the confirmation of a complete message was lost. */
function uncertain(event: ExplainedEvent): SentencePart {
  if (!event.uncertain && event.cause !== 'connection_lost_after_dot') return null
  return about(
    event,
    'The whole email{for} was sent to {server}, but the connection broke off before it ' +
      'confirmed: it may have arrived, or not.',
    'O e-mail{for} foi enviado por inteiro para {server}, mas a conexão caiu antes da ' +
      'confirmação: ele pode ter chegado, ou não.',
  )
}
const lostWhere = text(
  'On whose side the connection broke cannot be told from here.',
  'Daqui não dá para saber de que lado a conexão caiu.',
)
const twoCopies = text(
  'If it had arrived, the person may get it twice, with the same Message-ID; there is nothing ' +
    'to do for now.',
  'Se já tinha chegado, a pessoa pode recebê-lo duas vezes, com o mesmo Message-ID; por ' +
    'enquanto, não é preciso fazer nada.',
)

export const sides: Readonly<Record<Fault, Text>> = {
  recipient: text("The cause is on the recipient's side.", 'A causa está do lado do destinatário.'),
  sender: text(
    "The cause is on the sender's side: the account, the sending address or the DNS of its domain.",
    'A causa está do lado do remetente: a conta, o endereço de envio ou o DNS do domínio dele.',
  ),
  content: text(
    'The problem is the content of the message.',
    'O problema está no conteúdo da mensagem.',
  ),
  receiver: text('The cause is on the receiving side.', 'A causa está do lado do destinatário.'),
  us: text(
    'The cause is on the side of this sending service and its IP addresses.',
    'A causa está do lado deste serviço de envio e dos endereços IP dele.',
  ),
  unknown: text(
    'On whose side the cause is cannot be told for certain.',
    'Não dá para afirmar com certeza de que lado está a causa.',
  ),
}

function next(event: ExplainedEvent): Text {
  const slowed = toldTime(event.slowed_until, event)
  const slow = slowed
    ? text(`Slowed until ${slowed.en}. `, `Ritmo reduzido até ${slowed.pt}. `)
    : text('', '')
  const at = toldTime(event.next_attempt_at, event)
  const when = at ? text(` on ${at.en}`, ` em ${at.pt}`) : text('', '')
  const until = toldTime(event.gives_up_at, event)
  const last = until
    ? text(` and keeps trying until ${until.en}`, ` e continua tentando até ${until.pt}`)
    : text('', '')
  return text(
    `${slow.en}Malote tries again by itself${when.en}${last.en}.`,
    `${slow.pt}O Malote tenta de novo sozinho${when.pt}${last.pt}.`,
  )
}

/** What each cause means. */
export const rows: ReadonlyMap<string, Explanation> = new Map<string, Explanation>([
  ...Object.entries(recipientExplanations),
  ...Object.entries(senderExplanations),
  ...Object.entries(messageExplanations),
  ...Object.entries(reputationExplanations),
  ...Object.entries(systemExplanations),
  ...Object.entries(requireTlsExplanations),
  ...Object.entries(ownExplanations),
])

/** Causes that have no sentence of their own, because nothing is known. */
const unexplained: ReadonlySet<Cause> = new Set<Cause>([
  'refused_unexplained',
  'deferred_unexplained',
  'retries_exhausted',
])

/** The clause that says why: the server's claim as its claim, with its words where they add. */
function is(event: ExplainedEvent, cause: Cause): Text {
  const row = rows.get(cause)
  const words = quotable(event.smtp_response ?? '')
  if (!row) {
    if (words === '' && !serverSpoke(event)) {
      return text('the reason is not known', 'o motivo não é conhecido')
    }
    return words === ''
      ? text('it gave no reason', 'não informou o motivo')
      : text(
          `it gave no reason that Malote recognises; its words were “${words}”`,
          `não deu um motivo que o Malote reconheça; as palavras do servidor foram “${words}”`,
        )
  }
  const own = cause in ownExplanations || !serverSpoke(event) || event.late
  const quote = row.quote && words !== ''
  const note = noteOf(event)
  return text(
    (own ? '' : 'according to its reply, ') + row.is.en + (quote ? ` (“${words}”)` : note.en),
    (own ? '' : 'segundo a resposta, ') + row.is.pt + (quote ? ` (“${words}”)` : note.pt),
  )
}

const maxNoteChars = 500

/** What the operator says of it. */
function noteOf({ note }: ExplainedEvent): Text {
  if (note === undefined) return text('', '')
  return text(` (“${quotable(note.en, maxNoteChars)}”)`, ` (“${quotable(note.pt, maxNoteChars)}”)`)
}

const serverSpoke = (event: ExplainedEvent): boolean =>
  event.smtp_response !== undefined && (event.mx !== undefined || event.provider !== undefined)

/** The stored cause; events without one (or with a later version's) go by their codes. */
export function causeOf(event: ExplainedEvent): Cause {
  if (isCause(event.cause) && event.cause !== 'retries_exhausted') return event.cause
  const enhanced = /^(\d)\d\d ([245])\.(\d{1,3})\.(\d{1,3})$/.exec(event.smtp_code ?? '')
  if (enhanced && enhanced[1] === enhanced[2]) {
    const known = statusCauses[`${enhanced[3]}.${enhanced[4]}`] ?? statusCauses[`${enhanced[3]}.*`]
    if (known) return known
  }
  if (event.cause === 'retries_exhausted') return 'retries_exhausted'
  return event.type === 'bounced' ? 'refused_unexplained' : 'deferred_unexplained'
}
