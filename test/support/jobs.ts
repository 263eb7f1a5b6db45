/**
 * What an installation does by itself from time to time, done now: tests turn the clock and do not
 * wait for the minute in which a job comes round. No call does it, since nobody is to.
 */
import { lifecycleJobs } from '#boot/lifecycle.ts'
import type { World } from '#kernel/world/world.ts'
import { appendToChains } from '#marketing/contacts/consent/chain.ts'
import { domainJobs } from '#sending/domains/jobs.ts'
import { trustJobs } from '#tenants/trust/jobs.ts'

/** A job comes round, by the name that the log has for it. */
export async function comesRound(world: World, name: string): Promise<void> {
  const job = [...lifecycleJobs, ...domainJobs, ...trustJobs].find(one => one.name === name)
  if (job === undefined) throw new Error(`There is no job ${name}`)
  await job.run(world)
}

/** What people have said by now stands in the chain of their proofs. */
export const proofsAreChained = (world: World): Promise<void> => appendToChains(world)
