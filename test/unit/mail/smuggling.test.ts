/**
 * SMTP smuggling, outbound: whatever mix of CR, LF and CRLF stands around a dot, in whatever field,
 * the message has no bare CR, no bare LF, no NUL and no end of data of its own, so that even a
 * receiver which takes such mixes for the end sees one message.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ComposeInput, compose } from '#kernel/mail/compose.ts'
import { sample } from './emails.ts'

const ends = [
  '\r',
  '\n',
  '\r\n',
  '\r\r\n',
  '\n\r',
  '\r\0\n',
  '\n\0',
  '\u2028',
  '\u0085',
  '\v',
  '\f',
]
const second = [
  'MAIL FROM:<evil@example.com>',
  'RCPT TO:<victim@example.org>',
  'DATA',
  'Subject: forged',
  '',
  'x',
]

/** End, dot, end; then a whole transaction in the lines of that end. */
const payloads = ends.flatMap(before =>
  ends.flatMap(after =>
    ['.', '..', ' .', '.\0', '=2E'].map(
      dot => `x${before}${dot}${after}${second.join(after)}${before}.${after}`,
    ),
  ),
)

const places: [string, (payload: string) => ComposeInput][] = [
  ['text', text => ({ ...sample, text })],
  ['html', html => ({ ...sample, html })],
  ['html and text', both => ({ ...sample, html: both, text: both })],
  ['subject', subject => ({ ...sample, subject })],
  [
    'display name',
    name => ({ ...sample, from: { ...sample.from, name }, to: [{ ...sample.to[0]!, name }] }),
  ],
  [
    'header',
    value => ({
      ...sample,
      headers: [
        ['X-A', value],
        ['References', value.replace(/[^\0-\x7f]/g, '')],
      ],
    }),
  ],
  [
    'file name',
    filename => ({ ...sample, attachments: [{ filename, content: Buffer.from('x') }] }),
  ],
  ['file', file => ({ ...sample, attachments: [{ filename: 'a', content: Buffer.from(file) }] })],
  [
    'message file',
    file => ({
      ...sample,
      attachments: [{ filename: 'a', contentType: 'message/rfc822', content: Buffer.from(file) }],
    }),
  ],
]

/** What strict and lenient receivers have been seen to take for the end of data. */
const endOfData = /(?:\r\n|\r|\n|\0)\.\0?(?:\r\n|\r|\n|\0)/

describe(`The ${payloads.length} payloads of smuggling`, () => {
  for (const [place, build] of places) {
    it(`stay inside the message from the ${place}`, () => {
      for (const payload of payloads) {
        const { bytes, headerEnd } = compose(build(payload))
        const wire = bytes.toString('latin1')
        assert.doesNotMatch(wire, /\r(?!\n)|(?<!\r)\n|\0/, JSON.stringify(payload))
        assert.doesNotMatch(wire, endOfData, JSON.stringify(payload))
        const names = wire
          .slice(0, headerEnd)
          .match(/^[^\s:]+(?=:)/gm)!
          .map(name => name.toLowerCase())
        assert.ok(
          names.every(name => expectedNames.has(name)),
          `${JSON.stringify(payload)} made ${names}`,
        )
        assert.equal(names.filter(name => name === 'subject').length, 1)
      }
    })
  }
})

const expectedNames = new Set([
  'date',
  'from',
  'to',
  'subject',
  'message-id',
  'x-a',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
])
