/** The pages that are generated, the documentation as it is served, and OpenAPI. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { renderMarkdown } from '#faces/api/markdown.ts'
import { openApi } from '#faces/api/openapi.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import { createApi } from '#faces/api/server.ts'
import { settingsTable } from '#kernel/base/config.ts'
import { errors } from '#kernel/base/errors.ts'
import { eventTypeNames } from '#sending/events/event.ts'
import { noticeTypeNames } from '#tenants/accounts/notice-kinds.ts'
import { generatedDocs } from '../../../scripts/docs.ts'
import { testDatabase } from '../../support/database.ts'
import {
  ask,
  makeOwner,
  makeProbeTable,
  probeRoutes,
  probeWorld,
  type Service,
  startProbe,
} from './probe.ts'

const { db } = await testDatabase()
const committed = (name: string) =>
  fs.readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

test('The committed pages are what the program says, to the letter', async () => {
  for (const [name, text] of Object.entries(generatedDocs())) {
    assert.equal(await committed(name), text, `docs/${name}: run scripts/docs.ts`)
  }
})

test('The pages name every code, event and setting, and nothing else', async () => {
  const found = async (name: string, pattern: RegExp) =>
    [...(await committed(name)).matchAll(pattern)].map(match => match[1])
  for (const folder of ['', 'pt/']) {
    assert.deepEqual(await found(`${folder}errors.md`, /^## (\w+)$/gm), Object.keys(errors))
    assert.deepEqual(await found(`${folder}events.md`, /^\| `(\w+)` \|/gm), [
      ...eventTypeNames,
      ...noticeTypeNames,
    ])
    const rows = await found(`${folder}settings.md`, /^\| `(\w+)` \|/gm)
    assert.deepEqual(rows, Object.keys(settingsTable))
  }
})

describe('Served', () => {
  let service: Service
  before(async () => {
    await makeProbeTable(db)
    service = await startProbe(probeWorld(db))
  })
  after(() => service.api.close())

  test('every doc_url leads to a place on a page', async () => {
    const page = await ask(service.url, '/docs/errors')
    assert.equal(page.status, 200)
    for (const code of Object.keys(errors)) assert.match(page.text, new RegExp(`id="${code}"`))
  })

  test('pages load nothing from elsewhere', async () => {
    for (const path of ['/', '/docs/', '/docs/errors', '/docs/api/']) {
      const page = await ask(service.url, path)
      assert.equal(page.status, 200, path)
      assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'/)
      for (const [, target] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
        assert.doesNotMatch(target!, /^(https?:)?\/\//, `${path}: ${target}`)
      }
    }
    const script = await ask(service.url, '/docs/api/js/scalar.js')
    assert.ok(script.text.length > 1_000_000)
    assert.match(script.headers.get('content-type')!, /^application\/javascript/)
    assert.equal(
      (await ask(service.url, '/docs/api')).text,
      (await ask(service.url, '/docs/api/')).text,
    )
    const nothing = await ask(service.url, '/docs/api/nothing')
    assert.equal(nothing.status, 404)
    assert.equal(JSON.parse(nothing.text).error.code, 'route_not_found')
  })

  test('links lead somewhere, to the heading where they name one, and the index to every page', async () => {
    const pages = new Map<string, string>()
    const read = async (path: string): Promise<string> => {
      const known = pages.get(path)
      if (known !== undefined) return known
      const { status, text } = await ask(service.url, path)
      assert.equal(status, 200, path)
      pages.set(path, text)
      return text
    }
    const open = ['/', '/docs/']
    for (const path of open) {
      const text = await read(path)
      // The reference is a program of its own, made from OpenAPI.
      if (path.startsWith('/docs/api/')) continue
      // The icon is the dashboard's, which is not here.
      for (const [, target] of text.matchAll(/(?<!rel="icon" )href="([^"]+)"/g)) {
        const { pathname, hash } = new URL(target!, service.url + path)
        const there = await read(pathname)
        const id = decodeURIComponent(hash.slice(1))
        if (id !== '') assert.ok(there.includes(`id="${id}"`), `${path} links to ${target}`)
        if (!open.includes(pathname) && pathname.startsWith('/docs/')) open.push(pathname)
      }
    }
    const pictures = [
      ...(pages.get('/docs/scaling') ?? '').matchAll(/<img src="([^"]+)" alt="[^"]+/g),
    ]
    assert.equal(pictures.length, 4)
    for (const [, source] of pictures) {
      for (const page of ['/docs/scaling', '/docs/pt/scaling']) {
        const picture = await ask(service.url, new URL(source!, service.url + page).pathname)
        assert.match(picture.text, /^<svg /)
      }
    }
    const files = await fs.readdir(new URL('../../../docs/', import.meta.url), { recursive: true })
    for (const file of files.filter(name => name.endsWith('.md') && name !== 'README.md')) {
      assert.ok(open.includes(`/docs/${file.replace('.md', '')}`), `no page leads to docs/${file}`)
    }
  })

  test('what is the same for all is packed for who takes it so, and is the same then', async () => {
    const scripts = '/docs/api/js/scalar.js'
    const paths = ['/v1/openapi.json', '/llms.txt', '/docs/contract.md', '/docs/contract', scripts]
    for (const path of [...paths, '/docs/style.css']) {
      const get = (coding: string) =>
        service.api.inject({ url: path, headers: { 'accept-encoding': coding } })
      const plain = await get('')
      assert.equal(plain.headers['content-encoding'], undefined, path)
      for (const [asked, coding, unpack] of [
        ['gzip', 'gzip', gunzipSync],
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['br;q=0.2, gzip', 'gzip', gunzipSync],
      ] as const) {
        // The second is what was kept of the first.
        for (const _time of [1, 2]) {
          const packed = await get(asked)
          assert.equal(packed.headers['content-encoding'], coding, `${path}: ${asked}`)
          assert.equal(packed.headers.vary, 'Accept-Encoding')
          assert.equal(packed.headers['content-type'], plain.headers['content-type'])
          assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2, path)
          assert.ok(unpack(packed.rawPayload).equals(plain.rawPayload), path)
        }
      }
      for (const asked of ['identity', 'gzip;q=0', 'zstd']) {
        const { headers } = await get(asked)
        assert.equal(headers['content-encoding'], undefined, `${path}: ${asked}`)
        assert.equal(headers.vary, 'Accept-Encoding')
      }
    }
  })

  test('the pages of a first visit are on every page', async () => {
    const { text } = await ask(service.url, '/docs/settings')
    const nav = /<nav[\s\S]*?<\/nav>/.exec(text)![0]
    for (const page of ['quick-start', 'test-mode', 'events', 'webhooks', 'errors', 'going-live']) {
      assert.ok(nav.includes(`href="/docs/${page}"`), page)
    }
  })

  test('programs get an index, and each page as Markdown, in both languages', async () => {
    for (const [index, folder] of [
      ['/llms.txt', ''],
      ['/docs/llms.txt', ''],
      ['/docs/pt/llms.txt', 'pt/'],
    ] as const) {
      const { status, text, headers } = await ask(service.url, index)
      assert.equal(status, 200)
      assert.match(headers.get('content-type')!, /^text\/plain/)
      assert.match(text, /^# Malote\n/)
      const links = [...text.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link]) => new URL(link!))
      assert.ok(links.length > 80, String(links.length))
      assert.ok(links.some(({ pathname }) => pathname === `/docs/${folder}errors.md`))
      for (const { pathname } of links) {
        const page = await ask(service.url, pathname)
        assert.equal(page.status, 200, pathname)
        assert.match(page.headers.get('content-type')!, /^text\/markdown/)
        assert.equal(page.text, await committed(pathname.slice('/docs/'.length)))
      }
    }
  })

  test('plain pages speak the language of their folder', async () => {
    const page = await ask(service.url, '/docs/pt/errors')
    assert.equal(page.headers.get('content-language'), 'pt-BR')
    assert.match(page.text, /<html lang="pt-BR">[\s\S]*<nav aria-label="Documentação">/)
    const index = await ask(service.url, '/docs/pt')
    assert.match(index.text, /<h1 id="documentação">/)
  })

  test('files outside of docs are not served', async () => {
    for (const name of [
      '..%2Fpackage',
      '%2e%2e%2fpackage',
      'nothing.md',
      '..%2Fpackage.md',
      'nothing',
      '.%00',
      'decisions',
    ]) {
      assert.equal((await ask(service.url, `/docs/${name}`)).status, 404, name)
    }
  })

  test('a page that is not there leads readers on, in their language, and answers programs', async () => {
    const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
    const portuguese = { ...html, 'accept-language': 'pt-BR,pt;q=0.9' }
    for (const [path, headers, language, title, home] of [
      ['/docs/nothing', html, 'en', 'There is no such page', '/docs/'],
      ['/docs/some/thing/else', html, 'en', 'There is no such page', '/docs/'],
      ['/docs/nothing', portuguese, 'pt-BR', 'Esta página não existe', '/docs/pt/'],
      ['/docs/pt/nothing.html', html, 'pt-BR', 'Esta página não existe', '/docs/pt/'],
    ] as const) {
      const page = await ask(service.url, path, { headers })
      const { headers: answered } = page
      assert.equal(page.status, 404, path)
      assert.equal(answered.get('content-language'), language)
      assert.match(answered.get('content-type')!, /^text\/html/)
      assert.match(answered.get('content-security-policy')!, /^default-src 'none'/)
      assert.ok(page.text.includes(`<h1>${title}</h1>`), page.text)
      assert.ok(
        page.text.includes(`<p><a href="${home}">`) || page.text.includes(`em <a href="${home}">`),
      )
      assert.equal((await ask(service.url, home)).status, 200)
    }
    for (const path of ['/docs/nothing', '/docs/some/thing/else', '/docs/pt/nothing.html']) {
      const { status, body } = await ask(service.url, path, { headers: { accept: '*/*' } })
      assert.deepEqual([status, body.error.code], [404, 'route_not_found'])
    }
  })

  test('OpenAPI describes every route, with its scope, parameters and refusals', async () => {
    const { status, body } = await ask(service.url, '/v1/openapi.json')
    assert.equal(status, 200)
    assert.equal(body.openapi, '3.1.0')
    for (const { method, path, name, scope } of probeRoutes()) {
      const operation = body.paths[path][method.toLowerCase()]
      assert.equal(operation.operationId, name)
      assert.equal(operation['x-scope'], scope)
      for (const code of [400, 401, 403, 429, 500])
        assert.ok(operation.responses[code], `${name} ${code}`)
    }
    const create = body.paths['/v1/probe'].post
    assert.deepEqual(create.requestBody.content['application/json'].schema.properties.kind, {
      type: 'string',
      enum: ['x', 'y'],
    })
    assert.equal(create.requestBody.content['application/json'].schema.additionalProperties, false)
    assert.match(create.responses[409].description, /idempotency_conflict[\s\S]*already_suppressed/)
    assert.deepEqual(body.paths['/v1/probe/{id}'].get.parameters[0], {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })
  })

  test('health follows the database', async () => {
    assert.equal((await ask(service.url, '/healthz')).body.status, 'ok')
  })
})

test('The real routes are served strictly, and a long batch is told apart', async () => {
  const world = probeWorld(db)
  const { key } = await (await makeOwner(world)).key()
  const api = createApi(world, apiRoutes)
  const { payload } = await api.inject({
    method: 'POST',
    url: '/v1/emails/batch',
    headers: { authorization: `Bearer ${key}` },
    payload: { emails: Array(101).fill({}) },
  })
  assert.equal(JSON.parse(payload).error.code, 'batch_too_large')
  const names = apiRoutes.map(route => route.name)
  assert.equal(new Set(names).size, names.length)
  await api.close()
})

test('OpenAPI names what comes as a file where that is asked for, beside the JSON', () => {
  const { paths } = openApi(apiRoutes, { baseUrl: '', docsUrl: '', version: '' }) as {
    paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>
  }
  const typesOf = (path: string) => Object.keys(paths[path]!.get!.responses['200']!.content)
  const csv = 'text/csv; charset=utf-8'
  for (const path of ['campaigns/{id}/stats', 'campaigns/{id}/recipients', 'imports/{id}/errors']) {
    assert.deepEqual(typesOf(`/v1/${path}`), ['application/json', csv], path)
  }
  assert.deepEqual(typesOf('/v1/campaigns'), ['application/json'])
  assert.deepEqual(typesOf('/v1/contacts/export'), [csv], 'never JSON')
  assert.match(JSON.stringify(paths['/v1/contacts/export']), /CSV with a header line, or one JSON/)
})

test('References inside OpenAPI lead somewhere', () => {
  const document = openApi([...probeRoutes(), ...apiRoutes], {
    baseUrl: 'http://a',
    docsUrl: 'http://a/docs',
    version: '1',
  })
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as { $ref?: string }
    if ($ref !== undefined) {
      let at: unknown = document
      for (const part of $ref.slice(2).split('/')) at = (at as Record<string, unknown>)[part]
      assert.ok(at, $ref)
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(document)
})

test('Markdown becomes HTML, and text never becomes markup', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['# A `b` & c', '<h1 id="a-b--c">A <code>b</code> &amp; c</h1>'],
    [
      'a *b* **c** `*d*` snake_case 2 * 3 * 4',
      '<p>a <em>b</em> <strong>c</strong> <code>*d*</code> snake_case 2 * 3 * 4</p>',
    ],
    ['- a\n- b\n  c\n  - d', '<ul>\n<li>a</li>\n<li>b\nc<ul>\n<li>d</li>\n</ul></li>\n</ul>'],
    ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['```html\n<b>\n\n# x\n```', '<pre tabindex="0"><code>&lt;b&gt;\n\n# x</code></pre>'],
    ['> a\n> b', '<blockquote><p>a\nb</p></blockquote>'],
    [
      '[a](errors.md#x) [b](https://c.d/e)',
      '<p><a href="errors#x">a</a> <a href="https://c.d/e">b</a></p>',
    ],
    ['[a](javascript:alert(1)) [b](data:x)', '<p>[a](javascript:alert(1)) b</p>'],
    ['<script>alert("x")</script>', '<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</p>'],
    ['[a](https://b"onclick=x)', '<p><a href="https://b&quot;onclick=x">a</a></p>'],
  ]
  for (const [source, html] of cases) assert.equal(renderMarkdown(source).html, html)
  const table = renderMarkdown('| a | b |\n|---|---|\n| `c` | d\\|e |').html
  assert.match(table, /<th>a<\/th><th>b<\/th>[\s\S]*<td><code>c<\/code><\/td><td>d\|e<\/td>/)
})
