/** Another address to log in with: by a link to it, and back by a link to the old one. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { forgetExpired } from '#tenants/identity/sessions.ts'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import {
  type Browser,
  newBrowser,
  password,
  type Stage,
  startStage,
  tokenMailedTo,
} from './stage.ts'

interface Party {
  readonly stage: Stage
  readonly ana: Browser
}

const [old, next] = ['ana@old.test', 'ana@new.test']

async function begin(t: TestContext): Promise<Party> {
  const { db } = await testDatabase(t)
  const stage = await startStage(db, { standsStill: true })
  t.after(() => stage.api.close())
  await createAccount(stage.world, { email: old, password, language: 'en' })
  return { stage, ana: await logIn(stage, old) }
}

async function logIn(stage: Stage, email: string): Promise<Browser> {
  const browser = newBrowser(stage)
  const reply = await browser.ask('POST', '/api/session', { email, password })
  assert.equal(reply.status, 200, reply.text)
  return browser
}

async function tries(stage: Stage, email: string, word = password): Promise<number> {
  const body = { email, password: word }
  return (await newBrowser(stage).ask('POST', '/api/session', body)).status
}

/** Asks, and waits for the letter's token. */
async function ask({ stage, ana }: Party, email: string): Promise<string> {
  const before = await tokenMailedTo(stage, email)
  const reply = await ana.ask('POST', '/api/address', { email, password })
  assert.deepEqual([reply.status, reply.body], [202, { sent: true }], reply.text)
  let token: string | undefined
  await until(async () => {
    token = await tokenMailedTo(stage, email)
    return token !== undefined && token !== before
  }, `a letter to ${email}`)
  return token!
}

const confirm = (browser: Browser, token: string) =>
  browser.ask('POST', '/api/address/confirm', { token })

const restore = (stage: Stage, token: string) =>
  newBrowser(stage).ask('POST', '/api/address/restore', { token })

async function change(party: Party, email: string, from: string): Promise<string> {
  assert.equal((await confirm(party.ana, await ask(party, email))).status, 200)
  return (await tokenMailedTo(party.stage, from))!
}

const lettersTo = (stage: Stage, address: string) =>
  stage.world.db.query<{ subject: string }>(
    `select e.subject from recipients r
     join emails e on e.project_id = r.project_id and e.id = r.email_id
     where r.address = $1 order by e.id`,
    [address],
  )

const isDead = (reply: { status: number; body: { error: { param?: string } } }): void =>
  assert.deepEqual([reply.status, reply.body.error?.param], [400, 'token'])

describe('another address to log in with', () => {
  test('is in force once its link is used, for the account as well, and is written down', async t => {
    const party = await begin(t)
    const { stage, ana } = party
    const token = await ask(party, 'Ana@New.test'.toLowerCase())
    assert.equal(await tries(stage, next), 401)
    const changed = await confirm(ana, token)
    assert.deepEqual([changed.status, changed.body], [200, { email: next }])
    assert.equal((await ana.ask('GET', '/api/session')).body.user.email, next)
    assert.deepEqual([await tries(stage, next), await tries(stage, old)], [200, 401])
    // Nobody has given the account a name: it goes by its address, so by the one of now.
    const rows = await stage.world.db.query('select email, name from accounts')
    assert.deepEqual(rows, [{ email: next, name: next }])
    const [record] = (await ana.ask('GET', '/api/audit')).body.data
    assert.deepEqual(
      [record.action, record.before, record.after],
      ['member.address_changed', { email: old }, { email: next }],
    )
    assert.deepEqual(
      (await lettersTo(stage, old)).map(one => one.subject),
      ['Your log-in address was changed'],
    )
  })

  test('needs the password, an address, and another one', async t => {
    const { stage, ana } = await begin(t)
    for (const [body, param] of [
      [{ email: next, password: 'not hers at all' }, 'password'],
      [{ email: 'a..b@new.test', password }, 'email'],
      [{ email: old.toUpperCase(), password }, 'email'],
    ] as const) {
      const reply = await ana.ask('POST', '/api/address', body)
      assert.deepEqual([reply.status, reply.body.error.param], [400, param])
    }
    const stranger = await newBrowser(stage).ask('POST', '/api/address', { email: next, password })
    assert.equal(stranger.status, 401)
    const guesses: number[] = []
    for (let i = 0; i < 8; i++) {
      const body = { email: next, password: `guess ${i} of many` }
      guesses.push((await ana.ask('POST', '/api/address', body)).status)
    }
    assert.ok(guesses.includes(429), String(guesses))
    assert.deepEqual(await lettersTo(stage, next), [])
  })

  test('says of a taken address what it says of a free one, and whoever has it hears of it', async t => {
    const party = await begin(t)
    const { stage, ana } = party
    await createAccount(stage.world, { email: 'rita@taken.test', password, language: 'pt' })
    const taken = await ana.ask('POST', '/api/address', { email: 'Rita@taken.test', password })
    const free = await ana.ask('POST', '/api/address', { email: next, password })
    assert.deepEqual([taken.status, taken.text], [free.status, free.text])
    await until(
      async () => (await lettersTo(stage, 'rita@taken.test')).length > 0,
      'a letter to whoever has the address',
    )
    assert.deepEqual(await lettersTo(stage, 'rita@taken.test'), [
      { subject: 'Pediram seu endereço' },
    ])
    assert.equal(await tokenMailedTo(stage, 'rita@taken.test'), undefined)
  })

  test('goes by a link that works once, for a day, and only the newest one', async t => {
    const party = await begin(t)
    const { stage, ana } = party
    const first = await ask(party, 'first@new.test')
    const second = await ask(party, next)
    isDead(await confirm(ana, first))
    const statuses = await Promise.all([1, 2, 3].map(() => confirm(ana, second)))
    assert.deepEqual(statuses.map(one => one.status).sort(), [200, 400, 400])
    isDead(await confirm(ana, second))
    const late = await ask(party, 'late@new.test')
    stage.turn(dayMs + 1)
    isDead(await confirm(ana, late))
    assert.equal(await tries(stage, next), 200)
  })

  test('is nobody else’s to confirm: not in another session, and not without one', async t => {
    const party = await begin(t)
    const { stage } = party
    const token = await ask(party, next)
    await createAccount(stage.world, { email: 'mallory@evil.test', password })
    const mallory = await logIn(stage, 'mallory@evil.test')
    isDead(await confirm(mallory, token))
    assert.equal((await confirm(newBrowser(stage), token)).status, 401)
    // Not by links for other things, nor the other way round.
    isDead(await restore(stage, token))
    const body = { token, password: 'a password of mallory' }
    isDead(await newBrowser(stage).ask('POST', '/api/password/reset', body))
    isDead(await newBrowser(stage).ask('POST', '/api/signup/verify', { token }))
    assert.equal((await confirm(party.ana, token)).status, 200)
  })

  test('goes to whoever comes first where two ask for it', async t => {
    const party = await begin(t)
    const { stage } = party
    await createAccount(stage.world, { email: 'rita@other.test', password })
    const rita = { stage, ana: await logIn(stage, 'rita@other.test') }
    const hers = await ask(party, next)
    const ritas = await ask(rita, next)
    assert.equal((await confirm(rita.ana, ritas)).status, 200)
    isDead(await confirm(party.ana, hers))
    assert.equal(await tries(stage, old), 200)
  })

  test('says nothing by the link of before: it is dead, whether the next address is taken or not', async t => {
    const party = await begin(t)
    const { stage, ana } = party
    await createAccount(stage.world, { email: 'rita@taken.test', password, language: 'en' })
    const first = await ask(party, 'first@new.test')
    await ana.ask('POST', '/api/address', { email: 'rita@taken.test', password })
    await until(
      async () => (await lettersTo(stage, 'rita@taken.test')).length > 0,
      'a letter to whoever has the address',
    )
    isDead(await confirm(ana, first))
  })

  test('waits no longer once the password is reset, nor does anything that was begun', async t => {
    const party = await begin(t)
    const { stage, ana } = party
    const waiting = await ask(party, next)
    await ana.ask('POST', '/api/passkeys/begin', { password })
    await stage.world.db.query(
      `insert into sign_in_attempts select '\\x01', 'new_passkey', null, id, now() + interval '1 day'
         from members`,
    )
    await newBrowser(stage).ask('POST', '/api/password/forgot', { email: old })
    await until(async () => (await tokenMailedTo(stage, old)) !== undefined, 'a letter')
    const body = { token: await tokenMailedTo(stage, old), password }
    assert.equal((await newBrowser(stage).ask('POST', '/api/password/reset', body)).status, 200)
    isDead(await confirm(await logIn(stage, old), waiting))
    assert.deepEqual(await stage.world.db.query('select kind from sign_in_attempts'), [])
  })

  test('leaves no letter of before that works: the old mailbox sets no password', async t => {
    const party = await begin(t)
    const { stage } = party
    await newBrowser(stage).ask('POST', '/api/password/forgot', { email: old })
    await until(async () => (await tokenMailedTo(stage, old)) !== undefined, 'a letter')
    const reset = await tokenMailedTo(stage, old)
    await change(party, next, old)
    const body = { token: reset, password: 'a password of mallory' }
    isDead(await newBrowser(stage).ask('POST', '/api/password/reset', body))
  })
})

describe('taking a change of address back', () => {
  test('gives the old one again, ends sessions and the password, and leads to a new one', async t => {
    const party = await begin(t)
    const { stage, ana } = party
    const undo = await change(party, next, old)
    await stage.world.db.query(
      `insert into member_identities
         select 'https://id.test', 'mallory', account_id, id, email, now(), now() from members`,
    )
    await stage.world.db.query(
      `insert into passkeys select account_id, gen_random_uuid(), id, '\\x01', '\\x02', 0, '{}', 'Key',
         now(), null from members`,
    )
    const reply = await restore(stage, undo)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(await stage.world.db.query('select subject from member_identities'), [])
    assert.deepEqual(await stage.world.db.query('select name from passkeys'), [])
    assert.equal((await ana.ask('GET', '/api/session')).status, 401)
    assert.deepEqual([await tries(stage, old), await tries(stage, next)], [401, 401])
    const body = { token: reply.body.reset_token, password: 'her new password' }
    assert.equal((await newBrowser(stage).ask('POST', '/api/password/reset', body)).status, 200)
    assert.equal(await tries(stage, old, 'her new password'), 200)
    const rows = await stage.world.db.query('select email, name from accounts')
    assert.deepEqual(rows, [{ email: old, name: old }])
    isDead(await restore(stage, undo))
  })

  test('takes what was added before it was asked for in a session that may have been theirs', async t => {
    const party = await begin(t)
    const { stage } = party
    const { db } = stage.world
    const ago = (ms: number) => new Date(stage.world.clock.now() - ms)
    for (const [name, at] of [
      ['hers', ago(31 * dayMs)],
      ['mallorys', ago(29 * dayMs)],
    ] as const) {
      await db.query(
        `insert into passkeys select account_id, gen_random_uuid(), id, convert_to($1, 'UTF8'), '\\x02',
           0, '{}', $1, $2, null from members`,
        [name, at],
      )
      await db.query(
        `insert into member_identities
           select 'https://' || $1, $1, account_id, id, email, $2, $2 from members`,
        [name, at],
      )
    }
    await db.query(`update members set totp_secret = '\\x01', totp_enabled_at = $1`, [ago(hourMs)])
    const undo = await change(party, next, old)
    assert.equal((await restore(stage, undo)).status, 200)
    assert.deepEqual(await db.query('select name from passkeys'), [{ name: 'hers' }])
    assert.deepEqual(await db.query('select subject from member_identities'), [{ subject: 'hers' }])
    const rows = await db.query('select totp_enabled_at as at from members')
    assert.deepEqual(rows, [{ at: null }])
  })

  test('works for seven days, in which nobody else gets the old address', async t => {
    const party = await begin(t)
    const { stage } = party
    const undo = await change(party, next, old)
    const signUp = () =>
      newBrowser(stage).ask('POST', '/api/signup', { email: old, password, name: 'Mallory' })
    stage.turn(7 * dayMs - hourMs)
    await forgetExpired(stage.world)
    assert.equal((await signUp()).body.error.param, 'email')
    stage.turn(2 * hourMs)
    isDead(await restore(stage, undo))
    assert.equal((await signUp()).status, 201)
    await forgetExpired(stage.world)
    assert.deepEqual(await stage.world.db.query('select from address_changes'), [])
  })

  test('is stronger than whoever has changed it: later changes and a second step go, too', async t => {
    const party = await begin(t)
    const { stage, ana } = party
    const undo = await change(party, next, old)
    stage.turn(hourMs)
    const undoOfMallory = await change(party, 'third@new.test', next)
    const waiting = await ask(party, 'fourth@new.test')
    await stage.world.db.query(`update members set totp_secret = '\\x01', totp_enabled_at = $1`, [
      new Date(stage.world.clock.now()),
    ])
    const reply = await restore(stage, undo)
    assert.equal(reply.status, 200, reply.text)
    isDead(await restore(stage, undoOfMallory))
    const body = { token: reply.body.reset_token, password }
    assert.equal((await newBrowser(stage).ask('POST', '/api/password/reset', body)).status, 200)
    assert.equal(await tries(stage, old), 200)
    isDead(await confirm(await logIn(stage, old), waiting))
    assert.equal((await ana.ask('GET', '/api/session')).status, 401)
  })

  test('by a later letter leaves the earlier one good', async t => {
    const party = await begin(t)
    const { stage } = party
    const undo = await change(party, next, old)
    stage.turn(hourMs)
    const later = await change(party, 'third@new.test', next)
    assert.equal((await restore(stage, later)).status, 200)
    assert.equal((await restore(stage, undo)).status, 200)
    const rows = await stage.world.db.query('select email from members')
    assert.deepEqual(rows, [{ email: old }])
  })

  test('is not offered to an address that was never confirmed: it may be a stranger’s', async t => {
    const { stage } = await begin(t)
    const ana = newBrowser(stage)
    const typo = 'anna@old.test'
    await ana.ask('POST', '/api/signup', { email: typo, password, name: 'Ana' })
    const before = (await lettersTo(stage, typo)).length
    const party = { stage, ana }
    assert.equal((await confirm(ana, await ask(party, next))).status, 200)
    assert.equal((await lettersTo(stage, typo)).length, before)
    const verify = await tokenMailedTo(stage, typo)
    isDead(await newBrowser(stage).ask('POST', '/api/signup/verify', { token: verify }))
    // Nor does it wait for anybody: who has it may sign up.
    const signUp = { email: typo, password, name: 'Anna' }
    assert.equal((await newBrowser(stage).ask('POST', '/api/signup', signUp)).status, 201)
    assert.equal((await ana.ask('GET', '/api/session')).body.user.verified, true)
  })
})
