/** Words of a campaign's report. */
import type { Plural, Text } from '../../ui/words.tsx'

export const report = {
  exportFigures: { en: 'Figures as CSV', pt: 'Números em CSV' },
  exportPeople: { en: 'People as CSV', pt: 'Pessoas em CSV' },
  result: { en: 'Report', pt: 'Relatório' },
  people: { en: 'People', pt: 'Pessoas' },
  letter: { en: 'What was sent', pt: 'O que foi enviado' },
  seeLetter: { en: 'See the email', pt: 'Ver a mensagem' },
  subject: { en: 'Subject', pt: 'Assunto' },
  noSubject: { en: 'No subject', pt: 'Sem assunto' },
  from: { en: 'From', pt: 'Remetente' },
  toWhom: { en: 'To', pt: 'Para quem' },
  topic: { en: 'Topic', pt: 'Tópico' },
  began: { en: 'Began', pt: 'Início' },
  ended: { en: 'Ended', pt: 'Término' },
  figures: { en: 'Results', pt: 'Resultados' },
  figuresAbout: {
    en: 'Counted at {at}. Rates are of the emails delivered. Each number opens the list of those people.',
    pt: 'Apurados às {at}. As taxas são sobre as mensagens entregues. Cada número abre a lista dessas pessoas.',
  },
  sent: { en: 'Sent', pt: 'Enviadas' },
  opened: { en: 'Opened', pt: 'Abriram' },
  clicked: { en: 'Clicked', pt: 'Clicaram' },
  left: { en: 'Unsubscribed', pt: 'Descadastros' },
  complained: { en: 'Marked as spam', pt: 'Marcaram como spam' },
  notSent: { en: 'Not sent', pt: 'Não enviadas' },
  usual: {
    en: { one: 'your last campaign: {share}', other: 'average of your last {n}: {share}' },
    pt: { one: 'sua última campanha: {share}', other: 'média das suas últimas {n}: {share}' },
  },
  machines: {
    en: 'Automatic opens and clicks (Apple, antivirus) do not count (opened by bots alone: {opened}; clicked: {clicked}). The real number of opens may be higher.',
    pt: 'Aberturas e cliques automáticos (Apple, antivírus) não contam (mensagens só abertas por robôs: {opened}; só clicadas: {clicked}). O número real de aberturas pode ser maior.',
  },
  overTime: { en: 'Over time', pt: 'Ao longo do tempo' },
  overTimeAbout: {
    en: 'First open and first click of each person.',
    pt: 'Primeira abertura e primeiro clique de cada pessoa.',
  },
  byMinute: { en: 'First 2 hours', pt: 'Primeiras 2 horas' },
  when: { en: 'When', pt: 'Quando' },
  byHour: { en: 'First 48 hours', pt: 'Primeiras 48 horas' },
  linkMap: { en: 'Clicks over the email', pt: 'Cliques sobre a mensagem' },
  asTable: { en: 'Table', pt: 'Tabela' },
  overLetter: { en: 'Over the email', pt: 'Sobre a mensagem' },
  print: { en: 'Print', pt: 'Imprimir' },
  revenue: { en: 'Revenue', pt: 'Receita' },
  revenueAbout: { en: '{event}, {after}', pt: '{event}, {after}' },
  daysAfter: {
    en: { one: 'up to {n} day after the click', other: 'up to {n} days after the click' },
    pt: { one: 'até {n} dia depois do clique', other: 'até {n} dias depois do clique' },
  },
  byDay: { en: 'By day', pt: 'Por dia' },
  noReactions: { en: 'Nobody has opened or clicked yet.', pt: 'Ninguém abriu nem clicou ainda.' },
  again: { en: 'Write again', pt: 'Escrever de novo' },
  againAbout: {
    en: 'Makes a draft with this email for those people only. Change the subject and check it before sending.',
    pt: 'Cria um rascunho com esta mensagem só para essas pessoas. Troque o assunto e confira antes de enviar.',
  },
  againMade: {
    en: 'The draft is ready. Change what you like and send it.',
    pt: 'O rascunho está pronto. Altere o que quiser e envie.',
  },
  onlyReason: { en: 'Not sent: {reason}', pt: 'Não enviadas: {reason}' },
  onlyLink: { en: 'Clicked {url}', pt: 'Clicaram em {url}' },
  onlyVariant: { en: 'Got variant {key}', pt: 'Receberam a variante {key}' },
  why: { en: 'Why?', pt: 'Por quê?' },
  whyOne: {
    en: 'Why {email} got it, or did not',
    pt: 'Por que {email} recebeu, ou não',
  },
  whyCampaign: {
    en: 'Why they got a campaign, or did not',
    pt: 'Por que recebeu uma campanha, ou não',
  },
  whyUnknown: {
    en: 'No contact has the address {email}, so the campaign could not be for them.',
    pt: 'Nenhum contato tem o endereço {email}; por isso a campanha não era para essa pessoa.',
  },
  whyNext: { en: 'Waiting: {reason}.', pt: 'Aguardando: {reason}.' },
  whyNextAt: { en: 'Waiting: {reason}, until {at}.', pt: 'Aguardando: {reason}, até {at}.' },
  inTopic: { en: 'Is in the topic {name}', pt: 'Está no tópico {name}' },
  inSegment: { en: 'Is in the segment {name}', pt: 'Está no segmento {name}' },
  notInSegment: { en: 'Is not in the segment {name}', pt: 'Não está no segmento {name}' },
  notOfCampaign: { en: 'Did not get {name}', pt: 'Não recebeu {name}' },
  notWithin: {
    en: 'Got no email in the last {days} days',
    pt: 'Não recebeu mensagem nos últimos {days} dias',
  },
  ofDeed: { en: '{deed}: {name}', pt: '{deed}: {name}' },
} satisfies Record<string, Text | Plural>

/** To whom a campaign is written again; as a button, and in the name of the draft. */
export const againTexts = {
  not_opened: { en: 'Who did not open', pt: 'Quem não abriu' },
  not_clicked: { en: 'Who did not click', pt: 'Quem não clicou' },
  opened: { en: 'Who opened', pt: 'Quem abriu' },
  clicked: { en: 'Who clicked', pt: 'Quem clicou' },
  not_received: { en: 'Who did not get it', pt: 'Quem não recebeu' },
} satisfies Record<string, Text>

export const bounceTexts = {
  hard: { en: 'permanent', pt: 'permanentes' },
  soft: { en: 'temporary', pt: 'temporárias' },
  policy: { en: 'blocked', pt: 'bloqueadas' },
} satisfies Record<string, Text>
