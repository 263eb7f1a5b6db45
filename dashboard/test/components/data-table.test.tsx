import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { DataTable } from '../../src/ui/data-table.tsx'
import type { Column } from '../../src/ui/table-model.ts'
import { show } from './stage.tsx'

interface Fruit {
  readonly id: string
  readonly name: string
  readonly sold: number | null
}

const columns: readonly Column<Fruit>[] = [
  {
    id: 'name',
    head: { en: 'Name', pt: 'Nome' },
    cell: row => <a href={`/${row.id}`}>{row.name}</a>,
    sortBy: row => row.name,
    onPhone: 'title',
  },
  {
    id: 'sold',
    head: { en: 'Sold', pt: 'Vendidos' },
    cell: row => row.sold,
    sortBy: row => row.sold,
    isNumber: true,
  },
]
const fruits: readonly Fruit[] = [
  { id: 'b', name: 'banana', sold: 9 },
  { id: 'a', name: 'Ábaco', sold: null },
  { id: 'c', name: 'cherry', sold: 10 },
]

const shownNames = () => screen.getAllByRole('link').map(link => link.textContent)

describe('a table', () => {
  it('shows its rows in the order given, each cell with its head for a phone', async () => {
    await show(<DataTable label="Fruits" columns={columns} rows={fruits} />)
    const table = await screen.findByRole('table', { name: 'Fruits' })
    assert.deepEqual(shownNames(), ['banana', 'Ábaco', 'cherry'])
    assert.equal(table.querySelectorAll('td[data-head="Sold"][data-phone="line"]').length, 3)
  })

  it('sorts words as the language does, numbers by size, and keeps what is absent last', async () => {
    await show(<DataTable label="Fruits" columns={columns} rows={fruits} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Name' }))
    assert.deepEqual(shownNames(), ['Ábaco', 'banana', 'cherry'])
    const head = screen.getByRole('columnheader', { name: 'Name' })
    assert.equal(head.getAttribute('aria-sort'), 'ascending')
    fireEvent.click(screen.getByRole('button', { name: 'Sold' }))
    const once = shownNames()
    fireEvent.click(screen.getByRole('button', { name: 'Sold' }))
    assert.deepEqual(
      [once, shownNames()].map(order => order.at(-1)),
      ['Ábaco', 'Ábaco'],
    )
    assert.notDeepEqual(shownNames(), once)
  })

  it('does not sort what is only the beginning of a list', async () => {
    await show(<DataTable label="Fruits" columns={columns} rows={fruits} hasMore />)
    await screen.findByRole('table')
    assert.ok(screen.queryByRole('button', { name: 'Name' }) === null)
  })

  it('lets rows be chosen one by one and all at once', async () => {
    let chosen: ReadonlySet<string> = new Set()
    function Chosen() {
      const [ids, set] = useState(chosen)
      chosen = ids
      const selection = { ids, set }
      return (
        <DataTable
          label="Fruits"
          columns={columns}
          rows={fruits}
          selection={selection}
          nameOf={row => row.name}
        />
      )
    }
    await show(<Chosen />)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select banana' }))
    assert.deepEqual([...chosen], ['b'])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
    assert.deepEqual([...chosen].sort(), ['a', 'b', 'c'])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
    assert.equal(chosen.size, 0)
  })

  it('moves from row to row by the arrow keys', async () => {
    await show(<DataTable label="Fruits" columns={columns} rows={fruits} />)
    const [first, second] = await screen.findAllByRole('link')
    first!.focus()
    fireEvent.keyDown(first!, { key: 'ArrowDown' })
    assert.ok(document.activeElement === second)
    fireEvent.keyDown(second!, { key: 'ArrowUp' })
    assert.ok(document.activeElement === first)
  })

  it('draws a few of many rows, and says how many there are', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) => ({
      id: `r${n}`,
      name: `row ${n}`,
      sold: n,
    }))
    await show(<DataTable label="Many" columns={columns} rows={many} />)
    const table = await screen.findByRole('table', { name: 'Many' })
    assert.ok(within(table).queryAllByRole('link').length < 100)
    assert.equal(table.getAttribute('aria-rowcount'), '2001')
  })
})
