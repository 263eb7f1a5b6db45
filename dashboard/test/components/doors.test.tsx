/** Every figure is a door: to the list of what it counts, and that list asks for exactly this. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Deliverability, Overview } from '../../src/api/shapes.ts'
import { DeliverabilityPage } from '../../src/features/deliverability/deliverability-page.tsx'
import { EmailsPage } from '../../src/features/emails/emails-page.tsx'
import { barDoors, Charts, dotDoors } from '../../src/features/overview/charts.tsx'
import { CountTables } from '../../src/features/overview/count-tables.tsx'
import { Figures } from '../../src/features/overview/figures.tsx'
import { OverviewPage } from '../../src/features/overview/overview-page.tsx'
import { Framed, serve, show } from './stage.tsx'

const from = '2026-11-01'
const none = { delivered: 0, bounced: 0, deferred: 0, complained: 0, opened: 0, clicked: 0 }
const rungs = { dane: 0, 'mta-sts': 0, verified: 8, unverified: 0, none: 2 }

/** Where a table's figures lead, by what stands in the cells. */
const doorsIn = (part: HTMLElement): string[] =>
  within(part)
    .getAllByRole('link')
    .map(link => `${link.textContent} ${link.getAttribute('href')!.split('/emails?')[1]}`)

describe('a figure of deliverability', () => {
  it('leads to the emails that it counts', async () => {
    const row = { ...none, provider: 'provider_2', delivered: 90, bounced: 10, before: none }
    const cause = { provider: 'provider_2', cause: 'mailbox_full', text: 'The mailbox is full.' }
    const body = {
      from,
      providers: [row],
      bounces: [{ ...cause, count: 7 }],
      deferrals: [
        { ...cause, cause: 'greylisted', text: 'It waits: mx.x.test. On their side.', count: 3 },
      ],
      tls: [{ provider: 'other', ...rungs }],
      lanes: [],
    } as unknown as Deliverability
    serve(() => ({ body }))
    await show(
      <Framed>
        <DeliverabilityPage />
      </Framed>,
    )
    const table = (name: string) => screen.getByRole('table', { name })
    await screen.findByRole('table', { name: 'By provider' })
    assert.deepEqual(doorsIn(table('By provider')), [
      '100 event=final&provider=provider_2&since=2026-11-01',
      '90 event=delivered&provider=provider_2&since=2026-11-01',
      '10 event=bounced&provider=provider_2&since=2026-11-01',
    ])
    assert.deepEqual(doorsIn(table('Why mail bounced')), [
      '7 event=bounced&provider=provider_2&cause=mailbox_full&since=2026-11-01',
    ])
    assert.deepEqual(doorsIn(table('Why mail was deferred')), [
      '3 event=deferred&provider=provider_2&cause=greylisted&since=2026-11-01',
    ])
    const why = within(table('Why mail was deferred')).getByText('It waits: mx.x.test.')
    assert.equal(why.tagName, 'SUMMARY')
    assert.equal(why.parentElement!.textContent, 'It waits: mx.x.test.On their side.')
    assert.ok(!why.parentElement!.hasAttribute('open'))
    assert.deepEqual(doorsIn(table('Security of connections')), [
      '8 provider=other&tls=verified&since=2026-11-01',
      '2 provider=other&tls=none&since=2026-11-01',
    ])
  })
})

describe('a figure of the overview', () => {
  it('leads to the emails that it counts, what is counted by itself by its own event', async () => {
    serve(() => ({ body: {} }))
    const sums = { ...none, accepted: 9, delivered: 5, bounced: 4, deferred: 3, opened: 2 }
    const data = {
      from,
      totals: { ...sums, hard: 3, suppressed: 1, failed: 0, cancelled: 0 },
      rates: { delivery: 0.5, bounce: 0.3, complaint: 0, open: 0.4, click: 0 },
      by_stream: [{ stream: 'marketing', ...sums }],
      by_provider: [{ provider: 'other', ...sums }],
      by_domain: [{ domain: 'xn--acar-0oa8i.test', ...sums }],
      latency: { p50_ms: null, p95_ms: null },
      queue: { waiting: 0, due: 0, oldest_due_at: null },
    } as unknown as Overview
    await show(
      <Framed>
        <main>
          <Figures data={data} />
        </main>
        <CountTables data={data} />
      </Framed>,
    )
    assert.deepEqual(doorsIn(await screen.findByRole('main')), [
      '5 event=delivered&since=2026-11-01',
      '3 of 9; + 1 refused, not counted (mailbox full, blocked) event=bounced&since=2026-11-01',
      '40% event=opened&since=2026-11-01',
      'Suppressed: 1 event=suppressed&since=2026-11-01',
      '3 event=deferred&since=2026-11-01',
      'Accepted: 9 after=2026-11-01',
    ])
    const of = (more: string) =>
      ['5 event=delivered', '4 event=bounced', '3 event=deferred', '2 event=opened'].map(
        one => `${one}&${more}&since=2026-11-01`,
      )
    const table = (name: string) => doorsIn(screen.getByRole('table', { name }))
    assert.deepEqual(table('By provider'), of('provider=other'))
    assert.deepEqual(table('By stream'), of('stream=marketing'))
    assert.deepEqual(table('By recipient domain'), of('domain=xn--acar-0oa8i.test'))
  })
})

describe('a bar of a day', () => {
  const day = { accepted: 0, hard: 0, complained: 0, deferred: 0 }
  const data = {
    rates: { delivery: null },
    volume: [
      { ...day, date: '2026-11-26', delivered: 0, bounced: 0 },
      { ...day, date: '2026-11-27', delivered: 90, bounced: 10 },
    ],
  } as unknown as Overview

  it('leads to the emails of that day that it counts', async () => {
    const went: unknown[] = []
    const doors = barDoors(to => went.push(to))
    doors({ name: 'bounced' }).onClick({ payload: { day: '2026-11-27' } })
    doors({ name: 'bounced' }).onClick({})
    assert.deepEqual(went, ['/emails?event=bounced&since=2026-11-27&until=2026-11-27'])
  })

  it('has a link for the keyboard in the table beside the chart', async () => {
    serve(() => ({ body: {} }))
    await show(
      <Framed>
        <Charts data={data} />
      </Framed>,
    )
    const summary = await screen.findByText('Figures as a table')
    const details = summary.closest('details')!
    details.open = true
    fireEvent(details, new Event('toggle'))
    const links = within(await screen.findByRole('table', { name: 'Volume' })).getAllByRole('link')
    assert.deepEqual(
      links.map(link => [link.getAttribute('aria-label'), link.getAttribute('href')]),
      [
        [
          'Delivered, 27 Nov: 90',
          '/projects/prj_1/test/emails?event=delivered&since=2026-11-27&until=2026-11-27',
        ],
        [
          'Bounced, 27 Nov: 10',
          '/projects/prj_1/test/emails?event=bounced&since=2026-11-27&until=2026-11-27',
        ],
      ],
    )
  })

  it('is asked for from the first moment of its day to the last, in the account’s zone', async () => {
    const asked = serve(() => ({ body: { data: [], has_more: false } }))
    await show(<EmailsPage />, '?event=final&since=2026-11-27&until=2026-11-27')
    await screen.findByText('Delivered or bounced · on 27 Nov')
    const list = await waitFor(() => asked.find(({ url }) => /\/emails\?/.test(url))!.url)
    const { searchParams } = new URL(list, 'http://x')
    assert.deepEqual(
      ['event', 'event_after', 'event_before'].map(name => searchParams.get(name)),
      ['final', '2026-11-27T00:00:00Z', '2026-11-28T00:00:00Z'],
    )
  })
})

describe('a rate of a day', () => {
  const rated = {
    date: '2026-11-27',
    accepted: 0,
    delivered: 90,
    bounced: 10,
    hard: 8,
    deferred: 0,
  }
  const data = {
    rates: { delivery: 0.9 },
    volume: [{ ...rated, complained: 3 }],
  } as unknown as Overview

  it('leads to the emails behind it, where there are any', () => {
    const went: unknown[] = []
    const press = (name: string, payload?: object) =>
      dotDoors(to => went.push(to))({ name, color: 'red' })
        .activeDot({ cx: 1, cy: 1, ...(payload && { payload: payload as never }) })
        .props.onClick()
    press('bounce', { day: '2026-11-27', bounced: 10, complained: 3 })
    press('complaint', { day: '2026-11-27', bounced: 10, complained: 3 })
    press('complaint', { day: '2026-11-26', bounced: 10, complained: 0 })
    press('bounce')
    assert.deepEqual(went, [
      '/emails?event=bounced&since=2026-11-27&until=2026-11-27',
      '/emails?event=complained&since=2026-11-27&until=2026-11-27',
    ])
  })

  it('has a link for the keyboard in the table beside the chart', async () => {
    serve(() => ({ body: {} }))
    await show(
      <Framed>
        <Charts data={data} />
      </Framed>,
    )
    for (const summary of await screen.findAllByText('Figures as a table')) {
      const details = summary.closest('details')!
      details.open = true
      fireEvent(details, new Event('toggle'))
    }
    const links = within(await screen.findByRole('table', { name: 'Rates' })).getAllByRole('link')
    const at = (event: string) =>
      `/projects/prj_1/test/emails?event=${event}&since=2026-11-27&until=2026-11-27`
    assert.deepEqual(
      links.map(link => [link.getAttribute('aria-label'), link.getAttribute('href')]),
      [
        ['Bounce rate, 27 Nov: 8%', at('bounced')],
        ['Spam complaint rate, 27 Nov: 3%', at('complained')],
      ],
    )
  })
})

describe('what needs attention', () => {
  it('leads to the emails that it was counted from, of the same days', async () => {
    const said = (code: string) => ({ level: 'warning', code, text: code })
    const body = {
      from,
      totals: { accepted: 0, delivered: 0 },
      behind_seconds: 0,
      attention: ['bounces_high', 'complaints_high', 'queue_slow'].map(said),
    } as unknown as Overview
    serve(() => ({ body }))
    await show(
      <Framed>
        <OverviewPage />
      </Framed>,
    )
    const links = await screen.findAllByRole('link', { name: 'See which' })
    assert.deepEqual(
      links.map(link => link.getAttribute('href')!.split('/emails?')[1]),
      ['event=bounced&since=2026-11-01', 'event=complained&since=2026-11-01', 'status=queued'],
    )
  })
})

describe('the list behind a figure', () => {
  it('asks for what the figure counts, says so, and names whom it counts', async () => {
    const email = {
      id: 'msg_1',
      status: 'bounced',
      stream: 'transactional',
      subject: 'Hello',
      to: ['ana@loja.test', 'bia@loja.test'],
      counts: { delivered: 1, bounced: 1 },
      matched_recipients: ['bia@loja.test'],
      created_at: '2026-11-24T12:00:00Z',
    }
    const bounces = [
      { provider: 'other', cause: 'mailbox_full', text: 'Elsewhere it is full.', count: 1 },
      {
        provider: 'provider_2',
        cause: 'mailbox_full',
        text: 'The mailbox is full. Try it later.',
        count: 7,
      },
    ]
    const asked = serve(({ url }) => ({
      body: url.includes('/deliverability')
        ? { bounces, deferrals: [] }
        : { data: [email], has_more: false },
    }))
    const sought = 'event=bounced&provider=provider_2&cause=mailbox_full&since=2026-11-01'
    await show(<EmailsPage />, `?${sought}&domain=loja.test&tls=verified`)
    await screen.findByText('bia@loja.test (1 of 2 recipients)')
    const { searchParams } = new URL(
      asked.find(({ url }) => /\/emails\?/.test(url))!.url,
      'http://x',
    )
    const { limit: _, ...query } = Object.fromEntries(searchParams)
    assert.deepEqual(query, {
      event: 'bounced',
      provider: 'provider_2',
      cause: 'mailbox_full',
      recipient_domain: 'loja.test',
      tls: 'verified',
      event_after: '2026-11-01T00:00:00Z',
    })
    const line = screen.getByText(/^Counted here:/)
    await waitFor(() =>
      assert.match(
        line.textContent!,
        /Bounced · Microsoft · loja\.test · Verified · since 1 Nov · The mailbox is full\. An email to/,
      ),
    )
    assert.equal(
      screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded'),
      'false',
    )
  })

  it('begins where the figure does: at a midnight of the account', async () => {
    const session = {
      user: { role: 'owner' },
      account: { time_zone: 'America/Sao_Paulo' },
      projects: [],
    }
    const asked = serve(({ url }) => ({
      body: url === '/api/session' ? session : { data: [], has_more: false },
    }))
    await show(
      <Framed>
        <EmailsPage />
      </Framed>,
      '?event=bounced&since=2026-11-01&after=2026-11-01&before=2026-11-02',
    )
    const listed = () => asked.find(({ url }) => /\/emails\?/.test(url))
    await waitFor(() => assert.ok(listed()))
    const { limit: _, ...query } = Object.fromEntries(
      new URL(listed()!.url, 'http://x').searchParams,
    )
    assert.deepEqual(query, {
      event: 'bounced',
      event_after: '2026-11-01T03:00:00Z',
      created_after: '2026-11-01T03:00:00Z',
      created_before: '2026-11-03T03:00:00Z',
    })
  })
})
