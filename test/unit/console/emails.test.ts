/** Emails under a session: sending, preview, bytes, sending again, live changes, lists as files. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { letter, makeTenant, newBrowser, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()
/** How often a live page looks for changes, and at its session. */
const looks = [1_000, 15_000]

describe('An email in the dashboard', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    // What a call may take is left as it is: a slow machine needs it.
    stage = await startStage(db, { timerMs: ms => (looks.includes(ms) ? 100 : ms) })
    tenant = await makeTenant(stage)
  })
  after(() => stage.api.close())

  const send = async (more: object = {}) =>
    (await tenant.browser.ask('POST', `${tenant.base}/test/emails`, letter(more))).body.id as string

  test('is sent, listed and read as over the public API, without its rate', async () => {
    const sent = await tenant.browser.ask('POST', `${tenant.base}/test/emails`, letter())
    assert.equal(sent.status, 202)
    assert.equal(sent.body.status, 'captured')
    assert.equal(sent.headers.get('ratelimit-limit'), null)
    const read = await tenant.browser.ask('GET', `${tenant.base}/test/emails/${sent.body.id}`)
    assert.deepEqual(
      read.body.events.map((one: { type: string }) => one.type),
      ['accepted', 'queued'],
    )
    const live = await tenant.browser.ask('GET', `${tenant.base}/live/emails/${sent.body.id}`)
    assert.equal(live.status, 404)
    for (let i = 0; i < 25; i++) {
      assert.equal(
        (await tenant.browser.ask('GET', `${tenant.base}/test/emails?limit=1`)).status,
        200,
      )
    }
  })

  test('keeps the rules of the public API: fields, idempotency, live domains', async () => {
    const bad = await tenant.browser.ask(
      'POST',
      `${tenant.base}/test/emails`,
      letter({ to: ['x'] }),
    )
    assert.equal(bad.body.error.param, 'to[0]')
    const key = { 'idempotency-key': 'once' }
    const [first, again] = [
      await tenant.browser.ask('POST', `${tenant.base}/test/emails`, letter(), key),
      await tenant.browser.ask('POST', `${tenant.base}/test/emails`, letter(), key),
    ]
    assert.equal(first.body.id, again.body.id)
    const live = await tenant.browser.ask('POST', `${tenant.base}/live/emails`, letter())
    assert.ok(['domain_not_verified', 'sandbox_recipient'].includes(live.body.error.code))
  })

  test('is previewed where nothing runs and nothing is loaded', async () => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const id = await send({
      html: '<script>alert(1)</script><img src="cid:logo"><img src="http://beacon.test/x.png"><img src="cid:evil">',
      attachments: [
        { filename: 'a.png', content: pixel, content_type: 'image/png', content_id: 'logo' },
        { filename: 'a.html', content: 'PGI+', content_type: 'text/html', content_id: 'evil' },
      ],
    })
    const reply = await tenant.browser.ask('GET', `${tenant.base}/test/emails/${id}/preview`)
    assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = reply.headers.get('content-security-policy')!
    for (const part of [
      'sandbox;',
      "default-src 'none'",
      'img-src data:',
      "frame-ancestors 'self'",
      "form-action 'none'",
    ]) {
      assert.ok(policy.includes(part), part)
    }
    assert.doesNotMatch(policy, /allow-|https?:|script-src/)
    assert.equal(reply.headers.get('x-frame-options'), 'SAMEORIGIN')
    assert.equal(reply.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    assert.ok(reply.text.includes(`<img src="data:image/png;base64,${pixel}">`))
    assert.ok(reply.text.includes('src="cid:evil"'), 'only images become data')
  })

  test('without html is previewed as its text, harmless', async () => {
    const id = await send({ text: '<b>not bold</b>' })
    const reply = await tenant.browser.ask('GET', `${tenant.base}/test/emails/${id}/preview`)
    assert.ok(reply.text.includes('&lt;b&gt;not bold&lt;/b&gt;'))
  })

  test('is read as its bytes', async () => {
    const id = await send({ html: '<p>Olá</p>', headers: { 'X-Order': '42' } })
    const alone = await send({ html: '<p>Only html</p>', text: null })
    const made = await tenant.browser.ask('GET', `${tenant.base}/test/emails/${alone}/raw`)
    assert.match(made.text, /text\/plain; charset=utf-8\r\n[^<]*\r\n\r\nOnly html\r\n/)
    const reply = await tenant.browser.ask('GET', `${tenant.base}/test/emails/${id}/raw`)
    assert.equal(reply.headers.get('content-type'), 'message/rfc822')
    assert.match(reply.text, /^Subject: A parcel for you\r$/m)
    assert.match(reply.text, /^From: Shop <hello@shop\.test>\r$/m)
    assert.match(reply.text, /^X-Order: 42\r$/m)
    assert.match(reply.text, /multipart\/alternative/)
  })

  test('is sent again as a new one with all that it had', async () => {
    const more = {
      html: '<p>Hi</p>',
      cc: ['c@reader.test'],
      reply_to: ['r@shop.test'],
      tags: { kind: 'receipt' },
      headers: { 'X-Order': '42' },
      attachments: [{ filename: 'a.txt', content: 'aGk=' }],
    }
    const id = await send(more)
    const reply = await tenant.browser.ask('POST', `${tenant.base}/test/emails/${id}/resend`, {
      all: true,
    })
    assert.equal(reply.status, 202)
    assert.notEqual(reply.body.id, id)
    const read = async (one: string) => {
      const email = (await tenant.browser.ask('GET', `${tenant.base}/test/emails/${one}`)).body
      const content = (await tenant.browser.ask('GET', `${tenant.base}/test/emails/${one}/content`))
        .body
      const { id: _a, created_at: _b, events: _c, message_id: _d, ...rest } = email
      return { ...rest, ...content, id: '', created_at: '' }
    }
    assert.deepEqual(await read(reply.body.id), await read(id))
  })

  test('handed over by SMTP is shown and sent again as the message that it is', async () => {
    const id = await send()
    const message =
      'From: Shop <hello@shop.test>\r\nTo: x@y.test\r\nMessage-ID: <1@app>\r\n' +
      'Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n' +
      '<img src="cid:logo@x">\r\n--b\r\nContent-Type: image/png\r\nContent-ID: <logo@x>\r\n' +
      'Content-Transfer-Encoding: base64\r\n\r\nQUJD\r\n--b--\r\n'
    await db.query(
      `update email_contents set html = null, text = null, headers = null, message = $2
       where email_id = $1`,
      [id.slice('msg_'.length), Buffer.from(message)],
    )
    await db.query(
      `update emails set addressees = '{"to": ["x@y.test"], "submitted": true}' where id = $1`,
      [id.slice('msg_'.length)],
    )
    const get = (one: string, path: string) =>
      tenant.browser.ask('GET', `${tenant.base}/test/emails/${one}/${path}`)
    const preview = await get(id, 'preview')
    assert.match(preview.text, /<img src="data:image\/png;base64,QUJD">/)
    const { body } = await tenant.browser.ask('POST', `${tenant.base}/test/emails/${id}/resend`, {
      all: true,
    })
    const again = (await tenant.browser.ask('GET', `${tenant.base}/test/emails/${body.id}`)).body
    assert.deepEqual([again.submitted, again.message_id, again.to], [true, '<1@app>', ['x@y.test']])
    assert.equal(again.bcc.length, 1, 'whom the envelope named')
    const raws = await Promise.all([id, body.id].map(async one => (await get(one, 'raw')).text))
    const kept = raws.map(text => text.slice(text.indexOf('From: ')))
    assert.deepEqual(kept, [message, message])
  })

  test('sent with REQUIRETLS is sent again so, which is not shown', async () => {
    const id = await send()
    await db.query(
      `update emails set addressees = addressees || '{"require_tls": true}' where id = $1`,
      [id.slice('msg_'.length)],
    )
    const reply = await tenant.browser.ask('POST', `${tenant.base}/test/emails/${id}/resend`, {
      all: true,
    })
    assert.equal(reply.status, 202)
    const [row] = await db.query<{ addressees: object }>(
      'select addressees from emails where id = $1',
      [reply.body.id.slice('msg_'.length)],
    )
    assert.deepEqual(row?.addressees, { to: letter().to, require_tls: true })
    const shown = await tenant.browser.ask('GET', `${tenant.base}/test/emails/${reply.body.id}`)
    assert.doesNotMatch(shown.text, /require/i)
  })

  test('is heard of as it comes and changes; the stream ends with the session', async () => {
    const browser = newBrowser(stage)
    await browser.ask('POST', '/api/session', {
      email: tenant.email,
      password: 'correct horse battery',
    })
    const answer = await fetch(`${stage.url}${tenant.base}/test/stream`, {
      headers: { cookie: browser.cookie },
    })
    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const hear = async (pattern: RegExp) => {
      while (!pattern.test(heard)) {
        const { done, value } = await reader.read()
        if (done) break
        heard += value
      }
      assert.match(heard, pattern)
    }
    await hear(/retry: 2000/)
    // The watch begins, some time later, with a look at where things stand: one until one is heard.
    const ids: string[] = []
    const sending = until(async () => {
      if (heard.includes('event: email')) return true
      ids.push(await send())
      await new Promise(resolve => setTimeout(resolve, 300))
      return false
    }, 'an email in the stream')
    const change =
      /event: email\ndata: {"id":"([^"]+)","status":"captured","created_at":"[^"]+","last_event_at":"[^"]+"}\n\n/
    await Promise.all([sending, hear(change)])
    const other = await makeTenant(stage)
    await other.browser.ask('POST', `${other.base}/test/emails`, letter())
    await browser.ask('DELETE', '/api/session')
    await hear(/event: end\ndata: {}\n\n/)
    const changes = [...heard.matchAll(new RegExp(change, 'g'))].map(found => found[1]!)
    assert.equal(heard.match(/event: email/g)!.length, changes.length)
    // The stream may end before it tells of the last ones.
    const first = ids.indexOf(changes[0]!)
    assert.notEqual(first, -1)
    assert.deepEqual(changes, ids.slice(first, first + changes.length), 'nothing of another tenant')
    assert.equal((await reader.read()).done, true)
  })

  test('a stream that is only asked for by HEAD costs nothing, and a stop ends all of them', async () => {
    const own = await startStage(db)
    const browser = newBrowser(own, tenant.browser.cookie)
    assert.equal((await browser.ask('HEAD', `${tenant.base}/test/stream`)).status, 200)
    const answer = await fetch(`${own.url}${tenant.base}/test/stream`, {
      headers: { cookie: browser.cookie },
    })
    const reader = answer.body!.getReader()
    await reader.read()
    await own.api.close()
    while (!(await reader.read()).done) {}
  })

  test('suppressions come in as CSV, go out as CSV, and come in again unchanged', async () => {
    const base = `${tenant.base}/live/suppressions`
    const csv = [
      'email;stream',
      'Ann <ann@x.test>;all',
      'bob@x.test;marketing',
      'ANN@x.test;all',
      'nonsense;all',
      'eve@x.test;sometimes',
      '=cmd@x.test;',
    ].join('\r\n')
    const reply = await tenant.browser.ask('POST', `${base}/import`, { csv })
    assert.deepEqual([reply.status, reply.body.added, reply.body.already], [200, 3, 0])
    assert.deepEqual(
      reply.body.invalid.map((one: { line: number }) => one.line),
      [5, 6],
    )
    const out = await tenant.browser.ask('GET', `${base}/export`)
    assert.match(out.headers.get('content-disposition')!, /^attachment; filename="suppressions-/)
    assert.equal(out.text.split('\r\n').length, 5)
    assert.ok(out.text.includes("'=cmd@x.test"), 'what a spreadsheet would run is not')
    const again = await tenant.browser.ask('POST', `${base}/import`, { csv: out.text })
    assert.deepEqual(again.body, { added: 0, already: 3, invalid: [] })
    const plain = await tenant.browser.ask('POST', `${base}/import`, {
      csv: 'one@y.test\ntwo@y.test\n',
      stream: 'marketing',
    })
    assert.equal(plain.body.added, 2)
    const huge = await tenant.browser.ask('POST', `${base}/import`, {
      csv: 'a@b.test\n'.repeat(50_002),
    })
    assert.equal(huge.body.error.param, 'csv')
  })

  test('a list of another service keeps its reasons, and is found by a part of an address', async () => {
    const base = `${tenant.base}/live/suppressions`
    const csv = [
      'EmailAddress,SuppressionReason,Origin,CreatedAt',
      'helena.gone@old.test,HardBounce,Recipient,2026-01-02T03:04:05Z',
      'rui@old.test,SpamComplaint,Recipient,2026-01-02T03:04:05Z',
      'lia@old.test,ManualSuppression,Customer,2026-01-02T03:04:05Z',
    ].join('\n')
    const { body } = await tenant.browser.ask('POST', `${base}/import`, { csv })
    assert.deepEqual(body, { added: 3, already: 0, invalid: [] })
    const found = async (query: string) => {
      const list = await tenant.browser.ask('GET', `${base}?${query}`)
      return list.body.data.map((one: { email: string; reason: string }) => [one.email, one.reason])
    }
    assert.deepEqual(await found('q=OLD.TEST'), [
      ['lia@old.test', 'manual'],
      ['rui@old.test', 'complaint'],
      ['helena.gone@old.test', 'hard_bounce'],
    ])
    assert.deepEqual(await found('q=helena.&reason=hard_bounce'), [
      ['helena.gone@old.test', 'hard_bounce'],
    ])
    assert.deepEqual(await found('q=helena.&reason=complaint'), [])
    assert.deepEqual(await found('q=%25'), [], 'no pattern, but text')
    const heads = await tenant.browser.ask('POST', `${base}/import`, {
      csv: 'E-mail\nana@new.test',
    })
    assert.deepEqual(heads.body, { added: 1, already: 0, invalid: [] })
  })

  test('a reason that is the name of something in JavaScript was noted by hand', async () => {
    const base = `${tenant.base}/live/suppressions`
    const words = ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty']
    const lines = words.map((word, i) => `js${i}@words.test,${word}`)
    const csv = ['email,reason', ...lines].join('\n')
    const reply = await tenant.browser.ask('POST', `${base}/import`, { csv })
    assert.deepEqual([reply.status, reply.body], [200, { added: 5, already: 0, invalid: [] }])
    const { body } = await tenant.browser.ask('GET', `${base}?q=@words.test`)
    const reasons = body.data.map((one: { reason: string }) => one.reason)
    assert.deepEqual(reasons, Array(5).fill('manual'))
  })

  test('the column of addresses is the one that is named best, wherever it stands', async () => {
    const base = `${tenant.base}/live/suppressions`
    const files = [
      'Address,Email\n"Rua A 1",ana@columns.test',
      'Recipient,Email\nBia Lima,bia@columns.test',
      'Address,Recipient\n"Rua A 1",caio@columns.test',
      'Address\ndavi@columns.test',
    ]
    for (const csv of files) {
      const { body } = await tenant.browser.ask('POST', `${base}/import`, { csv })
      assert.deepEqual(body, { added: 1, already: 0, invalid: [] }, csv)
    }
    const noHead = 'eva@columns.test,Stream\nfred@columns.test,weekly'
    const { body } = await tenant.browser.ask('POST', `${base}/import`, { csv: noHead })
    assert.deepEqual(
      body,
      { added: 2, already: 0, invalid: [] },
      'no head, so no column of streams',
    )
  })

  test('a CSV that takes long holds up nobody else', async () => {
    const base = `${tenant.base}/live/suppressions`
    // The server runs in this thread: what it works between two turns, others wait for.
    let longestMs = 0
    let before = process.threadCpuUsage()
    const turns = setInterval(() => {
      const { user, system } = process.threadCpuUsage(before)
      longestMs = Math.max(longestMs, (user + system) / 1000)
      before = process.threadCpuUsage()
    }, 10)
    const csv = `é@x.test${','.repeat(10_000_000)}`
    const reply = await tenant.browser.ask('POST', `${base}/import`, { csv })
    clearInterval(turns)
    assert.equal(reply.body.added + reply.body.invalid.length, 1)
    assert.ok(longestMs > 0 && longestMs < 5000, `${longestMs} ms`)
  })
})
