import type { EnrollmentState } from '../../api/shapes.ts'
import type { Text } from '../../ui/words.tsx'

export const people = {
  title: { en: 'People of the sequence', pt: 'Pessoas da sequência' },
  none: { en: 'Nobody here', pt: 'Ninguém aqui' },
  noneAbout: {
    en: 'People come in by the rules of the sequence, or when you let them in.',
    pt: 'As pessoas entram pelas regras da sequência, ou quando você as adiciona.',
  },
  person: { en: 'Person', pt: 'Pessoa' },
  gone: { en: 'A contact that was deleted', pt: 'Um contato excluído' },
  state: { en: 'State', pt: 'Situação' },
  anyState: { en: 'Everybody', pt: 'Todos' },
  step: { en: 'Step', pt: 'Etapa' },
  next: { en: 'Goes on', pt: 'Segue' },
  entered: { en: 'Came in', pt: 'Entrou' },
  ended: { en: 'Ended', pt: 'Terminou' },
  letIn: { en: 'Add a person', pt: 'Adicionar pessoa' },
  isIn: { en: 'They are in.', pt: 'A pessoa entrou.' },
  wasIn: {
    en: 'They are or have been in, and the rules let nobody in again.',
    pt: 'A pessoa está ou já esteve dentro, e as regras não deixam entrar de novo.',
  },
  way: { en: 'The way so far', pt: 'O caminho até aqui' },
  noWay: { en: 'No step has been done yet.', pt: 'Nenhuma etapa foi feita ainda.' },
  seeEmail: { en: 'See the email', pt: 'Ver o e-mail' },
  version: { en: 'Version', pt: 'Versão' },
  waits: { en: 'At {step} until {at}.', pt: 'Em {step} até {at}.' },
  waitsNow: { en: 'At {step}, about to go on.', pt: 'Em {step}, prestes a seguir.' },
  standsAt: { en: 'At {step}.', pt: 'Em {step}.' },
  whyWaits: { en: 'Why it waits: {why}.', pt: 'Por que espera: {why}.' },
  exit: { en: 'Take out', pt: 'Tirar da sequência' },
  exitAbout: {
    en: 'Their way ends here. Emails that nobody has begun to send are taken back.',
    pt: 'O caminho da pessoa termina aqui. Mensagens que ainda não começaram a sair são canceladas.',
  },
  skip: { en: 'Skip the wait', pt: 'Pular a espera' },
  skipAbout: {
    en: 'The wait is over at once, and the next step is done.',
    pt: 'A espera termina agora e a próxima etapa é feita.',
  },
  pretend: { en: 'They did something…', pt: 'A pessoa fez algo…' },
  tell: { en: 'Tell it', pt: 'Registrar' },
  pretended: { en: 'Told, as a program would.', pt: 'Registrado, como um sistema faria.' },
  contactTitle: { en: 'Sequences', pt: 'Sequências' },
  contactAbout: {
    en: 'Where this person is or has been, each with the way and its reasons.',
    pt: 'Onde esta pessoa está ou já esteve, cada uma com o caminho e seus motivos.',
  },
  contactNone: { en: 'They have been in no sequence.', pt: 'Não esteve em nenhuma sequência.' },
} satisfies Record<string, Text>

export const stateWords = {
  inside: { en: 'Inside', pt: 'Dentro' },
  finished: { en: 'Finished', pt: 'Terminou' },
  exited: { en: 'Left', pt: 'Saiu' },
  cancelled: { en: 'Cancelled', pt: 'Cancelado' },
} satisfies Record<EnrollmentState, Text>

/** What somebody waits for beside time. */
export const waitWords = {
  cap: { en: 'enough emails for now', pt: 'já recebeu mensagens suficientes' },
  quiet_hours: { en: 'quiet hours', pt: 'horário de silêncio' },
  quota: { en: 'the quota is used up', pt: 'a cota acabou' },
  warm_up: { en: 'the domain warms up', pt: 'o domínio está aquecendo' },
  window: { en: 'the sending hours', pt: 'o horário de envio' },
  rate: { en: 'the speed limit of the sequence', pt: 'o limite de velocidade da sequência' },
  paused: { en: 'the sequence is paused', pt: 'a sequência está pausada' },
} satisfies Record<string, Text>
