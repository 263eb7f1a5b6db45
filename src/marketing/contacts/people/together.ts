/**
 * Calls that write one contact each, made at the same time: those of one project and key share a
 * transaction, since its commit costs more than all the rest.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { actorOf } from '#kernel/routes/actor.ts'
import type { Call } from '#kernel/routes/route.ts'
import { createBatchers } from '#kernel/world/batch.ts'
import type { Tx } from '#kernel/world/db.ts'
import { checkFields } from '../fields/fields.ts'
import { readPropertyTypes } from '../topics/topic-store.ts'
import type { ContactRow } from './contact.ts'
import { readContacts } from './store.ts'
import type { OnExisting } from './upsert.ts'
import { type ContactHooks, type ContactWrite, writeContacts } from './write.ts'

type Writing = Pick<Call, 'world' | 'tenant' | 'principal'>

interface Single {
  readonly call: Writing
  /** The contact as the call gives it. */
  readonly given: object
  readonly topicIds: readonly Uuid[]
  readonly onExisting: OnExisting
}

type Outcome = WrittenContact | { readonly error: unknown }

export interface WrittenContact {
  readonly id: Uuid
  readonly isCreated: boolean
  /** As it stands after all writes of the transaction. */
  readonly row: ContactRow
}

type WriteTogether = (single: Single) => Promise<WrittenContact>

const maxWrites = 200
/** Of a project. More than one hides the wait for a commit, and for a contact that somebody else holds. */
const slots = 2

/** Resolves after the commit. Throws Refusal. */
export function createWriteTogether(hooks: ContactHooks): WriteTogether {
  const batcher = createBatchers<Single, Outcome>(({ call }) => call.tenant.projectId, {
    slots,
    max: maxWrites,
    run: async singles => {
      const groups = Map.groupBy(singles, groupOf)
      const written = new Map<Single, Outcome>()
      await Promise.all(
        [...groups.values()].map(async group => {
          const results = await writeGroup(group, hooks)
          group.forEach((single, i) => {
            written.set(single, results[i]!)
          })
        }),
      )
      return singles.map(single => written.get(single)!)
    },
  })
  return async single => writtenOf(await batcher.add(single))
}

/** Throws what kept it from being written. */
export function writtenOf(outcome: Outcome): WrittenContact {
  if ('error' in outcome) throw outcome.error
  return outcome
}

function groupOf({ call: { tenant, principal }, onExisting }: Single): string {
  return [tenant.projectId, tenant.mode, actorOf(principal), onExisting].join(' ')
}

/** Each by itself where one of them cannot be: it must not undo the others. */
async function writeGroup(group: readonly Single[], hooks: ContactHooks): Promise<Outcome[]> {
  const { world } = group[0]!.call
  try {
    return await world.db.transaction(tx =>
      writeSingles(tx, group, { hooks, showing: rows => tx.last(rows) }),
    )
  } catch (error) {
    if (group.length === 1 || !(error instanceof Refusal)) return group.map(() => ({ error }))
  }
  const outcomes: Outcome[] = []
  for (const single of group) outcomes.push(...(await writeGroup([single], hooks)))
  return outcomes
}

interface WritingSingles {
  readonly hooks: ContactHooks
  /** What else is done with the last statement, which reads them as they are shown. */
  readonly showing?: (rows: Promise<ContactRow[]>) => Promise<ContactRow[]>
}

/** Throws the Refusal of one that cannot be written in full, which undoes all of them. */
export async function writeSingles(
  tx: Tx,
  group: readonly Single[],
  { hooks, showing = rows => rows }: WritingSingles,
): Promise<Outcome[]> {
  const { call, onExisting } = group[0]!
  const checked = await checkSingles(tx, call, group)
  const writes = checked.flatMap(one => ('error' in one ? [] : [one]))
  const written = (await writeContacts(tx, call, writes, { onExisting, hooks })).map(one => {
    if ('error' in one) throw one.error
    return one
  })
  const ids = [...new Set(written.map(one => one.id))]
  const rows = ids.length === 0 ? [] : await showing(readContacts(tx, call.tenant, ids))
  const byId = new Map(rows.map(row => [row.id, row]))
  const next = written.values()
  return checked.map(one => {
    if ('error' in one) return one
    const { id, isCreated } = next.next().value!
    return { id, isCreated, row: byId.get(id)! }
  })
}

/** The types are read once, and only where somebody has properties. */
async function checkSingles(
  tx: Tx,
  { tenant }: Writing,
  group: readonly Single[],
): Promise<(ContactWrite | { readonly error: unknown })[]> {
  const hasProperties = group.some(({ given }) => 'properties' in given)
  const types = hasProperties ? await readPropertyTypes(tx, tenant) : new Map()
  return group.map(({ given, topicIds }) => {
    try {
      return { fields: checkFields(given, types), topicIds }
    } catch (error) {
      return { error }
    }
  })
}
