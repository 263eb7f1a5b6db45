/**
 * `npm run sim -- --seed 42 [--trace]` replays one storm; `npm run sim -- --seeds 1000 [--from 1]`
 * goes through many, one process per core or `--workers N`, and says which failed. `--emails N` sets their
 * size. A storm that fails keeps its database and prints where it is. `npm run sim -- --fair` plays what
 * one project may do to another (sim/fair), by `--seeds N` seeds; `--shape TEXT` only those so named.
 */
import { availableParallelism } from 'node:os'
import { optionsOf } from '../../scripts/options.ts'
import { runFair } from '../fair/run.ts'
import { openCluster } from './cluster.ts'
import { type Outcome, runStorm, runStorms } from './seeds.ts'

const { values } = optionsOf(import.meta.url, {
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    emails: { type: 'string', default: '100' },
    workers: { type: 'string', default: String(availableParallelism()) },
    trace: { type: 'boolean', default: false },
    fair: { type: 'boolean', default: false },
    shape: { type: 'string', default: '' },
  },
})

const emails = Number(values.emails)
if (values.fair) process.exitCode = await fair(Number(values.from), Number(values.seeds ?? '1'))
else if (values.seeds !== undefined)
  process.exitCode = await many(Number(values.from), Number(values.seeds))
else process.exitCode = await one(Number(values.seed ?? '1'))

async function one(seed: number): Promise<number> {
  const cluster = await openCluster(0)
  const trace = (at: number, text: string): void =>
    console.log(`${new Date(at).toISOString()}  ${text.slice(0, 400)}`)
  const outcome = await runStorm(cluster, seed, { emails, ...(values.trace ? { trace } : {}) })
  await cluster.stop()
  console.log(`seed ${seed}: ${outcome.digest} in ${(outcome.ms / 1000).toFixed(1)} s`)
  for (const [name, count] of Object.entries(outcome.counts)) console.log(`  ${name} ${count}`)
  print(outcome)
  return outcome.findings.length === 0 ? 0 : 1
}

async function fair(from: number, count: number): Promise<number> {
  const cluster = await openCluster(0)
  let failed = 0
  await runFair(cluster, { from, count, shape: values.shape }, ({ seed, shape, seen, judged }) => {
    const { p50, p99, barMs, findings } = judged
    if (findings.length > 0) failed++
    const figures = `p50 ${p50} ms, p99 ${p99} ms (≤ ${barMs}), A's ${seen.ofA}`
    console.log(
      `${findings.length > 0 ? '✗' : ' '} seed ${seed} ${shape.name.padEnd(46)} ${figures}`,
    )
    for (const one of findings) console.log(`    ${one}`)
  })
  await cluster.stop()
  return failed === 0 ? 0 : 1
}

async function many(from: number, count: number): Promise<number> {
  const workers = Number(values.workers)
  const startedAt = performance.now()
  const failed: Outcome[] = []
  const totals: Record<string, number> = {}
  let done = 0
  await runStorms({ from, count, emails, workers }, outcome => {
    done++
    if (outcome.findings.length > 0) {
      failed.push(outcome)
      print(outcome)
    }
    for (const [name, n] of Object.entries(outcome.counts)) totals[name] = (totals[name] ?? 0) + n
    const perMinute = Math.round((done * 60_000) / (performance.now() - startedAt))
    const line = `${done}/${count} storms, ${failed.length} failed, ${perMinute} a minute`
    if (process.stdout.isTTY) process.stdout.write(`\r${line}   `)
    else if (done % 25 === 0 || done === count) console.log(line)
  })
  console.log(
    `\n${count} simulated weeks in ${Math.round((performance.now() - startedAt) / 1000)} s:`,
  )
  for (const [name, n] of Object.entries(totals)) console.log(`  ${name} ${n}`)
  if (failed.length > 0)
    console.log(
      `failed: ${failed
        .map(one => one.seed)
        .sort((a, b) => a - b)
        .join(' ')}`,
    )
  return failed.length === 0 ? 0 : 1
}

function print({ seed, findings, kept }: Outcome): void {
  if (findings.length === 0) return
  console.log(
    `\nseed ${seed} breaks ${findings.length} promise(s); replay with --seed ${seed} --emails ${emails} --trace`,
  )
  for (const { rule, detail } of findings.slice(0, 10))
    console.log(`  ${rule}: ${detail.slice(0, 500)}`)
  if (kept) console.log(`  its database is kept: ${kept}`)
}
