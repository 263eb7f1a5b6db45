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
import type { Line, Peer, QueuedTransaction, RecipientVerdict, Transaction } from './verdict.ts'

export interface Exchange {
  readonly job: QueuedTransaction
  /** Which recipients are asked about, in the order of their RCPT. */
  readonly asked: readonly number[]
  readonly commands: readonly string[]
  readonly verdicts: (RecipientVerdict | undefined)[]
  readonly transcript: Line[]
  readonly sizeBytes: number
  /**
   * How the content goes: by DATA (null), or by BDAT. Then it is what of it rides with the envelope:
   * its first line, or nothing where the server has taken a chunk before.
   */
  readonly chunk: string | null
}

/** The envelope in commands; verdicts that the server's offer already gives have fallen. */
export function prepared(
  job: QueuedTransaction,
  session: { readonly features: Features; readonly peer: Peer },
  chunkOf: (transaction: Transaction, sizeBytes: number) => string | null,
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
  const chunk = chunkOf(transaction, sizeBytes)
  if (chunk === null) commands.push('DATA')
  else if (chunk !== '') commands.push(`BDAT ${chunk.length}`)
  return { job, asked, commands, verdicts, transcript: [], sizeBytes, chunk }
}

/** Gives the verdict to every recipient that has none yet. */
export function decide(x: Exchange, verdict: RecipientVerdict): void {
  for (let i = 0; i < x.verdicts.length; i++) x.verdicts[i] ??= verdict
}

export const isUndecided = (x: Exchange): boolean => x.verdicts.includes(undefined)
