/**
 * All modules that take part in the ends of things, and what the service does with them: a person
 * erased, a project removed, old data forgotten. A new module with tables of its own is added here.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { activityLifecycle } from '#marketing/activity/lifecycle.ts'
import { campaignsLifecycle } from '#marketing/campaigns/lifecycle.ts'
import { contactsLifecycle } from '#marketing/contacts/lifecycle.ts'
import { erasureKind } from '#marketing/contacts/people/erase.ts'
import { erasureDone, personToErase } from '#marketing/contacts/people/store.ts'
import { filesLifecycle } from '#marketing/files/lifecycle.ts'
import { formsLifecycle } from '#marketing/forms/lifecycle.ts'
import { importsLifecycle } from '#marketing/imports/lifecycle.ts'
import { forgetContact } from '#marketing/imports/of-person.ts'
import { segmentsLifecycle } from '#marketing/segments/lifecycle.ts'
import { sequencesLifecycle } from '#marketing/sequences/lifecycle.ts'
import { templatesLifecycle } from '#marketing/templates/lifecycle.ts'
import { deletedLifecycle } from '#platform/lifecycle/deleted.ts'
import {
  clearProjects,
  type ErasureCounts,
  endProjects,
  eraseAddress,
  type Lifecycle,
  type RemovingWorld,
  retain,
} from '#platform/lifecycle/lifecycle.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { webhookCacheTtlMs } from '#platform/webhooks/dispatch.ts'
import { webhooksLifecycle } from '#platform/webhooks/lifecycle.ts'
import { domainsLifecycle } from '#sending/domains/lifecycle.ts'
import { suppressionLifecycle } from '#sending/suppression/lifecycle.ts'
import { emailsLifecycle } from '#sending/timeline/lifecycle.ts'
import { keptDays } from '#sending/timeline/retention.ts'
import { trackingLifecycle } from '#sending/tracking/lifecycle.ts'
import { deleteProject, listDeletedProjects } from '#tenants/accounts/accounts.ts'
import { keysAreGone } from '#tenants/accounts/keys.ts'
import { accountsLifecycle } from '#tenants/accounts/lifecycle.ts'
import { requestsLifecycle } from '#tenants/requests/lifecycle.ts'
import { testClockLifecycle } from '#tenants/test-clock/lifecycle.ts'

const lifecycles: readonly Lifecycle[] = [
  accountsLifecycle,
  webhooksLifecycle,
  domainsLifecycle,
  emailsLifecycle,
  trackingLifecycle,
  suppressionLifecycle,
  segmentsLifecycle,
  templatesLifecycle,
  campaignsLifecycle,
  sequencesLifecycle,
  contactsLifecycle(forgetContact),
  activityLifecycle,
  formsLifecycle,
  importsLifecycle,
  filesLifecycle,
  requestsLifecycle(keptDays),
  testClockLifecycle,
  deletedLifecycle,
]

/** What somebody waits for; the job takes up the rest. */
const patienceMs = 1_000
const jobBudgetMs = 5_000

type RemovingProjectWorld = RemovingWorld & Pick<World, 'ids' | 'signals' | 'handoff'>

/** Erases one person's data from a project, on request. */
export function erasePerson(
  world: World,
  projectId: Uuid,
  address: string,
  {
    modes = ['live', 'test'],
    askedAt = world.clock.now(),
  }: { readonly modes?: readonly Mode[]; readonly askedAt?: number } = {},
): Promise<ErasureCounts> {
  return eraseAddress(world, lifecycles, { projectId, address, modes, askedAt })
}

/**
 * Removes a project; resolves when nothing is posted or called any more in its name. Mail that waits
 * is not looked for: it is cancelled when its time comes (delivery/deliver.ts), and forgotten with
 * the rest.
 */
export async function removeProject(
  world: RemovingProjectWorld,
  project: { readonly accountId: Uuid; readonly projectId: Uuid },
): Promise<void> {
  await deleteProject(world, project)
  // Or another node, whose cache still holds a key, would let it create a webhook behind our back.
  await keysAreGone(world)
  await endAndClear(world, [project.projectId])
}

/** What removed projects leave behind; their keys are dead by now. */
export async function endAndClear(
  world: RemovingProjectWorld,
  projectIds: readonly Uuid[],
): Promise<void> {
  await endProjects(world, lifecycles, projectIds)
  for (const id of projectIds) await clearSoon(world, id)
  // Messages whose webhook was read as enabled go out before the answer.
  await world.clock.sleep(webhookCacheTtlMs)
}

/** What is small is gone before the answer; the rest is a task. */
async function clearSoon(world: RemovingProjectWorld, projectId: Uuid): Promise<void> {
  const deadline = world.clock.monotonic() + patienceMs
  while (await clearProjects(world, lifecycles, [projectId])) {
    if (world.clock.monotonic() < deadline) continue
    const task = { kind: clearingKind, projectId, subject: projectId, dueAt: world.clock.now() }
    await world.db.transaction(tx => enqueue(tx, world, [task]))
    return
  }
}

const clearingKind = 'project clearing'

/** Clears removed projects of what there may be millions of, a batch at a time. */
export const projectClearing: Task = {
  kind: clearingKind,
  capacity: 2,
  runSlice: (world, { projectId }) => clearProjects(world, lifecycles, [projectId]),
}

/** A mail may be on its way to them at this moment. */
const erasureRetryMs = 60_000

/** Erases people that were asked for by the contact; until nothing of theirs is under way. */
export const personErasure: Task = {
  kind: erasureKind,
  capacity: 2,
  async runSlice(world, { projectId, subject }) {
    const about = { projectId, subject }
    const person = await personToErase(world.db, about)
    if (person === null) return false
    const { underWay } = await erasePerson(world, projectId, person.address, person)
    await world.db.transaction(async tx => {
      if (underWay === 0) return erasureDone(tx, about)
      const dueAt = world.clock.now() + erasureRetryMs
      await enqueue(tx, world, [{ kind: erasureKind, ...about, dueAt }])
    })
    return false
  },
}

export const lifecycleJobs: readonly PeriodicJob[] = [
  { name: 'retention', everyMs: 60_000, run: world => retain(world, lifecycles, jobBudgetMs) },
  {
    // Once more, for a node may die on the way, and people who were written to before go on bouncing
    // and unsubscribing.
    name: 'deleted projects',
    everyMs: 10 * 60_000,
    run: async world => {
      const deleted = await listDeletedProjects(world.db)
      if (deleted.length === 0) return
      await endProjects(world, lifecycles, deleted)
      const deadline = world.clock.monotonic() + jobBudgetMs
      while (await clearProjects(world, lifecycles, deleted)) {
        if (world.clock.monotonic() >= deadline) return
      }
    },
  },
]
