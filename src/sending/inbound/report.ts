/**
 * What a mail that came in reports. The forms, in the order in which they are looked for: a
 * complaint (ARF, RFC 5965), a delivery status notification (RFC 3464), an automatic answer (RFC
 * 3834; ignored), a bounce in prose. Whom it is about is not decided here, and nothing in it is
 * believed without a token of ours.
 */
import { referenceHeader } from '#kernel/mail/reference.ts'
import { isFromRecipient, nothing, type Reply, withoutAnswered } from './answered.ts'
import { type DsnRecipient, readDsn } from './dsn.ts'
import { absent, delayed, says, succeeded, tries, undelivered } from './notices.ts'
import { ownWords } from './prose.ts'
import { unquoted } from './quoted-letter.ts'
import { header, type Mail, readFields, readMail } from './read-mail.ts'

export type ReceivedReport =
  | {
      readonly kind: 'status'
      readonly recipients: readonly DsnRecipient[]
      readonly prose: string
    }
  | { readonly kind: 'feedback'; readonly says: Feedback; readonly evidence: string }
  | {
      readonly kind: 'prose'
      readonly text: string
      /** `notice`: of a mail system, about a failure, by its sender and its form. */
      readonly by: 'notice' | 'mail_system' | 'anybody'
    }
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

/**
 * Reads the bytes of a mail; never throws. `toFeedback`: it came to the address for complaints.
 * `original`: what it may answer.
 */
export async function readReport(
  raw: Buffer,
  toFeedback: boolean,
  original: Reply = nothing,
): Promise<ReceivedReport> {
  const mail = await readMail(raw)
  if (mail === null) return { kind: 'ignored', why: 'unreadable' }
  const proper = feedback(mail, toFeedback) ?? status(mail)
  if (proper !== null) return proper
  const own = withoutAnswered(mail, original)
  if (isAnswer(own, original)) return { kind: 'ignored', why: 'automatic answer' }
  return (await forwarded(mail, maxWrappings)) ?? inText(own) ?? prose(own)
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
    // Our own message comes back with a report, and what its author wrote is none.
    if (inner === null || isOurs(inner)) continue
    const found = status(inner) ?? (left > 1 ? await forwarded(inner, left - 1) : null)
    if (found) return found
    // What comes back with a report is the message that failed, which is no notice of a mail system.
    if (!isFromMailSystem(inner) || !saysUndelivered(inner)) continue
    return inText(inner) ?? { kind: 'prose', text: inner.text, by: 'notice' }
  }
  return null
}

/** Fields that lost their part on the way, as where a report was quoted or its MIME header dropped. */
function inText(mail: Mail): ReceivedReport | null {
  const text = mail.text.slice(0, fieldsChars).replace(/^(?:> ?)+/gm, '')
  const named = text.search(/^(?:final|original)-recipient:/im)
  if (named < 0) return null
  const at = beginningOfFields(text, named)
  if (!/^(?:action|status):/im.test(text.slice(at))) return null
  const recipients = readDsn(text.slice(at))
  return recipients.length === 0 ? null : { kind: 'status', recipients, prose: text.slice(0, at) }
}

/**
 * Where the fields begin of which one stands at this place: they come in any order (RFC 3464
 * §2.1.1), so some may stand before.
 */
function beginningOfFields(text: string, at: number): number {
  let begin = at
  while (begin > 0) {
    const line = text.lastIndexOf('\n', begin - 2) + 1
    if (!/^(?:[ \t]+\S|[a-z][a-z-]{2,40}:)/i.test(text.slice(line, line + 50))) break
    begin = line
  }
  return begin
}

function prose(given: Mail): ReceivedReport {
  const isSystem = isOfMailSystem(given)
  // Of who is no mail system only the words count that stand before what is quoted.
  const mail = isSystem ? given : { ...given, text: unquoted(given.text) }
  if (isDelay(mail)) return { kind: 'ignored', why: 'a delay' }
  if (isAutomatic(mail)) return { kind: 'ignored', why: 'automatic answer' }
  if (!looksLikeBounce(mail)) return { kind: 'ignored', why: 'no report' }
  const by = !isSystem ? 'anybody' : isOfFailure(mail) ? 'notice' : 'mail_system'
  return { kind: 'prose', text: mail.text, by }
}

const referenceField = referenceHeader.toLowerCase()
/** Mail that was carried has the reference beside our host's name in Received (RFC 5322 §3.6.7). */
const isOurs = (mail: Mail): boolean =>
  header(mail, referenceField) !== '' ||
  mail.headers.some(
    ({ key, value }) =>
      key === 'received' && /^by \S+\s+\([a-z2-7]{40,60}\)\s+with ESMTP id msg_/i.test(value),
  )
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

/**
 * An answer that a person's mailbox or a help desk gives by itself, in whatever words: a mail system
 * says who it is. Reports proper have been recognised by then.
 */
function isAnswer(mail: Mail, original: Reply): boolean {
  if (mail.parts.some(one => one.type === 'message/disposition-notification')) return true
  if (isOfMailSystem(mail)) return false
  if (isFromRecipient(mail, original)) return true
  return /^auto-replied/i.test(header(mail, 'auto-submitted').trim()) || answersByField(mail)
}

/** What was in use before RFC 3834. */
function answersByField(mail: Mail): boolean {
  const precedence = header(mail, 'precedence').toLowerCase()
  if (precedence === 'auto_reply' || precedence === 'auto-reply') return true
  return automaticHeaders.some(name => header(mail, name) !== '')
}

/** RFC 3834 §5. */
function isAutomatic(mail: Mail): boolean {
  const submitted = header(mail, 'auto-submitted').toLowerCase()
  if (/^auto-(generated|notified)/.test(submitted) && looksLikeBounce(mail)) return false
  if (submitted !== '' && submitted !== 'no') return !looksLikeBounce(mail)
  return answersByField(mail)
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

const isOfFailure = (mail: Mail): boolean =>
  !says(header(mail, 'subject'), succeeded) && saysUndelivered(mail)

const isOfMailSystem = (mail: Mail): boolean =>
  isFromMailSystem(mail) || header(mail, 'x-failed-recipients') !== ''

const isFromMailSystem = (mail: Mail): boolean =>
  /mail(?:er)?[-_ ]?daemon|mail delivery (?:sub)?system|post[-_]?master@/i.test(
    header(mail, 'from'),
  )
