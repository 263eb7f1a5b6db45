/** Keys, webhooks, suppressions, projects, members. */
import type { Text } from '../words.tsx'

export const keys = {
  title: { en: 'API keys', pt: 'Chaves de API' },
  about: {
    en: 'A key belongs to this project. Test keys capture, live keys deliver.',
    pt: 'Uma chave pertence a este projeto. Chaves de teste capturam, chaves de produção entregam.',
  },
  create: { en: 'Create key', pt: 'Criar chave' },
  created: { en: 'Your new key', pt: 'Sua nova chave' },
  scope: { en: 'Scope', pt: 'Escopo' },
  send: { en: 'Send', pt: 'Enviar' },
  read: { en: 'Read', pt: 'Ler' },
  admin: { en: 'Everything', pt: 'Tudo' },
  allowIps: { en: 'Allowed addresses (optional)', pt: 'Endereços permitidos (opcional)' },
  allowIpsAbout: {
    en: 'IP addresses or ranges, separated by commas. Empty: from anywhere.',
    pt: 'Endereços IP ou faixas, separados por vírgulas. Vazio: de qualquer lugar.',
  },
  rate: { en: 'Calls per second (optional)', pt: 'Chamadas por segundo (opcional)' },
  key: { en: 'Key', pt: 'Chave' },
  used: { en: 'Last used', pt: 'Último uso' },
  noName: { en: '(no name)', pt: '(sem nome)' },
  none: { en: 'No keys yet', pt: 'Nenhuma chave ainda' },
  noneAbout: {
    en: 'Create a test key to send a first email that goes nowhere.',
    pt: 'Crie uma chave de teste para enviar um primeiro e-mail que não sai daqui.',
  },
  removeAbout: {
    en: 'Programs that use it are refused at once.',
    pt: 'Programas que a usam serão recusados imediatamente.',
  },
} satisfies Record<string, Text>

export const webhooks = {
  title: { en: 'Webhooks', pt: 'Webhooks' },
  about: {
    en: 'Signed notifications of events to your systems, repeated for about three days until answered.',
    pt: 'Notificações assinadas de eventos para seus sistemas, repetidas por cerca de três dias até a resposta.',
  },
  create: { en: 'Create webhook', pt: 'Criar webhook' },
  edit: { en: 'Change webhook', pt: 'Alterar webhook' },
  url: { en: 'URL', pt: 'URL' },
  urlAbout: { en: 'Begins with https://', pt: 'Começa com https://' },
  events: { en: 'Events', pt: 'Eventos' },
  allEvents: { en: 'All events', pt: 'Todos os eventos' },
  secret: { en: 'Signing secret', pt: 'Segredo de assinatura' },
  none: { en: 'No webhooks yet', pt: 'Nenhum webhook ainda' },
  noneAbout: {
    en: 'Create one, and your systems learn of every delivery and bounce.',
    pt: 'Crie um, e seus sistemas saberão de cada entrega e devolução.',
  },
  pause: { en: 'Pause', pt: 'Pausar' },
  resume: { en: 'Resume', pt: 'Retomar' },
  test: { en: 'Send a test', pt: 'Enviar um teste' },
  testSent: { en: 'The test is on its way.', pt: 'O teste está a caminho.' },
  rotate: { en: 'Replace secret', pt: 'Trocar segredo' },
  rotateAbout: {
    en: 'A new secret is made. For 24 hours the old one signs beside it.',
    pt: 'Um novo segredo é criado. Por 24 horas o antigo também assina.',
  },
  removeAbout: {
    en: 'Nothing is posted to this address any more, not even what is waiting.',
    pt: 'Nada mais é enviado a este endereço, nem o que está esperando.',
  },
  attempts: { en: 'Last attempts', pt: 'Últimas tentativas' },
  attemptsAbout: {
    en: 'The last 100, newest first.',
    pt: 'As últimas 100, mais recentes primeiro.',
  },
  noAttempts: { en: 'Nothing posted yet', pt: 'Nada enviado ainda' },
  noAttemptsAbout: {
    en: 'Send a test, or wait for the first event.',
    pt: 'Envie um teste ou aguarde o primeiro evento.',
  },
  answer: { en: 'Answer', pt: 'Resposta' },
  noAnswer: { en: 'No answer', pt: 'Sem resposta' },
  took: { en: 'Time taken', pt: 'Duração' },
  at: { en: 'At', pt: 'Quando' },
  event: { en: 'Event', pt: 'Evento' },
  next: { en: 'Next attempt', pt: 'Próxima tentativa' },
  request: { en: 'Request', pt: 'Requisição' },
  response: { en: 'Response', pt: 'Resposta' },
  details: { en: 'Details', pt: 'Detalhes' },
  detailsOf: { en: 'Details of {event}', pt: 'Detalhes de {event}' },
  emptyBody: { en: '(empty)', pt: '(vazio)' },
  resend: { en: 'Send again', pt: 'Enviar de novo' },
  resent: { en: 'On its way again.', pt: 'A caminho de novo.' },
} satisfies Record<string, Text>

export const suppressions = {
  title: { en: 'Suppressions', pt: 'Supressões' },
  about: {
    en: 'Addresses Malote does not write to: they bounced, complained, unsubscribed or were added by hand.',
    pt: 'Endereços para os quais o Malote não escreve: devolveram, denunciaram, cancelaram ou foram adicionados à mão.',
  },
  add: { en: 'Add address', pt: 'Adicionar endereço' },
  added: { en: 'Added.', pt: 'Adicionado.' },
  search: { en: 'Find an address', pt: 'Encontrar um endereço' },
  anyReason: { en: 'Any reason', pt: 'Qualquer motivo' },
  blocks: { en: 'Blocks', pt: 'Bloqueia' },
  cause: { en: 'Caused by', pt: 'Causado por' },
  seeEmail: { en: 'See the email', pt: 'Ver o e-mail' },
  since: { en: 'Since', pt: 'Desde' },
  import: { en: 'Import CSV', pt: 'Importar CSV' },
  importAbout: {
    en: 'A file with the column email and, if you like, stream. Up to 50,000 lines.',
    pt: 'Um arquivo com a coluna email e, se quiser, stream. Até 50.000 linhas.',
  },
  file: { en: 'CSV file', pt: 'Arquivo CSV' },
  imported: {
    en: '{added} added, {already} were there already.',
    pt: '{added} adicionados, {already} já estavam na lista.',
  },
  invalid: { en: 'Lines that are not addresses: {n}', pt: 'Linhas que não são endereços: {n}' },
  line: { en: 'line {n}', pt: 'linha {n}' },
  none: { en: 'Nobody is suppressed', pt: 'Ninguém está suprimido' },
  noneAbout: {
    en: 'Addresses that do not exist or complain get here by themselves.',
    pt: 'Endereços que não existem ou denunciam entram aqui sozinhos.',
  },
  noneFit: { en: 'No entry fits', pt: 'Nenhuma entrada corresponde' },
  removeAbout: {
    en: 'Mail goes to {email} again.',
    pt: 'Os e-mails voltam a ir para {email}.',
  },
  hard_bounce: { en: 'Does not exist', pt: 'Não existe' },
  complaint: { en: 'Complaint', pt: 'Denúncia' },
  unsubscribe: { en: 'Unsubscribed', pt: 'Descadastro' },
  manual: { en: 'By hand', pt: 'Manual' },
  repeated_soft_bounce: { en: 'Bounced repeatedly', pt: 'Devoluções repetidas' },
} satisfies Record<string, Text>

export const projects = {
  title: { en: 'Projects', pt: 'Projetos' },
  about: {
    en: 'Each project has its own domains, keys, emails and webhooks.',
    pt: 'Cada projeto tem seus domínios, chaves, e-mails e webhooks.',
  },
  create: { en: 'Create project', pt: 'Criar projeto' },
  edit: { en: 'Change project', pt: 'Alterar projeto' },
  accountLanguage: { en: 'The account’s', pt: 'O da conta' },
  languageAbout: {
    en: 'The language of explanations in webhooks.',
    pt: 'O idioma das explicações nos webhooks.',
  },
  removeAbout: {
    en: 'Its keys, domains, webhooks and suppressions go with it. Emails that wait are not sent; all of them disappear from here at once, and from the disk when their plan’s days are over.',
    pt: 'Suas chaves, domínios, webhooks e supressões vão junto. E-mails em espera não são enviados; todos somem daqui na hora, e do disco quando passarem os dias do plano.',
  },
} satisfies Record<string, Text>

export const members = {
  title: { en: 'Members', pt: 'Membros' },
  about: {
    en: 'Who may log in to this account, and what they may do.',
    pt: 'Quem pode entrar nesta conta e o que pode fazer.',
  },
  invite: { en: 'Invite', pt: 'Convidar' },
  invited: { en: 'The invitation is on its way.', pt: 'O convite está a caminho.' },
  role: { en: 'Role', pt: 'Papel' },
  roleOf: { en: 'Role of {email}', pt: 'Papel de {email}' },
  owner: {
    en: 'Owners may do everything.',
    pt: 'Proprietários podem fazer tudo.',
  },
  developer: {
    en: 'Developers may do everything but members and account settings.',
    pt: 'Desenvolvedores podem tudo, menos membros e configurações da conta.',
  },
  marketing: { en: 'Marketing may send and read.', pt: 'Marketing pode enviar e ler.' },
  reader: { en: 'Readers may read.', pt: 'Leitores podem ler.' },
  twoSteps: { en: 'Two-step log-in', pt: 'Acesso em duas etapas' },
  yes: { en: 'Yes', pt: 'Sim' },
  no: { en: 'No', pt: 'Não' },
  you: { en: 'you', pt: 'você' },
  removeAbout: {
    en: '{email} can no longer log in.',
    pt: '{email} não poderá mais entrar.',
  },
} satisfies Record<string, Text>
