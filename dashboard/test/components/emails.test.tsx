import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { EmailWithEvents, TimelineEvent } from '../../src/api/shapes.ts'
import { EmailActions, resendPart } from '../../src/features/emails/email-actions.tsx'
import { EmailBadge } from '../../src/features/emails/email-badge.tsx'
import { EmailContents } from '../../src/features/emails/email-contents.tsx'
import { EmailsPage } from '../../src/features/emails/emails-page.tsx'
import { ExportForm } from '../../src/features/emails/export-form.tsx'
import { Timeline } from '../../src/features/emails/timeline.tsx'
import { Framed, serve, show } from './stage.tsx'

// Nothing can be fetched once the tests are loaded.
await resendPart.bring()

const event = (recipient: string, type: TimelineEvent['type']): TimelineEvent =>
  ({
    id: `${recipient} ${type}`,
    type,
    recipient,
    at: '2026-11-24T12:00:00Z',
    explanation: `${recipient} ${type}`,
  }) as TimelineEvent

const emailOf = (
  events: TimelineEvent[],
  to = [...new Set(events.map(one => one.recipient!))],
): EmailWithEvents => ({ id: 'em_1', status: 'bounced', to, events }) as unknown as EmailWithEvents

describe('an email to fifty people', () => {
  it('says how many fared how, and shows what went wrong first, a line each', async () => {
    serve(() => ({ body: {} }))
    const people = Array.from({ length: 50 }, (_, n) => `p${n}@loja.test`)
    const events = people.flatMap((one, n) => [
      event(one, 'sent'),
      event(one, n === 30 ? 'bounced' : n === 40 ? 'deferred' : 'delivered'),
      ...(n === 0 ? [event(one, 'opened')] : []),
    ])
    await show(<Timeline email={emailOf(events)} />)
    await screen.findByText('50 recipients')
    screen.getByText('Bounced: 1 · Deferred: 1 · Delivered: 48')
    const rows = screen.getAllByRole('listitem').filter(one => one.querySelector('details'))
    assert.equal(rows.length, 50)
    within(rows[0]!).getByText('p30@loja.test')
    within(rows[1]!).getByText('p40@loja.test')
    assert.equal(document.querySelectorAll('details[open]').length, 0)
  })

  it('counts those, too, to whom nothing has happened yet', async () => {
    serve(() => ({ body: {} }))
    const people = Array.from({ length: 50 }, (_, n) => `p${n}@loja.test`)
    const events = people.slice(0, 8).map(one => event(one, 'delivered'))
    await show(<Timeline email={emailOf(events, people)} />)
    await screen.findByText('50 recipients')
    screen.getByText('Delivered: 8 · Nothing yet: 42')
  })

  it('counts once who is named twice, however their address is written', async () => {
    serve(() => ({ body: {} }))
    const people = Array.from({ length: 6 }, (_, n) => `p${n}@loja.test`)
    const events = people.map(one => event(one, 'delivered'))
    const email = { ...emailOf(events), cc: ['Ana <P0@loja.test>'], bcc: ['p1@loja.test'] }
    await show(<Timeline email={email} />)
    await screen.findByText('6 recipients')
    screen.getByText('Delivered: 6')
  })

  it('marks those who have a copy, by their place in the email', async () => {
    serve(() => ({ body: {} }))
    const people = ['to@loja.test', 'cc@loja.test', 'bcc@loja.test']
    const events = people.map(one => event(one, 'delivered'))
    const email = {
      ...emailOf(events, ['to@loja.test']),
      cc: ['Caio <CC@loja.test>', 'to@loja.test'],
      bcc: ['bcc@loja.test'],
    }
    const kinds = () =>
      people.map(one => {
        const row = screen.getByText(one, { selector: 'h2, .break' }).closest('section, summary')!
        return [...row.querySelectorAll('.badge')]
          .map(badge => badge.textContent)
          .filter(word => /cc/i.test(word!))
          .join()
      })
    await show(<Timeline email={email} />)
    await screen.findByText('bcc@loja.test')
    assert.deepEqual(kinds(), ['', 'Cc', 'Bcc'])
    const more = Array.from({ length: 5 }, (_, n) => event(`p${n}@loja.test`, 'delivered'))
    await show(<Timeline email={{ ...email, events: [...events, ...more] }} />)
    await screen.findByText('bcc@loja.test', { selector: '.break' })
    assert.deepEqual(kinds(), ['', 'Cc', 'Bcc'])
  })

  it('to a few shows each with all its steps', async () => {
    serve(() => ({ body: {} }))
    await show(<Timeline email={emailOf([event('a@loja.test', 'delivered')])} />)
    await screen.findByText('a@loja.test delivered')
    assert.equal(document.querySelectorAll('details').length, 0)
  })
})

describe('the steps of an email', () => {
  it('tell of the hand-over only until the server has answered', async () => {
    serve(() => ({ body: {} }))
    const answered = [event('a@loja.test', 'sent'), event('a@loja.test', 'delivered')]
    await show(<Timeline email={emailOf([...answered, event('b@loja.test', 'sent')])} />)
    await screen.findByText('a@loja.test delivered')
    screen.getByText('b@loja.test sent')
    assert.equal(screen.queryByText('a@loja.test sent'), null)
  })
})

describe('an email that was put off more than once', () => {
  it('says of the last time alone what happens next, and of each what the server said', async () => {
    serve(() => ({ body: {} }))
    const tries = [1, 2, 3].map(attempt => ({
      ...event('a@loja.test', 'deferred'),
      id: `evt_${attempt}`,
      attempt,
      explanation: `Put off, ${attempt}.`,
      smtp_response: `451 later, ${attempt}`,
      next_attempt_at: '2026-11-24T13:00:00Z',
    }))
    await show(<Timeline email={emailOf(tries)} />)
    await screen.findByText('Put off, 3.')
    assert.equal(screen.queryByText('Put off, 1.'), null)
    assert.equal(screen.queryByText('Put off, 2.'), null)
    assert.equal(screen.getAllByText('Next attempt').length, 1)
    assert.equal(screen.getAllByText(/^451 later/).length, 3)
  })
})

describe('the status of an email', () => {
  it('says of what is queued for later that it is scheduled', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const before = new Date(Date.now() - 86_400_000).toISOString()
    await show(
      <>
        <EmailBadge email={{ status: 'queued', scheduled_at: later, counts: { queued: 1 } }} />
        <EmailBadge email={{ status: 'queued', scheduled_at: before, counts: { queued: 1 } }} />
        <EmailBadge
          email={{ status: 'delivered', scheduled_at: later, counts: { delivered: 2 } }}
        />
      </>,
    )
    const words = [...document.querySelectorAll('.badge')].map(one => one.textContent)
    assert.deepEqual(words, ['Scheduled', 'Queued', 'Delivered'])
  })
  it('says of an email to several how many it reached, and what is worst of the others', async () => {
    const counts = { delivered: 47, suppressed: 2, bounced: 1 }
    const asked = { address: 'ana@loja.test', state: 'suppressed' } as const
    await show(
      <>
        <EmailBadge email={{ status: 'bounced', counts }} />
        <EmailBadge email={{ status: 'bounced', counts: { bounced: 2, suppressed: 1 } }} />
        <EmailBadge email={{ status: 'bounced', counts, recipient: asked }} />
      </>,
    )
    const words = [...document.querySelectorAll('.badge')].map(one => one.textContent)
    assert.deepEqual(words, ['47 of 50 · 1 bounced', 'Bounced', 'Suppressed'])
  })
})

describe('the list of emails', () => {
  it('is narrowed to what is scheduled, which is no status of its own', async () => {
    const email = {
      ...{ id: 'msg_1', subject: 'Reminder', status: 'queued', stream: 'transactional' },
      ...{ to: ['ana@loja.test'], counts: { queued: 1 }, created_at: '2026-11-24T12:00:00Z' },
      scheduled_at: '2036-12-01T09:30:00Z',
    }
    const asked = serve(({ url }) => ({
      body: { data: url.includes('scheduled') ? [email] : [], has_more: false },
    }))
    const router = await show(<EmailsPage />)
    fireEvent.change(await screen.findByLabelText('Status'), { target: { value: 'scheduled' } })
    await waitFor(() =>
      assert.deepEqual({ ...router.state.location.search }, { status: 'scheduled' }),
    )
    const last = () => asked.findLast(({ url }) => url.includes('/emails'))!.url
    await waitFor(() => assert.match(last(), /[?&]scheduled=true\b/))
    assert.doesNotMatch(last(), /status=|recipient_state=/)
    await screen.findByText('1 Dec 2036, 09:30')
    screen.getByText('Scheduled for')
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'queued' } })
    await waitFor(() => assert.match(last(), /[?&]recipient_state=queued\b/))
    assert.doesNotMatch(last(), /scheduled/)
    await waitFor(() => assert.equal(screen.queryByText('Scheduled for'), null))
  })
})

describe('many recipients', () => {
  it('are searched by a part of an address, in either form of its domain', async () => {
    serve(() => ({ body: {} }))
    const people = Array.from({ length: 11 }, (_, n) => `p${n}@loja.test`)
    people.push('maria@xn--acar-0oa8i.test')
    await show(<Timeline email={emailOf(people.map(one => event(one, 'delivered')))} />)
    const field = await screen.findByRole('searchbox', { name: 'Find a recipient' })
    const shown = () =>
      [...document.querySelectorAll('.recipients .break')].map(one => one.textContent)
    assert.equal(shown().length, 12)
    for (const typed of ['AÇÚ', 'maria@xn--acar-0oa8i', ' maria ']) {
      fireEvent.change(field, { target: { value: typed } })
      assert.deepEqual(shown(), ['maria@açúcar.test'], typed)
      assert.equal(screen.getByRole('status').textContent, '1 recipient found')
    }
    fireEvent.change(field, { target: { value: 'nobody' } })
    assert.deepEqual(shown(), [])
    fireEvent.change(field, { target: { value: '' } })
    assert.equal(shown().length, 12)
  })

  it('are not searched where a look finds one', async () => {
    serve(() => ({ body: {} }))
    const people = Array.from({ length: 10 }, (_, n) => `p${n}@loja.test`)
    await show(<Timeline email={emailOf(people.map(one => event(one, 'delivered')))} />)
    await screen.findByText('10 recipients')
    assert.equal(screen.queryByRole('searchbox'), null)
  })
})

describe('sending once more', () => {
  const email = (counts: object) =>
    ({ ...emailOf([]), counts, created_at: '2026-11-24T12:00:00Z' }) as unknown as EmailWithEvents
  async function asking(counts: object) {
    serve(() => ({ body: {} }))
    await show(
      <Framed>
        <EmailActions email={email(counts)} />
      </Framed>,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Resend' }))
  }
  const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })

  it('says how many each choice means, and means those whom it did not reach', async () => {
    await asking({ delivered: 44, bounced: 2, failed: 1, cancelled: 1, suppressed: 2 })
    assert.equal((await radio('Those it did not reach (4)')).checked, true)
    assert.equal((await radio('All recipients (50)')).checked, false)
  })

  it('has nobody to choose where it reached all', async () => {
    await asking({ delivered: 3 })
    assert.equal((await radio('All recipients (3)')).checked, true)
    assert.equal((await radio('Those it did not reach (0)')).disabled, true)
  })
})

describe('what happened to the email as a whole', () => {
  const steps = ['accepted', 'queued'].map(type => ({
    ...{ id: type, type, at: '2026-11-24T12:00:00Z' },
  })) as unknown as TimelineEvent[]

  it('is open while nothing has happened to anybody, and a line afterwards', async () => {
    serve(() => ({ body: {} }))
    await show(<Timeline email={{ ...emailOf([]), events: steps }} />)
    await screen.findByRole('heading', { name: 'The email' })
    screen.getByText('Accepted')
    const events = [...steps, event('ana@loja.test', 'delivered')]
    await show(<Timeline email={{ ...emailOf(events.slice(2)), events }} />)
    await screen.findByRole('heading', { name: 'ana@loja.test' })
    const line = screen.getByText(/^The email: accepted, queued/)
    screen.getByText('24 Nov 2026, 12:00:00', { selector: 'summary time' })
    const fold = line.closest('details')!
    assert.equal(fold.open, false)
    fireEvent.click(line)
    assert.equal(fold.open, true)
  })
})

describe('the download of the list', () => {
  const open = async () => {
    localStorage.removeItem('malote-export-rows')
    localStorage.removeItem('malote-export-form')
    URL.createObjectURL = () => 'blob:saved'
    const saved: string[] = []
    HTMLAnchorElement.prototype.click = function click() {
      saved.push(this.download)
    }
    const asked = serve(() => ({ body: 'id' }))
    let isClosed = false
    const close = () => {
      isClosed = true
    }
    await show(<ExportForm input={{ to: 'ana@loja.test' }} close={close} />)
    const choose = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    const download = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
      await waitFor(() => assert.ok(isClosed))
      const { pathname, searchParams } = new URL(asked[0]!.url, location.href)
      assert.equal(pathname, '/api/projects/prj_1/test/emails/export')
      return { saved, fields: Object.fromEntries(searchParams) }
    }
    await screen.findByLabelText('One line for each')
    return { choose, download }
  }

  it('is by email and for a spreadsheet, with the filters of the list', async () => {
    const { download } = await open()
    assert.deepEqual(await download(), {
      saved: ['emails.csv'],
      fields: { to: 'ana@loja.test', rows: 'emails', delimiter: ',', bom: '1' },
    })
  })

  it('is by recipient for a spreadsheet in Portuguese, which is kept for the next', async () => {
    const { choose, download } = await open()
    choose('One line for each', 'recipients')
    choose('To be opened in', 'semicolons')
    assert.deepEqual(await download(), {
      saved: ['recipients.csv'],
      fields: { to: 'ana@loja.test', rows: 'recipients', delimiter: ';', bom: '1' },
    })
    assert.equal(localStorage.getItem('malote-export-form'), 'semicolons')
  })

  it('has no mark where a program reads it', async () => {
    const { choose, download } = await open()
    choose('To be opened in', 'tabs')
    const { fields } = await download()
    assert.deepEqual(fields, { to: 'ana@loja.test', rows: 'emails', delimiter: 'tab' })
  })
})

describe('the link of an email', () => {
  it('is copied whole, without the tab that is open', async () => {
    serve(() => ({ body: {} }))
    let copied = ''
    const writeText = async (text: string) => {
      copied = text
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    await show(
      <Framed>
        <EmailActions email={emailOf([event('ana@loja.test', 'bounced')])} />
      </Framed>,
      '?tab=raw',
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }))
    await screen.findByText('Copied')
    assert.equal(copied, 'http://malote.test/projects/prj_1/test/emails/em_1')
  })
})

describe('the check of an email', () => {
  const email = {
    ...{ id: 'msg_1', from: 'Loja <a@loja.test>', to: ['ana@loja.test'], subject: 'Oi' },
    ...{ stream: 'transactional', tags: { kind: 'receipt' }, metadata: {}, events: [] },
  } as unknown as EmailWithEvents
  const content = {
    ...{ id: 'msg_1', text: 'Oi', headers: { 'X-Order': '7' } },
    attachments: [{ filename: 'a.txt', size_bytes: 1 }],
  }
  const answering = (ok: boolean, checks: readonly object[]) =>
    serve(({ url }) => ({
      body: url.endsWith('/check')
        ? { ok, would: ok ? 'queue' : 'refuse', checks }
        : url.endsWith('/content')
          ? content
          : session,
    }))
  const session = { user: { role: 'owner' }, account: { time_zone: 'UTC' }, projects: [] }
  const shown = (one = email) =>
    show(
      <Framed>
        <EmailContents email={one} />
      </Framed>,
      '?tab=check',
    )

  it('asks what sending all of it in production would do, and shows what is found', async () => {
    const checks = [
      { code: 'size', level: 'info', message: 'The content has 1 KB.' },
      { code: 'domain_not_verified', level: 'error', param: 'from', message: 'Not verified.' },
    ]
    const asked = answering(false, checks)
    await shown()
    await screen.findByText('Nobody would receive it')
    const found = screen.getAllByRole('listitem').map(one => one.textContent)
    assert.deepEqual(found, ['Blocks sendingNot verified.', 'NoteThe content has 1 KB.'])
    screen.getByText(/Its attachments are not looked at\./)
    const { url, body } = asked.find(one => one.method === 'POST')!
    assert.equal(url, '/api/projects/prj_1/live/emails/check')
    assert.deepEqual(body, {
      ...{ from: 'Loja <a@loja.test>', to: ['ana@loja.test'], subject: 'Oi', text: 'Oi' },
      ...{ stream: 'transactional', tags: { kind: 'receipt' }, metadata: {} },
      headers: { 'X-Order': '7' },
    })
    answering(true, [])
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await screen.findByText('It would be sent')
    screen.getByText('No problems found.')
  })

  it('is not there for a reader, nor of what is no request that could be made again', async () => {
    answering(true, [])
    for (const other of [{ submitted: true }, { campaign_id: 'cmp_1' }, { sequence_id: 'seq_1' }]) {
      await shown({ ...email, ...other } as EmailWithEvents)
      await screen.findByRole('tab', { name: 'Attachments' })
      assert.equal(screen.queryByRole('tab', { name: 'Check' }), null)
    }
    serve(({ url }) => ({
      body: url === '/api/session' ? { ...session, user: { role: 'reader' } } : content,
    }))
    await shown()
    await screen.findByRole('tab', { name: 'Attachments' })
    assert.equal(screen.queryByRole('tab', { name: 'Check' }), null)
  })
})
