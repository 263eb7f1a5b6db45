import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAgreeingTitle, keyOfTitle } from '#marketing/imports/proposals.ts'
import { meantDomain } from '#marketing/imports/typos.ts'
import { readFile, recogniseFile } from '../../support/import-rows.ts'

const proposed = async (file: string, format: 'csv' | 'ndjson' = 'csv') =>
  Object.fromEntries(
    ((await recogniseFile(file, { format })).proposed ?? []).map(one => [
      one.column,
      `${one.key}:${one.type}`,
    ]),
  )

const shop = [
  'E-mail;Nome completo;Data de nascimento;Valor gasto;VIP;Cidade natal;CEP;CPF;Site;Aceita novidades?;Vazia',
  'ana@b.test;Ana Lima;31/12/1990;R$ 1.234,56;Sim;Recife;01310-100;12345678901;https://a.test;Sim;',
  'bia@b.test;Bia de Sá;30/02/1991;80,00;Não;Olinda;50030;00345678901;https://b.test;não;',
].join('\n')

describe('a file of a shop', () => {
  it('has its columns proposed as properties of the types that its cells have', async () => {
    assert.deepEqual(await proposed(shop), {
      'Data de nascimento': 'data_de_nascimento:date',
      'Valor gasto': 'valor_gasto:number',
      VIP: 'vip:boolean',
      'Cidade natal': 'cidade_natal:string',
      CEP: 'cep:string',
      CPF: 'cpf:string',
      Site: 'site:url',
      'Aceita novidades?': 'aceita_novidades:boolean',
    })
  })

  it('tells which column says who has agreed, and splits whole names', async () => {
    const { agreeing, mapping } = await recogniseFile(shop)
    assert.deepEqual(agreeing, ['Aceita novidades?'])
    assert.equal(mapping['Nome completo'], 'name')
    const nameOf = async (title: string) => {
      const rows = ['a@b.test;Ana Lima', 'b@b.test;Bia', 'c@b.test;Caio']
      return (await recogniseFile(`email;${title}\n${rows.join('\n')}\n`)).mapping[title]
    }
    assert.equal(await nameOf('Nome completo'), 'name', 'its title says so')
    assert.equal(await nameOf('Nome'), 'first_name')
    const other = await recogniseFile('email;Aceita novidades?\na@b.test;talvez\n')
    assert.deepEqual(other.agreeing, [])
  })
})

describe('the type of a column', () => {
  const typeOf = async (...cells: string[]) => {
    const found = await proposed(
      `email;v\n${cells.map((one, n) => `p${n}@b.test;${one}\n`).join('')}`,
    )
    return found.v?.split(':')[1]
  }

  it('is that of nearly all its cells: one in ten may be a mistake', async () => {
    const days = Array.from({ length: 9 }, (_, n) => `1${n}/02/1990`)
    assert.equal(await typeOf(...days, 'ontem'), 'date')
    assert.equal(await typeOf(...days.slice(1), 'ontem', 'hoje'), 'string')
    assert.equal(await typeOf('1', '2,5', '3'), 'number')
    assert.equal(await typeOf('1', 'dois'), 'string')
  })

  it('is no number where nobody reckons with it, and no answer where it may be a figure', async () => {
    assert.equal(await typeOf('01', '22'), 'string')
    assert.equal(await typeOf('11987654321', '22'), 'string')
    assert.equal(await typeOf('1', '0'), 'number')
    assert.equal(await typeOf('S', 'n'), 'boolean')
    assert.equal(await typeOf('1990-02-01', '1991-12-31'), 'date')
    assert.equal(await typeOf(''), undefined)
  })
})

describe('what is proposed of other files', () => {
  it('of JSON goes by the types that it has', async () => {
    const line = { email: 'a@b.test', vip: true, spent: 1.5, born: '1990-01-02', x: { y: 1 } }
    assert.deepEqual(await proposed(`${JSON.stringify(line)}\n`, 'ndjson'), {
      vip: 'vip:boolean',
      spent: 'spent:number',
      born: 'born:date',
    })
  })

  it('of an export is nothing that the program says of itself', async () => {
    const file =
      'Email Address,MEMBER_RATING,OPTIN_TIME,LEID,Tamanho\na@b.test,2,2020-01-01 10:00:00,1,M\n'
    assert.deepEqual(await proposed(file), { Tamanho: 'tamanho:string' })
  })

  it('has a key of its own for each column', async () => {
    assert.deepEqual(await proposed('email;Ano;ano!\na@b.test;2;3\n'), { Ano: 'ano:number' })
    assert.equal(keyOfTitle('  Cidade natal '), 'cidade_natal')
    assert.equal(keyOfTitle('2ª via'), 'a_via')
    assert.equal(keyOfTitle('名前'), null)
  })
})

describe('a title about agreement', () => {
  for (const [title, is] of [
    ['Aceita novidades?', true],
    ['Autoriza e-mails', true],
    ['Opt-in', true],
    ['Não quer receber', false],
    ['Bloquear ofertas', false],
    ['VIP', false],
  ] as const) {
    it(`is known: ${title}`, () => assert.equal(isAgreeingTitle(title), is))
  }
})

describe('a domain', () => {
  for (const [given, meant] of [
    ['gmail.con', 'gmail.com'],
    ['gmial.com', 'gmail.com'],
    ['GMAI.com', 'gmail.com'],
    ['gmail.com.br', 'gmail.com'],
    ['hotmal.com', 'hotmail.com'],
    ['outlok.com', 'outlook.com'],
    ['yahoo.com.b', 'yahoo.com.br'],
    ['loja.con', 'loja.com'],
    ['gmail.cmo', 'gmail.com'],
    ['gmial.con', 'gmail.com'],
    ['gmail.com', null],
    ['ymail.com', null],
    ['mail.com', null],
    ['hotmail.com.br', null],
    ['hotmail.fr', null],
    ['ma.com', null],
    ['loja.com.br', null],
    ['gmaximo.com', null],
  ] as const) {
    it(`is looked at as people mistype it: ${given}`, () => assert.equal(meantDomain(given), meant))
  }
})

describe('the lines of a file', () => {
  const properties = { born: 'date', spent: 'number', vip: 'boolean' } as const
  const notes = async (line: string) => {
    const file = `E-mail;Nascimento;Gasto;VIP\n${line}\nz@b.test;31/12/1990;1,5;sim\n`
    const mapping = {
      'E-mail': 'email',
      Nascimento: 'properties.born',
      Gasto: 'properties.spent',
      VIP: 'properties.vip',
    }
    const { rows } = await readFile(file, { properties, mapping })
    const [row] = rows
    if (row === undefined || 'error' in row) return [row?.error.code, row?.error.text.pt]
    return [row.fields.email, row.fields.properties ?? {}, ...row.notes.map(one => one.text.pt)]
  }

  it('are judged in the words of those who made it', async () => {
    assert.deepEqual(await notes(';1990-12-31;;'), ['missing_field', 'Linha sem e-mail.'])
    const two = 'E-mail inválido: falta o @, ou há dois e-mails na mesma célula.'
    assert.deepEqual(await notes('ana b.test;;;'), ['invalid_field', two])
    assert.deepEqual(await notes('a@b.test, c@d.test;;;'), ['invalid_field', two])
    const [, dots] = await notes('a..b@b.test;;;')
    const [, remarked] = await notes('(Oi) bia@b.test;1990-12-31;;')
    assert.equal(remarked, 'E-mail inválido: tire o que está entre parênteses.')
    assert.match(String(dots), /^E-mail inválido\. /)
  })

  it('name a day that does not exist, and take the person in without it', async () => {
    assert.deepEqual(await notes('a@b.test;30/02/1990;x;talvez'), [
      'a@b.test',
      {},
      '“Nascimento”: 30/02/1990 é um dia que não existe.',
      '“Gasto”: x não é um número.',
      '“VIP”: talvez não é sim nem não.',
    ])
    assert.deepEqual(await notes('a@b.test;ontem;;'), [
      'a@b.test',
      {},
      '“Nascimento”: ontem não é uma data.',
    ])
  })

  it('point at a domain that is mistyped, and leave it as it is', async () => {
    assert.deepEqual(await notes('a@gmail.con;;2,5;'), [
      'a@gmail.con',
      { spent: 2.5 },
      'O e-mail está certo? gmail.con parece ser gmail.com.',
    ])
  })
})
