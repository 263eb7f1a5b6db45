/** What an operator does with source addresses, by page, API or command, and how they are shown. */
import { isIP } from 'node:net'
import { canonicalAddress } from '#kernel/base/addresses.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { type Tx, violatedConstraint } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { streams as allStreams, type Stream } from '../events/email.ts'
import { dayAt, warmStage } from './source-day.ts'
import { openDays, selectDays, updateDays } from './source-days-store.ts'
import { isHostname, isPoolName } from './sources-file.ts'
import * as store from './sources-store.ts'

/** An operator's list is read whole. */
const maxSources = 2_000
const defaultPool = 'default'

interface PoolChange {
  readonly pool?: string
  /** As the API shows them; null: everybody's. */
  readonly projects?: readonly string[] | null
  /** Null: all. */
  readonly streams?: readonly string[] | null
}

export interface NewSource extends PoolChange {
  readonly address: string
  readonly hostname: string
  /** `active`: it has a history, and no limits of the day. */
  readonly state?: 'warming' | 'active'
  readonly stage?: number
}

interface SourceChange extends PoolChange {
  readonly hostname?: string
}

type Outside = Pick<World, 'db' | 'clock' | 'ids' | 'signals'>

/** Throws `invalid_field`. */
export async function addSource(world: Outside, given: NewSource): Promise<Uuid> {
  const { hostname, state = 'warming', stage = 1 } = given
  if (isIP(given.address) === 0) throw invalid('address', noAddress)
  if (!isHostname(hostname)) throw invalid('hostname', noHostname)
  const isWarm = state === 'active'
  if (isWarm && given.stage !== undefined) throw invalid('stage', warmHasNone)
  const createdAt = new Date(world.clock.now())
  const id = world.ids.next()
  return world.db
    .transaction(async tx => {
      await store.moveStamp(tx)
      if ((await store.selectSources(tx)).length >= maxSources) throw invalid('address', tooMany)
      const name = given.pool ?? defaultPool
      const before = await store.selectPool(tx, name)
      if (before !== null) refuseOthers(before, given)
      await putPool(tx, name, given)
      await store.insertSource(tx, {
        id,
        address: canonicalAddress(given.address),
        hostname: hostname.toLowerCase(),
        pool: name,
        warm: isWarm,
        firstStage: isWarm ? warmStage : stage,
        pausedAt: null,
        createdAt,
      })
      tx.committed(() => world.signals.emit(store.sourcesChanged))
      return id
    })
    .catch(error => {
      if (violatedConstraint(error) === undefined) throw error
      throw invalid('address', isThere)
    })
}

/** Throws `resource_not_found`, `invalid_field`. What is said of projects and streams is its pool's. */
export async function changeSource(
  world: Outside,
  id: Uuid,
  { hostname, pool, ...of }: SourceChange,
): Promise<void> {
  if (hostname !== undefined && !isHostname(hostname)) throw invalid('hostname', noHostname)
  await changed(world, id, async (tx, row) => {
    const name = pool ?? row.pool
    const before = name === row.pool ? null : await store.selectPool(tx, name)
    if (before !== null) refuseOthers(before, of)
    await putPool(tx, name, of)
    const host = hostname?.toLowerCase() ?? row.hostname
    await store.updateSource(tx, { ...row, hostname: host, pool: name })
    await store.deleteEmptyPools(tx)
  })
}

/** Throws `resource_not_found`. */
export const removeSource = (world: Outside, id: Uuid): Promise<void> =>
  changed(world, id, async tx => {
    await store.deleteSource(tx, id)
    await store.deleteEmptyPools(tx)
  })

/** Nothing leaves from it until it is resumed. Throws `resource_not_found`. */
export const pauseSource = (world: Outside, id: Uuid): Promise<void> =>
  changed(world, id, (tx, row) =>
    store.updateSource(tx, { ...row, pausedAt: row.pausedAt ?? new Date(world.clock.now()) }),
  )

/** Throws `resource_not_found`. */
export const resumeSource = (world: Outside, id: Uuid): Promise<void> =>
  changed(world, id, (tx, row) => store.updateSource(tx, { ...row, pausedAt: null }))

/**
 * Its warm-up goes on by a stage at every provider. Throws `resource_not_found`, and `invalid_field`
 * `state` where it has none.
 */
export const promoteSource = (world: Outside, id: Uuid): Promise<void> =>
  changed(world, id, async (tx, row) => {
    if (row.warm) throw invalid('state', isWarm)
    const next = (stage: number): number => Math.min(warmStage, stage + 1)
    const firstStage = next(row.firstStage)
    await store.updateSource(tx, { ...row, firstStage, warm: firstStage >= warmStage })
    const keys = await selectDays(tx, [id])
    const now = world.clock.now()
    const rows = await openDays(tx, keys, { now: new Date(now), warmStage })
    await updateDays(
      tx,
      // Of today: the day before is judged by the limit that it had.
      rows.map(({ sourceId, provider, ...before }) => {
        const day = dayAt(before, now)
        return { ...day, sourceId, provider, stage: next(day.stage), keptBy: null }
      }),
    )
  })

async function changed(
  world: Outside,
  id: Uuid,
  change: (tx: Tx, row: store.SourceRow) => Promise<void>,
): Promise<void> {
  await world.db.transaction(async tx => {
    await store.moveStamp(tx)
    const row = (await store.selectSources(tx)).find(one => one.id === id)
    if (row === undefined) throw new Refusal('resource_not_found')
    await change(tx, row)
    tx.committed(() => world.signals.emit(store.sourcesChanged))
  })
}

/** Makes a pool, or changes what is said of it. */
async function putPool(tx: Tx, name: string, { projects, streams }: PoolChange): Promise<void> {
  if (!isPoolName(name)) throw invalid('pool', noPoolName)
  if (projects?.length === 0) throw invalid('projects', emptyList)
  if (streams?.length === 0) throw invalid('streams', emptyList)
  if (streams?.some(one => !allStreams.includes(one as Stream))) throw invalid('streams', noStream)
  const ids = projects == null ? projects : await knownProjects(tx, projects)
  const before = await store.selectPool(tx, name)
  if (before === null) {
    return store.insertPool(tx, { name, projects: ids ?? null, streams: streams ?? null })
  }
  if (projects === undefined && streams === undefined) return
  await store.updatePool(tx, {
    name,
    projects: ids === undefined ? before.projects : ids,
    streams: streams === undefined ? before.streams : streams,
  })
}

async function knownProjects(tx: Tx, shown: readonly string[]): Promise<Uuid[]> {
  const ids = shown.map(id => read('prj', id))
  const existing = await store.selectExisting(
    tx,
    ids.filter(id => id !== null),
  )
  const missing = shown.find((_, i) => !existing.has(ids[i] ?? ''))
  if (missing !== undefined) throw invalid('projects', noProject(missing))
  return [...existing]
}

/** Who adds an address, or moves one, does not change for whom the others of its pool are. */
function refuseOthers(
  before: store.PoolRow,
  { projects, streams }: Omit<PoolChange, 'pool'>,
): void {
  const ids = projects?.map(id => read('prj', id) ?? id) ?? null
  if (projects !== undefined && !isSame(before.projects, ids)) {
    throw invalid('projects', poolIsOthers)
  }
  if (streams !== undefined && !isSame(before.streams, streams)) {
    throw invalid('streams', poolIsOthers)
  }
}

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null ? one === other : one.toSorted().join() === other.toSorted().join()

const invalid = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

const noAddress: Text = {
  en: 'This is no IP address.',
  pt: 'Isto não é um endereço IP.',
}
const noHostname: Text = {
  en: 'A host name is needed, such as out1.mail.example.',
  pt: 'É preciso um nome de host, como out1.mail.example.',
}
const isThere: Text = {
  en: 'This address is there already.',
  pt: 'Este endereço já existe.',
}
const tooMany: Text = {
  en: `There are ${maxSources} addresses already.`,
  pt: `Já existem ${maxSources} endereços.`,
}
const warmHasNone: Text = {
  en: 'An active address has no stage.',
  pt: 'Um endereço ativo não tem etapa.',
}
const isWarm: Text = {
  en: 'It is not being warmed up: there is no further stage.',
  pt: 'Ele não está em aquecimento: não há próxima etapa.',
}
const noPoolName: Text = {
  en: 'The name of a pool has small letters, digits, - and _, at most 63.',
  pt: 'O nome de um grupo tem letras minúsculas, dígitos, - e _, no máximo 63.',
}
const emptyList: Text = {
  en: 'An empty list is for nobody: leave it out, or send null.',
  pt: 'Uma lista vazia não serve a ninguém: omita o campo ou envie null.',
}
const noStream: Text = {
  en: 'Streams are transactional and marketing.',
  pt: 'Os fluxos são transactional e marketing.',
}
const poolIsOthers: Text = {
  en: 'The pool is there and for others: change it at one of its addresses, or name another pool.',
  pt: 'O grupo já existe e é de outros: altere-o em um de seus endereços ou use outro grupo.',
}
const noProject = (id: string): Text => ({
  en: `No project has the id ${id}.`,
  pt: `Nenhum projeto tem o id ${id}.`,
})
export const sourceId = (shown: string): Uuid => {
  const id = read('src', shown)
  if (id === null) throw new Refusal('resource_not_found')
  return id
}
