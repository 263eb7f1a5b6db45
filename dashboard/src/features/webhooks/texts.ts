/** Words about webhooks. */
import type { PeopleEvent, WebhookEvent } from '../../api/shapes.ts'
import { statusTexts } from '../../ui/texts.ts'
import type { Text } from '../../ui/words.tsx'

export const peopleTexts: Readonly<Record<PeopleEvent, Text>> = {
  'contact.created': { en: 'Contact created', pt: 'Contato criado' },
  'contact.updated': { en: 'Contact changed', pt: 'Contato alterado' },
  'contact.deleted': { en: 'Contact deleted', pt: 'Contato excluído' },
  'contact.erased': { en: 'Contact erased', pt: 'Contato apagado' },
  'contact.subscribed': { en: 'Joined a topic', pt: 'Entrou em um tópico' },
  'contact.unsubscribed': { en: 'Left a topic or everything', pt: 'Saiu de um tópico ou de tudo' },
  'contact.snoozed': { en: 'Paused their mail', pt: 'Pausou seus e-mails' },
  'contact.*': { en: 'All contact events', pt: 'Todos os eventos de contatos' },
  'segment.entered': { en: 'Entered a segment', pt: 'Entrou em um segmento' },
  'segment.left': { en: 'Left a segment', pt: 'Saiu de um segmento' },
  'segment.*': { en: 'All segment events', pt: 'Todos os eventos de segmentos' },
  'campaign.started': { en: 'Campaign started', pt: 'Campanha iniciada' },
  'campaign.waiting': { en: 'Campaign waiting', pt: 'Campanha aguardando' },
  'campaign.paused': { en: 'Campaign paused', pt: 'Campanha pausada' },
  'campaign.resumed': { en: 'Campaign resumed', pt: 'Campanha retomada' },
  'campaign.sent': { en: 'Campaign sent', pt: 'Campanha enviada' },
  'campaign.cancelled': { en: 'Campaign cancelled', pt: 'Campanha cancelada' },
  'campaign.winner_chosen': { en: 'Winner chosen', pt: 'Vencedora escolhida' },
  'campaign.*': { en: 'All campaign events', pt: 'Todos os eventos de campanhas' },
  'sequence.entered': { en: 'Entered a sequence', pt: 'Entrou em uma sequência' },
  'sequence.exited': { en: 'Ended a sequence', pt: 'Terminou uma sequência' },
  'sequence.webhook': { en: 'Called by a step', pt: 'Aviso de uma etapa' },
  'sequence.*': { en: 'All sequence events', pt: 'Todos os eventos de sequências' },
  'import.finished': { en: 'Import finished', pt: 'Importação concluída' },
  'import.*': { en: 'All import events', pt: 'Todos os eventos de importações' },
  'form.submitted': { en: 'Form submitted', pt: 'Formulário enviado' },
  'form.*': { en: 'All form events', pt: 'Todos os eventos de formulários' },
  'account.notice': { en: 'Notice to the account', pt: 'Aviso à conta' },
}

export const webhookEventTexts: Readonly<Record<WebhookEvent, Text>> = {
  ...statusTexts,
  ...peopleTexts,
}

export const webhooks = {
  title: { en: 'Webhooks', pt: 'Webhooks' },
  about: {
    en: 'Signed notifications of events to your systems, repeated for about three days until answered.',
    pt: 'Notificações assinadas de eventos para seus sistemas, repetidas por cerca de três dias até a resposta.',
  },
  create: { en: 'Create webhook', pt: 'Criar webhook' },
  edit: { en: 'Change webhook', pt: 'Alterar webhook' },
  url: { en: 'URL', pt: 'URL' },
  urlAbout: { en: 'Begins with https://', pt: 'Começa com https://' },
  events: { en: 'Events', pt: 'Eventos' },
  emailEvents: { en: 'What happens to emails', pt: 'O que acontece com os e-mails' },
  peopleEvents: {
    en: 'What people do, and notices',
    pt: 'O que as pessoas fazem, e avisos',
  },
  allEvents: { en: 'All events of emails', pt: 'Todos os eventos de e-mails' },
  secret: { en: 'Signing secret', pt: 'Segredo de assinatura' },
  none: { en: 'No webhooks yet', pt: 'Nenhum webhook ainda' },
  noneAbout: {
    en: 'Create one, and your systems learn of every delivery and bounce.',
    pt: 'Crie um, e seus sistemas saberão de cada entrega e devolução.',
  },
  pause: { en: 'Pause', pt: 'Pausar' },
  resume: { en: 'Resume', pt: 'Retomar' },
  test: { en: 'Send a test', pt: 'Enviar um teste' },
  testSent: { en: 'The test is on its way.', pt: 'O teste está a caminho.' },
  rotate: { en: 'Replace secret', pt: 'Trocar segredo' },
  rotateAbout: {
    en: 'A new secret is made. For 24 hours the old one signs beside it.',
    pt: 'Um novo segredo é criado. Por 24 horas o antigo também assina.',
  },
  removeAbout: {
    en: 'Nothing is posted to this address any more, not even what is waiting.',
    pt: 'Nada mais é enviado a este endereço, nem o que está na fila.',
  },
  attempts: { en: 'Last attempts', pt: 'Últimas tentativas' },
  attemptsAbout: {
    en: 'The last 100, newest first.',
    pt: 'As últimas 100, mais recentes primeiro.',
  },
  noAttempts: { en: 'Nothing posted yet', pt: 'Nada enviado ainda' },
  noAttemptsAbout: {
    en: 'Send a test, or wait for the first event.',
    pt: 'Envie um teste ou aguarde o primeiro evento.',
  },
  answer: { en: 'Answer', pt: 'Resposta' },
  noAnswer: { en: 'No answer', pt: 'Sem resposta' },
  took: { en: 'Time taken', pt: 'Duração' },
  at: { en: 'At', pt: 'Quando' },
  event: { en: 'Event', pt: 'Evento' },
  next: { en: 'Next attempt', pt: 'Próxima tentativa' },
  request: { en: 'Request', pt: 'Requisição' },
  response: { en: 'Response', pt: 'Resposta' },
  details: { en: 'Details', pt: 'Detalhes' },
  detailsOf: { en: 'Details of {event}', pt: 'Detalhes de {event}' },
  emptyBody: { en: '(empty)', pt: '(vazio)' },
  resend: { en: 'Send again', pt: 'Enviar de novo' },
  resent: { en: 'On its way again.', pt: 'A caminho de novo.' },
} satisfies Record<string, Text>
