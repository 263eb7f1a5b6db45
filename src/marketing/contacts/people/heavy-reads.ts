/**
 * Reads that may take the database for seconds (whom a filter finds, and how many): a few of a node
 * at a time, fewer of one project; what is more waits, and projects take turns. So whoever asks a
 * hundred at once waits for themselves.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'

interface HeavyReads {
  run<T>(projectId: Uuid, read: () => Promise<T>): Promise<T>
}

const maxPerProject = 2
const maxPerNode = 4

export const heavyReads: Part<HeavyReads, unknown> = {
  name: 'heavy reads',
  make: createHeavyReads,
}

export function createHeavyReads(): HeavyReads {
  const running = new Map<Uuid, number>()
  const waiting = new Map<Uuid, (() => void)[]>()
  let all = 0

  const runningOf = (projectId: Uuid): number => running.get(projectId) ?? 0

  /** Whoever has least under way, of those who wait longest. */
  function next(): Uuid | undefined {
    let chosen: Uuid | undefined
    for (const projectId of waiting.keys()) {
      const limit = chosen === undefined ? maxPerProject : runningOf(chosen)
      if (runningOf(projectId) < limit) chosen = projectId
    }
    return chosen
  }

  function letIn(): void {
    for (let project = next(); all < maxPerNode && project !== undefined; project = next()) {
      running.set(project, runningOf(project) + 1)
      all++
      const line = waiting.get(project)!
      const enter = line.shift()!
      // Behind all others, if there is more of it.
      waiting.delete(project)
      if (line.length > 0) waiting.set(project, line)
      enter()
    }
  }

  function leave(projectId: Uuid): void {
    all--
    const left = runningOf(projectId) - 1
    if (left === 0) running.delete(projectId)
    else running.set(projectId, left)
    letIn()
  }

  return {
    async run(projectId, read) {
      const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
      const line = waiting.get(projectId) ?? []
      line.push(enter)
      waiting.set(projectId, line)
      letIn()
      await entered
      try {
        return await read()
      } finally {
        leave(projectId)
      }
    },
  }
}
