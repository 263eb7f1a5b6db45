/**
 * Delivering everything through one smart host, for machines whose port 25 is closed (RFC 6409 on
 * the other side). The timeline stays the same; the server on it is the smart host, whose bounces
 * come back as reports. The host is the operator's own word: internal addresses are fine.
 */
import { isIP } from 'node:net'
import { BadSetting } from '#kernel/base/config.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { World } from '#kernel/world/world.ts'
import type { MxHost } from './route.ts'

export interface Relay {
  readonly host: string
  readonly port: number
  readonly implicitTls: boolean
  readonly auth?: { readonly user: string; readonly password: string }
  /** Plain text is accepted: only without a password, or where the operator asks for it. */
  readonly plain: boolean
}

/** Reads MALOTE_RELAY; null for ''. Throws BadSetting. */
export function readRelay(text: string): Relay | null {
  if (text === '') return null
  const wrong = new BadSetting(faultText('odd_relay'))
  if (!URL.canParse(text)) throw wrong
  const url = new URL(text)
  if (!/^smtps?:$/.test(url.protocol) || url.hostname === '') throw wrong
  const implicitTls = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const auth =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  return {
    host,
    port: Number(url.port) || (implicitTls ? 465 : 587),
    implicitTls,
    ...(auth ? { auth } : {}),
    plain: url.searchParams.get('tls') === 'none' || (!auth && !implicitTls),
  }
}

/** The smart host as a route of one host; null while its name cannot be resolved. */
export async function relayHost(world: Pick<World, 'dns'>, relay: Relay): Promise<MxHost | null> {
  const found = { mx: relay.host, preference: 0, secure: false }
  if (isIP(relay.host) !== 0) return { ...found, addresses: [relay.host] }
  const [v4, v6] = await Promise.all([world.dns.a(relay.host), world.dns.aaaa(relay.host)])
  const addresses = [v4, v6].flatMap(answer => (answer.kind === 'answer' ? answer.records : []))
  return addresses.length === 0 ? null : { ...found, addresses: addresses.slice(0, 5) }
}
