/**
 * Making DKIM keys, a few at a time. An RSA pair takes a thread of Node's pool for a tenth of a
 * second or more, and the same threads sign mail and hash passwords: whoever adds 200 domains at
 * once must not hold up all of that. Projects take turns, so that one with many waiting holds up no
 * other.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { generateKeys } from '#kernel/mail/dkim-record.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

type MadeKeys = Awaited<ReturnType<typeof generateKeys>>

interface KeyMaker {
  make(projectId: Uuid): Promise<MadeKeys>
}

/** Of the four threads that the pool has unless set. */
const maxAtOnce = 1

export const sharedKeyMaker: Part<KeyMaker, Pick<World, 'random'>> = {
  name: 'key maker',
  make: ({ random }) => createKeyMaker(() => generateKeys(random.keyPair)),
}

export function createKeyMaker(generate: () => Promise<MadeKeys>): KeyMaker {
  /** What each project waits for; the first project is the next in turn. */
  const waiting = new Map<Uuid, (() => Promise<void>)[]>()
  let running = 0

  function startNext(): void {
    const [next] = waiting
    if (next === undefined || running >= maxAtOnce) return
    const [projectId, [work, ...rest]] = next
    waiting.delete(projectId)
    if (rest.length > 0) waiting.set(projectId, rest)
    running++
    void work!().finally(() => {
      running--
      startNext()
    })
  }

  return {
    make: projectId =>
      new Promise((resolve, reject) => {
        const work = () => generate().then(resolve, reject)
        waiting.set(projectId, [...(waiting.get(projectId) ?? []), work])
        startNext()
      }),
  }
}
