/**
 * What happens around contacts, as webhooks and filters name it. A type has a dot, which no type of
 * an email's event has, so that no program mistakes one for another. This table is their one place.
 */
import type { Text } from '#kernel/base/languages.ts'

const about = (en: string, pt: string): Text => ({ en, pt })

export const factTypes = {
  'contact.created': about('A contact was made.', 'Um contato foi criado.'),
  'contact.updated': about('Fields of a contact changed.', 'Campos de um contato mudaram.'),
  'contact.deleted': about('A contact was deleted.', 'Um contato foi excluído.'),
  'contact.erased': about(
    'A person was erased: their data are gone.',
    'Uma pessoa foi apagada: os dados dela não existem mais.',
  ),
  'contact.subscribed': about(
    'A person joined a topic, or came back to marketing.',
    'Uma pessoa entrou em um tópico ou voltou ao marketing.',
  ),
  'contact.unsubscribed': about(
    'A person left a topic, or all marketing.',
    'Uma pessoa saiu de um tópico ou de todo o marketing.',
  ),
  'contact.snoozed': about(
    'A person wants a pause from marketing.',
    'Uma pessoa quer uma pausa do marketing.',
  ),
  'segment.entered': about(
    'A contact came into a tracked segment.',
    'Um contato entrou em um segmento acompanhado.',
  ),
  'segment.left': about(
    'A contact went out of a tracked segment.',
    'Um contato saiu de um segmento acompanhado.',
  ),
  'campaign.started': about('A campaign began to send.', 'Uma campanha começou a enviar.'),
  'campaign.waiting': about(
    'A campaign waits for a limit, a window or a moment.',
    'Uma campanha espera por um limite, uma janela ou um horário.',
  ),
  'campaign.paused': about('A campaign was paused.', 'Uma campanha foi pausada.'),
  'campaign.resumed': about('A campaign goes on.', 'Uma campanha continua.'),
  'campaign.sent': about('A campaign has been sent.', 'Uma campanha foi enviada.'),
  'campaign.cancelled': about('A campaign was cancelled.', 'Uma campanha foi cancelada.'),
  'campaign.winner_chosen': about(
    'The email that everybody else gets was chosen.',
    'A mensagem que todos os outros recebem foi escolhida.',
  ),
  'sequence.entered': about(
    'A person came into a sequence.',
    'Uma pessoa entrou em uma sequência.',
  ),
  'sequence.exited': about(
    'The way of a person in a sequence has ended.',
    'O caminho de uma pessoa em uma sequência terminou.',
  ),
  'sequence.webhook': about('A step of a sequence calls.', 'Uma etapa de uma sequência avisa.'),
  'import.finished': about('An import has ended.', 'Uma importação terminou.'),
  'form.submitted': about('A form was sent.', 'Um formulário foi enviado.'),
} as const satisfies Record<string, Text>

export type FactType = keyof typeof factTypes
export const factTypeNames = Object.keys(factTypes) as FactType[]

/** `contact.*`: all types of a noun. */
export const factWildcards: readonly string[] = [
  ...new Set(factTypeNames.map(name => `${name.slice(0, name.indexOf('.'))}.*`)),
]

/** What an activity may be called, ours or anybody's. */
export const activityName = /^[a-z][a-z0-9_.-]{0,63}$/

/** Names that are ours: nobody else's activity begins like this. */
export const ownPrefixes = [
  'contact.',
  'segment.',
  'campaign.',
  'sequence.',
  'import.',
  'email.',
] as const
