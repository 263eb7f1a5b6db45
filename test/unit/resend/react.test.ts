/** `react:` of Resend's package for Node: it renders before it asks, with a renderer beside it. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { CreateEmailOptions, Resend } from 'resend'
import { startTestService } from '../../support/service.ts'

const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/** The package as somebody installs it, with a renderer as small as one can be. */
async function installed(t: TestContext): Promise<typeof Resend> {
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'malote-react-'))
  t.after(() => fs.rm(folder, { recursive: true, force: true }))
  const there = path.join(folder, 'node_modules')
  const renderer = path.join(there, '@react-email/render')
  await fs.mkdir(renderer, { recursive: true })
  await fs.writeFile(
    path.join(renderer, 'package.json'),
    JSON.stringify({ name: '@react-email/render', type: 'module', exports: './index.js' }),
  )
  await fs.writeFile(
    path.join(renderer, 'index.js'),
    'export const render = async ({ type, props }) => `<p>${type}, ${props.name}</p>`\n',
  )
  await fs.cp(path.join(packages, 'resend'), path.join(there, 'resend'), { recursive: true })
  for (const name of ['postal-mime', 'standardwebhooks']) {
    await fs.symlink(path.join(packages, name), path.join(there, name))
  }
  const file = path.join(there, 'resend/dist/index.mjs')
  const all = (await import(pathToFileURL(file).href)) as { Resend: typeof Resend }
  return all.Resend
}

describe('a letter of React', () => {
  it('comes here as the html that the package makes of it, alone and in a batch', async t => {
    const Client = await installed(t)
    const service = await startTestService(t, {})
    const key = await service.key('test', 'admin')
    const resend = new Client(key, { baseUrl: `http://127.0.0.1:${service.port}/resend` })
    const letterFor = (name: string) =>
      ({
        from: 'Shop <hello@shop.test>',
        to: 'ana@here.test',
        subject: 'Welcome',
        react: { type: 'Welcome', props: { name }, key: null },
      }) as unknown as CreateEmailOptions
    const { data: one } = await resend.emails.send(letterFor('Ana'))
    const { data: two } = await resend.batch.send([letterFor('Bia'), letterFor('Cris')])
    const ids = [one!.id, ...two!.data.map(({ id }) => id)]
    const written = await Promise.all(ids.map(async id => (await resend.emails.get(id)).data!.html))
    assert.deepEqual(
      written,
      ['Ana', 'Bia', 'Cris'].map(name => `<p>Welcome, ${name}</p>`),
    )
  })
})
