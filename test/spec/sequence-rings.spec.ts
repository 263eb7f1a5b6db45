/** Sequences that lead into each other, or into themselves: nobody gets letters without end. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const inRing = (n: number) => [400, 'invalid_field', `steps[${n}].sequence_id`]
const always = { reentry: { mode: 'always' } }

describe('A ring of sequences', () => {
  it('in which nobody waits is refused where it is closed, by the step that closes it', async t => {
    const { call, publish, template } = await startTestMode(t)
    const letter = { type: 'email', template_id: await template() }
    const a = await publish({ ...always, steps: [{ key: 'm', ...letter }] })
    const draft = (id: string, steps: object[]) => call('PATCH', `/v1/sequences/${id}`, { steps })
    const again = (id: string, more = {}) => call('POST', `/v1/sequences/${id}/publish`, more)
    const into = (id: string, more = {}) => ({
      key: 's',
      type: 'sequence',
      sequence_id: id,
      ...more,
    })
    await call('POST', '/v1/contact-properties', { key: 'day', type: 'date' })
    const filter = { field: 'email', op: 'exists' }
    // Into itself, behind a letter, a branch or a date that may be over.
    for (const before of [
      { key: 'm', ...letter, next: 's' },
      { key: 'm', type: 'branch', cases: [{ filter, next: 's' }], else: 's' },
      { key: 'm', type: 'wait', until: { property: 'properties.day' }, next: 's' },
      { key: 'm', type: 'wait', until: { days: [1, 2, 3, 4, 5, 6, 7] }, next: 's' },
      { key: 'm', type: 'wait', for: 'PT0S', next: 's' },
    ]) {
      const drawn = await draft(a, [before, into(a)])
      assert.equal(drawn.status, 200, JSON.stringify(drawn.body))
      assert.deepEqual(refused(await again(a)), inRing(1), before.type)
      assert.deepEqual(refused(await again(a, { dry_run: true })), inRing(1))
    }
    // By way of two others, of which one is not open yet when it is made.
    const b = await publish({ ...always, steps: [into(a)] })
    const c = await publish({ ...always, steps: [{ key: 'm', ...letter, next: 's' }, into(b)] })
    await draft(a, [into(c)])
    assert.deepEqual(refused(await again(a)), inRing(0))
    // Somebody waits on the way: here, or there.
    await draft(a, [{ key: 'm', type: 'wait', for: 'PT1M', next: 's' }, into(c)])
    assert.equal((await again(a)).status, 201)
    await draft(b, [{ key: 'm', type: 'wait', until: { time: '09:00' }, next: 's' }, into(a)])
    assert.equal((await again(b)).status, 201)
    await draft(a, [into(c)])
    assert.equal((await again(a)).status, 201)
    // And with the wait taken out of the other one it is closed there.
    await draft(b, [into(a)])
    assert.deepEqual(refused(await again(b)), inRing(0))
  })

  it('lets nobody in more than ten times a day, and goes on the next day', async t => {
    const { call, advance, publish } = await startTestMode(t)
    const id = await publish({ ...always, steps: [{ key: 'rest', type: 'wait', for: 'PT1H' }] })
    const path = `/v1/sequences/${id}` as const
    await call('PATCH', path, {
      steps: [
        { key: 'rest', type: 'wait', for: 'PT1H', next: 's' },
        { key: 's', type: 'sequence', sequence_id: id },
      ],
    })
    assert.equal((await call('POST', `${path}/publish`, {})).status, 201)
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const enter = () => call('POST', `${path}/enrollments`, { email: 'ana@b.example' })
    assert.equal((await enter()).status, 201)
    await advance('PT20H')
    const ways = async () => (await call('GET', `${path}/enrollments?limit=100`)).body.data
    assert.equal((await ways()).length, 11)
    const [last] = await ways()
    const { body } = await call('GET', `${path}/enrollments/${last.id}`)
    assert.equal(body.path.at(-1)!.outcome, 'skipped:reentry')
    // By hand they come in as the rules say; by steps when the day is over.
    assert.equal((await enter()).status, 201)
    await advance('PT2H')
    assert.equal((await ways()).length, 12)
    await advance('P1D')
    assert.equal((await enter()).status, 201)
    await advance('PT20H')
    assert.equal((await ways()).length, 23)
  })
})

it('Nobody is inside sequences more than fifty times', async t => {
  const { call, publish } = await startTestMode(t)
  const id = await publish({ ...always, steps: [{ key: 'rest', type: 'wait', for: 'P9D' }] })
  const keyed = await publish({
    triggers: [{ on: 'event', name: 'cart.filled' }],
    reentry: { mode: 'always', key: 'event.cart_id' },
    steps: [{ key: 'rest', type: 'wait', for: 'P9D' }],
  })
  const email = 'ana@b.example'
  await call('POST', '/v1/contacts', { email })
  await call('POST', '/v1/contacts', { email: 'bia@b.example' })
  for (let n = 0; n < 45; n++) {
    const entered = await call('POST', `/v1/sequences/${id}/enrollments`, { email })
    assert.equal(entered.status, 201)
  }
  const activities = Array.from({ length: 8 }, (_, n) => ({
    email,
    name: 'cart.filled',
    data: { cart_id: String(n) },
  }))
  assert.equal((await call('POST', '/v1/activity/batch', { activities })).status, 202)
  const inside = async (of: string) =>
    (await call('GET', `/v1/sequences/${of}/enrollments?state=inside&limit=100`)).body.data.length
  await until(async () => (await inside(keyed)) === 5, 'as many as there is room for')
  const over = await call('POST', `/v1/sequences/${id}/enrollments`, { email })
  assert.deepEqual(refused(over), [400, 'invalid_field', 'contact_id'])
  assert.match(over.body.error.message, /50 times/)
  const other = await call('POST', `/v1/sequences/${id}/enrollments`, { email: 'bia@b.example' })
  assert.equal(other.status, 201)
})
