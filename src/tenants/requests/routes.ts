/** The endpoints of the request log. */
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { type Prefix, read, type Uuid } from '#kernel/base/ids.ts'
import { listPage, newest, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Route, route, type Tenant } from '#kernel/routes/route.ts'
import { mustBeInOrder } from '#kernel/routes/times.ts'
import type { World } from '#kernel/world/world.ts'
import { writeNoted } from './request-log.ts'
import { requestShape, showRequest, showWholeRequest, wholeRequestShape } from './shown-request.ts'
import {
  findRequest,
  findRequestPosition,
  hasMoreThan,
  type RequestFilter,
  type RequestSearch,
  selectRequests,
} from './store.ts'

/** No index knows the words of calls, nor which are of one key. */
const maxLooked = 200_000
const maxText = 500

const filters = {
  status: Type.Optional(
    Type.String({ pattern: '^[1-5]([0-9][0-9]|xx)$', description: '422, or 4xx for all of them.' }),
  ),
  code: Type.Optional(Type.String({ maxLength: maxText, description: 'An error code.' })),
  key_id: Type.Optional(Type.String({ description: 'key_…' })),
  method: Type.Optional(Type.String({ maxLength: maxText, description: 'POST, SMTP …' })),
  route: Type.Optional(
    Type.String({ maxLength: maxText, description: 'As in OpenAPI, such as /v1/emails/{id}.' }),
  ),
  email_id: Type.Optional(
    Type.String({ description: 'msg_…: the call that made it, and those about it.' }),
  ),
  created_after: Type.Optional(Type.String({ format: 'date-time' })),
  created_before: Type.Optional(Type.String({ format: 'date-time' })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxText,
      description:
        'A request id, or a part of the path, the error code, the id of the email, the idempotency ' +
        `key or the user agent; of an address, also of the body. ${maxLooked} calls are looked through.`,
    }),
  ),
}

const querySchema = Type.Object({ ...filters, ...pageQuery })

const list = route({
  method: 'GET',
  path: '/v1/requests',
  name: 'requests.list',
  scope: 'admin',
  summary: 'List calls, newest first',
  description:
    'What keys of the mode of the key have asked, by HTTP and by SMTP, and were answered. Filters add up. A call is here within a second.',
  query: querySchema,
  success: { status: 200, schema: pageOf(requestShape) },
  errors: ['invalid_field'],
  async handle({ world, tenant: of, query }) {
    const filter = readFilter(query)
    // Whoever looks for what they have just done finds it; behind a cursor all is written.
    if (query.starting_after === undefined) await writeNoted(world)
    const page = await listPage(world, {
      page: query,
      prefix: 'req',
      find: id => findRequestPosition(world.db, of, id),
      read: (before, count) => selectRequests(world.db, { of, filter, before, count, maxLooked }),
      show: showRequest,
      showsUnsettled: true,
    })
    if (page.data.length > 0 || !isLookedFor(filter)) return { status: 200, body: page }
    const id = query.starting_after && read('req', query.starting_after)
    const before = (id && (await findRequestPosition(world.db, of, id))) || newest
    if (await hasMoreThan(world.db, { of, filter, before, maxLooked })) throw tooFar()
    return { status: 200, body: page }
  },
})

const isLookedFor = ({ keyId, method, route: path, search }: RequestFilter): boolean =>
  [keyId, method, path, search].some(one => one !== undefined)

const tooFar = () =>
  new Refusal('invalid_field', {
    param: 'q',
    why: {
      en: `Not found in the newest ${maxLooked} calls. Say when: created_after and created_before.`,
      pt: `Não encontrado nas ${maxLooked} chamadas mais recentes. Diga quando: created_after e created_before.`,
    },
  })

/** What is no id is found nowhere, as what nobody has. */
const nobody = '00000000-0000-0000-0000-000000000000' as Uuid
const idOf = (prefix: Prefix, text: string): Uuid => read(prefix, text) ?? nobody

/** Throws Refusal. */
function readFilter(query: Static<typeof querySchema>): RequestFilter {
  mustBeInOrder(query)
  const { status, code, key_id: key, method, route: path, email_id: email, q } = query
  const { created_after: after, created_before: before } = query
  return {
    ...(status === undefined ? {} : { status: rangeOf(status) }),
    ...(code === undefined ? {} : { code }),
    ...(key === undefined ? {} : { keyId: idOf('key', key) }),
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    ...(path === undefined ? {} : { route: path }),
    ...(email === undefined ? {} : { emailId: idOf('msg', email) }),
    ...(after === undefined ? {} : { createdAfter: Date.parse(after) }),
    ...(before === undefined ? {} : { createdBefore: Date.parse(before) }),
    ...(q === undefined ? {} : { search: searchOf(q.trim()) }),
  }
}

function rangeOf(status: string): readonly [number, number] {
  const from = Number(status.replace('xx', '00'))
  return [from, status.endsWith('xx') ? from + 99 : from]
}

function searchOf(text: string): RequestSearch {
  const requestId = read('req', text)
  const emailId = read('msg', text)
  return {
    pattern: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`,
    isAddress: text.includes('@'),
    ...(requestId === null ? {} : { requestId }),
    ...(emailId === null ? {} : { emailId }),
  }
}

const get = route({
  method: 'GET',
  path: '/v1/requests/{id}',
  name: 'requests.get',
  scope: 'admin',
  summary: 'Read one call',
  description:
    'With the beginning of what was sent and answered. Keys, secrets, passwords and attachments are "[removed]".',
  params: Type.Object({ id: Type.String({ description: 'req_…' }) }),
  success: { status: 200, schema: wholeRequestShape },
  errors: ['resource_not_found'],
  async handle({ world, tenant, params }) {
    const id = read('req', params.id)
    const found = id === null ? null : await findNoted(world, tenant, id)
    if (found === null) throw new Refusal('resource_not_found')
    return { status: 200, body: showWholeRequest(found) }
  },
})

/** Of what is there nobody is asked: a process that is silent would hold up the answer. */
async function findNoted(world: World, tenant: Tenant, id: Uuid) {
  const found = await findRequest(world.db, tenant, id)
  if (found !== null) return found
  await writeNoted(world)
  return findRequest(world.db, tenant, id)
}

export const requestRoutes: readonly Route[] = [list, get]
