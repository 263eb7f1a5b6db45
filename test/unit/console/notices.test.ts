/** Who is told in the dashboard, who by email, and what each may choose. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { postLetters } from '#faces/console/notice-letters.ts'
import { postDigests } from '#faces/console/weekly-digest.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { notify } from '#tenants/accounts/notices.ts'
import { testDatabase } from '../../support/database.ts'
import { addMember, makeTenant, newBrowser, password, type Stage, startStage } from './stage.ts'

const { db } = await testDatabase()

interface Shown {
  readonly id: string
  readonly type: string
  readonly data: Record<string, unknown>
}

describe('A notice', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage(db)
  })
  after(() => stage.api.close())

  const tell = (accountId: Uuid, code: 'domain_failed' | 'import_done' | 'limit_100') =>
    db.transaction(tx =>
      notify(tx, stage.world, [
        { accountId, level: 'warning', code, text: { en: 'Words', pt: 'Palavras' } },
      ]),
    )
  const lettersTo = async () => {
    const seen = 'select count(*)::integer as n from recipients'
    const before = (await db.query<{ n: number }>(seen))[0]!.n
    await postLetters(stage.world)
    const rows = await db.query<{ address: string }>(
      'select address from recipients order by email_id, address offset $1',
      [before],
    )
    return rows.map(one => one.address).sort()
  }

  test('of a sign-in tells of a browser that was not used before', async () => {
    const { browser, accountId, email } = await makeTenant(stage)
    await addMember(stage, { accountId }, 'reader')
    await lettersTo()
    const seen = async () => {
      const { data } = (await browser.ask('GET', '/api/notices')).body
      return (data as Shown[]).filter(one => one.type === 'sign_in' && one.data.email === email)
    }
    assert.equal((await seen()).length, 1, 'that of the first sign-in')
    const signedIn = await newBrowser(stage).ask('POST', '/api/session', { email, password })
    assert.equal(signedIn.status, 200)
    const device = signedIn.headers.getSetCookie().find(one => one.startsWith('malote_device='))!
    const known = newBrowser(stage, device.split(';')[0])
    const [notice] = await seen()
    assert.equal(notice!.data.email, email)
    assert.ok(notice!.data.ip)
    assert.equal((await known.ask('POST', '/api/session', { email, password })).status, 200)
    assert.equal((await seen()).length, 2, 'the browser is known now')
    assert.deepEqual(await lettersTo(), [email])
  })

  test('about one member is for that member and for owners', async () => {
    const { browser, accountId, email } = await makeTenant(stage)
    const reader = await addMember(stage, { accountId }, 'reader')
    await newBrowser(stage).ask('POST', '/api/session', { email, password })
    const of = async (who: typeof reader) => (await who.ask('GET', '/api/notices')).body.data
    const [own, readers] = await of(browser)
    assert.deepEqual([own.type, own.data.email], ['sign_in', email])
    assert.deepEqual(await of(reader), [readers])
    const refused = await reader.ask('POST', `/api/notices/${own.id}/read`)
    assert.equal(refused.status, 404)
    await lettersTo()
  })

  test('goes by email to owners, and to others who ask for its type', async () => {
    const { browser, accountId, email } = await makeTenant(stage)
    const reader = await addMember(stage, { accountId }, 'reader')
    const readers = (await reader.ask('GET', '/api/session')).body.user.email
    await lettersTo()
    await tell(accountId, 'domain_failed')
    assert.deepEqual(await lettersTo(), [email])
    const chosen = await reader.ask('PATCH', '/api/notice-settings', {
      letters: { domain_failed: true },
    })
    assert.equal(chosen.status, 200, chosen.text)
    assert.equal(chosen.body.letters.domain_failed, true)
    assert.equal(chosen.body.letters.limit_100, false)
    await browser.ask('PATCH', '/api/notice-settings', { letters: { domain_failed: false } })
    await tell(accountId, 'domain_failed')
    assert.deepEqual(await lettersTo(), [readers])
    await tell(accountId, 'import_done')
    assert.deepEqual(await lettersTo(), [], 'of a type that nobody asked for')
    await tell(accountId, 'limit_100')
    assert.deepEqual(await lettersTo(), [email])
    assert.deepEqual(await lettersTo(), [], 'once')
  })

  test('of the week comes to who wants it, once a week', async () => {
    const { browser, accountId, projectId, email } = await makeTenant(stage)
    const week = 7 * 24 * 3_600_000
    const digests = async () => {
      await postDigests(stage.world)
      const rows = await db.query<{ text: string }>(
        `select c.text from recipients r
         join emails e on e.project_id = r.project_id and e.id = r.email_id
         join email_contents c on c.project_id = r.project_id and c.email_id = r.email_id
         where r.address = $1 and e.subject = 'Your week of email' order by r.email_id`,
        [email],
      )
      return rows.map(one => one.text.split('\n')[0])
    }
    assert.deepEqual(await digests(), [])
    await browser.ask('PATCH', '/api/notice-settings', { weekly_digest: true })
    assert.deepEqual(await digests(), [], 'a week has not gone by')
    stage.turn(week)
    await tell(accountId, 'import_done')
    const day = new Date(stage.world.clock.now() - 24 * 3_600_000).toISOString().slice(0, 10)
    await db.query(
      `insert into usage (project_id, day, stream, provider, shard, accepted, delivered, bounced)
       values ($1, $2, 'transactional', '', 0, 1200, 1190, 10)`,
      [projectId, day],
    )
    const said =
      'The last seven days: 1,200 recipients accepted, 1,190 delivered, 10 bounced, 0 marked as spam. Notices: 1.'
    assert.deepEqual(await digests(), [said])
    assert.deepEqual(await digests(), [said], 'once')
    stage.turn(week)
    assert.equal((await digests()).length, 2)
    await browser.ask('POST', '/api/session', { email, password })
    await browser.ask('PATCH', '/api/notice-settings', { weekly_digest: false })
    stage.turn(week)
    assert.equal((await digests()).length, 2)
  })

  test('is chosen type by type, and what is not named stays', async () => {
    const { browser } = await makeTenant(stage)
    const first = (await browser.ask('GET', '/api/notice-settings')).body
    assert.deepEqual([first.letters.sending_paused, first.letters.import_done], [true, false])
    assert.equal(first.weekly_digest, false)
    await browser.ask('PATCH', '/api/notice-settings', { letters: { import_done: true } })
    const after = await browser.ask('PATCH', '/api/notice-settings', { weekly_digest: true })
    assert.deepEqual(after.body, {
      ...first,
      letters: { ...first.letters, import_done: true },
      weekly_digest: true,
    })
    const wrong = await browser.ask('PATCH', '/api/notice-settings', { letters: { pause: true } })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body.error.param, /^letters/)
  })
})
