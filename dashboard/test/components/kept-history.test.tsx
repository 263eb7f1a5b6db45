import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { firstState, noted, undone } from '../../src/features/letters/draft-states.ts'
import { useHistory } from '../../src/features/letters/history.ts'
import { HistoryBar } from '../../src/features/letters/history-bar.tsx'
import {
  forgetHistory,
  keepHistory,
  keptHistory,
  maxKept,
} from '../../src/features/letters/kept-history.ts'
import { show } from './stage.tsx'

interface Draft {
  readonly text: string
}

/** Of a draft that was `texts`, one after another. */
function historyOf(...texts: readonly string[]) {
  let states = firstState<Draft>({ text: texts[0]! })
  for (const [n, text] of texts.slice(1).entries()) states = noted(states, { text }, n * 5_000)
  const past = states.past.map((value, n) => ({ at: n * 60_000, value }))
  return { states, minutes: { past, now: { at: texts.length * 60_000, value: states.now } } }
}

const textsIn = (drafts: readonly Draft[] | undefined) => drafts?.map(({ text }) => text)

describe('the history of a letter in the storage of the tab', () => {
  afterEach(() => forgetHistory())

  it('is found again by a letter that stands as it was left', () => {
    const history = historyOf('one', 'two', 'three')
    const states = undone(history.states)
    keepHistory('tpl_1', { ...history, states })
    const kept = keptHistory<Draft>('tpl_1', { text: 'two' })!
    assert.deepEqual(textsIn(kept.states.past), ['one'])
    assert.deepEqual(textsIn(kept.states.future), ['three'])
    assert.deepEqual(kept.minutes.past, history.minutes.past)
    assert.deepEqual(kept.minutes.now, { at: 180_000, value: { text: 'two' } })
  })

  it('is that very value which the page shows, which no change is noted for', () => {
    keepHistory('tpl_1', historyOf('one', 'two'))
    const now = { text: 'two' }
    const { states } = keptHistory<Draft>('tpl_1', now)!
    assert.equal(states.now, now)
  })

  it('is thrown away where the letter stands otherwise', () => {
    keepHistory('tpl_1', historyOf('one', 'two'))
    assert.equal(keptHistory('tpl_1', { text: 'of somebody else' }), null)
    assert.equal(keptHistory('tpl_1', { text: 'two' }), null)
  })

  it('is of no other letter, and stays while another is looked at', () => {
    keepHistory('tpl_1', historyOf('one', 'two'))
    assert.equal(keptHistory('tpl_2', { text: 'two' }), null)
    keepHistory('tpl_2', historyOf('untouched'))
    assert.notEqual(keptHistory('tpl_1', { text: 'two' }), null)
    keepHistory('tpl_2', historyOf('other', 'touched'))
    assert.equal(keptHistory('tpl_1', { text: 'two' }), null)
    assert.notEqual(keptHistory('tpl_2', { text: 'touched' }), null)
  })

  it('is as long as there is room for, and loses what is furthest away', () => {
    const long = (n: number) => `${n}`.padStart(maxKept / 10, '-')
    const history = historyOf(...Array.from({ length: 30 }, (_, n) => long(n)))
    let { states } = history
    for (let n = 0; n < 12; n += 1) states = undone(states)
    keepHistory('tpl_1', { ...history, states })
    const kept = keptHistory<Draft>('tpl_1', states.now)!
    const numbers = (drafts: readonly Draft[]) =>
      drafts.map(({ text }) => Number(text.replace(/^-+/, '')))
    // With what stands around each there is room for nine.
    assert.deepEqual(numbers(kept.states.past), [8, 9, 10, 11, 12, 13, 14, 15, 16])
    assert.deepEqual(numbers(kept.states.future), [18, 19, 20, 21, 22, 23, 24, 25, 26])
    assert.equal(kept.minutes.past.length, 9)
    assert.equal(kept.minutes.past.at(-1)!.at, history.minutes.past.at(-1)!.at)
  })

  it('is none where there is no room or nothing that can be read', t => {
    keepHistory('tpl_1', historyOf('one', 'two'))
    const set = t.mock.method(Storage.prototype, 'setItem', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    keepHistory('tpl_1', historyOf('one', 'two', 'three'))
    set.mock.restore()
    assert.equal(keptHistory('tpl_1', { text: 'two' }), null)
    sessionStorage.setItem('malote-letter-history', '{')
    assert.equal(keptHistory('tpl_1', { text: 'two' }), null)
  })

  it('comes back with the page, and goes on', async () => {
    let stored = 'first'
    function Letter() {
      const [text, setText] = useState(stored)
      stored = text
      const history = useHistory(text, setText, 'tpl_1')
      return (
        <>
          <HistoryBar history={history} />
          <input aria-label="Draft" value={text} onChange={e => setText(e.currentTarget.value)} />
        </>
      )
    }
    const input = () => screen.getByLabelText<HTMLInputElement>('Draft')
    const undo = () => fireEvent.click(screen.getByRole('button', { name: 'Undo last change' }))
    await show(<Letter />)
    fireEvent.change(input(), { target: { value: 'second' } })
    dispatchEvent(new Event('pagehide'))
    // As a document ends, which runs nothing of what is shown.
    const left = sessionStorage.getItem('malote-letter-history')!
    cleanup()
    sessionStorage.setItem('malote-letter-history', left)
    await show(<Letter />)
    fireEvent.change(input(), { target: { value: 'third' } })
    undo()
    assert.equal(input().value, 'second')
    undo()
    assert.equal(input().value, 'first')
    // As another page of this document is shown.
    cleanup()
    await show(<Letter />)
    fireEvent.click(screen.getByRole('button', { name: 'Redo' }))
    assert.equal(input().value, 'second')
  })
})
