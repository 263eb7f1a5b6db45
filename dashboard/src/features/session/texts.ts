/** Log-in, sign-up, and what arrives by mail. */
import type { Text } from '../../ui/words.tsx'

export const door = {
  logIn: { en: 'Log in', pt: 'Entrar' },
  logInTitle: { en: 'Log in to Malote', pt: 'Entrar no Malote' },
  signUp: { en: 'Create account', pt: 'Criar conta' },
  signUpTitle: { en: 'Create your account', pt: 'Crie sua conta' },
  signUpAbout: {
    en: 'Your first test email is a minute away.',
    pt: 'Seu primeiro e-mail de teste sai em um minuto.',
  },
  closedTitle: { en: 'By invitation', pt: 'Por convite' },
  closedAbout: {
    en: 'New accounts are opened by invitation here. Ask whoever runs this installation, or a colleague who has an account.',
    pt: 'Aqui, contas novas são abertas por convite. Fale com quem administra esta instalação ou com um colega que já tem conta.',
  },
  claim: { en: 'Become the owner', pt: 'Tornar-se proprietário' },
  claimTitle: { en: 'Whose is this Malote?', pt: 'De quem é este Malote?' },
  claimAbout: {
    en: 'Nobody runs this installation yet. Whoever can read its log does: the code there makes your account, without limits.',
    pt: 'Ninguém administra esta instalação ainda. Quem lê o log dela administra: o código que está lá cria sua conta, sem limites.',
  },
  claimCode: { en: 'Code from the log', pt: 'Código do log' },
  claimCodeAbout: {
    en: 'Each start prints it until it is used.',
    pt: 'Cada início o mostra até que seja usado.',
  },
  claimedTitle: { en: 'This installation has an owner', pt: 'Esta instalação já tem proprietário' },
  claimedAbout: {
    en: 'Its code was used, or never needed. Log in, or ask the owner to invite you.',
    pt: 'O código já foi usado, ou nunca foi preciso. Entre, ou peça um convite a quem é proprietário.',
  },
  unclaimed: { en: 'Nobody is the owner here yet.', pt: 'Ninguém é proprietário aqui ainda.' },
  domainsAbout: {
    en: 'For people with an address at {domains}.',
    pt: 'Para quem tem um endereço em {domains}.',
  },
  email: { en: 'Email', pt: 'E-mail' },
  password: { en: 'Password', pt: 'Senha' },
  newPassword: { en: 'New password', pt: 'Nova senha' },
  passwordAbout: { en: 'At least 8 characters.', pt: 'Pelo menos 8 caracteres.' },
  name: { en: 'Your name or company', pt: 'Seu nome ou empresa' },
  yourName: { en: 'Your name', pt: 'Seu nome' },
  code: { en: 'Code from your authenticator', pt: 'Código do autenticador' },
  codeAbout: {
    en: 'Six digits, or one of your recovery codes.',
    pt: 'Seis dígitos, ou um dos seus códigos de recuperação.',
  },
  forgot: { en: 'Forgot your password?', pt: 'Esqueceu a senha?' },
  noAccount: { en: 'New here?', pt: 'Primeira vez aqui?' },
  hasAccount: { en: 'Already have an account?', pt: 'Já tem uma conta?' },
  forgotTitle: { en: 'Choose a new password', pt: 'Escolha uma nova senha' },
  forgotAbout: {
    en: 'We send you a link that is good for one hour.',
    pt: 'Enviamos um link que vale por uma hora.',
  },
  sendLink: { en: 'Send the link', pt: 'Enviar o link' },
  linkSent: { en: 'Check your inbox', pt: 'Veja sua caixa de entrada' },
  linkSentAbout: {
    en: 'If {email} has an account here, a link is on its way.',
    pt: 'Se {email} tem uma conta aqui, um link está a caminho.',
  },
  resetTitle: { en: 'Set a new password', pt: 'Defina uma nova senha' },
  reset: { en: 'Set password', pt: 'Definir senha' },
  resetDone: { en: 'Your password is changed', pt: 'Sua senha foi alterada' },
  resetDoneAbout: {
    en: 'All sessions have ended. Log in with the new password.',
    pt: 'Todas as sessões foram encerradas. Entre com a nova senha.',
  },
  verifyTitle: { en: 'Confirm your address', pt: 'Confirme seu endereço' },
  verifying: { en: 'One moment…', pt: 'Um momento…' },
  verified: { en: 'Your address is confirmed', pt: 'Seu endereço está confirmado' },
  verifyFailed: { en: 'This link does not work', pt: 'Este link não funciona' },
  addressDone: { en: 'Your address is changed', pt: 'Seu endereço foi alterado' },
  addressDoneAbout: {
    en: 'Log in with {email} from now on.',
    pt: 'A partir de agora, entre com {email}.',
  },
  restoreTitle: { en: 'Take your address back', pt: 'Recupere seu endereço' },
  restoreAbout: {
    en: 'You log in with your old address again. Everybody is logged out, and you choose a new password.',
    pt: 'Você volta a entrar com seu endereço antigo. Todos são desconectados, e você escolhe uma nova senha.',
  },
  restore: { en: 'Take it back', pt: 'Desfazer a troca' },
  goOn: { en: 'Continue', pt: 'Continuar' },
  inviteTitle: { en: 'Join the account {account}', pt: 'Entrar na conta {account}' },
  inviteAbout: {
    en: 'You are invited as {role}, with the address {email}.',
    pt: 'Você foi convidado como {role}, com o endereço {email}.',
  },
  join: { en: 'Accept invitation', pt: 'Aceitar convite' },
} satisfies Record<string, Text>
