/**
 * Who may read the metrics, which name nobody but say how busy the service is: whoever has the
 * token, or, where none is set, callers on addresses of this machine and of private networks. What came through a proxy that is
 * not trusted has an unknown origin, so it counts as a stranger's.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { inNetworks, parseNetworks } from '#kernel/base/addresses.ts'
import type { Settings } from '#kernel/base/config.ts'
import { callerAddress } from './admit.ts'

/** Loopback, RFC 1918, RFC 4193, and this link. */
const ours = parseNetworks(
  '127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, ::1, fc00::/7, fe80::/10',
)

/** What proxies add, each its own: any of them says that the peer is not the caller. */
const passedOn = [
  ...['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'via', 'x-real-ip'],
  ...['x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'fastly-client-ip'],
  ...['cf-connecting-ip', 'cf-ray', 'x-original-forwarded-for', 'x-envoy-external-address'],
]

export function mayWatch(
  request: IncomingMessage,
  settings: Pick<Settings, 'MALOTE_METRICS_TOKEN' | 'MALOTE_TRUSTED_PROXIES'>,
): boolean {
  const { MALOTE_METRICS_TOKEN: token, MALOTE_TRUSTED_PROXIES: proxies } = settings
  const { headers, socket } = request
  if (token !== '') return isSame(headers.authorization ?? '', `Bearer ${token}`)
  if (
    passedOn.some(name => headers[name] !== undefined) &&
    !inNetworks(socket.remoteAddress ?? '', proxies)
  )
    return false
  return inNetworks(callerAddress(request, proxies), ours)
}

/** Of hashes, so that neither the length nor the first letters show in the time it takes. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other))

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
