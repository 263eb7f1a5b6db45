/** A domain as the public API shows it (docs/contract.md#domain-record). */
import { type Static, Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { hintFor } from './hints.ts'
import { type DnsRecord, recordsOf } from './records.ts'
import { mergedSpf } from './spf-merge.ts'
import type { Domain } from './store.ts'

const timestamp = Type.String({ format: 'date-time' })

export const domainSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: Type.Enum(['pending', 'verified', 'failed']),
    records: Type.Array(
      Type.Object({
        purpose: Type.Enum(['dkim', 'return_path', 'spf', 'dmarc', 'tracking', 'claim']),
        type: Type.Enum(['TXT', 'CNAME', 'MX']),
        name: Type.String({ description: 'Full domain name.' }),
        value: Type.String(),
        priority: Type.Optional(Type.Integer()),
        ttl: Type.Integer(),
        status: Type.Enum(['pending', 'mismatch', 'verified']),
        required: Type.Boolean(),
        found: Type.Optional(Type.Array(Type.String(), { description: 'What DNS answered.' })),
        change_to: Type.Optional(
          Type.String({
            description:
              'What the record that is there is to be changed to (SPF of a domain that has one).',
          }),
        ),
        hint: Type.Optional(
          Type.String({
            description:
              'How to put it right, where it is not `verified`, or is and of no use to receivers.',
          }),
        ),
      }),
    ),
    created_at: timestamp,
    verified_at: Type.Optional(timestamp),
  },
  { $id: 'Domain' },
)

export type ShownDomain = Static<typeof domainSchema>

/** The record of docs/contract.md#domain-record; with hints where a language is given. */
export function showDomain(
  world: Pick<World, 'settings'>,
  domain: Domain,
  language?: Language,
): ShownDomain {
  return {
    id: show('dom', domain.id),
    name: domain.name,
    status: domain.status,
    records: recordsOf(world, domain).map(record => showRecord(domain, record, language)),
    created_at: domain.created_at.toISOString(),
    ...(domain.verified_at === null ? {} : { verified_at: domain.verified_at.toISOString() }),
  }
}

function showRecord(domain: Domain, record: DnsRecord, language: Language | undefined) {
  const { key, also: _former, ...shown } = record
  const check = domain.checks[key] ?? { status: 'pending' as const }
  const changeTo =
    record.purpose === 'spf' && check.status === 'mismatch'
      ? mergedSpf(check.found ?? [], record.value)
      : null
  const hint = language && hintFor(record, check)?.[language]
  return {
    ...shown,
    status: check.status,
    ...(check.found === undefined ? {} : { found: [...check.found] }),
    ...(changeTo === null ? {} : { change_to: changeTo }),
    ...(hint === undefined ? {} : { hint }),
  }
}
