/** The hook that reads the message of a commit. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'

const hook = path.resolve(import.meta.dirname, '../../../.githooks/commit-msg')

describe('A message of a commit', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'message-')), 'COMMIT_EDITMSG')

  /** What the hook says to it; empty where it passes. */
  const said = (message: string): string => {
    writeFileSync(file, message)
    const { status, stderr } = spawnSync(hook, [file], { encoding: 'utf8' })
    assert.equal(status === 0, stderr === '')
    return stderr
  }

  it('passes with a short subject and a blank line below it', () => {
    assert.equal(
      said(`Add ${'é'.repeat(68)}\n\nWhy, in as many words as it takes. Let us see.\n`),
      '',
    )
    assert.equal(said('Letter by letter\n# Please enter the message\n'), '')
    assert.equal(said(`Revert "Let ${'a'.repeat(70)}"\n`), '')
  })

  it('is refused for a long subject, one that begins with Let, and a full second line', () => {
    assert.match(said(`Add ${'é'.repeat(69)}\n\nWhy.\n`), /72 characters/)
    assert.match(said('Let people in\n'), /without Let/)
    assert.match(said('Add a thing\nand another\n'), /second line/)
  })
})
