/** What was done, as a sentence without its subject: `domain.created` is "Added the domain". */
import type { Text } from '../../ui/words.tsx'

const things: Readonly<Record<string, Text>> = {
  account: { en: 'the account', pt: 'a conta' },
  campaign: { en: 'the campaign', pt: 'a campanha' },
  contact: { en: 'the contact', pt: 'o contato' },
  contact_property: { en: 'the contact property', pt: 'a propriedade de contatos' },
  difference: { en: 'the difference', pt: 'a diferença' },
  domain: { en: 'the domain', pt: 'o domínio' },
  file: { en: 'the picture', pt: 'a imagem' },
  form: { en: 'the form', pt: 'o formulário' },
  import: { en: 'the import', pt: 'a importação' },
  invoice: { en: 'the invoice', pt: 'a fatura' },
  key: { en: 'the API key', pt: 'a chave de API' },
  marketing_settings: { en: 'the audience settings', pt: 'as configurações do público' },
  member: { en: 'the member', pt: 'o membro' },
  plan: { en: 'the plan', pt: 'o plano' },
  project: { en: 'the project', pt: 'o projeto' },
  segment: { en: 'the segment', pt: 'o segmento' },
  sequence: { en: 'the sequence', pt: 'a sequência' },
  session: { en: 'the session', pt: 'a sessão' },
  suppression: { en: 'the suppression', pt: 'a supressão' },
  template: { en: 'the template', pt: 'o modelo' },
  topic: { en: 'the topic', pt: 'o tópico' },
  webhook: { en: 'the webhook', pt: 'o webhook' },
}

const verbs: Readonly<Record<string, Text>> = {
  archived: { en: 'Archived', pt: 'Arquivou' },
  cancelled: { en: 'Cancelled', pt: 'Cancelou' },
  changed: { en: 'Changed', pt: 'Alterou' },
  closed: { en: 'Closed', pt: 'Encerrou' },
  claimed: { en: 'Claimed', pt: 'Reivindicou' },
  created: { en: 'Created', pt: 'Criou' },
  deleted: { en: 'Deleted', pt: 'Excluiu' },
  duplicated: { en: 'Duplicated', pt: 'Duplicou' },
  ended: { en: 'Ended', pt: 'Encerrou' },
  forgiven: { en: 'Forgave', pt: 'Perdoou' },
  invited: { en: 'Invited', pt: 'Convidou' },
  ordered: { en: 'Ordered', pt: 'Contratou' },
  paid: { en: 'Marked as paid', pt: 'Marcou como paga' },
  paused: { en: 'Paused', pt: 'Pausou' },
  published: { en: 'Published', pt: 'Publicou' },
  refunded: { en: 'Refunded', pt: 'Reembolsou' },
  removed: { en: 'Removed', pt: 'Removeu' },
  restored: { en: 'Restored', pt: 'Restaurou' },
  resumed: { en: 'Resumed', pt: 'Retomou' },
  scheduled: { en: 'Scheduled', pt: 'Agendou' },
  sent: { en: 'Sent', pt: 'Enviou' },
  settled: { en: 'Settled', pt: 'Resolveu' },
  started: { en: 'Started', pt: 'Iniciou' },
  subscribed: { en: 'Set', pt: 'Definiu' },
  undone: { en: 'Undid', pt: 'Desfez' },
  updated: { en: 'Changed', pt: 'Alterou' },
  verified: { en: 'Verified', pt: 'Verificou' },
}

/** Those that are not a verb and a thing. */
const wholes: Readonly<Record<string, Text>> = {
  'node.drained': { en: 'Drained the node', pt: 'Esvaziou o servidor' },
  'node.resumed': { en: 'Had the node work again', pt: 'Reativou o servidor' },
  'deletion.undone': { en: 'Undid a deletion', pt: 'Desfez uma exclusão' },
  'mail.held': { en: 'Held mail back', pt: 'Segurou e-mails' },
  'source_address.added': { en: 'Added a source address', pt: 'Adicionou um endereço de saída' },
  'source_address.updated': { en: 'Changed a source address', pt: 'Alterou um endereço de saída' },
  'source_address.removed': { en: 'Removed a source address', pt: 'Removeu um endereço de saída' },
  'source_address.paused': { en: 'Paused a source address', pt: 'Pausou um endereço de saída' },
  'source_address.resumed': { en: 'Resumed a source address', pt: 'Retomou um endereço de saída' },
  'source_address.promoted': {
    en: 'Took a source address a stage further',
    pt: 'Avançou a etapa de um endereço de saída',
  },
  'mail.let_go': { en: 'Let held mail go', pt: 'Liberou e-mails retidos' },
  'mail.returned': { en: 'Returned waiting mail', pt: 'Devolveu e-mails em espera' },
  'account.sending_paused': { en: 'Paused sending', pt: 'Pausou os envios' },
  'account.sending_resumed': { en: 'Resumed sending', pt: 'Retomou os envios' },
  'campaign.link_mended': {
    en: 'Corrected a link of the campaign',
    pt: 'Corrigiu um link da campanha',
  },
  'campaign.unscheduled': {
    en: 'Unscheduled the campaign',
    pt: 'Cancelou o agendamento da campanha',
  },
  'campaign.winner_chosen': {
    en: 'Chose the winner of the campaign',
    pt: 'Escolheu a versão vencedora da campanha',
  },
  'contact.erased': { en: 'Erased the person’s data', pt: 'Apagou os dados da pessoa' },
  'domain.failed': { en: 'The domain’s records failed', pt: 'Os registros do domínio falharam' },
  'domain.keys_rotated': { en: 'Rotated the domain’s keys', pt: 'Trocou as chaves do domínio' },
  'domain.link_made': {
    en: 'Made a link to the domain’s DNS records',
    pt: 'Criou um link para os registros de DNS do domínio',
  },
  'domain.link_revoked': {
    en: 'Revoked the link to the domain’s DNS records',
    pt: 'Revogou o link para os registros de DNS do domínio',
  },
  'domain.records_published': {
    en: 'Published the domain’s records',
    pt: 'Publicou os registros do domínio',
  },
  'domain.warmed': { en: 'Set the warm-up of the domain', pt: 'Definiu o aquecimento do domínio' },
  'installation.key_rotated': {
    en: 'Rotated the installation’s key',
    pt: 'Trocou a chave da instalação',
  },
  'member.address_changed': {
    en: 'Changed the log-in address',
    pt: 'Alterou o endereço de acesso',
  },
  'invoice.fiscal_note_set': {
    en: 'Set the fiscal note of the invoice',
    pt: 'Informou a nota fiscal da fatura',
  },
  'invoice.payment_asked': { en: 'Asked to pay the invoice', pt: 'Pediu para pagar a fatura' },
  'member.identity_linked': {
    en: 'Linked to the identity provider',
    pt: 'Vinculou ao provedor de identidade',
  },
  'member.joined': { en: 'Joined the account', pt: 'Entrou na conta' },
  'member.passkey_added': { en: 'Added a passkey', pt: 'Adicionou uma chave de acesso' },
  'invoice.reminded': {
    en: 'Sent a reminder of the invoice',
    pt: 'Enviou um lembrete da fatura',
  },
  'plan.order_withdrawn': { en: 'Cancelled the order', pt: 'Cancelou o pedido' },
  'member.passkey_renamed': { en: 'Renamed a passkey', pt: 'Renomeou uma chave de acesso' },
  'member.identity_unlinked': {
    en: 'Unlinked an identity',
    pt: 'Desvinculou uma identidade',
  },
  'member.passkey_removed': { en: 'Removed a passkey', pt: 'Removeu uma chave de acesso' },
  'member.password_changed': { en: 'Changed the password', pt: 'Alterou a senha' },
  'member.password_reset': { en: 'Reset the password', pt: 'Redefiniu a senha' },
  'member.signed_in': { en: 'Signed in', pt: 'Entrou' },
  'member.two_step_disabled': {
    en: 'Turned two-step log-in off',
    pt: 'Desativou a verificação em duas etapas',
  },
  'member.two_step_enabled': {
    en: 'Turned two-step log-in on',
    pt: 'Ativou a verificação em duas etapas',
  },
  'project.imported': {
    en: 'Imported from another service',
    pt: 'Importou de outro serviço',
  },
  'sequence.segment_let_in': {
    en: 'Let a segment into the sequence',
    pt: 'Colocou um segmento na sequência',
  },
  'session.others_ended': {
    en: 'Ended all other sessions',
    pt: 'Encerrou todas as outras sessões',
  },
  'suppression.imported': { en: 'Imported suppressions', pt: 'Importou supressões' },
  'webhook.secret_rotated': {
    en: 'Rotated the webhook’s secret',
    pt: 'Trocou o segredo do webhook',
  },
}

/** null: nobody has named it yet. */
export function wordsOfAction(action: string): Text | null {
  const whole = wholes[action]
  if (whole !== undefined) return whole
  const [thing = '', verb = ''] = action.split('.')
  const of = things[thing]
  const done = verbs[verb]
  if (of === undefined || done === undefined) return null
  return { en: `${done.en} ${of.en}`, pt: `${done.pt} ${of.pt}` }
}
