import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen } from '@testing-library/react'
import { AccountsPanel } from '../../src/features/operator/accounts-panel.tsx'
import { Framed, serve, show } from './stage.tsx'

const sent = { accepted: 0, delivered: 0, deferred: 0, finals: 0, hard: 0, complained: 0 }
const account = {
  id: 'acc_1',
  name: 'Boa',
  email: 'ana@boa.test',
  plan: 'free',
  trust_level: 0,
  pause: 'none',
  time_zone: 'UTC',
  language: 'en',
  rate: null,
  operator: false,
  projects: 1,
  members: 1,
  created_at: '2026-11-29T10:00:00.000Z',
  closed_at: null as string | null,
  today: sent,
  week: sent,
}
const closed = {
  ...account,
  id: 'acc_2',
  name: '',
  email: '0193@closed.invalid',
  closed_at: '2026-11-30T10:00:00.000Z',
}
const me = {
  user: { role: 'owner' },
  account: { time_zone: 'UTC' },
  projects: [],
  operator: true,
  billing: false,
}

describe("An operator's list of accounts", () => {
  it('says of one that is closed that it is, and offers to change the others alone', async () => {
    serve(({ url }) => ({
      body: url === '/api/session' ? me : { data: [account, closed], has_more: false },
    }))
    await show(
      <Framed>
        <AccountsPanel />
      </Framed>,
    )
    assert.ok(await screen.findByRole('link', { name: 'Closed account' }))
    assert.equal(screen.queryByText(/closed\.invalid/), null)
    assert.ok(screen.getByText('ana@boa.test'))
    assert.equal(screen.getAllByRole('button', { name: /^Change/ }).length, 1)
  })
})
