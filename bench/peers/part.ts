/** What `npm run bench -- --peers` is asked for: a run with its tables, or the pages from a file. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pages, publishedFile, root } from './pages.ts'
import { type RawResults, readRaw } from './raw.ts'
import { comparePeers } from './run.ts'
import { asText, fateTable, speedTable } from './tables.ts'

interface PartOptions {
  readonly quick: boolean
  readonly minutes?: string | undefined
  readonly runs?: string | undefined
  readonly raw?: string | undefined
  readonly docs?: string | undefined
}

const usualRounds = 3
const usualMinutes = 30

/** False if nothing could be measured. */
export async function peersPart(options: PartOptions): Promise<boolean> {
  if (options.docs !== undefined) {
    publish(options.docs)
    return true
  }
  const minutes = numberOf('minutes', options.minutes, options.quick ? 2 : usualMinutes)
  const rounds = numberOf('runs', options.runs, options.quick ? 1 : usualRounds)
  const raw = options.raw ?? path.join(tmpdir(), `malote-peers-${Date.now()}.jsonl`)
  await comparePeers({ isQuick: options.quick, minutes, rounds, raw })
  const results = readRaw(readFileSync(raw, 'utf8'))
  tell(results)
  console.log(`\nThe raw results are in ${raw}`)
  return results.cells.some(({ figures }) => figures !== null)
}

function numberOf(name: string, given: string | undefined, usual: number): number {
  const value = given === undefined ? usual : Number(given)
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not ${given}`)
  return value
}

function tell(results: RawResults): void {
  const { run } = results
  console.log(
    `\n${run.cores} cores, ${Math.round(run.rsaPerSecond)} RSA-2048 signatures/s, a load of ` +
      `${run.loadBefore.toFixed(1)} before, ${run.fileSystem}, ${run.connections} connections\n`,
  )
  for (const { name, version, got } of run.contestants) console.log(`${name}: ${version} (${got})`)
  for (const { name, reason } of run.missing) console.log(`${name} is not measured: ${reason}`)
  console.log(`\n${asText(speedTable(results, 'en'))}\n\n${asText(fateTable(results, 'en'))}`)
}

/** Keeps the file beside the program and writes what it says into the pages. */
function publish(file: string): void {
  const text = readFileSync(file, 'utf8')
  readRaw(text)
  writeFileSync(publishedFile, text)
  for (const [name, content] of Object.entries(pages())) {
    const place = new URL(name, root)
    mkdirSync(new URL('.', place), { recursive: true })
    writeFileSync(place, content)
  }
}
