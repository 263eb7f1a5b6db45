/** What filters read in values of people, and what they do with what they cannot read. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { namesIn } from '#sending/content/liquid/names.ts'
import { PartFault, readLetter, renderLetter } from '#sending/content/liquid/render.ts'
import { readWritten } from '#sending/content/liquid/written.ts'

const sources = { subject: '', preheader: null, html: null, text: null }

function made(source: string, values: object = {}, language = 'pt') {
  const letter = readLetter({ ...sources, text: source })
  const { text, missing } = renderLetter(letter, values as Record<string, unknown>, {
    language,
    timeZone: 'America/Sao_Paulo',
  })
  return { text: text?.replace(/[\u00a0\u202f]/g, ' '), missing }
}

/** The printed value of `v`, or what is missing. */
const shown = (filters: string, v: unknown, language = 'pt'): string => {
  const { text, missing } = made(`{{ v ${filters} }}`, { v }, language)
  return missing.length > 0 ? `missing ${missing.join()}` : (text ?? '')
}

const none = 'missing v'

describe('a number in a value', () => {
  for (const [value, filter, pt, en] of [
    ['99,90', '| currency: "BRL"', 'R$ 99,90', 'R$99.90'],
    ['R$ 99,90', '| currency: "BRL"', 'R$ 99,90', 'R$99.90'],
    ['US$ 5', '| currency: "BRL"', none, none],
    ['sob consulta', '| currency: "BRL"', none, none],
    ['', '| currency: "BRL"', none, none],
    [true, '| number', none, none],
    ['10,5', '| number: 2', '10,50', '10.50'],
    ['1.234,5', '| number: 2', '1.234,50', '1,234.50'],
    ['1,234.5', '| number: 2', '1.234,50', '1,234.50'],
    ['1.234.567', '| number', '1.234.567', '1,234,567'],
    // A thousand, or a little more than one.
    ['1.234', '| number', none, '1.234'],
    ['1,234', '| number: 3', '1,234', '1,234.000'],
    ['19.90', '| times: 3', '59.7', '59.7'],
    [1.1, '| times: 3', '3.3', '3.3'],
    ['dois', '| plus: 1', none, none],
    [null, '| plus: 1', none, none],
    [7, '| divided_by: 0', none, none],
    ['x', '| round', none, none],
    [-2.5, '| round', '-3', '-3'],
    [1.005, '| number: 2', '1,01', '1.01'],
    [10, '| minus: 9.9', '0.1', '0.1'],
    ['três', '| plural: "item", "itens"', none, none],
    ['2', '| plural: "item", "itens"', 'itens', 'itens'],
    ['10.0.0.1', '| number', none, none],
    ['5,51199E+12', '| number', none, none],
  ] as const) {
    test(`is read, or there is none: ${value} ${filter}`, () => {
      assert.deepEqual([shown(filter, value), shown(filter, value, 'en')], [pt, en])
    })
  }

  test('is compared as one, also where it is a text', () => {
    for (const [value, expected] of [
      ['20', 'more'],
      ['9', 'less'],
      ['x', 'less'],
      [11, 'more'],
    ] as const) {
      const source = '{% if v > 10 %}more{% else %}less{% endif %}'
      assert.equal(made(source, { v: value }).text, expected)
    }
  })
})

describe('a date in a value', () => {
  for (const [value, language, expected] of [
    ['05/03/2026', 'pt', '5 de março de 2026'],
    ['31/12/2026', 'pt', '31 de dezembro de 2026'],
    ['12/31/2026', 'pt', none],
    ['05/03/2026', 'en', none],
    ['05/05/2026', 'en', 'May 5, 2026'],
    ['05/03/2026', 'en-US', 'May 3, 2026'],
    ['05/03/2026', 'en-GB', '5 March 2026'],
    ['2026/12/31', 'pt', '31 de dezembro de 2026'],
    ['2026-02-30', 'pt', none],
    ['2026', 'pt', none],
    ['amanhã', 'pt', none],
    ['2026-03-01T02:30:00Z', 'pt', '28 de fevereiro de 2026'],
    // By its own clock, whatever the zones of machine and reader.
    ['2026-03-01 23:30', 'pt', '1 de março de 2026'],
    [1_772_332_200_000, 'pt', '28 de fevereiro de 2026'],
    [2026, 'pt', none],
    ['now', 'pt', none],
  ] as const) {
    test(`is read, or there is none: ${value} in ${language}`, () => {
      assert.equal(shown('| date: "long"', value, language), expected)
    })
  }

  test('of a day has no time', () => {
    assert.equal(shown('| date: "time"', '2026-03-01'), none)
    assert.equal(shown('| date: "time"', '2026-03-01T12:00:00Z'), '09:00')
  })
})

describe('a value that is missing', () => {
  const person = { contact: { first_name: null, last_name: null, city: 'Recife' } }
  for (const [source, missing] of [
    ['{{ contact.first_name | default: contact.last_name }}', 'contact.last_name'],
    ['{{ contact.first_name | default: contact.last_name | default: "você" }}', ''],
    ['{{ contact.first_name | default: "" }}', ''],
    ['{{ contact.first_name | default: contact.city }}', ''],
    ['{{ "Oi " | append: contact.first_name }}', 'contact.first_name'],
    ['{{ "Oi " | append: contact.first_name | default: "Oi" }}', ''],
    [
      '{% assign n = contact.first_name | default: contact.last_name %}{{ n }}',
      'contact.last_name',
    ],
    ['{% assign n = "" %}{% if vip %}{% assign n = "!" %}{% endif %}{{ n }}', ''],
    ['{{ blank_text }}', 'blank_text'],
    ['{{ blank_text | default: "você" }}', ''],
    ['{{ one | plural: "", "s" }}', ''],
    ['{{ city | replace: "x", "" }}', 'city'],
  ] as const) {
    test(`is looked for in what comes out: ${source}`, () => {
      const values = { ...person, blank_text: ' \u200b ', one: 1, city: 'x' }
      assert.equal(made(source, values).missing.join(), missing)
    })
  }
})

describe('a text that is changed', () => {
  for (const [source, expected] of [
    ['{{ "JOÃO" | capitalize }}', 'João'],
    ['{{ "a,b," | split: "," | size }}', '2'],
    ['{{ "👨‍👩‍👧‍👦🇧🇷 x y" | truncate: 3, "" }}', '👨‍👩‍👧‍👦🇧🇷 '],
    ['{{ "🇧🇷🇵🇹🇦🇴" | truncate: 2, "…" }}', '🇧🇷…'],
    ['{{ "cafe\u0301s" | truncate: 4, "" }}', 'cafe\u0301'],
    ['{{ "abcdef" | truncate: 4 }}', 'a...'],
  ] as const) {
    test(source, () => assert.equal(made(source).text, expected))
  }
})

describe('a loop', () => {
  test('counts from its end, and knows the one around it', () => {
    const source =
      '{% for a in l %}{% for b in l %}{{ forloop.rindex }}{{ forloop.rindex0 }}{{ forloop.parentloop.rindex }} {% endfor %}{% endfor %}'
    assert.equal(made(source, { l: ['x', 'y'] }).text, '212 102 211 101 ')
  })
})

const faultOf = (source: string, part: 'html' | 'text' = 'text') => {
  try {
    readWritten({ ...sources, [part]: source })
  } catch (error) {
    assert.ok(error instanceof PartFault, String(error))
    return error.fault
  }
  throw new Error(`taken: ${source.slice(0, 80)}`)
}

describe('what can never have a value', () => {
  for (const source of [
    '\n{% for x in l %}{{ forloop.name }}{% endfor %}',
    '\n{% for x in l %}{{ forloop }}{% endfor %}',
    '\n{% for x in l %}{% if forloop.parentloop.first %}{% endif %}{% endfor %}',
    '\n{{ l.0 }}',
    '\n{{ "x" | plus: 1 }}',
    '\n{{ 7 | divided_by: 0 }}',
    '\n{{ "now" | date: "long" }}',
    '\n{{ a | upcase: 1 }}',
    '\n{{ a | append }}',
    '\n{% case a %}{% when %}x{% endcase %}',
    '\n{% for x in l offset: continue %}{% endfor %}',
  ]) {
    test(`is said with line and column: ${source.trim()}`, () => {
      assert.equal(faultOf(source).spot.line, 2)
    })
  }

  test('is not a name that a branch gives', () => {
    const { text } = readLetter({
      ...sources,
      text: '{% if a %}{% assign g = "x" %}{% else %}{% assign g = "y" %}{% endif %}{{ g }}',
    })
    assert.deepEqual(
      namesIn(text!).map(one => one.path.join('.')),
      ['a'],
    )
  })
})

describe('what is too long or too deep', () => {
  for (const [about, source] of [
    ['a condition', `{% if true${' and true'.repeat(5_000)} %}x{% endif %}`],
    ['a condition of or', `{% if v${' or v'.repeat(9_000)} %}x{% endif %}`],
    ['a comparison', `{% if v${' == v'.repeat(500)} %}x{% endif %}`],
    ['brackets', `{{ v${'[v'.repeat(4_100)}${']'.repeat(4_100)} }}`],
    ['ranges', `{{ ${'('.repeat(5_000)}1..2 }}`],
    ['tags', `${'{% if v %}'.repeat(4_000)}x${'{% endif %}'.repeat(4_000)}`],
    ['filters', `{{ v${' | upcase'.repeat(5_000)} }}`],
    ['not', `{% if ${'not '.repeat(5_000)}v %}x{% endif %}`],
  ] as const) {
    test(`is refused with line and column: ${about}`, () => {
      const { spot, text } = faultOf(`\n ${source}`)
      assert.equal(spot.line, 2, text.en)
      assert.doesNotMatch(text.en, /stack/i)
    })
  }

  test('is no value: lists in lists have no text at some depth', () => {
    let deep: unknown = 'x'
    for (let n = 0; n < 20_000; n += 1) deep = [deep]
    assert.deepEqual(made('{{ v }}{% if v == v %}{% endif %}', { v: deep }).missing, ['v'])
  })
})

describe('a value in html', () => {
  const html = (source: string, v: string) => {
    const letter = readLetter({ ...sources, html: source })
    return renderLetter(letter, { v }, { language: 'pt', timeZone: 'UTC' })
  }

  test('never chooses the host of a link', () => {
    for (const address of [
      'https://{{ v }}',
      'https://{{ v }}.shop.test/',
      'https://shop.test{{ v }}',
      'https://shop.test:{{ v }}/',
      'https://user@{{ v }}/',
      'https:{{ v }}',
      'https:/{{ v }}',
      'HTTPS&colon;//{{ v }}',
      'https:&#47;&#47;{{ v }}',
      'ht&Tab;tps://{{ v }}',
      '//{{ v }}',
      '\\\\{{ v }}',
    ]) {
      const source = `<p>\n<a href="${address}">x</a></p>`
      assert.equal(faultOf(source, 'html').spot.line, 2, address)
      // A letter of before has it as one name, or a hole.
      const { html: out, missing } = html(source, 'evil.test/')
      assert.doesNotMatch(out ?? '', /evil/)
      assert.deepEqual(missing, ['v'])
    }
    assert.match(html('<a href="/{{ v }}">x</a>', '/evil.test').html!, /href="\/evil\.test"/)
    assert.match(html('<a href="https://a.test/{{ v }}">x</a>', '//b').html!, /a\.test\/\/\/b"/)
  })

  test('is a link where it can be one, and else missing', () => {
    for (const [value, expected] of [
      ['www.loja.test/p', 'https://www.loja.test/p'],
      ['loja.com.br', 'https://loja.com.br'],
      ['https://loja.test/p?a=1&b=2', 'https://loja.test/p?a=1&amp;b=2'],
      ['mailto:a@b.test', 'mailto:a@b.test'],
      ['sob consulta', null],
      ['javascript:alert(1)', null],
      ['//evil.test', null],
      ['https//x.test', null],
      ['http://', null],
      ['foto.jpg', null],
    ] as const) {
      const { html: out, missing } = html('<a href="{{ v }}">x</a>', value)
      assert.equal(out, `<a href="${expected ?? ''}">x</a>`, value)
      assert.deepEqual(missing, expected === null ? ['v'] : [])
    }
  })

  test('stands in no animation, base or refresh', () => {
    for (const source of [
      '<svg><a><animate attributeName="href" values="{{ v }}"></a></svg>',
      '<svg><set attributeName="href" to="{{ v }}"/></svg>',
      '<base href="{{ v }}">',
      '<script src="{{ v }}"></script>',
      '<meta http-equiv="refresh" content="0;url={{ v }}">',
      '<{% comment %}{% endcomment %}a href={{ v }}>',
    ]) {
      faultOf(source, 'html')
    }
  })

  test('is judged by where comments end', () => {
    for (const comment of ['<!-- a --!>', '<!-->', '<!--->', '<!x a=">', '<?x ">', '</ x=">']) {
      assert.equal(
        html(`${comment}<a href="{{ v }}">`, 'javascript:alert(1)').html,
        `${comment}<a href="">`,
      )
    }
    faultOf('<!--[if mso]><a title="--><a href="{{ v }}">', 'html')
    const kept = '<!--[if mso]><td><![endif]--><!--[if !mso]><!--><p>{{ v }}</p><!--<![endif]-->'
    assert.match(html(kept, '<').html!, /<p>&lt;<\/p>/)
  })

  test('keeps a colour whole', () => {
    const { html: out } = html('<p style="color:{{ v }}">', 'rgb(1,2,3)')
    assert.equal(out, '<p style="color:rgb(1,2,3)">')
    assert.equal(
      html('<p style="color:{{ v }}">', 'url(https://x)').html,
      '<p style="color:urlhttpsx">',
    )
  })
})
