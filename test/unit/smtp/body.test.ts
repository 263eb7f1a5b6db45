/** Content on the wire: stuffed dots, CRLF only, nothing smuggled (RFC 5321 §2.3.8, §4.5.2). */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { blockBytes, blocks, stuffed, unstuffed } from '#protocol/smtp/body.ts'
import { createBrokenOffers } from '#protocol/smtp/broken-offers.ts'
import { send } from '#protocol/smtp/client.ts'
import { startMx } from './mx.ts'
import { email, openTo, outside, to, words } from './outside.ts'

const wire = (...parts: (string | Buffer)[]): string =>
  Buffer.concat([...stuffed(parts.map(part => Buffer.from(part as string)))]).toString('latin1')

/** What every content must obey on the wire, whatever went in. */
function assertClean(text: string): void {
  assert.doesNotMatch(text, /\r(?!\n)/, 'a bare CR')
  assert.doesNotMatch(text, /(?<!\r)\n/, 'a bare LF')
  assert.ok(!text.includes('\0'), 'a NUL')
  assert.ok(!`\r\n${text}`.includes('\r\n.\r\n'), 'an end of data')
  assert.doesNotMatch(text, /(?:^|\r\n)\.(?!\.)/, 'a dot that is not stuffed')
  assert.ok(text === '' || text.endsWith('\r\n'), 'the last line has no end')
}

describe('content', () => {
  it('passes without a copy where nothing is to be done', () => {
    const part = Buffer.from('a: b\r\n\r\nx.y\r\n')
    const [only, ...others] = stuffed([part])
    assert.equal(only?.buffer, part.buffer)
    assert.deepEqual(others, [])
  })

  it('has its dots stuffed, across parts too', () => {
    assert.equal(wire('.a\r\n..b\r\n.\r\nc.\r\n'), '..a\r\n...b\r\n..\r\nc.\r\n')
    assert.equal(wire('a\r\n', '.b\r\n'), 'a\r\n..b\r\n')
    assert.equal(wire('a\r', '\n.b\r\n'), 'a\r\n..b\r\n')
    assert.equal(wire('a', '.b\r\n'), 'a.b\r\n')
    assert.equal(wire('a\r\n', '', '.', '\r\n'), 'a\r\n..\r\n')
    assert.equal(wire('a\t.b\x01.c\r\n'), 'a\t.b\x01.c\r\n', 'nor after a control in a line')
  })

  it('ends with a line end', () => {
    assert.equal(wire('a'), 'a\r\n')
    assert.equal(wire('a\r'), 'a\r\n')
    assert.equal(wire(''), '')
  })

  it('has no line end but CRLF and no NUL', () => {
    assert.equal(wire('a\nb\rc\0d\r\n'), 'a\r\nb\r\ncd\r\n')
    assert.equal(wire('a\r', '\r', '\n', 'b'), 'a\r\n\r\nb\r\n')
    assert.equal(wire('\0.a\r\n'), '..a\r\n')
  })

  it('is clean whatever went in, in any parts', () => {
    const piece = fc.constantFrom(
      '\r',
      '\n',
      '.',
      '\r\n',
      '\0',
      'a',
      '.\r\n',
      'MAIL FROM:<x>',
      '\r\n.',
    )
    fc.assert(
      fc.property(
        fc.array(
          fc.array(piece, { maxLength: 6 }).map(p => p.join('')),
          { maxLength: 8 },
        ),
        parts => {
          const once = wire(...parts)
          assertClean(once)
          assert.equal(once, wire(parts.join('')), 'the parts make a difference')
          const asItIs = Buffer.concat([...unstuffed(parts.map(part => Buffer.from(part)))])
          assert.equal(asItIs.toString('latin1').replaceAll(/(^|\r\n)\./g, '$1..'), once)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('comes in blocks of one size whatever the pieces', () => {
    const small = Array.from({ length: 10_000 }, () => Buffer.from('.twelve by\r\n'))
    const sizes = [...blocks(stuffed(small))].map(block => block.length)
    // The line that reaches the size is the block's last.
    assert.deepEqual(sizes, [5042 * 13, 4958 * 13])
  })

  it('waits in no block that is full, and is not copied where it fills one', () => {
    const full = Buffer.alloc(blockBytes, 97)
    const some = Buffer.alloc(10, 98)
    assert.deepEqual([...blocks([full, some])], [full, some])
    const [only, ...others] = blocks([full])
    assert.equal(only, full)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [...blocks([some, full.subarray(10), some])].map(block => block.length),
      [blockBytes, 10],
    )
    assert.deepEqual([...blocks([])], [])
  })

  it('comes in pieces none of which is empty', () => {
    const parts = ['', '.', '\r\n..\n\r', '\0', '\0\0a\0', `${'b'.repeat(blockBytes - 2)}\r\n`]
    for (const part of parts) {
      for (const piece of stuffed([Buffer.from(part)])) assert.ok(piece.length > 0, part)
    }
  })
})

describe('smuggling (CVE-2023-51764 and its kin)', () => {
  const breaks = ['\r', '\n', '\r\n']
  const mixes = breaks.flatMap(left => breaks.map(right => `${left}.${right}`))
  const sequences = [
    ...mixes,
    '\n\n.\r\n',
    '\r\n.\0\r\n',
    '\r\n\x00.\r\n',
    '\r\r\n.\r\r\n',
    '\r\n\r\n.\n',
    '\0\r\n.\r\n',
    '\n.\r',
    '\r.\n\r\n',
  ]
  const second =
    'MAIL FROM:<evil@x>\r\nRCPT TO:<victim@y>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n'
  for (const features of [['PIPELINING'], [], ['PIPELINING', 'CHUNKING']]) {
    it(`${sequences.length} sequences make one email each: ${features.join() || 'plain'}`, async () => {
      const server = await startMx({ features })
      after(() => server.close())
      const brokenBdat = createBrokenOffers(outside())
      const session = await openTo(outside(), { ...to(server.port), brokenBdat })
      for (const sequence of sequences) {
        const outcome = await send(session, email(`Subject: a\r\n\r\nhello${sequence}${second}`))
        assert.deepEqual(
          outcome.verdicts.map(words),
          ['accepted 250 2.0.0'],
          JSON.stringify(sequence),
        )
      }
      await session.quit()
      assert.equal(server.received.length, sequences.length)
      assert.ok(!server.lines.some(line => line.includes('evil')))
      for (const { content, chunks } of server.received) {
        const text = content.toString('latin1')
        const isByBdat = features.includes('CHUNKING')
        assert.equal(chunks.length > 0, isByBdat)
        assertClean(isByBdat ? text.replaceAll(/(^|\r\n)\./g, '$1..') : text)
      }
    })
  }
})
