/** An import as the API shows it. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import { createsShape, fileFields } from './options.ts'
import { recognisedShape } from './recognised.ts'
import { importsWhere, stateOf } from './state-table.ts'
import { confirmWays, countNames, type ImportRow, undoNames } from './store.ts'

const orNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()])
const moment = Type.String({ format: 'date-time' })
const counts = Type.Object(Object.fromEntries(countNames.map(name => [name, Type.Integer()])))

export const importShape = Type.Object(
  {
    id: Type.String({ description: 'imp_…' }),
    name: orNull(Type.String()),
    status: Type.Enum([...importsWhere(() => true)]),
    format: Type.Enum(['csv', 'ndjson']),
    mapping: Type.Union([
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
      Type.Null(),
    ]),
    on_existing: Type.Enum(['update', 'keep', 'skip']),
    topics: Type.Array(Type.String()),
    create_properties: createsShape,
    consent: Type.Union([
      Type.Object({
        basis: Type.String(),
        wording: Type.String(),
        at: orNull(moment),
        source: Type.String(),
        column: Type.Optional(orNull(Type.String())),
        yes: Type.Optional(Type.Array(Type.String())),
      }),
      Type.Null(),
    ]),
    run_sequences: Type.Boolean(),
    confirm: Type.Enum([...confirmWays]),
    segment: orNull(Type.String()),
    dry_run: Type.Boolean(),
    file: Type.Object(fileFields, { description: 'What was said of the file.' }),
    progress: Type.Object({ bytes: Type.Integer(), of: Type.Integer() }),
    counts,
    recognised: Type.Union([recognisedShape, Type.Null()], {
      description:
        'Encoding, delimiter, columns, a proposed mapping, how numbers and days are written, and ' +
        'twenty rows.',
    }),
    preview: Type.Optional(counts),
    undo: Type.Optional(
      Type.Object(Object.fromEntries(undoNames.map(name => [name, Type.Integer()])), {
        description: 'Contacts that went away, went back, or stay as somebody has changed them.',
      }),
    ),
    error: orNull(Type.String()),
    created_at: moment,
    started_at: orNull(moment),
    finished_at: orNull(moment),
    eta_s: Type.Union([Type.Integer(), Type.Null()]),
  },
  { $id: 'Import' },
)

export function showImport(row: ImportRow, now: number) {
  const { options } = row
  const all = Object.fromEntries(countNames.map(name => [name, row.counts[name] ?? 0]))
  const undone = Object.fromEntries(undoNames.map(name => [name, row.counts[name] ?? 0]))
  const of = row.of_bytes
  const bytes = row.status === 'done' ? of : (row.cursor.byte ?? 0)
  return {
    id: show('imp', row.id),
    name: options.name ?? null,
    status: row.status,
    format: options.format,
    mapping: options.mapping,
    on_existing: options.on_existing,
    topics: options.topics.map(id => show('top', id)),
    create_properties: options.create_properties,
    consent: showConsent(options.consent),
    run_sequences: options.run_sequences,
    confirm: options.confirm,
    segment: options.segment === null ? null : show('seg', options.segment),
    dry_run: options.dry_run,
    file: options.file ?? {},
    progress: { bytes, of },
    counts: all,
    recognised: row.recognised,
    ...(options.dry_run && row.status === 'done' ? { preview: all } : {}),
    ...(isUndone(row) ? { undo: undone } : {}),
    error: row.error,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    eta_s: etaOf(row, { bytes, of, now }),
  }
}

/** The column and its words are of those that have them. */
function showConsent(consent: ImportRow['options']['consent']) {
  if (consent === null) return null
  const { column = null, yes = [], ...rest } = consent
  return column === null ? rest : { ...rest, column, ...(yes.length === 0 ? {} : { yes }) }
}

const isUndone = ({ status }: ImportRow): boolean => stateOf(status).stage === 'undo'

/** By the pace so far. */
function etaOf(
  { status, started_at: startedAt }: ImportRow,
  { bytes, of, now }: { readonly bytes: number; readonly of: number; readonly now: number },
): number | null {
  // The first lines say more of the start than of the pace.
  if (status !== 'running' || startedAt === null || bytes <= of / 50) return null
  const spentMs = Math.max(1, now - startedAt.getTime())
  return Math.ceil(((of - bytes) * spentMs) / bytes / 1000)
}
