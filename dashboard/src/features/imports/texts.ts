/** Words about imports of contacts. */
import type { Import, ImportCounts } from '../../api/shapes.ts'
import type { Plural, Text } from '../../ui/words.tsx'

export const imports = {
  title: { en: 'Imports', pt: 'Importações' },
  about: {
    en: 'Contacts from a spreadsheet or another program. You see what was understood before anything is written.',
    pt: 'Contatos de uma planilha ou de outro programa. Você vê o que foi entendido antes de algo ser gravado.',
  },
  start: { en: 'Import a file', pt: 'Importar um arquivo' },
  file: { en: 'CSV or NDJSON file', pt: 'Arquivo CSV ou NDJSON' },
  fileAbout: {
    en: 'As spreadsheets save it, with commas or semicolons, or an export of Mailchimp, Brevo, listmonk or Resend.',
    pt: 'Como as planilhas salvam, com vírgulas ou ponto e vírgula, ou uma exportação do Mailchimp, Brevo, listmonk ou Resend.',
  },
  send: { en: 'Send the file', pt: 'Enviar o arquivo' },
  none: { en: 'No imports yet', pt: 'Ainda não há importações' },
  noneAbout: {
    en: 'A file with addresses is enough; everything else is optional.',
    pt: 'Basta um arquivo com endereços; o resto é opcional.',
  },
  when: { en: 'Sent', pt: 'Enviado em' },
  one: { en: 'Import of {at}', pt: 'Importação de {at}' },
  understood: { en: 'What was understood', pt: 'O que foi entendido' },
  table: {
    en: '{columns} columns parted by {mark}, in {encoding}.',
    pt: '{columns} colunas separadas por {mark}, em {encoding}.',
  },
  lines: { en: 'One JSON object a line.', pt: 'Um objeto JSON por linha.' },
  looksLike: {
    en: 'It looks like an export of {source}.',
    pt: 'Parece uma exportação do {source}.',
  },
  comma: { en: 'commas', pt: 'vírgulas' },
  semicolon: { en: 'semicolons', pt: 'ponto e vírgula' },
  tab: { en: 'tabs', pt: 'tabulações' },
  bar: { en: 'bars', pt: 'barras' },
  column: { en: 'Column', pt: 'Coluna' },
  examples: { en: 'Examples', pt: 'Exemplos' },
  becomes: { en: 'Becomes', pt: 'Campo' },
  becomesWhat: { en: 'What {column} becomes', pt: 'Campo da coluna {column}' },
  leftOut: { en: 'Left out', pt: 'Fica de fora' },
  newProperty: { en: 'New: {key} ({type})', pt: 'Nova: {key} ({type})' },
  unsubscribedField: { en: 'Unsubscribed', pt: 'Descadastrado' },
  firstLines: { en: 'The first lines', pt: 'As primeiras linhas' },
  existing: { en: 'Who is a contact already', pt: 'Quem já é contato' },
  update: { en: 'Gets the values of the file', pt: 'Recebe os valores do arquivo' },
  keep: { en: 'Gets only what is still empty', pt: 'Recebe só o que ainda está vazio' },
  skip: { en: 'Stays as it is', pt: 'Fica como está' },
  consent: { en: 'May you write to these people?', pt: 'Você pode escrever para estas pessoas?' },
  consentAbout: {
    en: 'People join topics only with your answer, which is kept as the proof. Who has left before stays out.',
    pt: 'As pessoas só entram em tópicos com a sua resposta, que fica guardada como prova. Quem já saiu fica de fora.',
  },
  topics: { en: 'They join', pt: 'Entram em' },
  noTopics: {
    en: 'There are no topics that people could join. Campaigns go to people in a topic: add one first.',
    pt: 'Não há tópicos em que as pessoas possam entrar. Campanhas vão para quem está em um tópico: adicione um antes.',
  },
  unconfirmed: {
    en: 'Nobody gets emails of {topics} before confirming. If you do not send the confirmation email here, these people get nothing.',
    pt: 'Ninguém recebe mensagens de {topics} sem confirmar. Se a mensagem de confirmação não for enviada aqui, estas pessoas não recebem nada.',
  },
  wouldWait: {
    en: 'They would wait in {topics} and get nothing: no confirmation email is sent.',
    pt: 'Ficariam esperando em {topics} sem receber nada: nenhuma mensagem de confirmação é enviada.',
  },
  waiting: {
    en: 'They wait in {topics} and get nothing until they confirm, and no confirmation email was sent. Import the file again with that email; or, if this topic needs none, change the topic first.',
    pt: 'Esperam em {topics} e não recebem nada até confirmar, e nenhuma mensagem de confirmação foi enviada. Importe o arquivo de novo com essa mensagem; ou, se o tópico não precisa dela, mude-o antes.',
  },
  write: { en: 'Write a campaign', pt: 'Escrever uma campanha' },
  basis: { en: 'Why you may', pt: 'Por que você pode' },
  basisNone: {
    en: 'I do not know: they join no topic',
    pt: 'Não sei: não entram em nenhum tópico',
  },
  basisConsent: { en: 'They asked for these emails', pt: 'Elas pediram estas mensagens' },
  basisInterest: {
    en: 'They are customers who expect them (legitimate interest)',
    pt: 'São clientes que as esperam (legítimo interesse)',
  },
  basisContract: {
    en: 'The emails are part of what they bought (contract)',
    pt: 'As mensagens fazem parte do que compraram (contrato)',
  },
  wording: { en: 'What they read when they agreed', pt: 'O que leram quando concordaram' },
  source: { en: 'Where that was', pt: 'Onde foi' },
  sourceAbout: {
    en: 'The shop, a fair, the old newsletter …',
    pt: 'A loja, uma feira, o boletim antigo …',
  },
  at: { en: 'When, if it was one day', pt: 'Quando, se foi em um só dia' },
  confirm: {
    en: 'Send a confirmation email for topics that want one',
    pt: 'Enviar mensagem de confirmação para os tópicos que a exigem',
  },
  confirmAbout: {
    en: 'Otherwise they wait in these topics without getting anything.',
    pt: 'Sem ela, ficam esperando nesses tópicos sem receber nada.',
  },
  segment: { en: 'Also put them in the list', pt: 'Colocar também na lista' },
  noSegment: { en: 'No list', pt: 'Nenhuma lista' },
  tryIt: { en: 'Try without writing', pt: 'Simular sem gravar' },
  tryAbout: {
    en: 'The whole file is read and counted; nothing is written.',
    pt: 'O arquivo inteiro é lido e contado; nada é gravado.',
  },
  wouldHappen: { en: 'What would happen', pt: 'O que aconteceria' },
  wouldAbout: { en: 'Nothing has been written yet.', pt: 'Nada foi gravado ainda.' },
  happened: { en: 'What happened', pt: 'O que aconteceu' },
  run: { en: 'Import now', pt: 'Importar agora' },
  again: { en: 'Change and try again', pt: 'Alterar e simular de novo' },
  reading: { en: '{share} of the file read', pt: '{share} do arquivo lido' },
  eta: { en: 'about {span} left', pt: 'faltam cerca de {span}' },
  cancel: { en: 'Stop the import', pt: 'Parar a importação' },
  cancelAbout: {
    en: 'What it has written stays, and can be undone.',
    pt: 'O que já gravou permanece e pode ser desfeito.',
  },
  undo: { en: 'Undo the import', pt: 'Desfazer a importação' },
  undoAbout: {
    en: 'New contacts that nobody has touched go away, changed fields go back, topics are left. Possible until {until}.',
    pt: 'Contatos novos que ninguém alterou são excluídos, campos alterados voltam ao que eram e as inscrições em tópicos são desfeitas. Possível até {until}.',
  },
  undoing: { en: 'The import is being undone.', pt: 'A importação está sendo desfeita.' },
  errors: {
    en: { one: '{n} line could not be read', other: '{n} lines could not be read' },
    pt: { one: '{n} linha não pôde ser lida', other: '{n} linhas não puderam ser lidas' },
  },
  errorsAbout: {
    en: 'All others were. Download them, correct them, and import that file.',
    pt: 'As outras foram lidas. Baixe estas linhas, corrija e importe esse arquivo.',
  },
  download: { en: 'Lines as CSV', pt: 'Linhas em CSV' },
  line: { en: 'Line', pt: 'Linha' },
  problem: { en: 'Problem', pt: 'Problema' },
  text: { en: 'What it says', pt: 'Conteúdo' },
  trial: { en: 'Trial', pt: 'Simulação' },
} satisfies Record<string, Text | Plural>

export const importStatusTexts: Readonly<Record<Import['status'], Text>> = {
  awaiting_file: { en: 'Waiting for the file', pt: 'Aguardando arquivo' },
  receiving: { en: 'Uploading', pt: 'Recebendo arquivo' },
  recognised: { en: 'To be reviewed', pt: 'A revisar' },
  queued: { en: 'Queued', pt: 'Na fila' },
  running: { en: 'Running', pt: 'Em andamento' },
  done: { en: 'Done', pt: 'Concluída' },
  cancelled: { en: 'Stopped', pt: 'Interrompida' },
  failed: { en: 'Failed', pt: 'Falhou' },
  undoing: { en: 'Being undone', pt: 'Sendo desfeita' },
  undone: { en: 'Undone', pt: 'Desfeita' },
}

export const countTexts: Readonly<Record<keyof ImportCounts, Text>> = {
  lines: { en: 'Lines', pt: 'Linhas' },
  created: { en: 'New contacts', pt: 'Novos contatos' },
  updated: { en: 'Changed', pt: 'Alterados' },
  unchanged: { en: 'Unchanged', pt: 'Sem alteração' },
  kept_unsubscribed: { en: 'Had left, stay out', pt: 'Já saíram, ficam de fora' },
  kept_unconsented: { en: 'Had not agreed, join nothing', pt: 'Não aceitaram, não entram' },
  suppressed: { en: 'Blocked addresses', pt: 'Endereços bloqueados' },
  duplicate: { en: 'Twice in the file', pt: 'Repetidos no arquivo' },
  invalid: { en: 'Could not be read', pt: 'Não puderam ser lidas' },
  noted: { en: 'Taken without a value', pt: 'Lidas sem algum valor' },
}
