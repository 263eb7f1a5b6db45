/**
 * `npm run model`: an installation by a simulation with fitted costs. `--fit` measures the parts on
 * this machine and writes sim/model/parameters.json; `--check` predicts 1, 2 and 4 real nodes,
 * measures them and prints both; both take `--rounds N` and `--emails N`. They want a quiet machine
 * for a quarter of an hour.
 */
import { writeFileSync } from 'node:fs'
import { leave } from '../../bench/leaving.ts'
import { optionsOf } from '../../scripts/options.ts'
import { bar, type Comparison, isWithin } from './check.ts'
import { fit } from './fit.ts'
import { parametersFile, readParameters } from './parameters.ts'
import { checkAll, measureAll } from './stage.ts'

const { values: options } = optionsOf(import.meta.url, {
  options: {
    fit: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    emails: { type: 'string', default: '4000' },
  },
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void leave().then(() => process.exit(130)))
}

const stage = {
  rounds: Number(options.rounds),
  emails: Number(options.emails),
  tell: (line: string) => console.error(line),
}

function write(file: URL, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

function tellChecked(all: readonly Comparison[]): void {
  for (const { nodes, cores, measures } of all) {
    console.log(`\n${nodes} nodes, on ${cores.toFixed(2)} cores`)
    for (const measure of measures) {
      const { name, predicted, measured } = measure
      const off = `${((predicted / measured - 1) * 100).toFixed(1)} %`
      const verdict = isWithin(measure) ? '' : `  misses the bar of ${bar * 100} %`
      console.log(
        `${name.padEnd(30)} ${predicted.toFixed(3).padStart(12)} predicted ` +
          `${measured.toFixed(3).padStart(12)} measured ${off.padStart(9)}${verdict}`,
      )
    }
  }
}

if (options.fit) {
  const measured = await measureAll(stage)
  const parameters = fit(measured)
  write(parametersFile, { parameters, measured })
  console.log(JSON.stringify(parameters, null, 2))
}
if (options.check) {
  const checked = await checkAll(readParameters(), stage)
  write(new URL('checked.json', import.meta.url), checked)
  tellChecked(checked)
}
await leave()
