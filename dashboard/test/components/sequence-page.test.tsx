import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ApiError } from '../../src/api/client.ts'
import type { Sequence } from '../../src/api/shapes.ts'
import { EnrollmentPage } from '../../src/features/sequences/enrollment-page.tsx'
import { faultOf } from '../../src/features/sequences/fault.ts'
import { PublishButton } from '../../src/features/sequences/publish-button.tsx'
import { StateActions } from '../../src/features/sequences/state-actions.tsx'
import { StepList } from '../../src/features/sequences/step-list.tsx'
import { ClockSection } from '../../src/features/test-clock/clock-section.tsx'
import { type Asked, serve, show } from './stage.tsx'

const sequence: Sequence = {
  id: 'seq_1',
  name: 'Welcome',
  folder: null,
  status: 'active',
  from: null,
  topic_id: null,
  triggers: [],
  entry_filter: null,
  reentry: { mode: 'never' },
  exits: [],
  quiet: null,
  rate_per_hour: null,
  patience: null,
  steps: [
    { key: 'hello', type: 'email', template_id: 'tpl_1', next: 'rest' },
    { key: 'rest', type: 'wait', for: 'P2D', until: { time: '09:00' }, next: 'gone' },
  ],
  published_version: 1,
  created_at: '2026-11-24T00:00:00Z',
  updated_at: '2026-11-24T00:00:00Z',
}

const step = { entered: 0, waiting: 0, sent: 0, skipped: {}, left: 0, goal: 0, median_s: null }
const nobody = { people: 0, machines_only: 0 }
const stats = {
  days: [],
  steps: [
    {
      ...step,
      key: 'hello',
      entered: 4,
      sent: 3,
      skipped: { template: 1 },
      opened: nobody,
      clicked: nobody,
    },
    { ...step, key: 'rest', entered: 3, waiting: 2, opened: nobody, clicked: nobody },
  ],
}
const template = { id: 'tpl_1', name: 'Greeting', kind: 'email', status: 'published' }

function answer({ url, method }: Asked) {
  if (url.includes('/stats')) return { body: stats }
  if (url.includes('/templates')) return { body: { data: [template], has_more: false } }
  if (method === 'PATCH') return { body: sequence }
  return { body: { data: [], has_more: false } }
}

const refused = (param: string) =>
  new ApiError(400, { error: { message: 'There is no step gone.', param } })

describe('a refusal of a sequence', () => {
  it('is about a place in it', () => {
    const fault = faultOf(refused('steps[4].cases[0].filter.all[1].value'))
    assert.deepEqual(fault, {
      list: 'steps',
      n: 4,
      member: 'cases[0].filter.all[1].value',
      message: 'There is no step gone.',
    })
    assert.equal(faultOf(refused('from'))?.list, 'from')
    assert.equal(faultOf(null), null)
  })
})

describe('the list of steps', () => {
  it('says what each does, how many are there, and what is wrong with which', async () => {
    serve(answer)
    await show(<StepList sequence={sequence} fault={faultOf(refused('steps[1].next'))} />)
    await screen.findByText('Email: Greeting')
    screen.getByText('Wait 2 days, then until 09:00')
    await screen.findByText('2 here now')
    screen.getByText(/1 skipped: no template/)
    const wrong = screen.getByRole('alert')
    assert.match(wrong.textContent, /There is no step gone\./)
    assert.ok(wrong.closest('li')?.textContent?.includes('Wait 2 days'))
    screen.getByText('Goes to gone, which does not exist')
  })

  it('shows the people at a step that is no longer among them', async () => {
    serve(answer)
    const { steps } = sequence
    await show(<StepList sequence={{ ...sequence, steps: steps.slice(0, 1) }} fault={null} />)
    const line = (await screen.findByText(/people on an earlier version are here/)).closest('li')!
    within(line).getByText('rest')
    within(line).getByText('2 here now')
  })

  it('puts the steps in another order', async () => {
    const asked = serve(answer)
    await show(<StepList sequence={sequence} fault={null} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Move Email: Greeting down' }))
    await screen.findByText('Email: Greeting')
    const { body } = asked.find(one => one.method === 'PATCH')!
    const { steps } = body as { steps: { key: string; next?: string }[] }
    assert.deepEqual(
      steps.map(({ key, next }) => [key, next]),
      [
        ['rest', 'hello'],
        ['hello', 'gone'],
      ],
    )
  })
})

describe('a way that goes on at a step which is there', () => {
  it('is led there by name, instead of to a new step', async () => {
    const asked = serve(answer)
    const steps: Sequence['steps'] = [
      { key: 'which', type: 'branch', cases: [{ filter: { all: [] }, next: 'hello' }] },
      { key: 'hello', type: 'email', template_id: 'tpl_1' },
    ]
    await show(<StepList sequence={{ ...sequence, steps }} fault={null} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Add a step to: Else' }))
    const dialog = within(await screen.findByRole('dialog'))
    const where = dialog.getByLabelText<HTMLSelectElement>('Continue at')
    await waitFor(() =>
      assert.deepEqual(
        [...where.options].map(one => one.text),
        ['Email: Greeting'],
      ),
    )
    fireEvent.click(dialog.getByRole('button', { name: 'Continue at' }))
    await screen.findByText('The path continues there.')
    const { body } = asked.find(one => one.method === 'PATCH')!
    assert.equal((body as { steps: { else?: string }[] }).steps[0]!.else, 'hello')
  })
})

describe('what can be done with a sequence', () => {
  const ready = { fault: null, why: null, version: 2, isReady: true }
  const buttons = () => screen.getAllByRole('button').flatMap(one => one.textContent || [])

  it('has its main thing as a button and the rest in a menu', async () => {
    serve(answer)
    await show(<StateActions sequence={sequence} ready={ready} isChanged />)
    assert.deepEqual(buttons(), ['Publish', 'More'])
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    const items = (await screen.findAllByRole('menuitem')).map(one => one.textContent)
    assert.deepEqual(items, ['Pause', 'Duplicate', 'Archive', 'Delete'])
    await show(<StateActions sequence={sequence} ready={ready} isChanged={false} />)
    assert.deepEqual(buttons(), ['Pause', 'More'])
    const paused = { ...sequence, status: 'paused' as const }
    await show(<StateActions sequence={paused} ready={ready} isChanged={false} />)
    assert.deepEqual(buttons(), ['Resume', 'More'])
  })

  it('asks before it deletes, and takes everybody out', async () => {
    const asked = serve(answer)
    await show(<StateActions sequence={sequence} ready={ready} isChanged={false} />)
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Welcome' }))
    assert.ok(asked.every(one => one.method !== 'DELETE'))
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted.')
    const gone = asked.find(one => one.method === 'DELETE')!
    assert.match(gone.url, /exit=true/)
  })
})

/** Not only looked at. */
const isDone = ({ url, body }: Asked): boolean =>
  url.includes('/publish') && (body as { dry_run?: boolean }).dry_run !== true

describe('publishing', () => {
  it('counts what happens to those inside before it does anything', async () => {
    const asked = serve(request => {
      if (!request.url.includes('/publish')) return answer(request)
      const { body } = request
      const { inside, dry_run: isDry } = body as { inside: string; dry_run?: boolean }
      const counts = { finish: 0, move: 0, leave: 0, exit: 0 }
      if (inside === 'move')
        return { body: { version: 2, inside: { ...counts, move: 5, exit: 2 } } }
      return { status: isDry ? 200 : 201, body: { version: 2, inside: { ...counts, finish: 7 } } }
    })
    const ready = { fault: null, why: null, version: 2, isReady: true }
    await show(<PublishButton sequence={sequence} ready={ready} />)
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/publishing here publishes for live mode, too/)
    await within(dialog).findByText('What happens to the 7 people in the sequence?')
    within(dialog).getByText('Stay on their version: 7 · move: 0 · exit: 0')
    fireEvent.click(within(dialog).getByLabelText('They move to the new version'))
    await within(dialog).findByText('Stay on their version: 0 · move: 5 · exit: 2')
    assert.deepEqual(asked.filter(isDone), [])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Publish' }))
    await screen.findByText('Version 2 is published.')
    const done = asked.filter(isDone).map(one => one.body)
    assert.deepEqual(done, [{ inside: 'move' }])
  })
})

describe('publishing without a step at which people are', () => {
  it('asks where they go, and counts it before it does anything', async () => {
    const asked = serve(request => {
      if (!request.url.includes('/publish')) return answer(request)
      const { inside, map, dry_run: isDry } = request.body as Record<string, unknown>
      const counts = { finish: 0, move: 0, leave: 0, exit: 0 }
      const fate = inside === 'finish' ? 'finish' : map ? 'move' : 'exit'
      return { status: isDry ? 200 : 201, body: { version: 3, inside: { ...counts, [fate]: 2 } } }
    })
    const ready = { fault: null, why: null, version: 2, isReady: true }
    const { steps } = sequence
    const without = { ...sequence, steps: steps.slice(0, 1) }
    await show(<PublishButton sequence={without} ready={ready} />)
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('What happens to the 2 people in the sequence?')
    assert.equal(dialog.queryByRole('combobox'), null)
    fireEvent.click(dialog.getByLabelText('They move to the new version'))
    await dialog.findByText('Stay on their version: 0 · move: 0 · exit: 2')
    const where = await dialog.findByLabelText('The 2 people at rest, which was removed')
    fireEvent.change(where, { target: { value: 'hello' } })
    await dialog.findByText('Stay on their version: 0 · move: 2 · exit: 0')
    fireEvent.click(dialog.getByRole('button', { name: 'Publish' }))
    await screen.findByText('Version 3 is published.')
    const done = asked.filter(isDone).map(one => one.body)
    assert.deepEqual(done, [{ inside: 'move', map: { rest: 'hello' } }])
  })
})

describe('the page of a person in a sequence', () => {
  const inside = {
    id: 'enr_1',
    sequence_id: 'seq_1',
    version: 1,
    contact_id: 'con_1',
    state: 'inside',
    reason: null,
    entered_at: '2026-11-24T00:00:00Z',
    ended_at: null,
    step: 'rest',
    next: { step: 'hello', at: null },
    waiting: null as object | null,
    explanation: '',
    path: [],
  }
  const served = (enrollment: object, publishedAt: string) =>
    serve(({ url }) => {
      if (url === '/api/session') return { status: 401, body: {} }
      if (url.includes('/enrollments/')) return { body: enrollment }
      if (url.includes('/contacts/')) return { body: { id: 'con_1', email: 'ana@b.example' } }
      if (url.includes('/versions')) {
        return { body: { data: [{ version: 2, published_at: publishedAt }], has_more: false } }
      }
      return { body: { ...sequence, published_version: 2 } }
    })

  it('says what a step does only where the steps shown are those of their version', async () => {
    served({ ...inside, version: 2 }, '2026-11-25T00:00:00Z')
    await show(<EnrollmentPage />)
    await screen.findByText('At “Wait 2 days, then until 09:00”, about to continue.')
    served(inside, '2026-11-25T00:00:00Z')
    await show(<EnrollmentPage />)
    await screen.findByText('At “rest”, about to continue.')
    // The draft was changed since.
    served({ ...inside, version: 2 }, '2026-11-23T00:00:00Z')
    await show(<EnrollmentPage />)
    await screen.findByText('At “rest”, about to continue.')
  })

  it('does not say that somebody is about to go on who stands still', async () => {
    const waiting = { reason: 'paused', until: null }
    served({ ...inside, waiting }, '2026-11-25T00:00:00Z')
    await show(<EnrollmentPage />)
    await screen.findByText('At “rest”. Reason for waiting: the sequence is paused.')
  })
})

describe('the clock of test mode', () => {
  it('says how far it has come while it is turned', async () => {
    let now = '2026-11-24T00:00:00.000Z'
    let status = 'ready'
    const asked = serve(({ method, url, body }) => {
      if (url === '/api/session') return { status: 401, body: {} }
      if (method === 'POST') {
        assert.deepEqual(body, { advance: 'P7D' })
        status = 'advancing'
        now = '2026-11-25T18:00:00.000Z'
      }
      return { body: { now, ahead_s: 0, status } }
    })
    await show(<ClockSection />)
    fireEvent.click(await screen.findByRole('button', { name: 'Advance a week' }))
    const bar = await screen.findByRole('progressbar')
    assert.equal(bar.getAttribute('aria-valuenow'), '25')
    assert.equal(asked.filter(one => one.method === 'POST').length, 1)
    assert.equal(screen.queryByRole('button', { name: 'Advance a week' }), null)
  })
})
