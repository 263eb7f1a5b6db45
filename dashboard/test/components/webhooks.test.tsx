/** How webhooks are answered, in their list and on the page of one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen, within } from '@testing-library/react'
import { WebhookPage } from '../../src/features/webhooks/webhook-page.tsx'
import { WebhooksPage } from '../../src/features/webhooks/webhooks-page.tsx'
import { answered, serve, show } from './stage.tsx'

const hook = (id: string, enabled = true) => ({
  ...{ id, url: `https://${id}.test/`, events: ['delivered'], enabled, format: 'malote' },
  created_at: '2026-11-24T12:00:00Z',
})
const last = (code: number | null) => ({ at: '2025-11-24T12:00:00Z', status_code: code })
const answers = [
  { id: 'whk_silent', failing: true, attempts: 40, acknowledged: 30, last: last(500) },
  { id: 'whk_gone', failing: true, attempts: 5, acknowledged: 0, last: last(null) },
  { id: 'whk_good', failing: false, attempts: 8, acknowledged: 8, last: last(204) },
  { id: 'whk_off', failing: false, attempts: 5, acknowledged: 0, last: last(404) },
  { id: 'whk_new', failing: false, attempts: 0, acknowledged: 0, last: null },
]
const hooks = answers.map(({ id }) => hook(id, id !== 'whk_off'))

describe('a webhook', () => {
  it('says in the list whether it fails, how much is acknowledged, and the last answer', async () => {
    serve(({ url }) => ({
      body: { data: url.includes('webhook-answers') ? answers : hooks, has_more: false },
    }))
    await show(<WebhooksPage />)
    await screen.findAllByText('Failing')
    const row = (id: string) =>
      within(screen.getByRole('link', { name: `https://${id}.test/` }).closest('tr')!)
    const says = (id: string, ...words: (string | RegExp)[]) => {
      for (const text of words) row(id).getByText(text, { exact: false })
    }
    says('whk_silent', 'Failing', '30 of 40 acknowledged (75%)', 'last: 500')
    says('whk_gone', 'Failing', '0 of 5 acknowledged (0%)', 'last: no answer')
    says('whk_good', 'On', '8 of 8 acknowledged (100%)', 'last: 204')
    says('whk_off', 'Paused')
    says('whk_new', 'On', '–')
  })

  it('says so on its page, too, where nothing is acknowledged', async () => {
    serve(({ url }) => ({
      body: url.includes('webhook-answers')
        ? { data: [{ ...answers[0], id: 'whk_1' }] }
        : url.includes('/attempts')
          ? { data: [], has_more: false }
          : hook('whk_1'),
    }))
    await show(<WebhookPage />)
    await answered('project.webhookAnswers.list')
    await screen.findByText('Failing')
    screen.getByText('30 of 40 acknowledged (75%)', { exact: false })
    assert.equal(screen.queryByText('On'), null)
  })
})
