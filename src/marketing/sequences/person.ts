/** What a sequence asks about one person. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { activityOf } from '../activity/of-person.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { evaluate } from '../segments/evaluate.ts'
import { readFacts } from '../segments/facts.ts'
import { readFilter } from '../segments/filter.ts'
import { readVocabulary } from '../segments/segment.ts'
import type { Surroundings } from './advance.ts'

interface Asked {
  readonly contact: ContactRow
  readonly now: number
  /** Of the account, for those who have none. */
  readonly zone: string
  readonly seed: Uuid
}

export function surroundingsOf(
  sql: Sql,
  tenant: Tenant,
  { contact, now, zone: own, seed }: Asked,
): Surroundings {
  const zone = contact.time_zone ?? own
  return {
    now,
    zone,
    seed,
    properties: contact.properties,
    async holds(filter) {
      const tree = readFilter(filter, await readVocabulary(sql, tenant.projectId))
      const facts = await readFacts(sql, tenant, contact, tree)
      return evaluate(tree, facts, { now, zone }).result
    },
    async happened(name, since) {
      const done = await activityOf(sql, tenant, contact.id, [name])
      return done.some(one => one.at.getTime() >= since)
    },
  }
}
