/** Source addresses as data: added, paused and resumed while mail flows, each change written down. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forgotSourceAddresses } from '../support/happened.ts'
import { sourcesFound } from '../support/kept.ts'
import { dashboardSettings, signInOperator } from '../support/operator.ts'
import { eventOf, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
}

describe('source addresses', () => {
  it('are where mail leaves from as soon as they are there, and until they are paused', async t => {
    let busy = false
    const service = await startTestService(t, {
      zones,
      settings: dashboardSettings,
      mx: {
        misbehave(stage, socket) {
          if (stage !== 'rcpt' || !busy) return false
          socket.write('451 4.7.1 Greylisted, try again later\r\n')
          return true
        },
      },
    })
    const { world, mx } = service
    const call = await signInOperator(service)
    const ask = (method: string, path: string, body?: object) => call(method, `/api${path}`, body)
    const send = async () => {
      const letter = { from: 'hello@shop.test', subject: 'Hi', text: 'Hi', to: ['ana@here.test'] }
      return (await service.call('POST', '/v1/emails', { body: letter })).body.id
    }
    const greetings = () => mx.lines.filter(line => line.startsWith('EHLO'))

    await eventOf(service, await send(), 'delivered')
    assert.deepEqual(greetings(), ['EHLO malote.test'], 'the system chooses')

    const path = '/operator/source-addresses'
    const add = async (last: number, more: object = {}) => {
      const given = { address: `127.0.0.${last}`, hostname: `out${last}.test`, ...more }
      return (await ask('POST', path, given)).body
    }
    const first = await add(1)
    assert.match(first.id, /^src_[0-9a-f]{32}$/)
    assert.deepEqual(
      [first.state, first.stage, first.pool, first.projects, first.per_provider.length],
      ['warming', 1, 'default', null, 8],
    )
    await eventOf(service, await send(), 'delivered')
    assert.equal(greetings().at(-1), 'EHLO out1.test')
    const [shown] = (await ask('GET', path)).body.data
    const used = shown.per_provider.find((one: { provider: string }) => one.provider === 'other')
    assert.deepEqual([used.limit, used.held_by, used.next_at, shown.local], [50, null, null, true])

    // Paused, with no other: it waits and says why. Then it goes by the one that is added.
    const paused = await ask('POST', `${path}/${first.id}/pause`)
    assert.deepEqual([paused.body.state, paused.body.per_provider[0].held_by], ['paused', 'pause'])
    const waiting = await send()
    const told = await eventOf(service, waiting, 'deferred')
    assert.equal(told.cause, 'source_paused')
    assert.match(String(told.explanation), /paused by whoever runs this installation/)
    const second = await add(2, { state: 'active' })
    service.turn(10_000)
    await eventOf(service, waiting, 'delivered')
    assert.equal(greetings().at(-1), 'EHLO out2.test')

    // What was tried from the second goes on from there, with the first back in use.
    busy = true
    const greylisted = await send()
    await eventOf(service, greylisted, 'deferred')
    assert.equal((await ask('POST', `${path}/${first.id}/resume`)).body.state, 'warming')
    busy = false
    const before = mx.lines.length
    service.turn(3_600_000)
    await eventOf(service, greylisted, 'delivered')
    const said = mx.lines.slice(before).filter(line => line.startsWith('EHLO'))
    assert.ok(
      said.every(line => line === 'EHLO out2.test'),
      said.join(),
    )

    const promoted = await ask('POST', `${path}/${first.id}/promote`)
    assert.deepEqual([promoted.body.stage, promoted.body.per_provider[0].limit], [2, 100])
    const renamed = await ask('PATCH', `${path}/${second.id}`, { hostname: 'new.test' })
    assert.equal(renamed.body.hostname, 'new.test')
    const unknown = await ask('PATCH', `${path}/${second.id}`, {
      projects: [`prj_${'0'.repeat(32)}`],
    })
    assert.deepEqual([unknown.status, unknown.body.error.param], [400, 'projects'])

    // While the node drains it does not say that it sends from them; once it works again, it does.
    const found = () => sourcesFound(world.db)
    await service.service.delivery!.rest(true)
    await forgotSourceAddresses(world.db)
    await ask('PATCH', `${path}/${second.id}`, { hostname: 'newer.test' })
    await until(async () => (await found()).local, 'they are found')
    assert.equal((await found()).sends, false)
    await service.service.delivery!.rest(false)
    await until(async () => (await found()).sends, 'it says that it sends from them')
    await ask('DELETE', `${path}/${second.id}`)
    assert.equal((await ask('GET', `${path}/${second.id}`)).status, 404)
    const { body: log } = await ask('GET', '/operator/audit?action=source_address.')
    assert.deepEqual(
      log.data.map((one: { action: string }) => one.action).toReversed(),
      ['added', 'paused', 'added', 'resumed', 'promoted', 'updated', 'updated', 'removed'].map(
        act => `source_address.${act}`,
      ),
    )
    const ofFirst = log.data.filter((one: { target: { id: string } }) => one.target.id === first.id)
    assert.equal(ofFirst.length, 4)
    await until(async () => (await ask('GET', path)).body.data.length === 1)
  })
})
