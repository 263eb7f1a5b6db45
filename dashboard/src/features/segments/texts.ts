/** Words about segments. */
import type { PropertyType, TopicState } from '../../api/shapes.ts'
import type { Plural, Text } from '../../ui/words.tsx'
import type { letterFacts, SequenceState } from './filter.ts'

export const segments = {
  title: { en: 'Segments', pt: 'Segmentos' },
  about: {
    en: 'Groups of people: by conditions, or picked one by one.',
    pt: 'Grupos de pessoas: por condições, ou escolhidas uma a uma.',
  },
  add: { en: 'New segment', pt: 'Novo segmento' },
  none: { en: 'No segments yet', pt: 'Ainda não há segmentos' },
  noneAbout: {
    en: 'For instance: clicked in the last 30 days and lives in Recife.',
    pt: 'Por exemplo: clicou nos últimos 30 dias e mora em Recife.',
  },
  kind: { en: 'Type', pt: 'Tipo' },
  dynamic: { en: 'By conditions', pt: 'Por condições' },
  dynamicAbout: {
    en: 'People enter and leave automatically as they change',
    pt: 'As pessoas entram e saem automaticamente conforme mudam',
  },
  static: { en: 'A list', pt: 'Uma lista' },
  staticAbout: { en: 'You add and remove the people', pt: 'Você adiciona e remove as pessoas' },
  people: { en: 'People', pt: 'Pessoas' },
  tracked: { en: 'Trigger sequences and webhooks', pt: 'Acionar sequências e webhooks' },
  trackedAbout: {
    en: 'When someone enters or leaves this segment',
    pt: 'Quando alguém entra neste segmento ou sai dele',
  },
  counted: {
    en: { one: '{n} person matches', other: '{n} people match' },
    pt: { one: '{n} pessoa neste segmento', other: '{n} pessoas neste segmento' },
  },
  aboutCounted: {
    en: { one: 'About {n} person matches', other: 'About {n} people match' },
    pt: {
      one: 'Cerca de {n} pessoa neste segmento',
      other: 'Cerca de {n} pessoas neste segmento',
    },
  },
  examples: { en: 'Some of them', pt: 'Algumas delas' },
  nobody: { en: 'Nobody matches', pt: 'Ninguém neste segmento' },
  conditions: { en: 'Conditions', pt: 'Condições' },
  conditionsAbout: {
    en: 'The number beside each condition is how many people match it on its own.',
    pt: 'O número ao lado de cada condição diz quantas pessoas atendem só a ela.',
  },
  ofAll: { en: 'All of these are true', pt: 'Todas estas condições' },
  ofAny: { en: 'At least one of these is true', pt: 'Pelo menos uma destas condições' },
  groupKind: { en: 'How the conditions are joined', pt: 'Como as condições se combinam' },
  who: { en: 'who', pt: 'quem' },
  whoNot: { en: 'except who', pt: 'exceto quem' },
  turn: { en: 'Include or exclude', pt: 'Incluir ou excluir' },
  addCondition: { en: 'Add condition', pt: 'Adicionar condição' },
  addGroup: { en: 'Add group', pt: 'Adicionar grupo' },
  removeCondition: { en: 'Remove condition {n}', pt: 'Remover a condição {n}' },
  removeGroup: { en: 'Remove group {n}', pt: 'Remover o grupo {n}' },
  group: { en: 'Group {n}', pt: 'Grupo {n}' },
  condition: { en: 'Condition {n}', pt: 'Condição {n}' },
  subject: { en: 'Condition on', pt: 'Condição sobre' },
  letters: { en: 'Email activity', pt: 'Interação com mensagens' },
  activity: { en: 'Activity', pt: 'Atividade' },
  topic: { en: 'Topic', pt: 'Tópico' },
  segment: { en: 'Another segment', pt: 'Outro segmento' },
  sequence: { en: 'Sequence', pt: 'Sequência' },
  fields: { en: 'Fields', pt: 'Campos' },
  others: { en: 'What they did', pt: 'O que fizeram' },
  comparison: { en: 'Comparison', pt: 'Comparação' },
  value: { en: 'Value', pt: 'Valor' },
  from: { en: 'From', pt: 'De' },
  until: { en: 'Until', pt: 'Até' },
  many: { en: 'Several, parted by commas', pt: 'Vários, separados por vírgulas' },
  days: { en: 'days', pt: 'dias' },
  inDays: { en: 'in the last (days)', pt: 'nos últimos (dias)' },
  ever: { en: 'ever', pt: 'desde sempre' },
  times: { en: 'Times', pt: 'Vezes' },
  howOften: { en: 'How often', pt: 'Com que frequência' },
  atLeast: { en: 'at least', pt: 'ao menos' },
  atMost: { en: 'at most', pt: 'no máximo' },
  between: { en: '{from} to {to} times', pt: 'de {from} a {to} vezes' },
  lastLetters: { en: 'the latest emails they got', pt: 'as últimas mensagens que recebeu' },
  howManyLast: { en: 'How many of the latest', pt: 'Quantas das últimas' },
  campaignLetters: { en: 'Campaigns', pt: 'Campanhas' },
  sequenceLetters: { en: 'Sequences', pt: 'Sequências' },
  topicLetters: { en: 'Topics', pt: 'Tópicos' },
  stepLetters: { en: 'Emails of this sequence', pt: 'Mensagens desta sequência' },
  linkLetters: { en: 'Links', pt: 'Links' },
  byAnyone: { en: 'Automatic ones count, too', pt: 'As automáticas também contam' },
  sayByAnyone: { en: '(automatic ones, too)', pt: '(também as automáticas)' },
  of_campaign: { en: 'of the campaign', pt: 'da campanha' },
  of_sequence: { en: 'of the sequence', pt: 'da sequência' },
  of_topic: { en: 'of the topic', pt: 'do tópico' },
  ofLast: {
    en: { one: 'of the latest email', other: 'of the latest {n} emails' },
    pt: { one: 'da última mensagem', other: 'das últimas {n} mensagens' },
  },
  ofLink: { en: 'link {n}', pt: 'link {n}' },
  clickedLink: { en: 'clicked', pt: 'clicou em' },
  whichLink: { en: 'Which link', pt: 'Qual link' },
  anyLink: { en: 'any link', pt: 'qualquer link' },
  inLast: { en: 'in the last', pt: 'nos últimos' },
  nDays: { en: '{days} days', pt: '{days} dias' },
  nTimes: { en: 'at least {n} times', pt: 'ao menos {n} vezes' },
  mostTimes: { en: 'at most {n} times', pt: 'no máximo {n} vezes' },
  notOnce: { en: 'not once', pt: 'nenhuma vez' },
  didWhat: { en: 'did', pt: 'fez' },
  isInSegment: { en: 'is in the segment', pt: 'está no segmento' },
  inSequence: { en: 'in the sequence', pt: 'na sequência' },
  change: { en: 'Change condition {n}', pt: 'Alterar a condição {n}' },
  changeShort: { en: 'Change', pt: 'Alterar' },
  suggested: { en: 'Suggestions', pt: 'Sugestões' },
  ready: { en: 'Start from', pt: 'Começar por' },
  inactive: { en: 'Inactive for 90 days', pt: 'Inativos há 90 dias' },
  fresh: { en: 'New in the last 7 days', pt: 'Novos nos últimos 7 dias' },
  birthday: { en: 'Birthdays in the next 30 days', pt: 'Aniversariantes dos próximos 30 dias' },
  useInCampaign: { en: 'Use in a campaign', pt: 'Usar em uma campanha' },
  duplicate: { en: 'Duplicate', pt: 'Duplicar' },
  duplicateAbout: {
    en: 'A new segment with the same conditions.',
    pt: 'Um novo segmento com as mesmas condições.',
  },
  copied: { en: 'Duplicated.', pt: 'Duplicado.' },
  copyOf: { en: 'Copy of {name}', pt: 'Cópia de {name}' },
  eventName: { en: 'Name of the activity', pt: 'Nome da atividade' },
  state: { en: 'Status', pt: 'Situação' },
  choose: { en: 'Choose …', pt: 'Escolha …' },
  alone: {
    en: { one: '{n} person', other: '{n} people' },
    pt: { one: '{n} pessoa', other: '{n} pessoas' },
  },
  email: { en: 'Email', pt: 'E-mail' },
  email_domain: { en: 'Domain of the address', pt: 'Domínio do endereço' },
  source: { en: 'Source', pt: 'Origem' },
  created_at: { en: 'Added', pt: 'Adicionado' },
  updated_at: { en: 'Changed', pt: 'Alterado' },
  unsubscribed: { en: 'Unsubscribed', pt: 'Descadastrado' },
  membersAdd: { en: 'Put people in', pt: 'Incluir pessoas' },
  members: { en: 'Addresses or IDs, one a line', pt: 'Endereços ou IDs, um por linha' },
  membersAbout: { en: 'They must be contacts already.', pt: 'Já precisam ser contatos.' },
  membersAdded: {
    en: { one: '{n} person put in.', other: '{n} people put in.' },
    pt: { one: '{n} pessoa incluída.', other: '{n} pessoas incluídas.' },
  },
  takeOut: { en: 'Remove', pt: 'Retirar' },
  takeOutWhat: { en: 'Remove {email} from the list', pt: 'Retirar {email} da lista' },
  takeOutAbout: { en: 'They stay a contact.', pt: 'Continua sendo um contato.' },
  noPeople: { en: 'Nobody is in it', pt: 'Ninguém neste segmento' },
  removeAbout: {
    en: 'The people stay; only the segment {name} goes away.',
    pt: 'As pessoas ficam; só o segmento {name} é excluído.',
  },
  isIn: { en: '{email} is in {name}.', pt: '{email} está em {name}.' },
  isOut: { en: '{email} is not in {name}.', pt: '{email} não está em {name}.' },
  listWhy: {
    en: 'It is a list that is put together manually.',
    pt: 'É uma lista montada manualmente.',
  },
  ofStep: { en: 'Which email', pt: 'Qual mensagem' },
  anyLetter: { en: 'any email', pt: 'qualquer mensagem' },
  letterOf: { en: 'the email of {step}', pt: 'a mensagem de {step}' },
  sayNot: { en: 'not: {what}', pt: 'não: {what}' },
  or: { en: ' or ', pt: ' ou ' },
} satisfies Record<string, Text | Plural>

export const factTexts: Readonly<Record<(typeof letterFacts)[number], Text>> = {
  received: { en: 'got emails', pt: 'recebeu mensagens' },
  opened: { en: 'opened emails', pt: 'abriu mensagens' },
  clicked: { en: 'clicked in emails', pt: 'clicou em mensagens' },
  bounced: { en: 'had emails bounce', pt: 'teve mensagens devolvidas' },
}

/** The same of one email that is named behind it. */
export const factOfOneTexts: Readonly<Record<(typeof letterFacts)[number], Text>> = {
  received: { en: 'got', pt: 'recebeu' },
  opened: { en: 'opened', pt: 'abriu' },
  clicked: { en: 'clicked links of', pt: 'clicou em links de' },
  bounced: { en: 'did not get (bounced)', pt: 'não recebeu (devolvida)' },
}

export const stateWords: Readonly<Record<TopicState, Text>> = {
  subscribed: { en: 'is subscribed', pt: 'está inscrito' },
  pending: { en: 'has not confirmed yet', pt: 'ainda não confirmou' },
  unsubscribed: { en: 'has unsubscribed', pt: 'se descadastrou' },
  none: { en: 'was never subscribed', pt: 'nunca se inscreveu' },
}

/** The same before the name of a topic. */
export const stateOfTopicWords: Readonly<Record<TopicState, Text>> = {
  subscribed: { en: 'is subscribed to', pt: 'está inscrito em' },
  pending: { en: 'has still to confirm', pt: 'ainda não confirmou' },
  unsubscribed: { en: 'has unsubscribed from', pt: 'se descadastrou de' },
  none: { en: 'was never subscribed to', pt: 'nunca se inscreveu em' },
}

export const sequenceStateWords: Readonly<Record<SequenceState, Text>> = {
  inside: { en: 'is in progress', pt: 'está em andamento' },
  finished: { en: 'has finished', pt: 'terminou' },
  exited: { en: 'exited before the end', pt: 'saiu antes do fim' },
  never: { en: 'never entered', pt: 'nunca entrou' },
}

const texts = {
  eq: { en: 'is', pt: 'é' },
  ne: { en: 'is not', pt: 'não é' },
  in: { en: 'is one of', pt: 'é um destes' },
  not_in: { en: 'is none of', pt: 'não é nenhum destes' },
  contains: { en: 'contains', pt: 'contém' },
  not_contains: { en: 'does not contain', pt: 'não contém' },
  starts_with: { en: 'begins with', pt: 'começa com' },
  ends_with: { en: 'ends with', pt: 'termina com' },
} satisfies Record<string, Text>
const presence = {
  exists: { en: 'has a value', pt: 'está preenchido' },
  absent: { en: 'has no value', pt: 'não está preenchido' },
} satisfies Record<string, Text>

/** What can be asked of a value of each type, in words. */
export const operatorTexts: Readonly<Record<PropertyType, Readonly<Record<string, Text>>>> = {
  string: { ...texts, ...presence },
  url: { ...texts, ...presence },
  number: {
    eq: texts.eq,
    ne: texts.ne,
    gt: { en: 'is more than', pt: 'é maior que' },
    gte: { en: 'is at least', pt: 'é no mínimo' },
    lt: { en: 'is less than', pt: 'é menor que' },
    lte: { en: 'is at most', pt: 'é no máximo' },
    between: { en: 'is from … to', pt: 'vai de … a' },
    in: texts.in,
    ...presence,
  },
  boolean: { eq: texts.eq, ...presence },
  date: {
    within: { en: 'was in the last (days)', pt: 'foi nos últimos (dias)' },
    not_within: { en: 'was not in the last (days)', pt: 'não foi nos últimos (dias)' },
    ahead: { en: 'comes in the next (days)', pt: 'vem nos próximos (dias)' },
    anniversary_within: {
      en: 'has its anniversary in the next (days)',
      pt: 'faz aniversário nos próximos (dias)',
    },
    before: { en: 'is before', pt: 'é antes de' },
    after: { en: 'is after', pt: 'é depois de' },
    on: { en: 'is on', pt: 'é em' },
    between: { en: 'is from … to', pt: 'vai de … a' },
    ...presence,
  },
  list: {
    has: { en: 'has', pt: 'tem' },
    has_any: { en: 'has one of', pt: 'tem um destes' },
    has_all: { en: 'has all of', pt: 'tem todos estes' },
    has_none: { en: 'has none of', pt: 'não tem nenhum destes' },
    ...presence,
  },
}
