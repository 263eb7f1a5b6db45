/** By what the list of emails can be narrowed. */
import { countedEvents, emailStatuses, providers, tlsRungs } from '../../api/shapes.ts'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import type { FilterField } from '../../ui/filters.tsx'
import { providerTexts } from '../../ui/provider.ts'
import { common, statusTexts, streamTexts } from '../../ui/texts.ts'
import { useTimes } from '../../ui/time.tsx'
import { startOfDay } from '../../ui/zone.ts'
import { emails, email as words } from './texts.ts'

const names = [
  'q',
  'status',
  'to',
  'from',
  'stream',
  'after',
  'before',
  'campaign',
  // Of what happened to a recipient: figures lead here by them.
  'event',
  'provider',
  'cause',
  'domain',
  'tls',
  'since',
  'until',
] as const
type Field = FilterField<(typeof names)[number]>

const scheduled = 'scheduled'
const streams = ['transactional', 'marketing'] as const

export const firstFields: readonly Field[] = [
  { name: 'q', kind: 'search', label: emails.search },
  {
    name: 'status',
    kind: 'choice',
    label: common.status,
    any: emails.anyStatus,
    choices: [
      ...emailStatuses.map(value => ({ value, label: statusTexts[value] })),
      // What is queued for later is a word of the list's own.
      { value: scheduled, label: words.future },
    ],
  },
]

export const moreFields: readonly Field[] = [
  { name: 'to', kind: 'text', label: emails.to, placeholder: emails.exactAddress },
  { name: 'from', kind: 'text', label: emails.from, placeholder: emails.exactAddress },
  {
    name: 'stream',
    kind: 'choice',
    label: common.stream,
    any: emails.anyStream,
    choices: streams.map(value => ({ value, label: streamTexts[value] })),
  },
  {
    name: 'event',
    kind: 'choice',
    label: emails.event,
    any: emails.anyEvent,
    choices: [
      ...countedEvents.map(value => ({ value, label: statusTexts[value] })),
      { value: 'final', label: emails.final },
    ],
  },
  {
    name: 'provider',
    kind: 'choice',
    label: words.provider,
    any: emails.anyProvider,
    choices: providers.map(value => ({ value, label: providerTexts[value] })),
  },
  { name: 'domain', kind: 'text', label: emails.domain, placeholder: emails.exactDomain },
  { name: 'after', kind: 'day', label: emails.after },
  { name: 'before', kind: 'day', label: emails.before },
]

/** The filters of the address, and what they ask of the list. */
export function useEmailFilters() {
  const filters = useFilters(names)
  const { zone } = useTimes()
  const { q = '', status, stream, after, before, campaign, to, from, ...fact } = filters.values
  const input = {
    to,
    from,
    event: oneOf([...countedEvents, 'final'], fact.event),
    provider: oneOf(providers, fact.provider),
    cause: fact.cause,
    recipient_domain: fact.domain,
    tls: oneOf(tlsRungs, fact.tls),
    event_after: fact.since && startOfDay(fact.since, zone),
    event_before: fact.until && startOfDay(fact.until, zone, 1),
    // One letter is nothing to look for yet.
    q: [...String(q).trim()].length > 1 ? String(q) : undefined,
    campaign_id: campaign,
    // An email to many is in as many states: found by any of them, or by the one who is asked for.
    recipient_state: oneOf(emailStatuses, status),
    scheduled: status === scheduled ? true : undefined,
    stream: oneOf(streams, stream),
    // Days are those of the account's zone, both of them included.
    created_after: after && startOfDay(after, zone),
    created_before: before && startOfDay(before, zone, 1),
  }
  return { filters, input, isScheduled: status === scheduled }
}
