/** Rewriting html: what is no tracked link keeps its bytes, whatever the html looks like. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { WatchedAct } from '#sending/events/email.ts'
import { createPersonalise } from '#sending/tracking/links.ts'
import { cutHtml, fillPieces, trackedUrl } from '#sending/tracking/rewrite.ts'
import { anyText } from '../../support/texts.ts'

const none = { link: (url: string) => url, image: () => '' }
const kept = async (html: string): Promise<string[]> =>
  (await cutHtml(html)).flatMap(piece =>
    typeof piece === 'object' && piece.kind === 'link' ? [piece.url] : [],
  )

/** Html without any link that is tracked, as broken as people write it. */
const scraps = fc.oneof(
  anyText(),
  fc.constantFrom(
    '<p>',
    '</p>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<textarea>',
    '<![CDATA[',
    ']]>',
    '<a href="mailto:x@y.z">',
    '<a name=x>',
    '</a>',
    '<A HREF=/rel>',
    '<a',
    ' href="',
    "'",
    '"',
    '>',
    '<',
    '&amp;',
    '&#x41',
    '\r\n',
    '\r',
    '\0',
    '\u{1f600}',
    '<svg>',
    '</svg>',
    '<math>',
    '<!DOCTYPE html>',
    '<?xml ?>',
    '<body>',
    '</body>',
    '</html>',
    '<plaintext>',
    '<table><a>',
  ),
)

describe('cutting html', () => {
  it('keeps every byte where there is nothing to track', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(scraps, { maxLength: 40 }), async parts => {
        const html = parts.join('').replaceAll(/https?:/gi, 'x:')
        assert.equal(await fillPieces(await cutHtml(html), none), html)
      }),
      { numRuns: 2000 },
    )
  })

  it('changes a link in its place, however much stands around it', async () => {
    const link = '<a class=x href="https://shop.example/?a=1&amp;b=2" id=y>'
    await fc.assert(
      fc.asyncProperty(anyText(), fc.nat(40_000), async (noise, count) => {
        const around = `<p>${noise.replaceAll(/[<>]/g, '')}\r\n</p>`
        const before = around.repeat(1 + (count * 10) / (around.length + 1))
        const filled = await fillPieces(await cutHtml(before + link + around), {
          ...none,
          link: url => `L(${url})`,
        })
        const changed = '<a class=x href="L(https://shop.example/?a=1&b=2)" id=y>'
        assert.equal(filled, before + changed + around)
      }),
      { numRuns: 100 },
    )
  })

  it('finds links as a browser would', async () => {
    assert.deepEqual(await kept('<a HREF=http://a.example>x'), ['http://a.example/'])
    assert.deepEqual(await kept(`<a href=' \n https://a.example/x y\t'>`), [
      'https://a.example/x%20y',
    ])
    assert.deepEqual(await kept('<a href="https://a.example" href="https://b.example">'), [
      'https://a.example/',
    ])
    assert.deepEqual(await kept('<map><area href="https://a.example"></map>'), [
      'https://a.example/',
    ])
    assert.deepEqual(
      await kept('<svg><a xlink:href="https://b.example" href="https://a.example">'),
      ['https://a.example/'],
    )
    for (const html of [
      '<svg><a xlink:href="https://a.example">',
      '<!-- <a href="https://a.example"> -->',
      '<script>"<a href=https://a.example>"</script>',
      '<textarea><a href="https://a.example"></textarea>',
      '<a title="href=https://a.example">',
      '<img src="https://a.example/x.png">',
      '<link href="https://a.example/x.css">',
      '<a href="https://">',
    ]) {
      assert.deepEqual(await kept(html), [], html)
    }
  })

  it('puts the image before the end of the body, or last', async () => {
    const fill = { ...none, image: () => '!' }
    assert.equal(
      await fillPieces(await cutHtml('<body>a</BODY>\n</html>'), fill),
      '<body>a!</BODY>\n</html>',
    )
    assert.equal(await fillPieces(await cutHtml('<p>a'), fill), '<p>a!')
    assert.equal(await fillPieces(await cutHtml('<!-- </body> -->a'), fill), '<!-- </body> -->a!')
    assert.equal(await fillPieces(await cutHtml(''), fill), '!')
    const link = '<a href="https://a.example/">x</a>'
    assert.equal(await fillPieces(await cutHtml(`</body>${link}`), fill), `!</body>${link}`)
  })

  it('leaves alone what a letter is not watched for', async () => {
    const html = '<a href="https://a.example">x</a>'
    const cut = (...without: readonly WatchedAct[]) => cutHtml(html, { without })
    assert.deepEqual(await cut('clicks', 'opens'), [html])
    assert.deepEqual(await cut('clicks'), [html, { kind: 'image' }])
    assert.deepEqual(await cut('opens'), [
      '<a ',
      'href="',
      { kind: 'link', url: 'https://a.example/' },
      '"',
      '>x</a>',
    ])
  })
})

describe('a large html', () => {
  const link = '<a href="https://shop.example/x">x</a>'
  const large = link.repeat(20_000)

  it('is cut and filled with breaths in between, to the same bytes', async () => {
    let breaths = 0
    const breathe = async () => void breaths++
    const pieces = await cutHtml(large, { breathe })
    assert.ok(breaths >= large.length / 100_000, `${breaths} breaths while cutting`)
    breaths = 0
    const filled = await fillPieces(pieces, { ...none, link: () => 'L' }, breathe)
    assert.ok(breaths >= 20_000 / 1000, `${breaths} breaths while filling`)
    assert.equal(filled, '<a href="L">x</a>'.repeat(20_000))
  })

  it('has no breath before there was work', async () => {
    let breaths = 0
    const breathe = async () => void breaths++
    await cutHtml('x'.repeat(64 * 1024), { breathe })
    assert.equal(breaths, 0)
    const links = [255, 512].map(length =>
      Array.from({ length }, () => ({ kind: 'image' }) as const),
    )
    await fillPieces(links[0]!, none, breathe)
    assert.equal(breaths, 0)
    await fillPieces([...links[1]!, 'x'], none, breathe)
    assert.equal(breaths, 2)
  })

  it('leaves turns to others when it is made for a recipient', async () => {
    let breaths = 0
    const clock = { monotonic: () => 0, sleep: async () => void breaths++ }
    const settings = { MALOTE_BASE_URL: 'https://malote.example' }
    const id = '01890000-0000-7000-8000-000000000000'
    const delivery = { stream: 'marketing', projectId: id, emailId: id, n: 0, address: 'a@b.c' }
    const db = { query: async () => [] }
    const world = { clock, settings, db, runtime: createRuntime() }
    const personalise = createPersonalise(world as never, Buffer.alloc(32, 1))
    await personalise(delivery as never, { html: large }, null)
    assert.ok(breaths > 50, `${breaths} breaths`)
  })
})

describe('a tracked target', () => {
  it('is http or https, and nothing a browser would run', () => {
    for (const href of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'mailto:a@b.c',
      'tel:+55',
      'ftp://a.example',
      '//a.example',
      '/a',
      '#a',
      '?a',
      '',
      'https',
      'http:',
      'https:///',
      'http://[',
      'blob:https://a.example/x',
      'file:///etc/passwd',
      'intent://a#Intent;scheme=https;end',
      'x-https://a.example',
      'view-source:https://a.example',
    ]) {
      assert.equal(trackedUrl(href), null, href)
    }
    assert.equal(trackedUrl(undefined), null)
    assert.equal(trackedUrl('ht\ntps://a.example'), 'https://a.example/')
    assert.equal(trackedUrl('HTTPS://A.example/%00?q=ü#ü'), 'https://a.example/%00?q=%C3%BC#%C3%BC')
  })

  it('too long to be carried is left as it is', async () => {
    const longest = `https://a.example/${'x'.repeat(2030)}`
    assert.equal(trackedUrl(longest), longest)
    const long = `${longest}x`
    assert.equal(trackedUrl(long), null)
    const html = `<a href="${long}">x</a>`
    assert.equal(await fillPieces(await cutHtml(html), none), html)
  })
})
