/** Signing in by an identity provider: who comes in, who does not, and what they are told. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { show } from '#kernel/base/ids.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { invite } from '#tenants/identity/invitations.ts'
import { testDatabase } from '../../support/database.ts'
import {
  type IdentityProvider,
  startIdentityProvider,
  type Twist,
} from '../../support/identity-provider.ts'
import {
  finish,
  newVisitor,
  recordsOf,
  settingsFor,
  signIn,
  type Visitor,
} from './provider-stage.ts'
import { makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()

const noticesOf = async (accountId: string) =>
  (
    await db.query<{ code: string }>('select code from notices where account_id = $1', [accountId])
  ).map(one => one.code)

describe('Signing in by the identity provider', () => {
  let stage: Stage
  let provider: IdentityProvider
  let ana: Tenant
  let people = 0
  before(async () => {
    provider = await startIdentityProvider('/realms/shop')
    stage = await startStage(db, { env: settingsFor(provider) })
  })
  beforeEach(async () => {
    ana = await makeTenant(stage)
    provider.twist = {}
    provider.userinfo = null
    provider.person = {
      sub: `person-${++people}`,
      email: ana.email,
      email_verified: true,
      name: 'Ana',
    }
  })
  after(async () => {
    await stage.api.close()
    await provider.close()
  })

  test('the page learns of it, and nothing more than its host', async () => {
    const shown = await newVisitor(stage).ask('GET', '/api/sign-in')
    assert.deepEqual(shown.body, {
      provider: new URL(provider.issuer).host,
      provider_only: false,
      passkeys: false,
    })
  })

  test('a member comes in by the address that the provider confirms, and is known from then on', async () => {
    const visitor = newVisitor(stage)
    const first = await signIn(provider, visitor)
    assert.equal(first.status, 200)
    assert.equal(first.body.user.email, ana.email)
    assert.equal((await visitor.ask('GET', '/api/session')).status, 200)
    const id = first.body.user.id
    assert.deepEqual((await recordsOf(db, id)).slice(-2), [
      {
        action: 'member.identity_linked',
        actor: 'system',
        before: null,
        after: { issuer: provider.issuer, email: ana.email },
      },
      {
        action: 'member.signed_in',
        actor: 'member',
        before: null,
        after: { by: 'identity_provider', issuer: provider.issuer },
      },
    ])
    // The address wanders to somebody else; who they are there does not.
    provider.person = { ...provider.person, email: 'another@x.test', email_verified: false }
    const second = await signIn(provider, newVisitor(stage))
    assert.equal(second.body.user.id, id)
    assert.equal(second.body.user.email, ana.email)
  })

  test('an address in another spelling is the same address', async () => {
    provider.person = { ...provider.person, email: ana.email.toUpperCase(), email_verified: 'true' }
    assert.equal((await signIn(provider, newVisitor(stage))).body.user.email, ana.email)
  })

  test('a new browser is told of, and known the next time', async () => {
    const visitor = newVisitor(stage)
    const signIns = async () =>
      (await noticesOf(ana.accountId)).filter(code => code === 'sign_in').length
    const before = await signIns()
    await signIn(provider, visitor)
    assert.equal(await signIns(), before + 1)
    await signIn(provider, visitor)
    assert.equal(await signIns(), before + 1)
    assert.ok(visitor.jar.has('malote_device'))
  })

  test('the session that came along ends, and a new one begins', async () => {
    const planted = newVisitor(stage)
    await signIn(provider, planted)
    const cookie = planted.jar.get('malote_session')!
    await signIn(provider, planted)
    assert.notEqual(planted.jar.get('malote_session'), cookie)
    const old = newVisitor(stage)
    old.jar.set('malote_session', cookie)
    assert.equal((await old.ask('GET', '/api/session')).status, 401)
  })

  test('it asks for no code of two-step log-in: that is what the provider is for', async () => {
    await db.query(
      `update members set totp_enabled_at = now(), totp_secret = '\\x00' where email = $1`,
      [ana.email],
    )
    assert.equal((await signIn(provider, newVisitor(stage))).status, 200)
  })

  test('what the token leaves out is asked for at the userinfo endpoint', async () => {
    const { sub, ...rest } = provider.person
    provider.person = { sub }
    // That there is one, it says when it is asked anew.
    provider.userinfo = { sub, ...rest }
    stage.turn(2 * 3_600_000)
    assert.equal((await signIn(provider, newVisitor(stage))).body.user.email, ana.email)
    provider.person = { sub: `${sub}-b` }
    const refused = await signIn(provider, newVisitor(stage))
    assert.equal(refused.body.error.code, 'sign_in_failed', 'of another person it says nothing')
  })

  const refusedFor = async (person: object, param: string, words: RegExp) => {
    provider.person = { ...provider.person, ...person }
    const visitor = newVisitor(stage)
    const reply = await signIn(provider, visitor)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'sign_in_failed'])
    assert.equal(reply.body.error.param, param)
    assert.match(reply.body.error.message, words)
    assert.equal(visitor.jar.has('malote_session'), false)
  }

  test('an address that nobody has confirmed opens nothing', async () => {
    await refusedFor({ email_verified: false }, 'email', /not say that your email address is conf/)
    await refusedFor({ email_verified: undefined }, 'email', /confirmed/)
    await refusedFor({ email_verified: 1 }, 'email', /confirmed/)
    await refusedFor({ email_verified: true, email: `x <${ana.email}>` }, 'email', /confirmed/)
    await refusedFor({ email_verified: true, email: [ana.email] }, 'email', /confirmed/)
  })

  test('whoever is nobody here is told so', async () => {
    await refusedFor({ email: 'nobody@x.test' }, 'email', /no member with your address/)
  })

  test('a member who is somebody there already is not taken over', async () => {
    await signIn(provider, newVisitor(stage))
    await refusedFor({ sub: 'a stranger with a recycled address' }, 'identity', /another person/)
  })

  test('an account that nobody has confirmed is not merged with its address’s owner', async () => {
    await db.query('update members set verified_at = null where email = $1', [ana.email])
    await refusedFor({}, 'email', /nobody has confirmed/)
  })

  test('names that could not stand here are left out', async () => {
    provider.person = { ...provider.person, sub: 'odd\u0000subject' }
    const reply = await signIn(provider, newVisitor(stage))
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'sign_in_failed'])
  })

  describe('by invitation', () => {
    const invited = async (email: string) => {
      const { token } = await invite(stage.world, {
        accountId: ana.accountId,
        email,
        role: 'marketing',
        language: 'pt',
        address: `10.1.1.${people}`,
      })
      return token
    }

    test('opened by its link makes a member, without a password', async () => {
      const email = `bia${people}@x.test`
      const token = await invited(email)
      provider.person = { ...provider.person, email, name: 'Bia\u202e' }
      const nobody = await signIn(provider, newVisitor(stage))
      assert.equal(nobody.body.error.param, 'email', 'an invitation alone draws nobody in')
      const joined = await signIn(provider, newVisitor(stage), token)
      assert.equal(joined.status, 200)
      assert.equal(joined.body.user.role, 'marketing')
      assert.equal(joined.body.user.name, '')
      assert.equal(joined.body.account.id, show('acc', ana.accountId))
      const [row] = await db.query<{ password_hash: string | null; is: boolean }>(
        `select password_hash, verified_at is not null as is from members where email = $1`,
        [email],
      )
      assert.deepEqual({ ...row }, { password_hash: null, is: true })
      assert.deepEqual(
        (await recordsOf(db, joined.body.user.id)).map(one => one.action),
        ['member.joined', 'member.identity_linked', 'member.signed_in'],
      )
    })

    test('of another address opens nothing', async () => {
      const token = await invited(`caio${people}@x.test`)
      provider.person = { ...provider.person, email: `dora${people}@x.test` }
      const reply = await signIn(provider, newVisitor(stage), token)
      assert.equal(reply.body.error.param, 'invitation')
    })

    test('does not move somebody who has an account', async () => {
      const other = await makeTenant(stage)
      const token = await invited(other.email)
      provider.person = { ...provider.person, email: other.email }
      const reply = await signIn(provider, newVisitor(stage), token)
      assert.match(reply.body.error.message, /another account/)
    })

    test('to the account that runs the installation needs no link', async () => {
      await changeOperator(db, ana.accountId, true)
      const email = `eva${people}@x.test`
      await invited(email)
      provider.person = { ...provider.person, email }
      const joined = await signIn(provider, newVisitor(stage))
      await changeOperator(db, ana.accountId, false)
      assert.equal(joined.body.user.role, 'marketing')
    })
  })

  describe('with an answer that is not to be believed', () => {
    const spoiled: readonly (readonly [string, Twist])[] = [
      ['another nonce', { claims: { nonce: 'another' } }],
      ['no nonce', { claims: { nonce: undefined } }],
      ['another audience', { claims: { aud: 'somebody-else' } }],
      [
        'several audiences without saying for which',
        { claims: { aud: ['malote', 'x'], azp: 'x' } },
      ],
      ['a token that is over', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
      ['another issuer', { claims: { iss: 'https://accounts.example.com' } }],
      ['no signature', { header: { alg: 'none' } }],
      ['a signature by a shared key', { header: { alg: 'HS256' } }],
      ['somebody else’s signature', { isForged: true }],
      ['an unknown key', { header: { kid: 'k2' } }],
    ]
    for (const [what, twist] of spoiled) {
      test(`${what}: nobody comes in`, async () => {
        const visitor = newVisitor(stage)
        provider.twist = twist
        const reply = await signIn(provider, visitor)
        assert.deepEqual([reply.status, reply.body.error.code], [403, 'sign_in_failed'])
        assert.match(reply.body.error.message, /not one to be believed/)
        assert.equal(visitor.jar.has('malote_session'), false)
        provider.twist = {}
        assert.equal((await signIn(provider, visitor)).status, 200, 'and the next time it works')
      })
    }

    const begun = async (visitor: Visitor) => {
      const { body } = await visitor.ask('POST', '/api/sign-in/provider', {})
      return provider.visit(body.url)
    }
    const isStale = (reply: Awaited<ReturnType<typeof finish>>) => {
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'sign_in_failed'])
      assert.equal(reply.body.error.param, 'answer')
      assert.match(reply.body.error.message, /Begin again/)
    }

    test('another state, none, or one of another browser', async () => {
      const visitor = newVisitor(stage)
      const answer = await begun(visitor)
      answer.set('state', 'x')
      isStale(await finish(visitor, String(answer)))
      const next = await begun(visitor)
      next.delete('state')
      isStale(await finish(visitor, String(next)))
      isStale(await finish(newVisitor(stage), String(await begun(visitor))))
      const foreign = await begun(newVisitor(stage))
      await begun(visitor)
      isStale(await finish(visitor, String(foreign)))
    })

    test('a code used twice, with the same cookie or a new one', async () => {
      const visitor = newVisitor(stage)
      const answer = await begun(visitor)
      const cookie = visitor.jar.get('malote_sign_in')!
      assert.equal((await finish(visitor, String(answer))).status, 200)
      assert.equal(visitor.jar.has('malote_sign_in'), false)
      const thief = newVisitor(stage)
      thief.jar.set('malote_sign_in', cookie)
      isStale(await finish(thief, String(answer)))
      const late = await begun(thief)
      late.set('code', answer.get('code')!)
      isStale(await finish(thief, String(late)))
    })

    test('after ten minutes', async () => {
      const visitor = newVisitor(stage)
      const answer = await begun(visitor)
      stage.turn(10 * 60_000)
      isStale(await finish(visitor, String(answer)))
    })

    test('nothing at all, or nonsense', async () => {
      for (const answer of ['', '?', 'a=b', '%', 'code=%00&state=%ff', 'error=x']) {
        const visitor = newVisitor(stage)
        isStale(await finish(visitor, answer))
        await begun(visitor)
        isStale(await finish(visitor, answer))
      }
    })
  })

  test('whoever says no there is told so, in both languages', async () => {
    provider.twist = { isDenied: true }
    const visitor = newVisitor(stage)
    const reply = await signIn(provider, visitor)
    assert.match(reply.body.error.message, /did not let you go on \(access_denied\)/)
    const { body } = await visitor.ask('POST', '/api/sign-in/provider', {})
    const answer = await provider.visit(body.url)
    const said = await finish(visitor, String(answer), 'pt')
    assert.match(said.body.error.message, /não permitiu continuar/)
    const again = await visitor.ask('POST', '/api/sign-in/provider', {})
    const bad = await provider.visit(again.body.url)
    bad.set('error', 'call +55 11 99999-9999')
    const shown = await finish(visitor, String(bad))
    assert.doesNotMatch(shown.body.error.message, /99999/)
  })

  test('a provider that is away, or none, is said so', async () => {
    const twists: readonly Twist[] = [
      { status: 500 },
      { status: 404 },
      { metadata: { issuer: 'https://accounts.example.com' } },
      { metadata: { token_endpoint: undefined } },
      { metadata: { token_endpoint: 'http://mail.example.com/token' } },
      { metadata: { authorization_endpoint: 'javascript:alert(1)' } },
      { metadata: { authorization_endpoint: 'http://mail.example.com/' } },
    ]
    for (const twist of twists) {
      provider.twist = twist
      // What it says of itself is kept for an hour.
      stage.turn(3_600_000)
      const visitor = newVisitor(stage)
      const begun = await visitor.ask('POST', '/api/sign-in/provider', {})
      const reply =
        begun.status === 200
          ? await finish(visitor, String(await provider.visit(begun.body.url)))
          : begun
      const { error } = reply.body
      const told = ['identity_provider_unavailable', 'sign_in_failed']
      assert.ok(told.includes(error.code), JSON.stringify([twist, reply.body]))
      assert.ok([503, 403].includes(reply.status))
      provider.twist = {}
    }
    provider.twist = { knowsNoClient: true }
    const reply = await signIn(provider, newVisitor(stage))
    assert.match(reply.body.error.message, /refused this installation itself \(invalid_client\)/)
  })

  test('who they are there is told of, and unlinked by who has another way in', async () => {
    const visitor = newVisitor(stage)
    const { body } = await signIn(provider, visitor)
    const told = async () =>
      (await db.query('select data from notices where account_id = $1', [ana.accountId])).map(
        ({ data }) => (data as { change?: string }).change,
      )
    assert.ok((await told()).includes('identity_linked'))
    const [linked] = (await visitor.ask('GET', '/api/identities')).body.data
    assert.deepEqual([linked.issuer, linked.email], [provider.issuer, ana.email])
    const path = `/api/identities/${linked.id}`
    const other = await makeTenant(stage)
    assert.equal((await other.browser.ask('DELETE', path)).status, 404)

    const [{ hash } = { hash: null }] = await db.query<{ hash: string | null }>(
      'select password_hash as hash from members where account_id = $1',
      [ana.accountId],
    )
    const setHash = (value: string | null) =>
      db.query('update members set password_hash = $2 where account_id = $1', [
        ana.accountId,
        value,
      ])
    await setHash(null)
    assert.match((await visitor.ask('DELETE', path)).body.error.message, /your only way in/)
    await setHash(hash)
    assert.equal((await visitor.ask('DELETE', path)).status, 200)
    assert.deepEqual((await visitor.ask('GET', '/api/identities')).body.data, [])
    assert.ok((await told()).includes('identity_unlinked'))
    const records = await recordsOf(db, body.user.id)
    assert.ok(records.some(({ action }) => action === 'member.identity_unlinked'))
  })

  test('neither secret nor code nor token is in the log', async () => {
    const text = JSON.stringify(stage.log)
    assert.ok(stage.log.some(one => one.message === 'a sign-in by the identity provider failed'))
    for (const secret of [provider.clientSecret, 'an access token', 'code-', 'eyJ']) {
      assert.equal(text.includes(secret), false, secret)
    }
  })

  test('strangers who begin again and again have to wait', async () => {
    const statuses = new Set<number>()
    const stranger = newVisitor(stage)
    for (let i = 0; i < 70; i++) {
      statuses.add((await stranger.ask('POST', '/api/sign-in/provider', {})).status)
    }
    assert.ok(statuses.has(429))
  })
})
