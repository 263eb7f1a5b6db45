/** URLs, html and the tokens that come back: return paths, references, tracked links. */
import assert from 'node:assert/strict'
import { BlockList, isIP } from 'node:net'
import { canonicalAddress, inNetworks, isInternal, parseNetworks } from '#kernel/base/addresses.ts'
import { readSettings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { prefixes, read, show } from '#kernel/base/ids.ts'
import { makeReference, readReference } from '#kernel/mail/reference.ts'
import { makeReturnPath, readReturnPath } from '#kernel/mail/return-path.ts'
import { checkDestination } from '#platform/webhooks/destination.ts'
import { linksOfHtml } from '#sending/content/links.ts'
import { openLink, sealLink } from '#sending/tracking/link-token.ts'
import { cutHtml } from '#sending/tracking/rewrite.ts'
import { maskedAddress, readOneClick } from '#sending/tracking/unsubscribe.ts'
import { fakeDns } from '../../support/fake-world.ts'
import { emailId, links, references, returnPaths, secret } from './seeds.ts'
import type { Target } from './target.ts'
import { htmls, htmlWords, networks, networkWords, urls, urlWords } from './web-seeds.ts'

/** Node's own list of what is inside, to compare ours with. */
const inside = new BlockList()
for (const [net, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(net, length, 'ipv4')
}
for (const [net, length] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
] as const) {
  inside.addSubnet(net, length, 'ipv6')
}
const isInside = (address: string): boolean =>
  inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const insideNames: Readonly<Record<string, readonly string[]>> = {
  'inside.test': ['10.0.0.1'],
  'mixed.test': ['93.184.216.34', '192.168.0.1'],
  'six.test': ['fd00::1'],
  'example.com': ['93.184.216.34'],
}
const world = { dns: fakeDns(insideNames), settings: readSettings({}) }

async function checkUrl(input: Buffer): Promise<void> {
  const text = input.toString('utf8')
  try {
    await checkDestination(world, text)
  } catch (error) {
    if (error instanceof Refusal) return
    throw error
  }
  const url = new URL(text)
  assert.equal(url.protocol, 'https:')
  assert.ok(url.username === '' && url.password === '' && text.length <= 2000)
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) {
    assert.ok(!isInside(host) && !isInternal(host), `${host} is inside`)
    return
  }
  assert.ok(host.includes('.'), `${host} has one label`)
  assert.doesNotMatch(host, /(^|\.)(localhost|local|internal)$/)
  assert.ok(host === 'example.com' || !(host in insideNames), `${host} leads inside`)
}

function checkNetworks(input: Buffer): void {
  const text = input.toString('latin1')
  checkIp(text)
  let read: ReturnType<typeof parseNetworks>
  try {
    read = parseNetworks(text)
  } catch (error) {
    assert.ok(error instanceof Error && /^".*" (is not|has)/s.test(error.message))
    return
  }
  for (const network of read) assert.ok(network.length >= 0 && network.length <= network.bits)
  for (const part of text.split(',')) {
    const address = part.trim().split('/')[0]!
    if (address !== '') assert.ok(inNetworks(address, read), `${address} is in its own network`)
  }
}

function checkIp(text: string): void {
  const canonical = canonicalAddress(text)
  assert.equal(canonicalAddress(canonical), canonical)
  if (isIP(text) === 0) return
  assert.notEqual(isIP(canonical), 0)
  assert.equal(isInternal(canonical), isInternal(text), 'one address, one judgement')
  if (isInside(text.replace(/%.*$/, ''))) assert.ok(isInternal(text), `${text} is inside`)
}

/** Tokens: whatever opens is one that we made, to the letter. */
function checkTokens(input: Buffer): void {
  const text = input.toString('latin1')
  const path = readReturnPath(secret, text)
  if (path !== null) {
    const made = makeReturnPath(secret, path.emailId, path.n, 'x.test').split('@')[0]!
    assert.equal(text.toLowerCase(), made)
    assert.ok(returnPaths.includes(made), 'nobody else can make a return path')
  }
  const named = readReference(secret, text)
  if (named !== null) {
    const made = makeReference(secret, named)
    assert.equal(text.toLowerCase(), made)
    assert.ok(references.includes(made), 'nobody else can make a reference')
  }
  for (const prefix of prefixes) {
    const id = read(prefix, text)
    if (id !== null) assert.equal(show(prefix, id), text)
  }
}

function checkLinkToken(input: Buffer): void {
  const text = input.toString('latin1')
  for (const purpose of ['open', 'click', 'unsubscribe'] as const) {
    const content = openLink(secret, purpose, text)
    if (content === null) continue
    assert.equal(sealLink(secret, purpose, content), text, 'one content, one token')
    const known = links.some(link => link.token === text && link.purpose === purpose)
    assert.ok(known, 'nobody else can make a link')
  }
}

/** The first line is the content type, the rest the form. */
async function checkUnsubscribe(input: Buffer): Promise<void> {
  const end = Math.max(0, input.indexOf(10))
  const type = input.toString('latin1', 0, end)
  const body = input.subarray(end + 1)
  if ((await readOneClick(type, body)) !== null) {
    assert.ok(/form/i.test(type) && /Click/.test(decodeURIComponent(decodable(body))))
  }
  const address = body.toString('utf8')
  const masked = maskedAddress(address)
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@')))
  if ([...local].length > 4) assert.ok(!masked.startsWith(local), 'the local part is not shown')
}

/** Without stray percent signs, which a form may hold and decodeURIComponent refuses. */
const decodable = (body: Buffer): string =>
  body.toString('latin1').replace(/%(?![0-7][0-9a-f])/gi, '%25')

/** Every byte that is not a tracked link stands where it stood. */
async function checkHtml(input: Buffer): Promise<void> {
  const html = input.toString('utf8')
  const pieces = await cutHtml(html)
  let at = 0
  let images = 0
  const tracked: string[] = []
  for (const [i, piece] of pieces.entries()) {
    if (typeof piece !== 'string') {
      if (piece.kind === 'image') images++
      continue
    }
    const next = pieces[i + 1]
    const before = pieces[i - 1]
    if (typeof next === 'object' && next.kind === 'link') {
      const attribute = attributeForm.exec(html.slice(at))
      assert.ok(attribute && piece === 'href="', `no href at ${at}`)
      at += attribute[0].length
      tracked.push(next.url)
      assert.equal(new URL(next.url).href, next.url)
      assert.match(next.url, /^https?:\/\/[^\s<>]+$/)
      continue
    }
    if (typeof before === 'object' && before.kind === 'link') continue
    assert.ok(html.startsWith(piece, at), `other bytes at ${at}`)
    at += piece.length
  }
  assert.equal(at, html.length, 'all of it is there')
  assert.equal(images, 1)
  checkSeen(html, tracked)
}

/** The spaces of html are fewer than those of `\s`. */
const attributeForm = /^href[\t\n\f\r \0/]*=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'|[^\t\n\f\r >]*)/i

/** The check for phishing sees every link that a reader can click. */
function checkSeen(html: string, tracked: readonly string[]): void {
  const seen = linksOfHtml(html)
  if (html.length > 8192) return
  const hosts = new Set(seen.map(({ href }) => hostOf(href)))
  for (const url of tracked) assert.ok(hosts.has(hostOf(url)), `${url} goes unseen`)
}

const hostOf = (href: string): string | null => URL.parse(href)?.host ?? null

const ids = prefixes.map(prefix => show(prefix, emailId))

export const webTargets: readonly Target[] = [
  {
    name: 'webhook-url',
    about: 'addresses of webhooks (src/platform/webhooks/destination.ts)',
    seeds: urls,
    words: urlWords,
    maxBytes: 2100,
    check: checkUrl,
  },
  {
    name: 'ip',
    about: 'IP addresses and networks (src/kernel/base/addresses.ts)',
    seeds: networks,
    words: networkWords,
    maxBytes: 1000,
    check: checkNetworks,
  },
  {
    name: 'token',
    about:
      'return paths, references and ids (src/kernel/mail/return-path.ts, src/kernel/base/ids.ts)',
    seeds: [...returnPaths, ...references, ...ids],
    words: ['bounce+', 'BOUNCE+', '_', ...returnPaths.map(path => path.slice(7))],
    maxBytes: 1200,
    check: checkTokens,
  },
  {
    name: 'link-token',
    about: 'tracked links (src/sending/tracking/link-token.ts)',
    seeds: links.map(link => link.token),
    words: ['-', '_', '=', 'A'],
    maxBytes: 4200,
    check: checkLinkToken,
  },
  {
    name: 'unsubscribe',
    about: 'forms that unsubscribe, and addresses half shown (src/sending/tracking/unsubscribe.ts)',
    seeds: [
      'application/x-www-form-urlencoded\nList-Unsubscribe=One-Click',
      'multipart/form-data; boundary=b\n--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      'text/plain\nana@here.test',
    ],
    words: ['List-Unsubscribe', 'One-Click', '=', '&', '%2D', '--b', '\r\n', 'boundary=', '@'],
    maxBytes: 16_384,
    check: checkUnsubscribe,
  },
  {
    name: 'html',
    about: 'links in html (src/sending/tracking/rewrite.ts, src/sending/content/links.ts)',
    seeds: htmls,
    words: htmlWords,
    maxBytes: 16_384,
    check: checkHtml,
  },
]
