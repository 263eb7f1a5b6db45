/**
 * The endpoints of the suppression list. A test key has a list of its own, which blocks nobody
 * (docs/contract.md#test-mode: nothing in test mode touches live suppressions).
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import { addressKey, parseAddress } from '#kernel/mail/address.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { suppressIn } from './add.ts'
import { findPosition, isSearchCut, listSuppressions, maxLooked } from './list-store.ts'
import { suppressionReasons, suppressionStreams } from './reasons.ts'
import { deleteSuppressions, type SuppressionRow } from './store.ts'

const stream = Type.Enum([...suppressionStreams], {
  description: 'all: nothing is sent; marketing: only marketing is blocked.',
})
const reason = Type.Enum([...suppressionReasons])

const shownLooked = {
  en: maxLooked.toLocaleString('en-US'),
  pt: maxLooked.toLocaleString('pt-BR'),
}

export const suppressionShape = Type.Object(
  {
    id: Type.String({ description: 'sup_…' }),
    email: Type.String(),
    stream,
    reason,
    email_id: Type.Optional(Type.String({ description: 'msg_…, the email that caused it.' })),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Suppression' },
)

function showSuppression(row: SuppressionRow) {
  return {
    id: show('sup', row.id),
    email: row.email,
    stream: row.stream,
    reason: row.reason,
    ...(row.email_id === null ? {} : { email_id: show('msg', row.email_id) }),
    created_at: row.created_at.toISOString(),
  }
}

/** The bare address of an entry; a display name is dropped. */
function addressOf(text: string): string {
  const parsed = parseAddress(text)
  if (!parsed.ok) throw new Refusal('invalid_field', { param: 'email', why: parsed.why })
  return parsed.address.email
}

const create = route({
  method: 'POST',
  path: '/v1/suppressions',
  name: 'suppressions.create',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Put an address on the suppression list',
  body: Type.Object({ email: Type.String(), stream }, { additionalProperties: false }),
  success: { status: 201, schema: suppressionShape },
  errors: ['missing_field', 'invalid_field', 'already_suppressed'],
  handle: async call => {
    const { world, tenant, body } = call
    const email = addressOf(body.email)
    const { projectId, mode } = tenant
    return call.commit(async tx => {
      const entry = {
        projectId,
        email,
        stream: body.stream,
        reason: 'manual' as const,
        at: world.clock.now(),
      }
      const [row] = await suppressIn(tx, world, mode, [entry])
      if (!row) throw new Refusal('already_suppressed', { param: 'email' })
      return { status: 201, body: showSuppression(row) }
    })
  },
})

const list = route({
  method: 'GET',
  path: '/v1/suppressions',
  name: 'suppressions.list',
  scope: 'read',
  summary: 'List suppressed addresses',
  query: Type.Object({
    ...pageQuery,
    email: Type.Optional(Type.String({ description: 'This address only.' })),
    q: Type.Optional(
      Type.String({
        maxLength: 254,
        description: `A part of the address. A call looks at ${shownLooked.en} entries, the newest first: where older ones are left, has_more is true, and the next page goes on behind the last item; invalid_field where none was found.`,
      }),
    ),
    stream: Type.Optional(stream),
    reason: Type.Optional(reason),
  }),
  success: { status: 200, schema: pageOf(suppressionShape) },
  errors: ['invalid_field'],
  handle: async call => {
    const { tenant, query } = call
    const { db } = call.world
    const filter = {
      address: query.email === undefined ? null : addressKey(query.email),
      part: query.q?.trim() || null,
      stream: query.stream ?? null,
      reason: query.reason ?? null,
    }
    let isCut = false
    const page = await listPage(call.world, {
      page: query,
      prefix: 'sup',
      find: id => findPosition(db, tenant, id),
      read: async (before, count) => {
        const rows = await listSuppressions(db, tenant, filter, { before, count })
        isCut = rows.length < count && (await isSearchCut(db, tenant, filter, before))
        return rows
      },
      show: showSuppression,
      showsUnsettled: true,
    })
    return { status: 200, body: isCut ? continued(page) : page }
  },
})

/** Of a search that ended before the list did: it goes on behind what was found. */
function continued<Page extends { readonly data: readonly unknown[] }>(page: Page): Page {
  if (page.data.length > 0) return { ...page, has_more: true }
  throw new Refusal('invalid_field', {
    param: 'q',
    why: {
      en: `Not found in the newest ${shownLooked.en} entries. Search by the whole address (email).`,
      pt: `Não encontrado nas ${shownLooked.pt} entradas mais recentes. Busque pelo endereço inteiro (email).`,
    },
  })
}

const remove = route({
  method: 'DELETE',
  path: '/v1/suppressions/{id}',
  name: 'suppressions.delete',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Take an address off the suppression list',
  description:
    'By the id of an entry, or by address: then of one stream, or of both without ?stream.',
  params: Type.Object({ id: Type.String({ description: 'sup_… or an address.' }) }),
  query: Type.Object({ stream: Type.Optional(stream) }),
  success: deleted,
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { id: text } = call.params
    const id = read('sup', text)
    const what = id === null ? { address: addressKey(text) } : { id }
    const count = await deleteSuppressions(
      call.world.db,
      call.tenant,
      what,
      call.query.stream ?? null,
    )
    if (count === 0) throw new Refusal('resource_not_found')
    return { status: 200, body: { id: text, deleted: true } }
  },
})

export const suppressionRoutes: readonly Route[] = [create, list, remove]
