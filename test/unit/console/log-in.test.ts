/** Guessing at the door: throttled, and told nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { dummyHash, hashPassword } from '#tenants/accounts/passwords.ts'
import { networkOf } from '#tenants/identity/throttle.ts'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, newBrowser, password, type Stage, startStage } from './stage.ts'

const { db } = await testDatabase()

describe('Logging in', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage(db, {
      env: { MALOTE_TRUSTED_PROXIES: '127.0.0.0/8, ::1' },
      standsStill: true,
    })
  })
  after(() => stage.api.close())

  const from = (address: string) => ({ 'x-forwarded-for': address })
  const guess = (email: string, guessed: string, address: string) =>
    newBrowser(stage).ask('POST', '/api/session', { email, password: guessed }, from(address))

  test('a hundred wrong tries at once are mostly not even judged', async () => {
    const { email } = await makeTenant(stage)
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => guess(email, `guess ${i}`, '198.51.100.1')),
    )
    const judged = replies.filter(reply => reply.status === 401)
    const refused = replies.filter(reply => reply.status === 429)
    assert.equal(judged.length, 5)
    assert.equal(refused.length, 95)
    for (const reply of refused) {
      assert.equal(reply.body.error.code, 'rate_limited')
      assert.ok(Number(reply.headers.get('retry-after')) >= 1)
    }
    // Even the right password has to wait, or the wait would say which one it is.
    assert.equal((await guess(email, password, '198.51.100.1')).status, 429)
    assert.equal(
      (await guess(email, password, '198.51.100.2')).status,
      200,
      'but not from elsewhere',
    )
    stage.turn(60 * 60_000 + 1_000)
    assert.equal((await guess(email, password, '198.51.100.1')).status, 200, 'nor for ever')
  })

  test('each wrong try after the free ones makes the wait twice as long', async () => {
    const { email } = await makeTenant(stage)
    const waits: number[] = []
    for (let i = 0; waits.length < 6; i++) {
      const reply = await guess(email, 'wrong', '198.51.100.3')
      if (reply.status === 401) continue
      const wait = Number(reply.headers.get('retry-after'))
      waits.push(wait)
      stage.turn(wait * 1000)
      assert.ok(i < 50)
    }
    assert.deepEqual(waits, [2, 4, 8, 16, 32, 64])
  })

  test('a right password forgets the wrong ones before it', async () => {
    const { email } = await makeTenant(stage)
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 4; i++) await guess(email, 'wrong', '198.51.100.4')
      assert.equal((await guess(email, password, '198.51.100.4')).status, 200)
    }
  })

  test('one network does not get far with many addresses, nor within one IPv6 network', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 60; i++) {
      const reply = await guess(`nobody${i}@x.test`, 'wrong', `2001:db8:1:2::${i.toString(16)}`)
      statuses.push(reply.status)
    }
    assert.equal(statuses.filter(status => status === 401).length, 50)
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2::9'))
    assert.notEqual(networkOf('2001:db8:1:3::9'), networkOf('2001:db8:1:2::9'))
  })

  /** The cookie that outlives the session, as the browser in which somebody signed in has it. */
  const deviceCookieOf = async (email: string, address: string) => {
    const reply = await guess(email, password, address)
    assert.equal(reply.status, 200)
    const line = reply.headers.getSetCookie().find(one => one.startsWith('malote_device='))
    assert.match(line!, /; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
    return line!.split(';')[0]!
  }
  const guessWith = (email: string, guessed: string, headers: Record<string, string>) =>
    newBrowser(stage).ask('POST', '/api/session', { email, password: guessed }, headers)

  test('guesses from everywhere keep nobody out of a browser that they have used before', async () => {
    const { email } = await makeTenant(stage)
    const cookie = await deviceCookieOf(email, '198.51.100.40')
    const stranger = await makeTenant(stage)
    const foreign = await deviceCookieOf(stranger.email, '198.51.100.41')
    let i = 0
    for (; i < 130; i++) {
      if ((await guess(email, 'wrong', `203.0.113.${i}`)).status === 429) break
    }
    assert.equal(i, 100)
    const at = from('198.51.100.40')
    assert.equal((await guessWith(email, password, at)).status, 429)
    assert.equal((await guessWith(email, password, { ...at, cookie: foreign })).status, 429)
    const forged = `${cookie.slice(0, -3)}AAA`
    assert.equal((await guessWith(email, password, { ...at, cookie: forged })).status, 429)
    assert.equal((await guessWith(email, password, { ...at, cookie })).status, 200)
    stage.turn(366 * 24 * 60 * 60_000)
    for (let more = 0; more < 110; more++) await guess(email, 'wrong', `192.0.2.${more}`)
    const old = await guessWith(email, password, { ...at, cookie })
    assert.equal(old.status, 429, 'but not for ever')
  })

  test('a browser that they have used before is counted by itself', async () => {
    const { email } = await makeTenant(stage)
    const cookie = await deviceCookieOf(email, '198.51.100.50')
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) {
      const headers = { ...from(`203.0.113.${i}`), cookie }
      statuses.push((await guessWith(email, 'wrong', headers)).status)
    }
    assert.equal(statuses.filter(status => status === 401).length, 10)
    assert.equal((await guess(email, password, '198.51.100.51')).status, 200, 'others come in')
  })

  test('a flood of strangers takes no place of those who have been here before', async () => {
    const { email } = await makeTenant(stage)
    const cookie = await deviceCookieOf(email, '198.51.100.60')
    const flood = Array.from({ length: 120 }, (_, i) =>
      guess(`nobody${i}@flood.test`, 'wrong', `203.0.113.${i}`),
    )
    const own = await Promise.all(
      Array.from({ length: 5 }, () => guessWith(email, password, { cookie })),
    )
    const judged = (await Promise.all(flood)).map(reply => reply.status)
    assert.deepEqual(
      own.map(reply => reply.status),
      [200, 200, 200, 200, 200],
    )
    assert.ok(judged.includes(429), 'the flood was one')
  })

  test('nor of a new browser in a network from which they are signed in', async () => {
    const { email } = await makeTenant(stage)
    const at = '2001:db8:7:7::1'
    assert.equal((await guess(email, password, at)).status, 200)
    const flood = Array.from({ length: 120 }, (_, i) =>
      guess(`nobody${i}@flood.test`, 'wrong', `203.0.114.${i}`),
    )
    const own = [guess(email, password, '2001:db8:7:7::2'), guess(email, password, at)]
    const elsewhere = Array.from({ length: 12 }, (_, i) =>
      guess(email, password, `2001:db8:7:8${i}::1`),
    )
    assert.deepEqual(
      (await Promise.all(own)).map(reply => reply.status),
      [200, 200],
    )
    const statuses = (await Promise.all(elsewhere)).map(reply => reply.status)
    const judged = (await Promise.all(flood)).map(reply => reply.status)
    assert.ok(judged.includes(429), 'the flood was one')
    assert.ok(statuses.includes(429), 'whoever comes from a new one waits with all')
  })

  const lettersTo = (address: string) =>
    db.query<{ subject: string; text: string }>(
      `select e.subject, c.text from recipients r
       join emails e on e.project_id = r.project_id and e.id = r.email_id
       join email_contents c on c.project_id = r.project_id and c.email_id = r.email_id
       where r.address = $1 order by r.email_id`,
      [address],
    )
  /** Behind the answers' backs, so it may take a moment. */
  const untilLetters = async (address: string, count: number) => {
    for (let tries = 0; (await lettersTo(address)).length < count; tries++) {
      assert.ok(tries < 200, `${count} letters to ${address}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    return lettersTo(address)
  }

  test('a member for whom guesses make everybody wait is told by letter, once an hour', async () => {
    const { email } = await makeTenant(stage, { language: 'pt' })
    // The clock has been turned far: the letters' weeks are to be there.
    await ensurePartitions(stage.world)
    for (let i = 0; i < 20; i++) await guess(email, 'wrong', '198.51.100.70')
    const flood = async (asked: string, hour: number) => {
      for (let i = 0; i < 104; i++) await guess(asked, 'wrong', `100.64.${hour}.${i}`)
    }
    assert.deepEqual(await lettersTo(email), [], 'their own slips are no news')
    await flood(email, 1)
    const [letter] = await untilLetters(email, 1)
    assert.equal(letter!.subject, 'Alguém está tentando adivinhar sua senha')
    assert.match(letter!.text, /http:\/\/dash\.test\/forgot\n/)
    stage.turn(61 * 60_000)
    await flood('nobody-there@x.test', 2)
    await flood(email, 3)
    assert.equal((await untilLetters(email, 2)).length, 2)
    assert.deepEqual(await lettersTo('nobody-there@x.test'), [])
    stage.turn(10 * 60_000)
    await guess(email, 'wrong', '100.64.4.1')
    await guess(email, 'wrong', '100.64.4.2')
    assert.equal((await lettersTo(email)).length, 2, 'not twice in an hour')
  })

  test('new passwords are hashed in the same line', async () => {
    const hashing = Array.from({ length: 120 }, () =>
      Promise.resolve().then(() => hashPassword(stage.world, 'a long enough password')),
    )
    const ended = await Promise.allSettled(hashing)
    const refused = ended.filter(one => one.status === 'rejected')
    assert.equal(refused.length, 120 - 64)
    assert.equal(refused[0]!.reason.code, 'rate_limited')
  })

  test('an unknown address, a wrong password and a member without one sound the same', async () => {
    const { email } = await makeTenant(stage)
    const unset = await makeTenant(stage)
    await db.query('update members set password_hash = null where email = $1', [unset.email])
    const bodies = []
    for (const [i, asked] of [email, 'nobody@x.test', unset.email, 'x'.repeat(250)].entries()) {
      const reply = await guess(asked, 'wrong', `198.51.100.${20 + i}`)
      const { request_id: _, ...error } = reply.body.error
      bodies.push({ status: reply.status, error })
    }
    for (const body of bodies) assert.deepEqual(body, bodies[0])
    assert.equal(bodies[0]!.status, 401)
  })

  test('the hash that nobody has costs what all others cost', async () => {
    const parameters = (hash: string) => hash.split('$').slice(0, 4)
    assert.deepEqual(parameters(dummyHash), parameters(await hashPassword(stage.world, 'anything')))
    assert.deepEqual(
      dummyHash.split('$').map(part => part.length),
      (await hashPassword(stage.world, 'anything')).split('$').map(part => part.length),
    )
  })

  // Whether time tells them apart is measured by test/suites/battery/timing.ts; here, that the work is
  // the same: without a hash to check, an unknown address would cost a fiftieth.
  test('an unknown address costs the work of a known one', async () => {
    const { email } = await makeTenant(stage)
    const work = async (asked: string): Promise<number> => {
      const costs: number[] = []
      for (let i = 0; i < 9; i++) {
        stage.turn(2 * 60 * 60_000)
        const start = process.cpuUsage()
        await guess(asked, 'wrong', '198.51.100.9')
        const { user, system } = process.cpuUsage(start)
        costs.push(user + system)
      }
      return costs.sort((a, b) => a - b)[4]!
    }
    const ratio = (await work('nobody@tenant.test')) / (await work(email))
    assert.ok(ratio > 0.5 && ratio < 2, `${ratio}`)
  })

  test('asking for a new password says the same of everybody, and not too often', async () => {
    const { email } = await makeTenant(stage)
    const ask = (asked: string) =>
      newBrowser(stage).ask('POST', '/api/password/forgot', { email: asked }, from('203.0.113.5'))
    for (const asked of [email, 'nobody@y.test']) {
      const replies = []
      for (let i = 0; i < 5; i++) replies.push(await ask(asked))
      assert.deepEqual(
        replies.map(reply => reply.status),
        [202, 202, 202, 429, 429],
      )
      assert.deepEqual(replies[0]!.body, { sent: true })
    }
  })

  test('of whoever has not logged in, little is read', async () => {
    const large = { email: 'a@b.test', password: 'x'.repeat(70_000) }
    const refused = await newBrowser(stage).ask('POST', '/api/session', large)
    assert.equal(refused.body.error.code, 'invalid_field')
    assert.match(refused.body.error.message, /64 KB/)
    const { email } = await makeTenant(stage)
    assert.equal((await guess(email, password, '198.51.100.77')).status, 200)
  })

  test('what is typed into the address field is not kept', async () => {
    await guess('my-secret-password', 'x', '198.51.100.30')
    const rows = await db.query<{ key: string }>('select key from throttles')
    assert.ok(rows.length > 0)
    for (const { key } of rows) assert.doesNotMatch(key, /secret|@/)
  })
})
