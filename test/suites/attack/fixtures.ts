/**
 * One of everything that has an id, for whoever is attacked: what stands for a parameter of a path
 * is found by the parameter's name (`{key_id}`: key), else by the word before it
 * (`/webhooks/{id}`: webhook). A parameter that finds nothing here is a hole in the battery, which
 * says so: whoever adds an endpoint adds its thing in `makeThings` of the battery's stage, or
 * among those of the dashboard below.
 */

import { subscribe } from '#billing/subscription/orders.ts'
import { postLetters } from '#faces/console/notice-letters.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { holdMail } from '#sending/delivery/holds.ts'
import { addSource } from '#sending/delivery/source-admin.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import type { Role } from '#tenants/accounts/member.ts'
import { acceptInvitation, invite } from '#tenants/identity/invitations.ts'
import { ledgerJob } from '#tenants/limits/ledger.ts'
import { makeThings, type Stage, type Things } from '../battery/stage.ts'
import type { Endpoint } from './endpoints.ts'
import {
  type Arena,
  freshAddress,
  type Headers_,
  keyOf,
  logIn,
  type Party,
  password,
  projectPath,
} from './stage.ts'

export interface Fixtures {
  readonly things: Things
  /** By the word that names each: a kind of the things, or one of the dashboard's own. */
  readonly ids: Readonly<Record<string, string>>
}

export async function makeFixtures(arena: Arena, party: Party): Promise<Fixtures> {
  const { world, ask } = arena
  const stage: Stage = {
    world,
    api: arena.service.api!,
    ask: (method, path, { key, body, raw, headers } = {}) =>
      ask({
        method,
        path,
        body,
        ...(raw === undefined ? {} : { raw }),
        headers: { authorization: `Bearer ${key}`, ...headers },
      }),
    key: (projectId, input) =>
      createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0, ...input }),
  }
  const things = await makeThings(stage, party.projectId)
  // Resend's words for a segment and a campaign.
  const ids = {
    ...things,
    audience: things.static,
    block: things.saved,
    broadcast: things.campaign,
    automation: things.sequence,
    ...(await dashboardIds(arena, party)),
  }
  return { things, ids }
}

async function dashboardIds(arena: Arena, party: Party): Promise<Record<string, string>> {
  const { world, ask } = arena
  const { accountId, projectId, byCookie: headers } = party
  const get = async (path: string) => (await ask({ method: 'GET', path, headers })).body.data
  await world.db.query(
    `insert into notices (account_id, id, level, code, text, created_at)
     values ($1, $2, 'info', 'trust_raised', '{"en": "Hello", "pt": "Olá"}', $3)`,
    [accountId, world.ids.next(), new Date(world.clock.now())],
  )
  await world.db.query(
    `insert into passkeys (account_id, id, member_id, credential_id, public_key, counter,
       transports, name, created_at)
     select $1, $2::uuid, id, decode(md5($2::uuid::text), 'hex'), '\\x00', 0, '{}', 'Phone', $3
     from members where account_id = $1 limit 1`,
    [accountId, world.ids.next(), new Date(world.clock.now())],
  )
  await world.db.query(
    `insert into member_identities (issuer, subject, account_id, member_id, email, linked_at, seen_at)
     select 'https://id.test', $2::text, $1, id, email, $3, $3
     from members where account_id = $1 limit 1`,
    [accountId, world.ids.next(), new Date(world.clock.now())],
  )
  const [sessions, notices, members, passkeys, identities] = [
    await get('/api/sessions'),
    await get('/api/notices'),
    await get('/api/members'),
    await get('/api/passkeys'),
    await get('/api/identities'),
  ]
  const wish = { plan: 'pro', currency: 'USD', memberId: null } as const
  const invoice = await subscribe(world, null, accountId, wish)
  // The job of the minute would post it sooner or later: nobody shall be blamed for that.
  await postLetters(world)
  const difference = await findDifference(world, accountId)
  await ledgerJob.run(world)
  const part = { accountId: null, domain: 'held.test' } as const
  const hold = await holdMail(world, part, { until: null, note: null })
  const node = await addNode(world)
  const hooks = `/api/projects/${projectPath(party)}/live/webhooks`
  const body = { url: 'https://deleted.example.org/', events: ['bounced'] }
  const webhook = await ask({ method: 'POST', path: hooks, headers, body })
  await ask({ method: 'DELETE', path: `${hooks}/${webhook.body.id}`, headers })
  const key = await createKey(world, { projectId, mode: 'live', scope: 'admin' })
  const source = await addOwnSource(world, projectId)
  return {
    project: projectPath(party),
    account: show('acc', accountId),
    key: show('key', key.id),
    session: sessions[0].id,
    notice: notices[0].id,
    member: members[0].id,
    passkey: passkeys[0].id,
    identity: identities[0].id,
    invoice: show('bil', invoice.id),
    difference: show('dif', difference),
    hold: show('hld', hold.id),
    // The first of its email: a place, which is nobody's id.
    attachment: '0',
    deleted: webhook.body.id,
    node: show('nod', node),
    source: show('src', source),
  }
}

/** One that is gone, so that nothing is drained that works. */
async function addNode({ db, ids, clock }: Arena['world']): Promise<Uuid> {
  const id = ids.next()
  const at = new Date(clock.now() - 3_600_000)
  await db.query(
    `insert into nodes (id, hostname, roles, streams, started_at, seen_at)
     values ($1, 'gone.test', '{api}', '{}', $2, $2)`,
    [id, at],
  )
  return id
}

/** An address of this machine for one stream of one project: nobody else's mail leaves from it. */
function addOwnSource(world: Arena['world'], projectId: Uuid): Promise<Uuid> {
  const [a, b, c] = world.random.bytes(3)
  return addSource(world, {
    address: `127.${a}.${b}.${c}`,
    hostname: 'out.malote.test',
    pool: `of-${projectId}-${a}-${b}`.slice(0, 63),
    projects: [show('prj', projectId)],
    streams: ['marketing'],
    state: 'active',
  })
}

/** Something that an operator should look into. */
async function findDifference({ db, ids, clock }: Arena['world'], accountId: Uuid): Promise<Uuid> {
  const id = ids.next()
  await db.query(
    `insert into billing_differences (id, account_id, kind, key, en, pt, since)
     values ($1, $2, 'amount', $4, 'Hello', 'Olá', $3)`,
    [id, accountId, new Date(clock.now()), `attack ${id}`],
  )
  return id
}

/** Ids that are well formed and nobody's. */
export function nobodys({ ids }: Fixtures): Fixtures['ids'] {
  return Object.fromEntries(
    Object.entries(ids).map(([word, id]) => [word, id.replace(/_[^_]*$/, `_${'0'.repeat(26)}`)]),
  )
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

/** Throws what is missing, and where it goes. */
export function pathOf({ method, path }: Endpoint, ids: Fixtures['ids'], mode = 'live'): string {
  return path.replaceAll(/\{(\w+)\}/g, (_mark, name: string, at: number) => {
    if (name === 'mode') return mode
    const before = singular(path.slice(0, at).split('/').at(-2) ?? '')
    const words = [name, name.replace(/_id$/, ''), before, before.split('-').at(-1)!]
    const id = words.map(word => ids[word]).find(one => one !== undefined)
    if (id !== undefined) return id
    throw new Error(
      `${method} ${path}: nothing stands for {${name}}; add "${words[2]}" to makeThings in test/suites/battery/stage.ts, or to dashboardIds in test/suites/attack/fixtures.ts`,
    )
  })
}

/** A member of the account in a role, logged in. */
export async function memberOf(arena: Arena, party: Party, role: Role): Promise<Headers_> {
  const { world } = arena
  const email = `${role}-${world.ids.next()}@party.test`
  const { accountId } = party
  const address = freshAddress()
  const { token } = await invite(world, { accountId, email, role, language: 'en', address })
  await acceptInvitation(world, { token, password, address, agent: 'test', before: null })
  return logIn(arena, email)
}

/** What a caller of such a door shows; the sibling of both is a party. */
export const credentials = ({ door }: Endpoint, { byKey, byCookie }: Party): Headers_ =>
  door === 'key' ? byKey : byCookie

export const testKey = (arena: Arena, { projectId }: Party): Promise<Headers_> =>
  keyOf(arena.world, projectId, { mode: 'test' })
