/** Words about topics. */
import type { Plural, Text } from '../../ui/words.tsx'

export const topics = {
  title: { en: 'Topics', pt: 'Tópicos' },
  about: {
    en: 'What people can ask for and leave by itself: news, offers, product updates.',
    pt: 'O que as pessoas podem pedir, e deixar de receber separadamente: novidades, ofertas, avisos.',
  },
  topic: { en: 'Topic', pt: 'Tópico' },
  subscribed: { en: 'Subscribed', pt: 'Inscrito' },
  pending: { en: 'Not confirmed yet', pt: 'Falta confirmar' },
  unsubscribed: { en: 'Left', pt: 'Saiu' },
  none: { en: 'Never joined', pt: 'Nunca entrou' },
  byDefault: { en: 'Gets it, as everybody', pt: 'Recebe, como todos' },
  add: { en: 'Add topic', pt: 'Adicionar tópico' },
  added: { en: 'Topic added.', pt: 'Tópico adicionado.' },
  namePt: { en: 'Name in Portuguese', pt: 'Nome em português' },
  nameEn: { en: 'Name in English', pt: 'Nome em inglês' },
  descriptionPt: { en: 'What they will get, in Portuguese', pt: 'O que vão receber, em português' },
  descriptionEn: { en: 'What they will get, in English', pt: 'O que vão receber, em inglês' },
  joinedBy: { en: 'Who gets it', pt: 'Quem recebe' },
  choice: { en: 'Only who joined', pt: 'Só quem entrou' },
  default: { en: 'Everybody until they leave', pt: 'Todos, até saírem' },
  doubleOptIn: {
    en: 'Joining waits for a click in a confirmation email',
    pt: 'A entrada só vale após um clique na mensagem de confirmação',
  },
  doubleOptInShort: { en: 'Double opt-in', pt: 'Confirmação por e-mail' },
  public: { en: 'Shown on the preferences page', pt: 'Aparece na página de preferências' },
  exempt: {
    en: 'Not counted by the limit of emails per person',
    pt: 'Não conta no limite de mensagens por pessoa',
  },
  people: { en: 'People', pt: 'Pessoas' },
  waiting: {
    en: { one: '{n} to confirm', other: '{n} to confirm' },
    pt: { one: '{n} a confirmar', other: '{n} a confirmar' },
  },
  noTopics: { en: 'No topics yet', pt: 'Ainda não há tópicos' },
  noneAbout: {
    en: 'With topics people can leave one kind of emails without leaving all.',
    pt: 'Com tópicos, as pessoas deixam de receber um tipo de mensagem sem sair de todos.',
  },
  removeAbout: {
    en: 'The subscriptions to {name} are lost. Proofs of consent stay.',
    pt: 'As inscrições em {name} são perdidas. As provas de consentimento ficam.',
  },
} satisfies Record<string, Text | Plural>
