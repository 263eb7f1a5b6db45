import { fill, type Text } from '../base/languages.ts'
import { canonicalDomain, isAscii, partOfDomain } from './domain-name.ts'

export interface Address {
  /** The display name; absent where there was none. */
  readonly name?: string
  /** The local part as written, in NFC; its case belongs to the receiver (RFC 5321 §2.4). */
  readonly local: string
  /** Lower-case A-labels, no final dot. */
  readonly domain: string
  /** `local@domain`: for comparing and for the envelope. */
  readonly email: string
  /** The local part is not ASCII: only a server with SMTPUTF8 can take the mail (RFC 6531). */
  readonly needsUtf8: boolean
}

type ParsedAddress =
  | { readonly ok: true; readonly address: Address }
  | { readonly ok: false; readonly why: Text }

/** Sizes in octets (RFC 5321 §4.5.3.1; 254 = the path of 256 without its angle brackets). */
const maxLocalOctets = 64
const maxAddressOctets = 254

/** Ours: longer names only serve to break somebody's display. */
const maxNameOctets = 320
/** An entry longer than this is refused unread. */
export const maxEntryLength = 1000

const say = (en: string, pt: string): Text => ({ en, pt })

const reasons = {
  empty: say('The address is empty.', 'O endereço está vazio.'),
  long: say(
    'An address entry has at most {limit} characters.',
    'Um endereço tem no máximo {limit} caracteres.',
  ),
  control: say(
    'Control characters, such as line breaks, are not allowed in an address.',
    'Caracteres de controle, como quebras de linha, não são permitidos em um endereço.',
  ),
  encoding: say(
    'The address is not valid Unicode text.',
    'O endereço não é um texto Unicode válido.',
  ),
  form: say(
    'Write the address as a@b.c or Name <a@b.c>.',
    'Escreva o endereço como a@b.c ou Nome <a@b.c>.',
  ),
  list: say(
    'One entry holds one address. Write several addresses as several entries, and put a name with a comma in double quotes.',
    'Cada item tem um só endereço. Escreva vários endereços como vários itens e coloque entre aspas duplas um nome com vírgula.',
  ),
  group: say(
    'Address groups are not supported. List the addresses one by one.',
    'Grupos de endereços não são aceitos. Liste os endereços um a um.',
  ),
  comment: say(
    'Comments in parentheses are not allowed. Put a name with parentheses in double quotes.',
    'Comentários entre parênteses não são permitidos. Coloque entre aspas duplas um nome com parênteses.',
  ),
  nameChars: say(
    'Put the name in double quotes: it contains {character}.',
    'Coloque o nome entre aspas duplas: ele contém {character}.',
  ),
  nameQuote: say(
    'The quoted name is not closed, or something other than <address> follows it.',
    'O nome entre aspas não foi fechado, ou depois dele vem algo que não é <endereço>.',
  ),
  nameLong: say('A name has at most {limit} bytes.', 'Um nome tem no máximo {limit} bytes.'),
  at: say(
    'An address has exactly one @ between a local part and a domain.',
    'Um endereço tem exatamente um @ entre a parte local e o domínio.',
  ),
  route: say('Source routes are not supported.', 'Rotas de origem não são aceitas.'),
  quotedLocal: say(
    'Quoted local parts, such as "a b"@example.com, are not supported.',
    'Partes locais entre aspas, como "a b"@example.com, não são aceitas.',
  ),
  localEmpty: say('The part before the @ is missing.', 'Falta a parte antes do @.'),
  localDots: say(
    'The part before the @ must not start or end with a dot or contain two in a row.',
    'A parte antes do @ não pode começar nem terminar com ponto, nem ter dois pontos seguidos.',
  ),
  localChars: say(
    'The part before the @ contains {character}, which is not allowed.',
    'A parte antes do @ contém {character}, que não é permitido.',
  ),
  localEncoded: say(
    'The part before the @ looks like an encoded word (=?…?=), which some programs decode into another address.',
    'A parte antes do @ parece uma palavra codificada (=?…?=), que alguns programas decodificam em outro endereço.',
  ),
  localLong: say(
    'The part before the @ has at most {limit} bytes.',
    'A parte antes do @ tem no máximo {limit} bytes.',
  ),
  literal: say(
    'Address literals, such as user@[192.0.2.1], are not supported. Use a domain name.',
    'Endereços IP literais, como usuario@[192.0.2.1], não são aceitos. Use um nome de domínio.',
  ),
  domainDot: say(
    'The domain is incomplete: it needs at least one dot, as in example.com.',
    'O domínio está incompleto: ele precisa de pelo menos um ponto, como em example.com.',
  ),
  domain: say('The domain after the @ is not valid.', 'O domínio depois do @ não é válido.'),
  addressLong: say(
    'An address has at most {limit} bytes.',
    'Um endereço tem no máximo {limit} bytes.',
  ),
} as const

type Failure = { readonly ok: false; readonly why: Text }
const refuse = (why: Text): Failure => ({ ok: false, why })
const refuseOver = (why: Text, limit: number): Failure => refuse(fill(why, { limit }))
const refuseChar = (why: Text, character: string): Failure =>
  refuse(fill(why, { character: character === ' ' ? '" "' : character }))

/** Controls of both sets, and the two separators that some software takes for line breaks. */
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** They turn the order of letters around, so that a name shows what it does not say. */
const turning = /[\u202a-\u202e\u2066-\u2069]/

/** Reads one address entry of a request. */
export function parseAddress(text: string): ParsedAddress {
  if (text.length > maxEntryLength) return refuseOver(reasons.long, maxEntryLength)
  if (controls.test(text)) return refuse(reasons.control)
  if (!text.isWellFormed()) return refuse(reasons.encoding)
  const entry = trimSpaces(text)
  if (entry === '') return refuse(reasons.empty)
  if (!entry.endsWith('>')) return parseSpec(entry, undefined)
  if (turning.test(entry.slice(0, entry.lastIndexOf('<')))) return refuse(reasons.control)
  return entry.charCodeAt(0) === quote ? parseQuotedName(entry) : parsePlainName(entry)
}

const quote = 0x22
const backslash = 0x5c

/** Cuts plain spaces only: any other white space in an entry is somebody's mistake to hear of. */
function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (text.charCodeAt(start) === 0x20) start++
  while (text.charCodeAt(end - 1) === 0x20) end--
  return text.slice(start, end)
}

/** `"Doe, J." <j@x.y>`: a quoted-string (RFC 5322 §3.2.4), its escapes undone. */
function parseQuotedName(entry: string): ParsedAddress {
  let name = ''
  let at = 1
  for (; at < entry.length; at++) {
    const code = entry.charCodeAt(at)
    if (code === quote) break
    if (code === backslash) at++
    name += entry[at] ?? ''
  }
  const rest = trimSpaces(entry.slice(at + 1))
  if (rest.startsWith('@')) return refuse(reasons.quotedLocal)
  if (!rest.startsWith('<')) return refuse(reasons.nameQuote)
  return parseSpec(rest.slice(1, -1), name)
}

/** What must be quoted in a name (RFC 5322 §3.2.3); the dot alone is tolerated, as everywhere. */
const nameSpecials = /[()<>[\]:;@\\,"]/

/** `Name <a@b.c>`, and `<a@b.c>` for an absent name. */
function parsePlainName(entry: string): ParsedAddress {
  const open = entry.indexOf('<')
  if (open < 0) return refuse(reasons.form)
  const name = entry.slice(0, open)
  const special = nameSpecials.exec(name)?.[0]
  if (special === ',') return refuse(reasons.list)
  if (special === '(' || special === ')') return refuse(reasons.comment)
  if (special === ':') return refuse(reasons.group)
  if (special !== undefined) return refuseChar(reasons.nameChars, special)
  return parseSpec(entry.slice(open + 1, -1), name)
}

/** The bare `local@domain` (RFC 5321 §4.1.2 Mailbox, dot-string local parts only). */
function parseSpec(spec: string, rawName: string | undefined): ParsedAddress {
  if (spec.charCodeAt(0) === 0x40 && spec.includes(':')) return refuse(reasons.route)
  const at = spec.indexOf('@')
  if (at < 0) return refuse(strayShape(spec) ?? reasons.at)
  const local = spec.slice(0, at).normalize('NFC')
  const bad = checkLocal(local, spec)
  if (bad !== null) return bad
  const rawDomain = spec.slice(at + 1)
  if (rawDomain.startsWith('[')) return refuse(reasons.literal)
  const domain = canonicalDomain(rawDomain)
  if (domain === null) return refuse(strayShape(rawDomain) ?? domainReason(rawDomain))
  const needsUtf8 = !isAscii(local)
  const octets = Buffer.byteLength(local) + 1 + domain.length
  if (octets > maxAddressOctets) return refuseOver(reasons.addressLong, maxAddressOctets)
  const name = rawName === undefined ? '' : trimSpaces(rawName)
  if (Buffer.byteLength(name) > maxNameOctets) return refuseOver(reasons.nameLong, maxNameOctets)
  const email = `${local}@${domain}`
  const address = { local, domain, email, needsUtf8 }
  return { ok: true, address: name === '' ? address : { name, ...address } }
}

/** The shape that somebody seems to have meant, where the text holds characters of another form. */
function strayShape(text: string): Text | null {
  if (text.endsWith(';')) return reasons.group
  if (text.includes('(')) return reasons.comment
  if (text.includes(',')) return reasons.list
  if (text.includes('<') || text.includes('>')) return reasons.form
  return null
}

function domainReason(domain: string): Text {
  if (domain.includes('@')) return reasons.at
  return /[.。．｡]/.test(domain) ? reasons.domain : reasons.domainDot
}

/** atext of RFC 5322 §3.2.3, and the dot between atoms, by character code. */
const atext = new Uint8Array(128)
for (const character of "!#$%&'*+-/=?^_`{|}~.0123456789abcdefghijklmnopqrstuvwxyz") {
  atext[character.charCodeAt(0)] = 1
  atext[character.toUpperCase().charCodeAt(0)] = 1
}

/** Invisible or without meaning in an address: white space, formatting, private, unassigned. */
const strayInLocal = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]/u

/** RFC 2047 §5 (3) has none in an addr-spec; programs that decode it there send mail elsewhere. */
const encodedWord = /=\?[^?]*\?[bq]\?[^?]*\?=/i

function checkLocal(local: string, spec: string): Failure | null {
  if (local === '') return refuse(reasons.localEmpty)
  for (const character of local) {
    if (atext[character.charCodeAt(0)] === 0) return refuseLocalChar(character, spec)
  }
  if (/^\.|\.\.|\.$/.test(local)) return refuse(reasons.localDots)
  if (encodedWord.test(local)) return refuse(reasons.localEncoded)
  const stray = strayInLocal.exec(local)?.[0]
  if (stray !== undefined) {
    const code = stray.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    return refuseChar(reasons.localChars, `U+${code}`)
  }
  const isLong = Buffer.byteLength(local) > maxLocalOctets
  return isLong ? refuseOver(reasons.localLong, maxLocalOctets) : null
}

function refuseLocalChar(character: string, spec: string): Failure {
  if (character === '"') return refuse(reasons.quotedLocal)
  if (spec.includes('<') || spec.includes('>')) return refuse(reasons.form)
  if (character === ':') return refuse(spec.endsWith(';') ? reasons.group : reasons.route)
  if (character === '(' || character === ')') return refuse(reasons.comment)
  if (character === ',') return refuse(reasons.list)
  return refuseChar(reasons.localChars, character)
}

/** The domain of a checked address, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/**
 * The key under which suppressions are kept: `A@b.c` and `a@b.c` are two mailboxes by RFC 5321
 * §2.4 and one person in practice, and a suppression must rather hold too much than too little.
 */
export function suppressionKey(email: string): string {
  return email.toLowerCase().normalize('NFC')
}

/** An address that somebody wrote, as addresses are kept; what is none stays as it was written. */
export function bareAddress(written: string): string {
  const parsed = parseAddress(written)
  return parsed.ok ? parsed.address.email : written
}

/**
 * The key under which an address is looked for, however it is written: its domain in Unicode, in
 * capitals, with a name. What is no address is found nowhere.
 */
export const addressKey = (written: string): string => suppressionKey(bareAddress(written))

/**
 * A part of an address as it stands in addresses that are kept: behind an @ a domain of which the
 * end may be missing. A text without one says of which half it is by `isDomain`.
 */
export function partOfAddress(written: string, isDomain = false): string {
  const at = written.lastIndexOf('@')
  if (at < 0 && !isDomain) return written
  return written.slice(0, at + 1) + partOfDomain(written.slice(at + 1))
}
