/**
 * "Host not found" without a look at which host: a receiver's own store or relay may be missing from
 * its DNS, which says nothing of the domain that the mail is for.
 */
import { type Classification, classify, type ReplyWords } from './classify.ts'

const maxChars = 4_096

/** What a reply means for an address at this domain (lower case). */
export function classifyFor(domain: string, reply: ReplyWords): Classification {
  const verdict = classify(reply)
  if (verdict.cause !== 'unknown_domain' || !namesOtherHosts(reply.text, domain)) return verdict
  return classify({ code: 550, enhanced: '5.3.0', text: '' })
}

/** Whether a text names hosts, and none of the domain. */
function namesOtherHosts(text: string, domain: string): boolean {
  const lower = text.slice(0, maxChars).toLowerCase()
  const named = lower.split(/[^a-z0-9_.@-]/).filter(isHost)
  if (named.length === 0 || domain === '') return false
  const isOurs = (host: string): boolean => `.${host.replace(/\.$/, '')}`.endsWith(`.${domain}`)
  // Also where only the address is quoted, whose domain it then is.
  return !named.some(isOurs) && !lower.includes(`@${domain}`)
}

/** `store1.lan`, with or without a dot behind it; neither an address nor `5.4.4`. */
function isHost(token: string): boolean {
  const labels = token.split('.').filter(label => label !== '')
  return labels.length > 1 && !token.includes('@') && /^[a-z]+$/.test(labels.at(-1)!)
}
