/** Reading how far a domain is without holding anybody up. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { WarmUp } from './warm-up-state.ts'

/** null: nothing has been sent from it. */
export async function selectWarmUp(
  sql: Sql,
  { projectId, domain }: { readonly projectId: Uuid; readonly domain: string },
): Promise<WarmUp | null> {
  const [row] = await sql.query<WarmUp>(
    `select day, allowance, used, campaigns, held_day as "heldDay", held from warm_ups
     where project_id = $1 and domain = $2`,
    [projectId, domain],
  )
  return row ?? null
}
