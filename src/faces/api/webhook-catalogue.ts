/** All that a webhook may subscribe to: what happens to emails, around contacts and to the account. */
import { show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { type FactType, factTypeNames, factWildcards } from '#marketing/activity/catalogue.ts'
import { factInResendForm } from '#marketing/activity/resend-form.ts'
import type { InForm } from '#platform/webhooks/enqueue.ts'
import {
  type DomainEvent,
  domainEventNames,
  domainWildcard,
} from '#sending/domains/domain-events.ts'
import { domainInResendForm } from '#sending/domains/resend-form.ts'
import type { ShownDomain } from '#sending/domains/serialize.ts'
import { type EventType, eventTypeNames } from '#sending/events/event.ts'
import { resendSample, sampleData } from '#sending/timeline/sample.ts'
import { noticeEvent } from '#tenants/accounts/notice-kinds.ts'
import { showNotice } from '#tenants/accounts/shown-notice.ts'
import { exampleId } from './example-words.ts'

const isFact = (type: string): type is FactType => factTypeNames.some(name => name === type)

function sampleFact(type: FactType): object {
  const noun = type.slice(0, type.indexOf('.'))
  const contactId = show('con', exampleId)
  const contact = { id: contactId, email: 'ana@example.net', first_name: 'Ana' }
  if (noun === 'import') return { import: { id: show('imp', exampleId), status: 'done' } }
  if (noun === 'form') return { contact_id: contactId, form: { id: show('frm', exampleId) } }
  if (noun === 'segment') return { contact_id: contactId, segment: { id: show('seg', exampleId) } }
  return { contact_id: contactId, contact }
}

const sampleNotice = (language: Language) =>
  showNotice(
    {
      id: exampleId,
      code: 'domain_failed',
      level: 'error',
      text: {
        en: 'example.com is no longer verified: its required DNS records are missing.',
        pt: 'example.com não está mais verificado: faltam os registros de DNS obrigatórios.',
      },
      data: { domain_id: show('dom', exampleId), name: 'example.com' },
      createdAt: new Date('2026-01-02T03:04:05Z'),
      readAt: null,
    },
    language,
  )

const sampleDomain: ShownDomain = {
  id: show('dom', exampleId),
  name: 'example.com',
  status: 'pending',
  records: [],
  created_at: '2026-01-02T03:04:05.000Z',
}

const isOfDomain = (type: string): type is DomainEvent =>
  domainEventNames.some(name => name === type)

const wildcards = [...factWildcards, domainWildcard]

export const webhookCatalogue = {
  types: [...eventTypeNames, ...factTypeNames, ...domainEventNames, ...wildcards, noticeEvent],
  typeOf: (subscribed: string): string => {
    if (!subscribed.endsWith('.*')) return subscribed
    const start = subscribed.slice(0, -1)
    const names = [...factTypeNames, ...domainEventNames]
    return names.find(name => name.startsWith(start)) ?? subscribed
  },
  resendSample: (type: string, language: Language): InForm | null => {
    if (isOfDomain(type)) return { heardAs: type, type, data: domainInResendForm(sampleDomain) }
    if (isFact(type)) return factInResendForm(type, { ...sampleFact(type) }).resend ?? null
    return type === noticeEvent ? null : resendSample(type as EventType, language)
  },
  sample: (type: string, language: Language): object => {
    if (type === noticeEvent) return { notice: sampleNotice(language) }
    if (isOfDomain(type)) return { domain: sampleDomain }
    return isFact(type) ? sampleFact(type) : sampleData(type, language)
  },
}
