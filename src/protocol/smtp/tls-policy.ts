/**
 * The TLS ladder: DANE > MTA-STS > verified > unverified > plain (docs/contract.md#tls). A policy
 * says, for one recipient domain and one of its MX hosts, what a connection must be before mail
 * goes over it. It belongs to the domain, not to the host: domains that share their MX hosts share
 * connections only where none of them demands anything.
 */
import { fill, type Text } from '#kernel/base/languages.ts'
import type { Tlsa } from '#kernel/world/dns.ts'
import type { TlsSession } from '#kernel/world/net.ts'
import type { World } from '#kernel/world/world.ts'
import { type Dane, type DaneHost, daneFor, daneMatches } from './dane.ts'
import {
  type StsCache,
  type StsFinding,
  type StsPolicy,
  stsAllows,
  stsPolicyFor,
} from './mta-sts.ts'

export type TlsWorld = Pick<World, 'dns' | 'http' | 'clock' | 'settings'>

/** The TLS levels that a conversation can reach, as on the event, the strictest first. */
export const tlsLevels = ['dane', 'mta-sts', 'verified', 'unverified', 'none'] as const
export type TlsLevel = (typeof tlsLevels)[number]

export interface TlsPolicy {
  /** Who demands: `opportunistic` is nobody. */
  readonly kind: 'dane' | 'mta-sts' | 'opportunistic'
  readonly starttls: 'required' | 'opportunistic'
  /** Null when mail may go over the session, else why not. */
  judge(session: TlsSession): Text | null
  /** Why this host need not even be connected to: no session to it would do. The mail waits. */
  readonly refusal: Text | null
  /** What MTA-STS said, for TLS reports (RFC 8460); absent where DANE made it irrelevant. */
  readonly sts?: StsFinding
  /** What DANE said; absent where it said nothing. */
  readonly dane?: Exclude<Dane, { kind: 'none' }>
}

interface TlsQuestion {
  /** The recipients' domain, in A-labels. */
  readonly domain: string
  readonly host: DaneHost
  readonly cache: StsCache
}

/** What a connection to this host must be for mail to this domain. */
export async function tlsPolicyFor(world: TlsWorld, question: TlsQuestion): Promise<TlsPolicy> {
  const { host } = question
  const dane = await daneFor(world, host, world.settings.MALOTE_SMTP_PORT)
  // RFC 8461 §2: where DANE applies, MTA-STS must not soften what it found.
  switch (dane.kind) {
    case 'usable':
      return { ...danePolicy(world, question, dane.records), dane }
    case 'unknown': {
      const refusal = fill(sentences.daneUnknown, { mx: host.mx, reason: dane.reason })
      return { ...demand('dane'), refusal, judge: () => refusal, dane }
    }
    case 'unusable':
      // Encryption is all that such records can ask for (RFC 7672 §2.2); no TLS level is claimed for it.
      return { ...(await stsAnswer(world, question)), starttls: 'required', dane }
    case 'none':
      return stsAnswer(world, question)
  }
}

async function stsAnswer(world: TlsWorld, question: TlsQuestion): Promise<TlsPolicy> {
  const sts = await stsPolicyFor(world, question.cache, question.domain)
  const enforced = sts.policy?.mode === 'enforce' ? sts.policy : null
  return { ...(enforced ? stsDemand(enforced, question) : nobodyDemands), sts }
}

/** Encrypt where that works. Also for mail whose sender waives every policy (RFC 8689 §5). */
export const nobodyDemands: TlsPolicy = {
  kind: 'opportunistic',
  starttls: 'opportunistic',
  refusal: null,
  judge: () => null,
}

const demand = (kind: 'dane' | 'mta-sts') =>
  ({ kind, starttls: 'required', refusal: null }) as const

const sentences = {
  daneUnknown: {
    en:
      'The DANE records of the server {mx} could not be verified ({reason}); ' +
      'sending waits until they can.',
    pt:
      'Não foi possível verificar os registros DANE do servidor {mx} ({reason}); ' +
      'o envio espera até que seja possível.',
  },
  daneMismatch: {
    en: 'The certificate of {mx} is not the one that its DANE records name.',
    pt: 'O certificado de {mx} não é o indicado pelos registros DANE dele.',
  },
  stsHost: {
    en: 'The server {mx} is not among those that the MTA-STS policy of {domain} allows.',
    pt: 'O servidor {mx} não está entre os permitidos pela política MTA-STS de {domain}.',
  },
  stsCertificate: {
    en:
      'The MTA-STS policy of {domain} demands a valid certificate, ' +
      'and the one of {mx} is not valid ({reason}).',
    pt:
      'A política MTA-STS de {domain} exige um certificado válido, ' +
      'e o de {mx} não é válido ({reason}).',
  },
} satisfies Record<string, Text>

function danePolicy(
  world: TlsWorld,
  { domain, host: { mx } }: TlsQuestion,
  records: readonly Tlsa[],
): TlsPolicy {
  const names = [mx, domain]
  return {
    ...demand('dane'),
    judge: ({ chain }) => {
      const fits = daneMatches({ records, chain, names, now: world.clock.now() })
      return fits ? null : fill(sentences.daneMismatch, { mx })
    },
  }
}

function stsDemand(policy: StsPolicy, { domain, host: { mx } }: TlsQuestion): TlsPolicy {
  const refusal = stsAllows(policy, mx) ? null : fill(sentences.stsHost, { mx, domain })
  return {
    ...demand('mta-sts'),
    refusal,
    judge: session => {
      if (refusal || session.verified) return refusal
      const reason = session.reason ?? 'unverified'
      return fill(sentences.stsCertificate, { mx, domain, reason })
    },
  }
}

/** The TLS level reached by a conversation over this session (null: in plain text) under this policy. */
export function tlsLevelOf(session: TlsSession | null, policy: TlsPolicy | undefined): TlsLevel {
  if (session === null) return 'none'
  if (policy && policy.kind !== 'opportunistic' && policy.judge(session) === null)
    return policy.kind
  return session.verified ? 'verified' : 'unverified'
}
