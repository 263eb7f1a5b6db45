/** The unit of systemd: what it starts, what it lets the service write, and what systemd says of it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
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
const lookedAt = new Set<string>()
function of(name: string): string[] {
  lookedAt.add(name)
  return lines.flatMap(([key, value]) => (key === name ? [value] : []))
}
const one = (name: string): string => {
  const [value, ...more] = of(name)
  assert.ok(value !== undefined && more.length === 0, name)
  return value
}
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
/** What it is refused, each by its line; `judged` where systemd gives marks for it. */
const locks: readonly (readonly [name: string, value: string, judged?: 'judged'])[] = [
  ['CapabilityBoundingSet', 'CAP_NET_BIND_SERVICE', 'judged'],
  ['NoNewPrivileges', 'yes', 'judged'],
  ['UMask', '0077', 'judged'],
  ['ProtectSystem', 'strict', 'judged'],
  ['ProtectHome', 'yes', 'judged'],
  ['PrivateTmp', 'yes', 'judged'],
  ['PrivateDevices', 'yes', 'judged'],
  ['ProtectHostname', 'yes', 'judged'],
  ['ProtectClock', 'yes', 'judged'],
  ['ProtectKernelTunables', 'yes', 'judged'],
  ['ProtectKernelModules', 'yes', 'judged'],
  ['ProtectKernelLogs', 'yes', 'judged'],
  ['ProtectControlGroups', 'yes', 'judged'],
  ['ProtectProc', 'invisible', 'judged'],
  ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX AF_NETLINK', 'judged'],
  ['RestrictNamespaces', 'yes', 'judged'],
  ['RestrictRealtime', 'yes', 'judged'],
  ['RestrictSUIDSGID', 'yes', 'judged'],
  ['RemoveIPC', 'yes', 'judged'],
  ['LockPersonality', 'yes', 'judged'],
  ['SystemCallArchitectures', 'native', 'judged'],
  ['SystemCallFilter', '@system-service', 'judged'],
  ['SystemCallErrorNumber', 'EPERM'],
  ['StateDirectoryMode', '0700'],
  ['CacheDirectoryMode', '0700'],
]
/** Of these a part is left to the service: its ports, its sockets, threads with a rank. */
const leftToIt = [
  'CapabilityBoundingSet=~CAP_NET_(BIND_SERVICE|BROADCAST|RAW)',
  'RestrictAddressFamilies=~AF_NETLINK',
  'RestrictAddressFamilies=~AF_UNIX',
  'RestrictAddressFamilies=~AF_(INET|INET6)',
  'SystemCallFilter=~@resources',
  'SystemCallFilter=~@privileged',
]

/** What systemd says that a unit is not refused, by its own names. */
function openIn(unit: string): string[] | null {
  const asked = ['security', '--offline=true', '--json=short', unit]
  const { stdout, stderr } = spawnSync('systemd-analyze', asked, { encoding: 'utf8' })
  if (/unrecognized option|Unknown/.test(stderr)) return null
  const marks = JSON.parse(stdout) as readonly { set: boolean; name: string }[]
  return marks.filter(mark => !mark.set).map(mark => mark.name)
}

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

  it('begins with the network, as its own user, and again after every end', () => {
    assert.deepEqual(
      ['Wants', 'After', 'WantedBy', 'User', 'Group', 'Restart', 'TimeoutStartSec'].map(one),
      [
        'network-online.target',
        'network-online.target',
        'multi-user.target',
        'malote',
        'malote',
        'always',
        'infinity',
      ],
    )
    assert.ok(Number(one('RestartSec')) >= 1)
    assert.notEqual(one('Description'), '')
    const page = one('Documentation').replace('file:///opt/malote/', '')
    assert.ok(fs.existsSync(path.join(root, page)), page)
    const commands = fs.readFileSync(path.join(root, 'docs/installing.md'), 'utf8')
    assert.match(commands, /^useradd --system .* malote$/m)
  })

  it('refuses the service what it does not need', () => {
    for (const [name, value] of locks) assert.equal(one(name), value, name)
  })

  it('leaves little to whoever breaks in, by each of its lines', withSystemd, t => {
    const judged = locks.flatMap(([name, , mark]) => (mark ? [name] : []))
    const open = openIn(file)
    if (open === null) return t.skip('an older systemd')
    const ofOurs = (name: string) => judged.some(lock => name.startsWith(`${lock}=`))
    assert.deepEqual(open.filter(ofOurs).toSorted(), leftToIt.toSorted())

    const folder = fs.mkdtempSync(path.join(tmpdir(), 'malote-unit-'))
    t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
    const bare = path.join(folder, 'malote.service')
    const isLock = (line: string) => locks.some(([name]) => line.startsWith(`${name}=`))
    const text = fs.readFileSync(file, 'utf8').split('\n')
    fs.writeFileSync(bare, text.filter(line => !isLock(line)).join('\n'))
    const openThen = openIn(bare)!.filter(name => !leftToIt.includes(name))
    for (const lock of judged) {
      assert.ok(
        openThen.some(name => name.startsWith(`${lock}=`)),
        `${lock} changes nothing`,
      )
    }
  })

  it('gives nobody’s process the ports below 1024, and no other right of root’s', t => {
    const right = one('AmbientCapabilities')
    assert.equal(right, one('CapabilityBoundingSet'))
    if (process.getuid?.() !== 0 || process.platform !== 'linux') return t.skip('root gives rights')
    const rights = `-all,+${right.replace('CAP_', '').toLowerCase()}`
    const given = spawnSync(
      'setpriv',
      [
        ...['--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'],
        ...[`--inh-caps=${rights}`, `--ambient-caps=${rights}`, `--bounding-set=${rights}`],
        ...['sh', '-c', 'grep -E "^(CapEff|CapBnd)" /proc/self/status; chown 0 /dev/null; echo'],
      ],
      { encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C' } },
    )
    if (/not permitted|Invalid argument/.test(given.stderr) && given.stdout === '') {
      return t.skip('this root has no rights to give')
    }
    const netBindService = (1 << 10).toString(16).padStart(16, '0')
    assert.deepEqual(
      [...given.stdout.matchAll(/^Cap(\w+):\s*(\w+)$/gm)].map(([, name, set]) => [name, set]),
      [
        ['Eff', netBindService],
        ['Bnd', netBindService],
      ],
      given.stderr,
    )
    assert.match(given.stderr, /not permitted/)
  })

  it('has no line that no test looks at', () => {
    const unseen = lines.filter(([name]) => !lookedAt.has(name))
    assert.deepEqual(unseen, [])
  })
})
