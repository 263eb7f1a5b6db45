/** The parameters that analytics programs read, in the links of letters. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withUtm } from '#sending/content/utm.ts'

const utm = { source: 'malote', medium: 'e-mail', campaign: '{{ campaign.name }} 2026' }
const linkOf = (href: string, quote = '"'): string => {
  const html = `<p><a class="b" href=${quote}${href}${quote} id=x>see</a></p>`
  const { html: marked } = withUtm(
    { subject: '', preheader: null, html, text: null },
    utm,
    'Olá & você',
  )
  const found = new RegExp(`href=${quote}(.*)${quote} id=x>`).exec(marked!)
  assert.ok(found, marked!)
  return found[1]!
}
const all =
  'utm_source=malote&amp;utm_medium=e-mail&amp;utm_campaign=Ol%C3%A1%20%26%20voc%C3%AA%202026'

const cases: readonly (readonly [about: string, href: string, marked: string])[] = [
  ['a plain link', 'https://shop.test/a', `https://shop.test/a?${all}`],
  ['one with a query', 'HTTP://shop.test?a=1', `HTTP://shop.test?a=1&amp;${all}`],
  ['one whose query is open', 'https://shop.test/?', `https://shop.test/?${all}`],
  ['one with a place in the page', 'https://shop.test/a#b?c', `https://shop.test/a?${all}#b?c`],
  ['one with an escape', 'https://shop.test/a&#43;b', `https://shop.test/a&#43;b?${all}`],
  [
    'one with a value in its path',
    'https://shop.test/{{ contact.id | append: "#" }}',
    `https://shop.test/{{ contact.id | append: "#" }}?${all}`,
  ],
  [
    'one that has some of them',
    'https://shop.test/?utm_source=x&amp;UTM_MEDIUM=y',
    `https://shop.test/?utm_source=x&amp;UTM_MEDIUM=y&amp;${all.split('&amp;')[2]}`,
  ],
]
for (const [about, href, marked] of cases) {
  it(`stand in ${about}`, () => assert.equal(linkOf(href), marked))
}

it('stand in links with other quotes, or none', () => {
  assert.equal(linkOf('https://shop.test/a', "'"), `https://shop.test/a?${all}`)
  assert.equal(linkOf('https://shop.test/a', ''), `https://shop.test/a?${all}`)
})

for (const href of [
  '{{ unsubscribe_url }}',
  'mailto:ana@shop.test',
  '#top',
  'https://{{ event.host }}/a',
  'javascript:x',
  '',
]) {
  it(`are kept out of "${href}"`, () => assert.equal(linkOf(href), href))
}

it('leave all else of the page as it is, byte by byte', () => {
  const html =
    '<!-- <a href="https://a.test/"> --><a href="https://a.test/">a</a>{% comment %}<a href="https://b.test/">{% endcomment %}<img src="https://c.test/x.png"><a name=b>'
  const { html: marked } = withUtm(
    { subject: '', preheader: null, html, text: null },
    { source: 's' },
    '',
  )
  assert.equal(
    marked,
    html.replace('<a href="https://a.test/">a', '<a href="https://a.test/?utm_source=s">a'),
  )
  const none = { subject: '', preheader: null, html, text: null }
  assert.equal(withUtm(none, {}, ''), none)
  assert.equal(withUtm(none, { source: ' ' }, ''), none)
})
