/** Words of the test inbox. */
import type { Text } from '../../ui/words.tsx'

export const inbox = {
  title: { en: 'Test inbox', pt: 'Caixa de teste' },
  about: {
    en: 'What test keys send is captured here. Nothing leaves Malote.',
    pt: 'O que as chaves de teste enviam é capturado aqui. Nada sai do Malote.',
  },
  captured: { en: 'Captured emails', pt: 'E-mails capturados' },
  choose: { en: 'Choose an email to see it.', pt: 'Escolha um e-mail para vê-lo.' },
  open: { en: 'Open timeline', pt: 'Abrir linha do tempo' },
  simulators: { en: 'Simulators', pt: 'Simuladores' },
  simulatorsAbout: {
    en: 'In test mode these recipients, at any domain, behave as real ones do on a bad day. Their events and webhooks are real.',
    pt: 'No modo de teste, estes destinatários, em qualquer domínio, se comportam como os reais em um dia ruim. Os eventos e webhooks são reais.',
  },
  captures: { en: 'Anything else is captured.', pt: 'Qualquer outro é capturado.' },
  bounces: { en: 'The mailbox does not exist.', pt: 'A caixa postal não existe.' },
  complains: { en: 'The reader marks it as spam.', pt: 'O leitor marca como spam.' },
  defers: { en: 'The server asks to try later.', pt: 'O servidor pede para tentar mais tarde.' },
  send: { en: 'Send', pt: 'Enviar' },
  sendTo: { en: 'Send to {address}', pt: 'Enviar para {address}' },
  sampleSubject: { en: 'A test for {address}', pt: 'Um teste para {address}' },
  sampleHello: { en: 'Hello from Malote', pt: 'Olá do Malote' },
  sampleText: {
    en: 'This email was captured in test mode. Nothing left the machine.',
    pt: 'Este e-mail foi capturado em modo de teste. Nada saiu da máquina.',
  },
  none: { en: 'Nothing captured yet', pt: 'Nada capturado ainda' },
  noneAbout: {
    en: 'Use a simulator on this page, or send with a test key.',
    pt: 'Use um simulador nesta página ou envie com uma chave de teste.',
  },
} satisfies Record<string, Text>
