/** That raw results are held to their shape, and that tables, picture and page are worked out of them alone. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { pages, published, withFindings } from './pages.ts'
import { pictureOf, pictureText } from './picture.ts'
import { type RawCell, type RawFigures, type RawRun, rawLine, readRaw } from './raw.ts'
import {
  expectedSeconds,
  guessedSeconds,
  keyOf,
  type Scenario,
  scenariosOf,
  secondsLeft,
} from './scenarios.ts'
import { asMarkdown, asText, fateTable, speedTable, summarize } from './tables.ts'

const plain: Scenario = {
  ...{ bodyKb: 2.5, tls: false, roundTripMs: 0, defers: false, kill: false },
  emails: 100,
}
const names = ['Malote, by HTTP', 'Malote, by SMTP', 'Postfix', 'Haraka, 2 workers']

const run: RawRun = {
  ...{ kind: 'run', version: 1, begun: '2026-11-30T12:00:00.000Z', quick: false, cores: 2 },
  ...{ processor: 'A processor', memoryMb: 8_000, system: 'Linux 6', fileSystem: 'ext2/ext3' },
  ...{ node: 'v24.1.0', loadBefore: 0.25, rsaPerSecond: 7_425.4, connections: 20 },
  contestants: names.map(name => ({ name, version: '1.2', got: 'by hand' })),
  missing: [{ name: 'Another', reason: 'it needs root' }],
}

const figures = (more: Partial<RawFigures>): RawFigures => ({
  ...{ seconds: 1, perSecond: 100, cpuMs: 1, connections: 20, accepted: 100, unanswered: 0 },
  ...{ refused: 0, arrived: 100, putOff: 0, lost: 0, doubled: 0, marked: null, kill: null },
  ...more,
})

const cell = (
  at: readonly [round: number, contestant: number],
  more: Partial<RawFigures> | string,
  scenario: Partial<Scenario> = {},
): RawCell => ({
  kind: 'cell',
  round: at[0],
  contestant: names[at[1]]!,
  scenario: { ...plain, ...scenario },
  figures: typeof more === 'string' ? null : figures(more),
  failed: typeof more === 'string' ? more : null,
})

const killed = { kill: true }
const fall = (downSeconds: number) => ({
  ...{ perSecond: null, cpuMs: null, kill: { accepted: 50, arrived: 40, downSeconds } },
})

const cells: RawCell[] = [
  cell([1, 0], { perSecond: 1_200, cpuMs: 1.25 }),
  cell([1, 1], { perSecond: 900, cpuMs: 1.5, doubled: 1, marked: 1 }),
  cell([1, 2], { perSecond: 300, cpuMs: 4 }),
  cell([1, 3], { perSecond: 400, cpuMs: 2 }),
  cell([2, 0], { perSecond: 1_000, cpuMs: 1.5 }),
  cell([2, 1], { perSecond: 800, cpuMs: 1.25 }),
  cell([2, 2], { perSecond: 500, cpuMs: 3 }),
  cell([2, 3], { perSecond: 100, cpuMs: 5 }),
  cell([3, 0], { perSecond: 1_100, cpuMs: 1 }),
  cell([3, 1], { perSecond: 700, cpuMs: 1 }),
  cell([3, 2], { perSecond: 100, cpuMs: 5, lost: 2 }),
  cell([3, 3], { perSecond: 200, cpuMs: 4 }),
  cell([1, 0], { perSecond: 50 }, { tls: true }),
  cell([1, 1], 'nothing was accepted: 554 no', { tls: true }),
  cell([1, 2], 'no time was left for it', { tls: true }),
  cell([1, 3], { perSecond: 4 }, { tls: true }),
  cell([1, 0], { ...fall(6.25), unanswered: 3, doubled: 2, marked: 2 }, killed),
  cell([1, 1], { ...fall(7), marked: 0 }, killed),
  cell([1, 2], { ...fall(2) }, killed),
  cell([1, 3], { ...fall(3), lost: 4, doubled: 5 }, killed),
]
const results = { run, cells, seconds: 60 }
const text = [run, ...cells, { kind: 'end', seconds: 60 } as const].map(rawLine).join('')

describe('The raw results', () => {
  it('are read as they were written', () => {
    assert.deepEqual(readRaw(text), results)
    assert.equal(readRaw(text.replace(/.*"end".*\n/, '')).seconds, null)
  })

  const lines = text.split('\n')
  const wrong: Readonly<Record<string, readonly [string, RegExp]>> = {
    'without a run': [lines.slice(1).join('\n'), /line 1: it is no run/],
    'with two runs': [[lines[0], lines[0]].join('\n'), /two runs/],
    'of another version': [text.replace('"version":1', '"version":2'), /line 1: \/version/],
    'with a field too many': [text.replace('"cores":2', '"cores":2,"more":1'), /line 1: /],
    'with a field too few': [text.replace('"cores":2,', ''), /line 1: .*cores/],
    'with a negative figure': [text.replace('"lost":2', '"lost":-2'), /line 12: \/figures/],
    'with half a line': [text.slice(0, 5_000), /line \d+: /],
    'of a kind nobody knows': [`${text}{"kind":"else"}`, /no line is of the kind "else"/],
    'with something after the end': [text + rawLine(cells[0]!), /after the end/],
    'of somebody who takes no part': [
      text.replace('"contestant":"Postfix"', '"contestant":"Sendmail"'),
      /Sendmail, who is not in the run/,
    ],
    'with neither figures nor a reason': [
      text.replace('"failed":"no time was left for it"', '"failed":null'),
      /either figures or a reason/,
    ],
    'with both': [text.replace('"failed":null', '"failed":"why"'), /either figures or a reason/],
  }
  for (const [how, [content, expected]] of Object.entries(wrong)) {
    it(`are refused ${how}, and the line is named`, () => {
      assert.throws(() => readRaw(content), expected)
    })
  }

  it('cannot be written wrongly either', () => {
    assert.throws(() => rawLine({ ...run, cores: -1 }), /\/cores/)
  })
})

describe('The tables', () => {
  it('take the median of the rounds, and ratios within each round', () => {
    const [first] = summarize(results)
    assert.equal(first!.rounds, 3)
    assert.deepEqual(
      names.map(name => [first!.of[name]!.perSecond, first!.of[name]!.cpuMs]),
      [
        [1_100, 1.25],
        [800, 1.25],
        [300, 4],
        [200, 4],
      ],
    )
    // 1,200 / 400, 1,000 / 500, 1,100 / 200; 900 / 400, 800 / 500, 700 / 200.
    assert.deepEqual(first!.ratios, { 'Malote, by HTTP': 3, 'Malote, by SMTP': 2.25 })
  })

  it('have a reason where there is no figure, and leave kills out of speed', () => {
    assert.equal(
      asText(speedTable(results, 'en')),
      [
        'emails/s (CPU ms each)   Malote, by HTTP                Malote, by SMTP                   Postfix   Haraka, 2 workers   beside the best other',
        '2.5 KB                      1,100 (1.25)                     800 (1.25)                300 (4.00)          200 (4.00)          3.00 ×, 2.25 ×',
        '2.5 KB, TLS                    50 (1.00)   nothing was accepted: 554 no   no time was left for it          4.0 (1.00)              12.50 ×, –',
      ].join('\n'),
    )
  })

  it('sum up what was lost and doubled over the rounds, kills apart', () => {
    assert.equal(
      asMarkdown(fateTable(results, 'pt')),
      `| | servidor | aceitos | sem resposta | perdidos | em dobro | destes, marcados | fora do ar por |
|---|---|---|---|---|---|---|---|
| em paz | Malote por HTTP | 400 | 0 | 0 | 0 | – | |
| em paz | Malote por SMTP | 300 | 0 | 0 | 1 | 1 | |
| em paz | Postfix | 300 | 0 | 2 | 0 | – | |
| em paz | Haraka, 2 processos | 400 | 0 | 0 | 0 | – | |
| 2,5 KB, derrubado | Malote por HTTP | 100 | 3 | 0 | 2 | 2 | 6,3 s |
| 2,5 KB, derrubado | Malote por SMTP | 100 | 0 | 0 | 0 | 0 | 7,0 s |
| 2,5 KB, derrubado | Postfix | 100 | 0 | 0 | 0 | – | 2,0 s |
| 2,5 KB, derrubado | Haraka, 2 processos | 100 | 0 | 4 | 5 | – | 3,0 s |`,
    )
  })
})

describe('The picture', () => {
  it('has a bar for each, as long as its part of the fastest, in light and dark', () => {
    const picture = pictureOf(results, 'en')
    assert.match(picture, /prefers-color-scheme: dark/)
    const bars = [...picture.matchAll(/class="(ours|theirs)" x="\d+" y="\d+" width="([\d.]+)"/g)]
    assert.deepEqual(
      bars.map(([, whose, width]) => `${whose} ${width}`),
      [
        ...['ours 440.0', 'ours 320.0', 'theirs 120.0', 'theirs 80.0'],
        ...['ours 440.0', 'ours 0.0', 'theirs 0.0', 'theirs 35.2'],
      ],
    )
  })

  it('is as high as it needs, and escapes what is no SVG', () => {
    const strange = { ...run, processor: '<b>', contestants: run.contestants }
    const picture = pictureOf({ ...results, run: strange, cells: cells.slice(0, 4) }, 'pt')
    const [, high] = /viewBox="0 0 880 (\d+)"/.exec(picture)!
    const last = Math.max(...[...picture.matchAll(/ y="(\d+)"/g)].map(([, y]) => Number(y)))
    assert.ok(last < Number(high) && last > Number(high) - 60, `${last} of ${high}`)
    const named = cells.map(one => ({
      ...one,
      contestant: one.contestant.replace('Postfix', 'A&B'),
    }))
    const renamed = run.contestants.map(one => ({
      ...one,
      name: one.name.replace('Postfix', 'A&B'),
    }))
    const other = { ...results, run: { ...run, contestants: renamed }, cells: named }
    assert.match(pictureOf(other, 'en'), />A&amp;B</)
  })

  it('has in words what it shows', () => {
    assert.equal(
      pictureText({ ...results, cells: cells.slice(0, 4) }, 'pt'),
      'E-mails por segundo. 2,5 KB: Malote por HTTP 1.200, Malote por SMTP 900, Postfix 300, Haraka, 2 processos 400',
    )
    assert.match(pictureText(results, 'en'), /2\.5 KB, TLS: .*Postfix no time was left for it/)
  })
})

describe('The page', () => {
  const page = '# A\n\n## What the last run found\n\nold\n\nolder\n\n## After\n\nrest\n'

  it('has its findings replaced, and nothing else', () => {
    const written = withFindings(page, results, 'en')
    assert.ok(
      written.startsWith('# A\n\n## What the last run found\n\n2026-11-30, 2 cores with 7,425'),
    )
    assert.ok(written.endsWith('|\n\n## After\n\nrest\n'))
    assert.match(
      written,
      /\n\n!\[Emails a second\. 2\.5 KB: [^\]]+\]\(pictures\/benchmark\.svg\)\n\n/,
    )
    assert.match(written, /medians of 3 rounds.*Not measured: Another\./)
    assert.doesNotMatch(written, /old/)
    assert.equal(withFindings(written, results, 'en'), written)
    const once = { ...results, cells: cells.slice(0, 4) }
    assert.match(withFindings(page, once, 'en'), /, of one round\. /)
    assert.match(withFindings(page, null, 'en'), /found\n\nNo run [^\n]+\n\n## After/)
    assert.throws(() => withFindings(page, results, 'pt'), /lacks the heading/)
  })

  it('is what `npm run bench -- --peers --docs` writes of the published run, in both languages', () => {
    const files = Object.entries(pages())
    assert.equal(files.length, published() === null ? 2 : 4)
    for (const [name, content] of files) {
      const kept = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
      assert.ok(kept === content, `${name} is not what bench/peers/published.jsonl says`)
    }
  })
})

describe('The scenarios', () => {
  it('are each size, with TLS and without, near and far, and the troubles', () => {
    const keys = scenariosOf(false).map(keyOf)
    const crossed = ['2.5kb', '100kb'].flatMap(size =>
      ['plain', 'tls'].flatMap(tls => ['0ms', '50ms'].map(way => `${size}-${tls}-${way}`)),
    )
    for (const key of crossed) assert.ok(keys.includes(key), key)
    assert.ok(keys.includes('2.5kb-plain-0ms-defers'))
    assert.ok(keys.includes('2.5kb-plain-0ms-kill'))
    assert.equal(new Set(keys).size, keys.length)
    const quick = scenariosOf(true)
    assert.ok(quick.length < keys.length)
    for (const scenario of quick) assert.ok(keys.includes(keyOf(scenario)), keyOf(scenario))
  })

  it('take as long as the last time, or as the guess by as much as it was off so far', () => {
    const contestant = 'Postfix'
    const far = { ...plain, roundTripMs: 50 }
    const turn = (scenario: Scenario, seconds: number | null) => ({ contestant, scenario, seconds })
    assert.equal(expectedSeconds({ contestant, scenario: plain }, []), guessedSeconds(plain))
    const twice = guessedSeconds(plain) * 2
    assert.equal(
      expectedSeconds({ contestant, scenario: far }, [turn(plain, twice)]),
      guessedSeconds(far) * 2,
    )
    const taken = [turn(plain, 7), turn(far, 30), turn(plain, 8)]
    assert.equal(expectedSeconds({ contestant, scenario: plain }, taken), 8)
    assert.equal(secondsLeft([...taken, turn(far, null), turn(plain, null)]), 38)
    const other = { contestant: 'Haraka', scenario: far, seconds: null }
    assert.equal(secondsLeft([...taken, other]), guessedSeconds(far))
  })
})
