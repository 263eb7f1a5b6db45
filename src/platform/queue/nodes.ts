/**
 * Which nodes are alive: each says so every few seconds, with what it has in hand, and the operator's
 * pages list them. In the same breath it hears whether it is to drain: then its loops rest, what is
 * in hand is finished, and a balancer sends it nothing more. They rest as well while its clock is off.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { createTurns } from '#kernel/base/turns.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  findSeen,
  forgetNodes,
  type HeardNode,
  hasNodeWithoutWords,
  type ListedNode,
  type NodeState,
  removeNode,
  type SeenNode,
  sayAlive,
  selectDuties,
  selectNodes,
  updateDraining,
} from './nodes-store.ts'

interface Presence {
  readonly id: Uuid
  /** It was told to take nothing new. */
  isDraining(): boolean
  /** Its clock is off, or right again. */
  tellClock(isOff: boolean): Promise<void>
  /** This node has not been able to say so for a while: its other loops will not get on either. */
  isLate(): boolean
  start(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 10_000
/** While what is in hand of a node that drains is being finished, somebody watches. */
const drainingEveryMs = 2_000
/** A node that was heard of within this is alive. */
const aliveMs = 35_000
/** Two beats have failed, or one has waited for as long. */
const lateMs = 25_000
const forgottenMs = dayMs

/** What each node does that was alive lately. */
export const aliveNodes = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<HeardNode[]> =>
  selectDuties(db, clock.now() - aliveMs)

/**
 * On how many machines such nodes are, or in how many containers: what is one process has its own.
 * Several may go by one name (MALOTE_HOSTNAME): as many as have the same of their processes.
 */
export function machinesOf(nodes: readonly HeardNode[]): number {
  const there = nodes.filter(one => !nodes.some(other => hasSucceeded(other, one)))
  const names = Map.groupBy(there, one => one.hostname)
  return [...names.values()].reduce((sum, named) => sum + machinesOfName(named), 0)
}

/** One that was started anew: for a while it is heard of as it was before, too. */
const hasSucceeded = (one: HeardNode, before: HeardNode): boolean =>
  one.hostname === before.hostname &&
  one.process === before.process &&
  one.startedAt > before.seenAt

function machinesOfName(nodes: readonly HeardNode[]): number {
  const { null: alone = [], ...places } = Object.groupBy(nodes, one => `${one.process}`)
  return alone.length + Math.max(0, ...Object.values(places).map(same => same?.length ?? 0))
}

/** Whether one is alive that erases people and knows nothing of the index of words. */
export const isWithoutWordsAlive = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<boolean> =>
  hasNodeWithoutWords(db, clock.now() - aliveMs)

/** The node heard of last of those alive at one of these instants (ms since 1970); null: none is. */
export const findNodeAt = (sql: Sql, instants: readonly number[]): Promise<SeenNode | null> =>
  findSeen(sql, instants, aliveMs)

/** All that are known, oldest first. */
export const listNodes = ({ db }: Pick<World, 'db'>): Promise<ListedNode[]> => selectNodes(db)

export const isAlive = ({ clock }: Pick<World, 'clock'>, { seenAt }: ListedNode): boolean =>
  clock.now() - seenAt.getTime() < aliveMs

/** How far a node is in taking nothing new; it says so itself once it does. */
export function drainingOf(node: ListedNode): 'none' | 'draining' | 'drained' {
  if (node.drainingSince === null) return 'none'
  return node.isResting && node.inHand === 0 ? 'drained' : 'draining'
}

/** Asks a node to take nothing new, or to work as before; it hears of it within ten seconds. */
export const drainNode = (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  id: Uuid,
  isToDrain: boolean,
): Promise<ListedNode | null> => updateDraining(db, id, isToDrain ? new Date(clock.now()) : null)

/** What a node's presence asks of it, and tells it. */
export interface NodeWork {
  state(): Pick<NodeState, 'inHand' | 'lanes'>
  rest(isResting: boolean): Promise<void>
}

const noWork: NodeWork = { state: () => ({ inHand: 0, lanes: [] }), rest: async () => {} }

/** This node's presence; it has work once its loops are there. */
export function createPresence(
  world: World,
  hostname: string,
  workOf: () => NodeWork | null = () => null,
): Presence {
  const work = (): NodeWork => workOf() ?? noWork
  const id = world.ids.next()
  const startedAt = world.clock.now()
  const { number: process = null, count: processes = null } = world.siblings ?? {}
  const place = { process, processes }
  const stopping = new AbortController()
  const { MALOTE_ROLES: roles, MALOTE_STREAMS: streams } = world.settings
  // What is said later must not be overtaken by what was said before.
  const inTurn = createTurns(1)
  let saidAt = world.clock.monotonic()
  let isDraining = false
  let isClockOff = false
  let isResting = false
  let ended: Promise<void> = Promise.resolve()

  async function say(): Promise<boolean> {
    const now = world.clock.now()
    const said = { ...work().state(), ...place, isResting, isClockOff }
    const told = await sayAlive(world.db, { id, hostname, roles, streams, startedAt, now, ...said })
    return told.isToRest
  }

  function settleRest(): Promise<void> {
    isResting = isDraining || isClockOff
    return work().rest(isResting)
  }

  async function beat(): Promise<void> {
    const isToRest = await say()
    if (isToRest !== isDraining) {
      isDraining = isToRest
      world.log.info({ node: id, draining: isDraining }, 'this node drains, or works again')
      await settleRest()
      await say()
    }
    const now = world.clock.now()
    await forgetNodes(world.db, now - forgottenMs, now + forgottenMs)
    saidAt = world.clock.monotonic()
  }

  const isFinishing = (): boolean => isResting && work().state().inHand > 0

  return {
    id,
    isDraining: () => isDraining,
    async tellClock(isOff) {
      if (isOff === isClockOff) return
      isClockOff = isOff
      await settleRest()
      await inTurn(say)
    },
    isLate: () => world.clock.monotonic() - saidAt > lateMs,
    async start() {
      await inTurn(beat)
      const waitMs = () => (isFinishing() ? drainingEveryMs : everyMs)
      ended = goOn(world, () => inTurn(beat), { waitMs, signal: stopping.signal })
    },
    async stop() {
      stopping.abort()
      await ended
      await removeNode(world.db, id).catch(() => undefined)
    },
  }
}

/** Beats until it is stopped. */
async function goOn(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  beat: () => Promise<void>,
  { waitMs, signal }: { readonly waitMs: () => number; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(waitMs(), signal).catch(() => undefined)
    if (signal.aborted) break
    await beat().catch(error =>
      log.warn({ error: String(error) }, 'this node could not say that it is alive'),
    )
  }
}
