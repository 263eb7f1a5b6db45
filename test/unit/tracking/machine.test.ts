/** Who looks at an email: the reasons to take a request for a program's. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { machineReasons } from '#sending/explain/explanations-own.ts'
import { type Engagement, isBurst, isTooSoon, machineByRequest } from '#sending/tracking/machine.ts'

const person: Engagement = {
  type: 'opened',
  method: 'GET',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  address: '200.147.3.9',
  purpose: '   ',
}
const cases: readonly [Partial<Engagement>, string | null][] = [
  [{}, null],
  [{ type: 'clicked' }, null],
  [{ userAgent: 'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36' }, null],
  [{ method: 'HEAD' }, 'head_request'],
  [{ purpose: 'prefetch' }, 'prefetch'],
  [{ purpose: ' prefetch;prerender' }, 'prefetch'],
  [{ purpose: 'preview' }, 'prefetch'],
  [{ userAgent: '' }, 'scanner'],
  [{ userAgent: 'curl/8.5.0' }, 'scanner'],
  [
    { userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' },
    'scanner',
  ],
  [{ address: '67.231.144.9' }, 'scanner'],
  [{ address: '::ffff:40.94.1.2', type: 'clicked' }, 'scanner'],
  [{ userAgent: 'Mozilla/5.0' }, 'proxy'],
  [{ userAgent: 'Mozilla/5.0', type: 'clicked' }, null],
  [{ address: '17.58.1.1' }, 'proxy'],
  // These load an image when somebody opens the mail, so they speak for a person.
  [{ userAgent: 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)' }, null],
  [{ userAgent: 'YahooMailProxy; https://help.yahoo.com/' }, null],
]

describe('a request for an image or a link', () => {
  for (const [more, reason] of cases) {
    it(`is ${reason ?? 'a person’s'}: ${JSON.stringify(more)}`, () => {
      assert.equal(machineByRequest({ ...person, ...more }), reason)
      if (reason !== null) assert.ok(Object.hasOwn(machineReasons, reason))
    })
  }

  it('comes too soon within seconds of delivery, or before it', () => {
    const isSoon = (type: Engagement['type'], ms: number) =>
      isTooSoon({ type }, 1_800_000_000_000 + ms, 1_800_000_000_000)
    assert.equal(isTooSoon({ type: 'opened' }, 1000, null), true)
    assert.deepEqual(
      [-1, 2_999, 3_000].map(ms => isSoon('opened', ms)),
      [true, true, false],
    )
    assert.deepEqual(
      [-1, 7_999, 8_000].map(ms => isSoon('clicked', ms)),
      [true, true, false],
    )
  })

  it('is one of a burst beside another link within two seconds, before or after', () => {
    const at = 1_800_000_000_000
    const click = { url: 'a', at }
    for (const [url, ms, expected] of [
      ['b', 2_000, true],
      ['b', -2_000, true],
      ['b', 2_001, false],
      ['b', -2_001, false],
      ['a', 0, false],
      ['a', 500, false],
    ] as const) {
      assert.equal(isBurst(click, [click, { url, at: at + ms }]), expected, `${url} ${ms}`)
    }
    assert.equal(isBurst(click, []), false)
    assert.ok(Object.hasOwn(machineReasons, 'burst'))
  })
})
