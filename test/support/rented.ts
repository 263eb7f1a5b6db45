/** A database that has nothing, and grants whatever part of a limit is asked for. */
import type { Db } from '#kernel/world/db.ts'

export const rentingDb: Db = {
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (text.includes('insert into limit_rents')
      ? (values[0] as string[]).map(lane => ({ lane }))
      : []) as Row[],
  transaction: () => Promise.reject(new Error('this test has no database')),
  close: async () => {},
}
