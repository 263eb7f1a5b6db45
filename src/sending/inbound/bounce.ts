/**
 * From a report to what it says of one recipient: the reply behind the failure, what it means, and
 * whether it is certain to be about this address. Pure. The words are judged by the same table as a
 * live reply, and the server's quoted reply wins over the report's own Status field
 * (docs/contract.md#what-replies-mean). A delay or a success is no news.
 */
import { addressKey, domainOf } from '#kernel/mail/address.ts'
import { type Classification, classify, type ReplyWords } from '#protocol/replies/classify.ts'
import { classifyFor } from '#protocol/replies/other-host.ts'
import { expired, holdsReply, reportedReply } from '#protocol/replies/reported-reply.ts'
import type { DsnRecipient } from './dsn.ts'
import { addressesIn } from './named.ts'
import { readProse, saidOf } from './prose.ts'
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
      return inProse(address, report)
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
  const found = { reply, verdict: classifyFor(domainOf(address), reply), ...told }
  if (isOfOwnMachinery(one) && found.verdict.class === 'address_dead') {
    const verdict = classify({ code: 550, enhanced: '5.3.0', text: '' })
    return { reply, verdict, mx: one.remoteMta, isCertain: false }
  }
  const isAboutUs = isCertain && !namesAnother(found.reply.text, address)
  return { ...found, mx: one.remoteMta, isCertain: isAboutUs }
}

/**
 * Whether a diagnostic is a system's own about itself (RFC 3464 §2.3.6: of another type than smtp,
 * and no server's reply in it) and its status does not say that the address is wrong.
 */
function isOfOwnMachinery({ diagnostic, status }: DsnRecipient): boolean {
  return !holdsReply(diagnostic) && !/^\s?5\.1\.(?:[0-36]|10)(?!\d)/.test(status)
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

function inProse(
  address: string,
  { text, by }: Extract<ReceivedReport, { kind: 'prose' }>,
): BounceReading | null {
  const reading = readProse(address, text)
  if (reading === null) return by === 'notice' ? notUnderstood(address, text) : null
  const { code, enhanced } = reading.reply
  // Whoever is no mail system by name is believed where it quotes one.
  const isCertain = reading.isCertain && (by !== 'anybody' || code !== null || enhanced !== null)
  return { ...reading, mx: '', isCertain }
}

/** It was refused, for a reason that no rule knows: shown, and nobody is suppressed for it. */
function notUnderstood(address: string, text: string): BounceReading {
  const reply = { code: null, enhanced: null, text: saidOf(address, text) }
  const verdict = classify({ code: 550, enhanced: null, text: '' })
  return { reply, verdict, mx: '', isCertain: false }
}

/** Whether a reply names an address, but not this one: mail may have been forwarded to it. */
function namesAnother(text: string, ours: string): boolean {
  const named = addressesIn(text).filter(name => !ofHosts.test(name))
  return named.length > 0 && !named.some(name => isSame(name, ours))
}

/** Whom a reply names to be asked, not as somebody that the mail was for. */
const ofHosts = /^(?:postmaster|abuse|support|admin|help|helpdesk|noc|info|spam|security)@/i

/** Also under a name that a host of the same domain has for the mailbox. */
function isSame(name: string, ours: string): boolean {
  const [one, other] = [addressKey(name), addressKey(ours)]
  if (one === other) return true
  const [local, domain] = halves(one)
  const [ourLocal, ourDomain] = halves(other)
  return local === ourLocal && (isUnder(domain, ourDomain) || isUnder(ourDomain, domain))
}

const isUnder = (name: string, domain: string): boolean => name.endsWith(`.${domain}`)

function halves(address: string): readonly [local: string, domain: string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, Math.max(0, at)), address.slice(at + 1)]
}

/**
 * The block about our address; else, as mail is forwarded under other names, the first failure: then
 * it says nothing certain about the address itself, which may be that of somebody who lives.
 */
function chosen(
  address: string,
  recipients: readonly DsnRecipient[],
): { one: DsnRecipient; isCertain: boolean } | null {
  const ours = recipients.filter(one =>
    [one.final, one.original].some(name => isSame(name, address)),
  )
  const among = ours.length > 0 ? ours : recipients
  const one = among.find(isFinalFailure)
  if (!one) return null
  return { one, isCertain: ours.length > 0 }
}

/** RFC 3464 §2.3.3, and `expired` of those who gave up; without an Action the status speaks. */
function isFinalFailure({ action, status }: DsnRecipient): boolean {
  if (action !== '') return action === 'failed' || action === 'expired'
  return status.trim().startsWith('5')
}
