import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Campaign } from '../../src/api/shapes.ts'
import { LiveSection } from '../../src/features/campaigns/live-section.tsx'
import { OverTime } from '../../src/features/campaigns/over-time.tsx'
import { People } from '../../src/features/campaigns/people-section.tsx'
import {
  hasMoreThanHours,
  isYoung,
  minutesOf,
  pointsOf,
} from '../../src/features/campaigns/points.ts'
import { ReactionChart } from '../../src/features/campaigns/reaction-chart.tsx'
import { Report } from '../../src/features/campaigns/report.tsx'
import { Results, useUsual } from '../../src/features/campaigns/results-section.tsx'
import type { CampaignReport, Part, Stats } from '../../src/features/campaigns/stats.ts'
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

const report: CampaignReport = {
  at: '2026-11-24T12:00:07Z',
  stats,
  provider: [],
  language: [],
  variant: [],
  hour: [],
  minute: [],
  links: [],
}

function Shown() {
  const usual = useUsual(campaign.id)
  return usual ? <Results campaign={campaign} report={report} usual={usual} /> : null
}

describe('the figures of a report', () => {
  const sent = (n: number, delivered: number, opened: number) => ({
    id: `cmp_${n}`,
    results: { delivered, opened, clicked: 0 },
  })

  it('lead to the people whom they count, with their share and what is usual', async () => {
    // The campaign itself is no example of what is usual, nor is one that nobody got.
    const data = [sent(1, 100, 40), sent(2, 10, 3), sent(3, 10, 5), sent(4, 0, 0)]
    serve(() => ({ body: { data, has_more: false } }))
    await show(<Shown />)
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
    screen.getByText(/^Counted at \d+:00:07/)
  })

  it('come in one answer, once there is all that would move them', async () => {
    let answer = (): void => {}
    const usual = new Promise<void>(resolve => {
      answer = resolve
    })
    const link = { n: 1, url: 'https://loja.test/a', mended_url: null, people: 10, machines: 0 }
    const provider = [{ ...hour('provider_1', 40, 10), released: 102, delivered: 100 }]
    const asked = serve(({ url }) => {
      if (url.includes('/report')) return { body: { ...report, provider, links: [link] } }
      return { body: { data: [], has_more: false, subject: 'Oi', html: '' } }
    })
    const { fetch } = globalThis
    globalThis.fetch = async (url, init) => {
      if (/\/campaigns\?/.test(String(url))) await usual
      return fetch(url, init)
    }
    const sent = {
      ...campaign,
      status: 'sent',
      counts: {},
      schedule: null,
      ab: null,
      follow_up: null,
      archive: { public: false, slug: null, url: null },
    }
    await show(<Report campaign={sent as unknown as Campaign} everyMs={undefined} />)
    await waitFor(() => assert.ok(asked.some(one => one.url.includes('/report'))))
    await screen.findByText('Oi')
    assert.equal(screen.queryAllByText('Results').length, 0)
    answer()
    await screen.findByText('Results')
    screen.getByText('https://loja.test/a')
    screen.getByText('Google')
    const apart = asked.filter(one => /\/(stats|links)\b/.test(one.url))
    assert.deepEqual(apart, [])
    assert.equal(asked.filter(one => one.url.includes('/report')).length, 1)
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

  it('are a point for each minute of the first two hours, or of what has gone by of them', () => {
    const first_release = '2026-11-24T10:00:40Z'
    const minute = [{ at: '2026-11-24T10:02:00.000Z', opened: 3, clicked: 1 }]
    const soon = { at: '2026-11-24T10:03:10Z', minute, stats: { ...stats, first_release } }
    assert.deepEqual(
      minutesOf(soon).map(({ at, opened, clicked }) => [at.slice(11, 16), opened, clicked]),
      [
        ['10:00', 0, 0],
        ['10:01', 0, 0],
        ['10:02', 3, 1],
        ['10:03', 0, 0],
      ],
    )
    assert.equal(isYoung(soon), true)
    const late = { ...soon, at: '2026-11-25T10:00:00Z' }
    assert.equal(minutesOf(late).length, 121)
    assert.equal(isYoung(late), false)
    assert.deepEqual([minutesOf(report), isYoung(report)], [[], false])
  })

  it('begin with the minutes while a campaign is young, and are a table as well', async () => {
    serve(() => ({ body: { data: [], has_more: false } }))
    const minute = [{ at: '2026-11-24T11:59:00Z', opened: 3, clicked: 1 }]
    const young = { ...stats, first_release: '2026-11-24T11:58:10Z' }
    const parts = [hour('2026-11-24T11:00:00Z', 3, 1)]
    await show(<OverTime report={{ ...report, minute, stats: young, hour: parts }} />)
    const first = (await screen.findByLabelText('First 2 hours')) as HTMLInputElement
    assert.equal(first.checked, true)
    const hours = screen.getByLabelText('First 48 hours') as HTMLInputElement
    fireEvent.click(hours)
    await waitFor(() => assert.equal(hours.checked, true))
    const points = minutesOf({ ...report, minute, stats: young })
    await show(<ReactionChart points={points} step="minute" />)
    const details = (await screen.findByText('Figures as a table')).parentElement!
    details.setAttribute('open', '')
    fireEvent(details, new Event('toggle'))
    await waitFor(() => assert.equal(screen.getAllByRole('row').length, 1 + points.length))
    screen.getByRole('row', { name: /11:59 3 1$/ })
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

describe('what a campaign waits for', () => {
  const shownFor = async (phase: Campaign['phase']) => {
    const until = '2026-12-03T13:40:53Z'
    const waiting = { reason: 'test_result' as const, until, left: 5_399 }
    const guard = { enabled: true }
    const one = { ...campaign, status: 'sending' as const, phase, waiting, guard }
    serve(() => ({ body: {} }))
    await show(<LiveSection campaign={{ ...one, paused_by: null } as Campaign} stats={stats} />)
    return screen.getByText(/^Waiting:/).textContent
  }

  it('is what comes of its first emails, or of a test where it has one', async () => {
    assert.match((await shownFor('rest'))!, /the results of the first emails/)
    assert.match((await shownFor('deciding'))!, /result of the A\/B test/)
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
