/**
 * How many exports run at a time. Each reads the log at the speed of its database, so a handful of
 * them takes a machine from everybody else: the next one is told to come back.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'

interface ExportPlaces {
  /** Returns the function that gives the place back; throws `rate_limited` where there is none. */
  take(projectId: Uuid): () => void
}

const maxPerProject = 2
const maxPerNode = 4
const retryAfterSeconds = 10

export const exportPlaces: Part<ExportPlaces, object> = {
  name: 'export places',
  make: createExportPlaces,
}

function createExportPlaces(): ExportPlaces {
  const running = new Map<Uuid, number>()
  let all = 0
  return {
    take(projectId) {
      const own = running.get(projectId) ?? 0
      if (own >= maxPerProject || all >= maxPerNode) throw tooMany()
      running.set(projectId, own + 1)
      all++
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        all--
        const left = running.get(projectId)! - 1
        if (left === 0) running.delete(projectId)
        else running.set(projectId, left)
      }
    },
  }
}

const tooMany = (): Refusal =>
  new Refusal('rate_limited', {
    why: {
      en: 'Other exports are still running. Repeat in {seconds} s.',
      pt: 'Outras exportações ainda estão em andamento. Repita em {seconds} s.',
    },
    values: { seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
