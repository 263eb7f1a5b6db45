/** Words about campaigns. */
import type { Plural, Text } from '../../ui/words.tsx'

export const campaigns = {
  title: { en: 'Campaigns', pt: 'Campanhas' },
  about: {
    en: 'One letter to many: each person gets it once, and for everybody there is a reason why or why not.',
    pt: 'Uma mensagem para muitos: cada pessoa recebe uma vez, e para todos há um motivo do sim ou do não.',
  },
  add: { en: 'New campaign', pt: 'Nova campanha' },
  none: { en: 'No campaigns yet', pt: 'Ainda não há campanhas' },
  noneAbout: {
    en: 'A campaign is a draft until you send it; before that everything is checked.',
    pt: 'Uma campanha é rascunho até ser enviada; antes disso tudo é verificado.',
  },
  created: { en: 'Draft made.', pt: 'Rascunho criado.' },
  removeAbout: { en: 'The draft {name} is gone.', pt: 'O rascunho {name} deixa de existir.' },
  letter: { en: 'The letter', pt: 'A mensagem' },
  from: { en: 'From', pt: 'De' },
  fromAbout: { en: 'Name <address@your.domain>', pt: 'Nome <endereco@seu.dominio>' },
  replyTo: { en: 'Answers go to', pt: 'Respostas vão para' },
  template: { en: 'Template', pt: 'Modelo' },
  ownLetter: { en: 'A letter of its own', pt: 'Mensagem própria' },
  subject: { en: 'Subject', pt: 'Assunto' },
  preheader: { en: 'Preheader', pt: 'Pré-cabeçalho' },
  preheaderAbout: {
    en: 'Shown beside the subject in the list of letters.',
    pt: 'Aparece ao lado do assunto na lista de mensagens.',
  },
  html: { en: 'HTML', pt: 'HTML' },
  htmlAbout: {
    en: 'With values such as {{ contact.first_name | default: "there" }} and a link to {{ unsubscribe_url }}.',
    pt: 'Com valores como {{ contact.first_name | default: "você" }} e um link para {{ unsubscribe_url }}.',
  },
  audience: { en: 'Who gets it', pt: 'Quem recebe' },
  topic: { en: 'Topic of the letter', pt: 'Tópico da mensagem' },
  topicAbout: {
    en: 'Only who is subscribed to it gets the letter, and unsubscribing leaves it.',
    pt: 'Só quem está inscrito nele recebe, e cancelar a inscrição sai dele.',
  },
  noTopic: { en: 'None', pt: 'Nenhum' },
  topics: { en: 'People of these topics', pt: 'Pessoas destes tópicos' },
  segments: { en: 'People of these segments', pt: 'Pessoas destes segmentos' },
  everybody: { en: 'Everybody', pt: 'Todos' },
  preview: { en: 'Preview', pt: 'Pré-visualização' },
  previewAbout: {
    en: '{bytes}; Gmail cuts letters over 102 kB.',
    pt: '{bytes}; o Gmail corta mensagens acima de 102 kB.',
  },
  missing: { en: 'Without a value: {names}', pt: 'Sem valor: {names}' },
  test: { en: 'Send me a test', pt: 'Enviar um teste para mim' },
  tested: { en: 'A test is on its way to {email}.', pt: 'Um teste está a caminho de {email}.' },
  checks: { en: 'Before sending', pt: 'Antes de enviar' },
  checkAgain: { en: 'Check again', pt: 'Verificar de novo' },
  sendable: {
    en: '{n} of {total} people may be written to.',
    pt: '{n} de {total} pessoas podem receber.',
  },
  error: { en: 'Must be mended', pt: 'Precisa ser corrigido' },
  warning: { en: 'Worth a look', pt: 'Vale conferir' },
  info: { en: 'Good to know', pt: 'Bom saber' },
  send: { en: 'Send now', pt: 'Enviar agora' },
  sendAbout: {
    en: 'The letter goes to {n} people. It can be paused, not taken back from who has it.',
    pt: 'A mensagem vai para {n} pessoas. Dá para pausar, não para tirar de quem já recebeu.',
  },
  started: { en: 'The campaign is under way.', pt: 'A campanha está a caminho.' },
  schedule: { en: 'Send later', pt: 'Enviar depois' },
  at: { en: 'Day and hour', pt: 'Dia e hora' },
  ofRecipient: {
    en: "At this hour in each person's time zone",
    pt: 'Nesta hora no fuso de cada pessoa',
  },
  scheduledFor: { en: 'Begins {at}', pt: 'Começa em {at}' },
  unschedule: { en: 'Make it a draft again', pt: 'Voltar a rascunho' },
  pause: { en: 'Pause', pt: 'Pausar' },
  pauseAbout: {
    en: 'Letters that nobody is delivering at this moment wait.',
    pt: 'Esperam as mensagens que ninguém está entregando neste momento.',
  },
  resume: { en: 'Go on', pt: 'Continuar' },
  cancel: { en: 'End it', pt: 'Encerrar' },
  cancelAbout: {
    en: 'Whoever has no letter yet gets none. This cannot be undone.',
    pt: 'Quem ainda não tem a mensagem não recebe. Isso não pode ser desfeito.',
  },
  duplicate: { en: 'Copy', pt: 'Copiar' },
  duplicateAbout: {
    en: 'A draft with the same letter and audience.',
    pt: 'Um rascunho com a mesma mensagem e o mesmo público.',
  },
  copied: { en: 'Copied as a draft.', pt: 'Copiada como rascunho.' },
  progress: { en: 'Progress', pt: 'Andamento' },
  ofAudience: { en: '{done} of {all} decided', pt: '{done} de {all} decididos' },
  waits: { en: 'Waits: {reason}, until {until}.', pt: 'Espera: {reason}, até {until}.' },
  pausedBy: { en: 'Paused: {by}.', pt: 'Pausada: {by}.' },
  figures: { en: 'Figures', pt: 'Números' },
  released: { en: 'Letters', pt: 'Mensagens' },
  skipped: { en: 'Left out', pt: 'Deixados de fora' },
  delivered: { en: 'Delivered', pt: 'Entregues' },
  captured: { en: 'Captured', pt: 'Capturadas' },
  bounced: { en: 'Bounced', pt: 'Devolvidas' },
  opened: { en: 'Opened by people', pt: 'Abertas por pessoas' },
  openedAbout: {
    en: 'A lower bound: programs that open by themselves do not count.',
    pt: 'Um mínimo: programas que abrem sozinhos não contam.',
  },
  clicked: { en: 'Clicked by people', pt: 'Clicadas por pessoas' },
  complained: { en: 'Complaints', pt: 'Reclamações' },
  left: { en: 'Left by it', pt: 'Saíram por ela' },
  links: { en: 'Links', pt: 'Links' },
  noLinks: { en: 'No links that are the same for everybody.', pt: 'Nenhum link igual para todos.' },
  link: { en: 'Link', pt: 'Link' },
  people: { en: 'People', pt: 'Pessoas' },
  machines: { en: 'Programs', pt: 'Programas' },
  mend: { en: 'Mend', pt: 'Corrigir' },
  mendWhat: { en: 'Mend {url}', pt: 'Corrigir {url}' },
  mendAbout: {
    en: 'Clicks lead here from now on, in letters that have gone, too. Empty: where it led at first.',
    pt: 'Cliques passam a levar aqui, também em mensagens já enviadas. Vazio: para onde levava.',
  },
  recipients: { en: 'People of the campaign', pt: 'Pessoas da campanha' },
  noRecipients: { en: 'Nobody was read yet.', pt: 'Ninguém foi lido ainda.' },
  why: { en: 'Reason', pt: 'Motivo' },
} satisfies Record<string, Text | Plural>

export const campaignStatusTexts: Readonly<Record<string, Text>> = {
  draft: { en: 'Draft', pt: 'Rascunho' },
  scheduled: { en: 'Scheduled', pt: 'Agendada' },
  sending: { en: 'Sending', pt: 'Enviando' },
  paused: { en: 'Paused', pt: 'Pausada' },
  sent: { en: 'Sent', pt: 'Enviada' },
  cancelled: { en: 'Ended early', pt: 'Encerrada antes' },
}

export const waitTexts: Readonly<Record<string, Text>> = {
  quota: { en: 'limit of the plan', pt: 'limite do plano' },
  spend_limit: { en: 'spending limit', pt: 'limite de gastos' },
  warm_up: { en: 'warm-up of the domain', pt: 'aquecimento do domínio' },
  window: { en: 'outside of its hours', pt: 'fora do horário' },
  rate: { en: 'pace', pt: 'ritmo' },
  time_zone: { en: 'the hour of each person', pt: 'a hora de cada pessoa' },
  test_result: { en: 'result of the first letters', pt: 'resultado das primeiras mensagens' },
  quiet_hours: { en: 'quiet hours', pt: 'horário de silêncio' },
  reserve: { en: 'room kept for transactional mail', pt: 'espaço guardado para transacionais' },
}

export const pauserTexts: Readonly<Record<string, Text>> = {
  person: { en: 'by a person', pt: 'por uma pessoa' },
  guard: { en: 'too many letters went badly', pt: 'muitas mensagens foram mal' },
  account: { en: 'the account is paused', pt: 'a conta está pausada' },
  missed_schedule: {
    en: 'its time was missed by more than six hours',
    pt: 'o horário passou há mais de seis horas',
  },
}

export const rowStateTexts: Readonly<Record<string, Text>> = {
  pending: { en: 'Waits', pt: 'Espera' },
  released: { en: 'Has a letter', pt: 'Tem a mensagem' },
  skipped: { en: 'Left out', pt: 'De fora' },
  cancelled: { en: 'Ended before', pt: 'Encerrada antes' },
}

export const reasonTexts: Readonly<Record<string, Text>> = {
  suppressed: { en: 'on the suppression list', pt: 'na lista de supressão' },
  unsubscribed_topic: { en: 'not subscribed to the topic', pt: 'não inscrito no tópico' },
  not_confirmed: { en: 'not confirmed', pt: 'não confirmou' },
  snoozed: { en: 'asked for a pause', pt: 'pediu uma pausa' },
  deleted: { en: 'deleted', pt: 'excluído' },
  capped: { en: 'has had enough letters', pt: 'já recebeu mensagens demais' },
  no_variant: { en: 'no letter in the language', pt: 'sem mensagem no idioma' },
  past_zone: { en: 'the hour had passed there', pt: 'a hora já tinha passado lá' },
  too_late: { en: 'the campaign ended before', pt: 'a campanha terminou antes' },
  missing_value: { en: 'a value is missing', pt: 'falta um valor' },
  error: { en: 'the letter could not be made', pt: 'a mensagem não pôde ser feita' },
}
