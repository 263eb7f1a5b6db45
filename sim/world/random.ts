/**
 * Chance that can be replayed: xoshiro128** (Blackman and Vigna, 2018) seeded through splitmix32.
 * `fork` gives a stream of its own by name, so that one more draw in one place does not shift the
 * fortunes of every other.
 */
import type { Random } from '#kernel/world/world.ts'
import { fewKeyPairs } from './key-pairs.ts'

export interface Chance extends Random {
  /** A whole number from 0 to below `count`. */
  integer(count: number): number
  /** A whole number from `from` up to and including `to`. */
  between(from: number, to: number): number
  /** True with the given probability. */
  happens(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A waiting time with the given mean (exponential). */
  wait(mean: number): number
  fork(name: string): Chance
}

export function createChance(seed: number | string): Chance {
  const state = seedState(String(seed))

  function next(): number {
    const result = Math.imul(rotate(Math.imul(state[1]!, 5), 7), 9) >>> 0
    const t = state[1]! << 9
    state[2] = state[2]! ^ state[0]!
    state[3] = state[3]! ^ state[1]!
    state[1] = state[1]! ^ state[2]!
    state[0] = state[0]! ^ state[3]!
    state[2] = state[2]! ^ t
    state[3] = rotate(state[3]!, 11)
    return result
  }

  const uniform = (): number => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53
  const integer = (count: number): number => Math.floor(uniform() * count)
  return {
    uniform,
    keyPair: fewKeyPairs,
    integer,
    bytes(count) {
      const bytes = Buffer.allocUnsafe(count)
      for (let i = 0; i < count; i += 4) {
        const word = next()
        for (let j = i; j < Math.min(i + 4, count); j++) bytes[j] = (word >>> (8 * (j - i))) & 255
      }
      return bytes
    },
    between: (from, to) => from + integer(to - from + 1),
    happens: probability => uniform() < probability,
    pick: items => items[integer(items.length)]!,
    wait: mean => -Math.log(1 - uniform()) * mean,
    fork: name => createChance(`${seed}/${name}`),
  }
}

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

function seedState(seed: string): Int32Array {
  let hash = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193)
  const state = new Int32Array(4)
  for (let i = 0; i < 4; i++) {
    hash = (hash + 0x9e3779b9) | 0
    let mixed = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    state[i] = mixed ^ (mixed >>> 15)
  }
  return state
}
