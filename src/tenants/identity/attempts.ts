/**
 * Sign-ins under way, at an identity provider or with a passkey. A cookie holds 32 random bytes; what
 * the browser, the provider or the authenticator is told (state, nonce, challenge) is an HMAC of them,
 * so the database holds nothing but that there is such an attempt, until when, and that it is good once.
 */
import { createHmac } from 'node:crypto'
import { minuteMs } from '#kernel/base/durations.ts'
import type { World } from '#kernel/world/world.ts'
import { type AttemptKind, insertAttempt, type NewAttempt, takeAttempt } from './attempts-store.ts'
import { hashOf, newToken, type SessionToken, tokenShape } from './sessions.ts'

/** What the cookie of an attempt holds. */
export type AttemptToken = SessionToken

/** Long enough to look for a telephone. */
export const attemptGoodMs = 10 * minuteMs

/** Begins one. */
export async function openAttempt(
  world: Pick<World, 'db' | 'clock' | 'random' | 'settings'>,
  about: Pick<NewAttempt, 'kind' | 'invitationHash' | 'memberId'>,
): Promise<AttemptToken> {
  const token = newToken(world)
  const until = new Date(world.clock.now() + attemptGoodMs)
  await insertAttempt(world.db, { ...about, hash: hashOf(token), until })
  return token
}

/** Ends one, whatever becomes of it; null where there is none, or no longer. */
export async function closeAttempt(
  world: Pick<World, 'db' | 'clock'>,
  kind: AttemptKind,
  token: AttemptToken | null,
): Promise<Pick<NewAttempt, 'invitationHash' | 'memberId'> | null> {
  if (token === null || !tokenShape.test(token)) return null
  return takeAttempt(world.db, kind, { hash: hashOf(token), now: new Date(world.clock.now()) })
}

/** A text that only whoever has the cookie could have made; 43 characters of base64url. */
export const partOf = (token: AttemptToken, name: string): string =>
  createHmac('sha256', token).update(name).digest('base64url')
