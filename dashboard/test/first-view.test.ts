/**
 * What a browser has to fetch before a page shows, read from what was built: how many requests and
 * how many bytes as they travel (gzip), by the static imports of its files. Charts and tables come
 * after the figures of the overview and do not count.
 */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { icons } from '../icons.ts'
import { laterRoutes } from '../src/api/generated.ts'
import { firstRoutes } from '../src/api/generated-first.ts'
import { outlinedWays } from '../src/app/outline.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const read = (file: string): string => fs.readFileSync(dist + file, 'utf8')
const assets = fs.readdirSync(`${dist}assets`).filter(name => /\.(js|css)$/.test(name))
const named = (name: string, kind = 'js'): string => {
  const found = assets.filter(one => new RegExp(`^${name}-[\\w-]{8}\\.${kind}$`).test(one))
  assert.equal(found.length, 1, `${name}: ${found}`)
  return `assets/${found[0]}`
}

const maxRequests = 15
/**
 * React's renderer is 62,000 of them, Mantine's core 20,000, queries 11,000. They may only become
 * fewer; above 150,000 neither goes.
 */
const maxBytes = { overview: 145_500, login: 146_600 }
/** One machine's gzip packs tighter than another's: so much of the sum is no growth. */
const room = 0.01
/** Who is here, the figures, notices; in test mode its clock. At the door: its ways in, sign-up. */
const callsOf = { overview: 4, login: 3 }

const document = read('index.html')
const ofDocument = [...document.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(found => found[1]!)
const home = /data-home="\/([^"]+)"/.exec(document)![1]!
const views = {
  overview: withImports([...ofDocument, home]),
  login: withImports([...ofDocument, named('login-page'), named('door', 'css')]),
}

/** The files, and all that they import before they run. */
function withImports(files: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>(['index.html'])
  const add = (file: string): void => {
    if (all.has(file)) return
    all.add(file)
    if (!file.endsWith('.js')) return
    for (const [, name] of read(file).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)) {
      add(`assets/${name}`)
    }
  }
  for (const file of files) add(file)
  return all
}

const travelling = (file: string): number =>
  fs.statSync(dist + (fs.existsSync(`${dist}${file}.gz`) ? `${file}.gz` : file)).size

for (const view of ['overview', 'login'] as const) {
  describe(`the first view of ${view}`, () => {
    it(`is asked for in ${maxRequests} requests at most`, () => {
      assert.ok(views[view].size > 5)
      assert.ok(views[view].size + callsOf[view] <= maxRequests, [...views[view]].join('\n'))
    })

    it(`weighs ${maxBytes[view]} bytes at most, give or take what gzip does`, () => {
      const weights = [...views[view]].map(file => [file, travelling(file)] as const)
      const sum = weights.reduce((all, [, bytes]) => all + bytes, 0)
      assert.ok(sum > 100_000)
      assert.ok(
        sum <= maxBytes[view] * (1 + room),
        `${sum}: ${weights.map(one => one.join(' ')).join('\n')}`,
      )
    })
  })
}

/** Nobody sees it before a press. */
const pressed = ['windows', 'menus', 'notices', 'palette'] as const

/** The other main pages, by their files. */
const project = '/projects/prj_1/live'
const mainPages = {
  'emails-page': `${project}/emails`,
  'email-page': `${project}/emails/msg_1`,
  'deliverability-page': `${project}/deliverability`,
  'suppressions-page': `${project}/suppressions`,
  'domains-page': `${project}/domains`,
  'keys-page': `${project}/keys`,
  'webhooks-page': `${project}/webhooks`,
  'requests-page': `${project}/requests`,
  'contacts-page': `${project}/contacts`,
  'campaigns-page': `${project}/campaigns`,
  'templates-page': `${project}/templates`,
  'sequences-page': `${project}/sequences`,
  'notices-page': '/notices',
  'limits-page': '/limits',
  'settings-page': '/settings',
} as const

/** The heaviest of them; they may only become lighter. */
const maxPageBytes = 246_000

describe('a main page', () => {
  const told = JSON.parse(read('views.json')) as { pages: { form: string; files: string[] }[] }

  it('is told of with the document, whole: nothing is known only once something has come', () => {
    for (const [name, path] of Object.entries(mainPages)) {
      const files = told.pages.find(({ form }) => new RegExp(form).test(path))?.files
      assert.ok(files, name)
      const known = new Set(['index.html', ...ofDocument, ...files])
      const sheets = ['later', 'door'].map(sheet => named(sheet, 'css'))
      const view = withImports([...ofDocument, home, ...sheets, named(name)])
      const unknown = [...view].filter(file => !known.has(file))
      assert.deepEqual(unknown, [], name)
      assert.equal(new Set(files).size, files.length)
      for (const part of pressed) assert.ok(!view.has(named(part)), `${name} holds ${part}`)
      const sum = [...view].reduce((all, file) => all + travelling(file), 0)
      assert.ok(sum > 150_000 && sum <= maxPageBytes * (1 + room), `${name} weighs ${sum}`)
    }
  })
})

describe('the first view', () => {
  it('holds no chart, no table, no menu that is not open, and no page of somebody else', () => {
    for (const name of ['count-tables', 'lists', ...pressed, 'login-page', 'emails-page']) {
      assert.ok(!views.overview.has(named(name)), name)
    }
    for (const name of ['forms', 'lists', ...pressed])
      assert.ok(!views.login.has(named(name)), name)
    const held = [...views.overview].filter(file => /charts|later|shared/.test(file))
    assert.deepEqual(held, [])
    assert.ok(!views.login.has(home))
  })

  it('calls nothing of which only later pages know where it is', () => {
    const scripts = [...views.overview, ...views.login].filter(file => file.endsWith('.js'))
    const said = scripts.map(read).join('\n')
    const names = (routes: object) =>
      Object.keys(routes).filter(name => new RegExp(`["'\`]${name}["'\`]`).test(said))
    assert.deepEqual(names(firstRoutes), Object.keys(firstRoutes))
    assert.ok(Object.keys(laterRoutes).length > 200)
    assert.deepEqual(names(laterRoutes), [])
  })

  it('is drawn by its own style sheets alone', () => {
    const styled = (sheets: readonly string[]) =>
      new Set(sheets.join('\n').match(/\.m_[0-9a-f]{6,8}\b/g))
    const later = styled([read(named('later', 'css')), read(named('door', 'css'))])
    const missingIn = (view: ReadonlySet<string>) => {
      const [scripts, sheets] = ['.js', '.css'].map(kind =>
        [...view].filter(file => file.endsWith(kind)).map(read),
      )
      const own = styled(sheets!)
      const elsewhere = [...later].filter(name => !own.has(name))
      assert.ok(elsewhere.length > 50)
      return elsewhere.filter(name => scripts!.join('\n').includes(name.slice(1)))
    }
    // Parts of Mantine's that come along and are not shown: the button that closes an alert, or empties
    // a field.
    const closing = ['.m_86a44da5', '.m_220c80f2']
    assert.deepEqual(missingIn(views.overview), closing)
    assert.deepEqual(missingIn(views.login), closing)
  })

  it('names no colour that was left out of its style sheet', () => {
    const left = /\b(blue|cyan|grape|green|indigo|lime|orange|pink|teal|violet)\b/
    const named = fs
      .readdirSync(new URL('../src', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.(tsx?|css)$/.test(file))
      .flatMap(file => {
        const text = fs.readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')
        const props = text.match(/\b(color|c|bg)=("[^"]+"|\{[^}]+\})|--mantine-color-\w+/g) ?? []
        return props.filter(prop => left.test(prop)).map(prop => `${file}: ${prop}`)
      })
    assert.deepEqual(named, [])
  })
})

describe('the outline in the document', () => {
  it('needs no script that is written into it', () => {
    const scripts = document.match(/<script[^>]*>[^<]*<\/script>/g)!
    assert.ok(scripts.length >= 2)
    for (const script of scripts)
      assert.match(script, /^<script [^>]*src="\/[^"]+"[^>]*><\/script>$/)
    assert.doesNotMatch(document, /\son\w+=|style=/)
  })

  it('has the menu that everybody has, in both languages', async () => {
    const me = { user: { role: 'member' }, projects: [] } as never
    const plugins = [icons()]
    const config = { root, configFile: false, plugins, logLevel: 'error' } as const
    const built = await runnerImport<typeof import('../src/app/ways.ts')>(
      '/src/app/ways.ts',
      config,
    )
    const groups = built.module.waysOf(me, { project: 'prj_1', mode: 'live' })
    assert.deepEqual(
      outlinedWays,
      groups.map(({ title, ways }) => ({ title, ways: ways.map(({ text }) => text) })),
    )
    for (const { ways } of outlinedWays) {
      for (const { en, pt } of ways) {
        assert.ok(document.includes(`<span lang="en">${en}</span><span lang="pt-BR">${pt}</span>`))
      }
    }
  })

  it('is the frame only where no page for everybody is', () => {
    const outside = /data-outside="([^"]+)"/.exec(document)![1]!.split(' ')
    assert.ok(outside.includes('/login') && outside.includes('/login/callback'))
  })
})
