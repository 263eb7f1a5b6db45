/**
 * `npm run model -- --day 1e9`: what so many emails a day need and how their peak goes, by a
 * simulation with fitted costs; `--seed N` is another fortune, `--docs` writes the tables and pictures
 * of docs/scaling.md anew. `--fit` measures the parts on this machine and writes
 * sim/model/parameters.json; `--check` predicts 1, 2 and 4 real nodes, measures them and prints both;
 * both take `--rounds N` and `--emails N`. They want a quiet machine for a quarter of an hour.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { leave } from '../../bench/leaving.ts'
import { optionsOf } from '../../scripts/options.ts'
import { bar, type Comparison, isWithin } from './check.ts'
import { simulateDay } from './day.ts'
import { fit } from './fit.ts'
import { checkedFile, pages } from './pages.ts'
import { parametersFile, readParameters } from './parameters.ts'
import { dayText } from './report.ts'
import { checkAll, measureAll } from './stage.ts'

const { values: options } = optionsOf(import.meta.url, {
  options: {
    fit: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    day: { type: 'string' },
    docs: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    emails: { type: 'string', default: '4000' },
  },
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void leave().then(() => process.exit(130)))
}

if (!options.fit && !options.check && !options.docs && options.day === undefined) {
  console.error('one of --day, --fit, --check and --docs is needed; --help tells them')
  process.exit(2)
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
  write(checkedFile, checked)
  tellChecked(checked)
}
if (options.day !== undefined) {
  const perDay = Number(options.day)
  if (!(perDay >= 1_000 && perDay <= 1e11)) {
    throw new Error(`--day takes 1e3 to 1e11 emails, not ${options.day}`)
  }
  console.log(dayText(simulateDay(perDay, readParameters(), Number(options.seed))))
}
if (options.docs) {
  for (const [file, text] of Object.entries(pages())) {
    const place = new URL(`../../${file}`, import.meta.url)
    mkdirSync(new URL('.', place), { recursive: true })
    writeFileSync(place, text)
  }
}
await leave()
