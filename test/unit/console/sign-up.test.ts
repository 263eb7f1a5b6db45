/** Who may open an account, and what an account that nobody has confirmed can do to others. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { acceptInvitation, invite } from '#tenants/identity/invitations.ts'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, newBrowser, password, type Stage, startStage, tokenMailedTo } from './stage.ts'

const { db } = await testDatabase()

async function stageFor(t: { after(then: () => unknown): void }, signup?: string): Promise<Stage> {
  const env: Record<string, string> = signup === undefined ? {} : { MALOTE_SIGNUP: signup }
  const stage = await startStage(db, { env })
  t.after(() => stage.api.close())
  return stage
}

const signUp = (stage: Stage, email: string, headers = {}) =>
  newBrowser(stage).ask('POST', '/api/signup', { email, password, name: 'Somebody' }, headers)

const countAccounts = async () =>
  (await db.query<{ n: number }>('select count(*)::integer as n from accounts'))[0]!.n

describe('sign-up', () => {
  test('is closed where nothing is set: nothing is written, and both languages say why', async t => {
    // An empty setting is one that is not set.
    const stage = await stageFor(t, '')
    const look = await newBrowser(stage).ask('GET', '/api/signup')
    assert.deepEqual(look.body, { signup: 'closed', domains: [], claim: false })
    const before = await countAccounts()
    const english = await signUp(stage, 'mallory@squat.test')
    const portuguese = await signUp(stage, 'mallory@squat.test', { 'accept-language': 'pt' })
    for (const reply of [english, portuguese]) {
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'signup_closed'])
      assert.equal(reply.headers.get('set-cookie'), null)
    }
    assert.match(english.body.error.message, /invitation/)
    assert.match(portuguese.body.error.message, /convite/)
    assert.equal(await countAccounts(), before)
  })

  test('does not close invitations and the command of the operator', async t => {
    const stage = await stageFor(t, 'closed')
    const made = await createAccount(stage.world, { email: 'boss@closed.test', password })
    const guest = { email: 'guest@closed.test', role: 'owner', language: 'en' } as const
    const { token } = await invite(stage.world, {
      ...guest,
      accountId: made.accountId,
      address: '127.0.0.1',
    })
    const place = { address: '127.0.0.1', agent: 'test', before: null }
    await acceptInvitation(stage.world, { ...place, token, password })
    for (const email of ['boss@closed.test', guest.email]) {
      const reply = await newBrowser(stage).ask('POST', '/api/session', { email, password })
      assert.equal(reply.body.user.verified, true)
    }
  })

  test('by domains lets in whoever writes an address of one, in any spelling, and no other', async t => {
    const stage = await stageFor(t, 'Padaria.test, bücher.example')
    const look = await newBrowser(stage).ask('GET', '/api/signup')
    assert.deepEqual(look.body, {
      signup: 'domains',
      domains: ['Padaria.test', 'bücher.example'],
      claim: false,
    })
    for (const email of ['ana@padaria.test', 'Ana@xn--bcher-kva.EXAMPLE']) {
      assert.equal((await signUp(stage, email)).status, 201, email)
    }
    for (const email of ['x@evil.test', 'x@sub.padaria.test', 'x@padaria.test.evil.test']) {
      const reply = await signUp(stage, email)
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'signup_closed'], email)
      assert.match(reply.body.error.message, /Padaria\.test, bücher\.example/)
    }
  })
})

describe('an account that somebody opens', () => {
  test('has the zone of their browser, and none of what is no zone', async t => {
    const stage = await stageFor(t, 'open')
    for (const [i, [zone, kept]] of [
      ['America/Sao_Paulo', 'America/Sao_Paulo'],
      ['Nowhere/At_All', 'UTC'],
      [undefined, 'UTC'],
    ].entries()) {
      const body = { email: `zone${i}@here.test`, password, name: 'Ana', time_zone: zone }
      const made = await newBrowser(stage).ask('POST', '/api/signup', body)
      assert.deepEqual([made.status, made.body.account.time_zone], [201, kept], made.text)
    }
  })
})

describe('an address that has an account', () => {
  test('is refused to whoever signs up with it, and its owner hears of that once an hour', async t => {
    const stage = await stageFor(t)
    const { email } = await makeTenant(stage, { language: 'pt' })
    const letters = () =>
      db.query<{ subject: string }>(
        `select e.subject from recipients r
         join emails e on e.project_id = r.project_id and e.id = r.email_id
         where r.address = $1 order by e.id`,
        [email],
      )
    for (const [hour, count] of [1, 2].entries()) {
      for (const spelling of [email, ` ${email.toUpperCase()}`]) {
        const { status, body } = await signUp(stage, spelling)
        assert.deepEqual([status, body.error.param], [400, 'email'])
      }
      for (let tries = 0; (await letters()).length < count; tries++) {
        assert.ok(tries < 200, `letter ${count} in hour ${hour}`)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
      stage.turn(30 * 60_000)
      await signUp(stage, email)
      assert.equal((await letters()).length, count)
      stage.turn(31 * 60_000)
    }
    assert.equal((await letters())[0]!.subject, 'Você já tem uma conta')
  })
})

describe('an account whose address nobody has confirmed', () => {
  test('reaches no third party: no live key, domain, claim or invitation until it is', async t => {
    const stage = await stageFor(t)
    const email = 'mallory@third.test'
    const mallory = newBrowser(stage)
    const { body: me } = await mallory.ask('POST', '/api/signup', { email, password, name: 'M' })
    const project = me.projects[0].id
    const tries: readonly (readonly [string, object])[] = [
      [`/api/projects/${project}/keys`, { mode: 'live', scope: 'admin' }],
      [`/api/projects/${project}/live/domains`, { name: 'third-a.test' }],
      [`/api/projects/${project}/test/domains`, { name: 'third-a.test' }],
      [`/api/projects/${project}/live/domains/claim`, { name: 'third-a.test' }],
      ['/api/members', { email: 'victim@elsewhere.test', role: 'owner' }],
    ]
    for (const [path, body] of tries) {
      const reply = await mallory.ask('POST', path, body)
      assert.deepEqual([reply.status, reply.body.error?.code], [403, 'address_not_confirmed'], path)
    }
    assert.equal(await tokenMailedTo(stage, 'victim@elsewhere.test'), undefined)
    const key = await mallory.ask('POST', `/api/projects/${project}/keys`, {
      mode: 'test',
      scope: 'admin',
    })
    assert.equal(key.status, 201)
    const byKey = await fetch(`${stage.url}/v1/domains`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.body.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'third-a.test' }),
    })
    assert.equal(byKey.status, 403)

    await mallory.ask('POST', '/api/signup/verify', { token: await tokenMailedTo(stage, email) })
    const [live, domain, , , invited] = tries
    for (const [path, body] of [live!, domain!, invited!]) {
      assert.equal((await mallory.ask('POST', path, body)).status, 201, path)
    }
  })

  test('is not one that the command of the operator has made', async t => {
    const stage = await stageFor(t, 'closed')
    const { browser, base, projectId } = await makeTenant(stage)
    assert.equal(
      (await browser.ask('POST', `${base}/live/domains`, { name: 'ok.test' })).status,
      201,
    )
    assert.ok(await createKey(stage.world, { projectId, mode: 'live', scope: 'send' }))
  })
})
