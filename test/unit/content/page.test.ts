/** Where more is put into a page, what is read in it, and which of its links can never work. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CampaignLetters } from '#marketing/campaigns/definition/campaign.ts'
import { lawful } from '#marketing/campaigns/preflight/legal.ts'
import { linkChecks } from '#marketing/campaigns/preflight/link-checks.ts'
import { bodyOf, readPage, withAdded } from '#sending/content/page.ts'
import { namedHost } from '#sending/content/phishing.ts'

describe('a page', () => {
  for (const [html, expected] of [
    [
      '<html><body><p>Oi</p></body><!-- fim de </body> --></html>',
      '<html><body>[F]<p>Oi</p>[L]</body><!-- fim de </body> --></html>',
    ],
    [
      '<html><head><!-- o <body> do Outlook --></head><body>x</body></html>',
      '<html><head><!-- o <body> do Outlook --></head><body>[F]x[L]</body></html>',
    ],
    [
      '<!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body>x</body>',
      '<!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body>[F]x[L]</body>',
    ],
    ['<body data-x="a>b">x</body>', '<body data-x="a>b">[F]x[L]</body>'],
    ['<p title="</body>">x</p>', '[F]<p title="</body>">x</p>[L]'],
    ['<script>"</body>"</script>x</body>', '[F]<script>"</body>"</script>x[L]</body>'],
    ['{% comment %}</body>{% endcomment %}x', '[F]{% comment %}</body>{% endcomment %}x[L]'],
    ['<!doctype html><p>x</p></html>', '<!doctype html>[F]<p>x</p>[L]</html>'],
    ['<p>x</p><!-- never closed', '[F]<p>x</p>[L]<!-- never closed'],
    ['<p>x</p><style>a{', '[F]<p>x</p>[L]<style>a{'],
    ['<p>x</p><p class="a', '[F]<p>x</p>[L]<p class="a'],
    ['{{ a }}', '[F]{{ a }}[L]'],
  ] as const) {
    test(`gets more where its elements are: ${html}`, () => {
      assert.equal(withAdded(html, { first: '[F]', last: '[L]' }), expected)
    })
  }

  test('gives its body and its own styles to a layout', () => {
    const page =
      '<html><head><style>a</style><!--[if mso]><style>b</style><![endif]--><!-- <style>c</style> --></head><body title="a>b">hi {{ b }}</body></html>'
    assert.equal(
      bodyOf(page),
      '<style>a</style><!--[if mso]><style>b</style><![endif]-->hi {{ b }}',
    )
  })

  test('is read without what nobody sees', () => {
    const { words, images } = readPage(
      '<title>t</title><div style="display:none">pre<div>header</div></div><img alt="a>b" width="1"><!-- c -->',
    )
    assert.equal(words, '')
    assert.deepEqual(images, [{ source: null, hasAlt: true, hasSize: true }])
  })
})

describe('what the law wants', () => {
  const letter = (html: string, address = 'Rua do Sol, 1 – Recife') =>
    lawful(
      { subject: 's', preheader: null, html, text: null },
      { language: 'pt', body: 'html', address },
    ).sources.html!

  test('is read, whatever a comment says of the end', () => {
    const made = letter('<html><body><p>Oi</p></body><!-- fim de </body> --></html>')
    assert.match(readPage(made).words, /Rua do Sol, 1 – Recife\s+Cancelar inscrição/)
  })

  test('is not said twice for an address with entities', () => {
    const made = letter(
      '<p>Rua do Sol&#44; 1&nbsp;&ndash; Recife</p><a href="{{ unsubscribe_url }}">sair</a>',
    )
    assert.doesNotMatch(made, /font-size:12px/)
    const hidden = letter(
      '<!-- Rua do Sol, 1 – Recife --><p>x</p><a href="{{ unsubscribe_url }}">sair</a>',
    )
    assert.match(hidden, /font-size:12px/)
  })
})

describe('links that can never work', () => {
  const found = (html: string) =>
    linkChecks({ letters: { pt: { html } } } as unknown as CampaignLetters).map(
      one => `${one.code} ${one.count}`,
    )
  for (const href of [
    '',
    '#',
    '#nowhere',
    'www.loja.test/x',
    '//x.test',
    'https//x.test',
    'javascript:x()',
    'file:///x',
    'http://localhost/x',
    'http://127.0.0.1/x',
    'mailto:',
    'pagina.html',
    'www.{{ a }}',
  ]) {
    test(`are found: ${href}`, () => {
      assert.ok(found(`<a href="${href}">x</a>`).includes('link_broken 1'))
    })
  }
  for (const href of [
    'https://x.test',
    'mailto:a@b.test',
    'tel:+55',
    'sms:+55',
    '#here',
    '#top',
    '{{ unsubscribe_url }}',
    'https://x.test/{{ a }}',
  ]) {
    test(`are not: ${href}`, () => {
      assert.deepEqual(found(`<a id="here" href="${href}">x</a>`), [])
    })
  }
  const said = (html: string) =>
    linkChecks({ letters: { pt: { html } } } as unknown as CampaignLetters).map(
      one => one.message.en,
    )
  for (const source of ['cid:logo', 'a.png', '', 'javascript:x()']) {
    test(`are those of images, too: ${source}`, () => {
      assert.deepEqual(said(`<img src="${source}">`), ['Images that cannot be loaded: 1.'])
    })
  }
  for (const host of ['localhost', '127.0.0.1:3000', 'mail.lan', '[::1]']) {
    test(`and pictures of a machine without a public address: ${host}`, () => {
      const html = `<img src="http://${host}/i/a.png"><img src="https://loja.test/a.png">`
      assert.deepEqual(said(html), [
        'Images that nobody outside this network reaches, until Malote has a public address: 1.',
      ])
    })
  }
})

describe('the text of a link', () => {
  for (const [text, host] of [
    ['README.md', null],
    ['catalogo.zip', null],
    ['Socket.io', null],
    ['app.py', null],
    ['v2.0.dev', null],
    ['main.rs', null],
    ['ASP.NET', null],
    ['nota.pdf', null],
    ['contato@loja.com', null],
    ['Amazon.com.br', 'amazon.com.br'],
    ['Booking.com', 'booking.com'],
    ['paypal.io', 'paypal.io'],
    ['socket.io/docs', 'socket.io'],
    ['https://readme.md', 'readme.md'],
    ['www.socket.io', 'www.socket.io'],
  ] as const) {
    test(`names a site or a thing: ${text}`, () => assert.equal(namedHost(text), host))
  }
})
