/**
 * Says in plain words what an event means: what happened, on whose side the cause lies, what comes
 * next, what to do. Never a bare code, and never more certainty than there is. Refusals are
 * explained in `explain-answers.ts`, sentence by sentence in `explanations-*.ts`; all of them
 * stand side by side in `test/golden/explanations.md`.
 */
import type { Language } from '#kernel/base/languages.ts'
import { bounced, deferred, nowSuppressed, sides } from './explain-answers.ts'
import { text } from './explanations-address.ts'
import { failures, machineReasons, ownFailures, suppressionReasons } from './explanations-own.ts'
import { about, type ExplainedEvent, quotable, type SentencePart, toldTime } from './phrasing.ts'

export function explain(event: ExplainedEvent, language: Language): string {
  const parts = tell(event).filter(part => part !== null)
  return parts.map(part => sentence(part[language])).join(' ')
}

function tell(event: ExplainedEvent): readonly SentencePart[] {
  switch (event.type) {
    case 'accepted':
      return [
        text(
          'Malote received the email, checked it and stored it safely.',
          'O Malote recebeu o e-mail, conferiu os dados e o guardou com segurança.',
        ),
        nothingToDo,
      ]
    case 'queued':
      return queued(event)
    case 'sent':
      return sent(event)
    case 'delivered':
      return delivered(event)
    case 'deferred':
      return deferred(event)
    case 'bounced':
      return bounced(event)
    case 'complained':
      return complained(event)
    case 'opened':
    case 'clicked':
      return seen(event)
    case 'suppressed':
      return suppressed(event)
    case 'failed':
      return failed(event)
    case 'cancelled':
      return [
        about(
          event,
          'The email{for} was cancelled before it was sent; it will not be delivered.',
          'O e-mail{for} foi cancelado antes do envio e não será entregue.',
        ),
        text(
          'To send it after all, send it anew.',
          'Se quiser enviá-lo mesmo assim, faça um novo envio.',
        ),
      ]
  }
}

const nothingToDo = text('There is nothing to do.', 'Não é preciso fazer nada.')

function queued(event: ExplainedEvent): readonly SentencePart[] {
  const at = toldTime(event.scheduled_at, event)
  if (at !== null) {
    return [
      text(
        `The email waits in the queue until ${at.en}, as scheduled.`,
        `O e-mail espera na fila até ${at.pt}, conforme agendado.`,
      ),
      text(
        'Until then it can be rescheduled or cancelled.',
        'Até lá, ele pode ser reagendado ou cancelado.',
      ),
    ]
  }
  return [
    text(
      'The email is in the queue and goes out as soon as its turn comes.',
      'O e-mail está na fila e sai assim que chegar a vez dele.',
    ),
    nothingToDo,
  ]
}

function sent(event: ExplainedEvent): readonly SentencePart[] {
  return [
    about(
      event,
      'The email{for} is being handed over to {server}{tls}.',
      'O e-mail{for} está sendo entregue para {server}{tls}.',
    ),
    text(
      'The server has not confirmed it yet; its answer is the next event.',
      'O servidor ainda não confirmou; a resposta dele é o próximo evento.',
    ),
    nothingToDo,
  ]
}

function delivered(event: ExplainedEvent): readonly SentencePart[] {
  return [
    about(event, '{server} accepted the email{for}{tls}.', '{server} aceitou o e-mail{for}{tls}.'),
    text(
      'Whether it shows up in the inbox or among spam is decided there and cannot be seen from ' +
        'here.',
      'Caixa de entrada ou spam: quem decide é o provedor, e isso não é visível daqui.',
    ),
    nothingToDo,
  ]
}

function complained(event: ExplainedEvent): readonly SentencePart[] {
  return [
    about(
      event,
      'The recipient{who} marked the email as spam, as {server} reports.',
      'O destinatário{who} marcou o e-mail como spam, segundo informou {server}.',
    ),
    nowSuppressed(event),
    text(
      'Write only to people who asked for it, and make unsubscribing easy; many complaints ' +
        'pause an account.',
      'Escreva só para quem pediu e facilite o cancelamento da inscrição; muitas marcações como spam ' +
        'levam à pausa da conta.',
    ),
  ]
}

function seen(event: ExplainedEvent): readonly SentencePart[] {
  const opened = event.type === 'opened'
  if (event.machine) {
    const reason = machineReasons[event.machine_reason ?? '']
    return [
      opened
        ? text(
            `The images of the email were loaded, probably by a program and not by a ` +
              `person${reason ? `: ${reason.en}` : ''}.`,
            `As imagens do e-mail foram carregadas, provavelmente por um programa e não por uma ` +
              `pessoa${reason ? `: ${reason.pt}` : ''}.`,
          )
        : text(
            `A link in the email was followed, probably by a program and not by a ` +
              `person${reason ? `: ${reason.en}` : ''}.`,
            `Um link do e-mail foi acessado, provavelmente por um programa e não por uma ` +
              `pessoa${reason ? `: ${reason.pt}` : ''}.`,
          ),
      text('Do not count it as interest.', 'Não conte isso como interesse.'),
    ]
  }
  if (!opened) {
    return [
      about(
        event,
        'Somebody{who} clicked a link in the email.',
        'Alguém{who} clicou em um link do e-mail.',
      ),
      nothingToDo,
    ]
  }
  return [
    about(
      event,
      'The email{for} was probably opened: its images were loaded.',
      'O e-mail{for} provavelmente foi aberto: as imagens dele foram carregadas.',
    ),
    text(
      'This is imprecise, as some programs load images by themselves and others never do.',
      'Isso é impreciso, pois alguns programas carregam imagens sozinhos e outros nunca carregam.',
    ),
  ]
}

function suppressed(event: ExplainedEvent): readonly SentencePart[] {
  const reason = suppressionReasons[event.reason ?? '']
  const why = reason ? text(`: ${reason.en}`, `: ${reason.pt}`) : text('', '')
  return [
    about(
      event,
      `The email{for} was not sent, as the address is on the suppression list${why.en}.`,
      `O e-mail{for} não foi enviado, pois o endereço está na lista de supressão${why.pt}.`,
    ),
    text(
      'No server was contacted, and this does not count against you.',
      'Nenhum servidor foi contatado, e isso não pesa contra você.',
    ),
    event.reason === 'complaint' || event.reason === 'unsubscribe'
      ? text(
          'Take the address off the list only if the person asks for it.',
          'Só retire o endereço da lista se a própria pessoa pedir.',
        )
      : text(
          'If the address works again, take it off the suppression list.',
          'Se o endereço voltou a funcionar, retire-o da lista de supressão.',
        ),
  ]
}

const ourSide = text(
  'The cause is on the side of this sending service.',
  'A causa está do lado deste serviço de envio.',
)

/** The reason may carry its object behind a colon: `blocklisted_link: bad.example`. */
function failed(event: ExplainedEvent): readonly SentencePart[] {
  const reason = event.reason ?? event.cause ?? ''
  const colon = reason.indexOf(':')
  const key = colon < 0 ? reason : reason.slice(0, colon)
  const object = colon < 0 ? '' : ` (${quotable(reason.slice(colon + 1))})`
  const ours = ownFailures[key]
  if (ours) {
    return [
      about(
        event,
        `The email{for} was not sent: ${ours.is.en}${object}.`,
        `O e-mail{for} não foi enviado: ${ours.is.pt}${object}.`,
      ),
      ours.side === undefined ? ourSide : ours.side && sides[ours.side],
      ours.todo,
    ]
  }
  const content = failures[key]
  if (!content) {
    return [
      about(
        event,
        'The email{for} was not sent; no more is known about the reason.',
        'O e-mail{for} não foi enviado; não se sabe mais sobre o motivo.',
      ),
      text(
        'Send it again; if it repeats, tell whoever runs this service.',
        'Envie de novo; se acontecer outra vez, avise quem administra este serviço de envio.',
      ),
    ]
  }
  return [
    about(
      event,
      `The check before sending stopped this message{for}: ${content.is.en}${object}.`,
      `A verificação antes do envio barrou esta mensagem{for}: ${content.is.pt}${object}.`,
    ),
    sides.content,
    text('Nobody received it.', 'Ninguém a recebeu.'),
    content.todo,
  ]
}

const sentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
