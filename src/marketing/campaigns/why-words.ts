/** What is said of one person and one campaign, in both languages. */
import type { Language, Text } from '#kernel/base/languages.ts'

const sentences: Readonly<Record<string, Text>> = {
  pending: { en: 'They are waiting for their email.', pt: 'Está aguardando a mensagem.' },
  released: { en: 'Their email was made and queued.', pt: 'A mensagem foi criada e enfileirada.' },
  cancelled: {
    en: 'The campaign was cancelled before their turn.',
    pt: 'A campanha foi cancelada antes da vez.',
  },
  not_in_audience: {
    en: 'They are not in the audience, as it is now.',
    pt: 'Não faz parte da audiência, como ela é agora.',
  },
  would_get: {
    en: 'They were not read; as they are now, they would get it.',
    pt: 'Não foi lido; como está agora, receberia.',
  },
  suppressed: {
    en: 'The address is on the suppression list.',
    pt: 'O endereço está na lista de supressão.',
  },
  unsubscribed_topic: {
    en: 'They are not subscribed to the topic.',
    pt: 'Não está inscrito no tópico.',
  },
  not_confirmed: {
    en: 'They have not confirmed their subscription.',
    pt: 'Não confirmou a inscrição.',
  },
  unconfirmed: {
    en: 'They have confirmed none of the subscriptions that were asked for with their address.',
    pt: 'Não confirmou nenhuma das inscrições pedidas com o seu endereço.',
  },
  snoozed: { en: 'They asked for a pause.', pt: 'Pediu uma pausa.' },
  capped: {
    en: 'They have had as many emails as the project allows a person.',
    pt: 'Já recebeu tantas mensagens quantas o projeto permite a uma pessoa.',
  },
  deleted: { en: 'The contact was deleted.', pt: 'O contato foi excluído.' },
  no_variant: { en: 'There is no variant for them.', pt: 'Não há variante para o contato.' },
  past_zone: {
    en: 'The moment had passed in their time zone.',
    pt: 'O horário já tinha passado no fuso do contato.',
  },
  too_late: {
    en: 'The campaign ended before their turn.',
    pt: 'A campanha terminou antes da vez.',
  },
  received_recently: {
    en: 'They had an email too short a time before.',
    pt: 'Recebeu uma mensagem há pouco tempo.',
  },
  no_longer_matches: {
    en: 'They matched the audience when it was read, but no more when it was their turn.',
    pt: 'Fazia parte da audiência quando foi lida, mas não mais na sua vez.',
  },
  content_check: {
    en: 'The check of content stopped their email.',
    pt: 'A verificação de conteúdo impediu a mensagem.',
  },
  lost_test: {
    en: 'Their variant lost the test.',
    pt: 'A variante do contato perdeu o teste.',
  },
  error: { en: 'Their email could not be made.', pt: 'A mensagem não pôde ser criada.' },
  missing_value: {
    en: 'A value that the email prints is missing.',
    pt: 'Falta um valor que a mensagem imprime.',
  },
}

export function sentenceOf(state: string, reason: string | null, language: Language): string {
  const key = state === 'skipped' ? (reason ?? 'error').split(':')[0]! : state
  return (sentences[key] ?? sentences.error!)[language]
}

/** Of a check that was passed; of one that was not, what its reason says. */
const passed: Readonly<Record<string, Text>> = {
  audience: {
    en: 'They matched the audience when it was read; the tree is as they are now.',
    pt: 'Fazia parte da audiência quando foi lida; a árvore mostra como está agora.',
  },
  audience_now: {
    en: 'They were not read; as they are now, they are in the audience.',
    pt: 'Não foi lido; como está agora, faz parte da audiência.',
  },
  suppression: {
    en: 'The address is on no suppression list.',
    pt: 'O endereço não está em lista de supressão.',
  },
  snooze: { en: 'They asked for no pause.', pt: 'Não pediu pausa.' },
  topic: { en: 'They are subscribed to the topic.', pt: 'Está inscrito no tópico.' },
  cap: {
    en: 'They have had fewer emails than the project allows a person.',
    pt: 'Recebeu menos mensagens do que o projeto permite a uma pessoa.',
  },
}

export const passedSentence = (check: string, language: Language): string =>
  passed[check]![language]
