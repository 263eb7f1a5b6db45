/** Workbooks of spreadsheet programs (XLSX), imported as the CSV of their first sheet. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importStage } from '../support/imports.ts'
import { workbook } from '../support/workbook.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The archive with another size of an entry in its directory (APPNOTE.TXT §4.3.12). */
function saying(archive: Buffer, name: string, bytes: number): Buffer {
  const at = archive.lastIndexOf(name)
  assert.equal(archive.readUInt32BE(at - 46), 0x504b0102)
  archive.writeUInt32LE(bytes, at - 46 + 24)
  return archive
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
      return [body.error.param, body.error.message]
    }
    const bomb = workbook([['email']], { 'xl/media/bomb.xml': new Uint8Array(1_000) })
    const [param, message] = await why(saying(bomb, 'xl/media/bomb.xml', 151 * 1024 ** 2))
    assert.equal(param, 'file')
    assert.match(message, /20 MB/)
    const many = Array.from({ length: 1_001 }, (_, n) => [`xl/${n}.xml`, new Uint8Array(1)])
    assert.match((await why(workbook([['email']], Object.fromEntries(many))))[1], /20 MB/)
    const padding = new Uint8Array(21 * 1024 ** 2)
    for (let at = 0; at < padding.length; at += 4) padding[at] = (at * 2_654_435_761) >>> 24
    const large = Buffer.concat([workbook([['email']]), padding])
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

  it('that lies about what it unpacks to makes no more than it says', async t => {
    const { make, send } = await importStage(t)
    const file = workbook([['email'], ['ana@b.example']], {
      'xl/media/lie.xml': new Uint8Array(40 * 1024 ** 2),
    })
    const sent = await send(await make({ format: 'csv' }), saying(file, 'xl/media/lie.xml', 10))
    assert.ok([202, 400].includes(sent.status), JSON.stringify(sent.body))
    if (sent.status === 202) assert.deepEqual(sent.body.recognised.columns, ['email'])
  })
})
