/**
 * Which rows are an account's. A table says it by its columns: `account_id`, or `project_id`. What
 * says neither is the installation's, and is named here; a table that nobody has placed stops a move
 * before it begins, for what was forgotten would be left behind.
 */
import { faultText } from '#kernel/base/start-refused.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'

export interface TableShape {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

export interface AccountTable extends TableShape {
  /** Rows of the account `$a` with the projects `$p`, of the table `t`. */
  readonly isOf: string
  /**
   * moves: taken out here and put in there; ends: taken out, and nothing comes of it there; stays:
   * written here for good, and there as well.
   */
  readonly fate: 'moves' | 'ends' | 'stays'
}

/** Of the installation, or of a moment. */
const ofTheInstallation = new Set([
  'billing_knocks',
  'certificate_accounts',
  'certificate_challenges',
  'certificates',
  'directory_rounds',
  'directory_tickets',
  'files_to_remove',
  'form_addresses',
  'form_tokens_used',
  'installation',
  'jobs',
  'limit_rents',
  'migrations',
  'moved_accounts',
  'moved_here',
  'moved_marks',
  'nodes',
  'rate_windows',
  'sign_in_attempts',
  'source_addresses',
  'source_pools',
  'source_stamp',
  'source_warm_ups',
  'sts_policies',
  'throttles',
  'tls_report_posts',
  'tls_results',
  'traffic_noted',
])

/** Whoever is signed in does so again: a session's cookie leads to this cell. */
const ends = new Set(['sessions'])
/** Append-only: nothing is ever taken out of the log of changes. */
const stays = new Set(['audit_records'])

const byTable: Readonly<Record<string, string>> = {
  accounts: 't.id = $a',
  search_leaves: 't.volume_id in (select v.id from search_volumes v where v.project_id = any($p))',
}

/** Those of them that hold rows of accounts, in the order given. */
export function accountTables(shapes: readonly TableShape[]): AccountTable[] {
  return shapes
    .filter(shape => !ofTheInstallation.has(shape.name))
    .map(shape => ({ ...shape, isOf: ownerOf(shape), fate: fateOf(shape.name) }))
}

function ownerOf({ name, columns }: TableShape): string {
  const has = (column: string): boolean => columns.some(one => one.name === column)
  if (byTable[name] !== undefined) return byTable[name]
  if (has('account_id')) return 't.account_id = $a'
  if (has('project_id')) return 't.project_id = any($p)'
  throw new DatabaseRefused(faultText('unplaced_table', { table: name }))
}

const fateOf = (name: string): AccountTable['fate'] =>
  ends.has(name) ? 'ends' : stays.has(name) ? 'stays' : 'moves'

/** The account and its projects, written into a condition: ids are digits and hyphens. */
export const conditionOf = (
  { isOf }: Pick<AccountTable, 'isOf'>,
  { accountId, projectIds }: AccountScope,
): string =>
  isOf.replaceAll('$a', `'${accountId}'::uuid`).replaceAll('$p', `'{${projectIds.join()}}'::uuid[]`)

export interface AccountScope {
  readonly accountId: string
  readonly projectIds: readonly string[]
}
