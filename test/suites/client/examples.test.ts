/** The client as it is built: both module kinds, and every example run against a service. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { before, describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import type { Mode } from '#kernel/routes/route.ts'
import { signedHeaders } from '#platform/webhooks/sign.ts'
import { startTestService } from '../../support/service.ts'

const client = path.resolve(import.meta.dirname, '../../../client')
const examples = path.join(client, 'examples')
const run = promisify(execFile)

async function environment(t: TestContext, mode: Mode) {
  const service = await startTestService(t)
  return {
    ...process.env,
    MALOTE_API_KEY: await service.key(mode, 'admin', { rate: 0 }),
    MALOTE_BASE_URL: `http://127.0.0.1:${service.port}`,
  }
}

/** What the example prints. */
async function printed(name: string, env: NodeJS.ProcessEnv): Promise<string> {
  return (await run(process.execPath, [path.join(examples, name)], { env })).stdout
}

describe('the examples', () => {
  before(() => run(process.execPath, [path.join(client, 'build.mjs')]))

  it('are all run here', () => {
    const known = [
      'errors.cjs',
      'list.mjs',
      'schedule.mjs',
      'send.mjs',
      'sequence.mjs',
      'webhook.mjs',
    ]
    assert.deepEqual(readdirSync(examples).sort(), known)
  })

  it('send, list and refuse', async t => {
    const env = await environment(t, 'test')
    assert.match(
      await printed('send.mjs', env),
      /^msg_\w+ is captured\n\S+Z accepted\n\S+Z queued\n$/,
    )
    const listed = await printed('list.mjs', env)
    assert.match(listed, /Z captured Your order 1042\nThe latest event is \w+; there are more\.\n/)
    assert.match(listed, /\nmsg_\w+,.*Your order 1042/)
    assert.match(await printed('errors.cjs', env), /^400 invalid_field to\[0\]: \p{Lu}.*\n$/u)
  })

  it('move and cancel what waits', async t => {
    const env = await environment(t, 'live')
    assert.match(await printed('schedule.mjs', env), /^msg_\w+ is moved, msg_\w+ is cancelled\n$/)
  })

  it('try half a year of a sequence, as the page on test mode shows it', async t => {
    const env = await environment(t, 'test')
    assert.equal(
      await printed('sequence.mjs', env),
      'finished hello sent, rest timeout, again sent\n',
    )
    const page = readFileSync(path.resolve(client, '../docs/test-mode.md'), 'utf8')
    assert.ok(page.includes(readFileSync(path.join(examples, 'sequence.mjs'), 'utf8')))
  })

  it('receive webhooks', async t => {
    const secret = Buffer.alloc(24, 7)
    const shown = `whsec_${secret.toString('base64')}`
    const env = { ...process.env, PORT: '0', MALOTE_WEBHOOK_SECRET: shown }
    const child = spawn(process.execPath, [path.join(examples, 'webhook.mjs')], { env })
    t.after(() => child.kill())
    const lines = linesOf(child)
    const port = /^listening on (\d+)$/.exec(await lines())![1]
    const body = '{"type":"bounced","timestamp":"…","data":{"recipient":"ana@example.com"}}'
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = signedHeaders({ id: 'evt_1', timestamp, body }, [secret])
    const post = (body: string) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
    assert.equal((await post(body)).status, 204)
    assert.equal(await lines(), 'bounced ana@example.com')
    assert.equal((await post(`${body} `)).status, 400)
    assert.match(await lines(), /^refused: No signature fits/)
  })
})

function linesOf(child: ChildProcess): () => Promise<string> {
  const iterator = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return async () => (await iterator.next()).value as string
}
