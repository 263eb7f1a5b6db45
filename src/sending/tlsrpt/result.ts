/**
 * What became of a session, or of none, in the words of TLS reports (RFC 8460 §4.3): pure. No text of
 * a stranger gets into an outcome, only names of the standard and of OpenSSL, so that a server that
 * answers differently each time cannot make many outcomes of one.
 */

import type { TlsSession } from '#kernel/world/net.ts'
import { type StsPolicy, stsAllows } from '#protocol/smtp/mta-sts.ts'
import type { TlsPolicy } from '#protocol/smtp/tls-policy.ts'
import type { Peer, TlsFault } from '#protocol/smtp/verdict.ts'

type ResultType =
  | 'success'
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'validation-failure'
  | 'tlsa-invalid'
  | 'dnssec-invalid'
  | 'sts-policy-fetch-error'
  | 'sts-policy-invalid'
  | 'sts-webpki-invalid'

/** The policy that a session was judged by (§4.4). */
export interface ReportedPolicy {
  readonly type: 'tlsa' | 'sts' | 'no-policy-found'
  /** Its lines, or its records; none where it could not be had. */
  readonly strings: readonly string[]
  /** The MX patterns of MTA-STS. */
  readonly mx: readonly string[]
  /** Whose it is: the recipients' domain, or with DANE the MX host. */
  readonly domain: string
}

/** Equal ones are counted together. */
export interface TlsOutcome {
  readonly type: ResultType
  /** The MX host and its address, where it went wrong. */
  readonly mx?: string
  readonly ip?: string
  readonly reason?: string
}

export interface PolicyResult {
  readonly policy: ReportedPolicy
  readonly outcome: TlsOutcome
}

type At = Pick<Peer, 'host' | 'address'>

/** A session that mail of `domain` went over. */
export function ofSession(domain: string, peer: Peer, policy: TlsPolicy): PolicyResult {
  const { type, reason } = sessionResult(peer, policy)
  return judged(reportedPolicy(domain, peer, policy), peer, { type, ...(reason ? { reason } : {}) })
}

/** A session that a policy prevented: `refusal` where not even a connection was made. */
export function ofFailure(
  domain: string,
  at: At,
  policy: TlsPolicy,
  fault: TlsFault | { readonly kind: 'refusal' },
): PolicyResult {
  return judged(reportedPolicy(domain, at, policy), at, faultResult(policy, fault))
}

function judged(policy: ReportedPolicy, { host, address }: At, result: Result): PolicyResult {
  if (result.type === 'success') return { policy, outcome: { type: 'success' } }
  return { policy, outcome: { ...result, mx: host, ip: address } }
}

function reportedPolicy(domain: string, { host }: At, { dane, sts }: TlsPolicy): ReportedPolicy {
  if (dane) {
    const records = dane.kind === 'usable' ? dane.records : []
    const strings = records.map(
      one => `${one.usage} ${one.selector} ${one.matching} ${one.data.toString('hex')}`,
    )
    return { type: 'tlsa', strings, mx: [], domain: host }
  }
  if (sts?.policy) return { type: 'sts', ...stsLines(sts.policy), domain }
  return { type: sts?.trouble ? 'sts' : 'no-policy-found', strings: [], mx: [], domain }
}

const stsLines = ({ mode, mx, maxAgeSeconds }: StsPolicy) => ({
  strings: [
    'version: STSv1',
    `mode: ${mode}`,
    ...mx.map(host => `mx: ${host}`),
    `max_age: ${maxAgeSeconds}`,
  ],
  mx,
})

type Result = Pick<TlsOutcome, 'type' | 'reason'>

function sessionResult({ host, tls, tlsFailure }: Peer, { dane, sts }: TlsPolicy): Result {
  if (dane) return { type: dane.kind === 'unusable' ? 'tlsa-invalid' : 'success' }
  const { policy, trouble } = sts ?? {}
  if (!policy && trouble) return { type: trouble.kind }
  if (tls === null) {
    if (tlsFailure === undefined) return { type: 'starttls-not-supported' }
    return { type: 'validation-failure', reason: 'starttls-failed' }
  }
  if (policy && !stsAllows(policy, host)) return unlisted
  return policy && !tls.verified ? certificateResult(tls) : { type: 'success' }
}

const unlisted: Result = { type: 'validation-failure', reason: 'mx-not-in-policy' }

function faultResult({ dane }: TlsPolicy, fault: TlsFault | { readonly kind: 'refusal' }): Result {
  switch (fault.kind) {
    case 'refusal':
      return dane ? { type: 'dnssec-invalid' } : unlisted
    case 'not_offered':
      return { type: 'starttls-not-supported' }
    case 'broken':
      return { type: 'validation-failure', reason: 'starttls-failed' }
    case 'judged':
      if (dane) return { type: 'validation-failure', reason: 'tlsa-mismatch' }
      return certificateResult(fault.session)
  }
}

function certificateResult({ reason = '' }: TlsSession): Result {
  // Codes of OpenSSL; anything else that is said is about the name.
  if (!/^[A-Z0-9_]{3,60}$/.test(reason)) {
    if (reason === 'no certificate') return { type: 'certificate-not-trusted' }
    return { type: 'certificate-host-mismatch' }
  }
  const expired = reason === 'CERT_HAS_EXPIRED' || reason === 'CERT_NOT_YET_VALID'
  return { type: expired ? 'certificate-expired' : 'certificate-not-trusted', reason }
}
