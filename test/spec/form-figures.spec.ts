/** How often a form was shown, sent and confirmed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setStage } from '../support/forms.ts'
import { writtenFigures } from '../support/kept.ts'
import { failWritings, whileNoneCanWrite } from '../support/locks.ts'
import { untilHour } from '../support/service.ts'
import { until } from '../support/until.ts'

const zero = { shown: 0, sent: 0, confirmed: 0 }

describe('the figures of a form', () => {
  it('count who saw it, who sent it, and who confirmed', async t => {
    const { service, form, send, letters, visit } = await setStage(t)
    const key = await service.key('test', 'admin')
    const figures = async (query = '') =>
      (await service.call('GET', `/v1/forms/${form}/stats?${query}`, { key })).body
    // What is sent turns the clock on: not past midnight.
    service.turn(untilHour(service.world.clock.now(), 12))
    const before = await figures()
    assert.equal(before.days.length, 30)
    assert.deepEqual(
      { ...before, days: before.days.at(-1) },
      {
        ...zero,
        days: { day: new Date(service.world.clock.now()).toISOString().slice(0, 10), ...zero },
      },
    )
    // Each is opened, waited for and sent; what is refused is none that was sent.
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    await send({ email: 'bia@good.test', first_name: 'Bia' })
    assert.equal((await send({ email: 'nobody', first_name: 'Eva' })).status, 400)
    const seen = await figures('days=1')
    assert.deepEqual(seen.days, [{ day: before.days.at(-1)!.day, shown: 3, sent: 2, confirmed: 0 }])
    const [letter] = await letters()
    const { body: words } = await service.call('GET', `/v1/emails/${letter!.id}/content`, { key })
    const confirm = /\/c\/[\w-]+/.exec(words.text)![0]
    // Programs follow links; and a second press confirms nothing more.
    await visit('GET', confirm)
    assert.equal((await figures()).confirmed, 0)
    await visit('POST', confirm)
    await visit('POST', confirm)
    const { days: _, ...all } = await figures()
    assert.deepEqual(all, { shown: 3, sent: 2, confirmed: 1 })
    const live = await service.call('GET', `/v1/forms/${form}/stats`)
    assert.equal(live.body.shown, 0, 'test mode counts apart')
  })

  it('count as confirmed who joins without a letter, and begin with what a script shows', async t => {
    const { service, form, send, visit } = await setStage(t, { double_opt_in: false })
    const key = await service.key('test', 'admin')
    await visit('GET', `/f/${form}?mode=test&as=json`)
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const { body } = await service.call('GET', `/v1/forms/${form}/stats?days=2`, { key })
    const { days, ...all } = body
    assert.deepEqual(all, { shown: 2, sent: 1, confirmed: 1 })
    assert.equal(days.length, 2)
  })

  it('count no confirmation of what somebody else asked for', async t => {
    const { service, form, send, letters, visit, contact } = await setStage(t)
    const key = await service.key('test', 'admin')
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const { id } = (await contact('ana@good.test')).body.topics[0]
    const topics = (state: string) =>
      call('POST', '/v1/contacts/ana@good.test/topics', { topics: [{ id, state }] })
    assert.equal((await topics('unsubscribed')).status, 200)
    service.turn(20 * 60_000)
    const strict = await call('POST', '/v1/topics', { name: { en: 'Tips' }, double_opt_in: true })
    assert.equal(strict.status, 201, JSON.stringify(strict.body))
    const other = { topics: [{ id: strict.body.id, state: 'subscribed' }] }
    const asked = await call('POST', '/v1/contacts/ana@good.test/topics', other)
    assert.equal(asked.status, 200, JSON.stringify(asked.body))
    const all = await letters()
    assert.equal(all.length, 2, 'a letter of the form, and one of the program')
    const { body: words } = await call('GET', `/v1/emails/${all[0]!.id}/content`)
    await visit('POST', /\/c\/[\w-]+/.exec(words.text)![0])
    const now = (await contact('ana@good.test')).body.topics
    assert.ok(
      now.some(
        (one: { id: string; state: string }) =>
          one.id === strict.body.id && one.state === 'subscribed',
      ),
      JSON.stringify(now),
    )
    assert.equal((await call('GET', `/v1/forms/${form}/stats`)).body.confirmed, 0)
  })

  it('are those of its days, whatever is counted in days to come', async t => {
    const { service, form, visit } = await setStage(t)
    service.turn(untilHour(service.world.clock.now(), 12))
    const key = await service.key('test', 'admin')
    const call = service.as(key)
    const isReady = async () => (await call('GET', '/v1/test-clock')).body.status === 'ready'
    assert.equal((await call('POST', '/v1/test-clock', { advance: 'P3D' })).status, 202)
    await until(isReady, 'the clock')
    await visit('GET', `/f/${form}?mode=test`)
    assert.equal((await call('GET', `/v1/forms/${form}/stats`)).body.shown, 1)
    await call('POST', '/v1/test-clock', { reset: true })
    await until(isReady, 'the clock')
    await visit('GET', `/f/${form}?mode=test`)
    const { body } = await call('GET', `/v1/forms/${form}/stats`)
    const { days, shown } = body
    assert.deepEqual([shown, days.at(-1)!.shown], [1, 1])
  })

  it('keep no page waiting, nor fail one, and are written when they can be', async t => {
    const { service, form, visit } = await setStage(t)
    const { db } = service.world
    const open = () => visit('GET', `/f/${form}`)
    const pages = await whileNoneCanWrite(db, 'form_counts', () =>
      Promise.all(Array.from({ length: 12 }, open)),
    )
    const goOn = await failWritings(db, 'form_counts')
    pages.push(await open())
    const shown = async () => (await service.call('GET', `/v1/forms/${form}/stats`)).body.shown
    await shown()
    assert.deepEqual([...new Set(pages.map(one => one.status))], [200])
    await goOn()
    assert.equal(await shown(), 13)
  })

  it('are written soon, and at a stop', async t => {
    const { service, form, visit } = await setStage(t)
    const { db } = service.world
    const written = () => writtenFigures(db)
    await visit('GET', `/f/${form}`)
    await until(async () => (await written()) === 1, 'the figure')
    for (let n = 0; n < 3; n++) await visit('GET', `/f/${form}`)
    await service.service.stop(20_000)
    assert.equal(await written(), 4)
  })

  it('go with their form', async t => {
    const { service, form, visit } = await setStage(t)
    await visit('GET', `/f/${form}`)
    assert.equal((await service.call('GET', `/v1/forms/${form}/stats`)).body.shown, 1)
    assert.equal((await service.call('DELETE', `/v1/forms/${form}`)).status, 200)
    assert.equal((await service.call('GET', `/v1/forms/${form}/stats`)).status, 404)
    assert.equal(await writtenFigures(service.world.db), null)
  })
})
