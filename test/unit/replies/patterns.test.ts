/**
 * No pattern that meets a stranger's bytes may be slow: `recheck` (its pure JavaScript engine, no
 * network, no other process) judges every regular expression of the verdicts and explanations.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../../../src')
const folders = ['protocol/replies', 'sending/explain', 'sending/inbound']
const others = ['sending/delivery/providers.ts']

/**
 * Literals in code: after `(`, `=`, `,`, `!`, `&`, `|`, `?`, `:` or a line start; never in
 * comments.
 */
function patterns(source: string): { source: string; flags: string }[] {
  const code = source.replace(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*|\*.*)$/gm, '')
  const literal = /(?:[(=>,!&|?:]|^)\s*\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/gm
  return [...code.matchAll(literal)].map(match => ({ source: match[1]!, flags: match[2]! }))
}

/** Judged by counted steps alone: by the clock, a busy machine makes slow what is linear. */
const bySteps = { timeout: null, attackTimeout: null, incubationTimeout: null }

describe('every pattern of verdicts and explanations', () => {
  const files = [
    ...others,
    ...folders.flatMap(folder =>
      readdirSync(join(root, folder))
        .filter(name => name.endsWith('.ts'))
        .map(name => `${folder}/${name}`),
    ),
  ]
  const found = files.flatMap(file =>
    patterns(readFileSync(join(root, file), 'utf8')).map(pattern => ({ file, ...pattern })),
  )

  it('is found by this test', () => {
    assert.ok(files.length >= 12, files.join(' '))
    assert.ok(found.length >= 12, `only ${found.length}`)
  })

  for (const { file, source, flags } of found) {
    it(`is linear: /${source}/${flags} in ${file}`, () => {
      process.env.RECHECK_BACKEND = 'pure'
      const { checkSync } = createRequire(import.meta.url)('recheck') as typeof import('recheck')
      const { status } = checkSync(source, flags, bySteps)
      assert.equal(status, 'safe')
    })
  }
})
