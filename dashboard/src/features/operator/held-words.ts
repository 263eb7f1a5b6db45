/** Words about mail that is held back or returned. */
import type { Plural, Text } from '../../ui/words.tsx'

export const held = {
  title: { en: 'Held back', pt: 'Retidos' },
  hold: { en: 'Hold', pt: 'Segurar' },
  holdOf: { en: 'Hold mail: {name}', pt: 'Segurar e-mails: {name}' },
  holdAbout: {
    en: 'Mail is accepted as ever and waits. What is being handed over at this moment goes out.',
    pt: 'Os e-mails continuam sendo aceitos e esperam. O que está saindo neste momento segue.',
  },
  howLong: { en: 'How long', pt: 'Por quanto tempo' },
  hours: {
    en: { one: '{n} hour', other: '{n} hours' },
    pt: { one: '{n} hora', other: '{n} horas' },
  },
  untilLetGo: { en: 'Until it is let go', pt: 'Até ser liberado' },
  reasonAbout: {
    en: 'The customer reads it on the timeline of each email. Both languages, or none.',
    pt: 'O cliente lê isto na linha do tempo de cada e-mail. Nos dois idiomas, ou em nenhum.',
  },
  nowHeld: { en: 'Mail is held: {name}', pt: 'E-mails retidos: {name}' },
  what: { en: 'What', pt: 'O quê' },
  since: { en: 'Since', pt: 'Desde' },
  until: { en: 'Until', pt: 'Até' },
  reason: { en: 'Reason', pt: 'Motivo' },
  letGo: { en: 'Let go', pt: 'Liberar' },
  letGoOf: { en: 'Let go: {name}', pt: 'Liberar: {name}' },
  gone: { en: 'Let go; it is tried within seconds.', pt: 'Liberado; sai em alguns segundos.' },
  giveBack: { en: 'Return', pt: 'Devolver' },
  giveBackOf: { en: 'Return what waits: {name}', pt: 'Devolver o que espera: {name}' },
  giveBackAbout: {
    en: {
      one: '{n} recipient waits and bounces with your reason. It cannot be taken back. Scheduled mail stays, and nobody is suppressed.',
      other:
        '{n} recipients wait and bounce with your reason. It cannot be taken back. Scheduled mail stays, and nobody is suppressed.',
    },
    pt: {
      one: '{n} destinatário espera e será devolvido com o seu motivo. Não há como desfazer. E-mails agendados ficam, e ninguém é suprimido.',
      other:
        '{n} destinatários esperam e serão devolvidos com o seu motivo. Não há como desfazer. E-mails agendados ficam, e ninguém é suprimido.',
    },
  },
  atMost: { en: 'At most {n} at a time.', pt: 'No máximo {n} de cada vez.' },
  nothing: {
    en: 'Nothing waits that could be returned.',
    pt: 'Não há nada em espera que possa ser devolvido.',
  },
  returned: {
    en: { one: '{n} recipient is returned.', other: '{n} recipients are returned.' },
    pt: { one: '{n} destinatário foi devolvido.', other: '{n} destinatários foram devolvidos.' },
  },
} satisfies Record<string, Text | Plural>
