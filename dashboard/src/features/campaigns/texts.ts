/** Words about campaigns. */
import type { Plural, Text } from '../../ui/words.tsx'

export const campaigns = {
  title: { en: 'Campaigns', pt: 'Campanhas' },
  about: {
    en: 'Send one email to many people, once each, and see why anyone did not get it.',
    pt: 'Envie uma mensagem para muita gente, uma vez para cada pessoa, e veja por que alguém não recebeu.',
  },
  add: { en: 'New campaign', pt: 'Nova campanha' },
  none: { en: 'No campaigns yet', pt: 'Ainda não há campanhas' },
  noneAbout: {
    en: 'A campaign stays a draft until you send it, and everything is checked first.',
    pt: 'Uma campanha é rascunho até ser enviada; antes disso tudo é verificado.',
  },
  created: { en: 'Draft created.', pt: 'Rascunho criado.' },
  removeAbout: { en: 'The draft {name} is deleted.', pt: 'O rascunho {name} é excluído.' },
  replyTo: { en: 'Reply-To', pt: 'Responder para' },
  ownLetter: { en: 'Create the email in this campaign', pt: 'Criar mensagem nesta campanha' },
  chooseTemplate: { en: 'Choose a template', pt: 'Escolha um modelo' },
  writeLetter: { en: 'Write the email', pt: 'Escrever a mensagem' },
  changeLetter: { en: 'Edit the email', pt: 'Editar a mensagem' },
  backToCampaign: { en: 'Back to the campaign', pt: 'Voltar à campanha' },
  forWhom: { en: 'Who is it for?', pt: 'Para quem é?' },
  nobodyYet: { en: 'Nobody yet', pt: 'Ninguém ainda' },
  everybodyWhole: { en: 'All contacts, without a topic', pt: 'Todos os contatos, sem tópico' },
  everybodyAbout: {
    en: 'Without a topic, one click on unsubscribe stops all your marketing to that person.',
    pt: 'Sem tópico, um clique em descadastrar encerra todo o seu marketing para a pessoa.',
  },
  byParts: { en: 'Combine several topics', pt: 'Combinar vários tópicos' },
  severalParts: { en: 'Several topics or segments', pt: 'Vários tópicos ou segmentos' },
  narrow: { en: 'Only some of them', pt: 'Só uma parte deles' },
  narrowSegments: { en: 'Only who is in these segments', pt: 'Só quem está nestes segmentos' },
  peopleCount: {
    en: { one: '{n} person', other: '{n} people' },
    pt: { one: '{n} pessoa', other: '{n} pessoas' },
  },
  noSubjectYet: { en: 'No subject yet', pt: 'Ainda sem assunto' },
  ofTemplate: { en: 'From the template.', pt: 'Do modelo.' },
  withTrial: { en: 'A/B test', pt: 'Teste A/B' },
  more: { en: 'Name, tags, links and public page', pt: 'Nome, etiquetas, links e página pública' },
  tags: { en: 'Tags', pt: 'Etiquetas' },
  tagsAbout: {
    en: 'Separate with commas. The emails carry them, too.',
    pt: 'Separe com vírgulas. As mensagens também as levam.',
  },
  rename: { en: 'Name and tags', pt: 'Nome e etiquetas' },
  archive: { en: 'Archive', pt: 'Arquivar' },
  archiveWhat: { en: 'Archive {name}', pt: 'Arquivar {name}' },
  takeBack: { en: 'Take out', pt: 'Desarquivar' },
  takeBackWhat: { en: 'Take {name} out of the archive', pt: 'Desarquivar {name}' },
  isArchived: { en: 'Archived.', pt: 'Arquivada.' },
  isBack: { en: 'Back in the list.', pt: 'De volta à lista.' },
  byTag: { en: 'Tag', pt: 'Etiqueta' },
  whichOnes: { en: 'Archived or not', pt: 'Arquivadas ou não' },
  notArchived: { en: 'Not archived', pt: 'Não arquivadas' },
  onlyArchived: { en: 'Archived', pt: 'Arquivadas' },
  anyArchived: { en: 'Archived or not', pt: 'Todas' },
  order: { en: 'Order', pt: 'Ordem' },
  newestFirst: { en: 'Newest first', pt: 'Mais novas' },
  mostOpened: { en: 'Highest open rate', pt: 'Mais abertas' },
  mostClicked: { en: 'Highest click rate', pt: 'Mais clicadas' },
  revenue: { en: 'Revenue', pt: 'Receita' },
  view: { en: 'View', pt: 'Exibição' },
  asList: { en: 'List', pt: 'Lista' },
  asCalendar: { en: 'Calendar', pt: 'Calendário' },
  monthBefore: { en: 'Month before', pt: 'Mês anterior' },
  monthAfter: { en: 'Month after', pt: 'Mês seguinte' },
  noneThen: { en: 'No campaigns in this month.', pt: 'Nenhuma campanha neste mês.' },
  unnamed: { en: 'New campaign, {day}', pt: 'Nova campanha, {day}' },
  topic: { en: 'Topic of the email', pt: 'Tópico da mensagem' },
  topicAbout: {
    en: 'Only its subscribers get the email; unsubscribing leaves the topic.',
    pt: 'Só quem está inscrito nele recebe; quem se descadastra sai dele.',
  },
  noTopic: { en: 'None', pt: 'Nenhum' },
  topics: { en: 'People of these topics', pt: 'Pessoas destes tópicos' },
  segments: { en: 'People of these segments', pt: 'Pessoas destes segmentos' },
  everybody: { en: 'Everybody', pt: 'Todos' },
  nameAbout: { en: 'Only your team sees it.', pt: 'Só a sua equipe vê.' },
  replyToAbout: {
    en: 'Empty: the sender. Separate several with commas.',
    pt: 'Vazio: o remetente. Vários, separados por vírgula.',
  },
  content: { en: 'Content', pt: 'Conteúdo' },
  openTemplate: { en: 'Open the template', pt: 'Abrir o modelo' },
  match: { en: 'Whoever is in', pt: 'Quem está em' },
  matchAny: { en: 'one of them', pt: 'um deles' },
  matchAll: { en: 'all of them', pt: 'todos eles' },
  anyStatus: { en: 'Any status', pt: 'Qualquer situação' },
  noCampaignFits: { en: 'No matches.', pt: 'Nenhuma campanha corresponde.' },
  whenIt: { en: 'Sent or created', pt: 'Envio ou criação' },
  among: { en: 'People of another campaign', pt: 'Pessoas de outra campanha' },
  amongAbout: {
    en: 'Of the people above, only those who did this with that campaign.',
    pt: 'Entre as pessoas acima, só quem fez isto com a outra campanha.',
  },
  amongAny: { en: 'Anything', pt: 'Qualquer coisa' },
  ofCampaign: { en: 'Campaign', pt: 'Campanha' },
  chooseCampaign: { en: 'Choose a campaign', pt: 'Escolha uma campanha' },
  exclude: { en: 'Exclude people', pt: 'Excluir pessoas' },
  excludeSegments: {
    en: 'Exclude people in these segments',
    pt: 'Excluir quem está nestes segmentos',
  },
  excludeCampaigns: {
    en: 'Exclude people of these campaigns',
    pt: 'Excluir quem está nestas campanhas',
  },
  receivedDays: {
    en: 'Exclude people who got an email in the last',
    pt: 'Excluir quem recebeu mensagem nos últimos',
  },
  dayUnit: { en: 'days', pt: 'dias' },
  nobody: { en: 'Nobody chosen yet.', pt: 'Ninguém foi escolhido ainda.' },
  counting: { en: 'Counting…', pt: 'Contando…' },
  importPeople: { en: 'Import contacts from a file', pt: 'Importar contatos de um arquivo' },
  variant: { en: 'Variant', pt: 'Variante' },
  begins: { en: 'Starts', pt: 'Começa' },
  atOnce: { en: 'Now', pt: 'Agora' },
  later: { en: 'Scheduled', pt: 'Agendada' },
  ofEach: { en: 'recipient’s local time', pt: 'hora local de cada pessoa' },
  past: { en: 'Where that time has already passed', pt: 'Onde essa hora já passou' },
  paceTitle: { en: 'Hours and speed', pt: 'Horários e velocidade' },
  windowFrom: { en: 'Not before', pt: 'Não antes de' },
  windowUntil: { en: 'Not after', pt: 'Não depois de' },
  rate: { en: 'Emails per hour, at most', pt: 'Máximo de mensagens por hora' },
  end: { en: 'Stop sending at ({zone})', pt: 'Parar de enviar em ({zone})' },
  endAbout: {
    en: 'Anyone still waiting then does not get it.',
    pt: 'Quem ainda estiver esperando não recebe.',
  },
  changePace: { en: 'Speed and end', pt: 'Velocidade e fim' },
  rateNone: { en: 'No limit', pt: 'Sem limite' },
  days: { en: 'On these days', pt: 'Nestes dias' },
  daysAbout: { en: 'None selected: every day.', pt: 'Nenhum escolhido: todos os dias.' },
  mendIn: { en: 'Fix: {part}', pt: 'Corrigir: {part}' },
  scheduleIt: { en: 'Schedule', pt: 'Agendar' },
  scheduleAbout: {
    en: {
      one: 'At {at} the email goes to {n} person. Until then you can make it a draft again.',
      other:
        'At {at} the email starts going to {n} people. Until then you can make it a draft again.',
    },
    pt: {
      one: 'Em {at} a mensagem vai para {n} pessoa. Até lá pode voltar a ser rascunho.',
      other: 'Em {at} a mensagem começa a ir para {n} pessoas. Até lá pode voltar a ser rascunho.',
    },
  },
  scheduled: { en: 'The campaign is scheduled.', pt: 'A campanha está agendada.' },
  calendar: { en: 'Sending forecast', pt: 'Previsão de envio' },
  ends: {
    en: 'The last email goes at about {at}.',
    pt: 'A última mensagem sai por volta de {at}.',
  },
  forecastMade: { en: 'Calculated at {at}.', pt: 'Calculada às {at}.' },
  noEnd: {
    en: 'It is not known when the last email goes.',
    pt: 'Não se sabe quando sai a última.',
  },
  moreDays: {
    en: { one: 'and {n} more day', other: 'and {n} more days' },
    pt: { one: 'e mais {n} dia', other: 'e mais {n} dias' },
  },
  pending: { en: 'Waiting', pt: 'Aguardando' },
  cancelled: { en: 'Cancelled', pt: 'Canceladas' },
  pace: { en: 'Speed', pt: 'Velocidade' },
  anHour: { en: '{n} an hour', pt: '{n} por hora' },
  guardOn: {
    en: 'The guard pauses the campaign if too many emails bounce or are marked as spam.',
    pt: 'A proteção pausa a campanha se muitas mensagens voltarem ou forem marcadas como spam.',
  },
  guardOff: { en: 'The guard is off.', pt: 'A proteção está desligada.' },
  guardSaw: {
    en: 'Of {results} results: {hard} bounced permanently, {policy} refused by policy, {complained} marked as spam.',
    pt: 'De {results} resultados: {hard} devolvidas definitivamente, {policy} recusadas por política, {complained} marcadas como spam.',
  },
  parts: { en: 'Breakdown', pt: 'Detalhamento' },
  provider: { en: 'Provider', pt: 'Provedor' },
  hour: { en: 'Hour', pt: 'Hora' },
  language: { en: 'Language', pt: 'Idioma' },
  noParts: { en: 'No emails sent yet.', pt: 'Nenhuma mensagem saiu ainda.' },
  deferred: { en: 'Deferred', pt: 'Adiadas' },
  trialTitle: { en: 'A/B test', pt: 'Teste A/B' },
  asWritten: { en: 'original', pt: 'original' },
  choose: { en: 'Choose', pt: 'Escolher' },
  chooseWhat: { en: 'Choose {key}', pt: 'Escolher {key}' },
  chooseAbout: {
    en: 'Everyone who has not got the email yet gets this one.',
    pt: 'Quem ainda não recebeu recebe esta.',
  },
  undecided: { en: 'Not decided yet.', pt: 'Ainda não decidido.' },
  chosen: { en: '{key} was chosen manually.', pt: '{key} foi escolhida manualmente.' },
  won: { en: '{key} won, with {sure} confidence.', pt: '{key} venceu, com {sure} de confiança.' },
  unsure: {
    en: 'Not certain: {key} is ahead, with {sure} confidence.',
    pt: 'Sem certeza: {key} está na frente, com {sure} de confiança.',
  },
  noLeader: { en: 'Undecided: none is ahead.', pt: 'Sem definição: nenhuma está na frente.' },
  checks: { en: 'Before sending', pt: 'Antes de enviar' },
  checkAgain: { en: 'Check again', pt: 'Verificar de novo' },
  sendable: {
    en: { one: '{n} of {total} can receive it.', other: '{n} of {total} can receive it.' },
    pt: { one: '{n} de {total} pode receber.', other: '{n} de {total} podem receber.' },
  },
  send: { en: 'Send now', pt: 'Enviar agora' },
  sendAbout: {
    en: {
      one: 'The email goes to {n} person. Once it is there, it cannot be taken back.',
      other:
        'The email goes to {n} people. You can pause it, but not take it back from those who have it.',
    },
    pt: {
      one: 'A mensagem vai para {n} pessoa. Depois de recebida, não dá para tirar.',
      other: 'A mensagem vai para {n} pessoas. Dá para pausar, não para tirar de quem já recebeu.',
    },
  },
  started: { en: 'The campaign is being sent.', pt: 'A campanha está sendo enviada.' },
  at: { en: 'Date and time', pt: 'Data e hora' },
  ofRecipient: {
    en: "At this time in each person's time zone",
    pt: 'Nesta hora no fuso de cada pessoa',
  },
  scheduledFor: { en: 'Starts {at}', pt: 'Começa em {at}' },
  unschedule: { en: 'Back to draft', pt: 'Voltar a rascunho' },
  pause: { en: 'Pause', pt: 'Pausar' },
  pauseAbout: {
    en: 'Emails not being delivered right now wait until you resume.',
    pt: 'As mensagens que não estão sendo entregues agora esperam até você retomar.',
  },
  resume: { en: 'Resume', pt: 'Retomar' },
  cancel: { en: 'Cancel campaign', pt: 'Cancelar campanha' },
  cancelAbout: {
    en: 'Anyone who has not got the email yet will not get it. This cannot be undone.',
    pt: 'Quem ainda não recebeu a mensagem não recebe. Isso não pode ser desfeito.',
  },
  duplicate: { en: 'Duplicate', pt: 'Duplicar' },
  duplicateAbout: {
    en: 'A draft with the same email and audience.',
    pt: 'Um rascunho com a mesma mensagem e o mesmo público.',
  },
  copied: { en: 'Duplicated as a draft.', pt: 'Duplicada como rascunho.' },
  progress: { en: 'Progress', pt: 'Andamento' },
  ofAudience: { en: '{done} of {all} people processed', pt: '{done} de {all} pessoas processadas' },
  waits: { en: 'Waiting: {reason}, until {until}.', pt: 'Aguardando: {reason}, até {until}.' },
  pausedBy: { en: 'Paused: {by}.', pt: 'Pausada: {by}.' },
  released: { en: 'Emails', pt: 'Mensagens' },
  skipped: { en: 'Not sent', pt: 'Não enviadas' },
  delivered: { en: 'Delivered', pt: 'Entregues' },
  captured: { en: 'Captured', pt: 'Capturadas' },
  bounced: { en: 'Bounced', pt: 'Devolvidas' },
  opened: { en: 'Opened', pt: 'Abriram' },
  clicked: { en: 'Clicked', pt: 'Clicaram' },
  complained: { en: 'Marked as spam', pt: 'Marcadas como spam' },
  links: { en: 'Links', pt: 'Links' },
  noLinks: { en: 'No links shared by all recipients.', pt: 'Nenhum link igual para todos.' },
  link: { en: 'Link', pt: 'Link' },
  people: { en: 'People', pt: 'Pessoas' },
  machines: { en: 'Bots', pt: 'Robôs' },
  mend: { en: 'Fix', pt: 'Corrigir' },
  mendWhat: { en: 'Fix {url}', pt: 'Corrigir {url}' },
  mendAbout: {
    en: 'From now on clicks go here, also in emails already sent. Empty: the original address.',
    pt: 'Cliques passam a levar aqui, também em mensagens já enviadas. Vazio: o endereço original.',
  },
  recipients: { en: 'People of the campaign', pt: 'Pessoas da campanha' },
  searchPeople: {
    en: 'Address or name; a whole address says why',
    pt: 'E-mail ou nome; o e-mail inteiro mostra o motivo',
  },
  noRecipients: { en: 'No recipients yet.', pt: 'Ainda não há destinatários.' },
  noneFit: { en: 'No matches', pt: 'Ninguém corresponde' },
  why: { en: 'Reason', pt: 'Motivo' },
  anyState: { en: 'Everyone', pt: 'Todos' },
  letterOf: { en: 'Email', pt: 'E-mail' },
  seeEmail: { en: 'See the email', pt: 'Ver o e-mail' },
  seeEmails: { en: 'See its emails', pt: 'Ver os e-mails' },
} satisfies Record<string, Text | Plural>

export const cardTexts = {
  sender: { en: 'Sender', pt: 'Remetente' },
  subject: { en: 'Subject', pt: 'Assunto' },
  audience: { en: 'Recipients', pt: 'Destinatários' },
  time: { en: 'Time', pt: 'Horário' },
  letter: { en: 'Email', pt: 'Mensagem' },
  more: { en: 'Name, tags, links', pt: 'Nome, etiquetas, links' },
} satisfies Record<string, Text>

export const cardStateTexts = {
  missing: { en: 'Missing', pt: 'Falta' },
  error: { en: 'Blocks sending', pt: 'Impede o envio' },
  warning: { en: 'Warning', pt: 'Atenção' },
  ready: { en: 'Ready', pt: 'Pronto' },
} satisfies Record<string, Text>

export const senderTexts = {
  name: { en: 'Sender name', pt: 'Nome do remetente' },
  nameAbout: { en: 'Such as the name of your shop.', pt: 'Como o nome da sua loja.' },
  address: { en: 'Address', pt: 'Endereço' },
  addressAbout: { en: 'What stands before the @.', pt: 'O que vem antes do @.' },
  wholeAbout: { en: 'Such as hello@your.domain.', pt: 'Como ola@seu.dominio.' },
  domain: { en: 'Domain', pt: 'Domínio' },
  domainAbout: { en: 'One of your verified domains.', pt: 'Um dos seus domínios verificados.' },
  notVerified: { en: 'This domain is not verified.', pt: 'Este domínio não está verificado.' },
  noDomain: { en: 'No domain is verified yet.', pt: 'Ainda não há domínio verificado.' },
  addDomain: { en: 'Add a domain', pt: 'Adicionar um domínio' },
  last: { en: 'Used before', pt: 'Usados antes' },
} satisfies Record<string, Text>

export const trialTexts = {
  title: { en: 'Test several emails (A/B)', pt: 'Testar várias mensagens (A/B)' },
  about: {
    en: 'Some people get the email first, split evenly between the variants; everyone else gets the winner. A is this campaign as it is.',
    pt: 'Algumas pessoas recebem antes, divididas por igual entre as variantes; o resto recebe a vencedora. A é esta campanha como está.',
  },
  other: {
    en: 'This test was set up through the API and stays as it is.',
    pt: 'Este teste foi feito pela API e fica como está.',
  },
  variant: { en: 'Variant {key}', pt: 'Variante {key}' },
  subject: { en: 'Subject of {key}', pt: 'Assunto de {key}' },
  from: { en: 'Sender of {key}', pt: 'Remetente de {key}' },
  letter: { en: 'Email of {key}', pt: 'Mensagem de {key}' },
  same: { en: 'The same', pt: 'A mesma coisa' },
  add: { en: 'Add a variant', pt: 'Adicionar variante' },
  remove: { en: 'Remove', pt: 'Remover' },
  removeWhat: { en: 'Remove variant {key}', pt: 'Remover a variante {key}' },
  none: { en: 'No test', pt: 'Sem teste' },
  share: { en: 'Test group', pt: 'Grupo de teste' },
  wait: { en: 'Pick the winner after', pt: 'Escolher a vencedora depois de' },
  metric: { en: 'Winner by', pt: 'Vence por' },
  byClicks: { en: 'clicks by people', pt: 'cliques de pessoas' },
  byOpens: { en: 'opens by people', pt: 'aberturas de pessoas' },
} satisfies Record<string, Text>

export const tryTexts = {
  title: { en: 'Send a test', pt: 'Enviar um teste' },
  to: { en: 'Addresses', pt: 'Endereços' },
  toAbout: {
    en: 'Up to ten members of the account or contacts.',
    pt: 'Até dez membros da conta ou contatos.',
  },
  tooMany: { en: '{n} addresses: at most ten.', pt: '{n} endereços: no máximo dez.' },
  asThemselves: {
    en: 'Each contact with their own values',
    pt: 'Cada contato com os próprios dados',
  },
  asThemselvesAbout: {
    en: 'Anyone who is not a contact gets it without personal values.',
    pt: 'Quem não é contato recebe sem dados pessoais.',
  },
  variant: { en: 'Variant', pt: 'Variante' },
  send: { en: 'Send test', pt: 'Enviar teste' },
  sent: { en: 'A test is on its way to {emails}.', pt: 'Um teste está a caminho de {emails}.' },
} satisfies Record<string, Text>

export const followUpTexts = {
  title: { en: 'Follow-up', pt: 'Mensagem de reforço' },
  about: {
    en: 'The same email once more, to who did not react to it, planned when this campaign has been sent.',
    pt: 'A mesma mensagem mais uma vez, a quem não reagiu, agendada quando esta campanha tiver sido enviada.',
  },
  days: { en: 'Days after it', pt: 'Dias depois' },
  none: { en: 'No follow-up', pt: 'Sem reforço' },
  to: { en: 'To', pt: 'Para' },
  subject: { en: 'Subject of the follow-up', pt: 'Assunto do reforço' },
  sameSubject: { en: 'The same', pt: 'O mesmo' },
  planned: {
    en: { one: '{who}, after {n} day', other: '{who}, after {n} days' },
    pt: { one: '{who}, depois de {n} dia', other: '{who}, depois de {n} dias' },
  },
} satisfies Record<string, Text | Plural>

export const suggestionTexts = {
  best: { en: 'Suggested: {hour}', pt: 'Sugestão: {hour}' },
  use: { en: 'Use this time', pt: 'Usar este horário' },
  because: {
    en: {
      one: 'Most clicks in the last campaign: {of} of {all}.',
      other: 'Most clicks in the last {n} campaigns: {of} of {all}.',
    },
    pt: {
      one: 'Mais cliques na última campanha: {of} de {all}.',
      other: 'Mais cliques nas últimas {n} campanhas: {of} de {all}.',
    },
  },
  others: { en: 'Then: {hours}.', pt: 'Depois: {hours}.' },
} satisfies Record<string, Text | Plural>

export const archiveTexts = {
  isPublic: { en: 'Public page of this campaign', pt: 'Página pública desta campanha' },
  about: {
    en: 'Once sent, anyone can read it at its address, without personal values.',
    pt: 'Depois de enviada, qualquer um pode ler no endereço dela, sem dados pessoais.',
  },
  slug: { en: 'End of its address', pt: 'Fim do endereço' },
  slugAbout: {
    en: 'Small letters, digits and hyphens. Empty: made from the name.',
    pt: 'Letras minúsculas, números e hifens. Vazio: feito do nome.',
  },
  address: { en: 'Address of the page', pt: 'Endereço da página' },
  feed: { en: 'Feed of its topic (RSS)', pt: 'Feed do tópico (RSS)' },
} satisfies Record<string, Text>

export const pastTexts = {
  now: { en: 'send at once', pt: 'enviar imediatamente' },
  next_day: { en: 'on the next day', pt: 'no dia seguinte' },
  skip: { en: 'don’t send', pt: 'não enviar' },
} satisfies Record<string, Text>

export const phaseTexts: Readonly<Record<string, Text>> = {
  preparing: { en: 'preparing the list of recipients', pt: 'preparando a lista de destinatários' },
  test: { en: 'testing the subjects', pt: 'testando os assuntos' },
  deciding: { en: 'waiting for the result', pt: 'aguardando o resultado' },
  rest: { en: 'sending', pt: 'enviando' },
  finishing: { en: 'finishing', pt: 'terminando' },
}

export const waitTexts: Readonly<Record<string, Text>> = {
  quota: { en: 'plan limit', pt: 'limite do plano' },
  spend_limit: { en: 'spending limit', pt: 'limite de gastos' },
  warm_up: { en: 'domain warm-up', pt: 'aquecimento do domínio' },
  window: { en: 'outside sending hours', pt: 'fora do horário de envio' },
  rate: { en: 'speed limit', pt: 'limite de velocidade' },
  time_zone: { en: 'recipients’ local time', pt: 'hora local de cada pessoa' },
  // The guard waits for them as well as the test of subjects.
  test_result: { en: 'the results of the first emails', pt: 'o resultado das primeiras mensagens' },
  ab_result: { en: 'result of the A/B test', pt: 'resultado do teste A/B' },
  quiet_hours: { en: 'quiet hours', pt: 'horário de silêncio' },
  in_line: { en: 'their turn', pt: 'a vez da pessoa' },
  schedule: { en: 'the time of the campaign', pt: 'o horário da campanha' },
  cap: { en: 'limit of emails per person', pt: 'limite de mensagens por pessoa' },
  paused_by_person: { en: 'the campaign is paused', pt: 'a campanha está pausada' },
  paused_by_guard: {
    en: 'the campaign was paused by its guard',
    pt: 'a proteção pausou a campanha',
  },
  paused_by_account: { en: 'the account is paused', pt: 'a conta está pausada' },
  reserve: {
    en: 'capacity kept for transactional email',
    pt: 'capacidade guardada para transacionais',
  },
}

export const pauserTexts: Readonly<Record<string, Text>> = {
  person: { en: 'by a member of the team', pt: 'por alguém da equipe' },
  guard: {
    en: 'too many emails bounced or were marked as spam',
    pt: 'muitas mensagens voltaram ou foram marcadas como spam',
  },
  account: { en: 'the account is paused', pt: 'a conta está pausada' },
  missed_schedule: {
    en: 'more than six hours past its time',
    pt: 'o horário passou há mais de seis horas',
  },
}

export const rowStateTexts: Readonly<Record<string, Text>> = {
  pending: { en: 'Waiting', pt: 'Aguardando' },
  released: { en: 'Sent', pt: 'Enviada' },
  skipped: { en: 'Not sent', pt: 'Não enviada' },
  cancelled: { en: 'Cancelled', pt: 'Cancelada' },
}

/** How far a letter has come. */
export const letterTexts: Readonly<Record<string, Text>> = {
  queued: { en: 'Queued', pt: 'Na fila' },
  sent: { en: 'Sent', pt: 'Enviada' },
  deferred: { en: 'Deferred', pt: 'Adiada' },
  bounced: { en: 'Bounced', pt: 'Devolvida' },
  failed: { en: 'Failed', pt: 'Falhou' },
  delivered: { en: 'Delivered', pt: 'Entregue' },
  opened: { en: 'Opened', pt: 'Abriu' },
  clicked: { en: 'Clicked', pt: 'Clicou' },
  not_opened: { en: 'Did not open', pt: 'Não abriu' },
  not_clicked: { en: 'Did not click', pt: 'Não clicou' },
  unsubscribed: { en: 'Unsubscribed', pt: 'Descadastrou-se' },
  complained: { en: 'Marked as spam', pt: 'Marcada como spam' },
}

export const reasonTexts: Readonly<Record<string, Text>> = {
  suppressed: { en: 'on the suppression list', pt: 'na lista de supressão' },
  unsubscribed_topic: { en: 'not subscribed to the topic', pt: 'sem inscrição no tópico' },
  not_confirmed: { en: 'subscription not confirmed', pt: 'inscrição sem confirmação' },
  unconfirmed: { en: 'no confirmed subscription', pt: 'sem inscrição confirmada' },
  snoozed: { en: 'paused by the person', pt: 'em pausa, a pedido da pessoa' },
  deleted: { en: 'contact deleted', pt: 'contato excluído' },
  capped: { en: 'email limit reached', pt: 'limite de mensagens atingido' },
  no_variant: { en: 'not written in their language', pt: 'sem mensagem no idioma' },
  past_zone: { en: 'that time had passed in their zone', pt: 'a hora já tinha passado no fuso' },
  too_late: { en: 'the campaign ended first', pt: 'a campanha terminou antes' },
  missing_value: { en: 'a value is missing', pt: 'falta um valor' },
  error: { en: 'the email could not be created', pt: 'a mensagem não pôde ser gerada' },
}
