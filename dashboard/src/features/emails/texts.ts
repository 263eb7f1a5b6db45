/** Words about emails. */
import type { Plural, Text } from '../../ui/words.tsx'

export const emails = {
  isInTest: {
    en: 'This email is in test mode: open it there',
    pt: 'Este e-mail está no modo de teste: abra-o lá',
  },
  isInLive: {
    en: 'This email is in production: open it there',
    pt: 'Este e-mail está em produção: abra-o lá',
  },
  title: { en: 'Emails', pt: 'E-mails' },
  search: {
    en: 'Address, subject, tag, or an id',
    pt: 'Endereço, assunto, tag ou id',
  },
  clear: { en: 'Clear filters', pt: 'Limpar filtros' },
  anyStatus: { en: 'Any status', pt: 'Qualquer situação' },
  anyStream: { en: 'Any stream', pt: 'Qualquer tipo' },
  to: { en: 'To', pt: 'Para' },
  from: { en: 'From', pt: 'De' },
  after: { en: 'From day', pt: 'Desde o dia' },
  before: { en: 'To day', pt: 'Até o dia' },
  event: { en: 'What happened', pt: 'O que aconteceu' },
  anyEvent: { en: 'Anything', pt: 'Qualquer coisa' },
  anyProvider: { en: 'Any provider', pt: 'Qualquer provedor' },
  domain: { en: 'Recipient domain', pt: 'Domínio do destinatário' },
  exactDomain: { en: 'exact domain', pt: 'domínio exato' },
  counted: { en: 'Counted here:', pt: 'Contados aqui:' },
  countedSince: { en: 'since {day}', pt: 'desde {day}' },
  countedUntil: { en: 'until {day}', pt: 'até {day}' },
  countedOn: { en: 'on {day}', pt: 'em {day}' },
  final: { en: 'Delivered or bounced', pt: 'Entregue ou devolvido' },
  countedAbout: {
    en: 'An email to several recipients stands here once.',
    pt: 'Um e-mail para vários destinatários aparece uma vez.',
  },
  matchedOf: {
    en: '{first} ({n} of {total} recipients)',
    pt: '{first} ({n} de {total} destinatários)',
  },
  exactAddress: { en: 'exact address', pt: 'endereço exato' },
  subject: { en: 'Subject', pt: 'Assunto' },
  noSubject: { en: '(no subject)', pt: '(sem assunto)' },
  accepted: { en: 'Accepted at', pt: 'Aceito em' },
  andMore: { en: '{first} and {n} more', pt: '{first} e mais {n}' },
  news: { en: 'Show new emails', pt: 'Mostrar novos e-mails' },
  noneTitle: { en: 'No emails yet', pt: 'Nenhum e-mail ainda' },
  noneAbout: {
    en: 'Send the first one: it appears here within a second.',
    pt: 'Envie o primeiro: ele aparece aqui em um segundo.',
  },
  noneFit: { en: 'No email fits these filters', pt: 'Nenhum e-mail corresponde aos filtros' },
  noneFitAbout: {
    en: 'Take away a filter, or look at other days.',
    pt: 'Remova um filtro ou veja outros dias.',
  },
  ofCampaign: { en: 'Emails of the campaign', pt: 'E-mails da campanha' },
  firstSteps: { en: 'First steps', pt: 'Primeiros passos' },
} satisfies Record<string, Text>

export const exporting = {
  about: {
    en: 'All emails that fit the filters, newest first.',
    pt: 'Todos os e-mails que correspondem aos filtros, do mais novo ao mais antigo.',
  },
  rows: { en: 'One line for each', pt: 'Uma linha para cada' },
  emails: { en: 'Email', pt: 'E-mail' },
  recipients: { en: 'Recipient', pt: 'Destinatário' },
  emailsAbout: {
    en: 'Sender, recipients, subject, status and tags.',
    pt: 'Remetente, destinatários, assunto, situação e tags.',
  },
  recipientsAbout: {
    en: 'What became of the email for each of them: status, reason, SMTP code.',
    pt: 'O que aconteceu com o e-mail para cada um: situação, motivo, código SMTP.',
  },
  form: { en: 'To be opened in', pt: 'Para abrir em' },
  formAbout: {
    en: 'Spreadsheets part cells by the sign that is usual in their language.',
    pt: 'Cada planilha separa as células pelo sinal que é comum no idioma dela.',
  },
  semicolons: {
    en: 'Excel in Portuguese or Spanish (semicolons)',
    pt: 'Excel em português (ponto e vírgula)',
  },
  commas: {
    en: 'Excel in English, Google Sheets (commas)',
    pt: 'Excel em inglês, Google Planilhas (vírgulas)',
  },
  plain: { en: 'Programs (commas, without a mark)', pt: 'Programas (vírgulas, sem BOM)' },
  tabs: { en: 'Programs (tabs)', pt: 'Programas (tabulações)' },
  download: { en: 'Download', pt: 'Baixar' },
} satisfies Record<string, Text>

export const checking = {
  about: {
    en: 'What would happen if this email were sent in production now. Nothing is sent, nothing is counted.',
    pt: 'O que aconteceria se este e-mail fosse enviado em produção agora. Nada é enviado nem contado.',
  },
  withoutFiles: { en: 'Its attachments are not looked at.', pt: 'Os anexos não são examinados.' },
  again: { en: 'Check again', pt: 'Verificar de novo' },
  sent: { en: 'It would be sent', pt: 'Seria enviado' },
  refused: { en: 'Nobody would receive it', pt: 'Ninguém o receberia' },
} satisfies Record<string, Text>

export const email = {
  cc: { en: 'Cc', pt: 'Cc' },
  bcc: { en: 'Bcc', pt: 'Cco' },
  replyTo: { en: 'Reply-To', pt: 'Responder para' },
  tags: { en: 'Tags', pt: 'Tags' },
  metadata: { en: 'Metadata', pt: 'Metadados' },
  scheduled: { en: 'Scheduled for', pt: 'Agendado para' },
  id: { en: 'ID', pt: 'ID' },
  recipients: {
    en: { one: '{n} recipient', other: '{n} recipients' },
    pt: { one: '{n} destinatário', other: '{n} destinatários' },
  },
  findRecipient: { en: 'Find a recipient', pt: 'Buscar destinatário' },
  foundRecipients: {
    en: { one: '{n} recipient found', other: '{n} recipients found' },
    pt: { one: '{n} destinatário encontrado', other: '{n} destinatários encontrados' },
  },
  noNews: { en: 'Nothing yet', pt: 'Ainda sem novidade' },
  partly: { en: '{n} of {total}', pt: '{n} de {total}' },
  future: { en: 'Scheduled', pt: 'Agendado' },
  timeline: { en: 'Timeline', pt: 'Linha do tempo' },
  preview: { en: 'Preview', pt: 'Prévia' },
  text: { en: 'Text', pt: 'Texto' },
  source: { en: 'HTML', pt: 'HTML' },
  headers: { en: 'Headers', pt: 'Cabeçalhos' },
  raw: { en: 'Original message', pt: 'Mensagem original' },
  all: { en: 'The email', pt: 'O e-mail' },
  since: { en: '{span} later', pt: '{span} depois' },
  attempt: { en: 'attempt {n}', pt: 'tentativa {n}' },
  server: { en: 'Server', pt: 'Servidor' },
  provider: { en: 'Provider', pt: 'Provedor' },
  code: { en: 'Code', pt: 'Código' },
  reply: { en: 'What the server said', pt: 'O que o servidor disse' },
  security: { en: 'Connection', pt: 'Conexão' },
  next: { en: 'Next attempt', pt: 'Próxima tentativa' },
  givesUp: { en: 'gives up {at}', pt: 'desiste em {at}' },
  uncertain: {
    en: 'The connection was lost after the message was sent: it may have arrived.',
    pt: 'A conexão caiu depois do envio da mensagem: ela pode ter chegado.',
  },
  machine: { en: 'by a program', pt: 'por um programa' },
  answer: { en: 'Did it arrive?', pt: 'Chegou?' },
  answersMore: {
    en: {
      one: 'And {n} recipient more, below.',
      other: 'And {n} recipients more, below.',
    },
    pt: {
      one: 'E mais {n} destinatário, abaixo.',
      other: 'E mais {n} destinatários, abaixo.',
    },
  },
  copyReply: { en: 'Copy reply', pt: 'Copiar resposta' },
  replyCopied: { en: 'Copied', pt: 'Copiada' },
  seeSuppression: { en: 'See the suppression', pt: 'Ver a supressão' },
  resendToOne: { en: 'Send again', pt: 'Reenviar' },
  resendToOneAbout: {
    en: 'A new email with the same content goes out to {address} at once.',
    pt: 'Um novo e-mail com o mesmo conteúdo sai agora para {address}.',
  },
  unblock: { en: 'Unsuppress and resend', pt: 'Remover da supressão e reenviar' },
  unblockAbout: {
    en: '{address} comes off the suppression list, and a new email with the same content goes out to it. If the address still does not work, this counts as a bounce.',
    pt: '{address} sai da lista de supressão e recebe um novo e-mail com o mesmo conteúdo. Se o endereço ainda não funcionar, isso conta como devolução.',
  },
  unblockWillAbout: {
    en: 'The person behind {address} did not want your emails any more. Go on only if they have asked for it themselves.',
    pt: 'A pessoa de {address} não queria mais os seus e-mails. Continue só se ela mesma tiver pedido.',
  },
  resend: { en: 'Resend', pt: 'Reenviar' },
  resendTo: { en: 'To whom', pt: 'Para quem' },
  resendToUnreached: { en: 'Those it did not reach ({n})', pt: 'Quem não o recebeu ({n})' },
  resendToAll: { en: 'All recipients ({n})', pt: 'Todos os destinatários ({n})' },
  resendAbout: {
    en: 'A new email with the same content goes out at once. Who still waits for this one, and who is on the suppression list, is left out.',
    pt: 'Um novo e-mail com o mesmo conteúdo sai agora. Quem ainda aguarda este e quem está na lista de supressão ficam de fora.',
  },
  resent: { en: 'Sent again as a new email.', pt: 'Reenviado como um novo e-mail.' },
  resentWithout: {
    en: 'Sent again as a new email; recipients left out: {n}.',
    pt: 'Reenviado como um novo e-mail; destinatários deixados de fora: {n}.',
  },
  cancel: { en: 'Cancel sending', pt: 'Cancelar envio' },
  cancelAbout: {
    en: 'Recipients it has not reached yet will not get it.',
    pt: 'Os destinatários que ainda não o receberam não vão recebê-lo.',
  },
  cancelled: { en: 'Cancelled.', pt: 'Cancelado.' },
  reschedule: { en: 'Reschedule', pt: 'Reagendar' },
  when: { en: 'Send at', pt: 'Enviar em' },
  rescheduled: { en: 'Rescheduled.', pt: 'Reagendado.' },
  size: { en: 'Size: {size}', pt: 'Tamanho: {size}' },
  check: { en: 'Check', pt: 'Verificação' },
  attachments: { en: 'Attachments', pt: 'Anexos' },
  download: { en: 'Download', pt: 'Baixar' },
  downloadFile: { en: 'Download {name}', pt: 'Baixar {name}' },
  copyLink: { en: 'Copy link', pt: 'Copiar link' },
  noAttachments: { en: 'This email has no attachments.', pt: 'Este e-mail não tem anexos.' },
  textMade: {
    en: 'Made from the HTML, since none was given.',
    pt: 'Criado a partir do HTML, já que nenhum foi informado.',
  },
  noText: { en: 'This email has no text part.', pt: 'Este e-mail não tem parte em texto.' },
  noHtml: { en: 'This email has no HTML part.', pt: 'Este e-mail não tem parte em HTML.' },
  noHeaders: {
    en: 'No headers of your own were given. The original message shows all of them.',
    pt: 'Nenhum cabeçalho próprio foi informado. A mensagem original mostra todos.',
  },
  previewOf: { en: 'Preview of “{subject}”', pt: 'Prévia de “{subject}”' },
  previewAbout: {
    en: 'Nothing in the preview runs or loads.',
    pt: 'Nada na prévia é executado ou carregado.',
  },
  phone: { en: 'Phone', pt: 'Celular' },
  desktop: { en: 'Desktop', pt: 'Computador' },
  width: { en: 'Width', pt: 'Largura' },
} satisfies Record<string, Text | Plural>

/** Of each recipient, in a word. */
export const outcomeTexts = {
  reached: { en: 'Reached', pt: 'Chegou' },
  waiting: { en: 'Waiting', pt: 'Aguardando' },
  not_reached: { en: 'Not reached', pt: 'Não chegou' },
} satisfies Record<string, Text>

/** How a connection was secured, for people. */
export const tlsTexts = {
  dane: {
    en: 'Encrypted, certificate fixed by DNS (DANE)',
    pt: 'Criptografada, certificado fixado no DNS (DANE)',
  },
  'mta-sts': {
    en: 'Encrypted, certificate checked (MTA-STS)',
    pt: 'Criptografada, certificado verificado (MTA-STS)',
  },
  verified: { en: 'Encrypted, certificate checked', pt: 'Criptografada, certificado verificado' },
  unverified: {
    en: 'Encrypted, certificate not checked',
    pt: 'Criptografada, certificado não verificado',
  },
  none: { en: 'Not encrypted', pt: 'Sem criptografia' },
} satisfies Record<string, Text>
