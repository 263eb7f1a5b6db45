/** Who reads an archive or a feed: strangers, as often as they like. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { campaignStage } from '../support/campaigns.ts'
import { rewroteCampaigns } from '../support/happened.ts'

async function stage(t: TestContext) {
  const on = await campaignStage(t)
  const { make, join, send, reaches, read, service, topic } = on
  await join(['ana@here.test'])
  const show = async (subject: string) => {
    const content = { subject, html: `<p>${subject}</p>` }
    const id = await make({ name: subject, content, archive: { public: true } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const { pathname, search } = new URL((await read(id)).archive.url)
    return { id, path: pathname + search }
  }
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`)
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const feedOf = (path: string) => path.replace(/[^/]+$/, `${topic}.rss?mode=test`)
  /** As nothing changes it: what is shown is made of it. */
  const write = (subject: string, instead: string) =>
    rewroteCampaigns(service.world.db, subject, instead)
  return { ...on, show, get, feedOf, write }
}

describe('an archive', () => {
  it('is made once for its readers, who may keep it for five minutes', async t => {
    const { show, get, feedOf, write, service, call } = await stage(t)
    const { id, path } = await show('Natal')
    for (const at of [path, feedOf(path)]) {
      const first = await get(at)
      assert.deepEqual(
        [first.status, first.headers.get('cache-control')],
        [200, 'public, max-age=300'],
      )
      assert.match(first.text, /Natal/)
    }
    await write('Natal', 'Outro')
    assert.match((await get(path)).text, /Natal/)
    assert.match((await get(feedOf(path))).text, /Natal/)
    service.turn(301_000)
    assert.match((await get(path)).text, /Outro/)
    assert.match((await get(feedOf(path))).text, /Outro/)
    await call('PATCH', `/v1/campaigns/${id}`, { archive: { public: false } })
    const gone = await get(path)
    assert.equal(gone.status, 404)
    assert.match(gone.headers.get('cache-control')!, /no-store/)
    assert.doesNotMatch((await get(feedOf(path))).text, /Outro/)
  })

  it('leaves out a letter that cannot be made, and shows the others', async t => {
    const { show, get, feedOf, write } = await stage(t)
    const bad = await show('Quebrado')
    const good = await show('Inteiro')
    await write('Quebrado', '{% if %}')
    const feed = await get(feedOf(good.path))
    assert.equal(feed.status, 200)
    assert.equal(feed.text.match(/<item>/g)?.length, 1)
    assert.match(feed.text, /Inteiro/)
    assert.equal((await get(bad.path)).status, 404)
    assert.equal((await get(good.path)).status, 200)
  })
})
