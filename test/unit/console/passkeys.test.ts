/** Passkeys: adding one, coming in by it, and all that does not. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import * as http from 'node:http'
import { after, before, describe, test } from 'node:test'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { openAttempt, partOf } from '#tenants/identity/attempts.ts'
import { addPasskey } from '#tenants/identity/passkeys.ts'
import { findSession } from '#tenants/identity/sessions.ts'
import { codeAt, stepAt } from '#tenants/identity/totp.ts'
import { newAuthenticator, type Oddity } from '../../support/authenticator.ts'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { newVisitor, recordsOf, type Visitor } from './provider-stage.ts'
import { password, type Stage, startStage, tokenMailedTo } from './stage.ts'

const { db } = await testDatabase()
const origin = 'https://dash.test'
const proxies = { MALOTE_TRUSTED_PROXIES: '127.0.0.0/8', MALOTE_DASHBOARD_URL: origin }

let people = 0

/** A member who is logged in by their password. */
async function logIn(stage: Stage) {
  const email = `passkey${++people}@x.test`
  await createAccount(stage.world, { email, password, language: 'en' })
  const visitor = newVisitor(stage, origin)
  const reply = await visitor.ask('POST', '/api/session', { email, password })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return { email, visitor, id: reply.body.user.id as string }
}

const begin = (visitor: Visitor, proof: object = { password }) =>
  visitor.ask('POST', '/api/passkeys/begin', proof)

async function add(visitor: Visitor, odd: Oddity = {}, authenticator = newAuthenticator(origin)) {
  const begun = await begin(visitor)
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const made = authenticator.make(begun.body, odd)
  const reply = await visitor.ask('POST', '/api/passkeys', { name: 'Phone', ...made })
  return { authenticator, reply, made, begun: begun.body }
}

type Authenticator = ReturnType<typeof newAuthenticator>

async function comeIn(visitor: Visitor, authenticator: Authenticator, odd: Oddity = {}) {
  const begun = await visitor.ask('POST', '/api/sign-in/passkey')
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const answer = authenticator.sign(begun.body, odd)
  return visitor.ask('POST', '/api/sign-in/passkey/answer', answer)
}

const isRefused = (reply: Awaited<ReturnType<typeof comeIn>>) => {
  const { error } = reply.body
  assert.deepEqual([reply.status, error?.code, error?.param], [403, 'sign_in_failed', 'passkey'])
}

describe('A passkey', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage(db, { env: proxies })
  })
  after(() => stage.api.close())

  test('is added by the password, listed, used in place of it, and removed', async () => {
    const { visitor, email, id } = await logIn(stage)
    const { authenticator, reply, begun } = await add(visitor)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.deepEqual([begun.host, begun.user.name, begun.known], ['dash.test', email, []])
    assert.deepEqual([reply.body.name, reply.body.last_used_at], ['Phone', null])
    const other = newVisitor(stage, origin)
    const entered = await comeIn(other, authenticator)
    assert.equal(entered.status, 200, JSON.stringify(entered.body))
    assert.equal(entered.body.user.email, email)
    assert.equal((await other.ask('GET', '/api/session')).status, 200)
    const { data } = (await visitor.ask('GET', '/api/passkeys')).body
    assert.equal(data.length, 1)
    assert.ok(data[0].last_used_at)
    assert.deepEqual((await begin(visitor)).body.known, [authenticator.id])
    const path = `/api/passkeys/${data[0].id}`
    const stranger = await logIn(stage)
    assert.equal((await stranger.visitor.ask('DELETE', path)).status, 404)
    assert.equal((await visitor.ask('DELETE', path)).status, 200)
    isRefused(await comeIn(other, authenticator))
    const actions = (await recordsOf(db, id)).map(one => [one.action, one.after])
    assert.deepEqual(actions.at(-1), ['member.signed_in', { by: 'passkey', name: 'Phone' }])
    const about = await recordsOf(db, data[0].id)
    assert.deepEqual(
      about.map(one => one.action),
      ['member.passkey_added', 'member.passkey_removed'],
    )
  })

  test('is both steps: it asks for no code of two-step log-in', async () => {
    const { visitor, email } = await logIn(stage)
    const { authenticator } = await add(visitor)
    await db.query(
      `update members set totp_enabled_at = now(), totp_secret = '\\x00' where email = $1`,
      [email],
    )
    assert.equal((await comeIn(newVisitor(stage, origin), authenticator)).status, 200)
  })

  test('is added with a code where two-step log-in is on, and not with a password then', async () => {
    const { visitor } = await logIn(stage)
    const { secret } = (await visitor.ask('POST', '/api/totp/setup')).body
    const key = fromBase32(secret)
    const codeNow = () => codeAt(key, stepAt(stage.world.clock.now()))
    await visitor.ask('POST', '/api/totp/enable', { code: codeNow() })
    stage.turn(60_000)
    for (const proof of [{ password }, { code: '000000' }, {}]) {
      const refused = await begin(visitor, proof)
      assert.deepEqual([refused.status, refused.body.error.param], [400, 'code'])
    }
    assert.equal((await begin(visitor, { code: codeNow() })).status, 200)
  })

  test('is not added by whoever has found an open window', async () => {
    const { visitor, email } = await logIn(stage)
    for (const proof of [{}, { password: 'wrong' }]) {
      const refused = await begin(visitor, proof)
      assert.deepEqual([refused.status, refused.body.error.param], [400, 'password'])
    }
    // Whoever came by the identity provider has no password: they must have come just now.
    await db.query('update members set password_hash = null where email = $1', [email])
    assert.equal((await begin(visitor, {})).status, 200)
    stage.turn(16 * 60_000)
    const late = await begin(visitor, {})
    assert.match(late.body.error.message, /too long ago/)
  })

  const odd: readonly (readonly [string, Oddity])[] = [
    ['another origin', { origin: 'https://dash.test.example.com' }],
    ['another host', { host: 'example.com' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['nobody who showed who they are', { isUnverified: true }],
    ['nobody there', { isAbsent: true }],
    ['another purpose', { type: 'payment.get' }],
  ]
  for (const [what, oddity] of odd) {
    test(`with ${what} neither is added nor lets in`, async () => {
      const { visitor } = await logIn(stage)
      isRefused((await add(visitor, oddity)).reply)
      const { authenticator } = await add(visitor)
      const other = newVisitor(stage, origin)
      isRefused(await comeIn(other, authenticator, oddity))
      assert.equal(other.jar.has('__Host-malote'), false)
      assert.equal((await comeIn(other, authenticator)).status, 200)
    })
  }

  test('signed by another key, for somebody else, or unknown, does not let in', async () => {
    const { visitor } = await logIn(stage)
    const { authenticator } = await add(visitor)
    const other = newVisitor(stage, origin)
    isRefused(await comeIn(other, authenticator, { isForged: true }))
    isRefused(await comeIn(other, authenticator, { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }))
    isRefused(await comeIn(other, newAuthenticator(origin), { userHandle: 'AAAA' }))
  })

  test('whose counter goes back is a copy', async () => {
    const { visitor } = await logIn(stage)
    const { authenticator } = await add(visitor)
    const other = newVisitor(stage, origin)
    assert.equal((await comeIn(other, authenticator, { counter: 7 })).status, 200)
    isRefused(await comeIn(other, authenticator, { counter: 7 }))
    isRefused(await comeIn(other, authenticator, { counter: 0 }))
    assert.equal((await comeIn(other, authenticator, { counter: 8 })).status, 200)
  })

  test('answers once, in the browser that asked, within ten minutes', async () => {
    const { visitor } = await logIn(stage)
    const { authenticator } = await add(visitor)
    const one = newVisitor(stage, origin)
    const begun = (await one.ask('POST', '/api/sign-in/passkey')).body
    const answer = authenticator.sign(begun)
    const post = (who: Visitor) => who.ask('POST', '/api/sign-in/passkey/answer', answer)
    isRefused(await post(newVisitor(stage, origin)))
    const cookie = one.jar.get('__Host-malote-sign-in')!
    assert.equal((await post(one)).status, 200)
    one.jar.set('__Host-malote-sign-in', cookie)
    isRefused(await post(one))
    const late = newVisitor(stage, origin)
    const asked = (await late.ask('POST', '/api/sign-in/passkey')).body
    stage.turn(10 * 60_000)
    isRefused(await late.ask('POST', '/api/sign-in/passkey/answer', authenticator.sign(asked)))
    // What was asked for adding opens no door, and the other way round.
    const mixed = await begin(visitor)
    const signed = authenticator.sign(mixed.body)
    isRefused(await visitor.ask('POST', '/api/sign-in/passkey/answer', signed))
    const other = await visitor.ask('POST', '/api/sign-in/passkey')
    const made = newAuthenticator(origin).make({ ...other.body, user: { id: 'AAAA' } })
    isRefused(await visitor.ask('POST', '/api/passkeys', { name: 'x', ...made }))
  })

  test('begun by one member is not added by another, nor one twice', async () => {
    const ana = await logIn(stage)
    const bia = await logIn(stage)
    const begun = await begin(ana.visitor)
    const made = newAuthenticator(origin).make(begun.body)
    bia.visitor.jar.set('__Host-malote-sign-in', ana.visitor.jar.get('__Host-malote-sign-in')!)
    isRefused(await bia.visitor.ask('POST', '/api/passkeys', { name: 'x', ...made }))
    const { authenticator } = await add(ana.visitor)
    isRefused((await add(bia.visitor, {}, authenticator)).reply)
  })

  test('that is nonsense is refused, not stumbled over', async () => {
    const { visitor } = await logIn(stage)
    for (const junk of ['AAAA', Buffer.from('{}').toString('base64url'), 'o2NmbXRkbm9uZQ']) {
      await begin(visitor)
      isRefused(
        await visitor.ask('POST', '/api/passkeys', {
          name: 'x',
          credential_id: junk,
          client_data: junk,
          attestation: junk,
          transports: [],
        }),
      )
    }
  })

  test('with certificates is refused before anything that they name is fetched', async t => {
    const { visitor } = await logIn(stage)
    const fetched = t.mock.method(globalThis, 'fetch')
    const logged = stage.log.length
    for (const format of ['android-key', 'packed', 'apple', 'fido-u2f', 'android-safetynet', 'x']) {
      isRefused((await add(visitor, { format, certificate: Buffer.from('3000', 'hex') })).reply)
    }
    const asked = fetched.mock.calls.map(one => String(one.arguments[0]))
    assert.deepEqual(
      asked.filter(url => !url.startsWith(stage.url)),
      [],
    )
    const why = stage.log.slice(logged).flatMap(({ fields }) => Object.values(fields))
    assert.equal(why.filter(one => String(one).includes('by certificates')).length, 6)
  })

  test('has the id that its own data has, of a length that ids have', async () => {
    const { visitor } = await logIn(stage)
    const begun = await begin(visitor)
    const made = newAuthenticator(origin).make(begun.body)
    const other = { ...made, credential_id: Buffer.alloc(32).toString('base64url') }
    isRefused(await visitor.ask('POST', '/api/passkeys', { name: 'x', ...other }))
    isRefused((await add(visitor, { idBytes: 1_024 })).reply)
    assert.equal((await add(visitor, { idBytes: 1_023 })).reply.status, 201)
  })

  test('is told of, with where it was added from', async () => {
    const { visitor, email } = await logIn(stage)
    await add(visitor)
    const { data } = (await visitor.ask('GET', '/api/notices')).body
    assert.match(data[0].text, /added the passkey “Phone”, from 10\.20\./)
    assert.equal(data[0].data.email, email)
    assert.deepEqual([data[0].code, data[0].type], ['door_changed', 'sign_in'])
  })

  test('is renamed by whose it is, and told of once it is removed', async () => {
    const { visitor } = await logIn(stage)
    const { reply } = await add(visitor)
    const path = `/api/passkeys/${reply.body.id}`
    const { visitor: another } = await logIn(stage)
    for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      assert.equal((await another.ask(method, path, body)).status, 404)
    }
    const empty = await visitor.ask('PATCH', path, { name: ' ' })
    assert.equal(empty.body.error.param, 'name')
    const renamed = await visitor.ask('PATCH', path, { name: 'Work phone' })
    assert.equal(renamed.body.name, 'Work phone')
    assert.equal((await visitor.ask('DELETE', path)).status, 200)
    const { data } = (await visitor.ask('GET', '/api/notices')).body
    assert.match(data[0].text, /removed the passkey “Work phone”, from 10\.20\./)
    assert.equal(data[0].data.change, 'passkey_removed')
  })

  test('is not added in a session that ends while its body is on the way', async () => {
    const { visitor, email } = await logIn(stage)
    const { body: begun } = await begin(visitor)
    const made = newAuthenticator(origin).make(begun)
    const text = JSON.stringify({ name: 'x', ...made })
    const end = () =>
      db.query('delete from sessions where member_id = (select id from members where email = $1)', [
        email,
      ])
    assert.equal(await slowly(visitor, { path: '/api/passkeys', text }, end), 401)
    const keys = await keysOf(email)
    assert.deepEqual(keys, [])
  })

  test('is no exception: no call is served whose session ends while its body is on the way', async () => {
    const { visitor, email } = await logIn(stage)
    const padded = { path: '/api/totp/setup', text: `{${' '.repeat(100)}}` }
    assert.equal(await slowly(visitor, padded, async () => {}), 200)
    const end = () =>
      db.query('delete from sessions where member_id = (select id from members where email = $1)', [
        email,
      ])
    assert.equal(await slowly(visitor, padded, end), 401)
  })

  test('is not kept where the session ends while it is judged', async () => {
    const { email, visitor } = await logIn(stage)
    const found = await findSession(stage.world, visitor.jar.get('__Host-malote')!)
    const attempt = await openAttempt(stage.world, {
      kind: 'new_passkey',
      invitationHash: null,
      memberId: found!.memberId,
    })
    const asked = { challenge: partOf(attempt, 'challenge'), host: 'dash.test' }
    const wire = newAuthenticator(origin).make({ ...asked, user: { id: 'AAAA' } })
    await db.query('delete from sessions where id = $1', [found!.id])
    const made = {
      id: wire.credential_id,
      clientData: wire.client_data,
      attestation: wire.attestation,
      transports: wire.transports,
    }
    const given = { attempt, name: 'x', made, address: '192.0.2.1', agent: 'test' }
    await assert.rejects(addPasskey(stage.world, found!, given), { code: 'not_authenticated' })
    assert.deepEqual(await keysOf(email), [])
  })

  const keysOf = (email: string) =>
    db.query(
      'select name from passkeys where member_id = (select id from members where email = $1)',
      [email],
    )

  /** Posts the half of a body, does something, posts the other half; the status. */
  async function slowly(
    visitor: Visitor,
    { path, text }: { readonly path: string; readonly text: string },
    meanwhile: () => Promise<unknown>,
  ) {
    const request = http.request(stage.url + path, {
      method: 'POST',
      headers: {
        origin,
        cookie: [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/json',
        'content-length': text.length,
      },
    })
    const answered = once(request, 'response')
    request.write(text.slice(0, 20))
    await new Promise(resolve => setTimeout(resolve, 300))
    await meanwhile()
    request.end(text.slice(20))
    const [response] = await answered
    response.resume()
    return response.statusCode as number
  }

  test('begun twice at the last place is added once', async () => {
    const { visitor, email } = await logIn(stage)
    await add(visitor)
    await db.query(
      `insert into passkeys
         select account_id, gen_random_uuid(), member_id, decode(md5(n::text || id::text), 'hex'),
           public_key, 0, '{}', 'x', now(), null
         from passkeys, generate_series(1, 18) n where member_id =
           (select id from members where email = $1)`,
      [email],
    )
    const cookie = '__Host-malote-sign-in'
    const first = await begin(visitor)
    const cookieOfFirst = visitor.jar.get(cookie)!
    const { reply } = await add(visitor)
    assert.equal(reply.status, 201)
    visitor.jar.set(cookie, cookieOfFirst)
    const made = newAuthenticator(origin).make(first.body)
    const refused = await visitor.ask('POST', '/api/passkeys', { name: 'x', ...made })
    assert.match(refused.body.error.message, /at most 20/)
    assert.equal((await keysOf(email)).length, 20)
    await db.query('delete from passkeys')
  })

  test('there are not without end', async () => {
    const { visitor } = await logIn(stage)
    await add(visitor)
    await db.query(
      `insert into passkeys
         select account_id, gen_random_uuid(), member_id, decode(md5(n::text || id::text), 'hex'),
           public_key, 0, '{}', 'x', now(), null
         from passkeys, generate_series(1, 19) n where member_id =
           (select member_id from passkeys order by id desc limit 1)`,
    )
    assert.match((await begin(visitor)).body.error.message, /at most 20/)
  })

  test('of a squatter is gone once the address is shown to be somebody else’s', async () => {
    const open = await startStage(db, { env: { ...proxies, MALOTE_SIGNUP: 'open' } })
    const squatter = newVisitor(open, origin)
    const email = 'victim@passkey.test'
    const signedUp = { email, password, name: 'Not the victim' }
    assert.equal((await squatter.ask('POST', '/api/signup', signedUp)).status, 201)
    const { authenticator } = await add(squatter)
    const owner = newVisitor(open, origin)
    await owner.ask('POST', '/api/password/forgot', { email })
    const token = await until(
      () => tokenMailedTo(open, email, '/reset'),
      'the letter with the new password',
    )
    await owner.ask('POST', '/api/password/reset', { token, password: 'my own password' })
    isRefused(await comeIn(squatter, authenticator))
    await open.api.close()
  })
})

describe('Passkeys beside the identity provider alone', () => {
  test('are for the owners of the account that runs the installation', async () => {
    const env = {
      ...proxies,
      MALOTE_SIGNUP: 'closed',
      MALOTE_OIDC_ISSUER: 'https://id.example.com',
      MALOTE_OIDC_CLIENT_ID: 'm',
      MALOTE_OIDC_ONLY: 'true',
    }
    const before = await startStage(db, { env: proxies })
    const { visitor, email } = await logIn(before)
    const { authenticator } = await add(visitor)
    await before.api.close()
    const stage = await startStage(db, { env })
    const refused = await comeIn(newVisitor(stage, origin), authenticator)
    assert.deepEqual([refused.status, refused.body.error.param], [403, 'password'])
    const member = newVisitor(stage, origin)
    for (const [name, value] of visitor.jar) member.jar.set(name, value)
    assert.equal((await begin(member)).body.error.code, 'sign_in_failed')
    const [row] = await db.query<{ id: string }>(
      'select account_id as id from members where email = $1',
      [email],
    )
    await changeOperator(db, row!.id, true)
    assert.equal((await comeIn(newVisitor(stage, origin), authenticator)).status, 200)
    await changeOperator(db, row!.id, false)
    await stage.api.close()
  })

  test('are not offered under an address of numbers, nor by plain http', async () => {
    const offered = async (url: string) => {
      const stage = await startStage(db, { env: { MALOTE_DASHBOARD_URL: url } })
      const visitor = newVisitor(stage, url)
      const { passkeys } = (await visitor.ask('GET', '/api/sign-in')).body
      const { status } = await visitor.ask('POST', '/api/sign-in/passkey')
      assert.equal(status, passkeys ? 200 : 404)
      await stage.api.close()
      return passkeys
    }
    assert.equal(await offered('https://mail.example.com'), true)
    assert.equal(await offered('http://localhost:8080'), true)
    assert.equal(await offered('http://mail.example.com'), false)
    assert.equal(await offered('https://192.0.2.1'), false)
    assert.equal(await offered('https://[2001:db8::1]'), false)
  })
})

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map(one => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(one => Number.parseInt(one, 2)))
}
