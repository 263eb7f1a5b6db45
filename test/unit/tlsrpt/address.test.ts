/** The TXT record that asks for TLS reports (RFC 8460 §3). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reportAddresses } from '#sending/tlsrpt/address.ts'
import { found, plainWorld } from '../smtp/plain-world.ts'

async function asked(...records: string[]): Promise<string> {
  const plain = plainWorld()
  plain.txt['_smtp._tls.here.example'] = found(records)
  const result = await reportAddresses(plain.world, 'here.example')
  if (result.kind !== 'wanted') return result.kind
  return result.addresses.map(one => (one.kind === 'mailto' ? one.address : one.url)).join(' ')
}

describe('the record', () => {
  const cases: readonly [string, string][] = [
    ['v=TLSRPTv1; rua=mailto:tls@here.example', 'tls@here.example'],
    ['v=TLSRPTv1;rua=mailto:tls@here.example;', 'tls@here.example'],
    ['v=TLSRPTv1 ; rua = https://r.example/tls?x=1 ', 'https://r.example/tls?x=1'],
    [
      'v=TLSRPTv1; new=1; rua=MAILTO:a@here.example,https://r.example/',
      'a@here.example https://r.example/',
    ],
    ['v=TLSRPTv1; rua=mailto:a%2Cb@here.example?subject=x', 'none'],
    ['v=TLSRPTv1; rua=mailto:a%2Bb@here.example?subject=x', 'a+b@here.example'],
    ['v=TLSRPTv1; rua=mailto:Ana%20%3Ca@here.example%3E', 'none'],
    ['v=TLSRPTv1; rua=mailto:%ff@here.example', 'none'],
    ['v=TLSRPTv1; rua=mailto:a@here.example%0d%0aBcc:%20b@c.example', 'none'],
    ['v=TLSRPTv1; rua=http://r.example/', 'none'],
    ['v=TLSRPTv1; rua=https://', 'none'],
    ['v=TLSRPTv1;', 'none'],
    ['v=TLSRPTv10; rua=mailto:tls@here.example', 'none'],
    ['something else', 'none'],
  ]
  for (const [record, expected] of cases) {
    it(`${record} → ${expected}`, async () => assert.equal(await asked(record), expected))
  }

  it('counts only where it is the only one', async () => {
    const one = 'v=TLSRPTv1; rua=mailto:tls@here.example'
    assert.equal(await asked(one, 'something else'), 'tls@here.example')
    assert.equal(await asked(one, one), 'none')
  })

  it('names at most four addresses', async () => {
    const many = Array.from({ length: 100 }, (_, n) => `mailto:a${n}@here.example`)
    assert.equal((await asked(`v=TLSRPTv1; rua=${many.join(',')}`)).split(' ').length, 4)
  })

  it('is unknown while the DNS cannot tell', async () => {
    const plain = plainWorld()
    assert.equal((await reportAddresses(plain.world, 'here.example')).kind, 'none')
    plain.txt['_smtp._tls.here.example'] = { kind: 'failure', reason: 'servfail' }
    assert.equal((await reportAddresses(plain.world, 'here.example')).kind, 'unknown')
  })
})
