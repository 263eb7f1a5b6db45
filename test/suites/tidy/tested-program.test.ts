/** The bundle that a whole run starts: made when a source has changed, and of what stands there now. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { testedProgram } from '../../../scripts/tested-program.ts'

/** A program that reads a file beside its sources, by its own place. */
const source = `import { readFileSync } from 'node:fs'
import { word } from './word.ts'
console.log(word, readFileSync(new URL('../db/a.txt', import.meta.url), 'utf8'))
`

function clone(t: TestContext): string {
  const root = fs.mkdtempSync(path.join(tmpdir(), 'malote-tested-'))
  t.after(() => fs.rmSync(root, { recursive: true }))
  const files = {
    'package.json': '{ "type": "module" }',
    'scripts/pack/for-node-20.mjs': '',
    'src/main.ts': source,
    'src/word.ts': "export const word: string = 'one'\n",
    'db/a.txt': 'of the clone',
  }
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  return root
}

const told = (file: string): string =>
  spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout.trim()

describe('the program that a whole run starts', () => {
  it('is made once, by several runs at a time as well, and reads what lies beside the sources', async t => {
    const root = clone(t)
    const [first, second] = await Promise.all([testedProgram(root), testedProgram(root)])
    assert.equal(first, second)
    assert.equal(told(first), 'one of the clone')
    const folder = path.dirname(path.dirname(first))
    const all = path.dirname(folder)
    assert.equal(fs.readdirSync(all).length, 1)
    const longAgo = new Date('2020-01-01T00:00:00Z')
    for (const one of [all, folder]) fs.utimesSync(one, longAgo, longAgo)
    assert.equal(await testedProgram(root), first)
    assert.equal(fs.statSync(all).mtimeMs, longAgo.getTime(), 'nothing is made beside it')
    assert.ok(fs.statSync(folder).mtimeMs > longAgo.getTime(), 'it is in use')
  })

  it('is that of the run that was faster, as it is, and nothing is left of the other', async t => {
    const root = clone(t)
    const file = await testedProgram(root)
    const folder = path.dirname(path.dirname(file))
    fs.rmSync(folder, { recursive: true })
    const slower = testedProgram(root)
    const begun = fs.readdirSync(path.dirname(folder))
    assert.equal(begun.length, 1, 'where it goes when it is a day old, should the run be killed')
    const ofFaster = "console.log('of the faster')"
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, ofFaster)
    assert.equal(await slower, file)
    assert.equal(fs.readFileSync(file, 'utf8'), ofFaster)
    assert.deepEqual(fs.readdirSync(folder), ['dist'])
    assert.deepEqual(fs.readdirSync(path.dirname(folder)), [path.basename(folder)])
  })

  it('is not there where its place is taken by what is none', async t => {
    const root = clone(t)
    const file = await testedProgram(root)
    const folder = path.dirname(path.dirname(file))
    fs.rmSync(path.dirname(file), { recursive: true })
    await assert.rejects(testedProgram(root), /ENOTEMPTY/)
    assert.deepEqual(fs.readdirSync(path.dirname(folder)), [path.basename(folder)])
  })

  it('is another one once a source is another, and goes when it is a day old', async t => {
    const root = clone(t)
    const [before, recent] = [await testedProgram(root), await changed(root, 'two')]
    const longAgo = new Date('2020-01-01T00:00:00Z')
    fs.utimesSync(path.dirname(path.dirname(before)), longAgo, longAgo)
    const now = await changed(root, 'three')
    assert.equal(new Set([before, recent, now]).size, 3)
    assert.equal(told(now), 'three of the clone')
    assert.deepEqual([before, recent, now].map(fs.existsSync), [false, true, true])
  })
})

function changed(root: string, word: string): Promise<string> {
  fs.writeFileSync(path.join(root, 'src/word.ts'), `export const word = '${word}'\n`)
  return testedProgram(root)
}
