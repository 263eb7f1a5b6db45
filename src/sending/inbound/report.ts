/**
 * What a mail that came in reports. The forms, in the order in which they are looked for: a
 * complaint (ARF, RFC 5965), a delivery status notification (RFC 3464), an automatic answer (RFC
 * 3834; ignored), a bounce in prose. Whom it is about is not decided here, and nothing in it is
 * believed without a token of ours.
 */
import { type DsnRecipient, readDsn } from './dsn.ts'
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

/** Reads the bytes of a mail; never throws. `toFeedback`: it came to the address for complaints. */
export async function readReport(raw: Buffer, toFeedback: boolean): Promise<ReceivedReport> {
  const mail = await readMail(raw)
  if (mail === null) return { kind: 'ignored', why: 'unreadable' }
  const report = feedback(mail, toFeedback) ?? status(mail) ?? (await forwarded(mail))
  if (report) return report
  if (isAutomatic(mail)) return { kind: 'ignored', why: 'automatic answer' }
  if (!looksLikeBounce(mail)) return { kind: 'ignored', why: 'no report' }
  return { kind: 'prose', text: mail.text }
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

/** A gateway may send on a report inside a mail of its own. */
async function forwarded(mail: Mail): Promise<ReceivedReport | null> {
  const part = mail.parts.find(one => isMessage(one.type) && /delivery-status/i.test(one.text))
  const inner = part ? await readMail(Buffer.from(part.text)) : null
  return inner && status(inner)
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

/** Sent by a mail system about a mail that did not arrive; a mere delay is none. */
function looksLikeBounce(mail: Mail): boolean {
  const from = header(mail, 'from').toLowerCase()
  const subject = header(mail, 'subject').toLowerCase()
  if (
    /\b(warning|delayed|delay|vacation|out of (the )?office|still being retried)\b/.test(subject)
  ) {
    return false
  }
  if (header(mail, 'x-failed-recipients') !== '') return true
  if (
    /undeliver|non ?remis|returned mail|returned to sender|mail delivery (fail|error)/.test(subject)
  ) {
    return true
  }
  if (
    /failure notice|delivery (status )?notification|delivery fail|could not be delivered/.test(
      subject,
    )
  ) {
    return true
  }
  return /mailer-?daemon|mail delivery (sub)?system|postmaster@/.test(from)
}
