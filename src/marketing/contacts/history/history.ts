/**
 * What else belongs into a person's history, of modules that stand above contacts: each says what it
 * knows, newest first, with keys that sort by time among the ids of everything else.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Call } from '#kernel/routes/route.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

export interface HistoryItem {
  readonly id: Uuid
  readonly shown: Record<string, unknown>
}

export interface HistoryPage {
  readonly before: Uuid
  readonly count: number
}

type Context = Pick<Call, 'world' | 'tenant' | 'language'>

export interface HistorySource {
  items(context: Context, contactId: Uuid, page: HistoryPage): Promise<HistoryItem[]>
  /** The key of an item by the id that it is shown with; null: not one of ours. */
  keyOf(context: Context, contactId: Uuid, shownId: string): Promise<Uuid | null>
}

const sources: Part<HistorySource[], unknown> = { name: 'sources of history', make: () => [] }

/** Once per service. */
export function addToHistory(world: Pick<World, 'runtime'>, source: HistorySource): void {
  world.runtime.get(sources, undefined).push(source)
}

export const historySources = (world: Pick<World, 'runtime'>): readonly HistorySource[] =>
  world.runtime.get(sources, undefined)

/** A member of the dossier that a module above fills: what else is kept about a person. */
export interface DossierPart {
  readonly name: string
  read(context: Context, contactId: Uuid): Promise<unknown[]>
}

const parts: Part<DossierPart[], unknown> = { name: 'parts of the dossier', make: () => [] }

/** Once per service. */
export function addToDossier(world: Pick<World, 'runtime'>, part: DossierPart): void {
  world.runtime.get(parts, undefined).push(part)
}

export const dossierParts = (world: Pick<World, 'runtime'>): readonly DossierPart[] =>
  world.runtime.get(parts, undefined)
