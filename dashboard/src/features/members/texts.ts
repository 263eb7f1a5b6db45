/** Words about members. */
import type { Text } from '../../ui/words.tsx'

export const members = {
  title: { en: 'Members', pt: 'Membros' },
  about: {
    en: 'Who may log in to this account, and what they may do.',
    pt: 'Quem pode entrar nesta conta e o que pode fazer.',
  },
  invite: { en: 'Invite', pt: 'Convidar' },
  invited: { en: 'Invitation sent to {email}.', pt: 'Convite enviado a {email}.' },
  link: { en: 'Invitation for {email}', pt: 'Convite para {email}' },
  linkAbout: {
    en: 'This installation sends no email. Pass the link on yourself: it works once, until {until}.',
    pt: 'Esta instalação não envia e-mails. Entregue o link você mesmo: ele funciona uma vez, até {until}.',
  },
  linkWhat: { en: 'invitation link', pt: 'link do convite' },
  again: { en: 'Send again', pt: 'Enviar de novo' },
  againTo: {
    en: 'Send the invitation of {email} again',
    pt: 'Enviar de novo o convite de {email}',
  },
  againAbout: {
    en: 'A new invitation for {email} replaces the old one, whose link stops working.',
    pt: 'Um novo convite para {email} substitui o anterior, cujo link deixa de funcionar.',
  },
  seen: { en: 'Last seen', pt: 'Última visita' },
  until: { en: 'Invitation ends {at}', pt: 'Convite vale até {at}' },
  ended: { en: 'Invitation ended {at}', pt: 'Convite venceu em {at}' },
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
