import type { Plural, Text } from '../../ui/words.tsx'

export const sequences = {
  title: { en: 'Sequences', pt: 'Sequências' },
  about: {
    en: 'Automated emails, each person at their own pace: a welcome series, a reminder, an offer.',
    pt: 'Mensagens automáticas, no ritmo de cada pessoa: boas-vindas, lembrete, oferta.',
  },
  add: { en: 'New sequence', pt: 'Nova sequência' },
  none: { en: 'No sequences yet', pt: 'Nenhuma sequência ainda' },
  noneAbout: {
    en: 'Build one, simulate it with a person, then publish it. Nobody enters a draft.',
    pt: 'Monte uma, simule com uma pessoa e publique. Ninguém entra em um rascunho.',
  },
  created: {
    en: 'Draft created. Now add its steps.',
    pt: 'Rascunho criado. Agora adicione as etapas.',
  },
  topicAbout: {
    en: 'People enter when they subscribe to it and exit when they unsubscribe. You can change this under Rules.',
    pt: 'As pessoas entram ao se inscrever e saem ao se descadastrar. Dá para mudar isso em Regras.',
  },
  inside: { en: 'In progress', pt: 'Em andamento' },
  letters: { en: 'Emails', pt: 'Mensagens' },
  begins: { en: 'Starts when', pt: 'Começa quando' },
  noTriggers: {
    en: 'no trigger yet; only you or the API can add people.',
    pt: 'sem gatilho; só você ou a API pode adicionar pessoas.',
  },
  changeRules: { en: 'Edit rules', pt: 'Editar regras' },
  noSteps: { en: 'No steps yet', pt: 'Nenhuma etapa ainda' },
  noStepsAbout: {
    en: 'Start with an email; then a wait, an if/else, another email.',
    pt: 'Comece com uma mensagem; depois uma espera, um se/senão, outra mensagem.',
  },
  steps: { en: 'Steps', pt: 'Etapas' },
  rules: { en: 'Rules', pt: 'Regras' },
  people: { en: 'People', pt: 'Pessoas' },
  versions: { en: 'Versions', pt: 'Versões' },
  version: { en: 'Version {n}', pt: 'Versão {n}' },
  publishedAt: { en: 'Published', pt: 'Publicada' },
  noVersions: { en: 'Not published yet.', pt: 'Ainda não publicada.' },
} satisfies Record<string, Text>

/** What can be done with a whole sequence. */
export const actions = {
  publish: { en: 'Publish', pt: 'Publicar' },
  publishTitle: { en: 'Publish version {n}', pt: 'Publicar a versão {n}' },
  publishNobody: {
    en: 'Nobody is in the sequence. From now on people enter by its triggers.',
    pt: 'Ninguém está na sequência. A partir de agora as pessoas entram pelos gatilhos.',
  },
  publishesLive: {
    en: 'Test and live mode share the steps: publishing here publishes for live mode, too. From then on live triggers add real people.',
    pt: 'Teste e produção usam as mesmas etapas: publicar aqui publica também para a produção. A partir daí os gatilhos de produção adicionam pessoas reais.',
  },
  insideQuestion: {
    en: {
      one: 'What happens to the {n} person in the sequence?',
      other: 'What happens to the {n} people in the sequence?',
    },
    pt: {
      one: 'O que acontece com a {n} pessoa que está na sequência?',
      other: 'O que acontece com as {n} pessoas que estão na sequência?',
    },
  },
  finish: { en: 'They stay on their version', pt: 'Continuam na versão delas' },
  finishAbout: {
    en: 'Only people who enter from now on follow the new steps.',
    pt: 'Só quem entrar a partir de agora segue as etapas novas.',
  },
  move: { en: 'They move to the new version', pt: 'Passam para a versão nova' },
  moveAbout: {
    en: 'To the step with the same name. Where that step was removed, they exit unless you choose a step.',
    pt: 'Para a etapa de mesmo nome. Se ela foi removida, a pessoa sai, a menos que você escolha outra etapa.',
  },
  whereTo: {
    en: {
      one: 'The {n} person at {step}, which was removed',
      other: 'The {n} people at {step}, which was removed',
    },
    pt: {
      one: 'A {n} pessoa em {step}, que foi removida',
      other: 'As {n} pessoas em {step}, que foi removida',
    },
  },
  goesOut: { en: 'exit', pt: 'saem' },
  leave: { en: 'They exit', pt: 'Saem' },
  leaveAbout: {
    en: 'They exit now and get nothing more from this sequence.',
    pt: 'Saem agora e não recebem mais nada desta sequência.',
  },
  counts: {
    en: 'Stay on their version: {finish} · move: {move} · exit: {gone}',
    pt: 'Continuam na versão delas: {finish} · passam para a nova: {move} · saem: {gone}',
  },
  published: { en: 'Version {n} is published.', pt: 'A versão {n} está publicada.' },
  pause: { en: 'Pause', pt: 'Pausar' },
  pauseAbout: {
    en: 'People stay where they are, and no email is sent.',
    pt: 'As pessoas ficam onde estão e nenhuma mensagem é enviada.',
  },
  meanwhile: { en: 'People who would enter during the pause', pt: 'Quem entraria durante a pausa' },
  hold: { en: 'enter and wait at the start', pt: 'entra e espera no início' },
  ignore: { en: 'do not enter', pt: 'não entra' },
  resume: { en: 'Resume', pt: 'Retomar' },
  resumeAbout: { en: 'What about waits already under way?', pt: 'E as esperas em andamento?' },
  shift: {
    en: 'Extend each by the length of the pause: nobody gets several emails at once',
    pt: 'Estender cada uma pela duração da pausa: ninguém recebe várias mensagens de uma vez',
  },
  run: {
    en: 'Keep the times as they were: whatever is overdue is sent at once',
    pt: 'Manter o horário previsto: o que venceu é enviado de uma vez',
  },
  paused: { en: 'Paused.', pt: 'Pausada.' },
  resumed: { en: 'Resumed.', pt: 'Retomada.' },
  archive: { en: 'Archive', pt: 'Arquivar' },
  archiveAbout: {
    en: 'Nobody enters any more; people already in it finish.',
    pt: 'Ninguém mais entra; quem já está nela termina.',
  },
  duplicate: { en: 'Duplicate', pt: 'Duplicar' },
  duplicateAbout: {
    en: 'A draft with the same steps and rules, and no people.',
    pt: 'Um rascunho com as mesmas etapas e regras, sem pessoas.',
  },
  duplicated: { en: 'Duplicated as a draft.', pt: 'Duplicada como rascunho.' },
  removeInside: {
    en: 'Everyone in it exits, and {name} is deleted with its steps and versions.',
    pt: 'Todos saem, e {name} é excluída com suas etapas e versões.',
  },
  changedSince: {
    en: 'Steps or rules changed after version {n} was published. People stay on version {n} until you publish.',
    pt: 'As etapas ou regras mudaram depois da publicação da versão {n}. As pessoas continuam na versão {n} até você publicar.',
  },
  notReady: {
    en: 'It cannot be published yet: {why}',
    pt: 'Ainda não pode ser publicada: {why}',
  },
  atStep: { en: 'at the step {step}', pt: 'na etapa {step}' },
  noSteps: { en: 'it has no steps.', pt: 'ela não tem etapas.' },
  noFrom: { en: 'the rules have no sender.', pt: 'falta o remetente nas regras.' },
  ready: { en: 'Ready to publish.', pt: 'Pronta para publicar.' },
} satisfies Record<string, Text | Plural>

export const readiness = {
  lost: { en: 'this step can’t be reached', pt: 'não há como chegar a esta etapa' },
} satisfies Record<string, Text>
