/** A domain in Resend's words: for its surface and for webhooks that were made there. */
import type {
  CreateDomainResponseSuccess,
  Domain,
  DomainDkimRecord,
  DomainRecordStatus,
  DomainRecords,
} from 'resend'
import { getDomain } from 'tldts'
import type { ShownDomain } from './serialize.ts'

/** What holds for every domain; see docs/resend.md. */
export const fixed = {
  region: 'self-hosted',
  open_tracking: false,
  click_tracking: false,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
} as const

/** Theirs, but for the region, which is none of Amazon's. */
type InResendForm<Theirs> = Omit<Theirs, 'region'> & Pick<typeof fixed, 'region'>

export const headInResendForm = ({
  id,
  name,
  status,
  created_at,
}: Omit<ShownDomain, 'records'>): InResendForm<Domain> => ({
  id,
  name,
  status,
  created_at,
  ...fixed,
})

type OurRecord = ShownDomain['records'][number]

/** Theirs, with what they have no name for. */
interface RecordInResendForm extends Pick<OurRecord, 'name' | 'value' | 'type' | 'priority'> {
  readonly record: DomainRecords['record'] | 'DMARC' | 'Claim'
  readonly ttl: DomainDkimRecord['ttl']
  readonly status: DomainRecordStatus
}

export type DomainInResendForm = InResendForm<Omit<CreateDomainResponseSuccess, 'records'>> & {
  readonly records: readonly RecordInResendForm[]
}

export function domainInResendForm(domain: ShownDomain): DomainInResendForm {
  const zone = getDomain(domain.name, { allowPrivateDomains: false }) ?? domain.name
  return {
    ...headInResendForm(domain),
    records: domain.records.map(record => showRecord(record, zone)),
  }
}

const recordNames: Readonly<Record<OurRecord['purpose'], RecordInResendForm['record']>> = {
  dkim: 'DKIM',
  return_path: 'SPF',
  spf: 'SPF',
  dmarc: 'DMARC',
  tracking: 'Tracking',
  claim: 'Claim',
}

const recordStatuses: Readonly<Record<OurRecord['status'], DomainRecordStatus>> = {
  pending: 'pending',
  verified: 'verified',
  mismatch: 'failed',
}

/** Names are written below the registered domain, as their customers publish them. */
function showRecord(given: OurRecord, zone: string): RecordInResendForm {
  const { purpose, type, name, value, ttl, priority, status } = given
  return {
    record: recordNames[purpose],
    name: name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name,
    type,
    value,
    ttl: String(ttl),
    status: recordStatuses[status],
    ...(priority === undefined ? {} : { priority }),
  }
}
