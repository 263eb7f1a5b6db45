/** Keys that are letters: where they count, where they do not, and how they are turned off. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { KeysHelp } from '../../src/app/keys-help.tsx'
import { DataTable } from '../../src/ui/data-table.tsx'
import { askForKeys, useAskedForKeys, useLetterKeys } from '../../src/ui/letter-keys.ts'
import { moveByLetter } from '../../src/ui/row-keys.ts'
import { show } from './stage.tsx'

let pressed: string[] = []
const press = (key: string, on: Element = document.body, more: object = {}) =>
  act(() => void fireEvent.keyDown(on, { key, ...more }))

function Keys() {
  useLetterKeys({
    j: () => moveByLetter(1),
    k: () => moveByLetter(-1),
    '?': () => pressed.push('?'),
  })
  useAskedForKeys(() => pressed.push('asked'))
  return (
    <main>
      <input aria-label="Field" />
      <div role="dialog">
        <button type="button">In a window</button>
      </div>
      <button type="button">Beside</button>
      <DataTable
        label="Fruits"
        columns={[
          { id: 'name', head: { en: 'Name', pt: 'Nome' }, cell: row => <a href="#x">{row.id}</a> },
        ]}
        rows={[{ id: 'fig' }, { id: 'kiwi' }]}
      />
    </main>
  )
}

describe('keys that are letters', () => {
  beforeEach(async () => {
    localStorage.removeItem('malote-letter-keys')
    pressed = []
    await show(<Keys />)
    await screen.findByText('kiwi')
  })

  it('go to the first row of a list, then from row to row, and no further than its ends', () => {
    const focused = () => document.activeElement?.textContent
    const seen = ['j', 'j', 'j', 'k', 'k'].map(key => {
      press(key)
      return focused()
    })
    assert.deepEqual(seen, ['fig', 'kiwi', 'kiwi', 'fig', 'fig'])
  })

  it('are left alone where somebody types or a window is open, and with Ctrl', () => {
    press('?', screen.getByLabelText('Field'))
    press('?', screen.getByText('In a window'))
    press('?', screen.getByText('Beside'), { ctrlKey: true })
    assert.deepEqual(pressed, [])
    press('?', screen.getByText('Beside'), { shiftKey: true })
    assert.deepEqual(pressed, ['?'])
  })

  it('are told in a window, which turns them off, and on again', async () => {
    askForKeys()
    assert.deepEqual(pressed, ['asked'])
    await show(
      <>
        <Keys />
        <KeysHelp asked={1} />
      </>,
    )
    const letters = await screen.findByLabelText(/^Single-key shortcuts/)
    screen.getByText('To the row before')
    fireEvent.click(letters)
    assert.equal(screen.queryByText('To the row before'), null)
    press('?')
    assert.deepEqual(pressed, ['asked'])
    fireEvent.click(letters)
    press('?')
    assert.deepEqual(pressed, ['asked', '?'])
  })

  it('opens again whenever it is asked for again', async () => {
    const Asking = () => {
      const [asked, setAsked] = useState(1)
      return (
        <>
          <KeysHelp asked={asked} />
          <button type="button" onClick={() => setAsked(asked + 1)}>
            Ask
          </button>
        </>
      )
    }
    await show(<Asking />)
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => assert.ok(screen.queryByRole('dialog') === null))
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  })
})
