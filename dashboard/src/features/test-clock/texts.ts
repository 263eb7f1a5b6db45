import type { Plural, Text } from '../../ui/words.tsx'

export const testClock = {
  title: { en: 'Test clock', pt: 'Relógio de teste' },
  about: {
    en: 'Test mode has a clock of its own: turn it, and waits, scheduled emails and sequences do what they would do by then. Live mode never sees it.',
    pt: 'O modo de teste tem um relógio próprio: adiante-o, e esperas, e-mails agendados e sequências fazem o que fariam até lá. A produção nunca o vê.',
  },
  stands: { en: 'Now, in test mode', pt: 'Agora, no modo de teste' },
  real: { en: 'It shows real time.', pt: 'Mostra a hora real.' },
  ahead: { en: '{span} ahead of real time.', pt: '{span} à frente da hora real.' },
  day: { en: 'Advance a day', pt: 'Adiantar um dia' },
  week: { en: 'Advance a week', pt: 'Adiantar uma semana' },
  by: { en: 'Advance by', pt: 'Adiantar' },
  to: { en: 'Advance to', pt: 'Adiantar até' },
  go: { en: 'Advance', pt: 'Adiantar' },
  goTo: { en: 'Advance to then', pt: 'Adiantar até lá' },
  advancing: {
    en: 'Advancing: what becomes due on the way is being done. It stands at {at}.',
    pt: 'Adiantando: o que vence no caminho está sendo feito. Está em {at}.',
  },
  progress: { en: 'How far the clock has come', pt: 'Quanto o relógio avançou' },
  arrived: { en: 'The clock has arrived.', pt: 'O relógio chegou.' },
  reset: { en: 'Back to real time', pt: 'Voltar à hora real' },
  resetAbout: {
    en: 'Open test campaigns end, people in sequences of test mode are taken out, and scheduled test emails get their old time back.',
    pt: 'Campanhas de teste abertas terminam, pessoas em sequências do modo de teste saem, e e-mails de teste agendados voltam ao horário antigo.',
  },
  wasReset: { en: 'The clock shows real time again.', pt: 'O relógio mostra de novo a hora real.' },
  banner: {
    en: 'In test mode it is {at}, {span} ahead of real time.',
    pt: 'No modo de teste é {at}, {span} à frente da hora real.',
  },
  seeClock: { en: 'Test clock', pt: 'Relógio de teste' },
} satisfies Record<string, Text | Plural>
