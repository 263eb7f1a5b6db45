/**
 * Two shapes of phishing that no honest email has (docs/contract.md#the-check-of-content), as pure
 * rules. A link whose text names one site while it leads to another; and an email that speaks of
 * passwords or accounts while it links to a domain made to look like a known one. Honest cases that
 * come near are let pass: the same registrable domain, the sender's own redirector, well-known
 * rewriters of links.
 */

import { parse } from 'tldts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import brandNames from './brands.json' with { type: 'json' }
import type { Link } from './links.ts'

export interface PhishingSign {
  readonly reason: 'phishing_link_mismatch' | 'credential_bait'
  /** The host that the finding is about. */
  readonly host: string
}

/** The first finding, or null. `words` is asked for only where a link imitates a brand. */
export function findPhishing(
  links: readonly Link[],
  senderDomain: string,
  words: () => string,
): PhishingSign | null {
  const own = siteOf(senderDomain)
  let asksForSecrets: boolean | undefined
  for (const link of links) {
    const target = targetOf(link.href)
    if (target === null) continue
    if (misleads(link, target, own)) return { reason: 'phishing_link_mismatch', host: target.host }
    if (!imitatesBrand(target.host, own)) continue
    asksForSecrets ??= secretWords.test(words())
    if (asksForSecrets) return { reason: 'credential_bait', host: target.host }
  }
  return null
}

interface Target {
  readonly host: string
  readonly url: URL | null
}

/** Where a web link leads; null for what is no web link. */
function targetOf(href: string): Target | null {
  const plain = /^https?:\/\/([a-z0-9.-]+)(?:[/?#]|$)/i.exec(href)
  if (plain) return { host: plain[1]!.toLowerCase().replace(/\.$/, ''), url: null }
  const text = href.trim().replace(/[\t\r\n]/g, '')
  const url = URL.parse(/^[\\/]{2}/.test(text) ? `https:${text}` : text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null
  return { host: url.hostname.replace(/\.$/, ''), url }
}

/** The host of a web link in A-labels, or null. */
export const hostOf = (href: string): string | null => targetOf(href)?.host ?? null

/** What is registered of a name: `shop.example.co.uk` and `example.co.uk` are one site. */
interface Site {
  readonly site: string
  readonly label: string
  readonly suffix: string
}

function siteOf(host: string): Site {
  const found = parse(host, { allowPrivateDomains: true, extractHostname: false })
  return {
    site: found.domain ?? host,
    label: found.domainWithoutSuffix ?? host,
    suffix: found.publicSuffix ?? '',
  }
}

// A text that names another site -----------------------------------------------------------------

function misleads({ href, text }: Link, target: Target, own: Site): boolean {
  // https://www.bank.example@evil.example: what stands before the @ is there to be misread.
  if (target.url?.username.includes('.')) return true
  const named = text === null ? null : namedHost(text)
  if (named === null) return false
  const [shown, real] = [siteOf(named), siteOf(target.host)]
  if (shown.site === real.site || real.site === own.site) return false
  if (areTwins(shown, real)) return false
  return !(rewriters.has(real.site) && decoded(href).includes(named))
}

/** The site that a link's text names, where the whole text is one: `https://a.example/x`, `a.example`. */
export function namedHost(text: string): string | null {
  const seen = text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]/g, '')
    .replaceAll('\u3002', '.')
    .trim()
  const url = /(?:^|\s)(https?:\/\/[^\s<>]+)/i.exec(seen)?.[1]
  const bare = /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}[\p{L}\p{N}-]+(?=$|[/:?#])/u.exec(seen)?.[0]
  const candidate = url ?? (bare === undefined || /\s/.test(seen) ? undefined : `http://${bare}`)
  if (candidate === undefined) return null
  const host = URL.parse(candidate)?.hostname.replace(/\.$/, '')
  if (host === undefined) return null
  // What has a scheme says that it is a host, and so does what goes on as an address does.
  if (url !== undefined || /^www\./i.test(host)) return host
  if (!parse(host, { extractHostname: false }).isIcann) return null
  return bare === seen && isNameOfThing(host) ? null : host
}

/** Endings of files, of versions and of programs that are endings of domains, too. */
const things: ReadonlySet<string> = new Set(
  'ai app as bz cc cs dev io la md mm mov pl ps py rs sh so st ts vc zip'.split(' '),
)
/** Programs that are called so. */
const programs: ReadonlySet<string> = new Set(['ado.net', 'asp.net', 'ml.net', 'vb.net'])

/** `README.md`, `catalogo.zip`, `Socket.io`: it says of no brand that the link leads there. */
function isNameOfThing(host: string): boolean {
  if (programs.has(host)) return true
  const { label, suffix } = siteOf(host)
  return things.has(suffix) && !brands.has(label) && !looksLikeBrand(host)
}

/** The same name under a country's ending: example.com and example.com.br are one company's. */
function areTwins(a: Site, b: Site): boolean {
  if (a.label !== b.label) return false
  const general = /^(com|net|org)$/
  const national = /^([a-z]{2}|(com|co|net|org)\.[a-z]{2})$/
  const isOrdinary = ({ suffix }: Site) => general.test(suffix) || national.test(suffix)
  return isOrdinary(a) && isOrdinary(b) && (national.test(a.suffix) || national.test(b.suffix))
}

/** They put a link into one of their own, and say in it where it leads. */
const rewriters: ReadonlySet<string> = new Set([
  'outlook.com',
  'google.com',
  'urldefense.com',
  'proofpoint.com',
  'facebook.com',
  'instagram.com',
  'linkedin.com',
  'youtube.com',
  'mimecast.com',
  'barracudanetworks.com',
])

function decoded(href: string): string {
  try {
    return decodeURIComponent(href).toLowerCase()
  } catch {
    return href.toLowerCase()
  }
}

// A domain that imitates a known one, and a request for secrets -------------------------------------

const brands = new Set(brandNames)
/** Shared by all: the answer depends on the host alone. */
const imitations = new Map<string, boolean>()
const maxRemembered = 20_000

function imitatesBrand(host: string, own: Site): boolean {
  let known = imitations.get(host)
  if (known === undefined) {
    known = looksLikeBrand(host)
    if (imitations.size >= maxRemembered) imitations.clear()
    imitations.set(host, known)
  }
  // A company may be called nearly like another one; that is no reason to stop its own mail.
  return known && (siteOf(host).site !== own.site || isDisguised(own.label))
}

/** Whether a name stands for a brand that it is not: exported for its table of cases. */
export function looksLikeBrand(host: string): boolean {
  const { site, label, suffix } = siteOf(host)
  if (suffix === '' || brands.has(label)) return false
  if (isDisguised(label)) return true
  const words = skeleton(label).split('-')
  if (words.length > 1 && words.some(word => brands.has(word))) return true
  // paypal.com.evil.example: a whole site name in front of another.
  const front = host.slice(0, -site.length - 1).split('.')
  if (front.some((word, i) => brands.has(word) && /^(com|net|org)$/.test(front[i + 1] ?? ''))) {
    return true
  }
  return [...brands].some(brand => brand.length >= 6 && isOneSlipAway(label, brand))
}

/** Spelled with other characters that look the same: paypa1, rnicrosoft, a Cyrillic а. */
function isDisguised(label: string): boolean {
  return !brands.has(label) && brands.has(skeleton(label))
}

/** How a label looks to a hurried reader. */
function skeleton(label: string): string {
  let out = ''
  for (const character of inOwnLetters(label)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')) {
    out += lookalikes[character] ?? character
  }
  return out.replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  п: 'n',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  υ: 'u',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ѡ: 'w',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  χ: 'x',
  ı: 'i',
  ɡ: 'g',
  ℓ: 'l',
}

/** One character more, less, other, or two swapped (Damerau). */
function isOneSlipAway(label: string, brand: string): boolean {
  if (Math.abs(label.length - brand.length) > 1) return false
  let i = 0
  while (i < label.length && label[i] === brand[i]) i++
  const [a, b] = [label.slice(i), brand.slice(i)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || isSwapped
}

/** What bait asks for or threatens with, in both languages. */
const secretWords = new RegExp(
  [
    'passwords?',
    'passcode',
    'pin code',
    'security code',
    'cvv',
    'social security',
    'seed phrase',
    '(verify|confirm|update|unlock|restore) your (account|identity|details|data|payment|billing|information)',
    'account (has been|is|was|will be) (suspended|locked|limited|closed|disabled)',
    'sign in',
    'log ?in',
    'senhas?',
    'c[óo]digo de seguran[çc]a',
    'n[úu]mero do cart[ãa]o',
    'token',
    'frase de recupera[çc][ãa]o',
    '(verifi(que|car)|confirm(e|ar)|atualiz(e|ar)|desbloque(ie|ar)|recuper(e|ar)) (a |o |os |as )?(sua|seu|seus|suas) (conta|identidade|dados|cadastro|pagamento|acesso)',
    'conta (foi |est[áa] |ser[áa] )?(bloqueada|suspensa|encerrada|limitada)',
    'acesse sua conta',
  ]
    .map(words => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`)
    .join('|'),
  'iu',
)
