/**
 * Writes from another site, with the victim's own cookie: every write of `/api` × every way that a
 * foreign page can send one. All are refused before anything is read, and nothing has changed.
 */
import { endpoints, titleOf } from './endpoints.ts'
import { makeFixtures, pathOf } from './fixtures.ts'
import type { Part } from './part.ts'
import { type Arena, dashboardUrl, newParty, type Party } from './stage.ts'
import { sumsOf } from './sums.ts'
import type { Tally } from './tally.ts'

/** Undefined takes a header away. */
type Sent = Readonly<Record<string, string | undefined>>

const json = { 'content-type': 'application/json' }
const foreign: readonly (readonly [about: string, headers: Sent])[] = [
  ['another site', { ...json, origin: 'https://evil.example' }],
  ['a null origin', { ...json, origin: 'null' }],
  ['no origin', { ...json, origin: undefined }],
  ['an empty origin', { ...json, origin: '' }],
  ['another port', { ...json, origin: `${dashboardUrl}:8080` }],
  ['another scheme', { ...json, origin: dashboardUrl.replace('http:', 'https:') }],
  ['a name that begins alike', { ...json, origin: `${dashboardUrl}.evil.example` }],
  ['a name that ends alike', { ...json, origin: dashboardUrl.replace('dash', 'evildash') }],
  ['a user name', { ...json, origin: 'http://dash.test@evil.example' }],
  ['two origins', { ...json, origin: `${dashboardUrl}, https://evil.example` }],
  ['a referrer alone', { ...json, origin: undefined, referer: `${dashboardUrl}/` }],
  ['a cross-site fetch', { ...json, 'sec-fetch-site': 'cross-site' }],
  ['a fetch from a sibling', { ...json, 'sec-fetch-site': 'same-site' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['plain text', { 'content-type': 'text/plain' }],
  ['text that says JSON', { 'content-type': 'text/plain; application/json' }],
  ['a kindred type', { 'content-type': 'application/json-patch+json' }],
]
/** What a page could have the browser do instead of a POST. */
const overrides: Sent = {
  'x-http-method-override': 'DELETE',
  'x-http-method': 'DELETE',
  'x-method-override': 'DELETE',
}

export const origins: Part = {
  name: 'origins',
  about: 'every write of /api × other sites, with the cookie',
  async run(arena, tally) {
    const victim = await newParty(arena)
    const fixtures = await makeFixtures(arena, victim)
    const before = await sumsOf(arena, victim)
    for (const endpoint of endpoints.filter(
      one => one.door === 'session' && one.method !== 'GET',
    )) {
      for (const [about, sent] of foreign) {
        const headers = without({ ...victim.byCookie, ...sent })
        const reply = await arena.ask({
          method: endpoint.method,
          path: pathOf(endpoint, fixtures.ids),
          headers,
          raw: JSON.stringify(endpoint.sample(fixtures.things) ?? {}),
        })
        tally.check(
          reply.status === 403 && reply.code === 'forbidden_origin',
          () => `${titleOf(endpoint)} from ${about}: ${reply.status} ${reply.text.slice(0, 200)}`,
        )
        const shares = reply.headers['access-control-allow-origin']
        tally.check(shares === undefined, () => `${titleOf(endpoint)} lets ${shares} read`)
      }
    }
    await tryReads(arena, victim, tally)
    const after = await sumsOf(arena, victim)
    for (const [table, sum] of Object.entries(before)) {
      tally.check(after[table] === sum, () => `another site has changed ${table}`)
    }
  },
}

const without = (headers: Sent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((one): one is [string, string] => one[1] !== undefined),
  )

/** A GET is never a write, whatever it says that it is; and no other site may read its answer. */
async function tryReads(arena: Arena, victim: Party, tally: Tally): Promise<void> {
  const origin = 'https://evil.example'
  for (const path of ['/api/session', '/api/projects', '/api/members']) {
    for (const method of ['GET', 'OPTIONS']) {
      const asked = { 'access-control-request-method': 'DELETE' }
      const headers = without({ ...victim.byCookie, ...overrides, ...asked, origin })
      const reply = await arena.ask({ method, path, headers })
      const shares = reply.headers['access-control-allow-origin']
      tally.check(shares === undefined, () => `${method} ${path} lets ${shares} read`)
    }
  }
  const still = await arena.ask({ method: 'GET', path: '/api/session', headers: victim.byCookie })
  tally.check(still.status === 200, () => 'another site has ended the session')
}
