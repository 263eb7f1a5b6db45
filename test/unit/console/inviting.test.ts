/** Invitations as a way to write to strangers: few, in our words, and from somebody who is known. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()
let stage: Stage
before(async () => {
  stage = await startStage(db, { env: { MALOTE_TRUSTED_PROXIES: '127.0.0.0/8' } })
})
after(() => stage.api.close())

let strangers = 0
const inviteFrom = ({ browser }: Tenant, place: string) =>
  browser.ask(
    'POST',
    '/api/members',
    { email: `stranger${++strangers}@elsewhere.test`, role: 'reader' },
    { 'x-forwarded-for': place },
  )

async function letterTo(address: string): Promise<{ subject: string; text: string; html: string }> {
  const [row] = await db.query<{ subject: string; text: string; html: string }>(
    `select e.subject, c.text, c.html from recipients r
     join emails e on e.project_id = r.project_id and e.id = r.email_id
     join email_contents c on c.project_id = r.project_id and c.email_id = r.email_id
     where r.address = $1`,
    [address],
  )
  return row!
}

describe('invitations', () => {
  test('are at most 20 a day from one account, from whatever places', async () => {
    const mallory = await makeTenant(stage)
    for (let n = 0; n < 20; n++) {
      assert.equal((await inviteFrom(mallory, `198.51.100.${n}`)).status, 201)
    }
    const refused = await inviteFrom(mallory, '198.51.100.77')
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers.get('retry-after')) > 23 * 3600)
    stage.turn(24 * 3_600_000 + 60_000)
    const tenant = await makeTenant(stage)
    assert.equal((await inviteFrom(tenant, '198.51.100.78')).status, 201)
  })

  test('of a day are those of its last 24 hours', async () => {
    const tenant = await makeTenant(stage)
    for (let n = 0; n < 20; n++) {
      assert.equal((await inviteFrom(tenant, `192.0.2.${n}`)).status, 201)
      stage.turn(3_600_000)
    }
    const refused = await inviteFrom(tenant, '192.0.2.77')
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(refused.status === 429 && seconds > 4 * 3600 - 60 && seconds <= 4 * 3600)
    stage.turn(seconds * 1000)
    assert.equal((await inviteFrom(tenant, '192.0.2.77')).status, 201)
  })

  test('are at most 20 a day from one place, by whatever accounts', async () => {
    const many = [await makeTenant(stage), await makeTenant(stage)]
    const statuses: number[] = []
    for (let n = 0; n < 22; n++) {
      statuses.push((await inviteFrom(many[n % 2]!, '203.0.113.5')).status)
    }
    assert.deepEqual(statuses, [...Array(20).fill(201), 429, 429])
    // Somebody else has their own.
    assert.equal((await inviteFrom(many[0]!, '203.0.113.6')).status, 201)
  })

  test('say nothing in their subject that a stranger chose, and link to nothing of theirs', async () => {
    const mallory = await makeTenant(stage, { name: 'Prize at evil.example' })
    assert.equal((await inviteFrom(mallory, '203.0.113.50')).status, 201)
    const letter = await letterTo(`stranger${strangers}@elsewhere.test`)
    assert.equal(letter.subject, 'You are invited to a Malote account')
    for (const part of [letter.text, letter.html]) {
      assert.match(part, /Prize at evil/)
      assert.doesNotMatch(part, /evil\.example/)
    }
  })
})

describe('a name', () => {
  test('holds no link and nothing that is not seen, wherever one is given', async () => {
    const { browser, base } = await makeTenant(stage)
    const project = base.split('/')[3]!
    const ways: readonly (readonly [string, string, object])[] = [
      ['PATCH', '/api/user', {}],
      ['PATCH', '/api/account', {}],
      ['POST', '/api/projects', {}],
      ['POST', '/api/signup', { email: 'named@elsewhere.test', password: 'long enough' }],
    ]
    const links = ['Win: https://evil.example', 'see www.evil.example', 'evil.example/win']
    const unseen = ['a\u0085b', 'a\u009bb', 'a\u202eb', 'a\u2066b', 'a\u200bb', 'a\ufeffb']
    for (const [method, path, more] of ways) {
      for (const name of [...links, ...unseen]) {
        const reply = await browser.ask(method, path, { ...more, name })
        assert.deepEqual([reply.status, reply.body.error?.param], [400, 'name'], `${path} ${name}`)
      }
    }
    for (const name of unseen) {
      const body = { mode: 'test', scope: 'send', name }
      const reply = await browser.ask('POST', `/api/projects/${project}/keys`, body)
      assert.deepEqual([reply.status, reply.body.error?.param], [400, 'name'])
    }
    for (const name of ['Padaria.com', 'S/A do João', 'אבג בע״מ', 'AT&T', 'a.b']) {
      assert.equal((await browser.ask('PATCH', '/api/user', { name })).status, 200, name)
    }
  })

  test('of before, which would be refused today, stands in the way of nothing else', async () => {
    const { browser, accountId } = await makeTenant(stage)
    await db.query('update accounts set name = $2 where id = $1', [accountId, 'www.old.example'])
    const reply = await browser.ask('PATCH', '/api/account', { time_zone: 'America/Sao_Paulo' })
    assert.equal(reply.status, 200, reply.text)
  })
})
