/**
 * What is uploaded: bytes that are no picture under every type that a picture has, names that lead
 * elsewhere or end a header, and pictures of others, asked for by their ids and under foreign names.
 */
import { noPictures, png } from '../../support/pictures.ts'
import type { Part } from './part.ts'
import { type Arena, newParty, type Party, type Shown } from './stage.ts'
import type { Tally } from './tally.ts'

const types = ['image/png', 'image/jpeg', 'application/octet-stream', 'text/html', 'image/svg+xml']
const names = [
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/passwd',
  'a\r\nSet-Cookie: x=1',
  'a\0.png',
  'a\u202egnp.exe',
  '"><script>alert(1)</script>.png',
  '.',
  '..',
  'a'.repeat(2_000),
]

export const uploads: Part = {
  name: 'uploads',
  about: 'what is no picture × types, names, pictures of others',
  async run(arena, tally, effort) {
    const [victim, mallory] = [await newParty(arena), await newParty(arena)]
    await sendNoPictures(arena, mallory, tally, effort === 'long' ? types : types.slice(0, 2))
    await sendNames(arena, mallory, tally)
    await reach(arena, { victim, mallory }, tally)
  },
}

const upload = (
  { ask }: Arena,
  { byKey }: Party,
  raw: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<Shown> =>
  ask({ method: 'POST', path: '/v1/files', raw, headers: { ...byKey, ...headers } })

async function sendNoPictures(
  arena: Arena,
  party: Party,
  tally: Tally,
  sent: readonly string[],
): Promise<void> {
  for (const [what, bytes] of Object.entries(await noPictures())) {
    for (const type of sent) {
      const { status, param } = await upload(arena, party, bytes, { 'content-type': type })
      const isRefused = status === 400 && param === 'file'
      tally.check(isRefused, () => `${what} as ${type}: ${status} ${param}`)
    }
  }
}

async function sendNames(arena: Arena, party: Party, tally: Tally): Promise<void> {
  const picture = await png({ width: 4, height: 3 })
  for (const name of names) {
    const headers = { 'content-type': 'image/png', 'x-filename': encodeURIComponent(name) }
    const { status, body } = await upload(arena, party, picture, headers)
    const kept = String(body?.filename)
    const isClean = kept.length <= 255 && !/[\x00-\x1f/\\\u202e]/.test(kept) && !/^\.*$/.test(kept)
    tally.check(status === 201 && isClean, () => `named ${JSON.stringify(name)}: ${status} ${kept}`)
    const seen = await arena.ask({ method: 'GET', path: new URL(body.url).pathname })
    const type = seen.headers['content-type']
    tally.check(
      seen.status === 200 && type === 'image/png' && seen.headers['set-cookie'] === undefined,
      () => `${name} is served as ${type}`,
    )
  }
}

async function reach(
  arena: Arena,
  { victim, mallory }: Readonly<Record<'victim' | 'mallory', Party>>,
  tally: Tally,
): Promise<void> {
  const picture = await png({ width: 4, height: 3 })
  const { body } = await upload(arena, victim, picture, { 'content-type': 'image/png' })
  const path = `/v1/files/${body.id}`
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const given = method === 'PATCH' ? { body: { alt: 'mine' } } : {}
    const { status } = await arena.ask({ method, path, headers: mallory.byKey, ...given })
    tally.check(status === 404, () => `${method} of another's file: ${status}`)
  }
  const theme = { logo_file_id: body.id }
  const taken = await arena.ask({
    method: 'PATCH',
    path: '/v1/marketing-settings',
    body: { theme },
    headers: mallory.byKey,
  })
  tally.check(taken.param === 'theme.logo_file_id', () => `another's logo: ${taken.status}`)
  for (const host of ['links.other.test', 'evil.test']) {
    const page = { method: 'GET', path: new URL(body.url).pathname, headers: { host } }
    const { status } = await arena.ask(page)
    tally.check(status === 404, () => `a file under ${host}: ${status}`)
  }
}
