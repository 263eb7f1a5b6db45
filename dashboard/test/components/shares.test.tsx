/** Shares by provider, and by how much they went up or down. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen, within } from '@testing-library/react'
import { Shares, trendOf } from '../../src/features/deliverability/shares.tsx'
import { serve, show } from './stage.tsx'

const none = { delivered: 0, bounced: 0, deferred: 0, complained: 0 }
const rowOf = (now: object, before: object) => ({
  provider: 'other',
  ...none,
  ...now,
  before: { ...none, ...before },
})

describe('the trend of a share', () => {
  it('is how much it changed, and nothing where it did not or where few results say nothing', () => {
    const row = rowOf({ delivered: 90, bounced: 10 }, { delivered: 95, bounced: 5 })
    assert.equal(trendOf(row, 'bounced')!.toFixed(4), '0.0500')
    assert.equal(trendOf(row, 'delivered')!.toFixed(4), '-0.0500')
    assert.equal(trendOf(row, 'deferred'), null)
    assert.equal(trendOf(rowOf({ delivered: 19 }, { delivered: 100 }), 'bounced'), null)
    assert.equal(trendOf(rowOf({ delivered: 100 }, { bounced: 19 }), 'bounced'), null)
    assert.notEqual(trendOf(rowOf({ delivered: 20 }, { bounced: 20 }), 'bounced'), null)
  })

  it('stands below it in words, good or bad by what it is of', async () => {
    serve(() => ({ body: {} }))
    const row = rowOf({ delivered: 90, bounced: 10 }, { delivered: 95, bounced: 5 })
    await show(<Shares rows={[row]} from="2026-11-01" />)
    const table = within(screen.getByRole('table'))
    assert.equal(table.getByText('up 5%').dataset.tone, 'bad')
    assert.equal(table.getByText('down 5%').dataset.tone, 'bad')
    await show(<Shares rows={[rowOf({ delivered: 95, bounced: 5 }, row)]} from="2026-11-01" />)
    const better = within(screen.getByRole('table'))
    assert.equal(better.getByText('up 5%').dataset.tone, 'good')
    assert.equal(better.getByText('down 5%').dataset.tone, 'good')
  })
})
