/**
 * What a mail that came in reports. The forms, in the order in which they are looked for: a
 * complaint (ARF, RFC 5965), a delivery status notification (RFC 3464), an automatic answer (RFC
 * 3834; ignored), a bounce in prose. Whom it is about is not decided here, and nothing in it is
 * believed without a token of ours.
 */
import { type DsnRecipient, readDsn } from './dsn.ts'
import { absent, delayed, says, tries, undelivered } from './notices.ts'
import { ownWords } from './prose.ts'
import { header, type Mail, readFields, readMail } from './read-mail.ts'

export type ReceivedReport =
  | {
      readonly kind: 'status'
      readonly recipients: readonly DsnRecipient[]
      readonly prose: string
    }
  | { readonly kind: 'feedback'; readonly says: Feedback; readonly evidence: string }
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'ignored'; readonly why: string }

/** `complaint`: marked as spam; `opt_out`: wants no more of it. */
type Feedback = 'complaint' | 'opt_out'

/** RFC 5965 §7.3, RFC 6430 (not-spam), RFC 6591 (auth-failure). What is not here says nothing bad. */
const feedbackTypes: Readonly<Record<string, Feedback>> = {
  abuse: 'complaint',
  fraud: 'complaint',
  'opt-out': 'opt_out',
  'opt-out-list': 'opt_out',
}

/** Evidence is searched for tokens no further than this. */
const evidenceChars = 64 * 1024
/** Reports in reports, and messages looked into at each step. */
const maxWrappings = 2
const maxWrapped = 3
/** Fields outside of their own part are looked for no further than this. */
const fieldsChars = 32 * 1024
/** A notice says in its beginning that it is one. */
const openingChars = 2_000

/** Reads the bytes of a mail; never throws. `toFeedback`: it came to the address for complaints. */
export async function readReport(raw: Buffer, toFeedback: boolean): Promise<ReceivedReport> {
  const mail = await readMail(raw)
  if (mail === null) return { kind: 'ignored', why: 'unreadable' }
  const report = feedback(mail, toFeedback) ?? status(mail) ?? (await forwarded(mail, maxWrappings))
  return report ?? inText(mail) ?? prose(mail)
}

function feedback(mail: Mail, toFeedback: boolean): ReceivedReport | null {
  const part = mail.parts.find(one => one.type === 'message/feedback-report')
  const messages = mail.parts.filter(one => isMessage(one.type)).map(one => headerOf(one.text))
  if (part) {
    const type =
      readFields(lines(part.text)).find(field => field.name === 'feedback-type')?.value ?? ''
    const says = feedbackTypes[type.toLowerCase().trim()]
    if (!says) return { kind: 'ignored', why: `feedback of type ${type.slice(0, 40) || 'none'}` }
    return { kind: 'feedback', says, evidence: evidence([headerOf(part.text), ...messages]) }
  }
  // Some loops just attach the message to a mail of their own; what comes to that address is meant so.
  if (!toFeedback) return null
  return { kind: 'feedback', says: 'complaint', evidence: evidence(messages) }
}

function status(mail: Mail): ReceivedReport | null {
  const recipients = mail.parts.filter(one => isStatus(one.type)).flatMap(one => readDsn(one.text))
  if (recipients.length === 0) return null
  return { kind: 'status', recipients, prose: mail.text }
}

/** A gateway or a person may send on a report inside a mail of their own. */
async function forwarded(mail: Mail, left: number): Promise<ReceivedReport | null> {
  const parts = mail.parts.filter(one => isMessage(one.type)).slice(0, maxWrapped)
  for (const part of parts) {
    const inner = await readMail(Buffer.from(part.text.replace(/^\n+/, '')))
    if (inner === null) continue
    const found = status(inner) ?? (left > 1 ? await forwarded(inner, left - 1) : null)
    if (found) return found
    // What comes back with a report is the message that failed, which is no notice of a mail system.
    if (!isFromMailSystem(inner) || !saysUndelivered(inner)) continue
    return inText(inner) ?? { kind: 'prose', text: inner.text }
  }
  return null
}

/** Fields that lost their part on the way, as where a report was quoted or its MIME header dropped. */
function inText(mail: Mail): ReceivedReport | null {
  const text = mail.text.slice(0, fieldsChars).replace(/^(?:> ?)+/gm, '')
  const at = text.search(/^final-recipient:/im)
  if (at < 0 || !/^(?:action|status):/im.test(text.slice(at))) return null
  const recipients = readDsn(text.slice(at))
  return recipients.length === 0 ? null : { kind: 'status', recipients, prose: text.slice(0, at) }
}

function prose(mail: Mail): ReceivedReport {
  if (isDelay(mail)) return { kind: 'ignored', why: 'a delay' }
  if (isAutomatic(mail)) return { kind: 'ignored', why: 'automatic answer' }
  if (!looksLikeBounce(mail)) return { kind: 'ignored', why: 'no report' }
  return { kind: 'prose', text: mail.text }
}

const isStatus = (type: string): boolean => /^message\/(global-)?delivery-status$/.test(type)
const isMessage = (type: string): boolean =>
  /^(message\/(rfc822|global)|text\/rfc822(-headers)?|message\/(rfc822|global)-headers)$/.test(type)

/** A returned message up to its body: what its sender wrote there may quote anything. */
function headerOf(text: string): string {
  const unix = lines(text).replace(/^\n+/, '')
  return unix.slice(0, /\n[ \t]*\n/.exec(unix)?.index ?? unix.length)
}

const evidence = (texts: readonly string[]): string => texts.join('\n').slice(0, evidenceChars)
const lines = (text: string): string => text.replace(/\r\n?/g, '\n')

/** RFC 3834 §5, and what was in use before it. Reports proper have been recognised by then. */
function isAutomatic(mail: Mail): boolean {
  const submitted = header(mail, 'auto-submitted').toLowerCase()
  if (/^auto-(generated|notified)/.test(submitted) && looksLikeBounce(mail)) return false
  if (submitted !== '' && submitted !== 'no') return !looksLikeBounce(mail)
  const precedence = header(mail, 'precedence').toLowerCase()
  if (precedence === 'auto_reply' || precedence === 'auto-reply') return true
  return automaticHeaders.some(name => header(mail, name) !== '')
}

const automaticHeaders = ['x-autoreply', 'x-autorespond', 'x-auto-reply-from', 'x-autoreply-from']

/** A notice of a mail system that it still tries (RFC 3464 §2.3.3 `delayed`). */
function isDelay(mail: Mail): boolean {
  const subject = header(mail, 'subject')
  if (!says(subject, delayed)) return false
  // The subject of what came back may stand behind that of the report, and speak of delays itself.
  return says(mail.text, tries) || (isFromMailSystem(mail) && !says(subject, undelivered))
}

/** Sent about a mail that did not arrive, by its subject, its sender or its own words. */
function looksLikeBounce(mail: Mail): boolean {
  const subject = header(mail, 'subject')
  if (says(subject, absent) && !says(subject, undelivered)) return false
  if (header(mail, 'x-failed-recipients') !== '') return true
  return isFromMailSystem(mail) || saysUndelivered(mail)
}

const saysUndelivered = (mail: Mail): boolean =>
  says(header(mail, 'subject'), undelivered) ||
  says(ownWords(mail.text).slice(0, openingChars), undelivered)

const isFromMailSystem = (mail: Mail): boolean =>
  /mailer-?daemon|mail delivery (sub)?system|post[-_]?master@/i.test(header(mail, 'from'))
