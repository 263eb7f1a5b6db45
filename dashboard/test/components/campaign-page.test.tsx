import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import type { Campaign, Schedule } from '../../src/api/shapes.ts'
import { CampaignPage } from '../../src/features/campaigns/campaign-page.tsx'
import { Committed } from '../../src/features/campaigns/committed.tsx'
import { Composer } from '../../src/features/campaigns/composer.tsx'
import { Made } from '../../src/features/campaigns/made.tsx'
import { PartsSection } from '../../src/features/campaigns/parts-section.tsx'
import { People } from '../../src/features/campaigns/people-section.tsx'
import type { CampaignReport } from '../../src/features/campaigns/stats.ts'
import { campaign } from './campaign.ts'
import { Framed, refusal, serve, show } from './stage.tsx'

const noSchedule: Schedule = {
  at: null,
  time_zone: null,
  past_zones: 'next_day',
  window: null,
  rate_per_hour: null,
  send_until: null,
}
const user = { email: 'ana@loja.test', role: 'owner' }
const me = { user, account: { time_zone: 'America/Sao_Paulo' } }
const letter = { subject: 'Hi', html: '', text: '', bytes: 2, missing: [] }
const forecast = { days: [], finishes_at: null }
const flight = {
  ok: true,
  audience: { total: 2, sendable: 2, skipped: {} },
  checks: [],
  forecast,
}

function stage(
  of: Campaign,
  more: (url: string, method: string) => object | undefined = () => undefined,
) {
  return serve(({ url, method }) => {
    const own = more(url, method)
    if (own) return own as ReturnType<typeof refusal>
    if (url === '/api/session') return { body: me }
    if (url.includes('/preflight')) return { body: flight }
    if (url.includes('/forecast')) return { body: forecast }
    if (url.includes('/report')) return { body: reportOf({}) }
    if (url.includes('/preview')) return { body: letter }
    // The page of these tests has no id in its address.
    if (/\/campaigns\/(cmp_1)?$/.test(url)) return { body: of }
    return { body: { data: [], has_more: false } }
  })
}

const framed = (part: ReactNode, search = '') => show(<Framed>{part}</Framed>, search)

describe('a draft that the server refuses', () => {
  const refused = () =>
    stage(campaign, (_url, method) =>
      method === 'PATCH' ? refusal('No such domain.', 'from') : undefined,
    )
  const write = async () => {
    const input = await screen.findByLabelText(/^Address/)
    fireEvent.change(input, { target: { value: 'ana@nowhere' } })
    fireEvent.blur(input)
    await screen.findByText('Your changes are not saved: No such domain.')
  }

  it('says so, with the way to what is wrong, and does not offer to send', async () => {
    refused()
    await framed(<Composer campaign={campaign} />)
    await sendButton(true)
    await write()
    await sendButton(false)
    fireEvent.click(screen.getByRole('button', { name: 'Close: Sender' }))
    fireEvent.click(screen.getByRole('button', { name: 'Fix: Sender. No such domain.' }))
    await screen.findByLabelText(/^Address/)
    // What leaves is saved once more, which ends before the document does.
    await show(null)
  })

  it('is not left without a question, but its letter is no way out', async () => {
    const own = { ...campaign, content: null }
    stage(own, (_url, method) =>
      method === 'PATCH' ? refusal('No such domain.', 'from') : undefined,
    )
    const router = await framed(<Composer campaign={own} />)
    await write()
    fireEvent.click(screen.getByRole('button', { name: 'Write the email' }))
    await screen.findByRole('button', { name: 'Back to the campaign' })
    void router.navigate({ to: '/p/prj_2/test/things' as never })
    await screen.findByText('Leave without saving?')
    assert.equal(router.history.location.pathname, '/p/prj_1/test/things')
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await show(null)
  })
})

/** Once it can be pressed, or cannot. */
const sendButton = (isOffered: boolean) =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send now' })
    assert.equal(!button.disabled, isOffered)
    return button
  })

describe('the cards of a campaign', () => {
  const stateOf = (title: string) =>
    screen.getByRole('heading', { name: title }).closest('section')!.querySelector('.badge')!
      .textContent

  it('say how far each is, and those that lack something are open', async () => {
    const checks = [
      { code: 'dmarc', level: 'warning', param: 'from', message: 'No DMARC.' },
      { code: 'image_alt', level: 'error', param: 'variants.pt.html', message: 'No words.' },
    ]
    const full = { ...campaign, from: 'Loja <a@loja.test>', audience: null, topic_id: 'top_1' }
    stage(full, url => {
      if (url.includes('/preflight')) return { body: { ...flight, ok: false, checks } }
      const topic = { id: 'top_1', name: { en: 'Offers' } }
      return url.includes('/topics') ? { body: { data: [topic], has_more: false } } : undefined
    })
    await framed(<Composer campaign={full} />)
    await screen.findByText('No DMARC.')
    await waitFor(() => assert.equal(stateOf('Subject'), 'Ready'))
    const states = ['Sender', 'Recipients', 'Time', 'Email'].map(stateOf)
    assert.deepEqual(states, ['Warning', 'Missing', 'Ready', 'Blocks sending'])
    fireEvent.click(await screen.findByLabelText('Offers'))
    await waitFor(() => assert.equal(stateOf('Recipients'), 'Ready'))
    await screen.findByText('Offers · 2 people')
    const link = screen.getAllByRole('link', { name: 'Open the template' })[0]!
    assert.equal(link.getAttribute('href'), '/projects/prj_1/test/templates/tpl_1')
    await sendButton(false)
    await show(null)
  })

  it('give way to the letter, which is a place in the history', async () => {
    const own = { ...campaign, content: null }
    stage(own)
    const router = await framed(<Composer campaign={own} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Write the email' }))
    await screen.findByRole('button', { name: 'Back to the campaign' })
    router.history.back()
    await screen.findByRole('heading', { name: 'Recipients' })
  })

  it('show a value in the subject by its name', async () => {
    const subject = 'Welcome, {{ contact.first_name | default: "you" }}!'
    const own = { ...campaign, content: { subject, design: { blocks: [picture] } } }
    stage(own as never)
    await framed(<Composer campaign={own as never} />)
    const said = () => document.querySelector('[data-part="subject"] .part-said')?.textContent
    await waitFor(() => assert.equal(said(), 'SubjectWelcome, First name / you!'))
    await show(null)
  })

  it('lead from a finding in the letter to the place in it', async () => {
    const own = { ...campaign, content: { subject: 'S', design: { blocks: [picture] } } }
    const param = 'variants.en.design.blocks[0].src'
    const message = 'The picture is missing.'
    stage(own as never, url =>
      url.includes('/preflight')
        ? {
            body: { ...flight, ok: false, checks: [{ code: 'x', level: 'error', param, message }] },
          }
        : undefined,
    )
    await framed(<Composer campaign={own as never} />)
    fireEvent.click(await screen.findByRole('button', { name: `Fix: Email. ${message}` }))
    await screen.findByRole('button', { name: 'Back to the campaign' })
    await screen.findByText(message)
    await show(null)
  })
})

const picture = { type: 'image', src: '', alt: '' }

describe('a sender', () => {
  it('is chosen of those before, or put together below a verified domain', async () => {
    const domains = [
      { id: 'dom_1', name: 'loja.test', status: 'verified' },
      { id: 'dom_2', name: 'nova.test', status: 'pending' },
    ]
    const before = { ...campaign, id: 'cmp_0', from: 'Antes <antes@loja.test>' }
    const asked = stage(campaign, url => {
      if (url.includes('/domains')) return { body: { data: domains, has_more: false } }
      return url.includes('/campaigns?') ? { body: { data: [before, before] } } : undefined
    })
    const sent = () => asked.filter(one => one.method === 'PATCH').at(-1)?.body
    await framed(<Composer campaign={campaign} />)
    const domain = await screen.findByLabelText<HTMLSelectElement>('Domain')
    assert.deepEqual(
      [...domain.options].map(one => one.value),
      ['loja.test'],
    )
    const type = (label: RegExp, value: string) => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
      fireEvent.blur(screen.getByLabelText(label))
    }
    type(/^Sender name/, 'Loja, da Ana')
    type(/^Address/, 'oi')
    await waitFor(() => assert.deepEqual(sent(), { from: '"Loja, da Ana" <oi@loja.test>' }))
    fireEvent.click(screen.getByRole('button', { name: 'Antes <antes@loja.test>' }))
    await waitFor(() => assert.deepEqual(sent(), { from: 'Antes <antes@loja.test>' }))
    assert.equal(screen.getByLabelText<HTMLInputElement>(/^Address/).value, 'antes')
    await show(null)
  })
})

describe('what is sent by', () => {
  it('is of what is saved, and never a look from before, however soon one comes back', async () => {
    let isOk = true
    let answer = () => {}
    stage(campaign, url =>
      url.includes('/preflight') ? { body: { ...flight, ok: isOk } } : undefined,
    )
    await framed(<InAndOut part={<Composer campaign={campaign} />} />)
    await sendButton(true)
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Páscoa' } })
    assert.ok(screen.getByRole<HTMLButtonElement>('button', { name: 'Send now' }).disabled)
    await sendButton(true)
    fireEvent.click(screen.getByRole('button', { name: 'out' }))
    isOk = false
    const { fetch } = globalThis
    globalThis.fetch = async (url, init) => {
      if (String(url).includes('/preflight')) await new Promise<void>(done => (answer = done))
      return fetch(url, init)
    }
    fireEvent.click(screen.getByRole('button', { name: 'in' }))
    await screen.findByText('2 of 2 can receive it.')
    await sendButton(false)
    answer()
    await waitFor(() => assert.ok(!document.querySelector('[data-old="true"]')))
    await sendButton(false)
    await show(null)
  })
})

describe('how many an audience has', () => {
  it('is being counted, and not nobody, while what was chosen is not saved', async () => {
    const audience = { total: 0, sendable: 0, skipped: {} }
    stage({ ...campaign, audience: null }, url =>
      url.includes('/preflight') ? { body: { ...flight, audience } } : undefined,
    )
    await framed(<Composer campaign={{ ...campaign, audience: null }} />)
    await screen.findByText('Nobody chosen yet.')
    fireEvent.click(screen.getByLabelText('All contacts, without a topic'))
    await screen.findByText('Counting…')
    await show(null)
  })
})

describe('a new campaign', () => {
  it('is a draft at once, as whom the last one wrote, with what was chosen before', async () => {
    const asked = stage(campaign, (url, method) => {
      if (method === 'POST' && url.endsWith('/campaigns')) return { body: campaign, status: 201 }
      return url.includes('/campaigns?')
        ? { body: { data: [{ ...campaign, from: 'a@loja.test' }] } }
        : undefined
    })
    await framed(<Made />, '?template=tpl_1&topic=top_1')
    const made = () => asked.filter(one => one.method === 'POST' && one.url.endsWith('/campaigns'))
    await waitFor(() => assert.equal(made().length, 1))
    const { name, ...rest } = made()[0]!.body as { name: string }
    assert.match(name, /^New campaign, \d/)
    assert.deepEqual(rest, {
      from: 'a@loja.test',
      content: { template_id: 'tpl_1' },
      topic_id: 'top_1',
      audience: { topics: ['top_1'] },
    })
  })
})

describe('a test of a letter', () => {
  it('goes to several, each as the contact they are', async () => {
    const asked = stage(campaign, url =>
      url.endsWith('/test') ? { body: { data: [{ id: 'msg_1', email: 'b@c.d' }] } } : undefined,
    )
    await framed(<Composer campaign={campaign} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Send a test' }))
    const to = await screen.findByLabelText<HTMLTextAreaElement>(/^Addresses/)
    assert.equal(to.value, 'ana@loja.test')
    fireEvent.change(to, { target: { value: 'b@c.d, e@f.g' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send test' }))
    await screen.findByText('A test is on its way to b@c.d.')
    const { body } = asked.find(one => one.url.endsWith('/test'))!
    assert.deepEqual(body, { to: ['b@c.d', 'e@f.g'], as_themselves: true })
    notifications.clean()
    await show(null)
  })
})

describe('a draft that another window has sent', () => {
  it('shows how it goes to who sends it again', async () => {
    let status: Campaign['status'] = 'draft'
    stage(campaign, (url, method) => {
      if (method === 'POST' && url.endsWith('/send')) {
        status = 'paused'
        return refusal('Not in this state.', null)
      }
      return /\/campaigns\/(cmp_1)?$/.test(url) ? { body: { ...campaign, status } } : undefined
    })
    await framed(<CampaignPage />)
    fireEvent.click(await sendButton(true))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send now' }))
    await screen.findByRole('button', { name: 'Resume' })
    await show(null)
  })
})

describe('a campaign that is scheduled', () => {
  it('says when as people of the account write it, and on whose clocks', async () => {
    const scheduled = async (said: Partial<Schedule>) => {
      stage({ ...campaign, status: 'scheduled', schedule: { ...noSchedule, ...said } })
      await framed(<CampaignPage />)
    }
    await scheduled({ at: '2026-12-20T09:00', time_zone: 'America/Sao_Paulo' })
    await screen.findByText('Starts 20 Dec 2026, 09:00 (America/Sao_Paulo)')
    await scheduled({ at: '2026-12-20T09:00', time_zone: 'recipient' })
    await screen.findByText('Starts 20 Dec 2026, 09:00 (recipient’s local time)')
  })
})

describe('a line that counts once it is written', () => {
  it('may be emptied on the way, and shows what was meant', async () => {
    const told: string[] = []
    const read = (typed: string) => (typed === '' ? '20' : String(Math.min(100, Number(typed))))
    await show(
      <Committed label="Share" value="20" read={read} set={value => void told.push(value)} />,
    )
    const input = await screen.findByLabelText<HTMLInputElement>('Share')
    const type = (value: string) => fireEvent.change(input, { target: { value } })
    for (const value of ['2', '', '5', '50']) type(value)
    fireEvent.blur(input)
    type('150')
    fireEvent.blur(input)
    assert.equal(input.value, '100')
    type('')
    fireEvent.blur(input)
    assert.equal(input.value, '20')
    assert.deepEqual(told, ['50', '100'])
  })
})

function InAndOut({ part }: { part: ReactNode }) {
  const [isIn, setIn] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIn(!isIn)}>
        {isIn ? 'out' : 'in'}
      </button>
      {isIn && part}
    </>
  )
}

const counted = {
  delivered: 0,
  bounced: {},
  complained: 0,
  clicked: { people: 0, machines_only: 0 },
}

const reportOf = (parts: object): CampaignReport => {
  const none = { provider: [], language: [], variant: [], hour: [], minute: [], links: [] }
  const { clicked: opened } = counted
  const more = { opened, released: 0, captured: 0, unsubscribed: {}, skipped: {} }
  const stats = { first_release: null, ...more, ...counted }
  return { at: '2026-11-24T12:00:00Z', stats, ...none, ...parts } as unknown as CampaignReport
}

describe('the report of a campaign', () => {
  it('is parted by hours as well, whatever it was parted by before', async () => {
    stage(campaign, () => undefined)
    const row = (key: string) => ({ key, released: 1, ...counted })
    const parts = { provider: [row('provider_1')], hour: [row('2026-11-24T10:00:00Z')] }
    await framed(<PartsSection campaign={campaign} report={reportOf(parts)} />)
    await screen.findByText('Google')
    fireEvent.click(screen.getByLabelText('Hour'))
    await screen.findByText(/24 Nov, \d+:00/)
  })

  it('counts what test mode has captured where live mode counts what was delivered', async () => {
    const clicked = { people: 1, machines_only: 0 }
    const row = { key: 'provider_1', released: 4, ...counted, clicked }
    stage(campaign, () => undefined)
    await framed(<PartsSection campaign={campaign} report={reportOf({ provider: [row] })} />)
    await screen.findByText('1 (25%)')
    assert.ok(screen.getByText('Captured'))
    assert.equal(screen.queryAllByText('Delivered').length, 0)
  })

  it('has one number of emails, and no days to come once nobody waits', async () => {
    const counts = { ...campaign.counts, audience: 2, released: 1, pending: 1 }
    const stats = { ...counted, audience: 2, pending: 0, released: 2, cancelled: 0, skipped: {} }
    const day = { date: '2026-11-24', letters: 1, limit: 'none' }
    let pending = 1
    stage(campaign, url => {
      const at = '2026-11-24T12:00:00Z'
      if (url.includes('/forecast')) return { body: { days: [day], finishes_at: null, at } }
      if (url.includes('/report')) {
        const more = { opened: counted.clicked, unsubscribed: {}, captured: 2, first_release: null }
        return { body: reportOf({ stats: { ...stats, ...more } }) }
      }
      if (!/\/campaigns\/(cmp_1)?$/.test(url)) return undefined
      return { body: { ...campaign, status: 'paused', counts: { ...counts, pending } } }
    })
    await framed(<CampaignPage />)
    await screen.findByText('Sending forecast')
    await screen.findByText('2 of 2 people processed')
    pending = 0
    await framed(<CampaignPage />)
    await screen.findByText('2 of 2 people processed')
    await waitFor(() => assert.equal(screen.queryAllByText('Sending forecast').length, 0))
  })
})

describe('the people of a campaign', () => {
  it('come page after page, by state, and lead to their contact and email', async () => {
    const row = (n: number) => ({
      contact_id: `con_${n}`,
      email: `p${n}@loja.test`,
      state: 'released',
      email_id: `em_${n}`,
      decided_at: '2026-11-24T00:00:00Z',
    })
    const asked = stage(campaign, url => {
      if (!url.includes('/recipients')) return undefined
      const isNext = url.includes('starting_after=con_1')
      return { body: { data: [row(isNext ? 2 : 1)], has_more: !isNext } }
    })
    const router = await show(<People campaign={campaign} everyMs={undefined} />)
    await screen.findByText('p1@loja.test')
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('p2@loja.test')
    const ways = screen.getAllByRole('link').map(one => one.getAttribute('href'))
    assert.deepEqual(
      ways,
      ['con_1', 'em_1', 'con_2', 'em_2'].map(
        id => `/projects/prj_1/test/${id.startsWith('con') ? 'contacts' : 'emails'}/${id}`,
      ),
    )
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'skipped' } })
    await waitFor(() => assert.ok(asked.some(one => one.url.includes('state=skipped'))))
    assert.deepEqual({ ...router.state.location.search }, { state: 'skipped' })
  })

  it('are read again by who comes back to their first page, and to no more pages', async t => {
    let readings = 0
    stage(campaign, url => {
      if (!url.includes('/recipients')) return undefined
      readings += 1
      const row = { contact_id: `con_${readings}`, email: `p${readings}@loja.test` }
      return { body: { data: [{ ...row, state: 'released' }], has_more: true } }
    })
    await show(<InAndOut part={<People campaign={campaign} everyMs={undefined} />} />)
    const goOut = () => fireEvent.click(screen.getByRole('button', { name: 'out' }))
    const comeBack = () => fireEvent.click(screen.getByRole('button', { name: 'in' }))
    await screen.findByText('p1@loja.test')
    goOut()
    const later = Date.now() + 60_000
    t.mock.method(Date, 'now', () => later)
    comeBack()
    await screen.findByText('p2@loja.test')
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('p3@loja.test')
    goOut()
    t.mock.method(Date, 'now', () => later + 60_000)
    comeBack()
    await screen.findByText('p3@loja.test')
    assert.equal(readings, 3)
  })
})
