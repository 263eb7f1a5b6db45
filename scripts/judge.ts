/**
 * `npm run judge -- FOLDER` reads a folder of real reports with labels as the inbound server would,
 * and prints how far the two agree: the confusion table, the suppressions that must not be or are
 * missing, and every disagreement. `--part 1/2` takes only the mail systems of one half, so that
 * rules may be written with one half in view and judged on systems they have never seen. The form
 * of the folder is in docs/bounces.md.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isInPart, type Judgement, judge, type LabelledMail, tally } from './judge/judge.ts'
import { optionsOf } from './options.ts'

const usage = 'usage: npm run judge -- FOLDER [--part N/PARTS] [--all]'

const { values, positionals } = optionsOf(import.meta.url, {
  allowPositionals: true,
  options: { part: { type: 'string' }, all: { type: 'boolean' } },
})
const folder = positionals[0]
const index = folder === undefined ? '' : path.join(folder, 'expected.json')
if (folder === undefined || !existsSync(index)) {
  console.error(folder === undefined ? usage : `There is no ${index}.\n${usage}`)
  process.exit(2)
}
const labelled = (JSON.parse(readFileSync(index, 'utf8')) as LabelledMail[]).filter(
  mail => values.part === undefined || isInPart(mail.family, values.part),
)
const judgements: Judgement[] = []
for (const mail of labelled) {
  judgements.push(...(await judge(mail, readFileSync(path.join(folder, 'eml', mail.file)))))
}
print(judgements)

function print(all: readonly Judgement[]): void {
  const { table, firm, agreeing, dead, missed, alive, wrong } = tally(all)
  console.log('Expected (down) and read (across), firm labels only:\n')
  console.table(table)
  const apart = all.filter(one => !one.agrees && (one.firm || values.all))
  for (const one of apart) console.log(`\n${describe(one)}`)
  for (const one of wrong) console.log(`\nWRONG SUPPRESSION ${describe(one)}`)
  for (const one of missed) console.log(`\nmissed suppression ${describe(one)}`)
  console.log(`
class agrees          ${share(agreeing, firm)}
wrong suppressions    ${wrong.length} of ${alive} that must not be
missed suppressions   ${missed.length} of ${dead} that must be`)
}

function describe(one: Judgement): string {
  const where = `${one.file}${one.recipient === '' ? '' : ` <${one.recipient}>`}`
  const reason = one.reason === '' ? '' : ` (${one.reason})`
  return `${where}: expected ${one.expected}${reason}, read ${one.read}, ${one.why}`
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${whole === 0 ? '-' : ((100 * part) / whole).toFixed(1)} %)`
}
