/**
 * `npm run release -- 1.2.3`: sets the version of all packages and of the chart, closes the section
 * Unreleased of the changelog, commits and tags. Nothing is published.
 *
 *     --dry-run       says what would be done
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { optionsOf } from './options.ts'
import { closeSection, isAbove, withLockedVersion, withVersion } from './release/edits.ts'

const root = process.cwd()
const packages = ['', 'client', 'dashboard']
const { values, positionals } = optionsOf(import.meta.url, {
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
})

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const readHere = (file: string): string => readFileSync(path.join(root, file), 'utf8')

try {
  release(positionals[0] ?? '')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

function release(version: string): void {
  const { version: now } = JSON.parse(readHere('package.json')) as { version: string }
  if (!isAbove(version, now)) {
    throw new Error(`Give a version above ${now}, such as 1.2.3; "${version}" is none.`)
  }
  if (git('status', '--porcelain') !== '') throw new Error('Commit first: there are changes.')
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is a tag already.`)
  const day = new Date().toISOString().slice(0, 10)
  const edits = [
    ...[
      ...packages.map(folder => path.join(folder, 'package.json')),
      'deploy/helm/malote/Chart.yaml',
    ].map(file => ({ file, text: withVersion(readHere(file), version) })),
    {
      file: 'package-lock.json',
      text: withLockedVersion(readHere('package-lock.json'), version, packages),
    },
    { file: 'CHANGELOG.md', text: closeSection(readHere('CHANGELOG.md'), version, day) },
  ]
  for (const { file, text } of edits) {
    if (text === readHere(file)) throw new Error(`${file} has no version to set.`)
    console.log(`${file}: ${version}`)
  }
  if (values['dry-run']) {
    console.log(`Then a commit and the tag v${version}.`)
    return
  }
  for (const { file, text } of edits) writeFileSync(path.join(root, file), text)
  git('add', ...edits.map(one => one.file))
  git('commit', '--quiet', '-m', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '-m', `Malote ${version}`)
  console.log(`Committed and tagged v${version}. To publish: git push --follow-tags`)
}
