/**
 * From a report to what it says of one recipient: the reply behind the failure, what it means, and
 * whether it is certain to be about this address. Pure. The words are judged by the same table as a
 * live reply, and the server's quoted reply wins over the report's own Status field
 * (docs/contract.md#what-replies-mean). A delay or a success is no news.
 */
import { suppressionKey } from '#kernel/mail/address.ts'
import { type Classification, classify, type ReplyWords } from '#protocol/replies/classify.ts'
import { expired, reportedReply } from '#protocol/replies/reported-reply.ts'
import type { DsnRecipient } from './dsn.ts'
import { readProse } from './prose.ts'
import type { ReceivedReport } from './report.ts'

export interface BounceReading {
  readonly reply: ReplyWords
  readonly verdict: Classification
  /** The server that refused; '' where not told. */
  readonly mx: string
  /** Certainly about this address, and not perhaps about a member of a list. */
  readonly isCertain: boolean
}

/** What a report says of the recipient with this address; null where it tells of no final failure. */
export function readBounce(address: string, report: ReceivedReport): BounceReading | null {
  switch (report.kind) {
    case 'status':
      return inFields(address, report.recipients, report.prose)
    case 'prose':
      return inProse(address, report.text)
    default:
      return null
  }
}

function inFields(
  address: string,
  recipients: readonly DsnRecipient[],
  prose: string,
): BounceReading | null {
  const failed = chosen(address, recipients)
  if (failed === null) return null
  const { one, isCertain } = failed
  const reply = reportedReply(one.action === 'expired' ? expired : one.status, one.diagnostic)
  const told = reply.text.trim() === '' ? toldOf(one, reply, prose) : null
  const found = { reply, verdict: classify(reply), ...told }
  const isAboutUs = isCertain && !namesAnother(found.reply.text, [address, one.final, one.original])
  return { ...found, mx: one.remoteMta, isCertain: isAboutUs }
}

/**
 * What the text for people adds to a block without a diagnostic, where it stands beside this
 * recipient and does not contradict its status.
 */
function toldOf(
  { final, status }: DsnRecipient,
  reply: ReplyWords,
  prose: string,
): Pick<BounceReading, 'reply' | 'verdict'> | null {
  const found = final === '' ? null : readProse(final, prose)
  if (found === null || !found.isCertain) return null
  const isVague = /^\s?5\.0\.0/.test(status)
  if (reply.enhanced === null) return found
  const kind = found.verdict.class === 'temporary' ? '4' : '5'
  return isVague || kind === reply.enhanced[0] ? found : null
}

function inProse(address: string, text: string): BounceReading | null {
  const reading = readProse(address, text)
  return reading && { ...reading, mx: '' }
}

/** Whether a reply names an address, but none of these: mail may have been forwarded to it. */
function namesAnother(text: string, ours: readonly string[]): boolean {
  const named = [...text.matchAll(/<([^<>\s@]{1,64}@[^<>\s@]{1,255})>/g)].map(match => match[1]!)
  const keys = new Set(ours.map(suppressionKey))
  return named.length > 0 && !named.some(name => keys.has(suppressionKey(name)))
}

/**
 * The block about our address; else, as mail is forwarded under other names, the first failure. A
 * report on several names none of which is ours may be about members of a list, so it says nothing
 * certain about the address itself.
 */
function chosen(
  address: string,
  recipients: readonly DsnRecipient[],
): { one: DsnRecipient; isCertain: boolean } | null {
  const key = suppressionKey(address)
  const ours = recipients.filter(one =>
    [one.final, one.original].some(name => suppressionKey(name) === key),
  )
  const among = ours.length > 0 ? ours : recipients
  const one = among.find(isFinalFailure)
  if (!one) return null
  return { one, isCertain: ours.length > 0 || recipients.length === 1 }
}

/** RFC 3464 §2.3.3, and `expired` of those who gave up; without an Action the status speaks. */
function isFinalFailure({ action, status }: DsnRecipient): boolean {
  if (action !== '') return action === 'failed' || action === 'expired'
  return status.trim().startsWith('5')
}
