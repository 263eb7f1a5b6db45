/**
 * From a report about one recipient to the fact that goes on its timeline. Pure: the words are
 * judged by the same table as a live reply, and the server's quoted reply wins over the report's
 * own Status field (docs/contract.md#what-replies-mean). A delay or a success is no news.
 */

import { suppressionKey } from '#kernel/mail/address.ts'
import { classify, type ReplyWords } from '#protocol/replies/classify.ts'
import { reportedReply } from '#protocol/replies/reported-reply.ts'
import { safe } from '#protocol/smtp/reply.ts'
import { type Providers, providerOf } from '../delivery/providers.ts'
import type { EventDetails } from '../events/event.ts'
import type { NewEvent } from '../timeline/record.ts'
import type { DsnRecipient } from './dsn.ts'
import { quotedReply, replyInProse } from './prose.ts'
import type { Addressee } from './store.ts'

/** Whom a fact is about, and when it became known. */
export interface ReportSubject {
  readonly emailId: string
  readonly addressee: Addressee
  readonly at: number
  /** The operator's groups of receiving servers. */
  readonly providers: Providers
}

const responseChars = 1000

/** `bounced`, or null where the report tells of no final failure. */
export function bounceReported(
  about: ReportSubject,
  recipients: readonly DsnRecipient[],
  prose: string,
): NewEvent | null {
  const failed = chosen(about.addressee.address, recipients)
  if (failed === null) return null
  return bounced(about, replyOf(failed.one, prose), {
    mx: failed.one.remoteMta,
    trusted: failed.certain,
  })
}

/** `bounced` from a bounce in prose; null where it quotes no refusal. */
export function bounceInProse(about: ReportSubject, text: string): NewEvent | null {
  const reply = replyInProse(text)
  if (reply === null) return null
  const verdict = classify(reply)
  // Words alone must at least say what is wrong, or this may be any letter from a machine.
  if (reply.enhanced === null && verdict.cause === 'refused_unexplained') return null
  return bounced(about, reply, { mx: '', trusted: true })
}

export function complained(about: ReportSubject): NewEvent {
  const { emailId, addressee, at } = about
  return {
    projectId: addressee.projectId,
    emailId,
    n: addressee.n,
    type: 'complained',
    at,
    late: true,
    suppress: 'complaint',
    details: placeOf(about, ''),
  }
}

/**
 * The block about our address; else, as mail is forwarded under other names, the first failure. A
 * report on several names none of which is ours may be about members of a list, so it says nothing
 * certain about the address itself.
 */
function chosen(
  address: string,
  recipients: readonly DsnRecipient[],
): { one: DsnRecipient; certain: boolean } | null {
  const key = suppressionKey(address)
  const ours = recipients.filter(one =>
    [one.final, one.original].some(name => suppressionKey(name) === key),
  )
  const among = ours.length > 0 ? ours : recipients
  const one = among.find(isFinalFailure)
  if (!one) return null
  return { one, certain: ours.length > 0 || recipients.length === 1 }
}

/** RFC 3464 §2.3.3; without an Action the status speaks. */
function isFinalFailure({ action, status }: DsnRecipient): boolean {
  if (action !== '') return action === 'failed'
  return status.trim().startsWith('5')
}

/** The reply behind a failure: the diagnostic; where it says nothing, the one quoted for people. */
export function replyOf(one: DsnRecipient, prose: string): ReplyWords {
  // Postfix puts its own words around the server's: `host mx said: 550 5.1.1 …`.
  const diagnostic = one.diagnostic.replace(/^.{0,200}?\bsaid: (?=[45]\d\d[ -])/, '')
  const reply = reportedReply(one.status, diagnostic)
  if (reply.text.trim() !== '' || one.final === '') return reply
  const place = prose.indexOf(one.final)
  const quoted = place < 0 ? null : quotedReply(prose.slice(place + one.final.length))
  if (!quoted || (reply.enhanced && quoted.enhanced?.[0] !== reply.enhanced[0])) return reply
  return quoted
}

function bounced(
  about: ReportSubject,
  reply: ReplyWords,
  { mx, trusted }: { mx: string; trusted: boolean },
): NewEvent {
  const { emailId, addressee, at } = about
  const verdict = classify(reply)
  const isTemporary = verdict.class === 'temporary'
  return {
    projectId: addressee.projectId,
    emailId,
    n: addressee.n,
    type: 'bounced',
    at,
    late: true,
    details: {
      ...placeOf(about, mx),
      ...saidIn(reply),
      cause: verdict.cause,
      ...(verdict.countsInBounceRate ? {} : { counts: false }),
    },
    ...(verdict.suppress && trusted ? { suppress: 'hard_bounce' as const } : {}),
    ...(isTemporary && trusted ? { softBounce: true } : {}),
  }
}

/** The server that refused, else the one that the mail was handed to. */
function placeOf({ addressee, providers }: ReportSubject, remote: string): EventDetails {
  const { mx, provider } = addressee
  const host = remote.toLowerCase().replace(/\.$/, '')
  if (/^(?=.{4,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(host) && !/^[\d.]+$/.test(host)) {
    return { mx: host, provider: providerOf(host, providers) }
  }
  return { ...(mx === null ? {} : { mx }), ...(provider === null ? {} : { provider }) }
}

function saidIn({ code, enhanced, text }: ReplyWords): EventDetails {
  const codes = [code === null ? '' : String(code), enhanced ?? ''].filter(part => part !== '')
  const words = safe(text.replace(/\s+/g, ' ').trim()).slice(0, responseChars).toWellFormed()
  return {
    ...(codes.length > 0 ? { smtp_code: codes.join(' ') } : {}),
    ...(words !== '' ? { smtp_response: words } : {}),
  }
}
