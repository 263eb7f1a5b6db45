/** The members of static segments: put in and taken out by hand. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { bodyBytes, type Call, type Route, route, type TenantWorld } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { mayUse } from '#kernel/world/set-up-of-test.ts'
import type { World } from '#kernel/world/world.ts'
import type { Owner } from '../contacts/people/contact.ts'
import { findContactId } from '../contacts/people/find.ts'
import { readContact } from '../contacts/people/store.ts'
import { mustFindSegment } from './segment.ts'
import { addMembers, deleteMember, findSegment, listStaticOf, removeMembers } from './store.ts'
import { tellMoves } from './tracked.ts'
import { forgetTrackedMember } from './tracked-store.ts'

const maxMembers = 1_000
const idParams = Type.Object({ id: Type.String({ description: 'seg_…' }) })
type MembersCall = Call<{ contacts: string[] }, unknown, { id: string }>

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

/** Whoever is deleted is no member of anything. */
export async function forgetMember(tx: Tx, owner: Owner, contactId: Uuid): Promise<void> {
  await deleteMember(tx, owner, contactId)
  await forgetTrackedMember(tx, owner, contactId)
}

/** The static segment that an import fills. */
export async function staticSegment(
  sql: Sql,
  { tenant }: Pick<Call, 'tenant'>,
  text: string,
): Promise<Uuid> {
  const id = read('seg', text)
  const segment = id === null ? null : await findSegment(sql, tenant, id)
  if (segment?.kind === 'static' && (await mayUse(sql, tenant, segment.id))) return segment.id
  throw refuse('segment', {
    en: 'There is no static segment with this id.',
    pt: 'Não há segmento estático com este id.',
  })
}

/** Puts contacts into it; `isSilent`: many at once, of an import. */
export async function addToSegment(
  tx: Tx,
  world: World,
  tenant: Call['tenant'],
  { segmentId, contactIds, isSilent = false }: Moving,
): Promise<void> {
  const at = new Date(world.clock.now())
  const moved = await addMembers(tx, { ...tenant, segmentId }, contactIds, at)
  if (!isSilent) await tellStatic(tx, world, tenant, { segmentId, contactIds: moved, isIn: true })
}

/** Takes contacts out of it. */
export async function takeFromSegment(
  tx: Tx,
  world: World,
  tenant: Call['tenant'],
  { segmentId, contactIds }: Moving,
): Promise<void> {
  const at = new Date(world.clock.now())
  const moved = await removeMembers(tx, { ...tenant, segmentId }, contactIds, at)
  await tellStatic(tx, world, tenant, { segmentId, contactIds: moved, isIn: false })
}

interface Moving {
  readonly segmentId: Uuid
  readonly contactIds: readonly Uuid[]
  readonly isSilent?: boolean
}

/** Only of a tracked one. */
async function tellStatic(
  tx: Tx,
  world: World,
  tenant: Call['tenant'],
  moved: Parameters<typeof tellMoves>[3],
): Promise<void> {
  if (moved.contactIds.length === 0) return
  const segment = await findSegment(tx, tenant, moved.segmentId)
  if (segment?.tracked === true) await tellMoves(tx, world, tenant, moved)
}

interface PageOfSegments {
  readonly limit?: number
  readonly starting_after?: string
}

/** The static segments that a contact is in. */
export async function staticSegmentsOf(
  { world, tenant }: TenantWorld,
  contact: string,
  { limit = 50, starting_after: after }: PageOfSegments,
): Promise<{ data: Readonly<Record<string, unknown>>[]; has_more: boolean }> {
  const before = after === undefined ? null : read('seg', after)
  if (after !== undefined && before === null) {
    throw new Refusal('invalid_field', { param: 'starting_after' })
  }
  const contactId = read('con', contact)!
  const page = { before, count: limit + 1 }
  const rows = await listStaticOf(world.db, tenant.projectId, contactId, page)
  return {
    data: rows.slice(0, limit).map(({ id, name, created_at }) => ({
      id: show('seg', id),
      name,
      created_at: created_at.toISOString(),
    })),
    has_more: rows.length > limit,
  }
}

const membersBody = Type.Object(
  {
    contacts: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: maxMembers,
      description: 'con_… or addresses.',
    }),
  },
  { additionalProperties: false },
)
const membersAnswer = Type.Object({
  id: Type.String(),
  changed: Type.Integer({ description: 'Those that were not so before.' }),
  count: Type.Integer(),
})

const addRoute = route({
  method: 'POST',
  path: '/v1/segments/{id}/members',
  name: 'segments.addMembers',
  maxBodyBytes: bodyBytes.people,
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Put contacts into a static segment',
  params: idParams,
  body: membersBody,
  success: { status: 200, schema: membersAnswer },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: call => call.commit(tx => changeMembers(tx, call, addMembers)),
})

const removeRoute = route({
  method: 'DELETE',
  path: '/v1/segments/{id}/members',
  name: 'segments.removeMembers',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Take contacts out of a static segment',
  params: idParams,
  body: membersBody,
  success: { status: 200, schema: membersAnswer },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: call => call.world.db.transaction(tx => changeMembers(tx, call, removeMembers)),
})

async function changeMembers(
  tx: Tx,
  { world, tenant, params, body }: MembersCall,
  change: typeof addMembers,
) {
  const segment = await mustFindSegment(tx, tenant, params.id)
  if (segment.kind !== 'static') {
    throw refuse('kind', {
      en: 'The members of a dynamic segment follow from its filter.',
      pt: 'Os membros de um segmento dinâmico vêm do filtro.',
    })
  }
  const ids = new Set<Uuid>()
  for (const [n, text] of body.contacts.entries()) {
    const id = await findContactId(tx, tenant, text)
    const isKnown =
      id !== null && (read('con', text) === null || (await readContact(tx, tenant, id)))
    if (!isKnown) {
      throw refuse(`contacts[${n}]`, {
        en: 'There is no such contact.',
        pt: 'Não existe este contato.',
      })
    }
    ids.add(id)
  }
  const at = new Date(world.clock.now())
  const changed = await change(tx, { ...tenant, segmentId: segment.id }, [...ids], at)
  const moved = { segmentId: segment.id, contactIds: changed, isIn: change === addMembers }
  await tellStatic(tx, world, tenant, moved)
  const row = await findSegment(tx, tenant, segment.id)
  return {
    status: 200,
    body: { id: params.id, changed: changed.length, count: row?.count ?? 0 },
  }
}

export const memberRoutes: readonly Route[] = [addRoute, removeRoute]
