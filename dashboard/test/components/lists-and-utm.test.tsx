import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { SettingsPanel } from '../../src/features/audience/settings-panel.tsx'
import { type OwnUtm, UtmChoice } from '../../src/features/audience/utm-choice.tsx'
import { CampaignsPage } from '../../src/features/campaigns/campaigns-page.tsx'
import { PictureChoices } from '../../src/features/files/choose-picture.tsx'
import { FilesPage } from '../../src/features/files/files-page.tsx'
import { SegmentsPage } from '../../src/features/segments/segments-page.tsx'
import { Framed, refusal, serve, show } from './stage.tsx'

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
    await screen.findByText('Nothing fits.')
  })

  it('has its folders to choose from, and puts a row into one', async () => {
    const filed = (id: number, name: string, folder: string | null) => ({
      ...segment(id, name, 5),
      folder,
    })
    const data = [filed(1, 'Ativos', null), filed(2, 'Ceia', 'Natal'), filed(3, 'Frio', 'Inverno')]
    const asked = serve(({ url }) => ({
      body: { data: url.includes('/segments') ? data : [], has_more: false },
    }))
    const router = await show(<SegmentsPage />)
    await screen.findByText('Ativos')
    const choice = screen.getByLabelText('Folder')
    const offered = [...choice.querySelectorAll('option')].map(one => one.textContent)
    assert.deepEqual(offered, ['All folders', 'Inverno', 'Natal', 'In no folder'])
    fireEvent.change(choice, { target: { value: 'Natal' } })
    await waitFor(() => assert.deepEqual(names(), ['Ceia']))
    const inNatal = screen.getByRole('button', { name: 'Natal, folder of Ceia' })
    assert.equal(inNatal.textContent, 'Natal')
    assert.deepEqual({ ...router.state.location.search }, { folder: 'Natal' })
    fireEvent.change(choice, { target: { value: ' ' } })
    await waitFor(() => assert.deepEqual(names(), ['Ativos']))
    const button = screen.getByRole('button', { name: 'Choose the folder of Ativos' })
    assert.equal(button.textContent, 'Choose')
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog')
    const input = within(dialog).getByLabelText('Folder')
    const known = [...dialog.querySelectorAll('datalist option')].map(one =>
      one.getAttribute('value'),
    )
    assert.deepEqual(known, ['Inverno', 'Natal'])
    fireEvent.change(input, { target: { value: ' Verão ' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => {
      const { url, body } = asked.find(one => one.method === 'PATCH')!
      assert.match(url, /\/segments\/seg_1$/)
      assert.deepEqual(body, { folder: 'Verão' })
    })
  })

  it('says where a row lies to whoever may not put it elsewhere', async () => {
    const me = { user: { role: 'reader' }, account: { time_zone: 'UTC' }, projects: [] }
    const data = [{ ...segment(1, 'Ceia', 5), folder: 'Natal' }, segment(2, 'Ativos', 5)]
    serve(({ url }) => ({
      body:
        url === '/api/session'
          ? me
          : { data: url.includes('/segments') ? data : [], has_more: false },
    }))
    await show(
      <Framed>
        <SegmentsPage />
      </Framed>,
    )
    await screen.findByRole('cell', { name: 'Natal' })
    assert.equal(screen.queryByRole('button', { name: /folder of/ }), null)
  })

  it('says nothing of folders while there are none', async () => {
    serve(({ url }) => ({
      body: { data: url.includes('/segments') ? [segment(1, 'Ativos', 5)] : [], has_more: false },
    }))
    await show(<SegmentsPage />)
    await screen.findByText('Ativos')
    assert.equal(screen.queryAllByLabelText('Folder').length, 0)
  })
})

describe('pictures in folders', () => {
  const picture = (id: number, folder: string | null) => ({
    ...{ id: `fil_${id}`, filename: `${id}.png`, alt: '', width: 4, height: 4, bytes: 90 },
    ...{ url: `https://links.test/i/${id}.png`, folder, created_at: '2026-11-24T00:00:00Z' },
  })
  const rows = [picture(1, null), picture(2, 'Natal')]
  const answer = ({ url }: { readonly url: string }) => {
    if (url.includes('/file-folders')) return { body: { data: ['Inverno', 'Natal'] } }
    const asked = new URL(url, 'http://a.test').searchParams.get('folder')
    const data = asked === null ? rows : rows.filter(row => (row.folder ?? '') === asked.trim())
    return { body: { data, has_more: false } }
  }

  it('are narrowed by the server, and put into a folder from their list', async () => {
    const asked = serve(answer)
    const router = await show(<FilesPage />)
    await screen.findByText('1.png')
    fireEvent.change(screen.getByLabelText('Folder'), { target: { value: 'Natal' } })
    await waitFor(() => assert.ok(screen.queryByText('1.png') === null))
    await screen.findByText('2.png')
    assert.deepEqual({ ...router.state.location.search }, { folder: 'Natal' })
    fireEvent.change(screen.getByLabelText('Folder'), { target: { value: ' ' } })
    await screen.findByText('1.png')
    fireEvent.change(screen.getByLabelText('Folder'), { target: { value: 'Inverno' } })
    await screen.findByText('Nothing fits.')
    fireEvent.change(screen.getByLabelText('Folder'), { target: { value: '' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Choose the folder of 1.png' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Folder'), { target: { value: 'Natal' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => {
      const { url, body } = asked.find(one => one.method === 'PATCH')!
      assert.match(url, /\/files\/fil_1$/)
      assert.deepEqual(body, { folder: 'Natal' })
    })
  })

  it('are chosen from a folder', async () => {
    serve(answer)
    const chosen: string[] = []
    await show(<PictureChoices choose={({ id }) => chosen.push(id)} />)
    await screen.findByRole('button', { name: 'Choose 1.png' })
    fireEvent.change(screen.getByLabelText('Folder'), { target: { value: 'Natal' } })
    await waitFor(() => assert.ok(screen.queryByRole('button', { name: 'Choose 1.png' }) === null))
    fireEvent.click(await screen.findByRole('button', { name: 'Choose 2.png' }))
    assert.deepEqual(chosen, ['fil_2'])
  })
})

describe('the list of campaigns', () => {
  it('asks for a name and a status, and says which share opened and clicked', async () => {
    const revenue = { event: 'order.paid', within: 'P7D' }
    const spent = [
      { campaign_id: 'cmp_1', amount: 1500.5, currency: 'BRL' },
      { campaign_id: 'cmp_1', amount: 3, currency: 'USD' },
    ]
    const results = { delivered: 200, opened: 50, clicked: 10, bounced: 0 }
    const counts = { released: 100 }
    const row = {
      ...{ id: 'cmp_1', name: 'Natal', status: 'sent', created_at: '2026-11-24T00:00:00Z' },
      ...{ tags: { festa: '', canal: 'loja' }, archived: false, begins_at: null },
    }
    const data = [{ ...row, results, counts, started_at: null }]
    const asked = serve(({ url }) => ({
      body: url.includes('/revenue') ? { ...revenue, data: spent } : { data, has_more: false },
    }))
    await show(<CampaignsPage />, '?q=nat&status=sent&tag=festa&sort=opened&archived=any')
    // A test page: of what was captured.
    await screen.findByText('50%')
    await screen.findByText('10%')
    const parts = ['q=nat', 'status=sent', 'tag=festa', 'sort=opened', 'archived=any']
    assert.ok(asked.some(({ url }) => parts.every(part => url.includes(part))))
    await screen.findByText('canal:loja')
    // Currencies stand beside each other, and are no sum.
    await screen.findByText(/1,500\.50 \+ .*3\.00$/)
    fireEvent.click(screen.getByRole('button', { name: 'Archive Natal' }))
    await waitFor(() => assert.ok(asked.some(({ method }) => method === 'PATCH')))
    const { body } = asked.find(({ method }) => method === 'PATCH')!
    assert.deepEqual(body, { archived: true })
    notifications.clean()
  })
})

describe('the campaigns on their days', () => {
  it('are those of a month, on the clocks of the account, in the order of their times', async () => {
    const one = (id: string, at: string) => ({ id, name: id, status: 'sent', begins_at: at })
    // In UTC, which the account of these tests goes by, the first is of November.
    const data = [
      one('cmp_late', '2026-12-05T15:00:00Z'),
      one('cmp_early', '2026-12-05T09:00:00Z'),
      one('cmp_before', '2026-11-30T23:59:00Z'),
    ]
    const asked = serve(() => ({ body: { data, has_more: false } }))
    const router = await show(<CampaignsPage />, '?view=calendar&month=2026-12')
    await screen.findByText('December 2026')
    const links = await screen.findAllByRole('link', { name: /^cmp_/ })
    assert.deepEqual(
      links.map(link => link.textContent),
      ['cmp_before', 'cmp_early', 'cmp_late'],
    )
    const day = screen.getByRole('link', { name: 'cmp_late' }).closest('td')!
    assert.equal(day.querySelector('time')!.dateTime, '2026-12-05')
    const { url } = asked.find(call => call.url.includes('begins_after'))!
    const query = new URL(url, 'http://x').searchParams
    assert.deepEqual(
      [query.get('begins_after'), query.get('begins_before')],
      ['2026-11-30T00:00:00Z', '2027-01-04T00:00:00Z'],
    )
    fireEvent.click(screen.getByRole('button', { name: 'Month after' }))
    await screen.findByText('January 2027')
    assert.equal((router.state.location.search as { month?: string }).month, '2027-01')
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
      retention: { letters: 'P400D', consents: 'P1826D' },
      utm: { source: 'loja' },
      revenue: { event: 'order.paid', amount: 'total', currency: 'BRL', within: 'PT36H' },
    }
    const asked = serve(({ method }) =>
      method === 'PATCH' ? refusal('Only the name.', 'utm.campaign') : { body: settings },
    )
    await show(<SettingsPanel />)
    const choices = (name: string) =>
      [...(screen.getByLabelText(name) as HTMLSelectElement).options].map(one => one.text)
    await screen.findByLabelText('History of emails')
    // Set by the API, and none that people would choose.
    assert.deepEqual(choices('History of emails').slice(0, 2), ['400 days', '3 months'])
    assert.deepEqual(choices('Proofs of consent after a contact is deleted'), [
      '13 months',
      '2 years',
      '3 years',
      '5 years',
      '10 years',
    ])
    fireEvent.change(screen.getByLabelText('Proofs of consent after a contact is deleted'), {
      target: { value: '3653' },
    })
    const campaign = await screen.findByLabelText('Campaign (utm_campaign)')
    fireEvent.change(campaign, { target: { value: '{{ x }}' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Only the name.')
    assert.equal(campaign.getAttribute('aria-invalid'), 'true')
    const { body } = asked.find(({ method }) => method === 'PATCH')!
    assert.deepEqual((body as { utm: object }).utm, { source: 'loja', campaign: '{{ x }}' })
    assert.deepEqual((body as typeof settings).retention, { letters: 'P400D', consents: 'P3653D' })
    // A span that is not shown stays.
    assert.deepEqual((body as typeof settings).revenue, settings.revenue)
  })
})
