/**
 * The filters that the list of emails and its export have in common
 * (docs/contract.md#finding-emails).
 */
import { type Static, Type } from 'typebox'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { bareAddress } from '#kernel/mail/address.ts'
import { mustBeInOrder } from '#kernel/routes/times.ts'
import type { EmailFilter } from './filter-store.ts'
import { readSearch } from './search.ts'
import { statusNames } from './serialize.ts'

const moment = (about: string) =>
  Type.Optional(Type.String({ format: 'date-time', description: about }))

/** Longer than any subject. */
const maxSearched = 998

export const emailQuery = {
  status: Type.Optional(Type.Union(statusNames.map(name => Type.Literal(name)))),
  scheduled: Type.Optional(
    Type.Boolean({
      description: '`true`: those that wait for their `scheduled_at`; `false`: all others.',
    }),
  ),
  stream: Type.Optional(Type.Union([Type.Literal('transactional'), Type.Literal('marketing')])),
  from: Type.Optional(Type.String({ description: 'The exact sender address, without a name.' })),
  to: Type.Optional(Type.String({ description: 'The exact address of one of its recipients.' })),
  recipient_state: Type.Optional(
    Type.Union(
      statusNames.map(name => Type.Literal(name)),
      { description: 'Of any recipient; with `to`, of that one.' },
    ),
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
  created_after: moment('Accepted at this time or later.'),
  created_before: moment('Accepted before this time.'),
}

const emailQuerySchema = Type.Object(emailQuery)

/** At a moment, by the clock of whose emails they are. Throws Refusal. */
export function readFilter(query: Static<typeof emailQuerySchema>, now: number): EmailFilter {
  mustBeInOrder(query)
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
    ...(query.created_after === undefined ? {} : { createdAfter: Date.parse(query.created_after) }),
    ...(query.created_before === undefined
      ? {}
      : { createdBefore: Date.parse(query.created_before) }),
  }
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
