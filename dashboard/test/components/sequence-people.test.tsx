import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Sequence } from '../../src/api/shapes.ts'
import { EnrollForm } from '../../src/features/sequences/enroll-form.tsx'
import { EnrollSegment } from '../../src/features/sequences/enroll-segment.tsx'
import { EnrollmentTag } from '../../src/features/sequences/people-panel.tsx'
import { TryOut } from '../../src/features/sequences/try-out.tsx'
import { type Asked, serve, show } from './stage.tsx'

const sequence = {
  id: 'seq_1',
  name: 'Welcome',
  status: 'active',
  topic_id: 'top_1',
  steps: [],
} as unknown as Sequence

const topicOf = (joined_by: string) => ({ id: 'top_1', name: { en: 'News' }, joined_by })

/** The person asked for, as they stand in the topic of the sequence. */
const answering =
  (state: string, joinedBy = 'choice') =>
  ({ url, method }: Asked) => {
    if (method === 'POST') return { status: 201, body: { id: 'enr_1', created: true } }
    if (url.includes('/topics')) return { body: { data: [topicOf(joinedBy)], has_more: false } }
    if (url.includes('/test-clock')) {
      return { body: { now: '2026-11-24T00:00:00Z', ahead_s: 0, status: 'ready' } }
    }
    const topics = state === 'none' ? [] : [{ id: 'top_1', state }]
    const ana = { id: 'con_1', email: 'ana@b.example', topics }
    return { body: { data: url.includes('email=ana') ? [ana] : [], has_more: false } }
  }

describe('adding a segment to a sequence', () => {
  const entering: Readonly<Record<string, number>> = { seg_1: 2, seg_2: 7 }
  const stage = async (enrolled: object, close = () => {}) => {
    const asked = serve(({ url, body }) => {
      const of = (body as { segment_id?: string } | undefined)?.segment_id ?? ''
      if (url.includes('preview')) {
        return { body: { people: 9, entering: entering[of], left_out: {} } }
      }
      if (of) return { body: enrolled }
      const segments = Object.keys(entering).map(id => ({ id, name: id }))
      return { body: { data: segments, has_more: false } }
    })
    await show(<EnrollSegment sequence={sequence} close={close} />)
    await screen.findByText(/people of this segment, 2 will/)
    return asked
  }
  const previews = (asked: readonly Asked[]) => asked.filter(({ url }) => url.includes('preview'))

  it('says of each what would come of it, and nothing of another meanwhile', async () => {
    const asked = await stage({})
    fireEvent.change(screen.getByLabelText('Segment'), { target: { value: 'seg_2' } })
    assert.ok(screen.queryByText(/people of this segment/) === null)
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add a segment' })
    assert.ok(add.disabled)
    await screen.findByText(/people of this segment, 7 will/)
    assert.ok(!add.disabled)
    assert.deepEqual(
      previews(asked).map(one => one.body),
      [{ segment_id: 'seg_1' }, { segment_id: 'seg_2' }],
    )
  })

  it('goes by what was foreseen while people come in', async () => {
    let isClosed = false
    const asked = await stage({ entered: 2, next: null }, () => {
      isClosed = true
    })
    fireEvent.click(screen.getByRole('button', { name: 'Add a segment' }))
    await screen.findByText(/2 .*2/, { selector: '[role=status]' })
    await waitFor(() => assert.ok(isClosed))
    assert.equal(previews(asked).length, 1)
  })
})

describe('adding somebody to a sequence', () => {
  const typed = async () => {
    await show(<EnrollForm sequence={sequence} close={() => {}} />)
    const field = await screen.findByLabelText(/^Person/)
    fireEvent.change(field, { target: { value: 'ana@b.example' } })
  }
  const warning = /^ana@b\.example is not subscribed to News: every email .* would be skipped\.$/

  it('says before that nothing would reach who is not in its topic', async () => {
    for (const state of ['none', 'pending', 'unsubscribed']) {
      serve(answering(state))
      await typed()
      await screen.findByText(warning)
      screen.getByText('Add anyway')
    }
  })

  const added = (asked: readonly Asked[]) => asked.filter(({ method }) => method === 'POST')
  const press = () => fireEvent.submit(screen.getByRole('combobox').closest('form')!)

  it('holds a press that comes before it is known who that is', async () => {
    const asked = serve(answering('none'))
    await typed()
    press()
    await screen.findByText(warning)
    assert.deepEqual(added(asked), [], 'warned of, not added')
    press()
    await waitFor(() => assert.equal(added(asked).length, 1))
  })

  it('adds by that press who is reached', async () => {
    const asked = serve(answering('subscribed'))
    await typed()
    press()
    await waitFor(() => assert.equal(added(asked).length, 1))
  })

  it('says nothing of who is in it, or need not join it', async () => {
    for (const [state, joinedBy] of [
      ['subscribed', 'choice'],
      ['none', 'default'],
    ] as const) {
      const asked = serve(answering(state, joinedBy))
      await typed()
      for (;;) {
        if (asked.some(one => one.url.includes('email=ana'))) break
        await new Promise(resolve => setTimeout(resolve, 20))
      }
      await screen.findByText('Add a person')
      assert.equal(screen.queryByText(warning), null)
    }
  })
})

describe('an end without any email', () => {
  it('is called so, instead of finished', async () => {
    serve(answering('none'))
    await show(<EnrollmentTag state="finished" isSilent />)
    screen.getByText('Nothing was sent')
    await show(<EnrollmentTag state="finished" />)
    screen.getByText('Finished')
  })
})

describe('trying a sequence in test mode', () => {
  it('makes somebody who acts by themselves, in its topic, and adds them', async () => {
    const asked = serve(answering('none'))
    await show(<TryOut sequence={sequence} />)
    fireEvent.click(await screen.findByLabelText('Add clicked@example.com'))
    await screen.findByText('clicked@example.com is in the sequence.')
    await screen.findByText('Advance a day')
    const posts = asked.filter(one => one.method === 'POST').map(one => one.body)
    const email = 'clicked@example.com'
    assert.deepEqual(posts, [{ email, topics: ['top_1'] }, { email }])
  })

  it('waits until the sequence is published', async () => {
    serve(answering('none'))
    await show(<TryOut sequence={{ ...sequence, status: 'draft' }} />)
    await screen.findByText('Publish the sequence first.')
    assert.equal(screen.queryByLabelText('Add clicked@example.com'), null)
  })
})
