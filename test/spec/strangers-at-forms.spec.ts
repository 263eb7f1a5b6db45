/** Anybody may type any address into a form: what that may and may not do. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hiddenIn, type Stage, setStage } from '../support/forms.ts'
import { unconfirmedFields } from '../support/kept.ts'

const day = 24 * 3_600_000

/** The links of the confirmation letters, newest first. */
async function linksOf({ service, letters }: Stage): Promise<string[]> {
  const key = await service.key('test', 'admin')
  const links: string[] = []
  for (const { id } of await letters()) {
    const { body } = await service.call('GET', `/v1/emails/${id}/content`, { key })
    links.push(/\/c\/[\w-]+/.exec(body.text)![0])
  }
  return links
}

async function isIn({ contact }: Stage, email: string): Promise<string> {
  return (await contact(email)).body.topics[0].state
}

describe('what is typed beside an address', () => {
  it('is written by the confirmation that was asked for with it, and by no other', async t => {
    const stage = await setStage(t)
    const { service, send, visit, contact } = stage
    const key = await service.key('test', 'admin')
    const nameOf = async (email: string) => (await contact(email)).body.first_name
    await service.call('POST', '/v1/contacts', { body: { email: 'ana@good.test' }, key })
    for (const email of ['ana@good.test', 'bia@good.test']) {
      await send({ email, first_name: 'Own words' })
      assert.equal(await nameOf(email), null, 'nobody has confirmed it')
      const [own] = await linksOf(stage)
      service.turn(16 * 60_000)
      await send({ email, first_name: 'A stranger’s' })
      await visit('POST', own!)
      assert.equal(await nameOf(email), 'Own words')
    }
    await send({ email: 'ana@good.test', first_name: 'Later' })
    assert.equal(await nameOf('ana@good.test'), 'Own words', 'who is in is not written to')
  })

  it('is written at once to who is new and need not confirm, and never to who is known', async t => {
    const stage = await setStage(t, { double_opt_in: false })
    const { service, send, contact } = stage
    const key = await service.key('test', 'admin')
    await service.call('POST', '/v1/contacts', { body: { email: 'ana@good.test' }, key })
    for (const [name, written] of [
      ['ana', null],
      ['bia', 'Typed'],
    ] as const) {
      await send({ email: `${name}@good.test`, first_name: 'Typed' })
      const { body } = await contact(`${name}@good.test`)
      assert.deepEqual([body.first_name, body.topics[0].state], [written, 'subscribed'])
    }
  })

  it('is no link where a name is asked for', async t => {
    const { send, contact } = await setStage(t)
    for (const name of ['see https://x.test', 'www.x.test', 'x.test/win', 'a\u202Eb']) {
      const answer = await send({ email: 'ana@good.test', first_name: name })
      assert.equal(answer.status, 400, name)
    }
    assert.equal((await contact('ana@good.test')).status, 404)
    assert.equal((await send({ email: 'ana@good.test', first_name: 'padaria.com' })).status, 200)
  })

  it('goes with the contact', async t => {
    const { service, send } = await setStage(t)
    const key = await service.key('test', 'admin')
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const kept = () => unconfirmedFields(service.world.db)
    assert.equal(await kept(), 1)
    await service.call('POST', '/v1/contacts/ana@good.test/erase', { key })
    assert.equal(await kept(), 0)
  })
})

describe('the link of a confirmation', () => {
  it('is good for fourteen days, and for what was asked for with it', async t => {
    const stage = await setStage(t)
    const { service, send, visit } = stage
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const [old] = await linksOf(stage)
    service.turn(15 * day)
    assert.match((await visit('GET', old!)).text, /no longer good/)
    await send({ email: 'ana@good.test', first_name: 'A stranger’s' })
    await visit('POST', old!)
    assert.equal(await isIn(stage, 'ana@good.test'), 'pending', 'a link of before confirms nothing')
    const [own] = await linksOf(stage)
    assert.equal((await visit('POST', own!)).status, 200)
    assert.equal(await isIn(stage, 'ana@good.test'), 'subscribed')
    assert.equal((await visit('POST', own!)).status, 200, 'pressing again is fine')
  })

  it('that was good for two topics takes back no leaving of one that came after it', async t => {
    const stage = await setStage(t)
    const { service, form, topic, send, visit, contact } = stage
    const email = 'ana@good.test'
    const { id: other } = (
      await service.call('POST', '/v1/topics', { body: { name: { en: 'Sales' } } })
    ).body
    const topics = [topic, other]
    assert.equal(
      (await service.call('PATCH', `/v1/forms/${form}`, { body: { topics } })).status,
      200,
    )
    const statesOf = async () => {
      const { body } = await contact(email)
      const states = new Map(body.topics.map((one: Record<string, string>) => [one.id, one.state]))
      return topics.map(id => states.get(id))
    }
    await send({ email, first_name: 'Ana' })
    const [first] = await linksOf(stage)
    await visit('POST', first!)
    assert.deepEqual(await statesOf(), ['subscribed', 'subscribed'])
    service.turn(day)
    await service.call('POST', `/v1/contacts/${email}/topics`, {
      key: await service.key('test', 'admin'),
      body: { topics: [{ id: other, state: 'unsubscribed' }] },
    })
    await send({ email, first_name: 'A stranger' })
    assert.deepEqual(await statesOf(), ['subscribed', 'pending'])
    assert.equal((await visit('POST', first!)).status, 200)
    assert.deepEqual(await statesOf(), ['subscribed', 'pending'])
  })
})

describe('one mailbox', () => {
  it('gets one letter, however its address is spelled', async t => {
    const { send, letters } = await setStage(t)
    for (const name of ['ana.lima', 'ana.lima+1', 'ana.lima+2', 'a.n.a.lima', 'ANALIMA+x']) {
      assert.equal((await send({ email: `${name}@good.test`, first_name: 'X' })).status, 200)
    }
    assert.equal((await letters()).length, 1)
  })
})

describe('a form as others send it', () => {
  const post = async (
    { service, form, visit }: Stage,
    make: (fields: Record<string, string>) => RequestInit,
  ) => {
    const path = `/f/${form}?mode=test`
    const { text } = await visit('GET', path)
    service.turn(4_000)
    const init = make({ ...hiddenIn(text), email: 'joao@good.test', first_name: 'João' })
    return fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'POST', ...init })
  }
  const nameOf = async ({ contact }: Stage) => (await contact('joao@good.test')).body.first_name

  it('is read as multipart/form-data', async t => {
    const stage = await setStage(t, { double_opt_in: false })
    const answer = await post(stage, fields => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return { body }
    })
    assert.deepEqual([answer.status, await nameOf(stage)], [200, 'João'])
  })

  it('is read as multipart/form-data whose boundary is short, and as none that is cut off', async t => {
    const stage = await setStage(t, { double_opt_in: false })
    const send = (cut: number) =>
      post(stage, fields => {
        const parts = Object.entries(fields).map(
          ([name, value]) =>
            `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        )
        return {
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body: `${parts.join('')}--x--\r\n`.slice(0, cut),
        }
      })
    assert.equal((await send(-12)).status, 415)
    assert.deepEqual([(await send(9_999)).status, await nameOf(stage)], [200, 'João'])
  })

  it('is read as ISO-8859-1, where it is no UTF-8', async t => {
    const stage = await setStage(t, { double_opt_in: false })
    const answer = await post(stage, ({ token, wording, email }) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `token=${token}&wording=${wording}&email=${email}&first_name=Jo%E3o`,
    }))
    assert.deepEqual([answer.status, await nameOf(stage)], [200, 'João'])
  })

  it('is named as none where it is none', async t => {
    const stage = await setStage(t)
    const answer = await post(stage, fields => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    }))
    assert.equal(answer.status, 415)
  })
})

describe('where a form leads', () => {
  it('is a header that can be sent, whatever was written', async t => {
    const url = 'https://shop.test/obrigado/日本?a=é\r\nSet-Cookie:%20x'
    const stage = await setStage(t, { redirect_url: url })
    const { service, form, send, visit } = stage
    const key = await service.key('test', 'admin')
    const answer = await send({ email: 'ana@good.test', first_name: 'Ana' })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), new URL(url).href)
    assert.equal(answer.headers.get('set-cookie'), null)
    const { body } = await service.call('GET', `/v1/forms/${form}`, { key })
    assert.equal(body.redirect_url, new URL(url).href)
    for (const path of ['/p/prj_%0d%0aX:y', '/p/prj_%00', '/p/prj_%E6%97%A5', '/f/frm_%00']) {
      const { status } = await visit('GET', path)
      assert.ok(status === 303 || status === 404, `${path}: ${status}`)
    }
  })
})
