/** What a session, or the lack of one, is called in a TLS report (RFC 8460 §4.3). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TlsSession } from '#kernel/world/net.ts'
import type { StsFinding } from '#protocol/smtp/mta-sts.ts'
import { nobodyDemands, type TlsPolicy } from '#protocol/smtp/tls-policy.ts'
import type { Peer } from '#protocol/smtp/verdict.ts'
import { ofFailure, ofSession } from '#sending/tlsrpt/result.ts'

const at = { host: 'mx.here.example', address: '192.0.2.1' }
const tls = (reason?: string): TlsSession => ({
  protocol: 'TLSv1.3',
  cipher: 'x',
  verified: reason === undefined,
  chain: [],
  ...(reason === undefined ? {} : { reason }),
})
const over = (session: TlsSession | null, tlsFailure?: string): Peer => ({
  ...at,
  tls: session,
  greeting: [],
  ...(tlsFailure === undefined ? {} : { tlsFailure }),
})
const sts = (mode: 'enforce' | 'testing', mx = at.host): StsFinding => ({
  policy: { mode, mx: [mx], maxAgeSeconds: 86_400 },
})
const by = (more: Partial<TlsPolicy>): TlsPolicy => ({ ...nobodyDemands, ...more })
const record = { usage: 3, selector: 1, matching: 1, data: Buffer.from('c0ffee', 'hex') }
const dane = by({ dane: { kind: 'usable', records: [record] } })
const trouble = { kind: 'sts-webpki-invalid', detail: 'whatever a stranger said' } as const

const wrongName = 'the certificate is not for mx.here.example'
const sessions: readonly [string, Peer, TlsPolicy, string][] = [
  ['no policy, any encryption', over(tls('SELF_SIGNED')), by({}), 'no-policy-found success'],
  ['no policy, no STARTTLS', over(null), by({}), 'no-policy-found starttls-not-supported'],
  [
    'no policy, broken STARTTLS',
    over(null, 'garbage of a stranger'),
    by({}),
    'no-policy-found validation-failure starttls-failed',
  ],
  ['enforced and good', over(tls()), by({ sts: sts('enforce') }), 'sts success'],
  ['testing and good', over(tls()), by({ sts: sts('testing') }), 'sts success'],
  [
    'testing, expired',
    over(tls('CERT_HAS_EXPIRED')),
    by({ sts: sts('testing') }),
    'sts certificate-expired CERT_HAS_EXPIRED',
  ],
  [
    'testing, of nobody known',
    over(tls('DEPTH_ZERO_SELF_SIGNED_CERT')),
    by({ sts: sts('testing') }),
    'sts certificate-not-trusted DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    'testing, another name',
    over(tls(wrongName)),
    by({ sts: sts('testing') }),
    'sts certificate-host-mismatch',
  ],
  [
    'testing, none',
    over(tls('no certificate')),
    by({ sts: sts('testing') }),
    'sts certificate-not-trusted',
  ],
  ['testing, plain', over(null), by({ sts: sts('testing') }), 'sts starttls-not-supported'],
  [
    'testing, a host of somebody else',
    over(tls()),
    by({ sts: sts('testing', 'other.example') }),
    'sts validation-failure mx-not-in-policy',
  ],
  [
    'a policy that could not be had',
    over(tls()),
    by({ sts: { policy: null, trouble } }),
    'sts sts-webpki-invalid',
  ],
  [
    'a policy that is known although it cannot be had now',
    over(tls()),
    by({ sts: { ...sts('enforce'), trouble } }),
    'sts success',
  ],
  ['DANE', over(tls('SELF_SIGNED')), dane, 'tlsa success'],
  ['DANE records of no use', over(tls()), by({ dane: { kind: 'unusable' } }), 'tlsa tlsa-invalid'],
]

const failures: readonly [string, Parameters<typeof ofFailure>[3], TlsPolicy, string][] = [
  [
    'a host that the policy does not name',
    { kind: 'refusal' },
    by({ sts: sts('enforce', 'other.example') }),
    'sts validation-failure mx-not-in-policy',
  ],
  [
    'bogus DANE records',
    { kind: 'refusal' },
    by({ dane: { kind: 'unknown', reason: 'servfail' } }),
    'tlsa dnssec-invalid',
  ],
  ['STARTTLS missing', { kind: 'not_offered' }, dane, 'tlsa starttls-not-supported'],
  [
    'STARTTLS broken',
    { kind: 'broken' },
    by({ sts: sts('enforce') }),
    'sts validation-failure starttls-failed',
  ],
  [
    'a certificate that DANE does not name',
    { kind: 'judged', session: tls() },
    dane,
    'tlsa validation-failure tlsa-mismatch',
  ],
  [
    'an expired certificate',
    { kind: 'judged', session: tls('CERT_HAS_EXPIRED') },
    by({ sts: sts('enforce') }),
    'sts certificate-expired CERT_HAS_EXPIRED',
  ],
]

const words = ({ policy, outcome }: ReturnType<typeof ofSession>): string =>
  [policy.type, outcome.type, outcome.reason].filter(Boolean).join(' ')

describe('a session', () => {
  for (const [name, peer, policy, expected] of sessions) {
    it(`${name}: ${expected}`, () => {
      const judged = ofSession('here.example', peer, policy)
      assert.equal(words(judged), expected)
      const where =
        judged.outcome.type === 'success' ? [undefined, undefined] : [at.host, at.address]
      assert.deepEqual([judged.outcome.mx, judged.outcome.ip], where)
      assert.doesNotMatch(JSON.stringify(judged), /stranger/)
    })
  }
})

describe('a session that a policy prevented', () => {
  for (const [name, fault, policy, expected] of failures) {
    it(`${name}: ${expected}`, () => {
      const judged = ofFailure('here.example', at, policy, fault)
      assert.equal(words(judged), expected)
      assert.equal(judged.outcome.mx, at.host)
    })
  }
})

describe('the policy', () => {
  it('is shown as it is published', () => {
    assert.deepEqual(ofSession('here.example', over(tls()), by({ sts: sts('testing') })).policy, {
      type: 'sts',
      strings: ['version: STSv1', 'mode: testing', 'mx: mx.here.example', 'max_age: 86400'],
      mx: ['mx.here.example'],
      domain: 'here.example',
    })
    assert.deepEqual(ofSession('here.example', over(tls()), dane).policy, {
      type: 'tlsa',
      strings: ['3 1 1 c0ffee'],
      mx: [],
      domain: 'mx.here.example',
    })
  })
})
