/** Words about suppressions. */
import type { Plural, Text } from '../../ui/words.tsx'

export const suppressions = {
  title: { en: 'Suppressions', pt: 'Supressões' },
  about: {
    en: 'Addresses that get no more mail: it bounced, the person marked it as spam or unsubscribed, or somebody added them.',
    pt: 'Endereços que não recebem mais: o e-mail voltou, a pessoa marcou como spam, se descadastrou ou alguém os adicionou.',
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
    en: { one: '{n} added.', other: '{n} added.' },
    pt: { one: '{n} adicionado.', other: '{n} adicionados.' },
  },
  already: {
    en: { one: '{n} was there already.', other: '{n} were there already.' },
    pt: { one: '{n} já estava na lista.', other: '{n} já estavam na lista.' },
  },
  removeManyAbout: {
    en: {
      one: 'Mail goes to this address again.',
      other: 'Mail goes to these {n} addresses again.',
    },
    pt: {
      one: 'Os e-mails voltam a ir para este endereço.',
      other: 'Os e-mails voltam a ir para estes {n} endereços.',
    },
  },
  invalid: { en: 'Lines that are not addresses: {n}', pt: 'Linhas que não são endereços: {n}' },
  line: { en: 'line {n}', pt: 'linha {n}' },
  none: { en: 'No suppressed addresses', pt: 'Nenhum endereço suprimido' },
  noneAbout: {
    en: 'Addresses that do not exist or mark mail as spam are added automatically.',
    pt: 'Endereços que não existem ou marcam como spam entram aqui automaticamente.',
  },
  noneFit: { en: 'No address found', pt: 'Nenhum endereço encontrado' },
  removeAbout: {
    en: 'Mail goes to {email} again.',
    pt: 'Os e-mails voltam a ir para {email}.',
  },
  hard_bounce: { en: 'Does not exist', pt: 'Não existe' },
  complaint: { en: 'Marked as spam', pt: 'Marcado como spam' },
  unsubscribe: { en: 'Unsubscribed', pt: 'Descadastro' },
  manual: { en: 'Manual', pt: 'Manual' },
  repeated_soft_bounce: { en: 'Bounced repeatedly', pt: 'Devoluções repetidas' },
} satisfies Record<string, Text | Plural>
