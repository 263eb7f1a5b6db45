/** The figures of `npm run check`: what counts as alike, and when a bar is missed. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fallenBehind, figuresAt, lowered, readBars } from '../../../scripts/figures.ts'
import { duplicatePairs } from '../../../scripts/tidy/duplicates.ts'
import { statementsOfSpecs } from '../../../scripts/tidy/specs.ts'
import { unknownsOfAnswers } from '../../../scripts/tidy/unknowns.ts'
import { planted } from './plant.ts'

const block = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `  ${name}.step${i}('as written')\n`).join('')
const alike = (texts: Readonly<Record<string, string>>): string[] =>
  duplicatePairs(planted(texts).files).map(pair => `${pair.first} ${pair.second} ${pair.lines}`)

describe('places that are alike', () => {
  it('are found with their whole length, whatever their indentation and texts', () => {
    const other = block('mail', 8).replaceAll('  mail', '      mail').replaceAll('written', 'read')
    const found = alike({
      'src/a.ts': `start()\n${block('mail', 8)}`,
      'src/b.ts': `\n\nbegin()\n${other}`,
    })
    assert.deepEqual(found, ['src/a.ts:2 src/b.ts:4 8'])
  })

  it('are pairs: three times the same makes three', () => {
    const text = block('mail', 6)
    assert.equal(alike({ 'src/a.ts': text, 'src/b.ts': text, 'src/c.ts': text }).length, 3)
  })

  it('are found within one file', () => {
    const text = `${block('mail', 6)}between()\n${block('mail', 6)}`
    assert.deepEqual(alike({ 'src/a.ts': text }), ['src/a.ts:1 src/a.ts:8 6'])
  })

  it('are not five lines, imports, comments, tables or lines that only close', () => {
    for (const text of [
      block('mail', 5),
      Array.from({ length: 8 }, (_, i) => `import { a${i} } from './a${i}.ts'\n`).join(''),
      `/*\n${block('mail', 8)} */\n`,
      `const rows = [\n${"  row('one', 1),\n".repeat(9)}]\n`,
      `run([[[[[[[[\n${'\n]'.repeat(8)})\n`,
    ]) {
      assert.deepEqual(alike({ 'src/a.ts': text, 'src/b.ts': `${text}other()\n` }), [])
    }
  })
})

describe('SQL in specs', () => {
  const of = (text: string, file = 'test/spec/a.spec.ts') => statementsOfSpecs([{ file, text }])

  it('is every call that hands over a statement, and every statement that stands by itself', () => {
    for (const text of [
      "await db.query('select from emails')",
      'await db.query<{ id: string }>(\n  `select id from emails`,\n)',
      'await db.query(text, values)',
      "const about = 'select held from queue'",
      "await tx.query(\n  'lock table letters in exclusive mode',\n)",
      'const due = `\n  update queue set due_at = now()`',
    ]) {
      assert.equal(of(text), 1, text)
    }
    assert.equal(of("await db.query('select 1')\nawait db.query('select 2')"), 2)
  })

  it('is no word of a sentence, no query of an address, and nothing outside of specs', () => {
    for (const text of ["it('select the newest', run)", 'const { query } = call', "'update it'"]) {
      assert.equal(of(text), 0, text)
    }
    assert.equal(of("await db.query('select 1')", 'test/unit/a.test.ts'), 0)
  })
})

describe('`unknown` in answers', () => {
  const of = (text: string) => unknownsOfAnswers([{ file: 'client/src/generated.ts', text }])

  it('is found in all that an answer or an item reaches', () => {
    const { ours, callers } = of(`
      export type ThingsGetAnswer = Thing | null
      export interface Thing { parts: Part[]; note: { text: unknown } }
      export interface Part { by_key: { [key: string]: unknown } }
      export type ThingsListItem = { id: string; more?: unknown[] | undefined }
    `)
    assert.deepEqual(ours, ['ThingsListItem.more', 'Thing.note.text', 'Part.by_key'])
    assert.deepEqual(callers, [])
  })

  it('is allowed in what calls take, and told apart where callers own it', () => {
    const { ours, callers } = of(`
      export type ThingsCreateBody = { filter: unknown }
      export type ActivityListItem = Activity
      export interface Activity { data: { [key: string]: unknown } | null }
    `)
    assert.deepEqual(ours, [])
    assert.deepEqual(callers, ['Activity.data'])
  })
})

describe('bars', () => {
  it('are missed by a figure that is worse, and by one without a bar', () => {
    assert.deepEqual(fallenBehind({ circles: 1, lines: 9 }, { circles: 1, lines: 10 }), [])
    assert.equal(fallenBehind({ circles: 2 }, { circles: 1 }).length, 1)
    assert.equal(fallenBehind({ circles: 0 }, {}).length, 1)
  })

  it('are missed by a figure that is no longer taken', () => {
    assert.equal(fallenBehind({}, { circles: 1 }).length, 1)
  })

  it('are only ever lowered, and aims not at all', () => {
    const figures = { circles: 2, pairs: 9, 'lines, p90': 200 }
    const bars = { circles: 1, pairs: 10, 'lines, p90': 220 }
    assert.deepEqual(lowered(figures, bars), { circles: 1, pairs: 9, 'lines, p90': 220 })
  })

  it('belong to the figures that are taken', () => {
    const root = path.join(import.meta.dirname, '../../..')
    assert.deepEqual(Object.keys(figuresAt(root)).sort(), Object.keys(readBars()).sort())
  })
})
