/** What operators are told of is what there is: commands, checks of the doctor, alerts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { maloteWith } from '../../support/command.ts'

const read = (file: string): string =>
  readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')

/** First cells of the rows below this head, as they are written. */
function firstCells(page: string, head: string): string[] {
  const [, rows] = page.split(`\n${head}\n`)
  assert.ok(rows, head)
  const table = rows.split('\n\n')[0]!.split('\n').slice(1)
  return table.map(row => row.split(/(?<!\\) \|/)[0]!.slice(2))
}

const codesOf = (cells: readonly string[]): string[] =>
  cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!))

/** Commands as help names them, each with the groups above it. */
async function commandsOf(...above: string[]): Promise<string[]> {
  const { stdout } = await maloteWith({}, ...above, '--help')
  const [, listed] = stdout.split(/^Commands:$/m)
  if (listed === undefined) return [above.join(' ')]
  const names = [...listed.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name!)
  const found: string[] = []
  for (const name of names.filter(one => one !== 'help')) {
    found.push(...(await commandsOf(...above, name)))
  }
  return found
}

describe('the pages for operators', () => {
  it('name every command, and none that is not there', async () => {
    const cells = codesOf(firstCells(read('docs/operating.md'), '| command | |'))
    const told = cells.flatMap(code => {
      const [group = '', actions = ''] = code.split(' ')
      return actions.split('\\|').map(action => `${group} ${action}`.trim())
    })
    const there = await commandsOf()
    assert.ok(there.length > 30)
    // The page on billing has its commands.
    const missing = there.filter(
      one => !one.startsWith('billing ') && !told.some(code => `${code} `.startsWith(`${one} `)),
    )
    assert.deepEqual(missing, [])
    const known = told.filter(
      code => !there.some(one => one === code || one === code.split(' ')[0]),
    )
    assert.deepEqual(known, ['--version', 'billing …'])
  })

  it('name every check of the doctor, in its order', () => {
    const [, listed = ''] = /const checks[^=]*= \[\n([\s\S]*?)\n\]/.exec(
      read('src/faces/doctor/examine.ts'),
    )!
    const checks = new Set([...listed.matchAll(/\['(\w+)',/g)].map(([, name]) => name!))
    assert.ok(checks.size > 15)
    const told = codesOf(firstCells(read('docs/operating.md'), '| check | what is right |'))
    // In relay mode it stands in the place of the check of port 25.
    assert.deepEqual(
      told.filter(name => name !== 'smart_host'),
      [...checks],
    )
  })

  it('say of every alert what to do', () => {
    const { groups } = parse(read('deploy/prometheus/rules.yaml')) as {
      groups: { rules: { alert: string }[] }[]
    }
    const alerts = groups.flatMap(group => group.rules.map(rule => rule.alert))
    assert.ok(alerts.length > 10)
    assert.deepEqual(codesOf(firstCells(read('docs/troubles.md'), '| alert | do |')), alerts)
  })

  it('name causes that there are', () => {
    const causes = read('src/protocol/replies/causes.ts')
    const told = codesOf(firstCells(read('docs/troubles.md'), '| `cause` | do |'))
    assert.ok(told.length > 10)
    for (const cause of told) assert.match(causes, new RegExp(`^  ${cause}: row`, 'm'))
  })
})
