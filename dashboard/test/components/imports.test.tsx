import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Import } from '../../src/api/shapes.ts'
import { DecideForm } from '../../src/features/imports/decide-form.tsx'
import { FileForm } from '../../src/features/imports/file-form.tsx'
import { ImportPage } from '../../src/features/imports/import-page.tsx'
import { refusal, serve, show } from './stage.tsx'

const counts = {
  lines: 1,
  created: 1,
  updated: 0,
  unchanged: 0,
  kept_unsubscribed: 0,
  kept_unconsented: 0,
  suppressed: 0,
  duplicate: 0,
  invalid: 0,
  noted: 0,
}
const one = {
  id: 'imp_1',
  name: null,
  status: 'done',
  format: 'csv',
  mapping: null,
  on_existing: 'update',
  topics: [],
  create_properties: false,
  consent: null,
  run_sequences: false,
  confirm: 'none',
  segment: null,
  dry_run: false,
  file: {},
  progress: { bytes: 1, of: 1 },
  counts,
  recognised: {
    encoding: 'utf-8',
    delimiter: ';',
    columns: ['email', 'cidade'],
    mapping: { email: 'email', cidade: null },
    source: null,
    sample: [],
  },
  error: null,
  created_at: '2026-11-24T00:00:00Z',
  started_at: null,
  finished_at: null,
  eta_s: null,
} satisfies Import

const dayMs = 86_400_000
const stage = (of: Import) =>
  serve(({ url }) => ({
    body: /\/imports\/$/.test(url) ? of : { data: [], has_more: false },
  }))

describe('an import', () => {
  it('is offered to be undone for seven days, and says until when', async () => {
    const ended = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
    stage({ ...one, finished_at: ended(6) })
    await show(<ImportPage />)
    fireEvent.click(await screen.findByRole('button', { name: 'Undo the import' }))
    await screen.findByText(/Possible until \d+ \w+ \d{4}/)

    stage({ ...one, finished_at: ended(8) })
    await show(<ImportPage />)
    await screen.findByText('What happened')
    assert.equal(screen.queryAllByRole('button', { name: 'Undo the import' }).length, 0)
  })

  it('lets a topic be added where none is, and keeps what was decided', async () => {
    const topic = { id: 'top_1', name: { en: 'News' }, description: {}, joined_by: 'choice' }
    const topics: object[] = []
    const asked = serve(({ url, method }) => {
      if (method === 'POST' && url.endsWith('/topics')) topics.push(topic)
      const isTopics = url.includes('/topics')
      return { body: method === 'POST' ? topic : { data: isTopics ? topics : [], has_more: false } }
    })
    await show(<DecideForm one={{ ...one, status: 'recognised' }} />)
    const field = await screen.findByLabelText('What cidade becomes')
    fireEvent.change(field, { target: { value: 'first_name' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Add topic' }))
    fireEvent.change(await screen.findByLabelText('Name in English'), { target: { value: 'News' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    // Only so many notices are shown at a time, in all tests together.
    const notice = (await screen.findByText('Topic added.')).closest<HTMLElement>('[role=status]')
    fireEvent.click(within(notice!).getByRole('button'))
    fireEvent.click(await screen.findByLabelText('They asked for these emails (consent)'))
    const made = await screen.findByLabelText<HTMLInputElement>('News')
    assert.equal(made.checked, true, 'what was just made is meant')
    assert.equal((field as HTMLSelectElement).value, 'first_name')
    const posts = asked.filter(({ method }) => method === 'POST').map(({ url }) => url)
    assert.deepEqual(posts, ['/api/projects/prj_1/test/topics'])
  })

  it('says of a day that is to come at that day', async () => {
    const topic = { id: 'top_1', name: { en: 'News' }, description: {}, joined_by: 'choice' }
    const consent = { basis: 'consent', wording: 'News', source: 'Shop', at: null }
    serve(({ url, method }) =>
      method === 'POST'
        ? refusal('It is in the future.', 'consent.at')
        : { body: { data: url.includes('/topics') ? [topic] : [], has_more: false } },
    )
    await show(
      <DecideForm one={{ ...one, status: 'recognised', topics: ['top_1'], consent } as Import} />,
    )
    const day = await screen.findByLabelText('When they agreed, if on one day')
    fireEvent.submit(day.closest('form')!)
    await waitFor(() => assert.equal(day.getAttribute('aria-invalid'), 'true'))
  })

  it('is not left without a question once something of it was decided', async () => {
    stage(one)
    const router = await show(<DecideForm one={{ ...one, status: 'recognised' }} />)
    fireEvent.change(await screen.findByLabelText('What cidade becomes'), {
      target: { value: 'first_name' },
    })
    void router.navigate({ to: '/p/prj_2/test/things' as never })
    await screen.findByText('Leave without saving?')
    fireEvent.click(screen.getByRole('button', { name: 'Stay' }))
  })

  const proposal: Import = {
    ...one,
    status: 'recognised',
    recognised: {
      ...one.recognised,
      columns: ['email', 'Data de nascimento', 'Aceita?'],
      mapping: { email: 'email', 'Data de nascimento': null, 'Aceita?': null },
      proposed: [
        { column: 'Data de nascimento', key: 'data_de_nascimento', type: 'date' },
        { column: 'Aceita?', key: 'aceita', type: 'boolean' },
      ],
      agreeing: ['Aceita?'],
    },
  }

  it('proposes properties of the types that were found, and the column of the consent', async () => {
    const topic = { id: 'top_1', name: { en: 'News' }, description: {}, double_opt_in: true }
    const asked = serve(({ url, method }) => ({
      body:
        method === 'POST' ? one : { data: url.includes('/topics') ? [topic] : [], has_more: false },
    }))
    await show(<DecideForm one={proposal} />)
    const born = await screen.findByLabelText<HTMLSelectElement>('What Data de nascimento becomes')
    assert.equal(born.selectedOptions[0]?.textContent, 'Create: Data de nascimento (date)')
    fireEvent.click(await screen.findByLabelText('They asked for these emails (consent)'))
    await screen.findByText('Only people with yes in Aceita? are subscribed.')
    fireEvent.click(await screen.findByLabelText('News'))
    fireEvent.change(screen.getByLabelText(/^What they read when/), {
      target: { value: 'News' },
    })
    fireEvent.change(screen.getByLabelText(/^Where they agreed/), { target: { value: 'Shop' } })
    const sent = screen.getByLabelText<HTMLInputElement>('Send the confirmation email')
    assert.equal(sent.checked, true, 'nobody waits for ever unless somebody says so')
    fireEvent.click(screen.getByLabelText('They already confirmed elsewhere'))
    const bodies = () => asked.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))
    const sendBy = async (name: string) => {
      const before = bodies().length
      fireEvent.click(screen.getByRole('button', { name }))
      await waitFor(() => assert.equal(bodies().length, before + 1))
      return bodies().at(-1) as Record<string, unknown> & { consent: { column: string } }
    }
    const about = screen.getByText('Reads and counts the whole file; nothing is saved.')
    const isBehind = screen
      .getByRole('button', { name: 'Import now' })
      .compareDocumentPosition(about)
    assert.equal(isBehind, Node.DOCUMENT_POSITION_FOLLOWING, 'said of the dry run, not of this one')
    const now = await sendBy('Import now')
    assert.deepEqual(
      [now.mapping, now.create_properties, now.consent.column, now.confirm, now.dry_run],
      [
        { email: 'email', 'Data de nascimento': 'properties.data_de_nascimento', 'Aceita?': null },
        { data_de_nascimento: 'date' },
        'Aceita?',
        'elsewhere',
        false,
      ],
    )
    assert.equal((await sendBy('Dry run')).dry_run, true)
  })

  it('shows what was decided before', async () => {
    const consent = { basis: 'consent', wording: 'x', source: 'y', at: null, column: 'Aceita?' }
    const decided = { email: 'email', 'Data de nascimento': null, 'Aceita?': null }
    stage(one)
    await show(<DecideForm one={{ ...proposal, mapping: decided, consent }} />)
    const fieldOf = async (label: string) =>
      (await screen.findByLabelText<HTMLSelectElement>(`What ${label} becomes`)).value
    assert.equal(await fieldOf('Data de nascimento'), '')
    assert.equal(await fieldOf('Aceita?'), 'agrees')
  })

  it('shows lines that were refused apart from those whose people came in', async () => {
    const line = (n: number, taken: boolean) => ({
      line: n,
      code: 'invalid_field',
      param: null,
      message: `Line ${n}`,
      excerpt: '',
      taken,
    })
    serve(({ url }) => ({
      body: /\/errors/.test(url)
        ? { data: [line(2, false), line(3, true)], has_more: false }
        : /\/imports\/$/.test(url)
          ? { ...one, name: 'clientes.csv', counts: { ...counts, invalid: 1, noted: 1 } }
          : { data: [], has_more: false },
    }))
    await show(<ImportPage />)
    await screen.findByRole('heading', { name: 'clientes.csv' })
    within(await screen.findByRole('table', { name: '1 line could not be read' })).getByText(
      'Line 2',
    )
    within(screen.getByRole('table', { name: '1 line to check' })).getByText('Line 3')
  })
})

describe('the people of an import', () => {
  it('are shown, and confirmed later in as many calls as it takes', async () => {
    const topic = { id: 'top_1', name: { en: 'News' }, description: {}, double_opt_in: true }
    const consent = { basis: 'consent', wording: 'x', source: 'the fair', at: null }
    const ended = new Date().toISOString()
    const done = { ...one, topics: ['top_1'], consent, finished_at: ended } as Import
    const answers = [
      { people: 1_000, waiting: 700, next: 'con_9' },
      { people: 40, waiting: 5, next: null },
    ]
    const asked = serve(({ url, method }) => {
      if (method === 'POST') return { body: answers.shift() }
      if (/\/imports\/$/.test(url)) return { body: done }
      return { body: { data: url.includes('/topics') ? [topic] : [], has_more: false } }
    })
    await show(<ImportPage />)
    const link = await screen.findByRole('link', { name: 'See the 1 person' })
    assert.match(link.getAttribute('href') ?? '', /\/contacts\?import=imp_1$/)
    const name = 'They already confirmed elsewhere'
    fireEvent.click(await screen.findByRole('button', { name }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/confirmed at “the fair”/)
    fireEvent.click(within(dialog).getByRole('button', { name }))
    const notice = await screen.findByText('705 people confirmed.')
    const bodies = asked.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))
    assert.deepEqual(bodies, [
      { confirm: 'elsewhere' },
      { confirm: 'elsewhere', starting_after: 'con_9' },
    ])
    const close = notice.closest<HTMLElement>('.mantine-Notification-root')!
    fireEvent.click(within(close).getByRole('button'))
  })
})

describe('a file for an import', () => {
  it('is sent once it is dropped or pasted, under its name', async () => {
    const asked = serve(({ url }) =>
      url.endsWith('/imports') ? { body: one } : refusal('No.', 'file'),
    )
    await show(<FileForm id={null} />)
    const zone = (await screen.findByText(/^Or drop it here/)).closest('.upload')!
    const file = new File(['email\na@b.test'], 'clientes.csv', { type: 'text/csv' })
    fireEvent.drop(zone, { dataTransfer: { files: [file] } })
    const names = () =>
      asked.flatMap(({ url, body }) =>
        url.endsWith('/imports') ? [(body as { name: string }).name] : [],
      )
    await waitFor(() => assert.deepEqual(names(), ['clientes.csv']))
    await within(zone as HTMLElement).findByText('No.')
    const clipboardData = { files: [], getData: () => 'email\tNome\na@b.test\tAna' }
    fireEvent.paste(document.body, { clipboardData })
    await waitFor(() => assert.deepEqual(names(), ['clientes.csv', 'Pasted rows']))
    fireEvent.paste(document.body, { clipboardData: { files: [], getData: () => 'no address' } })
    const book = new File(['PK'], 'clientes.xls')
    fireEvent.drop(zone, { dataTransfer: { files: [book] } })
    await within(zone as HTMLElement).findByText(/^Workbooks of this kind are not read\./)
    assert.equal(names().length, 2)
  })
})
