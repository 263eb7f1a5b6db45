/** The built site of docs/: what its generator is given, and how the service serves what came out. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { anchorOf } from '#faces/api/markdown.ts'
import { createApi } from '#faces/api/server.ts'
import { partsOf } from '../../../scripts/languages/parts.ts'
import { packFiles } from '../../../scripts/packed.ts'
import { faultsOfSite } from '../../../scripts/site/check-built.ts'
import { menuOf, sitePage, stage } from '../../../scripts/site/stage.ts'
import { testDatabase } from '../../support/database.ts'
import { probeWorld } from '../../unit/api/probe.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const staged = stage(root)
const pages = Object.entries(staged).filter(([file]) => file.endsWith('.md'))

describe('What the generator of the site is given', () => {
  it('has each page in both languages', () => {
    const english = pages.flatMap(([file]) => (file.startsWith('pt/') ? [] : [file]))
    assert.ok(english.length > 80, String(english.length))
    for (const file of english) assert.ok(`pt/${file}` in staged, file)
    for (const file of readdirSync(`${root}docs`).filter(name => name.endsWith('.md'))) {
      assert.ok(file.replace('README', 'index') in staged, file)
    }
  })

  it('leads nowhere outside, and to headings that are there', () => {
    const anchors = (file: string) =>
      partsOf(staged[file]!).flatMap(({ kind, text }) => (kind === 'heading' ? anchorOf(text) : []))
    let followed = 0
    for (const [file, text] of pages) {
      for (const link of partsOf(text).flatMap(part => part.links)) {
        if (/^(https?:|\/api\/|\/collection\.json$)/.test(link)) continue
        const [target = '', anchor] = link.split('#')
        const isPicture = target.endsWith('.svg')
        const beside = path.posix.join(path.posix.dirname(file), target)
        const there = target === '' ? file : isPicture ? beside : target.slice(1)
        assert.ok(there in staged, `${file}: ${link}`)
        if (anchor !== undefined) assert.ok(anchors(there).includes(anchor), `${file}: ${link}`)
        followed++
      }
    }
    assert.ok(followed > 500, String(followed))
  })

  it('has no mark of another program, and no link to the other language', () => {
    for (const [file, text] of pages) {
      assert.doesNotMatch(text, /^<!--|^\[(In English|Em português)\]/m, file)
    }
  })

  it('lists in its menus what the indexes list, each a page', () => {
    const { menus, version } = JSON.parse(staged['site.json']!)
    assert.match(version, /^\d+\.\d+\.\d+/)
    assert.equal(menus.en.length, menus.pt.length)
    const linksOf = (entry: { link?: string; items?: object[] }): string[] => [
      ...(entry.link ? [entry.link] : []),
      ...(entry.items ?? []).flatMap(linksOf),
    ]
    for (const [language, folder] of [
      ['en', ''],
      ['pt', 'pt/'],
    ] as const) {
      const links: string[] = menus[language].flatMap(linksOf)
      assert.ok(links.length > 80)
      for (const link of links) {
        assert.ok(path.posix.join(folder, `${link.slice(1)}.md`) in staged, `${language} ${link}`)
      }
    }
  })

  const there = new Map([
    ['README.md', '# All'],
    ['a.md', '# A'],
    ['pt/a.md', '# A'],
    ['decisions/1.md', '# One'],
  ])
  const cases: readonly (readonly [string, string, string])[] = [
    ['a.md', '[x](a.md#b)', '[x](/a.md#b)'],
    ['pt/a.md', '[x](a.md)', '[x](/pt/a.md)'],
    ['pt/a.md', '[x](../decisions/1.md)', '[x](/decisions/1.md)'],
    ['decisions/1.md', '[x](../README.md)', '[x](/index.md)'],
    ['a.md', '[x](#y)', '[x](#y)'],
    ['a.md', '[x](https://example.com/)', '[x](https://example.com/)'],
    ['a.md', '[x](/docs/api/)', '[x](/api/){target="_self"}'],
    ['a.md', '[`x`, `y`](../src/x.ts) and `[x](a.md)`', '`x`, `y` and `[x](a.md)`'],
    ['a.md', '```sh\n[x](a.md)\n```', '```sh\n[x](a.md)\n```'],
  ]
  for (const [file, before, expected] of cases) {
    it(`turns ${before.replaceAll('\n', ' ')} of ${file} into its own`, () => {
      assert.equal(sitePage(file, before, there), expected)
    })
  }

  it('makes a section of the menu from a section of the index', () => {
    const index =
      '# All\n\n## Send\n\n- [A](a.md): one\n- [API](/docs/api/)\n- More:\n  - [B](b.md)\n'
    assert.deepEqual(menuOf(index), [
      {
        text: 'Send',
        items: [
          { text: 'A', link: '/a' },
          { text: 'More', collapsed: true, items: [{ text: 'B', link: '/b' }] },
        ],
      },
    ])
  })
})

describe('The site as the service serves it', () => {
  const large = 'x = 1\n'.repeat(1_000)
  const site = mkdtempSync(path.join(tmpdir(), 'malote-site-'))
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(site, file)), { recursive: true })
    writeFileSync(path.join(site, file), text)
  }
  let api: ReturnType<typeof createApi>
  before(async () => {
    for (const page of ['index', 'forms', 'changes', 'pt/index', 'pt/forms', 'decisions/0001-x']) {
      write(`${page}.html`, `<p>${page}</p>`)
    }
    write('assets/app.B2xK9_aQ.js', '1')
    write('assets/large.B2xK9_aR.js', large)
    write('assets/colours.css', 'a{}')
    write('vp-icons.css', 'b{}')
    packFiles(site)
    const { db } = await testDatabase()
    api = createApi(probeWorld(db), [], { docsSite: site })
  })
  after(() => api.close())
  const get = (url: string) => api.inject({ method: 'GET', url })

  it('serves each page under its name, in its language, and lets no other script run', async () => {
    for (const [url, page, language] of [
      ['/docs/', 'index', 'en'],
      ['/docs/forms', 'forms', 'en'],
      ['/docs/changes', 'changes', 'en'],
      ['/docs/decisions/0001-x', 'decisions/0001-x', 'en'],
      ['/docs/pt/', 'pt/index', 'pt-BR'],
      ['/docs/pt/forms', 'pt/forms', 'pt-BR'],
    ] as const) {
      const answer = await get(url)
      assert.equal(answer.statusCode, 200, url)
      assert.equal(answer.body, `<p>${page}</p>`)
      assert.equal(answer.headers['content-language'], language)
      assert.equal(answer.headers['cache-control'], 'no-cache')
      const policy = String(answer.headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-/)
      assert.doesNotMatch(policy, /https?:|unsafe-eval|script-src[^;]*unsafe/)
    }
  })

  it('lets browsers keep what has its hash in its name, and nothing else', async () => {
    const kept = await get('/docs/assets/app.B2xK9_aQ.js')
    assert.equal(kept.statusCode, 200)
    assert.match(String(kept.headers['cache-control']), /immutable/)
    for (const url of ['/docs/assets/colours.css', '/docs/vp-icons.css']) {
      const answer = await get(url)
      assert.equal(answer.statusCode, 200, url)
      assert.equal(answer.headers['cache-control'], 'no-cache', url)
    }
  })

  it('gives what is large packed, as it was packed when the site was built', async () => {
    const url = '/docs/assets/large.B2xK9_aR.js'
    for (const [asked, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await api.inject({ url, headers: { 'accept-encoding': asked } })
      assert.equal(packed.headers['content-encoding'], asked)
      assert.match(String(packed.headers['cache-control']), /immutable/)
      assert.match(String(packed.headers.vary), /accept-encoding/i)
      assert.equal(unpack(packed.rawPayload).toString(), large)
    }
    assert.equal((await get(url)).body, large)
    const small = await api.inject({ url: '/docs/forms', headers: { 'accept-encoding': 'br' } })
    assert.equal(small.headers['content-encoding'], undefined)
  })

  it('goes on serving Markdown, and refuses what is no page', async () => {
    assert.match((await get('/docs/forms.md')).body, /^# Forms\n/)
    for (const url of ['/docs/nothing', '/docs/..%2Fpackage', '/docs/assets/nothing.js']) {
      assert.equal((await get(url)).statusCode, 404, url)
    }
    assert.equal((await get('/docs/assets/..%2F..%2Fpackage.json')).statusCode, 400)
  })
})

const built = path.join(root, 'site/dist')
const isBuilt = existsSync(path.join(built, 'index.html'))
const why = 'site/dist is not built: node scripts/run.mjs scripts/site.ts'

describe('The built pages', () => {
  it('have no script of their own, nothing from elsewhere, and a search in each language', t => {
    const folder = mkdtempSync(path.join(tmpdir(), 'malote-site-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const write = (name: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    write('index.html', '<script type="module" src="/docs/assets/app.js"></script>')
    write('assets/chunks/@localSearchIndexroot.abc.js', '')
    write('assets/chunks/@localSearchIndexpt.abc.js', '')
    assert.deepEqual(faultsOfSite(folder), [])
    write('pt/own.html', '<script id="theme">1</script>')
    write('far.html', '<link rel="stylesheet" href="//cdn.test/x.css"><img src="https://x.test/p">')
    rmSync(path.join(folder, 'assets/chunks/@localSearchIndexpt.abc.js'))
    assert.deepEqual(faultsOfSite(folder).sort(), [
      'far.html loads from elsewhere: <img src="https://x.test/p">',
      'far.html loads from elsewhere: <link rel="stylesheet" href="//cdn.test/x.css">',
      'nothing is searched in pt',
      'pt/own.html has a script of its own: <script id="theme">',
    ])
  })

  it('are so where they are built', { skip: isBuilt ? false : why }, () => {
    const names = readdirSync(built, { recursive: true, encoding: 'utf8' })
    const html = names.filter(name => name.endsWith('.html'))
    assert.ok(html.length > 150, String(html.length))
    assert.deepEqual(faultsOfSite(built), [])
  })
})
