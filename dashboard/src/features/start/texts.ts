/** First steps: the first minute, and the way to live. */
import type { Text } from '../../ui/words.tsx'

export const start = {
  title: { en: 'First steps', pt: 'Primeiros passos' },
  about: {
    en: 'A first email in a minute. In test mode it is captured: nothing leaves Malote.',
    pt: 'Um primeiro e-mail em um minuto. No modo de teste ele é capturado: nada sai do Malote.',
  },
  key: { en: 'Create a test key', pt: 'Crie uma chave de teste' },
  keyAbout: {
    en: 'Your code sends it with every request.',
    pt: 'Seu código a envia em cada requisição.',
  },
  createKey: { en: 'Create test key', pt: 'Criar chave de teste' },
  keyTitle: { en: 'Your test key', pt: 'Sua chave de teste' },
  hasKeys: {
    en: 'Test keys in this project: {n}. Secrets are shown once; make another key if you need one.',
    pt: 'Chaves de teste neste projeto: {n}. O segredo só aparece uma vez; crie outra se precisar.',
  },
  firstKeyName: { en: 'First steps', pt: 'Primeiros passos' },
  send: { en: 'Send the first email', pt: 'Envie o primeiro e-mail' },
  sendAbout: {
    en: 'Paste this into a terminal or a file, or let us send it.',
    pt: 'Cole em um terminal ou arquivo, ou deixe que a gente envie.',
  },
  sendForMe: { en: 'Send it for me', pt: 'Enviar por mim' },
  otherWays: {
    en: 'By SMTP, Resend’s client, Laravel or Java',
    pt: 'Por SMTP, cliente do Resend, Laravel ou Java',
  },
  snippet: { en: 'Example in {language}', pt: 'Exemplo em {language}' },
  languages: { en: 'Programming language', pt: 'Linguagem de programação' },
  arrive: { en: 'Watch it arrive', pt: 'Veja chegar' },
  waiting: { en: 'Waiting for your first email…', pt: 'Aguardando seu primeiro e-mail…' },
  arrived: { en: 'It is here.', pt: 'Chegou.' },
  seeTimeline: { en: 'See its timeline', pt: 'Ver a linha do tempo' },
  goLive: { en: 'Go live', pt: 'Entrar em produção' },
  goLiveAbout: {
    en: 'What is left before real recipients get your mail.',
    pt: 'O que falta para destinatários reais receberem seus e-mails.',
  },
  domain: { en: 'Add your sending domain', pt: 'Adicione seu domínio de envio' },
  domainAbout: {
    en: 'Mail goes out in the name of a domain of yours.',
    pt: 'Os e-mails saem em nome de um domínio seu.',
  },
  dns: { en: 'Publish its DNS records', pt: 'Publique os registros de DNS' },
  dnsAbout: {
    en: 'They prove the domain is yours and sign what you send.',
    pt: 'Eles provam que o domínio é seu e assinam o que você envia.',
  },
  trust: {
    en: 'Give a tax id or a payment method',
    pt: 'Informe um CNPJ ou uma forma de pagamento',
  },
  trustAbout: {
    en: 'Raises the daily limit once you have sent cleanly for a week.',
    pt: 'Aumenta o limite diário depois de uma semana de envios sem problemas.',
  },
  hook: { en: 'Create a webhook', pt: 'Crie um webhook' },
  hookAbout: {
    en: 'Your systems learn of deliveries, bounces and spam complaints as they happen.',
    pt: 'Seus sistemas sabem na hora de entregas, devoluções e marcações como spam.',
  },
  liveKey: { en: 'Create a live key', pt: 'Crie uma chave de produção' },
  liveKeyAbout: {
    en: 'The same call with this key delivers.',
    pt: 'A mesma chamada com esta chave entrega de verdade.',
  },
  done: { en: 'Done', pt: 'Feito' },
  open: { en: 'Open', pt: 'Abrir' },
} satisfies Record<string, Text>
