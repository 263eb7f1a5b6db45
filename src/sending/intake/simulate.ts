/**
 * Test mode's simulators: mail to `bounced@`, `complained@` and `deferred@` (any domain, any case)
 * gets that event and its webhook, with the replies that real servers give. Nothing is sent.
 */

import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { mailDelayMs } from '#platform/queue/backoff.ts'
import type { EventDetails } from '../events/event.ts'
import type { NewEvent } from '../timeline/record.ts'

const giveUpMs = 3 * dayMs

interface SimulatedEmail {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly recipients: readonly { readonly n: number; readonly address: string }[]
}

/** What stands before the `@`, which says what happens. */
export const localPart = (address: string): string =>
  address.slice(0, address.lastIndexOf('@')).toLowerCase()

/** What happens to the recipients of a test email that ask for it by their name. */
export function simulatedOutcomes(email: SimulatedEmail, now: number): NewEvent[] {
  return email.recipients.flatMap((recipient): NewEvent[] => {
    const local = localPart(recipient.address)
    const mx = `mx.${recipient.address.slice(recipient.address.lastIndexOf('@') + 1)}`
    const base = { projectId: email.projectId, emailId: email.id, n: recipient.n, at: now }
    switch (local) {
      case 'bounced':
        return [{ ...base, type: 'bounced', details: bounced(mx, recipient.address) }]
      case 'complained':
        return [{ ...base, type: 'complained', details: { provider: 'other', mx } }]
      case 'deferred':
        return [{ ...base, type: 'deferred', details: deferred(mx, now) }]
      default:
        return []
    }
  })
}

function bounced(mx: string, address: string): EventDetails {
  return {
    mx,
    provider: 'other',
    smtp_code: '550 5.1.1',
    smtp_response: `550 5.1.1 <${address}>: Recipient address rejected: User unknown`,
    cause: 'unknown_user',
    tls: 'verified',
    attempt: 1,
  }
}

function deferred(mx: string, now: number): EventDetails {
  return {
    mx,
    provider: 'other',
    smtp_code: '451 4.7.1',
    smtp_response: '451 4.7.1 Greylisted, please try again in a few minutes',
    cause: 'greylisted',
    tls: 'verified',
    attempt: 1,
    next_attempt_at: new Date(now + mailDelayMs(1)).toISOString(),
    gives_up_at: new Date(now + giveUpMs).toISOString(),
  }
}
