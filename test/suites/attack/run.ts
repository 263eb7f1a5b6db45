/**
 * `npm run attack`: the whole battery against a service of its own on loopback, and a table of what
 * was tried and what was wrong. Its endpoints come from the tables that are served.
 *
 *     --only NAME,…   these parts alone
 *     --short         what `npm test` does of each
 */
import { optionsOf } from '../../../scripts/options.ts'
import { createDatabase, stopTestServer } from '../../support/database.ts'
import type { Part } from './part.ts'
import { parts } from './parts.ts'
import { openArena } from './stage.ts'
import { createTally, type Tally } from './tally.ts'

const { values } = optionsOf(import.meta.url, {
  options: { only: { type: 'string' }, short: { type: 'boolean', default: false } },
})
const showEveryMs = 2_000
const maxShown = 20

interface Row {
  readonly part: Part
  readonly tally: Tally
  readonly seconds: number
}

async function attack(chosen: readonly Part[]): Promise<Row[]> {
  const database = await createDatabase({ connections: 10 })
  const arena = await openArena(database.db)
  const rows: Row[] = []
  try {
    for (const part of chosen) {
      const begunAt = performance.now()
      const tally = createTally(progressOf(part))
      await part.run(arena, tally, values.short ? 'short' : 'long').catch((error: Error) => {
        tally.check(false, () => `the attack itself failed: ${error.stack}`)
      })
      rows.push({ part, tally, seconds: (performance.now() - begunAt) / 1000 })
    }
  } finally {
    await arena.close()
    await database.drop()
    await stopTestServer()
  }
  return rows
}

/** One line that renews itself on a terminal; elsewhere a line every few seconds. */
function progressOf({ name }: Part): (tried: number, wrong: readonly string[]) => void {
  let shownAt = performance.now()
  let told = 0
  return (tried, wrong) => {
    const isLive = process.stdout.isTTY
    for (; told < Math.min(wrong.length, maxShown); told++) {
      console.log(`${isLive ? '\r\x1b[K' : ''}WRONG ${name}: ${wrong[told]}`)
    }
    if (performance.now() - shownAt < (isLive ? 100 : showEveryMs)) return
    shownAt = performance.now()
    const line = `${name}: ${tried} tried, ${wrong.length} wrong`
    if (isLive) process.stdout.write(`\r\x1b[K${line}`)
    else console.log(line)
  }
}

function report(rows: readonly Row[]): number {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  const about = Math.max(...rows.map(({ part }) => part.about.length))
  console.log(`${'part'.padEnd(12)}${'what'.padEnd(about)}     tried   wrong  seconds`)
  for (const { part, tally, seconds } of rows) {
    const figures = [tally.tried, tally.wrong.length, seconds.toFixed(1)]
    const [tried, wrong, took] = figures.map(String)
    console.log(
      `${part.name.padEnd(12)}${part.about.padEnd(about)}${tried!.padStart(10)}${wrong!.padStart(8)}${took!.padStart(9)}`,
    )
  }
  for (const { part, tally } of rows) {
    const more = tally.wrong.length - maxShown
    if (more > 0) console.log(`WRONG ${part.name}: and ${more} more`)
  }
  return rows.every(({ tally }) => tally.wrong.length === 0) ? 0 : 1
}

const only = values.only?.split(',')
const chosen = parts.filter(({ name }) => only?.includes(name) ?? true)
if (chosen.length === 0) {
  console.error(`There is no part ${values.only}: ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
process.exit(report(await attack(chosen)))
