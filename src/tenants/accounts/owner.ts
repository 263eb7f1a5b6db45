/** What the operator does for an account and its people: lists, finds, gives an address, closes. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Account } from './account.ts'
import { addressTaken } from './accounts.ts'
import { isTaken } from './address-changes.ts'
import { selectOpenChanges } from './address-changes-store.ts'
import type { Key, Member } from './member.ts'
import { readVouchedAddress, spellingsOf } from './member-address.ts'
import { disableTotp, lockMembers, selectCredentials, updatePassword } from './members-store.ts'
import * as owners from './owner-store.ts'
import { lockAccount, operatorsOf } from './store.ts'

/** With the changes of address that are under way: by them an address is kept for somebody. */
export async function listAccounts(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  page: { readonly after: Uuid | null; readonly limit: number },
) {
  const accounts = await owners.selectAccounts(db, page)
  const ids = accounts.map(one => one.id)
  const changes = await selectOpenChanges(db, ids, new Date(clock.now()))
  return accounts.map(account => ({
    ...account,
    addressChanges: changes.filter(one => one.accountId === account.id),
  }))
}

/** The member with the address; refuses one that nobody has. */
export async function mustFindMember(tx: Tx, written: string): Promise<Member> {
  const member = await selectCredentials(tx, spellingsOf(written))
  if (member !== null) return member
  throw new Refusal('invalid_field', {
    param: 'email',
    why: {
      en: 'No member of any account has the address {email}.',
      pt: 'Nenhum membro de nenhuma conta tem o endereço {email}.',
    },
    values: { email: written },
  })
}

/** Sets what a member logs in with: another password, where there is one, and without a second step. */
export async function changeCredentials(
  tx: Tx,
  key: Key,
  to: { readonly passwordHash: string | null; readonly isTwoStepOff?: boolean | undefined },
): Promise<void> {
  if (to.passwordHash !== null) await updatePassword(tx, key, to.passwordHash)
  if (to.isTwoStepOff) await disableTotp(tx, key)
}

/** The account that the first start has made, unless the operator has others: the oldest. */
export async function mustFindOperator({ db }: Pick<World, 'db'>): Promise<Uuid> {
  const [first] = await operatorsOf(db)
  if (first !== undefined) return first
  throw new Refusal('invalid_field', {
    param: 'account',
    why: {
      en: 'No account runs this installation yet. Use the code that a start shows, or start again with MALOTE_OWNER_EMAIL, or name an account with --account.',
      pt: 'Nenhuma conta opera esta instalação ainda. Use o código que a inicialização mostra, ou inicie de novo com MALOTE_OWNER_EMAIL, ou indique uma conta com --account.',
    },
  })
}

/** Gives an account's owner, and the account, another address, on the operator's word. */
export async function giveAddress(
  tx: Tx,
  world: Pick<World, 'clock'>,
  { accountId, email: written }: { readonly accountId: Uuid; readonly email: string },
): Promise<Key> {
  const email = readVouchedAddress(written)
  const account = await mustLockOpen(tx, accountId)
  const members = await lockMembers(tx, accountId)
  const ownersOf = members.filter(one => one.role === 'owner')
  const owner = ownersOf.find(one => one.email === account.email) ?? ownersOf[0]!
  const at = new Date(world.clock.now())
  if (await isTaken(tx, email, { but: owner.id, at })) throw addressTaken(email)
  const key = { accountId, memberId: owner.id }
  await owners.updateMemberAddress(tx, key, { email, at })
  await owners.updateAccountAddress(tx, accountId, email)
  return key
}

/** Ends an account: its projects, and who its people were. Returns the projects' ids. */
export async function endAccount(
  tx: Tx,
  world: Pick<World, 'clock'>,
  accountId: Uuid,
): Promise<Uuid[]> {
  const operators = await operatorsOf(tx)
  if (operators.length === 1 && operators[0] === accountId) throw lastOperator()
  const at = new Date(world.clock.now())
  const projects = await owners.markProjectsDeleted(tx, accountId, at)
  await owners.erasePeople(tx, accountId, at)
  return projects
}

/** Held until the transaction ends; one that is closed is there no longer. */
export async function mustLockOpen(tx: Tx, id: Uuid): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (account === null || (await owners.isClosed(tx, id))) throw new Refusal('resource_not_found')
  return account
}

const lastOperator = () =>
  new Refusal('invalid_field', {
    param: 'id',
    why: {
      en: 'No other account runs this installation. Name another first: malote account set acc_… --operator.',
      pt: 'Nenhuma outra conta opera esta instalação. Indique outra antes: malote account set acc_… --operator.',
    },
  })
