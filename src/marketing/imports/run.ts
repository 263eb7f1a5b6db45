/**
 * Running an import: a slice of records at a time, each with the cursor in one transaction,
 * so that a node that dies is followed by another at the exact line. A line that is wrong stops
 * nothing. Nobody who has left comes back by an import.
 */
import type { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { notify } from '#tenants/accounts/notices.ts'
import { worldOfMode } from '#tenants/test-clock/test-clock.ts'
import { askListeners } from '../activity/listeners.ts'
import { noteFacts } from '../activity/note.ts'
import { type BringInResult, bringIn } from '../contacts/people/bring-in.ts'
import type { ForgetContact } from '../contacts/people/erase.ts'
import { readNames } from '../contacts/people/reading.ts'
import { analyzeContacts } from '../contacts/people/store.ts'
import { deleteChunks } from './chunk-store.ts'
import { shownText } from './encoding.ts'
import { showImport } from './import.ts'
import type { ReadRow } from './rows.ts'
import { nextSlice, readAhead, type Slice, takeAhead } from './slice.ts'
import {
  countNames,
  deleteTried,
  findTouched,
  findTried,
  type ImportCounts,
  type ImportRow,
  insertChanges,
  insertErrors,
  insertTried,
  lockImport,
  modeOfImport,
  readLines,
  updateImport,
} from './store.ts'
import { undoSlice } from './undo.ts'

export const importKind = 'import'

/** Of lines; statistics are made anew when an import passes one. */
const growths = [1_000, 5_000, 25_000, 125_000]
const maxErrors = 10_000
/** Transactions follow each other for so long before other imports have their turn. */
const sliceMs = 400

/** What stands above imports. */
interface ImportModules {
  readonly tenantOf: (world: World, projectId: Uuid, mode: Tenant['mode']) => Promise<Tenant | null>
  readonly addToSegment: (
    tx: Tx,
    world: World,
    tenant: Tenant,
    about: {
      readonly segmentId: Uuid
      readonly contactIds: readonly Uuid[]
      readonly isSilent?: boolean
    },
  ) => Promise<void>
  /** Has them in the tracked segments that they fit by now. */
  readonly trackImported: (
    tx: Tx,
    world: World,
    tenant: Tenant,
    about: { readonly contactIds: readonly Uuid[]; readonly isSilent: boolean },
  ) => Promise<void>
  /** Whoever is deleted is no member of anything. */
  readonly forget: ForgetContact
  readonly askConfirmation: (
    tx: Tx,
    world: World,
    tenant: Tenant,
    about: {
      readonly contactId: Uuid
      readonly email: string
      readonly topicIds: readonly Uuid[]
      readonly isBulk: true
    },
  ) => Promise<unknown>
}

export const importTask = (modules: ImportModules): Task => ({
  kind: importKind,
  capacity: 2,
  async runSlice(world, { projectId, subject }) {
    const key = { projectId, id: subject }
    const deadline = world.clock.monotonic() + sliceMs
    let hasMore: boolean
    let before = await readLines(world.db, key)
    // One at least: where each statement takes a second, it would otherwise never come to any.
    do {
      hasMore = await runOnce(world, key, modules)
      const lines = await readLines(world.db, key)
      // Until the database makes statistics of its own, it takes all contacts of a project for one,
      // and looks each up by reading all.
      if (hasMore && growths.some(at => before < at && lines >= at)) await analyzeContacts(world.db)
      before = lines
    } while (hasMore && world.clock.monotonic() < deadline)
    return hasMore
  },
})

type Key = { readonly projectId: Uuid; readonly id: Uuid }

async function runOnce(world: World, key: Key, modules: ImportModules): Promise<boolean> {
  // Before the transaction, which would wait for a second connection.
  const mode = await modeOfImport(world.db, key)
  const tenant = mode === null ? null : await modules.tenantOf(world, key.projectId, mode)
  if (tenant === null) return false
  const ahead = await takeAhead(world, key.id)
  try {
    return await world.db.transaction(async tx => {
      const own = await worldOfMode(tx, world, key.projectId, tenant.mode)
      return step(tx, own, tenant, { key, modules, ahead })
    })
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error
    await world.db.transaction(tx => error.keep(tx))
    return true
  }
}

async function step(
  tx: Tx,
  world: World,
  tenant: Tenant,
  { key, ...running }: Omit<Running, 'row'> & { readonly key: Key },
): Promise<boolean> {
  const row = await lockImport(tx, key)
  if (row === null) return false
  if (row.status === 'undoing') {
    return undoSlice(tx, world, tenant, { row, forget: running.modules.forget })
  }
  if (row.status === 'queued') {
    await updateImport(tx, key, { status: 'running', started_at: new Date(world.clock.now()) })
    return true
  }
  return row.status === 'running' ? readSlice(tx, world, tenant, { ...running, row }) : false
}

interface Running {
  readonly row: ImportRow
  readonly modules: ImportModules
  /** What was read while the slice before was written. */
  readonly ahead: Slice | null
}

async function readSlice(tx: Tx, world: World, tenant: Tenant, running: Running): Promise<boolean> {
  const { row } = running
  const key = { projectId: row.project_id, id: row.id }
  const { properties } = await readNames(tx, tenant)
  const slice = await nextSlice(tx, row, properties, running.ahead)
  if (slice.isEnd) {
    await finish(tx, world, tenant, row)
    return false
  }
  const done = await write(tx, world, tenant, { ...running, slice })
  const counts = added(row.counts, { ...done.counts, lines: slice.rows.length })
  const next = { ...row.cursor, ...slice.next }
  const change = { cursor: next, counts }
  const room = Math.max(0, maxErrors - (row.counts.invalid ?? 0) - (row.counts.noted ?? 0))
  const errors = done.errors.slice(0, room).map(({ line, text, errors: found, taken }) => ({
    line,
    id: world.ids.next(),
    code: found[0]!.code,
    param: found[0]!.param ?? null,
    message: inOne(found),
    excerpt: shownText(text),
    taken,
  }))
  const keep = async (kept: Tx): Promise<void> => {
    await insertErrors(kept, key, errors)
    await updateImport(kept, key, change)
  }
  if (row.options.dry_run) {
    throw new DryRunRollback(async kept => {
      await keep(kept)
      await insertTried(kept, key, done.emailKeys)
    })
  }
  await keep(tx)
  return true
}

/** Sentences on one line of a file. */
const inOne = (found: readonly Refusal[]): Text => ({
  en: [...new Set(found.map(({ text }) => text.en))].join(' '),
  pt: [...new Set(found.map(({ text }) => text.pt))].join(' '),
})

/** Of a dry run only what was found is kept; what was written is undone with the transaction. */
class DryRunRollback extends Error {
  readonly keep: (tx: Tx) => Promise<void>
  constructor(keep: (tx: Tx) => Promise<void>) {
    super('a slice of a dry run')
    this.keep = keep
  }
}

const added = (before: Partial<ImportCounts>, more: Partial<ImportCounts>): ImportCounts =>
  Object.fromEntries(
    countNames.map(name => [name, (before[name] ?? 0) + (more[name] ?? 0)]),
  ) as unknown as ImportCounts

interface Writing extends Running {
  readonly slice: Slice
}

interface SliceResult {
  readonly counts: Partial<ImportCounts>
  readonly emailKeys: readonly string[]
  readonly errors: readonly LineError[]
}

interface LineError {
  readonly line: number
  readonly text: string
  readonly errors: readonly Refusal[]
  /** Its person was taken in all the same. */
  readonly taken: boolean
}

type WrittenPerson = Extract<BringInResult, { contactId: Uuid }> & { readonly line: number }

type GoodRow = Extract<ReadRow, { readonly fields: object }>

const refused = ({ line, text }: ReadRow, error: Refusal): LineError => ({
  line,
  text,
  errors: [error],
  taken: false,
})

/** Of those who were taken in. */
const notesOf = (rows: readonly GoodRow[], brought: readonly BringInResult[]): LineError[] =>
  rows.flatMap(({ line, text, notes }, i) =>
    'error' in brought[i]! || notes.length === 0
      ? []
      : [{ line, text, errors: notes, taken: true }],
  )

async function write(tx: Tx, world: World, tenant: Tenant, writing: Writing): Promise<SliceResult> {
  const { row, slice, modules } = writing
  const key = { projectId: row.project_id, id: row.id }
  const errors: LineError[] = []
  const good: GoodRow[] = []
  for (const one of slice.rows) {
    if ('error' in one) errors.push(refused(one, one.error))
    else good.push(one)
  }
  const brought = await bringIn(
    tx,
    { world, tenant },
    good.map(one => one.fields),
    {
      ...optionsOf(row),
      leaves: good.map(one => one.leaves),
      consents: good.map(one => one.consents || row.options.topics.length === 0),
    },
  )
  const ids = brought.flatMap(one => ('error' in one ? [] : [one.contactId]))
  const seen = await findTouched(tx, key, ids)
  const emailKeys = brought.map(one => ('error' in one ? '' : suppressionKey(one.after.email)))
  const tried = row.options.dry_run ? await findTried(tx, key, emailKeys) : new Set<string>()
  const counts: Record<string, number> = {}
  const changes = new Map<Uuid, WrittenPerson>()
  brought.forEach((one, i) => {
    if ('error' in one) {
      errors.push(refused(good[i]!, one.error))
      return
    }
    const isKnown = seen.has(one.contactId) || tried.has(emailKeys[i]!)
    const kind = isKnown ? 'duplicate' : one.outcome
    counts[kind] = (counts[kind] ?? 0) + 1
    const known = changes.get(one.contactId)
    // Of several lines of one contact the first says how it was, and what became of it.
    const { before, line, outcome } = known ?? { ...one, line: good[i]!.line }
    const became = outcome === 'unchanged' ? one.outcome : outcome
    changes.set(one.contactId, { ...one, before, line, outcome: became })
    seen.add(one.contactId)
  })
  counts.invalid = errors.length
  errors.push(...notesOf(good, brought))
  counts.noted = errors.length - counts.invalid
  const kept = insertChanges(
    tx,
    key,
    [...changes.values()].map(one => ({ ...one, isCreated: one.before === null })),
    new Date(world.clock.now()),
  )
  readAhead(world, row, slice)
  await kept
  const contactIds = [...changes.keys()]
  const isSilent = !row.options.run_sequences
  if (row.options.segment !== null && contactIds.length > 0) {
    const about = { segmentId: row.options.segment, contactIds, isSilent }
    await modules.addToSegment(tx, world, tenant, about)
  }
  // What these come to is none of a dry run's counts.
  if (!row.options.dry_run) {
    await modules.trackImported(tx, world, tenant, { contactIds, isSilent })
    if (!isSilent) await runSequences(tx, world, tenant, [...changes.values()])
  }
  if (row.options.confirm === 'send') await ask(tx, world, tenant, { brought, modules })
  return { counts, errors, emailKeys: emailKeys.filter(Boolean) }
}

/** Sequences that a topic begins hear of each person; no fact is kept and nothing is posted. */
async function runSequences(
  tx: Tx,
  world: World,
  tenant: Tenant,
  people: readonly Extract<BringInResult, { contactId: Uuid }>[],
): Promise<void> {
  const at = world.clock.now()
  const happenings = people.flatMap(({ contactId, joined, pending }) =>
    // Who has still to confirm has not joined.
    joined
      .filter(id => !pending.includes(id))
      .map(id => {
        const data = { topic_id: show('top', id) }
        return { contactId, name: 'contact.subscribed', data, at, isJudged: true as const }
      }),
  )
  const act = await askListeners(tx, world, tenant, happenings)
  await act()
}

async function ask(
  tx: Tx,
  world: World,
  tenant: Tenant,
  {
    brought,
    modules,
  }: { readonly brought: readonly BringInResult[]; readonly modules: ImportModules },
): Promise<void> {
  for (const one of brought) {
    if ('error' in one || one.pending.length === 0) continue
    await modules.askConfirmation(tx, world, tenant, {
      contactId: one.contactId,
      email: one.after.email,
      topicIds: one.pending,
      isBulk: true,
    })
  }
}

function optionsOf({ options }: ImportRow) {
  const { consent } = options
  return {
    onExisting: options.on_existing,
    topicIds: options.topics,
    actor: options.actor,
    consent:
      consent === null
        ? null
        : {
            basis: consent.basis,
            source: consent.source,
            wording: consent.wording,
            at: consent.at === null ? null : Date.parse(consent.at),
            isConfirmed: options.confirm === 'elsewhere',
          },
  }
}

async function finish(tx: Tx, world: World, tenant: Tenant, row: ImportRow): Promise<void> {
  const key = { projectId: row.project_id, id: row.id }
  const at = new Date(world.clock.now())
  await updateImport(tx, key, { status: 'done', finished_at: at })
  // After a dry run the same file may be run.
  if (row.options.dry_run) await deleteTried(tx, key)
  else await deleteChunks(tx, key)
  const ended = { ...row, status: 'done' as const, finished_at: at }
  const shown = showImport(ended, world.clock.now())
  if (!row.options.dry_run) await tellAccount(tx, world, tenant, shown)
  await noteFacts(
    tx,
    { world, tenant },
    [{ type: 'import.finished', contactId: null, data: { import_id: show('imp', row.id) } }],
    async () => [{ import: shown }],
  )
}

async function tellAccount(
  tx: Tx,
  world: World,
  { accountId, projectId, mode }: Tenant,
  { id, counts }: ReturnType<typeof showImport>,
): Promise<void> {
  const text = {
    en: 'An import has ended. See what became of each row on its page.',
    pt: 'Uma importação terminou. Veja na página dela o que aconteceu com cada linha.',
  }
  const data = { import_id: id, counts }
  const notice = { accountId, projectId, mode, level: 'info', code: 'import_done', text } as const
  await notify(tx, world, [{ ...notice, data }])
}
