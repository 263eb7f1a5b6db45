/** What an operator's command has changed, written down behind it. */
import { read } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { isId, isOfPeople, recordChange } from '#tenants/audit/audit-record.ts'
import type { AuditFields } from '#tenants/audit/change.ts'
import { accountOfThing } from '#tenants/audit/store.ts'
import type { Result } from './command.ts'

/** Commands that change something, by their words. */
const byCommand: Readonly<Record<string, string>> = {
  'account create': 'account.created',
  'account set': 'account.updated',
  'account adopt': 'account.updated',
  'account close': 'account.closed',
  'account password': 'member.password_reset',
  'project create': 'project.created',
  'key create': 'key.created',
  'key delete': 'key.deleted',
  'domain create': 'domain.created',
  'domain verify': 'domain.verified',
  'domain warm': 'domain.warmed',
  'campaign pause': 'campaign.paused',
  'campaign resume': 'campaign.resumed',
  'campaign cancel': 'campaign.cancelled',
  'contacts import': 'import.started',
  import: 'project.imported',
  erase: 'contact.erased',
  'node drain': 'node.drained',
  'node resume': 'node.resumed',
  'secrets rotate': 'installation.key_rotated',
  'source add': 'source_address.added',
  'source set': 'source_address.updated',
  'source remove': 'source_address.removed',
  'source pause': 'source_address.paused',
  'source resume': 'source_address.resumed',
  'source promote': 'source_address.promoted',
  'billing subscribe': 'plan.subscribed',
  'billing paid': 'invoice.paid',
  'billing refund': 'invoice.refunded',
  'billing forgive': 'invoice.forgiven',
}

const isMaking = /\.(created|added|started)$/

type Verb = (world: World) => Promise<Result | null>

export async function audited(
  world: World,
  words: readonly string[],
  verb: Verb,
): Promise<Result | null> {
  const [first = '', second = ''] = words
  const action = byCommand[`${first} ${second}`] ?? byCommand[first]
  if (action === undefined || words.includes('--dry-run')) return verb(world)
  const ids = words.filter(isId)
  // Of what is deleted nobody can say afterwards whose it was.
  const before = await accountAmong(world, ids)
  const result = await verb(world)
  if (result === null || result.ok === false) return result
  const made = [result.id, ...Object.values(result)].filter(isId)
  // What is made is named by the answer: the words name where it is made.
  const target = (isMaking.test(action) ? made[0] : ids[0]) ?? ids[0] ?? made[0] ?? null
  try {
    await ensurePartitions(world)
    await recordChange(world.db, world, {
      accountId: before ?? (await accountAmong(world, made)),
      isByOperator: true,
      actor: { type: 'operator', id: null, name: 'malote' },
      ip: null,
      action,
      targetId: target,
      targetName: typeof result.name === 'string' ? result.name : null,
      before: null,
      after: isOfPeople(action) ? null : optionsOf(words),
    })
  } catch (error) {
    world.log.error({ action, error: String(error) }, 'a change was not recorded')
  }
  return result
}

async function accountAmong({ db }: World, ids: readonly string[]) {
  for (const id of ids) {
    const account = read('acc', id) ?? (await accountOfThing(db, id))
    if (account !== null) return account
  }
  return null
}

/** As they were written: `{ plan: 'pro' }`; secrets go by their names. */
function optionsOf(words: readonly string[]): AuditFields {
  const options: Record<string, unknown> = {}
  for (const [i, word] of words.entries()) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
    if (name === undefined || name === 'json') continue
    const next = words[i + 1]
    options[name.replaceAll('-', '_')] =
      value ?? (next === undefined || next.startsWith('--') ? true : next)
  }
  return options
}
