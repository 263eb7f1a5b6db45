import type { Text } from '../../ui/words.tsx'

/** The rules of a sequence: who comes in, who goes out, when letters may go. */
export const rules = {
  letters: { en: 'Emails', pt: 'Mensagens' },
  topic: { en: 'Topic', pt: 'Tópico' },
  topicAbout: {
    en: 'Whoever unsubscribes from the topic exits the sequence.',
    pt: 'Quem se descadastra do tópico sai da sequência.',
  },
  noTopic: { en: 'No topic', pt: 'Sem tópico' },
  quietFrom: { en: 'Quiet hours from', pt: 'Horário de silêncio, das' },
  quietUntil: { en: 'to', pt: 'às' },
  quietAbout: {
    en: "In each person's time zone. Leave empty to use the audience settings.",
    pt: 'No fuso de cada pessoa. Deixe vazio para usar os ajustes do público.',
  },
  rate: { en: 'Emails per hour, in total', pt: 'Mensagens por hora, no total' },
  rateAbout: { en: 'Leave empty for no limit', pt: 'Deixe vazio para não limitar' },
  triggers: { en: 'Triggers', pt: 'Gatilhos' },
  triggersAbout: {
    en: 'A person enters when any of these happens. You and the API can always add people.',
    pt: 'A pessoa entra quando qualquer um destes acontece. Você e a API sempre podem adicionar pessoas.',
  },
  trigger: { en: 'Trigger {n}', pt: 'Gatilho {n}' },
  on: { en: 'Starts when', pt: 'Começa quando' },
  addTrigger: { en: 'Add a trigger', pt: 'Adicionar gatilho' },
  removeTrigger: { en: 'Remove trigger {n}', pt: 'Remover gatilho {n}' },
  segment: { en: 'Segment', pt: 'Segmento' },
  segmentAbout: {
    en: 'The segment must have “Trigger sequences and webhooks” on.',
    pt: 'O segmento precisa ter “Acionar sequências e webhooks” ligado.',
  },
  yearly: { en: 'Every year', pt: 'Todos os anos' },
  entry: { en: 'Only people who', pt: 'Só pessoas que' },
  entryAbout: {
    en: 'Checked when a person would enter. No conditions: everyone.',
    pt: 'Verificado quando a pessoa entraria. Sem condições: todos.',
  },
  exits: { en: 'Exit conditions', pt: 'Condições de saída' },
  exitsAbout: {
    en: 'People who unsubscribe, are suppressed or are deleted exit in any case.',
    pt: 'Quem se descadastra, é suprimido ou excluído sai de qualquer forma.',
  },
  exit: { en: 'Exit {n}', pt: 'Saída {n}' },
  exitOn: { en: 'Exits when', pt: 'Sai quando' },
  exitEvent: { en: 'the person does something', pt: 'a pessoa faz algo' },
  exitFilter: { en: 'conditions are met', pt: 'as condições são atendidas' },
  addExit: { en: 'Add an exit', pt: 'Adicionar saída' },
  removeExit: { en: 'Remove exit {n}', pt: 'Remover saída {n}' },
  again: { en: 'Re-entry', pt: 'Reentrada' },
  never: { en: 'never: once per person', pt: 'nunca: uma vez por pessoa' },
  afterExit: { en: 'after the person has finished or exited', pt: 'depois de terminar ou sair' },
  always: { en: 'always, even while already in it', pt: 'sempre, mesmo já estando nela' },
  gap: { en: 'Not sooner than', pt: 'Não antes de' },
  keyOf: { en: 'Once at a time per', pt: 'Uma por vez para cada' },
  keyAbout: {
    en: 'A field of the activity that triggers it, such as event.cart_id',
    pt: 'Um campo da atividade do gatilho, como event.cart_id',
  },
} satisfies Record<string, Text>
