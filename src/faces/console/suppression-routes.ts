/** The suppression list as a file, out and in: for whoever comes from another service, or leaves. */
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Type } from 'typebox'
import { csv } from '#kernel/base/csv.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import { newest } from '#kernel/routes/paging.ts'
import { bodyBytes, type Call, type Route, route, type Tenant } from '#kernel/routes/route.ts'
import type { Position } from '#kernel/world/listed.ts'
import type { World } from '#kernel/world/world.ts'
import { suppressIn } from '#sending/suppression/add.ts'
import { listSuppressions } from '#sending/suppression/list-store.ts'
import {
  reasonOfExport,
  type SuppressionReason,
  type SuppressionStream,
  suppressionStreams,
} from '#sending/suppression/reasons.ts'
import type { SuppressionRow } from '#sending/suppression/store.ts'
import { exportPlaces } from '#sending/timeline/export-places.ts'

const batchSize = 500
const maxLines = 50_000
const maxCsvBytes = 10 * 1024 * 1024
/** So many mistakes are shown; whoever has more has another problem. */
const maxShown = 100

const stream = Type.Enum(suppressionStreams)

const exportAll = route({
  method: 'GET',
  path: '/v1/suppressions/export',
  name: 'suppressions.export',
  scope: 'read',
  summary: 'Download the suppression list as CSV',
  success: { status: 200, schema: Type.String(), contentType: 'text/csv; charset=utf-8' },
  errors: [],
  async handle({ world, tenant }) {
    const day = new Date(world.clock.now()).toISOString().slice(0, 10)
    return {
      status: 200,
      headers: { 'Content-Disposition': `attachment; filename="suppressions-${day}.csv"` },
      body: world.runtime.get(exportPlaces, world).stream(tenant.projectId, lines(world, tenant)),
    }
  },
})

async function* lines(world: Pick<World, 'db'>, tenant: Tenant): AsyncGenerator<string> {
  const all = { address: null, part: null, stream: null, reason: null }
  yield csv([['email', 'stream', 'reason', 'created_at']])
  let before: Position = newest
  for (;;) {
    const rows = await listSuppressions(world.db, tenant, all, { before, count: batchSize })
    if (rows.length > 0) yield csv(rows.map(cells))
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    before = last
  }
}

const cells = (row: SuppressionRow) => [
  row.email,
  row.stream,
  row.reason,
  row.created_at.toISOString(),
]

const importAll = route({
  method: 'POST',
  path: '/v1/suppressions/import',
  name: 'suppressions.import',
  maxBodyBytes: bodyBytes.letters,
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Put the addresses of a CSV on the suppression list',
  body: Type.Object({
    csv: Type.String({
      minLength: 1,
      description: 'Columns email and optionally stream and reason, or those of another service.',
    }),
    stream: Type.Optional(stream),
  }),
  success: {
    status: 200,
    schema: Type.Object({
      added: Type.Integer(),
      already: Type.Integer(),
      invalid: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() })),
    }),
  },
  errors: ['invalid_field'],
  async handle(call) {
    const { entries, invalid } = await readEntries(call, call.body.stream ?? 'all')
    const added = await addAll(call, entries)
    const shown = invalid.slice(0, maxShown).map(one => ({
      line: one.line,
      text: one.why[call.language],
    }))
    return {
      status: 200,
      body: { added, already: entries.length - added, invalid: shown },
    }
  },
})

interface Entry {
  readonly email: string
  readonly stream: SuppressionStream
  readonly reason: SuppressionReason
}

async function addAll(call: Call, entries: readonly Entry[]): Promise<number> {
  const { world, tenant } = call
  let added = 0
  await call.commit(async tx => {
    added = 0
    const at = world.clock.now()
    for (let i = 0; i < entries.length; i += batchSize) {
      const batch = entries.slice(i, i + batchSize).map(one => ({
        ...one,
        projectId: tenant.projectId,
        at,
      }))
      added += (await suppressIn(tx, world, tenant.mode, batch)).length
    }
    return { status: 200, body: { added } }
  })
  return added
}

interface Mistake {
  readonly line: number
  readonly why: Text
}

/** Each address once per stream; what is no address is told by its line. */
async function readEntries(
  { world, body }: Pick<Call<{ csv: string }>, 'world' | 'body'>,
  preset: SuppressionStream,
): Promise<{ entries: readonly Entry[]; invalid: readonly Mistake[] }> {
  const rows = await parseCsv(world, body.csv)
  const head = rows[0]?.map(lettersOf) ?? []
  const hasHead = columnOf(head, emailNames) >= 0
  const emailAt = hasHead ? columnOf(head, emailNames) : 0
  const streamAt = hasHead ? head.indexOf('stream') : -1
  const reasonAt = hasHead ? columnOf(head, ['reason', 'suppressionreason']) : -1
  const entries = new Map<string, Entry>()
  const invalid: Mistake[] = []
  for (const [i, row] of rows.entries()) {
    if (hasHead && i === 0) continue
    const given = (streamAt >= 0 && row[streamAt]?.trim().toLowerCase()) || preset
    const reason = reasonOfExport(row[reasonAt] ?? '') ?? 'manual'
    const entry = readEntry(withoutApostrophe(row[emailAt] ?? ''), given, reason)
    if ('email' in entry) entries.set(`${entry.email.toLowerCase()} ${entry.stream}`, entry)
    else invalid.push({ line: i + 1, why: entry })
  }
  return { entries: [...entries.values()], invalid }
}

/** `Email Address`, `EmailAddress`, `E-mail` and `email_address` are compared by their letters. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
/** The surest first: beside `Email`, a column `Address` has streets. */
const emailNames = ['email', 'emailaddress', 'recipient', 'address']

/** Of the first name that heads a column at all; -1: none does. */
const columnOf = (head: readonly string[], names: readonly string[]): number =>
  names.map(name => head.indexOf(name)).find(at => at >= 0) ?? -1

/** The export puts it before cells that a spreadsheet would run. */
const withoutApostrophe = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

function readEntry(cell: string, given: string, reason: SuppressionReason): Entry | Text {
  const parsed = parseAddress(cell)
  if (!parsed.ok) return parsed.why
  const known = suppressionStreams.find(name => name === given)
  if (known) return { email: parsed.address.email, stream: known, reason }
  return { en: 'The stream is all or marketing.', pt: 'O fluxo é all ou marketing.' }
}

/** Read at a stretch: 10 MB of commas take seconds. */
const stretchLength = 64 * 1024

async function* stretches({ clock }: Pick<World, 'clock'>, bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += stretchLength) {
    if (at > 0) await clock.sleep(0)
    yield bytes.subarray(at, at + stretchLength)
  }
}

async function parseCsv(world: Pick<World, 'clock'>, text: string): Promise<string[][]> {
  const bytes = Buffer.from(text)
  if (bytes.length > maxCsvBytes) throw refuse('larger than 10 MB', 'maior que 10 MB')
  const rows: string[][] = []
  const parser = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: maxLines + 2,
  })
  try {
    for await (const row of Readable.from(stretches(world, bytes)).pipe(parser)) rows.push(row)
  } catch {
    throw refuse('no readable CSV', 'um CSV ilegível')
  }
  if (rows.length > maxLines + 1) {
    throw refuse(`longer than ${maxLines} lines`, `mais longo que ${maxLines} linhas`)
  }
  return rows
}

const refuse = (en: string, pt: string) =>
  new Refusal('invalid_field', {
    param: 'csv',
    why: { en: `The file is ${en}.`, pt: `O arquivo é ${pt}.` },
  })

export const suppressionFileRoutes: readonly Route[] = [exportAll, importAll]
