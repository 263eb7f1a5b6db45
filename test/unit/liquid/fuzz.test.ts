/** Liquid made of pieces at random, with values that mean harm: what must hold whatever they are. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { maxChars } from '#sending/content/liquid/filters.ts'
import { PartFault, readLetter, renderLetter } from '#sending/content/liquid/render.ts'
import { mergedLetter, readMerged } from '#sending/content/merged.ts'

const pieces = [
  'Oi ',
  '{{ a }}',
  '{{ a | upcase | truncate: 9 }}',
  '{{ b.c | default: a }}',
  '{{ a.constructor.name }}{{ a["__proto__"] }}{{ list.constructor }}',
  '{{ list | join: a | replace: a, a }}',
  '{{ n | times: 1e308 | date: a }}',
  '{% assign a = a | append: a %}',
  '{% for x in list %}',
  '{% for y in list %}{{ y }}{{ forloop.index }}',
  '{% endfor %}',
  '{% if a contains b.c %}',
  '{% else %}',
  '{% endif %}',
  '{% raw %}{{ a }}{% endraw %}',
  '{% comment %}{{ a }}{% endcomment %}',
  '{% include "a" %}',
  '{% render "/etc/passwd" %}',
  '{{',
  '}}',
  '%}',
  '<p title="{{ a }}">',
  '<a href="{{ a }}">x</a>',
  "<a href='https://a.test/{{ a }}?q={{ b.c }}'>y</a>",
  '<!-- {{ a }} -->',
  '<!--><a href="{{ a }}">z</a>',
  '<style>p { color: {{ a }} }</style>',
  '<a href={{ a }}>',
  '<',
]
const harm = [
  '"><script>alert(1)</script>',
  "' onmouseover='x()",
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'a\r\nBcc: x@evil.test',
  '{{ b.c }}{% for x in list %}',
  '--><img src=x>',
  '</style><script>',
  '\uFDD0https://evil.test\uFDD1\uFDD2',
  '&#34;><b>',
]
const source = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map(all => all.join(''))
const value = fc.oneof(fc.constantFrom(...harm), fc.string({ maxLength: 40 }))
const values = fc.record({
  a: value,
  b: fc.record({ c: value }),
  n: fc.double(),
  list: fc.array(value, { maxLength: 300 }),
})
const locale = { language: 'pt', timeZone: 'America/Recife' }
const runs = { numRuns: 2_000, seed: 21 }

/** What a browser would take for tags, in order. */
const tags = (html: string): string[] =>
  html.replace(/<!---?>|<!--[\s\S]*?-->/g, '').match(/<\/?[a-z][a-z]*/gi) ?? []

function tried(text: string) {
  try {
    return readLetter({ subject: text, preheader: null, html: text, text })
  } catch (error) {
    assert.ok(error instanceof PartFault, String(error))
    return null
  }
}

describe('Liquid at random', () => {
  test('ends soon and small, reaches nothing but values, and never leaves its place', () => {
    fc.assert(
      fc.property(source, values, (text, given) => {
        const letter = tried(text)
        if (letter === null) return
        const before = process.threadCpuUsage()
        let made: ReturnType<typeof renderLetter>
        let plain: ReturnType<typeof renderLetter>
        try {
          made = renderLetter(letter, given, locale)
          plain = renderLetter(
            letter,
            { ...given, a: 'x', b: { c: 'x' }, list: given.list.map(() => 'x') },
            locale,
          )
        } catch (error) {
          assert.ok(error instanceof PartFault, String(error))
          return
        }
        const { user } = process.threadCpuUsage(before)
        assert.ok(user < 1_000_000, `${user} µs of ${text}`)
        for (const part of [made.html, made.text, made.subject]) {
          assert.ok((part ?? '').length <= maxChars)
          assert.doesNotMatch(part ?? '', /function|\[object|native code/)
        }
        assert.doesNotMatch(made.subject, /[\r\n]/)
        assert.doesNotMatch(made.html ?? '', /href=["']\s*javascript:/i)
        // Where no condition looks at a value, the same tags stand in the same order.
        if (!/contains/.test(text)) assert.deepEqual(tags(made.html ?? ''), tags(plain.html ?? ''))
      }),
      runs,
    )
  })

  test('gives the same letter whether it is watched or not, and a value marks nothing', async () => {
    await fc.assert(
      fc.asyncProperty(source, values, async (text, given) => {
        if (tried(text) === null) return
        const merging = { language: 'pt', values: {}, base: '', makesText: false }
        const merged = await readMerged({ html: text }, merging)
        const own = { values: given, zone: locale.timeZone }
        let unwatched: string | null
        try {
          unwatched = mergedLetter(merged, own, null).html
        } catch {
          return
        }
        const expected = renderLetter(tried(text)!, given, locale).html
        assert.equal(unwatched, expected)
        const followed: string[] = []
        const links = { all: (urls: readonly string[]) => urls, image: () => '', unsubscribe: '' }
        const targetOf = (href: string): null => {
          followed.push(href)
          return null
        }
        const { html } = mergedLetter(merged, own, { links, targetOf })
        assert.equal(html?.replaceAll('{{unsubscribe_url}}', ''), expected)
        assert.ok(followed.length <= (expected?.match(/<a\b/gi) ?? []).length)
      }),
      { ...runs, numRuns: 300 },
    )
  })
})
