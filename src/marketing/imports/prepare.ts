/** From the file on the wire to the queue: received, recognised, mapped. */
import type { Readable } from 'node:stream'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Call } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { makeProperties, readNames } from '../contacts/reading.ts'
import { receive } from './receive.ts'
import { plainFields, type Recognised, recognise } from './recognise.ts'
import { importKind } from './run.ts'
import {
  deleteChunks,
  type ImportOptions,
  type ImportRow,
  type ImportStatus,
  lockImport,
  updateImport,
} from './store.ts'

type Owner = Pick<Call, 'world' | 'tenant'>

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

interface SentFile {
  readonly isPacked: boolean
  /** By the names in its header, where no mapping was given. */
  readonly startsAtOnce: boolean
}

/** Throws Refusal, and the import waits for a file as before. */
export async function prepareFile(
  owner: Owner,
  id: Uuid,
  body: Readable,
  { isPacked, startsAtOnce }: SentFile,
): Promise<void> {
  const { world, tenant } = owner
  const key = { projectId: tenant.projectId, id, by: world.ids.next() }
  await begin(owner, key)
  try {
    const received = await receive(world, key, body, isPacked)
    await world.db.transaction(async tx => {
      mustBe(await lockMine(tx, key), ['receiving'])
      await settle(tx, owner, key, { received, startsAtOnce })
    })
  } catch (error) {
    await world.db.transaction(async tx => {
      if ((await lockMine(tx, key)) === null) return
      await deleteChunks(tx, key)
      await updateImport(tx, key, { status: 'awaiting_file' })
    })
    throw error
  }
}

/** Whoever has sent nothing for so long has died. */
const receivingMs = 60_000

type ReceivingKey = Key & { readonly by: Uuid }

async function begin({ world }: Owner, key: ReceivingKey): Promise<void> {
  const at = world.clock.now()
  await world.db.transaction(async tx => {
    const row = await lockImport(tx, key)
    const isDead = (row?.cursor.receiving?.at ?? at) < at - receivingMs
    mustBe(row, isDead ? ['awaiting_file', 'receiving'] : ['awaiting_file'])
    await deleteChunks(tx, key)
    await updateImport(tx, key, { status: 'receiving', cursor: { receiving: { by: key.by, at } } })
  })
}

async function lockMine(tx: Tx, key: ReceivingKey): Promise<ImportRow | null> {
  const row = await lockImport(tx, key)
  return row?.status === 'receiving' && row.cursor.receiving?.by === key.by ? row : null
}

export function mustBe(row: ImportRow | null, allowed: readonly ImportStatus[]): void {
  if (row !== null && allowed.includes(row.status)) return
  throw refuse('status', {
    en: `The import is ${row?.status ?? 'gone'}; this needs ${allowed.join(' or ')}.`,
    pt: `A importação está em ${row?.status ?? 'nada'}; isto exige ${allowed.join(' ou ')}.`,
  })
}

type Received = Awaited<ReturnType<typeof receive>>
type Key = { readonly projectId: Uuid; readonly id: Uuid }

async function settle(
  tx: Tx,
  call: Owner,
  key: Key,
  { received, startsAtOnce }: { readonly received: Received; readonly startsAtOnce: boolean },
): Promise<void> {
  const row = (await lockImport(tx, key))!
  const { properties } = await readNames(tx, key.projectId)
  const { headerBytes, headerLines, ...recognised } = recognise(received.head, {
    format: row.options.format,
    encoding: received.encoding,
    properties: new Set(properties.keys()),
  })
  const behindHeader = { byte: headerBytes, line: 1 + headerLines }
  const fresh = { ...row, recognised }
  const given = row.options.mapping ?? (startsAtOnce ? recognised.mapping : null)
  // One that was given before the file was seen may be of other columns: somebody looks at it first.
  const mapping = given && fullMapping(fresh, given)
  const fits = mapping !== null && Object.values(mapping).includes('email')
  await updateImport(tx, key, {
    status: fits ? 'queued' : 'recognised',
    recognised,
    of_bytes: received.bytes,
    cursor: { ...behindHeader, first: behindHeader },
  })
  if (!fits) return
  await useMapping(tx, call, fresh, mapping)
  await queue(tx, call, key.id)
}

export const noAddress = (): Refusal =>
  refuse('mapping', {
    en: 'No column is the address: map one to email.',
    pt: 'Nenhuma coluna é o endereço: mapeie uma para email.',
  })

/**
 * Columns that a mapping does not name are left out. A line of NDJSON may have members that the first
 * lines had not: what is said of them stays.
 */
export function fullMapping(
  { recognised }: { readonly recognised: Recognised | null },
  given: Readonly<Record<string, string | null>>,
): Record<string, string | null> {
  const seen = recognised?.columns ?? []
  const columns = recognised?.delimiter === null ? [...seen, ...Object.keys(given)] : seen
  return Object.fromEntries(columns.map(column => [column, given[column] ?? null]))
}

export async function useMapping(
  tx: Tx,
  { world }: Pick<Call, 'world'>,
  row: ImportRow,
  chosen: Readonly<Record<string, string | null>>,
): Promise<void> {
  await checkMapping(tx, row.project_id, row.options, chosen)
  if (!Object.values(chosen).includes('email')) {
    throw noAddress()
  }
  const keys = Object.values(chosen).flatMap(field =>
    field?.startsWith('properties.') ? [field.slice('properties.'.length)] : [],
  )
  const { create_properties: creates } = row.options
  const types = typeof creates === 'object' ? creates : {}
  await makeProperties(
    tx,
    world,
    row.project_id,
    keys.map(key => ({ key, type: types[key] })),
  )
  await updateImport(
    tx,
    { projectId: row.project_id, id: row.id },
    { options: { ...row.options, mapping: chosen } },
  )
}

export const queue = (tx: Tx, { world, tenant }: Owner, id: Uuid): Promise<void> =>
  enqueue(tx, world, [
    {
      kind: importKind,
      projectId: tenant.projectId,
      subject: id,
      dueAt: world.clock.now(),
    },
  ])

/** The fields that a mapping names exist, or are to be made. */
export async function checkMapping(
  sql: Sql,
  projectId: Uuid,
  { create_properties: creates }: ImportOptions,
  given: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { properties } = await readNames(sql, projectId)
  for (const [column, field] of Object.entries(given)) {
    if (field === null || (plainFields as readonly string[]).includes(field)) continue
    const key = field.startsWith('properties.') ? field.slice('properties.'.length) : null
    const isNew = key !== null && /^[a-z][a-z0-9_]{0,39}$/.test(key) && creates !== false
    if (key !== null && (properties.has(key) || isNew)) continue
    throw refuse(`mapping.${column}`, {
      en: 'There is no such field. A contact property is made by the import only with create_properties.',
      pt: 'Não existe este campo. Uma propriedade só é criada pela importação com create_properties.',
    })
  }
}
