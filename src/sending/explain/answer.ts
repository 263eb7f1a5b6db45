/**
 * The answer to "did it reach them": a line for whoever asks here, and a letter that they can send
 * on to the person who waits for the email. The letter knows nothing of causes on our side but that
 * there are some.
 */

import type { Language, Text } from '#kernel/base/languages.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import { type CauseFacts, causes } from '#protocol/replies/causes.ts'
import { causeOf, rows } from './explain-answers.ts'
import { text } from './explanations-address.ts'
import { failures, ownFailures, suppressionReasons } from './explanations-own.ts'
import { about, type ExplainedEvent } from './phrasing.ts'

export const arrivals = ['reached', 'waiting', 'not_reached'] as const
export type Arrival = (typeof arrivals)[number]

/** What one recipient's latest event comes to. */
interface Answer {
  readonly outcome: Arrival
  readonly headline: Text
  /** Between greeting and end. */
  readonly reply: Text
}

interface DeliveryQuestion {
  readonly subject: string
  readonly recipient: string
  /** When it was accepted, as each language writes it. */
  readonly sentAt: Text
  /** When it goes out, as each language writes it, if that is yet to come. */
  readonly goesAt?: Text | undefined
}

/** `event`: the one that decides; null where nothing has happened to this recipient yet. */
export function answer(event: ExplainedEvent | null, asked: DeliveryQuestion): Answer {
  if (event === null && asked.goesAt !== undefined) return promised(asked, asked.goesAt)
  const { outcome, headline, ask } = standing(event, inOwnLetters(asked.recipient))
  return { outcome, headline: ended(headline), reply: letter(asked, ask) }
}

/** Nothing was sent that somebody could look for. */
function promised({ subject, recipient }: DeliveryQuestion, at: Text): Answer {
  const who = inOwnLetters(recipient)
  const what = named(subject)
  return {
    outcome: 'waiting',
    headline: ended(text(`It goes to ${who} on ${at.en}`, `Será enviado a ${who} em ${at.pt}`)),
    reply: text(
      `Hello,\n\non ${at.en} we will send ${what.en} to ${who}.`,
      `Olá!\n\nEm ${at.pt}, enviaremos ${what.pt} para ${who}.`,
    ),
  }
}

interface Standing {
  readonly outcome: Arrival
  readonly headline: Text
  /** What the person is told, and asked for. */
  readonly ask: Text
}

function standing(event: ExplainedEvent | null, who: string): Standing {
  switch (event?.type) {
    case 'delivered':
    case 'opened':
    case 'clicked':
    case 'complained':
      return reached(event, who)
    case 'bounced':
      return bounced(event, who)
    case 'deferred':
      return {
        outcome: 'waiting',
        headline: withWhy(`It has not reached ${who} yet`, `Ainda não chegou a ${who}`, why(event)),
        ask: text(
          'Your mail server asked us to try again later. We keep trying by ourselves; you need not do anything.',
          'O servidor do seu e-mail pediu que tentássemos mais tarde. Continuamos tentando; você não precisa fazer nada.',
        ),
      }
    case 'suppressed':
      return suppressed(event, who)
    case 'failed':
      return {
        outcome: 'not_reached',
        headline: withWhy(
          `It was not sent to ${who}`,
          `Não foi enviado a ${who}`,
          whyFailed(event.reason ?? event.cause ?? ''),
        ),
        ask: ours,
      }
    case 'cancelled':
      return {
        outcome: 'not_reached',
        headline: text(
          `It was cancelled before it went out to ${who}`,
          `Foi cancelado antes de sair para ${who}`,
        ),
        ask: text('It was cancelled before it went out.', 'Ele foi cancelado antes de sair.'),
      }
    default:
      return {
        outcome: 'waiting',
        headline: text(`It is on its way to ${who}`, `Está a caminho de ${who}`),
        ask: text('It is on its way.', 'Ele está a caminho.'),
      }
  }
}

function reached(event: ExplainedEvent, who: string): Standing {
  const headlines = {
    opened: text(`It reached ${who} and was opened`, `Chegou a ${who} e foi aberto`),
    clicked: text(
      `It reached ${who}, and a link in it was clicked`,
      `Chegou a ${who}, e um link foi clicado`,
    ),
    complained: text(
      `It reached ${who}, who marked it as spam`,
      `Chegou a ${who}, que o marcou como spam`,
    ),
    delivered: withWhy(
      `It reached ${who}`,
      `Chegou a ${who}`,
      about(event, '{server} accepted it', '{server} aceitou o e-mail'),
    ),
  }
  const isSeen = event.type === 'opened' || event.type === 'clicked' || event.type === 'complained'
  return {
    outcome: 'reached',
    headline: headlines[isSeen ? event.type : 'delivered'],
    ask: text(
      'Your mail server accepted it. If you do not see it in your inbox, look among spam and in the other tabs, or search for the subject.',
      'O servidor do seu e-mail o aceitou. Se ele não está na caixa de entrada, procure no spam e nas outras abas, ou busque pelo assunto.',
    ),
  }
}

function bounced(event: ExplainedEvent, who: string): Standing {
  const cause = causeOf(event)
  const facts: CauseFacts = causes[cause]
  const base = {
    outcome: 'not_reached' as const,
    headline: withWhy(`It did not reach ${who}`, `Não chegou a ${who}`, why(event)),
  }
  if (facts.class === 'address_dead') {
    return {
      ...base,
      ask: text(
        'Your mail server says that this address takes no mail. Could you check its spelling, and tell us the right one?',
        'O servidor do seu e-mail informa que esse endereço não recebe mensagens. Você pode conferir se está escrito certo e nos dizer o endereço correto?',
      ),
    }
  }
  if (cause === 'mailbox_full') {
    return {
      ...base,
      ask: text(
        'Your mailbox is full. Once there is room, tell us, and we will send it again.',
        'A sua caixa postal está cheia. Quando houver espaço, avise, e enviamos de novo.',
      ),
    }
  }
  if (facts.fault === 'sender' || facts.fault === 'us' || facts.fault === 'content') {
    return { ...base, ask: ours }
  }
  return {
    ...base,
    ask: text(
      'Your mail server did not take it. Could you give us another address, or ask whoever runs your email to let our messages in?',
      'O servidor do seu e-mail não o aceitou. Você pode nos dar outro endereço ou pedir a quem cuida do seu e-mail que libere as nossas mensagens?',
    ),
  }
}

const ours = text(
  'The problem is on our side. We are looking into it and will send it again.',
  'O problema é do nosso lado. Já estamos verificando e vamos enviá-lo de novo.',
)

const asksBack: Readonly<Record<string, Text>> = {
  unsubscribe: text(
    'This address asked us not to write to it. Would you like to hear from us again?',
    'Esse endereço pediu para não receber as nossas mensagens. Você quer voltar a recebê-las?',
  ),
  complaint: text(
    'One of our messages to this address was marked as spam, so we stopped writing to it. Would you like to hear from us again?',
    'Uma mensagem nossa para esse endereço foi marcada como spam, e por isso paramos de escrever. Você quer voltar a receber?',
  ),
  manual: text(
    'We had blocked this address. Shall we write to it again?',
    'Nós tínhamos bloqueado esse endereço. Podemos voltar a escrever para ele?',
  ),
}

function suppressed(event: ExplainedEvent, who: string): Standing {
  const reason = event.reason ?? ''
  return {
    outcome: 'not_reached',
    headline: withWhy(
      `It was not sent to ${who}`,
      `Não foi enviado a ${who}`,
      suppressionReasons[reason] ?? text('the address is suppressed', 'o endereço está suprimido'),
    ),
    ask:
      asksBack[reason] ??
      text(
        'Earlier messages to this address came back, so we stopped writing to it. Does it work again?',
        'Mensagens anteriores para esse endereço voltaram, e por isso paramos de escrever. Ele voltou a funcionar?',
      ),
  }
}

/** What the cause is, with the receiving server by its name. */
function why(event: ExplainedEvent): Text {
  const row = rows.get(causeOf(event))
  if (row !== undefined) return about(event, row.is.en, row.is.pt)
  return about(event, '{server} did not say why', '{server} não informou o motivo')
}

function whyFailed(reason: string): Text {
  const [key = ''] = reason.split(':')
  const known = ownFailures[key] ?? failures[key]
  return known?.is ?? text('the reason is not known', 'o motivo não é conhecido')
}

const withWhy = (en: string, pt: string, because: Text): Text =>
  text(`${en}: ${because.en}`, `${pt}: ${because.pt}`)

const ended = (words: Text): Text => text(`${words.en}.`, `${words.pt}.`)

const named = (subject: string): Record<Language, string> => ({
  en: subject === '' ? 'an email' : `the email “${subject}”`,
  pt: subject === '' ? 'um e-mail' : `o e-mail “${subject}”`,
})

function letter({ subject, recipient, sentAt }: DeliveryQuestion, ask: Text): Text {
  const what = named(subject)
  const who = inOwnLetters(recipient)
  return text(
    `Hello,\n\non ${sentAt.en} we sent ${what.en} to ${who}. ${ask.en}`,
    `Olá!\n\nEm ${sentAt.pt}, enviamos ${what.pt} para ${who}. ${ask.pt}`,
  )
}

/** Of the events of one recipient, oldest first, the one that says where the email is. */
export function decidingEvent<Event extends { readonly type: string }>(
  events: readonly Event[],
  isPersons: (event: Event) => boolean,
): Event | null {
  const last = events.findLast(({ type }) => type !== 'opened' && type !== 'clicked') ?? null
  if (last?.type !== 'delivered') return last
  const seen = (wanted: string) => events.findLast(one => one.type === wanted && isPersons(one))
  return seen('clicked') ?? seen('opened') ?? last
}
