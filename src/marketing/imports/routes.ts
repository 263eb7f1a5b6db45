/** The endpoints of imports. */
import { stringify } from 'csv-stringify/sync'
import { Type } from 'typebox'
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { actorOf } from '#kernel/routes/actor.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import {
  type Answer,
  type Call,
  type Route,
  route,
  type TenantWorld,
} from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { exportPlaces } from '#sending/timeline/export-places.ts'
import { readNames } from '../contacts/people/reading.ts'
import { deleteChunks } from './chunk-store.ts'
import { importShape, showImport } from './import.ts'
import { mustNameFields } from './mapping.ts'
import { importsOfPersonRoute } from './of-person.ts'
import {
  fileFields,
  freshOptions,
  type ImportPeers,
  optionFields,
  readFile,
  readOptions,
} from './options.ts'
import { peopleRoute } from './people.ts'
import { importMustAllow, lookAgain, prepareFile, queue, seenAs, useMapping } from './prepare.ts'
import { maxExcerptChars } from './rows.ts'
import { stateOf } from './state-table.ts'
import {
  deleteErrors,
  deleteTried,
  findImport,
  findImportPosition,
  type ImportRow,
  insertImport,
  listErrors,
  listImports,
  lockImport,
  type ToldFile,
  updateImport,
} from './store.ts'

const undoDays = 7
const maxExcerptShown = 200
const fileTypes = [
  'text/csv',
  'application/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'text/plain',
  'application/octet-stream',
] as const

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

const idParams = Type.Object({ id: Type.String({ description: 'imp_…' }) })

const importBody = Type.Object(
  { format: Type.Enum(['csv', 'ndjson']), ...optionFields },
  { additionalProperties: false },
)

const create = (peers: ImportPeers): Route =>
  route({
    method: 'POST',
    path: '/v1/imports',
    name: 'imports.create',
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Prepare an import of contacts',
    description: 'Then send the file to /file.',
    body: importBody,
    success: { status: 201, schema: importShape },
    errors: ['missing_field', 'invalid_field'],
    handle: call => {
      const { world, tenant, body } = call
      return call.commit(async tx => {
        const fresh = freshOptions(body.format, actorOf(call.principal))
        const read = await readOptions(tx, call, fresh, peers)
        const options = { ...read, mapping: body.mapping ?? null, dry_run: body.dry_run ?? false }
        if (options.mapping !== null) {
          const { properties } = await readNames(tx, tenant)
          mustNameFields(options.mapping, options.create_properties, properties)
        }
        const id = world.ids.next()
        const at = new Date(world.clock.now())
        await insertImport(tx, tenant, { id, options, at })
        return shown(tx, call, id, 201)
      })
    },
  })

async function shown(
  sql: Sql,
  { world, tenant }: TenantWorld,
  id: Uuid,
  status: number,
): Promise<Answer> {
  const row = await findImport(sql, tenant, id)
  return { status, body: showImport(row!, world.clock.now()) }
}

const file = route({
  method: 'POST',
  path: '/v1/imports/{id}/file',
  name: 'imports.file',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Send the file of an import',
  description:
    'CSV or NDJSON, up to 2 GB, also with Content-Encoding: gzip, or a workbook (XLSX, up to 20 MB), ' +
    'whose first sheet is read as CSV. It is looked at, and waits for ' +
    '/start unless the mapping was given.',
  params: idParams,
  rawBody: fileTypes,
  success: { status: 202, schema: importShape },
  errors: ['invalid_field', 'resource_not_found', 'service_unavailable'],
  handle: takeFile,
})

type OneImport<Body = unknown> = Call<Body, unknown, { id: string }>

async function takeFile(call: OneImport): Promise<Answer> {
  const { world, stream, headers = {} } = call
  try {
    const row = await mustFind(world.db, call)
    mustBeText(headers)
    const isPacked = isGzip(headers)
    await prepareFile(call, row.id, stream!, { isPacked, startsAtOnce: false })
    return await call.commit(tx => shown(tx, call, row.id, 202))
  } finally {
    stream?.resume()
  }
}

function isGzip(headers: NonNullable<Call['headers']>): boolean {
  const coding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase()
  if (coding === 'identity') return false
  if (/^(x-)?gzip$/.test(coding)) return true
  throw refuse('Content-Encoding', {
    en: 'Send the file as it is or packed by gzip.',
    pt: 'Envie o arquivo como está ou compactado com gzip.',
  })
}

function mustBeText(headers: NonNullable<Call['headers']>): void {
  const type = String(headers['content-type'] ?? 'application/octet-stream')
    .split(';')[0]!
    .trim()
  if ((fileTypes as readonly string[]).includes(type.toLowerCase())) return
  throw refuse('Content-Type', {
    en: 'Send the file as text/csv, application/x-ndjson or a workbook (XLSX).',
    pt: 'Envie o arquivo como text/csv, application/x-ndjson ou pasta de trabalho (XLSX).',
  })
}

async function mustFind(sql: Sql, { tenant, params }: OneImport): Promise<ImportRow> {
  return findNamed('imp', params.id, id => findImport(sql, tenant, id))
}

const start = (peers: ImportPeers): Route =>
  route({
    method: 'POST',
    path: '/v1/imports/{id}/start',
    name: 'imports.start',
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Run an import',
    description:
      'Without a mapping, by the proposed one. After a dry run, the same file is run in earnest. ' +
      'What was to be decided once the file has been seen can be said here instead of before.',
    params: idParams,
    body: Type.Object(optionFields, { additionalProperties: false }),
    success: { status: 202, schema: importShape },
    errors: ['missing_field', 'invalid_field', 'resource_not_found'],
    handle: async call => {
      const found = await mustFind(call.world.db, call)
      const { id } = found
      const key = { projectId: call.tenant.projectId, id }
      const seen = await seenAnew(call, found)
      return call.commit(async tx => {
        const locked = (await lockImport(tx, key))!
        const isTried = isTrial(locked)
        importMustAllow(locked, isTried ? 'repeat' : 'start')
        const row = seen === null ? locked : { ...locked, ...seen }
        const { mapping, dry_run: isDry = !isTried && row.options.dry_run } = call.body
        const given = mapping ?? row.options.mapping ?? row.recognised!.mapping
        const read = await readOptions(tx, call, row.options, peers)
        const options = { ...read, dry_run: isDry }
        await useMapping(tx, call, { ...row, options }, given)
        await updateImport(tx, key, {
          ...seen,
          status: 'queued',
          ...(isTried ? { counts: {}, cursor: fromStart(row), finished_at: null } : {}),
        })
        if (isTried) await deleteErrors(tx, key)
        await queue(tx, call, id)
        return shown(tx, call, id, 202)
      })
    },
  })

/** Its file may be run again. */
const isTrial = ({ status, options }: ImportRow): boolean => status === 'done' && options.dry_run

/** What the file is by what is said of its form now; null where nothing is said. */
async function seenAnew(
  { world, body }: Pick<Call<ToldFile>, 'world' | 'body'>,
  row: ImportRow,
): Promise<ReturnType<typeof seenAs> | null> {
  const { delimiter, encoding, header } = body
  if ([delimiter, encoding, header].every(one => one === undefined)) return null
  importMustAllow(row, isTrial(row) ? 'repeat' : 'start')
  return seenAs(await lookAgain({ world }, row, body))
}

const recogniseAgain = route({
  method: 'POST',
  path: '/v1/imports/{id}/recognise',
  name: 'imports.recognise',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Look at the file of an import again',
  description:
    'By what is said of it: what parts its cells, how it is encoded, whether it has a header. The ' +
    'import waits for /start with the columns that this gives.',
  params: idParams,
  body: Type.Object(fileFields, { additionalProperties: false }),
  success: { status: 200, schema: importShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, body } = call
    const found = await mustFind(world.db, call)
    importMustAllow(found, isTrial(found) ? 'repeat' : 'start')
    const seen = seenAs(await lookAgain(call, found, body))
    const key = { projectId: tenant.projectId, id: found.id }
    return call.commit(async tx => {
      const row = (await lockImport(tx, key))!
      importMustAllow(row, isTrial(row) ? 'repeat' : 'start')
      const { dry_run: isDry } = row.options
      const options = {
        ...row.options,
        file: readFile(body, row.options.file),
        mapping: null,
        // It has been tried.
        dry_run: isDry && !isTrial(row),
      }
      await updateImport(tx, key, {
        ...seen,
        options,
        status: 'recognised',
        counts: {},
        finished_at: null,
      })
      await deleteErrors(tx, key)
      return shown(tx, call, found.id, 200)
    })
  },
})

/** The same file again: reading begins behind the header. */
const fromStart = ({ cursor: { first } }: ImportRow): ImportRow['cursor'] =>
  first === undefined ? {} : { ...first, first }

const cancel = route({
  method: 'POST',
  path: '/v1/imports/{id}/cancel',
  name: 'imports.cancel',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Stop an import',
  description: 'What it has written stays, and can be undone.',
  params: idParams,
  success: { status: 202, schema: importShape },
  errors: ['invalid_field', 'not_cancellable', 'resource_not_found'],
  handle: async call => {
    const { id } = await mustFind(call.world.db, call)
    const key = { projectId: call.tenant.projectId, id }
    return call.commit(async tx => {
      const row = await lockImport(tx, key)
      const isOver = !stateOf(row!.status).may.includes('cancel')
      if (isOver) throw new Refusal('not_cancellable', { why: over })
      await updateImport(tx, key, {
        status: 'cancelled',
        finished_at: new Date(call.world.clock.now()),
      })
      await deleteChunks(tx, key)
      await deleteTried(tx, key)
      return shown(tx, call, id, 202)
    })
  },
})

const over: Text = { en: 'The import has ended.', pt: 'A importação já terminou.' }

const undo = route({
  method: 'POST',
  path: '/v1/imports/{id}/undo',
  name: 'imports.undo',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Undo an import',
  description:
    'Within seven days: contacts that it made and nobody has touched since go away, fields go back ' +
    'unless they were changed again, topics are left.',
  params: idParams,
  success: { status: 202, schema: importShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { id } = await mustFind(call.world.db, call)
    const key = { projectId: call.tenant.projectId, id }
    return call.commit(async tx => {
      const row = await lockImport(tx, key)
      importMustAllow(row, 'undo')
      const ended = row!.finished_at?.getTime() ?? 0
      const isOld = ended < call.world.clock.now() - undoDays * dayMs
      if (isOld || row!.options.dry_run) {
        throw refuse('status', {
          en: 'An import can be undone for seven days, and a dry run has done nothing.',
          pt: 'Uma importação pode ser desfeita por sete dias, e uma simulação não fez nada.',
        })
      }
      await updateImport(tx, key, { status: 'undoing' })
      await queue(tx, call, id)
      return shown(tx, call, id, 202)
    })
  },
})

const list = route({
  method: 'GET',
  path: '/v1/imports',
  name: 'imports.list',
  scope: 'read',
  summary: 'List imports',
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(importShape) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const body = await listPage(world, {
      page: query,
      prefix: 'imp',
      find: id => findImportPosition(world.db, tenant, id),
      read: (before, count) => listImports(world.db, tenant, { before, count }),
      show: row => showImport(row, world.clock.now()),
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/imports/{id}',
  name: 'imports.get',
  scope: 'read',
  summary: 'Read an import',
  params: idParams,
  success: { status: 200, schema: importShape },
  errors: ['resource_not_found'],
  handle: async call => ({
    status: 200,
    body: showImport(await mustFind(call.world.db, call), call.world.clock.now()),
  }),
})

const lineShape = Type.Object(
  {
    line: Type.Integer({
      description: 'The physical line where the record begins; the header is 1.',
    }),
    code: Type.String(),
    param: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    excerpt: Type.String(),
    taken: Type.Boolean({ description: 'The person was taken in without what is named.' }),
  },
  { $id: 'ImportLine' },
)

const errors = route({
  method: 'GET',
  path: '/v1/imports/{id}/errors',
  name: 'imports.errors',
  scope: 'read',
  summary: 'List the lines of an import in which something was wrong',
  description:
    'In the order of the file, the first 10,000. format=csv: the lines themselves under their ' +
    'header, to be mended and sent again.',
  params: idParams,
  query: Type.Object({
    limit: pageQuery.limit,
    starting_after: Type.Optional(Type.String({ description: 'The line of the last item.' })),
    format: Type.Optional(Type.Enum(['json', 'csv'])),
  }),
  success: { status: 200, schema: pageOf(lineShape) },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query, language } = call
    const row = await mustFind(world.db, call)
    const key = { projectId: tenant.projectId, id: row.id }
    if (query.format === 'csv') return errorFile(world, row)
    const after = await readLine(world.db, key, query.starting_after)
    const limit = query.limit ?? 50
    const rows = await listErrors(world.db, key, after, {
      count: limit + 1,
      chars: maxExcerptShown,
    })
    return {
      status: 200,
      body: {
        data: rows.slice(0, limit).map(one => ({
          line: one.line,
          code: one.code,
          param: one.param,
          message: one.message[language],
          excerpt: one.excerpt,
          taken: one.taken,
        })),
        has_more: rows.length > limit,
      },
    }
  },
})

/** The line of an item; 0 before the first. Throws Refusal. */
async function readLine(
  sql: Sql,
  key: Parameters<typeof listErrors>[1],
  text: string | undefined,
): Promise<number> {
  if (text === undefined) return 0
  const line = /^\d{1,12}$/.test(text) ? Number(text) : 0
  const [found] = await listErrors(sql, key, line - 1, { count: 1, chars: 0 })
  if (found !== undefined && found.line === line) return line
  throw refuse('starting_after')
}

/** In pages, for the lines may be long. */
function errorFile(world: Call['world'], row: ImportRow): Answer {
  const { columns = [], delimiter = ',', header = true } = row.recognised ?? {}
  const head = delimiter === null || !header ? '' : stringify([[...columns]], { delimiter })
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="errors-${show('imp', row.id)}.csv"`,
    },
    body: world.runtime
      .get(exportPlaces, world)
      .stream(row.project_id, failedLines(world.db, row, head)),
  }
}

const linesAtOnce = 100

async function* failedLines(sql: Sql, row: ImportRow, head: string): AsyncGenerator<string> {
  const key = { projectId: row.project_id, id: row.id }
  if (head !== '') yield head
  for (let after = 0; ; ) {
    const rows = await listErrors(sql, key, after, {
      count: linesAtOnce,
      chars: maxExcerptChars,
    })
    yield rows.map(one => `${one.excerpt}\n`).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < linesAtOnce) return
    after = last.line
  }
}

export const importRoutes = (peers: Parameters<typeof peopleRoute>[0]): readonly Route[] => [
  create(peers),
  file,
  list,
  get,
  errors,
  recogniseAgain,
  start(peers),
  cancel,
  undo,
  peopleRoute(peers),
  importsOfPersonRoute,
]
