/** What the link of a letter to the preference centre shows, by what the letter was about and where it went. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { campaignStage } from '../support/campaigns.ts'

const content = { subject: 'Oi', html: '<p>Oi <a href="{{ preferences_url }}">escolhas</a></p>' }

async function stage(t: TestContext) {
  const on = await campaignStage(t)
  const { service, call } = on
  const visit = async (method: string, path: string, fields?: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method,
      headers: { 'accept-language': 'en' },
      ...(fields === undefined ? {} : { body: new URLSearchParams(fields) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  /** The link in the letter of a campaign to its only person. */
  const linkIn = async (more: object): Promise<string> => {
    const id = await on.make({ content, ...more })
    await on.send(id)
    await on.reaches(id, body => body.status === 'sent', 'the campaign to be sent')
    const { body } = await call('GET', `/v1/campaigns/${id}/recipients?state=released`)
    const letter = await call('GET', `/v1/emails/${body.data[0].email_id}/content`)
    return /\/p\/[\w-]+/.exec(letter.body.html)![0]
  }
  return { ...on, visit, linkIn }
}

describe('the preference centre', () => {
  it('says why a letter came by its topic, and names no topic that is not public', async t => {
    const { call, topic, join, visit, linkIn } = await stage(t)
    const hidden = await call('POST', '/v1/topics', { name: { en: 'Debtors' }, public: false })
    await join(['ana@here.test'])
    await call('POST', '/v1/contacts', { email: 'ana@here.test', topics: [hidden.body.id] })
    const own = await visit('GET', await linkIn({}))
    assert.match(own.text, /Joined &#34;Novidades&#34;|Joined &quot;Novidades&quot;/)
    assert.doesNotMatch(own.text, /Debtors/)
    const audience = { topics: [hidden.body.id] }
    const other = await visit('GET', await linkIn({ topic_id: hidden.body.id, audience }))
    assert.match(other.text, /Joined these emails/)
    assert.doesNotMatch(other.text, /Debtors/)
    const none = await visit('GET', await linkIn({ topic_id: null, audience: { everybody: true } }))
    assert.match(none.text, /Novidades/)
    assert.doesNotMatch(none.text, /Debtors|these emails/)
    assert.ok(topic)
  })

  it('lets a link that went to an earlier address do nothing but leave', async t => {
    const { call, topic, join, visit, linkIn } = await stage(t)
    await join(['ana@here.test'], { first_name: 'Anabela' })
    const link = await linkIn({})
    await call('PATCH', '/v1/contacts/ana@here.test', { email: 'ana.new@here.test' })
    const contact = async () => (await call('GET', '/v1/contacts/ana.new@here.test')).body
    const { text } = await visit('GET', link)
    assert.match(text, /earlier address/)
    for (const secret of [/ana\.new/, /Anabela/, /Novidades/, /data/, /erase/]) {
      assert.doesNotMatch(text, secret)
    }
    assert.equal((await visit('GET', `${link}/data`)).status, 404)
    for (const fields of [
      { action: 'erase', sure: 'yes' },
      { action: 'pause_30' },
      { action: 'save', language: 'en' },
    ]) {
      await visit('POST', link, fields as unknown as Record<string, string>)
    }
    const before = await contact()
    assert.deepEqual([before.snoozed_until, before.language], [null, null])
    assert.equal(before.topics[0].state, 'subscribed')
    await visit('POST', link, { action: 'leave' })
    assert.deepEqual([(await contact()).topics[0].state], ['unsubscribed'])
    const back = await call('POST', '/v1/contacts', { email: 'ana@here.test', topics: [topic] })
    assert.equal(back.status, 400, 'the old address has left it, too')
    assert.match((await visit('POST', link, { action: 'stop' })).text, /It is done/)
    assert.equal((await contact()).unsubscribed, true)
    const { body } = await call('GET', '/v1/suppressions?email=ana@here.test')
    assert.equal(body.data[0]?.reason, 'unsubscribe')
  })
})

describe('a campaign to everybody without a topic', () => {
  it('leaves out who has confirmed nothing of what was asked for', async t => {
    const { call, topic, make, send, reaches } = await stage(t)
    const strict = await call('POST', '/v1/topics', { name: { en: 'Strict' }, double_opt_in: true })
    const asks = [strict.body.id]
    await call('POST', '/v1/contacts', { email: 'pending@here.test', topics: asks })
    await call('POST', '/v1/contacts', { email: 'both@here.test', topics: [...asks, topic] })
    await call('POST', '/v1/contacts', { email: 'none@here.test' })
    const id = await make({ topic_id: null, audience: { everybody: true } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the campaign to be sent')
    const { body } = await call('GET', `/v1/campaigns/${id}/recipients`)
    const states = body.data.map((one: { email: string; state: string; reason?: string }) =>
      [one.email.split('@')[0], one.state, one.reason ?? ''].join(' ').trim(),
    )
    assert.deepEqual(states.sort(), [
      'both released',
      'none released',
      'pending skipped unconfirmed',
    ])
    const why = await call('GET', `/v1/campaigns/${id}/recipients/pending@here.test`)
    assert.equal(why.body.reason, 'unconfirmed')
  })
})
