/** Without billing no line of a provider is read, no job runs, and nobody outside is called. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { oneProcess } from '../../support/one-process.ts'
import { launchMalote } from '../../support/start-malote.ts'

/** Comes before those of billing, and often. */
const first = 'consent chain'
const patienceMs = 120_000
/** Prints each module that is loaded, also while we are slow to read. */
const trace = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  import { writeSync } from 'node:fs'
  const say = line => {
    for (;;) {
      try { return writeSync(2, line) } catch (error) { if (error.code !== 'EAGAIN') throw error }
    }
  }
  registerHooks({ load(url, context, next) { say('module ' + url + '\\n'); return next(url, context) } })
`)}`

/** Runs the service until its jobs have run; what it read, ran and called. */
async function watch(t: TestContext, billing: string) {
  let calls = 0
  const provider = createServer(socket => {
    calls++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const begun: { stop(): unknown }[] = [{ stop: () => provider.close() }]
  const stopFirst = async () => {
    for (const one of begun) await one.stop()
  }
  const { db, url } = await testDatabase(t, { stopFirst })
  const { child, output, stop } = launchMalote({
    flags: ['--import', trace],
    isOfSources: true,
    settings: {
      ...oneProcess,
      DATABASE_URL: url,
      MALOTE_BILLING: billing,
      MALOTE_STRIPE_KEY: 'sk_test_abc',
      MALOTE_STRIPE_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    },
  })
  begun.unshift({ stop: () => stop('SIGKILL') })
  const names = async () =>
    (await db.query<{ name: string }>('select name from jobs')).map(one => one.name)
  const hasRun = async (name: string) => {
    const deadline = performance.now() + patienceMs
    while (!(await names()).includes(name)) {
      assert.ok(
        performance.now() < deadline && child.exitCode === null,
        `${billing}: no job ${name}\n${output().slice(-2_000)}`,
      )
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  if (billing === 'off') {
    // Jobs are gone through in their order: the first is due again after all others have been.
    await hasRun(first)
    await db.query('delete from jobs where name = $1', [first])
    await hasRun(first)
  } else await hasRun('billing reconciliation')
  const modules = [...output().matchAll(/^module (\S+)$/gm)].map(match => match[1]!)
  assert.ok(modules.length > 100, output().slice(-2_000))
  const ofProvider = modules.filter(one => /node_modules\/stripe\/|\/billing\/stripe-/.test(one))
  const ofMoney = (await names()).filter(name => name.startsWith('billing'))
  return { ofProvider: ofProvider.length > 0, ofMoney: ofMoney.sort(), isCalled: calls > 0 }
}

describe('a started service', () => {
  it('without billing loads no provider, runs no job of it and calls nobody', async t => {
    const seen = await watch(t, 'off')
    assert.deepEqual(seen, { ofProvider: false, ofMoney: [], isCalled: false })
  })

  it('with an operator who collects does not load one either', async t => {
    const seen = await watch(t, 'manual')
    const ofMoney = ['billing', 'billing by night', 'billing reconciliation']
    assert.deepEqual(seen, { ofProvider: false, ofMoney, isCalled: false })
  })

  it('with a provider does', async t => {
    const seen = await watch(t, 'stripe')
    assert.deepEqual([seen.ofProvider, seen.ofMoney.length, seen.isCalled], [true, 3, true])
  })
})
