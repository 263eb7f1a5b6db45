/** One email on its way through a session: what is said about it, and the verdicts as they fall. */
import type { Features } from './greet.ts'
import {
  badRecipient,
  isSafePath,
  isUnicode,
  localRefusal,
  mailCommand,
  tooManyRecipients,
} from './offer.ts'
import type { Line, Peer, QueuedTransaction, RecipientVerdict } from './verdict.ts'

export interface Exchange {
  readonly job: QueuedTransaction
  /** Which recipients are asked about, in the order of their RCPT. */
  readonly asked: readonly number[]
  readonly commands: readonly string[]
  readonly verdicts: (RecipientVerdict | undefined)[]
  readonly transcript: Line[]
  readonly sizeBytes: number
}

/** The envelope in commands; verdicts that the server's offer already gives have fallen. */
export function prepared(
  job: QueuedTransaction,
  session: { readonly features: Features; readonly peer: Peer },
): Exchange {
  const { transaction } = job
  const { sender, recipients } = transaction
  let sizeBytes = 0
  for (const part of transaction.body) sizeBytes += part.length
  const utf8 = transaction.utf8 || isUnicode(sender) || recipients.some(isUnicode)
  const refused = localRefusal(transaction, session, sizeBytes, utf8)
  const commands = [mailCommand(transaction, session.features, sizeBytes, utf8)]
  const asked: number[] = []
  const verdicts = recipients.map((address, i): RecipientVerdict | undefined => {
    if (refused) return refused
    if (!isSafePath(address)) return badRecipient
    if (asked.length >= session.features.maxRecipients) return tooManyRecipients
    asked.push(i)
    commands.push(`RCPT TO:<${address}>`)
    return undefined
  })
  commands.push('DATA')
  return { job, asked, commands, verdicts, transcript: [], sizeBytes }
}

/** Gives the verdict to every recipient that has none yet. */
export function decide(x: Exchange, verdict: RecipientVerdict): void {
  for (let i = 0; i < x.verdicts.length; i++) x.verdicts[i] ??= verdict
}

export const isUndecided = (x: Exchange): boolean => x.verdicts.includes(undefined)
