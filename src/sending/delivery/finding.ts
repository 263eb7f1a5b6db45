/** What a try has found, in the words of delivery: pure. */
import { never } from '#kernel/base/assert.ts'
import type { Cause } from '#protocol/replies/causes.ts'
import type { SmtpReply } from '#protocol/smtp/reply.ts'
import type { RecipientVerdict, Why } from '#protocol/smtp/verdict.ts'
import type { AttemptResult, KeptReply, RemoteHost } from './outcome.ts'
import type { MxRoute } from './route.ts'

/**
 * No server can be asked: what that means for the recipient (docs/contract.md#finding-the-server).
 */
export function withoutServer(route: Exclude<MxRoute, { kind: 'hosts' }>): AttemptResult {
  const words = (code: number, enhanced: string) => ({ code, enhanced, text: '' })
  switch (route.kind) {
    case 'null_mx':
      return { kind: 'refused', words: words(556, '5.1.10'), cause: 'null_mx' }
    case 'no_domain':
      return { kind: 'deferred', cause: 'domain_not_found_yet' }
    case 'no_server':
      // As of a missing domain, a second look decides (deliver.ts).
      return route.isNamed
        ? { kind: 'deferred', cause: 'no_mail_server' }
        : { kind: 'refused', words: words(550, '5.4.4'), cause: 'no_mail_server' }
    case 'loop':
      return { kind: 'refused', words: words(554, '5.4.6'), cause: 'mail_loop' }
    case 'internal':
      return { kind: 'deferred', cause: 'mx_internal' }
    case 'unknown':
      return { kind: 'deferred', cause: 'dns_failure' }
    default:
      return never(route, 'withoutServer')
  }
}

/** `cause` where it is ours and not the server's to say. */
export function fromVerdict(
  verdict: RecipientVerdict,
  place: RemoteHost,
  cause?: Cause,
): AttemptResult {
  switch (verdict.kind) {
    case 'abandoned':
      return { kind: 'abandoned' }
    case 'accepted':
      return { ...place, kind: 'delivered', words: verdict.reply }
    case 'refused':
      return {
        ...place,
        kind: 'refused',
        words: wordsOf(verdict.reply),
        stage: verdict.stage,
        ...(cause === undefined ? {} : { cause }),
      }
    case 'deferred':
      return {
        ...place,
        kind: 'deferred',
        stage: verdict.stage,
        ...(verdict.reply
          ? { words: verdict.reply }
          : { cause: cause ?? causes[verdict.why ?? 'other'] }),
        ...(verdict.uncertain
          ? { uncertain: true, cause: 'connection_lost_after_dot' as const }
          : {}),
      }
    default:
      return never(verdict, 'fromVerdict')
  }
}

/** What the server said; our own refusal on its behalf keeps its codes but puts no words in its mouth. */
function wordsOf(reply: SmtpReply): KeptReply {
  return reply.local ? { code: reply.code, enhanced: reply.enhanced, text: '' } : reply
}

const causes: Readonly<Record<Why, Cause>> = {
  connection_refused: 'connection_failed',
  unreachable: 'connection_failed',
  timeout: 'timeout',
  closed: 'connection_lost',
  reset: 'connection_lost',
  malformed: 'garbled_reply',
  too_long: 'garbled_reply',
  tls: 'tls_failed',
  auth: 'relay_failed',
  limit: 'slowed',
  busy: 'slowed',
  unresolved: 'dns_failure',
  other: 'connection_failed',
}
