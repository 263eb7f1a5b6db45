/** The unit of systemd: what it starts, what it lets the service write, and what systemd says of it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { readSettings, settingsTable } from '#kernel/base/config.ts'
import own from '../../../package.json' with { type: 'json' }
import { root } from './build-image.ts'

const file = path.join(root, 'deploy/systemd/malote.service')
const lines = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .filter(line => /^\w+=/.test(line))
  .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
const of = (name: string): string[] =>
  lines.flatMap(([key, value]) => (key === name ? [value] : []))
const one = (name: string): string => {
  const [value, ...more] = of(name)
  assert.ok(value !== undefined && more.length === 0, name)
  return value
}
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const withSystemd = { skip: !hasSystemd && 'there is no systemd here' }

describe('the unit', () => {
  it('starts what npm start runs, which is there', () => {
    const [node, ...words] = one('ExecStart').split(' ')
    assert.equal(node, '/usr/bin/node')
    assert.equal(`exec node ${words.join(' ')}`, own.scripts.start)
    for (const word of words) assert.ok(fs.existsSync(path.join(root, word)), word)
    assert.equal(one('WorkingDirectory'), '/opt/malote')
  })

  it('keeps data and compiled code in the folders that it may write to', () => {
    const environment = Object.fromEntries(of('Environment').map(pair => pair.split('=')))
    assert.equal(environment.MALOTE_DATA_DIR, `/var/lib/${one('StateDirectory')}`)
    assert.equal(environment.NODE_COMPILE_CACHE, `/var/cache/${one('CacheDirectory')}`)
    assert.equal(readSettings(environment).MALOTE_DATA_DIR, '/var/lib/malote')
    for (const name of Object.keys(environment)) {
      assert.ok(name in settingsTable || name.startsWith('NODE_'), name)
    }
    assert.equal(one('ProtectSystem'), 'strict')
    assert.deepEqual(of('ReadWritePaths'), [])
    // Shared by the program's own page.
    const page = fs.readFileSync(path.join(root, 'docs/installing.md'), 'utf8')
    for (const name of ['/etc/malote.env', '/var/lib/malote', '/var/cache/malote']) {
      assert.ok(page.includes(name), name)
    }
    assert.equal(one('EnvironmentFile'), '-/etc/malote.env')
  })

  it('waits for as long as a stop takes, and lets the service end its database', () => {
    assert.ok(Number(one('TimeoutStopSec')) > 30)
    assert.equal(one('KillMode'), 'mixed')
  })

  it('is one that systemd takes', withSystemd, () => {
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    assert.deepEqual([status, stderr.replaceAll(/^.*not executable.*\n/gm, '')], [0, ''])
  })

  it('leaves little to whoever breaks in', withSystemd, t => {
    const asked = ['security', '--offline=true', '--threshold=25', file]
    const { status, stdout, stderr } = spawnSync('systemd-analyze', asked, { encoding: 'utf8' })
    if (/unrecognized option|Unknown/.test(stderr)) return t.skip('an older systemd')
    assert.equal(status, 0, stdout)
  })
})
