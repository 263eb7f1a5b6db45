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
  removeAbout: {
    en: 'Its keys, domains, webhooks and suppressions go with it. Emails that wait are not sent; all of them disappear from here at once, and from the disk when their plan’s days are over.',
    pt: 'Suas chaves, domínios, webhooks e supressões vão junto. E-mails em espera não são enviados; todos somem daqui na hora, e do disco quando passarem os dias do plano.',
  },
} satisfies Record<string, Text>
