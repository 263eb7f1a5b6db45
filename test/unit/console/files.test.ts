/** Pictures and the theme under a session: uploading, looking at them, looking at what they become. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { testDatabase } from '../../support/database.ts'
import { png } from '../../support/pictures.ts'
import { makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()

describe('A picture in the dashboard', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
    tenant = await makeTenant(stage)
  })
  after(() => stage.api.close())

  const upload = async (type: string, origin = 'http://dash.test') => {
    const answer = await fetch(`${stage.url}${tenant.base}/live/files`, {
      method: 'POST',
      headers: {
        origin,
        cookie: tenant.browser.cookie,
        'accept-language': 'en',
        'content-type': type,
        'x-filename': encodeURIComponent('verão.png'),
      },
      body: new Uint8Array(await png({ width: 40, height: 20 })),
    })
    // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
    return { status: answer.status, body: (await answer.json()) as any }
  }

  test('is uploaded as octets or as what it is, and by nobody from elsewhere', async () => {
    for (const type of ['application/octet-stream', 'image/png']) {
      const { status, body } = await upload(type)
      assert.deepEqual([status, body.filename], [201, 'verão.png'], JSON.stringify(body))
    }
    assert.equal((await upload('image/png', 'http://evil.test')).status, 403)
    const { body } = await tenant.browser.ask('GET', `${tenant.base}/test/files`)
    assert.equal(body.data.length, 2, 'they are of both modes')
  })

  test('is shown from the dashboard’s own address to its own account', async () => {
    const { body } = await upload('image/png')
    const at = (base: string) => `${base}/live/files/${body.id}/content`
    const seen = await fetch(stage.url + at(tenant.base), {
      headers: { cookie: tenant.browser.cookie },
    })
    assert.deepEqual([seen.status, seen.headers.get('content-type')], [200, 'image/png'])
    assert.match(seen.headers.get('content-security-policy')!, /sandbox/)
    const { width } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata()
    assert.equal(width, 40)
    const other = await makeTenant(stage)
    assert.equal((await other.browser.ask('GET', at(other.base))).status, 404)
    assert.equal((await other.browser.ask('GET', at(tenant.base))).status, 404)
  })

  test('is in the theme before that is saved', async () => {
    const { body } = await upload('image/png')
    const path = `${tenant.base}/live/marketing-settings/theme-preview`
    const look = (given: object) => tenant.browser.ask('POST', path, given)
    for (const shown of ['form', 'confirmation', 'letter', 'preferences', 'unsubscribe']) {
      const theme = { logo_file_id: body.id, name: 'Shop', color: '#123456' }
      const seen = await look({ theme, shown, language: 'pt' })
      assert.equal(seen.status, 200, seen.text)
      assert.match(seen.body.html, /src="data:image\/png;base64,/)
      assert.match(seen.body.html, /#123456/)
      assert.match(seen.body.html, /lang="pt-BR"/)
    }
    assert.equal((await look({ shown: 'form', language: 'en' })).status, 200)
    const bad = await look({ theme: { color: 'red' }, shown: 'form', language: 'en' })
    assert.equal(bad.body.error.param, 'theme.color')
    const none = await look({ theme: { logo_file_id: 'fil_x' }, shown: 'form', language: 'en' })
    assert.equal(none.body.error.param, 'theme.logo_file_id')
    const { body: settings } = await tenant.browser.ask(
      'GET',
      `${tenant.base}/live/marketing-settings`,
    )
    assert.equal(settings.theme, null)
  })
})
