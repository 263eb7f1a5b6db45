/** The reply parser: what is a reply, what is not, and what becomes of its text. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  isIntermediate,
  isPermanent,
  isPositive,
  isTransient,
  localReply,
  maxTextLength,
  ReplyParser,
  type SmtpReply,
} from '#protocol/smtp/reply.ts'

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
    assert.deepEqual(parse('250 a\r\n354\r\n')[1], { code: 354, enhanced: null, text: '' })
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
    assert.equal(
      one('550-5.1.1 No.\r\n550-See help.\r\n550 5.7.1 Bye\r\n').text,
      '5.1.1 No. See help. 5.7.1 Bye',
    )
    assert.equal(one('250-a\r\n250 undefined b\r\n').text, 'a undefined b')
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
    assert.equal(one(`550 ${'x'.repeat(1000)}\r\n`).text, 'x'.repeat(1000))
    assert.equal(one(`550 ${'x'.repeat(1001)}\r\n`).text, `${'x'.repeat(999)}…`)
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
    parser.push(Buffer.from('250-half\r\n'))
    assert.equal(parser.take(), undefined)
    assert.equal(parser.leftover, true, 'a reply without its last line')
  })

  it('is of one class, by its first digit', () => {
    const classes = { isPositive, isIntermediate, isTransient, isPermanent }
    const classOf = (code: number): string[] =>
      Object.entries(classes).flatMap(([name, is]) => (is(one(`${code} x\r\n`)) ? [name] : []))
    for (const [digit, name] of Object.keys(classes).entries()) {
      assert.deepEqual(classOf(digit * 100 + 200), [name])
      assert.deepEqual(classOf(digit * 100 + 299), [name])
    }
  })

  it('is the refusal that a greeting ends in', () => {
    assert.deepEqual(
      one('220-mx.there.test\r\n220-ESMTP\r\n521-5.7.1 a\r\n521 5.7.1 blocked\r\n'),
      {
        code: 521,
        enhanced: '5.7.1',
        text: '5.7.1 a blocked',
      },
    )
    assert.equal(one('220-mx\r\n421 4.3.2 busy\r\n').text, '4.3.2 busy')
    const others = [
      '220-a\r\n250 b',
      '220-a\r\n521-b\r\n220 c',
      '220-a\r\n521-b\r\n554 c',
      '521-a\r\n220 b',
    ]
    for (const lines of others) assert.deepEqual(parse(`${lines}\r\n`), ['malformed'], lines)
  })

  it('of our own says so, so that nobody takes it for the words of the server', () => {
    assert.deepEqual(localReply(552, '5.3.4', 'too large'), {
      code: 552,
      enhanced: '5.3.4',
      text: '5.3.4 too large',
      local: true,
    })
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
    'text right behind the code': '250\rok\r\n',
    'bare LF': '250 ok\n',
    'nothing but LF': '\n',
    'bare LF inside': '250-a\n250 b\r\n',
    NUL: '250 o\0k\r\n',
  }
  for (const [name, bytes] of Object.entries(malformed)) {
    it(`${name} is malformed`, () => assert.deepEqual(parse(bytes), ['malformed']))
  }

  it('has a code but of three digits, the first of them 2 to 5', () => {
    for (let at = 0; at < 3; at++) {
      for (let byte = 0; byte < 256; byte++) {
        const line = Buffer.from('250 ok\r\n')
        line[at] = byte
        const [reply] = parse(line)
        const code = line.toString('latin1', 0, 3)
        if (/^[2-5][0-9][0-9]$/.test(code)) assert.equal((reply as SmtpReply).code, Number(code))
        else assert.equal(reply, 'malformed', code)
      }
    }
  })

  it('has an end: line, lines and size are capped', () => {
    assert.equal(one(`250 ${'x'.repeat(4090)}\r\n`).code, 250)
    assert.deepEqual(parse(`250 ${'x'.repeat(4091)}\r\n`), ['too_long'])
    assert.deepEqual(parse(Buffer.alloc(4096, 50)), [])
    assert.deepEqual(parse(Buffer.alloc(4097, 50)), ['too_long'])
    const lines = `250-${'x'.repeat(4090)}\r\n`.repeat(15)
    assert.equal(one(`${lines}250 ${'x'.repeat(4090)}\r\n`).code, 250)
    assert.deepEqual(parse(`${lines}250-${'x'.repeat(4089)}\r\n250 \r\n`), ['too_long'])
    assert.deepEqual(parse('250-a\r\n'.repeat(128)), [])
    assert.deepEqual(parse('250-a\r\n'.repeat(129)), ['too_long'])
    assert.deepEqual(parse(`250-${'x'.repeat(4000)}\r\n`.repeat(17)), ['too_long'])
  })

  it('is too long because many short ones came at once', () => {
    assert.equal(parse(`${'250 ok\r\n'.repeat(1000)}250 o`).length, 1000)
    assert.equal(parse(`${`250 ${'x'.repeat(4000)}\r\n`.repeat(20)}250 o`).length, 20)
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
