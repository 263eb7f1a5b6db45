/**
 * Each `curl` of the pages for users is run as it stands, by curl, against a service; with the ids
 * that the answers before gave, and what a page takes for granted made first.
 */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { png } from '../../support/pictures.ts'
import { inDays, sampleDay } from '../../support/sample-day.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { blocksOf } from './blocks.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0

interface Stage {
  readonly service: TestService
  readonly folder: string
  key: string
}

interface Page {
  readonly file: string
  readonly mode: 'live' | 'test'
  /** What the text around the sample says is there already, by a part of the command. */
  readonly before?: Readonly<Record<string, (on: Stage) => Promise<string | undefined>>>
  /** What is no call to this service, by a part of the command. */
  readonly apart?: Readonly<Record<string, string>>
}

const send = async ({ service, key }: Stage, more: object = {}): Promise<string> => {
  const email = { from: 'orders@example.com', to: ['ana@example.net'], subject: 'Hi', text: 'Hi' }
  const { body } = await service.call('POST', '/v1/emails', { key, body: { ...email, ...more } })
  return body.id
}

const pages: readonly Page[] = [
  { file: 'README.md', mode: 'test' },
  { file: 'docs/quick-start.md', mode: 'test' },
  {
    file: 'docs/sending.md',
    mode: 'test',
    before: {
      '-X PATCH': on => send(on, { scheduled_at: `${inDays(3)}T09:00:00Z` }),
      // One that did not reach anybody, since it was cancelled.
      '/resend': async on => {
        const id = await send(on, { scheduled_at: `${inDays(3)}T09:00:00Z` })
        await on.service.call('POST', `/v1/emails/${id}/cancel`, { key: on.key })
        return id
      },
    },
  },
  { file: 'docs/idempotency.md', mode: 'test' },
  { file: 'docs/test-mode.md', mode: 'test' },
  { file: 'docs/webhooks.md', mode: 'test' },
  { file: 'docs/suppressions.md', mode: 'live' },
  {
    file: 'docs/domains.md',
    mode: 'live',
    before: {
      // Somebody else's, who has registered a name and not proved it.
      '/claim': async on => {
        const { world } = on.service
        const { projectId } = await createAccount(world, { email: 'o@malote.test', plan: 'pro' })
        on.key = (await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })).key
        return undefined
      },
    },
    apart: { '/dns ': 'publishes at Cloudflare: unit/domains holds what is posted there' },
  },
  {
    file: 'docs/files.md',
    mode: 'live',
    before: {
      file: async ({ folder }) => {
        const picture = await png({ width: 40, height: 20 })
        for (const name of ['summer.jpg', 'promo.png']) {
          await writeFile(path.join(folder, name), picture)
        }
        return undefined
      },
    },
  },
  {
    file: 'docs/marketing.md',
    mode: 'live',
    before: {
      // The picture of the theme.
      logo_file_id: async ({ service, key }) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/png' }
        const body = await png({ width: 40, height: 20 })
        const at = `http://127.0.0.1:${service.port}/v1/files`
        const made = await fetch(at, { method: 'POST', headers, body })
        return ((await made.json()) as { id: string }).id
      },
    },
  },
  { file: 'docs/operating.md', mode: 'test' },
  { file: 'docs/troubles.md', mode: 'test' },
]

/** Those of a block, each as one command, without what it is piped into. */
const callsIn = (code: string): string[] => {
  const lines = code.replaceAll(/\\\n\s*/g, '')
  const found = lines.match(/^curl (?:'[^']*'|"[^"]*"|[^'"\n|>])+/gm) ?? []
  assert.equal(found.length, lines.match(/^(?!\w+\(\)).*\bcurl /gm)?.length ?? 0, code)
  return found
}

async function stage(t: TestContext, mode: Page['mode']): Promise<Stage> {
  const settings = { MALOTE_METRICS_TOKEN: '' }
  const service = await startTestService(t, { settings })
  const folder = await mkdtemp(path.join(tmpdir(), 'malote-calls-'))
  t.after(() => rm(folder, { recursive: true }))
  return { service, folder, key: await service.key(mode, 'admin') }
}

/** The answer's status and body. */
async function called(on: Stage, command: string): Promise<{ status: number; text: string }> {
  const out = path.join(on.folder, 'answer')
  const whole = `${command.replace(/ -i /, ' ')} -o '${out}' -w '%{http_code}'`
  const env = { PATH: process.env.PATH, MALOTE_API_KEY: on.key }
  const { stdout } = await run('/bin/sh', ['-c', whole], { cwd: on.folder, env })
  return { status: Number(stdout), text: await readFile(out, 'utf8').catch(() => '') }
}

describe('The calls of the pages', { skip: !hasCurl && 'there is no curl here' }, () => {
  for (const { file, mode, before = {}, apart = {} } of pages) {
    it(`are answered as they stand in ${file}`, async t => {
      const on = await stage(t, mode)
      const commands = (await blocksOf(path.join(root, file))).flatMap(one => callsIn(one.code))
      assert.ok(commands.length > 0)
      const ids = new Map<string, string>()
      for (const command of commands) {
        if (Object.keys(apart).some(part => command.includes(part))) continue
        for (const [part, prepare] of Object.entries(before)) {
          if (!command.includes(part)) continue
          const id = await prepare(on)
          if (id !== undefined) ids.set(id.slice(0, 3), id)
        }
        const filled = command
          .replaceAll(
            /https?:\/\/(localhost:8080|mail\.example\.com)/g,
            `http://127.0.0.1:${on.service.port}`,
          )
          .replaceAll(/svc_(test|live)_…/g, on.key)
          .replaceAll(sampleDay, inDays(2))
          .replaceAll(/\b([a-z]{3})_[0-9a-z]*…/g, (mark, prefix: string) => ids.get(prefix) ?? mark)
        assert.ok(!filled.includes('…'), `nothing before gave an id: ${filled}`)
        const { status, text } = await called(on, filled)
        assert.ok(status >= 200 && status < 300, `${filled}: ${status} ${text}`)
        const [, id] = /^\{"id":"([a-z]{3}_\w+)"/.exec(text) ?? []
        if (id !== undefined) ids.set(id.slice(0, 3), id)
      }
    })
  }

  it('are all of them: a page with another one is listed above, or it has a reason', async () => {
    const listed = new Set(pages.map(one => one.file))
    const others: string[] = []
    for (const file of ['README.md', ...globSync('docs/*.md', { cwd: root })]) {
      const calls = (await blocksOf(path.join(root, file))).flatMap(one => callsIn(one.code))
      if (calls.length > 0 && !listed.has(file)) others.push(file)
    }
    assert.deepEqual(others.sort(), [
      // Of the services that people come from, at their hosts.
      'docs/moving.md',
      // Through a proxy: proxy.test.ts.
      'docs/proxy.md',
    ])
  })
})
