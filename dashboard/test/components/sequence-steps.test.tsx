import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  canMoveDown,
  canMoveUp,
  changed,
  continued,
  freshStep,
  inserted,
  lostOf,
  movedDown,
  movedUp,
  type Place,
  removed,
  reunions,
} from '../../src/features/sequences/edits.ts'
import { type Line, outlineOf } from '../../src/features/sequences/outline.ts'
import { distinctNames } from '../../src/features/sequences/sentences.ts'
import { type Step, stepTypes, waysOf } from '../../src/features/sequences/sequence.ts'
import { msOf, spanFrom, textOf } from '../../src/ui/spans.ts'

const opened = { all: [{ letters: 'opened', of: { step: 'hello' } }] }

/** hello, then a wait, then a branch whose ways meet again at an offer. */
const forked: readonly Step[] = [
  { key: 'hello', type: 'email', next: 'wait' },
  { key: 'wait', type: 'wait', for: 'P2D', next: 'bought' },
  { key: 'bought', type: 'branch', cases: [{ filter: opened, next: 'done' }], else: 'news' },
  { key: 'done', type: 'exit' },
  { key: 'news', type: 'topic', next: 'split' },
  {
    key: 'split',
    type: 'split',
    ways: [
      { weight: 1, next: 'offer' },
      { weight: 1, next: 'gift' },
    ],
  },
  { key: 'gift', type: 'email', next: 'offer' },
  { key: 'offer', type: 'email' },
]
const line: readonly Step[] = [
  { key: 'a', type: 'email', next: 'b' },
  { key: 'b', type: 'wait', for: 'P1D', next: 'c' },
  { key: 'c', type: 'email' },
]

const shown = (one: Line): string => {
  if (one.kind === 'lost') return 'lost'
  const indent = '  '.repeat(one.depth)
  if (one.kind === 'step') return indent + one.step.key
  return indent + (one.kind === 'way' ? `${one.step.key}.${one.member}` : `-> ${one.to ?? 'end'}`)
}
const outline = (steps: readonly Step[]): string[] => outlineOf(steps).map(shown)
const order = (steps: readonly Step[]): string[] =>
  outline(steps).filter(text => !text.startsWith('-'))

describe('the steps of a sequence as a list', () => {
  it('stand below each other, ways indented, and go on where ways meet', () => {
    assert.deepEqual(outline(forked), [
      'hello',
      'wait',
      'bought',
      '  bought.cases[0].next',
      '  done',
      '  bought.else',
      '  news',
      '  split',
      '    split.ways[0].next',
      '    -> offer',
      '    split.ways[1].next',
      '    gift',
      '    -> offer',
      '  offer',
      '  -> end',
    ])
  })

  it('names a way to a step that is not there, and steps that nothing leads to', () => {
    const steps: Step[] = [
      { key: 'a', type: 'email', next: 'gone' },
      { key: 'alone', type: 'email' },
    ]
    assert.deepEqual(outline(steps), ['a', '-> gone', 'lost', 'alone', '-> end'])
  })

  it('comes to an end even where the steps make a loop', () => {
    const steps: Step[] = [
      { key: 'a', type: 'email', next: 'b' },
      { key: 'b', type: 'wait', for: 'P1D', next: 'a' },
    ]
    assert.deepEqual(outline(steps), ['a', 'b', '-> a'])
  })
})

describe('a step that comes in', () => {
  it('stands on one way, before a step, or first', () => {
    const wait: Step = { key: 'new', type: 'wait', for: 'P1D' }
    const way = { on: 'way', key: 'bought', member: 'else' } as const
    const onWay = inserted(forked, wait, way)
    assert.deepEqual(outline(onWay).slice(5, 8), ['  bought.else', '  new', '  news'])
    const before = inserted(forked, wait, { on: 'before', key: 'offer' })
    assert.deepEqual(outline(before).slice(-3), ['  new', '  offer', '  -> end'])
    assert.deepEqual(order(inserted(line, wait, { on: 'start' })), ['new', 'a', 'b', 'c'])
    assert.deepEqual(order(inserted(line, wait, { on: 'before', key: 'a' })), [
      'new',
      'a',
      'b',
      'c',
    ])
    assert.deepEqual(order(inserted([], wait, { on: 'start' })), ['new'])
  })

  it('leads on to what followed, whichever way it is left', () => {
    const branch = freshStep(line, 'branch')
    assert.equal(freshStep([], 'email').key, 'email1')
    const steps = inserted(line, branch, { on: 'before', key: 'b' })
    const [made] = steps.filter(one => one.type === 'branch')
    assert.deepEqual(
      waysOf(made!).map(way => way.to),
      ['b', 'b'],
    )
    assert.equal(lostOf(steps).size, 0)
  })

  it('has a key of its own, of every type', () => {
    for (const type of stepTypes) {
      const first = freshStep(line, type)
      const second = freshStep([...line, first], type)
      assert.notEqual(first.key, second.key)
      assert.match(first.key, /^[a-z][a-z0-9_]{0,39}$/)
    }
  })
})

describe('a branch that comes in', () => {
  it('asks about the letter before it, wherever it stands', () => {
    const filterAt = (place: Place) => freshStep(forked, 'branch', place).cases?.[0]?.filter
    const ofHello = { all: [{ letters: 'opened', of: { step: 'hello' } }] }
    assert.deepEqual(filterAt({ on: 'way', key: 'wait', member: 'next' }), ofHello)
    assert.deepEqual(filterAt({ on: 'way', key: 'bought', member: 'else' }), ofHello)
    const ofGift = { all: [{ letters: 'opened', of: { step: 'gift' } }] }
    assert.deepEqual(filterAt({ on: 'way', key: 'gift', member: 'next' }), ofGift)
    assert.deepEqual(filterAt({ on: 'before', key: 'hello' }), { all: [] })
    assert.deepEqual(filterAt({ on: 'start' }), { all: [] })
  })
})

describe('ways that meet again', () => {
  const place = { on: 'way', key: 'bought', member: 'else' } as const

  it('may lead to any step but those before them and the one to which they lead', () => {
    assert.deepEqual(
      reunions(forked, place).map(one => one.key),
      ['done', 'split', 'gift', 'offer'],
    )
    const fromEnd = { on: 'way', key: 'c', member: 'next' } as const
    assert.deepEqual(reunions(line, fromEnd), [])
  })

  it('go on at the step that is chosen', () => {
    const steps = continued(forked, place, 'offer')
    assert.equal(steps.find(one => one.key === 'bought')!.else, 'offer')
    const ended = continued(forked, place, undefined)
    assert.ok(!('else' in ended.find(one => one.key === 'bought')!))
  })
})

describe('names of steps', () => {
  it('are told apart where two steps do the same', () => {
    const named = [
      ['a', 'Wait 1 day'],
      ['b', 'Email: Offer'],
      ['c', 'Wait 1 day'],
    ] as const
    assert.deepEqual(
      [...distinctNames(named).values()],
      ['Wait 1 day', 'Email: Offer', 'Wait 1 day (2)'],
    )
  })
})

describe('a step that goes', () => {
  it('leaves the others joined', () => {
    assert.deepEqual(order(removed(line, 'b')), ['a', 'c'])
    assert.deepEqual(order(removed(line, 'a')), ['b', 'c'])
    assert.deepEqual(removed([{ key: 'a', type: 'email' }], 'a'), [])
  })

  it('takes with it what only it led to, and nothing else', () => {
    const rest = removed(forked, 'bought')
    assert.deepEqual(
      rest.map(one => one.key),
      ['hello', 'wait', 'news', 'split', 'gift', 'offer'],
    )
  })
})

describe('a step that moves', () => {
  it('changes places with its neighbour, also as the first', () => {
    assert.deepEqual(order(movedUp(line, 'b')), ['b', 'a', 'c'])
    assert.deepEqual(order(movedDown(line, 'b')), ['a', 'c', 'b'])
    assert.deepEqual(movedDown(movedUp(line, 'b'), 'b'), line)
  })

  it('stays where a fork is beside it', () => {
    assert.equal(canMoveUp(line, 'a'), false)
    assert.equal(canMoveDown(line, 'c'), false)
    assert.equal(canMoveDown(forked, 'wait'), false)
    assert.equal(canMoveUp(forked, 'news'), false)
    assert.equal(canMoveUp(forked, 'offer'), false)
  })
})

describe('a step that is called otherwise', () => {
  it('is called so by ways and by conditions on its letter', () => {
    const steps = changed(forked, 'hello', { ...forked[0]!, key: 'hi' })
    assert.equal(steps[0]!.key, 'hi')
    assert.deepEqual(steps[2]!.cases![0]!.filter, {
      all: [{ letters: 'opened', of: { step: 'hi' } }],
    })
    assert.equal(changed(forked, 'wait', { ...forked[1]!, key: 'rest' })[0]!.next, 'rest')
  })
})

describe('a span of time', () => {
  it('is a number and a unit, and the other way round', () => {
    for (const text of ['PT30M', 'PT3H', 'P2D', 'P1W', '-P3D']) {
      assert.equal(textOf(spanFrom(text)!), text)
    }
    assert.equal(spanFrom('P1DT2H'), null)
    assert.equal(spanFrom('P2H'), null)
    assert.equal(spanFrom('soon'), null)
    assert.equal(msOf('P2D'), 172_800_000)
    assert.equal(msOf('soon'), 0)
  })
})
