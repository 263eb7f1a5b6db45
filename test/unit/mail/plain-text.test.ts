/** The text part made from html: what it says, and that hostile html costs no more than its length. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { plainBody, plainText, sharedHtml } from '#kernel/mail/plain-text.ts'
import { textOfBody } from '#kernel/mail/transfer-encoding.ts'

const cases: readonly (readonly [about: string, html: string, text: string | null])[] = [
  ['paragraphs', '<p>One\n two</p> <p>three<br>four</p>', 'One two\n\nthree\nfour\n'],
  ['headings and rules', '<h1>Hello</h1>a<hr>b', `Hello\n\na\n\n${'-'.repeat(20)}\n\nb\n`],
  ['lists', '<ul><li>a<li>b</ul><ol><li>c</li><li>d</ol>', '- a\n- b\n\n1. c\n2. d\n'],
  ['lists in lists', '<ol><li>a<ul><li>b</ul><li>c</ol>', '1. a\n\n  - b\n\n2. c\n'],
  ['cells', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc\n'],
  ['preformatted', '<pre>a  b\r\n c</pre>d', 'a  b\n c\n\nd\n'],
  ['links', '<a href="https://x.test/?a=1&amp;b=2">Go</a>!', 'Go <https://x.test/?a=1&b=2>!\n'],
  [
    'unquoted and other quotes',
    "<a href='http://x.test'>a</a><A HREF=http://y.test>b</A>",
    'a <http://x.test>b <http://y.test>\n',
  ],
  [
    'the first href',
    '<a href="https://a.test" href="https://b.test">x</a>',
    'x <https://a.test>\n',
  ],
  [
    'no href within a value',
    `<a title="href='https://bad.test'" href="https://a.test">x</a>`,
    'x <https://a.test>\n',
  ],
  [
    'a link that names itself',
    '<a href="https://x.test">x.test</a> <a href="mailto:a@b.c">a@b.c</a>',
    'x.test a@b.c\n',
  ],
  [
    'a link with an image',
    '<a href="https://x.test"><img src="x" alt="Shop"></a>',
    'Shop <https://x.test>\n',
  ],
  ['a link without words', '<a href="https://x.test"><img src=x></a>', '<https://x.test>\n'],
  [
    'a link around a block',
    '<a href="https://x.test"><div>Go</div></a><p>x</p>',
    'Go <https://x.test>\n\nx\n',
  ],
  ['a link that never ends', '<p><a href="https://x.test">x</p>', 'x <https://x.test>\n'],
  [
    'links that lead nowhere',
    '<a href="#top">a</a> <a href="javascript:x">b</a> <a name=c>c</a>',
    'a b c\n',
  ],
  ['spaces in a target', '<a href=" https://x.test/a b\n">x</a>', 'x <https://x.test/a%20b>\n'],
  ['places to fill in', '<a href="{{ unsubscribe_url }}">Out</a>', 'Out <{{ unsubscribe_url }}>\n'],
  [
    'entities',
    '&lt;b&gt; Ol&aacute; &amp;amp; &#233;&#xE9;&#128;&nbsp;&copy; &bogus; AT&T',
    '<b> Olá &amp; éé€ © &bogus; AT&T\n',
  ],
  [
    'entities beyond Latin, and without their end',
    '&Scaron;koda &le; 5 &alpha; &copy 2026 &#8364 &notit; &CounterClockwiseContourIntegral;',
    'Škoda ≤ 5 α © 2026 € ¬it; ∳\n',
  ],
  [
    'entities in a target',
    '<a href="https://x.test/?a=1&copy=2&lang=3&sol;">x</a>',
    'x <https://x.test/?a=1&copy=2&lang=3/>\n',
  ],
  ['nonsense characters', '&#0;&#xD800;&#1114112;', '\ufffd\ufffd\ufffd\n'],
  [
    'what is not read',
    '<style>a{}</style><script>if (a<b) "</p>"</script><title>t</title>x<!-- <p>no</p> -->',
    'x\n',
  ],
  ['conditional comments', '<!--[if mso]><p>no</p><![endif]--><![if !mso]>x<![endif]>', 'x\n'],
  ['a lone angle bracket', '1 < 2 <3', '1 < 2 <3\n'],
  ['quotes in a tag', '<p title="a>b">x</p><p don\'t>y</p>', 'x\n\ny\n'],
  ['padding of previews', '<div>Hi&nbsp;&zwnj;&nbsp;&zwnj; </div>there', 'Hi\nthere\n'],
  ['joined emoji', '<p>👨‍👩‍👧 café</p>', '👨‍👩‍👧 café\n'],
  ['a tag that never ends', 'x<a href="y', 'x\n'],
  ['nothing to read', '<html><body><img src="x"></body></html>', null],
  ['an empty html', '', null],
]

describe('the text of an html', () => {
  for (const [about, html, text] of cases) {
    it(`keeps: ${about}`, () => assert.equal(plainText(html), text))
  }

  it('is none of a very long html, nor where it would be very long itself', () => {
    assert.equal(plainText('<p>x</p>'.repeat(1_250_000)), null)
    assert.equal(plainText('x'.repeat(300 * 1024)), null)
    assert.notEqual(plainText('x'.repeat(200 * 1024)), null)
  })

  const units = [
    ...['<div>', '<b>', '<blockquote>', '<ul><li>', '<ol><li>x', '<table><tr><td>', '<pre>\n'],
    ...['<', '</', '<!', '<!--', '<a ', '<a href="', "<a b='", '<a =', 'x=y ', '"', '<img alt="'],
    ...[
      '<a href=http://x>',
      '<a href="http://x">t',
      '<script>',
      '<script></script ',
      '<p>',
      '</b>',
    ],
    ...[
      '&',
      '&amp;',
      '&#1',
      '&#x',
      '&nbsp;',
      ' ',
      ' \u200b',
      '\u034f',
      '<br>',
      '<aaaaaaaaaaaaaaaaaaaa',
    ],
    ...['<div></b>', '<svg><title>', '<![CDATA[', '{{', '<a href="{{', '<td>', '\r', '<li>1'],
  ]
  it('is the same of an html in parts, whichever others share and however often they did', () => {
    const html = fc.array(fc.constantFrom(...units, ...cases.map(one => one[1]), 'words '))
    const parts = fc.array(fc.tuple(html, fc.boolean()), { maxLength: 6 })
    fc.assert(
      fc.property(parts, html, (some, other) => {
        const given = some.map(([pieces, isShared]) =>
          isShared ? sharedHtml(pieces.join('')) : pieces.join(''),
        )
        const whole = some.map(([pieces]) => pieces.join('')).join('')
        const textIn = (before: string): string | null => {
          const text = plainBody([before, ...given])
          return text === null ? null : textOfBody(text)
        }
        for (const before of ['', other.join(''), '<ol><li>x', '']) {
          assert.equal(textIn(before), plainText(before + whole))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('reads what many share once', () => {
    const shared = sharedHtml('<p>for <b>everybody</b></p>'.repeat(500))
    for (let n = 0; n < 100; n++) plainBody([`<h1>Ana ${n}</h1>`, shared, `<p>${n}</p>`])
    assert.equal(shared.effects.size, 1)
  })

  it('takes time by its length alone, however it is made', () => {
    const took = (html: string): number => {
      const start = process.cpuUsage()
      plainText(html)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    }
    for (const before of ['', '<a ', '<pre>', '<a href="http://x">', '<ul>'.repeat(1000)]) {
      for (const unit of units) {
        const html = (before + unit.repeat(600_000)).slice(0, 512 * 1024)
        // The slowest is linear with 0.1 s; a quadratic one would take minutes.
        assert.ok(took(html) < 2_000, `${before.slice(0, 10)}${unit} is slow`)
      }
    }
  })
})
