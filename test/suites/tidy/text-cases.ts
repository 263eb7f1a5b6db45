/** What the rules about pages, comments and migrations must find, and what they must leave alone. */
import { clock, type RuleCase } from './plant.ts'

const page = '# Time\n\n## Two `clocks`, one *wall*\n\n## Twice\n\n## Twice\n'

const pageCases: readonly RuleCase[] = [
  {
    rule: 'brokenLinks',
    what: 'links to files and headings that are not there',
    files: {
      'docs/time.md': page,
      'README.md':
        '[a](docs/none.md)\n[b](docs/time.md#none)\n[c](#none)\n```\n[d](none.md)\n```\n[e](none.ts)\n',
    },
    found: ['README.md:1', 'README.md:2', 'README.md:3', 'README.md:7'],
  },
  {
    rule: 'brokenLinks',
    what: 'no link that leads to a file, a heading or another site',
    files: {
      ...clock,
      'docs/time.md': page,
      'docs/README.md':
        '# Docs\n[a](time.md#two-clocks-one-wall) [b](time.md#twice-1) [c](#docs)\n[d](https://example.com/x.md) [e](../src/kernel/base/clock.ts#L1)\n',
    },
    found: [],
  },
  {
    rule: 'strayReferences',
    what: 'comments that cite pages which no reader has',
    files: {
      'docs/time.md': page,
      'src/kernel/base/a.ts':
        '/** See decisions §3.4. */\n// (spec "Errors")\n// docs/time.md#none\n// performance.md\n/*\n * decisions\n * §2 */\n',
    },
    found: [1, 2, 3, 4, 6].map(line => `src/kernel/base/a.ts:${line}`),
  },
  {
    rule: 'strayReferences',
    what: 'no page of the repository, no RFC, no text of the program',
    files: {
      'docs/time.md': page,
      'src/kernel/base/a.ts':
        "// docs/time.md#twice, time.md, RFC 5321 §4.2 and `decisions`\nexport const a = 'none.md'\n",
    },
    found: [],
  },
  {
    rule: 'goneFiles',
    what: 'comments and pages that name a program which is not there',
    files: {
      'docs/a.md': 'See `base/gone.ts`.\n',
      'src/kernel/base/a.ts': '// As in b.ts.\n/*\n * and sending/base/a.ts */\n',
    },
    found: ['docs/a.md:1', 'src/kernel/base/a.ts:1', 'src/kernel/base/a.ts:3'],
  },
  {
    rule: 'goneFiles',
    what: 'no program that is there, no history, no text of the program',
    files: {
      'docs/a.md': '`base/a.ts` and a.ts\n```sh\nnode mine.mjs\n```\n',
      'CHANGELOG.md': 'Removed b.ts.\n',
      'docs/decisions/0001-b.md': 'b.ts\n',
      'src/kernel/base/a.ts': "// As in kernel/base/a.ts.\nexport const a = 'b.ts'\n",
    },
    found: [],
  },
]

const commentCases: readonly RuleCase[] = [
  {
    rule: 'genderedComments',
    what: 'comments that make a man or a woman of somebody',
    files: {
      'src/kernel/base/a.ts': '// Who waits gets his place.\n/*\n * She\n * asks herself. */\n',
      'dashboard/src/b.tsx': 'export const b = <p>{/* As he has it. */}</p>\n',
    },
    found: [
      'src/kernel/base/a.ts:1',
      'src/kernel/base/a.ts:3',
      'src/kernel/base/a.ts:4',
      'dashboard/src/b.tsx:1',
    ],
  },
  {
    rule: 'genderedComments',
    what: 'no other word, no text and no name of the program',
    files: {
      'src/kernel/base/a.ts': "// The history of this and there.\nexport const he = 'her letter'\n",
    },
    found: [],
  },
]

const migrationCases: readonly RuleCase[] = [
  {
    rule: 'blockingIndexes',
    what: 'an index of a table that an earlier file made',
    files: {
      'db/migrations/0001_a.sql': 'create table a (\n  n integer\n);\ncreate index a_n on a (n);\n',
      'db/migrations/0002_b.sql': '-- More.\n\ncreate unique index a_m on a (n)\n  where n > 0;\n',
      'db/migrations/0003_c.sql': 'create index a_k\n  on a (n);\n',
      'db/migrations/0004_d.sql': 'create index on a (n);\n',
      'db/migrations/0005_e.sql': 'create  index a_2 on a (n);\n',
    },
    found: [
      'db/migrations/0002_b.sql:3',
      'db/migrations/0003_c.sql:1',
      'db/migrations/0004_d.sql:1',
      'db/migrations/0005_e.sql:1',
    ],
  },
  {
    rule: 'blockingIndexes',
    what: 'none that is built beside those who write, or for weeks to come',
    files: {
      'db/migrations/0001_a.sql': 'create table a (n integer);\n',
      'db/migrations/0002_b.sql':
        '-- no transaction\n-- create index a_o on a (n);\ncreate index concurrently a_n on a (n);\n',
      'db/migrations/0003_c.sql': 'create index a_m on only a (n);\n',
    },
    found: [],
  },
]

export const textCases: readonly RuleCase[] = [...pageCases, ...commentCases, ...migrationCases]
