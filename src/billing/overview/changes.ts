/** Who changed the cap or the plan, and when: one list, newest first. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { showAmount } from '#tenants/limits/money.ts'
import { capChangesOf } from '#tenants/trust/standing.ts'
import { selectPlanChanges } from '../store.ts'

export async function changesOf({ db }: Pick<World, 'db'>, accountId: Uuid, count: number) {
  const page = { before: null, count }
  const [caps, plans] = await Promise.all([
    capChangesOf(db, accountId, count),
    selectPlanChanges(db, accountId, page),
  ])
  const amount = (cents: number | null) => (cents === null ? null : showAmount(cents))
  const all = [
    ...caps.map(one => ({
      ...one,
      kind: 'cap' as const,
      from: amount(one.from),
      to: amount(one.to),
    })),
    ...plans.map(one => ({ ...one, kind: 'plan' as const })),
  ]
  return all
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, count)
    .map(({ at, kind, from, to, memberId }) => ({
      at: at.toISOString(),
      kind,
      from,
      to,
      by: memberId === null ? null : show('usr', memberId),
    }))
}
