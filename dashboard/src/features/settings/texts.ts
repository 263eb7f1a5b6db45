/** Words of the settings. */
import type { Text } from '../../ui/words.tsx'

export const settings = {
  title: { en: 'Settings', pt: 'Configurações' },
  profile: { en: 'Profile', pt: 'Perfil' },
  account: { en: 'Account', pt: 'Conta' },
  accountName: { en: 'Account name', pt: 'Nome da conta' },
  zone: { en: 'Time zone', pt: 'Fuso horário' },
  zoneAbout: {
    en: 'Days, and with them daily limits, begin at its midnight.',
    pt: 'Os dias, e com eles os limites diários, começam à meia-noite dele.',
  },
  accountLanguage: { en: 'Language of the account', pt: 'Idioma da conta' },
  password: { en: 'Password', pt: 'Senha' },
  current: { en: 'Current password', pt: 'Senha atual' },
  new: { en: 'New password', pt: 'Nova senha' },
  change: { en: 'Change password', pt: 'Alterar senha' },
  changed: {
    en: 'Changed. Your other sessions have ended.',
    pt: 'Alterada. Suas outras sessões foram encerradas.',
  },
  twoSteps: { en: 'Two-step log-in', pt: 'Acesso em duas etapas' },
  twoStepsAbout: {
    en: 'A code from an authenticator app besides the password.',
    pt: 'Um código de um aplicativo autenticador, além da senha.',
  },
  isOn: { en: 'It is on.', pt: 'Está ativado.' },
  setUp: { en: 'Set up', pt: 'Configurar' },
  scan: {
    en: 'Scan this with your authenticator, or type the secret into it.',
    pt: 'Escaneie com seu autenticador ou digite o segredo nele.',
  },
  qr: { en: 'QR code for the authenticator', pt: 'Código QR para o autenticador' },
  secret: { en: 'Secret', pt: 'Segredo' },
  code: { en: 'Code it shows', pt: 'Código mostrado' },
  codeToEnd: { en: 'Code, or a recovery code', pt: 'Código, ou um código de recuperação' },
  turnOn: { en: 'Turn on', pt: 'Ativar' },
  turnOff: { en: 'Turn off', pt: 'Desativar' },
  recovery: { en: 'Recovery codes', pt: 'Códigos de recuperação' },
  recoveryAbout: {
    en: 'Each is good for one log-in without the authenticator.',
    pt: 'Cada um vale para um acesso sem o autenticador.',
  },
  sessions: { en: 'Sessions', pt: 'Sessões' },
  sessionsAbout: { en: 'Where you are logged in.', pt: 'Onde você está conectado.' },
  thisOne: { en: 'This one', pt: 'Esta' },
  seen: { en: 'last seen', pt: 'visto por último' },
  end: { en: 'End', pt: 'Encerrar' },
  endOf: { en: 'End session from {address}', pt: 'Encerrar sessão de {address}' },
  endOthers: { en: 'End all others', pt: 'Encerrar todas as outras' },
  unknownBrowser: { en: 'Unknown browser', pt: 'Navegador desconhecido' },
} satisfies Record<string, Text>
