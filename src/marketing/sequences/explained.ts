/** Why somebody stands where they stand in a sequence, in sentences. These tables are their one place. */
import type { Text } from '#kernel/base/languages.ts'
import type { Enrollment } from './enrollment-store.ts'

/** What came of a step. */
export const outcomes = {
  waited: { en: 'The wait is over.', pt: 'A espera terminou.' },
  case: { en: 'A condition held.', pt: 'Uma condição valeu.' },
  else: { en: 'No condition held.', pt: 'Nenhuma condição valeu.' },
  split: { en: 'The weights chose a way.', pt: 'Os pesos escolheram um caminho.' },
  happened: { en: 'The event happened.', pt: 'O evento aconteceu.' },
  timeout: { en: 'The event did not happen in time.', pt: 'O evento não aconteceu a tempo.' },
  sent: { en: 'The email was made and queued.', pt: 'A mensagem foi criada e enfileirada.' },
  done: { en: 'It was done.', pt: 'Foi feito.' },
  moved: {
    en: 'A new version led them elsewhere from here.',
    pt: 'Uma nova versão levou a pessoa daqui para outra etapa.',
  },
} as const satisfies Record<string, Text>

/** Why a step was skipped; what stands behind a second colon is its {value}. */
export const skips = {
  template: {
    en: 'Skipped: the template is not there or not published.',
    pt: 'Pulado: o modelo não existe ou não está publicado.',
  },
  no_variant: {
    en: 'Skipped: the template has no text in a language for this person.',
    pt: 'Pulado: o modelo não tem texto em um idioma desta pessoa.',
  },
  missing_value: {
    en: 'Skipped: {value} is not known of this person, and there is nothing to take its place.',
    pt: 'Pulado: não se sabe {value} desta pessoa, e não há nada para pôr no lugar.',
  },
  suppressed: {
    en: 'Skipped: the address is on the suppression list.',
    pt: 'Pulado: o endereço está na lista de supressão.',
  },
  patience: {
    en: 'Skipped: the email had waited for a place as long as it may.',
    pt: 'Pulado: a mensagem já tinha esperado por uma vaga o tempo que podia.',
  },
  capped: {
    en: 'Skipped: they had had as many emails as they may.',
    pt: 'Pulado: a pessoa já tinha recebido o máximo de mensagens.',
  },
  snoozed: {
    en: 'Skipped: they want a pause from marketing.',
    pt: 'Pulado: a pessoa pediu uma pausa do marketing.',
  },
  not_confirmed: {
    en: 'Skipped: they have not confirmed yet that they want the topic.',
    pt: 'Pulado: a pessoa ainda não confirmou que quer o tópico.',
  },
  unsubscribed_topic: {
    en: 'Skipped: they are not in the topic of the sequence.',
    pt: 'Pulado: a pessoa não está no tópico da sequência.',
  },
  sandbox: {
    en: 'Skipped: the account may write to its own addresses only.',
    pt: 'Pulado: a conta só pode escrever para os próprios endereços.',
  },
  error: {
    en: 'Skipped: what came out of the template is no email, such as one whose subject has several lines.',
    pt: 'Pulado: o que saiu do modelo não é uma mensagem, como uma com assunto de várias linhas.',
  },
  content_check: {
    en: 'Skipped: the check of content stopped the email.',
    pt: 'Pulado: a verificação de conteúdo impediu a mensagem.',
  },
  late: {
    en: 'Skipped: it was more than a day late.',
    pt: 'Pulado: estava mais de um dia atrasada.',
  },
  topic: { en: 'Skipped: the topic is gone.', pt: 'Pulado: o tópico não existe mais.' },
  consent: {
    en: 'Skipped: they have never consented to anything, or have left the topic.',
    pt: 'Pulado: a pessoa nunca deu consentimento, ou saiu do tópico.',
  },
  segment: { en: 'Skipped: the segment is gone.', pt: 'Pulado: o segmento não existe mais.' },
  fields: {
    en: 'Skipped: a field does not fit the contact any more.',
    pt: 'Pulado: um campo não serve mais para o contato.',
  },
  sequence: {
    en: 'Skipped: the other sequence lets nobody in.',
    pt: 'Pulado: a outra sequência não deixa ninguém entrar.',
  },
  reentry: {
    en: 'Skipped: they may not come into the other sequence again.',
    pt: 'Pulado: a pessoa não pode entrar de novo na outra sequência.',
  },
} as const satisfies Record<string, Text>

/** What is waited for; {until} is a moment. */
export const waits = {
  time: { en: 'They wait until {until}.', pt: 'A pessoa espera até {until}.' },
  quiet_hours: {
    en: 'The email waits for the end of the quiet hours: {until}.',
    pt: 'A mensagem espera o fim das horas de silêncio: {until}.',
  },
  warm_up: {
    en: 'The sending domain is new and is being warmed up; the email has its place at {until}.',
    pt: 'O domínio de envio é novo e está em aquecimento; a mensagem tem o seu lugar em {until}.',
  },
  quota: {
    en: 'The quota of the account is used up; it goes on at {until}.',
    pt: 'A cota da conta acabou; continua em {until}.',
  },
  rate: {
    en: 'The sequence has a pace; the email goes at {until}.',
    pt: 'A sequência tem um ritmo; a mensagem sai em {until}.',
  },
  cap: {
    en: 'They have had as many emails as they may; the next goes at {until}.',
    pt: 'A pessoa já recebeu o máximo de mensagens; a próxima sai em {until}.',
  },
  paused: {
    en: 'The sequence is paused, and their clock with it.',
    pt: 'A sequência está pausada, e o relógio da pessoa também.',
  },
  account: {
    en: 'The account may send no marketing at the moment; their clock stands still until it may.',
    pt: 'A conta não pode enviar marketing no momento; o relógio da pessoa para até que possa.',
  },
} as const satisfies Record<string, Text>

/** Why a way ended; other reasons are those that its definition names. */
export const endings = {
  done: { en: 'They came to the end.', pt: 'A pessoa chegou ao fim.' },
  goal: { en: 'They reached the goal.', pt: 'A pessoa atingiu a meta.' },
  topic_left: { en: 'They left the topic.', pt: 'A pessoa saiu do tópico.' },
  no_date: {
    en: 'They have no date that the wait could follow.',
    pt: 'A pessoa não tem a data que a espera segue.',
  },
  suppressed: {
    en: 'The address is on the suppression list.',
    pt: 'O endereço está na lista de supressão.',
  },
  contact_deleted: { en: 'The contact was deleted.', pt: 'O contato foi excluído.' },
  by_hand: { en: 'Somebody ended it.', pt: 'Alguém encerrou.' },
  new_version: {
    en: 'A new version has no place for them.',
    pt: 'Uma versão nova não tem lugar para a pessoa.',
  },
  sequence_deleted: { en: 'The sequence was deleted.', pt: 'A sequência foi excluída.' },
  clock_reset: {
    en: 'The clock of test mode was set back.',
    pt: 'O relógio do modo de teste foi reiniciado.',
  },
  other: { en: 'A rule ended it: {value}.', pt: 'Uma regra encerrou: {value}.' },
} as const satisfies Record<string, Text>

const filled = ({ en, pt }: Text, name: string, value: string): Text => ({
  en: en.replace(`{${name}}`, value),
  pt: pt.replace(`{${name}}`, value),
})

const entryOf = (table: Readonly<Record<string, Text>>, key: string): Text | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** What came of a visit, by its outcome as it is kept. */
export function explainOutcome(outcome: string): Text {
  const [kind = '', reason = '', value = ''] = outcome.split(':')
  const skip = kind === 'skipped' ? entryOf(skips, reason) : undefined
  if (skip !== undefined) return filled(skip, 'value', value)
  return entryOf(outcomes, kind) ?? explainEnding(outcome)
}

const explainEnding = (reason: string): Text =>
  entryOf(endings, reason) ?? filled(endings.other, 'value', reason)

type EnrollmentState = Pick<Enrollment, 'state' | 'reason' | 'waiting' | 'due_at'>

/** Where somebody stands. */
export function explainStanding({ state, reason, waiting, due_at: dueAt }: EnrollmentState): Text {
  if (state !== 'inside') return explainEnding(reason ?? 'done')
  const until = waiting?.until ?? dueAt?.toISOString() ?? ''
  if (waiting?.reason !== undefined) {
    return filled(entryOf(waits, waiting.reason) ?? waits.time, 'until', until)
  }
  if (dueAt !== null) return filled(waits.time, 'until', until)
  return { en: 'The next step is about to begin.', pt: 'A próxima etapa está para começar.' }
}
