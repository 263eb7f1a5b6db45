/**
 * Builds what the Dockerfile says into folders, where there is no container engine: files are copied
 * as .dockerignore lets them, each RUN line is run by a shell, stages take from each other. Two things
 * stand in: the base images have nothing but this machine's Node, and `npm ci` takes the packages
 * that the lock file names from node_modules here instead of a registry.
 */
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { productionFolders } from '../../../scripts/pack/lock-file.ts'

export const root = path.resolve(import.meta.dirname, '../../..')

export interface Instruction {
  readonly word: string
  readonly rest: string
}

export interface Image {
  /** What is `/` in it. */
  readonly folder: string
  readonly workdir: string
  readonly user: string
  readonly environment: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly health: readonly string[]
}

/** The lines of a Dockerfile, continued ones as one, without comments. */
export function readDockerfile(text: string): Instruction[] {
  const whole = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  return whole
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
      return { word, rest }
    })
}

/** Whether .dockerignore keeps a path (from the root, with slashes) or a folder above it away. */
export function ignoring(text: string): (file: string) => boolean {
  const patterns = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return file =>
    file
      .split('/')
      .map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))
      .some(part => patterns.some(pattern => path.posix.matchesGlob(part, pattern)))
}

interface Stage {
  readonly folder: string
  workdir: string
  user: string
  command: readonly string[]
  health: readonly string[]
  readonly environment: Record<string, string>
}

/** The last stage; what is below `folder` is of whoever called, as an image's files are root's. */
export function buildImage(folder: string): Image {
  const stages = new Map<string, Stage>()
  const isIgnored = ignoring(fs.readFileSync(path.join(root, '.dockerignore'), 'utf8'))
  let stage: Stage | undefined
  for (const { word, rest } of readDockerfile(
    fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8'),
  )) {
    if (word === 'FROM') {
      stage = begin(path.join(folder, String(stages.size)), rest)
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? 'last', stage)
    } else if (stage === undefined) throw new Error(`${word} before FROM`)
    else if (word === 'COPY') copy(stage, rest, { stages, isIgnored })
    else if (word === 'RUN') runIn(stage, rest)
    else settle(stage, word, rest)
  }
  return stages.get('last')!
}

/** Of a base image: Node where it is Node's, and the folders that every system has. */
function begin(folder: string, base: string): Stage {
  fs.mkdirSync(path.join(folder, 'usr/local/bin'), { recursive: true })
  const node = path.join(folder, 'usr/local/bin/node')
  // A link into this checkout would lead through folders that may be private.
  if (base.includes('node:')) linkOrCopy(process.execPath, node)
  return { folder, workdir: '/', user: '', command: [], health: [], environment: {} }
}

function settle(stage: Stage, word: string, rest: string): void {
  switch (word) {
    case 'WORKDIR':
      stage.workdir = rest
      fs.mkdirSync(path.join(stage.folder, rest), { recursive: true })
      return
    case 'USER':
      stage.user = rest
      return
    case 'ENV':
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.environment[name!] = value!
      return
    case 'CMD':
      stage.command = JSON.parse(rest)
      return
    case 'HEALTHCHECK':
      stage.health = JSON.parse(/ CMD (.*)$/.exec(rest)![1]!)
      return
    case 'VOLUME':
      // A folder that is not there would be root's.
      if (!fs.existsSync(path.join(stage.folder, rest))) throw new Error(`nobody made ${rest}`)
      return
    case 'EXPOSE':
      return
    default:
      throw new Error(`the test does not know what ${word} does`)
  }
}

interface Sources {
  readonly stages: ReadonlyMap<string, Stage>
  readonly isIgnored: (file: string) => boolean
}

function copy(stage: Stage, rest: string, { stages, isIgnored }: Sources): void {
  const words = rest.split(' ')
  const [, name] = /^--from=(\w+)$/.exec(words[0]!) ?? []
  if (name !== undefined) words.shift()
  const target = words.pop()!
  const from = name === undefined ? root : stages.get(name)!.folder
  const isKept = (file: string): boolean =>
    name !== undefined || file === from || !isIgnored(path.relative(from, file))
  const to = path.join(target.startsWith('/') ? '' : stage.workdir, target)
  for (const word of words) {
    const file = path.join(from, word)
    if (!isKept(file)) throw new Error(`.dockerignore keeps ${word} away, and it is copied`)
    // The contents of a folder are copied, a file into a folder whose name ends with a slash.
    const isInto = target.endsWith('/') && fs.statSync(file).isFile()
    const end = path.join(stage.folder, to, isInto ? path.basename(word) : '')
    if (name !== undefined && fs.statSync(file).isDirectory()) linkFiles(file, end, true)
    else fs.cpSync(file, end, { recursive: true, verbatimSymlinks: true, filter: isKept })
  }
}

/** Its absolute paths are those of the image. */
function runIn({ folder, workdir }: Stage, command: string): void {
  const tools = path.join(folder, '..', 'tools')
  fs.mkdirSync(tools, { recursive: true })
  fs.writeFileSync(
    path.join(tools, 'npm'),
    `#!/bin/sh\nexec '${process.execPath}' '${path.join(import.meta.dirname, 'npm-stand-in.ts')}' "$@"\n`,
    { mode: 0o755 },
  )
  const here = command.replaceAll(/ (\/(?:app|data|usr\/local)\b)/g, ` ${folder}$1`)
  const owned = process.getuid?.() === 0 ? here : here.replaceAll(/ --(owner|group)=\d+/g, '')
  execFileSync('/bin/sh', ['-euc', owned], {
    cwd: path.join(folder, workdir),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: `${tools}:${path.join(folder, 'usr/local/bin')}:/usr/bin:/bin` },
  })
}

/** What `npm ci` with these words would have put into `to`. */
export function installLocked(words: readonly string[], to: string): void {
  const folder = path.join(to, 'node_modules')
  if (words[0] !== 'ci') throw new Error(`npm ${words.join(' ')} may take other versions`)
  if (fs.existsSync(path.join(to, 'dashboard/src'))) {
    fs.symlinkSync(path.join(root, 'node_modules'), folder)
    // `npm test` has just had the same script build the dashboard of the same sources.
    const built = path.join(root, 'dashboard/dist')
    if (fs.existsSync(built)) fs.cpSync(built, path.join(to, 'dashboard/dist'), { recursive: true })
    return
  }
  if (path.basename(to) === 'site') {
    writeGenerator(folder)
    return
  }
  if (!words.includes('--omit=dev')) throw new Error('with what builds and tests')
  if (!words.includes('--workspaces=false')) throw new Error('with the packages of the dashboard')
  for (const one of productionFolders(to, root)) {
    linkFiles(path.join(root, one), path.join(to, one))
  }
}

/** Stands in for the generator of the pages, which no clone installs: one page, and nothing to find. */
function writeGenerator(folder: string): void {
  const file = path.join(folder, 'vitepress/bin/vitepress.js')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(
    file,
    `const fs = require('node:fs')
fs.mkdirSync('dist/assets/chunks', { recursive: true })
for (const of of ['root', 'pt']) {
  fs.writeFileSync('dist/assets/chunks/@localSearchIndex' + of + '.js', '')
}
fs.copyFileSync('.tmp/pt/index.md', 'dist/index.html')
`,
  )
}

/** As a copy, which takes no room and hardly any time; packages inside of a package only if `isWhole`. */
function linkFiles(from: string, to: string, isWhole = false): void {
  fs.mkdirSync(to, { recursive: true })
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) {
      if (isWhole || entry.name !== 'node_modules') linkFiles(source, target, isWhole)
    } else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    fs.linkSync(source, target)
  } catch {
    // On another file system.
    fs.copyFileSync(source, target)
  }
}
