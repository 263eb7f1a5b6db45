/** Why somebody stands where they stand in a sequence, in sentences. These tables are their one place. */

import type { Text } from '#kernel/base/languages.ts'
import { localTime } from '#kernel/base/moments.ts'
import type { Enrollment } from './enrollment-store.ts'

/** What came of a step. */
export const outcomes = {
  waited: { en: 'The wait is over.', pt: 'A espera terminou.' },
  case: { en: 'A condition matched.', pt: 'Uma condição foi atendida.' },
  else: { en: 'No condition matched.', pt: 'Nenhuma condição foi atendida.' },
  split: { en: 'Chosen at random, by the weights.', pt: 'Escolha ao acaso, pelos pesos.' },
  happened: { en: 'The activity happened.', pt: 'A atividade aconteceu.' },
  timeout: { en: 'The activity did not happen in time.', pt: 'A atividade não aconteceu a tempo.' },
  sent: { en: 'The email was created and queued.', pt: 'A mensagem foi criada e enfileirada.' },
  done: { en: 'Done.', pt: 'Feito.' },
  moved: {
    en: 'A new version moved the person to another step.',
    pt: 'Uma versão nova passou a pessoa para outra etapa.',
  },
} as const satisfies Record<string, Text>

/** Why a step was skipped; what stands behind a second colon is its {value}. */
export const skips = {
  template: {
    en: 'Skipped: the template does not exist or is not published.',
    pt: 'Pulada: o modelo não existe ou não está publicado.',
  },
  no_variant: {
    en: 'Skipped: the template is not written in a language of this person.',
    pt: 'Pulada: o modelo não tem texto em um idioma desta pessoa.',
  },
  missing_value: {
    en: 'Skipped: this person has no {value}, and no fallback was given.',
    pt: 'Pulada: falta {value} desta pessoa, e não há valor alternativo.',
  },
  suppressed: {
    en: 'Skipped: the address is on the suppression list.',
    pt: 'Pulada: o endereço está na lista de supressão.',
  },
  patience: {
    en: 'Skipped: the email had waited for a slot for as long as it may.',
    pt: 'Pulada: a mensagem esperou por uma vaga o máximo que podia.',
  },
  capped: {
    en: 'Skipped: the person had reached the email limit.',
    pt: 'Pulada: a pessoa já tinha atingido o limite de mensagens.',
  },
  snoozed: {
    en: 'Skipped: the person paused marketing emails.',
    pt: 'Pulada: a pessoa pediu uma pausa do marketing.',
  },
  not_confirmed: {
    en: 'Skipped: the person has not confirmed the subscription yet.',
    pt: 'Pulada: a pessoa ainda não confirmou a inscrição.',
  },
  unsubscribed_topic: {
    en: 'Skipped: the person is not subscribed to the topic of the sequence.',
    pt: 'Pulada: a pessoa não está inscrita no tópico da sequência.',
  },
  sandbox: {
    en: 'Skipped: the account may only send to its own addresses.',
    pt: 'Pulada: a conta só pode enviar para os próprios endereços.',
  },
  error: {
    en: 'Skipped: the template did not produce a valid email, such as a subject of several lines.',
    pt: 'Pulada: o modelo não gerou uma mensagem válida, como um assunto de várias linhas.',
  },
  content_check: {
    en: 'Skipped: the content check stopped the email.',
    pt: 'Pulada: a verificação de conteúdo impediu a mensagem.',
  },
  late: {
    en: 'Skipped: it was more than a day late.',
    pt: 'Pulada: estava mais de um dia atrasada.',
  },
  topic: { en: 'Skipped: the topic was deleted.', pt: 'Pulada: o tópico foi excluído.' },
  consent: {
    en: 'Skipped: the person never gave consent, or unsubscribed from the topic.',
    pt: 'Pulada: a pessoa nunca deu consentimento, ou se descadastrou do tópico.',
  },
  segment: { en: 'Skipped: the segment was deleted.', pt: 'Pulada: o segmento foi excluído.' },
  fields: {
    en: 'Skipped: a value is no longer valid for the contact.',
    pt: 'Pulada: um valor não é mais válido para o contato.',
  },
  sequence: {
    en: 'Skipped: the other sequence is closed.',
    pt: 'Pulada: a outra sequência está fechada.',
  },
  reentry: {
    en: 'Skipped: the other sequence does not allow re-entry.',
    pt: 'Pulada: a outra sequência não permite reentrada.',
  },
} as const satisfies Record<string, Text>

/** What is waited for; {until} is a moment. */
export const waits = {
  time: { en: 'Waiting until {until}.', pt: 'Esperando até {until}.' },
  quiet_hours: {
    en: 'The email waits for quiet hours to end: {until}.',
    pt: 'A mensagem espera o fim do horário de silêncio: {until}.',
  },
  warm_up: {
    en: 'The sending domain is new and warming up; the email goes on {until}.',
    pt: 'O domínio de envio é novo e está em aquecimento; a mensagem sai em {until}.',
  },
  quota: {
    en: 'The account’s quota is used up; it continues on {until}.',
    pt: 'A cota da conta acabou; continua em {until}.',
  },
  rate: {
    en: 'The sequence has a speed limit; the email goes on {until}.',
    pt: 'A sequência tem um limite de velocidade; a mensagem sai em {until}.',
  },
  cap: {
    en: 'The person has reached the email limit; the next email goes on {until}.',
    pt: 'A pessoa atingiu o limite de mensagens; a próxima sai em {until}.',
  },
  paused: {
    en: 'The sequence is paused, and the person’s waits with it.',
    pt: 'A sequência está pausada, e as esperas da pessoa também.',
  },
  account: {
    en: 'The account may not send marketing right now; the person’s waits stand still until it may.',
    pt: 'A conta não pode enviar marketing agora; as esperas da pessoa param até que possa.',
  },
} as const satisfies Record<string, Text>

/** Why a way ended; other reasons are those that its definition names. */
export const endings = {
  done: { en: 'Finished all steps.', pt: 'Passou por todas as etapas.' },
  goal: { en: 'Reached the goal.', pt: 'Atingiu a meta.' },
  topic_left: { en: 'Unsubscribed from the topic.', pt: 'Descadastrou-se do tópico.' },
  no_date: {
    en: 'The person has no date that the wait could use.',
    pt: 'A pessoa não tem a data usada pela espera.',
  },
  suppressed: {
    en: 'The address is on the suppression list.',
    pt: 'O endereço está na lista de supressão.',
  },
  contact_deleted: { en: 'The contact was deleted.', pt: 'O contato foi excluído.' },
  by_hand: { en: 'Removed by a member of the team.', pt: 'Removida por alguém da equipe.' },
  new_version: {
    en: 'The new version has no step for the person.',
    pt: 'A versão nova não tem etapa para a pessoa.',
  },
  sequence_deleted: { en: 'The sequence was deleted.', pt: 'A sequência foi excluída.' },
  clock_reset: {
    en: 'The clock of test mode was set back.',
    pt: 'O relógio do modo de teste foi reiniciado.',
  },
  other: { en: 'Exited: {value}.', pt: 'Saiu: {value}.' },
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

/** Where somebody stands; what they wait for is told by the clocks of the zone. */
export function explainStanding(
  { state, reason, waiting, due_at: dueAt }: EnrollmentState,
  zone: string,
): Text {
  if (state !== 'inside') return explainEnding(reason ?? 'done')
  const until = waiting?.until ?? null
  const due = until === null ? dueAt : new Date(until)
  if (waiting?.reason !== undefined) {
    return untilAt(entryOf(waits, waiting.reason) ?? waits.time, due, zone)
  }
  if (due !== null) return untilAt(waits.time, due, zone)
  return { en: 'The next step is about to begin.', pt: 'A próxima etapa está para começar.' }
}

/** Said beside the end of a way on which letters were skipped and none was sent. */
export const nothingSent: Text = { en: 'Nothing was sent.', pt: 'Nada foi enviado.' }

/** Whether somebody has come through without a single letter, though there were some for them. */
export const isSilent = (path: readonly { readonly outcome: string }[]): boolean =>
  path.some(one => one.outcome.startsWith('skipped:')) && !path.some(one => one.outcome === 'sent')

function untilAt({ en, pt }: Text, due: Date | null, zone: string): Text {
  const until = due === null ? { en: '', pt: '' } : localTime(due.getTime(), zone)
  return { en: en.replace('{until}', until.en), pt: pt.replace('{until}', until.pt) }
}
