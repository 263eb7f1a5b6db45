/** The part of Liquid that templates may use: what it gives, and what it refuses. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LiquidFault } from '#sending/content/liquid/ast.ts'
import { createHeld } from '#sending/content/liquid/held.ts'
import { ownPartsOf } from '#sending/content/liquid/own-links.ts'
import { PartFault, readLetter, renderLetter } from '#sending/content/liquid/render.ts'

const pt = { language: 'pt-BR', timeZone: 'America/Sao_Paulo' }

function render(
  part: { html?: string; text?: string; subject?: string },
  values: Record<string, unknown> = {},
) {
  const sources = { subject: '', preheader: null, html: null, text: null, ...part }
  return renderLetter(readLetter(sources), values, pt)
}

const text = (source: string, values: Record<string, unknown> = {}): string | null =>
  render({ text: source }, values).text
const html = (source: string, values: Record<string, unknown> = {}): string | null =>
  render({ html: source }, values).html

function faultOf(source: string, part: 'html' | 'text' = 'text'): LiquidFault {
  try {
    readLetter({ subject: '', preheader: null, html: null, text: null, [part]: source })
  } catch (error) {
    assert.ok(error instanceof PartFault, String(error))
    assert.equal(error.part, part)
    return error.fault
  }
  throw new Error(`taken: ${source}`)
}

describe('Liquid', () => {
  test('prints values, with fallbacks in place', () => {
    const values = { contact: { first_name: 'Ana' }, none: null, list: ['a', 'b'] }
    for (const [source, expected] of [
      ['{{ contact.first_name }}', 'Ana'],
      ['{{ contact.last_name | default: "there" }}', 'there'],
      ['{{ none | default: "x" }}{{ "" | default: "y" }}', 'xy'],
      ['{{ list }} {{ list[0] }} {{ list.size }} {{ list.last }}', 'a, b a 2 b'],
      ['{{ contact["first_name"] }}{{ 1.5 }}{{ true }}{{ nil }}', 'Ana1.5true'],
      ['{% raw %}{{ x }}{% endraw %}{% comment %}no{% endcomment %}', '{{ x }}'],
      ['a {%- if true -%} b {%- endif -%} c', 'abc'],
    ] as const) {
      assert.equal(text(source, values), expected, source)
    }
  })

  test('has the filters of its list', () => {
    const values = { s: ' olá mundo ', n: 1234.5, d: '2026-03-01T02:30:00Z', l: ['b', 'c'] }
    for (const [source, expected] of [
      ['{{ s | strip | upcase }}', 'OLÁ MUNDO'],
      ['{{ s | strip | capitalize | append: "!" | prepend: "¡" }}', '¡Olá mundo!'],
      ['{{ "abcdef" | truncate: 4 }}|{{ "a b c" | truncatewords: 2 }}', 'a...|a b...'],
      ['{{ "a-b-c" | replace: "-", "+" | split: "+" | join: "/" }}', 'a/b/c'],
      ['{{ l | first }}{{ l | last }}{{ l | size }}{{ "é" | size }}', 'bc21'],
      ['{{ "a b&c" | url_encode }} {{ "DOWN" | downcase }}', 'a%20b%26c down'],
      ['{{ 7 | plus: 1 | times: 2 | minus: 6 | divided_by: 4 }}', '2.5'],
      ['{{ 2.556 | round: 2 }} {{ 1 | divided_by: 0 | default: "-" }}', '2.56 -'],
      ['{{ n | number: 2 }}', '1.234,50'],
      ['{{ 1 | plural: "item", "itens" }} {{ 3 | plural: "item", "itens" }}', 'item itens'],
      ['{{ d | date: "short" }} {{ d | date: "time" }}', '28/02/2026 23:30'],
      ['{{ "2026-03-01" | date: "weekday" }}', 'domingo'],
    ] as const) {
      assert.equal(text(source, values), expected, source)
    }
    assert.equal(text('{{ n | currency: "BRL" }}', values)?.replace(/\s/u, ' '), 'R$ 1.234,50')
  })

  test('chooses and repeats', () => {
    const values = { a: 'x', n: 3, items: [{ p: 1 }, { p: 2 }, { p: 3 }], none: [] }
    for (const [source, expected] of [
      ['{% if a == "x" and n > 2 %}A{% elsif a %}B{% else %}C{% endif %}', 'A'],
      ['{% unless a contains "x" %}A{% else %}B{% endunless %}', 'B'],
      ['{% if none == empty %}E{% endif %}{% if q == blank %}F{% endif %}', 'EF'],
      ['{% if "a" < 1 %}A{% else %}B{% endif %}{% if q != nil %}C{% endif %}', 'B'],
      ['{% case n %}{% when 1, 3 %}odd{% else %}even{% endcase %}', 'odd'],
      [
        '{% for i in items limit: 2 offset: 1 %}{{ forloop.index }}{{ i.p }} {% endfor %}',
        '12 23 ',
      ],
      [
        '{% for i in items reversed %}{{ i.p }}{% unless forloop.last %},{% endunless %}{% endfor %}',
        '3,2,1',
      ],
      ['{% for i in none %}x{% else %}none{% endfor %}', 'none'],
      ['{% assign b = a | upcase %}{{ b }}', 'X'],
    ] as const) {
      assert.equal(text(source, values), expected, source)
    }
  })

  test('says which values are missing, and only those', () => {
    const { missing } = render(
      {
        subject: '{{ a }}',
        html: '<p>{{ b | upcase }}{{ c | default: "" }}{% if d %}{{ d }}{% endif %}{{ e }}</p>',
        text: '{{ order.lines[0].name }}',
      },
      { e: 'here', order: { lines: [] } },
    )
    assert.deepEqual(missing, ['a', 'b', 'order.lines.0.name'])
    // What prints nothing is a hole, too.
    const empty = { a: '', b: null, c: [], d: 0, e: false }
    const holes = render({ text: '{{ a }}{{ b }}{{ c }}{{ d }}{{ e }}' }, empty)
    assert.deepEqual(holes.missing, ['a', 'b', 'c'])
  })

  test('escapes each value for where it stands', () => {
    const x = `"><script>alert('1')</script>`
    const values = {
      x,
      js: ' java\nscript:alert(1)',
      url: 'https://a.example/?q=1&b=2',
      q: 'a b&c',
      tail: 'script:alert(1)',
      colon: ':x',
      mail: 'a@b.example',
    }
    const encoded = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;'
    for (const [source, expected] of [
      ['<p title="{{ x }}">{{ x }}</p>', `<p title="${encoded}">${encoded}</p>`],
      ['<a href="{{ js }}">', '<a href="">'],
      ['<a href="{{ url }}">', '<a href="https://a.example/?q=1&amp;b=2">'],
      ['<a href="{{ nothing }}{{ js }}">', '<a href="">'],
      ['<a href="{% if true %}{{ js }}{% endif %}">', '<a href="">'],
      [
        '<a href="https://b.example/{{ q }}?x={{ q }}">',
        '<a href="https://b.example/a%20b&amp;c?x=a%20b%26c">',
      ],
      // A word before it, of which a value would make a scheme.
      ['<a href="java{{ tail }}">', '<a href="javascript%3Aalert(1)">'],
      ['<a href="{{ nothing }}java{{ tail }}">', '<a href="javascript%3Aalert(1)">'],
      ['<a href="java&Tab;{{ tail }}">', '<a href="java&Tab;script%3Aalert(1)">'],
      ['<a href="java{{ nothing }}script{{ colon }}">', '<a href="javascript%3Ax">'],
      ['<a href="mailto:{{ mail }}">', '<a href="mailto:a@b.example">'],
      ['<a href="page/{{ mail }}">', '<a href="page/a@b.example">'],
      ['<svg><a xlink:href="{{ js }}">', '<svg><a xlink:href="">'],
      ['<object data="{{ js }}">', '<object data="">'],
      ['<img src=\'{{ url }}\' alt="">', '<img src=\'https://a.example/?q=1&amp;b=2\' alt="">'],
      ['<p style="color: {{ x }}">', '<p style="color: scriptalert1script">'],
      [
        '<style>p { color: {{ x }} }</style>{{ x }}',
        `<style>p { color: scriptalert1script }</style>${encoded}`,
      ],
      [
        '<!--[if mso]><a href="{{ js }}"><![endif]-->{{ x }}',
        `<!--[if mso]><a href=""><![endif]-->${encoded}`,
      ],
      ['<!-- {{ x }} -->', `<!-- ${encoded} -->`],
      ['1 < 2 {{ x }}', `1 < 2 ${encoded}`],
    ] as const) {
      assert.equal(html(source, values), expected, source)
    }
    assert.equal(
      render({ subject: 'Oi {{ x }}' }, { x: 'a\r\nBcc: b@c.d' }).subject,
      'Oi a Bcc: b@c.d',
    )
    // Also such signs as no line ends with.
    assert.equal(render({ subject: '{{ x }}' }, { x: 'a\u0000b\u007fc' }).subject, 'a b c')
  })

  test('reaches own data only', () => {
    const values = { a: { b: 1 }, list: [1] }
    for (const source of [
      '{{ a.constructor }}',
      '{{ a.__proto__ }}',
      '{{ a["constructor"]["name"] }}',
      '{{ constructor }}',
      '{{ list.constructor }}',
      '{{ list.map }}',
      '{{ toString }}',
      '{{ a.b.toFixed }}',
    ]) {
      assert.equal(text(source, values), '', source)
    }
  })

  test('refuses what is not in it, with line and column', () => {
    for (const source of [
      '{% include "a" %}',
      '{% render "a" %}',
      '{% capture a %}{% endcapture %}',
      '{% increment a %}',
      '{% tablerow a in b %}{% endtablerow %}',
      '{% layout "a" %}',
      '{% cycle 1, 2 %}',
      '{% break %}',
      '{% for i in (1..3) %}{% endfor %}',
      '{{ (1..3) }}',
      '{{ a | map: "b" }}',
      '{{ "x".constructor }}',
      '{{ a | where: "b" }}',
      '{% if a | upcase %}{% endif %}',
      '{{ a ',
      '{% if %}',
      '{% if a %}',
      '{% nonsense %}',
      '{{ a | }}x{% endif %}',
      '{% for a in b %}{% for c in d %}{% for e in f %}{% endfor %}{% endfor %}{% endfor %}',
      '{% liquid\nassign a = 1 %}',
      '{% # x %}',
    ]) {
      faultOf(source)
    }
    const { spot, text: words } = faultOf('one\ntwo {{ a | nofilter }}')
    assert.deepEqual(spot, { line: 2, column: 5 })
    assert.deepEqual(words, {
      en: 'There is no filter "nofilter".',
      pt: 'Não existe o filtro "nofilter".',
    })
  })

  test('refuses values where they cannot be made safe', () => {
    for (const source of [
      '<p {{ x }}>',
      '<{{ x }}>',
      '<p class={{ x }}>',
      '<p onclick="{{ x }}">',
      '<iframe srcdoc="{{ x }}">',
      '<script>{{ x }}</script>',
      '<p {{ x }}="a">',
      '{% if a %}<p class="{% endif %}{{ x }}">',
      '<p {% if a %}title="{% endif %}>',
    ]) {
      faultOf(source, 'html')
    }
  })

  test('is no way to what its parser has been attacked by', () => {
    // Files: layouts, partials and blocks, by paths of any form.
    for (const name of ['/etc/passwd', '../../x', 'C:\\\\x', 'file:///etc/passwd', 'a\\0']) {
      for (const tag of ['layout', 'render', 'include', 'block']) faultOf(`{% ${tag} "${name}" %}`)
    }
    // Filters and tags that count less than they use, or that read what is not a value's own.
    for (const name of [
      'pop',
      'shift',
      'push',
      'concat',
      'sort_natural',
      'sort',
      'where_exp',
      'group_by',
      'find',
      'map',
      'sum',
      'replace_first',
      'replace_last',
      'strip_html',
      'date_to_xmlschema',
      'inspect',
      'json',
      'raw',
      'to_integer',
    ]) {
      faultOf(`{{ list | ${name}: "constructor" }}`)
    }
    for (const source of [
      '{% for i in (1000000000..1) %}{% endfor %}',
      '{% for i in (-1..list.size) %}{% endfor %}',
      '{% tablerow i in (1..99999999) %}{% endtablerow %}',
      '{% assign x = (1..99999999) %}',
      '{% capture x %}{{ x }}{% endcapture %}',
      '{% echo list | join %}',
      '{% inline_comment %}',
    ]) {
      faultOf(source)
    }
    const values = { a: 'x'.repeat(50), list: ['a'], o: { own: 'yes' } }
    for (const [source, expected] of [
      // Patterns of replacing are text.
      ['{{ "aXb" | replace: "X", "$&$&$`$1" }}', 'a$&$&$`$1b'],
      // No width pads a date.
      ['{{ "2026-03-01T00:00:00Z" | date: list[0] | size }}', '24'],
      ['{{ o["__proto__"]["own"] }}{{ o.__proto__.constructor }}{{ o["constructor"] }}', ''],
      ['{{ list["constructor"] }}{{ list["length"] }}{{ a["length"] }}{{ a.constructor }}', ''],
      ['{{ __proto__ }}{{ hasOwnProperty }}{{ constructor.constructor }}', ''],
      ['{% assign __proto__ = "p" %}{{ o.p }}{{ o.own }}', 'yes'],
      ['{% for constructor in list %}{{ constructor }}{% endfor %}{{ constructor }}', 'a'],
    ] as const) {
      const made = text(source, values)
      if (source.includes('size')) assert.ok(Number(made) < 40, made ?? '')
      else assert.equal(made, expected, source)
    }
    assert.equal(({} as { p?: unknown }).p, undefined)
  })

  test('is read soon, however much of it there is', () => {
    const begun = process.threadCpuUsage()
    for (const [source, isTaken] of [
      ['{{ v }}\n'.repeat(9_000), true],
      [`{% if v %}${'line\n'.repeat(100)}{% endif %}`.repeat(2_000), true],
      ['{{ v }}\n'.repeat(60_000), false],
      ['{%'.repeat(60_000), false],
    ] as const) {
      if (isTaken) text(source, { v: 1 })
      else assert.match(faultOf(source).text.en, /more than 10000 values/)
    }
    for (const source of [
      `lq${'h'.repeat(400_000)}`,
      '{{ '.repeat(200_000),
      '{{ a %}'.repeat(90_000),
    ]) {
      const held = createHeld(source)
      assert.equal(held.restore(held.holdLiquid(source)), source)
    }
    const { user } = process.threadCpuUsage(begun)
    assert.ok(user < 4_000_000, `${user} µs`)
  })

  test('is held whole, and put back as it was', () => {
    const source = 'a{{ b }}{{}}c{% d %}{{ e %} }} {%{{%}}} lqh0z {{ f'
    const held = createHeld(source)
    const given = held.holdLiquid(source)
    const liquid = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g
    assert.equal(given.replaceAll(/lqh\w{20}h\dz/g, '_'), source.replaceAll(liquid, '_'))
    assert.equal(held.restore(given), source)
    assert.equal(held.lost(source, given), null)
    assert.equal(held.lost(source, given.replace(/lqh\w{20}h2z/, '')), 13)
  })

  test('ends soon, whatever it is asked for', () => {
    const list = Array.from({ length: 1_000 }, (_, n) => `item ${n}`)
    const long = 'x'.repeat(100_000)
    const begun = process.threadCpuUsage()
    for (const source of [
      '{% for a in list %}{% for b in list %}{{ long }}{% endfor %}{% endfor %}',
      '{% for a in list %}{% for b in list %}{{ a | append: b | upcase | downcase | strip }}{% endfor %}{% endfor %}',
      '{{ long | replace: "x", long }}',
      `{% assign a = long %}${'{% assign a = a | append: a %}'.repeat(30)}{{ a }}`,
    ]) {
      assert.throws(() => text(source, { list, long }), PartFault, source)
    }
    assert.equal(
      text(
        '{% for a in list %}{{ forloop.length }}{% break %}{% endfor %}'.replace('{% break %}', ''),
        { list },
      )?.length,
      600,
    )
    assert.ok(process.threadCpuUsage(begun).user < 3_000_000)
    const twice = (body: string): string =>
      `{% for a in list %}{% for b in list %}${body}{% endfor %}{% endfor %}`
    for (const body of [
      '{{ "2026-03-01" | date: "long" }}',
      '{{ 1.5 | number: 2 }}{{ 1 | currency: "BRL" }}{{ 1 | plural: "a", "b" }}',
      '{{ long | size }}',
      '{{ long.size }}',
      '{{ long | first }}{{ long | last }}',
      '{{ long | truncate: 3 }}{{ long | truncatewords: 1 }}',
      '{% if long contains "z" %}{% endif %}',
      '{% if "z" contains list %}{% endif %}{% if list == blank %}{% endif %}',
      '{{ "a" | replace: long, "" }}',
    ]) {
      const source = twice(body)
      const before = process.threadCpuUsage()
      try {
        text(source, { list, long })
      } catch (error) {
        assert.ok(error instanceof PartFault, String(error))
      }
      const { user } = process.threadCpuUsage(before)
      assert.ok(user < 500_000, `${user} µs for ${body}`)
    }
  })
})

describe('links that are a person’s own', () => {
  const own: readonly (readonly [about: string, source: string])[] = [
    ['a link of ours with something before it', '{{ preferences_url | prepend: contact.email }}'],
    ['something else in its place', '{{ web_view_url | replace: web_view_url, contact.email }}'],
    ['part of it', '{{ preferences_url.size }}'],
    ['its name for something else', '{% assign web_view_url = a %}{{ web_view_url }}'],
    ['its name in a loop', '{% for web_view_url in a %}{{ web_view_url }}{% endfor %}'],
    [
      'its name given in a branch',
      '{% if a %}{% assign web_view_url = a %}{% endif %}{{ web_view_url }}',
    ],
  ]
  const part = (source: string, name: 'html' | 'text') =>
    readLetter({ subject: '', preheader: null, html: null, text: null, [name]: source })[name]!
  for (const [about, source] of own) {
    test(about, () => {
      const html = source.replace(/\{\{.*?\}\}/, '<a href="$&">a</a>')
      const read = { html: part(html, 'html'), text: part(source, 'text') }
      assert.deepEqual(ownPartsOf(read), { html: true, text: true })
    })
  }
})
