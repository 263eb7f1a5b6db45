import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Campaign } from '../../src/api/shapes.ts'
import { People } from '../../src/features/campaigns/people-section.tsx'
import { hasMoreThanHours, pointsOf } from '../../src/features/campaigns/points.ts'
import { Results } from '../../src/features/campaigns/results-section.tsx'
import type { Part, Stats } from '../../src/features/campaigns/stats.ts'
import { WriteAgain } from '../../src/features/campaigns/write-again.tsx'
import { refusal, serve, show } from './stage.tsx'

const campaign = {
  id: 'cmp_1',
  name: 'Natal',
  tracking: { opens: true, clicks: true },
} as Campaign

const stats: Stats = {
  audience: 105,
  pending: 0,
  released: 102,
  cancelled: 0,
  skipped: { suppressed: 2, 'missing_value:name': 1 },
  delivered: 100,
  captured: 0,
  deferred_now: 0,
  bounced: { hard: 1, soft: 1, policy: 0 },
  complained: 0,
  unsubscribed: { topic: 0, all: 0 },
  opened: { people: 40, machines_only: 7 },
  clicked: { people: 10, machines_only: 3 },
  first_release: null,
  last_release: null,
  pace: 0,
}

const hour = (key: string, opened: number, clicked = 0): Part => ({
  key,
  opened: { people: opened, machines_only: 0 },
  clicked: { people: clicked, machines_only: 0 },
})

describe('the figures of a report', () => {
  const query = { data: stats, error: null, refetch: () => undefined }
  const sent = (n: number, delivered: number, opened: number) => ({
    id: `cmp_${n}`,
    results: { delivered, opened, clicked: 0 },
  })

  it('lead to the people whom they count, with their share and what is usual', async () => {
    // The campaign itself is no example of what is usual, nor is one that nobody got.
    const data = [sent(1, 100, 40), sent(2, 10, 3), sent(3, 10, 5), sent(4, 0, 0)]
    serve(() => ({ body: { data, has_more: false } }))
    await show(<Results campaign={campaign} query={query} />)
    const tile = await screen.findByRole('link', { name: /^Opened/ })
    await waitFor(() => assert.match(tile.textContent!, /40%.*average of your last 2: 40%/))
    const way = '/projects/prj_1/test/campaigns/cmp_1?tab=people&state='
    assert.equal(tile.getAttribute('href'), `${way}opened`)
    const missing = screen.getByRole('link', { name: /^a value is missing \(name\)/ })
    assert.equal(missing.getAttribute('href'), `${way}skipped&reason=missing_value%3Aname`)
    assert.match(
      screen.getByRole('link', { name: /^Bounced/ }).textContent!,
      /1\.96%.*permanent: 1 · temporary: 1$/,
    )
    // Nobody is no list.
    assert.equal(screen.queryAllByRole('link', { name: /^Marked as spam/ }).length, 0)
  })
})

describe('openings and clicks over time', () => {
  it('are a point for each hour of the first two days, also for those without any', () => {
    const parts = [hour('2026-11-24T10:00:00Z', 3, 1), hour('2026-11-24T12:00:00Z', 2)]
    assert.deepEqual(pointsOf(parts, 'hour', 'UTC'), [
      { at: '2026-11-24T10:00:00Z', opened: 3, clicked: 1 },
      { at: '2026-11-24T11:00:00Z', opened: 0, clicked: 0 },
      { at: '2026-11-24T12:00:00Z', opened: 2, clicked: 0 },
    ])
    assert.equal(hasMoreThanHours(parts), false)
    const longer = [...parts, hour('2026-12-24T12:00:00Z', 1)]
    assert.equal(hasMoreThanHours(longer), true)
    assert.equal(pointsOf(longer, 'hour', 'UTC').length, 48)
    assert.deepEqual(pointsOf([], 'hour', 'UTC'), [])
  })

  it('are summed up by the days of the account', () => {
    const parts = [hour('2026-11-24T01:00:00Z', 1), hour('2026-11-24T04:00:00Z', 2)]
    const later = [...parts, hour('2026-11-26T12:00:00Z', 4)]
    assert.deepEqual(
      pointsOf(later, 'day', 'America/Sao_Paulo').map(({ at, opened }) => [at, opened]),
      [
        ['2026-11-23', 1],
        ['2026-11-24', 2],
        ['2026-11-25', 0],
        ['2026-11-26', 4],
      ],
    )
  })
})

describe('why somebody got a campaign, or did not', () => {
  const because = [
    {
      check: 'audience',
      result: false,
      explanation: 'They are not in the audience, as it is now.',
      tree: {
        result: false,
        all: [
          { result: true, any: [{ result: true, topic: 'top_1' }] },
          { result: false, not_opened: 'cmp_9' },
          { result: true, not: { result: false, segment: 'seg_1' } },
        ],
      },
    },
  ]

  it('is said of a whole address that is searched, part by part and by name', async () => {
    serve(({ url }) => {
      if (url.includes('/recipients/')) {
        const isKnown = url.includes('ana%40')
        const why = { state: 'not_in_audience', reason: null, email_id: null, because }
        if (!isKnown) return { ...refusal('No such contact.', null), status: 404 }
        return { body: { ...why, explanation: 'Not in the audience.', letter_state: null } }
      }
      if (url.includes('/topics'))
        return { body: { data: [{ id: 'top_1', name: { en: 'News' } }] } }
      if (url.includes('/segments')) return { body: { data: [{ id: 'seg_1', name: 'VIP' }] } }
      if (/\/campaigns\?/.test(url)) return { body: { data: [{ id: 'cmp_9', name: 'Natal' }] } }
      return { body: { data: [], has_more: false } }
    })
    const people = <People campaign={campaign} everyMs={undefined} />
    await show(people, '?q=ana')
    await screen.findByText('No matches')
    assert.equal(screen.queryAllByRole('heading', { name: /^Why/ }).length, 0)
    await show(people, '?q=ana@loja.test')
    await screen.findByRole('heading', { name: 'Why ana@loja.test got it, or did not' })
    await screen.findByText('Not in the audience.')
    await screen.findByText('Is in the topic News')
    await screen.findByText('Who did not open: Natal')
    await screen.findByText('Is not in the segment VIP')
    await show(people, '?q=bia@loja.test')
    await screen.findByText(/^No contact has the address bia@loja.test/)
  })
})

describe('writing again', () => {
  // What is said here is not heard in other tests.
  afterEach(() => notifications.clean())

  it('makes a draft for those people, and goes there', async () => {
    const asked = serve(() => ({ status: 201, body: { id: 'cmp_2' } }))
    const router = await show(<WriteAgain campaign={campaign} stats={stats} />)
    const names = (await screen.findAllByRole('button')).map(one => one.textContent)
    assert.deepEqual(names, [
      'Who did not open · 60',
      'Who did not click · 90',
      'Who opened · 40',
      'Who clicked · 10',
      'Who did not get it · 3',
    ])
    fireEvent.click(screen.getByRole('button', { name: /^Who did not open/ }))
    await waitFor(() => {
      assert.match(router.history.location.pathname, /\/campaigns\/cmp_2$/)
    })
    const { url, body } = asked.find(one => one.method === 'POST')!
    assert.match(url, /\/campaigns\/cmp_1\/duplicate$/)
    assert.deepEqual(body, { name: 'Natal – who did not open', audience: 'not_opened' })
  })

  it('says why it is refused, and offers nothing that was not looked for', async () => {
    serve(({ method }) =>
      method === 'POST' ? refusal('Too many campaigns.', null) : { body: { data: [] } },
    )
    const tracking = { opens: false, clicks: true }
    await show(<WriteAgain campaign={{ ...campaign, tracking }} stats={stats} />)
    assert.equal(screen.queryAllByRole('button', { name: /open/ }).length, 0)
    fireEvent.click(screen.getByRole('button', { name: /^Who clicked/ }))
    await screen.findByText('Too many campaigns.')
  })
})
