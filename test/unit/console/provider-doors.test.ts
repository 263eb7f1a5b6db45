/** Roles that an identity provider gives, doors that it leaves, and settings that do not go together. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { show } from '#kernel/base/ids.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { invite } from '#tenants/identity/invitations.ts'
import { testDatabase } from '../../support/database.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { newVisitor, recordsOf, settingsFor, signIn } from './provider-stage.ts'
import { makeTenant, password, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()
// Where the provider is the only door, other accounts run the installation.
const { db: dbAlone } = await testDatabase()

describe('Roles from the identity provider', () => {
  let stage: Stage
  let provider: IdentityProvider
  let house: Tenant
  before(async () => {
    provider = await startIdentityProvider()
    const env = settingsFor(provider, { MALOTE_OIDC_ROLE_CLAIM: 'realm_access.roles' })
    stage = await startStage(db, { env })
    house = await makeTenant(stage)
    await changeOperator(db, house.accountId, true)
  })
  after(async () => {
    await stage.api.close()
    await provider.close()
  })

  const as = (sub: string, roles: unknown, more: object = {}) => {
    provider.person = {
      sub,
      email: `${sub}@role.test`,
      email_verified: true,
      realm_access: { roles },
      ...more,
    }
    return signIn(provider, newVisitor(stage))
  }

  test('somebody new with a role is a member of the account that runs the installation', async () => {
    const reply = await as('rui', ['offline_access', 'reader', 'developer'], { name: 'Rui' })
    assert.deepEqual(
      [reply.body.user.role, reply.body.user.name, reply.body.account.id],
      ['developer', 'Rui', show('acc', house.accountId)],
    )
    const [joined] = await recordsOf(db, reply.body.user.id)
    assert.deepEqual(joined!.after, { email: 'rui@role.test', role: 'developer' })
  })

  test('the role follows at each sign-in, and sessions of before end', async () => {
    await as('sol', ['developer'])
    const visitor = newVisitor(stage)
    await signIn(provider, visitor)
    const less = await as('sol', 'reader')
    assert.equal(less.body.user.role, 'reader')
    assert.equal((await visitor.ask('GET', '/api/session')).status, 401)
    const records = await recordsOf(db, less.body.user.id)
    assert.deepEqual(
      records.filter(one => one.action === 'member.updated'),
      [
        {
          action: 'member.updated',
          actor: 'system',
          before: { role: 'developer' },
          after: { role: 'reader' },
        },
      ],
    )
  })

  test('without one nobody comes in, though they were in before', async () => {
    await as('teo', ['marketing'])
    for (const roles of [[], ['owner'], 'Developer', null, { reader: true }, undefined]) {
      const reply = await as('teo', roles)
      assert.deepEqual([reply.status, reply.body.error?.param], [403, 'role'], String(roles))
    }
    assert.equal((await as('uma', ['owner'])).body.error.param, 'role')
  })

  test('owners stay owners, with a role there or without', async () => {
    for (const roles of [['reader'], []]) {
      const reply = await as('vera', roles, { email: house.email })
      assert.equal(reply.body.user.role, 'owner')
    }
  })

  test('a role without a confirmed address is none', async () => {
    const reply = await as('xico', ['developer'], { email_verified: false })
    assert.equal(reply.body.error.param, 'email')
  })
})

describe('The identity provider alone', () => {
  let stage: Stage
  let provider: IdentityProvider
  before(async () => {
    provider = await startIdentityProvider()
    const env = settingsFor(provider, { MALOTE_OIDC_ONLY: 'true', MALOTE_SIGNUP: 'closed' })
    stage = await startStage(dbAlone, { env })
  })
  after(async () => {
    await stage.api.close()
    await provider.close()
  })

  const tenant = async (email: string) => {
    const made = await createAccount(stage.world, { email, password, language: 'en' })
    return { ...made, email }
  }
  const byPassword = (email: string, given = password) =>
    newVisitor(stage).ask('POST', '/api/session', { email, password: given })

  test('a right password sounds like a wrong one', async () => {
    const { email } = await tenant('only1@x.test')
    const replies = [await byPassword(email), await byPassword(email, 'wrong')]
    for (const { status, body } of replies) {
      assert.deepEqual([status, body.error.code], [401, 'not_authenticated'])
      assert.match(body.error.message, /passwords are for the owners of the account that runs/)
    }
    provider.person = { sub: 'only1', email, email_verified: true }
    assert.equal((await signIn(provider, newVisitor(stage))).status, 200)
  })

  test('owners of the account that runs the installation keep theirs', async () => {
    const { accountId, email } = await tenant('only2@x.test')
    await changeOperator(dbAlone, accountId, true)
    assert.equal((await byPassword(email)).status, 200)
    await dbAlone.query(`update members set role = 'developer' where email = $1`, [email])
    assert.equal((await byPassword(email)).status, 401)
    await changeOperator(dbAlone, accountId, false)
  })

  test('invitations are accepted by it', async () => {
    const { accountId } = await tenant('only3@x.test')
    const email = 'only4@x.test'
    const { token } = await invite(stage.world, {
      accountId,
      email,
      role: 'reader',
      language: 'en',
      address: '10.2.2.2',
    })
    const refused = await newVisitor(stage).ask('POST', '/api/invitations/accept', {
      token,
      password,
    })
    assert.equal(refused.body.error.code, 'sign_in_failed')
    assert.match(refused.body.error.message, /by 127\.0\.0\.1:\d+ alone/)
    provider.person = { sub: 'only4', email, email_verified: true }
    assert.equal((await signIn(provider, newVisitor(stage), token)).body.user.role, 'reader')
  })

  test('no letter for a new password goes to whom it would not let in', async () => {
    const { email } = await tenant('only5@x.test')
    const asked = await newVisitor(stage).ask('POST', '/api/password/forgot', { email })
    assert.equal(asked.status, 202)
    await new Promise(resolve => setTimeout(resolve, 100))
    const rows = await dbAlone.query('select from member_tokens')
    assert.equal(rows.length, 0)
  })
})

describe('Without an identity provider', () => {
  test('its doors are not there', async () => {
    const stage = await startStage(db)
    const visitor = newVisitor(stage)
    const shown = await visitor.ask('GET', '/api/sign-in')
    assert.deepEqual(shown.body, { provider: null, provider_only: false, passkeys: false })
    for (const [path, body] of [
      ['', {}],
      ['/return', { answer: '' }],
    ] as const) {
      const reply = await visitor.ask('POST', `/api/sign-in/provider${path}`, body)
      assert.equal(reply.body.error.code, 'route_not_found')
    }
    await stage.api.close()
  })

  test('settings that do not go together stop the start', () => {
    const whole = { MALOTE_OIDC_ISSUER: 'https://id.example.com/', MALOTE_OIDC_CLIENT_ID: 'm' }
    assert.equal(readSettings(whole).MALOTE_OIDC_ISSUER, 'https://id.example.com/')
    const loopback = { ...whole, MALOTE_OIDC_ISSUER: 'http://localhost:9000/x' }
    assert.equal(readSettings(loopback).MALOTE_OIDC_CLIENT_ID, 'm')
    const refused: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ MALOTE_OIDC_ISSUER: whole.MALOTE_OIDC_ISSUER }, /ISSUER needs MALOTE_OIDC_CLIENT_ID/],
      [{ MALOTE_OIDC_CLIENT_ID: 'm' }, /CLIENT_ID needs MALOTE_OIDC_ISSUER/],
      [{ MALOTE_OIDC_CLIENT_SECRET: 's' }, /CLIENT_SECRET needs MALOTE_OIDC_ISSUER/],
      [{ MALOTE_OIDC_ROLE_CLAIM: 'r' }, /ROLE_CLAIM needs MALOTE_OIDC_ISSUER/],
      [{ MALOTE_OIDC_ONLY: 'true' }, /ONLY needs MALOTE_OIDC_ISSUER/],
      [{ ...whole, MALOTE_OIDC_ONLY: '1', MALOTE_SIGNUP: 'open' }, /needs MALOTE_SIGNUP=closed/],
      ...[
        'id.example.com',
        'http://id.example.com',
        'http://10.0.0.1',
        'http://127.0.0.1.example.com',
        'https://id.example.com/?a=b',
        'https://id.example.com/#a',
        'https://me@id.example.com',
        'ftp://id.example.com',
      ].map(issuer => [{ ...whole, MALOTE_OIDC_ISSUER: issuer }, /must be an https URL/] as const),
    ]
    for (const [settings, sentence] of refused)
      assert.throws(() => readSettings(settings), sentence)
  })
})
