/**
 * `npm run deb`: a Debian package of Malote for this kind of processor, with Node, PostgreSQL and all
 * that it needs in it, so that `dpkg --install` is enough. Needs dpkg-deb.
 *
 *     --to FOLDER          where it goes (default dist)
 *     --maintainer NAME    whom the package names (default: Malote <root@localhost>)
 *     --site WHAT          the documentation as a site: built now, or kept as it lies in site/dist
 *     --compression WHAT   as dpkg-deb knows it (default gzip); none for whoever opens it at once
 */
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { optionsOf } from './options.ts'
import { writeProgram } from './pack/contents.ts'
import { writePackage } from './pack/debian.ts'
import { prepareSite } from './site.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = optionsOf(import.meta.url, {
  options: {
    to: { type: 'string', default: path.join(root, 'dist') },
    maintainer: { type: 'string', default: 'Malote <root@localhost>' },
    site: { type: 'string', default: 'built' },
    compression: { type: 'string', default: 'gzip' },
  },
})

const folder = fs.mkdtempSync(path.join(tmpdir(), 'malote-deb-'))
try {
  prepareSite(values.site)
  const program = path.join(folder, 'usr/lib/malote')
  await writeProgram(root, program)
  const name = writePackage(root, folder, values.maintainer)
  fs.mkdirSync(values.to, { recursive: true })
  const file = path.join(path.resolve(values.to), name)
  // In seconds, and for older dpkgs too; xz would take minutes.
  const packed = [`-Z${values.compression}`, '-z1', '--root-owner-group']
  execFileSync('dpkg-deb', [...packed, '--build', folder, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  console.log(file)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
