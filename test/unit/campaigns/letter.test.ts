/** What stands in one person's letter of a campaign: their variant, language, values, hour and sender. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { emptyDefinition } from '#marketing/campaigns/definition/definition.ts'
import { lawful } from '#marketing/campaigns/preflight/legal.ts'
import {
  type Common,
  letterFor,
  preparedLetter,
  readLetters,
} from '#marketing/campaigns/sending/letter.ts'
import { eachField } from '#marketing/contacts/fields/contact-fields.ts'
import type { PersonRow } from '#marketing/contacts/people/contact.ts'

const sources = (html: string, subject = 'Oi') => ({ subject, preheader: null, html, text: null })
const kept = (letters: Readonly<Record<string, string>>) => ({
  default_language: 'pt',
  variables: [],
  letters: Object.fromEntries(
    Object.entries(letters).map(([language, html]) => [language, sources(html)]),
  ),
})

function common(letters: Readonly<Record<string, string>>, more: object = {}): Common {
  const definition = { ...emptyDefinition, from: 'Loja <oi@shop.test>', ...more }
  return {
    campaign: { id: 'c' as Uuid, definition, letters: null, progress: {} },
    read: readLetters(kept(letters)),
    variants: new Map([['B', readLetters(kept({ pt: 'o outro' }))]]),
    rules: { cap: [], quiet: null, reserve: 'auto' },
    fallbacks: new Map([['club', 'nenhum']]),
    values: { project: { name: 'Loja' } },
    topic: { pt: 'Novidades', en: 'News' },
    zone: 'UTC',
    preferencesUrl: ({ id }) => `https://p.test/${id}`,
    webViewUrl: id => `https://v.test/${id}`,
    hosts: new Map([['shop.test', 'bounce.shop.test']]),
    bases: new Map([['shop.test', '']]),
    makesText: true,
    contents: new Map(),
  }
}

const person: PersonRow = {
  id: 'ana' as Uuid,
  email: 'ana@here.test',
  ...eachField(() => null),
  properties: {},
}

function made(of: Common, more: Partial<PersonRow> = {}, variant: string | null = null) {
  return letterFor(of, { ...person, ...more }, { emailId: 'e' as Uuid, variant })
}

function htmlOf(...args: Parameters<typeof made>): string {
  const letter = made(...args)
  assert.ok('rendered' in letter, JSON.stringify(letter))
  return letter.rendered.html!
}

describe('the letter of a person', () => {
  it('is in their language, else in its base, else in that of the campaign', () => {
    const letters = common({ pt: 'pt {{ topic.name }}', en: 'en {{ topic.name }}' })
    for (const [language, expected] of [
      ['en', 'en News'],
      ['en-GB', 'en News'],
      ['pt-PT', 'pt Novidades'],
      ['fr', 'pt Novidades'],
      [null, 'pt Novidades'],
    ] as const) {
      assert.equal(htmlOf(letters, { language }), expected, String(language))
    }
  })

  it('is that of their variant, where it has letters of its own', () => {
    const letters = common({ pt: 'o primeiro' })
    assert.equal(htmlOf(letters, {}, 'A'), 'o primeiro')
    assert.equal(htmlOf(letters, {}, 'B'), 'o outro')
  })

  it('has the hour of the person, as it is judged and as it goes out', () => {
    const letters = common({ pt: '{{ "2026-03-01T02:30:00Z" | date: "time" }}' })
    assert.equal(htmlOf(letters), '02:30')
    const there = made(letters, { time_zone: 'America/Sao_Paulo' })
    assert.ok('rendered' in there)
    assert.deepEqual([there.rendered.html, there.merge.own.zone], ['23:30', 'America/Sao_Paulo'])
  })

  it('is none where it has a hole, unless the campaign wants it all the same', () => {
    const html = 'Oi {{ contact.first_name }}, {{ contact.properties.club }}'
    assert.deepEqual(made(common({ pt: html })), { reason: 'missing_value:contact.first_name' })
    assert.equal(htmlOf(common({ pt: html }, { on_missing: 'empty' })), 'Oi , nenhum')
  })

  it('keeps apart what is the same for all and what is theirs alone', () => {
    const html = '{{ project.name }} {{ contact.first_name }} {{ preferences_url }}'
    const letter = made(common({ pt: html }), { first_name: 'Ana', last_name: 'Lima' })
    assert.ok('merge' in letter)
    assert.deepEqual(letter.merge.values, { project: { name: 'Loja' } })
    assert.deepEqual(letter.merge.own.values, {
      contact: { first_name: 'Ana' },
      preferences_url: 'https://p.test/ana',
    })
  })

  it('comes from the sender of its variant', () => {
    const variants = [
      { key: 'A', weight: 1 },
      { key: 'B', weight: 1, from: 'Bia <bia@shop.test>' },
    ]
    const of = common({ pt: 'Oi' }, { ab: { variants }, tracking: { opens: false, clicks: true } })
    const tenant = { projectId: 'p', mode: 'live' } as unknown as Tenant
    const rendered = { subject: 'Oi', preheader: null, html: 'Oi', text: null, missing: [] }
    const from = (variant: string | null) => {
      const about = { to: person.email, rendered, variant, contactId: person.id, now: 0 }
      return preparedLetter(of, tenant, about)
    }
    const senders = [null, 'A', 'B'].map(variant => from(variant).from.email)
    assert.deepEqual(senders, ['oi@shop.test', 'oi@shop.test', 'bia@shop.test'])
    assert.deepEqual(from('B').content.untracked, ['opens'])
    assert.equal(from('B').letter?.variant, 'B')
  })
})

describe('the footer that the law wants', () => {
  it('is added where a letter has none, and a way to leave that some do not see is refused', () => {
    const leave = '<a href="{{ unsubscribe_url }}">sair</a>'
    for (const [html, levels] of [
      [leave, []],
      [`{% if a %}${leave}{% else %}${leave}{% endif %}`, []],
      [`{% if a %}${leave}{% endif %}`, ['error']],
      [`{% for a in b %}${leave}{% endfor %}`, ['error']],
      [`<!-- ${leave} -->`, ['error']],
      ['Oi', ['warning']],
    ] as const) {
      const about = { language: 'pt', body: 'html', address: 'Rua do Sol, 1' } as const
      const { findings } = lawful(sources(`${html} Rua do Sol, 1`), about)
      assert.deepEqual(
        findings.map(one => one.level),
        levels,
        html,
      )
    }
  })

  it('says the address as words, in html and in text', () => {
    const address = 'Rua <b>Sol</b> & Lua {{ x }}'
    const letter = { ...sources('<body><p>Oi</p></body>'), text: 'Oi' }
    const { sources: added } = lawful(letter, { language: 'pt', body: 'html', address })
    const of = readLetters({
      default_language: 'pt',
      variables: [],
      letters: { pt: added },
    })
    const made = letterFor({ ...common({}), read: of }, person, {
      emailId: 'e' as Uuid,
      variant: null,
    })
    assert.ok('rendered' in made)
    const { html, text } = made.rendered
    assert.match(
      html!,
      /<p>Oi<\/p><p style[^>]*>Rua &lt;b&gt;Sol&lt;\/b&gt; &amp; Lua \{\{ x \}\}<br><a/,
    )
    assert.match(html!, /<a href="\{\{unsubscribe_url\}\}">Cancelar inscrição<\/a><\/p><\/body>$/)
    assert.match(text!, /^Oi\n\nRua <b>Sol<\/b> & Lua \{\{ x \}\}\nCancelar inscrição: \{\{unsub/)
  })
})
