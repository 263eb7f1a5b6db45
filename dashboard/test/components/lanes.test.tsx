/** Destinations that mail waits for stand first; those of which there is nothing to say are folded. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanup, screen, within } from '@testing-library/react'
import { LaneTable } from '../../src/features/deliverability/lane-table.tsx'
import { serve, show } from './stage.tsx'

const lane = (destination: string, state: 'normal' | 'slowed' | 'paused') => ({
  destination,
  provider: 'other',
  state,
  pace: state === 'normal' ? 1 : 0.5,
  in_hand: null,
  paused_until: null,
  text: `${destination} ${state}`,
})

const shownLanes = async (...lanes: ReturnType<typeof lane>[]) => {
  cleanup()
  serve(() => ({ body: {} }))
  await show(<LaneTable lanes={lanes} />)
}

describe('the speed of destinations', () => {
  it('is told of those that are held back; the others are counted and folded', async () => {
    const normal = ['a.test', 'b.test'].map(name => lane(name, 'normal'))
    await shownLanes(
      normal[0]!,
      lane('slow.test', 'slowed'),
      normal[1]!,
      lane('off.test', 'paused'),
    )
    const folded = screen.getByText('2 destinations at full pace').closest('details')!
    assert.equal(folded.open, false)
    const inside = within(folded)
    assert.ok(inside.getByText('a.test') && inside.getByText('b.test'))
    assert.equal(inside.queryByText('slow.test'), null)
    const held = within(screen.getAllByRole('table')[0]!)
    assert.ok(held.getByText('slow.test') && held.getByText('off.test'))
    assert.equal(held.queryByText('a.test'), null)
  })

  it('has no fold where none is at full pace, and no empty table where all are', async () => {
    await shownLanes(lane('slow.test', 'slowed'))
    assert.equal(screen.queryByText(/full pace/), null)
    await shownLanes(lane('a.test', 'normal'))
    assert.ok(screen.getByText('1 destination at full pace'))
    assert.equal(document.querySelectorAll('table').length, 1)
    await shownLanes()
    assert.ok(screen.getByText('No destination is in use.'))
  })
})
