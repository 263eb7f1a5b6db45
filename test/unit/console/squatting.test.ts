/** Somebody opens an account with another's address, sets a few things up, and waits. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import {
  addMember,
  makeTenant,
  newBrowser,
  password,
  type Stage,
  startStage,
  type Tenant,
  tokenMailedTo,
} from './stage.ts'

const { db } = await testDatabase()
let stage: Stage
before(async () => {
  stage = await startStage(db)
})
after(() => stage.api.close())

const next = 'quite another horse'

/** Comes in by the letter for a new password, as the owner of the mailbox. */
async function reset(email: string): Promise<Tenant['browser']> {
  const owner = newBrowser(stage)
  await owner.ask('POST', '/api/password/forgot', { email })
  const token = await until(() => tokenMailedTo(stage, email), 'the letter')
  const done = await owner.ask('POST', '/api/password/reset', { token, password: next })
  assert.equal(done.status, 200, done.text)
  const entered = await owner.ask('POST', '/api/session', { email, password: next })
  assert.equal(entered.status, 200, entered.text)
  return owner
}

/** All that lets somebody in or tells them anything, as far as the account may have it. */
async function setUp(tenant: Tenant) {
  const { browser, base } = tenant
  const keys = base.replace('/live', '').concat('/keys')
  const { key } = (await browser.ask('POST', keys, { mode: 'test', scope: 'admin' })).body
  const hook = { url: 'https://squat.example.org/', events: ['delivered'] }
  assert.equal((await browser.ask('POST', `${base}/test/webhooks`, hook)).status, 201)
  const { id } = (await browser.ask('POST', `${base}/test/webhooks`, hook)).body
  assert.equal((await browser.ask('DELETE', `${base}/test/webhooks/${id}`)).status, 200)
  const second = await addMember(stage, tenant, 'owner')
  await db.query(
    `insert into invitations (account_id, id, email, role, language, hash, created_at, expires_at)
     values ($1, $2, 'third@squat.test', 'owner', 'en', $3, $4, $5)`,
    [
      tenant.accountId,
      stage.world.ids.next(),
      stage.world.random.bytes(32),
      new Date(stage.world.clock.now()),
      new Date(stage.world.clock.now() + 86_400_000),
    ],
  )
  return { key: key as string, second }
}

const deletedOf = ({ base }: Tenant) => `${base}/deleted`

const useKey = async (key: string) =>
  (await fetch(`${stage.url}/v1/emails`, { headers: { authorization: `Bearer ${key}` } })).status

describe('an address that somebody else signed up with', () => {
  test('keeps nothing of theirs once its owner has come by a new password', async () => {
    const squatter = await makeTenant(stage, { isVerified: false })
    const { key, second } = await setUp(squatter)
    await squatter.browser.ask('POST', '/api/totp/setup')
    // As with a right code: from now on the password alone lets nobody in.
    await db.query('update members set totp_enabled_at = created_at where email = $1', [
      squatter.email,
    ])
    assert.equal(await useKey(key), 200)

    const owner = await reset(squatter.email)
    assert.equal(await useKey(key), 401)
    assert.equal((await second.ask('GET', '/api/session')).status, 401)
    assert.equal((await squatter.browser.ask('GET', '/api/session')).status, 401)
    const old = { email: squatter.email, password }
    assert.equal((await newBrowser(stage).ask('POST', '/api/session', old)).status, 401)
    const members = (await owner.ask('GET', '/api/members')).body.data
    assert.deepEqual(
      members.map((one: { email: string }) => one.email),
      [squatter.email],
    )
    assert.deepEqual((await owner.ask('GET', `${squatter.base}/test/webhooks`)).body.data, [])
    assert.deepEqual((await owner.ask('GET', deletedOf(squatter))).body.data, [])
    const session = (await owner.ask('GET', '/api/session')).body.user
    assert.deepEqual([session.verified, session.totp_enabled], [true, false])
  })

  test('loses nothing by a new password when it was confirmed before', async () => {
    const tenant = await makeTenant(stage)
    const { key, second } = await setUp(tenant)
    const owner = await reset(tenant.email)
    assert.equal(await useKey(key), 200)
    assert.equal((await second.ask('GET', '/api/session')).status, 200)
    assert.equal((await owner.ask('GET', '/api/members')).body.data.length, 3)
    assert.equal((await owner.ask('GET', `${tenant.base}/test/webhooks`)).body.data.length, 1)
    assert.equal((await owner.ask('GET', deletedOf(tenant))).body.data.length, 1)
  })
})
