/**
 * The records of a domain as a zone file (RFC 1035 §5.1), the form that name servers and most DNS
 * providers read. What DNS has already, or has otherwise, is a comment: read in beside what is
 * there, it would be a second record, and of SPF, DMARC and DKIM two are none.
 */
import type { DomainRecord } from '../../api/shapes.ts'
import type { Say } from '../../ui/words.tsx'
import { domains as words } from './texts.ts'

export function zoneFile(name: string, records: readonly DomainRecord[], say: Say): string {
  const parts = records.map(record => {
    if (record.status === 'pending') return lineOf(record)
    if (record.status === 'verified') return `; ${say(words.zoneFound)}\n; ${lineOf(record)}`
    return `; ${say(words.zoneDiffers)}\n; ${lineOf({ ...record, value: wantedOf(record) })}`
  })
  return [`; ${say(words.zoneHead, { name })}`, ...parts, ''].join('\n')
}

const wantedOf = ({ change_to: changeTo, value }: DomainRecord): string => changeTo ?? value

/** Names are absolute, so that they mean the same in whatever zone they are read. */
function lineOf({ name, ttl, type, priority, value }: DomainRecord): string {
  const data = type === 'TXT' ? quoted(value) : `${value}.`
  const rank = priority === undefined ? '' : `${priority} `
  return `${name}. ${ttl} IN ${type} ${rank}${data}`
}

/** A string of a TXT record holds 255 octets (RFC 1035 §3.3.14); readers put them together again. */
const maxString = 255

function quoted(text: string): string {
  const parts = text.match(new RegExp(`.{1,${maxString}}`, 'gs')) ?? ['']
  return parts.map(part => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ')
}
