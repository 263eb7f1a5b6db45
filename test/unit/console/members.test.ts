/** Inviting people, projects and their keys, the account's settings and notices. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { read } from '#kernel/base/ids.ts'
import { notify } from '#tenants/accounts/notices.ts'
import { testDatabase } from '../../support/database.ts'
import {
  letter,
  makeTenant,
  newBrowser,
  password,
  type Stage,
  startStage,
  tokenMailedTo,
} from './stage.ts'

const { db } = await testDatabase()

describe('An account in the dashboard', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage(db)
  })
  after(() => stage.api.close())

  test('grows by an invitation, which works once and only the newest of them', async () => {
    const { browser } = await makeTenant(stage, { name: 'Padaria' })
    const email = 'bia@guest.test'
    const invited = await browser.ask('POST', '/api/members', {
      email: 'Bia@guest.test',
      role: 'reader',
    })
    assert.equal(invited.status, 201)
    assert.partialDeepStrictEqual(invited.body, { email, role: 'reader', status: 'invited' })
    const first = (await tokenMailedTo(stage, email))!
    await browser.ask('POST', '/api/members', { email, role: 'marketing' })
    const token = (await tokenMailedTo(stage, email))!
    const guest = newBrowser(stage)
    const dead = await guest.ask('POST', '/api/invitations/look', { token: first })
    assert.equal(dead.body.error.param, 'token')
    const look = await guest.ask('POST', '/api/invitations/look', { token })
    assert.deepEqual(look.body, {
      email,
      role: 'marketing',
      account_name: 'Padaria',
      language: 'en',
    })
    const weak = await guest.ask('POST', '/api/invitations/accept', { token, password: 'short' })
    assert.equal(weak.body.error.param, 'password')
    const accepted = await guest.ask('POST', '/api/invitations/accept', {
      token,
      password,
      name: 'Bia',
    })
    assert.equal(accepted.status, 201)
    assert.partialDeepStrictEqual(accepted.body.user, {
      email,
      name: 'Bia',
      role: 'marketing',
      verified: true,
    })
    assert.equal((await guest.ask('GET', '/api/session')).status, 200)
    const again = await guest.ask('POST', '/api/invitations/accept', { token, password })
    assert.equal(again.body.error.param, 'token')
    const { data } = (await browser.ask('GET', '/api/members')).body
    assert.deepEqual(
      data.map((one: { status: string }) => one.status),
      ['active', 'active'],
    )
    const twice = await browser.ask('POST', '/api/members', { email, role: 'reader' })
    assert.equal(twice.body.error.param, 'email')
  })

  test('does not learn whether a stranger has an account; the stranger is told', async () => {
    const { browser } = await makeTenant(stage)
    const other = await makeTenant(stage)
    const invited = await browser.ask('POST', '/api/members', {
      email: other.email,
      role: 'reader',
    })
    assert.equal(invited.status, 201)
    const token = (await tokenMailedTo(stage, other.email))!
    const refused = await newBrowser(stage).ask('POST', '/api/invitations/accept', {
      token,
      password,
    })
    assert.equal(refused.body.error.param, 'email')
    assert.equal((await browser.ask('GET', '/api/members')).body.data.length, 2, 'still invited')
    const { data } = (await browser.ask('GET', '/api/members')).body
    const changed = await browser.ask('PATCH', `/api/members/${data[1].id}`, { role: 'owner' })
    assert.equal(changed.body.role, 'owner')
    assert.equal((await browser.ask('DELETE', `/api/members/${data[1].id}`)).body.deleted, true)
    const gone = await newBrowser(stage).ask('POST', '/api/invitations/look', { token })
    assert.equal(gone.body.error.param, 'token')
  })

  test('invites nobody whom no mail can reach, nor a member by another spelling', async () => {
    const { browser } = await makeTenant(stage)
    const invite = (email: string) => browser.ask('POST', '/api/members', { email, role: 'reader' })
    const refused = await invite('ana@gmail')
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'email'])
    assert.equal((await browser.ask('GET', '/api/members')).body.data.length, 1)
    const kept = 'caio@xn--bcher-kva.example'
    assert.equal((await invite('Caio@bücher.example')).body.email, kept)
    const token = (await tokenMailedTo(stage, kept))!
    await newBrowser(stage).ask('POST', '/api/invitations/accept', { token, password })
    assert.equal((await invite('caio@bücher.example')).body.error.param, 'email')
  })

  test('gives the link of an invitation to pass on only where no letter can', async () => {
    const silent = await startStage(db, { env: { MALOTE_SANDBOX_SENDER: 'malote@localhost' } })
    const { browser } = await makeTenant(silent)
    const ask = () =>
      browser.ask('POST', '/api/members', { email: 'by-hand@guest.test', role: 'reader' })
    const first = (await ask()).body.token
    const { token } = (await ask()).body
    const look = (of: string) =>
      newBrowser(silent).ask('POST', '/api/invitations/look', { token: of })
    assert.equal((await look(first)).body.error.param, 'token')
    assert.equal((await look(token)).body.email, 'by-hand@guest.test')
    const guest = newBrowser(silent)
    assert.equal(
      (await guest.ask('POST', '/api/invitations/accept', { token, password })).status,
      201,
    )
    const verified = async () => {
      const { data } = (await browser.ask('GET', '/api/members')).body
      return data.map((one: { verified: boolean }) => one.verified)
    }
    assert.deepEqual(await verified(), [true, false], 'whoever invites proves no address')
    const operator = await makeTenant(silent)
    await db.query('update accounts set is_operator = true where id = $1', [operator.accountId])
    const own = { email: 'colleague@guest.test', role: 'reader' }
    const { token: passed } = (await operator.browser.ask('POST', '/api/members', own)).body
    await newBrowser(silent).ask('POST', '/api/invitations/accept', { token: passed, password })
    const { data } = (await operator.browser.ask('GET', '/api/members')).body
    assert.equal(data.at(-1).verified, true, 'operators vouch for the people whom they take in')
    await db.query('update accounts set is_operator = false where id = $1', [operator.accountId])
    const noted = (await browser.ask('GET', '/api/audit')).text
    assert.match(noted, /by-hand@guest\.test/)
    for (const secret of [first, token]) assert.ok(!noted.includes(secret), 'not in the audit log')
    await silent.api.close()
    const sending = await makeTenant(stage)
    const body = { email: 'by-letter@guest.test', role: 'reader' }
    assert.ok(!('token' in (await sending.browser.ask('POST', '/api/members', body)).body))
  })

  test('believes an address again once the link of a second invitation was sent there', async () => {
    const silent = await startStage(db, { env: { MALOTE_SANDBOX_SENDER: 'malote@localhost' } })
    const { browser, email: owner } = await makeTenant(silent)
    const body = { email: 'shown-then-sent@guest.test', role: 'reader' }
    assert.ok((await browser.ask('POST', '/api/members', body)).body.token)
    await silent.api.close()
    const home = newBrowser(stage)
    await home.ask('POST', '/api/session', { email: owner, password })
    assert.ok(!('token' in (await home.ask('POST', '/api/members', body)).body))
    const token = (await tokenMailedTo(stage, body.email))!
    const accepted = await newBrowser(stage).ask('POST', '/api/invitations/accept', {
      token,
      password,
    })
    assert.equal(accepted.status, 201, accepted.text)
    assert.equal(accepted.body.user.verified, true)
  })

  test('tells when somebody was here last, also after they have logged out', async () => {
    const { browser } = await makeTenant(stage)
    const me = async () => (await browser.ask('GET', '/api/members')).body.data[0]
    const seen = async () => Date.parse((await me()).seen_at)
    const memberId = read('usr', (await me()).id)
    const first = await seen()
    assert.ok(Math.abs(stage.world.clock.now() - first) < 60_000)
    stage.turn(3_600_000)
    const later = await seen()
    assert.ok(later - first >= 3_600_000, `${later - first}`)
    const ended = newBrowser(stage, browser.cookie)
    await ended.ask('DELETE', '/api/session')
    const [row] = await db.query<{ seen: Date }>(
      'select seen_at as seen from members where id = $1',
      [memberId],
    )
    assert.equal(row!.seen.getTime(), later)
  })

  test('an invitation runs out after seven days', async () => {
    const { browser } = await makeTenant(stage)
    await browser.ask('POST', '/api/members', { email: 'late@guest.test', role: 'reader' })
    const token = (await tokenMailedTo(stage, 'late@guest.test'))!
    stage.turn(7 * 24 * 3_600_000 + 1_000)
    const late = await newBrowser(stage).ask('POST', '/api/invitations/accept', { token, password })
    assert.equal(late.body.error.param, 'token')
  })

  test('has projects, and keys that are shown once and work', async () => {
    const { browser, base, email } = await makeTenant(stage)
    const made = await browser.ask('POST', '/api/projects', { name: 'Shop', language: 'pt' })
    assert.partialDeepStrictEqual(made.body, { name: 'Shop', language: 'pt' })
    const url = `/api/projects/${made.body.id}`
    const changed = await browser.ask('PATCH', url, { name: 'Store', language: null })
    assert.partialDeepStrictEqual(changed.body, { id: made.body.id, name: 'Store', language: null })
    const { body } = await browser.ask('POST', `${url}/keys`, {
      name: 'Site',
      mode: 'test',
      scope: 'send',
      allow_ips: ['127.0.0.0/8'],
      rate: 5,
    })
    assert.match(body.key, /^svc_test_[0-9A-Za-z]{32}$/)
    const send = () =>
      newBrowser(stage).ask('POST', '/v1/emails', letter(), { authorization: `Bearer ${body.key}` })
    assert.equal((await send()).status, 202)
    const { data } = (await browser.ask('GET', `${url}/keys`)).body
    assert.partialDeepStrictEqual(data[0], { id: body.id, name: 'Site', rate: 5 })
    assert.ok(!JSON.stringify(data).includes(body.key))
    assert.partialDeepStrictEqual(data[0], { created_by: email, expires_at: null })
    const wrong = await browser.ask('DELETE', `${base}/keys/${body.id}`)
    assert.equal(wrong.body.error.code, 'resource_not_found', 'not of that project')
    assert.equal((await browser.ask('DELETE', `${url}/keys/${body.id}`)).body.deleted, true)
    assert.equal((await send()).body.error.code, 'invalid_api_key')
    const bad = await browser.ask('POST', `${url}/keys`, {
      mode: 'live',
      scope: 'send',
      allow_ips: ['x'],
    })
    assert.equal(bad.body.error.param, 'allow_ips')
  })

  test('has keys that expire by themselves', async () => {
    const { browser, base } = await makeTenant(stage)
    const make = (days: number) =>
      browser.ask('POST', `${base}/keys`, { mode: 'test', scope: 'send', expires_in_days: days })
    for (const days of [0, 3651]) {
      assert.equal((await make(days)).body.error.param, 'expires_in_days')
    }
    const { body } = await make(30)
    const dayMs = 24 * 3_600_000
    assert.equal(Date.parse(body.expires_at) - Date.parse(body.created_at), 30 * dayMs)
    const send = () =>
      newBrowser(stage).ask('POST', '/v1/emails', letter(), { authorization: `Bearer ${body.key}` })
    stage.turn(30 * dayMs - 60_000)
    assert.equal((await send()).status, 202)
    stage.turn(61_000)
    const refused = await send()
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'invalid_api_key'])
  })

  test('has at most 200 projects, and a project as many keys', async () => {
    const { browser, base, email } = await makeTenant(stage)
    await db.query(
      `insert into projects (id, account_id, name, created_at)
       select gen_random_uuid(), account_id, 'Shop', now()
       from members, generate_series(1, 199) where email = $1`,
      [email],
    )
    const project = await browser.ask('POST', '/api/projects', { name: 'One more' })
    assert.deepEqual([project.status, project.body.error.param], [400, 'name'])
    const newKey = () => browser.ask('POST', `${base}/keys`, { mode: 'test', scope: 'send' })
    assert.equal((await newKey()).status, 201)
    await db.query(
      `insert into api_keys
       select (jsonb_populate_record(k, jsonb_build_object(
         'id', gen_random_uuid(), 'hash', '\\x' || md5(n::text) || md5(n::text || 'x')))).*
       from api_keys k, generate_series(1, 199) n
       where k.project_id = (select p.id from projects p join members m using (account_id)
         where m.email = $1 and p.name <> 'Shop' limit 1)`,
      [email],
    )
    const key = await newKey()
    assert.deepEqual([key.status, key.body.error.param], [400, 'name'])
  })

  test('keeps its settings', async () => {
    const { browser } = await makeTenant(stage)
    const set = await browser.ask('PATCH', '/api/account', {
      name: 'Padaria',
      time_zone: 'America/Sao_Paulo',
      language: 'pt',
      spend_limit: '25.5',
    })
    assert.partialDeepStrictEqual(set.body, {
      name: 'Padaria',
      time_zone: 'America/Sao_Paulo',
      language: 'pt',
      spend_limit: '25.50',
      tax_id: null,
    })
    assert.equal(
      (await browser.ask('PATCH', '/api/account', { spend_limit: null })).body.spend_limit,
      null,
    )
    for (const [field, value] of [
      ['time_zone', 'Mars/Base'],
      ['tax_id', 'nonsense'],
      ['spend_limit', 'much'],
      ['name', ' '],
    ]) {
      const refused = await browser.ask('PATCH', '/api/account', { [field!]: value })
      assert.equal(refused.body.error.param, field)
    }
    const own = await browser.ask('PATCH', '/api/user', { name: 'Ana', language: 'pt' })
    assert.partialDeepStrictEqual(own.body.user, { name: 'Ana', language: 'pt' })
    const limits = (await browser.ask('GET', '/api/limits')).body
    assert.partialDeepStrictEqual(limits, { plan: 'free', trust_level: 0, pause: { kind: 'none' } })
    assert.ok(limits.raises.length > 0)
  })

  test('reads its notices in its language, and each once', async () => {
    const { browser, accountId } = await makeTenant(stage)
    for (const [code, name] of [
      ['domain_broken', 'first'],
      ['domain_failed', 'second'],
      ['domain_restored', 'third'],
    ] as const) {
      await db.transaction(tx =>
        notify(tx, stage.world, [
          { accountId, level: 'warning', code, text: { en: `The ${name}`, pt: `O ${name}` } },
        ]),
      )
    }
    const page = (await browser.ask('GET', '/api/notices?limit=2')).body
    assert.deepEqual(
      page.data.map((one: { text: string }) => one.text),
      ['The third', 'The second'],
    )
    assert.equal(page.has_more, true)
    const rest = await browser.ask(
      'GET',
      `/api/notices?starting_after=${page.data[1].id}`,
      undefined,
      {
        'accept-language': 'pt',
      },
    )
    assert.deepEqual(
      rest.body.data.map((one: { code: string; text: string }) =>
        one.code === 'sign_in' ? one.code : one.text,
      ),
      ['O first', 'sign_in'],
    )
    const read = (await browser.ask('POST', `/api/notices/${page.data[0].id}/read`)).body
    assert.ok(read.read_at)
    stage.turn(60_000)
    const again = (await browser.ask('POST', `/api/notices/${page.data[0].id}/read`)).body
    assert.equal(again.read_at, read.read_at)
  })

  test('where mail cannot go out, the link is in the log', async () => {
    const home = await startStage(db, { env: { MALOTE_HOSTNAME: 'laptop' } })
    await newBrowser(home).ask('POST', '/api/signup', {
      email: 'me@home.test',
      password,
      name: 'Me',
    })
    const line = home.log.find(one => /letter could not go out/.test(one.message))
    assert.match(
      (line!.fields as { link: string }).link,
      /^http:\/\/dash\.test\/verify\?token=[\w-]{43}$/,
    )
    await home.api.close()
  })
})
