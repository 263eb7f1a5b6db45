/**
 * What a file of tests takes, for `npm test -- --slowest`: the time by the clock, and of the
 * processors for its process and for those that it has started and seen end (on Linux; elsewhere of
 * its process alone). What PostgreSQL does for it is not in it.
 */
import fs from 'node:fs'

export interface Timing {
  readonly file: string
  readonly seconds: number
  readonly processorSeconds: number
}

const ticksPerSecond = 100

/** Begins to measure; what it returns writes a line into the file that MALOTE_TEST_TIMINGS names. */
export function timed(file: string): () => void {
  const to = process.env.MALOTE_TEST_TIMINGS
  if (!to) return () => {}
  const began = { at: performance.now(), processor: processorSeconds() }
  return () => {
    const seconds = (performance.now() - began.at) / 1_000
    const timing: Timing = { file, seconds, processorSeconds: processorSeconds() - began.processor }
    fs.appendFileSync(to, `${JSON.stringify(timing)}\n`)
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childSeconds()
}

/** The fields cutime and cstime of proc(5), counted behind the name, which may hold anything. */
function childSeconds(): number {
  if (process.platform !== 'linux') return 0
  const stat = fs.readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

/** The table of those that took most of the processors, with the sum of all. */
export function slowestOf(lines: string, count: number): string {
  const timings = lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Timing)
  const sum = timings.reduce((total, one) => total + one.processorSeconds, 0)
  const rows = timings
    .toSorted((a, b) => b.processorSeconds - a.processorSeconds)
    .slice(0, count)
    .map(
      ({ file, seconds, processorSeconds: own }) =>
        [own, seconds].map(inSeconds).join(' ') + ` ${file}`,
    )
  const head = `${'cpu s'.padStart(8)} ${'wall s'.padStart(8)} file`
  return [head, ...rows, `${inSeconds(sum)} ${' '.repeat(8)} all ${timings.length}`].join('\n')
}

const inSeconds = (seconds: number): string => seconds.toFixed(1).padStart(8)
