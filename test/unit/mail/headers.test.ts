/** Header fields: encoded words, folding, addresses, and what a sender may set. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeWords } from 'postal-mime'
import type { Address } from '#kernel/mail/address.ts'
import { checkCustomHeader } from '#kernel/mail/custom-headers.ts'
import { encodedWords } from '#kernel/mail/encoded-words.ts'
import {
  addressHeader,
  mailDate,
  parameter,
  parameterHeader,
  structuredHeader,
  textHeader,
} from '#kernel/mail/headers.ts'
import { address, anyLine } from './emails.ts'

/** The value that a reader sees: unfolded, decoded. */
const decoded = (field: string): string =>
  decodeWords(
    field
      .slice(field.indexOf(':') + 1)
      .replace(/\r\n/g, '')
      .slice(1),
  )

/** Whole lines, CRLF only, none too long or blank. */
function assertWellFormed(field: string): void {
  assert.ok(field.endsWith('\r\n'))
  for (const [i, line] of field.slice(0, -2).split('\r\n').entries()) {
    assert.doesNotMatch(line, /[\0-\x1f\x7f]/)
    assert.ok(line.length <= 998, `a line of ${line.length}`)
    if (line.includes('=?UTF-8?'))
      assert.ok(line.length <= 76, `encoded words on a line of ${line.length}`)
    if (i > 0) assert.match(line, /^ +[^ ]/)
  }
}

describe('A text field', () => {
  it('stands as it is where that is exact', () => {
    assert.equal(textHeader('Subject', 'Hello, world'), 'Subject: Hello, world\r\n')
    assert.equal(textHeader('Subject', ''), 'Subject: \r\n')
  })
  it('is encoded in the shorter of the two ways', () => {
    assert.equal(
      textHeader('Subject', 'Seu pedido está a caminho'),
      'Subject: =?UTF-8?Q?Seu_pedido_est=C3=A1_a_caminho?=\r\n',
    )
    assert.equal(textHeader('Subject', '日本語'), 'Subject: =?UTF-8?B?5pel5pys6Kqe?=\r\n')
  })
  it('is encoded where readers would take it for encoded', () => {
    const field = textHeader('Subject', '=?UTF-8?Q?x=0D=0ABcc:_a@b.c?=')
    assert.equal(decoded(field), '=?UTF-8?Q?x=0D=0ABcc:_a@b.c?=')
  })
  it('loses its line breaks and other controls', () => {
    assert.equal(textHeader('Subject', 'a\r\nBcc: x@y.z'), 'Subject: a Bcc: x@y.z\r\n')
    assert.equal(
      textHeader('Subject', 'a\r\n\r\n\0.\rb\u2028c\u0085d'),
      'Subject: a .  b c d\r\n'.replace('  ', ' '),
    )
  })
  it('is folded behind column 76, and keeps the spaces between its words', () => {
    const whole = 'x'.repeat(66)
    assert.equal(textHeader('Subject', `${whole}y`), `Subject: ${whole}y\r\n`)
    assert.equal(textHeader('Subject', `${whole} y z`), `Subject: ${whole}\r\n y z\r\n`)
    assert.equal(
      textHeader('Subject', `a ${whole.slice(2)}y z`),
      `Subject: a ${whole.slice(2)}y\r\n z\r\n`,
    )
    assert.equal(textHeader('Subject', `${whole}   y`), `Subject: ${whole}\r\n   y\r\n`)
    const long = 'x'.repeat(900)
    assert.equal(textHeader('Subject', long), `Subject: ${long}\r\n`, 'not behind the name')
    assert.match(textHeader('Subject', `${long}x`), /^Subject: =\?UTF-8\?Q\?x+\?=\r\n/)
  })
  it('is encoded where a reader would cut the spaces at its ends', () => {
    assert.equal(textHeader('Subject', ' a'), 'Subject: =?UTF-8?Q?_a?=\r\n')
    assert.equal(textHeader('Subject', 'a '), 'Subject: =?UTF-8?Q?a_?=\r\n')
    assert.equal(textHeader('Subject', 'a=?b?c'), 'Subject: a=?b?c\r\n')
  })
  it('keeps to 76 columns with a name of any length', () => {
    for (let length = 1; length <= 76; length++) {
      const lines = textHeader('N'.repeat(length), 'é'.repeat(100)).split('\r\n')
      for (const line of lines) assert.ok(line.length <= Math.max(76, length + 1), line)
      // Where a name leaves no room, the first word has a whole line.
      if (length <= 38) assert.match(lines[0]!, /: =\?UTF-8/)
      else assert.ok(lines[1]!.length > 70, lines[1])
    }
  })
  it('reads back exactly, whatever it is, within all line limits', () => {
    fc.assert(
      fc.property(
        anyLine(1000),
        fc.constantFrom('Subject', 'X-A', `X-${'Long'.repeat(15)}`),
        (line, name) => {
          const field = textHeader(name, line)
          assertWellFormed(field)
          assert.equal(decoded(field), line)
        },
      ),
      { numRuns: 3000, seed: 42 },
    )
  })
  it('never splits a character between encoded words', () => {
    for (const character of ['é', '語', '🎉']) {
      for (let shift = 0; shift < 4; shift++) {
        for (const word of encodedWords('x'.repeat(shift) + character.repeat(100), 9)) {
          assert.ok(word.length <= 75)
          assert.doesNotMatch(decodeWords(word), /\ufffd/)
        }
      }
    }
  })
})

describe('A structured field', () => {
  it('is folded at spaces and never encoded', () => {
    const ids = Array.from({ length: 20 }, (_, i) => `<${i}.=?utf-8?q?x@example.com>`).join(' ')
    const field = structuredHeader('References', ids)
    assertWellFormed(field.replaceAll('=?utf-8?q?', ''))
    assert.equal(field.replace(/\r\n/g, ''), `References: ${ids}`)
  })
  it('is nothing but ASCII', () => {
    assert.throws(() => structuredHeader('List-Id', '<é.b.c>'), /List-Id must be ASCII/)
  })
  it('keeps its lines to column 76 behind a long name, too', () => {
    const words = [60, 15, 8, 70, 5].map(length => 'x'.repeat(length))
    const field = structuredHeader(`List-${'N'.repeat(70)}`, words.join(' '))
    const lengths = field.split('\r\n').map(line => line.length)
    assert.deepEqual(lengths, [76 + 61, 16 + 9, 71, 6, 0])
  })
  it('keeps to the length of a line, whatever runs of white space are in it', () => {
    const word = fc
      .integer({ min: 1, max: 900 })
      .map(length => `<${'x'.repeat(length)}>`.slice(-900))
    const run = fc
      .tuple(fc.constantFrom(' ', '\t', ' \t', '\t \r\n '), fc.integer({ min: 1, max: 1600 }))
      .map(([piece, times]) => piece.repeat(times))
    const names = fc.constantFrom(
      'References',
      'In-Reply-To',
      'List-Help',
      `List-${'x'.repeat(71)}`,
    )
    fc.assert(
      fc.property(
        names,
        fc.array(fc.tuple(word, run), { minLength: 1, maxLength: 4 }),
        (name, all) => {
          const field = structuredHeader(name, all.flat().join(''))
          assertWellFormed(field)
          const words = all.map(([one]) => one).join(' ')
          assert.equal(field.replace(/\r\n/g, ''), `${name}: ${words}`)
        },
      ),
      { numRuns: 500, seed: 42 },
    )
  })
  it('that the check lets pass fits the lines of a message', () => {
    const value = `<a@b>${' '.repeat(1500)}<c@d>`
    for (const name of ['References', 'In-Reply-To', 'List-Id', 'Precedence']) {
      assert.equal(checkCustomHeader(name, value), null)
      assert.equal(structuredHeader(name, value), `${name}: <a@b> <c@d>\r\n`)
    }
  })
})

describe('An address field', () => {
  const cases: [entry: string, field: string][] = [
    ['a@b.c', 'To: a@b.c'],
    ['Maria Silva <a@b.c>', 'To: Maria Silva <a@b.c>'],
    ['"Doe, J." <a@b.c>', 'To: "Doe, J." <a@b.c>'],
    ['John Q. Public <a@b.c>', 'To: "John Q. Public" <a@b.c>'],
    ['"say \\"hi\\" \\\\" <a@b.c>', 'To: "say \\"hi\\" \\\\" <a@b.c>'],
    ['João <a@bücher.de>', 'To: =?UTF-8?B?Sm/Do28=?= <a@xn--bcher-kva.de>'],
    ['José <josé@b.c>', 'To: =?UTF-8?B?Sm9zw6k=?= <josé@b.c>'],
  ]
  for (const [entry, field] of cases) {
    it(`writes ${entry}`, () => assert.equal(addressHeader('To', [address(entry)]), `${field}\r\n`))
  }
  it('leaves out a name of which nothing is left', () => {
    for (const name of ['\r\n', ' ', '\0 \x1f']) {
      const field = addressHeader('From', [{ ...address('a@b.c'), name }])
      assert.equal(field, 'From: <a@b.c>\r\n')
    }
  })
  it('writes a name as it is up to 60 characters, so that it fits a line', () => {
    const name = `J. ${'o'.repeat(57)}`
    const field = addressHeader('To', [{ ...address('a@b.c'), name }])
    assert.equal(field, `To: "${name}" <a@b.c>\r\n`)
    const longer = addressHeader('To', [{ ...address('a@b.c'), name: `${name}o` }])
    assert.match(longer, /^To: =\?UTF-8\?Q\?J=2E_o+\?=/)
    assert.equal(decoded(longer), `${name}o <a@b.c>`)
  })
  it('puts commas between addresses, and folds a name of words between them', () => {
    const many = Array.from({ length: 2 }, () =>
      address('Ana Maria de Souza Lima <ana@example.com>'),
    )
    assert.equal(
      addressHeader('Cc', [address('a@b.c'), ...many]),
      'Cc: a@b.c, Ana Maria de Souza Lima <ana@example.com>, Ana Maria de Souza\r\n' +
        ' Lima <ana@example.com>\r\n',
    )
  })
  it('folds a long list between addresses', () => {
    const list = Array.from({ length: 50 }, (_, i) =>
      address(`Pessoa Número ${i} <p${i}@example.com>`),
    )
    const field = addressHeader('To', list)
    assertWellFormed(field)
    assert.ok(field.split('\r\n').every(line => line.length <= 76))
    assert.equal(field.match(/@example\.com>/g)?.length, 50)
  })
  it('cannot be broken by a name', () => {
    const names = [
      '\r\nBcc: x@y.z',
      '"',
      '\\',
      '>',
      '", <x@y.z>, "',
      'x\0y',
      '\r\n.\r\n',
      '=?',
      ' ',
      '\\"',
    ]
    for (const name of names) {
      const evil: Address = { ...address('a@b.c'), name }
      const field = addressHeader('From', [evil])
      assertWellFormed(field)
      assert.doesNotMatch(field, /^bcc/im)
    }
  })
})

describe('A parameter', () => {
  it('is plain, or in numbered parts of RFC 2231', () => {
    assert.deepEqual(parameter('filename', 'a "b".pdf'), [' filename="a \\"b\\".pdf"'])
    assert.deepEqual(parameter('filename', 'ação.pdf'), [" filename*=UTF-8''a%C3%A7%C3%A3o.pdf"])
    const parts = parameter('filename', `${'é'.repeat(30)}.pdf`)
    assert.match(parts[0]!, /^ filename\*0\*=UTF-8''%C3/)
    assert.match(parts[1]!, /^ filename\*1\*=%C3/)
    assertWellFormed(parameterHeader('Content-Disposition', 'attachment', parts))
  })
})

describe('A parameter beyond what is plain', () => {
  /** What RFC 2231 makes of the pieces: the parts in their order, their percent signs undone. */
  const joined = (pieces: readonly string[]): string =>
    decodeURIComponent(
      pieces.map(piece => piece.replace(/^ name(\*\d+)?\*=(UTF-8'')?/, '')).join(''),
    )

  it('is one of 61 characters, or one that looks encoded', () => {
    assert.deepEqual(parameter('name', 'x'.repeat(60)), [` name="${'x'.repeat(60)}"`])
    assert.deepEqual(parameter('name', 'x'.repeat(61)), [
      ` name*0*=UTF-8''${'x'.repeat(50)}`,
      ` name*1*=${'x'.repeat(11)}`,
    ])
    assert.deepEqual(parameter('name', '=?x'), [" name*=UTF-8''%3D%3Fx"])
  })

  it('is cut into parts of at most 50 characters, never within a character', () => {
    const [first, second] = parameter('name', `ab${'é'.repeat(9)}`)
    assert.equal(first, ` name*0*=UTF-8''ab${'%C3%A9'.repeat(8)}`)
    assert.equal(second, ' name*1*=%C3%A9')
    fc.assert(
      fc.property(anyLine(200), text => {
        const pieces = parameter('name', `é${text}`)
        for (const piece of pieces) assert.doesNotThrow(() => joined([piece]), piece)
        assert.equal(joined(pieces), `é${text}`.toWellFormed())
        assertWellFormed(parameterHeader('Content-Type', 'text/plain', pieces))
      }),
      { numRuns: 500, seed: 42 },
    )
  })

  it('has a semicolon before it, and none behind the last', () => {
    assert.equal(parameterHeader('Content-Type', 'text/plain', []), 'Content-Type: text/plain\r\n')
    assert.equal(
      parameterHeader('Content-Type', 'text/plain', [' charset=utf-8', ' name="a"']),
      'Content-Type: text/plain; charset=utf-8; name="a"\r\n',
    )
  })
})

describe('A header of the sender', () => {
  const allowed: [string, string][] = [
    ['X-Entity-Ref-ID', '123'],
    ['In-Reply-To', '<1@example.com>'],
    ['References', '<1@example.com> <2@example.com>'],
    ['List-Unsubscribe', '<https://example.com/u?a=?b>, <mailto:u@example.com>'],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ['Auto-Submitted', 'auto-generated'],
    ['X-Título'.replace('í', 'i'), 'olá, ação'],
    ['Importance', 'high'],
  ]
  for (const [name, value] of allowed) {
    it(`may be ${name}`, () => assert.equal(checkCustomHeader(name, value), null))
  }
  const refused = [
    'From',
    'TO',
    'cc',
    'Bcc',
    'Subject',
    'Date',
    'Message-ID',
    'message-id',
    'MIME-Version',
    'Content-Type',
    'Content-Transfer-Encoding',
    'Content-Foo',
    'DKIM-Signature',
    'Return-Path',
    'Received',
    'Sender',
    'Reply-To',
    'Feedback-ID',
    'ARC-Seal',
    'ARC-Authentication-Results',
    'Authentication-Results',
    'X-Malote-Id',
    'Resent-From',
    'Delivered-To',
    '',
    'a b',
    'a:b',
    'é',
    'X\r\nBcc',
    'X-A\0',
    'Bcc\t',
    'From ',
    'x'.repeat(77),
  ]
  for (const name of refused) {
    it(`is not ${JSON.stringify(name)}`, () => assert.ok(checkCustomHeader(name, 'x')?.pt))
  }
  const values = [
    'a\r\nBcc: x@y.z',
    'a\nb',
    'a\rb',
    'a\0b',
    'a\tb',
    'a\x7fb',
    'a\u0085b',
    'a\u2028b',
    '',
    '  ',
    '\ud800',
    'x'.repeat(2001),
  ]
  for (const value of values) {
    it(`does not hold ${JSON.stringify(value.slice(0, 20))}`, () =>
      assert.ok(checkCustomHeader('X-A', value)?.en))
  }
  it('keeps to ASCII and to words that fit a line where it has a syntax', () => {
    assert.match(checkCustomHeader('List-Help', '<https://é.com>')!.en, /ASCII/)
    assert.match(checkCustomHeader('References', 'x'.repeat(901))!.en, /without a space/)
    assert.equal(checkCustomHeader('X-A', 'x'.repeat(1500)), null)
  })
  it('is not List-Unsubscribe on marketing mail, where the service writes it', () => {
    assert.match(
      checkCustomHeader('List-Unsubscribe', '<https://a.b>', 'marketing')!.en,
      /marketing/,
    )
    assert.ok(checkCustomHeader('list-unsubscribe-post', 'x', 'marketing'))
    assert.equal(checkCustomHeader('List-Id', '<a.b.c>', 'marketing'), null)
  })
})

describe('A date', () => {
  it('is written as RFC 5322 wants it', () => {
    assert.equal(
      mailDate(Date.UTC(2026, 10, 21, 10, 45, 7) + 999),
      'Sat, 21 Nov 2026 10:45:07 +0000',
    )
    assert.equal(mailDate(Date.UTC(2028, 1, 29)), 'Tue, 29 Feb 2028 00:00:00 +0000')
    assert.throws(() => mailDate(Number.NaN), /four-digit year/)
  })
})
