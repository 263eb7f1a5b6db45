/** Coming in by a passkey: nobody says who they are before, the passkey does. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { cellOfName } from '../accounts/directory/lead.ts'
import { credentialsOf } from '../accounts/members-store.ts'
import { cellMovedTo } from '../accounts/moved/moved.ts'
import { type AttemptToken, closeAttempt, openAttempt, partOf } from './attempts.ts'
import { deviceOf } from './devices.ts'
import { whoNeedsNoProvider } from './doors.ts'
import { handOverAttempt, takeHandedAttempt } from './handed-attempts.ts'
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

/** Throws `sign_in_failed`, the same whatever is wrong with it; LedToCell where it is another cell's. */
export async function comeByPasskey(world: World, input: Coming): Promise<SessionToken> {
  mustHaveHost(world.settings)
  const { answer } = input
  const isBegunHere = (await closeAttempt(world, 'passkey', input.attempt)) !== null
  const isGood = isBegunHere || (await takeHandedAttempt(world, 'passkey', input.attempt)) !== null
  if (!isGood || input.attempt === null) throw refusedPasskey()
  const credentialId = Buffer.from(answer.id, 'base64url')
  const passkey = await findPasskey(world.db, credentialId)
  const cell = await cellOf(world, credentialId, passkey !== null)
  if (cell !== null && isBegunHere) {
    await handOverAttempt(world, input.attempt, { cell, kind: 'passkey', claims: null })
  }
  if (passkey === null) throw refusedPasskey()
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

/** Another one that has it; throws `service_unavailable` while it is on its way there. */
async function cellOf(world: World, credentialId: Buffer, isHere: boolean): Promise<string | null> {
  if (world.directory === undefined) return null
  const name = credentialId.toString('hex')
  const movedTo = await cellMovedTo(world, 'passkey', name)
  if (movedTo !== null || isHere) return movedTo
  return cellOfName(world, { kind: 'passkey', name })
}

/** What an authenticator keeps beside the key: whose it is, and nothing that says who that is. */
export const handleOf = (memberId: Uuid): string =>
  Buffer.from(memberId.replaceAll('-', ''), 'hex').toString('base64url')
