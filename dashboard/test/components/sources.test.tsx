import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { SourcesPanel } from '../../src/features/operator/sources-panel.tsx'
import { refusal, serve, show } from './stage.tsx'

const provider = (name: string, more: object = {}) => ({
  provider: name,
  stage: 2,
  today: 0,
  delivered: 0,
  slowed: 0,
  limit: 100,
  next_at: null,
  held_by: null,
  kept_by: null,
  full_on: '2026-12-08',
  ...more,
})

const source = (more: object = {}) => ({
  id: 'src_1',
  address: '203.0.113.10',
  hostname: 'out1.mail.example',
  pool: 'bulk',
  projects: null,
  streams: ['marketing'],
  state: 'warming',
  stage: 2,
  full_on: '2026-12-08',
  local: true,
  created_at: '2026-11-29T10:00:00.000Z',
  per_provider: [
    provider('provider_1', {
      today: 100,
      held_by: 'stage',
      next_at: '2026-11-30T00:00:00.000Z',
    }),
    provider('provider_2', { today: 40, kept_by: 'results' }),
    provider('other'),
  ],
  ...more,
})

const listed = (...data: object[]) => ({ body: { data, has_more: false } })

describe('the operator’s source addresses', () => {
  it('show each provider’s day, why it is held, and when limits end', async () => {
    serve(() => listed(source()))
    await show(<SourcesPanel />)
    await screen.findByText('203.0.113.10')
    screen.getByText('bulk · Marketing')
    screen.getByText('Warming up, stage 2 of 10')
    const bar = screen.getByRole('progressbar', { name: 'Google: 100 of 100 today' })
    assert.equal(bar.getAttribute('aria-valuenow'), '100')
    screen.getByText(/^Today’s limit is used up: waits until .*00:00\.$/)
    screen.getByRole('progressbar', { name: 'Microsoft: 40 of 100 today' })
    screen.getByText('Same stage as before: its replies spoke against this address.')
    screen.getByText('Not written to today: 1 provider.')
    screen.getByText(/^Without limits from .*2026, if all days until then are good\.$/)
    assert.equal(screen.queryByText('On no server'), null)
  })

  it('say of one that is paused, through, or nowhere what holds, and offer what fits', async () => {
    const free = { stage: null, full_on: null, per_provider: [provider('other', { limit: null })] }
    serve(() =>
      listed(
        source({ id: 'src_1', address: '203.0.113.1', state: 'paused', ...free, local: false }),
        source({ id: 'src_2', address: '203.0.113.2', state: 'active', ...free }),
      ),
    )
    await show(<SourcesPanel />)
    await screen.findByRole('button', { name: 'Resume 203.0.113.1' })
    assert.equal(screen.getAllByText('On no server').length, 1)
    screen.getByText('Paused')
    screen.getByText('Active')
    assert.equal(screen.queryByRole('button', { name: 'Pause 203.0.113.1' }), null)
    screen.getByRole('button', { name: 'Pause 203.0.113.2' })
    assert.equal(screen.queryByRole('button', { name: /^Next stage/ }), null)
    assert.equal(screen.queryByRole('progressbar'), null)
  })

  it('are promoted, paused and resumed, each after a question', async () => {
    let state = 'warming'
    const asked = serve(({ method, url }) => {
      if (method === 'POST' && url.endsWith('/pause')) state = 'paused'
      if (method === 'POST' && url.endsWith('/resume')) state = 'warming'
      return method === 'POST' ? { body: source({ state }) } : listed(source({ state }))
    })
    const posts = () => asked.filter(one => one.method === 'POST').map(one => one.url)
    await show(<SourcesPanel />)
    const act = async (title: string, word: string) => {
      const n = posts().length
      fireEvent.click(await screen.findByRole('button', { name: title }))
      const question = within(await screen.findByRole('dialog', { name: title }))
      fireEvent.click(question.getByRole('button', { name: word }))
      await waitFor(() => assert.equal(posts().length, n + 1))
    }
    await act('Next stage for 203.0.113.10', 'Next stage')
    await act('Pause 203.0.113.10', 'Pause')
    await act('Resume 203.0.113.10', 'Resume')
    await screen.findByRole('button', { name: 'Pause 203.0.113.10' })
    const path = '/api/operator/source-addresses/src_1'
    assert.deepEqual(posts(), [`${path}/promote`, `${path}/pause`, `${path}/resume`])
  })

  it('are added where there are none, with what is refused said at its field', async () => {
    const asked = serve(({ method }) =>
      method === 'POST' ? refusal('This is no IP address.', 'address') : listed(),
    )
    await show(<SourcesPanel />)
    await screen.findByText('The system chooses the address')
    fireEvent.click(screen.getByRole('button', { name: 'Add an address' }))
    const form = within(await screen.findByRole('dialog'))
    const type = (name: RegExp, value: string) =>
      fireEvent.change(form.getByRole('textbox', { name }), { target: { value } })
    type(/^IP address/, ' 203.0.113 ')
    type(/^Host name/, 'out1.mail.example')
    fireEvent.click(form.getByRole('button', { name: 'Add an address' }))
    await form.findByText('This is no IP address.')
    const sent = asked.find(one => one.method === 'POST')!.body
    const rest = { hostname: 'out1.mail.example', pool: 'default', state: 'warming' }
    assert.deepEqual(sent, { address: '203.0.113', ...rest })
  })

  it('are changed without a word of projects unless those were', async () => {
    const asked = serve(({ method }) =>
      method === 'PATCH' ? { body: source() } : listed(source({ projects: ['prj_1'] })),
    )
    const change = async (value?: string) => {
      await show(<SourcesPanel />)
      fireEvent.click(await screen.findByRole('button', { name: 'Change 203.0.113.10' }))
      const form = within(await screen.findByRole('dialog'))
      const box = form.getByRole('textbox', { name: /^Projects/ })
      if (value !== undefined) fireEvent.change(box, { target: { value } })
      const before = asked.filter(one => one.method === 'PATCH').length
      fireEvent.click(form.getByRole('button', { name: 'Save' }))
      await waitFor(() =>
        assert.equal(asked.filter(one => one.method === 'PATCH').length, before + 1),
      )
      return asked.findLast(one => one.method === 'PATCH')!.body
    }
    const kept = { hostname: 'out1.mail.example', pool: 'bulk' }
    assert.deepEqual(await change(), kept)
    assert.deepEqual(await change('prj_1\nprj_2'), { ...kept, projects: ['prj_1', 'prj_2'] })
    assert.deepEqual(await change(' '), { ...kept, projects: null })
  })
})
