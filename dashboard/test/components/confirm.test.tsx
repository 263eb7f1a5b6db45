import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ApiError } from '../../src/api/client.ts'
import { ConfirmButton, DeleteButton } from '../../src/ui/confirm.tsx'
import { show } from './stage.tsx'

const opened = async (name: string) => {
  const opener = await screen.findByRole('button', { name })
  opener.focus()
  fireEvent.click(opener)
  return { opener, dialog: await screen.findByRole('dialog') }
}

describe('a question before deleting', () => {
  it('does nothing by itself, and has the focus on the way out', async () => {
    let runs = 0
    await show(
      <DeleteButton what="Server" about="It is refused at once." run={async () => runs++} />,
    )
    const { dialog } = await opened('Delete Server')
    const keep = within(dialog).getByRole('button', { name: 'No, keep it' })
    await waitFor(() => assert.ok(document.activeElement === keep))
    fireEvent.click(keep)
    await waitFor(() => assert.ok(screen.queryByRole('dialog') === null))
    assert.equal(runs, 0)
  })

  it('deletes when told to, says so and closes', async () => {
    let runs = 0
    await show(
      <DeleteButton what="Server" about="It is refused at once." run={async () => runs++} />,
    )
    const { dialog, opener } = await opened('Delete Server')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    assert.equal((await screen.findByText('Deleted.')).textContent, 'Deleted.')
    await waitFor(() => assert.ok(screen.queryByRole('dialog') === null))
    await waitFor(() => assert.ok(document.activeElement === opener))
    assert.equal(runs, 1)
  })

  it('stays open where it is refused, and says why', async () => {
    const run = () =>
      Promise.reject(new ApiError(409, { error: { code: 'x', message: 'It is in use.' } }))
    await show(<DeleteButton what="Server" about="It is refused at once." run={run} />)
    const { dialog } = await opened('Delete Server')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    assert.equal((await within(dialog).findByRole('alert')).textContent, 'It is in use.')
    assert.ok(screen.queryByRole('dialog'))
  })
})

describe('a question about what costs most', () => {
  it('goes on only once the name is typed as it is', async () => {
    let runs = 0
    const run = async () => runs++
    await show(
      <ConfirmButton title="Erase" about="For ever." tone="danger" typed="a@b" run={run} />,
    )
    const { dialog } = await opened('Erase')
    const erase = within(dialog).getByRole('button', { name: 'Erase' }) as HTMLButtonElement
    const field = within(dialog).getByLabelText('Type a@b to continue')
    for (const typed of ['', 'a@', 'A@b']) {
      fireEvent.change(field, { target: { value: typed } })
      assert.equal(erase.disabled, true, typed)
    }
    fireEvent.change(field, { target: { value: ' a@b ' } })
    fireEvent.click(erase)
    await waitFor(() => assert.equal(runs, 1))
  })

  it('takes a number as it is read elsewhere on the page', async () => {
    await show(<ConfirmButton title="Send" about="To all." typed="4969" run={async () => {}} />)
    const { dialog } = await opened('Send')
    const send = within(dialog).getByRole('button', { name: 'Send' }) as HTMLButtonElement
    const field = within(dialog).getByLabelText('Type 4969 to continue')
    const isOpenTo = (value: string): boolean => {
      fireEvent.change(field, { target: { value } })
      return !send.disabled
    }
    assert.deepEqual(['4969', '4.969', '4,969', '4 969'].map(isOpenTo), [true, true, true, true])
    assert.deepEqual(['4.968', '-4969', '4969x', ''].map(isOpenTo), [false, false, false, false])
  })
})

describe('a question about what harms nothing', () => {
  it('has the focus on what was asked for', async () => {
    await show(<ConfirmButton title="Send again" about="As a new email." run={async () => {}} />)
    const { dialog } = await opened('Send again')
    const go = within(dialog).getByRole('button', { name: 'Send again' })
    await waitFor(() => assert.ok(document.activeElement === go))
  })
})
