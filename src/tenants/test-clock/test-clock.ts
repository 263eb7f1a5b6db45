/**
 * The clock of a project's test mode: a sequence of months is tried in seconds. Whoever acts for test
 * mode does it in a World whose clock this is. It is everybody's time and so much more; while it is
 * being advanced it stands still at the moment of what is being done. The queue goes by everybody's
 * time, so work that is due at a moment of this clock is put where that moment lies (`OwnTime`). Live
 * mode, rates, sessions and signatures never see it.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode, Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { Runtime } from '#kernel/world/runtime.ts'
import type { Clock, World } from '#kernel/world/world.ts'
import { apartMs } from '#platform/queue/apart.ts'
import { lineOf, testKind } from './kinds.ts'
import { findTestClock, type TestClock } from './store.ts'

/** The World in which things of a tenant happen: that of everybody, or one with test mode's clock. */
export async function onTestClock(
  world: World,
  { projectId, mode }: Pick<Tenant, 'projectId' | 'mode'>,
  sql: Sql = world.db,
): Promise<World> {
  if (mode === 'live' || world.clock.own !== undefined) return world
  const found = await findTestClock(sql, projectId)
  return worldAt(world, found ?? { aheadMs: 0, at: null })
}

/** The World of either mode of a project, from that of the other, within a transaction. */
export const worldOfMode = (tx: Tx, world: World, projectId: Uuid, mode: Mode): Promise<World> =>
  mode === 'live'
    ? Promise.resolve(world.clock.own?.everybodys ?? world)
    : onTestClock(world, { projectId, mode }, tx)

/** With a clock that ticks so far ahead, or stands still. */
export function worldAt(world: World, { aheadMs, at }: Pick<TestClock, 'aheadMs' | 'at'>): World {
  const { clock } = world
  const now = at === null ? () => clock.now() + aheadMs : () => at
  const queueShiftMs = at === null ? -aheadMs : apartMs
  const own: Clock = {
    now,
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    timer: (ms, then) => clock.timer(ms, then),
    own: {
      real: () => clock.now(),
      everybodys: world,
      place(kind, dueAt) {
        const destination = lineOf(kind)
        // What goes by everybody's clock is due after as long a time as was meant.
        if (destination === 0) return { kind, dueAt: clock.now() + (dueAt - now()) }
        return { kind: testKind, dueAt: dueAt + queueShiftMs, destination }
      },
    },
  }
  const given: World = { ...world, clock: own, runtime: sharedRuntime(world, () => given) }
  return given
}

/** What a service makes once is made with everybody's clock, whoever asks first. */
const sharedRuntime = (world: World, given: () => World): Runtime => ({
  get: (part, needs) =>
    world.runtime.get(part, (needs as unknown) === given() ? (world as typeof needs) : needs),
})
