/** Rules on what the program wrote down: acceptance, the steps of each recipient, final states. */
import { type Case, type EmailRow, type EventRow, skewMs } from './case.ts'
import { isAccepted, type Request } from './ledger.ts'
import type { Act } from './market.ts'

/** Which event may follow which state of a live recipient; a final state is followed by nothing. */
const steps: Readonly<Record<string, readonly string[]>> = {
  queued: ['sent', 'deferred', 'bounced', 'suppressed', 'failed', 'cancelled'],
  deferred: ['sent', 'deferred', 'bounced', 'suppressed', 'failed', 'cancelled'],
  sent: ['delivered', 'bounced', 'deferred'],
}
const finals = ['delivered', 'bounced', 'suppressed', 'failed', 'cancelled']

const worstFirst = [
  'bounced',
  'failed',
  'deferred',
  'queued',
  'sent',
  'delivered',
  'cancelled',
  'suppressed',
]

export function auditTimelines(one: Case): void {
  const seen = new Set<string>()
  for (const email of one.emails) {
    if (seen.has(email.marker))
      one.report('a key makes one email', `${email.marker} is there twice`)
    seen.add(email.marker)
    auditEmail(one, email)
  }
  for (const request of one.records.ledger.requests) auditRequest(one, request)
}

/** What the customer was told against what is there. */
function auditRequest({ byMarker, report }: Case, request: Request): void {
  const { marker, ids } = request
  const email = byMarker.get(marker)
  if (ids.size > 1) report('a key is answered with one id', `${marker}: ${[...ids].join(', ')}`)
  if (isAccepted(request) && !email) report('no acknowledged email is lost', marker)
  if (!email) return
  const shown = `msg_${email.id.replaceAll('-', '')}`
  if (isAccepted(request) && !ids.has(shown)) {
    report('an id names the email it was given for', `${marker}: ${[...ids][0]} but ${shown}`)
  }
  if (!isAccepted(request) && request.unclear === 0) {
    report('what was refused leaves nothing behind', `${marker}: ${request.refusal ?? 'refused'}`)
  }
}

function auditEmail(one: Case, email: EmailRow): void {
  const { report } = one
  const { marker, events, recipients } = email
  const request = one.requests.get(marker)
  if (!request) {
    report('every email was asked for', `${email.id} with marker "${marker}"`)
    return
  }
  const wanted = request.recipients.map(address => address.toLowerCase()).sort()
  const have = recipients.map(recipient => recipient.address.toLowerCase()).sort()
  if (wanted.join() !== have.join()) {
    report('recipients are those asked for', `${marker}: ${have.join()} for ${wanted.join()}`)
  }
  if (events[0]?.type !== 'accepted' || events[1]?.type !== 'queued') {
    report(
      'a timeline begins with accepted, queued',
      `${marker}: ${events.map(e => e.type).join()}`,
    )
  }
  const later = events.slice(2)
  if (later.some(event => event.type === 'accepted' || event.type === 'queued')) {
    report('accepted and queued happen once', marker)
  }
  if (email.mode === 'test') {
    if (
      recipients.some(recipient => recipient.state !== 'captured') ||
      email.status !== 'captured'
    ) {
      report('test mail is captured', marker)
    }
    return
  }
  for (const { address, state } of recipients) {
    const events = later.filter(event => event.recipient === address)
    auditSteps(one, `${marker} to ${address}`, { state, events, resumed: resumedOf(one, email) })
  }
  const status = worstFirst.find(state => recipients.some(recipient => recipient.state === state))
  if (status !== email.status) {
    report('the status sums the recipients up', `${marker}: ${email.status}, should be ${status}`)
  }
}

/** What waits for its next attempt is let go with its campaign. */
const resumedOf = ({ records }: Case, { letter }: EmailRow): readonly Act[] =>
  records.ledger.market.campaigns
    .filter(order => order.id === letter?.campaign_id)
    .flatMap(order => order.acts.filter(act => act.what === 'resume'))

interface Steps {
  readonly state: string
  readonly events: readonly EventRow[]
  readonly resumed: readonly Act[]
}

function auditSteps({ report }: Case, who: string, { state, events, resumed }: Steps): void {
  const path = events.map(event => event.type).join(' ')
  let now = 'queued'
  let last: EventRow | null = null
  let isUncertain = false
  for (const event of events) {
    // Who stood still past its lease tells its delivery late: somebody else has by then written down
    // that nobody knows how it went, and the repetition is spared.
    const isLate = event.type === 'delivered' && now === 'deferred' && isUncertain
    if (event.details?.uncertain === true) isUncertain = true
    if (!isLate && !steps[now]?.includes(event.type))
      report('every step is legal', `${who}: ${path}`)
    if (last && event.at.getTime() < last.at.getTime() - skewMs) {
      report('time goes forward on a timeline', `${who}: ${path}`)
    }
    const notBefore = last?.details?.next_attempt_at
    const since = last?.at.getTime() ?? 0
    const isLetGo = resumed.some(
      ({ from, to }) => from < event.at.getTime() + skewMs && to > since - skewMs,
    )
    if (
      notBefore &&
      !isLate &&
      !isLetGo &&
      event.type !== 'cancelled' &&
      event.at.getTime() < Date.parse(notBefore) - skewMs
    ) {
      report('no attempt before its time', `${who}: ${event.type} before ${notBefore}`)
    }
    now = event.type
    last = event
  }
  if (!finals.includes(state))
    report('every recipient reaches an end', `${who}: ${state} (${path})`)
  if (now !== state) report('the state is the last event', `${who}: ${state} after ${path}`)
}
