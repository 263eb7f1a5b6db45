import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import type { Filter, Property } from '../../src/api/shapes.ts'
import { Builder } from '../../src/features/segments/builder.tsx'
import {
  daysOf,
  filterOf,
  groupOf,
  type Leaf,
  partOf,
  spanOfDays,
} from '../../src/features/segments/filter.ts'
import { readySegments } from '../../src/features/segments/ready.ts'
import { ValueInput } from '../../src/features/segments/value-input.tsx'
import { sentenceOf, type Vocabulary } from '../../src/features/segments/vocabulary.ts'
import { type Say, sentenceOf as textIn } from '../../src/ui/words.tsx'
import { serve, show } from './stage.tsx'

const city: Filter = { field: 'properties.city', op: 'eq', value: 'Recife' }

describe('a filter taken apart and put together', () => {
  const filters: readonly Filter[] = [
    city,
    { not: city },
    { all: [] },
    { any: [city, { not: { all: [city, { any: [] }] } }] },
    { not: { any: [city] } },
    { letters: 'opened', last: 5, at_most: 0 },
  ]
  for (const filter of filters) {
    it(`is what it was: ${JSON.stringify(filter)}`, () => {
      assert.deepEqual(filterOf(partOf(filter)), filter)
    })
  }

  it('loses what is said twice and means nothing', () => {
    assert.deepEqual(filterOf(partOf({ not: { not: city } })), city)
  })

  it('always has a group outside, to which something can be added', () => {
    assert.deepEqual(groupOf(undefined), { all: [] })
    assert.deepEqual(groupOf(city), { all: [city] })
    assert.deepEqual(groupOf({ not: { any: [city] } }), { all: [{ not: { any: [city] } }] })
    assert.deepEqual(groupOf({ any: [city] }), { any: [city] })
  })
})

describe('the value of a condition', () => {
  it('must be there: an empty one is a condition that nobody meant', async () => {
    for (const [type, op] of [
      ['string', 'eq'],
      ['string', 'in'],
      ['number', 'gt'],
      ['number', 'between'],
      ['date', 'before'],
      ['date', 'within'],
    ] as const) {
      await show(<ValueInput type={type} op={op} value={undefined} set={() => {}} />)
      const [input] = document.querySelectorAll('input')
      assert.equal(input?.required, true, `${type} ${op}`)
    }
  })
})

const vocabulary = {
  fields: [],
  topics: [{ id: 'top_1', name: 'News' }],
  segments: [],
  sequences: [],
  campaigns: [{ id: 'cmp_1', name: 'Summer' }],
  fieldOf: (id: string) =>
    id === 'properties.city'
      ? { id, label: 'City', type: 'string' as const }
      : { id, label: 'Born', type: 'date' as const },
  textOf: (value: unknown) => String(value),
} as unknown as Vocabulary

describe('a condition', () => {
  for (const [language, leaf, sentence] of [
    ['en', { field: 'properties.city', op: 'eq', value: 'Recife' }, 'City is Recife'],
    [
      'pt',
      { field: 'born', op: 'anniversary_within', value: 'P30D' },
      'Born faz aniversário nos próximos 30 dias',
    ],
    ['en', { field: 'born', op: 'between', value: ['2020', '2021'] }, 'Born is from 2020 to 2021'],
    ['en', { topic: 'top_1', state: 'pending' }, 'has still to confirm News'],
    [
      'pt',
      { letters: 'clicked', of: { campaign: 'cmp_1' }, at_least: 1 },
      'clicou em mensagens da campanha Summer',
    ],
    [
      'pt',
      { letters: 'clicked', of: { campaign: 'cmp_1', link: 2 }, at_least: 1 },
      'clicou em link 2 da campanha Summer',
    ],
    [
      'pt',
      { letters: 'opened', last: 5, at_most: 0 },
      'abriu mensagens das últimas 5 mensagens, nenhuma vez',
    ],
    [
      'en',
      { letters: 'opened', within: 'P90D', at_least: 2, by: 'anyone' },
      'opened emails at least 2 times in the last 90 days (automatic ones, too)',
    ],
    ['en', { letters: 'opened', of: { step: 'hello' } }, 'opened the email of hello'],
    ['pt', { letters: 'opened', of: { step: 'hello' } }, 'abriu a mensagem de hello'],
    ['en', { event: 'order.paid', at_most: 3 }, 'did order.paid, at most 3 times'],
  ] as const) {
    it(`reads as a sentence: ${sentence}`, () => {
      const say: Say = (text, values) => textIn(text, language, values)
      assert.equal(sentenceOf(leaf as unknown as Leaf, vocabulary, say), sentence)
    })
  }

  it('shows no id while the names are on their way', () => {
    const say: Say = (text, values) => textIn(text, 'en', values)
    const read = (topics: Vocabulary['topics']) =>
      sentenceOf({ topic: 'top_gone' } as Leaf, { ...vocabulary, topics }, say)
    assert.equal(read(undefined), 'is subscribed to …')
    assert.equal(read(vocabulary.topics), 'is subscribed to top_gone')
  })
})

describe('the conditions of a segment', () => {
  const stage = (answer: object = { data: [], has_more: false }) => serve(() => ({ body: answer }))
  const Stage = ({ filter, tell }: { filter: Filter; tell?: (filter: Filter) => void }) => {
    const [now, set] = useState(filter)
    const put = (next: Filter) => {
      set(next)
      tell?.(next)
    }
    return <Builder filter={now} set={put} vocabulary={vocabulary} counts={new Map()} isRead />
  }

  it('are read until somebody changes one, and what is added is to be filled in', async () => {
    stage()
    await show(<Stage filter={{ all: [city, { letters: 'clicked', at_least: 1 }] }} />)
    const first = await screen.findByRole('group', { name: 'Condition 1' })
    assert.match(first.textContent ?? '', /who City is Recife/)
    assert.equal(within(first).queryAllByLabelText('Comparison').length, 0)
    fireEvent.click(within(first).getByRole('button', { name: 'Change condition 1' }))
    within(first).getByLabelText('Comparison')
    const second = screen.getByRole('group', { name: 'Condition 2' })
    assert.equal(within(second).queryAllByLabelText('How often').length, 0)
    fireEvent.click(screen.getByRole('button', { name: 'Add condition' }))
    within(await screen.findByRole('group', { name: 'Condition 3' })).getByLabelText('Comparison')
    fireEvent.click(screen.getByRole('button', { name: 'Remove condition 1' }))
    const moved = screen.getByRole('group', { name: 'Condition 1' })
    assert.equal(within(moved).queryAllByLabelText('How often').length, 0, 'it is still only read')
    within(screen.getByRole('group', { name: 'Condition 2' })).getByLabelText('Comparison')
  })

  it('on letters name a campaign, the latest ones, or how often at most', async () => {
    stage()
    let filter: Filter = { all: [] }
    const tell = (next: Filter) => {
      filter = next
    }
    const leaf = () => (filter as { all: Filter[] }).all[0]
    await show(
      <Stage filter={{ all: [{ letters: 'opened', within: 'P30D', at_least: 1 }] }} tell={tell} />,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Change condition 1' }))
    const put = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    put('Which email', 'campaign cmp_1')
    const of = { campaign: 'cmp_1' }
    assert.deepEqual(leaf(), { letters: 'opened', within: 'P30D', at_least: 1, of })
    put('Which email', 'last')
    put('How many of the latest', '3')
    assert.deepEqual(leaf(), { letters: 'opened', within: 'P30D', at_least: 1, last: 3 })
    put('How often', 'most')
    put('Times', '0')
    put('in the last (days)', '')
    fireEvent.click(screen.getByLabelText('Automatic ones count, too'))
    assert.deepEqual(leaf(), { letters: 'opened', at_most: 0, last: 3, by: 'anyone' })
  })

  it('on clicks name a link of the campaign, by where it leads', async () => {
    const link = (n: number, url: string) => ({ n, url, mended_url: null, people: 0, machines: 0 })
    const asked = stage({
      data: [link(1, 'https://www.loja.test/natal/'), link(2, `https://a.test/${'x'.repeat(99)}`)],
      has_more: false,
    })
    let filter: Filter = { all: [] }
    const tell = (next: Filter) => {
      filter = next
    }
    const leaf = () => (filter as { all: Filter[] }).all[0]
    const clicked = { letters: 'clicked', of: { campaign: 'cmp_1' }, at_least: 1 } as const
    await show(<Stage filter={{ all: [clicked] }} tell={tell} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Change condition 1' }))
    const choice = await screen.findByLabelText('Which link')
    const names = [...choice.querySelectorAll('option')].map(one => one.textContent)
    assert.deepEqual(names.slice(0, 2), ['any link', 'loja.test/natal'])
    assert.match(names[2]!, /^a\.test\/x{53}…$/)
    assert.ok(asked.some(one => one.url.includes('/campaigns/cmp_1/links')))
    fireEvent.change(choice, { target: { value: '1' } })
    assert.deepEqual(leaf(), { ...clicked, of: { campaign: 'cmp_1', link: 1 } })
    fireEvent.change(screen.getByLabelText('Email activity'), { target: { value: 'opened' } })
    assert.deepEqual(leaf(), { ...clicked, letters: 'opened' })
    assert.equal(screen.queryAllByLabelText('Which link').length, 0)
    await show(<Stage filter={{ all: [{ ...clicked, of: { campaign: 'cmp_1', link: 1 } }] }} />)
    await screen.findByText('loja.test/natal')
  })

  it('suggest what many contacts have', async () => {
    stage({
      data: [
        { value: 'Recife', count: 2 },
        { value: 'Olinda', count: 1 },
      ],
      looked: 3,
    })
    const values: unknown[] = []
    await show(
      <ValueInput
        field="properties.city"
        type="string"
        op="in"
        value={['Caruaru']}
        set={value => values.push(value)}
      />,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Olinda' }))
    assert.deepEqual(values, [['Caruaru', 'Olinda']])
  })
})

describe('a ready segment', () => {
  it('of birthdays is there where a date is one', () => {
    const property = (key: string, type: 'date' | 'string') =>
      ({ key, type, label: null }) as Property
    const ids = (...some: Property[]) => readySegments(some).map(({ id }) => id)
    assert.deepEqual(ids(property('visit', 'date')), ['inactive', 'fresh'])
    assert.deepEqual(ids(property('nascimento', 'string')), ['inactive', 'fresh'])
    const [, , last] = readySegments([property('data_de_nascimento', 'date')])
    assert.deepEqual(last?.filter, {
      all: [{ field: 'properties.data_de_nascimento', op: 'anniversary_within', value: 'P30D' }],
    })
  })
})

describe('a span', () => {
  it('is typed in days, or as the API has it', () => {
    assert.equal(spanOfDays('30'), 'P30D')
    assert.equal(spanOfDays('PT12H'), 'PT12H')
    assert.equal(spanOfDays(' '), undefined)
    assert.equal(daysOf('P30D'), '30')
    assert.equal(daysOf('PT12H'), 'PT12H')
    assert.equal(daysOf(undefined), '')
  })
})
