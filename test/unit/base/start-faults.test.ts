/** The table of what a start, and every command, refuses by: each sentence in both languages. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { programOf } from '#faces/cli/run.ts'
import { commandsOf, refusalIn } from '#faces/cli/speak.ts'
import { toldInPortuguese } from '#faces/cli/told.ts'
import { readSettings, type Settings, settingsTable } from '#kernel/base/config.ts'
import { databaseFaults } from '#kernel/base/database-faults.ts'
import { fill } from '#kernel/base/languages.ts'
import { startFaults } from '#kernel/base/start-faults.ts'
import { faults, faultText, languageOfRefusal, StartRefused } from '#kernel/base/start-refused.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const sources = new Map(
  globSync('src/**/*.ts', { cwd: root })
    .filter(file => !/kernel\/base\/(start|database)-faults\.ts$/.test(file))
    .map(file => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const code = [...sources.values()].join('\n')
const placesOf = (sentence: string): string[] => (sentence.match(/\{\w+\}/g) ?? []).toSorted()

/** Words of English that Portuguese does not have; names of settings and of programs are in capitals or code. */
const english =
  /\b(the|must|needs|cannot|could|this|that|with|not|from|and|which|there|was|has|be|of)\b/i

describe('A sentence that a start is refused by', () => {
  for (const [name, { en, pt }] of Object.entries(faults)) {
    it(`is there in Portuguese and in English, with the same values: ${name}`, () => {
      assert.deepEqual(placesOf(pt), placesOf(en))
      const words = (text: string) => text.replaceAll(/\{\w+\}/g, '')
      if (!/[a-z]/i.test(words(en))) return
      assert.notEqual(pt, en)
      assert.equal(pt.at(-1), en.at(-1))
      assert.doesNotMatch(words(pt).replaceAll(/"[^"]*"/g, ''), english)
      const values = Object.fromEntries(placesOf(en).map(place => [place.slice(1, -1), 'x']))
      const filled = fill({ en, pt }, values)
      assert.doesNotMatch(filled.en + filled.pt, /[{}]/)
    })
  }

  it('is one of the table, and every one of the table is said somewhere', () => {
    const unsaid = Object.keys(faults).filter(name => !code.includes(`'${name}'`))
    assert.deepEqual(unsaid, [])
    const both = Object.keys(startFaults).filter(name => name in databaseFaults)
    assert.deepEqual(both, [])
  })

  it('is never written where it is thrown', () => {
    // @ts-expect-error It is not one of the table: `npm run check` fails where this compiles.
    const written = new StartRefused({ en: 'No.', pt: 'Não.' })
    assert.equal(written.message, 'No.')
  })
})

/** By the language of the reader. */
function refusedBy(environment: Readonly<Record<string, string>>): { en: string; pt: string } {
  try {
    readSettings(environment)
  } catch (error) {
    assert.ok(error instanceof StartRefused, String(error))
    assert.equal(error.message, error.text.en)
    return error.text
  }
  throw new Error(`nothing is refused of ${JSON.stringify(environment)}`)
}

/** A value that each kind of setting cannot take. */
const odd: Readonly<Partial<Record<string, string>>> = {
  port: '70000',
  integer: '-1',
  count: '0',
  share: '0',
  part: '2',
  boolean: 'yes',
  name_servers: 'a b',
  networks: '10.0.0.0/99',
  url: 'nope',
  address: 'nope',
  domain: 'a b',
  duration: 'soon',
  processes: '65',
  cell: 'toolong',
}

describe('A setting that cannot be used', () => {
  for (const [name, { kind, ...entry }] of Object.entries(settingsTable)) {
    const value = 'choices' in entry ? 'what' : odd[kind]
    if (value === undefined) continue
    it(`is refused in plain Portuguese: ${name}`, () => {
      const { en, pt } = refusedBy({ [name]: value })
      assert.ok(pt.startsWith(`${name}`), pt)
      assert.match(pt, / precisa ser .*, não "| aceita .*, não "|: ".*" tem um tamanho /)
      assert.doesNotMatch(pt, english)
      assert.notEqual(en, pt)
    })
  }

  const together: readonly [Partial<Record<keyof Settings, string>>, string][] = [
    [{ MALOTE_ROLES: ',' }, 'MALOTE_ROLES não indica nada a fazer.'],
    [{ MALOTE_STREAMS: ',' }, 'MALOTE_STREAMS não indica nenhum tipo de e-mail.'],
    [{ MALOTE_SECRET: 'short' }, 'MALOTE_SECRET precisa ter 32 bytes ou mais.'],
    [{ MALOTE_SIGNUP: 'yes' }, 'MALOTE_SIGNUP aceita closed, open ou domínios, não "yes".'],
    [{ MALOTE_FILES: 's3://bucket' }, 'MALOTE_FILES=s3://… precisa de MALOTE_S3_KEY.'],
    [{ MALOTE_BILLING: 'stripe' }, 'MALOTE_BILLING=stripe precisa de MALOTE_STRIPE_KEY.'],
    [{ MALOTE_CURRENCIES: ',' }, 'MALOTE_CURRENCIES não indica nada.'],
    [
      { MALOTE_BILLING_DUE_DAYS: '400' },
      'MALOTE_BILLING_DUE_DAYS precisa ser um número inteiro de 1 a 365.',
    ],
    [{ MALOTE_OIDC_CLIENT_ID: 'x' }, 'MALOTE_OIDC_CLIENT_ID precisa de MALOTE_OIDC_ISSUER.'],
    [
      { MALOTE_MAIL_LOG: 'domains', LOG_LEVEL: 'warn' },
      'MALOTE_MAIL_LOG=domains precisa de LOG_LEVEL=info ou debug: warn esconde as linhas dele.',
    ],
  ]
  for (const [environment, sentence] of together) {
    it(`is refused beside others: ${Object.keys(environment).join(', ')}`, () => {
      assert.equal(refusedBy(environment).pt, sentence)
    })
  }

  it("is told in MALOTE_LANGUAGE's language, or the terminal's", () => {
    assert.equal(languageOfRefusal({ LANG: 'pt_BR.UTF-8' }), 'pt')
    assert.equal(languageOfRefusal({ LANG: 'pt_BR.UTF-8', MALOTE_LANGUAGE: 'en' }), 'en')
    assert.equal(languageOfRefusal({ LANG: 'C', MALOTE_LANGUAGE: 'pt' }), 'pt')
    // What is no language is what the start is refused for.
    assert.equal(languageOfRefusal({ LANG: 'en_US', MALOTE_LANGUAGE: 'fr' }), 'en')
  })

  it("keeps another's words as they are, in both languages", () => {
    const text = faultText('unreached', { why: 'connect ECONNREFUSED {why}' })
    assert.match(text.pt, /^O banco .* usado: connect ECONNREFUSED \{why\}\.$/)
    assert.match(text.en, /^The database .* used: connect ECONNREFUSED \{why\}\.$/)
  })
})

describe('What a command prints besides', () => {
  const printing = [...sources].filter(([file]) => /^src\/(boot|faces\/cli|\w+\.ts)/.test(file))

  it('is no sentence of one language', () => {
    const written = printing.flatMap(([file, text]) =>
      [...text.matchAll(/\.write\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g)].map(([, what]) => ({
        file,
        words: what!.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, ''),
      })),
    )
    assert.ok(written.length > 10, `${written.length} were found`)
    const sentences = written.filter(({ words }) => /['"`][^'"`]*[a-z]{2,} [a-z]{2,}/.test(words))
    assert.deepEqual(sentences, [])
  })

  it('tells what opening a database has to say in Portuguese, too', () => {
    const files =
      /^src\/(boot\/(database|clock-ahead)|kernel\/world\/real\/(embedded-\w+|migrations|check-database|db|db-pool))\.ts$/
    const opening = [...sources].filter(([file]) => files.test(file)).map(([, text]) => text)
    const told = opening.flatMap(text =>
      [...text.matchAll(/log\??\.(?:warn|error)\(((?:[^()]|\([^()]*\))*)\)/g)].map(
        ([, given]) => /'([^']+)',?\s*$/.exec(given!)?.[1] ?? null,
      ),
    )
    // One sentence is a constant, since two places say it.
    const constants = told.filter(one => one === null).length
    assert.deepEqual(
      told.filter(one => one !== null && !(one in toldInPortuguese)),
      [],
    )
    const unsaid = Object.keys(toldInPortuguese).filter(one => !opening.join('').includes(one))
    assert.deepEqual([unsaid, constants], [[], 1])
  })

  it('is said in both languages by what runs it, too', () => {
    const file = path.join(root, 'scripts/run.mjs')
    const saidIn = (language: string) => {
      const env = { PATH: process.env.PATH, LANG: language }
      const { status, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' })
      return [status, stderr]
    }
    assert.deepEqual(saidIn('en_US.UTF-8'), [2, 'usage: node scripts/run.mjs FILE ARGS…\n'])
    assert.deepEqual(saidIn('pt_BR.UTF-8'), [2, 'uso: node scripts/run.mjs ARQUIVO ARGS…\n'])
  })

  // Nobody meets these but on machines that no test is.
  it('is said in both languages before the program runs, too', () => {
    for (const [name, forTests] of [
      ['ready.mjs', 2],
      ['run.mjs', 0],
      ['node.mjs', 0],
    ] as const) {
      const text = readFileSync(path.join(root, 'scripts', name), 'utf8')
      // What is said to those who run tests is English, as their tests are.
      const bare = text.match(/(?:console\.\w+|fail|tell|new Error)\(\s*['"`](?!\$\{say)/g) ?? []
      assert.equal(bare.length, forTests, `${name}: ${bare.join(' ')}`)
      const count = (word: RegExp) => text.match(word)?.length ?? 0
      assert.equal(count(/\ben: [`']/g), count(/\bpt: [`']/g), name)
    }
  })

  it('refuses numbers in Portuguese, too', () => {
    const takers = commandsOf(programOf({ language: 'en' })).flatMap(one => [
      ...one.options,
      ...one.registeredArguments,
    ])
    const refused = takers.flatMap(({ parseArg }) => {
      try {
        parseArg?.('x', undefined)
        return []
      } catch (error) {
        assert.ok(error instanceof InvalidArgumentError, String(error))
        return [error.message]
      }
    })
    assert.ok(new Set(refused).size > 1, refused.join())
    for (const words of new Set(refused)) {
      const sentence = `error: option '--n <n>' argument 'x' is invalid. ${words}`
      assert.doesNotMatch(refusalIn('pt', sentence), english)
    }
  })
})
