/**
 * What a member hears of strangers who try to get in by their address: a letter, at most one an hour
 * of each kind. Of codes, which takes the password, their account has a notice as well, once a day.
 * All of it happens behind the answer's back: how long that takes would say who has an account.
 */
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { fill, type Language, type Text } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Credentials, Key, Member } from '../accounts/member.ts'
import { notify } from '../accounts/notices.ts'
import { newestNotices } from '../accounts/notices-store.ts'
import { isWaiting, tryOnce } from './throttle.ts'

interface AttemptNotice {
  readonly email: string
  readonly language: Language
  readonly of: 'passwords_tried' | 'codes_tried' | 'signup_tried' | 'address_tried'
}

/** Writes the letter: the dashboard's part. */
export type TellMember = (told: AttemptNotice) => Promise<unknown>

/** Whoever has the address. */
type FindMember = () => Promise<Member | null>

/** Passwords of an address were tried; nobody is told unless it waits as a whole, from everywhere. */
export async function tellOfPasswords(
  world: World,
  { counted, find }: { readonly counted: string; readonly find: FindMember },
  tell: TellMember,
): Promise<void> {
  if (!(await isWaiting(world, ['login_address', counted]))) return
  await tellFound(world, find, { of: 'passwords_tried', tell })
}

/** Codes of a member were tried, by whoever has the password. */
export async function tellOfCodes(
  world: World,
  member: Credentials,
  tell: TellMember,
): Promise<void> {
  await tellAccount(world, member)
  await tellMember(world, member, { of: 'codes_tried', tell })
}

/** Where a sign-up was refused, for the address has an account. Goes on with the refusal. */
export const tellOfSignUp =
  (world: World, find: FindMember, tell: TellMember) =>
  (refused: unknown): never => {
    const isTaken = refused instanceof Refusal && refused.param === 'email'
    if (isTaken) behind(world, tellFound(world, find, { of: 'signup_tried', tell }))
    throw refused
  }

/** Somebody wants to log in with an address that is another's. */
export const tellOfAddress = (world: World, find: FindMember, tell: TellMember): Promise<void> =>
  tellFound(world, find, { of: 'address_tried', tell })

/** Of what nobody waits for. */
export function behind(world: Pick<World, 'log'>, work: Promise<void>): void {
  void work.catch((error: Error) =>
    world.log.error({ error: error.stack }, 'a member was not told what strangers try'),
  )
}

interface Telling {
  readonly of: AttemptNotice['of']
  readonly tell: TellMember
}

async function tellFound(world: World, find: FindMember, telling: Telling): Promise<void> {
  const member = await find()
  if (member !== null) await tellMember(world, member, telling)
}

async function tellMember(
  world: World,
  { id, email, language }: Member,
  { of, tell }: Telling,
): Promise<void> {
  try {
    await tryOnce(world, [['told', `${of} ${id}`]])
  } catch (error) {
    if (error instanceof Refusal) return
    throw error
  }
  await tell({ email, language, of })
}

async function tellAccount(
  world: World,
  { accountId, id: memberId, email }: Member,
): Promise<void> {
  const text = fill(codesTried, { email })
  const code = 'codes_tried' as const
  const before = await newestNotices(world.db, accountId, 20)
  const since = world.clock.now() - dayMs
  const isTold = before.some(
    one => one.code === code && one.text.en === text.en && one.createdAt.getTime() > since,
  )
  if (isTold) return
  await world.db.transaction(tx =>
    notify(tx, world, [{ accountId, level: 'warning', code, text, memberId, isLetter: false }]),
  )
}

/** From a browser that has not signed in with this address before. */
export async function tellOfSignIn(
  tx: Tx,
  world: World,
  { accountId, id: memberId, email }: Member,
  { address, agent }: { readonly address: string; readonly agent: string },
): Promise<void> {
  const userAgent = agent.slice(0, 300)
  const data = { member_id: show('usr', memberId), email, ip: address, user_agent: userAgent }
  const text = fill(signedIn, { email, address })
  const notice = { accountId, memberId, level: 'info', code: 'sign_in', data, text } as const
  await notify(tx, world, [notice])
}

/** What opens an account, or no longer does. */
type DoorChange = 'passkey_added' | 'passkey_removed' | 'identity_linked' | 'identity_unlinked'

/** A door to their account was opened or closed: whoever has not done so themselves is to act. */
export async function tellOfDoor(
  tx: Tx,
  world: World,
  { accountId, memberId, email }: Key & Pick<Member, 'email'>,
  change: {
    readonly what: DoorChange
    /** Of the passkey, or of the provider. */
    readonly name: string
    readonly address: string
    readonly agent: string
  },
): Promise<void> {
  const { what, name, address } = change
  const userAgent = change.agent.slice(0, 300)
  const about = { member_id: show('usr', memberId), email, ip: address, user_agent: userAgent }
  const text = fill(doorChanges[what], { email, name, address })
  const notice = { accountId, memberId, level: 'info', code: 'door_changed', text } as const
  await notify(tx, world, [{ ...notice, data: { change: what, ...about } }])
}

const doorChanges: Readonly<Record<DoorChange, Text>> = {
  passkey_added: {
    en: '{email} added the passkey “{name}”, from {address}. If it was not you, remove it, choose a new password and end the sessions that you do not know.',
    pt: '{email} adicionou a chave de acesso “{name}”, a partir de {address}. Se não foi você, remova-a, escolha uma nova senha e encerre as sessões que não conhece.',
  },
  passkey_removed: {
    en: '{email} removed the passkey “{name}”, from {address}. If it was not you, choose a new password and end the sessions that you do not know.',
    pt: '{email} removeu a chave de acesso “{name}”, a partir de {address}. Se não foi você, escolha uma nova senha e encerre as sessões que não conhece.',
  },
  identity_linked: {
    en: '{email} signed in by {name} for the first time, from {address}, and can do so from now on. If it was not you, unlink it in the settings and end the sessions that you do not know.',
    pt: '{email} entrou por {name} pela primeira vez, a partir de {address}, e pode fazer isso de agora em diante. Se não foi você, desvincule-o nas configurações e encerre as sessões que não conhece.',
  },
  identity_unlinked: {
    en: '{email} no longer signs in by {name}: it was unlinked, from {address}. If it was not you, choose a new password and end the sessions that you do not know.',
    pt: '{email} não entra mais por {name}: foi desvinculado, a partir de {address}. Se não foi você, escolha uma nova senha e encerre as sessões que não conhece.',
  },
}

const signedIn = {
  en: '{email} signed in from a browser not used before, from {address}. If it was not you, choose a new password and end the sessions that you do not know.',
  pt: '{email} entrou por um navegador que ainda não tinha usado, a partir de {address}. Se não foi você, escolha uma nova senha e encerre as sessões que não conhece.',
}

const codesTried = {
  en: 'Somebody knows the password of {email} and tries codes of the second step. If it is not you, change the password now.',
  pt: 'Alguém sabe a senha de {email} e está tentando códigos da segunda etapa. Se não é você, troque a senha agora.',
}
