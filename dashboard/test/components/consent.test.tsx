import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen } from '@testing-library/react'
import type { ConsentRecord } from '../../src/api/shapes.ts'
import { useConsentColumns } from '../../src/features/consent/consent-table.tsx'
import { DataTable } from '../../src/ui/data-table.tsx'
import { serve, show } from './stage.tsx'

const record = (id: string, more: object): ConsentRecord =>
  ({
    id,
    action: 'joined',
    topic_id: null,
    at: '2026-11-24T00:00:00Z',
    method: 'form',
    ip: null,
    page: null,
    user_agent: null,
    wording: null,
    evidence: null,
    hash: null,
    ...more,
  }) as unknown as ConsentRecord

const evidence = { at: '2026-11-20T00:00:00Z', source: null, confirmed: false }

function Table() {
  const columns = useConsentColumns('ana@b.test')
  const rows = [
    record('a', { action: 'left', evidence, user_agent: 'Mozilla/5.0 (a phone)' }),
    record('b', { action: 'confirmed', evidence }),
    record('c', { wording: { text: '{address} should get News', version: 1, language: 'en' } }),
  ]
  return <DataTable label="Records" columns={columns} rows={rows} />
}

describe('the records of a consent', () => {
  it('say of each act what it was, to whom the words were shown, and in which browser', async () => {
    serve(() => ({ body: { data: [], has_more: false } }))
    await show(<Table />)
    await screen.findByText(/^Left on/)
    screen.getByText(/^Confirmed on/)
    screen.getByText('“ana@b.test should get News”')
    screen.getByText('Browser: Mozilla/5.0 (a phone)')
    assert.equal(screen.queryAllByText(/^Agreed/).length, 0)
  })
})
