/**
 * REQUIRETLS on the way out (RFC 8689 §4.2.1): such mail goes only to a server whose name DNSSEC or
 * MTA-STS vouches for, over TLS with a certificate that holds, and only if the server promises to go
 * on like that. What a server says of itself is final: when no server of the domain will do, the
 * mail bounces. What may be the weather (DNS, a policy page, a broken connection) is tried again.
 * Pure.
 */
import { assert } from '#kernel/base/assert.ts'
import { fill, type Text } from '#kernel/base/languages.ts'
import type { TlsSession } from '#kernel/world/net.ts'
import type { Cause } from '#protocol/replies/causes.ts'
import type { OpeningResult } from '#protocol/smtp/client.ts'
import { stsAllows } from '#protocol/smtp/mta-sts.ts'
import { isPermanent, localReply } from '#protocol/smtp/reply.ts'
import type { TlsPolicy } from '#protocol/smtp/tls-policy.ts'
import type { Ineligibility, NoSession } from '#protocol/smtp/verdict.ts'

/**
 * Why a host must not even be connected to; null where its name is vouched for (§2). A policy in
 * mode `testing` names the domain's servers no less than one that is enforced; what it does not ask
 * for, encryption and a certificate, is asked for here anyway.
 */
export function nameFault(
  route: { readonly secure: boolean },
  mx: string,
  { sts }: Pick<TlsPolicy, 'sts'>,
): Ineligibility | null {
  if (route.secure) return null
  if (sts?.policy && stsAllows(sts.policy, mx)) return null
  return { kind: sts?.trouble || sts?.unanswered ? 'undecided' : 'name' }
}

const untrusted: Text = {
  en: 'The email demands a valid certificate, and the one of {mx} is not valid ({reason}).',
  pt: 'O e-mail exige um certificado válido, e o de {mx} não é válido ({reason}).',
}

/** What the domain demands, and beyond it a certificate that holds, by DANE or by its issuer. */
export function judgeRequired(policy: TlsPolicy, mx: string, session: TlsSession): Text | null {
  const judged = policy.judge(session)
  if (judged !== null || policy.kind === 'dane' || session.verified) return judged
  return fill(untrusted, { mx, reason: session.reason ?? 'unverified' })
}

/** A connection as mail with REQUIRETLS sees it; one that will not do is ended. */
export function fitting(opening: OpeningResult): OpeningResult {
  if (opening.kind === 'failed') {
    const kind = tlsLack(opening)
    return kind === null ? opening : { ...opening, ...refusal({ kind }), again: null }
  }
  const { peer, features } = opening.session
  if (peer.tls !== null && features.requireTls) return opening
  void opening.session.quit()
  const { host, address, greeting: transcript } = peer
  return ineligible({ host, address, transcript }, { kind: 'offer', session: peer.tls })
}

function tlsLack({ tlsFault, verdict }: NoSession): 'encryption' | 'certificate' | null {
  switch (tlsFault?.kind) {
    case 'not_offered':
      return 'encryption'
    case 'judged':
      return 'certificate'
    default: {
      const isRefused = verdict.kind === 'deferred' && verdict.reply && isPermanent(verdict.reply)
      return tlsFault && isRefused ? 'encryption' : null
    }
  }
}

/** A server that will not do, or is not known to. */
export function ineligible(
  at: Pick<NoSession, 'host' | 'address' | 'transcript'>,
  why: Ineligibility,
): NoSession {
  return { ...at, kind: 'failed', nextMx: true, again: null, ...refusal(why) }
}

const statuses: Readonly<Record<Exclude<Ineligibility['kind'], 'undecided'>, string>> = {
  name: '5.7.10',
  encryption: '5.7.10',
  certificate: '5.7.10',
  offer: '5.7.30',
}

function refusal(why: Ineligibility): Pick<NoSession, 'stage' | 'verdict' | 'ineligibility'> {
  const stage = why.kind === 'offer' ? 'mail' : 'starttls'
  if (why.kind === 'undecided') {
    return { stage, verdict: { kind: 'deferred', stage, why: 'tls' }, ineligibility: why }
  }
  const reply = localReply(550, statuses[why.kind], 'REQUIRETLS cannot be kept')
  return { stage, verdict: { kind: 'refused', stage, reply }, ineligibility: why }
}

/** The nearer to a delivery, the more it says about what is missing. */
const kinds: readonly (Ineligibility['kind'] | undefined)[] = [
  'offer',
  'certificate',
  'encryption',
  'name',
  undefined,
]

/** Of servers that have all refused, the one to tell of; the most preferred of several alike. */
export function nearest(refusals: readonly NoSession[]): NoSession {
  const [first] = refusals.toSorted((a, b) => rank(a) - rank(b))
  assert(first, 'somebody was asked')
  return first
}

const rank = (one: NoSession): number => kinds.indexOf(one.ineligibility?.kind)

const causes: Readonly<Record<Ineligibility['kind'], Cause>> = {
  name: 'requiretls_name_unproven',
  undecided: 'requiretls_undecided',
  encryption: 'requiretls_no_encryption',
  certificate: 'requiretls_certificate',
  offer: 'requiretls_not_offered',
}

/** A smart host is the operator's choice, whatever it lacks. */
export function causeOfIneligibility({ kind }: Ineligibility, isRelay: boolean): Cause {
  return isRelay ? 'requiretls_relay' : causes[kind]
}
