import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Sequence } from '../../src/api/shapes.ts'
import { Picture } from '../../src/features/sequences/picture.tsx'
import {
  type Box,
  drawn,
  neighbourOf,
  pathOf,
  type Sizes,
} from '../../src/features/sequences/picture-layout.ts'
import type { Step } from '../../src/features/sequences/sequence.ts'
import { wentOn } from '../../src/features/sequences/step-figures.tsx'
import { StepsSection } from '../../src/features/sequences/steps-section.tsx'
import { type Asked, serve, show } from './stage.tsx'

const opened = { all: [{ letters: 'opened' as const, of: { step: 'hello' } }] }
const steps: Sequence['steps'] = [
  { key: 'hello', type: 'email', template_id: 'tpl_1', next: 'rest' },
  { key: 'rest', type: 'wait', for: 'P2D', next: 'which' },
  { key: 'which', type: 'branch', cases: [{ filter: opened, next: 'offer' }], else: 'gift' },
  { key: 'offer', type: 'webhook', name: 'offer', next: 'last' },
  { key: 'gift', type: 'webhook', name: 'gift', next: 'last' },
  { key: 'last', type: 'exit' },
]
const sizes: Sizes = {
  stepOf: () => ({ width: 15, height: 4 }),
  wayOf: () => ({ width: 10, height: 4 }),
  end: { width: 4, height: 2 },
}
const plan = drawn(steps as Step[], sizes)
const box = (key: string): Box => plan.boxes.get(key)!

describe('a drawing of steps', () => {
  it('leads from top to bottom, the first way on the left, and nothing covers another', () => {
    const tops = ['hello', 'rest', 'which', 'offer', 'last'].map(key => box(key).y)
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(tops).size, tops.length)
    assert.ok(box('offer').x + box('offer').width <= box('gift').x)
    const all = [...plan.boxes.values(), ...plan.ways.map(way => way.label)]
    const covers = (a: Box, b: Box): boolean =>
      a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    for (const [n, one] of all.entries()) {
      assert.ok(one.x >= 0 && one.x + one.width <= plan.width + 1e-6)
      assert.ok(one.y >= 0 && one.y + one.height <= plan.height + 1e-6)
      assert.ok(!all.slice(n + 1).some(other => covers(one, other)))
    }
  })

  it('has a line from the foot of a step to the head of the next, and an end where none follows', () => {
    const way = plan.ways.find(one => one.key === 'which' && one.member === 'else')!
    const [first, last] = [way.points[0]!, way.points.at(-1)!]
    assert.equal(first.y, box('which').y + box('which').height)
    assert.equal(last.y, box('gift').y)
    assert.equal(way.end, null)
    assert.match(pathOf(way.points), /^M[\d.]+ [\d.]+C/)
    assert.equal(pathOf([]), '')
    const ended = drawn([{ key: 'a', type: 'email' }], sizes).ways[0]!
    assert.ok(ended.end!.y > ended.label.y)
  })

  it('draws two ways to one step, a loop, and a way to what is not there', () => {
    const odd: Step[] = [
      {
        key: 'a',
        type: 'split',
        ways: [
          { weight: 1, next: 'b' },
          { weight: 1, next: 'b' },
        ],
      },
      { key: 'b', type: 'email', next: 'a' },
      { key: 'c', type: 'email', next: 'gone' },
    ]
    const { ways } = drawn(odd, sizes)
    assert.equal(ways.length, 4)
    assert.notDeepEqual(ways[0]!.label, ways[1]!.label)
    assert.ok(ways[3]!.end)
  })

  it('has for each arrow key the step that lies there', () => {
    const from = (key: string, way: 'up' | 'down' | 'left' | 'right') =>
      neighbourOf(steps as Step[], plan.boxes, key, way)
    assert.equal(from('hello', 'down'), 'rest')
    assert.equal(from('hello', 'up'), null)
    assert.equal(from('which', 'down'), 'offer')
    assert.equal(from('gift', 'up'), 'which')
    assert.equal(from('offer', 'right'), 'gift')
    assert.equal(from('gift', 'left'), 'offer')
    assert.equal(from('offer', 'left'), null)
    assert.equal(from('last', 'down'), null)
  })
})

const sequence = {
  id: 'seq_1',
  name: 'Welcome',
  folder: null,
  status: 'active',
  from: null,
  topic_id: null,
  triggers: [],
  entry_filter: null,
  reentry: { mode: 'never' },
  exits: [],
  quiet: null,
  rate_per_hour: null,
  patience: null,
  steps,
  published_version: 1,
  created_at: '2026-11-24T00:00:00Z',
  updated_at: '2026-11-24T00:00:00Z',
} satisfies Sequence

const nobody = { people: 0, machines_only: 0 }
const none = { entered: 0, waiting: 0, sent: 0, delivered: 0, skipped: {}, left: 0, goal: 0 }
const hello = {
  ...none,
  key: 'hello',
  entered: 50,
  waiting: 5,
  left: 3,
  sent: 40,
  delivered: 32,
  opened: { people: 16, machines_only: 1 },
  clicked: { people: 8, machines_only: 0 },
  median_s: null,
}
const rest = { ...none, key: 'rest', opened: nobody, clicked: nobody, median_s: null }

function answer({ url, method }: Asked) {
  if (url.includes('/stats')) return { body: { days: [], steps: [hello, rest] } }
  if (url.includes('/templates')) {
    const template = { id: 'tpl_1', name: 'Greeting', kind: 'email', status: 'published' }
    return { body: { data: [template], has_more: false } }
  }
  if (method === 'PATCH') return { body: sequence }
  return { body: { data: [], has_more: false } }
}

describe('the diagram of a sequence', () => {
  const stepAt = (name: string) => screen.findByRole('button', { name })

  it('shows the people at each step, and what came of its letter in shares', async () => {
    serve(answer)
    await show(<Picture sequence={sequence} fault={null} />)
    const card = (await stepAt('Email: Greeting')).closest('li')!
    await within(card).findByText('entered')
    const facts = [...card.querySelectorAll('dl > div')].map(
      one => `${one.querySelector('dd')!.textContent} ${one.querySelector('dt')!.textContent}`,
    )
    assert.deepEqual(facts, [
      '50 entered',
      '5 here now',
      '42 went on',
      '3 exited',
      '40 sent',
      '80% delivered',
      '50% opened',
      '25% clicked',
    ])
    assert.equal(wentOn({ ...hello, waiting: 60 }), 0)
  })

  it('is walked with the arrow keys and changed with what has the focus', async () => {
    serve(answer)
    await show(<Picture sequence={sequence} fault={null} />)
    const first = await stepAt('Email: Greeting')
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    const second = document.activeElement as HTMLElement
    assert.equal(second.dataset.step, 'rest')
    fireEvent.keyDown(second, { key: 'ArrowUp' })
    assert.equal(document.activeElement, first)
    fireEvent.keyDown(first, { key: 'ArrowLeft' })
    assert.equal(document.activeElement, first)
    fireEvent.click(second)
    const dialog = await screen.findByRole('dialog', { name: 'Wait 2 days' })
    within(dialog).getByRole('button', { name: 'Save' })
  })

  it('has its buttons in the order of the list', async () => {
    serve(answer)
    await show(<Picture sequence={sequence} fault={null} />)
    await stepAt('Email: Greeting')
    const order = [...document.querySelectorAll('.picture-list button')].flatMap(one =>
      one instanceof HTMLElement && one.dataset.step
        ? [one.dataset.step]
        : (/^Add a step to: (.*)/.exec(one.getAttribute('aria-label') ?? '')?.[1]?.slice(0, 5) ??
          []),
    )
    assert.deepEqual(order, [
      ...['hello', 'after', 'rest', 'after', 'which', 'If op', 'offer', 'after'],
      ...['Else', 'gift', 'after', 'last'],
    ])
  })

  it('moves a step from its menu', async () => {
    const asked = serve(answer)
    await show(<Picture sequence={sequence} fault={null} />)
    fireEvent.click(await stepAt('Actions for Email: Greeting'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move down' }))
    await waitFor(() => assert.ok(asked.some(one => one.method === 'PATCH')))
    const { body } = asked.find(one => one.method === 'PATCH')!
    const keys = (body as { steps: { key: string }[] }).steps.map(one => one.key)
    assert.deepEqual(keys.slice(0, 2), ['rest', 'hello'])
  })

  it('deletes a step from its menu, after a question', async () => {
    const asked = serve(answer)
    await show(<Picture sequence={sequence} fault={null} />)
    fireEvent.click(await stepAt('Actions for Wait 2 days'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Wait 2 days' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted.')
    const { body } = asked.find(one => one.method === 'PATCH')!
    assert.ok(!JSON.stringify(body).includes('"rest"'))
  })

  it('says at the step what is wrong with it', async () => {
    serve(answer)
    const fault = { list: 'steps', n: 1, member: 'next', message: 'There is no step x.' } as const
    await show(<Picture sequence={sequence} fault={fault} />)
    const said = await screen.findByText('There is no step x.')
    assert.equal(said.closest('li')!.dataset.wrong, 'true')
    assert.equal(document.querySelectorAll('[data-wrong]').length, 1)
  })

  it('stands beside the list, and either can be chosen', async () => {
    serve(answer)
    await show(<StepsSection sequence={sequence} fault={null} />)
    const list = await screen.findByLabelText<HTMLInputElement>('List')
    assert.equal(list.checked, false)
    fireEvent.click(list)
    await stepAt('Move Email: Greeting down')
    assert.equal(document.querySelector('.picture'), null)
  })
})
