/** The operator's command where it is called wrongly: what a script that reads JSON gets. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { passableFolder } from '../../support/passable-folder.ts'
import { program } from '../../support/program.ts'

const asProcess = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })

describe('malote, called wrongly', () => {
  it('says what is wrong on stderr, and as JSON where that is asked for', async () => {
    for (const [args, named, expected = 'invalid_field'] of [
      [['account', 'create'], '--email', 'missing_field'],
      [['key', 'create', '--project', 'prj_1', '--mode', 'odd', '--scope', 'send'], '--mode'],
      [['account', 'set', 'acc_1', '--trust-level', ''], '--trust-level'],
      [['account', 'set', 'acc_1', '--trust-level', '0x2'], '--trust-level'],
      [['doctor', '--language', 'fr'], '--language'],
      [['nonsense'], 'nonsense'],
    ] as const) {
      const plain = await maloteWith({}, ...args)
      assert.deepEqual([plain.status, plain.stdout], [1, ''])
      assert.ok(plain.stderr.includes(named), plain.stderr)
      const asked = await maloteWith({}, ...args, '--json')
      assert.equal(asked.status, 1)
      const { code, message } = JSON.parse(asked.stdout).error
      assert.equal(code, expected)
      assert.ok(message.includes(named) && !message.startsWith('error'), message)
    }
  })

  it('says in words that a file is not there or a folder, and which option named it', async t => {
    const { url } = await testDatabase(t)
    const environment = { DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
    const account = await maloteWith(
      environment,
      'account',
      'create',
      '--email',
      'a@own.test',
      '--json',
    )
    const { project_id: project } = JSON.parse(account.stdout)
    const folder = await passableFolder('usage')
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const gone = path.join(folder, 'gone.csv')
    for (const [words, param] of [
      [['contacts', 'import', '?', '--project', project], 'file'],
      [['import', 'resend', '?', '--project', project], 'files'],
      [['consent', 'verify', '?'], 'file'],
    ] as const) {
      for (const [file, en, pt] of [
        [gone, `There is no file ${gone}.`, `Não há um arquivo ${gone}.`],
        [
          folder,
          `${folder} is a folder: name a file.`,
          `${folder} é uma pasta: indique um arquivo.`,
        ],
      ] as const) {
        const called = words.map(word => (word === '?' ? file : word))
        const plain = await maloteWith({ ...environment, LC_ALL: 'C' }, ...called)
        assert.deepEqual([plain.status, plain.stderr], [1, `${en}\n`])
        const asked = await maloteWith({ ...environment, LC_ALL: 'pt_BR' }, ...called, '--json')
        const error = { code: 'invalid_field', message: pt, param }
        assert.deepEqual(JSON.parse(asked.stdout), { error })
      }
    }
  })

  it('calls what the operator can mend no fault of the program', async t => {
    const { url } = await testDatabase(t)
    const environment = { DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
    const folder = await passableFolder('usage')
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    for (const [given, words, param] of [
      [{}, ['restore', '--from', folder], 'from'],
      [{}, ['backup', '--to', fileURLToPath(import.meta.url)], 'to'],
      [{ PORT: 'abc' }, ['account', 'list'], 'PORT'],
      [{ MALOTE_BILLING: 'odd' }, ['account', 'list'], 'MALOTE_BILLING'],
      [{ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, ['account', 'list'], undefined],
    ] as const) {
      const asked = await maloteWith({ ...environment, ...given }, ...words, '--json')
      const { message, ...named } = JSON.parse(asked.stdout).error
      assert.deepEqual(named, { code: 'invalid_field', ...(param ? { param } : {}) })
      assert.equal(asked.stderr.trim().split('\n').at(-1), message)
    }
  })

  it('names the id that there is nothing with', async t => {
    const { url } = await testDatabase(t)
    const environment = { DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
    const id = show('acc', '018f3a5e-0000-7000-8000-000000000000' as Uuid)
    for (const args of [
      ['account', 'show', id],
      ['project', 'create', '--account', id, '--name', 'Shop'],
    ]) {
      const { status, stderr } = await maloteWith(environment, ...args)
      assert.deepEqual([status, stderr], [1, `There is nothing here with this id: ${id}.\n`])
    }
  })

  it('says that the records of a domain hold names that nobody can look up', async t => {
    const { url } = await testDatabase(t)
    const home = {
      DATABASE_URL: url,
      MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
      MALOTE_HOSTNAME: 'vm',
      MALOTE_BASE_URL: '',
      MALOTE_RETURN_PATH_DOMAIN: '',
    }
    const account = await maloteWith(home, 'account', 'create', '--email', 'a@own.test', '--json')
    const make = async (environment: Record<string, string>, name: string) => {
      const { project_id: project } = JSON.parse(account.stdout)
      const all = ['domain', 'create', '--project', project, name, '--json']
      const { stdout, stderr } = await maloteWith({ ...home, ...environment }, ...all)
      return [JSON.parse(stdout).name ?? JSON.parse(stdout).error.code, stderr]
    }
    const [name, told] = await make({}, 'one.example')
    assert.equal(name, 'one.example')
    assert.match(told, /^[^\n]*MALOTE_HOSTNAME \(vm\) and MALOTE_BASE_URL \(localhost\)[^\n]*\n$/)
    const { account_id: id } = JSON.parse(account.stdout)
    await maloteWith(home, 'account', 'set', id, '--plan', 'enterprise')
    const names = { MALOTE_HOSTNAME: 'mx.own.example', MALOTE_BASE_URL: 'https://own.example' }
    assert.deepEqual(await make(names, 'two.example'), ['two.example', ''])
  })

  it('says what is missing of a domain, and what DNS did not answer', async t => {
    const { url } = await testDatabase(t)
    const dns = await startDnsServer({ zones: {} })
    const silent = `127.0.0.1:${await freePort()}`
    const malote = (environment: Record<string, string>, ...words: string[]) =>
      maloteWith(
        {
          DATABASE_URL: url,
          MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
          MALOTE_DNS_SERVERS: dns.address,
          ...environment,
        },
        ...words,
        '--json',
      )
    const account = await malote({}, 'account', 'create', '--email', 'a@own.test')
    const { project_id: project } = JSON.parse(account.stdout)
    const made = await malote({}, 'domain', 'create', '--project', project, 'shop.example')
    const { id, records } = JSON.parse(made.stdout)

    const asked = await malote({}, 'domain', 'verify', id)
    assert.equal(asked.status, 0)
    const found = JSON.parse(asked.stdout)
    assert.equal(found.unanswered, undefined)
    const required = found.records.filter((one: { required: boolean }) => one.required)
    const names = required.map((one: Record<string, string>) => `${one.type} ${one.name}`)
    assert.equal(
      asked.stderr,
      `shop.example is not verified yet. Required, and not found as they should be: ${names.join(', ')}. Their hints say what to do.\n`,
    )
    for (const { status, hint } of found.records) {
      assert.equal(status, 'pending')
      assert.match(hint, /add a (TXT|CNAME|MX) record named/i)
    }

    await dns.close()
    for (const [environment, said, hint] of [
      [{}, `DNS did not answer, so`, /record named/],
      [{ LC_ALL: 'pt_BR' }, `O DNS não respondeu, então`, /registro \w+ com o nome/],
    ] as const) {
      const failed = await malote(
        { ...environment, MALOTE_DNS_SERVERS: silent },
        'domain',
        'verify',
        id,
      )
      assert.equal(failed.status, 1)
      assert.ok(failed.stderr.startsWith(said), failed.stderr)
      const { ok, unanswered, records: shown } = JSON.parse(failed.stdout)
      assert.equal(ok, false)
      assert.equal(unanswered.length, records.length)
      for (const { type, name } of unanswered) {
        assert.ok(failed.stderr.includes(`${type} ${name}`), name)
      }
      for (const part of [silent, 'MALOTE_DNS_SERVERS', 'malote doctor']) {
        assert.ok(failed.stderr.includes(part), part)
      }
      assert.match(shown[0].hint, hint)
    }
    const trusted = await malote({ MALOTE_DNS_SERVERS: silent }, 'domain', 'verify', id, '--trust')
    assert.deepEqual([trusted.status, JSON.parse(trusted.stdout).status], [0, 'verified'])
    // Vouching is no way out of the sandbox; where it is not needed nothing is said.
    const { account_id: owner } = JSON.parse(account.stdout)
    const raise = ['account', 'set', owner, '--trust-level', '1']
    assert.ok(trusted.stderr.includes(`malote ${raise.join(' ')}`), trusted.stderr)
    assert.equal((await malote({}, ...raise)).status, 0)
    assert.equal((await malote({}, 'domain', 'verify', id, '--trust')).stderr, '')
  })

  it('says that it has made a database, and says so once', async t => {
    const parent = await passableFolder('made')
    t.after(() => rmSync(parent, { recursive: true, force: true }))
    const data = path.join(parent, 'data')
    const make = () => asProcess({ DATABASE_URL: '', MALOTE_DATA_DIR: data }, 'migrate', '--json')
    const first = make()
    assert.equal(first.status, 0, first.stderr)
    assert.ok(JSON.parse(first.stdout).migrated.length > 0)
    assert.match(first.stderr, /^A new database was made in [^\n]*DATABASE_URL\.\n$/)
    assert.ok(first.stderr.includes(`${data}.`))
    assert.deepEqual([make().stderr, make().stdout], ['', '{"migrated":[]}\n'])
  })

  it('answers a call for help with help, and what it does not know with 1', () => {
    const helped = asProcess({}, '--help')
    assert.equal(helped.status, 0)
    assert.match(helped.stdout, /account/)
    assert.equal(asProcess({}, '--json').stdout, '')
    const unknown = asProcess({}, 'nonsense')
    assert.deepEqual([unknown.status, unknown.stdout], [1, ''])
    assert.match(unknown.stderr, /nonsense/)
  })
})
