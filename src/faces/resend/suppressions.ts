/**
 * Resend's calls on suppressions. Theirs is one list that blocks everything: our entries for `all`.
 * Adding an address that is there already answers with the entry that is there.
 */
import type {
  AddSuppressionResponseSuccess,
  BatchAddSuppressionsResponseSuccess,
  BatchRemoveSuppressionsResponseSuccess,
  GetSuppressionResponseSuccess,
  ListSuppressionsResponseSuccess,
  RemoveSuppressionResponseSuccess,
  SuppressionOrigin,
} from 'resend'
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import { addressKey, parseAddress } from '#kernel/mail/address.ts'
import { type Answer, bodyBytes, type Call, type Route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { suppressIn } from '#sending/suppression/add.ts'
import type { suppressionShape } from '#sending/suppression/routes.ts'
import { deleteSuppressions, findEntry, type SuppressionRow } from '#sending/suppression/store.ts'
import {
  fieldsOf,
  listed,
  pageAsked,
  refuseField,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'

const maxAtOnce = 100

export const suppressionRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/suppressions',
    name: 'suppressions.add',
    scope: 'admin',
    summary: 'Put an address on the list',
    takesBody: true,
    handle: call => {
      const { email } = fieldsOf(call.body)
      const address = addressOf(email, 'email')
      return call.commit(async tx => ({ status: 200, body: await add(tx, call, address) }))
    },
  }),
  theirRoute({
    method: 'POST',
    path: '/suppressions/batch/add',
    name: 'suppressions.addBatch',
    maxBodyBytes: bodyBytes.people,
    scope: 'admin',
    summary: 'Put up to 100 addresses on the list',
    takesBody: true,
    handle: call => {
      const emails = textsOf(call.body, 'emails').map((one, i) => addressOf(one, `emails[${i}]`))
      return call.commit(async tx => {
        const data: BatchAddSuppressionsResponseSuccess['data'] = []
        for (const email of emails) data.push(await add(tx, call, email))
        return { status: 200, body: { data } }
      })
    },
  }),
  theirRoute({
    method: 'POST',
    path: '/suppressions/batch/remove',
    name: 'suppressions.removeBatch',
    maxBodyBytes: bodyBytes.people,
    scope: 'admin',
    summary: 'Take up to 100 addresses off the list',
    takesBody: true,
    handle: removeBatch,
  }),
  theirRoute({
    method: 'GET',
    path: '/suppressions',
    name: 'suppressions.list',
    scope: 'read',
    summary: 'List suppressed addresses',
    query: Type.Object({
      ...theirPage,
      origin: Type.Optional(Type.Enum(['bounce', 'complaint', 'manual'])),
    }),
    handle: call => {
      const { origin } = call.query
      const query = {
        ...pageAsked(call.query),
        stream: 'all',
        ...(origin === undefined ? {} : { reason: origin === 'bounce' ? 'hard_bounce' : origin }),
      }
      return through('suppressions.list', call, { query }, listed(shownOfOurs))
    },
  }),
  theirRoute({
    method: 'GET',
    path: '/suppressions/{id}',
    name: 'suppressions.get',
    scope: 'read',
    summary: 'Read one entry, by id or address',
    handle: async call => {
      const row = await mustFind(call.world.db, call, call.params.id!)
      return { status: 200, body: shown(row) }
    },
  }),
  theirRoute({
    method: 'DELETE',
    path: '/suppressions/{id}',
    name: 'suppressions.remove',
    scope: 'admin',
    summary: 'Take an address off the list, by id or address',
    handle: async call => {
      const row = await mustFind(call.world.db, call, call.params.id!)
      const id = show('sup', row.id)
      return through(
        'suppressions.delete',
        call,
        { params: { id } },
        (answer: RemovalAnswer): RemoveSuppressionResponseSuccess => ({
          object: 'suppression',
          ...answer,
        }),
      )
    },
  }),
]

type OurSuppression = Static<typeof suppressionShape>
type RemovalAnswer = Pick<OurSuppression, 'id'> & { deleted: true }

const origins: Readonly<Record<string, SuppressionOrigin>> = {
  hard_bounce: 'bounce',
  repeated_soft_bounce: 'bounce',
  complaint: 'complaint',
}

const shownOfOurs = (entry: OurSuppression): ListSuppressionsResponseSuccess['data'][number] => ({
  id: entry.id,
  email: entry.email,
  origin: origins[entry.reason] ?? 'manual',
  source_id: entry.email_id ?? null,
  created_at: entry.created_at,
})

const shown = (row: SuppressionRow): GetSuppressionResponseSuccess => ({
  object: 'suppression',
  ...shownOfOurs({
    id: show('sup', row.id),
    email: row.email,
    reason: row.reason,
    stream: row.stream,
    ...(row.email_id === null ? {} : { email_id: show('msg', row.email_id) }),
    created_at: row.created_at.toISOString(),
  }),
})

function addressOf(text: unknown, param: string): string {
  if (text == null) throw new Refusal('missing_field', { param })
  if (typeof text !== 'string') throw new Refusal('invalid_field', { param })
  const parsed = parseAddress(text)
  if (!parsed.ok) throw new Refusal('invalid_field', { param, why: parsed.why })
  return parsed.address.email
}

function textsOf(body: unknown, param: string): readonly unknown[] {
  const list = fieldsOf(body)[param]
  if (list == null) throw new Refusal('missing_field', { param })
  if (Array.isArray(list) && list.length > 0 && list.length <= maxAtOnce) return list
  return refuseField(param, {
    en: `{param} must be a list of 1 to ${maxAtOnce} entries.`,
    pt: `{param} deve ser uma lista de 1 a ${maxAtOnce} itens.`,
  })
}

async function add(tx: Tx, call: Theirs, email: string): Promise<AddSuppressionResponseSuccess> {
  const { projectId, mode } = call.tenant
  const at = call.world.clock.now()
  const entry = { projectId, email, stream: 'all' as const, reason: 'manual' as const, at }
  const [made] = await suppressIn(tx, call.world, mode, [entry])
  const row = made ?? (await mustFind(tx, call, email))
  return { object: 'suppression', id: show('sup', row.id) }
}

async function mustFind(
  sql: Sql,
  { tenant }: Pick<Call, 'tenant'>,
  idOrAddress: string,
): Promise<SuppressionRow> {
  const address = addressKey(idOrAddress)
  const row = await findEntry(sql, tenant, { id: read('sup', idOrAddress), address })
  if (row === null) throw new Refusal('resource_not_found')
  return row
}

/** All or nothing: an entry that is not there refuses the whole. */
async function removeBatch(call: Theirs): Promise<Answer> {
  const field = fieldsOf(call.body).ids == null ? 'emails' : 'ids'
  const named = textsOf(call.body, field)
  return call.commit(async tx => {
    const data: BatchRemoveSuppressionsResponseSuccess['data'] = []
    for (const [i, one] of named.entries()) {
      if (typeof one !== 'string') throw new Refusal('invalid_field', { param: `${field}[${i}]` })
      const row = await mustFind(tx, call, one)
      await deleteSuppressions(tx, call.tenant, { id: row.id }, null)
      data.push({ object: 'suppression', id: show('sup', row.id), deleted: true })
    }
    return { status: 200, body: { data } }
  })
}
