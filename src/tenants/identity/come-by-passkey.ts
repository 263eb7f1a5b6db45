/** Coming in by a passkey: nobody says who they are before, the passkey does. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { credentialsOf } from '../accounts/members-store.ts'
import { type AttemptToken, closeAttempt, openAttempt, partOf } from './attempts.ts'
import { deviceOf } from './devices.ts'
import { whoNeedsNoProvider } from './doors.ts'
import { type Assertion, readAssertion, refusedPasskey } from './passkey-answers.ts'
import { mustHaveHost } from './passkeys.ts'
import { findPasskey, usePasskey } from './passkeys-store.ts'
import { byProviderAlone } from './provider-faults.ts'
import { type ClientInfo, type SessionToken, startSession } from './sessions.ts'
import { networkOf, tryOnce, trySucceeded } from './throttle.ts'

/** What a passkey is to sign, and what the browser is to bring back in a cookie. */
export async function beginByPasskey(
  world: World,
  { address }: ClientInfo,
): Promise<{ attempt: AttemptToken; challenge: string }> {
  mustHaveHost(world.settings)
  await tryOnce(world, [['passkey', networkOf(address)]])
  const about = { kind: 'passkey', invitationHash: null, memberId: null } as const
  const attempt = await openAttempt(world, about)
  return { attempt, challenge: partOf(attempt, 'challenge') }
}

interface Coming extends ClientInfo {
  readonly attempt: AttemptToken | null
  readonly answer: Assertion
  readonly before: string | null
  readonly device: string | null
}

/** Throws `sign_in_failed`, the same whatever is wrong with it. */
export async function comeByPasskey(world: World, input: Coming): Promise<SessionToken> {
  mustHaveHost(world.settings)
  const { answer } = input
  const isOurs = await closeAttempt(world, 'passkey', input.attempt)
  const passkey = await findPasskey(world.db, Buffer.from(answer.id, 'base64url'))
  if (isOurs === null || input.attempt === null || passkey === null) throw refusedPasskey()
  if (answer.userHandle !== handleOf(passkey.memberId)) throw refusedPasskey()
  const challenge = partOf(input.attempt, 'challenge')
  const to = await readAssertion(world, passkey, { challenge, answer })
  const use = { from: passkey.counter, to, at: new Date(world.clock.now()) }
  if (!(await usePasskey(world.db, passkey, use))) throw refusedPasskey()
  const member = await credentialsOf(world.db, passkey)
  if (member === null) throw refusedPasskey()
  if (!(await whoNeedsNoProvider(world))(member)) throw byProviderAlone(world.settings)
  await trySucceeded(world, [['passkey', networkOf(input.address)]])
  const isKnown = (await deviceOf(world, input.device, member.email)) !== null
  const by = { by: 'passkey', name: passkey.name }
  return startSession(world, member, { ...input, isKnown, by })
}

/** What an authenticator keeps beside the key: whose it is, and nothing that says who that is. */
export const handleOf = (memberId: Uuid): string =>
  Buffer.from(memberId.replaceAll('-', ''), 'hex').toString('base64url')
