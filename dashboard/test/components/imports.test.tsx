import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen } from '@testing-library/react'
import type { Import } from '../../src/api/shapes.ts'
import { DecideForm } from '../../src/features/imports/decide-form.tsx'
import { ImportPage } from '../../src/features/imports/import-page.tsx'
import { serve, show } from './stage.tsx'

const counts = {
  lines: 1,
  created: 1,
  updated: 0,
  unchanged: 0,
  kept_unsubscribed: 0,
  suppressed: 0,
  duplicate: 0,
  invalid: 0,
}
const one = {
  id: 'imp_1',
  status: 'done',
  format: 'csv',
  mapping: null,
  on_existing: 'update',
  topics: [],
  create_properties: false,
  consent: null,
  run_sequences: false,
  confirm: 'none',
  segment: null,
  dry_run: false,
  progress: { bytes: 1, of: 1 },
  counts,
  recognised: {
    encoding: 'utf-8',
    delimiter: ';',
    columns: ['email', 'cidade'],
    mapping: { email: 'email', cidade: null },
    source: null,
    sample: [],
  },
  error: null,
  created_at: '2026-11-24T00:00:00Z',
  started_at: null,
  finished_at: null,
  eta_s: null,
} satisfies Import

const dayMs = 86_400_000
const stage = (of: Import) =>
  serve(({ url }) => ({
    body: /\/imports\/$/.test(url) ? of : { data: [], has_more: false },
  }))

describe('an import', () => {
  it('is offered to be undone for seven days, and says until when', async () => {
    const ended = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
    stage({ ...one, finished_at: ended(6) })
    await show(<ImportPage />)
    fireEvent.click(await screen.findByRole('button', { name: 'Undo the import' }))
    await screen.findByText(/Possible until \d+ \w+ \d{4}/)

    stage({ ...one, finished_at: ended(8) })
    await show(<ImportPage />)
    await screen.findByText('What happened')
    assert.equal(screen.queryAllByRole('button', { name: 'Undo the import' }).length, 0)
  })

  it('is not left without a question once something of it was decided', async () => {
    stage(one)
    const router = await show(<DecideForm one={{ ...one, status: 'recognised' }} />)
    fireEvent.change(await screen.findByLabelText('What cidade becomes'), {
      target: { value: 'first_name' },
    })
    void router.navigate({ to: '/p/prj_2/test/things' as never })
    await screen.findByText('Leave without saving?')
    fireEvent.click(screen.getByRole('button', { name: 'Stay' }))
  })
})
