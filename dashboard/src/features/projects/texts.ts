/** Words about projects. */
import type { Text } from '../../ui/words.tsx'

export const projects = {
  title: { en: 'Projects', pt: 'Projetos' },
  about: {
    en: 'Each project has its own domains, keys, emails and webhooks.',
    pt: 'Cada projeto tem seus domínios, chaves, e-mails e webhooks.',
  },
  create: { en: 'Create project', pt: 'Criar projeto' },
  edit: { en: 'Change project', pt: 'Alterar projeto' },
  accountLanguage: { en: 'The account’s', pt: 'O da conta' },
  languageAbout: {
    en: 'The language of explanations in webhooks.',
    pt: 'O idioma das explicações nos webhooks.',
  },
  removeCounts: { en: 'This goes with it: {counts}.', pt: 'Isto vai junto: {counts}.' },
  keyUsed: {
    en: 'A key of it was last used on {at}.',
    pt: 'Uma chave dele foi usada pela última vez em {at}.',
  },
  removeAbout: {
    en: 'Emails that wait are not sent; all of them disappear from here at once, and from the disk when their plan’s days are over.',
    pt: 'E-mails em espera não são enviados; todos somem daqui na hora, e do disco quando passarem os dias do plano.',
  },
} satisfies Record<string, Text>

export const contentTexts = {
  keys: { en: 'keys', pt: 'chaves' },
  domains: { en: 'domains', pt: 'domínios' },
  webhooks: { en: 'webhooks', pt: 'webhooks' },
  suppressions: { en: 'suppressed addresses', pt: 'endereços suprimidos' },
  contacts: { en: 'contacts', pt: 'contatos' },
} satisfies Record<string, Text>
