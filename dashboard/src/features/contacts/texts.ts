/** Words about contacts. */
import type { Plural, Text } from '../../ui/words.tsx'

export const contacts = {
  title: { en: 'Contacts', pt: 'Contatos' },
  about: {
    en: 'The people you may email, what they asked for, and how you know.',
    pt: 'As pessoas para quem você pode escrever, o que pediram e como você sabe disso.',
  },
  total: {
    en: { one: '{n} contact.', other: '{n} contacts.' },
    pt: { one: '{n} contato.', other: '{n} contatos.' },
  },
  aboutTotal: {
    en: { one: 'About {n} contact.', other: 'About {n} contacts.' },
    pt: { one: 'Cerca de {n} contato.', other: 'Cerca de {n} contatos.' },
  },
  totalGone: {
    en: { one: '{n} is blocked or unsubscribed.', other: '{n} are blocked or unsubscribed.' },
    pt: { one: '{n} bloqueado ou descadastrado.', other: '{n} bloqueados ou descadastrados.' },
  },
  search: { en: 'Start of an address or name', pt: 'Início de um endereço ou nome' },
  add: { en: 'Add contact', pt: 'Adicionar contato' },
  added: { en: 'Added {email}.', pt: '{email} adicionado.' },
  known: {
    en: '{email} already existed; what you filled in was saved.',
    pt: '{email} já existia; o que você preencheu foi salvo.',
  },
  receives: { en: 'Marketing', pt: 'Marketing' },
  may: { en: 'Can be emailed', pt: 'Pode receber' },
  left: { en: 'Unsubscribed', pt: 'Descadastrado' },
  blocked: { en: 'Blocked', pt: 'Bloqueado' },
  waiting: { en: 'Not confirmed', pt: 'Falta confirmar' },
  snoozed: { en: 'Paused', pt: 'Em pausa' },
  anyone: { en: 'Everyone', pt: 'Todos' },
  onlyMay: { en: 'Can be emailed', pt: 'Podem receber' },
  onlyLeft: { en: 'Blocked or unsubscribed', pt: 'Bloqueados ou descadastrados' },
  anyTopic: { en: 'Any topic', pt: 'Qualquer tópico' },
  inTopic: { en: 'Topic', pt: 'Tópico' },
  topicState: { en: 'State in the topic', pt: 'Situação no tópico' },
  anyState: { en: 'Any', pt: 'Qualquer' },
  segment: { en: 'Segment', pt: 'Segmento' },
  anySegment: { en: 'Any segment', pt: 'Qualquer segmento' },
  import: { en: 'Import', pt: 'Importação' },
  anyImport: { en: 'Any import', pt: 'Qualquer importação' },
  columns: { en: 'Columns', pt: 'Colunas' },
  columnsShown: { en: 'Shown beside the email', pt: 'Mostradas ao lado do e-mail' },
  after: { en: 'Added from', pt: 'Adicionado de' },
  before: { en: 'Added until', pt: 'Adicionado até' },
  topics: { en: 'Topics', pt: 'Tópicos' },
  noneFit: { en: 'No matches', pt: 'Nenhum contato corresponde' },
  none: { en: 'No contacts yet', pt: 'Ainda não há contatos' },
  noneAbout: {
    en: 'Import a file, put a form on your site, or add people one by one.',
    pt: 'Importe um arquivo, ponha um formulário no seu site ou adicione pessoas uma a uma.',
  },
  name: { en: 'Name', pt: 'Nome' },
  languageAbout: { en: 'Such as pt-BR or en', pt: 'Como pt-BR ou en' },
  ofProject: { en: "The account's", pt: 'O da conta' },
  joins: { en: 'Subscribe to', pt: 'Inscrever em' },
  joinsAbout: {
    en: 'Only what the person asked for. It is recorded that you entered it, without proof.',
    pt: 'Só o que a pessoa pediu. Fica registrado que foi você, sem prova.',
  },
} satisfies Record<string, Text | Plural>

/** Of several that are chosen. */
export const bulk = {
  joinTopic: { en: 'Add to a topic', pt: 'Adicionar a um tópico' },
  leaveTopic: { en: 'Remove from a topic', pt: 'Retirar de um tópico' },
  topic: { en: 'Topic', pt: 'Tópico' },
  joinAbout: {
    en: 'Only what they asked for. It is recorded that you entered it, without proof. Anyone who unsubscribed before stays unsubscribed.',
    pt: 'Só o que pediram. Fica registrado que foi você, sem prova. Quem já se descadastrou continua descadastrado.',
  },
  leaveAbout: {
    en: 'Afterwards only they can subscribe again, by a form or the preferences page.',
    pt: 'Depois, só as próprias pessoas podem voltar, por um formulário ou pela página de preferências.',
  },
  toList: { en: 'Add to a segment', pt: 'Adicionar a um segmento' },
  list: { en: 'Segment', pt: 'Segmento' },
  listAbout: {
    en: 'Segments that are lists, to which people are added manually.',
    pt: 'Segmentos que são listas, em que as pessoas são incluídas manualmente.',
  },
  noLists: {
    en: 'There is no segment that is a list yet. Create one under Segments.',
    pt: 'Ainda não há um segmento que seja uma lista. Crie um em Segmentos.',
  },
  going: { en: '{n} done …', pt: '{n} até agora …' },
  done: {
    en: { one: 'Done for {n} contact.', other: 'Done for {n} contacts.' },
    pt: { one: 'Feito para {n} contato.', other: 'Feito para {n} contatos.' },
  },
  refused: {
    en: { one: 'Not for {n}.', other: 'Not for {n}.' },
    pt: { one: 'Não para {n}.', other: 'Não para {n}.' },
  },
  removeAbout: {
    en: { one: '{n} contact is deleted.', other: '{n} contacts are deleted.' },
    pt: { one: '{n} contato é excluído.', other: '{n} contatos são excluídos.' },
  },
  removeJoined: {
    en: { one: '{n} of them is subscribed.', other: '{n} of them are subscribed.' },
    pt: {
      one: '{n} está inscrito em algum tópico.',
      other: '{n} estão inscritos em algum tópico.',
    },
  },
  removeKept: {
    en: 'Suppressions and proofs of consent stay.',
    pt: 'Supressões e provas de consentimento ficam.',
  },
} satisfies Record<string, Text | Plural>

/** Of the page of one person. */
export const person = {
  letter: { en: 'Email', pt: 'Mensagem' },
  getsTopics: { en: 'Gets marketing about {topics}.', pt: 'Recebe marketing sobre {topics}.' },
  getsPlain: {
    en: 'Can be emailed, but is not subscribed to any topic.',
    pt: 'Pode receber, mas não está em nenhum tópico.',
  },
  awaits: {
    en: 'Waiting for confirmation of {topics}.',
    pt: 'Aguardando a confirmação de {topics}.',
  },
  getsNone: {
    en: 'Gets no marketing since {at}: {why}.',
    pt: 'Não recebe marketing desde {at}: {why}.',
  },
  getsNothing: {
    en: 'Gets no emails at all since {at}: {why}.',
    pt: 'Não recebe nenhuma mensagem desde {at}: {why}.',
  },
  paused: { en: 'Paused until {at}.', pt: 'Em pausa até {at}.' },
  whyUnsubscribe: { en: 'unsubscribed', pt: 'se descadastrou' },
  whyManual: { en: 'blocked manually', pt: 'bloqueio manual' },
  whyComplaint: { en: 'marked an email as spam', pt: 'marcou uma mensagem como spam' },
  whyHardBounce: { en: 'the address does not exist', pt: 'o endereço não existe' },
  whyRepeated: { en: 'emails bounced repeatedly', pt: 'as mensagens voltaram repetidas vezes' },
  seeSuppression: { en: 'See the suppression', pt: 'Ver a supressão' },
  data: { en: 'Data', pt: 'Dados' },
  edit: { en: 'Edit', pt: 'Editar' },
  source: { en: 'Source', pt: 'Origem' },
  importsAbout: {
    en: 'Imports whose file had this person, newest first.',
    pt: 'Importações cujo arquivo trazia esta pessoa, da mais recente para a mais antiga.',
  },
  line: { en: 'line {n}', pt: 'linha {n}' },
  added: { en: 'Added', pt: 'Adicionado' },
  updated: { en: 'Changed', pt: 'Alterado' },
  topicsAbout: {
    en: 'What this person asked for, since when, and how you know.',
    pt: 'O que esta pessoa pediu, desde quando e como você sabe.',
  },
  since: { en: 'Since', pt: 'Desde' },
  how: { en: 'How', pt: 'Como' },
  subscribe: { en: 'Subscribe', pt: 'Inscrever' },
  unsubscribe: { en: 'Unsubscribe', pt: 'Descadastrar' },
  subscribeWhat: { en: 'Subscribe to {topic}', pt: 'Inscrever em {topic}' },
  unsubscribeWhat: { en: 'Unsubscribe from {topic}', pt: 'Descadastrar de {topic}' },
  unsubscribeAbout: {
    en: 'Only the person can subscribe again, by a form or the preferences page.',
    pt: 'Depois, só a própria pessoa pode voltar, por um formulário ou pela página de preferências.',
  },
  agreedAt: { en: 'When did the person agree?', pt: 'Quando a pessoa concordou?' },
  agreedAtAbout: {
    en: 'Required if the person unsubscribed before. In the time zone {zone}.',
    pt: 'Necessário para quem já se descadastrou. No fuso {zone}.',
  },
  agreedWhere: { en: 'Where?', pt: 'Onde?' },
  agreedWhereAbout: {
    en: 'At the counter, by phone, at a fair …',
    pt: 'No balcão, por telefone, em uma feira …',
  },
  noTopics: { en: 'There are no topics yet.', pt: 'Ainda não há tópicos.' },
  history: { en: 'History', pt: 'Histórico' },
  historyAbout: {
    en: 'Emails and consents, newest first.',
    pt: 'Mensagens e consentimentos, do mais novo ao mais antigo.',
  },
  noHistory: { en: 'Nothing yet.', pt: 'Ainda não aconteceu nada.' },
  seeCampaign: { en: 'See the campaign', pt: 'Ver a campanha' },
  seeSequence: { en: 'See the sequence', pt: 'Ver a sequência' },
  seeEmail: { en: 'See the email', pt: 'Ver o e-mail' },
  dossier: { en: 'Download data (GDPR)', pt: 'Baixar dados (LGPD)' },
  proof: { en: 'Proof of consent', pt: 'Prova de consentimento' },
  pause: { en: 'Pause', pt: 'Pausar' },
  pauseAbout: {
    en: '{email} gets no marketing during that time; topics stay as they are.',
    pt: '{email} não recebe marketing durante esse tempo; os tópicos ficam como estão.',
  },
  pauseFor: { en: 'For how long', pt: 'Por quanto tempo' },
  resume: { en: 'End the pause', pt: 'Encerrar a pausa' },
  resumeAbout: { en: '{email} gets marketing again.', pt: '{email} volta a receber marketing.' },
  stop: { en: 'Stop all marketing', pt: 'Parar todo o marketing' },
  stopAbout: {
    en: '{email} gets no more marketing. Only the person can come back.',
    pt: '{email} não recebe mais marketing. Só a própria pessoa pode voltar.',
  },
  stopped: { en: 'Unsubscribed from all marketing.', pt: 'Descadastrado de todo o marketing.' },
  remove: { en: 'Delete contact', pt: 'Excluir contato' },
  removeAbout: {
    en: '{email} is removed from your contacts. Suppressions and proofs of consent stay.',
    pt: '{email} sai dos seus contatos. Supressões e provas de consentimento ficam.',
  },
  erase: { en: 'Erase personal data (GDPR)', pt: 'Apagar dados pessoais (LGPD)' },
  eraseAbout: {
    en: 'As the law allows the person to ask: {email} disappears from contacts, emails, activity and imports. A suppression stays, without the address. This cannot be undone.',
    pt: 'Como a lei permite que a pessoa peça: {email} desaparece de contatos, mensagens, atividade e importações. Uma supressão permanece, sem o endereço. Não há volta.',
  },
  erased: { en: 'Personal data is being erased.', pt: 'Os dados pessoais estão sendo apagados.' },
  why: { en: 'Why in a segment, or why not?', pt: 'Por que está em um segmento, ou por que não?' },
  whyAbout: {
    en: 'Choose a segment to see each of its conditions for this person.',
    pt: 'Escolha um segmento para ver cada condição para esta pessoa.',
  },
} satisfies Record<string, Text>

/** What an import did to one person. */
export const outcomeTexts = {
  created: { en: 'Added this person', pt: 'Adicionou esta pessoa' },
  updated: { en: 'Changed this person', pt: 'Alterou esta pessoa' },
  unchanged: { en: 'Changed nothing', pt: 'Não alterou nada' },
  kept_unsubscribed: { en: 'Had left before, stayed out', pt: 'Já tinha saído, continuou fora' },
  kept_unconsented: { en: 'No consent, not subscribed', pt: 'Sem consentimento, não inscreveu' },
  suppressed: { en: 'Address blocked', pt: 'Endereço bloqueado' },
} satisfies Record<string, Text>

export const sourceTexts = {
  api: { en: 'The API', pt: 'A API' },
  form: { en: 'A form', pt: 'Um formulário' },
  import: { en: 'An import', pt: 'Uma importação' },
  dashboard: { en: 'This dashboard', pt: 'Este painel' },
  activity: { en: 'Activity', pt: 'Atividade' },
} satisfies Record<string, Text>
