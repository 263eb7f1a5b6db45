/**
 * Another log-in address for a member: what is written while it is asked for, confirmed and taken
 * back. Until the time to take it back is over, nobody else gets the old address: whoever changed it
 * for its owner could otherwise have it taken.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import * as changes from './address-changes-store.ts'
import type { Credentials, Key } from './member.ts'
import { spellingsOf } from './member-address.ts'
import {
  credentialsOf,
  disableTotpSince,
  forgetPassword,
  selectCredentials,
} from './members-store.ts'
import { moveAccountAddress, updateMemberAddress } from './owner-store.ts'

/** Whoever has the address, in any spelling. */
export const holderOf = (sql: Sql, email: string): Promise<Credentials | null> =>
  selectCredentials(sql, spellingsOf(email))

/** Whether an address is somebody's, or may become somebody's again; `but` is who asks for it. */
export async function isTaken(
  sql: Sql,
  email: string,
  asked: { readonly but: Uuid | null; readonly at: Date },
): Promise<boolean> {
  const holder = await holderOf(sql, email)
  if (holder !== null && holder.id !== asked.but) return true
  return changes.isPromised(sql, spellingsOf(email), asked)
}

/** Notes that a change waits for its link, in place of one that waits already. */
export const noteChange = (tx: Tx, change: changes.NewChange): Promise<void> =>
  changes.insertChange(tx, change)

/** A change that waits for its link waits no more. */
export const forgetAsked = (sql: Sql, key: Key): Promise<void> =>
  changes.deleteUnconfirmed(sql, key)

/** Nor is one that was confirmed taken back. */
export const forgetChanges = (tx: Tx, key: Key): Promise<void> => changes.deleteChangesOf(tx, key)

/** The address whose link this is; null where there is none. */
export const askedFor = (
  sql: Sql,
  key: Key,
  link: { readonly hash: Buffer; readonly at: Date },
): Promise<string | null> => changes.selectNext(sql, key, link)

interface Confirming {
  readonly hash: Buffer
  readonly undoHash: Buffer
  readonly at: Date
  /** Until when it may be taken back. */
  readonly until: Date
}

/** Gives the member the address whose link this is; null where the link, or the address, is gone. */
export async function confirmChange(
  tx: Tx,
  key: Key,
  { hash, undoHash, at, until }: Confirming,
): Promise<{ previous: string; next: string } | null> {
  const change = await changes.takeChange(tx, key, { hash, at })
  const member = await credentialsOf(tx, key)
  if (change === null || member === null) return null
  const { next } = change
  if (await isTaken(tx, next, { but: key.memberId, at })) return null
  const previous = member.email
  await changes.markConfirmed(tx, change.id, { previous, at, undoHash, until })
  await give(tx, key, { from: previous, to: next, at })
  return { previous, next }
}

interface TakingBack {
  readonly undoHash: Buffer
  readonly at: Date
  /** How long whoever asked for the change may have been in by then. */
  readonly sessionMs: number
}

/**
 * Gives the member back what they had, by the link that went there. What somebody else may have set
 * in the session that asked for it, or since, is gone: the password, a second step, later changes.
 */
export async function takeBack(
  tx: Tx,
  { undoHash, at, sessionMs }: TakingBack,
): Promise<(Key & { from: string; to: string; since: Date }) | null> {
  const undone = await changes.takeUndo(tx, undoHash, at)
  if (undone === null) return null
  const { accountId, memberId, previous: to } = undone
  const key = { accountId, memberId }
  const member = await credentialsOf(tx, key)
  if (member === null || (await isTaken(tx, to, { but: memberId, at }))) return null
  await changes.deleteChangesSince(tx, key, undone.confirmedAt)
  await give(tx, key, { from: member.email, to, at })
  await forgetPassword(tx, key)
  const since = new Date(undone.askedAt.getTime() - sessionMs)
  await disableTotpSince(tx, key, since)
  return { ...key, from: member.email, to, since }
}

/** The account's address goes along where it is the same one. */
async function give(
  tx: Tx,
  key: Key,
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: Date },
): Promise<void> {
  await updateMemberAddress(tx, key, { email: to, at })
  await moveAccountAddress(tx, key.accountId, { from, to })
}

export const forgetOldChanges = (sql: Sql, now: Date): Promise<void> =>
  changes.deleteOldChanges(sql, now)
