/** Words about notices. */
export const notices = {
  title: { en: 'Notices', pt: 'Avisos' },
  about: {
    en: 'What the account has to know. The same is in the API and, for webhooks that ask for it, posted.',
    pt: 'O que a conta precisa saber. O mesmo está na API e é enviado aos webhooks que o pedem.',
  },
  none: { en: 'No notices.', pt: 'Nenhum aviso.' },
  over: { en: 'Over since', pt: 'Encerrado desde' },
  read: { en: 'Mark as read', pt: 'Marcar como lido' },
  bell: {
    en: { one: 'Notices: 1 not read', other: 'Notices: {n} not read' },
    pt: { one: 'Avisos: 1 não lido', other: 'Avisos: {n} não lidos' },
  },
  letters: { en: 'By email', pt: 'Por e-mail' },
  lettersAbout: {
    en: 'Which notices you also get as a letter. It is your choice alone.',
    pt: 'Quais avisos você também recebe por e-mail. A escolha é só sua.',
  },
  digest: {
    en: 'A letter each week about the week before',
    pt: 'Um e-mail por semana sobre a semana anterior',
  },
}
