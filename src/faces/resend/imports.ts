/**
 * Resend's calls on imports: the file and what to do with it in one form (RFC 7578), which starts at
 * once. It is held in memory for a moment, so larger files go to our own /v1/imports.
 */
import { Readable } from 'node:stream'
import type { ContactImport, ContactImportStatus } from 'resend'
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { type FormParts, NotAForm, readFormParts } from '#kernel/base/form-parts.ts'
import { read } from '#kernel/base/ids.ts'
import type { Answer, Route } from '#kernel/routes/route.ts'
import type { importShape } from '#marketing/imports/import.ts'
import { prepareFile } from '#marketing/imports/prepare.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  pageOfChosen,
  refuseField,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'

const maxFormBytes = 32 * 1024 ** 2
/** A form of thousands of fields takes seconds to read, and nobody else is answered meanwhile. */
const maxParts = 20

type OurImport = Static<typeof importShape>

const statuses: Readonly<Record<OurImport['status'], ContactImportStatus>> = {
  awaiting_file: 'queued',
  receiving: 'queued',
  recognised: 'queued',
  queued: 'queued',
  running: 'in_progress',
  done: 'completed',
  undoing: 'completed',
  undone: 'completed',
  cancelled: 'failed',
  failed: 'failed',
}

export const importRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/contacts/imports',
    name: 'imports.create',
    scope: 'admin',
    status: 201,
    summary: 'Import contacts from a file',
    takesForm: true,
    handle: create,
  }),
  theirRoute({
    method: 'GET',
    path: '/contacts/imports',
    name: 'imports.list',
    scope: 'read',
    summary: 'List imports',
    query: Type.Object({
      ...theirPage,
      status: Type.Optional(Type.Enum(['queued', 'in_progress', 'completed', 'failed'])),
    }),
    handle: list,
  }),
  theirRoute({
    method: 'GET',
    path: '/contacts/imports/{id}',
    name: 'imports.get',
    scope: 'read',
    summary: 'Read one import',
    handle: call => through('imports.get', call, { params: call.params }, shown),
  }),
]

async function create(call: Theirs): Promise<Answer> {
  const { world } = call
  const form = await readForm(call)
  const file = form.files.get('file')
  if (file === undefined) throw new Refusal('missing_field', { param: 'file' })
  const own = {
    ...call,
    commit: (work: Parameters<Theirs['commit']>[0]) => world.db.transaction(work),
  }
  const made = (await through('imports.create', own, { body: ours(form) })).body as Fields
  const params = { id: made.id }
  const cancel = () => through('imports.cancel', own, { params })
  const bytes = Readable.from([file])
  try {
    const how = { isPacked: false, startsAtOnce: true }
    await prepareFile(call, read('imp', String(made.id))!, bytes, how)
  } catch (error) {
    await cancel()
    throw error
  }
  const row = (await through('imports.get', call, { params })).body as Fields
  if (row.status === 'recognised') {
    await cancel()
    refuseField('column_map', {
      en: 'No column of the file is the address: name it in column_map.email.',
      pt: 'Nenhuma coluna do arquivo é o endereço: indique-a em column_map.email.',
    })
  }
  return call.commit(async () => ({
    status: 201,
    body: { object: 'contact_import', id: made.id },
  }))
}

async function readForm({ stream, headers = {}, room }: Theirs): Promise<FormParts> {
  try {
    const length = Number(headers['content-length'] ?? maxFormBytes)
    if (length > maxFormBytes) throw tooLarge()
    await room(length)
    const type = String(headers['content-type'])
    return await readFormParts(type, upToTheMost(stream!), { maxParts })
  } catch (error) {
    throw error instanceof NotAForm ? refusalOf(error) : error
  } finally {
    stream?.resume()
  }
}

async function* upToTheMost(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of stream) {
    bytes += (piece as Buffer).length
    if (bytes > maxFormBytes) throw tooLarge()
    yield piece as Buffer
  }
}

function refusalOf({ hasTooMany }: NotAForm): Refusal {
  if (hasTooMany) {
    return new Refusal('invalid_field', {
      why: {
        en: `A form has at most ${maxParts} fields.`,
        pt: `Um formulário tem no máximo ${maxParts} campos.`,
      },
    })
  }
  return new Refusal('invalid_field', {
    param: 'Content-Type',
    why: {
      en: 'The body must be a form: multipart/form-data.',
      pt: 'O corpo deve ser um formulário: multipart/form-data.',
    },
  })
}

const tooLarge = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'file',
    why: {
      en: 'The file has more than 32 MB. Send it to /v1/imports, which takes 2 GB.',
      pt: 'O arquivo tem mais de 32 MB. Envie-o para /v1/imports, que aceita 2 GB.',
    },
  })

/** Fields of a form are texts: JSON, but for a word. */
function partOf({ texts }: FormParts, name: string): unknown {
  const text = texts.get(name)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal('invalid_field', { param: name })
  }
}

function ours(form: FormParts): Fields {
  const map = partOf(form, 'column_map')
  const topics = topicsOf(partOf(form, 'topics') ?? [])
  const [segment] = idsOf(partOf(form, 'segments') ?? [], 'segments')
  // Ours: they ask for none.
  const consent = partOf(form, 'consent')
  return {
    format: 'csv',
    on_existing: onConflict(form.texts.get('on_conflict')),
    create_properties: true,
    ...(map === undefined ? {} : { mapping: mappingOf(map) }),
    ...(topics.length === 0 ? {} : { topics }),
    ...(segment === undefined ? {} : { segment }),
    ...(consent === undefined ? {} : { consent }),
  }
}

function onConflict(given: unknown): string {
  if (given === null || given === 'upsert') return 'update'
  if (given === 'skip') return 'skip'
  return refuseField('on_conflict', {
    en: '{param} must be upsert or skip.',
    pt: '{param} deve ser upsert ou skip.',
  })
}

/** `{ email: "E-mail", properties: { city: { column: "City" } } }` by column. */
function mappingOf(given: unknown): Fields {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refusal('invalid_field', { param: 'column_map' })
  }
  const { properties, ...plain } = given as Fields
  const mapping: [string, string][] = []
  for (const [field, column] of Object.entries(plain)) {
    if (column != null) mapping.push([columnOf(column, `column_map.${field}`), field])
  }
  for (const [key, one] of Object.entries(fieldsOf(properties ?? {}))) {
    const param = `column_map.properties.${key}`
    mapping.push([columnOf((one as Fields | null)?.column, param), `properties.${key}`])
  }
  return Object.fromEntries(mapping)
}

function columnOf(given: unknown, param: string): string {
  if (typeof given === 'string') return given
  throw new Refusal('invalid_field', { param })
}

function idsOf(given: unknown, param: string): unknown[] {
  if (!Array.isArray(given)) throw new Refusal('invalid_field', { param })
  if (param === 'segments' && given.length > 1) {
    refuseField('segments[1]', {
      en: 'An import fills one segment.',
      pt: 'Uma importação preenche um segmento.',
    })
  }
  return given.map((one, n) => {
    const id: unknown = (one as Fields | null)?.id
    if (id == null) throw new Refusal('missing_field', { param: `${param}[${n}].id` })
    return id
  })
}

/** Nobody leaves by a list; joining needs the field `consent` of our own imports. */
function topicsOf(given: unknown): unknown[] {
  const ids = idsOf(given, 'topics')
  for (const [n, one] of (given as Fields[]).entries()) {
    if (one.subscription === 'opt_in') continue
    refuseField(`topics[${n}].subscription`, {
      en: '{param} must be opt_in: an import lets nobody leave.',
      pt: '{param} deve ser opt_in: uma importação não faz ninguém sair.',
    })
  }
  return ids
}

async function list(call: Theirs): Promise<Answer> {
  const { status } = call.query
  if (status === undefined) {
    return through('imports.list', call, { query: pageAsked(call.query) }, listed(shown))
  }
  const page = await pageOfChosen(
    call,
    'imports.list',
    (one: OurImport) => statuses[one.status] === status,
  )
  return { status: 200, body: listed(shown)(page) }
}

function shown({ id, status, counts, created_at, finished_at }: OurImport): ContactImport {
  const { lines = 0, created = 0, updated = 0, invalid = 0 } = counts
  return {
    object: 'contact_import',
    id,
    status: statuses[status],
    created_at,
    completed_at: finished_at,
    counts: {
      total: lines,
      created,
      updated,
      skipped: Math.max(0, lines - created - updated - invalid),
      failed: invalid,
    },
  }
}
