/**
 * Attempts with exponential back-off: log-in, sign-up, mailed links, codes. An attempt is counted
 * before it is checked, so that a hundred at once count as a hundred; after the free ones each waits
 * twice as long as the one before. Invitations and orders have a number instead, in any window of a
 * day or an hour. Counted per address and network, per network, and per address, so
 * that neither one guesser, nor one network, nor many together get far. The last wait is a minute at
 * most: guessing from many places must not shut a member out. A browser that has signed in before is
 * counted by itself alone (devices.ts).
 */
import { createHash } from 'node:crypto'
import { inNetworks, parseNetworks } from '#kernel/base/addresses.ts'
import { dayMs, hourMs, minuteMs } from '#kernel/base/durations.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { tooManyTries } from '../accounts/passwords.ts'
import {
  blockedTo,
  countInWindow,
  countTry,
  forgetTries,
  type Throttle,
  uncountTry,
  type Window,
} from './sessions-store.ts'

type Rule = Omit<Throttle, 'key'> | Omit<Window, 'key'>

const rules = {
  login: { free: 5, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  login_place: { free: 50, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  login_address: { free: 100, firstMs: 1_000, maxMs: minuteMs, forgetMs: hourMs },
  // In place of the three above where the browser has signed in to this address before.
  login_device: { free: 10, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  // Each makes the provider work.
  provider: { free: 60, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  passkey: { free: 60, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  code: { free: 5, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  // With the right password, of one member, from wherever: a million codes are not many.
  login_code: { free: 10, firstMs: 10_000, maxMs: hourMs, forgetMs: dayMs },
  signup: { free: 20, firstMs: 10_000, maxMs: hourMs, forgetMs: dayMs },
  mail: { free: 3, firstMs: minuteMs, maxMs: 4 * hourMs, forgetMs: dayMs },
  mail_place: { free: 30, firstMs: 10_000, maxMs: hourMs, forgetMs: dayMs },
  claim: { free: 10, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  // Letters to strangers, which no quota counts.
  invite: { tries: 20, windowMs: dayMs },
  invite_place: { tries: 20, windowMs: dayMs },
  order: { tries: 5, windowMs: hourMs },
  order_place: { tries: 20, windowMs: hourMs },
  // Visits of strangers' websites, of one account.
  brand: { tries: 30, windowMs: hourMs },
  // What a member hears of tries that keep them waiting.
  told: { tries: 1, windowMs: hourMs },
  // Wrong keys alone are counted: a right one is never kept waiting.
  submission: { free: 30, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  submission_key: { free: 30, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
  token: { free: 30, firstMs: 2_000, maxMs: 15 * minuteMs, forgetMs: hourMs },
} as const satisfies Record<string, Rule>

export type ThrottleKind = keyof typeof rules

interface Outside {
  readonly db: Sql
  readonly clock: Pick<World['clock'], 'now'>
}

/**
 * Counts a try of each; throws the refusal with the time to wait where one is blocked. With a
 * transaction as `db` the tries count if it is committed.
 */
export async function tryOnce(
  world: Outside,
  tries: readonly (readonly [ThrottleKind, string])[],
): Promise<void> {
  const now = world.clock.now()
  for (const [i, [kind, of]] of tries.entries()) {
    if (await count(world.db, { ...rules[kind], key: keyOf(kind, of) }, new Date(now))) continue
    // Whoever has waited for this one is not to meet the next one then.
    let until = now + 1
    for (const left of tries.slice(i)) {
      const end = await blockedTo(world.db, keyOf(...left))
      until = Math.max(until, end?.getTime() ?? 0)
    }
    throw tooManyTries(Math.ceil((until - now) / 1000))
  }
}

/** Whether the next try of one has to wait; counts none. */
export async function isWaiting(
  world: Outside,
  [kind, of]: readonly [ThrottleKind, string],
): Promise<boolean> {
  const end = await blockedTo(world.db, keyOf(kind, of))
  return end !== null && end.getTime() > world.clock.now()
}

const count = (db: Sql, one: Throttle | Window, now: Date): Promise<boolean> =>
  'tries' in one ? countInWindow(db, one, now) : countTry(db, one, now)

/** The try was a good one: the guesses before it are forgotten, those from its place stay counted. */
export async function trySucceeded(
  world: Outside,
  [forgotten, ...kept]: readonly (readonly [ThrottleKind, string])[],
): Promise<void> {
  if (forgotten) await forgetTries(world.db, keyOf(...forgotten))
  for (const one of kept) await uncountTry(world.db, keyOf(...one))
}

const v6 = parseNetworks('::/0')

/** Whoever has one IPv6 address has the 2^64 around it. */
export function networkOf(address: string): string {
  if (!inNetworks(address, v6)) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const words = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return words.slice(0, 4).join(':')
}

/** Hashed: what people type into the address field is sometimes a password. */
const keyOf = (kind: ThrottleKind, of: string): string =>
  `${kind} ${createHash('sha256').update(of).digest('base64')}`
