/** Judging a code of two-step log-in, of the app or of the ten for a lost telephone: each works once. */
import { createHash } from 'node:crypto'
import type { World } from '#kernel/world/world.ts'
import type { Credentials } from '../accounts/member.ts'
import { takeRecoveryCode, takeTotpStep } from '../accounts/members-store.ts'
import { base32, stepOfCode } from './totp.ts'

/** Whether the code is right; uses it up. */
export async function isRightCode(
  world: Pick<World, 'db' | 'clock'>,
  member: Credentials,
  code: string,
): Promise<boolean> {
  const key = { accountId: member.accountId, memberId: member.id }
  const step = member.totpSecret && stepOfCode(member.totpSecret, code, world.clock.now())
  if (step !== null) return takeTotpStep(world.db, key, step)
  return takeRecoveryCode(world.db, key, hashRecoveryCode(code))
}

/** 80 random bits in four groups: nothing to guess, so a fast hash is enough. */
export function newRecoveryCode(world: Pick<World, 'random'>): string {
  const text = base32(world.random.bytes(10)).toLowerCase()
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}

export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest()
