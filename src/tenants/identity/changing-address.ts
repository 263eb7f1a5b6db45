/**
 * Another address to log in with. Whoever is logged in asks for it with their password; a link goes
 * to the new address and works once, in a session of theirs alone; then a letter goes to the old
 * one, with a link that takes the change back. Nobody learns whether an address is somebody's: what
 * is asked is answered before that is looked up, and whoever has it is told.
 */
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { type Tx, violatedConstraint } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  askedFor,
  confirmChange,
  forgetAsked,
  holderOf,
  isTaken,
  noteChange,
  takeBack,
} from '../accounts/address-changes.ts'
import { claimName } from '../accounts/directory/directory.ts'
import { readMemberAddress } from '../accounts/member-address.ts'
import { credentialsOf } from '../accounts/members-store.ts'
import { isPassword } from '../accounts/passwords.ts'
import { recordChange } from '../audit/audit-record.ts'
import { deleteIdentitiesOf } from './identities-store.ts'
import { deadToken, issueResetToken, tryMailTo } from './members.ts'
import { deletePasskeysOf } from './passkeys-store.ts'
import {
  absoluteMs,
  type ClientInfo,
  hashOf,
  mustStillBeIn,
  newToken,
  type Session,
  type SessionToken,
} from './sessions.ts'
import { deleteSessionsOf, deleteTokensOf } from './sessions-store.ts'
import { networkOf, tryOnce, trySucceeded } from './throttle.ts'
import { type TellMember, tellOfAddress } from './told.ts'

const linkGoodMs = dayMs
/** A letter may lie for a weekend. */
const undoDays = 7

/** Checks the password and counts the letter; returns the address as it would be kept. */
export async function mayAskForAddress(
  world: World,
  session: Session,
  asked: ClientInfo & { readonly email: string; readonly password: string },
): Promise<string> {
  const tries = [['code', `password ${session.memberId}`]] as const
  await tryOnce(world, tries)
  const member = await credentialsOf(world.db, session)
  const shown = { password: asked.password, visitor: 'known' } as const
  if (!(await isPassword(world, member, shown))) throw wrongPassword()
  await trySucceeded(world, tries)
  const email = readMemberAddress(asked.email)
  if (email === session.email) throw isSame()
  await tryOnce(world, [['mail', `address ${session.memberId}`]])
  await tryMailTo(world, email, asked)
  return email
}

/**
 * What is to be mailed to the new address; null where it is taken, and whoever has it is told. Either
 * way a link of before is dead: one that lives on would say that the address is somebody's. Throws
 * `not_authenticated` where the session has ended meanwhile.
 */
export async function askForAddress(
  world: World,
  session: Session,
  { email, tell }: { readonly email: string; readonly tell: TellMember },
): Promise<SessionToken | null> {
  const { accountId, memberId, email: previous } = session
  const now = world.clock.now()
  const askedAt = new Date(now)
  if (await isTaken(world.db, email, { but: memberId, at: askedAt })) {
    await forgetAsked(world.db, session)
    await tellOfAddress(world, () => holderOf(world.db, email), tell)
    return null
  }
  const token = newToken(world)
  const [id, hash, expiresAt] = [world.ids.next(), hashOf(token), new Date(now + linkGoodMs)]
  const change = { id, accountId, memberId, previous, next: email, hash, askedAt, expiresAt }
  await world.db.transaction(async tx => {
    await mustStillBeIn(tx, session)
    await noteChange(tx, change)
  })
  return token
}

/** The letter to the old address, in the transaction that changes it. */
type TellOld = (
  to: string,
  undo: SessionToken,
  alsoIn: (tx: Tx) => Promise<void>,
) => Promise<unknown>

/**
 * Changes the address by the link that went to it. An old one that was never confirmed gets no
 * letter, for with its link a stranger would get the account, and is free at once: whoever never
 * had it must not keep it from its owner.
 */
export async function confirmAddress(
  world: World,
  session: Session,
  confirming: ClientInfo & { readonly token: SessionToken; readonly tellOld: TellOld },
): Promise<string> {
  const tries = [['token', networkOf(confirming.address)]] as const
  await tryOnce(world, tries)
  const undo = newToken(world)
  const at = new Date(world.clock.now())
  const isTold = session.isVerified
  const until = isTold ? new Date(at.getTime() + undoDays * dayMs) : at
  const links = { hash: hashOf(confirming.token), undoHash: hashOf(undo), at, until }
  let next = ''
  const change = async (tx: Tx): Promise<void> => {
    await mustStillBeIn(tx, session)
    const changed = await confirmChange(tx, session, links)
    if (changed === null) throw deadToken()
    next = changed.next
    await forgetLinks(tx, session)
    const { accountId, memberId } = session
    await record(tx, world, { ...changed, accountId, memberId, ip: confirming.address })
  }
  await claimAsked(world, session, links, use => {
    const both = async (tx: Tx): Promise<void> => {
      await use(tx)
      await change(tx)
    }
    return isTold ? confirming.tellOld(session.email, undo, both) : world.db.transaction(both)
  }).catch(refuseTaken)
  await trySucceeded(world, tries)
  return next
}

/** Without a directory nothing is asked; a link that leads nowhere the work refuses. */
async function claimAsked(
  world: World,
  session: Session,
  link: { readonly hash: Buffer; readonly at: Date },
  work: Parameters<typeof claimName<unknown>>[2],
): Promise<void> {
  const name = world.directory === undefined ? null : await askedFor(world.db, session, link)
  if (name === null) await work(async () => {})
  else await claimName(world, { kind: 'address', name, taken: deadToken }, work)
}

/** Takes a change back by the link that went to the old address; returns one to set a password. */
export async function restoreAddress(
  world: World,
  { token, address }: ClientInfo & { readonly token: SessionToken },
): Promise<SessionToken> {
  const tries = [['token', networkOf(address)]] as const
  await tryOnce(world, tries)
  const at = new Date(world.clock.now())
  const restored = world.db.transaction(async tx => {
    const back = await takeBack(tx, { undoHash: hashOf(token), at, sessionMs: absoluteMs })
    if (back === null) throw deadToken()
    const { accountId, memberId, from, to } = back
    await forgetLinks(tx, back)
    await deleteIdentitiesOf(tx, back, back.since)
    await deletePasskeysOf(tx, back, back.since)
    await deleteSessionsOf(tx, back, null)
    await record(tx, world, { accountId, memberId, previous: from, next: to, ip: address })
    return issueResetToken(tx, world, { accountId, memberId })
  })
  const reset = await restored.catch(refuseTaken)
  await trySucceeded(world, tries)
  return reset
}

/** What went to another address than the one that is the member's now. */
async function forgetLinks(tx: Tx, key: Pick<Session, 'accountId' | 'memberId'>): Promise<void> {
  await deleteTokensOf(tx, key, 'reset')
  await deleteTokensOf(tx, key, 'verify')
}

interface AddressRecord extends Pick<Session, 'accountId' | 'memberId'> {
  readonly previous: string
  readonly next: string
  readonly ip: string
}

const record = (tx: Tx, world: World, { accountId, memberId, previous, next, ip }: AddressRecord) =>
  recordChange(tx, world, {
    accountId,
    isByOperator: false,
    actor: { type: 'member', id: memberId, name: null },
    ip,
    action: 'member.address_changed',
    targetId: show('usr', memberId),
    targetName: next,
    before: { email: previous },
    after: { email: next },
  })

/** Somebody has come to have the address just now. */
function refuseTaken(error: unknown): never {
  throw violatedConstraint(error) === undefined ? error : deadToken()
}

const wrongPassword = () =>
  new Refusal('invalid_field', {
    param: 'password',
    why: { en: 'The password is wrong.', pt: 'A senha está incorreta.' },
  })

const isSame = () =>
  new Refusal('invalid_field', {
    param: 'email',
    why: {
      en: 'This is your address already.',
      pt: 'Este já é o seu endereço.',
    },
  })
