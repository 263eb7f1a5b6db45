import type { Plural, Text } from '../../ui/words.tsx'

export const sequences = {
  title: { en: 'Sequences', pt: 'Sequências' },
  about: {
    en: 'Emails that each person gets at their own time: a welcome, a reminder, an offer.',
    pt: 'Mensagens que cada pessoa recebe no seu próprio tempo: boas-vindas, lembrete, oferta.',
  },
  add: { en: 'New sequence', pt: 'Nova sequência' },
  none: { en: 'No sequences yet', pt: 'Nenhuma sequência ainda' },
  noneAbout: {
    en: 'Make one, try it on a person, then publish it. A draft lets nobody in.',
    pt: 'Crie uma, simule com uma pessoa e publique. Um rascunho não deixa ninguém entrar.',
  },
  created: {
    en: 'Draft made. Now add its steps.',
    pt: 'Rascunho criado. Agora adicione as etapas.',
  },
  topicAbout: {
    en: 'Who joins it comes in, who leaves it goes out. The rules of the sequence can say otherwise.',
    pt: 'Quem entra nele entra na sequência, quem sai dele sai. As regras da sequência podem dizer outra coisa.',
  },
  inside: { en: 'Inside now', pt: 'Dentro agora' },
  letters: { en: 'Emails', pt: 'Mensagens' },
  begins: { en: 'Begins when', pt: 'Começa quando' },
  noTriggers: {
    en: 'nothing yet; only you or your program can add somebody.',
    pt: 'nada ainda; só você ou o seu sistema pode adicionar alguém.',
  },
  changeRules: { en: 'Change the rules', pt: 'Alterar as regras' },
  noSteps: { en: 'No steps yet', pt: 'Nenhuma etapa ainda' },
  noStepsAbout: {
    en: 'Begin with an email; then a wait, a branch, another email.',
    pt: 'Comece com uma mensagem; depois uma espera, um desvio, outra mensagem.',
  },
  steps: { en: 'Steps', pt: 'Etapas' },
  rules: { en: 'Rules', pt: 'Regras' },
  people: { en: 'People', pt: 'Pessoas' },
  versions: { en: 'Versions', pt: 'Versões' },
  version: { en: 'Version {n}', pt: 'Versão {n}' },
  publishedAt: { en: 'Published', pt: 'Publicada' },
  noVersions: { en: 'It has not been published yet.', pt: 'Ainda não foi publicada.' },
} satisfies Record<string, Text>

export const statusWords = {
  draft: { en: 'Draft', pt: 'Rascunho' },
  active: { en: 'Published', pt: 'Publicada' },
  paused: { en: 'Paused', pt: 'Pausada' },
  archived: { en: 'Archived', pt: 'Arquivada' },
} satisfies Record<string, Text>

/** What can be done with a whole sequence. */
export const actions = {
  publish: { en: 'Publish', pt: 'Publicar' },
  publishTitle: { en: 'Publish version {n}', pt: 'Publicar a versão {n}' },
  publishNobody: {
    en: 'Nobody is inside. From now on people come in as its rules say.',
    pt: 'Ninguém está dentro. A partir de agora as pessoas entram conforme as regras.',
  },
  insideQuestion: {
    en: {
      one: 'What happens to the {n} person inside?',
      other: 'What happens to the {n} people inside?',
    },
    pt: {
      one: 'O que acontece com a {n} pessoa que está dentro?',
      other: 'O que acontece com as {n} pessoas que estão dentro?',
    },
  },
  finish: { en: 'They finish on their version', pt: 'Terminam na versão delas' },
  finishAbout: {
    en: 'Only those who come in from now on go by the new steps.',
    pt: 'Só quem entrar a partir de agora segue as etapas novas.',
  },
  move: { en: 'They move to the new version', pt: 'Passam para a versão nova' },
  moveAbout: {
    en: 'To the step of the same name. Whose step is gone leaves, unless you say where they go.',
    pt: 'Para a etapa de mesmo nome. Quem está em uma etapa que não existe mais sai, se você não disser para onde vai.',
  },
  whereTo: {
    en: {
      one: 'The {n} person at {step}, which is gone',
      other: 'The {n} people at {step}, which is gone',
    },
    pt: {
      one: 'A {n} pessoa em {step}, que não existe mais',
      other: 'As {n} pessoas em {step}, que não existe mais',
    },
  },
  goesOut: { en: 'leave', pt: 'saem' },
  leave: { en: 'They leave', pt: 'Saem' },
  leaveAbout: {
    en: 'Their way ends here; they get nothing more of it.',
    pt: 'O caminho delas termina aqui; não recebem mais nada dela.',
  },
  counts: {
    en: 'Finish on their version: {finish} · move: {move} · leave: {gone}',
    pt: 'Terminam na versão delas: {finish} · passam: {move} · saem: {gone}',
  },
  published: { en: 'Version {n} is published.', pt: 'A versão {n} está publicada.' },
  pause: { en: 'Pause', pt: 'Pausar' },
  pauseAbout: {
    en: 'Those inside stay where they are and no email goes.',
    pt: 'Quem está dentro fica parado onde está e nenhuma mensagem sai.',
  },
  meanwhile: {
    en: 'Who would come in meanwhile',
    pt: 'Quem entraria enquanto isso',
  },
  hold: { en: 'comes in and waits at the beginning', pt: 'entra e espera no começo' },
  ignore: { en: 'does not come in', pt: 'não entra' },
  resume: { en: 'Resume', pt: 'Retomar' },
  resumeAbout: { en: 'What about waits that have begun?', pt: 'E as esperas que já começaram?' },
  shift: {
    en: 'Each is moved by the length of the pause: nothing is late, nothing floods',
    pt: 'Cada uma é adiada pela duração da pausa: nada atrasa, nada chega de uma vez',
  },
  run: {
    en: 'They end when they would have: what is overdue goes at once',
    pt: 'Terminam quando terminariam: o que venceu sai de uma vez',
  },
  paused: { en: 'Paused.', pt: 'Pausada.' },
  resumed: { en: 'It goes on.', pt: 'Retomada.' },
  archive: { en: 'Archive', pt: 'Arquivar' },
  archiveAbout: {
    en: 'Nobody comes in any more; those inside finish.',
    pt: 'Ninguém mais entra; quem está dentro termina.',
  },
  duplicate: { en: 'Duplicate', pt: 'Duplicar' },
  duplicateAbout: {
    en: 'A draft with the same steps and rules; nobody is in it.',
    pt: 'Um rascunho com as mesmas etapas e regras; ninguém dentro.',
  },
  duplicated: { en: 'Duplicated as a draft.', pt: 'Duplicada como rascunho.' },
  removeInside: {
    en: 'Everybody inside leaves it, and {name} is deleted with its steps and versions.',
    pt: 'Quem está dentro sai, e {name} é excluída com suas etapas e versões.',
  },
  more: { en: 'More', pt: 'Mais' },
  changedSince: {
    en: 'The steps or rules were changed after version {n} was published. People go by version {n} until you publish again.',
    pt: 'As etapas ou regras foram alteradas depois da publicação da versão {n}. As pessoas seguem a versão {n} até você publicar de novo.',
  },
  notReady: {
    en: 'It cannot be published yet: {why}',
    pt: 'Ainda não pode ser publicada: {why}',
  },
  atStep: { en: 'at the step {step}', pt: 'na etapa {step}' },
  noSteps: { en: 'it has no steps.', pt: 'ela não tem etapas.' },
  noFrom: {
    en: 'the rules name no sender.',
    pt: 'as regras não dizem o remetente.',
  },
  ready: { en: 'Nothing is missing; it can be published.', pt: 'Não falta nada; pode publicar.' },
} satisfies Record<string, Text | Plural>

export const readiness = {
  lost: { en: 'no way leads to this step', pt: 'nenhum caminho leva a esta etapa' },
} satisfies Record<string, Text>
