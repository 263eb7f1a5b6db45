/** The menu: what of it is folded for whoever has not touched it, and what stays as it was left. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Navigation } from '../../src/app/navigation.tsx'
import { serve, show } from './stage.tsx'

const me = { user: { role: 'owner' }, operator: false, billing: false } as never
const place = { project: 'prj_1', mode: 'live' } as const

const open = () =>
  [...document.querySelectorAll('details')]
    .filter(group => group.open)
    .map(group => group.querySelector('summary')!.textContent)
const all = ['Sending', 'Setup', 'Audience', 'Account']
const others = ['Sending', 'Setup', 'Account']

async function menu() {
  serve(() => ({ body: {} }))
  await show(<Navigation me={me} place={place} />)
  await screen.findByText('Audience')
}

describe('the menu', () => {
  afterEach(() => localStorage.removeItem('malote-folded'))

  it('has marketing folded for whoever has never opened it', async () => {
    await menu()
    assert.deepEqual(open(), others)
    assert.equal(localStorage.getItem('malote-folded'), null, 'to be drawn changes nothing')
  })

  it('stays as it was left', async () => {
    await menu()
    fireEvent.click(screen.getByText('Audience'))
    await waitFor(() => assert.deepEqual(open(), all))
    assert.equal(localStorage.getItem('malote-folded'), '')
    fireEvent.click(screen.getByText('Setup'))
    await waitFor(() => assert.equal(localStorage.getItem('malote-folded'), 'Setup'))
    await menu()
    assert.deepEqual(open(), ['Sending', 'Audience', 'Account'])
  })
})
