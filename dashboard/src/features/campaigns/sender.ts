/** A sender as a name and an address, which the server takes as one line. */

export interface Sender {
  readonly name: string
  readonly local: string
  readonly domain: string
}

/** Whatever is written; what is no address yet stands before the @. */
export function senderOf(from: string): Sender {
  const named = /^\s*("(?:[^"\\]|\\.)*"|[^<]*?)\s*<([^>]*)>\s*$/.exec(from)
  const name = named ? named[1]! : ''
  const address = (named ? named[2]! : from).trim()
  const at = address.lastIndexOf('@')
  return {
    name: name.startsWith('"') ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name,
    local: at < 0 ? address : address.slice(0, at),
    domain: at < 0 ? '' : address.slice(at + 1),
  }
}

/** Letters, digits and the few signs that need no quotes in front of an address (RFC 5322 §3.2.3). */
const isPlain = (name: string): boolean => /^[\p{L}\p{N}\s!#$%&'*+/=?^_`{|}~-]*$/u.test(name)

/** Empty while it has no address. */
export function fromOf({ name, local, domain }: Sender): string {
  const address = local.trim() && domain.trim() ? `${local.trim()}@${domain.trim()}` : ''
  const said = name.trim()
  if (said === '' || address === '') return address
  const quoted = isPlain(said) ? said : `"${said.replaceAll(/["\\]/g, '\\$&')}"`
  return `${quoted} <${address}>`
}
