import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { oneOf, useFilters } from '../../src/ui/address-filters.ts'
import { FilterBar, type FilterField } from '../../src/ui/filters.tsx'
import { show } from './stage.tsx'

const fields: readonly FilterField<'q' | 'state'>[] = [
  { name: 'q', kind: 'search', label: { en: 'Find', pt: 'Achar' } },
  {
    name: 'state',
    kind: 'choice',
    label: { en: 'State', pt: 'Estado' },
    choices: [{ value: 'open', label: { en: 'Open', pt: 'Aberto' } }],
  },
]

function Filtered() {
  const filters = useFilters(['q', 'state'])
  return (
    <>
      <FilterBar filters={filters} fields={fields} />
      <code>{JSON.stringify(filters.values)}</code>
    </>
  )
}

describe('filters', () => {
  it('are read from the address, and leave what else is in it', async () => {
    const router = await show(<Filtered />, '?q=ana&tab=all')
    await screen.findByText('{"q":"ana"}')
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'open' } })
    await waitFor(() =>
      assert.deepEqual(
        { ...router.state.location.search },
        { q: 'ana', tab: 'all', state: 'open' },
      ),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => assert.deepEqual({ ...router.state.location.search }, { tab: 'all' }))
  })

  it('go to the address once the typing pauses', async () => {
    const router = await show(<Filtered />)
    const field = await screen.findByRole('searchbox')
    fireEvent.change(field, { target: { value: 'an' } })
    fireEvent.change(field, { target: { value: ' ana ' } })
    assert.deepEqual({ ...router.state.location.search }, {})
    await waitFor(() => assert.deepEqual({ ...router.state.location.search }, { q: 'ana' }))
  })

  it('take nothing that is not one of their choices', () => {
    assert.equal(oneOf(['open', 'shut'], 'open'), 'open')
    assert.equal(oneOf(['open', 'shut'], 'constructor'), undefined)
  })
})
