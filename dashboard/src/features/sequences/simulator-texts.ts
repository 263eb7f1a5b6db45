import type { Plural, Text } from '../../ui/words.tsx'

export const simulator = {
  title: { en: 'Simulate', pt: 'Simular' },
  about: {
    en: 'Runs your saved draft on the live engine. Nothing is sent.',
    pt: 'Executa o rascunho salvo no mesmo motor do envio real. Nada é enviado.',
  },
  who: { en: 'Who', pt: 'Quem' },
  known: { en: 'A contact', pt: 'Um contato' },
  invented: { en: 'Made-up person', pt: 'Pessoa fictícia' },
  contact: { en: 'Address of the contact', pt: 'Endereço do contato' },
  unknown: {
    en: 'No contact in this mode has this address.',
    pt: 'Nenhum contato deste modo tem este endereço.',
  },
  ownLanguage: { en: 'Project language', pt: 'O do projeto' },
  ownZone: { en: 'Account time zone', pt: 'O da conta' },
  properties: { en: 'Their properties', pt: 'Propriedades da pessoa' },
  days: { en: 'Days', pt: 'Dias' },
  assume: { en: 'What if the person', pt: 'E se a pessoa…' },
  addAssumed: { en: 'Add a what-if', pt: 'Adicionar hipótese' },
  removeAssumed: { en: 'Remove what-if {n}', pt: 'Remover hipótese {n}' },
  assumedKind: { en: 'What happens', pt: 'O que acontece' },
  does: { en: 'does', pt: 'faz' },
  opens: { en: 'opens the email of', pt: 'abre a mensagem de' },
  activity: { en: 'Activity', pt: 'Atividade' },
  letterOf: { en: 'Email of the step', pt: 'Mensagem da etapa' },
  afterDays: { en: 'After how many days', pt: 'Depois de quantos dias' },
  afterShort: { en: 'after', pt: 'depois de' },
  daysShort: { en: 'days', pt: 'dias' },
  run: { en: 'Simulate', pt: 'Simular' },
  letters: {
    en: { one: '{n} email', other: '{n} emails' },
    pt: { one: '{n} mensagem', other: '{n} mensagens' },
  },
  noLetters: { en: 'No email would be sent.', pt: 'Nenhuma mensagem seria enviada.' },
  local: { en: "in the person's time zone", pt: 'no fuso da pessoa' },
  look: { en: 'View', pt: 'Ver' },
  lookAt: { en: 'View {subject}', pt: 'Ver {subject}' },
  way: { en: 'The path, step by step', pt: 'O caminho, etapa por etapa' },
  waited: { en: 'waits until {until}', pt: 'espera até {until}' },
  waitedQuiet: {
    en: 'the email waits for quiet hours to end, until {until}',
    pt: 'a mensagem espera o fim do horário de silêncio, até {until}',
  },
  waitedWarmUp: {
    en: 'the email waits while the domain warms up, until {until}',
    pt: 'a mensagem espera enquanto o domínio aquece, até {until}',
  },
  goesOn: {
    en: 'The path continues after these days.',
    pt: 'O caminho continua depois destes dias.',
  },
  ends: { en: 'Ends {at}: {why}', pt: 'Termina em {at}: {why}' },
} satisfies Record<string, Text | Plural>

/** Trying a published sequence with addresses that act by themselves, in test mode. */
export const tryOut = {
  title: { en: 'Try it for real, in test mode', pt: 'Experimentar de verdade, no modo de teste' },
  about: {
    en: 'These addresses act by themselves in test mode. Add one, advance the clock below, and follow it under People.',
    pt: 'Estes endereços agem sozinhos no modo de teste. Adicione um, adiante o relógio abaixo e acompanhe em Pessoas.',
  },
  notYet: { en: 'Publish the sequence first.', pt: 'Publique a sequência primeiro.' },
  add: { en: 'Add', pt: 'Adicionar' },
  addWho: { en: 'Add {email}', pt: 'Adicionar {email}' },
  added: { en: '{email} is in the sequence.', pt: '{email} está na sequência.' },
  wasIn: {
    en: '{email} was in the sequence before, and its rules do not allow re-entry.',
    pt: '{email} já esteve na sequência, e as regras não permitem reentrada.',
  },
  opened: { en: 'opens every email', pt: 'abre cada mensagem' },
  clicked: {
    en: 'opens and clicks the first link',
    pt: 'abre e clica no primeiro link',
  },
  unsubscribed: { en: 'unsubscribes with one click', pt: 'descadastra-se com um clique' },
  machine: {
    en: 'opened and clicked by a machine',
    pt: 'aberta e clicada por uma máquina',
  },
  bounced: { en: 'the address does not exist', pt: 'o endereço não existe' },
  complained: { en: 'reports the email as spam', pt: 'marca a mensagem como spam' },
} satisfies Record<string, Text>
