/**
 * `npm run sim -- --fair`: every shape of one project's mail beside another's in simulated time, by
 * `--seeds N` seeds from `--from N`; `--shape TEXT` only those so named.
 */
import type { SimCluster } from '../storm/cluster.ts'
import { signInPlace } from '../storm/program.ts'
import { type FairFigures, play } from './fair.ts'
import { judge } from './judge.ts'
import { type Shape, shapes } from './shapes.ts'

interface FairOptions {
  readonly from: number
  readonly count: number
  /** Only shapes whose name contains it. */
  readonly shape: string
}

export interface FairReport {
  readonly seed: number
  readonly shape: Shape
  readonly seen: FairFigures
  readonly judged: ReturnType<typeof judge>
}

/** Reports each as it ends. */
export async function runFair(
  cluster: SimCluster,
  { from, count, shape: part }: FairOptions,
  report: (told: FairReport) => void,
): Promise<void> {
  signInPlace()
  const chosen = shapes.slice(1).filter(one => one.name.includes(part))
  if (chosen.length === 0) throw new Error(`no shape is named "${part}"`)
  const alone = new Map<string, FairFigures>()
  for (let seed = from; seed < from + count; seed++) {
    for (const shape of chosen) {
      const { judged = 'email', pace } = shape
      const control = { ...shapes[0]!, judged, ...(pace ? { pace } : {}) }
      const key = `${seed} ${judged} ${pace?.meanMs}`
      if (!alone.has(key)) alone.set(key, await playOnce(cluster, control, seed))
      const seen = await playOnce(cluster, shape, seed)
      report({ seed, shape, seen, judged: judge(shape, seen, alone.get(key)!) })
    }
  }
}

async function playOnce(cluster: SimCluster, shape: Shape, seed: number): Promise<FairFigures> {
  const store = await cluster.create(`fair_${seed}`)
  try {
    return await play(shape, { seed, sql: store.sql })
  } finally {
    await store.drop()
  }
}
