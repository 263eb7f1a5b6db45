import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isFitting } from '../../../scripts/node.mjs'

const script = (name: string) => fileURLToPath(new URL(`../../../scripts/${name}`, import.meta.url))
const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'malote-commands-'))
after(() => fs.rm(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  readonly output: string
}

function run(args: string[], rest: object, onOutput = (_text: string, _pid: number) => {}) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...rest })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      output += text
      onOutput(text, child.pid ?? 0)
    })
  }
  return new Promise<Ended>(resolve => child.once('close', code => resolve({ code, output })))
}

async function program(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await fs.writeFile(file, text)
  return file
}

describe('scripts/run.mjs', () => {
  it('runs TypeScript with its arguments, from any folder, and ends as it ends', async () => {
    const file = await program(
      'a.ts',
      `const words: string[] = process.argv.slice(2)
      console.log(words.join('+'), process.env.UV_THREADPOOL_SIZE)
      process.exitCode = 7`,
    )
    const env = { ...process.env, UV_THREADPOOL_SIZE: undefined }
    const { code, output } = await run([script('run.mjs'), file, 'one', 'two'], { cwd: '/', env })
    assert.deepEqual([code, output], [7, 'one+two 4\n'])
  })

  it('says in the language of the terminal, or MALOTE_LANGUAGE, how it is called', async () => {
    for (const [environment, expected] of [
      [{ LC_ALL: 'C', LANG: 'pt_BR.UTF-8' }, /^usage: .* FILE ARGS…\n$/],
      [{ LANG: 'pt_BR.UTF-8' }, /^uso: .* ARQUIVO ARGS…\n$/],
      [{ LANG: 'pt_BR.UTF-8', MALOTE_LANGUAGE: 'en' }, /^usage: /],
      [{ LANG: 'en_US.UTF-8', MALOTE_LANGUAGE: 'pt' }, /^uso: /],
    ] as const) {
      const env = { PATH: process.env.PATH, ...environment }
      const { code, output } = await run([script('run.mjs')], { env })
      assert.equal(code, 2)
      assert.match(output, expected)
    }
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`passes ${signal} on once, though terminal and npm both send it`, async () => {
      const file = await program(
        'b.ts',
        `let count = 0
        process.on('${signal}', () => {
          if (++count === 1) setTimeout(() => { console.log('signals', count); process.exit(0) }, 200)
        })
        setInterval(() => {}, 1000)
        console.log('ready')`,
      )
      // A group of its own stands for the terminal's foreground group.
      const ended = await run([script('run.mjs'), file], { detached: true }, (text, pid) => {
        if (!text.includes('ready')) return
        process.kill(-pid, signal)
        process.kill(pid, signal)
      })
      assert.deepEqual(ended, { code: 0, output: 'ready\nsignals 1\n' })
    })
  }

  it('ends with 128 and the number of the signal that killed the program', async () => {
    const file = await program('c.ts', `process.kill(process.pid, 'SIGKILL')`)
    assert.equal((await run([script('run.mjs'), file], {})).code, 137)
  })
})

/** What drains when it is told to, and says who it is. */
const draining = `process.on('SIGTERM', () => { console.log('drained'); process.exit(0) })
  setInterval(() => {}, 1000)
  console.log('ready', process.pid)`

/** All that is said until nothing that was started lives; only the first process is told to end. */
async function endedAlone(command: string, words: string[], cwd: string): Promise<string> {
  let pid = 0
  let output = ''
  const first = spawn(command, words, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  first.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (pid !== 0) return
    pid = Number(/ready (\d+)\n/.exec(output)?.[1] ?? 0)
    if (pid !== 0) first.kill('SIGTERM')
  })
  // The pipe stays open as long as anything that was started lives.
  const closed = new Promise(resolve => first.once('close', resolve))
  await new Promise(resolve => first.once('exit', resolve))
  const late = setTimeout(() => process.kill(pid, 'SIGKILL'), 10_000)
  await closed
  clearTimeout(late)
  return output
}

describe('npm start', () => {
  it('stops with npm when npm alone is told to, as by a container or a supervisor', async () => {
    const file = await program('d.ts', draining)
    const ours = new URL('../../../package.json', import.meta.url)
    const { scripts } = JSON.parse(await fs.readFile(ours, 'utf8'))
    const start = scripts.start.replace('scripts/run.mjs', script('run.mjs'))
    const root = await fs.mkdtemp(path.join(folder, 'start-'))
    const own = { name: 'x', scripts: { start: start.replace('src/main.ts', file) } }
    await fs.writeFile(path.join(root, 'package.json'), JSON.stringify(own))
    const output = await endedAlone('npm', ['start'], root)
    assert.match(output, /ready \d+\ndrained\n$/)
  })
})

describe('bin/malote.mjs', () => {
  async function clone() {
    const root = await fs.realpath(await fs.mkdtemp(path.join(folder, 'clone-')))
    for (const name of ['bin', 'scripts', 'src', 'else/where/mine/postgres']) {
      await fs.mkdir(path.join(root, name), { recursive: true })
    }
    for (const name of ['run.mjs', 'node.mjs']) {
      await fs.copyFile(script(name), path.join(root, 'scripts', name))
    }
    await fs.copyFile(script('../bin/malote.mjs'), path.join(root, 'bin/malote.mjs'))
    const text = 'console.log(process.cwd(), process.env.MALOTE_DATA_DIR)'
    await fs.writeFile(path.join(root, 'src/main.ts'), text)
    return root
  }

  it("works on the data of the service's folder from any other, where that has none", async () => {
    const root = await clone()
    const cwd = path.join(root, 'else/where')
    for (const [given, expected] of [
      [undefined, path.join(root, 'data')],
      ['', path.join(root, 'data')],
      ['./other', path.join(root, 'other')],
      ['/elsewhere', '/elsewhere'],
      ['mine', path.join(cwd, 'mine')],
    ]) {
      const env = { ...process.env, MALOTE_DATA_DIR: given }
      const { output } = await run([path.join(root, 'bin/malote.mjs')], { cwd, env })
      assert.equal(output, `${cwd} ${expected}\n`, given)
    }
  })

  it('stops with npx when npx alone is told to, as by whatever started it', async () => {
    const root = await clone()
    // A bundle, as a package has it: the Node of npx need not be one that strips types.
    await fs.mkdir(path.join(root, 'dist'))
    await fs.writeFile(path.join(root, 'dist/main.js'), draining)
    const cwd = path.join(root, 'else')
    await fs.mkdir(path.join(cwd, 'node_modules/.bin'), { recursive: true })
    await fs.chmod(path.join(root, 'bin/malote.mjs'), 0o755)
    await fs.symlink(path.join(root, 'bin/malote.mjs'), path.join(cwd, 'node_modules/.bin/malote'))
    const output = await endedAlone('npx', ['malote', 'start'], cwd)
    assert.match(output, /ready \d+\ndrained\n$/)
  })

  it('runs the bundle of a package, on the data of the folder where one is', async () => {
    const root = await clone()
    await fs.mkdir(path.join(root, 'dist'))
    const text = 'console.log(process.argv[2], process.env.MALOTE_DATA_DIR)'
    await fs.writeFile(path.join(root, 'dist/main.js'), text)
    const cwd = path.join(root, 'else/where')
    for (const [word, given, expected] of [
      ['start', undefined, path.join(cwd, 'data')],
      ['start', './other', path.join(cwd, 'other')],
      ['dev', './other', path.join(cwd, '.malote')],
    ]) {
      const env = { ...process.env, MALOTE_DATA_DIR: given }
      const { output } = await run([path.join(root, 'bin/malote.mjs'), word!], { cwd, env })
      assert.equal(output, `${word} ${expected}\n`)
    }
  })

  it('is for each Node from 20.20 on in a package, and for those that strip types in a clone', () => {
    const fits = (version: string) => [isFitting(version, true), isFitting(version, false)]
    assert.deepEqual(fits('18.20.8'), [false, false])
    assert.deepEqual(fits('20.19.6'), [false, false])
    assert.deepEqual(fits('20.20.0'), [true, false])
    assert.deepEqual(fits('22.18.0'), [true, false])
    assert.deepEqual(fits('22.19.0'), [true, true])
    assert.deepEqual(fits('23.9.0'), [true, false])
    assert.deepEqual(fits('24.0.0'), [true, true])
  })
})

const isOfNode = (word: string): boolean => word.startsWith('--import=')

describe('scripts/ready.mjs', () => {
  /** A clone with a package-lock.json for one package, and an npm that only says what it was told. */
  async function clone(name: string, npm: string) {
    const root = path.join(folder, name)
    await fs.mkdir(path.join(root, 'scripts'), { recursive: true })
    for (const file of ['ready.mjs', 'node.mjs', 'chromium.mjs']) {
      await fs.copyFile(script(file), path.join(root, 'scripts', file))
    }
    await lock(root, 'package-lock.json', '1.0.0')
    await fs.mkdir(path.join(root, 'bin'))
    const says = 'echo "npm $1 $2 in $(basename "$PWD")"'
    await fs.writeFile(path.join(root, 'bin/npm'), `#!/bin/sh\n${says}\n${npm}\n`, {
      mode: 0o755,
    })
    const PATH = `${path.join(root, 'bin')}:/usr/bin:/bin`
    const env = { ...process.env, PATH }
    const ready = (...words: string[]) =>
      run([...words.filter(isOfNode), path.join(root, 'scripts/ready.mjs'), ...words], {
        env,
        cwd: '/',
      })
    return { root, ready }
  }

  async function lock(root: string, file: string, version: string) {
    const packages = {
      '': {},
      'node_modules/a': { version },
      'node_modules/o': { optional: true },
      ...(file === 'package-lock.json' && { 'node_modules/t': { version: '1.0.0', dev: true } }),
    }
    await fs.mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await fs.writeFile(path.join(root, file), JSON.stringify({ packages }))
  }

  it('installs what is missing, with npm ci', async () => {
    const { ready } = await clone('missing', 'exit 0')
    const { code, output } = await ready()
    assert.equal(code, 0)
    assert.match(output, /npm ci /)
    assert.doesNotMatch(output, /npm install /)
  })

  it('says so when that fails, and takes no other versions than the locked ones', async () => {
    const { ready } = await clone('failing', 'exit 1')
    const { code, output } = await ready()
    assert.equal(code, 1)
    assert.match(output, /npm ci [\s\S]*could not be installed/)
    assert.doesNotMatch(output, /npm install /)
  })

  it('does nothing when all is there, even if the lock file was only checked out again', async () => {
    const { root, ready } = await clone('there', 'exit 0')
    await lock(root, 'node_modules/.package-lock.json', '1.0.0')
    const newer = new Date(Date.now() + 60_000)
    await fs.utimes(path.join(root, 'package-lock.json'), newer, newer)
    assert.deepEqual(await ready(), { code: 0, output: '' })
  })

  it('installs again when the lock file asks for other versions', async () => {
    const { root, ready } = await clone('other', 'exit 0')
    await lock(root, 'node_modules/.package-lock.json', '0.9.0')
    const newer = new Date(Date.now() + 60_000)
    await fs.utimes(path.join(root, 'package-lock.json'), newer, newer)
    assert.match((await ready()).output, /npm ci /)
  })

  it('installs beside what is there, and takes its place only where that went well', async () => {
    for (const [name, end, left] of [
      ['good', 0, 'new'],
      ['bad', 1, 'old'],
    ] as const) {
      const fresh = `mkdir -p node_modules && echo new > node_modules/mark && exit ${end}`
      const { root, ready } = await clone(name, fresh)
      await lock(root, 'node_modules/.package-lock.json', '0.9.0')
      await fs.writeFile(path.join(root, 'node_modules/mark'), 'old\n')
      const newer = new Date(Date.now() + 60_000)
      await fs.utimes(path.join(root, 'package-lock.json'), newer, newer)
      assert.equal((await ready()).code, end)
      const mark = await fs.readFile(path.join(root, 'node_modules/mark'), 'utf8')
      assert.equal(mark, `${left}\n`)
    }
  })

  it('builds the dashboard beside the one that is there, which a service shows meanwhile', async () => {
    for (const [name, end, left] of [
      ['built', 0, 'new'],
      ['unbuilt', 1, 'old'],
    ] as const) {
      const { root, ready } = await clone(name, 'exit 0')
      await lock(root, 'node_modules/.package-lock.json', '1.0.0')
      const vite = `const fs = require('node:fs')
        const out = process.argv[process.argv.indexOf('--outDir') + 1]
        fs.mkdirSync(out, { recursive: true })
        fs.writeFileSync(out + '/index.html', 'new')
        console.log('meanwhile ' + fs.readFileSync('dist/index.html', 'utf8'))
        process.exit(${end})`
      for (const [file, text] of [
        ['node_modules/vite/bin/vite.js', vite],
        ['dashboard/vite.config.ts', ''],
        ['dashboard/dist/index.html', 'old'],
        ['dashboard/dist/assets/page.js', 'old'],
      ] as const) {
        await fs.mkdir(path.dirname(path.join(root, file)), { recursive: true })
        await fs.writeFile(path.join(root, file), text)
      }
      const older = new Date(Date.now() - 60_000)
      await fs.utimes(path.join(root, 'dashboard/dist/index.html'), older, older)
      const { code, output } = await ready()
      assert.deepEqual([code, /meanwhile old\n/.test(output)], [0, true], output)
      const page = await fs.readFile(path.join(root, 'dashboard/dist/index.html'), 'utf8')
      assert.equal(page, left)
      const files = await fs.readdir(path.join(root, 'dashboard/dist'))
      assert.equal(files.includes('assets'), left === 'old')
    }
  })

  it('installs a new optional package, unless it is for another kind of machine', async () => {
    const { root, ready } = await clone('optional', 'exit 0')
    await lock(root, 'node_modules/.package-lock.json', '1.0.0')
    const file = path.join(root, 'package-lock.json')
    const { packages } = JSON.parse(await fs.readFile(file, 'utf8'))
    const there = async (more: object) => {
      const own = { ...packages, '': { optionalDependencies: { p: '1.0.0' } } }
      const p = { optional: true, version: '1.0.0', ...more }
      await fs.writeFile(file, JSON.stringify({ packages: { ...own, 'node_modules/p': p } }))
      const newer = new Date(Date.now() + 60_000)
      await fs.utimes(file, newer, newer)
      return (await ready()).output
    }
    assert.equal(await there({ os: ['plan9'] }), '')
    assert.match(await there({}), /npm ci /)
  })

  it('leaves out what only checks and tests, until they are asked for', async () => {
    const { root, ready } = await clone('parts', 'mkdir -p node_modules')
    assert.match((await ready()).output, /npm ci --omit=dev in parts\n/)
    await lock(root, 'node_modules/.package-lock.json', '1.0.0')
    assert.deepEqual(await ready(), { code: 0, output: '' })
    assert.match((await ready('--all')).output, /npm ci --include=dev in install\n/)
    const file = path.join(root, 'node_modules/.package-lock.json')
    await fs.copyFile(path.join(root, 'package-lock.json'), file)
    assert.deepEqual(await ready('--all'), { code: 0, output: '' })
  })

  it('fetches a Node where the one in use cannot run TypeScript, once, and what runs of it', async () => {
    const old = `--import=data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.9.0'})`
    const { root, ready } = await clone('old', 'exit 0')
    await lock(root, 'node_modules/.package-lock.json', '1.0.0')
    await lock(root, 'scripts/node/package-lock.json', '1.0.0')
    const brought = path.join(root, 'scripts/node/node_modules/node-here')
    for (const part of ['bin', 'include', 'share']) {
      await fs.mkdir(path.join(brought, part), { recursive: true })
    }
    // A file beside the packages, as npm leaves one: removing what is below it throws in Node 20.
    await fs.writeFile(path.join(brought, '../.file'), '')
    assert.deepEqual(await ready(), { code: 0, output: '' })
    assert.match((await ready(old)).output, /This is Node 20\.9\.0: .*\nnpm ci .* in node\n/)
    assert.deepEqual(await fs.readdir(brought), ['bin'])
    await lock(root, 'scripts/node/node_modules/.package-lock.json', '1.0.0')
    assert.deepEqual(await ready(old), { code: 0, output: '' })
  })
})

describe('npm test', () => {
  it('fails a file from which an error strays, though it does not know of which test', async () => {
    const file = await program(
      'strays.test.mjs',
      `import { it } from 'node:test'
      it('has ended well', () => { setTimeout(() => { throw new Error('strayed') }, 20) })`,
    )
    const light = new URL('../../support/light-runner.ts', import.meta.url)
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    const { code, output } = await run(['--test', `--import=${light}`, file], { env })
    assert.equal(code, 1)
    assert.match(output, /"Error: strayed"/)
  })
})

describe('a script of many options', () => {
  const lives = fileURLToPath(new URL('../lives/run.ts', import.meta.url))

  it('says what it takes when asked for help, and when it was called wrongly', async () => {
    const asked = await run([script('run.mjs'), lives, '--help'], {})
    assert.equal(asked.code, 0)
    assert.match(asked.output, /^`npm run lives`: lives .*\nthe events of so many .* each\.\n$/s)
    const wrong = await run([script('run.mjs'), lives, '--deaths', '3'], {})
    assert.equal(wrong.code, 2)
    assert.match(wrong.output, /^Unknown option '--deaths'/)
    assert.ok(wrong.output.endsWith(asked.output))
  })
})
