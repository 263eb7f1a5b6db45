import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { beginningOf, shownBody, shownQuery, shownUnread } from '#tenants/requests/shown-body.ts'

const shown = (body: string) => shownBody(beginningOf(Buffer.from(body)), () => JSON.parse(body))

describe('a body in the request log', () => {
  it('stays as it was written where nothing in it is secret', () => {
    const body = '{ "from":"a@b.c",\n "text" : "a token: 7" }'
    assert.equal(shown(body), body)
  })

  it('loses what the name of a field says is secret, at any depth', () => {
    for (const name of ['secret', 'signing_secret', 'Password', 'reset_token', 'apiKey', 'senha']) {
      const body = JSON.stringify({ a: [{ [name]: { b: 'hidden' }, c: 1 }] })
      assert.equal(shown(body), `{"a":[{"${name}":"[removed]","c":1}]}`)
    }
  })

  it('loses it also where the name is written with escapes', () => {
    assert.equal(shown('{"se\\u0063ret":"hidden"}'), '{"secret":"[removed]"}')
  })

  it('loses it also where the body is cut in the middle of it', () => {
    for (const filler of [8170, 8180, 8185, 8188, 8190]) {
      const body = JSON.stringify({ a: 'x '.repeat(filler / 2), secret: 'hidden'.repeat(20) })
      const text = shown(body)
      assert.ok(!text.includes('hid') && Buffer.byteLength(text) <= 8192, text.slice(-60))
    }
    for (let filler = 8100; filler < 8200; filler++) {
      const body = JSON.stringify({ text: `${'x '.repeat(filler / 2)} svc_live_${'K'.repeat(32)}` })
      assert.ok(!shown(body).includes('KK'))
    }
  })

  it('is cut at the end of a word, so that no half of an address is left', () => {
    for (let filler = 8160; filler < 8200; filler++) {
      const body = JSON.stringify({ to: `${'x '.repeat(filler / 2)}`, cc: 'ana.maria@here.test' })
      const text = shown(body)
      assert.ok(text.includes('ana.maria@here.test') || !text.includes('ana'), text.slice(-40))
    }
  })

  it('has no more than 8 KB of letters of several bytes', () => {
    const text = shown(JSON.stringify({ text: '漢 '.repeat(9_000) }))
    assert.ok(Buffer.byteLength(text) <= 8192)
    assert.ok(!text.includes('\ufffd'))
  })

  it('ends before the first secret where it is not JSON', () => {
    assert.equal(shownUnread('{"a": 1, "api_key": "hidden'), '{"a": 1, "[removed]')
    assert.equal(shownUnread('user=ana&password=hidden'), 'user=ana&[removed]')
    assert.equal(shownUnread('{"p\\u0061ssword": "hidden'), '{"p[removed]')
    assert.equal(shownUnread('a\0b'), 'ab')
  })

  it('takes secrets out of a query', () => {
    assert.equal(shownQuery('a=1&api_key=hidden&b=2'), 'a=1&api_key=[removed]&b=2')
    assert.equal(shownQuery('a=1;api_key=hidden;b=2'), 'a=1;api_key=[removed];b=2')
    assert.equal(shownQuery('q=svc_test_abc'), 'q=[removed]')
  })
})
