/** The commands that a newcomer meets first: start, dev, send, --version, and help in their language. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { Command } from 'commander'
import type { ServiceStart } from '#faces/cli/command.ts'
import { portuguese } from '#faces/cli/portuguese.ts'
import { programOf, runCommand } from '#faces/cli/run.ts'
import { commandsOf } from '#faces/cli/speak.ts'
import { readSettings } from '#kernel/base/config.ts'
import { languageOfTerminal } from '#kernel/base/languages.ts'
import { thisMachine } from '#kernel/world/real/machine.ts'
import own from '../../../package.json' with { type: 'json' }
import { nodeFlags } from '../../../scripts/node.mjs'
import { processCount } from '../../../src/boot/process-plan.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { programOfSources } from '../../support/program.ts'
import { startMalote } from '../../support/start-malote.ts'

const inPortuguese = { LC_ALL: '', LC_MESSAGES: '', LANG: 'pt_BR.UTF-8' }

describe('malote --version', () => {
  it('is that of the program, also for programs', async () => {
    const plain = await maloteWith({}, '--version')
    assert.deepEqual([plain.status, plain.stdout], [0, `${own.version}\n`])
    const asked = await maloteWith({}, '--version', '--json')
    assert.deepEqual(JSON.parse(asked.stdout), { version: own.version })
  })
})

describe('help', () => {
  it('is in the language of the terminal', async () => {
    const { status, stdout } = await maloteWith(inPortuguese, 'send', '--help')
    assert.equal(status, 0)
    assert.match(stdout, /^Uso: malote send \[opções\]/)
    assert.match(stdout, /Opções:\n/)
    assert.match(stdout, /--to <addresses> +destinatários, separados por vírgulas/)
    assert.match(stdout, /\(opções: "live", "test"\)/)
    assert.match((await maloteWith({ LC_ALL: 'en_US' }, 'send', '--help')).stdout, /^Usage: /)
    const all = await maloteWith(inPortuguese)
    assert.deepEqual([all.status, all.stderr], [0, ''])
    assert.match(all.stdout, /Comandos:\n {2}start /)
    for (const [environment, language] of [
      [{ LANG: 'pt_PT' }, 'pt'],
      [{ LANG: 'C' }, 'en'],
      [{ LANG: 'pt_BR', LC_ALL: 'de_DE' }, 'en'],
      [{ LANG: 'de_DE', LC_MESSAGES: 'pt_BR.UTF-8' }, 'pt'],
      [{ LANG: 'ptx' }, 'en'],
      [{}, 'en'],
    ] as const) {
      assert.equal(languageOfTerminal(environment), language, JSON.stringify(environment))
    }
  })

  it('has every sentence in Portuguese, and none that nobody says', () => {
    const said = new Set<string>(['display help for command'])
    for (const command of commandsOf(programOf({ language: 'en' }))) {
      said.add(command.description())
      for (const option of command.options) said.add(option.description)
      for (const { description } of command.registeredArguments) {
        if (description !== '') said.add(description)
      }
    }
    assert.deepEqual(
      [...said].filter(text => !(text in portuguese)),
      [],
    )
    assert.deepEqual(
      Object.keys(portuguese).filter(text => !said.has(text)),
      [],
    )
    assert.ok(programOf({ language: 'pt' }) instanceof Command)
  })

  it('says each of them in Portuguese where it is asked in it', async () => {
    const english = commandsOf(programOf({ language: 'en' }))
    for (const [at, command] of commandsOf(programOf({ language: 'pt' })).entries()) {
      const told = (one: Command) => [
        one.description(),
        ...one.options.map(option => option.description),
        ...one.registeredArguments.map(argument => argument.description),
      ]
      const due = told(english[at]!).map(text => (text === '' ? '' : portuguese[text]))
      assert.deepEqual(told(command), due, command.name())
    }
    const { stdout } = await maloteWith(inPortuguese, 'import', '--help')
    assert.match(stdout, /service +de onde vêm \(opções: "resend", /)
  })

  it('refuses in that language, too, by the same codes', async () => {
    for (const [words, expected, code] of [
      [['nonsense'], /^erro: comando desconhecido 'nonsense'/, 'invalid_field'],
      [['send'], /^erro: falta a opção '--to <addresses>'/, 'missing_field'],
      [['start', '--odd'], /^erro: opção desconhecida '--odd'/, 'invalid_field'],
      [['key', 'delete'], /^erro: falta o argumento 'id'/, 'missing_field'],
      [
        ['doctor', '--language', 'x'],
        /^erro: o valor 'x' da opção '.*' é inválido\. As opções são pt, en\./,
        'invalid_field',
      ],
      [
        ['import', 'nobody', 'x.csv', '--project', 'prj_1'],
        /^erro: o valor 'nobody' do argumento 'service' é inválido\. As opções são resend, /,
        'invalid_field',
      ],
      [
        ['source', 'add', '192.0.2.1', '--hostname', 'a.test', '--stage', '99'],
        /^erro: o valor '99' da opção '.*' é inválido\. Deve ser um número inteiro de 1 a 10\./,
        'invalid_field',
      ],
    ] as const) {
      const { status, stderr } = await maloteWith(inPortuguese, ...words)
      assert.equal(status, 1)
      assert.match(stderr, expected)
      const { error } = JSON.parse((await maloteWith(inPortuguese, ...words, '--json')).stdout)
      assert.equal(error.code, code)
      assert.ok(!error.message.startsWith('erro'), error.message)
    }
  })
})

/** Names each file that is loaded. */
const trace = `
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context) } })
`

describe('malote start', () => {
  it('is the service, which says in one object where it is', async t => {
    const { port, environment, printed, stop } = await startMalote(t, { LOG_LEVEL: 'silent' })
    const told = JSON.parse(printed())
    assert.deepEqual(
      [told.running, told.version, told.dashboard],
      [true, own.version, `http://localhost:${port}`],
    )
    // Without a setting, and said only where there are several.
    const count = processCount(readSettings(environment), thisMachine(), false)
    assert.equal(told.processes ?? 1, count)
    const answer = await fetch(`http://127.0.0.1:${port}/v1/emails`, {
      headers: { authorization: `Bearer ${told.account.test_key}` },
    })
    assert.equal(answer.status, 200)
    assert.deepEqual(await stop(), [0, null], printed())
  })

  it('does not load the command where it is plain, for its supervisor stays', async () => {
    const loads = async (...words: readonly string[]) => {
      const env = { ...process.env, MALOTE_PROCESSES: '0' }
      const args = [...nodeFlags, '--import', `data:text/javascript,${encodeURIComponent(trace)}`]
      const child = spawn(process.execPath, [...args, programOfSources, ...words], { env })
      const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
      assert.match(said, /MALOTE_PROCESSES/)
      return said.includes('/faces/cli/')
    }
    assert.deepEqual([await loads('start'), await loads('start', '--json')], [false, true])
  })

  it('takes no words that it does not know', async () => {
    const { status, stderr } = await maloteWith({}, 'start', '--odd')
    assert.equal(status, 1)
    assert.match(stderr, /unknown option '--odd'/)
  })
})

/** What the service would be started with. */
async function startOf(
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<ServiceStart> {
  let start: ServiceStart | undefined
  const status = await runCommand({
    words,
    environment,
    out: new PassThrough(),
    err: new PassThrough(),
    signal: () => new Promise(() => {}),
    serve: async given => {
      start = given
    },
  })
  assert.equal(status, 0)
  return start!
}

describe('malote dev', () => {
  it('sends nothing, listens to this machine alone, and leaves the real database alone', async () => {
    const real = {
      DATABASE_URL: 'postgres://db.example.com/malote',
      MALOTE_ROLES: 'all',
      MALOTE_HOST: '0.0.0.0',
      MALOTE_INBOUND_PORT: '25',
      MALOTE_DATA_DIR: '/tmp/x/.malote',
      MALOTE_BASE_URL: 'https://mail.example.com',
    }
    const { environment, manner } = await startOf(real, 'dev', '--port', '8123')
    const settings = readSettings(environment)
    assert.deepEqual(settings.MALOTE_ROLES, ['api', 'webhooks', 'jobs'])
    assert.deepEqual(
      [settings.DATABASE_URL, settings.MALOTE_HOST, settings.MALOTE_INBOUND_PORT, settings.PORT],
      ['', '127.0.0.1', 0, 8123],
    )
    assert.equal(settings.MALOTE_BASE_URL, 'http://localhost:8123')
    assert.equal(settings.MALOTE_DATA_DIR, '/tmp/x/.malote')
    assert.equal(settings.MALOTE_PROCESSES, '1')
    const several = await startOf({ MALOTE_PROCESSES: '3' }, 'dev')
    assert.equal(several.environment.MALOTE_PROCESSES, '3')
    assert.match(manner.note!.pt, /nenhum e-mail sai/)
    assert.deepEqual((await startOf(real, 'start')).environment, real)
  })
})

describe('malote send', () => {
  const words = ['send', '--to', 'ana@here.test, bia@here.test', '--subject', 'Hi', '--text', 'Hi']

  it('sends by the rules of the API: live where the sender is verified, else to the test', async t => {
    const { url, db } = await testDatabase(t)
    const home = { DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
    const malote = async (...rest: string[]) => {
      const { stdout } = await maloteWith(home, ...rest, '--json')
      return JSON.parse(stdout)
    }
    const nobody = await malote(...words, '--from', 'a@shop.test')
    assert.deepEqual([nobody.error.code, nobody.error.param], ['missing_field', 'project'])
    const first = await malote('account', 'create', '--email', 'op@own.test')
    await malote('account', 'set', first.account_id, '--operator')
    const captured = await malote(...words, '--from', 'a@shop.test')
    assert.deepEqual(
      [captured.status, captured.mode, captured.project_id],
      ['captured', 'test', first.project_id],
    )
    const shop = ['--email', 'shop@own.test', '--plan', 'enterprise', '--trust-level', '3']
    const other = await malote('account', 'create', ...shop)
    const domain = await malote('domain', 'create', '--project', other.project_id, 'shop.test')
    await malote('domain', 'verify', domain.id, '--trust')
    const sent = await malote(...words, '--from', 'Shop <a@shop.test>')
    assert.deepEqual(
      [sent.status, sent.mode, sent.project_id],
      ['queued', 'live', other.project_id],
    )
    const rows = await db.query<{ n: number }>(
      "select count(*)::int as n from queue where kind = 'delivery'",
    )
    assert.equal(rows[0]!.n, 2)
    const tried = await malote(...words, '--from', 'a@shop.test', '--mode', 'test')
    assert.equal(tried.status, 'captured')
    const ofShop = ['--project', other.project_id]
    const wrong = await malote(...words, '--from', 'a@foreign.test', '--mode', 'live', ...ofShop)
    assert.equal(wrong.error.code, 'domain_not_verified')
    const odd = await malote(...words, '--from', 'nobody')
    assert.deepEqual([odd.error.code, odd.error.param], ['invalid_field', 'from'])
  })
})

for (const [language, environment, sentence] of [
  ['English', { LC_ALL: 'C' }, 'another start migrates this database; this one waits for it'],
  [
    'Portuguese',
    inPortuguese,
    'outro início está migrando este banco de dados; este espera por ele',
  ],
] as const) {
  it(`a command says in ${language} that it waits for a migration elsewhere`, async t => {
    const database = await testDatabase(t)
    const settings = { DATABASE_URL: database.url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const held = database.db.transaction(async tx => {
      await tx.query('select pg_advisory_xact_lock(6253483001)')
      locked.resolve()
      await ended
    })
    await locked.promise
    const err = new PassThrough()
    let told = ''
    err.setEncoding('utf8').on('data', words => {
      told += words
      if (told.includes(sentence)) end()
    })
    const out = new PassThrough()
    const result = text(out)
    const code = await runCommand({
      words: ['migrate', '--json'],
      environment: { ...process.env, ...environment, ...settings },
      out,
      err,
      signal: () => new Promise(() => {}),
    })
    out.end()
    await held
    assert.equal(code, 0, told)
    assert.match(told, / \(holder: malote \d+, backend: \d+, since: .+\)\n$/)
    assert.deepEqual(JSON.parse(await result), { migrated: [] })
  })
}

it('a command says in Portuguese that it waits for a database, and why it gives up', async () => {
  const { status, stderr } = await maloteWith(
    {
      ...inPortuguese,
      DATABASE_URL: `postgres://u@127.0.0.1:${await freePort()}/x`,
      MALOTE_DATABASE_WAIT_SECONDS: '1',
    },
    'migrate',
  )
  assert.equal(status, 1, stderr)
  assert.match(stderr, /^o banco de dados ainda não responde; nova tentativa em seguida/)
  assert.match(stderr, /O banco de dados de DATABASE_URL não pode ser usado: .*ECONNREFUSED/)
})
