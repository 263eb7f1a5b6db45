/** Whose clicks the figures of a campaign count. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import PostalMime from 'postal-mime'
import { campaignStage, people } from '../support/campaigns.ts'
import { until } from '../support/until.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

it('Who follows all links of a letter at once is no person, in figures and in filters', async t => {
  const { service, call, make, join, send, read, reaches } = await campaignStage(t, 'live')
  const [gateway, person] = people(0, 2)
  await join([gateway!, person!])
  const id = await make()
  await send(id)
  await reaches(id, body => body.status === 'sent', 'the end')
  const stats = async () => (await call('GET', `/v1/campaigns/${id}/stats`)).body
  await until(async () => (await stats()).delivered === 2, 'both to be delivered')
  const linksOf = async (to: string): Promise<string[]> => {
    const letter = service.mx.received.find(one => one.to[0]!.includes(to))!
    const { html } = await PostalMime.parse(letter.content)
    return [...html!.matchAll(/href="[^"]*(\/t\/c\/[\w-]+)/g)].map(([, path]) => path!)
  }
  const follow = (path: string) =>
    fetch(`http://127.0.0.1:${service.port}${path}`, {
      redirect: 'manual',
      headers: { 'user-agent': browser },
    })
  service.turn(60_000)
  const all = await linksOf(gateway!)
  assert.equal(all.length, 3)
  await Promise.all(all.map(follow))
  const [first] = await linksOf(person!)
  await follow(first!)
  await until(async () => {
    const { clicked } = await stats()
    return clicked.people + clicked.machines_only === 2
  }, 'the clicks to be judged')
  const { clicked, opened } = await stats()
  assert.deepEqual(clicked, { people: 1, machines_only: 1 })
  assert.deepEqual(opened, { people: 1, machines_only: 1 })
  const filter = { letters: 'clicked', at_least: 1, of: { campaign: id } }
  const { body } = await call('POST', '/v1/contacts/search', { filter })
  assert.deepEqual(
    body.data.map((one: { email: string }) => one.email),
    [person],
  )
  assert.equal((await read(id)).counts.released, 2)
  const byLink = async (n: number): Promise<string[]> => {
    const { body } = await call('GET', `/v1/campaigns/${id}/recipients?link=${n}`)
    return body.data.map((one: { email: string }) => one.email)
  }
  assert.deepEqual([await byLink(1), await byLink(2)], [[person], []])
  const whoClicked = async (of: object): Promise<string[]> => {
    const link = { letters: 'clicked', at_least: 1, of }
    const { body } = await call('POST', '/v1/contacts/search', { filter: link })
    return body.data.map((one: { email: string }) => one.email)
  }
  const other = await make()
  assert.deepEqual(await whoClicked({ campaign: id, link: 1 }), [person])
  assert.deepEqual(await whoClicked({ campaign: id, link: 2 }), [])
  assert.deepEqual(await whoClicked({ campaign: other, link: 1 }), [])
  const [, second] = await linksOf(person!)
  await follow(second!)
  service.turn(10_000)
  await until(async () => (await whoClicked({ campaign: id, link: 2 })).length === 1, 'the link')
  assert.deepEqual(await whoClicked({ campaign: id, link: 1 }), [person])
  const wrong = { letters: 'clicked', of: { topic: 'top_1', link: 1 } }
  const refused = await call('POST', '/v1/contacts/search', { filter: wrong })
  assert.equal(refused.body.error.param, 'filter.of')
})
