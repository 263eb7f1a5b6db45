/** A domain in Resend's words: for its surface and for webhooks that were made there. */
import { getDomain } from 'tldts'

type Fields = Readonly<Record<string, unknown>>

/** What holds for every domain; see docs/resend.md. */
export const fixed = {
  region: 'self-hosted',
  open_tracking: false,
  click_tracking: false,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
}

export const headInResendForm = ({ id, name, status, created_at }: Fields): Fields => ({
  id,
  name,
  status,
  created_at,
  ...fixed,
})

export function domainInResendForm(domain: Fields): Fields {
  const zone = getDomain(String(domain.name), { allowPrivateDomains: false }) ?? String(domain.name)
  return {
    ...headInResendForm(domain),
    records: (domain.records as Fields[]).map(record => showRecord(record, zone)),
  }
}

const recordNames: Readonly<Record<string, string>> = {
  dkim: 'DKIM',
  return_path: 'SPF',
  spf: 'SPF',
  dmarc: 'DMARC',
  tracking: 'Tracking',
}

/** Names are written below the registered domain, as their customers publish them. */
function showRecord(record: Fields, zone: string): Fields {
  const name = String(record.name)
  const { purpose, type, value, ttl, priority, status } = record
  return {
    record: recordNames[String(purpose)],
    name: name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name,
    type,
    value,
    ttl: String(ttl),
    status: status === 'mismatch' ? 'failed' : status,
    ...(priority === undefined ? {} : { priority }),
  }
}
