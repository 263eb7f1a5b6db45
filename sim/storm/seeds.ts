/** Runs storms by seed, one after another here or many over several processes. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../audit/case.ts'
import type { SimCluster } from './cluster.ts'
import { type StormOptions, storm } from './storm.ts'

export interface Outcome {
  readonly seed: number
  readonly findings: readonly Finding[]
  readonly counts: Readonly<Record<string, number>>
  readonly digest: string
  readonly ms: number
  /** Where the database of a failing seed is. */
  readonly kept?: string
}

/** One storm on a fresh database; whatever is thrown becomes a finding. */
export async function runStorm(
  cluster: SimCluster,
  seed: number,
  options: Pick<StormOptions, 'emails' | 'trace'>,
): Promise<Outcome> {
  const startedAt = performance.now()
  const store = await cluster.create(`storm_${seed}`)
  const verdict = await storm({ ...options, seed, sql: store.sql }).catch((error: Error) => ({
    findings: [{ rule: 'the storm runs to its end', detail: error.stack ?? String(error) }],
    counts: {},
    digest: '',
  }))
  const { findings, counts, digest } = verdict
  const outcome = { seed, findings, counts, digest, ms: performance.now() - startedAt }
  if (findings.length === 0) {
    await store.drop()
    return outcome
  }
  await store.keep()
  return { ...outcome, kept: store.url }
}

interface Many {
  readonly from: number
  readonly count: number
  readonly emails: number
  readonly workers: number
}

const workerFile = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** Shares the seeds out among processes, each with a server of its own; reports as they come. */
export async function runStorms(many: Many, report: (outcome: Outcome) => void): Promise<void> {
  let next = many.from
  const end = many.from + many.count
  await Promise.all(
    Array.from({ length: Math.min(many.workers, many.count) }, async (_, i) => {
      const child = fork(workerFile, [String(i), String(many.emails)])
      try {
        while (next < end) report(await ask(child, next++))
      } finally {
        child.disconnect()
      }
    }),
  )
}

function ask(child: ChildProcess, seed: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null): void =>
      reject(new Error(`the worker ended with code ${code} during seed ${seed}`))
    child.once('exit', gone)
    child.once('message', outcome => {
      child.off('exit', gone)
      resolve(outcome as Outcome)
    })
    child.send(seed)
  })
}
