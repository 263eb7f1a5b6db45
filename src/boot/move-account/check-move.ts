/**
 * What a move is refused for, before anything is touched: what would not work in the other cell, or
 * has a number or a place that is the old one's.
 */
import type pg from 'pg'
import type { Uuid } from '#kernel/base/ids.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { Db } from '#kernel/world/db.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { currentHead } from '#kernel/world/sealed.ts'
import { cellOfAccount, listCells } from '#tenants/accounts/directory/directory.ts'
import { listMigrations } from '../copy-rows-store.ts'
import { accountTables } from './account-tables.ts'
import { listShapes } from './aside-store.ts'
import * as store from './moves-store.ts'

interface AskedMove {
  readonly accountId: Uuid
  readonly cell: string
  readonly directory: Db
  readonly out: pg.Client
  readonly in: pg.Client
  readonly to: { readonly cell: string }
  readonly begun: store.AccountMove | null
}

export async function checkMove(asked: AskedMove): Promise<void> {
  const { out, in: there, to, begun, cell } = asked
  if (to.cell === cell) throw new DatabaseRefused(faultText('move_to_itself'))
  if (begun !== null && begun.cell !== to.cell) {
    throw new DatabaseRefused(faultText('move_elsewhere', { cell: begun.cell }))
  }
  await mustBeAlike(out, there)
  if (begun !== null) return
  const known = await listCells(asked.directory)
  if (!known.includes(to.cell))
    throw new DatabaseRefused(faultText('unknown_cell', { cell: to.cell }))
  if ((await cellOfAccount(asked.directory, asked.accountId)) !== cell)
    throw new DatabaseRefused(faultText('account_elsewhere'))
  if (await store.isAccountThere(there, asked.accountId)) {
    throw new DatabaseRefused(faultText('account_there'))
  }
  const standing = await store.selectStanding(out, asked.accountId)
  if (standing === null || standing.isClosed) {
    throw new DatabaseRefused(faultText('account_elsewhere'))
  }
  refuseWhatStays(standing)
}

/** One program, one secret, the same tables column by column. */
async function mustBeAlike(out: pg.Client, there: pg.Client): Promise<void> {
  const migrations = await Promise.all([listMigrations(out), listMigrations(there)])
  const shapes = await Promise.all([listShapes(out), listShapes(there)])
  const texts = shapes.map(one => JSON.stringify(accountTables(one)))
  if (String(migrations[0]) !== String(migrations[1]) || texts[0] !== texts[1]) {
    throw new DatabaseRefused(faultText('cells_of_other_versions'))
  }
  const head = currentHead()
  if (head === null || (await store.readSealHead(there, head.length)) !== head) {
    throw new DatabaseRefused(faultText('cells_of_other_secrets'))
  }
}

function refuseWhatStays(standing: store.Standing): void {
  if (standing.isOperator) throw new DatabaseRefused(faultText('operators_stay'))
  if (standing.hasBilling) throw new DatabaseRefused(faultText('billing_stays'))
  if (standing.hasFiles) throw new DatabaseRefused(faultText('pictures_stay'))
  if (standing.hasPool) throw new DatabaseRefused(faultText('pools_stay'))
}
