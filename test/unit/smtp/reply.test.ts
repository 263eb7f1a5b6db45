/** The reply parser: what is a reply, what is not, and what becomes of its text. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { maxTextLength, ReplyParser, type SmtpReply } from '#protocol/smtp/reply.ts'

function parse(...chunks: (string | Buffer)[]): (SmtpReply | string | undefined)[] {
  const parser = new ReplyParser()
  const taken: (SmtpReply | string | undefined)[] = []
  for (const chunk of chunks) {
    parser.push(Buffer.from(chunk as string))
    for (let one = parser.take(); one !== undefined; one = parser.take()) {
      taken.push(one)
      if (typeof one === 'string') return taken
    }
  }
  return taken
}

const one = (text: string | Buffer): SmtpReply => {
  const [reply] = parse(text)
  assert.equal(typeof reply, 'object', `${text} is ${reply}`)
  return reply as SmtpReply
}

describe('a reply', () => {
  it('is a code and a text', () => {
    assert.deepEqual(one('250 2.0.0 Ok: queued as 4Z\r\n'), {
      code: 250,
      enhanced: '2.0.0',
      text: '2.0.0 Ok: queued as 4Z',
    })
    assert.deepEqual(one('354\r\n'), { code: 354, enhanced: null, text: '' })
    assert.deepEqual(one('250 \r\n'), { code: 250, enhanced: null, text: '' })
  })

  it('of several lines is one text, its enhanced code kept once', () => {
    const reply = one(
      '550-5.1.1 The account does not exist. Please try\r\n550-5.1.1 double-checking\r\n550 5.1.1 typos.\r\n',
    )
    assert.deepEqual(reply, {
      code: 550,
      enhanced: '5.1.1',
      text: '5.1.1 The account does not exist. Please try double-checking typos.',
    })
  })

  it('ignores an enhanced code of another class, or what only looks like one', () => {
    assert.equal(one('550 4.1.1 no\r\n').enhanced, null)
    assert.equal(one('550 5.1.1234 no\r\n').enhanced, null)
    assert.equal(one('550 15.1.1 no\r\n').enhanced, null)
    assert.equal(one('550 5.1.1\r\n').enhanced, '5.1.1')
    assert.equal(one('451 4.7.500 later\r\n').enhanced, '4.7.500')
  })

  it('arrives in any pieces', () => {
    const bytes = Buffer.from('220-mx\r\n220 ESMTP\r\n250 2.1.0 ok\r\n550 5.1.1 não\r\n')
    const whole = parse(bytes)
    assert.equal(whole.length, 3)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: bytes.length }), { maxLength: 30 }), cuts => {
        const at = [0, ...new Set(cuts), bytes.length].sort((a, b) => a - b)
        const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end))
        assert.deepEqual(parse(...chunks), whole)
      }),
    )
  })

  it('is made safe: controls, writing direction, invalid UTF-8, length', () => {
    assert.equal(one('550 a\x1b[31m\tb\x07\x7f\r\n').text, 'a\ufffd[31m b\ufffd\ufffd')
    assert.equal(one('550 a\u202eb\u2028c\u0085d\r\n').text, 'a\ufffdb\ufffdc\ufffdd')
    assert.equal(
      one(Buffer.from('550 usu\xe1rio inv\xe1lido\r\n', 'latin1')).text,
      'usu\ufffdrio inv\ufffdlido',
    )
    assert.equal(one('550 usuário inválido\r\n').text, 'usuário inválido')
    const long = one(`550 ${'x'.repeat(998)}😀${'y'.repeat(100)}\r\n`).text
    assert.ok(long.length <= maxTextLength && long.endsWith('x…') && long.isWellFormed())
  })

  it('leaves behind what came with it', () => {
    const parser = new ReplyParser()
    parser.push(Buffer.from('220 go\r\n250 in'))
    assert.equal((parser.take() as SmtpReply).code, 220)
    assert.equal(parser.leftover, true)
    assert.equal(parser.take(), undefined)
    parser.push(Buffer.from('jected\r\n'))
    assert.equal((parser.take() as SmtpReply).code, 250)
    assert.equal(parser.leftover, false)
  })
})

describe('no reply', () => {
  const malformed: Record<string, string | Buffer> = {
    'not numeric': 'hello there\r\n',
    'empty line': '\r\n',
    'two digits': '25 ok\r\n',
    'four digits': '2500 ok\r\n',
    'class 1': '150 ok\r\n',
    'class 6': '650 ok\r\n',
    'letters in the code': '2x0 ok\r\n',
    'no mark behind the code': '250ok\r\n',
    'codes that differ': '250-one\r\n550 two\r\n',
    'bare LF': '250 ok\n',
    'bare LF inside': '250-a\n250 b\r\n',
    NUL: '250 o\0k\r\n',
  }
  for (const [name, bytes] of Object.entries(malformed)) {
    it(`${name} is malformed`, () => assert.deepEqual(parse(bytes), ['malformed']))
  }

  it('has an end: line, lines and size are capped', () => {
    assert.deepEqual(parse(`250 ${'x'.repeat(4090)}\r\n`).length, 1)
    assert.deepEqual(parse(`250 ${'x'.repeat(4091)}\r\n`), ['too_long'])
    assert.deepEqual(parse(Buffer.alloc(5000, 50)), ['too_long'])
    assert.deepEqual(parse('250-a\r\n'.repeat(128)), [])
    assert.deepEqual(parse('250-a\r\n'.repeat(129)), ['too_long'])
    assert.deepEqual(parse(`250-${'x'.repeat(4000)}\r\n`.repeat(17)), ['too_long'])
  })

  it('stays no reply once broken', () => {
    const parser = new ReplyParser()
    parser.push(Buffer.from('nonsense\r\n250 ok\r\n'))
    assert.equal(parser.take(), 'malformed')
    assert.equal(parser.take(), 'malformed')
  })

  it('is ever an exception', () => {
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 50 }).map(bytes => Buffer.from(bytes)),
      fc.constantFrom('250-', '550 ', '\r\n', '\n', '5.1.1 ', '2').map(text => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), chunks => {
        for (const taken of parse(...chunks)) {
          if (typeof taken !== 'object') continue
          assert.ok(taken.code >= 200 && taken.code < 600)
          assert.ok(!/[\x00-\x1f\x7f-\x9f]/.test(taken.text))
        }
      }),
      { numRuns: 2000 },
    )
  })
})
