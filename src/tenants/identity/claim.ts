/**
 * Whose an installation is that nobody has been named for: whoever reads its log. A start writes a
 * code there until somebody gives it, with a name, an address and a password; then it is dead, and
 * the account that was made runs the installation (docs/decisions/0059-the-first-owner.md). All
 * nodes have the same code, since the database keeps it; 80 random bits are not guessed.
 */
import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { addressTaken, prepareAccount } from '../accounts/accounts.ts'
import { claimName } from '../accounts/directory/directory.ts'
import { checkName } from '../accounts/names.ts'
import { changeOperator, operatorsOf } from '../accounts/store.ts'
import { withoutLimits } from '../accounts/terms.ts'
import { recordChange } from '../audit/audit-record.ts'
import { findClaimCode, isOwned, keepClaimCode, markOwned } from '../installation/first-owner.ts'
import { hashRecoveryCode, newRecoveryCode } from './codes.ts'
import { type SignedIn, zoneOf } from './members.ts'
import { type ClientInfo, openSession } from './sessions.ts'
import { networkOf, tryOnce, trySucceeded } from './throttle.ts'

interface Claim extends ClientInfo {
  readonly code: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly language: Language
  /** One that is none is left out: a browser said it, not a person. */
  readonly timeZone?: string | undefined
}

/** Whether somebody is an owner here already. */
export const isClaimed = async (sql: Sql): Promise<boolean> =>
  (await isOwned(sql)) || (await operatorsOf(sql)).length > 0

/** Whether a code is waited for. */
export const isClaimable = async (sql: Sql): Promise<boolean> =>
  (await findClaimCode(sql)) !== null && !(await isClaimed(sql))

/** What a start shows: the same for every node, and for each start until it is used. */
export const claimCode = (world: Pick<World, 'db' | 'random'>): Promise<string> =>
  keepClaimCode(world.db, newRecoveryCode(world))

/** Makes the first owner's account and logs them in; refuses every code but the right one alike. */
export async function claim(world: World, given: Claim): Promise<SignedIn> {
  const tries = [['claim', networkOf(given.address)]] as const
  await tryOnce(world, tries)
  // Hashing a password is dear: it is for whoever has the code.
  if (!(await isRight(world.db, given.code))) throw wrongCode()
  const { email, password, language } = given
  const name = checkName(given.name)
  const insertAccount = await prepareAccount(world, {
    ...withoutLimits,
    email,
    password,
    name,
    ownerName: name,
    language,
    ...zoneOf(given),
  })
  const address = { kind: 'address', name: email, taken: () => addressTaken(email) } as const
  const entered = await claimName(world, address, use =>
    world.db.transaction(async tx => {
      await use(tx)
      if (!(await markOwned(tx, world))) throw wrongCode()
      const { accountId, memberId } = await insertAccount(tx)
      const key = { accountId, memberId }
      await changeOperator(tx, accountId, true)
      await recordChange(tx, world, {
        accountId,
        isByOperator: false,
        actor: { type: 'member', id: memberId, name: null },
        ip: given.address,
        action: 'account.claimed',
        targetId: show('acc', accountId),
        targetName: name,
        before: null,
        after: { email },
      })
      return { ...key, token: await openSession(tx, world, key, given) }
    }),
  )
  await trySucceeded(world, tries)
  return entered
}

async function isRight(sql: Sql, code: string): Promise<boolean> {
  const kept = await findClaimCode(sql)
  if (kept === null || (await isClaimed(sql))) return false
  return timingSafeEqual(hashRecoveryCode(code), hashRecoveryCode(kept))
}

const wrongCode = () =>
  new Refusal('invalid_field', {
    param: 'code',
    why: {
      en: 'This is not the code that the log shows, or it has been used.',
      pt: 'Este não é o código que o log mostra, ou ele já foi usado.',
    },
  })
