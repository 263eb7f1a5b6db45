/** Resend's own SDK on automations. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Resend } from 'resend'
import { startTestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

function data<T>(answer: { data: T | null; error: unknown }): T {
  assert.equal(answer.error, null, JSON.stringify(answer.error))
  return answer.data!
}

it('automations are sequences: their steps and connections become ours, and come back', async t => {
  const service = await startTestService(t, {})
  const key = await service.key('test', 'admin')
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, body === undefined ? { key } : { key, body })
  const resend = new Resend(key, { baseUrl: `http://127.0.0.1:${service.port}/resend` })
  const from = 'Loja <oi@shop.test>'
  const template = (
    await call('POST', '/v1/templates', {
      name: 'Hello',
      variants: { en: { subject: 'Hi', html: '<p>Hi</p>' } },
    })
  ).body.id
  await call('POST', `/v1/templates/${template}/publish`)
  const given = {
    name: 'Welcome',
    status: 'enabled' as const,
    steps: [
      { key: 'start', type: 'trigger' as const, config: { eventName: 'user.signed_up' } },
      {
        key: 'hello',
        type: 'send_email' as const,
        config: { template: { id: template }, from },
      },
      { key: 'rest', type: 'delay' as const, config: { duration: '2 days' } },
      {
        key: 'hear',
        type: 'wait_for_event' as const,
        config: {
          eventName: 'order.paid',
          timeout: '3 days',
          filterRule: {
            type: 'rule' as const,
            field: 'event.total',
            operator: 'gt' as const,
            value: 10,
          },
        },
      },
      {
        key: 'fork',
        type: 'condition' as const,
        config: {
          type: 'rule' as const,
          field: 'contact.first_name',
          operator: 'eq' as const,
          value: 'Ana',
        },
      },
      { key: 'name', type: 'contact_update' as const, config: { lastName: 'Lima' } },
    ],
    connections: [
      { from: 'start', to: 'hello' },
      { from: 'hello', to: 'rest' },
      { from: 'rest', to: 'hear' },
      { from: 'hear', to: 'fork', type: 'timeout' as const },
      { from: 'fork', to: 'name', type: 'condition_met' as const },
    ],
  }
  const made = data(await resend.automations.create(given))
  assert.equal(made.object, 'automation')
  const ours = (await call('GET', `/v1/sequences/${made.id}`)).body
  assert.deepEqual(
    [ours.status, ours.triggers, ours.from],
    ['active', [{ on: 'event', name: 'user.signed_up' }], from],
  )
  assert.deepEqual(ours.steps, [
    { key: 'hello', type: 'email', template_id: template, from, next: 'rest' },
    { key: 'rest', type: 'wait', for: 'P2D', next: 'hear' },
    {
      key: 'hear',
      type: 'wait_for_event',
      event: 'order.paid',
      within: 'P3D',
      where: [{ field: 'total', op: 'gt', value: 10 }],
      timeout: 'fork',
    },
    {
      key: 'fork',
      type: 'branch',
      cases: [{ filter: { field: 'first_name', op: 'eq', value: 'Ana' }, next: 'name' }],
    },
    { key: 'name', type: 'update_contact', set: { last_name: 'Lima' } },
  ])
  const seen = data(await resend.automations.get(made.id))
  assert.deepEqual(
    [seen.status, seen.steps.map(one => one.type)],
    ['enabled', given.steps.map(one => one.type)],
  )
  assert.deepEqual(
    seen.steps.slice(2, 4).map(one => one.config),
    [
      { duration: '2 days' },
      {
        event_name: 'order.paid',
        timeout: '3 days',
        filter_rule: { type: 'rule', field: 'event.total', operator: 'gt', value: 10 },
      },
    ],
  )
  assert.deepEqual(
    seen.connections,
    given.connections.map(one => ({
      from: one.from === 'start' ? 'trigger' : one.from,
      to: one.to,
      type: 'type' in one ? one.type : 'default',
    })),
  )
  await resend.contacts.create({ email: 'ana@here.test', firstName: 'Ana' })
  data(await resend.events.send({ event: 'user.signed_up', email: 'ana@here.test' }))
  await until(
    async () => (await call('GET', `/v1/sequences/${made.id}/stats`)).body.steps[0].sent === 1,
    'the letter',
  )
  const off = data(await resend.automations.stop(made.id))
  assert.equal(off.status, 'disabled')
  assert.equal((await call('GET', `/v1/sequences/${made.id}`)).body.status, 'paused')
  data(await resend.automations.update(made.id, { status: 'enabled', name: 'Again' }))
  const { data: all } = data(await resend.automations.list({ status: 'enabled' }))
  assert.deepEqual(
    all.map(one => [one.id, one.name]),
    [[made.id, 'Again']],
  )
  const copy = data(await resend.automations.duplicate(made.id))
  assert.equal(data(await resend.automations.get(copy.id)).status, 'disabled')
  // A page is full where there are enough, though newer ones are not asked for.
  const page = data(await resend.automations.list({ status: 'enabled', limit: 1 }))
  assert.deepEqual([page.data.map(one => one.id), page.has_more], [[made.id], false])
  const rest = await resend.automations.list({ status: 'enabled', after: made.id })
  assert.deepEqual(data(rest).data, [])

  // What only we have is shown, and cannot be changed there.
  await call('PATCH', `/v1/sequences/${copy.id}`, {
    steps: [{ key: 'bye', type: 'exit', reason: 'done' }],
  })
  assert.equal(data(await resend.automations.get(copy.id)).steps.at(-1)!.type, 'exit')
  const { steps, connections } = given
  const refusal = await resend.automations.update(copy.id, { steps, connections })
  assert.equal(refusal.error?.statusCode, 422)
  const places: [object, string][] = [
    [{ steps: [7] }, 'steps[0]'],
    [{ steps: [{ ...steps[0]!, config: 'x' }] }, 'steps[0].config'],
    [{ steps, connections: [7] }, 'connections[0]'],
    [{ steps, connections: [{ ...connections[0]!, type: 'odd' }] }, 'connections[0].type'],
  ]
  for (const [wrong, param] of places) {
    const body = { name: 'Places', connections, ...wrong }
    const { status, body: answer } = await call('POST', '/resend/automations', body)
    assert.deepEqual([status, answer.param], [422, param])
  }
  const gone = { key: 'bye', type: 'contact_delete' as const, config: {} }
  const wrong = await resend.automations.create({
    ...given,
    name: 'Wrong',
    steps: [...steps, gone],
  })
  assert.equal(wrong.error?.statusCode, 422)
  assert.equal(data(await resend.automations.remove(made.id)).deleted, true)
  assert.equal((await call('GET', `/v1/sequences/${made.id}`)).status, 404)
})
