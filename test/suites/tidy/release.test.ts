/** A release: what it changes, what it refuses, and the subjects that come after it. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { closeSection, isAbove, withLockedVersion } from '../../../scripts/release/edits.ts'
import { faultOf, faultySubjects } from '../../../scripts/subjects.ts'

const script = path.resolve(import.meta.dirname, '../../../scripts/release.ts')
const changelog = `# Changes

## Unreleased

Pictures, at last.

### Added

- Pictures.

## 0.2.0 – 2026-11-27

- Old.
`

/** A repository with what a release changes, at 0.2.0. */
function repository(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const write = (file: string, text: string) => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  const packageOf = (name: string) =>
    `{\n  "name": "${name}",\n  "version": "0.2.0",\n  "dependencies": { "x": "0.2.0" }\n}\n`
  for (const one of ['.', 'client', 'dashboard']) write(`${one}/package.json`, packageOf(one))
  write('deploy/helm/malote/Chart.yaml', 'name: malote\nversion: 0.2.0\nappVersion: 0.2.0\n')
  const locked = (version: string) => ({ version, license: 'x' })
  const lock = {
    name: 'malote',
    version: '0.2.0',
    packages: {
      '': locked('0.2.0'),
      client: locked('0.2.0'),
      dashboard: locked('0.2.0'),
      'node_modules/x': locked('0.2.0'),
    },
  }
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  write('CHANGELOG.md', changelog)
  git('init', '--quiet')
  for (const [key, value] of [
    ['user.name', 'A'],
    ['user.email', 'a@b.test'],
  ] as const) {
    git('config', key, value)
  }
  git('add', '.')
  git('commit', '--quiet', '-m', 'Release 0.2.0')
  const release = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' })
  return { folder, git, write, read, release }
}

describe('A release', () => {
  it('sets every version, closes the section, commits and tags', t => {
    const { git, read, release } = repository(t)
    const { status, stderr } = release('0.3.0')
    assert.equal(status, 0, stderr)
    for (const folder of ['.', 'client', 'dashboard']) {
      const own = JSON.parse(read(`${folder}/package.json`))
      assert.deepEqual([own.version, own.dependencies.x], ['0.3.0', '0.2.0'], folder)
    }
    assert.match(read('deploy/helm/malote/Chart.yaml'), /^version: 0\.3\.0\nappVersion: 0\.3\.0$/m)
    const lock = JSON.parse(read('package-lock.json'))
    assert.deepEqual(
      [lock, ...['', 'client', 'dashboard', 'node_modules/x'].map(one => lock.packages[one])].map(
        one => one.version,
      ),
      ['0.3.0', '0.3.0', '0.3.0', '0.3.0', '0.2.0'],
    )
    const day = new Date().toISOString().slice(0, 10)
    assert.ok(
      read('CHANGELOG.md').includes(
        `## Unreleased\n\n## 0.3.0 – ${day}\n\nPictures, at last.\n\n### Added\n\n- Pictures.\n\n## 0.2.0`,
      ),
    )
    assert.equal(git('log', '-1', '--format=%s').trim(), 'Release 0.3.0')
    assert.equal(git('tag', '--points-at', 'HEAD').trim(), 'v0.3.0')
    assert.equal(git('status', '--porcelain'), '')
    // Nothing has come since.
    assert.match(release('0.4.0').stderr, /Nothing is unreleased/)
  })

  it('changes nothing where it is only tried', t => {
    const { git, release } = repository(t)
    const { status, stdout } = release('0.3.0', '--dry-run')
    assert.equal(status, 0)
    assert.match(stdout, /client\/package\.json: 0\.3\.0/)
    assert.equal(git('status', '--porcelain'), '')
    assert.equal(git('tag'), '')
  })

  it('is refused for changes that are not committed, and a version that is not above', t => {
    const { git, write, release } = repository(t)
    for (const version of ['0.2.0', '0.1.9', '0.3', 'v0.3.0', '']) {
      const { status, stderr } = release(version)
      assert.equal(status, 1, version)
      assert.match(stderr, /above 0\.2\.0/)
    }
    write('x', 'x')
    assert.match(release('0.3.0').stderr, /Commit first/)
    git('add', '.')
    git('commit', '--quiet', '-m', 'Add x')
    git('tag', 'v0.3.0')
    assert.match(release('0.3.0').stderr, /a tag already/)
  })

  it('needs a paragraph that says what is new', () => {
    const bare = changelog.replace('Pictures, at last.\n\n', '')
    assert.throws(() => closeSection(bare, '0.3.0', '2026-12-01'), /no paragraph/)
    const none = changelog.replace('- Pictures.', '')
    assert.throws(() => closeSection(none, '0.3.0', '2026-12-01'), /Nothing is unreleased/)
    assert.throws(() => closeSection('# x', '0.3.0', '2026-12-01'), /has no/)
    assert.throws(() => withLockedVersion('{\n}', '0.3.0', ['client']), /has no "client"/)
  })

  it('compares versions by their numbers', () => {
    assert.ok(isAbove('0.10.0', '0.9.9'))
    assert.ok(isAbove('1.0.0', '0.99.0'))
    assert.ok(!isAbove('0.9.9', '0.10.0'))
    assert.ok(!isAbove('1.0.0', '1.0.0'))
    assert.ok(!isAbove('1.0.0-beta', '0.1.0'))
  })
})

describe('Subjects of commits', () => {
  it('are judged since the last release', t => {
    const { folder, git } = repository(t)
    const commit = (subject: string) =>
      git('commit', '--quiet', '--allow-empty', '--no-verify', '-m', subject)
    assert.deepEqual(faultySubjects(folder), [])
    commit('Let people in')
    assert.match(faultySubjects(folder)[0]!, /^\w+ “Let people in” says Let/)
    commit('Release 0.3.0')
    commit('Add a thing')
    assert.deepEqual(faultySubjects(folder), [])
    commit('add a thing')
    commit(`Add ${'é'.repeat(69)}`)
    assert.equal(faultySubjects(folder).length, 2)
  })

  it('are none where there is no history', t => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bare-'))
    t.after(() => rmSync(folder, { recursive: true }))
    assert.deepEqual(faultySubjects(folder), [])
  })

  it('are short, without Let, with a capital letter and without a full stop', () => {
    assert.equal(faultOf(`Add ${'é'.repeat(68)}`), null)
    assert.equal(faultOf('Letter by letter'), null)
    assert.equal(faultOf('Revert "Let people in"'), null)
    assert.match(faultOf(`Add ${'é'.repeat(69)}`)!, /72 characters/)
    assert.match(faultOf('Let people in')!, /Let/)
    assert.match(faultOf('add x')!, /capital/)
    assert.match(faultOf('Add x.')!, /full stop/)
  })
})
