/** How often a form was shown, sent and confirmed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setStage } from '../support/forms.ts'
import { untilHour } from '../support/service.ts'

const zero = { shown: 0, sent: 0, confirmed: 0 }

describe('the figures of a form', () => {
  it('count who saw it, who sent it, and who confirmed', async t => {
    const { service, form, send, letters, visit } = await setStage(t)
    const key = await service.key('test', 'admin')
    const figures = async (query = '') =>
      (await service.call('GET', `/v1/forms/${form}/stats${query}`, { key })).body
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
    const seen = await figures('?days=1')
    assert.deepEqual(seen.days, [{ day: before.days.at(-1).day, shown: 3, sent: 2, confirmed: 0 }])
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

  it('go with their form', async t => {
    const { service, form, visit } = await setStage(t)
    await visit('GET', `/f/${form}`)
    assert.equal((await service.call('GET', `/v1/forms/${form}/stats`)).body.shown, 1)
    assert.equal((await service.call('DELETE', `/v1/forms/${form}`)).status, 200)
    assert.equal((await service.call('GET', `/v1/forms/${form}/stats`)).status, 404)
    const rows = await service.world.db.query('select from form_counts')
    assert.equal(rows.length, 0)
  })
})
