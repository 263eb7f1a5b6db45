import type { EnrollmentState } from '../../api/shapes.ts'
import type { Plural, Text } from '../../ui/words.tsx'

export const people = {
  title: { en: 'People of the sequence', pt: 'Pessoas da sequência' },
  none: { en: 'Nobody here', pt: 'Ninguém aqui' },
  noneAbout: {
    en: 'People enter by the triggers, or when you add them.',
    pt: 'As pessoas entram pelos gatilhos, ou quando você as adiciona.',
  },
  person: { en: 'Person', pt: 'Pessoa' },
  gone: { en: 'Deleted contact', pt: 'Contato excluído' },
  state: { en: 'Status', pt: 'Situação' },
  anyState: { en: 'Everyone', pt: 'Todos' },
  step: { en: 'Step', pt: 'Etapa' },
  next: { en: 'Continues', pt: 'Continua' },
  entered: { en: 'Entered', pt: 'Entrou' },
  ended: { en: 'Ended', pt: 'Terminou' },
  letIn: { en: 'Add a person', pt: 'Adicionar pessoa' },
  notInTopic: {
    en: '{email} is not subscribed to {topic}: every email of this sequence would be skipped.',
    pt: '{email} não está inscrito em {topic}: todas as mensagens desta sequência seriam puladas.',
  },
  addAnyway: { en: 'Add anyway', pt: 'Adicionar mesmo assim' },
  letSegmentIn: { en: 'Add a segment', pt: 'Adicionar segmento' },
  stopLetting: { en: 'Stop', pt: 'Parar' },
  segment: { en: 'Segment', pt: 'Segmento' },
  noSegments: { en: 'There are no segments yet.', pt: 'Ainda não há segmentos.' },
  counting: { en: 'Counting the people…', pt: 'Contando as pessoas…' },
  entering: {
    en: {
      one: 'Of the {all} people of this segment, {n} will enter now.',
      other: 'Of the {all} people of this segment, {n} will enter now.',
    },
    pt: {
      one: 'Das {all} pessoas deste segmento, {n} vai entrar agora.',
      other: 'Das {all} pessoas deste segmento, {n} vão entrar agora.',
    },
  },
  leftOut: { en: 'Left out', pt: 'Ficam de fora' },
  segmentIn: {
    en: { one: '{n} person added.', other: '{n} people added.' },
    pt: { one: '{n} pessoa adicionada.', other: '{n} pessoas adicionadas.' },
  },
  soFar: { en: '{n} of {all} so far…', pt: '{n} de {all} até agora…' },
  nothingSent: { en: 'Nothing was sent', pt: 'Nada foi enviado' },
  isIn: { en: 'Added to the sequence.', pt: 'Adicionada à sequência.' },
  wasIn: {
    en: 'The person is or was in this sequence, and its rules do not allow re-entry.',
    pt: 'A pessoa está ou já esteve na sequência, e as regras não permitem reentrada.',
  },
  way: { en: 'Path so far', pt: 'Caminho até aqui' },
  noWay: { en: 'No steps done yet.', pt: 'Nenhuma etapa feita ainda.' },
  seeEmail: { en: 'See the email', pt: 'Ver o e-mail' },
  version: { en: 'Version', pt: 'Versão' },
  waits: { en: 'At “{step}” until {at}.', pt: 'Em “{step}” até {at}.' },
  waitsNow: { en: 'At “{step}”, about to continue.', pt: 'Em “{step}”, prestes a continuar.' },
  standsAt: { en: 'At “{step}”.', pt: 'Em “{step}”.' },
  whyWaits: { en: 'Reason for waiting: {why}.', pt: 'Motivo da espera: {why}.' },
  exit: { en: 'Remove from sequence', pt: 'Tirar da sequência' },
  exitAbout: {
    en: 'They exit now. Emails that are not being sent yet are cancelled.',
    pt: 'A pessoa sai agora. Mensagens que ainda não começaram a sair são canceladas.',
  },
  skip: { en: 'Skip the wait', pt: 'Pular a espera' },
  skipAbout: {
    en: 'The wait ends now and the next step runs.',
    pt: 'A espera termina agora e a próxima etapa é feita.',
  },
  pretend: { en: 'Record an activity…', pt: 'Registrar uma atividade…' },
  tell: { en: 'Record', pt: 'Registrar' },
  pretended: { en: 'Recorded, as your system would.', pt: 'Registrada, como o seu sistema faria.' },
  contactTitle: { en: 'Sequences', pt: 'Sequências' },
  contactAbout: {
    en: 'Sequences this person is or was in, with the path and the reasons.',
    pt: 'Sequências em que esta pessoa está ou já esteve, com o caminho e os motivos.',
  },
  contactNone: { en: 'Never in a sequence.', pt: 'Nunca esteve em uma sequência.' },
} satisfies Record<string, Text | Plural>

export const stateWords = {
  inside: { en: 'In progress', pt: 'Em andamento' },
  finished: { en: 'Finished', pt: 'Terminou' },
  exited: { en: 'Exited', pt: 'Saiu' },
  cancelled: { en: 'Cancelled', pt: 'Cancelado' },
} satisfies Record<EnrollmentState, Text>

/** What somebody waits for beside time. */
export const waitWords = {
  cap: { en: 'email limit reached', pt: 'limite de mensagens atingido' },
  quiet_hours: { en: 'quiet hours', pt: 'horário de silêncio' },
  quota: { en: 'quota used up', pt: 'cota esgotada' },
  warm_up: { en: 'the domain is warming up', pt: 'o domínio está aquecendo' },
  window: { en: 'sending hours', pt: 'horário de envio' },
  rate: { en: 'the speed limit of the sequence', pt: 'o limite de velocidade da sequência' },
  paused: { en: 'the sequence is paused', pt: 'a sequência está pausada' },
} satisfies Record<string, Text>

/** Why somebody of a segment is not let in. */
export const leftOutWords = {
  suppressed: { en: 'Suppressed', pt: 'Suprimidas' },
  inside: { en: 'Already in this sequence', pt: 'Já na sequência' },
  was_inside: { en: 'In it before, without re-entry', pt: 'Já passaram por ela, sem reentrada' },
  too_soon: { en: 'In it too recently', pt: 'Estiveram nela há pouco tempo' },
  not_confirmed: { en: 'Subscription not confirmed', pt: 'Inscrição sem confirmação' },
  unsubscribed_topic: { en: 'Not subscribed to the topic', pt: 'Sem inscrição no tópico' },
  entry_filter: { en: 'Not matching the entry condition', pt: 'Fora da condição de entrada' },
  too_many: { en: 'In too many sequences already', pt: 'Já em sequências demais' },
} satisfies Record<string, Text>
