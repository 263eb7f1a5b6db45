import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inShort, readFile, recogniseFile } from '../../support/import-rows.ts'

const people = (text: string, reading = {}) =>
  readFile(text, reading).then(({ rows }) => inShort(rows))
const person = (line: number, email: string, name: string) => [line, email, name, null, {}]
const wrong = (line: number) => [line, 'invalid_field', null]

describe('a line that is broken', () => {
  it('costs nobody but its own person, and says so', async () => {
    const file = 'email,first_name\nb@x.test,"Bia\nc@x.test,"Caio"\nd@x.test,Davi\n'
    assert.deepEqual(await people(file), [
      wrong(2),
      person(3, 'c@x.test', 'Caio'),
      person(4, 'd@x.test', 'Davi'),
    ])
    // Where the quote of another person closes the cell rightly, it still swallows nobody.
    const even = 'email,first_name\nb@x.test,"Bia\nc@x.test,Caio\nd@x.test,Davi"\ne@x.test,Eva\n'
    assert.deepEqual(
      (await people(even)).map(([line, of]) => [line, of]),
      [
        [2, 'invalid_field'],
        [3, 'c@x.test'],
        [4, 'd@x.test'],
        [5, 'e@x.test'],
      ],
    )
  })

  it('is taken as it stands, with a note, where nothing closes its quote', async () => {
    const below = Array.from({ length: 3_000 }, (_, n) => `p${n}@x.test,P\n`).join('')
    const { rows } = await readFile(`email,first_name\nb@x.test,"Bia\n${below}`)
    assert.equal(rows.length, 3_001)
    const [first, second] = rows
    assert.deepEqual(inShort([first!, second!]), [
      person(2, 'b@x.test', '"Bia'),
      person(3, 'p0@x.test', 'P'),
    ])
    const notes = rows.map(one => ('notes' in one ? one.notes.length : -1))
    assert.deepEqual([notes[0], Math.max(...notes.slice(1)), Math.min(...notes)], [1, 0, 0])
  })

  it('is no cell of several lines, which is taken whole', async () => {
    const file =
      'email,first_name,note\r\na@x.test,Ana,"Rua A\r\nCasa 2, fundos\r\n"\r\nb@x.test,Bia,"say ""hi""\n\nx" \r\n'
    assert.deepEqual(await people(file), [
      person(2, 'a@x.test', 'Ana'),
      person(5, 'b@x.test', 'Bia'),
    ])
  })

  it('counts once, however long it is', async () => {
    for (const size of [300_000, 600_000, 1_000_000]) {
      const lines = `"${`${'y'.repeat(90)}\n""`.repeat(size / 90)}"`
      const cells = ['x'.repeat(size), `"${'x'.repeat(size)}"`, lines]
      for (const cell of cells) {
        const file = `email,first_name\na@x.test,${cell}\nb@x.test,Bia\n`
        const found = await people(file)
        const line = 3 + (cell.match(/\n/g)?.length ?? 0)
        assert.deepEqual(found, [wrong(2), person(line, 'b@x.test', 'Bia')], `${size} ${cell[1]}`)
      }
    }
  })

  it('with other cells than the header is judged', async () => {
    const file =
      'email,first_name,city\na@x.test,Lima, Ana,Recife\nb@x.test,Bia\nc@x.test,Caio,,,\n'
    const { rows } = await readFile(file, { mapping: { email: 'email', first_name: 'first_name' } })
    assert.deepEqual(inShort(rows), [
      wrong(2),
      person(3, 'b@x.test', 'Bia'),
      person(4, 'c@x.test', 'Caio'),
    ])
    const notes = rows.map(one => ('notes' in one ? one.notes.length : null))
    assert.deepEqual(notes, [null, 1, 0])
  })

  it('is none where a spreadsheet has filled its table up', async () => {
    const file = 'email;first_name;x\na@x.test;Ana;\n;;\n;;\n"";"";""\n ; ;\n\n'
    assert.deepEqual(await people(file), [person(2, 'a@x.test', 'Ana')])
  })

  it('holds NUL, or bytes of another encoding, and stops nobody else', async () => {
    assert.deepEqual(await people('email,first_name\na@x.test,A\0na\nb@x.test,Bia\n'), [
      wrong(2),
      person(3, 'b@x.test', 'Bia'),
    ])
    const names = ['João', 'Zoë', 'Áña'].map((name, n) => `p${n}@x.test,${name}\n`).join('')
    const bad = Buffer.concat([Buffer.from('email,first_name\nc@x.test,Jos'), Buffer.from([0xe9])])
    const file = Buffer.concat([bad, Buffer.from(`\n${names}`)])
    const { recognised, rows } = await readFile(file)
    assert.equal(recognised.encoding, 'utf-8')
    assert.deepEqual(inShort(rows), [
      wrong(2),
      person(3, 'p0@x.test', 'João'),
      person(4, 'p1@x.test', 'Zoë'),
      person(5, 'p2@x.test', 'Áña'),
    ])
    assert.deepEqual(recognised.difficult?.[0], { line: 2, why: 'encoding' })
    const latin = Buffer.from('email,first_name\na@x.test,José\nb@x.test,Zoë\n', 'latin1')
    assert.deepEqual((await readFile(latin)).recognised.encoding, 'windows-1252')
  })
})

describe('lines of JSON', () => {
  const read = (lines: readonly string[]) => readFile(lines.join('\n'), { format: 'ndjson' })

  it('that nobody could keep are bad lines, and are not shown', async () => {
    const deep = `{"email":"d@x.test","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    const { recognised, rows } = await read([
      '{"email":"a@x.test","first_name":"A\\u0000"}',
      '{"email":"b@x.test","x\\u0000":1}',
      '{"email":"c@x.test","first_name":"\\ud800"}',
      '{"email":"c@x.test","\\ud800":"x"}',
      deep,
      '{"email":"e@x.test","__proto__":{"a":1}}',
      '{"email":"f@x.test","constructor":"x","toString":"y","first_name":"Fé"}',
    ])
    assert.deepEqual(recognised.columns, ['email', 'constructor', 'toString', 'first_name'])
    assert.deepEqual(
      inShort(rows).map(([line, what]) => [line, what]),
      [1, 2, 3, 4, 5, 6]
        .map(line => [line, 'invalid_field'] as unknown[])
        .concat([[7, 'f@x.test']]),
    )
    assert.deepEqual(inShort(rows)[6], [7, 'f@x.test', 'Fé', null, {}])
  })

  it('say what they are where they are none', async () => {
    const why = async (file: string, format: 'csv' | 'ndjson') =>
      recogniseFile(file, { format }).then(
        () => '',
        error => `${error.param}: ${error.text.en}`,
      )
    assert.match(
      await why('[{"email":"a@x.test"},{"email":"b@x.test"}]', 'ndjson'),
      /file: .*array/,
    )
    assert.match(await why('email,name\na@x.test,Ana\n', 'ndjson'), /file: None of the first/)
    assert.match(await why('{"email":"a@x.test"}\n{"email":"b@x.test"}\n', 'csv'), /NDJSON/)
    assert.match(await why(' \n', 'csv'), /empty/)
  })
})

describe('a header that is somebody’s attack', () => {
  it('is refused at once, whatever it is made of', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 199 }, (_, n) => [`p${n}`, 'string' as const]),
    )
    const members = (n: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`a${n}_${i}`, i])))
    const files: [string, 'csv' | 'ndjson'][] = [
      [`${'a,'.repeat(127_000)}\na@x.test`, 'csv'],
      [','.repeat(250_000), 'csv'],
      [`${'"a",'.repeat(60_000)}\na@x.test`, 'csv'],
      [Array.from({ length: 20 }, (_, n) => members(n)).join('\n'), 'ndjson'],
    ]
    for (const [file, format] of files) {
      const before = process.threadCpuUsage()
      await assert.rejects(recogniseFile(file, { format, properties }), { code: 'invalid_field' })
      const { user, system } = process.threadCpuUsage(before)
      const ms = (user + system) / 1_000
      assert.ok(ms < 2_000, `${file.slice(0, 20)} took ${ms} ms`)
    }
  })
})
