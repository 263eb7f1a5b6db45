/** Whether an email reached its recipients: each in a sentence, those it did not reach first. */

import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { localDay, localTime } from '#kernel/base/moments.ts'
import { addressKey } from '#kernel/mail/address.ts'
import type { Sql } from '#kernel/world/db.ts'
import { type Arrival, answer, arrivals, decidingEvent } from '../explain/answer.ts'
import type { SuppressionReason } from '../suppression/reasons.ts'
import { suppressionsOf } from '../suppression/suppress.ts'
import { isErased } from './erase.ts'
import { findWithEvents, type MailOwner } from './read-store.ts'
import { eventFacts } from './record.ts'
import { recipientsOfAll } from './standing-store.ts'

interface RecipientAnswer {
  readonly address: string
  readonly outcome: Arrival
  readonly headline: Text
  readonly reply: Text
  /** Why the address gets nothing of this kind now; null: it does. */
  readonly suppression: { readonly id: Uuid; readonly reason: SuppressionReason } | null
}

/** null: no such email. */
export async function answersAbout(
  sql: Sql,
  owner: MailOwner,
  id: Uuid,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Promise<RecipientAnswer[] | null> {
  const found = await findWithEvents(sql, owner, id)
  if (found === null) return null
  const { email, events } = found
  const recipients = (await recipientsOfAll(sql, owner, [id])).get(id) ?? []
  const addresses = recipients.map(one => one.address).filter(one => !isErased(one))
  const entries = await suppressionsOf(sql, owner, addresses)
  const sentAt = localDay(email.created_at.getTime(), timeZone)
  const goesMs = email.scheduled_at?.getTime() ?? 0
  const goesAt = goesMs > now ? localTime(goesMs, timeZone) : undefined
  const answers = addresses.map(address => {
    const own = events.filter(event => event.recipient === address)
    const deciding = decidingEvent(own, event => event.details?.machine !== true)
    const said = answer(
      deciding && { type: deciding.type, mode: owner.mode, ...eventFacts(deciding) },
      { subject: email.subject, recipient: address, sentAt, goesAt },
    )
    const entry = entries.find(
      ({ address: blocked, stream }) =>
        blocked === addressKey(address) && (stream === 'all' || stream === email.stream),
    )
    return { address, ...said, suppression: entry ?? null }
  })
  return answers.toSorted((a, b) => urgency(b.outcome) - urgency(a.outcome))
}

const urgency = (outcome: Arrival): number => arrivals.indexOf(outcome)
