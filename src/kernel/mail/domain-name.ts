/**
 * Domain names as they stand in addresses: A-labels, lower case, of the form of a host name
 * (RFC 5321 §4.1.2, RFC 5890).
 */
import { domainToUnicode } from 'node:url'
import { toASCII } from 'tr46'

const maxLabelOctets = 63

/**
 * A domain name in its one canonical form, lower-case A-labels, or null where it cannot be the
 * domain of an address: at least two labels of 1 to 63 letters, digits and inner hyphens, the last
 * not all digits (RFC 5321 §2.3.5, RFC 1123 §2.1, RFC 3696 §2).
 */
export function canonicalDomain(domain: string): string | null {
  if (domain.length > 255) return null
  const lower = domain.toLowerCase()
  if (isAscii(domain) && !lower.includes('xn--')) return isHostName(lower) ? lower : null
  const ascii = toASCII(domain, {
    checkBidi: true,
    checkJoiners: true,
    useSTD3ASCIIRules: true,
    verifyDNSLength: true,
  })
  return ascii !== null && isHostName(ascii) ? ascii : null
}

/**
 * Labels of a domain name, which may begin or end early: those in Unicode as A-labels. One of
 * characters that names leave out stays as it is: as a name it would be empty, and in all of them.
 */
export function partOfDomain(text: string): string {
  if (isAscii(text) || text.length > 255) return text
  const labels = text.split(/[.\u3002\uff0e\uff61]/)
  return labels.map(one => (isAscii(one) ? one : toASCII(one) || one)).join('.')
}

/**
 * An address or a domain as people write it, for sentences and for whoever looks for it: with the
 * domain's own letters. What is no name stays as it is.
 */
export function inOwnLetters(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (!/xn--/i.test(domain)) return address
  return address.slice(0, at) + (domainToUnicode(domain) || domain)
}

function isHostName(name: string): boolean {
  let labelStart = 0
  let labels = 0
  let digitsOnly = true
  if (name.length > 253) return false
  for (let i = 0; i <= name.length; i++) {
    const code = i === name.length ? 0x2e : name.charCodeAt(i)
    if (code === 0x2e) {
      const length = i - labelStart
      if (length === 0 || length > maxLabelOctets) return false
      if (name.charCodeAt(labelStart) === 0x2d || name.charCodeAt(i - 1) === 0x2d) return false
      labels++
      labelStart = i + 1
      if (i < name.length) digitsOnly = true
    } else if ((code >= 0x61 && code <= 0x7a) || code === 0x2d) {
      digitsOnly = false
    } else if (code < 0x30 || code > 0x39) {
      return false
    }
  }
  return labels >= 2 && !digitsOnly
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}
