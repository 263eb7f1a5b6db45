/** What a template says to whom: languages, values, layouts, preheaders, and what is said of it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PersonRow } from '#marketing/contacts/people/contact.ts'
import { changedDraft } from '#marketing/templates/draft.ts'
import { findingsOf } from '#marketing/templates/findings.ts'
import { lettersOf, readLetters } from '#marketing/templates/letters.ts'
import type { Compiling } from '#marketing/templates/mjml.ts'
import { versionOf } from '#marketing/templates/named.ts'
import type { Draft, Template, Variant } from '#marketing/templates/template.ts'
import { chooseLanguage, contactValues, readVariables } from '#marketing/templates/values.ts'
import { readWritten } from '#sending/content/liquid/written.ts'

const draftOf = (
  variants: Readonly<Record<string, Variant>>,
  more: Partial<Draft> = {},
): Draft => ({
  default_language: 'pt',
  variables: [],
  variants,
  layout_id: null,
  ...more,
})

/** One that holds a layout with a version. */
const withLayout = (html: Readonly<Record<string, string>>): Sql =>
  ({
    query: async (text: string) =>
      text.includes('template_versions')
        ? [
            {
              letters: Object.fromEntries(
                Object.entries(html).map(([tag, one]) => [tag, { html: one }]),
              ),
            },
          ]
        : [{ kind: 'layout', published_version: 1 }],
  }) as unknown as Sql

const lettersFor = (draft: Draft, sql: Sql = withLayout({})) =>
  lettersOf({ sql, world: {} as Compiling, owner: { projectId: 'p' as Uuid, mode: 'test' } }, draft)

describe('the language of a letter', () => {
  it('is that which was asked for, its base, or the one at home', () => {
    for (const [wanted, chosen] of [
      ['pt-BR', 'pt-BR'],
      ['PT-br', 'pt-BR'],
      ['pt-PT', 'pt'],
      ['en', 'es'],
      [null, 'es'],
    ] as const) {
      assert.equal(chooseLanguage(['pt', 'pt-BR', 'es'], wanted, 'es'), chosen)
    }
    assert.equal(chooseLanguage(['pt'], 'en', 'es'), null)
  })

  it('is at home in the first that is written, until another is named', () => {
    const empty = draftOf({}, { default_language: 'en' })
    const first = changedDraft(empty, { variants: { 'pt-br': { subject: 'Oi' } } })
    assert.deepEqual([first.default_language, Object.keys(first.variants)], ['pt-BR', ['pt-BR']])
    assert.equal(changedDraft(first, { variants: { en: {} } }).default_language, 'pt-BR')
    assert.equal(changedDraft(first, { default_language: 'en' }).default_language, 'en')
  })
})

describe('the values of a letter', () => {
  it('are those of the person, with fallbacks for properties that they lack', () => {
    const person = { email: 'ana@here.test', properties: { city: 'Recife', secret: 1 } }
    const fallbacks = new Map<string, unknown>([
      ['city', 'Olinda'],
      ['club', 'nenhum'],
      ['bought', null],
    ])
    const { properties } = contactValues(person as unknown as PersonRow, fallbacks)
    assert.deepEqual(properties, { city: 'Recife', club: 'nenhum' })
  })

  it('are refused by name where they are none, missing, or of another type', () => {
    const declared = [
      { key: 'total', type: 'number', required: true },
      { key: 'name', type: 'string', fallback: 'você' },
    ] as const
    const read = (given: object) => readVariables(declared, given as Record<string, unknown>, 'v')
    assert.deepEqual(read({ total: 1, name: null }), { total: 1, name: 'você' })
    for (const [given, code, param] of [
      [{}, 'missing_field', 'v.total'],
      [{ total: 'one' }, 'invalid_field', 'v.total'],
      [{ total: 1, other: 2 }, 'invalid_field', 'v.other'],
      [{ total: 1, contact: [] }, 'invalid_field', 'v.contact'],
    ] as const) {
      assert.throws(() => read(given), { code, param })
    }
  })
})

describe('a letter in its layout', () => {
  it('stands in that of its language, with what a page says alone', async () => {
    const page = '<html><head><style>p{}</style></head><body class="a"><p>Oi</p></body></html>'
    const draft = draftOf({ pt: { html: page }, en: { html: 'Hi' } }, { layout_id: 'l' as Uuid })
    const sql = withLayout({ pt: '<body>[{{ content }}]</body>', en: '({{content}})' })
    const letters = await lettersFor(draft, sql)
    assert.equal(letters.pt!.html, '<body>[<style>p{}</style><p>Oi</p>]</body>')
    assert.equal(letters.en!.html, '(Hi)')
  })

  it('hides its preheader at its beginning, as words', async () => {
    const html = '<body>Oi</body>'
    const { pt } = await lettersFor(
      draftOf({ pt: { html, preheader: '<b>{{ x | default: "<" }}' } }),
    )
    assert.match(
      pt!.html!,
      /^<body><div style="display:none[^>]*>&lt;b&gt;\{\{ x \| default: "<" \}\}<\/div>Oi</,
    )
  })
})

describe('what is said of a template', () => {
  const known = { properties: new Set(['city', 'club']), withFallback: new Set(['club']) }
  const findings = async (html: string, without: Readonly<Record<string, number>> = {}) => {
    const draft = draftOf(
      { pt: { subject: 'Oi', preheader: 'p', html } },
      { variables: [{ key: 'order', type: 'string' }] },
    )
    const sources = await lettersFor(draft)
    const letters = readLetters(sources, draft, readWritten)
    const countWithout = async (name: string) => without[name] ?? 0
    const found = await findingsOf({ draft, letters, sources, known, countWithout })
    return found.map(one => [one.code, one.level, one.count ?? null])
  }

  it('names what nobody declared, and who has no value for what is printed', async () => {
    for (const [html, without, expected] of [
      ['a {{ order }} {{ contact.email }} {{ project.name }}', {}, []],
      ['a {{ nobody }}', {}, [['variable_undeclared', 'error', null]]],
      ['a {{ contact.password }}', {}, [['variable_undeclared', 'error', null]]],
      ['a {{ contact.properties.none }}', {}, [['variable_undeclared', 'error', null]]],
      ['a {{ order.size }} {{ project.name.size }}', {}, []],
      ['a {{ order.total }}', {}, [['variable_undeclared', 'error', null]]],
      ['a {{ contact.first_name.short }}', {}, [['variable_undeclared', 'error', null]]],
      ['a {{ contact.first_name }}', { first_name: 0 }, []],
      ['a {{ contact.first_name }}', { first_name: 1 }, [['value_missing', 'warning', 1]]],
      ['a {{ contact.first_name | default: "x" }}', { first_name: 1 }, []],
      [
        'a {{ contact.first_name }} {{ contact.first_name | default: "x" }}',
        { first_name: 2 },
        [['value_missing', 'warning', 2]],
      ],
      ['a {{ contact.properties.club }}', { 'properties.club': 3 }, []],
      [
        'a {{ contact.properties.city }}',
        { 'properties.city': 3 },
        [['value_missing', 'warning', 3]],
      ],
    ] as const) {
      assert.deepEqual(await findings(html, without), expected, html)
    }
  })
})

describe('a version that is named', () => {
  it('is the one that was asked for, else the last that was published', async () => {
    const asked: unknown[] = []
    const sql = {
      query: async (_: string, values: readonly unknown[]) => {
        asked.push(values[2])
        return [{ version: values[2] }]
      },
    } as unknown as Sql
    const template = { id: 't', kind: 'email', published_version: 3 } as unknown as Template
    const find = (version: number | null, of: Template | null = template) =>
      versionOf(sql, { projectId: 'p' as Uuid, mode: 'test' }, of, {
        version,
        params: { template: 'id', version: 'version' },
      })
    assert.deepEqual([(await find(1)).version, (await find(null)).version], [1, 3])
    assert.deepEqual(asked, [1, 3])
    const draft = { ...template, published_version: null }
    for (const one of [null, draft, { ...template, kind: 'layout' as const }]) {
      await assert.rejects(find(null, one), { code: 'invalid_field', param: 'id' })
    }
  })
})
