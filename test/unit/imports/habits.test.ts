import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csv } from '#kernel/base/csv.ts'
import type { PropertyType } from '#marketing/contacts/fields/property.ts'
import { cellOf } from '#marketing/contacts/people/export.ts'
import type { Mapping } from '#marketing/imports/habits.ts'
import { standingByLeaving, standingByStaying } from '#marketing/imports/status.ts'
import type { ToldFile } from '#marketing/imports/store.ts'
import { createChance } from '../../../sim/world/random.ts'
import { inShort, readFile, recogniseFile } from '../../support/import-rows.ts'

interface Column {
  readonly told?: ToldFile
  readonly beside?: Readonly<Record<string, PropertyType>>
}

/** The values of a column as they are stored; `-` for who is taken without. */
async function valuesOf(
  type: PropertyType,
  cells: readonly string[],
  { told = {}, beside = {} }: Column = {},
): Promise<unknown[]> {
  const quoted = cells.map((cell, n) => `p${n}@x.test;"${cell.replaceAll('"', '""')}"\n`)
  const properties = { v: type, ...beside }
  const { rows } = await readFile(`email;v\n${quoted.join('')}`, { properties, told })
  return rows.map(one => {
    if ('error' in one) return 'refused'
    const value = one.fields.properties?.v
    return value === undefined && one.notes.length > 0 ? '-' : value
  })
}

const asks = (param: string) => (error: { param?: string }) => error.param === param

describe('numbers of a file', () => {
  it('are read as their column says, from wherever in it', async () => {
    const american = ['1,234', '12,500', '1,234,567', '7']
    assert.deepEqual(await valuesOf('number', american), [1234, 12500, 1234567, 7])
    assert.deepEqual(await valuesOf('number', ['1.234', '1.234,5']), [1234, 1234.5])
    assert.deepEqual(await valuesOf('number', ['1,234', '2,5']), [1.234, 2.5])
    assert.deepEqual(await valuesOf('number', ['1.234', '0.5']), [1.234, 0.5])
    const far = [...Array.from({ length: 1_500 }, () => '1,234'), '1,234,567']
    assert.equal((await valuesOf('number', far))[0], 1234)
  })

  it('are asked for where nothing says it, and read as somebody says', async () => {
    await assert.rejects(valuesOf('number', ['1,234', '12,500']), asks('decimal_mark'))
    await assert.rejects(valuesOf('number', ['10.000']), asks('decimal_mark'))
    await assert.rejects(valuesOf('number', ['1,5', '1.5']), asks('decimal_mark'))
    const told = (mark: ',' | '.') => ({ told: { decimal_mark: mark } })
    assert.deepEqual(await valuesOf('number', ['1,234'], told('.')), [1234])
    assert.deepEqual(await valuesOf('number', ['1,234'], told(',')), [1.234])
    assert.deepEqual(await valuesOf('number', ['1,5', '1.5'], told(',')), [1.5, '-'])
  })

  it('are asked for where the other columns disagree', async () => {
    const file = 'email;a;b;c\np@x.test;1.234;7,5;1.5\n'
    const numbers = { a: 'number', b: 'number', c: 'number' } as const
    await assert.rejects(readFile(file, { properties: numbers }), asks('decimal_mark'))
  })

  it('are read as the other columns of numbers are written', async () => {
    const file = 'email;a;b\np@x.test;1.234;7,5\n'
    const { rows } = await readFile(file, { properties: { a: 'number', b: 'number' } })
    assert.deepEqual(inShort(rows)[0]![4], { a: 1234, b: 7.5 })
    const other = readFile(file, { properties: { a: 'number', b: 'string' } })
    await assert.rejects(other, asks('decimal_mark'))
  })

  it('cost the person nothing where they are none', async () => {
    const cells = ['US$ 5', '(10,50)', '10%', '−5', 'R$ 3,50', '1 234,50', '1,23,4', "'-8"]
    assert.deepEqual(await valuesOf('number', cells), ['-', '-', '-', -5, 3.5, 1234.5, '-', -8])
  })
})

describe('days of a file', () => {
  it('are read as their column says', async () => {
    const american = ['03/04/1990', '12/31/1990', '31/12/1990']
    await assert.rejects(valuesOf('date', american), asks('date_order'))
    assert.deepEqual(await valuesOf('date', american.slice(0, 2)), ['1990-03-04', '1990-12-31'])
    assert.deepEqual(await valuesOf('date', ['03/04/1990', '31/12/1990']), [
      '1990-04-03',
      '1990-12-31',
    ])
    await assert.rejects(valuesOf('date', ['03/04/1990', '']), asks('date_order'))
    const told = { told: { date_order: 'mdy' as const } }
    assert.deepEqual(await valuesOf('date', ['03/04/1990'], told), ['1990-03-04'])
  })

  it('have many spellings, and cost the person nothing', async () => {
    const cells = {
      '1990-12-31 10:20:00': '1990-12-31',
      '1990/12/31': '1990-12-31',
      '31/12/90': '1990-12-31',
      '31/12/19': '2019-12-31',
      '31.12.1990': '1990-12-31',
      '05/05/1990': '1990-05-05',
      '2024-01-02 9:00:00.000+00': '2024-01-02T09:00:00.000Z',
      '2024-01-02T10:00:00-0300': '2024-01-02T13:00:00.000Z',
      '31/12/1990 23:59': '1990-12-31',
      '30/02/1990': '-',
      'in May': '-',
      '0000-00-00': '-',
    }
    assert.deepEqual(await valuesOf('date', Object.keys(cells)), Object.values(cells))
  })
})

describe('other values of a file', () => {
  it('are yes and no in many words', async () => {
    const cells = {
      t: true,
      f: false,
      off: false,
      on: true,
      'na\u0303o': false,
      Não: false,
      SIM: true,
    }
    assert.deepEqual(await valuesOf('boolean', Object.keys(cells)), Object.values(cells))
    assert.deepEqual(await valuesOf('boolean', ['perhaps']), ['-'])
  })

  it('are lists in brackets, in quotes, or with signs between', async () => {
    const cells = ['["vip","recife"]', '"vip","a, b"', 'a; b|c,d', '[a']
    const lists = [['vip', 'recife'], ['vip', 'a, b'], ['a', 'b', 'c', 'd'], ['[a']]
    assert.deepEqual(await valuesOf('list', cells), lists)
  })

  it('are addresses of pages, with or without the scheme', async () => {
    const cells = ['www.loja.test/p', 'https://loja.test', 'loja', 'javascript:x']
    const urls = ['https://www.loja.test/p', 'https://loja.test', '-', '-']
    assert.deepEqual(await valuesOf('url', cells), urls)
  })

  it('of fields that nobody needs cost the person nothing', async () => {
    const file = `email;language;time_zone;first_name;site
a@x.test;pt_BR;America/Sao_paulo;Ana;www.x.test
b@x.test;Português;(GMT-03:00) Brasília;${'B'.repeat(900)};x
c@x.test;en-us.UTF-8;utc;Caio;
d@x.test;Klingon?;;Davi;
`
    const { rows } = await readFile(file, { properties: { site: 'url' } })
    const found = rows.map(one =>
      'error' in one
        ? one.error.param
        : [
            one.fields.language ?? null,
            one.fields.timeZone ?? null,
            one.fields.firstName?.slice(0, 5) ?? null,
            one.notes.map(note => note.param),
          ],
    )
    assert.deepEqual(found, [
      ['pt-BR', 'America/Sao_Paulo', 'Ana', []],
      ['pt', null, null, ['time_zone', 'first_name', 'properties.site']],
      ['en-US', 'UTC', 'Caio', []],
      [null, null, 'Davi', ['language']],
    ])
  })

  it('that a spreadsheet has shortened are kept, with a note', async () => {
    const file = 'email;phone\na@x.test;5,51199E+12\n'
    const { rows } = await readFile(file, { properties: { phone: 'string' } })
    const [one] = rows
    assert.ok(one && 'notes' in one)
    assert.deepEqual(
      [one.fields.properties, one.notes.map(note => note.param)],
      [{ phone: '5,51199E+12' }, ['properties.phone']],
    )
  })

  it('say who has left only in words that say it', () => {
    const left = [
      'sim',
      'TRUE',
      'unsubscribed',
      'Descadastrado',
      'cleaned',
      '2024-05-06 07:08:09',
      'Bounced',
    ]
    for (const word of left) assert.equal(standingByLeaving(word), 'left', word)
    for (const word of ['', 'não', 'Active', 'f', '0000-00-00 00:00:00']) {
      assert.equal(standingByLeaving(word), 'stays', word)
    }
    for (const word of ['lista 3', 'active 1', 'May', '1 2', '12', 'perhaps']) {
      assert.equal(standingByLeaving(word), null, word)
    }
    assert.deepEqual(['false', 'no', 'Unsubscribed'].map(standingByStaying), [
      'left',
      'left',
      'left',
    ])
    assert.deepEqual(['true', 'sim', ''].map(standingByStaying), ['stays', 'stays', 'stays'])
    assert.deepEqual(['Unconfirmed', 'NEVER_SUBSCRIBED'].map(standingByLeaving), ['never', 'never'])
  })
})

describe('a table', () => {
  const form = async (file: string, told: ToldFile = {}) => {
    const { delimiter, columns, header, mapping } = await recogniseFile(file, { told })
    return [delimiter, columns, header, mapping[columns[0]!]]
  }

  it('is parted by what its rows agree in', async () => {
    const columns = ['E-mail', 'Cidade, UF, País']
    const file = 'E-mail;Cidade, UF, País\na@x.test;Recife, PE, Brasil\nb@x.test;Olinda\n'
    assert.deepEqual(await form(file), [';', columns, true, 'email'])
    assert.deepEqual(await form('email\na@x.test\n'), [',', ['email'], true, 'email'])
    const notes = 'email,note\na@x.test,a;b;c\nb@x.test,d;e;f\n'
    assert.deepEqual(await form(notes), [',', ['email', 'note'], true, 'email'])
    const told = 'email,note;x\na@x.test,b;c\n'
    assert.deepEqual((await form(told, { delimiter: ';' }))[0], ';')
  })

  it('begins behind sep= and its titles', async () => {
    const columns = ['email', 'nome']
    for (const above of [
      'sep=;\r\n',
      '\ufeffsep=;\n',
      '"sep=;"\n',
      'Clientes;\n;;\n',
      'Clientes de 2026\n\n',
    ]) {
      const file = `${above}email;nome\na@x.test;Ana\nb@x.test;Bia\n`
      assert.deepEqual(await form(file), [';', columns, true, 'email'], above)
    }
    const { rows } = await readFile('Clientes\n\nemail;nome\na@x.test;Ana\n')
    assert.deepEqual(inShort(rows), [[4, 'a@x.test', 'Ana', null, {}]])
  })

  it('may have no header: an address is no title', async () => {
    const file = 'a@x.test;Ana\nb@x.test;Bia\n'
    assert.deepEqual(await form(file), [';', ['column 1', 'column 2'], false, 'email'])
    const { rows } = await readFile(file)
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 2],
    )
    assert.deepEqual((await form('Ana;a@x.test\n', { header: true }))[1], ['Ana', 'a@x.test'])
  })

  it('has the address in a column of many names, or of none that is known', async () => {
    for (const title of ['E-mail 1 - Value', 'Correo', 'E-mail principal', 'Endereço', 'Wohin']) {
      const { mapping } = await recogniseFile(`nome;${title}\nAna;a@x.test\n`)
      assert.equal(mapping[title], 'email', title)
    }
  })

  it('has whole names under Name, which are parted', async () => {
    const { rows } = await readFile('Name,Email\nAna Paula de Souza,a@x.test\nBia Lima,b@x.test\n')
    assert.deepEqual(inShort(rows), [
      [2, 'a@x.test', 'Ana', 'Paula de Souza', {}],
      [3, 'b@x.test', 'Bia', 'Lima', {}],
    ])
    const parts = await recogniseFile('Name,Surname,Email\nAna Paula,Lima,a@x.test\n')
    assert.equal(parts.mapping.Name, 'first_name')
  })

  it('has names of columns that every object has', async () => {
    const file = 'email,__proto__,constructor,toString,hasOwnProperty\na@x.test,1,2,3,4\n'
    const { recognised, rows } = await readFile(file, { mapping: { email: 'email' } })
    assert.deepEqual(recognised.columns.slice(1, 3), ['column 2', 'constructor'])
    assert.deepEqual(inShort(rows), [[2, 'a@x.test', null, null, {}]])
  })

  it('shows twenty rows, the difficult ones among them', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => `p${n}@x.test;x;1\n`)
    rows[300] = 'p300@x.test;João;1\n'
    rows[301] = 'p301@x.test;x;1,234\n'
    rows[302] = 'p302@x.test;x;1;2\n'
    const { sample, difficult } = await recogniseFile(`email;nome;n\n${rows.join('')}`)
    assert.equal(sample.length, 20)
    assert.deepEqual(
      sample.slice(-3).map(row => row.email),
      ['p300@x.test', 'p301@x.test', 'p302@x.test'],
    )
    assert.deepEqual(difficult, [
      { line: 302, why: 'accents' },
      { line: 303, why: 'number' },
      { line: 304, why: 'width' },
    ])
  })
})

describe('columns that say who has left elsewhere', () => {
  const decide = (file: string, mapping?: Mapping) =>
    readFile(file, mapping === undefined ? {} : { mapping }).then(({ recognised, rows }) => [
      recognised.mapping,
      rows.map(one => ('error' in one ? one.error.param : one.leaves ? 'left' : one.consents)),
    ])

  it('are found by their title or by their words', async () => {
    const sendy =
      'Name,Email,Status\nA,a@x.test,Subscribed\nB,b@x.test,Unsubscribed\nC,c@x.test,Bounced\nD,d@x.test,Unconfirmed\n'
    const [mapping, found] = await decide(sendy)
    assert.deepEqual(
      [(mapping as Mapping).Status, found],
      ['unsubscribed', [true, 'left', 'left', false]],
    )
    const ghost =
      'email,name,subscribed_to_emails,complimentary_plan\na@x.test,A,true,false\nb@x.test,B,false,false\n'
    const [ghosts, ghostly] = await decide(ghost)
    assert.deepEqual(
      [(ghosts as Mapping).subscribed_to_emails, ghostly],
      ['subscribed', [true, 'left']],
    )
  })

  it('are asked about where a mapping says nothing of them', async () => {
    const file = 'email,estado\na@x.test,ok\nb@x.test,Descadastrado\nc@x.test,inscrito\n'
    await assert.rejects(decide(file, { email: 'email' }), asks('mapping.estado'))
    assert.deepEqual((await decide(file, { email: 'email', estado: null }))[1], [true, true, true])
  })
})

describe('what is exported', () => {
  it('is imported unchanged', async () => {
    const random = createChance('round trip')
    const pieces = [
      "'",
      '=',
      '+',
      '-',
      '@',
      '"',
      ';',
      ',',
      '|',
      '[',
      ']',
      '\n',
      ' ',
      'é',
      '1',
      '.234',
      'a',
    ]
    const text = (max = 8) =>
      Array.from({ length: 1 + random.integer(max) }, () => pieces[random.integer(pieces.length)])
        .join('')
        .trim()
    const properties = { t: 'string', n: 'number', b: 'boolean', d: 'date', l: 'list' } as const
    const people = Array.from({ length: 400 }, (_, n) => ({
      email: `${["'+", '+', '=', 'p'][n % 4]}${n}@x.test`,
      first: text(),
      values: {
        t: text(),
        n: [1.234, -12.5, 1234567.891, 1e21, n][n % 5]!,
        b: n % 2 === 0,
        d: n % 2 === 0 ? '1990-03-04' : '2026-01-02T03:04:05.678Z',
        l: [text(), text()].filter(one => one !== ''),
      },
    }))
    const keys = Object.keys(properties) as (keyof typeof properties)[]
    const head = [
      'email',
      'external_id',
      'first_name',
      'snoozed_until',
      'updated_at',
      ...keys.map(key => `properties.${key}`),
    ]
    const file = csv([
      head,
      ...people.map(one => [
        one.email,
        '',
        one.first,
        '',
        '',
        ...keys.map(key => cellOf(one.values[key])),
      ]),
    ])
    const { rows } = await readFile(file, { properties })
    assert.equal(rows.length, people.length)
    rows.forEach((row, n) => {
      assert.ok('fields' in row, JSON.stringify(row))
      const { email, first, values } = people[n]!
      const given = Object.fromEntries(
        Object.entries(values).filter(
          ([, one]) => one !== '' && !(Array.isArray(one) && one.length === 0),
        ),
      )
      assert.deepEqual(
        [row.fields.email, row.fields.firstName ?? '', row.fields.properties],
        [email, first, given],
      )
    })
  })
})
