/**
 * Liquid's own cases (golden-liquid), as far as templates may use what is in them, where the corpus lies
 * beside the project: it is nobody's to copy. Where we mean to differ, a reason says so.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { PartFault, renderLetter } from '#sending/content/liquid/render.ts'
import { readWritten } from '#sending/content/liquid/written.ts'

const corpus = new URL('../../../../shared/corpora/liquid/golden.json', import.meta.url)

interface Golden {
  readonly name: string
  readonly template: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly result?: string
  readonly results?: readonly string[]
  readonly invalid?: boolean
}

/** What is meant to be otherwise, by its reason. */
const meant: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'What a filter cannot read has no value, and a letter with a hole is not sent.',
    [
      'blank and empty, blank coerces to zero',
      'blank and empty, empty coerces to zero',
      'filters, divided by, not a string, int or float',
      'filters, divided by, undefined left value',
      'filters, minus, not a string, int or float',
      'filters, minus, undefined left value',
      'filters, plus, not a string, int or float',
      'filters, plus, undefined left value',
      'filters, round, undefined left value',
      'filters, times, undefined left value',
    ],
  ],
  [
    'An argument without a value leaves a hole as well.',
    [
      'filters, date, undefined argument',
      'filters, join, undefined argument',
      'filters, minus, undefined argument',
      'filters, plus, undefined argument',
      'filters, replace, undefined first argument',
      'filters, times, undefined argument',
      'filters, truncate, undefined second argument',
      'filters, truncatewords, undefined second argument',
    ],
  ],
  [
    'Sums are decimal: values come as JSON, which has one kind of number.',
    [
      'filters, default, 0.0 is not falsy',
      'filters, divided by, integer division',
      'filters, divided by, integer value and float arg',
      'filters, divided by, issue',
      'filters, divided by, render',
      'filters, divided by, zero divided by float',
      'filters, minus, integer value and float arg',
      'filters, plus, integer value and float arg',
    ],
  ],
  [
    'The members of an object have no order, and none of them is its text.',
    [
      'special, first of an object',
      'filters, default, not empty object',
      'filters, first, first of a hash',
      'filters, last, array of things',
      'filters, replace, left value is an object',
      'tags, for, simple hash loop',
    ],
  ],
  ['A loop goes over a list.', ['tags, for, loop over a string variable']],
  [
    'Every value is escaped for its place, so that to escape it changes nothing.',
    ['filters, escape, make HTML-safe'],
  ],
  [
    'A blank is %20, which is right in paths, too.',
    ['filters, url encode, some special URL characters'],
  ],
  [
    'One branch of a case is taken.',
    [
      'tags, case, evaluate multiple matching blocks',
      'tags, case, falsy when before and truthy when after multiple else blocks',
      'tags, case, mix or and comma separated when expression',
      'tags, case, multiple else blocks',
      'tags, case, truthy when before and after else',
    ],
  ],
  [
    'White space stays as it is written: in html it means nothing.',
    [
      'whitespace control, suppress whitespace only case blocks',
      'whitespace control, suppress whitespace only if blocks',
      'whitespace control, suppress whitespace only unless blocks',
      'tags, if, blocks that contain only whitespace and comments are not rendered',
      'tags, if, blocks that contain only whitespace are not rendered',
      'tags, unless, blocks that contain only whitespace are not rendered',
    ],
  ],
  [
    'Taken by the parser, and harmless.',
    [
      'identifiers, leading hyphen',
      'identifiers, leading hyphen in for loop target',
      'identifiers, trailing question mark assign',
      'tags, case, unexpected when token, strict2',
      'tags, if, not is not a valid operator',
    ],
  ],
  [
    'A text of digits is compared with a number as a number, which is what people mean.',
    ['tags, if, string greater than int'],
  ],
])

type Came =
  | { readonly kind: 'refused' }
  | { readonly kind: 'made'; readonly text: string; readonly hasHole: boolean }

function cameOf({ template, data = {} }: Golden): Came {
  try {
    const letter = readWritten({ subject: '', preheader: null, html: null, text: template })
    const made = renderLetter(letter, data, { language: 'en', timeZone: 'UTC' })
    return { kind: 'made', text: made.text ?? '', hasHole: made.missing.length > 0 }
  } catch (error) {
    assert.ok(error instanceof PartFault, String(error))
    assert.ok(error.fault.spot.line >= 1 && error.fault.spot.column >= 1)
    return { kind: 'refused' }
  }
}

describe('the cases of Liquid itself', { skip: !existsSync(corpus) }, () => {
  test('come out as there, but for what is meant otherwise', () => {
    const { tests } = JSON.parse(readFileSync(corpus, 'utf8')) as { tests: readonly Golden[] }
    const expected = new Set([...meant.values()].flat())
    const differing = tests.flatMap(one => {
      const came = cameOf(one)
      // What is not in our part of the language is refused with line and column.
      if (came.kind === 'refused') return []
      const right = one.results ?? [one.result]
      // What fails there when it is run makes no letter here.
      const isSame = one.invalid === true ? came.hasHole : right.includes(came.text)
      return isSame ? [] : [one.name]
    })
    assert.deepEqual(
      differing.filter(name => !expected.has(name)),
      [],
    )
    assert.deepEqual(
      [...expected].filter(name => !differing.includes(name)),
      [],
      'no longer differs',
    )
  })
})
