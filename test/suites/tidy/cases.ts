/** For each rule: what it must find, and the like beside it that it must leave alone. */
import { clock, lines, type RuleCase } from './plant.ts'
import { signatureCases } from './signature-cases.ts'
import { specCases } from './spec-cases.ts'
import { textCases } from './text-cases.ts'

const post = { 'src/sending/intake/post.ts': 'export interface Post {}\nexport const post = 1\n' }
const from = 'src/kernel/base/up.ts'
const sql = (words: string): string => `export const query = sql\`${words}\`\n`

const storeyCases: readonly RuleCase[] = [
  ...[
    ['an import of a storey above, by value', "import { post } from '#sending/intake/post.ts'"],
    ['one by type', "import type { Post } from '#sending/intake/post.ts'"],
    ['a re-export', "export { post } from '#sending/intake/post.ts'"],
    ['a re-export of all', "export * from '../../sending/intake/post.ts'"],
    ['an import() in a function', "export const late = () => import('#sending/intake/post.ts')"],
    ['one by a template', 'export const late = () => import(`#sending/intake/post.ts`)'],
    ['a require', "const { post } = require('../../sending/intake/post.ts')"],
    ['a type named in place', "export type P = import('#sending/intake/post.ts').Post"],
    ["a worker's file", "new Worker(new URL('../../sending/intake/post.ts', import.meta.url))"],
  ].map(([what, line]) => ({
    rule: 'risingImports',
    what: what!,
    files: { ...post, [from]: `\n${line}\n` },
    found: [`${from}:2`],
  })),
  {
    rule: 'risingImports',
    what: 'an import of the service by a storey',
    files: {
      'src/service.ts': 'export const start = 1\n',
      'src/faces/api/a.ts': "import { start } from '../../service.ts'\n",
    },
    found: ['src/faces/api/a.ts:1'],
  },
  {
    rule: 'risingImports',
    what: 'no import of a storey below, nor the service in main',
    files: {
      ...clock,
      'src/sending/intake/a.ts': "import { tick } from '#kernel/base/clock.ts'\n",
      'src/service.ts': 'export const start = 1\n',
      'src/main.ts': "import { start } from './service.ts'\n",
    },
    found: [],
  },
  {
    rule: 'unknownStoreys',
    what: 'a folder that is no storey',
    files: { ...clock, 'src/helpers/base/a.ts': '', 'src/main.ts': '' },
    found: ['src/helpers/base/a.ts:1'],
  },
  {
    rule: 'importForms',
    what: 'a relative path into another storey, and # into the own one',
    files: {
      ...clock,
      ...post,
      'src/sending/stats/a.ts':
        "import { tick } from '../../kernel/base/clock.ts'\nimport { post } from '#sending/intake/post.ts'\n",
      'src/sending/stats/b.ts':
        "import { tick } from '#kernel/base/clock.ts'\nimport { post } from '../intake/post.ts'\n",
    },
    found: ['src/sending/stats/a.ts:1', 'src/sending/stats/a.ts:2'],
  },
  {
    rule: 'sidewaysImports',
    what: 'modules of one storey in a circle',
    files: {
      'src/tenants/trust/a.ts': "import { b } from '../limits/b.ts'\n",
      'src/tenants/limits/b.ts': 'export const b = 1\n',
      'src/tenants/limits/c.ts': "import { d } from '../trust/d.ts'\n",
      'src/tenants/trust/d.ts': 'export const d = 1\n',
    },
    found: ['src/tenants/trust/a.ts:1', 'src/tenants/limits/c.ts:1'],
  },
  {
    rule: 'sidewaysImports',
    what: 'the types that close a circle, not the values',
    files: {
      'src/tenants/trust/a.ts': "import { b } from '../limits/b.ts'\nexport interface A {}\n",
      'src/tenants/limits/b.ts': 'export const b = 1\n',
      'src/tenants/limits/c.ts': "import type { A } from '../trust/a.ts'\n",
    },
    found: ['src/tenants/limits/c.ts:1'],
  },
  {
    rule: 'sidewaysImports',
    what: 'an import against the order of sending',
    files: { ...post, 'src/sending/delivery/a.ts': "import { post } from '../intake/post.ts'\n" },
    found: ['src/sending/delivery/a.ts:1'],
  },
  {
    rule: 'sidewaysImports',
    what: 'nothing where modules lean one way',
    files: { ...post, 'src/sending/stats/a.ts': "import { post } from '../intake/post.ts'\n" },
    found: [],
  },
  {
    rule: 'outsideImports',
    what: 'src that imports sim, test, bench, scripts or the dashboard',
    files: {
      ...clock,
      'sim/a.ts': "import '#kernel/base/clock.ts'\n",
      'test/support/a.ts': '',
      'bench/a.ts': '',
      'scripts/a.mjs': '',
      'dashboard/src/a.tsx': '',
      'src/faces/api/a.ts':
        "import '../../../sim/a.ts'\nimport '../../../test/support/a.ts'\nimport '../../../bench/a.ts'\n" +
        "import '../../../scripts/a.mjs'\nimport type { A } from '../../../dashboard/src/a.tsx'\n",
    },
    found: [1, 2, 3, 4, 5].map(line => `src/faces/api/a.ts:${line}`),
  },
  {
    rule: 'outsideImports',
    what: 'src that imports the client by its name, even where it is not read',
    files: {
      'src/kernel/base/b.ts': "import './c.ts'\nimport 'pg'\n",
      'src/faces/api/a.ts': "import { send } from '@malote/client'\n",
    },
    found: ['src/faces/api/a.ts:1'],
  },
  {
    rule: 'featureImports',
    what: 'parts of the dashboard that know a feature, by value, by type or late',
    files: {
      'dashboard/src/features/keys/a.tsx': 'export interface A {}\nexport const a = 1\n',
      'dashboard/src/ui/b.tsx':
        "import { a } from '../features/keys/a.tsx'\nimport type { A } from '../features/keys/a.tsx'\n",
      'dashboard/src/api/c.ts': "export const c = () => import('../features/keys/a')\n",
    },
    found: ['dashboard/src/ui/b.tsx:1', 'dashboard/src/ui/b.tsx:2', 'dashboard/src/api/c.ts:1'],
  },
  {
    rule: 'featureImports',
    what: 'no page that uses the parts or another feature, nor the app that shows pages',
    files: {
      'dashboard/src/ui/b.tsx': 'export const b = 1\n',
      'dashboard/src/features/keys/a.tsx': "import { b } from '../../ui/b.tsx'\n",
      'dashboard/src/features/emails/c.tsx': "import '../keys/a.tsx'\n",
      'dashboard/src/app/router.tsx': "import('../features/keys/a.tsx')\n",
    },
    found: [],
  },
  {
    rule: 'lostImports',
    what: 'imports that no file answers to, or one chosen while it runs',
    files: {
      ...clock,
      'src/faces/api/a.ts':
        'export const late = () => import(`./${name}.ts`)\nimport(`#kernel/base/clock.ts`)\n',
    },
    found: ['src/faces/api/a.ts:1'],
  },
  {
    rule: 'lostImports',
    what: 'imports of files that are not there',
    files: {
      ...clock,
      'src/faces/api/a.ts':
        "import '#kernel/base/none.ts'\nimport './none'\nimport './rules.json'\nimport 'pg'\n",
      'client/src/b.ts': "import './c.js'\n",
      'client/src/c.ts': '',
    },
    found: ['src/faces/api/a.ts:1', 'src/faces/api/a.ts:2'],
  },
  {
    rule: 'foreignWrites',
    what: 'what writes in the store of another module, by itself or by what it calls',
    files: {
      'src/tenants/trust/store.ts':
        'export const set = () => sql`update accounts set trust = 1`\n' +
        'export function setAll() {\n  return set()\n}\n',
      'src/tenants/trust/trust.ts':
        "import * as store from './store.ts'\nstore.set()\nstore.setAll()\n",
      'src/sending/intake/a.ts': "import { set } from '#tenants/trust/store.ts'\n",
      'src/sending/intake/b.ts':
        "\nimport * as trust from '#tenants/trust/store.ts'\ntrust.setAll()\n",
    },
    found: ['src/sending/intake/a.ts:1', 'src/sending/intake/b.ts:2'],
  },
  {
    rule: 'foreignWrites',
    what: 'neither what reads or locks, nor what no verb uses, nor the own store, nor a test',
    files: {
      'src/tenants/trust/store.ts':
        'export const find = () => sql`select trust from accounts for update of accounts`\n' +
        'export const mark = () => sql`insert into marks values (${1})`\n' +
        'export const set = () => sql`delete from marks`\n',
      'src/tenants/trust/trust.ts': "import { find, set } from './store.ts'\n",
      'src/tenants/trust/more-store.ts': "import { mark } from './store.ts'\n",
      'src/sending/intake/a.ts': "import { find, mark } from '#tenants/trust/store.ts'\n",
      'test/unit/a.ts': "import { set } from '#tenants/trust/store.ts'\n",
    },
    found: [],
  },
]

const circle = (form: string): Readonly<Record<string, string>> => ({
  'dashboard/src/a.tsx': "import { b } from './b.ts'\nexport const a = <p>{b}</p>\n",
  'dashboard/src/b.ts': `${form}\nexport const b = 1\n`,
})

const circleCases: readonly RuleCase[] = [
  {
    rule: 'valueCircles',
    what: 'files that import each other',
    files: circle("import { a } from './a.tsx'"),
    found: ['dashboard/src/a.tsx:1'],
  },
  {
    rule: 'valueCircles',
    what: 'no circle that a type closes, nor one of a worker and its starter',
    files: {
      ...circle("import type { a } from './a.tsx'"),
      'sim/storm/c.ts': "export const d = new URL('./d.ts', import.meta.url)\n",
      'sim/storm/d.ts': "import { d } from './c.ts'\n",
    },
    found: [],
  },
  {
    rule: 'typeCircles',
    what: 'a circle that a type closes',
    files: circle("import type { a } from './a.tsx'"),
    found: ['dashboard/src/a.tsx:1'],
  },
  {
    rule: 'typeCircles',
    what: 'nothing where imports go one way',
    files: circle(''),
    found: [],
  },
]

const worldCases: readonly RuleCase[] = [
  {
    rule: 'strayingSql',
    what: 'SQL outside of a store',
    files: {
      'src/tenants/trust/judge.ts': `\n${sql('select id from accounts')}`,
      'src/tenants/trust/quoted.ts': "export const query = 'delete from accounts'\n",
      'src/tenants/trust/store.ts': sql('select id from accounts'),
      'src/tenants/trust/words.ts': 'export const hint = `Selected: one domain`\n',
    },
    found: ['src/tenants/trust/judge.ts:2', 'src/tenants/trust/quoted.ts:1'],
  },
  {
    rule: 'sharedTables',
    what: 'a table that two modules write',
    files: {
      'src/tenants/trust/store.ts': sql('insert into accounts (id) values ($1)'),
      'src/tenants/limits/store.ts': `\n${sql('update accounts set plan = $1')}`,
    },
    found: ['src/tenants/limits/store.ts:2'],
  },
  {
    rule: 'sharedTables',
    what: 'no table that one module writes twice and another reads',
    files: {
      'src/tenants/trust/store.ts': sql('insert into accounts (id) values ($1)'),
      'src/tenants/trust/pause-store.ts': sql('update accounts set plan = $1'),
      'src/tenants/limits/store.ts': sql('select id from accounts for update skip locked'),
    },
    found: [],
  },
  {
    rule: 'strayingTime',
    what: 'time and chance beside the world',
    files: {
      'src/tenants/trust/a.ts':
        "import { setTimeout } from 'node:timers/promises'\nimport { randomBytes } from 'node:crypto'\n" +
        'const now = Date.now\nnew Date()\nMath.random()\nsetInterval(now, 1)\nperformance.now()\n',
    },
    found: [1, 2, 3, 4, 5, 6, 7].map(line => `src/tenants/trust/a.ts:${line}`),
  },
  {
    rule: 'strayingTime',
    what: 'nothing in the world itself, in browsers, in words, or in dates that are given',
    files: {
      'src/tenants/trust/page.js': 'setTimeout(() => {}, 1)\n',
      'src/kernel/world/real/clock.ts': 'export const now = () => Date.now()\n',
      'src/tenants/trust/a.ts':
        "import { createHash } from 'node:crypto'\n// Date.now() lies\nexport const at = new Date(0)\nexport const s = 'Math.random()'\n",
    },
    found: [],
  },
  {
    rule: 'databaseClock',
    what: 'a store that asks the database for the time',
    files: {
      'src/tenants/trust/store.ts': `\n${sql('update accounts set at = now()')}`,
      'src/tenants/limits/store.ts': 'export const at = world.clock.now()\n',
    },
    found: ['src/tenants/trust/store.ts:2'],
  },
]

const long = `function run() {\n${lines(70)}}\n`
const fits = `function run() {\n${lines(68)}}\n`

const sizeCases: readonly RuleCase[] = [
  {
    rule: 'longFiles',
    what: 'a file of 501 lines, not one of 500',
    files: { 'src/kernel/base/a.ts': lines(501), 'test/unit/b.ts': lines(500) },
    found: ['src/kernel/base/a.ts:1'],
  },
  {
    rule: 'longFunctions',
    what: 'functions of more than 70 lines, whatever they are bound to',
    files: {
      'src/kernel/base/a.ts': `\n${long}`,
      'dashboard/src/b.tsx': `export const B = () => {\n${lines(70)}return <p />\n}\n`,
      'client/src/c.ts': `class C {\nsend() {\n${lines(70)}}\n}\n`,
      'sim/storm/d.ts': `export const d = {\nplay: async () => {\n${lines(70)}}\n}\n`,
      'bench/e.ts': `start(() => {\n${lines(70)}})\n`,
      'scripts/f.mjs': long,
    },
    found: [
      'src/kernel/base/a.ts:2',
      'dashboard/src/b.tsx:1',
      'client/src/c.ts:2',
      'sim/storm/d.ts:2',
      'bench/e.ts:1',
      'scripts/f.mjs:1',
    ],
  },
  {
    rule: 'longFunctions',
    what: 'no function of 70 lines, nor a block of tests',
    files: {
      'src/kernel/base/a.ts': fits,
      'sim/storm/a.test.ts': `describe('a storm', () => {\n${lines(90)}})\n`,
    },
    found: [],
  },
  {
    rule: 'vagueFiles',
    what: 'a name that says nothing',
    files: { 'src/kernel/base/utils.ts': '', 'src/service.ts': '', 'src/kernel/base/ids.ts': '' },
    found: ['src/kernel/base/utils.ts:1'],
  },
]

const user = 'src/sending/stats/user.ts'

const exportCases: readonly RuleCase[] = [
  {
    rule: 'deadExports',
    what: 'names that nobody outside their file uses',
    files: {
      'src/kernel/base/a.ts':
        'export const used = 1\nexport const dead = used\nexport interface Dead {}\nconst late = 1\nexport { late }\n',
      'sim/storm/b.ts': 'export const [one, two] = [1, 2]\n',
      'test/unit/a.test.ts':
        "import { used } from '#kernel/base/a.ts'\nimport { two } from '../../sim/storm/b.ts'\n",
    },
    found: [
      'src/kernel/base/a.ts:2',
      'src/kernel/base/a.ts:3',
      'src/kernel/base/a.ts:5',
      'sim/storm/b.ts:1',
    ],
  },
  {
    rule: 'deadExports',
    what: 'a name that a namespace does not ask for',
    files: {
      ...clock,
      [user]: "import * as time from '#kernel/base/clock.ts'\nstep(time.tick)\n",
    },
    found: ['src/kernel/base/clock.ts:1'],
  },
  {
    rule: 'deadExports',
    what: 'no name used by type, in place, by a namespace passed on, or by import()',
    files: {
      'src/kernel/base/a.ts': 'export interface A {}\n',
      'src/kernel/base/b.ts': 'export interface B {}\n',
      'src/kernel/base/c.ts': 'export const c = 1\n',
      'src/kernel/base/d.ts': 'export const d = 1\n',
      [user]:
        "import type { A } from '#kernel/base/a.ts'\nlet b: import('#kernel/base/b.ts').B\n" +
        "import * as c from '#kernel/base/c.ts'\nstep(c)\nimport('#kernel/base/d.ts')\n",
    },
    found: [],
  },
  {
    rule: 'doubleTypeNames',
    what: 'one name for two types',
    files: {
      'src/kernel/base/a.ts': '\nexport interface Place {}\n',
      'src/kernel/mail/b.ts': 'export type Place = string\nexport class Letter {}\n',
      'sim/storm/c.ts': 'export interface Letter {}\n',
    },
    found: ['src/kernel/base/a.ts:2'],
  },
  {
    rule: 'doubleTypeNames',
    what: 'one name for two types, given away by lists',
    files: {
      'src/kernel/base/a.ts': 'interface Place {}\nexport type { Place }\n',
      'src/kernel/mail/b.ts': 'type Place = string\nexport { type Place }\n',
      'src/kernel/mail/c.ts': 'export interface Word {}\nexport interface Line {}\n',
      'src/kernel/mail/d.ts': "\nexport type { Line as Word } from './c.ts'\n",
    },
    found: ['src/kernel/base/a.ts:2', 'src/kernel/mail/c.ts:1'],
  },
  {
    rule: 'doubleTypeNames',
    what: 'no type that others pass on, nor a value of the same name',
    files: {
      'src/kernel/base/a.ts': 'export interface Place {}\n',
      'src/kernel/base/b.ts': "export type { Place } from './a.ts'\n",
      'src/kernel/base/c.ts':
        "import type { Place as P } from './b.ts'\nexport type { P as Place }\n",
      'src/kernel/base/d.ts': 'const Place = 1\nexport { Place }\n',
    },
    found: [],
  },
  {
    rule: 'limitNames',
    what: 'limits called most, least or longest, given away or not',
    files: {
      'src/kernel/base/a.ts':
        'export const mostLines = 1\nexport const leastMs = 1\nconst longestMs = 30 * minuteMs\n' +
        'function read() {\nconst mostChunks = Math.ceil(size / 2)\n}\n',
      'src/kernel/base/b.ts':
        'export const maxLines = 1\nexport const mostly = 1\nlet longestMs = 0\n' +
        'const largestOf = days => Math.max(...days)\nconst mostRead = rows.at(-1)\n',
    },
    found: [1, 2, 3, 5].map(line => `src/kernel/base/a.ts:${line}`),
  },
  {
    rule: 'limitNames',
    what: 'what is called by the bare word: properties, parameters, variables',
    files: {
      'src/kernel/base/a.ts':
        'interface A {\n  readonly most: number\n}\n' +
        'const f = (least: number) =>\n  read({ most: least })\n' +
        'const fewest = days[0]\nconst g = (x, most = 1) => x\n',
      'src/kernel/base/b.ts': 'const a = { at_most: 1, utmost: 2 }\nread(a.most, most)\n',
      'test/unit/a.ts': 'const most = rows[0]\n',
    },
    found: [2, 4, 5, 6, 7].map(line => `src/kernel/base/a.ts:${line}`),
  },
  {
    rule: 'participleTypes',
    what: 'types that are called by a participle alone, given away or not',
    files: {
      'src/kernel/base/a.ts':
        'interface Judged {}\nexport type Told = string\nclass Unopened extends Error {}\n',
      'src/kernel/base/b.ts':
        'interface JudgedRow {}\ntype Feed = string\nconst Found = 1\ninterface Red {}\n',
      'test/unit/a.ts': 'interface Judged {}\n',
    },
    found: [1, 2, 3].map(line => `src/kernel/base/a.ts:${line}`),
  },
]

export const cases: readonly RuleCase[] = [
  ...signatureCases,
  ...storeyCases,
  ...circleCases,
  ...worldCases,
  ...sizeCases,
  ...exportCases,
  ...textCases,
  ...specCases,
]
