/** Which address entries are taken and which refused, as a table; and what holds for any text. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { domainOf, parseAddress, suppressionKey } from '#kernel/mail/address.ts'
import { canonicalDomain } from '#kernel/mail/domain-name.ts'
import { addressHeader } from '#kernel/mail/headers.ts'
import { anyText } from '../../support/texts.ts'

const label63 = 'a'.repeat(63)
const local64 = 'l'.repeat(64)
/** With a local part of one octet and the @, the longest path of RFC 5321 §4.5.3.1.3. */
const domain252 = `${`${label63}.`.repeat(3)}${'a'.repeat(60)}`

/** Entry, address, name. */
const taken: [entry: string, email: string, name?: string][] = [
  ['a@b.c', 'a@b.c'],
  ['  a@b.c ', 'a@b.c'],
  ['<a@b.c>', 'a@b.c'],
  ['"" <a@b.c>', 'a@b.c'],
  ['Name <a@b.c>', 'a@b.c', 'Name'],
  ['Name<a@b.c>', 'a@b.c', 'Name'],
  ['  Maria  Silva   <maria@example.com>', 'maria@example.com', 'Maria  Silva'],
  ['John Q. Public <j@x.y>', 'j@x.y', 'John Q. Public'],
  ["Seán O'Brien & Söhne <s@x.y>", 's@x.y', "Seán O'Brien & Söhne"],
  ['日本語 <j@x.y>', 'j@x.y', '日本語'],
  ['👩‍🚀 <j@x.y>', 'j@x.y', '👩‍🚀'],
  ['"Doe, J." <j@x.y>', 'j@x.y', 'Doe, J.'],
  ['"Doe, J."<j@x.y>', 'j@x.y', 'Doe, J.'],
  ['"say \\"hi\\" \\\\ <x@y.z>" <j@x.y>', 'j@x.y', 'say "hi" \\ <x@y.z>'],
  ['"a@b.c" <j@x.y>', 'j@x.y', 'a@b.c'],
  ['"Shop (support)" <j@x.y>', 'j@x.y', 'Shop (support)'],
  ['=?UTF-8?Q?x=0Ay?= <j@x.y>', 'j@x.y', '=?UTF-8?Q?x=0Ay?='],
  ['%0d%0aBcc <j@x.y>', 'j@x.y', '%0d%0aBcc'],
  ['First.Last+tag@Example.COM', 'First.Last+tag@example.com'],
  ["!#$%&'*+-/=?^_`{|}~@x.y", "!#$%&'*+-/=?^_`{|}~@x.y"],
  ['a%b@x.y', 'a%b@x.y'],
  ['a!b@x.y', 'a!b@x.y'],
  ['1@2.c3', '1@2.c3'],
  ['a@1.2.3.com', 'a@1.2.3.com'],
  ['a@ab--cd.com', 'a@ab--cd.com'],
  ['a@x-y.museum', 'a@x-y.museum'],
  [`${local64}@x.y`, `${local64}@x.y`],
  [`a@${label63}.com`, `a@${label63}.com`],
  ['a@Bücher.de', 'a@xn--bcher-kva.de'],
  ['a@XN--BCHER-KVA.de', 'a@xn--bcher-kva.de'],
  ['a@bu\u0308cher.de', 'a@xn--bcher-kva.de'],
  ['a@ＥＸＡＭＰＬＥ．ｃｏｍ', 'a@example.com'],
  ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@faß.de', 'a@xn--fa-hia.de'],
  ['a@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com', 'a@xn--mgba3gch31f060k.com'],
  ['josé@x.y', 'josé@x.y'],
  ['jose\u0301@x.y', 'josé@x.y'],
  ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
  ['é'.repeat(32) + '@x.y', 'é'.repeat(32) + '@x.y'],
  [`a@${domain252}`, `a@${domain252}`],
  [`é@${domain252.slice(1)}`, `é@${domain252.slice(1)}`],
  [`${'n'.repeat(320)} <a@b.c>`, 'a@b.c', 'n'.repeat(320)],
  [`${'é'.repeat(160)} <a@b.c>`, 'a@b.c', 'é'.repeat(160)],
  [`${' '.repeat(995)}a@b.c`, 'a@b.c'],
]

const refused: [entry: string, word: RegExp][] = [
  ['=?utf-8?q?ana=40evil.test=3e?=@x.y', /encoded word/],
  ['=?iso-8859-1?B?YQ==?=@x.y', /encoded word/],
  ['Name <a=?x?q?b?=c@x.y>', /encoded word/],
  ['', /empty/],
  ['   ', /empty/],
  ['a', /exactly one @/],
  ['Name', /exactly one @/],
  ['Name <>', /exactly one @/],
  ['"Name"', /exactly one @/],
  ['@', /before the @ is missing/],
  ['@b.c', /before the @ is missing/],
  ['a@', /incomplete/],
  ['a@b', /at least one dot/],
  ['a@localhost', /at least one dot/],
  ['a@b@c.d', /exactly one @/],
  ['a@b.c@', /exactly one @/],
  ['a@@b.c', /exactly one @/],
  ['.a@b.c', /dot/],
  ['a.@b.c', /dot/],
  ['a..b@c.d', /dot/],
  ['.@b.c', /dot/],
  ['a b@c.d', /" "/],
  ['a @b.c', /" "/],
  ['a@ b.c', /domain/],
  ['< a@b.c>', /" "|a@b\.c/],
  ['<a@b.c >', /domain|a@b\.c/],
  ['a@b.c.', /domain/],
  ['a@.b.c', /domain/],
  ['a@b..c', /domain/],
  ['a@-b.c', /domain/],
  ['a@b-.c', /domain/],
  ['a@b_c.d', /domain/],
  ['a@b.c:25', /domain/],
  ['a@b.c/d', /domain/],
  ['a@b.c?x', /domain/],
  ['a@1.2.3.4', /domain/],
  ['a@127.1', /domain/],
  ['a@0x7f.1', /domain/],
  ['a@①②⑦.0.0.①', /domain/],
  ['a@b.123', /domain/],
  ['a@b℀c.com', /domain/],
  ['a@xn--.com', /domain/],
  ['a@xn--a.com', /domain/],
  ['a@xn--bücher.com', /domain/],
  ['a@a\u200db.com', /domain/],
  ['a@\u0301b.com', /domain/],
  ['a@b\u202ec.com', /domain/],
  ['a@\u05d0a.com', /domain/],
  [`a@${label63}a.com`, /domain/],
  [`a@${'ü'.repeat(60)}.com`, /domain/],
  [`a@${`${label63}.`.repeat(4)}com`, /domain/],
  [`aaaaaaa@${`${label63}.`.repeat(3)}${'a'.repeat(57)}`, /254/],
  [`ab@${domain252}`, /254/],
  [`é@${domain252}`, /254/],
  [`l${local64}@x.y`, /64 bytes/],
  ['é'.repeat(33) + '@x.y', /64 bytes/],
  ['a@[127.0.0.1]', /literals/],
  ['a@[IPv6:::1]', /literals/],
  ['Name <a@[1.2.3.4]>', /literals/],
  ['"a b"@c.d', /Quoted local/],
  ['"a@b"@c.d', /Quoted local/],
  ['<"a"@c.d>', /Quoted local/],
  ['Name <"a b"@c.d>', /Quoted local/],
  ['a"b@c.d', /Quoted local/],
  ['"a b"@c.d>', /Quoted local/],
  ['<@a.b,@c.d:e@f.g>', /routes/],
  ['@a.b:e@f.g', /routes/],
  ['a:b@c.d', /routes/],
  ['a(comment)@b.c', /parentheses/],
  ['a@b.c (comment)', /parentheses/],
  ['(comment) a@b.c', /parentheses/],
  ['Name (comment) <a@b.c>', /parentheses/],
  ['a@(comment)b.c', /parentheses/],
  ['a)b@c.d', /parentheses/],
  ['A) <a@b.c>', /parentheses/],
  ['Team: a@b.c;', /groups/],
  ['Team: a@b.c, d@e.f;', /groups/],
  ['undisclosed-recipients:;', /groups/],
  ['Team: X <a@b.c>', /groups/],
  ['a@b.c, d@e.f', /One entry/],
  ['a@b.c,d@e.f', /One entry/],
  ['Doe, J. <j@x.y>', /One entry/],
  ['a@b.c <d@e.f>', /double quotes/],
  ['A [x] <d@e.f>', /double quotes/],
  ['A; <d@e.f>', /double quotes/],
  ['A \\B <d@e.f>', /double quotes/],
  ['A "B" <d@e.f>', /double quotes/],
  ['A <B> <d@e.f>', /a@b\.c/],
  ['"A <d@e.f>', /quoted name/],
  ['"A" x <d@e.f>', /quoted name/],
  ['"A" <d@e.f> x', /Quoted local|a@b\.c/],
  ['Name <a@b.c', /a@b\.c/],
  ['Name a@b.c>', /a@b\.c/],
  ['Name <a@b.c> x', /a@b\.c/],
  ['Name <<a@b.c>>', /a@b\.c/],
  ['<a@b.c>, <d@e.f>', /One entry|a@b\.c/],
  ['a<b@c.d', /a@b\.c/],
  ['a>b@c.d', /a@b\.c/],
  ['a@b<c.d', /a@b\.c/],
  ['a@b>c.d', /a@b\.c/],
  ['a@b.c\r\n', /Control/],
  ['a\r\n@b.c', /Control/],
  ['a@b.c\nRCPT TO:<x@y.z>', /Control/],
  ['X\r\nBcc: e@f.g <a@b.c>', /Control/],
  ['"X\r\n Y" <a@b.c>', /Control/],
  ['a\0@b.c', /Control/],
  ['a\t@b.c', /Control/],
  ['X\u0085Y <a@b.c>', /Control/],
  ['X\u2028Y <a@b.c>', /Control/],
  ['X\u007fY <a@b.c>', /Control/],
  ['X\u202eY <a@b.c>', /Control/],
  ['"X\u2067Y" <a@b.c>', /Control/],
  ['a\ud800@b.c', /Unicode/],
  ['X\udc00 <a@b.c>', /Unicode/],
  ['a\u00a0b@c.d', /U\+00A0/],
  ['a\u200bb@c.d', /U\+200B/],
  ['a\ufeffb@c.d', /U\+FEFF/],
  ['a\u202eb@c.d', /U\+202E/],
  ['a\u3000b@c.d', /U\+3000/],
  ['a\u{e000}b@c.d', /U\+E000/],
  ['\u00a0a@b.c', /U\+00A0/],
  // NFC turns the Greek question mark into a semicolon, which no dot-string may hold.
  ['a\u037eb@c.d', /contains ;/],
  [`${'n'.repeat(321)} <a@b.c>`, /320 bytes/],
  [`${'é'.repeat(161)} <a@b.c>`, /320 bytes/],
  [`${' '.repeat(996)}a@b.c`, /1000 characters/],
]

describe('An address entry', () => {
  for (const [entry, email, name] of taken) {
    it(`takes ${JSON.stringify(entry.slice(0, 80))}`, () => {
      const parsed = parseAddress(entry)
      assert.ok(parsed.ok, parsed.ok ? '' : parsed.why.en)
      assert.equal(parsed.address.email, email)
      assert.equal(parsed.address.name, name)
      assert.equal(`${parsed.address.local}@${parsed.address.domain}`, email)
      assert.equal(parsed.address.needsUtf8, /[^\0-\x7f]/.test(email))
    })
  }
  for (const [entry, word] of refused) {
    it(`refuses ${JSON.stringify(entry.slice(0, 80))}`, () => {
      const parsed = parseAddress(entry)
      assert.ok(!parsed.ok, `taken as ${JSON.stringify(parsed)}`)
      assert.match(parsed.why.en, word)
      assert.doesNotMatch(parsed.why.en + parsed.why.pt, /\{\w+\}/)
    })
  }

  it('never throws, and what it takes is within the grammar and reads again as itself', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '.',
      '@',
      '<',
      '>',
      '"',
      '\\',
      ' ',
      ',',
      ';',
      ':',
      '(',
      ')',
      '[',
      ']',
      '-',
      'é',
      'xn--',
      'example.com',
      '\r',
      '\n',
      '\0',
      '１',
      '。',
      '\u0301',
      '\u200d',
      '\ud83d',
      '😀',
      'ß',
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 14 }).map(pieces => pieces.join('')),
      fc
        .tuple(anyText({ maxLength: 12 }), fc.domain())
        .map(([local, domain]) => `${local}@${domain}`),
      fc
        .tuple(fc.string({ unit: 'grapheme' }), fc.emailAddress())
        .map(([name, email]) => `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`),
    )
    let count = 0
    fc.assert(
      fc.property(text, entry => {
        const parsed = parseAddress(entry)
        if (!parsed.ok) return
        count++
        const { email, local, domain } = parsed.address
        assert.match(domain, /^(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+(?!-)[a-z0-9-]{1,63}(?<!-)$/)
        assert.match(local, /^[^\s"(),:;<>@[\\\]\0-\x20\x7f-\xa0]+$/u)
        assert.ok(Buffer.byteLength(email) <= 254)
        assert.deepEqual(parseAddress(email), {
          ok: true,
          address: { local, domain, email, needsUtf8: parsed.address.needsUtf8 },
        })
        assert.doesNotMatch(addressHeader('To', [parsed.address]).slice(0, -2), /[\r\n](?!\n? )/)
      }),
      { numRuns: 20_000, seed: 42 },
    )
    assert.ok(count > 4_000, `only ${count} of the entries were taken: the generator is off`)
  })

  it('is read in linear time, whatever it is made of', () => {
    const started = process.cpuUsage()
    for (const unit of [
      '"',
      '<',
      '\\',
      '\\"',
      '(',
      ' ',
      '.',
      '@',
      'a.',
      'xn--',
      'é',
      '=?',
      'a@',
      ',',
    ]) {
      parseAddress(unit.repeat(500).slice(0, 1000))
      parseAddress(unit.repeat(500_000))
      parseAddress(`a@${unit.repeat(400)}`)
      parseAddress(`"${unit.repeat(300)}" <a@b.c>`)
    }
    const { user, system } = process.cpuUsage(started)
    assert.ok(user + system < 5_000_000, `${(user + system) / 1000} ms of CPU`)
  })
})

describe('A domain', () => {
  it('has one canonical form, which is its own', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string({ unit: 'grapheme' })), domain => {
        const canonical = canonicalDomain(domain)
        if (canonical !== null) assert.equal(canonicalDomain(canonical), canonical)
      }),
      { numRuns: 5_000, seed: 42 },
    )
  })

  it('of an address is what stands behind its last @, in lower case', () => {
    assert.equal(domainOf('Ana@Example.COM'), 'example.com')
  })
})

describe('A suppression key', () => {
  it('is the same for all spellings of an address', () => {
    assert.equal(suppressionKey('Maria.Silva@example.com'), 'maria.silva@example.com')
    assert.equal(suppressionKey('JOSÉ@x.y'), suppressionKey('jose\u0301@x.y'))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        assert.equal(suppressionKey(suppressionKey(text)), suppressionKey(text))
      }),
      { seed: 42 },
    )
  })
})
