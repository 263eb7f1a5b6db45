/** `malote import`: exports of other services, in the forms that their dashboards and APIs write. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'
import { startTestService } from '../../support/service.ts'

interface Export {
  readonly service: 'resend' | 'postmark' | 'sendgrid' | 'ses'
  readonly files: Readonly<Record<string, string>>
  readonly taken: Readonly<Record<string, number>>
  /** `address stream reason`, by address. */
  readonly list: readonly string[]
  readonly refused: readonly (readonly [line: number, why: RegExp])[]
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

const exports: readonly Export[] = [
  {
    service: 'resend',
    files: {
      'contacts.csv':
        'id,email,first_name,last_name,created_at,unsubscribed\n1,ana@here.test,Ana,Lima,2026-01-02T03:04:05Z,false\n2,bia@here.test,Bia,,2026-01-02T03:04:05Z,true\n3,nobody,,,,false\n',
      'suppressions.json': json({
        object: 'list',
        has_more: false,
        data: [
          {
            id: 'a',
            email: 'cris@here.test',
            origin: 'bounce',
            created_at: '2026-02-01T00:00:00Z',
          },
          {
            id: 'b',
            email: 'davi@here.test',
            origin: 'complaint',
            created_at: '2026-02-01T00:00:00Z',
          },
        ],
      }),
      'template.json': json({
        object: 'template',
        name: 'Welcome',
        alias: 'welcome',
        subject: 'Hi',
        html: '<p>Hi {{{contact.first_name|there}}}</p>',
        variables: [],
      }),
      'domains.json': json({
        data: [{ id: 'd', name: 'moved.test', status: 'verified', region: 'us-east-1' }],
      }),
    },
    taken: { suppressions: 2, contacts: 2, templates: 1, domains: 1 },
    list: [
      'bia@here.test marketing unsubscribe',
      'cris@here.test all hard_bounce',
      'davi@here.test all complaint',
    ],
    refused: [[4, /address/]],
  },
  {
    service: 'postmark',
    files: {
      'dump.json': json({
        Suppressions: [
          {
            EmailAddress: 'ana@here.test',
            SuppressionReason: 'ManualSuppression',
            Origin: 'Recipient',
            CreatedAt: '2019-12-17T08:58:33-05:00',
          },
          {
            EmailAddress: 'bia@here.test',
            SuppressionReason: 'HardBounce',
            Origin: 'Recipient',
            CreatedAt: '2019-12-17T08:58:33-05:00',
          },
          {
            EmailAddress: 'cris@here.test',
            SuppressionReason: 'SpamComplaint',
            Origin: 'Recipient',
            CreatedAt: '2019-12-17T08:58:33-05:00',
          },
          {
            EmailAddress: 'davi@here.test',
            SuppressionReason: 'ManualSuppression',
            Origin: 'Customer',
            CreatedAt: '2019-12-17T08:58:33-05:00',
          },
          {
            EmailAddress: 'eva@here.test',
            SuppressionReason: 'constructor',
            Origin: 'Customer',
            CreatedAt: '2019-12-17T08:58:33-05:00',
          },
        ],
      }),
      'templates.json': json([
        {
          TemplateId: 1,
          Name: 'Plain',
          Alias: 'plain',
          Subject: 'Hi {{name}}',
          HtmlBody: '<p>{{name}}</p>',
          TextBody: 'Hi',
        },
        {
          TemplateId: 2,
          Name: 'Loop',
          Subject: 'Hi',
          HtmlBody: '{{#each items}}{{name}}{{/each}}',
        },
      ]),
      'domains.json': json({
        TotalCount: 1,
        Domains: [{ Name: 'moved.test', SPFVerified: true, DKIMVerified: true, ID: 36 }],
      }),
    },
    taken: { suppressions: 4, contacts: 0, templates: 1, domains: 1 },
    list: [
      'ana@here.test marketing unsubscribe',
      'bia@here.test all hard_bounce',
      'cris@here.test all complaint',
      'davi@here.test all manual',
    ],
    refused: [
      [5, /nobody knows/],
      [2, /Liquid/],
    ],
  },
  {
    service: 'sendgrid',
    files: {
      'suppression_bounces.csv':
        'status,reason,email,created\n5.1.1,550 5.1.1 unknown user,ana@here.test,1443651125\n4.2.2,452 4.2.2 full,zoe@here.test,1443651125\n',
      'suppression_blocks.csv':
        'status,reason,email,created\n5.7.1,blocked,yan@here.test,1443651125\n',
      'suppression_spam_reports.csv': 'ip,email,created\n192.0.2.1,bia@here.test,1443651125\n',
      'unsubscribes.json': json([{ created: 1443651141, email: 'cris@here.test' }]),
      'contacts.csv': 'EMAIL,FIRST_NAME,LAST_NAME,ADDRESS_LINE_1\neva@here.test,Eva,Reis,Rua 1\n',
      'template.json': json({
        id: 'd-1',
        name: 'Receipt',
        generation: 'dynamic',
        versions: [
          { active: 0, name: 'old', subject: 'Old', html_content: '<p>Old</p>' },
          {
            active: 1,
            name: 'new',
            subject: 'Hi {{name}}',
            html_content: '<p>{{name}}</p>',
            plain_content: 'Hi',
          },
        ],
      }),
      'domains.json': json([
        { id: 1, domain: 'moved.test', subdomain: 'em', valid: true, dns: {} },
      ]),
    },
    taken: { suppressions: 3, contacts: 1, templates: 1, domains: 1 },
    list: [
      'ana@here.test all hard_bounce',
      'bia@here.test all complaint',
      'cris@here.test marketing unsubscribe',
    ],
    refused: [
      [3, /moment/],
      [2, /moment/],
    ],
  },
  {
    service: 'ses',
    files: {
      'suppressed.json': json({
        SuppressedDestinationSummaries: [
          {
            EmailAddress: 'ana@here.test',
            Reason: 'BOUNCE',
            LastUpdateTime: '2020-04-10T21:03:05+00:00',
          },
          { EmailAddress: 'bia@here.test', Reason: 'COMPLAINT', LastUpdateTime: 1586552585.077 },
        ],
      }),
      'contacts.json': json({
        Contacts: [
          {
            EmailAddress: 'cris@here.test',
            UnsubscribeAll: true,
            TopicPreferences: [],
            LastUpdatedTimestamp: 1586552585,
          },
        ],
      }),
      'template.json': json({
        TemplateName: 'Receipt',
        TemplateContent: { Subject: 'Hi {{name}}', Html: '<p>{{name}}</p>', Text: 'Hi' },
      }),
      'identities.json': json({
        EmailIdentities: [
          { IdentityType: 'DOMAIN', IdentityName: 'moved.test', SendingEnabled: true },
          { IdentityType: 'EMAIL_ADDRESS', IdentityName: 'me@moved.test', SendingEnabled: true },
        ],
      }),
    },
    taken: { suppressions: 2, contacts: 1, templates: 1, domains: 1 },
    list: [
      'ana@here.test all hard_bounce',
      'bia@here.test all complaint',
      'cris@here.test marketing unsubscribe',
    ],
    refused: [[2, /not a domain/]],
  },
]

async function stage(t: TestContext, files: Export['files']) {
  const service = await startTestService(t)
  const [{ current_database: name }] = (await service.world.db.query<{ current_database: string }>(
    'select current_database()',
  )) as [{ current_database: string }]
  const beside = await testDatabase(t)
  const url = new URL(beside.url)
  url.pathname = `/${name}`
  const folder = await mkdtemp(path.join(tmpdir(), 'malote-import-'))
  t.after(() => rm(folder, { recursive: true }))
  const project = `prj_${service.projectId.replaceAll('-', '')}`
  const bring = async (from: string, given: Export['files'] = files, ...more: string[]) => {
    const paths: string[] = []
    for (const [file, text] of Object.entries(given)) {
      paths.push(path.join(folder, file))
      await writeFile(paths.at(-1)!, text)
    }
    const ended = await maloteWith(
      { DATABASE_URL: url.href, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' },
      ...['import', from, ...paths, '--project', project, '--json', ...more],
    )
    return { status: ended.status, told: JSON.parse(ended.stdout) }
  }
  const all = async (what: string) => (await service.call('GET', `/v1/${what}?limit=100`)).body.data
  return { service, bring, all }
}

describe('malote import', () => {
  for (const one of exports) {
    it(`takes what ${one.service} exports, after a dry run that changes nothing`, async t => {
      const { bring, all } = await stage(t, one.files)
      const before = await Promise.all(
        ['suppressions', 'contacts', 'templates', 'domains'].map(all),
      )
      const dry = await bring(one.service, one.files, '--dry-run')
      assert.equal(dry.status, 0, JSON.stringify(dry.told))
      assert.equal(dry.told.dry_run, true)
      assert.deepEqual(dry.told.taken, one.taken)
      assert.deepEqual(
        await Promise.all(['suppressions', 'contacts', 'templates', 'domains'].map(all)),
        before,
      )
      const { told } = await bring(one.service)
      assert.deepEqual(told.taken, one.taken, JSON.stringify(told))
      assert.equal(told.not_taken, one.refused.length)
      one.refused.forEach(([line, why], i) => {
        assert.equal(told.reasons[i].line, line)
        assert.match(told.reasons[i].reason, why)
      })
      const list = (await all('suppressions')) as {
        email: string
        stream: string
        reason: string
        created_at: string
      }[]
      assert.deepEqual(
        list.map(({ email, stream, reason }) => `${email} ${stream} ${reason}`).sort(),
        one.list,
      )
      assert.ok(list.every(({ created_at: at }) => at < '2026-03'))
      assert.equal((await all('contacts')).length, one.taken.contacts)
      assert.equal((await all('templates')).length, one.taken.templates)
      assert.ok((await all('domains')).some(({ name }: { name: string }) => name === 'moved.test'))
      const kinds = ['suppressions', 'contacts', 'templates', 'domains']
      const first = await Promise.all(kinds.map(all))
      const again = await bring(one.service)
      assert.deepEqual(again.told.already_there, one.taken)
      assert.deepEqual(again.told.taken, { suppressions: 0, contacts: 0, templates: 0, domains: 0 })
      assert.deepEqual(again.told.reasons, told.reasons)
      assert.deepEqual(await Promise.all(kinds.map(all)), first)
    })
  }

  it('keeps what was changed here since, when the same comes again', async t => {
    const letter = { name: 'Receipt', html: '<p>Hi</p>', subject: 'Hi' }
    const files = {
      'contacts.json': json([{ email: 'ana@here.test', first_name: 'Ana', last_name: 'Lima' }]),
      'templates.json': json([
        { ...letter, alias: 'receipt' },
        { ...letter, id: 'a' },
        { ...letter, id: 'b', html: '<p>Oi</p>' },
      ]),
    }
    const { service, bring, all } = await stage(t, files)
    const first = await bring('resend')
    assert.deepEqual([first.told.taken.templates, first.told.reasons], [3, []])
    const key = await service.key('live', 'admin')
    for (const { id } of await all('templates')) {
      const body = { variants: { pt: { subject: 'Recibo', text: 'Oi' } } }
      await service.call('PATCH', `/v1/templates/${id}`, { key, body })
    }
    const body = { email: 'ana@here.test', first_name: 'Anna' }
    await service.call('POST', '/v1/contacts', { key, body })
    const before = await Promise.all(['contacts', 'templates'].map(all))
    const again = await bring('resend')
    assert.equal(again.told.already_there.templates, 3, JSON.stringify(again.told))
    assert.equal(again.told.already_there.contacts, 1)
    assert.deepEqual(await Promise.all(['contacts', 'templates'].map(all)), before)
    assert.equal(before[0][0].first_name, 'Anna')
    // One more of the name is another.
    const more = json([letter, letter, letter, letter].map((one, i) => ({ ...one, id: `${i}` })))
    const { told } = await bring('resend', { 'more.json': more })
    assert.deepEqual([told.taken.templates, told.already_there.templates], [1, 3])
  })

  it('does not say of a domain of somebody else that it is there', async t => {
    const files = { 'domains.json': json([{ name: 'moved.test', status: 'verified' }]) }
    const { service, bring } = await stage(t, files)
    const other = await createAccount(service.world, { email: 'other@malote.test', plan: 'pro' })
    const { projectId } = other
    const owned = { projectId, mode: 'live', scope: 'admin', rate: 0 } as const
    const { key } = await createKey(service.world, owned)
    await service.call('POST', '/v1/domains', { key, body: { name: 'moved.test' } })
    const { told } = await bring('resend')
    assert.deepEqual([told.already_there.domains, told.not_taken], [0, 1])
    assert.match(told.reasons[0].reason, /registered already/)
  })

  it('names a file that is one page of a longer list', async t => {
    const given = [
      ['resend', { object: 'list', has_more: true, data: [{ id: 'a', email: 'a@b.test' }] }],
      ['resend', { object: 'list', has_more: false, data: [{ id: 'a', email: 'a@b.test' }] }],
      ['ses', { SuppressedDestinationSummaries: [], NextToken: 'next' }],
      ['postmark', { TotalCount: 2, Domains: [{ Name: 'a.test', ID: 1 }] }],
      ['postmark', { TotalCount: 1, Domains: [{ Name: 'a.test', ID: 1 }] }],
    ] as const
    const { bring } = await stage(t, {})
    const named: unknown[] = []
    for (const [service, content] of given) {
      const { told } = await bring(service, { 'list.json': json(content) }, '--dry-run')
      named.push(told.one_page_of_more)
    }
    assert.deepEqual(named, [['list.json'], undefined, ['list.json'], ['list.json'], undefined])
  })

  it('is refused in one sentence: a file that is none, a service that nobody knows', async t => {
    const { bring } = await stage(t, { 'a.json': '{"open": ' })
    const broken = await bring('ses')
    assert.deepEqual([broken.status, broken.told.error.param], [1, 'files'])
    const unknown = await bring('mailgun')
    assert.deepEqual([unknown.status, unknown.told.error.code], [1, 'invalid_field'])
  })
})
