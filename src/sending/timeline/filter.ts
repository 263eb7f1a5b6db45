/**
 * The filters that the list of emails and its export have in common
 * (docs/contract.md#finding-emails).
 */
import { type Static, Type } from 'typebox'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { bareAddress } from '#kernel/mail/address.ts'
import { partOfDomain } from '#kernel/mail/domain-name.ts'
import { mustBeInOrder } from '#kernel/routes/times.ts'
import { tlsLevels } from '#protocol/smtp/tls-policy.ts'
import { providers } from '../events/provider.ts'
import { countedTypes, final } from './counted-facts.ts'
import type { EmailFilter, FactFilter } from './filter-store.ts'
import { readSearch } from './search.ts'
import { statusNames } from './serialize.ts'

const moment = (about: string) =>
  Type.Optional(Type.String({ format: 'date-time', description: about }))

/** Longer than any subject. */
const maxSearched = 998

/** What happened to one of its recipients: all of these are of one and the same event. */
const factQuery = {
  event: Type.Optional(
    Type.Enum([...countedTypes, final], {
      description:
        'Happened to a recipient, as the figures count it: of `deferred` the first, of `opened` and ' +
        '`clicked` the first by a person; `final` is `delivered` or `bounced`.',
    }),
  ),
  provider: Type.Optional(Type.Enum(providers, { description: 'Where it happened.' })),
  cause: Type.Optional(
    Type.String({ maxLength: 60, description: 'Why it bounced or was deferred.' }),
  ),
  recipient_domain: Type.Optional(
    Type.String({ maxLength: 255, description: 'The domain of whom it happened to.' }),
  ),
  tls: Type.Optional(
    Type.Enum(tlsLevels, {
      description: 'How the connection was secured over which it was delivered.',
    }),
  ),
  event_after: moment('It happened at this time or later.'),
  event_before: moment('It happened before this time.'),
}

export const emailQuery = {
  status: Type.Optional(Type.Enum(statusNames)),
  scheduled: Type.Optional(
    Type.Boolean({
      description: '`true`: those that wait for their `scheduled_at`; `false`: all others.',
    }),
  ),
  stream: Type.Optional(Type.Union([Type.Literal('transactional'), Type.Literal('marketing')])),
  from: Type.Optional(Type.String({ description: 'The exact sender address, without a name.' })),
  to: Type.Optional(Type.String({ description: 'The exact address of one of its recipients.' })),
  recipient_state: Type.Optional(
    Type.Enum(statusNames, { description: 'Of any recipient; with `to`, of that one.' }),
  ),
  subject: Type.Optional(
    Type.String({
      maxLength: maxSearched,
      description:
        'Contained in the subject. At most 300,000 emails that may have it are looked at.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: maxSearched,
      description:
        'An id (msg_…, evt_…) or a whole Message-ID; else words, each in an address of a recipient, ' +
        'in the subject or in the value of a tag; looked for as `subject` is.',
    }),
  ),
  tag: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'tag[key]=value; several add up.' }),
  ),
  campaign_id: Type.Optional(Type.String({ description: 'cmp_…' })),
  sequence_id: Type.Optional(Type.String({ description: 'seq_…' })),
  contact_id: Type.Optional(Type.String({ description: 'con_…' })),
  ...factQuery,
  created_after: moment('Accepted at this time or later.'),
  created_before: moment('Accepted before this time.'),
}

const emailQuerySchema = Type.Object(emailQuery)

/** At a moment, by the clock of whose emails they are. Throws Refusal. */
export function readFilter(query: Static<typeof emailQuerySchema>, now: number): EmailFilter {
  mustBeInOrder(query)
  mustBeInOrder(query, 'event')
  const { status, recipient_state: recipientState, stream, subject, q, tag } = query
  return {
    ...(status === undefined ? {} : { status }),
    ...(recipientState === undefined ? {} : { recipientState }),
    ...(query.scheduled === undefined ? {} : { scheduled: { is: query.scheduled, at: now } }),
    ...(stream === undefined ? {} : { stream }),
    ...(query.from === undefined ? {} : { from: bareAddress(query.from) }),
    ...(query.to === undefined ? {} : { to: bareAddress(query.to) }),
    ...(subject === undefined || subject === '' ? {} : { subject }),
    ...(q === undefined ? {} : { search: readSearch(q) }),
    ...(tag === undefined ? {} : { tag }),
    ...letterFilter(query),
    ...factFilter(query),
    ...(query.created_after === undefined ? {} : { createdAfter: Date.parse(query.created_after) }),
    ...(query.created_before === undefined
      ? {}
      : { createdBefore: Date.parse(query.created_before) }),
  }
}

function factFilter(query: Static<typeof emailQuerySchema>): Pick<EmailFilter, 'fact'> {
  const { event, provider, cause, recipient_domain: domain, tls } = query
  const { event_after: after, event_before: before } = query
  const fact: FactFilter = {
    ...(event === undefined ? {} : { type: event }),
    ...(provider === undefined ? {} : { provider }),
    ...(cause === undefined ? {} : { cause }),
    ...(domain === undefined ? {} : { domain: partOfDomain(domain).toLowerCase() }),
    ...(tls === undefined ? {} : { tls }),
    ...(after === undefined ? {} : { after: Date.parse(after) }),
    ...(before === undefined ? {} : { before: Date.parse(before) }),
  }
  if (Object.keys(fact).length === 0) return {}
  const ofRecipient = query.to === undefined ? {} : { recipient: bareAddress(query.to) }
  return { fact: { ...fact, ...ofRecipient } }
}

/** What is no id is found nowhere, as what nobody has. */
function letterFilter(query: Static<typeof emailQuerySchema>): Pick<EmailFilter, 'letter'> {
  const { campaign_id: campaign, sequence_id: sequence, contact_id: contact } = query
  const source = campaign ?? sequence
  if (source === undefined && contact === undefined) return {}
  const isBoth = campaign !== undefined && sequence !== undefined
  const sourceId = (text: string): Uuid | null =>
    isBoth ? null : read(campaign === undefined ? 'seq' : 'cmp', text)
  return {
    letter: {
      ...(source === undefined ? {} : { sourceId: sourceId(source) ?? nobody }),
      ...(contact === undefined ? {} : { contactId: read('con', contact) ?? nobody }),
    },
  }
}

const nobody = '00000000-0000-0000-0000-000000000000' as Uuid
