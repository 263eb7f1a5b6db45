import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Sequence } from '../../src/api/shapes.ts'
import { RulesForm } from '../../src/features/sequences/rules-form.tsx'
import { serve, show } from './stage.tsx'

const sequence: Sequence = {
  id: 'seq_1',
  name: 'Welcome',
  folder: null,
  status: 'draft',
  from: null,
  topic_id: null,
  triggers: [],
  entry_filter: null,
  reentry: { mode: 'always', min_gap: 'P1D', key: 'event.cart_id' },
  exits: [],
  quiet: null,
  rate_per_hour: null,
  patience: null,
  steps: [],
  published_version: null,
  created_at: '2026-11-24T00:00:00Z',
  updated_at: '2026-11-24T00:00:00Z',
}

const stage = () =>
  serve(({ method }) => ({
    body:
      method === 'PATCH'
        ? sequence
        : { data: [], has_more: false, count: 0, exact: true, conditions: [] },
  }))

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the rules of a sequence', () => {
  it('take quiet hours with both ends, digits as a pace, and of coming in again what is shown', async () => {
    const asked = stage()
    await show(<RulesForm sequence={sequence} />)
    type(/^Quiet hours from/, '22:00')
    assert.equal(screen.getByLabelText(/^to/).hasAttribute('required'), true)
    type(/^to/, '08:00')
    type('Emails per hour, in total', '1.000')
    type('Re-entry', 'never')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(one => one.method === 'PATCH')?.body as Record<string, unknown>
    await waitFor(() => assert.ok(sent()))
    assert.deepEqual(
      [sent().quiet, sent().rate_per_hour, sent().reentry],
      [{ from: '22:00', until: '08:00' }, 1000, { mode: 'never' }],
    )
  })

  it('count as a goal still when another thing ends the way', async () => {
    const asked = stage()
    const exits = [{ on: 'event', name: 'order.paid', reason: 'goal' }] as Sequence['exits']
    await show(<RulesForm sequence={{ ...sequence, exits }} />)
    type('Exits when', 'filter')
    const goal = () => screen.getByLabelText(/^Counts as goal reached/)
    assert.equal((goal() as HTMLInputElement).checked, true)
    type('Exits when', 'event')
    type(/^Activity/, 'order.paid')
    fireEvent.click(goal())
    type(/^Reason/, 'bought')
    type('Exits when', 'filter')
    assert.ok(screen.getByDisplayValue('bought'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(one => one.method === 'PATCH')?.body as Record<string, unknown>
    await waitFor(() => assert.ok(sent()))
    assert.deepEqual(sent().exits, [{ on: 'filter', filter: { all: [] }, reason: 'bought' }])
  })

  it('are not left without a question while something of them is not saved', async () => {
    const asked = stage()
    const router = await show(<RulesForm sequence={sequence} />)
    const go = (tab: string) => void router.navigate({ to: '.', search: { tab } } as never)
    const here = () => router.history.location.search
    go('rules')
    await waitFor(() => assert.match(here(), /rules/))
    type('Emails per hour, in total', '50')
    go('people')
    fireEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    await waitFor(() => assert.ok(screen.queryByText('Leave without saving?') === null))
    assert.match(here(), /rules/)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => assert.ok(asked.some(one => one.method === 'PATCH')))
    await waitFor(() => assert.ok(document.querySelector('button[data-loading]') === null))
    go('people')
    await waitFor(() => assert.match(here(), /people/))
    type('Emails per hour, in total', '60')
    go('versions')
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => assert.match(here(), /versions/))
  })
})
