/**
 * The beginning of an address whose domain ends within a label. Addresses are kept with A-labels
 * (RFC 5890), and no beginning of `xn--acar-0oa8i` is that of `açúcar`: those that may be meant are
 * read, and judged as people write them.
 */
import { domainToUnicode } from 'node:url'
import { partOfAddress } from './address.ts'

interface AddressBeginning {
  /** All that may be meant begin with it. */
  readonly kept: string
  /** Whether one that is kept is meant, both spelled alike. */
  readonly isOf: (address: string, spelled: (text: string) => string) => boolean
}

/** null: what is written ends before a domain, or where A-labels say all. */
export function addressBeginning(written: string): AddressBeginning | null {
  const at = written.lastIndexOf('@')
  const dot = Math.max(...['.', '\u3002', '\uff0e', '\uff61'].map(one => written.lastIndexOf(one)))
  const end = Math.max(at, dot) + 1
  if (at < 1 || end === written.length || /^xn--/i.test(written.slice(end))) return null
  return {
    kept: `${partOfAddress(written.slice(0, end))}xn--`,
    isOf: (address, spelled) => spelled(inUnicode(address)).startsWith(spelled(written)),
  }
}

function inUnicode(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + domainToUnicode(address.slice(at))
}
