/** Words about what was deleted. */
import type { Text } from '../../ui/words.tsx'

export const deleted = {
  title: { en: 'Deleted', pt: 'Excluídos' },
  about: {
    en: 'Domains, webhooks and templates deleted in the last seven days. They do nothing until restored; after seven days they are gone for good.',
    pt: 'Domínios, webhooks e modelos excluídos nos últimos sete dias. Não fazem nada até serem restaurados; depois de sete dias somem de vez.',
  },
  none: {
    en: 'Nothing was deleted in the last seven days.',
    pt: 'Nada foi excluído nos últimos sete dias.',
  },
  kind: { en: 'Kind', pt: 'Tipo' },
  when: { en: 'Deleted', pt: 'Excluído em' },
  who: { en: 'By', pt: 'Por' },
  until: { en: 'Until', pt: 'Até' },
  restore: { en: 'Restore', pt: 'Restaurar' },
  restoreWhat: { en: 'Restore {name}', pt: 'Restaurar {name}' },
  restored: { en: 'Restored: {name}', pt: 'Restaurado: {name}' },
} satisfies Record<string, Text>

export const kinds = {
  domain: { en: 'Domain', pt: 'Domínio' },
  template: { en: 'Template', pt: 'Modelo' },
  webhook: { en: 'Webhook', pt: 'Webhook' },
} satisfies Record<string, Text>
