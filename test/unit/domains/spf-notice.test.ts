/** A published SPF record that receivers cannot use (sending/domains/spf-notice.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DnsAnswer } from '#kernel/world/dns.ts'
import { findSpfNotice, spfNoticeText } from '../../../src/sending/domains/spf-notice.ts'

const ours = 'bounces.malote.test'

/** What is said of a record, and how often DNS was asked. */
async function notice(record: string, zone: Record<string, string[] | 'away'> = {}) {
  const asked: string[] = []
  const zones: Record<string, string[] | 'away'> = {
    [ours]: ['v=spf1 a:mail.malote.test -all'],
    ...zone,
  }
  const txt = async (name: string): Promise<DnsAnswer<string>> => {
    asked.push(name)
    const records = zones[name]
    if (records === 'away') return { kind: 'failure', reason: 'timeout', secure: false } as never
    if (records === undefined) return { kind: 'nxdomain', secure: false }
    return { kind: 'answer', records, ttl: 60, secure: false } as never
  }
  const found = await findSpfNotice({ txt }, `v=spf1 ${record}`, ours)
  return { said: found && `${found.kind} ${found.of ?? ''}`.trim(), asked: asked.length }
}

const said = async (...args: Parameters<typeof notice>) => (await notice(...args)).said
const include = `include:${ours}`

describe('An SPF record', () => {
  it('is of use with every word of RFC 7208', async () => {
    const right = [
      `${include} ~all`,
      `ip4:192.0.2.1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ${include} -all`,
      `a mx a:x.test mx:x.test/24 a/24//64 a:x.test//64 ${include} ?all`,
      `+a -mx ~ptr ?exists:%{i}.x.test ptr:x.test INCLUDE:${ours} ALL`,
      `${include} exp=why.x.test unknown-modifier=x  -all `,
      `include:%{d}.x.test ${include} ~all`,
      `redirect=_spf.none.test ${include} -all`,
    ]
    for (const record of right) assert.equal(await said(record), null, record)
  })

  it('is void with a word that is none', async () => {
    const wrong = [
      'ip4:999.1.1.1',
      'ip4:2001:db8::1',
      'ip4:192.0.2.0/33',
      'ip4:',
      'ip6:192.0.2.1',
      'include:',
      'include',
      'exists:',
      'a:',
      'mx/999',
      'all:x',
      '-all,',
      'ipv4:192.0.2.1',
      '192.0.2.1',
      'redirect=',
      '~',
    ]
    for (const word of wrong) {
      assert.equal(await said(`${word} ${include} ~all`), `malformed ${word}`)
      assert.equal(await said(`${include} ${word}`), `malformed ${word}`)
    }
    assert.equal(await said(`${'x'.repeat(500)} -all`), `malformed ${'x'.repeat(100)}`)
  })

  it('takes ten look-ups, its own and those of what it includes', async () => {
    // Ours are two: the include, and the "a" in it.
    const hosts = (count: number): string =>
      Array.from({ length: count }, (_, n) => `a:h${n}.test`).join(' ')
    assert.equal(await said(`${include} ${hosts(8)} ~all`), null)
    assert.equal(await said(`${include} ${hosts(9)} ~all`), 'look_ups')
    assert.equal(await said(`${hosts(9)} ${include} ~all`), 'look_ups')
    const zone = { 's.test': [`v=spf1 ${hosts(7)} -all`] }
    assert.equal(await said(`${include} include:s.test ~all`, zone), null)
    assert.equal(await said(`${include} include:s.test mx ~all`, zone), 'look_ups')
    assert.equal(await said(`${include} mx redirect=s.test`, zone), 'look_ups')
    assert.equal(await said(`${include} ip4:192.0.2.1 redirect=s.test`, zone), null)
  })

  it('that includes itself is looked at ten times', async () => {
    const zone = { 'loop.test': ['v=spf1 include:loop.test -all'] }
    assert.deepEqual(await notice(`${include} include:loop.test -all`, zone), {
      said: 'look_ups',
      asked: 9,
    })
  })

  it('is void where what it includes has no record, two, or a wrong one; ours is not theirs to mend', async () => {
    const zone = {
      'two.test': ['v=spf1 -all', 'v=spf1 ~all'],
      'one.test': ['hello', 'V=SPF1 ip4:192.0.2.1 -all'],
      'bad.test': ['v=spf1 ip4:300.0.0.1 -all'],
      'away.test': 'away' as const,
    }
    assert.equal(await said(`${include} include:none.test ~all`, zone), 'no_record none.test')
    assert.equal(await said(`${include} include:two.test ~all`, zone), 'no_record two.test')
    assert.equal(await said(`${include} include:bad.test ~all`, zone), 'malformed ip4:300.0.0.1')
    assert.equal(await said(`${include} redirect=none.test`, zone), 'no_record none.test')
    assert.equal(await said(`${include} include:one.test ~all`, zone), null)
    assert.equal(await said(`${include} include:away.test ~all`, zone), null)
    assert.equal(await said(`${include} ~all`, { [ours]: [] }), null)
    assert.equal(await said(`${include} ~all`, { [ours]: ['v=spf1 oops -all'] }), null)
  })

  it('is told of in two languages', () => {
    for (const kind of ['malformed', 'no_record', 'look_ups'] as const) {
      const { en, pt } = spfNoticeText({ kind, of: 'WORD' })
      for (const text of [en, pt]) assert.equal(text.includes('WORD'), kind !== 'look_ups')
      assert.notEqual(en, pt)
    }
  })
})
