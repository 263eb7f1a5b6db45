/**
 * Calls that report one activity each, made at the same time: those of one project and key share a
 * transaction, since its commit and what listens to it cost more than all the rest.
 */
import { actorOf } from '#kernel/routes/actor.ts'
import type { Call } from '#kernel/routes/route.ts'
import { createBatchers } from '#kernel/world/batch.ts'
import { isDatabaseAway } from '#kernel/world/db.ts'
import { type People, type ReadActivity, type TakenActivity, takeActivity } from './take.ts'

interface Single {
  readonly call: Pick<Call, 'world' | 'tenant' | 'principal'>
  readonly given: ReadActivity
}

const maxActivities = 200
/** Of a project. More than one hides the wait for a commit, and for a person whom somebody else holds. */
const slots = 2

type Outcome = { readonly taken: TakenActivity } | { readonly error: unknown }

/** Resolves after the commit. */
export function createTakeTogether(people: People): (single: Single) => Promise<TakenActivity> {
  const { add } = createBatchers<Single, Outcome>(({ call }) => call.tenant.projectId, {
    slots,
    max: maxActivities,
    async run(singles) {
      const groups = [...Map.groupBy(singles, groupOf).values()]
      const outcomes = await Promise.all(groups.map(group => takeGroup(people, group)))
      const all = new Map(
        groups.flatMap((group, g) => group.map((one, i) => [one, outcomes[g]![i]!])),
      )
      return singles.map(single => all.get(single)!)
    },
  })
  return async single => {
    const outcome = await add(single)
    if ('error' in outcome) throw outcome.error
    return outcome.taken
  }
}

function groupOf({ call: { tenant, principal } }: Single): string {
  return [tenant.projectId, tenant.mode, actorOf(principal)].join(' ')
}

/** Each by itself where one of them cannot be: it must not undo the others. */
async function takeGroup(people: People, group: readonly Single[]): Promise<Outcome[]> {
  const { call } = group[0]!
  const given = group.map(one => one.given)
  try {
    const all = await call.world.db.transaction(tx => takeActivity(tx, call, people, given))
    return all.map(taken => ({ taken }))
  } catch (error) {
    // What may have been written already is not written again.
    if (group.length === 1 || isDatabaseAway(error)) return group.map(() => ({ error }))
  }
  const outcomes: Outcome[] = []
  for (const single of group) outcomes.push(...(await takeGroup(people, [single])))
  return outcomes
}
