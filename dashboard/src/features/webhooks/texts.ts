/** Words about webhooks. */
import type { Text } from '../../ui/words.tsx'

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
  allEvents: { en: 'All events', pt: 'Todos os eventos' },
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
    pt: 'Nada mais é enviado a este endereço, nem o que está esperando.',
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
