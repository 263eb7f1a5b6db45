/** What the contract shows as JSON is taken as it stands, in both languages of the page. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { inDays, sampleDay } from '../../support/sample-day.ts'
import { startTestService } from '../../support/service.ts'

const docs = new URL('../../../docs/', import.meta.url)

/** The JSON below a heading, before the next one. */
function exampleOf(page: string, heading: string): string {
  const section = page.split(/^#+ /m).find(one => one.startsWith(`${heading}\n`))
  assert.ok(section, heading)
  const found = [...section.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => text!)
  assert.equal(found.length, 1, heading)
  return found[0]!
}

/** The options of each command, by what `malote --help` says (commands.md is made of it). */
const commands = new Map(
  readFileSync(new URL('commands.md', docs), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map(part => {
      const [name = '', ...rest] = part.split('\n')
      const options = [...rest.join('\n').matchAll(/^\| `(--[\w-]+)/gm)].map(([, one]) => one!)
      return [name, options] as const
    }),
)

const languages = [
  { file: 'contract.md', filters: 'Filters', imports: 'Imports', campaigns: 'Campaigns' },
  { file: 'pt/contract.md', filters: 'Filtros', imports: 'Importações', campaigns: 'Campanhas' },
]

describe('The examples of the contract', () => {
  for (const { file, filters, imports, campaigns } of languages) {
    it(`of docs/${file} are taken as they stand`, async t => {
      const page = readFileSync(new URL(file, docs), 'utf8')
      const service = await startTestService(t)
      const key = await service.key('test', 'admin')
      const made = async (path: string, text: string) => {
        const answer = await service.call('POST', path, { key, body: JSON.parse(text) })
        assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
        return answer.body
      }
      await made('/v1/contact-properties', '{"key":"city","type":"string","label":"City"}')
      const topic = await made('/v1/topics', '{"name":{"en":"News"}}')
      const filled = (text: string) =>
        text.replaceAll('top_…', topic.id).replaceAll(sampleDay, inDays(2))
      const known = JSON.parse(exampleOf(page, filters))
      await made('/v1/segments/preview', JSON.stringify({ filter: known }))
      const given = JSON.parse(filled(exampleOf(page, imports)))
      const taken = await made('/v1/imports', JSON.stringify(given))
      for (const [name, value] of Object.entries(given)) {
        assert.deepEqual(
          taken[name],
          name === 'consent' ? { at: null, ...(value as object) } : value,
        )
      }
      const campaign = await made('/v1/campaigns', filled(exampleOf(page, campaigns)))
      assert.equal(campaign.status, 'draft')
      assert.equal(campaign.follow_up.to, 'not_opened')
    })
  }
})

describe('The commands that the contract names', () => {
  for (const file of ['contract.md', 'pt/contract.md']) {
    it(`in docs/${file} are all there are, with all their options`, () => {
      const page = readFileSync(new URL(file, docs), 'utf8')
      const rows = page.slice(page.lastIndexOf('\n### ')).split('\n').slice(5)
      const spans = rows.flatMap(row =>
        [...row.matchAll(/`([^`]+)`/g)].map(([, text]) =>
          text!.replaceAll('\\|', '|').replace(/^/, row.startsWith('| `billing') ? 'billing ' : ''),
        ),
      )
      const named = (word: string, span: string) => span.split(/[ |]/).includes(word)
      for (const [name, options] of commands) {
        const own = spans.filter(span => {
          const [group, verb] = name.split(' ')
          return span.startsWith(group!) && (verb === undefined || named(verb, span))
        })
        assert.ok(own.length > 0, name)
        const told = new Set(own.flatMap(span => span.match(/--[\w-]+/g) ?? []))
        for (const option of options) assert.ok(told.has(option), `${name} ${option}`)
      }
      const known = new Set([...commands.values()].flat())
      for (const option of spans.flatMap(span => span.match(/--[\w-]+/g) ?? [])) {
        assert.ok(known.has(option), option)
      }
    })
  }
})
