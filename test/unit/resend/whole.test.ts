/** All of Resend's API: each of its operations is answered here, or refused with its reason. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { parse } from 'yaml'
import { resendSurface } from '#faces/resend/compatibility.ts'
import { startTestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const description = new URL('../../../../shared/corpora/resend/openapi.yaml', import.meta.url)
const skip = existsSync(description) ? false : 'Resend’s OpenAPI is not on this machine'

async function start(t: TestContext) {
  const service = await startTestService(t, {})
  const key = await service.key('test', 'admin')
  const own = (method: string, path: string, body?: unknown) =>
    service.call(method, path, body === undefined ? { key } : { key, body })
  return {
    own,
    call: (method: string, path: string, body?: unknown) => own(method, `/resend${path}`, body),
  }
}

const generic = /has no such call of Resend/
const refusals: readonly (readonly [method: string, path: string, why: RegExp])[] = [
  ['GET', '/emails/metrics', /in the dashboard and at \/metrics/],
  ['GET', '/emails/receiving', /keeps no other mail/],
  ['GET', '/emails/receiving/msg_1/attachments/2', /keeps no other mail/],
  ['POST', '/emails/msg_1/share', /members of the account alone/],
  ['GET', '/emails/msg_1/attachments', /GET \/v1\/emails\/\{id\}\/raw/],
  ['GET', '/emails/msg_1/attachments/1', /GET \/v1\/emails\/\{id\}\/raw/],
  ['POST', '/api-keys', /by members, in the dashboard/],
  ['DELETE', '/api-keys/key_1', /by members, in the dashboard/],
  ['GET', '/oauth/grants?limit=1', /no OAuth grants/],
  ['POST', '/events', /need no definition/],
  ['PATCH', '/events/order.paid', /need no definition/],
]

describe('Resend’s API', () => {
  it('is whole: what is not here says why', { skip }, async t => {
    const { call } = await start(t)
    const { paths } = parse(readFileSync(description, 'utf8')) as {
      paths: Record<string, Record<string, unknown>>
    }
    const plain = (path: string) => path.replace(/\{\w+\}/g, '{}')
    const here = new Set(
      resendSurface.routes.map(one => `${one.method} ${plain(one.path.slice('/resend'.length))}`),
    )
    let operations = 0
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of ['get', 'post', 'patch', 'put', 'delete']) {
        if (methods[method] === undefined) continue
        operations++
        if (here.has(`${method.toUpperCase()} ${plain(path)}`)) continue
        const answer = await call(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x_1'))
        assert.equal(answer.status, 404, `${method} ${path}`)
        assert.doesNotMatch(answer.body.message, generic, `${method} ${path}`)
      }
    }
    assert.ok(operations > 100, String(operations))
  })

  for (const [method, path, why] of refusals) {
    it(`refuses ${method} ${path} with its reason`, async t => {
      const { call } = await start(t)
      const { status, body } = await call(method, path)
      assert.deepEqual([status, body.name, body.code], [404, 'not_found', 'route_not_found'])
      assert.match(body.message, why)
    })
  }

  it('says of what nobody has that it is not there', async t => {
    const { call } = await start(t)
    const { status, body } = await call('GET', '/inboxes')
    assert.equal(status, 404)
    assert.match(body.message, generic)
  })
})

describe('pages backwards', () => {
  it('show what stands directly before an item, and whether there is more', async t => {
    const { call } = await start(t)
    const names = ['a', 'b', 'c', 'd', 'e']
    const ids: string[] = []
    for (const name of names) ids.unshift((await call('POST', '/topics', topicOf(name))).body.id)
    const page = async (query: string) => {
      const { status, body } = await call('GET', `/topics?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return [body.data.map((one: { id: string }) => ids.indexOf(one.id)), body.has_more]
    }
    assert.deepEqual(await page('limit=2'), [[0, 1], true])
    assert.deepEqual(await page(`limit=2&after=${ids[1]}`), [[2, 3], true])
    assert.deepEqual(await page(`limit=2&before=${ids[4]}`), [[2, 3], true])
    assert.deepEqual(await page(`limit=2&before=${ids[2]}`), [[0, 1], false])
    assert.deepEqual(await page(`limit=2&before=${ids[1]}`), [[0], false])
    assert.deepEqual(await page(`before=${ids[0]}`), [[], false])
  })

  it('are refused in both directions, and before what is not there', async t => {
    const { call } = await start(t)
    const { id } = (await call('POST', '/topics', topicOf('a'))).body
    for (const query of [`after=${id}&before=${id}`, 'before=top_1']) {
      const { status, body } = await call('GET', `/topics?${query}`)
      assert.deepEqual([status, body.param], [422, 'before'], query)
    }
  })

  it('go over more than one page of ours, with their filters', async t => {
    const { own, call } = await start(t)
    const emails = Array.from({ length: 130 }, (_, n) => ({ email: `p${n}@here.test` }))
    await own('POST', '/v1/contacts/batch', { contacts: emails })
    const all: string[] = []
    for (let after = ''; ; after = `&after=${all.at(-1)}`) {
      const { body } = await call('GET', `/contacts?limit=100${after}`)
      all.push(...body.data.map((one: { id: string }) => one.id))
      if (!body.has_more) break
    }
    assert.equal(all.length, 130)
    const { body } = await call('GET', `/contacts?limit=3&before=${all[120]}`)
    assert.deepEqual(
      body.data.map((one: { id: string }) => one.id),
      all.slice(117, 120),
    )
    assert.equal(body.has_more, true)
  })
})

const topicOf = (name: string) => ({ name, default_subscription: 'opt_in' })

describe('logs', () => {
  it('show the calls of a key, with what was sent and answered', async t => {
    const { call } = await start(t)
    const email = { from: 'Loja <oi@shop.test>', to: 'ana@here.test', subject: 's', text: 't' }
    const sent = await call('POST', '/emails', email)
    await call('POST', '/emails', { ...email, to: [] })
    const { body } = await call('GET', '/logs?limit=2')
    assert.equal(body.object, 'list')
    assert.deepEqual(
      body.data.map((one: Record<string, unknown>) => [
        one.method,
        one.endpoint,
        one.response_status,
      ]),
      [
        ['POST', '/resend/emails', 422],
        ['POST', '/resend/emails', 200],
      ],
    )
    const { body: log } = await call('GET', `/logs/${body.data[1].id}`)
    assert.equal(log.object, 'log')
    assert.equal(log.request_body.subject, 's')
    assert.equal(log.response_body.id, sent.body.id)
    assert.equal((await call('GET', '/logs/req_1')).status, 404)
  })
})

describe('the people of a broadcast', () => {
  it('are listed by what became of their letter', async t => {
    const { call } = await start(t)
    const segment = await call('POST', '/segments', { name: 'Todos' })
    const contacts: string[] = []
    for (const name of ['ana', 'bia', 'caio']) {
      const made = await call('POST', '/contacts', {
        email: `${name}@here.test`,
        segments: [{ id: segment.body.id }],
      })
      contacts.push(made.body.id)
    }
    const left = await call('PATCH', `/contacts/${contacts[2]}`, { unsubscribed: true })
    assert.equal(left.status, 200)
    const { body: made } = await call('POST', '/broadcasts', {
      from: 'Loja <oi@shop.test>',
      segment_id: segment.body.id,
      subject: 's',
      html: '<p>Oi <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">sair</a></p>',
      send: true,
    })
    await until(
      async () => (await call('GET', `/broadcasts/${made.id}`)).body.status === 'sent',
      'the broadcast',
    )
    const people = async (query: string) => {
      const { status, body } = await call('GET', `/broadcasts/${made.id}/recipients?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.map((one: { email: string }) => one.email).sort()
    }
    assert.deepEqual(await people(''), ['ana@here.test', 'bia@here.test', 'caio@here.test'])
    assert.deepEqual(await people('type=sent'), ['ana@here.test', 'bia@here.test'])
    assert.deepEqual(await people('type=suppressed'), ['caio@here.test'])
    assert.deepEqual(await people('type=clicked'), [])
    assert.deepEqual(await people('email=bia'), ['bia@here.test'])
    const { body: first } = await call('GET', `/broadcasts/${made.id}/recipients?limit=1`)
    assert.equal(first.data[0].id, first.data[0].contact_id)
    const { body: next } = await call(
      'GET',
      `/broadcasts/${made.id}/recipients?after=${first.data[0].id}`,
    )
    assert.equal(next.data.length, 2)
    const { body: back } = await call(
      'GET',
      `/broadcasts/${made.id}/recipients?before=${next.data[0].id}`,
    )
    assert.deepEqual(back.data, first.data)
  })
})

describe('runs of an automation', () => {
  it('are the ways of people, with the steps that they took', async t => {
    const { call } = await start(t)
    await call('POST', '/contacts', { email: 'ana@here.test' })
    const { status: isMade, body: made } = await call('POST', '/automations', {
      name: 'Welcome',
      status: 'enabled',
      steps: [
        { key: 'start', type: 'trigger', config: { event_name: 'user.signed_up' } },
        { key: 'rest', type: 'delay', config: { duration: '2 days' } },
      ],
      connections: [{ from: 'start', to: 'rest', type: 'default' }],
    })
    assert.equal(isMade, 201, JSON.stringify(made))
    await call('POST', '/events/send', { event: 'user.signed_up', email: 'ana@here.test' })
    const runs = async (query = '') =>
      (await call('GET', `/automations/${made.id}/runs${query}`)).body
    await until(async () => (await runs()).data.length === 1, 'somebody who came in')
    const [run] = (await runs()).data
    assert.equal(run.status, 'running')
    assert.equal(run.completed_at, null)
    assert.equal((await runs('?status=running')).data.length, 1)
    assert.deepEqual((await runs('?status=completed')).data, [])
    const { status, body } = await call('GET', `/automations/${made.id}/runs/${run.id}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.object, 'automation_run')
    assert.equal(body.id, run.id)
    for (const step of body.steps) assert.deepEqual([step.key, step.type], ['rest', 'delay'])
    const wrong = await call('GET', `/automations/${made.id}/runs?status=failed`)
    assert.deepEqual([wrong.status, wrong.body.param], [422, 'status'])
    assert.equal((await call('GET', `/automations/${made.id}/runs/enr_1`)).status, 404)
  })
})
