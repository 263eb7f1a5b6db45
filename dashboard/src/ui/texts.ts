/** Words that many pages use. */
import type { Plural, Text } from './words.tsx'

export const common = {
  asTable: { en: 'Figures as a table', pt: 'Números em tabela' },
  holds: { en: 'Matches', pt: 'Atende' },
  fails: { en: 'Does not match', pt: 'Não atende' },
  loading: { en: 'Loading', pt: 'Carregando' },
  live: { en: 'Live', pt: 'Ao vivo' },
  polling: { en: 'Checking every few seconds', pt: 'Verificando a cada poucos segundos' },
  retry: { en: 'Try again', pt: 'Tentar de novo' },
  notHere: { en: 'Nothing is here', pt: 'Não há nada aqui' },
  failed: { en: 'This could not be loaded', pt: 'Não foi possível carregar' },
  referenceWord: { en: 'the reference', pt: 'a referência' },
  reference: { en: 'Reference: {id}', pt: 'Referência: {id}' },
  copy: { en: 'Copy', pt: 'Copiar' },
  copyWhat: { en: 'Copy {what}', pt: 'Copiar {what}' },
  copied: { en: 'Copied', pt: 'Copiado' },
  save: { en: 'Save', pt: 'Salvar' },
  saved: { en: 'Saved.', pt: 'Salvo.' },
  cancel: { en: 'Cancel', pt: 'Cancelar' },
  keep: { en: 'No, keep it', pt: 'Não, manter' },
  unsaved: { en: 'Leave without saving?', pt: 'Sair sem salvar?' },
  unsavedAbout: {
    en: 'What you changed here is not saved.',
    pt: 'O que você alterou aqui não foi salvo.',
  },
  stay: { en: 'Stay', pt: 'Ficar' },
  leave: { en: 'Leave', pt: 'Sair' },
  close: { en: 'Close', pt: 'Fechar' },
  back: { en: 'Back', pt: 'Voltar' },
  add: { en: 'Add', pt: 'Adicionar' },
  create: { en: 'Create', pt: 'Criar' },
  change: { en: 'Change', pt: 'Alterar' },
  changeWhat: { en: 'Change {what}', pt: 'Alterar {what}' },
  remove: { en: 'Delete', pt: 'Excluir' },
  removeWhat: { en: 'Delete {what}', pt: 'Excluir {what}' },
  removed: { en: 'Deleted.', pt: 'Excluído.' },
  export: { en: 'Export CSV', pt: 'Exportar CSV' },
  exporting: { en: '{size} so far', pt: '{size} até agora' },
  more: { en: 'Load more', pt: 'Carregar mais' },
  moreActions: { en: 'More', pt: 'Mais' },
  name: { en: 'Name', pt: 'Nome' },
  email: { en: 'Email', pt: 'E-mail' },
  status: { en: 'Status', pt: 'Situação' },
  stream: { en: 'Stream', pt: 'Tipo' },
  showAll: { en: 'Show all of it', pt: 'Mostrar tudo' },
  showLess: { en: 'Show less', pt: 'Mostrar menos' },
  created: { en: 'Created', pt: 'Criado' },
  actions: { en: 'Actions', pt: 'Ações' },
  reason: { en: 'Reason', pt: 'Motivo' },
  mode: { en: 'Mode', pt: 'Modo' },
  language: { en: 'Language', pt: 'Idioma' },
  typeToGoOn: { en: 'Type {text} to continue', pt: 'Digite {text} para continuar' },
  yes: { en: 'Yes', pt: 'Sim' },
  no: { en: 'No', pt: 'Não' },
  never: { en: 'Never', pt: 'Nunca' },
  none: { en: 'None', pt: 'Nenhum' },
  days: {
    en: { one: '{n} day', other: '{n} days' },
    pt: { one: '{n} dia', other: '{n} dias' },
  },
  period: { en: 'Period', pt: 'Período' },
  all: { en: 'All', pt: 'Todos' },
  keepSafe: {
    en: 'Copy it now: it will not be shown again.',
    pt: 'Copie agora: isto não será exibido de novo.',
  },
  showSecret: { en: 'Show or hide what is typed', pt: 'Mostrar ou ocultar o que se digita' },
  readOnly: {
    en: 'Your role may look here, not change.',
    pt: 'Seu papel permite ver, não alterar.',
  },
} satisfies Record<string, Text | Plural>

/** Of the parts that lists are made of. */
export const tableTexts = {
  select: { en: 'Select {name}', pt: 'Selecionar {name}' },
  selectNone: { en: 'Select none', pt: 'Desmarcar' },
  removeSelected: { en: 'Delete selected', pt: 'Excluir selecionados' },
  selectAll: { en: 'Select all', pt: 'Selecionar todos' },
  selected: {
    en: { one: '{n} selected', other: '{n} selected' },
    pt: { one: '{n} selecionado', other: '{n} selecionados' },
  },
} satisfies Record<string, Text | Plural>

export const filterTexts = {
  filters: { en: 'Filters', pt: 'Filtros' },
  clear: { en: 'Clear filters', pt: 'Limpar filtros' },
  any: { en: 'Any', pt: 'Qualquer' },
} satisfies Record<string, Text>

export const languageNames = {
  pt: { en: 'Portuguese', pt: 'Português' },
  en: { en: 'English', pt: 'Inglês' },
} satisfies Record<string, Text>

export const statusTexts = {
  queued: { en: 'Queued', pt: 'Na fila' },
  sent: { en: 'Sent', pt: 'Enviado' },
  delivered: { en: 'Delivered', pt: 'Entregue' },
  deferred: { en: 'Deferred', pt: 'Adiado' },
  bounced: { en: 'Bounced', pt: 'Devolvido' },
  complained: { en: 'Marked as spam', pt: 'Marcado como spam' },
  failed: { en: 'Failed', pt: 'Falhou' },
  suppressed: { en: 'Suppressed', pt: 'Suprimido' },
  captured: { en: 'Captured', pt: 'Capturado' },
  cancelled: { en: 'Cancelled', pt: 'Cancelado' },
  accepted: { en: 'Accepted', pt: 'Aceito' },
  opened: { en: 'Opened', pt: 'Aberto' },
  clicked: { en: 'Clicked', pt: 'Clicado' },
  pending: { en: 'Pending', pt: 'Pendente' },
  verified: { en: 'Verified', pt: 'Verificado' },
  mismatch: { en: 'Differs', pt: 'Diferente' },
  enabled: { en: 'On', pt: 'Ativo' },
  paused: { en: 'Paused', pt: 'Pausado' },
  active: { en: 'Active', pt: 'Ativo' },
  invited: { en: 'Invited', pt: 'Convidado' },
  test: { en: 'Test', pt: 'Teste' },
  live: { en: 'Live', pt: 'Produção' },
  none: { en: 'None', pt: 'Nenhuma' },
  regular: { en: 'Marketing paused', pt: 'Marketing pausado' },
  full: { en: 'All paused', pt: 'Tudo pausado' },
} satisfies Record<string, Text>

export const streamTexts = {
  transactional: { en: 'Transactional', pt: 'Transacional' },
  marketing: { en: 'Marketing', pt: 'Marketing' },
  all: { en: 'Everything', pt: 'Tudo' },
} satisfies Record<string, Text>

export const roleTexts = {
  owner: { en: 'Owner', pt: 'Proprietário' },
  developer: { en: 'Developer', pt: 'Desenvolvedor' },
  marketing: { en: 'Marketing', pt: 'Marketing' },
  reader: { en: 'Reader', pt: 'Leitor' },
} satisfies Record<string, Text>

export const otherProvider: Text = { en: 'Other', pt: 'Outro' }

/** Of spans of time that people choose. */
export const spanTexts = {
  unit: { en: 'Unit', pt: 'Unidade' },
  direction: { en: 'Before or after', pt: 'Antes ou depois' },
  before: { en: 'before the date', pt: 'antes da data' },
  after: { en: 'after the date', pt: 'depois da data' },
  minutes: { en: 'minutes', pt: 'minutos' },
  hours: { en: 'hours', pt: 'horas' },
  days: { en: 'days', pt: 'dias' },
  weeks: { en: 'weeks', pt: 'semanas' },
} satisfies Record<string, Text>

export const listTexts = {
  byName: { en: 'Search', pt: 'Buscar' },
  noneFit: { en: 'Nothing fits.', pt: 'Nada corresponde à busca.' },
  folder: { en: 'Folder', pt: 'Pasta' },
  chooseFolder: { en: 'Choose', pt: 'Escolher' },
  folderOf: { en: 'Folder of {name}', pt: 'Pasta de {name}' },
  chooseFolderOf: { en: 'Choose the folder of {name}', pt: 'Escolher a pasta de {name}' },
  inFolder: { en: '{folder}, folder of {name}', pt: '{folder}, pasta de {name}' },
  folderAbout: {
    en: 'Pick one, or type a new name. Empty: in no folder.',
    pt: 'Escolha uma ou digite um nome novo. Vazio: fora de pastas.',
  },
  anyFolder: { en: 'All folders', pt: 'Todas as pastas' },
  noFolder: { en: 'In no folder', pt: 'Fora de pastas' },
  count: {
    en: { one: '{n} in the list', other: '{n} in the list' },
    pt: { one: '{n} na lista', other: '{n} na lista' },
  },
  moreThan: { en: 'The first {n} of more', pt: 'Os primeiros {n}; há mais' },
} satisfies Record<string, Text | Plural>
