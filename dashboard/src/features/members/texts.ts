/** Words about members. */
import type { Text } from '../../ui/words.tsx'

export const members = {
  title: { en: 'Members', pt: 'Membros' },
  about: {
    en: 'Who may log in to this account, and what they may do.',
    pt: 'Quem pode entrar nesta conta e o que pode fazer.',
  },
  invite: { en: 'Invite', pt: 'Convidar' },
  invited: {
    en: 'Invited. The link goes by email; an installation that sends none writes it to its log.',
    pt: 'Convite criado. O link vai por e-mail; uma instalação que não envia o escreve em seu log.',
  },
  role: { en: 'Role', pt: 'Papel' },
  roleOf: { en: 'Role of {email}', pt: 'Papel de {email}' },
  owner: {
    en: 'Owners may do everything.',
    pt: 'Proprietários podem fazer tudo.',
  },
  developer: {
    en: 'Developers may do everything but members and account settings.',
    pt: 'Desenvolvedores podem tudo, menos membros e configurações da conta.',
  },
  marketing: {
    en: 'Marketing sends and sees everything, and changes no set-up.',
    pt: 'Marketing envia e vê tudo, e não altera configurações.',
  },
  reader: {
    en: 'Readers see everything, also what emails say, and change nothing.',
    pt: 'Leitores veem tudo, inclusive o conteúdo dos e-mails, e não alteram nada.',
  },
  twoSteps: { en: 'Two-step log-in', pt: 'Acesso em duas etapas' },
  yes: { en: 'Yes', pt: 'Sim' },
  no: { en: 'No', pt: 'Não' },
  you: { en: 'you', pt: 'você' },
  removeAbout: {
    en: '{email} can no longer log in.',
    pt: '{email} não poderá mais entrar.',
  },
} satisfies Record<string, Text>
