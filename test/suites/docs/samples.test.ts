/**
 * What the pages on marketing show is run as it stands: each `post` and `read` of their samples
 * against a service, in order, with the ids that the answers before gave in the place of `top_…`.
 * Portuguese pages have the same samples: `languages.test.ts` holds them to it.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { startTestService, type TestService } from '../../support/service.ts'

const pages = [
  'marketing.md',
  'contacts.md',
  'segments.md',
  'forms.md',
  'imports.md',
  'templates.md',
  'campaigns.md',
  'sequences.md',
]
const docs = new URL('../../../docs/', import.meta.url)
const pageOf = (name: string) => readFileSync(new URL(name, docs), 'utf8')

interface Sample {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly isFile: boolean
}

const methods: Readonly<Record<string, string>> = {
  read: 'GET',
  post: 'POST',
  upload: 'POST',
  patch: 'PATCH',
}

const codeOf = (page: string): string[] =>
  [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code!)

/** The calls of all blocks of a page; what is no call of these is left alone. */
const samplesOf = (page: string): Sample[] =>
  codeOf(page).flatMap(code =>
    [...code.matchAll(/^(post|patch|read|upload) (\S+)(?: '([^']*)')?$/gm)].map(
      ([, verb, path, body]) => ({
        method: methods[verb!]!,
        path: path!,
        isFile: verb === 'upload',
        ...(body === undefined ? {} : { body }),
      }),
    ),
  )

async function run(service: TestService, samples: readonly Sample[]): Promise<void> {
  const key = await service.key('test', 'admin')
  const ids = new Map<string, string>()
  const filled = (text: string) =>
    text.replaceAll(/([a-z]{3})_…/g, (_mark, prefix: string) => {
      const id = ids.get(prefix)
      assert.ok(id, `no sample before gave a ${prefix}_…`)
      return id
    })
  for (const { method, path, body, isFile } of samples) {
    const asked = isFile
      ? { body, headers: { 'content-type': 'text/csv' } }
      : body === undefined
        ? {}
        : { body: JSON.parse(filled(body)) }
    const answer = await service.call(method, filled(path), { key, ...asked })
    const told = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`
    assert.ok(answer.status < 300, told)
    const { id } = answer.body
    if (typeof id === 'string') ids.set(id.slice(0, 3), id)
  }
}

describe('The samples of the pages', () => {
  for (const name of pages) {
    it(`${name} does what it shows`, async t => {
      const page = pageOf(name)
      const samples = samplesOf(page)
      // No call is written in a way that is not found.
      const written =
        codeOf(page)
          .join('')
          .match(/^(post|patch|read|upload) /gm) ?? []
      assert.equal(samples.length, written.length)
      assert.ok(samples.length > 5, String(samples.length))
      await run(await startTestService(t), samples)
    })
  }
})
