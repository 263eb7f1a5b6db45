/** Several installations behind one proxy: what comes back says by two characters whose it is. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { BadSetting, readSettings } from '#kernel/base/config.ts'
import { makeReturnPath, readReturnPath, returnPathIn } from '#kernel/mail/return-path.ts'
import { openAddressed, openLink, sealLink } from '#sending/tracking/link-token.ts'
import { deviceOf, issueDevice } from '#tenants/identity/devices.ts'
import { eventOf, startTestService } from '../support/service.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const
const form = 'application/x-www-form-urlencoded'

async function offer(t: TestContext, cell: string) {
  const service = await startTestService(t, { zones, settings: { MALOTE_CELL: cell } })
  const sent = await service.call('POST', '/v1/emails', {
    body: {
      from: 'hello@shop.test',
      to: ['ana@here.test'],
      subject: 'Oferta',
      stream: 'marketing',
      html: '<a href="https://shop.test/offer">Oferta</a>',
    },
  })
  await eventOf(service, sent.body.id, 'delivered')
  const { content, from } = service.mx.received[0]!
  const raw = content.toString().replaceAll('=\r\n', '')
  const pathOf = (kind: string): string => new RegExp(`/${kind}/[\\w-]+`).exec(raw)![0]
  return { service, from, pathOf, id: sent.body.id as string }
}

describe('A cell', () => {
  it('is in front of keys, links and return paths, and all of them work', async t => {
    const { service, from, pathOf } = await offer(t, 'b7')
    assert.match(await service.key('test', 'admin'), /^svc_test_b7[0-9A-Za-z]+$/)
    assert.match(from, /^bounce\+b7[a-z2-7]{45}@/)
    const at = (path: string) => `http://127.0.0.1:${service.port}${path}`
    const click = await fetch(at(pathOf('t/c')), { redirect: 'manual' })
    assert.match(pathOf('t/c'), /^\/t\/c\/b7/)
    assert.equal(click.headers.get('location'), 'https://shop.test/offer')
    assert.match(pathOf('u'), /^\/u\/b7/)
    const left = await fetch(at(pathOf('u')), {
      method: 'POST',
      headers: { 'content-type': form },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(left.status, 200)
  })

  it('is in front of what a browser keeps of a sign-in, which is known with it and without', async t => {
    const { world } = await startTestService(t, { settings: { MALOTE_CELL: 'b7' } })
    const token = await issueDevice(world, 'ana@here.test')
    assert.match(token, /^b7/)
    const number = await deviceOf(world, token, 'ana@here.test')
    assert.notEqual(number, null)
    assert.equal(await deviceOf(world, token.slice(2), 'ana@here.test'), number)
    assert.equal(await deviceOf(world, token, 'bia@here.test'), null)
  })

  it('leaves what was made without it, or in another cell, as good as it was', () => {
    const secret = Buffer.alloc(32, 7)
    const projectId = '0192f0c1-8e7f-7000-a1b2-c3d4e5f60718'
    const content = { projectId, emailId: projectId, n: 3, about: 'https://shop.test/' }
    const token = sealLink(secret, 'click', content)
    for (const before of ['', 'b7', 'zz']) {
      assert.deepEqual(openAddressed(secret, 'click', before + token), content)
      const path = returnPathIn(before, makeReturnPath(secret, projectId, 3, 'b.test'))
      const local = path.split('@')[0]!
      assert.ok(local.length <= 64)
      assert.deepEqual(readReturnPath(secret, local.toUpperCase()), { emailId: projectId, n: 3 })
    }
    for (const before of ['b', 'b7b', '==', 'b7b7']) {
      assert.equal(openAddressed(secret, 'click', before + token), null, before)
    }
    // A form's token counts how often it was used: it has one spelling.
    assert.equal(openLink(secret, 'click', `b7${token}`), null)
  })

  it('has two small letters or digits', () => {
    for (const bad of ['b', 'b77', 'B7', '-7', 'é7']) {
      assert.throws(() => readSettings({ MALOTE_CELL: bad }), BadSetting, bad)
    }
    assert.equal(readSettings({ MALOTE_CELL: 'b7' }).MALOTE_CELL, 'b7')
    assert.equal(readSettings({}).MALOTE_CELL, '')
  })
})
