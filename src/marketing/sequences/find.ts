/** The sequence that a path names. */

import { Type } from 'typebox'
import { findNamed } from '#kernel/routes/find-named.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Sequence } from './definition/definition.ts'
import { findSequence } from './store.ts'

export const idParams = Type.Object({ id: Type.String({ description: 'seq_…' }) })

/** Throws Refusal where there is none. */
export async function mustFindSequence(
  sql: Sql,
  { tenant, params }: { readonly tenant: Tenant; readonly params: { readonly id: string } },
  lock: '' | 'for share' | 'for update' = '',
): Promise<Sequence> {
  return findNamed('seq', params.id, id => findSequence(sql, tenant.projectId, id, lock))
}
