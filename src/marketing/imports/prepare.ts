/** From the file on the wire to the queue: received, recognised, mapped. */
import type { Readable } from 'node:stream'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { madeBy } from '#kernel/routes/made-by.ts'
import type { Call, Principal, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { makeProperties, readNames } from '../contacts/people/reading.ts'
import { countFiles, deleteChunks, readChunks } from './chunk-store.ts'
import { knownProperties } from './columns.ts'
import type { FileEncoding } from './encoding.ts'
import { keyOf, type Mapping } from './habits.ts'
import { fullMapping, mustBeDecided } from './mapping.ts'
import { readFile } from './options.ts'
import { chunkBytes, maxKeptBytes, receive } from './receive.ts'
import { recognise } from './recognise.ts'
import type { FileChunks } from './records.ts'
import { importKind } from './run.ts'
import { type ImportAct, type ImportStatus, importsWhere } from './state-table.ts'
import {
  findImport,
  type ImportOptions,
  type ImportRow,
  lockImport,
  type ToldFile,
  updateImport,
} from './store.ts'
import { toCsvFor } from './workbook.ts'

/** Without a principal: the operator, by hand. */
type Importer = TenantWorld & { readonly principal?: Principal }

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

interface SentFile {
  readonly isPacked: boolean
  /** By the names in its header, where no mapping was given. */
  readonly startsAtOnce: boolean
}

/** Throws Refusal, and the import waits for a file as before. */
export async function prepareFile(
  owner: Importer,
  id: Uuid,
  body: Readable,
  { isPacked, startsAtOnce }: SentFile,
): Promise<void> {
  const { world, tenant } = owner
  const key = { projectId: tenant.projectId, id, by: world.ids.next() }
  const room = await begin(owner, key)
  try {
    const before = await findImport(world.db, tenant, id)
    const { format, file = {} } = before!.options
    const delimiter = file.delimiter ?? ','
    const toCsv = toCsvFor(world, tenant.projectId, delimiter)
    const received = await receive(world, key, body, {
      isPacked,
      encoding: file.encoding,
      room,
      toCsv: format === 'csv' ? toCsv : null,
    })
    const { isWorkbook } = received
    const told = isWorkbook ? { ...file, delimiter } : file
    const looked = await look(world, key, { ...received, format, file: told })
    const seen = isWorkbook ? { ...looked, workbook: true as const } : looked
    await world.db.transaction(async tx => {
      mustBe(await lockMine(tx, key), ['receiving'])
      await settle(tx, owner, key, { seen, bytes: received.bytes, startsAtOnce })
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

/** At the same time, of one project: each may be as large as all that fits. */
const maxReceiving = 3

/** How many bytes may come. */
async function begin({ world }: Importer, key: ReceivingKey): Promise<number> {
  const at = world.clock.now()
  return world.db.transaction(async tx => {
    const row = await lockImport(tx, key)
    const kept = await countFiles(tx, key, at - receivingMs)
    if (kept.receiving >= maxReceiving) {
      throw refuse('file', {
        en: `At most ${maxReceiving} files are taken in at a time. Wait for one of them.`,
        pt: `No máximo ${maxReceiving} arquivos são recebidos ao mesmo tempo. Espere por um deles.`,
      })
    }
    const isDead = (row?.cursor.receiving?.at ?? at) < at - receivingMs
    const open = statesWith('upload')
    mustBe(row, isDead ? [...open, 'receiving'] : open)
    await deleteChunks(tx, key)
    await updateImport(tx, key, { status: 'receiving', cursor: { receiving: { by: key.by, at } } })
    return maxKeptBytes - kept.bytes
  })
}

async function lockMine(tx: Tx, key: ReceivingKey): Promise<ImportRow | null> {
  const row = await lockImport(tx, key)
  return row?.status === 'receiving' && row.cursor.receiving?.by === key.by ? row : null
}

const statesWith = (act: ImportAct) => importsWhere(({ may }) => may.includes(act))

/** Throws Refusal where its state does not allow it. */
export const importMustAllow = (row: ImportRow | null, act: ImportAct): void =>
  mustBe(row, statesWith(act))

function mustBe(row: ImportRow | null, allowed: readonly ImportStatus[]): void {
  if (row !== null && allowed.includes(row.status)) return
  throw refuse('status', {
    en: `The import is ${row?.status ?? 'gone'}; this needs ${allowed.join(' or ')}.`,
    pt: `A importação está em ${row?.status ?? 'nada'}; isto exige ${allowed.join(' ou ')}.`,
  })
}

type Key = { readonly projectId: Uuid; readonly id: Uuid }
/** `workbook`: what `recognised` says of one. */
type FileLook = Awaited<ReturnType<typeof recognise>> & { readonly workbook?: boolean }

/** What the file is that has come, by what was said of it. */
async function look(
  world: Pick<World, 'db' | 'clock'>,
  key: Key,
  {
    bytes,
    encoding,
    format,
    file,
  }: Pick<ImportOptions, 'format'> & {
    readonly bytes: number
    readonly encoding: FileEncoding
    readonly file: NonNullable<ImportOptions['file']>
  },
): Promise<FileLook> {
  // What a mapping may name of these is judged when it is used.
  const { properties } = await readNames(world.db, { projectId: key.projectId, mode: 'test' })
  const chunks: FileChunks = {
    bytes,
    read: async n => (n * chunkBytes >= bytes ? null : readChunks(world.db, key, n, 1)),
    breathe: () => world.clock.sleep(0),
  }
  const known = knownProperties(properties.keys())
  return recognise(chunks, format, { encoding, told: file, known })
}

/** The file once more, as somebody has said what it is. Throws Refusal. */
export async function lookAgain(
  { world }: Pick<Call, 'world'>,
  row: ImportRow,
  said: ToldFile,
): Promise<FileLook> {
  const { encoding, workbook } = row.recognised!
  const file = readFile(said, row.options.file)
  if (workbook === true) return lookAtWorkbookAgain(world, row, said, file)
  const isWide = encoding === 'utf-16'
  if (file.encoding !== undefined && isWide !== (file.encoding === 'utf-16')) {
    throw refuse('encoding', {
      en: 'What is UTF-16 is known by its bytes: it cannot be said of a file that has come.',
      pt: 'UTF-16 é reconhecido pelos bytes: não pode ser indicado para um arquivo já recebido.',
    })
  }
  const { project_id: projectId, id } = row
  const told = { bytes: row.of_bytes, encoding: file.encoding ?? encoding, file }
  return look(world, { projectId, id }, { ...told, format: row.options.format })
}

/** What parts its cells and how they are encoded was decided here (workbook.ts), whatever was said before. */
async function lookAtWorkbookAgain(
  world: Pick<World, 'db' | 'clock'>,
  row: ImportRow,
  said: ToldFile,
  file: ToldFile,
): Promise<FileLook> {
  const { encoding, delimiter } = row.recognised!
  for (const [param, known] of Object.entries({ encoding, delimiter })) {
    const told = said[param as 'encoding' | 'delimiter']
    if (told !== undefined && told !== known) throw refuse(param, ofWorkbook)
  }
  const { project_id: projectId, id, of_bytes: bytes, options } = row
  const told = delimiter === null ? file : { ...file, delimiter }
  const about = { bytes, encoding, format: options.format, file: told }
  return { ...(await look(world, { projectId, id }, about)), workbook: true }
}

const ofWorkbook: Text = {
  en: 'The file was a workbook: what parts its cells and how they are encoded is known.',
  pt: 'O arquivo era uma pasta de trabalho: o separador e a codificação já são conhecidos.',
}

/** What was seen of a file, where reading begins. */
export function seenAs(seen: FileLook): Pick<ImportRow, 'recognised' | 'cursor'> {
  const { first, ...recognised } = seen
  return { recognised, cursor: { ...first, first } }
}

async function settle(
  tx: Tx,
  call: Importer,
  key: Key,
  {
    seen,
    bytes,
    startsAtOnce,
  }: { readonly seen: FileLook; readonly bytes: number; readonly startsAtOnce: boolean },
): Promise<void> {
  const row = (await lockImport(tx, key))!
  const change = seenAs(seen)
  const fresh = { ...row, ...change }
  const given = row.options.mapping ?? (startsAtOnce ? seen.mapping : null)
  // One that was given before the file was seen may be of other columns: somebody looks at it first.
  const fits = given !== null && (await isDecided(tx, fresh, given, startsAtOnce))
  await updateImport(tx, key, {
    ...change,
    status: fits ? 'queued' : 'recognised',
    of_bytes: bytes,
  })
  if (!fits) return
  await useMapping(tx, call, fresh, given)
  await queue(tx, call, key.id)
}

/** Throws Refusal where nobody would look at what is to be decided. */
async function isDecided(
  tx: Tx,
  row: ImportRow,
  given: Mapping,
  isUnseen: boolean,
): Promise<boolean> {
  const hasAddress = Object.values(fullMapping(row.recognised!, given)).includes('email')
  try {
    await judge(tx, row, given)
    return true
  } catch (error) {
    if (!(error instanceof Refusal) || (isUnseen && hasAddress)) throw error
    return false
  }
}

async function judge(
  tx: Tx,
  { project_id: id, mode, recognised, options }: ImportRow,
  given: Mapping,
) {
  const { properties } = await readNames(tx, { projectId: id, mode })
  mustBeDecided({ recognised: recognised!, given, options, properties })
}

/** Throws Refusal for what is still to be decided. */
export async function useMapping(
  tx: Tx,
  { world, tenant, principal }: Importer,
  row: ImportRow,
  given: Mapping,
): Promise<void> {
  await judge(tx, row, given)
  const mapping = fullMapping(row.recognised!, given)
  const { create_properties: creates } = row.options
  const types = new Map(typeof creates === 'object' ? Object.entries(creates) : [])
  const named = Object.entries(mapping).flatMap(([column, field]) => {
    const key = keyOf(field)
    return key === null ? [] : [{ key, type: types.get(key), label: labelOf(column, key) }]
  })
  await makeProperties(
    tx,
    { world, tenant, by: principal === undefined ? 'live' : madeBy({ tenant, principal }) },
    named,
  )
  await updateImport(
    tx,
    { projectId: row.project_id, id: row.id },
    { options: { ...row.options, mapping } },
  )
}

const maxLabelChars = 100

/** What people call a property is what they wrote above its column. */
function labelOf(column: string, key: string): string | null {
  const label = column.trim().slice(0, maxLabelChars)
  return label === '' || label === key || label === `properties.${key}` ? null : label
}

export const queue = (tx: Tx, { world, tenant }: Importer, id: Uuid): Promise<void> =>
  enqueue(tx, world, [
    {
      kind: importKind,
      projectId: tenant.projectId,
      subject: id,
      dueAt: world.clock.now(),
    },
  ])
