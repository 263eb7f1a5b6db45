/**
 * Where a webhook may point (docs/contract.md#where-webhooks-may-point): https, and no host that
 * leads inside. The same is judged again on the address that is dialled, at every delivery
 * (world/http.ts); here the customer hears of it while something can still be done about it. A host
 * that does not resolve yet is taken: nothing is known against it. Addresses in an operator's own
 * networks may be written without https, names never (docs/decisions/0080-plain-http-by-address.md).
 */
import { isIP } from 'node:net'
import { inNetworks, isInternal } from '#kernel/base/addresses.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'

const maxLength = 2_000

const reasons = {
  long: {
    en: `A webhook URL has at most ${maxLength} characters.`,
    pt: `A URL de um webhook tem no máximo ${maxLength} caracteres.`,
  },
  form: {
    en: 'The value is not a URL such as https://example.com/hook.',
    pt: 'O valor não é uma URL como https://example.com/hook.',
  },
  scheme: {
    en: 'A webhook URL must start with https://.',
    pt: 'A URL de um webhook deve começar com https://.',
  },
  credentials: {
    en: 'A webhook URL must not carry a user name or password. Verify the signature instead.',
    pt: 'A URL de um webhook não pode ter usuário nem senha. Em vez disso, verifique a assinatura.',
  },
  internal: {
    en: 'The host is on an internal network. A webhook URL must be publicly reachable, unless the operator allows the network with MALOTE_NETWORK_ALLOW.',
    pt: 'O host está em uma rede interna. A URL de um webhook deve ser acessível publicamente, a menos que o operador permita a rede com MALOTE_NETWORK_ALLOW.',
  },
} as const satisfies Record<string, Text>

/** Throws Refusal where the URL cannot be a webhook's. */
export async function checkDestination(
  world: Pick<World, 'dns' | 'settings'>,
  text: string,
): Promise<void> {
  const url = parse(text)
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const addresses = await addressesOf(world, host)
  const own = world.settings.MALOTE_NETWORK_ALLOW
  const isOwn = addresses.length > 0 && addresses.every(address => inNetworks(address, own))
  const isAddress = isIP(host) !== 0 || host === 'localhost'
  if (url.protocol !== 'https:' && !(isOwn && isAddress)) throw refuse(reasons.scheme)
  if (isOwn) return
  if (isInsideName(host) || addresses.some(address => isInternal(address, own))) {
    throw refuse(reasons.internal)
  }
}

function parse(text: string): URL {
  if (text.length > maxLength) throw refuse(reasons.long)
  if (!/^https?:\/\//i.test(text)) throw refuse(reasons.scheme)
  const url = URL.parse(text)
  // The parser drops tabs and line breaks and turns backslashes; nobody writes them in good faith.
  if (url === null || url.hostname === '' || /[\s\\\u0000-\u001f\u007f]/.test(text)) {
    throw refuse(reasons.form)
  }
  if (url.username !== '' || url.password !== '') throw refuse(reasons.credentials)
  return url
}

const refuse = (why: Text): Refusal => new Refusal('invalid_field', { param: 'url', why })

/** All addresses of a host as far as anybody can tell now; the URL parser has folded literals. */
async function addressesOf(world: Pick<World, 'dns'>, host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  if (host === 'localhost') return ['127.0.0.1']
  const answers = await Promise.all([world.dns.a(host), world.dns.aaaa(host)])
  return answers.flatMap(answer => (answer.kind === 'answer' ? answer.records : []))
}

/** Names that mean something on the inside only (RFC 6761, RFC 6762, RFC 8375), resolved or not. */
function isInsideName(host: string): boolean {
  if (isIP(host) !== 0) return false
  return !host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host)
}
