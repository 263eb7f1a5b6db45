/**
 * Letters as the tools of others write them, by our own hand: each is read, with the names that it
 * asks for, or it is said on which line it cannot be.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { namesIn } from '#sending/content/liquid/names.ts'
import { PartFault } from '#sending/content/liquid/render.ts'
import { readWritten } from '#sending/content/liquid/written.ts'

const page = (body: string): string =>
  `<!DOCTYPE html>\n<html>\n<head><style>p { color: #333 }</style></head>\n<body>\n${body}\n</body>\n</html>`

/** The names that a letter asks for, in order. */
const taken: readonly (readonly [about: string, html: string, names: string])[] = [
  ['nothing but words', '<p>Olá</p>', ''],
  ['a fragment without a page', 'Olá <b>mundo</b>', ''],
  ['a whole page', page('<p>Oi</p>'), ''],
  ['our own names', page('<p>{{ contact.first_name }}</p>'), 'contact.first_name'],
  [
    'names in capitals, as an export has them',
    '<p>{{ contact.FIRSTNAME }}</p>',
    'contact.FIRSTNAME',
  ],
  ['a fallback', '{{ contact.first_name | default: "cliente" }}', 'contact.first_name'],
  ['single quotes', "{{ contact.first_name | default: 'cliente' }}", 'contact.first_name'],
  ['no blanks', '{{contact.first_name}}', 'contact.first_name'],
  ['a property', '<p>{{ contact.properties.city }}</p>', 'contact.properties.city'],
  ['a way out', '<a href="{{ unsubscribe_url }}">sair</a>', ''],
  ['a way out of the link of another', '<a href="{{ unsubscribe }}">sair</a>', 'unsubscribe'],
  ['a mirror', '<a href="{{ mirror }}">ver</a>', 'mirror'],
  ['a shop', '{{ shop.name }} <a href="{{ shop.url }}">loja</a>', 'shop.name shop.url'],
  ['an order', '{% for line in items %}<li>{{ line.title }}</li>{% endfor %}', 'items'],
  ['a choice', '{% if vip %}Oi{% else %}Olá{% endif %}', 'vip'],
  ['an address with a campaign', '<a href="https://a.test/?utm_source=x&amp;e={{ e }}">a</a>', 'e'],
  [
    'tables in tables',
    '<table><tr><td><table><tr><td>{{ a }}</td></tr></table></td></tr></table>',
    'a',
  ],
  [
    'comments for Outlook',
    '<!--[if mso]><table><tr><td><![endif]-->{{ a }}<!--[if mso]></td></tr></table><![endif]-->',
    'a',
  ],
  ['entities', '<p>&nbsp;&copy; 2026 &ndash; Loja</p>', ''],
  ['braces of styles', '<style>@media (max-width: 600px) { .a { color: red } }</style>', ''],
]

/** The line, and what is said of it. */
const refused: readonly (readonly [about: string, html: string, line: number, why: RegExp])[] = [
  ['merge tags', page('<p>Oi</p>\n<p>*|FNAME|*</p>'), 6, /\{\{ contact\.first_name \}\}/],
  ['a merge tag of a list', page('<p>*|LIST:ADDRESS|*</p>'), 5, /project\.postal_address/],
  ['a merge tag for leaving', '<p>Oi</p>\n\n<a href="*|UNSUB|*">sair</a>', 3, /unsubscribe_url/],
  ['a merge tag of their own', '<p>*|MMERGE7|*</p>', 1, /contact\.properties\.mmerge7/],
  ['fields of Go', page('<p>{{ .Subscriber.Name }}</p>'), 5, /contact\.first_name/],
  ['attributes of Go', '<p>\n{{ .Subscriber.Attribs.city }}</p>', 2, /contact\.properties\.city/],
  ['calls of Go', '<p>Oi</p>\n<a href="{{ UnsubscribeURL . }}">sair</a>', 2, /unsubscribe_url/],
  ['a block of Go', '<p>\n{{ if eq .A "b" }}x{{ end }}</p>', 2, /./],
  ['a filter of theirs', '<p>\n{{ a | titlecase }}</p>', 2, /titlecase/],
  ['a helper of Handlebars', '<p>Oi</p>\n{{#if a}}x{{/if}}', 2, /./],
  ['three braces', '<p>\n{{{ a }}}</p>', 2, /./],
  ['a partial', '\n{% include "footer" %}', 2, /include/],
  ['a date by signs', '\n\n<p>{{ d | date: "%d/%m/%Y" }}</p>', 3, /short, medium/],
  ['a condition that is not closed', '<p>\n{% if a %}</p>', 2, /./],
  ['a value that is not closed', '<p>\n\n{{ a </p>', 3, /./],
  ['an attribute without quotes', '<p>\n<a href={{ a }}>x</a></p>', 2, /./],
  ['a value in a script', '<script>\nvar a = "{{ a }}"</script>', 2, /./],
]

const read = (html: string) => readWritten({ subject: '', preheader: null, html, text: null })

describe('letters that were written for other tools', () => {
  for (const [about, html, names] of taken) {
    test(`are taken: ${about}`, () => {
      const found = namesIn(read(html).html!).map(one => one.path.join('.'))
      assert.equal(found.join(' '), names)
    })
  }
  for (const [about, html, line, why] of refused) {
    test(`say on which line they are not: ${about}`, () => {
      assert.throws(
        () => read(html),
        (error: unknown) => {
          assert.ok(error instanceof PartFault, String(error))
          const { spot, text } = error.fault
          assert.equal(spot.line, line, text.en)
          assert.match(text.en, why)
          assert.notEqual(text.en, text.pt)
          return true
        },
      )
    })
  }
})
