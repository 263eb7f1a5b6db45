/**
 * Browser sessions. A cookie holds 32 random bytes; the database holds their SHA-256. Logging in
 * always makes a new session and ends the one that came along, so that a planted cookie is never
 * adopted; changing the password or two-step log-in changes the cookie. A session ends after seven
 * days without use and after thirty in any case.
 *
 * Log-in answers an unknown address exactly as it answers a wrong password, in the same time: the
 * password is then compared with a hash that nothing matches.
 */
import { createHash } from 'node:crypto'
import { inCell } from '#kernel/base/cell.ts'
import type { Settings } from '#kernel/base/config.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { forgetOldChanges } from '../accounts/address-changes.ts'
import type { Credentials, Key, Member } from '../accounts/member.ts'
import { memberKey, spellingsOf } from '../accounts/member-address.ts'
import { noteSeen, selectCredentials } from '../accounts/members-store.ts'
import { isPassword } from '../accounts/passwords.ts'
import { recordChange } from '../audit/audit-record.ts'
import type { AuditFields } from '../audit/change.ts'
import { deleteAttempts } from './attempts-store.ts'
import { isRightCode } from './codes.ts'
import { deviceOf } from './devices.ts'
import { whoNeedsNoProvider } from './doors.ts'
import { selectPlacesOf } from './places-store.ts'
import * as store from './sessions-store.ts'
import { networkOf, type ThrottleKind, tryOnce, trySucceeded } from './throttle.ts'
import { behind, type TellMember, tellOfCodes, tellOfPasswords, tellOfSignIn } from './told.ts'

export type Session = store.SessionRow

const idleMs = 7 * dayMs
export const absoluteMs = 30 * dayMs
/** How exactly the last use is known. */
const touchEveryMs = 5 * 60_000

/** Where a call comes from: the IP address, and what the browser says of itself. */
export interface ClientInfo {
  readonly address: string
  readonly agent: string
}

interface LogIn extends ClientInfo {
  readonly email: string
  readonly password: string
  readonly code?: string | undefined
  /** The cookie that came along, if any; its session ends. */
  readonly before: string | null
  /** The cookie by which a browser says that it has signed in before, if any. */
  readonly device: string | null
  /** Writes to the member whose next try has to wait. */
  readonly tell: TellMember
}

/** A session's cookie, the only time it is readable. */
export type SessionToken = string

/** Throws `not_authenticated`, with param `code` where only the code is missing or wrong. */
export async function logIn(world: World, input: LogIn): Promise<SessionToken> {
  // Tries are counted by address, not by spelling, of which there are many.
  const email = memberKey(input.email)
  const spellings = spellingsOf(input.email)
  const place = networkOf(input.address)
  const device = await deviceOf(world, input.device, email)
  const tries: readonly (readonly [ThrottleKind, string])[] =
    device === null
      ? [
          ['login', `${email} ${place}`],
          ['login_place', place],
          ['login_address', email],
        ]
      : [['login_device', device]]
  await tryOnce(world, tries).catch(blocked => {
    const find = () => selectCredentials(world.db, spellings)
    const tried = { counted: email, find }
    if (device === null) behind(world, tellOfPasswords(world, tried, input.tell))
    throw blocked
  })
  const member = await selectCredentials(world.db, spellings)
  // Asked of every address alike: whether anybody has it must not show by the time.
  const places = await selectPlacesOf(world.db, spellings)
  const isKnown = device !== null || places.some(one => networkOf(one) === place)
  const visitor = isKnown ? 'known' : 'stranger'
  const needsNoProvider = await whoNeedsNoProvider(world)
  const isRight = await isPassword(world, member, { password: input.password, visitor })
  if (member === null || !isRight || !needsNoProvider(member)) throw wrong(world.settings)
  if (member.totpEnabledAt !== null) {
    if (input.code === undefined) throw new Refusal('not_authenticated', codeWanted)
    await tryCode(world, member, input, device !== null)
    if (!(await isRightCode(world, member, input.code))) {
      throw new Refusal('not_authenticated', wrongCode)
    }
    await trySucceeded(world, [['login_code', member.id]])
  }
  await trySucceeded(world, tries)
  return startSession(world, member, { ...input, isKnown: device !== null, by: null })
}

interface Coming extends ClientInfo {
  readonly before: string | null
  /** The browser has signed in to this address before. */
  readonly isKnown: boolean
  /** How they have shown who they are, for the audit log; null: as ever, by a password. */
  readonly by: AuditFields | null
}

/** For a member who has shown all that is asked for: the session that came along ends. */
export function startSession(world: World, member: Member, coming: Coming): Promise<SessionToken> {
  const { accountId, id: memberId } = member
  return world.db.transaction(async tx => {
    if (coming.before !== null) await store.deleteSessionByHash(tx, hashOf(coming.before))
    if (!coming.isKnown) await tellOfSignIn(tx, world, member, coming)
    if (coming.by !== null) await recordSignIn(tx, world, member, { ...coming, by: coming.by })
    return openSession(tx, world, { accountId, memberId }, coming)
  })
}

function recordSignIn(
  tx: Sql,
  world: World,
  { accountId, id, email: name }: Member,
  { address: ip, by }: ClientInfo & { readonly by: AuditFields },
): Promise<void> {
  const actor = { type: 'member', id, name } as const
  const target = { targetId: show('usr', id), targetName: name }
  const change = { action: 'member.signed_in', before: null, after: by }
  return recordChange(tx, world, {
    accountId,
    isByOperator: false,
    actor,
    ip,
    ...target,
    ...change,
  })
}

/** Whoever tries codes has the password. From browsers that have not signed in before each member's codes wait together. */
async function tryCode(world: World, member: Credentials, input: LogIn, isKnown: boolean) {
  if (isKnown) return
  await tryOnce(world, [['login_code', member.id]]).catch(blocked => {
    behind(world, tellOfCodes(world, member, input.tell))
    throw blocked
  })
}

/** Starts a session for a member who has just shown who they are. */
export async function openSession(
  tx: Sql,
  world: Pick<World, 'clock' | 'random' | 'ids' | 'settings'>,
  key: Key,
  place: ClientInfo,
): Promise<SessionToken> {
  const token = newToken(world)
  const at = new Date(world.clock.now())
  await noteSeen(tx, key, at)
  await store.insertSession(tx, {
    ...key,
    id: world.ids.next(),
    hash: hashOf(token),
    address: place.address,
    agent: place.agent.slice(0, 300),
    at,
  })
  return token
}

/** The session of a cookie, if it is still good; notes its use. */
export async function findSession(
  world: Pick<World, 'db' | 'clock'>,
  token: SessionToken,
): Promise<Session | null> {
  if (!tokenShape.test(token)) return null
  const session = await store.selectSession(world.db, hashOf(token))
  const now = world.clock.now()
  if (session === null || hasEnded(session, now)) return null
  if (now - session.seenAt.getTime() >= touchEveryMs) {
    await store.touchSession(world.db, session.id, new Date(now))
    await noteSeen(world.db, session, new Date(now))
  }
  return session
}

function hasEnded(session: Session, now: number): boolean {
  const { createdAt, seenAt } = session
  return now - seenAt.getTime() >= idleMs || now - createdAt.getTime() >= absoluteMs
}

/**
 * Sees that the session is still there, and lets none of its member's end before the transaction
 * does: what opens a door must not come after all have been closed. Throws `not_authenticated`.
 */
export async function mustStillBeIn(tx: Sql, session: Session): Promise<void> {
  if (!(await store.holdSession(tx, session))) throw new Refusal('not_authenticated')
}

/** Gives the session another cookie: whoever holds the old one is out. */
export async function renewSession(
  tx: Sql,
  world: Pick<World, 'random' | 'settings'>,
  id: Uuid,
): Promise<SessionToken> {
  const token = newToken(world)
  await store.rehashSession(tx, id, hashOf(token))
  return token
}

export async function logOut(world: Pick<World, 'db'>, token: SessionToken): Promise<void> {
  await store.deleteSessionByHash(world.db, hashOf(token))
}

/** The sessions of a member that are still good, the last used first. */
export function listSessions(
  world: Pick<World, 'db' | 'clock'>,
  key: Key,
): Promise<readonly store.ListedSession[]> {
  return store.selectSessions(world.db, key, limits(world))
}

export async function endSession(world: Pick<World, 'db'>, key: Key, id: Uuid): Promise<void> {
  if (!(await store.deleteSession(world.db, key, id))) throw new Refusal('resource_not_found')
}

/** Ends all sessions of a member but the one that asks; returns how many there were. */
export function endOtherSessions(
  world: Pick<World, 'db'>,
  session: Pick<Session, 'id' | 'accountId' | 'memberId'>,
): Promise<number> {
  return store.deleteSessionsOf(world.db, session, session.id)
}

/** For the hourly job: sessions, tokens, sign-ins and tries that have run out. */
export async function forgetExpired(world: Pick<World, 'db' | 'clock'>): Promise<void> {
  const now = world.clock.now()
  const before = { now: new Date(now), tried: new Date(now - 2 * dayMs), ...limits(world) }
  await store.deleteExpired(world.db, before)
  await forgetOldChanges(world.db, before.now)
  await deleteAttempts(world.db, before.now)
}

const limits = ({ clock }: Pick<World, 'clock'>) => ({
  seen: new Date(clock.now() - idleMs),
  created: new Date(clock.now() - absoluteMs),
})

export const tokenShape = /^[A-Za-z0-9_-]{43}$/

export const newToken = ({ random, settings }: Pick<World, 'random' | 'settings'>): SessionToken =>
  inCell(settings.MALOTE_CELL, random.bytes(32).toString('base64url'))

/** By what a cookie or a mailed token is known that has gone to another cell. */
export const markOfToken = (token: SessionToken): string => hashOf(token).toString('base64')

export const hashOf = (token: SessionToken): Buffer => createHash('sha256').update(token).digest()

/** The same for all whom a password does not let in, whoever they are. */
const wrong = ({ MALOTE_OIDC_ONLY: isProviderOnly }: Settings) =>
  new Refusal('not_authenticated', { why: isProviderOnly ? wrongHere : wrongPassword })

const wrongPassword = {
  en: 'The address or the password is wrong.',
  pt: 'O endereço ou a senha está incorreto.',
}
const wrongHere = {
  en: 'The address or the password is wrong. Here passwords are for the owners of the account that runs the installation.',
  pt: 'O endereço ou a senha está incorreto. Aqui as senhas são para os proprietários da conta que administra a instalação.',
}

const codeWanted = {
  param: 'code',
  why: {
    en: 'Enter the six-digit code of your authenticator app.',
    pt: 'Digite o código de seis dígitos do seu aplicativo autenticador.',
  },
}
const wrongCode = {
  param: 'code',
  why: {
    en: 'The code is wrong or was used already. Wait for the next one.',
    pt: 'O código está incorreto ou já foi usado. Aguarde o próximo.',
  },
}
