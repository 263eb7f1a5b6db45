/** Figures for those who do not see a chart, and metrics for those who do not read Prometheus. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { describe, it } from 'node:test'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { Overview } from '../../src/api/shapes.ts'
import { metricWords } from '../../src/features/operator/metric-words.ts'
import { MetricsPanel, shownValue } from '../../src/features/operator/metrics-panel.tsx'
import { QueuePanel } from '../../src/features/operator/queue-panel.tsx'
import { Charts } from '../../src/features/overview/charts.tsx'
import { Framed, serve, show } from './stage.tsx'

const day = { delivered: 0, bounced: 0, hard: 0, complained: 0, deferred: 0 }
const data = {
  rates: { delivery: 0.9 },
  volume: [
    { ...day, date: '2026-11-26' },
    { ...day, date: '2026-11-27', delivered: 90, bounced: 10, hard: 4, complained: 1 },
  ],
} as unknown as Overview

async function opened(text: RegExp, at = 0): Promise<HTMLElement> {
  const summary = (await screen.findAllByText(text))[at]!.closest('summary')!
  const details = summary.closest('details')!
  details.open = true
  await act(() => void fireEvent(details, new Event('toggle')))
  return details
}
const rowsOf = (part: HTMLElement): string[] =>
  within(part)
    .getAllByRole('row')
    .map(row => [...row.children].map(cell => cell.textContent).join(' | '))

describe('a chart', () => {
  it('is a picture with a name, and a table of the days that have results', async () => {
    serve(() => ({ body: {} }))
    await show(
      <Framed>
        <Charts data={data} />
      </Framed>,
    )
    await screen.findByRole('img', { name: 'Volume' })
    screen.getByRole('img', { name: 'Rates' })
    assert.equal(document.querySelector('[role="application"]'), null)
    assert.equal(screen.queryByRole('table'), null)
    const volume = await opened(/^Figures as a table$/)
    assert.deepEqual(rowsOf(volume), ['Day | Delivered | Bounced', '27 Nov | 90 | 10'])
    const rates = await opened(/^Figures as a table$/, 1)
    assert.match(rowsOf(rates)[1]!, /^27 Nov \| 4% \| 1%$/)
  })
})

const samples = [
  { labels: { kind: 'delivery' }, value: 3 },
  { labels: { kind: 'webhook' }, value: 4 },
]
const metrics = [
  { name: 'malote_queue_due', help: 'x', type: 'gauge', samples },
  { name: 'malote_up', help: 'x', type: 'gauge', samples: [{ labels: {}, value: 1 }] },
  { name: 'malote_certificates', help: 'x', type: 'gauge', samples: [] },
  { name: 'nodejs_heap', help: 'Heap.', type: 'gauge', samples: [{ labels: {}, value: 7 }] },
]

describe('the metrics', () => {
  it('have words for each that the documentation names, and for no other', () => {
    const docs = fs.readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
    const rows = docs.split('\n').filter(line => /^\| `malote_/.test(line))
    const named = rows.flatMap(line => line.split('|')[1]!.match(/malote_[a-z_]+/g)!)
    assert.deepEqual(Object.keys(metricWords).sort(), named.sort())
  })

  it('are a line each, with what is counted apart when it is asked for', async () => {
    serve(() => ({ body: { data: metrics } }))
    await show(
      <Framed>
        <MetricsPanel />
      </Framed>,
    )
    const due = await screen.findByText('Work that is due now')
    assert.equal(due.closest('table')!.querySelectorAll('tbody tr').length, 2)
    assert.equal(screen.queryByText(/kind=webhook/), null)
    const apart = await opened(/^7/)
    assert.match(apart.textContent, /2 series.*kind=delivery3.*kind=webhook4/)
    assert.equal(screen.queryByText('Heap.'), null)
    await opened(/^Of the Node\.js process, in its own words \(1\)$/)
    screen.getByText('Heap.')
  })

  it('are by histograms the mean', () => {
    const of = (suffix: string, value: number) => ({ suffix, labels: {}, value })
    const all = [of('_bucket', 99), of('_sum', 6), of('_sum', 4), of('_count', 4)]
    assert.equal(shownValue({ type: 'histogram', samples: all }), 2.5)
    assert.equal(shownValue({ type: 'histogram', samples: [] }), 0)
  })
})

describe('the queue by destination', () => {
  it('says which share of the last hour was deferred, and whose', async () => {
    const hour = (answers: number, deferred: number) => ({ answers, deferred })
    const account = (id: string, more: object) => ({ id, name: id, waiting: 3, ...more })
    const destination = {
      domain: 'slow.test',
      waiting: 6,
      due: 0,
      next_due_at: '2026-11-29T20:00:00Z',
      accounts: [
        account('Veloz', { last_hour: hour(40, 40) }),
        account('Calma', { last_hour: hour(0, 0) }),
      ],
      last_hour: hour(40, 40),
    }
    const queue = {
      kinds: [{ kind: 'sequence', waiting: 1, due: 0, oldest_due_at: '2026-11-29T20:00:00Z' }],
      destinations: [destination],
      sampled: false,
      lanes: [],
    }
    serve(({ url }) => ({ body: url.endsWith('/queue') ? queue : { data: [], has_more: false } }))
    await show(
      <Framed>
        <QueuePanel />
      </Framed>,
    )
    await screen.findByText('Steps of sequences')
    const row = screen.getByText('slow.test').closest('tr')!
    assert.match(row.textContent, /100%.*Veloz · 3 · 100% deferredCalma · 3/)
    assert.doesNotMatch(row.textContent, /Calma · 3 ·/)
    within(row).getByTitle('40 of 40 answers')
  })
})
