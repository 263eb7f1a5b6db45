/**
 * What the exports of other services hold, as their dashboards (CSV) and APIs (JSON) write them. Pure:
 * a record in, what it is out, or why it is none of what is taken.
 */
import { parse } from 'csv-parse/sync'
import type { Text } from '#kernel/base/languages.ts'
import {
  reasonOfExport,
  type SuppressionReason,
  type SuppressionStream,
} from '#sending/suppression/reasons.ts'

export const services = ['resend', 'postmark', 'sendgrid', 'ses'] as const
export type FormerService = (typeof services)[number]

interface ExportOf {
  readonly service: FormerService
  /** Some lists differ by what they were called alone. */
  readonly file: string
}

type Fields = Readonly<Record<string, unknown>>

export interface RecordLine {
  /** Of a CSV or of lines of JSON; the place in the list of a JSON file. */
  readonly line: number
  readonly fields: Fields
}

export type BroughtRecord =
  | {
      readonly kind: 'suppression'
      readonly email: string
      readonly stream: SuppressionStream
      readonly reason: SuppressionReason
      /** ms since 1970; absent where the export does not say. */
      readonly at?: number
    }
  | {
      readonly kind: 'contact'
      readonly body: Fields
      readonly hasLeft: boolean
      readonly at?: number
    }
  | { readonly kind: 'template'; readonly body: Fields; readonly letter: Fields }
  | { readonly kind: 'domain'; readonly name: string }
  | { readonly kind: 'none'; readonly why: Text }

const none = (en: string, pt: string): BroughtRecord => ({ kind: 'none', why: { en, pt } })

// Files ------------------------------------------------------------------------------------------

/** Throws SyntaxError where the text is neither JSON, lines of it, nor a table. */
export function recordsIn(text: string): RecordLine[] {
  const plain = text.replace(/^\ufeff/, '').trim()
  if (plain === '') return []
  if (!/^[[{]/.test(plain)) return tableRows(plain)
  const whole = readJson(plain)
  if (whole !== undefined) return listIn(whole).map((fields, i) => ({ line: i + 1, fields }))
  return plain.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return []
    return listIn(JSON.parse(line)).map(fields => ({ line: i + 1, fields }))
  })
}

/**
 * Whether a file says of itself that it is one page of more (Resend's `has_more`, SES's `NextToken`,
 * Postmark's `TotalCount`): whoever brings it alone would leave the rest behind without a word.
 */
export function isOnePage(text: string): boolean {
  const whole = readJson(text.replace(/^\ufeff/, '').trim())
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false
  const { has_more: hasMore, NextToken: next, TotalCount: total } = whole as Fields
  const isPart = typeof total === 'number' && total > listIn(whole).length
  return hasMore === true || (typeof next === 'string' && next !== '') || isPart
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A list, or the one list that an answer of an API holds beside its cursors; else the object itself. */
function listIn(given: unknown): Fields[] {
  if (Array.isArray(given)) return given.flatMap(listIn)
  if (typeof given !== 'object' || given === null) return []
  const isOne = [
    'html',
    'email',
    'TemplateContent',
    'HtmlBody',
    'versions',
    'EmailAddress',
    'records',
  ]
  const lists = Object.entries(given).filter(
    ([name, value]) => Array.isArray(value) && !isOne.some(one => one in given && one !== name),
  )
  const [list] = lists
  if (list === undefined || isOne.includes(list[0])) return [given as Fields]
  return (list[1] as unknown[]).flatMap(one =>
    typeof one === 'string' ? [{ email: one }] : listIn(one),
  )
}

function tableRows(text: string): RecordLine[] {
  try {
    const rows: { record: Fields; info: { lines: number } }[] = parse(text, {
      columns: true,
      info: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      delimiter: [',', ';', '\t'],
    })
    return rows.map(({ record, info }) => ({ line: info.lines, fields: record }))
  } catch (error) {
    throw new SyntaxError((error as Error).message)
  }
}

// Records ----------------------------------------------------------------------------------------

export function readRecord(given: Fields, source: ExportOf): BroughtRecord {
  const read = reader(given)
  const html = read('html', 'htmlbody', 'htmlpart', 'htmlcontent')
  const letter = letterOf(given)
  if (letter !== null || html !== undefined) return template(given, letter ?? given, source)
  const email = read('emailaddress', 'email', 'recipient', 'address')
  if (email !== undefined) {
    return isSuppression(given, source)
      ? suppression(email, given, source)
      : contact(email, given, source)
  }
  const type = read('identitytype')
  if (type !== undefined && type !== 'DOMAIN') {
    return none('An address, not a domain.', 'Um endereço, não um domínio.')
  }
  const name = read('identityname', 'domain', 'name')
  const isDomain = name !== undefined && /^[^@\s/]+\.[^@\s/.]+$/.test(name)
  if (isDomain) return { kind: 'domain', name: name.toLowerCase() }
  if (read('templateid', 'templatename', 'alias') !== undefined) {
    return none(
      'A list of templates has no letters: export each template.',
      'Uma lista de modelos não tem as mensagens: exporte cada modelo.',
    )
  }
  return none('Nothing that is taken.', 'Nada do que é aproveitado.')
}

/** Names are compared by their letters: `Email Address`, `EmailAddress`, `email_address`. */
function reader(fields: Fields) {
  const known = new Map(
    Object.entries(fields).map(([name, value]) => [
      name.toLowerCase().replace(/[^a-z0-9]/g, ''),
      value,
    ]),
  )
  return (...names: string[]): string | undefined => {
    for (const name of names) {
      const value = known.get(name)
      if (typeof value === 'string' && value.trim() !== '') return value.trim()
      if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    }
    return undefined
  }
}

function isSuppression(fields: Fields, { service, file }: ExportOf): boolean {
  const read = reader(fields)
  if (read('suppressionreason', 'reason', 'origin') !== undefined) return true
  if (service !== 'sendgrid') return false
  return (
    read('created', 'ip', 'status') !== undefined ||
    /bounce|spam|unsub|suppress|invalid|block/i.test(file)
  )
}

type Suppression = readonly [SuppressionStream, SuppressionReason]

const by = (reason: SuppressionReason): Suppression => [
  reason === 'unsubscribe' ? 'marketing' : 'all',
  reason,
]

function suppression(email: string, fields: Fields, source: ExportOf): BroughtRecord {
  const at = moment(reader(fields)('createdat', 'lastupdatetime', 'lastupdatedtime', 'created'))
  const found = source.service === 'sendgrid' ? ofSendGrid(fields, source.file) : ofOthers(fields)
  if (typeof found === 'string') return none(...blocks[found]!)
  const [stream, reason] = found
  return { kind: 'suppression', email, stream, reason, ...(at === undefined ? {} : { at }) }
}

const blocks: Readonly<Record<string, readonly [string, string]>> = {
  block: [
    'A block is of a moment and says nothing of the address.',
    'Um bloqueio é momentâneo e nada diz sobre o endereço.',
  ],
  unknown: ['A reason that nobody knows.', 'Um motivo desconhecido.'],
}

function ofOthers(fields: Fields): Suppression | string {
  const read = reader(fields)
  const cell = read('suppressionreason', 'reason', 'origin') ?? ''
  // What a person did by a link, and what somebody did by hand, has one name at Postmark.
  if (/^manual[ _]?suppression$/i.test(cell)) {
    return by(read('origin') === 'Recipient' ? 'unsubscribe' : 'manual')
  }
  const reason = reasonOfExport(cell)
  return reason === undefined ? 'unknown' : by(reason)
}

/** Its lists have hardly a field to tell them by: their names, then what is in them. */
function ofSendGrid(fields: Fields, file: string): Suppression | string {
  const read = reader(fields)
  const status = read('status')
  if (/block/i.test(file) || status?.startsWith('4')) return 'block'
  if (/spam/i.test(file) || read('ip') !== undefined) return by('complaint')
  if (/unsub|group/i.test(file)) return by('unsubscribe')
  if (/bounce|invalid/i.test(file) || status !== undefined || read('reason') !== undefined) {
    return by('hard_bounce')
  }
  return by('unsubscribe')
}

/** Seconds or milliseconds since 1970, or a date. */
function moment(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  const ms = Number.isFinite(number) ? (number < 1e11 ? number * 1000 : number) : Date.parse(text)
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}

function contact(email: string, fields: Fields, _source: ExportOf): BroughtRecord {
  const read = reader(fields)
  const left = read('unsubscribed', 'unsubscribeall', 'globallyunsubscribed') ?? 'false'
  const at = moment(read('updatedat', 'lastupdatedtimestamp', 'createdat'))
  const first = read('firstname')
  const last = read('lastname')
  const names = {
    ...(first === undefined ? {} : { first_name: first }),
    ...(last === undefined ? {} : { last_name: last }),
  }
  const hasLeft = /^(true|1|yes|sim|t)$/i.test(left)
  return {
    kind: 'contact',
    body: { email, ...names },
    hasLeft,
    ...(at === undefined ? {} : { at }),
  }
}

/** Where the letter of a template stands, if not in itself. */
function letterOf(fields: Fields): Fields | null {
  const { TemplateContent: content, Template: wrapped, versions } = fields
  if (typeof content === 'object' && content !== null) return content as Fields
  if (typeof wrapped === 'object' && wrapped !== null) return wrapped as Fields
  if (!Array.isArray(versions) || versions.length === 0) return null
  return (versions.find(one => one.active === 1 || one.active === true) ??
    versions.at(-1)) as Fields
}

function template(outer: Fields, inner: Fields, { service }: ExportOf): BroughtRecord {
  const read = reader({ ...outer, ...inner })
  const name = reader(outer)('name', 'templatename') ?? read('templatename', 'name') ?? 'Template'
  const html = read('htmlbody', 'htmlpart', 'htmlcontent', 'html')
  const text = read('textbody', 'textpart', 'plaincontent', 'text')
  const letter = { subject: read('subject', 'subjectpart') ?? name, html, text }
  if (html === undefined && text === undefined)
    return none('A template without a letter.', 'Um modelo sem mensagem.')
  const words = Object.values(letter).join('\n')
  if (service !== 'resend' && /\{\{\{|\{\{\s*[#^/>&!]/.test(words)) {
    return none(
      'Its blocks ({{#…}}, {{{…}}}) are not Liquid: write them anew as {% if %}, {% for %}.',
      'Seus blocos ({{#…}}, {{{…}}}) não são Liquid: reescreva-os como {% if %}, {% for %}.',
    )
  }
  const alias = reader(outer)('alias')
  return {
    kind: 'template',
    body: {
      name: name.slice(0, 200).trim(),
      ...(alias === undefined ? {} : { alias: alias.toLowerCase() }),
    },
    letter: Object.fromEntries(Object.entries(letter).filter(([, value]) => value !== undefined)),
  }
}
