/** A pause by rule: what it stands at, when it may end, and whom it is about. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen } from '@testing-library/react'
import { LimitsPage } from '../../src/features/limits/limits-page.tsx'
import { Framed, serve, show } from './stage.tsx'

const me = {
  user: { role: 'reader' },
  account: { time_zone: 'UTC', pause: 'regular' },
  projects: [{ id: 'prj_1', name: 'Shop' }],
}
const quota = { used: 1, limit: 100, resets_at: '2026-11-30T00:00:00Z' }
const limits = {
  plan: 'pro',
  trust_level: 3,
  trust_given: false,
  today: quota,
  month: quota,
  raises: [],
  evidence: { tax_id: null, payment: false },
  spending: { limit: null, spent: '0.00', currency: 'USD' },
  domains: { used: 1, limit: null },
}

async function paused(pause: object): Promise<void> {
  serve(({ url }) => ({ body: url === '/api/session' ? me : { ...limits, pause } }))
  await show(
    <Framed>
      <LimitsPage />
    </Framed>,
  )
  await screen.findByText('Sending is paused')
}
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('a pause on the page of limits', () => {
  it('shows the rate, its limit, the earliest end, and leads to the emails and addresses', async () => {
    const rate = { cause: 'bounces', count: 7, of: 139, limit: 0.05 }
    const reason = 'Since Friday.'
    await paused({ kind: 'regular', reason, fix: '', rate, ends_from: '2026-11-30T20:12:00Z' })
    screen.getByText('7 of 139 (5.04%)')
    screen.getByText(/^30 Nov 2026, 20:12:00, if the rate is below 5% by then$/)
    assert.equal(
      hrefOf('See the emails that bounced'),
      '/projects/prj_1/live/emails?status=bounced',
    )
    assert.equal(
      hrefOf('Their addresses, to export'),
      '/projects/prj_1/live/suppressions?reason=hard_bounce',
    )
  })

  it('by complaints leads to those', async () => {
    const rate = { cause: 'complaints', count: 1, of: 200, limit: 0.003 }
    await paused({ kind: 'full', reason: '', fix: '', rate, ends_from: null })
    assert.match(hrefOf('See the emails marked as spam')!, /status=complained$/)
    assert.match(hrefOf('Their addresses, to export')!, /reason=complaint$/)
  })

  it('by the operator has no rate', async () => {
    await paused({ kind: 'full', reason: 'Call us.', fix: '', rate: null, ends_from: null })
    screen.getByText('Call us.')
    assert.equal(screen.queryByRole('link', { name: /addresses/ }), null)
  })
})

describe('the trust level on the page of limits', () => {
  async function trusted(more: object) {
    const body = { ...limits, pause: { kind: 'none' }, ...more }
    serve(({ url }) => ({ body: url === '/api/session' ? me : body }))
    await show(
      <Framed>
        <LimitsPage />
      </Framed>,
    )
    await screen.findByText('Trust level')
  }

  it('says what raises the limit of a day, and nothing where a day has none', async () => {
    const raises = [{ done: false, text: 'Verify a sending domain.' }]
    await trusted({ raises })
    screen.getByRole('heading', { name: 'How to raise the limit' })
    screen.getByText('Verify a sending domain.')
    await trusted({ raises: [], today: { ...quota, limit: null } })
    assert.equal(screen.queryByRole('heading', { name: 'How to raise the limit' }), null)
  })

  it('says that the operator gave it', async () => {
    await trusted({ trust_given: true })
    screen.getByText('3, given by the operator')
    await trusted({})
    assert.equal(screen.queryByText(/given by the operator/), null)
  })
})

describe('money on the page of limits', () => {
  const owner = { ...me, user: { role: 'owner' } }
  async function spending(more: object) {
    const body = { ...limits, pause: { kind: 'none' }, spending: { ...limits.spending, ...more } }
    serve(({ url }) => ({ body: url === '/api/session' ? owner : body }))
    await show(
      <Framed>
        <LimitsPage />
      </Framed>,
    )
    await screen.findByLabelText('Company tax id')
  }

  it('is not spoken of where nothing costs and nothing is limited', async () => {
    await spending({})
    screen.getByRole('heading', { name: 'Company' })
    assert.equal(screen.queryByLabelText(/^Spending limit/), null)
    assert.equal(screen.queryByText(/^Spent/), null)
  })

  it('is there where a limit was set, or something was spent', async () => {
    for (const more of [{ limit: '25.00' }, { spent: '0.10' }]) {
      await spending(more)
      screen.getByRole('heading', { name: 'Spending' })
      screen.getByLabelText(/^Spending limit/)
    }
  })
})
