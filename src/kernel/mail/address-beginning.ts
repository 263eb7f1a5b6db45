/**
 * The beginning of an address whose domain ends within a label. Addresses are kept with A-labels
 * (RFC 5890), and no beginning of `xn--acar-0oa8i` is that of `açúcar`: those that may be meant are
 * read, and judged as people write them.
 */
import { partOfAddress } from './address.ts'
import { inOwnLetters } from './domain-name.ts'

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
    isOf: (address, spelled) => spelled(inOwnLetters(address)).startsWith(spelled(written)),
  }
}
