/**
 * What `npm start` needs in a fresh clone: the dependencies of the service, a Node that runs it and
 * the built dashboard; with `--all` also what checks and tests are made with (`npm run check`), with
 * `--test` a browser besides. Does nothing, in a few milliseconds, when all is there. Plain JavaScript
 * that Node 20 understands, without any dependency.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { fittingNode, isFitting, root, say } from './node.mjs'

const at = path => join(root, path)

const isForTests = process.argv.includes('--test')
/** Else what only checks and tests is left out: a third of what is installed. */
const isWhole = isForTests || process.argv.includes('--all')

function main() {
  if (!isInstalled('.')) install()
  if (!isFitting(process.versions.node) && !isInstalled('scripts/node')) bringNode()
  if (isDashboardStale()) buildDashboard()
  if (isForTests && existsSync(at('dashboard/vite.config.ts'))) findBrowser()
}

/** Whether the folder's node_modules holds what its package-lock.json asks for. */
function isInstalled(folder) {
  const installed = at(join(folder, 'node_modules/.package-lock.json'))
  const wanted = at(join(folder, 'package-lock.json'))
  if (!existsSync(installed)) return false
  if (!existsSync(wanted)) return true
  if (!isWhole && statSync(wanted).mtimeMs <= statSync(installed).mtimeMs) return true
  // Newer may only mean checked out or copied again: the contents decide.
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages
  const asked = Object.entries(JSON.parse(readFileSync(wanted, 'utf8')).packages)
  const [[, clone]] = asked
  return asked.every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    if (there[path]) return there[path].version === entry.version
    // What the clone itself asks for is missing, unless it is for another kind of machine.
    const isOurs = clone.optionalDependencies?.[path.replace('node_modules/', '')] !== undefined
    if (entry.optional === true) return !isOurs || entry.os !== undefined || entry.cpu !== undefined
    return entry.dev === true && !isWhole
  })
}

function install() {
  tell({
    en: 'Installing the dependencies (npm ci) …',
    pt: 'Instalando as dependências (npm ci) …',
  })
  const started = Date.now()
  // What the dashboard is built with counts as needed, whatever NODE_ENV says.
  const kinds = [isWhole ? '--include=dev' : '--omit=dev', '--include=optional']
  const folder = existsSync(at('node_modules')) ? beside() : '.'
  // Never npm install: it may take other versions than those that are locked.
  if (npm(folder, 'ci', ...kinds, ...quietly) !== 0) {
    fail({
      en: 'The dependencies could not be installed; npm says why above.',
      pt: 'Não foi possível instalar as dependências; o npm diz o motivo acima.',
    })
  }
  if (folder !== '.') exchange(folder)
  const seconds = Math.round((Date.now() - started) / 1000)
  tell({ en: `Installed in ${seconds} s.`, pt: `Instalado em ${seconds} s.` })
}

/**
 * A folder to install into where there are packages already: `npm ci` begins by deleting them, which
 * a service that runs from this clone would not survive, nor a clone whose network has gone.
 */
function beside() {
  const folder = '.tmp/install'
  rmSync(at(folder), { recursive: true, force: true })
  const manifests = workspaces().map(name => join(name, 'package.json'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc', ...manifests]) {
    if (existsSync(at(file))) cpSync(at(file), at(join(folder, file)))
  }
  return folder
}

/** Puts what was installed in place of what was there; what is open goes on with the old files. */
function exchange(folder) {
  for (const name of ['.', ...workspaces()]) {
    const [fresh, used] = [folder, '.'].map(one => at(join(one, name, 'node_modules')))
    const old = at(join(folder, name, 'old'))
    if (existsSync(used)) renameSync(used, old)
    if (existsSync(fresh)) renameSync(fresh, used)
  }
  rmSync(at(folder), { recursive: true, force: true })
}

function workspaces() {
  const file = at('package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).workspaces ?? []) : []
}

const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

/** 120 MB that nobody needs whose own Node is new enough, so it is no dependency. */
function bringNode() {
  const { node } = process.versions
  tell({
    en: `This is Node ${node}: fetching one that runs TypeScript …`,
    pt: `Este é o Node ${node}: buscando um que execute TypeScript …`,
  })
  if (npm('scripts/node', 'ci', '--include=optional', ...quietly) !== 0) {
    fail({
      en: 'It could not be fetched; npm says why above. Node 22.19 or newer needs none.',
      pt: 'Não foi possível buscá-lo; o npm diz o motivo acima. O Node 22.19 ou mais novo dispensa.',
    })
  }
  // Headers and manuals are a third of it. Beside it stands npm's list of what is installed.
  const packages = at('scripts/node/node_modules')
  const brought = existsSync(packages) ? readdirSync(packages, { withFileTypes: true }) : []
  for (const entry of brought.filter(one => one.isDirectory())) {
    for (const part of ['include', 'share']) {
      rmSync(join(packages, entry.name, part), { recursive: true, force: true })
    }
  }
}

/** Not with a Node from node_modules, which `npm ci` deletes under its own feet. */
function npm(folder, ...args) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const PATH = folders.filter(folder => !folder.includes('node_modules')).join(delimiter)
  const done = spawnSync('npm', args, {
    cwd: at(folder),
    stdio: 'inherit',
    env: { ...process.env, PATH },
  })
  if (done.error) {
    const { message } = done.error
    fail({
      en: `npm could not be run: ${message}`,
      pt: `Não foi possível executar o npm: ${message}`,
    })
  }
  return done.status
}

function isDashboardStale() {
  if (!existsSync(at('dashboard/vite.config.ts'))) return false
  if (!existsSync(at('dashboard/dist/index.html'))) return true
  const builtMs = statSync(at('dashboard/dist/index.html')).mtimeMs
  return newestMs(at('dashboard')) > builtMs
}

/** When the newest file of the folder was changed, apart from what is generated. */
function newestMs(folder) {
  let newest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['dist', 'node_modules', 'test'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    const changed = entry.isDirectory() ? newestMs(path) : statSync(path).mtimeMs
    newest = Math.max(newest, changed)
  }
  return newest
}

function buildDashboard() {
  tell({ en: 'Building the dashboard …', pt: 'Construindo o painel …' })
  const vite = at('node_modules/vite/bin/vite.js')
  // Beside the one that is there: a service that runs shows it meanwhile.
  const [used, fresh, old] = ['dashboard/dist', '.tmp/dashboard', '.tmp/dashboard-old'].map(at)
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir']
  const done = spawnSync(fittingNode(), args, { cwd: at('dashboard'), stdio: 'inherit' })
  // Mail must not wait for a page: without the dashboard everything else still runs.
  if (done.status !== 0) {
    const [en, pt] = existsSync(join(used, 'index.html'))
      ? ['starting with the one that is there.', 'início com o que já existe.']
      : ['starting without it.', 'início sem ele.']
    console.error(
      say({
        en: `The dashboard could not be built (Vite says why above); ${en}`,
        pt: `Não foi possível construir o painel (o Vite diz o motivo acima); ${pt}`,
      }),
    )
    return
  }
  rmSync(old, { recursive: true, force: true })
  if (existsSync(used)) renameSync(used, old)
  renameSync(fresh, used)
  rmSync(old, { recursive: true, force: true })
}

function findBrowser() {
  if (findChromium()) return
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium for the browser tests with apt-get …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env }).status
    // The first is smaller, and not in every Debian.
    const install = name => apt('install', '-y', '-qq', name) === 0
    const isDone =
      apt('update', '-qq') === 0 && ['chromium-headless-shell', 'chromium'].some(install)
    if (isDone && findChromium()) return
  }
  console.log(
    'No Chromium was found: install it (Debian: apt install chromium) or set CHROMIUM_PATH; ' +
      (process.env.CI === 'true'
        ? 'the browser tests will fail.'
        : 'the browser tests are skipped.'),
  )
}

function tell(text) {
  console.log(say(text))
}

function fail(text) {
  console.error(say(text))
  process.exit(1)
}

try {
  main()
} catch (error) {
  fail({ en: error.message, pt: error.message })
}
