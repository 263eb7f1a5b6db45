/** A message that was handed over as one: what is changed of it on its way out, and what never is. */
import assert from 'node:assert/strict'
import { isAscii } from 'node:buffer'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { bodiesOfLetter, type CarryInput, carry } from '#kernel/mail/carry.ts'
import { withLineEnds } from '#kernel/mail/line-ends.ts'
import { contentOf } from '#kernel/mail/mime-body.ts'
import { headerEndOf, readHeader } from '#kernel/mail/mime-fields.ts'
import { readParts } from '#kernel/mail/mime-parts.ts'
import { hasUtf8Address, toSevenBit, withAsciiAddresses } from '#kernel/mail/seven-bit.ts'
import { withoutPerson } from '#kernel/mail/without-person.ts'

const lines = (...all: string[]): Buffer => Buffer.from(all.map(line => `${line}\r\n`).join(''))
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const dateMs = Date.parse('2026-11-28T12:00:00Z')
const date = 'Sat, 28 Nov 2026 12:00:00 +0000'

const carried = (message: Buffer, more: Partial<CarryInput> = {}): string =>
  carry({ message, dateMs, messageId: 'our@shop.test', leaving: [], ...more }).toString('latin1')

const whole = lines(
  'Message-ID: <theirs@app>',
  'Date: Mon, 1 Jan 2024 00:00:00 +0000',
  'From: a@shop.test',
  'To: undisclosed-recipients:;',
  '',
  'Hi',
)

describe('a message on its way out', () => {
  it('is what came in where nothing has to change', () => {
    assert.equal(carried(whole), whole.toString('latin1'))
  })

  it('gets what it lacks on top, and loses what is for nobody to read', () => {
    const given = lines(
      'Return-Path: <x@y.test>',
      'From: a@shop.test',
      'bCc : hidden@x.test,',
      ' other@x.test',
      'X-Malote-Tag-Kind: a',
      'Malote-Stream: marketing',
      'Resent-Bcc: third@x.test',
      'X-Own:  two  spaces ',
      '',
      'Bcc: in the body',
    )
    assert.equal(
      carried(given, { received: 'by mx.test with ESMTP id 1' }),
      [
        `Received: by mx.test with ESMTP id 1; ${date}`,
        `Date: ${date}`,
        'Message-ID: <our@shop.test>',
        'From: a@shop.test',
        'X-Own:  two  spaces ',
        '',
        'Bcc: in the body',
        '',
      ].join('\r\n'),
    )
  })

  it('gets fields by which one leaves, unless it has its own', () => {
    const leaving = [['List-Unsubscribe', '<https://u.test/1>']] as const
    assert.match(carried(whole, { leaving }), /^List-Unsubscribe: <https:\/\/u\.test\/1>\r\n/)
    const own = Buffer.concat([latin1('list-unsubscribe: <mailto:l@x.test>\r\n'), whole])
    assert.equal(carried(own, { leaving }), own.toString('latin1'))
  })

  it('keeps every octet of any message that has all it needs', () => {
    const word = fc.constantFrom(
      '--b',
      'From x',
      ' fold',
      'a: b',
      '',
      'é',
      '\tx',
      ':',
      'Content-Type: multipart/mixed; boundary=b',
    )
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 20 }),
        fc.array(word, { maxLength: 20 }),
        (head, body) => {
          const message = lines(
            ...['Date: x', 'Message-ID: <1>', 'From: a@b.test'],
            ...head.filter(line => line !== ''),
            ...['', ...body],
          )
          assert.equal(carried(message), message.toString('latin1'))
        },
      ),
    )
  })
})

describe('line ends of a message', () => {
  it('become CRLF, and NUL stays where it ends nothing', () => {
    const cases: [string, string][] = [
      ['a\nb\rc\r\nd', 'a\r\nb\r\nc\r\nd\r\n'],
      ['a\r\r\n\nb\r\n', 'a\r\n\r\n\r\nb\r\n'],
      ['a\0b\r\n', 'a\0b\r\n'],
      ['a\r\n\0.\r\n', 'a\r\n.\r\n'],
      ['a\r\n.\0\0\r\nx\0.\0y', 'a\r\n.\r\nx.y\r\n'],
      ['a\r\0\n', 'a\r\n\r\n'],
      ['', ''],
    ]
    for (const [given, right] of cases) {
      assert.equal(withLineEnds(latin1(given)).toString('latin1'), right, JSON.stringify(given))
    }
  })

  it('are clean whatever came, and the same a second time', () => {
    const piece = fc.constantFrom('\r', '\n', '.', '\0', 'a', '\r\n')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const out = withLineEnds(latin1(pieces.join('')))
        const text = out.toString('latin1')
        assert.doesNotMatch(text, /\r(?!\n)|(?<!\r)\n|\0[.\r\n]|[.\r\n]\0/)
        assert.ok(text === '' || text.endsWith('\r\n'))
        assert.deepEqual(withLineEnds(out), out)
        const bare = (one: string): string => one.replace(/[\r\n\0]/g, '')
        assert.equal(bare(text), bare(pieces.join('')))
      }),
    )
  })
})

const signedPart = lines(
  'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=s',
  '',
  '--s',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  '<p>olá</p>',
  '--s',
  'Content-Type: application/pkcs7-signature; name=smime.p7s',
  '',
  'x',
  '--s--',
)

describe('a message for a server that takes ASCII alone', () => {
  it('has its parts encoded and its header in encoded words, and reads the same', () => {
    const given = lines(
      'From: "Loja Olá" <a@shop.test>',
      'Subject: olá',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Transfer-Encoding: 8bit',
      '',
      'préambulo',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Olá, mundo. Uma linha comprida de palavras sem acento algum.',
      '--b',
      'Content-Type: text/plain; charset=ascii; name=plain.txt',
      '',
      'plain',
      '--b',
      'Content-Type: application/octet-stream; name="olá.bin"',
      '',
      'x\u00ffy',
      '--b--',
    )
    const plain = toSevenBit(given).toString('latin1')
    assert.doesNotMatch(plain, /[^\x00-\x7f]/)
    assert.match(plain, /^From: =\?UTF-8\?B\?TG9qYSBPbMOh\?= <a@shop\.test>\r\n/)
    assert.match(plain, /Subject: =\?UTF-8\?Q\?ol=C3=A1\?=\r\n/)
    assert.match(plain, /boundary=b\r\nContent-Transfer-Encoding: 7bit\r\n\r\npr\?\?ambulo\r\n/)
    assert.match(
      plain,
      /charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nOl=C3=A1, mundo/,
    )
    assert.match(plain, /name=plain\.txt\r\n\r\nplain\r\n--b\r\n/)
    assert.match(
      plain,
      /name\*=UTF-8''ol%C3%A1\.bin\r\nContent-Transfer-Encoding: base64\r\n\r\neMO\/eQ==\r\n--b--\r\n$/,
    )
  })

  it('keeps octets of no known charset under the name that says so', () => {
    const given = Buffer.concat([lines('From: a@b.test', ''), latin1('ol\xe1\r\n')])
    const plain = toSevenBit(given).toString('latin1')
    assert.match(plain, /Content-Type: text\/plain; charset=unknown-8bit\r\n/)
    assert.match(plain, /MIME-Version: 1\.0\r\n/)
    assert.match(plain, /Content-Transfer-Encoding: base64\r\n/)
    assert.ok(plain.includes(latin1('ol\xe1\r\n').toString('base64')))
  })

  it('keeps the last line break of a part, and gives it none', () => {
    const words = ['é', '日本語日本語日本語日本語']
    const ends = ['', '\r\n', '\r\n\r\n\r\n']
    for (const content of words.flatMap(word => ends.map(end => word + end))) {
      const given = Buffer.from(
        `From: a@b.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}\r\n--b--\r\n`,
      )
      const plain = toSevenBit(given)
      const [part] = readParts(plain).parts
      assert.ok(isAscii(plain))
      assert.equal(contentOf(plain, part!).toString(), content, plain.toString())
    }
  })

  it('never turns a character into an octet that ends a line', () => {
    // The lowest octets of these are CR and LF.
    const name = 'x\u010d\u010aFrom: eve@x.test\u010d\u010ay\u200d'
    for (const field of ['Content-Type: text/plain', 'Content-Disposition: inline']) {
      const given = lines('From: a@b.test', `${field}; ${name}=1`, '', 'hello')
      const plain = toSevenBit(given).toString('latin1')
      assert.doesNotMatch(plain, /[^\x00-\x7f]|\r(?!\n)|(?<!\r)\n/)
      assert.equal(plain.match(/^From:/gm)!.length, 1, plain)
    }
  })

  it('is not touched below a signature, at any depth', () => {
    const direct = Buffer.concat([lines('From: a@b.test', 'MIME-Version: 1.0'), signedPart])
    assert.deepEqual(toSevenBit(direct), direct)
    const inner = Buffer.concat([
      lines('From: a@b.test', 'Content-Type: multipart/mixed; boundary=m', '', 'é', '--m'),
      signedPart,
      lines('--m--'),
    ])
    const plain = toSevenBit(inner)
    assert.ok(plain.includes(signedPart.subarray(0, signedPart.length - 2)))
    assert.ok(plain.includes('\r\n\r\n??\r\n--m'))
  })

  it('names who has no address in ASCII as a group of nobody, but keeps From', () => {
    const given = lines(
      'From: olá@shop.test',
      'To: Ana <ana@x.test>, "José" <josé@x.test>, bia@bücher.test',
      'Subject: olá',
      '',
      'é',
    )
    assert.equal(hasUtf8Address(given), true)
    const changed = withAsciiAddresses(given)
    const text = changed.toString()
    assert.match(
      text,
      /\r\nTo: Ana <ana@x\.test>,\r\n =\?UTF-8\?B\?Sm9zw6kgam9zw6lAeC50ZXN0\?= :;,\r\n bia@xn--bcher-kva\.test\r\n/,
    )
    assert.match(text, /^From: olá@shop\.test\r\n/)
    assert.match(text, /\r\nSubject: olá\r\n\r\né\r\n$/, 'nothing else')
    assert.equal(hasUtf8Address(changed), true, 'for From')
    assert.equal(hasUtf8Address(lines('From: a@b.test', 'To: "José" <j@x.test>', '')), false)
  })
})

describe('the bodies of a letter', () => {
  const letter = (...parts: string[]): Buffer =>
    lines(
      'Date: x',
      'Message-ID: <1>',
      'From: a@shop.test',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      ...parts.flatMap(part => ['--b', ...part.split('\n')]),
      '--b--',
    )

  it('are replaced, and nothing around them', () => {
    const message = letter(
      'Content-Type: text/plain; format=flowed; charset=iso-8859-1\n\ntext {{unsubscribe_url}}',
      'Content-Type: text/html; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n\n<p>ol=E1</p>',
      'Content-Type: text/x-amp-html\n\n<html amp>',
    )
    assert.deepEqual(bodiesOfLetter(message), {
      html: '<p>olá</p>',
      text: 'text {{unsubscribe_url}}',
    })
    const out = carried(message, { html: '<p>olá!</p>', text: 'text https://u.test' })
    assert.match(
      out,
      /--b\r\nContent-Type: text\/plain; charset=utf-8; format=flowed\r\nContent-Transfer-Encoding: 7bit\r\n\r\ntext https:\/\/u\.test\r\n--b\r\n/,
    )
    assert.match(
      out,
      /--b\r\nContent-Type: text\/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>ol=C3=A1!<\/p>\r\n--b\r\n/,
    )
    assert.match(out, /--b\r\nContent-Type: text\/x-amp-html\r\n\r\n<html amp>\r\n--b--\r\n$/)
  })

  it('are left alone where they are signed or a file', () => {
    const signed = Buffer.concat([lines('From: a@b.test'), signedPart])
    assert.deepEqual(bodiesOfLetter(signed), {})
    const file = letter('Content-Type: text/html; name=page.html\n\n<p>file</p>')
    assert.deepEqual(bodiesOfLetter(file), {})
  })

  it('are left alone above 5 MB', () => {
    const page = (bytes: number) => letter(`Content-Type: text/html\n\n${'x'.repeat(bytes)}`)
    assert.deepEqual(Object.keys(bodiesOfLetter(page(5 * 1024 * 1024))), ['html'])
    assert.deepEqual(bodiesOfLetter(page(5 * 1024 * 1024 + 1)), {})
  })

  it('may be the whole message', () => {
    const message = lines(
      'Date: x',
      'Message-ID: <1>',
      'From: a@b.test',
      'Content-Type: text/html',
      '',
      '<p>hi</p>',
    )
    assert.equal(
      carried(message, { html: '<p>new</p>\n' }),
      lines(
        'Date: x',
        'Message-ID: <1>',
        'From: a@b.test',
        'Content-Type: text/html; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        '',
        '<p>new</p>',
      ).toString('latin1'),
    )
  })
})

describe('a header', () => {
  it('ends at its empty line, or with the message', () => {
    assert.equal(headerEndOf(lines('a: b', '', 'c')), 6)
    assert.equal(headerEndOf(lines('', 'c')), 0)
    assert.equal(headerEndOf(lines('a: b')), 6)
    const { fields } = readHeader(lines('no field', 'a: b', ' folded', 'B :c', ''))
    assert.deepEqual(
      fields.map(one => one.name),
      ['', 'a', 'b'],
    )
  })

  it('loses a person, and nobody else', () => {
    const message = lines(
      'From: a@b.test',
      'To: Ana <ANA@x.test>, bia@x.test',
      'cc: caio@x.test',
      '',
      'ana@x.test',
    )
    assert.equal(
      withoutPerson(message, 'ana@x.test', 'erased+0@erased.invalid').toString(),
      lines(
        'From: a@b.test',
        'To: erased+0@erased.invalid,',
        ' bia@x.test',
        'cc: caio@x.test',
        '',
        'ana@x.test',
      ).toString(),
    )
    assert.equal(withoutPerson(message, 'other@x.test', 'e@e.test'), message)
  })

  it('of many lines without a colon is read in a time that grows with it', () => {
    const message = Buffer.from(
      `${'a\r\n'.repeat(80_000)}From: a@b.test\r\n\r\n${'x'.repeat(1_000_000)}\r\n`,
    )
    const start = process.cpuUsage()
    assert.equal(readHeader(message).fields.length, 80_001)
    const { user } = process.cpuUsage(start)
    assert.ok(user < 2_000_000, `${user} µs`)
  })
})
