/** Whose members run this installation: accounts that are marked, and no other. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { hasTestMoney, selectOperators, setOperator, setTestMoney } from './store.ts'

/** Marks an account as one that runs the installation. */
export function makeOperator(sql: Sql, accountId: Uuid): Promise<void> {
  return setOperator(sql, accountId, true)
}

/** Marks an account so, or takes the mark away. */
export const changeOperator = (sql: Sql, accountId: Uuid, isOperator: boolean): Promise<void> =>
  setOperator(sql, accountId, isOperator)

/** Accounts whose members run the installation. */
export const operatorsOf = (sql: Sql): Promise<Uuid[]> => selectOperators(sql)

/** Whether orders of an account may be paid with test money. */
export const takesTestMoney = (sql: Sql, accountId: Uuid): Promise<boolean> =>
  hasTestMoney(sql, accountId)

export const allowTestMoney = (sql: Sql, accountId: Uuid, isGood: boolean): Promise<void> =>
  setTestMoney(sql, accountId, isGood)
