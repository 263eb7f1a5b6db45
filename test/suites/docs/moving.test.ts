/** The commands of docs/moving.md take what the services export under the names that the page gives. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'
import { startTestService } from '../../support/service.ts'

const page = await readFile(new URL('../../../docs/moving.md', import.meta.url), 'utf8')

interface Command {
  readonly service: string
  readonly files: readonly string[]
  readonly isDry: boolean
}

const commands: Command[] = [
  ...page.matchAll(/^npx malote import (\w+) ((?:\S+\.json )+)--project prj_…( --dry-run)?$/gm),
].map(([, service, files, dry]) => ({
  service: service!,
  files: files!.trim().split(' '),
  isDry: dry !== undefined,
}))

/** A file as the service answers it, with one entry. */
const exports: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  resend: {
    'contacts.json': {
      object: 'list',
      data: [{ id: '1', email: 'ana@here.test', first_name: 'Ana', unsubscribed: false }],
    },
    'suppressions.json': {
      object: 'list',
      data: [{ id: 'a', email: 'cris@here.test', origin: 'bounce' }],
    },
    'domains.json': { data: [{ id: 'd', name: 'resend.moved.test', status: 'verified' }] },
  },
  postmark: {
    'suppressions.json': {
      Suppressions: [
        {
          EmailAddress: 'davi@here.test',
          SuppressionReason: 'HardBounce',
          Origin: 'Recipient',
          CreatedAt: '2019-12-17T08:58:33-05:00',
        },
      ],
    },
  },
  sendgrid: {
    'bounces.json': [
      { created: 1443651125, email: 'eva@here.test', reason: '550 5.1.1', status: '5.1.1' },
    ],
    'spam_reports.json': [{ created: 1443651125, email: 'fabi@here.test', ip: '192.0.2.1' }],
    'unsubscribes.json': [{ created: 1443651141, email: 'gil@here.test' }],
  },
  ses: {
    'suppressed.json': {
      SuppressedDestinationSummaries: [
        { EmailAddress: 'hugo@here.test', Reason: 'BOUNCE', LastUpdateTime: 1586552585 },
      ],
    },
    'identities.json': {
      EmailIdentities: [{ IdentityType: 'DOMAIN', IdentityName: 'ses.moved.test' }],
    },
    'template.json': {
      TemplateName: 'Receipt',
      TemplateContent: { Subject: 'Hi {{name}}', Html: '<p>{{name}}</p>', Text: 'Hi' },
    },
  },
}

describe('The page about moving', () => {
  it('shows an import of each service, and its files are exported just above', () => {
    assert.deepEqual([...new Set(commands.map(one => one.service))], Object.keys(exports))
    assert.equal(page.match(/malote import \w+ \w/g)?.length, commands.length)
    for (const { service, files } of commands.slice(2)) {
      const sample = page
        .split('```')
        .find(one => one.includes(`malote import ${service} `) && one.includes(files.join(' ')))!
      for (const file of files) assert.match(sample, new RegExp(`> ${file}$`, 'm'), file)
    }
  })

  it('imports what it shows, and what may come again is there once', async t => {
    const service = await startTestService(t)
    const [named] = await service.world.db.query<{ name: string }>(
      'select current_database() as name',
    )
    const url = new URL((await testDatabase(t)).url)
    url.pathname = `/${named!.name}`
    const folder = await mkdtemp(path.join(tmpdir(), 'malote-moving-'))
    t.after(() => rm(folder, { recursive: true }))
    const project = `prj_${service.projectId.replaceAll('-', '')}`
    const bring = async ({ service: from, files }: Command, ...more: string[]) => {
      const paths = files.map(file => path.join(folder, file))
      for (const [at, file] of files.entries()) {
        await writeFile(paths[at]!, JSON.stringify(exports[from]![file]))
      }
      const ended = await maloteWith(
        { DATABASE_URL: url.href, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' },
        ...['import', from, ...paths, '--project', project, '--json', ...more],
      )
      assert.equal(ended.status, 0, ended.stderr)
      return JSON.parse(ended.stdout)
    }
    const sum = (counts: Record<string, number>) =>
      Object.values(counts).reduce((total, one) => total + one, 0)
    for (const command of commands) {
      const told = await bring(command, ...(command.isDry ? ['--dry-run'] : []))
      assert.equal(told.not_taken, 0, JSON.stringify(told))
      assert.equal(sum(told.taken) + sum(told.already_there), command.files.length)
    }
    const all = async (what: string) =>
      (await service.call('GET', `/v1/${what}?limit=100`)).body.data.length
    const kinds = ['suppressions', 'contacts', 'templates', 'domains']
    for (const command of commands) await bring(command)
    const once = await Promise.all(kinds.map(all))
    for (const command of commands) await bring(command)
    assert.deepEqual(await Promise.all(kinds.map(all)), once)
  })
})
