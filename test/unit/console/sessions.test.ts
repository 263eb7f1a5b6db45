/** Sessions of the dashboard: how they begin, change and end. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { invite } from '#tenants/identity/invitations.ts'
import { codeAt, stepAt } from '#tenants/identity/totp.ts'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import {
  addMember,
  makeTenant,
  newBrowser,
  password,
  type Stage,
  startStage,
  tokenMailedTo,
} from './stage.ts'

const { db } = await testDatabase()
const day = 24 * 3_600_000

describe('A session of the dashboard', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage(db)
  })
  after(() => stage.api.close())

  test('begins with a cookie that scripts and other sites cannot use', async () => {
    const { email } = await makeTenant(stage)
    const reply = await newBrowser(stage).ask('POST', '/api/session', { email, password })
    const [session, device] = reply.headers.getSetCookie()
    assert.match(
      session!,
      /^malote_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    assert.match(
      device!,
      /^malote_device=[\w-]{72}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    )
    assert.equal(reply.body.user.email, email)
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    const [row] = await db.query<{ found: boolean }>(
      `select exists (select from sessions where encode(hash, 'escape') like $1) as found`,
      [`%${reply.headers.get('set-cookie')!.slice(15, 58)}%`],
    )
    assert.equal(row!.found, false, 'the cookie itself is not in the database')
  })

  test('is named __Host- and Secure where the dashboard is https', async () => {
    const secure = await startStage(db, { env: { MALOTE_DASHBOARD_URL: 'https://dash.test' } })
    const { email } = await makeTenant(stage)
    const reply = await newBrowser(secure).ask(
      'POST',
      '/api/session',
      { email, password },
      {
        origin: 'https://dash.test',
      },
    )
    await secure.api.close()
    const [session, device] = reply.headers.getSetCookie()
    assert.match(device!, /^__Host-malote-device=.*; Secure$/)
    assert.match(
      session!,
      /^__Host-malote=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  test('never takes over a cookie that was there before: 0 of 20 fixations', async () => {
    const { email } = await makeTenant(stage)
    for (let i = 0; i < 20; i++) {
      const planted = `malote_session=${Buffer.alloc(32, i).toString('base64url')}`
      const victim = newBrowser(stage, planted)
      await victim.ask('POST', '/api/session', { email, password })
      assert.notEqual(victim.cookie, planted)
      assert.equal((await newBrowser(stage, planted).ask('GET', '/api/session')).status, 401)
    }
  })

  test('is new whichever way one comes in, and never the one that was planted', async () => {
    const planted = `malote_session=${Buffer.alloc(32, 7).toString('base64url')}`
    const host = await makeTenant(stage)
    const { accountId } = host
    const email = 'guest@fixed.test'
    const address = '127.0.0.1'
    const guest = { accountId, email, role: 'reader', language: 'en', address } as const
    const { token } = await invite(stage.world, guest)
    const ways: readonly (readonly [string, object])[] = [
      ['/api/session', { email: host.email, password }],
      ['/api/signup', { email: 'fixed@signup.test', password, name: 'Fixed' }],
      ['/api/invitations/accept', { token, password }],
    ]
    for (const [path, body] of ways) {
      const victim = newBrowser(stage, planted)
      const reply = await victim.ask('POST', path, body)
      assert.ok(reply.status < 300, reply.text)
      assert.notEqual(victim.cookie, planted, path)
      assert.equal((await victim.ask('GET', '/api/session')).status, 200)
      assert.equal((await newBrowser(stage, planted).ask('GET', '/api/session')).status, 401)
    }
  })

  test('changes its id at log-in, and the one before is dead', async () => {
    const { email, browser } = await makeTenant(stage)
    const old = browser.cookie
    await browser.ask('POST', '/api/session', { email, password })
    assert.notEqual(browser.cookie, old)
    assert.equal((await newBrowser(stage, old).ask('GET', '/api/session')).status, 401)
    assert.equal((await browser.ask('GET', '/api/session')).status, 200)
  })

  test('is over on log-out, for a copy of the cookie, too', async () => {
    const { browser } = await makeTenant(stage)
    const copy = newBrowser(stage, browser.cookie)
    assert.deepEqual((await browser.ask('DELETE', '/api/session')).body, { logged_out: true })
    assert.equal(browser.cookie, '')
    assert.equal((await copy.ask('GET', '/api/session')).status, 401)
  })

  test('two cookies of the same name are none', async () => {
    const { browser } = await makeTenant(stage)
    const twice = newBrowser(stage, `${browser.cookie}; malote_session=planted`)
    assert.equal((await twice.ask('GET', '/api/session')).status, 401)
  })

  test('is listed with its place and ends from elsewhere, but not those of others', async () => {
    const { email, browser } = await makeTenant(stage)
    const other = newBrowser(stage)
    await other.ask('POST', '/api/session', { email, password }, { 'user-agent': 'Phone' })
    const { data } = (await browser.ask('GET', '/api/sessions')).body
    assert.equal(data.length, 2)
    const phone = data.find((one: { agent: string }) => one.agent === 'Phone')
    assert.equal(phone.current, false)
    assert.equal(phone.address, '127.0.0.1')
    const stranger = await makeTenant(stage)
    const refused = await stranger.browser.ask('DELETE', `/api/sessions/${phone.id}`)
    assert.equal(refused.body.error.code, 'resource_not_found')
    await browser.ask('DELETE', `/api/sessions/${phone.id}`)
    assert.equal((await other.ask('GET', '/api/session')).status, 401)
  })

  test('ends all others at once, but neither itself nor those of others', async () => {
    const { email, browser } = await makeTenant(stage)
    const stranger = await makeTenant(stage)
    const others = [newBrowser(stage), newBrowser(stage)]
    for (const one of others) await one.ask('POST', '/api/session', { email, password })
    assert.deepEqual((await browser.ask('DELETE', '/api/sessions')).body, { ended: 2 })
    for (const one of others) assert.equal((await one.ask('GET', '/api/session')).status, 401)
    assert.equal((await browser.ask('GET', '/api/sessions')).body.data.length, 1)
    assert.equal((await stranger.browser.ask('GET', '/api/session')).status, 200)
    assert.deepEqual((await browser.ask('DELETE', '/api/sessions')).body, { ended: 0 })
    const { data } = (await browser.ask('GET', '/api/audit?action=session.others_ended')).body
    assert.equal(data.length, 2)
  })

  test('a new password changes the cookie and ends all other sessions', async () => {
    const { email, browser } = await makeTenant(stage)
    const other = newBrowser(stage)
    await other.ask('POST', '/api/session', { email, password })
    const old = browser.cookie
    const wrong = await browser.ask('POST', '/api/password/change', {
      current: 'x',
      new: 'a new one',
    })
    assert.equal(wrong.body.error.param, 'current')
    const changed = await browser.ask('POST', '/api/password/change', {
      current: password,
      new: 'another horse',
    })
    assert.deepEqual(changed.body, { changed: true })
    assert.notEqual(browser.cookie, old)
    assert.equal((await browser.ask('GET', '/api/session')).status, 200)
    assert.equal((await newBrowser(stage, old).ask('GET', '/api/session')).status, 401)
    assert.equal((await other.ask('GET', '/api/session')).status, 401)
    assert.equal((await other.ask('POST', '/api/session', { email, password })).status, 401)
  })

  test('a changed role ends the sessions of that member', async () => {
    const tenant = await makeTenant(stage)
    const member = await addMember(stage, tenant, 'developer')
    const { user } = (await member.ask('GET', '/api/session')).body
    await tenant.browser.ask('PATCH', `/api/members/${user.id}`, { role: 'reader' })
    assert.equal((await member.ask('GET', '/api/session')).status, 401)
  })

  test('sign-up logs in, and the mailed link shows that the address is theirs, once', async () => {
    await makeTenant(stage)
    const browser = newBrowser(stage)
    const email = 'ana@signup.test'
    const reply = await browser.ask('POST', '/api/signup', { email, password, name: 'Ana' })
    assert.equal(reply.status, 201)
    assert.equal(reply.body.user.verified, false)
    assert.equal(reply.body.account.trust_level, 0)
    assert.equal(reply.body.projects.length, 1)
    const token = await tokenMailedTo(stage, email)
    assert.ok(token)
    const anybody = newBrowser(stage)
    assert.deepEqual((await anybody.ask('POST', '/api/signup/verify', { token })).body, {
      verified: true,
    })
    assert.equal(
      (await anybody.ask('POST', '/api/signup/verify', { token })).body.error.param,
      'token',
    )
    assert.equal((await browser.ask('GET', '/api/session')).body.user.verified, true)
    const again = await newBrowser(stage).ask('POST', '/api/signup', { email, password, name: 'B' })
    assert.equal(again.body.error.param, 'email')
  })

  test('sign-up with what no mail can reach is refused before anything is written', async () => {
    const count = async () =>
      (await db.query('select (select count(*) from accounts), (select count(*) from members)'))[0]
    const before = await count()
    for (const email of ['ana@gmail', 'ana@-x.test', 'a..b@x.test', 'Ana <ana@x.test>']) {
      const browser = newBrowser(stage)
      const reply = await browser.ask('POST', '/api/signup', { email, password, name: 'Ana' })
      assert.deepEqual([reply.status, reply.body.error.param], [400, 'email'], email)
      assert.equal(browser.cookie, '')
    }
    assert.deepEqual(await count(), before)
  })

  test('an address is the same in every spelling of its domain', async () => {
    const typed = 'Bia@Bücher.example'
    const kept = 'bia@xn--bcher-kva.example'
    const browser = newBrowser(stage)
    const reply = await browser.ask('POST', '/api/signup', { email: typed, password, name: 'Bia' })
    assert.equal(reply.body.user.email, kept)
    assert.ok(await tokenMailedTo(stage, kept))
    const logIn = async (email: string) =>
      (await newBrowser(stage).ask('POST', '/api/session', { email, password })).status
    const signUp = (email: string) =>
      newBrowser(stage).ask('POST', '/api/signup', { email, password, name: 'B' })
    const spellings = [typed, ' bia@bücher.example ', kept, 'BIA@XN--BCHER-KVA.example']
    const works = async () => {
      for (const email of spellings) {
        assert.equal(await logIn(email), 200, email)
        assert.equal((await signUp(email)).body.error?.param, 'email', email)
      }
    }
    await works()
    // As addresses were kept before they were read.
    await db.query('update members set email = $2 where email = $1', [kept, 'bia@bücher.example'])
    await db.query('update accounts set email = $2 where email = $1', [kept, 'bia@bücher.example'])
    await works()
  })

  test('whoever has an address that would be refused today still gets in', async () => {
    const { email } = await makeTenant(stage)
    await db.query('update members set email = $2 where email = $1', [email, 'ana@gmail'])
    const reply = await newBrowser(stage).ask('POST', '/api/session', {
      email: 'Ana@gmail',
      password,
    })
    assert.equal(reply.status, 200)
  })

  test('the operator may vouch for an address at a machine of one word', async () => {
    const made = await createAccount(stage.world, { email: 'Owner@localhost', password })
    assert.ok(made.accountId)
    const reply = await newBrowser(stage).ask('POST', '/api/session', {
      email: 'owner@Localhost',
      password,
    })
    assert.equal(reply.status, 200)
  })

  test("a letter of ours is in nobody's project", async () => {
    const tenant = await makeTenant(stage)
    const [row] = await db.query<{ projects: number; visible: number }>(
      `select count(*)::integer as projects,
         (count(*) filter (where p.deleted_at is null))::integer as visible
       from emails e join projects p on p.id = e.project_id
       where e.sender like '%sandbox@malote.test%'`,
    )
    assert.ok(row!.projects > 0)
    assert.equal(row!.visible, 0)
    assert.equal((await tenant.browser.ask('GET', '/api/projects')).body.data.length, 1)
  })

  test('a reset works once, for an hour, ends all sessions and verifies the address', async () => {
    const { email, browser } = await makeTenant(stage, { isVerified: false })
    const anybody = newBrowser(stage)
    const asked = await anybody.ask('POST', '/api/password/forgot', { email })
    assert.deepEqual([asked.status, asked.body], [202, { sent: true }])
    const late = await until(() => tokenMailedTo(stage, email), 'a letter')
    stage.turn(61 * 60_000)
    const tooLate = await anybody.ask('POST', '/api/password/reset', { token: late, password })
    assert.equal(tooLate.body.error.param, 'token')
    await anybody.ask('POST', '/api/password/forgot', { email })
    const token = await until(async () => {
      const newest = await tokenMailedTo(stage, email)
      return newest === late ? undefined : newest
    }, 'another letter')
    const next = 'quite another horse'
    const reset = await anybody.ask('POST', '/api/password/reset', { token, password: next })
    assert.deepEqual(reset.body, { reset: true })
    const again = await anybody.ask('POST', '/api/password/reset', { token, password: next })
    assert.equal(again.body.error.param, 'token')
    assert.equal((await browser.ask('GET', '/api/session')).status, 401)
    const entered = await anybody.ask('POST', '/api/session', { email, password: next })
    assert.equal(entered.body.user.verified, true)
  })

  test('a token that somebody makes up is refused before anything is hashed', async () => {
    // A password that cannot be hashed tells which of the two is looked at first.
    const made = { token: 'x'.repeat(43), password: 'short' }
    const reply = await newBrowser(stage).ask('POST', '/api/password/reset', made)
    assert.deepEqual([reply.status, reply.body.error.param], [400, 'token'])
  })

  test('two-step log-in takes a code of now, once, or a recovery code, once', async () => {
    const { email, browser } = await makeTenant(stage)
    const { secret, uri } = (await browser.ask('POST', '/api/totp/setup')).body
    assert.match(uri, new RegExp(`^otpauth://totp/Malote%3A.*secret=${secret}&issuer=Malote$`))
    const key = fromBase32(secret)
    const codeNow = () => codeAt(key, stepAt(stage.world.clock.now()))
    const wrong = await browser.ask('POST', '/api/totp/enable', { code: '000000' })
    assert.equal(wrong.body.error.param, 'code')
    const old = browser.cookie
    const enabled = await browser.ask('POST', '/api/totp/enable', { code: codeNow() })
    assert.equal(enabled.body.enabled, true)
    assert.equal(enabled.body.recovery_codes.length, 10)
    assert.notEqual(browser.cookie, old, 'the cookie changes with the rights')

    const other = newBrowser(stage)
    const bare = await other.ask('POST', '/api/session', { email, password })
    assert.equal(bare.status, 401)
    assert.equal(bare.body.error.code, 'not_authenticated')
    assert.equal(bare.body.error.param, 'code')
    stage.turn(60_000)
    const code = codeNow()
    assert.equal((await other.ask('POST', '/api/session', { email, password, code })).status, 200)
    const replay = await other.ask('POST', '/api/session', { email, password, code })
    assert.equal(replay.body.error.param, 'code')
    const [recovery] = enabled.body.recovery_codes
    const give = () => other.ask('POST', '/api/session', { email, password, code: recovery })
    assert.equal((await give()).status, 200)
    assert.equal((await give()).status, 401)
    stage.turn(60_000)
    const before = browser.cookie
    const off = await browser.ask('POST', '/api/totp/disable', { code: codeNow() })
    assert.deepEqual(off.body, { enabled: false })
    assert.notEqual(browser.cookie, before)
    assert.equal((await newBrowser(stage, before).ask('GET', '/api/session')).status, 401)
    assert.equal((await other.ask('POST', '/api/session', { email, password })).status, 200)
  })

  test('codes are not tried for ever by whoever has the password, and the account is told', async () => {
    const { email, browser } = await makeTenant(stage)
    const { secret } = (await browser.ask('POST', '/api/totp/setup')).body
    const key = fromBase32(secret)
    const codeNow = () => codeAt(key, stepAt(stage.world.clock.now()))
    await browser.ask('POST', '/api/totp/enable', { code: codeNow() })
    const told = async () =>
      (await browser.ask('GET', '/api/notices')).body.data
        .map((one: { code: string }) => one.code)
        .filter((code: string) => code !== 'sign_in')
    let tried = 0
    for (let minutes = 0; minutes < 120; minutes++) {
      const guess = { email, password, code: `${minutes}`.padStart(6, '9') }
      const reply = await newBrowser(stage).ask('POST', '/api/session', guess)
      if (reply.status === 401) tried++
      if (tried === 2) assert.deepEqual(await told(), [], 'a slip or two are nobody else')
      stage.turn(61_000)
    }
    assert.ok(tried <= 20, `${tried} codes were judged in two hours`)
    assert.deepEqual(await told(), ['codes_tried'])
    const letters = await stage.world.db.query<{ subject: string }>(
      `select e.subject from recipients r
       join emails e on e.project_id = r.project_id and e.id = r.email_id where r.address = $1`,
      [email],
    )
    assert.ok(letters.length === 1 || letters.length === 2, `${letters.length} in two hours`)
    assert.equal(letters[0]!.subject, 'Somebody knows your password')
  })

  test('ends after seven days without use, and after thirty in any case', async () => {
    const idle = await makeTenant(stage)
    stage.turn(7 * day - 60_000)
    assert.equal((await idle.browser.ask('GET', '/api/session')).status, 200)
    stage.turn(7 * day + 1_000)
    assert.equal((await idle.browser.ask('GET', '/api/session')).status, 401)

    const busy = await makeTenant(stage)
    for (let i = 0; i < 5; i++) {
      assert.equal((await busy.browser.ask('GET', '/api/session')).status, 200)
      stage.turn(6 * day - 1_000)
    }
    assert.equal((await busy.browser.ask('GET', '/api/session')).status, 200)
    stage.turn(10_000)
    assert.equal((await busy.browser.ask('GET', '/api/session')).status, 401)
  })
})

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map(char => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
}
