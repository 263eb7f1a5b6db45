/** Several installations behind one proxy: what comes back says by two characters whose it is. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
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
})
