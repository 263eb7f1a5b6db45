/**
 * Clocks that stood still go on: each wait is moved by the length of the pause, so that nothing is
 * overdue and nothing floods. A sequence stands still by itself or with its account, and may do both
 * at once: then it is moved by the time that it stood still in all.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { listProjects } from '#tenants/accounts/accounts.ts'
import { lockStandstill, standstillKind } from '#tenants/trust/standstill.ts'
import { deleteStandstill, type Standstill } from '#tenants/trust/store.ts'
import type { Sequence } from '../definition/definition.ts'
import { stateOf } from '../definition/state-table.ts'
import { pagesOf, rewakeEnrollments } from '../people/enrol.ts'
import { type Enrollment, insideAfter } from '../people/enrollment-store.ts'
import { lockStandingStill } from '../store.ts'
import type { SequenceParts } from './acts.ts'
import { updateEnrollments } from './moves-store.ts'

/** By the clocks of a sequence's own pause, which ends now, less what the account's will add. */
export function ownPauseMs(since: number, now: number, account: Standstill | null): number {
  if (account === null) return Math.max(0, now - since)
  const from = Math.max(since, account.since.getTime())
  const to = Math.min(now, account.endedAt?.getTime() ?? now)
  return Math.max(0, now - since - Math.max(0, to - from))
}

/** By the account's pause, which is over, less what the sequence's own has added or will add. */
function accountPauseMs(
  { since, endedAt }: Standstill,
  { status, paused_at: pausedAt }: Pick<Sequence, 'status' | 'paused_at'>,
): number {
  const end = endedAt!.getTime()
  const to = stateOf(status).isStill && pausedAt !== null ? Math.min(end, pausedAt.getTime()) : end
  return Math.max(0, to - since.getTime())
}

/** Since when a way stands still; null: it does not. */
export function stillSince(
  { mode }: Pick<Tenant, 'mode'>,
  { status, paused_at: live, paused_test_at: test }: Sequence,
  account: Standstill | null,
): number | null {
  const own = stateOf(status).isStill ? (mode === 'live' ? live : test) : null
  const times = [own, mode === 'live' ? (account?.since ?? null) : null]
  const known = times.flatMap(at => at?.getTime() ?? [])
  return known.length === 0 ? null : Math.min(...known)
}

/** The enrollments are locked. */
export async function letGoOn(
  tx: Tx,
  world: World,
  { projectId }: Tenant,
  { some, pausedMs }: { readonly some: readonly Enrollment[]; readonly pausedMs: number },
): Promise<void> {
  const now = world.clock.now()
  const after = some.map(one => movedBy(one, pausedMs))
  await updateEnrollments(tx, projectId, after)
  await rewakeEnrollments(
    tx,
    world,
    projectId,
    after.map(({ id, due_at: dueAt }) => ({ id, dueAt: Math.max(now, dueAt?.getTime() ?? now) })),
  )
}

function movedBy(one: Enrollment, ms: number): Enrollment {
  if (one.due_at === null) return { ...one, waiting: null }
  const { reason: _, until: __, ...waiting } = one.waiting ?? {}
  return { ...one, due_at: new Date(one.due_at.getTime() + ms), waiting }
}

/** When an account may send again; all of it in one transaction, or a turn would come too early. */
export const standstillTask = ({ tenantOf }: Pick<SequenceParts, 'tenantOf'>): Task => ({
  kind: standstillKind,
  capacity: 1,
  async runSlice(world, { subject: accountId }) {
    const projects = await listProjects(world, accountId)
    const tenants = await Promise.all(projects.map(({ id }) => tenantOf(world, id, 'live')))
    await world.db.transaction(async tx => {
      const account = await lockStandstill(tx, accountId, 'update')
      // It is paused again: the two are one.
      if (account === null || account.endedAt === null) return
      for (const tenant of tenants) {
        if (tenant !== null) await moveProject(tx, world, tenant, account)
      }
      await deleteStandstill(tx, accountId)
    })
    return false
  },
})

async function moveProject(
  tx: Tx,
  world: World,
  tenant: Tenant,
  account: Standstill,
): Promise<void> {
  const { projectId } = tenant
  for (const sequence of await lockStandingStill(tx, projectId)) {
    const pausedMs = accountPauseMs(account, sequence)
    const read = (page: { readonly after: Uuid; readonly count: number }) =>
      insideAfter(tx, projectId, sequence.id, page)
    for await (const page of pagesOf(read)) {
      const some = page.filter(one => one.mode === 'live')
      await letGoOn(tx, world, tenant, { some, pausedMs })
    }
  }
}
