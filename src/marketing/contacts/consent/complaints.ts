/** Who calls our mail spam takes consent away, too: the proof says when, and by which letter. */
import { timeOfId } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { LetterListener } from '#sending/timeline/listeners.ts'
import { worldOfMode } from '#tenants/test-clock/test-clock.ts'
import { recordComplaints } from './consent.ts'
import { peopleOfLetter } from './leavings-store.ts'

/**
 * In the transaction that puts the address on the suppression list. The contact's row is not locked:
 * nothing of it changes, and
 * what it means for another address that they have now follows by itself (address-change.ts), and the email's row, which is locked here, comes after it elsewhere.
 */
export const complaintListener: LetterListener = async (tx, world, facts) => {
  for (const { type, projectId, mode, emailId, recipient } of facts) {
    if (type !== 'complained' || recipient === null) continue
    const owner = { projectId, mode }
    const address = suppressionKey(recipient)
    const letter = { emailId, address, at: new Date(timeOfId(emailId)) }
    const people = await peopleOfLetter(tx, owner, letter)
    if (people.length === 0) continue
    const own = await worldOfMode(tx, world, projectId, mode)
    await recordComplaints(
      tx,
      own,
      owner,
      people.map(contactId => ({ contactId, email: recipient, emailId })),
    )
  }
}
