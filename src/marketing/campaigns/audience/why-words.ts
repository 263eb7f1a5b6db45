/** What is said of one person and one campaign, in both languages. */
import type { Language, Text } from '#kernel/base/languages.ts'
import type { LetterState } from './recipients-store.ts'

const sentences: Readonly<Record<string, Text>> = {
  pending: { en: 'They are waiting for their email.', pt: 'Está aguardando a mensagem.' },
  released: { en: 'Their email was made and queued.', pt: 'A mensagem foi criada e enfileirada.' },
  cancelled: {
    en: 'The campaign was cancelled before their turn.',
    pt: 'A campanha foi cancelada antes da vez.',
  },
  not_in_audience: {
    en: 'They are not in the audience, as it is now.',
    pt: 'Não faz parte do público da campanha, como ele está agora.',
  },
  would_get: {
    en: 'They were not on the list when it was made; as they are now, they would get it.',
    pt: 'Não estava na lista quando ela foi preparada; como está agora, receberia.',
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
    pt: 'Fazia parte do público quando a lista foi preparada, mas não mais na sua vez.',
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

/** Once there is a letter, what became of it says more than that it was made. */
const ofLetter: Readonly<Record<LetterState, Text>> = {
  queued: sentences.released!,
  sent: { en: 'Their email has gone out.', pt: 'A mensagem saiu.' },
  deferred: {
    en: 'The receiving server put their email off; it is tried again by itself.',
    pt: 'O servidor de destino adiou a mensagem; nova tentativa será feita automaticamente.',
  },
  bounced: {
    en: 'Their email bounced; the email says what the server answered.',
    pt: 'A mensagem foi devolvida; o e-mail mostra a resposta do servidor.',
  },
  failed: {
    en: 'Their email could not be sent; the email says why.',
    pt: 'A mensagem não pôde ser enviada; o e-mail mostra o motivo.',
  },
  delivered: { en: 'Their email was delivered.', pt: 'A mensagem foi entregue.' },
  opened: { en: 'They got their email and opened it.', pt: 'Recebeu a mensagem e abriu.' },
  clicked: {
    en: 'They got their email and clicked in it.',
    pt: 'Recebeu a mensagem e clicou nela.',
  },
  unsubscribed: {
    en: 'They got their email and unsubscribed by it.',
    pt: 'Recebeu a mensagem e se descadastrou por ela.',
  },
  complained: {
    en: 'They got their email and marked it as spam.',
    pt: 'Recebeu a mensagem e a marcou como spam.',
  },
}

export const letterSentence = (state: LetterState, language: Language): string =>
  ofLetter[state][language]

/** Of a check that was passed; of one that was not, what its reason says. */
const passed: Readonly<Record<string, Text>> = {
  audience: {
    en: 'They were in the audience when the list was made; its parts are as they are now.',
    pt: 'Fazia parte do público quando a lista foi preparada; as condições estão como agora.',
  },
  audience_now: {
    en: 'They were not on the list when it was made; as they are now, they are in the audience.',
    pt: 'Não estava na lista quando ela foi preparada; como está agora, faz parte do público.',
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
