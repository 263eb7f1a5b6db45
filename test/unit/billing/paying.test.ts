/** How an owner pays where the operator collects, and what both have on paper. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { markPaid } from '#billing/acts.ts'
import { readSettings } from '#kernel/base/config.ts'
import { read, show } from '#kernel/base/ids.ts'
import { pixCode, readPix } from '#kernel/base/pix.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, day, openShop, type Shop } from './stage.ts'

const database = await testDatabase()
let shop: Shop
let boss: Customer
before(async () => {
  shop = await openShop(database, {
    MALOTE_BILLING_CONTACT: 'contas@malote.test',
    MALOTE_BILLING_ISSUER: 'Envios do Recife Ltda\\nCNPJ 11.222.333/0001-81\\nRua do Correio, 1',
    MALOTE_BILLING_PAYMENT: 'Banco 001\\nConta 56789-0',
    MALOTE_BILLING_PIX: '11.222.333/0001-81; Envios do Recife Ltda e Filhos; São Lourenço da Mata',
  })
  boss = await shop.customer()
  await changeOperator(shop.world.db, boss.accountId, true)
})
after(() => shop.api.close())

/** CRC-16/CCITT-FALSE by its table, as a bank would check it. */
function crcOf(text: string): string {
  const table = Array.from({ length: 256 }, (_, n) => {
    let value = n << 8
    for (let bit = 0; bit < 8; bit++) value = value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1
    return value & 0xffff
  })
  let crc = 0xffff
  for (const letter of text) {
    crc = ((crc << 8) & 0xffff) ^ table[((crc >> 8) ^ letter.charCodeAt(0)) & 0xff]!
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Fields of a code by their two digits, those inside them, too. */
function fieldsOf(code: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = 0; at < code.length; ) {
    const length = Number(code.slice(at + 2, at + 4))
    fields[code.slice(at, at + 2)] = code.slice(at + 4, at + 4 + length)
    at += 4 + length
  }
  return fields
}

describe('The code of Pix', () => {
  test('is checked as the example of the Banco Central is', () => {
    assert.equal(crcOf('123456789'), '29B1')
    const example =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304'
    assert.equal(crcOf(example), '1D3D')
  })

  test('names whom it pays, how much and for what', () => {
    const payee = readPix('Contas@Malote.test; Padaria São João; Recife')!
    const code = pixCode({ payee, cents: 9_905, reference: 'FATURA000007' })
    assert.equal(crcOf(code.slice(0, -4)), code.slice(-4))
    const fields = fieldsOf(code)
    assert.deepEqual(fieldsOf(fields['26']!), {
      '00': 'br.gov.bcb.pix',
      '01': 'contas@malote.test',
    })
    const { 53: currency, 54: amount, 58: country, 59: name, 60: city } = fields
    assert.deepEqual(
      [currency, amount, country, name, city],
      ['986', '99.05', 'BR', 'Padaria Sao Joao', 'Recife'],
    )
    assert.deepEqual(fieldsOf(fields['62']!), { '05': 'FATURA000007' })
  })

  test('takes each kind of key, and nothing else', () => {
    const keyOf = (typed: string) => readPix(`${typed}; Ana; Recife`)?.key ?? null
    assert.equal(keyOf('123.456.789-09'), '12345678909')
    assert.equal(keyOf('11.222.333/0001-81'), '11222333000181')
    assert.equal(keyOf('+5581999998888'), '+5581999998888')
    assert.equal(
      keyOf('123E4567-e12b-12d1-a456-426655440000'),
      '123e4567-e12b-12d1-a456-426655440000',
    )
    for (const bad of ['', '1234', 'ana', 'a@b c', `${'a'.repeat(80)}@x.test`, '+12']) {
      assert.equal(keyOf(bad), null, bad)
    }
    for (const bad of [
      '12345678909; Ana',
      '12345678909; ; Recife',
      '1;2;3;4',
      '12345678909;日;本',
    ]) {
      assert.equal(readPix(bad), null, bad)
      const env = { MALOTE_BILLING_PIX: bad }
      assert.throws(() => readSettings(env), /^BadSetting: .*MALOTE_BILLING_PIX/)
    }
  })
})

async function ordered(currency: 'BRL' | 'USD' = 'BRL') {
  const customer = await shop.customer()
  const { body, status, text } = await customer.post('/billing/checkout', { plan: 'pro', currency })
  assert.equal(status, 201, text)
  return { customer, invoiceId: body.invoice_id as string }
}

const pay = (typed: string) =>
  markPaid(shop.world, read('bil', typed)!, { reference: 'pix', memberId: null })

describe('An open invoice', () => {
  test('says how it is paid: Pix in reais, in the words of the operator always', async () => {
    const { customer, invoiceId } = await ordered()
    const paying = await customer.get(`/billing/invoices/${invoiceId}/payment`)
    const { number, amount, currency, contact, text, pix } = paying
    assert.deepEqual(
      [amount, currency, contact, text, pix.key, pix.name],
      [
        '99.00',
        'BRL',
        'contas@malote.test',
        'Banco 001\nConta 56789-0',
        '11222333000181',
        'Envios do Recife Ltda e F',
      ],
    )
    const fields = fieldsOf(pix.code)
    assert.deepEqual([fields['54'], fields['60']], ['99.00', 'Sao Lourenco da'])
    assert.deepEqual(fieldsOf(fields['62']!), { '05': `FATURA${number}` })
    const dollars = await ordered('USD')
    const inDollars = await dollars.customer.get(`/billing/invoices/${dollars.invoiceId}/payment`)
    assert.deepEqual([inDollars.pix, inDollars.text], [null, 'Banco 001\nConta 56789-0'])
  })

  test('has no code any more once it is paid, and none is shown to another account', async () => {
    const { customer, invoiceId } = await ordered()
    const other = await shop.customer()
    for (const what of ['payment', 'pdf']) {
      const reply = await other.ask('GET', `/billing/invoices/${invoiceId}/${what}`)
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'resource_not_found'])
    }
    await pay(invoiceId)
    assert.equal((await customer.get(`/billing/invoices/${invoiceId}/payment`)).pix, null)
  })
})

describe('An order', () => {
  test('is taken back by its owner: the invoice is void, and nothing is owed', async () => {
    const { customer, invoiceId } = await ordered()
    const reply = await customer.ask('DELETE', '/billing/order')
    assert.deepEqual([reply.status, reply.body.order, reply.body.state], [200, null, 'none'])
    assert.equal((await customer.get(`/billing/invoices/${invoiceId}`)).state, 'void')
    const again = await customer.ask('DELETE', '/billing/order')
    assert.deepEqual([again.status, again.body.error.code], [404, 'resource_not_found'])
    await assert.rejects(pay(invoiceId), { code: 'invalid_field', param: 'state' })
  })

  test('that is paid is no order to take back', async () => {
    const { customer, invoiceId } = await ordered()
    await pay(invoiceId)
    assert.equal((await customer.ask('DELETE', '/billing/order')).status, 404)
    assert.equal((await customer.get('/billing')).state, 'active')
  })

  test('is made for a company, whose tax id is kept, or refused by its field', async () => {
    const customer = await shop.customer()
    const wish = { plan: 'pro', currency: 'BRL' }
    const bad = await customer.post('/billing/checkout', { ...wish, tax_id: '11.222.333/0001-82' })
    assert.deepEqual([bad.status, bad.body.error.param], [400, 'tax_id'])
    assert.equal((await customer.get('/billing')).order, null)
    const good = await customer.post('/billing/checkout', { ...wish, tax_id: '11.222.333/0001-81' })
    assert.equal(good.status, 201, good.text)
    assert.equal((await customer.get('/limits')).evidence.tax_id, '11222333000181')
  })
})

/** The words of a PDF as its fonts write them, page by page. */
function wordsOf(file: Buffer): string {
  const text = file.toString('latin1')
  const parts: string[] = []
  for (const { index } of text.matchAll(/FlateDecode[\s\S]*?stream\r?\n/g)) {
    const start = text.indexOf('stream', index) + 'stream'.length
    const from = text[start] === '\r' ? start + 2 : start + 1
    const end = text.indexOf('endstream', from)
    const stream = inflateSync(file.subarray(from, end)).toString('latin1')
    for (const [, hex = ''] of stream.matchAll(/<([\da-f]+)>/g)) {
      parts.push(Buffer.from(hex, 'hex').toString('latin1'))
    }
    parts.push('\n')
  }
  return parts.join('')
}

describe('An invoice on paper', () => {
  async function pdfOf(who: Customer, path: string): Promise<string> {
    const reply = await who.ask('GET', path)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.headers.get('content-type'), 'application/pdf')
    assert.match(
      reply.headers.get('content-disposition')!,
      /^attachment; filename="malote-\d{6}\.pdf"$/,
    )
    return wordsOf(reply.bytes)
  }

  test('says who asks whom for what, and how it is paid', async () => {
    const { customer, invoiceId } = await ordered()
    const shown = await customer.get(`/billing/invoices/${invoiceId}`)
    for (const words of [
      await pdfOf(customer, `/billing/invoices/${invoiceId}/pdf`),
      await pdfOf(boss, `/operator/billing/invoices/${invoiceId}/pdf`),
    ]) {
      for (const part of [
        `Invoice ${shown.number}`,
        'Envios do Recife Ltda',
        'CNPJ 11.222.333/0001-81',
        shown.lines[0].text,
        'R$ 99.00',
        'Conta 56789-0',
        'br.gov.bcb.pix',
      ]) {
        assert.ok(words.includes(part), `${part} in ${words}`)
      }
    }
    await pay(invoiceId)
    const paid = await pdfOf(customer, `/billing/invoices/${invoiceId}/pdf`)
    assert.ok(paid.includes('Paid on') && !paid.includes('br.gov.bcb.pix'), paid)
    assert.match(paid, /Paid on\d{4}-\d\d-\d\d: R\$ 99\.00/)
    const back = { amount: '9.00', reason: 'late' }
    await boss.post(`/operator/billing/invoices/${invoiceId}/refund`, back)
    const refunded = await pdfOf(customer, `/billing/invoices/${invoiceId}/pdf`)
    assert.match(refunded, /Refunded, \d{4}-\d\d-\d\dR\$ 9\.00/)
    assert.ok(!/RefundR\$/.test(refunded), refunded)
  })

  test('writes the CNPJ of the customer with its marks, and another tax id as it is', async () => {
    const { customer, invoiceId } = await ordered()
    for (const [typed, written] of [
      ['12345678000195', '12.345.678/0001-95'],
      ['DE123456789', 'DE123456789'],
    ] as const) {
      await customer.ask('PATCH', '/account', { tax_id: typed })
      const words = await pdfOf(customer, `/billing/invoices/${invoiceId}/pdf`)
      assert.ok(words.includes(written), `${written} in ${words}`)
    }
  })

  test('names what is still to be given back, without a day', async () => {
    const { customer, invoiceId } = await ordered()
    await pay(invoiceId)
    const { accountId } = customer
    await shop.world.db.query('update invoices set refunded_cents = 700 where account_id = $1', [
      accountId,
    ])
    const words = await pdfOf(customer, `/billing/invoices/${invoiceId}/pdf`)
    assert.ok(/RefundR\$ 7\.00/.test(words) && !words.includes('Refunded'), words)
  })

  test('says when it was paid where there was nothing to pay', async () => {
    const customer = await shop.customer()
    const free = { plan: 'enterprise', price: '0.00', currency: 'BRL' }
    const at = `/operator/billing/accounts/${show('acc', customer.accountId)}/subscribe`
    const { body, text } = await boss.post(at, free)
    assert.deepEqual([body.state, body.payments], ['paid', []], text)
    const words = await pdfOf(customer, `/billing/invoices/${body.id}/pdf`)
    assert.match(words, /Paid on\d{4}-\d\d-\d\d/)
  })

  test('is an operator’s own affair for all others', async () => {
    const { customer, invoiceId } = await ordered()
    const reply = await customer.ask('GET', `/operator/billing/invoices/${invoiceId}/pdf`)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'route_not_found'])
  })
})

test('The notice of a volume that is used ends once a plan with more of it is paid', async () => {
  const customer = await shop.customer({ plan: 'pro', trustLevel: 3 })
  assert.equal(await customer.use(50_000), 'accepted')
  const told = async () => {
    await shop.later(0)
    const { data } = await customer.get('/notices')
    return data
      .filter((one: { code: string }) => one.code.startsWith('volume_'))
      .map((one: { code: string; ended_at: string | null }) => [one.code, one.ended_at !== null])
  }
  assert.deepEqual(await told(), [
    ['volume_100', false],
    ['volume_80', false],
  ])
  const { body } = await customer.post('/billing/checkout', { plan: 'scale' })
  await pay(body.invoice_id)
  assert.deepEqual(await told(), [
    ['volume_100', true],
    ['volume_80', true],
  ])
})

describe('Operators', () => {
  test('remind of an open invoice once a day, and of no other', async () => {
    const { customer, invoiceId } = await ordered()
    const remind = () => boss.post(`/operator/billing/invoices/${invoiceId}/remind`)
    const told = async () =>
      (await customer.get('/notices')).data.filter(
        (one: { code: string }) => one.code === 'invoice_issued',
      ).length
    const before = await told()
    assert.equal((await remind()).status, 200)
    const again = await remind()
    assert.deepEqual([again.status, again.body.error.param], [400, 'invoice_id'])
    assert.equal(await told(), before + 1)
    await shop.later(day)
    assert.equal((await remind()).status, 200)
    assert.equal(await told(), before + 2)
    await pay(invoiceId)
    const late = await remind()
    assert.deepEqual([late.status, late.body.error.param], [400, 'state'])
  })

  test('see what comes in each month, what came in and what is owed', async () => {
    const revenue = async () => {
      const { data } = await boss.get('/operator/billing/revenue')
      const found = data.find((one: { currency: string }) => one.currency === 'BRL')
      const { monthly, accounts, owed, overdue, months } = found
      return { monthly: Number(monthly), accounts, owed, overdue, paid: months.at(-1).paid, months }
    }
    const first = await ordered()
    await pay(first.invoiceId)
    const before = await revenue()
    assert.equal(before.months.length, 12)
    const { customer, invoiceId } = await ordered()
    // An order that is only placed is owed by nobody.
    assert.deepEqual({ ...(await revenue()) }, before)
    await pay(invoiceId)
    const after = await revenue()
    assert.equal(after.monthly, before.monthly + 99)
    assert.equal(after.accounts, before.accounts + 1)
    assert.equal(Number(after.paid), Number(before.paid) + 99)
    // Whoever cancels brings in nothing from the next month on.
    await customer.post('/billing/plan', { plan: 'free' })
    assert.equal((await revenue()).monthly, before.monthly)
    await shop.later(32 * day)
    const renewed = await revenue()
    assert.ok(Number(renewed.owed) >= 99, renewed.owed)
    await shop.later(8 * day)
    const late = await revenue()
    assert.equal(late.overdue, late.owed)
  })

  test('are alone in seeing it', async () => {
    const customer = await shop.customer()
    const reply = await customer.ask('GET', '/operator/billing/revenue')
    assert.equal(reply.status, 404)
    assert.ok(show('acc', customer.accountId))
  })
})
