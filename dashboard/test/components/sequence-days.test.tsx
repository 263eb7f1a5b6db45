import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { Sequence } from '../../src/api/shapes.ts'
import { DaysSection } from '../../src/features/sequences/days-section.tsx'
import { MovesChart } from '../../src/features/sequences/moves-chart.tsx'
import { serve, show } from './stage.tsx'

const none = { entered: 0, goal: 0, left: 0, sent: 0, opened: 0, clicked: 0 }
const sequence = { id: 'seq_1' } as Sequence

describe('the days of a sequence', () => {
  it('are two pictures with their figures as tables', async () => {
    const days = [
      { day: '2026-11-28', ...none, entered: 5, goal: 2, left: 1, sent: 7, opened: 4, clicked: 3 },
      { day: '2026-11-29', ...none },
    ]
    serve(() => ({ body: {} }))
    await show(<MovesChart days={days} />)
    screen.getByRole('img', { name: 'People by day' })
    for (const summary of await screen.findAllByText('Figures as a table')) {
      const details = summary.closest('details')!
      details.open = true
      await act(() => void fireEvent(details, new Event('toggle')))
    }
    for (const [name, heads, figures] of [
      ['People by day', ['Day', 'Entered', 'Reached the goal', 'Left otherwise'], ['5', '2', '1']],
      ['Emails by day', ['Day', 'Sent', 'Opened', 'Clicked'], ['7', '4', '3']],
    ] as const) {
      const table = await screen.findByRole('table', { name, hidden: true })
      const textsOf = (role: string) =>
        within(table)
          .getAllByRole(role, { hidden: true })
          .map(one => one.textContent)
      assert.deepEqual(textsOf('columnheader'), heads)
      assert.deepEqual(
        textsOf('cell').filter(one => /^[1-9]$/.test(one ?? '')),
        figures,
      )
    }
  })

  it('say that there is nothing where nothing happened', async () => {
    const asked = serve(() => ({ body: { days: [{ day: '2026-11-29', ...none }], steps: [] } }))
    await show(<DaysSection sequence={sequence} />)
    await screen.findByText('Nothing has happened in these days.')
    assert.equal(screen.queryByRole('img'), null)
    assert.ok(asked.some(one => one.url.endsWith('/sequences/seq_1/stats')))
  })
})
