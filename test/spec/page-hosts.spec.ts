/**
 * A project's pages and links are served under the installation's own host and the project's
 * tracking domain: nobody's under another customer's name, or the dashboard's.
 */

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { openAccount } from '../support/accounts.ts'
import { failedDomain, unprovedDomain } from '../support/happened.ts'
import { blockedAddresses } from '../support/kept.ts'
import { publicPagesOf } from '../support/public-pages.ts'
import { startTestService, type TestService } from '../support/service.ts'

const base = 'mail.malote.test'
const settings = {
  MALOTE_BASE_URL: `https://${base}`,
  MALOTE_DASHBOARD_URL: 'https://app.malote.test',
}

/** A request as whoever is led there by DNS makes it. */
function ask(service: TestService, path: string, host: string, method = 'GET'): Promise<number> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const headers = { host, ...(method === 'POST' ? form : {}) }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: service.port, path, method, headers }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode!))
    })
      .on('error', reject)
      .end(method === 'POST' ? 'List-Unsubscribe=One-Click' : undefined)
  })
}

async function stage(t: TestContext, more: Record<string, string> = {}) {
  const service = await startTestService(t, { settings: { ...settings, ...more } })
  const owner = { email: 'b@b.test', plan: 'enterprise', trustLevel: 3, domain: 'b.test' } as const
  const other = await openAccount(service.world, owner)
  const pages = await publicPagesOf(service, other, 'oi@b.test')
  return { service, other, pages }
}

describe('public pages', () => {
  it('are under the hosts of their project alone', async t => {
    const { service, pages } = await stage(t)
    for (const [what, path] of Object.entries(pages)) {
      const there = what === 'click' ? 302 : 200
      for (const host of [
        base,
        `${base}:8443`,
        'Mail.MALOTE.test.',
        'links.b.test',
        'LINKS.B.test:443',
        `127.0.0.1:${service.port}`,
        '[::1]:8080',
        'localhost',
        'malote:8080',
      ]) {
        assert.equal(await ask(service, path, host), there, `${what} at ${host}`)
      }
      // Another customer's, the dashboard's, the operator's beside, and what looks like a right one.
      for (const host of [
        'links.shop.test',
        'LINKS.shop.test.:80',
        'app.malote.test',
        `links.b.test.evil.test`,
        `x.${base}`,
        'b.test',
        'evil.test',
      ]) {
        const isOwned = /shop\.test|app\.malote/i.test(host)
        const status = what === 'leaving' && !isOwned ? 200 : 404
        assert.equal(await ask(service, path, host), status, `${what} at ${host}`)
      }
    }
    assert.equal(await ask(service, '/f/form.js', 'links.shop.test'), 200)
    assert.equal(await ask(service, '/p/prj_x', 'app.malote.test'), 303)
  })

  it('take nothing under the name of somebody else', async t => {
    const { service, other, pages } = await stage(t)
    const leavings = async () => (await blockedAddresses(service.world.db, other.projectId)).length
    assert.equal(await ask(service, pages.leaving, 'links.shop.test', 'POST'), 404)
    assert.equal(await ask(service, pages.form, 'links.shop.test', 'POST'), 404)
    assert.equal(await leavings(), 0)
    assert.equal(await ask(service, pages.leaving, 'links.b.test', 'POST'), 200)
    assert.equal(await leavings(), 1)
  })

  it('stay where letters say when a look at DNS fails, and are gone with the domain', async t => {
    const { service, pages } = await stage(t)
    const { db } = service.world
    await failedDomain(db, 'b.test')
    service.turn(2_000)
    assert.equal(await ask(service, pages.click, 'links.b.test'), 302)
    await unprovedDomain(db, 'b.test')
    service.turn(2_000)
    assert.equal(await ask(service, pages.click, 'links.b.test'), 404)
    assert.equal(await ask(service, pages.leaving, 'links.b.test'), 200)
  })

  it('are under what the operator names beside, and where one host is for all', async t => {
    const old = await stage(t, { MALOTE_PAGE_HOSTS: 'old.malote.test, APP.malote.test' })
    for (const host of ['old.malote.test', 'app.malote.test', base]) {
      assert.equal(await ask(old.service, old.pages.form, host), 200, host)
    }
    const one = await stage(t, { MALOTE_DASHBOARD_URL: `https://${base}` })
    assert.equal(await ask(one.service, one.pages.form, base), 200)
  })
})
