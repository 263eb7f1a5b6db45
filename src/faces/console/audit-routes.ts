/** `/api/audit` and the operator's: who changed what. */
import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import { csv } from '#kernel/base/csv.ts'
import { show } from '#kernel/base/ids.ts'
import { jsonShape } from '#kernel/routes/json.ts'
import { listPage, newest, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import type { Db } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  type AuditFilter,
  type AuditOf,
  type AuditRow,
  auditPosition,
  readAudit,
} from '#tenants/audit/store.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'

const orNull = (description: string) => Type.Union([Type.String({ description }), Type.Null()])
const fields = Type.Union([Type.Record(Type.String(), jsonShape), Type.Null()])

const auditShape = Type.Object(
  {
    id: Type.String({ description: 'aud_…' }),
    at: Type.String({ format: 'date-time' }),
    actor: Type.Object({
      type: Type.Enum(['member', 'key', 'operator', 'system']),
      id: orNull('usr_… or key_…'),
      name: orNull('As it was called then.'),
    }),
    ip: orNull('Where it came from.'),
    action: Type.String({ description: 'Such as domain.deleted.' }),
    target: Type.Object({
      type: Type.String(),
      id: orNull('What was changed.'),
      name: orNull('As it was called then.'),
    }),
    before: fields,
    after: fields,
  },
  { $id: 'AuditRecord' },
)

const text = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }))

const filters = {
  actor: text('usr_… or key_….'),
  action: text('Whole, or a beginning such as domain.'),
  target: text('An id.'),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'From then on.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Before then.' })),
}
const querySchema = Type.Object({ ...filters, ...pageQuery })
const filterSchema = Type.Object(filters)

const showRecord = (row: AuditRow) => ({
  id: show('aud', row.id),
  at: row.at.toISOString(),
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  ip: row.ip,
  action: row.action,
  target: { type: row.targetType, id: row.targetId, name: row.targetName },
  before: row.before,
  after: row.after,
})

const listed = (world: World, of: AuditOf, query: Static<typeof querySchema>) =>
  listPage(world, {
    page: query,
    prefix: 'aud',
    find: id => auditPosition(world.db, of, id),
    read: (before, count) => readAudit(world.db, of, query, { before, count }),
    show: showRecord,
    showsUnsettled: true,
  })

const batchSize = 500

async function* lines(db: Db, of: AuditOf, filter: AuditFilter): AsyncGenerator<string> {
  yield csv([
    [
      'id',
      'at',
      'actor_type',
      'actor_id',
      'actor_name',
      'ip',
      'action',
      'target_type',
      'target_id',
      'target_name',
      'before',
      'after',
    ],
  ])
  let before = newest
  for (;;) {
    const rows = await readAudit(db, of, filter, { before, count: batchSize })
    if (rows.length > 0) yield csv(rows.map(cells))
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    before = last
  }
}

const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value))

const cells = (row: AuditRow): string[] => [
  show('aud', row.id),
  row.at.toISOString(),
  row.actorType,
  row.actorId ?? '',
  row.actorName ?? '',
  row.ip ?? '',
  row.action,
  row.targetType,
  row.targetId ?? '',
  row.targetName ?? '',
  json(row.before),
  json(row.after),
]

export const auditRoutes: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/audit',
    name: 'audit.list',
    access: 'owner',
    summary: 'Who changed what in the account, newest first; of a year',
    query: querySchema,
    success: { status: 200, schema: pageOf(auditShape) },
    errors: ['invalid_field'],
    handle: async ({ world, session, query }) => ({
      status: 200,
      body: await listed(world, { accountId: session.accountId }, query),
    }),
  }),
  memberRoute({
    method: 'GET',
    path: '/audit/export',
    name: 'audit.export',
    access: 'owner',
    summary: 'The same as CSV',
    query: filterSchema,
    success: { status: 200, schema: Type.String(), contentType: 'text/csv; charset=utf-8' },
    errors: ['invalid_field'],
    async handle({ world, session, query }) {
      const day = new Date(world.clock.now()).toISOString().slice(0, 10)
      return {
        status: 200,
        headers: { 'Content-Disposition': `attachment; filename="audit-${day}.csv"` },
        body: Readable.from(lines(world.db, { accountId: session.accountId }, query)),
      }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/operator/audit',
    name: 'operator.audit',
    access: 'operator',
    summary: 'What operators changed, in whichever account',
    query: querySchema,
    success: { status: 200, schema: pageOf(auditShape) },
    errors: ['invalid_field'],
    handle: async ({ world, query }) => ({
      status: 200,
      body: await listed(world, 'operators', query),
    }),
  }),
]
