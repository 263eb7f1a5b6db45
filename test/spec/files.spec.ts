import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import sharp from 'sharp'
import { closeProject, openProject } from '../support/accounts.ts'
import type { Called } from '../support/called.ts'
import { doctorSays } from '../support/doctor.ts'
import { changedPlan, foundTrackingNames, grewFiles } from '../support/happened.ts'
import { film, gif, movingPng, noPictures, photograph, png, webp } from '../support/pictures.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

interface Sent {
  readonly type?: string
  readonly name?: string
  readonly key?: string
  readonly headers?: Record<string, string>
}

/** As a body of its own. */
async function upload(service: TestService, bytes: Buffer, sent: Sent = {}): Promise<Called> {
  const { type = 'image/png', name, key, headers } = sent
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key ?? (await service.key('live', 'admin'))}`,
      'accept-language': 'en',
      'content-type': type,
      ...(name === undefined ? {} : { 'x-filename': name }),
      ...headers,
    },
    body: bytes,
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

async function sendForm(service: TestService, form: FormData, headers = {}): Promise<Called> {
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await service.key('live', 'admin')}`,
      'accept-language': 'en',
      ...headers,
    },
    body: form,
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const fileOf = (bytes: Buffer, name: string, type = 'image/png'): File =>
  new File([new Uint8Array(bytes)], name, { type })

interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
}

/** What somebody sees under a host. */
function see(
  service: TestService,
  url: string,
  { host, method = 'GET', headers = {} }: { host?: string; method?: string; headers?: object } = {},
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const { pathname } = new URL(url)
    const asked = { host: '127.0.0.1', port: service.port, path: pathname, method }
    const out = request(
      { ...asked, headers: { host: host ?? 'localhost', ...headers } },
      answer => {
        const pieces: Buffer[] = []
        answer.on('data', piece => pieces.push(piece))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            bytes: Buffer.concat(pieces),
          }),
        )
      },
    )
    out.on('error', reject).end()
  })
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'files-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(one => one.isFile())
    .map(one => one.name)

describe('files', () => {
  it('are pictures by their bytes, whatever anybody says that they are', async t => {
    const service = await startTestService(t)
    const size = { width: 40, height: 30 }
    const sent = [
      ['image/png', await png(size)],
      ['image/webp', await webp(size)],
      ['image/gif', await gif(size)],
    ] as const
    for (const [type, bytes] of sent) {
      const { status, body } = await upload(service, bytes, { type: 'text/html', name: 'a.svg' })
      assert.equal(status, 201, JSON.stringify(body))
      assert.match(body.id, /^fil_/)
      assert.deepEqual(Object.keys(body), [
        'id',
        'url',
        'filename',
        'content_type',
        'bytes',
        'width',
        'height',
        'alt',
        'folder',
        'created_at',
      ])
      assert.deepEqual([body.content_type, body.width, body.height], [type, 40, 30])
      assert.deepEqual([body.filename, body.alt], ['a.svg', ''])
      const { bytes: served, headers } = await see(service, body.url)
      assert.deepEqual([headers['content-type'], served.length], [type, body.bytes])
      const { body: read } = await service.call('GET', `/v1/files/${body.id}`)
      assert.deepEqual(read, body)
    }
    const { body: listed } = await service.call('GET', '/v1/files?limit=2')
    assert.deepEqual([listed.data.length, listed.has_more], [2, true])
    const next = `/v1/files?limit=2&starting_after=${listed.data[1].id}` as const
    assert.equal((await service.call('GET', next)).body.data.length, 1)
  })

  it('refuse everything else', async t => {
    const service = await startTestService(t)
    const key = await service.key('live', 'admin')
    for (const [what, bytes] of Object.entries(await noPictures())) {
      const { status, body } = await upload(service, bytes, { key })
      const told = `${what}: ${JSON.stringify(body)}`
      assert.equal(status, 400, told)
      assert.deepEqual([body.error.code, body.error.param], ['invalid_field', 'file'], told)
    }
    assert.deepEqual((await service.call('GET', '/v1/files')).body.data, [])
  })

  it('are turned, scaled down, and say nothing beside the picture', async t => {
    const service = await startTestService(t)
    const photo = await photograph({ width: 2_000, height: 1_000 })
    assert.ok(photo.includes('Secret Person'), 'there is something to be lost')
    const { body } = await upload(service, photo, { type: 'image/jpeg' })
    assert.deepEqual([body.width, body.height], [800, 1_600])
    assert.equal(body.filename, 'image.jpg')
    const { bytes } = await see(service, body.url)
    const found = await sharp(bytes).metadata()
    assert.deepEqual([found.format, found.width, found.height], ['jpeg', 800, 1_600])
    assert.equal(found.exif, undefined)
    assert.ok(!bytes.includes('Secret Person'))
  })

  it('go on moving as they did', async t => {
    const service = await startTestService(t)
    for (const sent of [await film('gif'), await film('webp'), await movingPng()]) {
      assert.ok(sent.includes('Secret Person'))
      const { status, body } = await upload(service, sent)
      assert.equal(status, 201, JSON.stringify(body))
      const { bytes } = await see(service, body.url)
      assert.ok(!bytes.includes('Secret Person'))
      const [before, after] = [await sharp(sent).metadata(), await sharp(bytes).metadata()]
      assert.deepEqual([after.pages, after.delay], [before.pages, before.delay])
      const raw = (one: Buffer) => sharp(one, { animated: true }).raw().toBuffer()
      assert.deepEqual(await raw(bytes), await raw(sent))
      if (body.content_type === 'image/png') assert.ok(bytes.includes('acTL'))
    }
  })

  it('come as a form, too', async t => {
    const service = await startTestService(t)
    const picture = await png({ width: 4, height: 3 })
    const form = new FormData()
    form.set('alt', 'Uma flor')
    form.set('file', fileOf(picture, 'verão.png'))
    const { status, body } = await sendForm(service, form)
    assert.deepEqual([status, body.filename, body.alt], [201, 'verão.png', 'Uma flor'])
    const empty = new FormData()
    empty.set('alt', 'x')
    const without = await sendForm(service, empty)
    assert.deepEqual([without.body.error.code, without.body.error.param], ['missing_field', 'file'])
    const odd = new FormData()
    odd.set('file', fileOf(picture, 'a.png'))
    odd.set('album', 'x')
    const more = await sendForm(service, odd)
    assert.deepEqual([more.body.error.code, more.body.error.param], ['invalid_field', 'album'])
    const cut = await upload(service, Buffer.from('--x\r\n'), {
      type: 'multipart/form-data; boundary=x',
    })
    assert.deepEqual([cut.status, cut.body.error.param], [400, 'file'])
  })

  it('are called what they are called, without where they lay', async t => {
    const service = await startTestService(t)
    const picture = await png({ width: 4, height: 3 })
    const key = await service.key('live', 'admin')
    const named = [
      [encodeURIComponent('Promoção de verão.png'), 'Promoção de verão.png'],
      ['..%2F..%2Fetc%2Fpasswd', 'passwd'],
      ['C%3A%5Cfotos%5Ca.png', 'a.png'],
      ['a%0d%0aSet-Cookie%3A%20x.png', 'aSet-Cookie: x.png'],
      ['a%00%E2%80%AEgnp.exe', 'agnp.exe'],
      ['%2E%2E', 'image.png'],
      ['a'.repeat(400), 'a'.repeat(255)],
    ]
    for (const [name, filename] of named) {
      const { status, body } = await upload(service, picture, { key, name: name! })
      assert.deepEqual([status, body.filename], [201, filename])
    }
    for (const name of ['%E0%A4%A', '%ff']) {
      const { status, body } = await upload(service, picture, { key, name })
      assert.deepEqual([status, body.error?.param], [400, 'X-Filename'])
    }
  })

  it('have a name and a description that may be changed', async t => {
    const service = await startTestService(t)
    const { body } = await upload(service, await png({ width: 4, height: 3 }))
    const at = `/v1/files/${body.id}` as const
    const change = (given: object) => service.call('PATCH', at, { body: given })
    const changed = await change({ filename: 'flor.png', alt: 'Uma flor' })
    assert.deepEqual(changed.body, { ...body, filename: 'flor.png', alt: 'Uma flor' })
    assert.equal((await change({ alt: '' })).body.alt, '')
    for (const [given, code, param] of [
      [{ filename: 'a/b.png' }, 'invalid_field', 'filename'],
      [{ filename: 'a\nb' }, 'invalid_field', 'filename'],
      [{ filename: ' ' }, 'missing_field', 'filename'],
      [{ filename: 'a'.repeat(256) }, 'invalid_field', 'filename'],
      [{ alt: 'a'.repeat(1_001) }, 'invalid_field', 'alt'],
      [{ url: 'https://x.test/' }, 'invalid_field', 'url'],
    ] as const) {
      const { status, body: refused } = await change(given)
      assert.deepEqual([status, refused.error.code, refused.error.param], [400, code, param])
    }
  })

  it('are served to everybody for ever, under the hosts of their project', async t => {
    const service = await startTestService(t)
    const { body } = await upload(service, await png({ width: 4, height: 3 }))
    assert.match(body.url, /^http:\/\/localhost:\d+\/i\/[0-9a-f]{32}\.png$/)
    const seen = await see(service, body.url)
    assert.equal(seen.status, 200)
    assert.equal(seen.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(seen.headers['x-content-type-options'], 'nosniff')
    assert.equal(seen.headers['content-type'], 'image/png')
    assert.equal(seen.headers['set-cookie'], undefined)
    assert.equal(seen.headers['content-length'], String(body.bytes))
    const head = await see(service, body.url, { method: 'HEAD' })
    assert.deepEqual(
      [head.status, head.bytes.length, head.headers['content-length']],
      [200, 0, String(body.bytes)],
    )
    for (const headers of [
      { 'if-none-match': seen.headers.etag },
      { 'if-none-match': '"other", *' },
      { 'if-modified-since': seen.headers['last-modified'] },
    ]) {
      const known = await see(service, body.url, { headers })
      assert.deepEqual([known.status, known.bytes.length], [304, 0])
      assert.equal(known.headers['cache-control'], 'public, max-age=31536000, immutable')
    }
    const changed = await see(service, body.url, { headers: { 'if-none-match': '"other"' } })
    assert.equal(changed.status, 200)
    assert.equal((await see(service, body.url, { host: 'other.example' })).status, 404)
    await foundTrackingNames(service.world.db)
    const { body: moved } = await service.call('GET', `/v1/files/${body.id}`)
    assert.equal(new URL(moved.url).hostname, 'links.shop.test')
    const own = await see(service, body.url, { host: 'links.shop.test' })
    assert.deepEqual(own.bytes, seen.bytes)
    const unknown = body.url.replace(/\w{4}\.png/, '0000.png')
    for (const url of [unknown, `${body.url}/`, body.url.replace('/i/', '/i/..%2f')]) {
      const none = await see(service, url)
      assert.deepEqual([none.status, none.headers['cache-control']], [404, 'no-store'])
    }
  })

  it('lie in a folder, whole or not at all, and leave it when they are deleted', async t => {
    const folder = await folderOf(t)
    const service = await startTestService(t, { settings: { MALOTE_FILES: folder } })
    const { body } = await upload(service, await png({ width: 4, height: 3 }))
    const { body: other } = await upload(service, await png({ width: 4, height: 3 }))
    const nameOf = (url: string) => url.split('/').at(-1)!
    assert.deepEqual(
      (await namesIn(folder)).sort(),
      [nameOf(body.url), nameOf(other.url)].sort(),
      'nothing temporary is left',
    )
    const removed = await service.call('DELETE', `/v1/files/${body.id}`)
    assert.deepEqual(removed.body, { id: body.id, deleted: true })
    assert.deepEqual(await namesIn(folder), [nameOf(other.url)])
    assert.equal((await see(service, body.url)).status, 404)
    assert.equal((await service.call('GET', `/v1/files/${body.id}`)).status, 404)
    await openProject(service.world, service, 'Other')
    await closeProject(service.world, service)
    assert.equal((await see(service, other.url)).status, 404)
    service.turn(2 * 60_000)
    await until(async () => (await namesIn(folder)).length === 0, 'an empty folder')
  })

  it('are told by the doctor where their bytes are missing', async t => {
    const folder = await folderOf(t)
    const service = await startTestService(t, { settings: { MALOTE_FILES: folder } })
    const look = async () => (await doctorSays(service.world, 'files')).map(one => one.level)
    assert.deepEqual(await look(), ['ok'])
    const { body } = await upload(service, await png({ width: 4, height: 3 }))
    assert.deepEqual(await look(), ['ok'])
    await rm(folder, { recursive: true })
    assert.deepEqual(await look(), ['error'])
    const seen = await see(service, body.url)
    assert.deepEqual([seen.status, seen.headers['cache-control']], [404, 'no-store'])
  })

  it('are deleted only where nothing uses them', async t => {
    const service = await startTestService(t)
    const { body } = await upload(service, await png({ width: 4, height: 3 }))
    const refused = async (name: string) => {
      const { status, body: answer } = await service.call('DELETE', `/v1/files/${body.id}`)
      assert.deepEqual([status, answer.error?.param], [400, 'id'], name)
      assert.ok(answer.error.message.includes(`"${name}"`), answer.error.message)
    }
    const html = `<p><img src="${body.url}" alt=""></p>`
    const { body: template } = await service.call('POST', '/v1/templates', {
      body: { name: 'News', variants: { pt: { subject: 'Oi', html } } },
    })
    await service.call('POST', `/v1/templates/${template.id}/publish`, { body: {} })
    await refused('News')
    await service.call('DELETE', `/v1/templates/${template.id}`)
    const { body: campaign } = await service.call('POST', '/v1/campaigns', {
      body: { name: 'Summer', content: { variants: { pt: { subject: 'Oi', html } } } },
    })
    await refused('Summer')
    await service.call('DELETE', `/v1/campaigns/${campaign.id}`)
    assert.equal((await service.call('DELETE', `/v1/files/${body.id}`)).status, 200)
  })

  it('have the room that the plan gives', async t => {
    const service = await startTestService(t)
    const { body } = await upload(service, await png({ width: 40, height: 30 }))
    const used = 200_000_000 - body.bytes - 1
    await changedPlan(service.world.db, service.accountId, 'free')
    await grewFiles(service.world.db, used)
    const full = await upload(service, await png({ width: 40, height: 30 }))
    assert.equal(full.status, 201)
    const over = await upload(service, await png({ width: 40, height: 30 }))
    assert.deepEqual([over.status, over.body.error.param], [400, 'file'])
    assert.match(over.body.error.message, /200 MB/)
  })

  it('are shared by both modes; a test key changes what it made', async t => {
    const service = await startTestService(t)
    const key = await service.key('test', 'admin')
    const { body: live } = await upload(service, await png({ width: 4, height: 3 }))
    const { body: test } = await upload(service, await png({ width: 4, height: 3 }), { key })
    const { body: listed } = await service.call('GET', '/v1/files', { key })
    assert.deepEqual(
      listed.data.map((one: { id: string }) => one.id),
      [test.id, live.id],
    )
    for (const [method, body] of [
      ['PATCH', { alt: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const { status, body: answer } = await service.call(method, `/v1/files/${live.id}`, {
        key,
        body,
      })
      assert.deepEqual([status, answer.error.code], [403, 'live_key_required'])
    }
    assert.equal((await service.call('DELETE', `/v1/files/${test.id}`, { key })).status, 200)
  })

  it('are made once by a key, however often they are sent', async t => {
    const service = await startTestService(t)
    const picture = await png({ width: 4, height: 3 })
    const headers = { 'idempotency-key': 'a' }
    const form = (bytes: Buffer) => {
      const made = new FormData()
      made.set('file', fileOf(bytes, 'a.png'))
      return made
    }
    const first = await sendForm(service, form(picture), headers)
    const again = await sendForm(service, form(picture), headers)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await sendForm(service, form(await png({ width: 5, height: 3 })), headers)
    assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_conflict'])
  })
})
