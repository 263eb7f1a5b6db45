/** Workbooks of spreadsheet programs (XLSX), imported as the CSV of their first sheet. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importStage } from '../support/imports.ts'
import { until } from '../support/until.ts'
import { sheetPath, workbook, workbookOf } from '../support/workbook.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The archive with another size of an entry in its directory (APPNOTE.TXT §4.3.12). */
function saying(archive: Buffer, name: string, bytes: number): Buffer {
  const at = archive.lastIndexOf(name)
  assert.equal(archive.readUInt32BE(at - 46), 0x504b0102)
  archive.writeUInt32LE(bytes, at - 46 + 24)
  return archive
}

/** Bytes that cannot be packed much. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) bytes[at] = Math.imul(at, 2_654_435_761) >>> 24
  return bytes
}

describe('a workbook', () => {
  it('is imported with its texts, numbers, days and answers', async t => {
    const { service, make, send, post, ends, contact } = await importStage(t)
    const file = workbook([
      ['E-mail', 'Nome', 'Gasto', 'Nascimento', 'VIP', 'Telefone'],
      ['ana@b.example', 'Ana & <filhas>', 1.234, new Date('1990-12-31'), true, 5511999998888],
      ['bia@b.example', 'Bia\nLima', 1234.5, new Date('1988-02-29'), false, 5511999997777],
      ['não é endereço', null, 3, null, null, null],
    ])
    const id = await make({ format: 'csv' })
    const sent = await send(id, file, { 'content-type': xlsx })
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    const { recognised } = sent.body
    assert.deepEqual([recognised.encoding, recognised.delimiter], ['utf-8', ','])
    assert.equal(recognised.mapping['E-mail'], 'email')
    assert.deepEqual(
      Object.values(recognised.proposed).map((one: unknown) => (one as { type: string }).type),
      ['number', 'date', 'boolean', 'string'],
    )
    const types = { gasto: 'number', nascimento: 'date', vip: 'boolean', telefone: 'string' }
    const mapping = {
      'E-mail': 'email',
      Nome: 'first_name',
      ...Object.fromEntries(
        ['Gasto', 'Nascimento', 'VIP', 'Telefone'].map(one => [
          one,
          `properties.${one.toLowerCase()}`,
        ]),
      ),
    }
    const started = await post(`/v1/imports/${id}/start`, { mapping, create_properties: types })
    assert.equal(started.status, 202, JSON.stringify(started.body))
    const { counts } = await ends(id)
    assert.deepEqual([counts.created, counts.invalid], [2, 1])
    const ana = (await contact('ana@b.example')).body
    assert.deepEqual(
      [ana.first_name, ana.properties],
      [
        'Ana & <filhas>',
        { gasto: 1.234, nascimento: '1990-12-31', vip: true, telefone: '5511999998888' },
      ],
    )
    const bia = (await contact('bia@b.example')).body
    assert.deepEqual(
      [bia.first_name, bia.properties.gasto, bia.properties.vip],
      ['Bia Lima', 1234.5, false],
    )
    const { data } = (await service.call('GET', `/v1/imports/${id}/errors`)).body
    assert.equal(data[0].line, 4, 'the row of the sheet')
  })

  it('is refused where it would unpack to too much, says too little, or is none', async t => {
    const { make, send, service } = await importStage(t)
    const why = async (file: Buffer, format = 'csv') => {
      const { status, body } = await send(await make({ format }), file)
      assert.deepEqual([status, body.error?.code], [400, 'invalid_field'])
      return [body.error.param, body.error.message] as const
    }
    const bomb = workbook([['email']], { 'xl/media/bomb.xml': new Uint8Array(1_000) })
    const [param, message] = await why(saying(bomb, 'xl/media/bomb.xml', 151 * 1024 ** 2))
    assert.equal(param, 'file')
    assert.match(message, /20 MB/)
    const many = Array.from({ length: 1_001 }, (_, n) => [`xl/${n}.xml`, new Uint8Array(1)])
    assert.match((await why(workbook([['email']], Object.fromEntries(many))))[1], /20 MB/)
    const large = Buffer.concat([workbook([['email']]), noise(21 * 1024 ** 2)])
    assert.match((await why(large))[1], /20 MB/)
    assert.match((await why(workbook([])))[1], /vazia/)
    assert.match((await why(workbook([['email']]).subarray(0, 300)))[1], /legível/)
    assert.match((await why(Buffer.from('d0cf11e0a1b11ae1', 'hex')))[1], /senha/)
    assert.match((await why(workbook([['email']]), 'ndjson'))[1], /format csv/)
    // The import waits for a file as before, and takes one.
    const id = await make({ format: 'csv' })
    await send(id, workbook([]))
    assert.equal((await service.call('GET', `/v1/imports/${id}`)).body.status, 'awaiting_file')
    assert.equal((await send(id, workbook([['email'], ['ana@b.example']]))).status, 202)
  })

  it('is refused where its places ask for more memory than there is', async t => {
    const { make, send } = await importStage(t)
    const cell = (place: string) => `<row r="1"><c r="${place}"><v>1</v></c></row>`
    const why = async (rows: string) =>
      (await send(await make({ format: 'csv' }), workbookOf(rows))).body
    for (const rows of [cell('ZZZZZZ1'), cell('XFE1'), cell('A1048577'), '<row r="99999999"/>']) {
      assert.match((await why(rows)).error.message, /legível/, rows)
    }
    const wide = `${cell('A1')}<row r="400"><c r="XFD400"><v>1</v></c></row>`
    assert.match((await why(wide)).error.message, /5 milhões/)
    assert.equal((await why(cell('C1'))).status, 'recognised')
  })

  it('is refused where its CSV would be larger than what it unpacks to may be', async t => {
    const { make, send } = await importStage(t)
    const text = new TextEncoder()
    const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`
    const rows = Array.from(
      { length: 5_000 },
      (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>0</v></c></row>`,
    ).join('')
    const file = workbook([], {
      'xl/_rels/workbook.xml.rels': text.encode(
        `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
      ),
      'xl/sharedStrings.xml': text.encode(`<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`),
      [sheetPath]: text.encode(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    })
    const id = await make({ format: 'csv' })
    const { status, body } = await send(id, file)
    assert.deepEqual([status, body.error?.param], [400, 'file'])
    assert.match(body.error.message, /150 MB/)
  })

  it('that lies about what its sheet unpacks to is cut there, and refused', async t => {
    const { make, send } = await importStage(t)
    const file = workbook([['email'], ['ana@b.example']])
    const { status, body } = await send(await make({ format: 'csv' }), saying(file, sheetPath, 100))
    assert.deepEqual([status, body.error?.param], [400, 'file'])
    assert.match(body.error.message, /legível/)
  })

  it('is read as UTF-8 and by its own delimiter, whatever is said later', async t => {
    const { make, send, post } = await importStage(t)
    const id = await make({ format: 'csv', encoding: 'windows-1252' })
    const sent = await send(
      id,
      workbook([
        ['email', 'Nome'],
        ['ana@b.example', 'João'],
      ]),
    )
    assert.deepEqual(
      [sent.body.recognised.encoding, sent.body.recognised.workbook],
      ['utf-8', true],
    )
    for (const [param, told] of Object.entries({ encoding: 'windows-1252', delimiter: ';' })) {
      for (const act of ['recognise', 'start']) {
        const { status, body } = await post(`/v1/imports/${id}/${act}`, { [param]: told })
        assert.deepEqual([status, body.error?.param], [400, param], act)
        assert.match(body.error.message, /was a workbook/)
      }
    }
    const again = await post(`/v1/imports/${id}/recognise`, { encoding: 'utf-8', header: false })
    assert.equal(again.status, 200, JSON.stringify(again.body))
    const { sample, header, workbook: isWorkbook } = again.body.recognised
    assert.deepEqual([header, isWorkbook], [false, true])
    assert.ok(sample.some((row: object) => Object.values(row).includes('João')))
  })

  it('has the columns of its sheet, whatever its cells hold', async t => {
    const { make, send, post } = await importStage(t)
    const columns = ['E-mail; de contato', 'Rua; número; bairro']
    const id = await make({ format: 'csv' })
    const sent = await send(id, workbook([columns, ['ana@b.example', 'A; 1; Centro; SP']]))
    assert.deepEqual(sent.body.recognised.columns, columns)
    const again = await post(`/v1/imports/${id}/recognise`, { header: true })
    assert.deepEqual(again.body.recognised.columns, columns)
  })

  it('waits outside while another of the project is in hand', async t => {
    const { service, make, send } = await importStage(t)
    const file = workbook([['email'], ['ana@b.example']], { 'xl/a.bin': noise(100_000) })
    const [first, second] = [await make({ format: 'csv' }), await make({ format: 'csv' })]
    const rest = Promise.withResolvers<void>()
    const key = await service.key('live', 'admin')
    async function* slowly() {
      yield new Uint8Array(file.subarray(0, 50_000))
      await rest.promise
      yield new Uint8Array(file.subarray(50_000))
    }
    const sending = fetch(`http://127.0.0.1:${service.port}/v1/imports/${first}/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': xlsx },
      body: ReadableStream.from(slowly()),
      duplex: 'half',
    } as RequestInit)
    // Only the first holds one: the others are refused from when it has begun.
    await until(async () => {
      const { body } = await service.call('GET', `/v1/imports/${first}`)
      return body.status === 'receiving' ? true : undefined
    }, 'the first to be received')
    const refused = await until(async () => {
      const sent = await send(await make({ format: 'csv' }), file)
      return sent.status === 503 ? sent : undefined
    }, 'another to be refused')
    assert.equal(refused.body.error.code, 'service_unavailable')
    assert.equal(refused.headers.get('retry-after'), '10')
    rest.resolve()
    assert.equal((await sending).status, 202)
    assert.equal((await send(second, file)).status, 202)
  })
})
