/** How `npm test` runs many files in one process: what a file says and breaks is its own. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { testDatabase } from '../../support/database.ts'
import type { Lane } from '../../support/lane.ts'
import { slowestOf } from '../../support/timings.ts'

const support = path.join(import.meta.dirname, '../../support')
const url = (file: string): string => JSON.stringify(pathToFileURL(file).href)

/** Runs the files with so many lanes, as `npm test` does; returns what TAP says, and the timings. */
async function run(
  t: TestContext,
  texts: Readonly<Record<string, string>>,
  { lanes = 1, ...more }: Partial<Lane> & { readonly lanes?: number } = {},
) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'malote-lanes-'))
  t.after(() => fs.rm(folder, { recursive: true }))
  const taken = path.join(folder, 'taken')
  await fs.mkdir(taken)
  const files = Object.keys(texts).map(name => path.join(folder, name))
  for (const [name, text] of Object.entries(texts))
    await fs.writeFile(path.join(folder, name), text)
  const lane: Lane = { files, taken, minFiles: 1, lastingMs: 60_000, closingMs: 100, ...more }
  const text = `import { runLane } from ${url(path.join(support, 'lane.ts'))}
    await runLane(${JSON.stringify(lane)})`
  const names = Array.from({ length: lanes }, (_, i) => path.join(folder, `${i}.test.mjs`))
  for (const name of names) await fs.writeFile(name, text)
  const timings = path.join(folder, 'timings')
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const own = ['--test', '--test-reporter=tap', `--import=${path.join(support, 'light-runner.ts')}`]
  const tap = await new Promise<string>(resolve => {
    const options = { env: { ...env, MALOTE_TEST_TIMINGS: timings } }
    execFile(process.execPath, [...own, ...names], options, (_error, stdout) => resolve(stdout))
  })
  const results = [...tap.matchAll(/^ *(not ok|ok) \d+ - (.*)$/gm)].map(found => ({
    name: found[2]!,
    isOk: found[1] === 'ok',
  }))
  const named = (name: string) => results.filter(one => one.name === name).map(one => one.isOk)
  return { named, tap, timings: await fs.readFile(timings, 'utf8') }
}

it('hooks of a file, and of a describe, are for its own tests', async t => {
  const failing = `() => { throw new Error('the hook of another') }`
  const { named, tap } = await run(t, {
    'a.ts': `import { before, it } from 'node:test'
      before(${failing})
      it('has a hook', () => {})`,
    'b.ts': `import { beforeEach, describe, it } from 'node:test'
      describe('inner', () => { beforeEach(${failing}); it('inside', () => {}) })
      it('outside', () => {})`,
    'c.ts': `import { it } from 'node:test'
      it.skip('left out', () => {})
      it('has none', () => {})`,
  })
  assert.deepEqual([named('has a hook'), named('inside')], [[false], [false]], tap)
  assert.deepEqual([named('outside'), named('has none')], [[true], [true]], tap)
  assert.match(tap, /left out # SKIP/)
})

it('the database of a service serves further tests, whose services find it empty', async t => {
  const { named, tap } = await run(t, {
    'a.ts': `import assert from 'node:assert/strict'
      import { it } from 'node:test'
      import { startTestService } from ${url(path.join(support, 'service.ts'))}
      const names = []
      const counted = 'select current_database() as name, count(*)::int as accounts from accounts'
      for (const turn of ['one', 'two', 'three', 'four']) it(turn, async t => {
        const { world } = await startTestService(t)
        const [{ name, accounts }] = await world.db.query(counted)
        names.push(name)
        assert.equal(accounts, 1)
      })
      // One in which PostgreSQL gathers statistics meanwhile is dropped.
      it('some are the same', () => assert.ok(new Set(names).size < names.length, names.join()))`,
  })
  const all = ['one', 'two', 'three', 'four', 'some are the same']
  assert.deepEqual(
    all.map(name => named(name)),
    all.map(() => [true]),
    tap,
  )
})

it('a file that cannot be loaded is one failing test, and others follow', async t => {
  const { named, tap } = await run(t, {
    'a.ts': `import { it } from 'node:test'
      it('came before', () => {})
      throw new Error('no connection')`,
    'b.ts': `import { it } from 'node:test'
      it('follows', () => {})`,
  })
  assert.deepEqual(
    [named('is loaded'), named('came before'), named('follows')],
    [[false], [true], [true]],
    tap,
  )
  assert.match(tap, /no connection/)
  assert.match(tap, /^# fail 1$/m)
})

it('a file is loaded when the tests of the one before are over', async t => {
  const { named, tap } = await run(t, {
    'a.ts': `import { after, it } from 'node:test'
      globalThis.isOpen = true
      it('lasts', () => new Promise(resolve => setTimeout(resolve, 20)))
      after(() => { globalThis.isOpen = false })`,
    'b.ts': `import { it } from 'node:test'
      const seen = globalThis.isOpen
      it('finds it closed', () => { if (seen) throw new Error('open') })`,
  })
  assert.deepEqual(named('finds it closed'), [true], tap)
})

it('a server that a failing test leaves open is named and closed, and others follow', async t => {
  const { named, tap } = await run(
    t,
    {
      'a.ts': `import { it } from 'node:test'
      import dgram from 'node:dgram'
      import http from 'node:http'
      it('fails', async () => {
        const server = http.createServer((_request, answer) => answer.write('and so on'))
        await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
        const { port } = server.address()
        globalThis.opened = server
        console.log('opened: ' + port)
        await fetch('http://127.0.0.1:' + port)
        await new Promise(resolve => dgram.createSocket('udp4').bind(0, '127.0.0.1', resolve))
        throw new Error('before it closed')
      })`,
      'b.ts': `import { it } from 'node:test'
      it('follows', () => { if (globalThis.opened.listening) throw new Error('is open') })`,
    },
    { endingMs: 60_000 },
  )
  assert.deepEqual([named('fails'), named('follows')], [[false], [true]], tap)
  const port = /opened: (\d+)/.exec(tap)?.[1]
  const left = `left open: a server at 127.0.0.1, port ${port}; a socket for datagrams at 127.0.0.1`
  assert.ok(tap.includes(left), tap)
  assert.match(tap, /^not ok \d+ - \S+a\.ts closes what it opens$/m)
  assert.doesNotMatch(tap, /cannot end/)
})

it('what a server that is left open is in the middle of is over, too', async t => {
  const { named, tap } = await run(
    t,
    {
      'a.ts': `import { it } from 'node:test'
      import net from 'node:net'
      it('fails', async () => {
        const server = net.createServer(socket => socket.write('220 mx.test'))
        await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
        const { port } = server.address()
        await new Promise(resolve => net.connect(port, '127.0.0.1').once('data', resolve))
        throw new Error('before it closed')
      })`,
    },
    { endingMs: 60_000 },
  )
  assert.deepEqual(named('fails'), [false], tap)
  assert.match(tap, /left open: a server at 127/)
  assert.doesNotMatch(tap, /cannot end/)
})

it('a file is over when all that it does afterwards is', async t => {
  const { named, tap } = await run(t, {
    'a.ts': `import { after, it } from 'node:test'
      it('a passes', () => {})
      for (const ms of [30, 60]) {
        after(async () => {
          await new Promise(resolve => setTimeout(resolve, ms))
          globalThis.over = (globalThis.over ?? 0) + 1
        })
      }`,
    'b.ts': `import { it } from 'node:test'
      const over = globalThis.over
      it('b comes behind both', () => {
        if (over !== 2) throw new Error(String(over))
      })`,
    'c.ts': `import { after, it } from 'node:test'
      it('c passes', () => {})
      after(() => { throw new Error('while tidying') })
      after(() => { console.log('not reached') })`,
    'd.ts': `import { it } from 'node:test'
      it('d passes', () => {})`,
  })
  for (const name of ['a passes', 'b comes behind both', 'c passes', 'd passes']) {
    assert.deepEqual(named(name), [true], tap)
  }
  assert.match(tap, /while tidying/)
  assert.match(tap, /^not ok \d+ - .*c\.ts$/m)
})

for (const [what, act, says] of [
  ['something', 'setInterval(() => {}, 1_000)', 'cannot end'],
  [
    'what it does at its end',
    'atEndOfLane(() => new Promise(() => setInterval(() => {}, 1_000)))',
    'still tidies up',
  ],
] as const) {
  it(`a lane that ${what} keeps from ending says so, and has failed`, async t => {
    const endless = `import { it } from 'node:test'
      import { atEndOfLane } from ${url(path.join(support, 'lane.ts'))}
      it('starts what never ends', () => { ${act} })`
    const { named, tap } = await run(t, { 'a.ts': endless }, { endingMs: 100 })
    assert.deepEqual(named('starts what never ends'), [true], tap)
    assert.match(tap, new RegExp(`The lane ${says}. Open: .*Timeout`))
    assert.match(tap, /^# fail 1$/m)
  })
}

it('what a test has stopped is forgotten before its file is over', async t => {
  const { named, tap } = await run(t, {
    'a.ts': `import { it } from 'node:test'
      import { setFlagsFromString } from 'node:v8'
      import { runInNewContext } from 'node:vm'
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('gc')
      const stopped = []
      let service
      it('stops it', t => {
        const own = { isStopped: false }
        service = new WeakRef(own)
        t.after(() => stopped.push(own.isStopped = true))
      })
      it('has stopped it', () => { if (stopped.length !== 1) throw new Error('not stopped') })
      it('is rid of it', async () => {
        for (let tries = 0; tries < 5 && service.deref(); tries++) {
          await new Promise(resolve => setImmediate(resolve))
          collect()
        }
        if (service.deref()) throw new Error('kept')
      })`,
  })
  assert.deepEqual([named('has stopped it'), named('is rid of it')], [[true], [true]], tap)
})

it('a file gets the database of the one before, which goes with the lane', async t => {
  const database = url(path.join(support, 'database.ts'))
  const name = (test: string) => `import { it } from 'node:test'
    import { testDatabase } from ${database}
    it('${test}', async t => {
      const { db } = await testDatabase(t)
      const [{ name }] = await db.query('select current_database() as name')
      globalThis.used ??= name
      if (globalThis.used !== name) throw new Error('another one')
      console.log('used: ' + name)
    })`
  const { named, tap } = await run(t, { 'a.ts': name('makes it'), 'b.ts': name('gets it') })
  assert.deepEqual([named('makes it'), named('gets it')], [[true], [true]], tap)
  const { db } = await testDatabase(t)
  const used = /used: (\w+)/.exec(tap)?.[1]
  assert.match(used ?? '', /^t_/)
  assert.deepEqual(await db.query('select from pg_database where datname = $1', [used]), [])
})

it('of several lanes, one runs a file, and says how long it took', async t => {
  const names = ['a.ts', 'b.ts', 'c.ts']
  const texts = names.map(name => [
    name,
    `import { it } from 'node:test'\nit('of ${name}', () => {})`,
  ])
  const { named, tap, timings } = await run(t, Object.fromEntries(texts), { lanes: 2 })
  assert.deepEqual(
    names.map(name => named(`of ${name}`)),
    [[true], [true], [true]],
    tap,
  )
  assert.equal(timings.trim().split('\n').length, 3)
})

it('the slowest are those that take most of the processors', () => {
  const line = (file: string, seconds: number, processorSeconds: number) =>
    JSON.stringify({ file, seconds, processorSeconds })
  const table = slowestOf(
    [line('waits', 9, 1), line('works', 3, 2.5), line('is short', 1, 0.5), ''].join('\n'),
    2,
  )
  assert.deepEqual(
    table.split('\n').map(row => row.trim().split(/ {2,}/)),
    [
      ['cpu s', 'wall s file'],
      ['2.5', '3.0 works'],
      ['1.0', '9.0 waits'],
      ['4.0', 'all 3'],
    ],
  )
})
