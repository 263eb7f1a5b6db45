/** Rules on what really reached the mail servers, compared with what was promised and written. */

import type { Copy, RecipientTry } from '../world/mail-store.ts'
import { mailboxOf, type Site } from '../world/sites.ts'
import { type Case, type EmailRow, skewMs } from './case.ts'
import { isAccepted } from './ledger.ts'

/** A copy and the death that may explain its repetition lie at most so far apart. */
const windowMs = 15 * 60_000

export function auditMail(one: Case): void {
  for (const [key, copies] of one.copies) auditCopies(one, key, copies)
  for (const email of one.emails) if (email.mode === 'live') auditOutcomes(one, email)
  auditSuppression(one)
  auditOverlaps(one)
}

/** All copies of one email at one recipient. */
function auditCopies(one: Case, key: string, copies: readonly Copy[]): void {
  const { report, requests, byMarker, records } = one
  const [marker = '', recipient = ''] = key.split(' ')
  const request = requests.get(marker)
  if (!request) {
    report('nothing is delivered that nobody sent', `${key} at ${copies[0]!.host}`)
    return
  }
  if (request.mode === 'test') report('test mail is never delivered', key)
  if (!isAccepted(request) && request.unclear === 0) {
    report('nothing is delivered that was refused', `${key}: ${request.refusal}`)
  }
  if (!request.recipients.some(address => address.toLowerCase() === recipient)) {
    report('mail goes to its recipients only', key)
  }
  const events =
    byMarker.get(marker)?.events.filter(e => e.recipient?.toLowerCase() === recipient) ?? []
  const sent = events.filter(event => event.type === 'sent')
  if (sent.length < copies.length) {
    report(
      'every copy is explained by a sent event',
      `${key}: ${copies.length} copies, ${sent.length} sent`,
    )
  }
  const clear = copies.filter(copy => !isDoubtful(copy, events))
  if (clear.length > 1) {
    report('duplicates only where the reply was lost', `${key}: ${copies.map(describe).join('; ')}`)
  }
  if (new Set(copies.map(copy => copy.message)).size > 1) {
    report('a repetition has the same bytes', key)
  }
  const site = records.universe.internet.sites.find(each => each.domain === copies[0]!.domain)
  for (const copy of copies) {
    if (request.scheduledAt !== null && copy.at < request.scheduledAt - skewMs) {
      report('nothing is sent before its time', `${key}: ${describe(copy)}`)
    }
    if (request.cancelledAt !== null && copy.at > request.cancelledAt) {
      report('nothing is sent after its cancellation', `${key}: ${describe(copy)}`)
    }
    if (site?.enforcesTls && copy.tls !== 'verified') {
      report('a TLS policy is kept', `${key}: ${copy.tls} at ${copy.host}`)
    }
  }
}

/** Whether nobody but the mail server could know that this copy was stored. */
export function isDoubtful(copy: Copy, events: readonly EmailRow['events'][number][]): boolean {
  if (!copy.answered) return true
  const { death, freezes } = copy.life
  if (death && death.at >= copy.at && death.at < copy.at + windowMs) {
    const isSettled = events.some(
      e =>
        e.type === 'delivered' &&
        e.at.getTime() >= copy.at - skewMs &&
        e.at.getTime() < death.at - skewMs,
    )
    if (!isSettled) return true
  }
  return freezes.some(freeze => freeze.from < copy.at + windowMs && freeze.to > copy.at - windowMs)
}

const describe = (copy: Copy): string =>
  `${new Date(copy.at).toISOString()} by ${copy.life.name}${copy.answered ? '' : ', reply lost'}`

/** What each recipient's end must have been, by what its mailbox and its servers do. */
function auditOutcomes(one: Case, email: EmailRow): void {
  const { report, copies, records } = one
  const request = one.requests.get(email.marker)
  for (const { address, state } of email.recipients) {
    const who = `${email.marker} to ${address}`
    const stored = copies.get(`${email.marker} ${address.toLowerCase()}`) ?? []
    const events = email.events.filter(event => event.recipient === address)
    if (state === 'delivered' && stored.length === 0)
      report('delivered means stored by its server', who)
    if (state !== 'delivered' && stored.some(copy => !isDoubtful(copy, events))) {
      report('what is stored and answered is delivered', `${who}: ${state}`)
    }
    const site = records.universe.internet.sites.find(each => address.endsWith(`@${each.domain}`))
    if (!site || request?.cancelledAt != null) continue
    const expected = expectedEnd(site, address)
    if (
      expected !== null &&
      state !== expected &&
      state !== 'suppressed' &&
      state !== 'cancelled'
    ) {
      report('the end is what the server said', `${who}: ${state}, should be ${expected}`)
    }
    // Where the size decides, it may decide first.
    const isUnknown = mailboxOf(address) === 'unknown' && site.domain !== 'tiny.com'
    if (isUnknown && site.reachable && state === 'bounced') {
      const isListed = one.suppressions.some(
        row =>
          row.project_id === email.project_id &&
          row.address === address.toLowerCase() &&
          row.stream === 'all',
      )
      if (!isListed) report('an unknown user is suppressed', who)
    }
  }
}

function expectedEnd(site: Site, address: string): string | null {
  // Size limits depend on the message, and a server that fails most conversations may win.
  if (site.domain === 'tiny.com' || site.domain === 'stormy.com') return null
  if (!site.reachable) return 'bounced'
  switch (mailboxOf(address)) {
    case 'ok':
    case 'sometimes':
      return 'delivered'
    default:
      return 'bounced'
  }
}

/** Nobody is written to after the suppression was answered, or written down by a bounce. */
function auditSuppression(one: Case): void {
  const { report, records, emails } = one
  const { ledger } = records
  const known = [
    ...ledger.suppressions.map(made => ({
      project: ledger.projects[made.project]!.projectId,
      address: made.address.toLowerCase(),
      stream: made.stream,
      at: made.at,
    })),
    ...one.suppressions.map(row => ({
      project: row.project_id,
      address: row.address,
      stream: row.stream,
      at: row.created_at.getTime(),
    })),
  ]
  const byAddress = Map.groupBy(known, entry => `${entry.project} ${entry.address}`)
  for (const email of emails) {
    const request = one.requests.get(email.marker)
    for (const event of email.events) {
      if (event.type !== 'sent' || event.recipient === null || email.mode !== 'live') continue
      const blocked = byAddress
        .get(`${email.project_id} ${event.recipient.toLowerCase()}`)
        ?.find(
          entry =>
            entry.at + skewMs < event.at.getTime() &&
            (entry.stream === 'all' || entry.stream === request?.stream),
        )
      if (blocked) {
        const late = Math.round((event.at.getTime() - blocked.at) / 1000)
        report(
          'nobody is written to after suppression',
          `${email.marker} to ${event.recipient}, ${late} s later`,
        )
      }
    }
  }
}

/** Conversations about one recipient of one email follow each other. */
function auditOverlaps({ report, records }: Case): void {
  const { tried } = records.universe.internet.room
  const groups = Map.groupBy(tried, one => `${one.envelope} ${one.recipient}`)
  for (const [who, attempts] of groups) {
    for (const [i, later] of attempts.entries()) {
      const open = attempts.slice(0, i).find(earlier => overlaps(earlier, later))
      if (open) {
        report(
          'attempts on one recipient never overlap',
          `${who}: ${new Date(open.from).toISOString()} by ${open.life.name} and ${new Date(later.from).toISOString()} by ${later.life.name}`,
        )
      }
    }
  }
}

/**
 * Beyond anybody's control: a dead process's last bytes, and one that stood still past its lease and
 * goes on for a moment before it learns, at the latest before the dot, that it has lost it.
 */
function overlaps(earlier: RecipientTry, later: RecipientTry): boolean {
  if ((earlier.to ?? Number.POSITIVE_INFINITY) <= later.from) return false
  const stoodStill = [earlier, later].some(({ life }) =>
    life.freezes.some(freeze => freeze.from <= later.from && freeze.to >= earlier.from - windowMs),
  )
  return !stoodStill && earlier.life.death === null
}
