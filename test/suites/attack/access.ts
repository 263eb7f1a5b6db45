/**
 * Every endpoint × every kind of caller. Who must pass follows from the scope or the role that the
 * endpoint declares; whoever passes finds nothing of anybody else's, and changes nothing of it.
 */

import type { Scope } from '#kernel/routes/route.ts'
import { createProject } from '#tenants/accounts/accounts.ts'
import { createKey, deleteKey } from '#tenants/accounts/keys.ts'
import type { Role } from '#tenants/accounts/member.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { type Endpoint, endpoints, titleOf } from './endpoints.ts'
import { type Fixtures, makeFixtures, memberOf, nobodys, pathOf, testKey } from './fixtures.ts'
import type { Part } from './part.ts'
import { type Arena, type Headers_, keyOf, newParty, type Party } from './stage.ts'
import { sumsOf } from './sums.ts'
import type { Tally } from './tally.ts'

interface Kind {
  readonly title: string
  readonly headers: Headers_
  /** The code that turns them away; null: they pass. */
  readonly refusedBy: (endpoint: Endpoint) => string | null
}

const always = (code: string) => () => code

/** What only the door says: after it come the fields and the ids. */
const doorCodes: ReadonlySet<string> = new Set([
  'missing_api_key',
  'invalid_api_key',
  'ip_not_allowed',
  'insufficient_scope',
  'not_authenticated',
  'forbidden_origin',
])

const mayDo: Readonly<Record<Scope, readonly Scope[]>> = {
  send: ['send'],
  read: ['read'],
  admin: ['send', 'read', 'admin'],
}
const roleMay: Readonly<Record<Role, readonly string[]>> = {
  owner: ['send', 'read', 'admin', 'member', 'developer', 'owner'],
  developer: ['send', 'read', 'admin', 'member', 'developer'],
  marketing: ['send', 'read', 'member'],
  reader: ['read', 'member'],
}
/** Everybody may leave; to send others away takes an owner. */
const narrower: Readonly<Record<string, string>> = { 'members.delete': 'owner' }

export const access: Part = {
  name: 'access',
  about: 'every endpoint × every kind of caller, and what is not theirs',
  async run(arena, tally) {
    const victim = await newParty(arena)
    const attacker = await newParty(arena)
    const fixtures = await makeFixtures(arena, victim)
    await checkFixtures(fixtures, tally)
    await tryDoors(arena, { attacker, fixtures }, tally)
    await tryForeign(arena, { attacker, victim, fixtures }, tally)
  },
}

async function checkFixtures({ ids }: Fixtures, tally: Tally): Promise<void> {
  for (const endpoint of endpoints) {
    try {
      pathOf(endpoint, ids)
      tally.check(true, () => '')
    } catch (error) {
      tally.check(false, () => (error as Error).message)
    }
  }
}

const hasFixtures = (endpoint: Endpoint, { ids }: Fixtures): boolean => {
  try {
    return pathOf(endpoint, ids) !== ''
  } catch {
    return false
  }
}

interface Doors {
  readonly attacker: Party
  readonly fixtures: Fixtures
}

/** With ids that are nobody's and no body: whoever passes changes nothing. */
async function tryDoors(arena: Arena, { attacker, fixtures }: Doors, tally: Tally): Promise<void> {
  const kinds = {
    key: await keyKinds(arena, attacker),
    session: await sessionKinds(arena, attacker),
  }
  const ids = { ...nobodys(fixtures), project: `prj_${attacker.projectId.replaceAll('-', '')}` }
  for (const endpoint of endpoints.filter(one => hasFixtures(one, fixtures))) {
    if (endpoint.access === 'open') continue
    for (const { title, headers, refusedBy } of kinds[endpoint.door]) {
      const { method } = endpoint
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: { nonsense: 1 } }
      const reply = await arena.ask({ method, path: pathOf(endpoint, ids), headers, ...body })
      const wanted = refusedBy(endpoint)
      const met = doorCodes.has(reply.code ?? '') || wanted === reply.code ? reply.code : null
      tally.check(
        met === wanted && reply.status < 500,
        () => `${titleOf(endpoint)} by ${title}: ${wanted ?? 'passes'} expected, ${shortly(reply)}`,
      )
    }
  }
}

const shortly = ({ status, text }: { status: number; text: string }): string =>
  `${status} ${text.slice(0, 200)}`

async function keyKinds({ world }: Arena, { projectId, byCookie }: Party): Promise<Kind[]> {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const revoked = await createKey(world, { projectId, mode: 'live', scope: 'admin' })
  await deleteKey(world, revoked.id)
  const { authorization = '' } = await keyOf(world, projectId)
  const kinds: Kind[] = [
    { title: 'no key', headers: {}, refusedBy: always('missing_api_key') },
    { title: 'a cookie', headers: byCookie, refusedBy: always('missing_api_key') },
    { title: 'no scheme', headers: { authorization: 'x' }, refusedBy: always('invalid_api_key') },
    { title: 'a malformed key', headers: bearer('mal_x'), refusedBy: always('invalid_api_key') },
    { title: 'an empty key', headers: bearer(''), refusedBy: always('invalid_api_key') },
    {
      title: 'a cut key',
      headers: { authorization: authorization.slice(0, -1) },
      refusedBy: always('invalid_api_key'),
    },
    { title: 'a revoked key', headers: bearer(revoked.key), refusedBy: always('invalid_api_key') },
    {
      title: 'a key from elsewhere',
      headers: await keyOf(world, projectId, { allowIps: ['203.0.113.0/24'] }),
      refusedBy: always('ip_not_allowed'),
    },
  ]
  for (const mode of ['live', 'test'] as const) {
    for (const scope of ['send', 'read', 'admin'] as const) {
      const headers = await keyOf(world, projectId, { mode, scope })
      const refusedBy = (one: Endpoint) =>
        mayDo[scope].includes(one.scope!) ? null : 'insufficient_scope'
      kinds.push({ title: `a ${mode} key for ${scope}`, headers, refusedBy })
    }
  }
  return kinds
}

async function sessionKinds(arena: Arena, attacker: Party): Promise<Kind[]> {
  const { origin = '' } = attacker.byCookie
  const out = await memberOf(arena, attacker, 'owner')
  await arena.ask({ method: 'DELETE', path: '/api/session', headers: out })
  const forged = { cookie: `malote_session=${'A'.repeat(43)}`, origin }
  const kinds: Kind[] = [
    { title: 'nobody', headers: { origin }, refusedBy: always('not_authenticated') },
    { title: 'a forged cookie', headers: forged, refusedBy: always('not_authenticated') },
    { title: 'somebody signed out', headers: out, refusedBy: always('not_authenticated') },
    {
      title: 'a key',
      headers: { ...attacker.byKey, origin },
      refusedBy: always('not_authenticated'),
    },
  ]
  for (const role of ['owner', 'developer', 'marketing', 'reader'] as const) {
    const headers = await memberOf(arena, attacker, role)
    kinds.push({ title: `a ${role}`, headers, refusedBy: one => roleRefusedBy(role, one) })
  }
  const operator = await newParty(arena)
  await changeOperator(arena.world.db, operator.accountId, true)
  for (const role of ['owner', 'developer', 'marketing', 'reader'] as const) {
    const headers = await memberOf(arena, operator, role)
    const isDeveloper = roleMay[role].includes('developer')
    // The projects of these attacks are not theirs: what they may do in them is never asked.
    const refusedBy = (one: Endpoint) => {
      if (one.access === undefined) return null
      if (one.access === 'operator' && isDeveloper) return null
      if (one.access === 'operator_owner' && role === 'owner') return null
      return roleRefusedBy(role, one)
    }
    kinds.push({ title: `an operator's ${role}`, headers, refusedBy })
  }
  return kinds
}

function roleRefusedBy(role: Role, { name, access, scope }: Endpoint): string | null {
  const wanted = narrower[name] ?? access ?? scope!
  if (wanted === 'operator' || wanted === 'operator_owner') return 'route_not_found'
  return roleMay[role].includes(wanted) ? null : 'insufficient_scope'
}

interface Foreign extends Doors {
  readonly victim: Party
}

/** The number of a template's version is in any answer and nobody's. */
const isTelling = (id: string): boolean => !/^\d+$/.test(id)

const siblings = 'another project'

/** With the victim's ids and bodies that are right: it is all unknown, and stays as it is. */
async function tryForeign(
  arena: Arena,
  { attacker, victim, fixtures }: Foreign,
  tally: Tally,
): Promise<void> {
  const { world, ask } = arena
  const { things, ids } = fixtures
  const sibling = await createProject(world, { accountId: victim.accountId, name: 'Sibling' })
  const callers = [
    { whose: 'another account', byKey: attacker.byKey, byCookie: attacker.byCookie },
    { whose: 'another account, in test mode', byKey: await testKey(arena, attacker) },
    { whose: siblings, byKey: await keyOf(world, sibling.id) },
  ]
  // What the account has to know is told to each of its projects.
  const ofAccount = [ids.notice, ids.member]
  // Whoever asks for somebody's thing reads in the log what they have asked themselves.
  const echoes = ['/v1/requests', '/v1/requests/{id}', '/resend/logs', '/resend/logs/{request}']
  const asked = new Set<string>()
  const before = await sumsOf(arena, victim)
  for (const endpoint of endpoints.filter(one => hasFixtures(one, fixtures))) {
    if (endpoint.access === 'open') continue
    for (const { whose, byKey, byCookie } of callers) {
      const headers = endpoint.door === 'key' ? byKey : byCookie
      if (headers === undefined) continue
      const path = pathOf(endpoint, ids)
      if (path === endpoint.path && endpoint.method !== 'GET') continue
      const body = endpoint.sample(things)
      const written = `${path} ${JSON.stringify(body) ?? ''}`
      for (const id of Object.values(ids)) if (written.includes(id)) asked.add(`${whose} ${id}`)
      const reply = await ask({ method: endpoint.method, path, headers, body })
      const isUnknown = reply.status === 404
      tally.check(
        path === endpoint.path ? reply.status < 500 : isUnknown,
        () => `${titleOf(endpoint)} by ${whose}: unknown expected, ${shortly(reply)}`,
      )
      const told = Object.values(ids).filter(
        id =>
          isTelling(id) &&
          !path.includes(id) &&
          !(echoes.includes(endpoint.path) && asked.has(`${whose} ${id}`)) &&
          !(whose === siblings && ofAccount.includes(id)) &&
          reply.text.includes(id),
      )
      tally.check(
        told.length === 0,
        () => `${titleOf(endpoint)} tells ${whose} of ${told.join(', ')}`,
      )
    }
  }
  const after = await sumsOf(arena, victim)
  for (const [table, sum] of Object.entries(before)) {
    tally.check(after[table] === sum, () => `others have changed ${table} of the victim`)
  }
}
