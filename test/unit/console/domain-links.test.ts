/** A domain's DNS records by a link, for whoever keeps its DNS: what it shows, and when it ends. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts'
import { addMember, makeTenant, newBrowser, type Stage, startStage } from './stage.ts'

const { db } = await testDatabase()
const day = 86_400_000

describe('The link to the DNS records of a domain', () => {
  let stage: Stage
  let dns: DnsServer
  before(async () => {
    dns = await startDnsServer()
    stage = await startStage(db, {
      env: { MALOTE_DNS_SERVERS: `127.0.0.1:${dns.port}` },
    })
  })
  after(async () => {
    await stage.api.close()
    await dns.close()
  })

  let made = 0
  const shared = async () => {
    const tenant = await makeTenant(stage, { plan: 'pro' })
    const name = `loja${++made}.test`
    const domain = await tenant.browser.ask('POST', `${tenant.base}/live/domains`, { name })
    assert.equal(domain.status, 201, domain.text)
    const path = `${tenant.base}/live/domains/${domain.body.id}/link`
    const link = await tenant.browser.ask('POST', path)
    assert.equal(link.status, 201, link.text)
    return {
      tenant,
      name,
      domain: domain.body,
      path,
      token: link.body.token as string,
      link: link.body,
    }
  }
  const open = (token: string, what = 'look') =>
    newBrowser(stage).ask('POST', `/api/domain-link/${what}`, { token })

  test('shows the records and their state to whoever has it, and nothing else', async () => {
    const { tenant, name, domain, token, path, link } = await shared()
    assert.match(token, /^[\w-]{64}$/)
    const seen = await open(token)
    assert.equal(seen.status, 200, seen.text)
    assert.deepEqual(seen.body, {
      name,
      status: 'pending',
      records: domain.records,
      checked_at: null,
      expires_at: link.expires_at,
    })
    assert.ok(!seen.text.includes(domain.id))
    const again = await tenant.browser.ask('GET', path)
    assert.deepEqual(again.body, { link })
  })

  test('asks DNS for whoever has published something, once in twenty seconds', async () => {
    const { name, token } = await shared()
    const spf = async () => {
      const seen = await open(token, 'verify')
      assert.equal(seen.status, 200, seen.text)
      return seen.body.records.find((one: { purpose: string }) => one.purpose === 'spf').status
    }
    assert.equal(await spf(), 'pending')
    dns.set(name, 'TXT', ['v=spf1 include:bounces.malote.test ~all'])
    assert.equal(await spf(), 'pending')
    stage.turn(20_000)
    assert.equal(await spf(), 'verified')
  })

  test('makes us ask DNS once for all who press at once, and not without end', async t => {
    const { token } = await shared()
    const written = t.mock.method(db, 'transaction')
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => open(token, 'verify')))
    assert.deepEqual(
      all.map(one => one.status),
      [200, 200, 200, 200, 200],
    )
    assert.equal(written.mock.callCount(), 1)
    let answered = 0
    for (; answered < 60; answered++) {
      stage.turn(20_000)
      if ((await open(token, 'verify')).status === 429) break
    }
    assert.ok(answered < 60, 'it never has to wait')
    stage.turn(day / 12)
  })

  test('ends after fourteen days, when it is revoked or replaced, and with its domain', async () => {
    const ended = async (token: string) => {
      const seen = await open(token)
      return seen.status === 400 && seen.body.error.param === 'token'
    }
    const old = await shared()
    const newer = await old.tenant.browser.ask('POST', old.path)
    assert.ok(await ended(old.token))
    assert.equal((await open(newer.body.token)).status, 200)
    assert.equal((await old.tenant.browser.ask('DELETE', old.path)).status, 200)
    assert.ok(await ended(newer.body.token))
    assert.equal((await old.tenant.browser.ask('DELETE', old.path)).status, 404)
    assert.deepEqual((await old.tenant.browser.ask('GET', old.path)).body, { link: null })

    const gone = await shared()
    await gone.tenant.browser.ask('DELETE', gone.path.replace(/\/link$/, ''))
    assert.ok(await ended(gone.token))

    const aged = await shared()
    stage.turn(14 * day - 60_000)
    assert.equal((await open(aged.token)).status, 200)
    stage.turn(60_000)
    assert.ok(await ended(aged.token))
  })

  test('is made and revoked by whoever may change domains, of their own project', async () => {
    const { tenant, path, token } = await shared()
    const reader = await addMember(stage, tenant, 'reader')
    assert.equal((await reader.ask('POST', path)).status, 403)
    assert.equal((await reader.ask('DELETE', path)).status, 403)
    const other = await makeTenant(stage)
    const foreign = path.replace(tenant.base, other.base)
    for (const method of ['GET', 'POST', 'DELETE']) {
      assert.equal((await other.browser.ask(method, foreign)).status, 404, method)
    }
    assert.equal((await open(token)).status, 200)
  })

  test('is not guessed: one letter off opens nothing', async () => {
    const { token } = await shared()
    for (const at of [0, 21, 22, 40, 63]) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const wrong = `${token.slice(0, at)}${other}${token.slice(at + 1)}`
      assert.equal((await open(wrong)).status, 400, String(at))
    }
    for (const wrong of [token.slice(1), `${token}A`, ' ', 'x'.repeat(64)]) {
      assert.equal((await open(wrong)).status, 400)
    }
  })

  test('is in the audit log without its token', async () => {
    const { tenant, domain, path, token } = await shared()
    await tenant.browser.ask('DELETE', path)
    const { body, text } = await tenant.browser.ask('GET', `/api/audit?target=${domain.id}`)
    const actions = body.data.map((one: { action: string }) => one.action)
    assert.deepEqual(actions, ['domain.link_revoked', 'domain.link_made', 'domain.created'])
    assert.ok(!text.includes(token))
  })
})
