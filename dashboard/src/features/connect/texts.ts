/** Words about how programs send. */
import type { Text } from '../../ui/words.tsx'

export const connect = {
  title: { en: 'How to send', pt: 'Como enviar' },
  about: {
    en: 'By the API, by SMTP, or by the Resend client that your program already has.',
    pt: 'Pela API, por SMTP ou com o cliente do Resend que seu programa já usa.',
  },
  withKey: {
    en: 'The examples have your new key in them. It is shown this once.',
    pt: 'Os exemplos já trazem sua nova chave. Ela só aparece desta vez.',
  },
  program: { en: 'Program', pt: 'Programa' },
  pasted: { en: '{name}: {where}', pt: '{name}: {where}' },
  smtp: { en: 'SMTP settings', pt: 'Configuração de SMTP' },
  host: { en: 'Host', pt: 'Servidor' },
  port: { en: 'Port', pt: 'Porta' },
  ports: { en: 'Ports', pt: 'Portas' },
  tls: { en: 'TLS from the start (SSL)', pt: 'TLS desde o início (SSL)' },
  starttls: { en: 'STARTTLS', pt: 'STARTTLS' },
  none: {
    en: 'without encryption, from this machine and its own network only',
    pt: 'sem criptografia, só desta máquina e da rede dela',
  },
  user: { en: 'User name', pt: 'Usuário' },
  anyUser: { en: '{user} (anything is taken)', pt: '{user} (qualquer um serve)' },
  password: { en: 'Password', pt: 'Senha' },
  passwordAbout: {
    en: 'An API key of this project that may send. A test key captures.',
    pt: 'Uma chave de API deste projeto que possa enviar. Uma chave de teste captura.',
  },
  off: {
    en: 'SMTP is switched off in this installation. Whoever runs it switches it on by MALOTE_SUBMISSION_PORT.',
    pt: 'O SMTP está desligado nesta instalação. Quem a opera o liga com MALOTE_SUBMISSION_PORT.',
  },
  example: { en: 'My first email', pt: 'Meu primeiro e-mail' },
  exampleText: { en: 'It works.', pt: 'Funciona.' },
  sender: {
    en: 'No domain of this project is verified yet: put one of yours in place of example.com.',
    pt: 'Nenhum domínio deste projeto está verificado: troque example.com por um seu.',
  },
  domains: { en: 'Domains', pt: 'Domínios' },
  readOn: { en: 'In the documentation:', pt: 'Na documentação:' },
  resendDocs: { en: 'Moving from Resend', pt: 'Quem vem do Resend' },
  resendPage: { en: '/docs/resend', pt: '/docs/pt/resend' },
  smtpDocs: { en: 'SMTP', pt: 'SMTP' },
  smtpPage: { en: '/docs/smtp-submission', pt: '/docs/pt/smtp-submission' },
  frameworkDocs: {
    en: 'Django, Rails, WordPress and others',
    pt: 'Django, Rails, WordPress e outros',
  },
  frameworkPage: { en: '/docs/frameworks', pt: '/docs/pt/frameworks' },
} satisfies Record<string, Text>
