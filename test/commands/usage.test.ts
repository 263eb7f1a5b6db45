/** The operator's command where it is called wrongly: what a script that reads JSON gets. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const malote = (...args: string[]) =>
  spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' })

describe('malote, called wrongly', () => {
  it('says what is wrong on stderr, and as JSON where that is asked for', () => {
    for (const [args, named] of [
      [['account', 'create'], '--email'],
      [['key', 'create', '--project', 'prj_1', '--mode', 'odd', '--scope', 'send'], '--mode'],
      [['nonsense'], 'nonsense'],
    ] as const) {
      const plain = malote(...args)
      assert.deepEqual([plain.status, plain.stdout], [1, ''])
      assert.ok(plain.stderr.includes(named), plain.stderr)
      const asked = malote(...args, '--json')
      assert.equal(asked.status, 1)
      const { code, message } = JSON.parse(asked.stdout).error
      assert.equal(code, 'invalid_field')
      assert.ok(message.includes(named) && !message.startsWith('error'), message)
    }
  })

  it('answers a call for help with help', () => {
    const helped = malote('--help')
    assert.equal(helped.status, 0)
    assert.match(helped.stdout, /account/)
    assert.equal(malote('--json').stdout, '')
  })
})
