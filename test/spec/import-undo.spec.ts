import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importStage } from '../support/imports.ts'

describe('imports that are taken back', () => {
  it('count in a dry run what they then do, and are undone', async t => {
    const { service, post, make, send, ends, contact } = await importStage(t)
    await post('/v1/contacts', { email: 'old@b.example', first_name: 'Old', last_name: 'Kept' })
    const mapping = { email: 'email', first_name: 'first_name' }
    const kept = { name: 'Fair', kind: 'static' }
    const segment = (await post('/v1/segments', kept)).body.id
    const id = await make({ format: 'csv', mapping, segment, dry_run: true })
    await send(
      id,
      'email,first_name\nnew@b.example,N\ntouched@b.example,T\nold@b.example,Changed\nno address,X\n',
    )
    const tried = await ends(id)
    assert.deepEqual([tried.preview.created, tried.preview.updated], [2, 1])
    assert.equal((await contact('new@b.example')).status, 404)
    assert.equal((await post(`/v1/imports/${id}/start`)).status, 202)
    const done = await ends(id)
    assert.deepEqual([done.counts.lines, done.counts.created, done.counts.updated], [4, 2, 1])
    const wrong = (await service.call('GET', `/v1/imports/${id}/errors`)).body.data
    assert.equal(wrong.length, 1, 'what the trial had found is not told twice')
    assert.equal((await contact('old@b.example')).body.first_name, 'Changed')
    await service.call('PATCH', '/v1/contacts/touched@b.example', {
      body: { last_name: 'By hand' },
    })
    assert.equal((await post(`/v1/imports/${id}/undo`)).status, 202)
    const undone = await ends(id, 'undone')
    assert.deepEqual(undone.undo, { removed: 1, restored: 1, kept: 1 })
    assert.equal((await contact('new@b.example')).status, 404)
    const { count } = (await service.call('GET', `/v1/segments/${segment}`)).body
    assert.equal(count, 2, 'who is gone is no member')
    assert.equal((await contact('touched@b.example')).body.last_name, 'By hand')
    const old = await contact('old@b.example')
    assert.deepEqual([old.body.first_name, old.body.last_name], ['Old', 'Kept'])
  })

  it('count in a dry run whoever comes again far below as a repetition, as they then do', async t => {
    const { post, make, send, ends } = await importStage(t)
    const id = await make({ format: 'csv', mapping: { email: 'email' }, dry_run: true })
    const once = Array.from({ length: 3_000 }, (_, n) => `p${n}@b.example`)
    await send(id, ['email', ...once, 'P1@b.example', 'wrong', 'last@b.example', ''].join('\n'))
    const tried = await ends(id)
    assert.equal((await post(`/v1/imports/${id}/start`)).status, 202)
    const { counts } = await ends(id)
    assert.deepEqual(tried.preview, counts)
    assert.deepEqual([counts.created, counts.duplicate, counts.invalid], [3_001, 1, 1])
  })

  it('leave alone what people have said themselves when they are undone', async t => {
    const { service, post, make, send, ends, contact } = await importStage(t)
    const [own, other] = [
      (await post('/v1/topics', { name: { en: 'Own' } })).body.id,
      (await post('/v1/topics', { name: { en: 'Other' } })).body.id,
    ]
    await post('/v1/contacts', { email: 'old@b.example' })
    const consent = { basis: 'consent', wording: 'Yes.', source: 'fair' }
    const mapping = { email: 'email' }
    const id = await make({ format: 'csv', mapping, topics: [own], consent })
    await send(id, 'email\nold@b.example\nsaid@b.example\nsilent@b.example\n')
    await ends(id)
    const join = (email: string, topic: string) =>
      post(`/v1/contacts/${email}/topics`, { topics: [{ id: topic, state: 'subscribed' }] })
    await join('said@b.example', other)
    await post('/v1/contacts/old@b.example/topics', {
      topics: [{ id: own, state: 'unsubscribed' }],
    })
    service.turn(1_000)
    const at = new Date(service.world.clock.now()).toISOString()
    const back = await post('/v1/contacts/old@b.example/topics', {
      topics: [{ id: own, state: 'subscribed', consent: { at } }],
    })
    assert.equal(back.status, 200, JSON.stringify(back.body))
    await post(`/v1/imports/${id}/undo`)
    const { undo } = await ends(id, 'undone')
    assert.deepEqual(undo, { removed: 1, restored: 0, kept: 2 })
    const states = async (email: string) =>
      (await contact(email)).body.topics?.map((one: { state: string }) => one.state)
    assert.deepEqual(await states('old@b.example'), ['subscribed'], 'by their own word')
    assert.deepEqual(await states('said@b.example'), ['unsubscribed', 'subscribed'])
    assert.equal((await contact('silent@b.example')).status, 404)
  })

  it('are undone for seven days', async t => {
    const { service, post, make, send, ends, contact } = await importStage(t)
    const id = await make({ format: 'csv', mapping: { email: 'email' } })
    await send(id, 'email\nana@b.example\n')
    await ends(id)
    service.turn(8 * 24 * 3_600_000)
    const late = await post(`/v1/imports/${id}/undo`)
    assert.deepEqual([late.status, late.body.error?.param], [400, 'status'])
    assert.equal((await contact('ana@b.example')).status, 200)
  })
})
