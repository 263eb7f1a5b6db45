/** Words about keys. */
import type { Text } from '../../ui/words.tsx'

export const keys = {
  title: { en: 'API keys', pt: 'Chaves de API' },
  about: {
    en: 'A key belongs to this project. Test keys capture, live keys deliver.',
    pt: 'Uma chave pertence a este projeto. Chaves de teste capturam, chaves de produção entregam.',
  },
  create: { en: 'Create key', pt: 'Criar chave' },
  created: { en: 'Your new key', pt: 'Sua nova chave' },
  scope: { en: 'Scope', pt: 'Escopo' },
  send: { en: 'Send', pt: 'Enviar' },
  read: { en: 'Read', pt: 'Ler' },
  admin: { en: 'Everything', pt: 'Tudo' },
  allowIps: { en: 'Allowed addresses (optional)', pt: 'Endereços permitidos (opcional)' },
  allowIpsAbout: {
    en: 'IP addresses or ranges, separated by commas. Empty: from anywhere.',
    pt: 'Endereços IP ou faixas, separados por vírgulas. Vazio: de qualquer lugar.',
  },
  rate: { en: 'Calls per second (optional)', pt: 'Chamadas por segundo (opcional)' },
  expires: { en: 'Expires', pt: 'Vence' },
  expiry: { en: 'Expires (optional)', pt: 'Validade (opcional)' },
  forEver: { en: 'Never', pt: 'Nunca vence' },
  inDays: { en: 'In {n} days', pt: 'Em {n} dias' },
  expired: { en: 'Expired {at}', pt: 'Venceu em {at}' },
  createdBy: { en: 'by {name}', pt: 'por {name}' },
  key: { en: 'Key', pt: 'Chave' },
  used: { en: 'Last used', pt: 'Último uso' },
  createdAt: { en: 'Created', pt: 'Criada' },
  noName: { en: '(no name)', pt: '(sem nome)' },
  none: { en: 'No keys yet', pt: 'Nenhuma chave ainda' },
  noneAbout: {
    en: 'Create a test key to send a first email that goes nowhere.',
    pt: 'Crie uma chave de teste para enviar um primeiro e-mail que não sai daqui.',
  },
  removeAbout: {
    en: 'Programs that use it are refused at once.',
    pt: 'Programas que a usam serão recusados imediatamente.',
  },
} satisfies Record<string, Text>
