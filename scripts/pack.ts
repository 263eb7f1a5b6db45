/**
 * `npm run pack`: the packages `malote` (the service, its pages and its command, for Node 20 and
 * newer) and `@malote/client` as files for npm. Nothing is published.
 *
 *     --to FOLDER     where they go (default dist)
 *     --site WHAT     the documentation as a site: built now, or kept as it lies in site/dist
 */
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { optionsOf } from './options.ts'
import { writeClient, writeProgram } from './pack/contents.ts'
import { prepareSite } from './site.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = optionsOf(import.meta.url, {
  options: {
    to: { type: 'string', default: path.join(root, 'dist') },
    site: { type: 'string', default: 'built' },
  },
})

const folder = fs.mkdtempSync(path.join(tmpdir(), 'malote-pack-'))
try {
  prepareSite(values.site)
  const [program, client] = ['malote', 'client'].map(name => path.join(folder, name))
  await writeProgram(root, program!)
  writeClient(root, client!)
  const to = path.resolve(values.to)
  fs.mkdirSync(to, { recursive: true })
  for (const name of pack([program!, client!], to)) console.log(path.join(to, name))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

/** The names of the files, in the order of the folders. */
function pack(folders: readonly string[], to: string): string[] {
  const asked = ['pack', ...folders, '--pack-destination', to, '--json', '--ignore-scripts']
  const made = JSON.parse(execFileSync('npm', asked, { cwd: to, encoding: 'utf8' }))
  return (made as { filename: string }[]).map(one => one.filename)
}
