/** Trace contexts (W3C Trace Context): what is read, kept and passed on, and what is as if it were not there. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keptTrace, readTrace, traceHeaders, traceIdOf } from '#kernel/base/trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const good = `00-${traceId}-${spanId}-01`

const passedOn = (headers: Parameters<typeof readTrace>[0]) => {
  const read = readTrace(headers)
  return read && traceHeaders(keptTrace(read))
}

describe('a trace context', () => {
  it('is passed on as it came', () => {
    assert.deepEqual(readTrace({ traceparent: good }), { traceId, spanId, flags: 1, state: null })
    assert.deepEqual(passedOn({ traceparent: good }), { traceparent: good })
    const tracestate = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'
    assert.deepEqual(passedOn({ traceparent: good, tracestate }), { traceparent: good, tracestate })
    assert.equal(traceIdOf(good), traceId)
  })

  const read: readonly [string, string, string][] = [
    ['not sampled', `00-${traceId}-${spanId}-00`, '00'],
    ['with a random id (Level 2)', `00-${traceId}-${spanId}-03`, '03'],
    ['with flags that nobody knows', `00-${traceId}-${spanId}-ff`, '03'],
    ['of a later version', `cc-${traceId}-${spanId}-01`, '01'],
    ['of a later version, with more behind it', `cc-${traceId}-${spanId}-01-what`, '01'],
  ]
  for (const [what, traceparent, flags] of read) {
    it(`${what} is read as version 00`, () => {
      assert.deepEqual(passedOn({ traceparent }), {
        traceparent: `00-${traceId}-${spanId}-${flags}`,
      })
    })
  }

  const malformed: readonly [string, string | undefined][] = [
    ['none', undefined],
    ['empty', ''],
    ['words', 'traceparent'],
    ['capital letters', good.toUpperCase()],
    ['the forbidden version', `ff-${traceId}-${spanId}-01`],
    ['version 00 with more behind it', `${good}-01`],
    ['a later version with something stuck to it', `cc-${traceId}-${spanId}-01.what`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['a span id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['a short trace id', `00-${traceId.slice(1)}-${spanId}-01`],
    ['no flags', `00-${traceId}-${spanId}`],
    ['a letter that is no digit', good.replace('4b', '4g')],
    ['two headers', `${good}, ${good}`],
    ['a line break', `${good}\r\nx: y`],
  ]
  for (const [what, traceparent] of malformed) {
    it(`is nobody's with ${what}`, () => assert.equal(readTrace({ traceparent }), null))
  }

  const states: readonly [string, string | string[], string | undefined][] = [
    ['several headers', ['a=1', 'b=2'], 'a=1,b=2'],
    ['spaces around members', ' a=1 , b=2 ', 'a=1 , b=2'],
    ['empty members', 'a=1,,b=2', 'a=1,,b=2'],
    ['a tenant', 'fw529a3039@dt=FfAEOe', 'fw529a3039@dt=FfAEOe'],
    ['a space that no header knows', 'a=1,\u3000b=2', undefined],
    ['a line break beside a comma', 'a=1,\r\nb=2', undefined],
    [
      '512 characters',
      `a=${'x'.repeat(250)},b=${'y'.repeat(257 - 2)}`,
      `a=${'x'.repeat(250)},b=${'y'.repeat(255)}`,
    ],
    ['more than 512', `a=${'x'.repeat(250)},b=${'y'.repeat(256)},c=${'z'.repeat(9)}`, undefined],
    ['33 members', Array.from({ length: 33 }, (_, i) => `k${i}=1`).join(), undefined],
    ['a member without a value', 'a', undefined],
    ['a capital key', 'A=1', undefined],
    ['control characters', 'a=1\u0007', undefined],
    ['letters beyond ASCII', 'a=é', undefined],
    ['nothing', '', undefined],
  ]
  for (const [what, tracestate, kept] of states) {
    it(`${kept === undefined ? 'drops' : 'keeps'} a tracestate with ${what}`, () => {
      assert.equal(passedOn({ traceparent: good, tracestate })?.tracestate, kept)
    })
  }
})
