/** Words about proofs of consent. */
import type { Text } from '../../ui/words.tsx'

export const methodTexts = {
  form: { en: 'A form', pt: 'Um formulário' },
  preference_centre: { en: 'The preferences page', pt: 'A página de preferências' },
  one_click: { en: 'The unsubscribe button', pt: 'O botão de descadastro' },
  api: { en: 'The API', pt: 'A API' },
  import: { en: 'An import', pt: 'Uma importação' },
  dashboard: { en: 'This dashboard', pt: 'Este painel' },
  complaint: { en: 'Marked as spam', pt: 'Marcado como spam' },
} satisfies Record<string, Text>

export const actionTexts = {
  joined: { en: 'Joined', pt: 'Entrou' },
  asked: { en: 'Asked to join', pt: 'Pediu para entrar' },
  confirmed: { en: 'Confirmed', pt: 'Confirmou' },
  left: { en: 'Left', pt: 'Saiu' },
  imported: { en: 'Imported', pt: 'Importado' },
  blocked: { en: 'Blocked', pt: 'Bloqueado' },
} satisfies Record<string, Text>

const agreedOn: Text = { en: 'Agreed on', pt: 'Concordou em' }

/** Before the time that the evidence names. */
export const evidenceTexts: Readonly<Record<keyof typeof actionTexts, Text>> = {
  joined: agreedOn,
  imported: agreedOn,
  left: { en: 'Left on', pt: 'Saiu em' },
  blocked: { en: 'Blocked on', pt: 'Bloqueado em' },
  confirmed: { en: 'Confirmed on', pt: 'Confirmou em' },
  asked: { en: 'Asked on', pt: 'Pediu em' },
}

/** What the law calls the ground on which somebody is written to. */
export const basisTexts = {
  consent: { en: 'consent', pt: 'consentimento' },
  legitimate_interest: { en: 'legitimate interest', pt: 'legítimo interesse' },
  contract: { en: 'contract', pt: 'contrato' },
} satisfies Record<string, Text>

export const consent = {
  title: { en: 'Consent', pt: 'Consentimento' },
  about: {
    en: 'Who asked for what, when and by which words: the proof that the law wants from the sender.',
    pt: 'Quem pediu o quê, quando e com quais palavras: a prova que a lei exige de quem envia.',
  },
  person: { en: 'Address or ID of the person', pt: 'Endereço ou ID da pessoa' },
  find: { en: 'Show the proof', pt: 'Mostrar a prova' },
  whose: { en: 'Whose proof?', pt: 'A prova de quem?' },
  whoseAbout: {
    en: 'Type an address. Who was deleted is found by the ID that they had.',
    pt: 'Digite um endereço. Quem foi excluído se encontra pelo ID que tinha.',
  },
  records: { en: 'Records', pt: 'Registros' },
  none: { en: 'This person has agreed to nothing', pt: 'Esta pessoa não concordou com nada' },
  what: { en: 'What', pt: 'O quê' },
  when: { en: 'When', pt: 'Quando' },
  how: { en: 'By', pt: 'Por' },
  proof: { en: 'Proof', pt: 'Prova' },
  hash: { en: 'Hash', pt: 'Hash' },
  everything: { en: 'all marketing', pt: 'todo o marketing' },
  noEvidence: { en: 'No evidence was given', pt: 'Nenhuma prova foi dada' },
  browser: { en: 'Browser:', pt: 'Navegador:' },
  of: { en: 'Consent of {who}', pt: 'Consentimento de {who}' },
  whole: {
    en: 'Unchanged: each record fits its hash and its neighbours in the chain.',
    pt: 'Sem alterações: cada registro corresponde ao seu hash e aos vizinhos na cadeia.',
  },
  broken: {
    en: 'A record does not fit its hash: it was changed after it was written.',
    pt: 'Um registro não corresponde ao seu hash: foi alterado depois de escrito.',
  },
  unknown: {
    en: 'This browser cannot check the chain here. The signed file can be checked anywhere.',
    pt: 'Este navegador não consegue verificar a cadeia aqui. O arquivo assinado pode ser verificado em qualquer lugar.',
  },
  download: { en: 'Signed file', pt: 'Arquivo assinado' },
  offline: { en: 'Checked without a connection by', pt: 'Verificado sem conexão por' },
  key: { en: 'Public key of the project', pt: 'Chave pública do projeto' },
  keyAbout: {
    en: 'Whoever checks a file takes this key, or the one that is published at {path}, never the one in the file. Its SHA-256:',
    pt: 'Quem verifica um arquivo usa esta chave, ou a publicada em {path}, nunca a que vem no arquivo. O SHA-256 dela:',
  },
} satisfies Record<string, Text>
