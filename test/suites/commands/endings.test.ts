/** How the process of the service ends, and what does not end it; with the database that it brings. */
import assert from 'node:assert/strict'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { freePort } from '../../support/free-port.ts'
import { oneProcess } from '../../support/one-process.ts'
import { launchMalote } from '../../support/start-malote.ts'
import { until } from '../../support/until.ts'

/** One for all of them: making a database takes longer than a start. */
let folder = ''

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'malote-ending-'))
})
after(() => rm(folder, { recursive: true, force: true }))

interface Begun {
  readonly flags?: readonly string[]
  /** Where standard output goes; a pipe unless given. */
  readonly stdout?: number
  readonly env?: NodeJS.ProcessEnv
}

/** A service that answers, on an embedded database. */
async function begin(t: TestContext, { flags = [], stdout, env }: Begun = {}) {
  const port = await freePort()
  const { child, ended, output, stop } = launchMalote({
    flags,
    stdout,
    settings: {
      ...oneProcess,
      PORT: String(port),
      MALOTE_DATA_DIR: folder,
      DATABASE_URL: '',
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  const pidFile = path.join(folder, 'postgres', 'postmaster.pid')
  const postmaster = () => readFile(pidFile, 'utf8').catch(() => '')
  t.after(() => stop())
  const livez = () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      answer => answer.status === 200,
      () => false,
    )
  await until(async () => {
    assert.equal(child.exitCode, null, output())
    return await livez()
  }, 'it answers')
  assert.notEqual(await postmaster(), '')
  return { child, ended, livez, postmaster, output }
}

describe('the service', () => {
  it('ends in order by the end of its terminal, with its database', async t => {
    const { child, ended, postmaster, output } = await begin(t)
    child.kill('SIGHUP')
    assert.deepEqual(await ended, [0, null], output())
    assert.match(output(), /"signal":"SIGHUP","msg":"stopping"/)
    assert.equal(await postmaster(), '')
  })

  it('ends in order, and says why, where an exception is caught by nobody', async t => {
    const plant = `process.on('SIGUSR2', () => { throw new Error('planted') })`
    const { child, ended, postmaster, output } = await begin(t, {
      flags: ['--import', `data:text/javascript,${encodeURIComponent(plant)}`],
      env: { MALOTE_STOP_DELAY_SECONDS: '300' },
    })
    child.kill('SIGUSR2')
    assert.deepEqual(await ended, [1, null], output())
    assert.match(output(), /"error":"Error: planted\\n.*an exception that nobody has caught/)
    assert.equal(await postmaster(), '')
  })

  const skip = process.platform !== 'linux'
  it('goes on where its output cannot be written, and its name servers have no route', {
    skip,
  }, async t => {
    const full = openSync('/dev/full', 'w')
    t.after(() => closeSync(full))
    const env = { MALOTE_DNS_SERVERS: '255.255.255.255:53,[2001:db8::53]:53' }
    const { child, ended, livez, postmaster, output } = await begin(t, { stdout: full, env })
    assert.ok(await livez())
    child.kill('SIGQUIT')
    assert.deepEqual(await ended, [0, null], output())
    assert.equal(await postmaster(), '')
  })
})
