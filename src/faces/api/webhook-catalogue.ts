/** All that a webhook may subscribe to: what happens to emails, and what happens around contacts. */
import { show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { type FactType, factTypeNames, factWildcards } from '#marketing/activity/catalogue.ts'
import { eventTypeNames } from '#sending/events/event.ts'
import { sampleData } from '#sending/timeline/sample.ts'

const isFact = (type: string): type is FactType => factTypeNames.some(name => name === type)

const exampleId = '0192f0c1-0000-7000-8000-000000000000'

function sampleFact(type: FactType): object {
  const noun = type.slice(0, type.indexOf('.'))
  const contactId = show('con', exampleId)
  const contact = { id: contactId, email: 'ana@example.net', first_name: 'Ana' }
  if (noun === 'import') return { import: { id: show('imp', exampleId), status: 'done' } }
  if (noun === 'form') return { contact_id: contactId, form: { id: show('frm', exampleId) } }
  if (noun === 'segment') return { contact_id: contactId, segment: { id: show('seg', exampleId) } }
  return { contact_id: contactId, contact }
}

export const webhookCatalogue = {
  types: [...eventTypeNames, ...factTypeNames, ...factWildcards],
  typeOf: (subscribed: string): string => {
    if (!subscribed.endsWith('.*')) return subscribed
    const start = subscribed.slice(0, -1)
    return factTypeNames.find(name => name.startsWith(start)) ?? subscribed
  },
  sample: (type: string, language: Language): object =>
    isFact(type) ? sampleFact(type) : sampleData(type, language),
}
