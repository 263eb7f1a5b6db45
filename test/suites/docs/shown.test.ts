/** Commands and settings that the pages show are there, with the options that they are given. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { settingsTable } from '#kernel/base/config.ts'
import { maloteWith } from '../../support/command.ts'

const docs = new URL('../../../docs/', import.meta.url)
const pages = ['', 'pt/'].flatMap(folder =>
  readdirSync(new URL(folder, docs))
    .filter(name => name.endsWith('.md'))
    .map(name => [folder + name, readFileSync(new URL(folder + name, docs), 'utf8')] as const),
)
const readMe = readFileSync(new URL('../README.md', docs), 'utf8')
const all = [...pages, ['README.md', readMe] as const]

/** What stands as code: lines of samples, and what is in backquotes. */
function codeIn(page: string): string[] {
  const samples = [...page.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, code]) => code!)
  const rest = page.replaceAll(/^```.*?^```$/gms, '')
  const quoted = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
  return [...samples.flatMap(code => code.replaceAll(/\\\n\s*/g, ' ').split('\n')), ...quoted]
}

/** The words behind `malote`, up to what the shell would begin anew with. */
const callsIn = (page: string): string[][] =>
  codeIn(page).flatMap(line =>
    [
      ...line.matchAll(
        /(?:^|&& |exec |\s(?=\S*bin\/))(?:npx )?(?:\S*bin\/malote\.mjs|malote malote|malote) ([^'|;&#]*)/g,
      ),
    ].map(([, words]) => words!.trim().split(/\s+/)),
  )

const helps = new Map<string, string>()

async function helpOf(words: readonly string[]): Promise<string> {
  const name = words.join(' ')
  const known = helps.get(name)
  if (known !== undefined) return known
  const { stdout } = await maloteWith({}, ...words, '--help')
  helps.set(name, stdout)
  return stdout
}

const listsCommand = (help: string, word: string): boolean =>
  new RegExp(`^ {2}${word}( |$)`, 'm').test(help.split(/^Commands:$/m)[1] ?? '')

/** The first thing about a call that help does not know; null: all of it is there. */
async function unknownIn(words: readonly string[]): Promise<string | null> {
  const command: string[] = []
  let help = await helpOf([])
  for (const word of words) {
    if (!/^[a-z][a-z-]*$/.test(word) || !listsCommand(help, word)) break
    command.push(word)
    help = await helpOf(command)
  }
  // A group alone is no call, unless the page speaks of the group.
  const next = words[command.length]
  if (/^Commands:$/m.test(help) && next !== undefined && /^[a-z]/.test(next)) return next
  const general = ['--json', '--help', '--version']
  const options = words.flatMap(word => /^\[?(--[a-z][a-z-]*)/.exec(word)?.[1] ?? [])
  if (command.length === 0 && !options.some(one => general.includes(one))) return words.join(' ')
  return options.find(one => !general.includes(one) && !new RegExp(`${one}\\b`).test(help)) ?? null
}

describe('what the pages show', () => {
  it('is a command that is there, with options that it has', async () => {
    let found = 0
    const unknown: string[] = []
    for (const [name, page] of all) {
      for (const words of callsIn(page)) {
        if (/^(…|\.\.\.)/.test(words[0]!)) continue
        found += 1
        const first = await unknownIn(words)
        if (first !== null) unknown.push(`${name}: ${first} of malote ${words.join(' ')}`)
      }
    }
    assert.deepEqual(unknown, [])
    assert.ok(found > 100, String(found))
  })

  it('is a setting that is there', () => {
    // Of the reader's own programs and of compose, and a family of names.
    const others = new Set([
      'MALOTE_API_KEY',
      'MALOTE_WEBHOOK_SECRET',
      'MALOTE_DOMAIN',
      'MALOTE_S3_',
    ])
    const named = all.flatMap(([name, page]) =>
      [...page.matchAll(/\bMALOTE_[A-Z0-9_]+/g)].map(([setting]) => [name, setting] as const),
    )
    assert.ok(named.length > 300, String(named.length))
    const unknown = named.filter(([, one]) => !(one in settingsTable) && !others.has(one))
    assert.deepEqual(unknown, [])
  })
})
