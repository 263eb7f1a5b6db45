/** DNS servers as they are written in a setting: a host, and a port where it is not 53. */
import { isIP } from 'node:net'

export interface NameServer {
  /** An address, or a name that the system looks up. */
  readonly host: string
  readonly port: number
}

/** Labels as of hosts (RFC 1123 §2.1); one of digits alone at the end is a misspelt address. */
const hostName =
  /^(?!(?:.*\.)?\d+$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)*[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i

/** Reads `127.0.0.1`, `127.0.0.1:53`, `[::1]:53`, `::1` or `unbound:53`; null: it is none. */
export function nameServerOf(text: string): NameServer | null {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text)
  const plain = isIP(text) === 6 ? [text, text, undefined] : /^([^:]+)(?::(\d{1,5}))?$/.exec(text)
  const [, given = '', port = '53'] = bracketed ?? plain ?? []
  const host = given === 'localhost' ? '127.0.0.1' : given
  const isHost = isIP(host) !== 0 || (bracketed === null && hostName.test(host))
  if (!isHost || Number(port) > 65_535 || Number(port) === 0) return null
  return { host, port: Number(port) }
}
