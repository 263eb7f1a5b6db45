/**
 * Two-step log-in: setting it up, switching it on and off, and judging a code. A code works once;
 * ten recovery codes, shown once, stand in for a lost telephone.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { World } from '#kernel/world/world.ts'
import type { Credentials } from '../accounts/member.ts'
import * as store from '../accounts/members-store.ts'
import { hashRecoveryCode, isRightCode, newRecoveryCode } from './codes.ts'
import { renewSession, type Session, type SessionToken } from './sessions.ts'
import { deleteSessionsOf } from './sessions-store.ts'
import { tryOnce, trySucceeded } from './throttle.ts'
import { base32, otpauthUri } from './totp.ts'

const secretBytes = 20
const recoveryCodes = 10

/** A secret to put into an authenticator app; in force once `enableTotp` has seen a code of it. */
export async function setUpTotp(
  world: Pick<World, 'db' | 'random'>,
  session: Session,
): Promise<{ secret: string; uri: string }> {
  const secret = world.random.bytes(secretBytes)
  if (!(await store.proposeTotp(world.db, session, secret)))
    throw new Refusal('invalid_field', isOn)
  return { secret: base32(secret), uri: otpauthUri(secret, session.email) }
}

/** Switches it on: the session goes on under another cookie, all others end. */
export async function enableTotp(
  world: World,
  session: Session,
  code: string,
): Promise<{ token: SessionToken; recoveryCodes: readonly string[] }> {
  const member = await mustHaveRightCode(world, session, code, false)
  if (member.totpEnabledAt !== null) throw new Refusal('invalid_field', isOn)
  const codes = Array.from({ length: recoveryCodes }, () => newRecoveryCode(world))
  return world.db.transaction(async tx => {
    await store.enableTotp(tx, session, {
      at: new Date(world.clock.now()),
      recoveryHashes: codes.map(hashRecoveryCode),
    })
    await deleteSessionsOf(tx, session, session.id)
    return { token: await renewSession(tx, world, session.id), recoveryCodes: codes }
  })
}

export async function disableTotp(
  world: World,
  session: Session,
  code: string,
): Promise<SessionToken> {
  await mustHaveRightCode(world, session, code, true)
  return world.db.transaction(async tx => {
    await store.disableTotp(tx, session)
    return renewSession(tx, world, session.id)
  })
}

/** Throws for the field `code`; uses the code up. */
export async function mustHaveRightCode(
  world: World,
  session: Session,
  code: string,
  mustBeOn: boolean,
): Promise<Credentials> {
  const tries = [['code', session.memberId]] as const
  await tryOnce(world, tries)
  const member = await store.credentialsOf(world.db, session)
  const isReady = member?.totpSecret != null && (!mustBeOn || member.totpEnabledAt !== null)
  if (!member || !isReady || !(await isRightCode(world, member, code))) {
    throw new Refusal('invalid_field', wrongCode)
  }
  await trySucceeded(world, tries)
  return member
}

const wrongCode = {
  param: 'code',
  why: {
    en: 'The code is wrong or was used already. Wait for the next one.',
    pt: 'O código está incorreto ou já foi usado. Aguarde o próximo.',
  },
}
const isOn = {
  param: 'code',
  why: {
    en: 'Two-step log-in is on already. Switch it off first.',
    pt: 'A verificação em duas etapas já está ativa. Desative-a primeiro.',
  },
}
