/**
 * The people of an account: signing up, showing that an address is theirs, passwords, roles. What is
 * mailed to them is a token of 32 random bytes that works once and runs out; the database holds its
 * hash. Mailing is the dashboard's part.
 */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { installationLanguage, type Language } from '#kernel/base/languages.ts'
import { isTimeZone } from '#kernel/base/time-zones.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { deletedLifecycle } from '#platform/lifecycle/deleted.ts'
import { webhooksLifecycle } from '#platform/webhooks/lifecycle.ts'
import { createAccount, projectIdsOf } from '../accounts/accounts.ts'
import { forgetAsked } from '../accounts/address-changes.ts'
import { keysAreGone } from '../accounts/keys.ts'
import { accountsLifecycle } from '../accounts/lifecycle.ts'
import type { Key, Member, Role } from '../accounts/member.ts'
import { memberKey, spellingsOf } from '../accounts/member-address.ts'
import * as store from '../accounts/members-store.ts'
import { checkName } from '../accounts/names.ts'
import { hashPassword, isPassword } from '../accounts/passwords.ts'
import { recordChange } from '../audit/audit-record.ts'
import { deleteAttemptsOf } from './attempts-store.ts'
import { whoNeedsNoProvider } from './doors.ts'
import { deleteInvitationsOf } from './invitations-store.ts'
import { deletePasskeysOf } from './passkeys-store.ts'
import {
  type ClientInfo,
  hashOf,
  newToken,
  openSession,
  renewSession,
  type Session,
  type SessionToken,
} from './sessions.ts'
import {
  deleteSessionByHash,
  deleteSessionsOf,
  deleteTokensOf,
  insertToken,
  isTokenGood,
  type TokenKind,
  takeToken,
} from './sessions-store.ts'
import { networkOf, tryOnce, trySucceeded } from './throttle.ts'
import { type TellMember, tellOfSignUp } from './told.ts'
import { mustBeWelcome } from './welcome.ts'

const goodForMs: Readonly<Record<TokenKind, number>> = { verify: 7 * dayMs, reset: hourMs }

interface SignUp extends ClientInfo {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly language?: Language | undefined
  /** One that is none is left out: a browser said it, not a person. */
  readonly timeZone?: string | undefined
  readonly before: string | null
  /** Writes to whoever has the address already. */
  readonly tell: TellMember
}

/** Somebody who has just come in: a cookie to set. */
export interface SignedIn {
  readonly token: SessionToken
  readonly accountId: Uuid
  readonly memberId: Uuid
}

/** A new account in the sandbox, its owner logged in, the address unverified. */
export async function signUp(world: World, input: SignUp): Promise<SignedIn> {
  await tryOnce(world, [['signup', networkOf(input.address)]])
  mustBeWelcome(world.settings, input.email)
  const name = checkName(input.name)
  const find = () => store.selectCredentials(world.db, spellingsOf(input.email))
  const { accountId, memberId } = await createAccount(world, {
    email: input.email,
    password: input.password,
    name,
    ownerName: name,
    isVerified: false,
    language: input.language ?? installationLanguage(world.settings),
    ...zoneOf(input),
  }).catch(tellOfSignUp(world, find, input.tell))
  const key = { accountId, memberId }
  return { ...key, token: await enter(world, key, input) }
}

/** The zone of a browser, where there is one of its name. */
export const zoneOf = ({ timeZone = '' }: { readonly timeZone?: string | undefined }) =>
  isTimeZone(timeZone) ? { timeZone } : {}

/** Opens a session and ends the one that came along. */
async function enter(
  world: World,
  key: Key,
  input: ClientInfo & { readonly before: string | null },
): Promise<SessionToken> {
  return world.db.transaction(async tx => {
    if (input.before !== null) await deleteSessionByHash(tx, hashOf(input.before))
    return openSession(tx, world, key, input)
  })
}

/** What is to be mailed so that the address is shown to be theirs; earlier ones are dead. */
export async function askToVerify(
  world: Pick<World, 'db' | 'clock' | 'random' | 'settings'>,
  key: Key,
): Promise<SessionToken> {
  await tryOnce(world, [['mail', `verify ${key.memberId}`]])
  return world.db.transaction(tx => issueToken(tx, world, key, { kind: 'verify' }))
}

export async function verifyAddress(
  world: World,
  token: SessionToken,
  place: ClientInfo,
): Promise<void> {
  const tries = [['token', networkOf(place.address)]] as const
  await tryOnce(world, tries)
  const at = new Date(world.clock.now())
  await world.db.transaction(async tx => {
    const key = await takeToken(tx, 'verify', hashOf(token), at)
    if (key === null) throw deadToken()
    await store.markVerified(tx, key, at)
  })
  await trySucceeded(world, tries)
}

/** What is to be mailed, and to whom; null where nobody has the address: nobody must learn which. */
export async function askToReset(
  world: World,
  email: string,
): Promise<{ token: SessionToken; member: Member } | null> {
  const member = await store.selectCredentials(world.db, spellingsOf(email))
  const needsNoProvider = await whoNeedsNoProvider(world)
  if (member === null) return null
  // A password would open nothing; but that the letter arrives still shows whose the address is.
  if (member.verifiedAt !== null && !needsNoProvider(member)) return null
  const key = { accountId: member.accountId, memberId: member.id }
  const token = await world.db.transaction(tx => issueToken(tx, world, key, { kind: 'reset' }))
  return { token, member }
}

/** Counts a request for a mail; the same for addresses that nobody has. */
export async function tryMailTo(world: World, email: string, place: ClientInfo): Promise<void> {
  await tryOnce(world, [
    ['mail_place', networkOf(place.address)],
    ['mail', memberKey(email)],
  ])
}

/** Sets a new password; whoever was logged in is out. */
export async function resetPassword(
  world: World,
  token: SessionToken,
  password: string,
  place: ClientInfo,
): Promise<void> {
  const tries = [['token', networkOf(place.address)]] as const
  await tryOnce(world, tries)
  const at = new Date(world.clock.now())
  // Hashing is dear: it is for whoever holds a letter of ours, not for whoever makes a token up.
  if (!(await isTokenGood(world.db, 'reset', hashOf(token), at))) throw deadToken()
  const passwordHash = await hashPassword(world, password)
  await world.db.transaction(async tx => {
    const key = await takeToken(tx, 'reset', hashOf(token), at)
    if (key === null) throw deadToken()
    await store.updatePassword(tx, key, passwordHash)
    if (await store.markVerified(tx, key, at)) await leaveNothingOfBefore(tx, key)
    await deleteTokensOf(tx, key, 'reset')
    await deleteSessionsOf(tx, key, null)
    await deleteAttemptsOf(tx, key.memberId)
    await forgetAsked(tx, key)
    await recordChange(tx, world, {
      accountId: key.accountId,
      isByOperator: false,
      actor: { type: 'member', id: key.memberId, name: null },
      ip: place.address,
      action: 'member.password_reset',
      targetId: show('usr', key.memberId),
      targetName: null,
      before: null,
      after: null,
    })
  })
  await keysAreGone(world)
  await trySucceeded(world, tries)
}

/**
 * Until now anybody may have been behind the address: what was set up before could be a squatter's,
 * waiting for its true owner to come (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX
 * Security 2022). So nothing that lets somebody in, or tells them anything, outlives the first
 * confirmation by a new password, nor can be restored.
 */
async function leaveNothingOfBefore(tx: Tx, key: Key): Promise<void> {
  const projects = await projectIdsOf(tx, key.accountId)
  await accountsLifecycle.endProjects?.(tx, projects)
  await webhooksLifecycle.endProjects?.(tx, projects)
  await deletedLifecycle.endProjects?.(tx, projects)
  await store.deleteOtherMembers(tx, key)
  await deleteInvitationsOf(tx, key.accountId)
  await store.disableTotp(tx, key)
  await deletePasskeysOf(tx, key, null)
  await deleteTokensOf(tx, key, 'verify')
}

/** Changes the password of somebody who is logged in; returns the session's new cookie. */
export async function changePassword(
  world: World,
  session: Session,
  input: { readonly current: string; readonly next: string },
): Promise<SessionToken> {
  await mustKnowPassword(world, session, input.current, 'current')
  const passwordHash = await hashPassword(world, input.next)
  return world.db.transaction(async tx => {
    await store.updatePassword(tx, session, passwordHash)
    await deleteTokensOf(tx, session, 'reset')
    await deleteSessionsOf(tx, session, session.id)
    return renewSession(tx, world, session.id)
  })
}

/** Throws for the field that holds the password, unless it is the member's. */
export async function mustKnowPassword(
  world: World,
  session: Session,
  password: string,
  param: string,
): Promise<void> {
  const tries = [['code', `password ${session.memberId}`]] as const
  await tryOnce(world, tries)
  const member = await store.credentialsOf(world.db, session)
  const shown = { password, visitor: 'known' } as const
  if (!(await isPassword(world, member, shown))) throw wrongCurrent(param)
  await trySucceeded(world, tries)
}

export async function setProfile(
  world: Pick<World, 'db'>,
  key: Key,
  profile: { readonly name?: string | undefined; readonly language?: Language | undefined },
): Promise<void> {
  const name = profile.name === undefined ? null : checkName(profile.name)
  await store.updateProfile(world.db, key, { name, language: profile.language ?? null })
}

/** Oldest first. */
export function listMembers(world: Pick<World, 'db'>, accountId: Uuid): Promise<readonly Member[]> {
  return store.selectMembers(world.db, accountId)
}

/** Changes a role; the member logs in again under the new one. */
export async function setRole(world: Pick<World, 'db'>, key: Key, role: Role): Promise<Member> {
  return world.db.transaction(async tx => {
    const member = await mustLeaveAnOwner(tx, key, role)
    if (member.role === role) return member
    await store.giveRole(tx, key, role)
    await deleteSessionsOf(tx, key, null)
    return { ...member, role }
  })
}

/** Takes a member out of the account; their sessions end with them. */
export async function removeMember(world: Pick<World, 'db'>, key: Key): Promise<void> {
  await world.db.transaction(async tx => {
    await mustLeaveAnOwner(tx, key, null)
    await store.deleteMember(tx, key)
  })
}

async function mustLeaveAnOwner(tx: Tx, key: Key, role: Role | null): Promise<Member> {
  const members = await store.lockMembers(tx, key.accountId)
  const member = members.find(one => one.id === key.memberId)
  if (!member) throw new Refusal('resource_not_found')
  const owners = members.filter(one => (one === member ? role : one.role) === 'owner')
  if (owners.length > 0) return member
  throw new Refusal('invalid_field', {
    param: 'role',
    why: {
      en: 'An account keeps at least one owner. Make somebody else owner first.',
      pt: 'Uma conta mantém pelo menos um proprietário. Torne outra pessoa proprietária antes.',
    },
  })
}

/** A link that the operator passes on waits longer than one that somebody has just asked for. */
const handedGoodForMs = dayMs

/** Where somebody chooses a password, without a letter: shown to the operator alone. */
export async function issuePasswordLink(
  tx: Tx,
  world: Pick<World, 'clock' | 'random' | 'settings'>,
  key: Key,
): Promise<string> {
  const token = await issueToken(tx, world, key, { kind: 'reset', forMs: handedGoodForMs })
  return `${world.settings.MALOTE_DASHBOARD_URL}/reset?token=${token}`
}

/** The token alone, good as long as one that was asked for. */
export const issueResetToken = (
  tx: Tx,
  world: Pick<World, 'clock' | 'random' | 'settings'>,
  key: Key,
): Promise<SessionToken> => issueToken(tx, world, key, { kind: 'reset' })

async function issueToken(
  tx: Tx,
  world: Pick<World, 'clock' | 'random' | 'settings'>,
  key: Key,
  { kind, forMs = goodForMs[kind] }: { readonly kind: TokenKind; readonly forMs?: number },
): Promise<SessionToken> {
  const token = newToken(world)
  const now = world.clock.now()
  await deleteTokensOf(tx, key, kind)
  await insertToken(tx, {
    ...key,
    kind,
    hash: hashOf(token),
    at: new Date(now),
    until: new Date(now + forMs),
  })
  return token
}

/** The same for tokens that never were and tokens that have run out. */
export const deadToken = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'token',
    why: {
      en: 'The link is no longer good: it was used, or it is too old. Ask for a new one.',
      pt: 'O link não vale mais: já foi usado ou é antigo demais. Peça um novo.',
    },
  })

const wrongCurrent = (param: string) =>
  new Refusal('invalid_field', {
    param,
    why: { en: 'The current password is wrong.', pt: 'A senha atual está incorreta.' },
  })
