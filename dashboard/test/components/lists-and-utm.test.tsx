import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { SettingsPanel } from '../../src/features/audience/settings-panel.tsx'
import { type OwnUtm, UtmChoice } from '../../src/features/audience/utm-choice.tsx'
import { CampaignsPage } from '../../src/features/campaigns/campaigns-page.tsx'
import { SegmentsPage } from '../../src/features/segments/segments-page.tsx'
import { refusal, serve, show } from './stage.tsx'

const names = (): (string | null)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('cell')[0]!.textContent)

describe('a list that is here whole', () => {
  const segment = (id: number, name: string, count: number) => ({
    ...{ id: `seg_${id}`, name, count, kind: 'static', exact: true, tracked: false },
  })

  it('is found by name, whatever its marks, and put in order by its columns', async () => {
    const data = [segment(1, 'Inativos', 5), segment(2, 'Clientes de São Paulo', 70)]
    serve(({ url }) => ({ body: { data: url.includes('/segments') ? data : [], has_more: false } }))
    const router = await show(<SegmentsPage />)
    await screen.findByText('Inativos')
    fireEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => assert.deepEqual(names(), ['Clientes de São Paulo', 'Inativos']))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'sao' } })
    await waitFor(() => assert.deepEqual(names(), ['Clientes de São Paulo']))
    assert.deepEqual({ ...router.state.location.search }, { q: 'sao' })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'sul' } })
    await screen.findByText('Nothing of that name.')
  })
})

describe('the list of campaigns', () => {
  it('asks for a name and a status, and says which share opened and clicked', async () => {
    const results = { delivered: 200, opened: 50, clicked: 10, bounced: 0 }
    const counts = { released: 100 }
    const row = { id: 'cmp_1', name: 'Natal', status: 'sent', created_at: '2026-11-24T00:00:00Z' }
    const data = [{ ...row, results, counts, started_at: null }]
    const asked = serve(() => ({ body: { data, has_more: false } }))
    await show(<CampaignsPage />, '?q=nat&status=sent')
    // A test page: of what was captured.
    await screen.findByText('50%')
    await screen.findByText('10%')
    assert.ok(asked.some(({ url }) => url.includes('q=nat') && url.includes('status=sent')))
  })
})

describe('the UTM parameters of links', () => {
  afterEach(() => notifications.clean())

  function Chosen({ tell }: { tell: (utm: OwnUtm) => void }) {
    const [value, set] = useState<OwnUtm>({})
    const [isOwn, setOwn] = useState(false)
    const put = (utm: OwnUtm) => {
      set(utm)
      tell(utm)
    }
    return <UtmChoice value={value} set={put} isOwn={isOwn} setOwn={setOwn} />
  }

  it('are those of the project, others in their places, or none', async () => {
    serve(() => ({ body: { utm: { source: 'loja' } } }))
    const told: OwnUtm[] = []
    await show(<Chosen tell={utm => told.push(utm)} />)
    const choose = async (name: string) => fireEvent.click(await screen.findByLabelText(name))
    await choose('Its own')
    await screen.findByPlaceholderText('loja')
    fireEvent.change(screen.getByLabelText('Medium (utm_medium)'), { target: { value: 'sms' } })
    await choose('None')
    await choose('As in the audience settings')
    assert.deepEqual(told, [{}, { medium: 'sms' }, null, {}])
  })

  it('are set for the project, and refused at their field', async () => {
    const settings = {
      cap: [],
      quiet: null,
      reserve: 'auto',
      one_click: 'topic',
      postal_address: null,
      retention: {},
      utm: { source: 'loja' },
    }
    const asked = serve(({ method }) =>
      method === 'PATCH' ? refusal('Only the name.', 'utm.campaign') : { body: settings },
    )
    await show(<SettingsPanel />)
    const campaign = await screen.findByLabelText('Campaign (utm_campaign)')
    fireEvent.change(campaign, { target: { value: '{{ x }}' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Only the name.')
    assert.equal(campaign.getAttribute('aria-invalid'), 'true')
    const { body } = asked.find(({ method }) => method === 'PATCH')!
    assert.deepEqual((body as { utm: object }).utm, { source: 'loja', campaign: '{{ x }}' })
  })
})
