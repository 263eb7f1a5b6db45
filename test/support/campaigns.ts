/** A shop with a topic, whose people get campaigns. */

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { read as readId } from '#kernel/base/ids.ts'
import { badResultsOf } from '#marketing/campaigns/report/counts.ts'
import type { Shown } from './called.ts'
import { type ServiceOptions, startTestService, type TestService } from './service.ts'
import { until } from './until.ts'

const content = {
  subject: 'Oi',
  html: '<p>Oi <a href="https://shop.test/a">um</a> <a href="https://shop.test/b">dois</a> <a href="https://shop.test/{{ contact.email }}">seu</a></p>',
}

const zones = { 'here.test': { MX: ['10 mx.here.test'] }, 'mx.here.test': { A: ['127.0.0.1'] } }

export async function campaignStage(
  t: TestContext,
  mode: 'test' | 'live' = 'test',
  options: ServiceOptions = {},
) {
  const service = await startTestService(t, { zones, ...options })
  const key = await service.key(mode, 'admin', { rate: 0 })
  const call = service.as(key)
  const topic = (await call('POST', '/v1/topics', { name: { pt: 'Novidades' } })).body.id
  const make = async (more: object = {}) => {
    const made = await call('POST', '/v1/campaigns', {
      name: 'Natal',
      from: 'Loja <oi@shop.test>',
      topic_id: topic,
      content,
      audience: { topics: [topic] },
      ...more,
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.id as string
  }
  const join = async (emails: readonly string[], more: object = {}) => {
    const contacts = emails.map(email => ({ email, topics: [topic], ...more }))
    const made = await call('POST', '/v1/contacts/batch', { contacts })
    assert.equal(made.status, 200, JSON.stringify(made.body))
  }
  const read = async (id: string): Promise<Shown<'campaigns.get'>> =>
    (await call('GET', `/v1/campaigns/${id}`)).body
  const send = async (id: string) => {
    const sent = await call('POST', `/v1/campaigns/${id}/send`)
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
  }
  const reaches = (id: string, what: (body: Shown<'campaigns.get'>) => boolean, name: string) =>
    until(async () => what(await read(id)), name)
  return { service, call, topic, make, join, read, send, reaches }
}

/** What the guard of a campaign judges it by, which no answer shows. */
export const judgedBy = ({ world, projectId }: TestService, campaign: string) =>
  badResultsOf(world.db, { projectId, id: readId('cmp', campaign)! })

export const people = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `p${from + n}@here.test`)
