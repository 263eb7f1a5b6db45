import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Contact } from '../../src/api/shapes.ts'
import { ContactActions } from '../../src/features/contacts/contact-actions.tsx'
import { ContactData } from '../../src/features/contacts/contact-data.tsx'
import { ContactHistory } from '../../src/features/contacts/contact-history.tsx'
import { ContactImports } from '../../src/features/contacts/contact-imports.tsx'
import { ContactsPage } from '../../src/features/contacts/contacts-page.tsx'
import { answered, refusal, serve, show } from './stage.tsx'

const person = (name: string, more: Partial<Contact> = {}): Contact =>
  ({
    id: `con_${name}`,
    email: `${name}@b.test`,
    first_name: name,
    last_name: null,
    company: null,
    language: null,
    time_zone: null,
    properties: { city: 'Recife' },
    topics: [],
    unsubscribed: false,
    suppressed: null,
    snoozed_until: null,
    source: 'import',
    created_at: '2026-11-24T00:00:00Z',
    updated_at: '2026-11-24T00:00:00Z',
    ...more,
  }) as Contact

const topic = { id: 'top_1', name: { en: 'News' }, description: {} }
const state = (of: 'pending' | 'subscribed') => ({
  topics: [{ id: 'top_1', state: of, since: '2026-11-24T00:00:00Z' }] as Contact['topics'],
})
const people = [
  person('ana', state('subscribed')),
  person('bia', state('pending')),
  person('leo', {
    suppressed: { stream: 'all', reason: 'hard_bounce', since: '2026-11-24T00:00:00Z' },
  } as Partial<Contact>),
]
const property = { key: 'city', type: 'string', label: 'Cidade natal', fallback: null }

const answerOf = (url: string): unknown => {
  const list = (data: unknown[]) => ({ data, has_more: false })
  if (url.includes('/contacts')) return list(people)
  if (url.includes('/topics')) return list([topic])
  if (url.includes('/contact-properties')) return list([property])
  if (url.includes('/segments/preview')) {
    return { count: 3, exact: true, conditions: [{ path: 'any[1]', count: 1 }], sample: [] }
  }
  if (url.includes('/segments')) return list([{ id: 'seg_1', name: 'Fair', kind: 'static' }])
  return list([])
}
const stage = () =>
  serve(({ url, method }) =>
    method === 'POST' && url.includes('con_bia')
      ? refusal('Bia has left.', 'topics')
      : { body: answerOf(url) },
  )

/** Only so many notices are shown at a time, in all tests together. */
const dismiss = async (text: string) => {
  for (const found of await screen.findAllByText(text)) {
    const notice = found.closest<HTMLElement>('.mantine-Notification-root')!
    fireEvent.click(within(notice).getByRole('button'))
  }
  await waitFor(() => assert.equal(screen.queryAllByText(text).length, 0))
}

const choose = async (...names: string[]) => {
  for (const name of names) fireEvent.click(await screen.findByLabelText(`Select ${name}@b.test`))
}

describe('the list of contacts', () => {
  it('says who has still to confirm and who is blocked', async () => {
    stage()
    await show(<ContactsPage />)
    const row = async (name: string) =>
      (await screen.findByRole('link', { name: `${name}@b.test` })).closest('tr')!
    within(await row('ana')).getByText('Can be emailed')
    within(await row('bia')).getByText('Not confirmed')
    within(await row('leo')).getByText('Blocked')
    await screen.findByText(/1 is blocked or unsubscribed\./)
  })

  it('does one thing with all that are chosen, and says for whom it did not', async () => {
    const asked = stage()
    await show(<ContactsPage />)
    await choose('ana', 'bia')
    fireEvent.click(screen.getByRole('button', { name: 'Add to a topic' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('option', { name: 'News' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add to a topic' }))
    await dismiss('Done for 1 contact.')
    await dismiss('Not for 1. Bia has left.')
    const posts = asked.filter(({ url, method }) => method === 'POST' && url.includes('/contacts/'))
    assert.deepEqual(
      posts.map(({ body }) => body),
      [1, 2].map(() => ({ topics: [{ id: 'top_1', state: 'subscribed' }] })),
    )
    assert.equal(
      screen.queryAllByRole('button', { name: 'Add to a topic' }).length,
      0,
      'nobody is chosen',
    )
  })

  it('puts them into a segment in one call', async () => {
    const asked = stage()
    await show(<ContactsPage />)
    await choose('ana', 'leo')
    fireEvent.click(screen.getByRole('button', { name: 'Add to a segment' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('option', { name: 'Fair' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add to a segment' }))
    await waitFor(() => {
      const [post] = asked.filter(({ url }) => url.includes('/segments/seg_1/members'))
      assert.deepEqual(post?.body, { contacts: ['con_ana', 'con_leo'] })
    })
    await dismiss('Done for 2 contacts.')
  })

  it('deletes them once their number is typed, and says how many are subscribed', async () => {
    const asked = stage()
    await show(<ContactsPage />)
    await choose('ana', 'bia')
    fireEvent.click(screen.getByRole('button', { name: 'Delete selected' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/^2 contacts are deleted\. 1 of them is subscribed\./)
    const remove = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    assert.equal(remove.disabled, true)
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '2' } })
    fireEvent.click(remove)
    await waitFor(() =>
      assert.deepEqual(
        asked.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('/').at(-1)),
        ['con_ana', 'con_bia'],
      ),
    )
    await dismiss('Deleted.')
  })

  it('shows the columns that somebody chose, and keeps the choice', async () => {
    localStorage.removeItem('malote-contact-columns-prj_1')
    stage()
    await show(<ContactsPage />)
    fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByLabelText('Cidade natal'))
    fireEvent.click(screen.getByLabelText('Topics'))
    await screen.findByRole('columnheader', { name: 'Cidade natal', hidden: true })
    stage()
    await show(<ContactsPage />)
    await screen.findByRole('columnheader', { name: 'Cidade natal' })
    assert.equal(screen.queryAllByRole('columnheader', { name: 'Topics' }).length, 0)
    localStorage.removeItem('malote-contact-columns-prj_1')
  })
})

describe('the history of a contact', () => {
  it('leads to the form that the person sent', async () => {
    const item = {
      id: 'evt_1',
      type: 'form.submitted',
      at: '2026-11-24T00:00:00Z',
      data: { form_id: 'frm_1' },
      explanation: 'Sent a form.',
    }
    serve(({ url }) => ({
      body: {
        data: url.includes('/timeline') ? [item] : [{ id: 'frm_1', name: 'Rodapé' }],
        has_more: false,
      },
    }))
    await show(<ContactHistory id="con_1" />)
    const link = await screen.findByRole('link', { name: 'Rodapé' })
    assert.match(link.getAttribute('href') ?? '', /\/forms\/frm_1$/)
  })

  it('leads to the campaign or the sequence that wrote', async () => {
    const letter = (id: string, of: object) => ({
      ...{ id, type: 'letter', at: '2026-11-24T00:00:00Z', email_id: id, explanation: 'Made.' },
      ...of,
    })
    const data = [
      letter('msg_1', { campaign_id: 'cmp_1' }),
      letter('msg_2', { sequence_id: 'seq_1', step: 'email1' }),
      letter('msg_3', {}),
    ]
    const asked = serve(({ url }) => ({
      body: { data: url.includes('/timeline') ? data : [], has_more: false },
    }))
    await show(<ContactHistory id="con_1" />)
    const hrefs = async (name: string) =>
      (await screen.findAllByRole('link', { name })).map(one => one.getAttribute('href') ?? '')
    assert.match((await hrefs('See the campaign')).join(), /^[^,]+\/campaigns\/cmp_1$/)
    assert.match((await hrefs('See the sequence')).join(), /^[^,]+\/sequences\/seq_1$/)
    assert.ok(!asked.some(({ url }) => url.includes('/forms')), 'no letter has a form')
  })
})

describe('where a contact came from', () => {
  const shown = async (source: string, consents: object[], imports: object[] = []) => {
    const asked = serve(({ url }) => {
      const of = (part: string, data: object[]) => (url.includes(part) ? data : null)
      const forms = [{ id: 'frm_1', name: 'Rodapé' }]
      const properties = of('/contact-properties', [property])
      const brought = of('/imports', imports)
      const data = of('/consents', consents) ?? of('/forms', forms) ?? brought ?? properties ?? []
      return { body: { data, has_more: false } }
    })
    await show(<ContactData contact={person('ana', { source } as Partial<Contact>)} />)
    return asked
  }
  const record = (method: string, page: string | null) => ({ id: page, method, page })

  it('leads to the form that brought them, which is the first', async () => {
    const at = (form: string) => record('form', `https://mail.test/f/${form}`)
    await shown('form', [record('confirmation', 'https://mail.test/c'), at('frm_2'), at('frm_1')])
    const link = await screen.findByRole('link', { name: 'Rodapé' })
    assert.match(link.getAttribute('href') ?? '', /\/forms\/frm_1$/)
    assert.equal(link.closest('dd')?.textContent, 'A form: Rodapé')
  })

  const ofFile = (id: string, outcome: string, line: number | null, name: string | null) => ({
    ...{ id, outcome, line, name },
    at: '2026-11-24T12:34:56Z',
  })

  it('leads to the import that brought them, with the line of the file', async () => {
    const files = [
      ofFile('imp_2', 'updated', 9, 'later.csv'),
      ofFile('imp_1', 'created', 17, 'people.csv'),
    ]
    await shown('import', [], files)
    const link = await screen.findByRole('link', { name: 'people.csv' })
    assert.match(link.getAttribute('href') ?? '', /\/imports\/imp_1$/)
    assert.equal(link.closest('dd')?.textContent, 'An import: people.csv, line 17')
  })

  it('says of each file what it did, where and when, and nothing where there is none', async () => {
    const files = [
      ofFile('imp_3', 'kept_unsubscribed', 2, 'third.csv'),
      ofFile('imp_2', 'updated', null, null),
    ]
    serve(() => ({ body: { data: files, has_more: false } }))
    await show(<ContactImports id="con_1" />)
    const said = (await screen.findAllByRole('listitem')).map(one => one.textContent ?? '')
    assert.match(said[0]!, /^third\.csvHad left before, stayed outline 224 Nov.*:34:56/)
    assert.match(said[1]!, /^Import of .*Changed this person(?!line)/)
    const hrefs = screen.getAllByRole('link').map(one => one.getAttribute('href') ?? '')
    assert.match(hrefs.join(), /\/imports\/imp_3,.*\/imports\/imp_2$/)
    cleanup()
    serve(() => ({ body: { data: [], has_more: false } }))
    await show(<ContactImports id="con_1" />)
    await answered('project.contacts.imports')
    assert.equal(screen.queryByRole('heading'), null)
  })

  it('leads to the imports, and nowhere for a form that is gone', async () => {
    const asked = await shown('import', [])
    const link = await screen.findByRole('link', { name: 'An import' })
    assert.match(link.getAttribute('href') ?? '', /\/imports$/)
    await screen.findByText('Cidade natal')
    const needless = asked.filter(({ url }) => /consents|forms/.test(url))
    assert.deepEqual(needless, [], 'only whom a form brought needs consents and forms')
    cleanup()
    await shown('form', [record('form', 'https://mail.test/f/frm_9')])
    await answered('project.contacts.consents')
    await answered('project.forms.list')
    screen.getByText('A form')
    assert.equal(screen.queryAllByRole('link').length, 0)
  })
})

describe('what is done with a person', () => {
  const menuOf = async (of: Partial<Contact> = {}) => {
    await show(<ContactActions contact={person('ana', of)} />)
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    return (await screen.findAllByRole('menuitem')).map(one => one.textContent)
  }

  it('is told apart before anything is opened', async () => {
    stage()
    assert.deepEqual(await menuOf(), [
      'Stop all marketing',
      'Download data (GDPR)',
      'Delete contact',
      'Erase personal data (GDPR)',
    ])
    assert.ok(screen.getByRole('button', { name: 'Pause' }))
    assert.deepEqual(await menuOf({ unsubscribed: true }), [
      'Download data (GDPR)',
      'Delete contact',
      'Erase personal data (GDPR)',
    ])
    assert.equal(screen.queryByRole('button', { name: 'Pause' }), null)
  })

  it('deletes and erases by calls of their own, each after its own question', async () => {
    for (const [entry, typed, method, path] of [
      ['Delete contact', null, 'DELETE', '/contacts/con_ana'],
      ['Erase personal data (GDPR)', 'ana@b.test', 'POST', '/contacts/con_ana/erase'],
    ] as const) {
      const asked = stage()
      await menuOf()
      fireEvent.click(await screen.findByText(entry))
      const dialog = await screen.findByRole('dialog')
      if (typed !== null) {
        fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: typed } })
      }
      const buttons = within(dialog).getAllByRole('button')
      fireEvent.click(buttons.at(-1)!)
      await waitFor(() => {
        const sent = asked.filter(one => one.method !== 'GET')
        assert.deepEqual(
          sent.map(one => [
            one.method,
            new URL(one.url, 'http://x').pathname.replace(/^.*test/, ''),
          ]),
          [[method, path]],
        )
      })
    }
  })
})
