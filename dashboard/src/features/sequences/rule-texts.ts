import type { Text } from '../../ui/words.tsx'

/** The rules of a sequence: who comes in, who goes out, when letters may go. */
export const rules = {
  letters: { en: 'Its emails', pt: 'As mensagens' },
  from: { en: 'From', pt: 'Remetente' },
  fromAbout: {
    en: 'Shop <hello@example.com>; an email may have its own',
    pt: 'Loja <oi@exemplo.com.br>; uma mensagem pode ter o seu',
  },
  topic: { en: 'Topic', pt: 'Tópico' },
  topicAbout: {
    en: 'Whoever leaves the topic leaves the sequence.',
    pt: 'Quem sai do tópico sai da sequência.',
  },
  noTopic: { en: 'No topic', pt: 'Sem tópico' },
  quietFrom: { en: 'No emails from', pt: 'Sem mensagens a partir das' },
  quietUntil: { en: 'until', pt: 'até as' },
  quietAbout: {
    en: "In the person's time zone. Empty: as the audience settings say.",
    pt: 'No fuso da pessoa. Vazio: conforme os ajustes do público.',
  },
  rate: {
    en: 'Emails an hour, of all people together',
    pt: 'Mensagens por hora, de todas as pessoas',
  },
  rateAbout: { en: 'Empty: no limit', pt: 'Vazio: sem limite' },
  triggers: { en: 'Who comes in', pt: 'Quem entra' },
  triggersAbout: {
    en: 'Any of these lets a person in. You and your program always can.',
    pt: 'Qualquer um destes faz a pessoa entrar. Você e o seu sistema sempre podem.',
  },
  trigger: { en: 'Trigger {n}', pt: 'Gatilho {n}' },
  on: { en: 'Begins when', pt: 'Começa quando' },
  addTrigger: { en: 'Add a trigger', pt: 'Adicionar gatilho' },
  removeTrigger: { en: 'Remove trigger {n}', pt: 'Remover gatilho {n}' },
  segment: { en: 'Segment', pt: 'Segmento' },
  segmentAbout: {
    en: 'Only segments that are tracked notice who comes in.',
    pt: 'Só segmentos acompanhados percebem quem entra.',
  },
  yearly: { en: 'Every year', pt: 'Todos os anos' },
  entry: { en: 'Only people who', pt: 'Só pessoas que' },
  entryAbout: {
    en: 'Looked at when somebody would come in. Without conditions: everybody.',
    pt: 'Visto quando alguém entraria. Sem condições: todos.',
  },
  exits: { en: 'Who goes out before the end', pt: 'Quem sai antes do fim' },
  exitsAbout: {
    en: 'Always: who leaves the topic, is suppressed or deleted.',
    pt: 'Sempre: quem sai do tópico, é suprimido ou excluído.',
  },
  exit: { en: 'Exit {n}', pt: 'Saída {n}' },
  exitOn: { en: 'Goes out when', pt: 'Sai quando' },
  exitEvent: { en: 'the person does something', pt: 'a pessoa faz algo' },
  exitFilter: { en: 'conditions hold', pt: 'condições valem' },
  addExit: { en: 'Add an exit', pt: 'Adicionar saída' },
  removeExit: { en: 'Remove exit {n}', pt: 'Remover saída {n}' },
  again: { en: 'Coming in again', pt: 'Entrar de novo' },
  never: { en: 'never: only once', pt: 'nunca: uma única vez' },
  afterExit: { en: 'once the first way has ended', pt: 'depois que o primeiro caminho terminou' },
  always: { en: 'always, also at the same time', pt: 'sempre, mesmo ao mesmo tempo' },
  gap: { en: 'At the soonest after', pt: 'No mínimo depois de' },
  keyOf: { en: 'One at a time for each', pt: 'Um por vez para cada' },
  keyAbout: {
    en: 'A field of the activity that lets in, such as event.cart_id',
    pt: 'Um campo da atividade que dá entrada, como event.cart_id',
  },
} satisfies Record<string, Text>
