/**
 * Passwords: hashed by Argon2id with the library's defaults, compared in the same time whether there
 * is one or not. Each hash is dear, so all of them pass one gate: a few at a time, the rest in line,
 * and past a measure refused. Browsers in which somebody has signed in before, and networks from which
 * they are signed in, have a line of their own: a flood of strangers keeps none of them out.
 */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#kernel/base/errors.ts'
import { type Batcher, createBatcher } from '#kernel/world/batch.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { Credentials } from './member.ts'

/** Who is asking: somebody unknown, or whose browser or network has signed in before. */
type Visitor = 'stranger' | 'known'

/** Nothing hashes to it; its cost is that of every other. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bWFsb3RlLW5vYm9keSEhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Hashes at a time: they share their threads with the signing of mail. */
const slots: Readonly<Record<Visitor, number>> = { stranger: 2, known: 1 }
/** More than this many in line are a flood. */
const maxWaiting = 64

interface Line {
  waiting: number
  readonly batcher: Batcher<() => Promise<unknown>, unknown>
}

const passwordGate: Part<Readonly<Record<Visitor, Line>>, unknown> = {
  name: 'passwords',
  make: () => ({ stranger: newLine(slots.stranger), known: newLine(slots.known) }),
}

const newLine = (slotsOfLine: number): Line => ({
  waiting: 0,
  batcher: createBatcher({ slots: slotsOfLine, max: 1, run: async ([one]) => [await one!()] }),
})

type GateWorld = Pick<World, 'runtime'>

/** The salt comes from the world. */
export function hashPassword(
  world: GateWorld & Pick<World, 'random'>,
  password: string,
): Promise<string> {
  if (password.length < 8 || password.length > 1000) {
    throw new Refusal('invalid_field', {
      param: 'password',
      why: {
        en: 'A password has between 8 and 1000 characters.',
        pt: 'Uma senha tem entre 8 e 1000 caracteres.',
      },
    })
  }
  return inTurn(world, 'stranger', () => hash(password, { salt: world.random.bytes(16) }))
}

/** Takes the same time whether there is a member, a password, both or neither. */
export async function isPassword(
  world: GateWorld,
  member: Credentials | null,
  { password, visitor }: { readonly password: string; readonly visitor: Visitor },
): Promise<boolean> {
  const wanted = member?.passwordHash ?? dummyHash
  const matches = await inTurn(world, visitor, () => verify(wanted, password))
  return matches && typeof member?.passwordHash === 'string'
}

async function inTurn<T>(world: GateWorld, visitor: Visitor, work: () => Promise<T>): Promise<T> {
  const line = world.runtime.get(passwordGate, world)[visitor]
  if (line.waiting >= maxWaiting) throw tooManyTries(1)
  line.waiting++
  try {
    return (await line.batcher.add(work)) as T
  } finally {
    line.waiting--
  }
}

export function tooManyTries(seconds: number): Refusal {
  return new Refusal('rate_limited', {
    why: {
      en: 'Too many tries. Repeat in {seconds} s.',
      pt: 'Tentativas demais. Repita em {seconds} s.',
    },
    values: { seconds },
    headers: { 'Retry-After': String(seconds) },
  })
}
