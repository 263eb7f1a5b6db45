/** An installation that nobody has been named for becomes that of whoever reads its log. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { World } from '#kernel/world/world.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { announce, makeFirstAccount } from '../../../src/boot/first-start.ts'
import { testDatabase } from '../../support/database.ts'
import { newBrowser, type Reply, type Stage, startStage } from './stage.ts'

const given = { name: 'Ana', email: 'Ana@own.test', password: 'a password of hers' }

async function begin(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const { db } = await testDatabase(t)
  const stage = await startStage(db, { env, standsStill: true })
  t.after(() => stage.api.close())
  return stage
}

async function printed(world: World): Promise<string> {
  let text = ''
  announce(world, await makeFirstAccount(world), { write: one => (text += one) })
  return text
}

const codeIn = (text: string): string | undefined => /Code {7}([a-z2-7-]{19})\n/.exec(text)?.[1]

const claimBy = (stage: Stage, code: string, more: object = {}): Promise<Reply> =>
  newBrowser(stage).ask('POST', '/api/claim', { ...given, code, ...more })

const waits = async (stage: Stage): Promise<boolean> =>
  (await newBrowser(stage).ask('GET', '/api/signup')).body.claim

describe('claiming an installation', () => {
  test('makes the account that runs it, without limits, and logs its owner in', async t => {
    const stage = await begin(t)
    const text = await printed(stage.world)
    assert.doesNotMatch(text, /svc_test_|Password/)
    const code = codeIn(text)!
    assert.ok(text.includes(`http://dash.test/claim?code=${code}\n`), text)
    assert.equal(await waits(stage), true)
    // As people type it.
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
    const browser = newBrowser(stage)
    const zone = { language: 'en', time_zone: 'America/Recife' }
    const made = await browser.ask('POST', '/api/claim', { ...given, code: typed, ...zone })
    assert.equal(made.status, 201, made.text)
    const { user, account, operator, projects } = made.body
    assert.deepEqual(
      [user.email, user.role, user.verified, operator, projects.length],
      ['ana@own.test', 'owner', true, true, 1],
    )
    assert.deepEqual(
      [account.name, account.plan, account.trust_level, account.time_zone, account.language],
      ['Ana', 'enterprise', 3, 'America/Recife', 'en'],
    )
    assert.equal((await browser.ask('GET', '/api/session')).status, 200)
    const audit = await browser.ask('GET', '/api/audit')
    assert.deepEqual(
      audit.body.data.map((one: { action: string }) => one.action),
      ['account.claimed'],
    )
    assert.ok(!audit.text.includes(code))
    assert.equal(await waits(stage), false)
  })

  test('works once: a used code says what a wrong one says, and later starts print none', async t => {
    const stage = await begin(t)
    const code = codeIn(await printed(stage.world))!
    const wrong = await claimBy(stage, 'aaaa-bbbb-cccc-dddd')
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'code'])
    const answers = await Promise.all(
      [1, 2, 3].map(n => claimBy(stage, code, { email: `ana${n}@own.test` })),
    )
    assert.deepEqual(answers.map(one => one.status).sort(), [201, 400, 400])
    const again = await claimBy(stage, code, { email: 'mallory@own.test' })
    const { request_id: _, ...error } = again.body.error
    const { request_id: __, ...wrongError } = wrong.body.error
    assert.deepEqual(error, wrongError)
    assert.equal(codeIn(await printed(stage.world)), undefined)
    const rows = await stage.world.db.query('select email from accounts')
    assert.equal(rows.length, 1)
    const kept = await stage.world.db.query<{ name: string }>('select name from installation')
    assert.ok(!kept.some(({ name }) => name === 'first_claim'), 'the code is not kept')
  })

  test('goes by one code, whichever node has printed it, at whichever start', async t => {
    const stage = await begin(t)
    const other = await startStage(stage.world.db, { standsStill: true })
    t.after(() => other.api.close())
    const codes = await Promise.all([stage, other, stage].map(one => printed(one.world)))
    assert.equal(new Set(codes.map(codeIn)).size, 1)
    assert.equal((await claimBy(other, codeIn(codes[0]!)!)).status, 201)
  })

  test('keeps guessers waiting, each network by itself', async t => {
    const env = { MALOTE_TRUSTED_PROXIES: '127.0.0.1/32' }
    const stage = await begin(t, env)
    const code = codeIn(await printed(stage.world))!
    const from = (address: string, tried: string) =>
      newBrowser(stage).ask(
        'POST',
        '/api/claim',
        { ...given, code: tried },
        { 'x-forwarded-for': address },
      )
    const statuses: number[] = []
    for (let i = 0; i < 14; i++) {
      statuses.push((await from('198.51.100.7', 'aaaa-bbbb-cccc-dddd')).status)
    }
    assert.deepEqual(statuses, [...Array(10).fill(400), ...Array(4).fill(429)])
    assert.equal((await from('198.51.100.7', code)).status, 429)
    assert.equal((await from('203.0.113.9', code)).status, 201)
  })

  test('leaves the code good where what comes with it is refused', async t => {
    const stage = await begin(t)
    const code = codeIn(await printed(stage.world))!
    await createAccount(stage.world, { email: 'taken@own.test' })
    for (const [more, param] of [
      [{ email: 'taken@own.test' }, 'email'],
      [{ email: 'a..b@own.test' }, 'email'],
      [{ password: 'short' }, 'password'],
      [{ name: '' }, 'name'],
    ] as const) {
      const reply = await claimBy(stage, code, more)
      assert.deepEqual([reply.status, reply.body.error.param], [400, param])
    }
    // A browser's zone that is none is no reason to refuse.
    const made = await claimBy(stage, code, { time_zone: ':/etc/nowhere' })
    assert.deepEqual([made.status, made.body.account.time_zone], [201, 'UTC'])
  })

  test('is over once an owner is named, or an account made the operator', async t => {
    const stage = await begin(t)
    const code = codeIn(await printed(stage.world))!
    const { accountId } = await createAccount(stage.world, { email: 'boss@own.test' })
    await changeOperator(stage.world.db, accountId, true)
    assert.equal((await claimBy(stage, code)).status, 400)
    assert.equal(codeIn(await printed(stage.world)), undefined)

    const second = await begin(t)
    const dead = codeIn(await printed(second.world))!
    const settings = { ...second.world.settings, MALOTE_OWNER_EMAIL: 'rita@own.test' }
    assert.match(await printed({ ...second.world, settings }), /reset\?token=/)
    assert.equal((await claimBy(second, dead)).status, 400)
    assert.equal(await waits(second), false)
  })

  test('is not how somebody begins on their own machine', async t => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'malote.localhost']) {
      const stage = await begin(t, { MALOTE_DASHBOARD_URL: `http://${host}:8080` })
      assert.match(await printed(stage.world), /Password {3}\S{16}\n/, host)
    }
    const { world } = await begin(t, { MALOTE_ROLES: 'deliver' })
    assert.equal(await makeFirstAccount(world), null)
  })
})
