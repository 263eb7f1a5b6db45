/** What "Scaling" works out follows from the costs that it names, in both languages. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { pages as modelled } from '../../../sim/model/pages.ts'

const pages = { 'scaling.md': '.', 'pt/scaling.md': ',' } as const

/** Figures of a cell, whichever mark the language has before decimals. */
function figures(cell: string, decimal: string): number[] {
  const other = decimal === '.' ? ',' : '.'
  const digits = cell.match(/\d[\d.,]*(?<=\d)/g) ?? []
  return digits.map(one => Number(one.replaceAll(other, '').replace(decimal, '.')))
}

/** Cells of the rows below the head that begins so. */
function rowsBelow(page: string, head: RegExp): string[][] {
  const lines = page.split('\n')
  const at = lines.findIndex(line => head.test(line))
  assert.ok(at >= 0, String(head))
  const rows = lines.slice(at + 2)
  return rows.slice(0, rows.indexOf('')).map(row => row.split('|').slice(1, -1))
}

const near = (told: number, right: number, what: string): void =>
  assert.ok(Math.abs(told - right) <= right * 0.12 + 0.011, `${what}: ${told}, it is ${right}`)

describe('the page on scaling', () => {
  for (const [name, decimal] of Object.entries(pages)) {
    const page = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

    it(`${name} works its table out from the costs of one email`, () => {
      const [node, database, log, kept] = rowsBelow(
        page,
        /^\| (what|o quê) \| (cost|custo) \|/,
      ).map(row => figures(row[1]!, decimal))
      const rows = rowsBelow(page, /^\| (a day|por dia) \|/)
      assert.equal(rows.length, 4)
      for (const [at, cells] of rows.entries()) {
        const [, speeds, nodeCores, databaseCores, logs, days] = cells.map(cell =>
          figures(cell, decimal),
        )
        const emails = 10 ** (6 + at)
        const mean = emails / 86_400
        const peak = 3 * mean
        near(speeds![0]!, mean, 'mean')
        near(speeds![1]!, peak, 'peak')
        near(nodeCores![0]!, (peak * node![0]!) / 1000, 'cores of nodes')
        near(databaseCores![0]!, (peak * database![0]!) / 1000, 'cores of the database')
        const dearest = databaseCores!.at(-1)!
        if (at > 0) near(dearest, (peak * database![2]!) / 1000, 'cores with four nodes')
        near(logs![0]!, (peak * log![0]!) / 1000, 'log')
        near(days![0]!, (emails * kept![0]!) / 10 ** (at < 3 ? 6 : 9), 'kept')
      }
    })
  }

  it('has the tables and pictures that `npm run model -- --docs` writes, in both languages', () => {
    const files = Object.entries(modelled())
    assert.equal(files.length, 2 + 8)
    for (const [name, text] of files) {
      const kept = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
      assert.ok(kept === text, `${name} is not what the model says: npm run model -- --docs`)
      if (name.endsWith('.svg')) assert.match(text, /prefers-color-scheme: dark/)
    }
  })
})
