/** Templates that strangers write, with values that other strangers send. */
import assert from 'node:assert/strict'
import { LiquidFault } from '#sending/content/liquid/ast.ts'
import { maxChars } from '#sending/content/liquid/filters.ts'
import { PartFault, type ReadLetter, renderLetter } from '#sending/content/liquid/render.ts'
import { readWritten } from '#sending/content/liquid/written.ts'
import type { Target } from './target.ts'

/** What comes behind it is the value. */
const mark = '\u001e'
const locale = { language: 'pt', timeZone: 'America/Recife' }

function readOf(source: string): ReadLetter | null {
  try {
    return readWritten({ subject: source, preheader: source, html: source, text: source })
  } catch (error) {
    assert.ok(error instanceof PartFault, String(error))
    const { line, column } = error.fault.spot
    assert.ok(line >= 1 && column >= 1, 'a fault has a place')
    assert.ok(error.fault.text.en !== '' && error.fault.text.pt !== '')
    return null
  }
}

function renderedOf(letter: ReadLetter, value: string) {
  const list = Array.from({ length: 12 }, () => value)
  const values = { a: value, b: { c: value }, n: 3, list }
  try {
    return renderLetter(letter, values, locale)
  } catch (error) {
    assert.ok(error instanceof PartFault, String(error))
    assert.ok(error.fault instanceof LiquidFault)
    return null
  }
}

function checkLetter(input: Buffer): void {
  const [source = '', value = ''] = input.toString('utf8').split(mark)
  const letter = readOf(source)
  if (letter === null) return
  const made = renderedOf(letter, value)
  if (made === null) return
  for (const part of [made.subject, made.preheader, made.html, made.text]) {
    assert.ok((part ?? '').length <= maxChars, 'no letter is longer')
    if (/native code|\[object/.test(input.toString('utf8'))) continue
    assert.doesNotMatch(part ?? '', /native code|\[object/, 'nothing but values is reached')
  }
  assert.doesNotMatch(made.subject, /[\r\n]/, 'no line ends in a header')
  // Without tags that look at a value, all values leave the same marks of html.
  if (source.includes('{%')) return
  const plain = renderedOf(letter, 'x')
  if (plain === null) return
  assert.deepEqual(marksOf(made.html), marksOf(plain.html), 'a value stays in its place')
}

/** Whatever opens or closes a tag, a comment or a value of an attribute. */
const marksOf = (html: string | null): string => (html ?? '').replace(/[^<>"']/g, '')

const harms = [
  '"><script>alert(1)</script>',
  "' onmouseover='x()",
  'javascript:alert(1)',
  'a\r\nBcc: x@evil.test',
  '{{ b.c }}{% for x in list %}',
  '--><img src=x>',
]
const sources = [
  'Oi {{ a }}',
  '<p title="{{ a }}">{{ b.c | default: "x" }}</p>',
  '<a href="{{ a }}">x</a><a href=\'https://a.test/{{ a }}?q={{ a }}\'>y</a>',
  '<style>p { color: {{ a }} }</style><!-- {{ a }} -->',
  '{% for x in list %}{{ x | upcase | truncate: 9 }}{% endfor %}',
  '{% if a contains "b" %}{{ a }}{% else %}{{ n | date: "long" }}{% endif %}',
  '{% assign y = list | join: a %}{{ y | split: "," | last }}',
  '{% case n %}{% when 3 %}{{ a | replace: "x", a }}{% endcase %}',
  '{% raw %}{{ a }}{% endraw %}{% comment %}{{ a }}{% endcomment %}',
]

export const liquidTargets: readonly Target[] = [
  {
    name: 'liquid',
    about: 'templates and their values (src/sending/content/liquid)',
    seeds: sources.map((source, n) => `${source}${mark}${harms[n % harms.length]!}`),
    words: [
      ...harms,
      '{{ a }}',
      '{{ a.constructor }}',
      '{{ b["__proto__"] }}',
      '{% for x in list %}',
      '{% endfor %}',
      '{% if a %}',
      '{% endif %}',
      '| size',
      '| replace: a, a',
      '| append: a',
      '| date: "full"',
      '{% render "a" %}',
      '{% layout "/etc/passwd" %}',
      '(1..9)',
      'href="',
      '<!--',
      mark,
    ],
    maxBytes: 4_096,
    check: checkLetter,
  },
]
