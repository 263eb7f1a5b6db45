/** Finding emails again: the list, its filters, its pages, and what an email said. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { carriedMessageId, type HeardType, heard } from '../support/happened.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** Nothing is delivered here, so that every email keeps the state that a test gave it. */
const quiet = { settings: { MALOTE_ROLES: 'api' } }

interface Sent {
  readonly id: string
  readonly status: string
}

async function send(service: TestService, more: object = {}, key?: string): Promise<Sent> {
  const body = {
    from: 'hello@shop.test',
    to: ['ana@here.test'],
    subject: 'Hello',
    text: 'Hi',
    ...more,
  }
  const answer = await service.call('POST', '/v1/emails', {
    body,
    ...(key === undefined ? {} : { key }),
  })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body
}

async function found(service: TestService, query: string): Promise<string[]> {
  const answer = await service.call('GET', `/v1/emails?${query}`)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data.map((email: Sent) => email.id)
}

describe('the list of emails', () => {
  it('finds what waits for its time, and what does not', async t => {
    const service = await startTestService(t, quiet)
    const at = (minutes: number) =>
      new Date(service.world.clock.now() + minutes * 60_000).toISOString()
    const plain = (await send(service)).id
    const past = (await send(service, { scheduled_at: at(-0.5) })).id
    const later = (await send(service, { scheduled_at: at(60) })).id
    const news = (await send(service, { stream: 'marketing', scheduled_at: at(90) })).id
    const gone = (await send(service, { scheduled_at: at(30) })).id
    await service.call('POST', `/v1/emails/${gone}/cancel`)
    assert.deepEqual(await found(service, 'scheduled=true'), [news, later])
    assert.deepEqual(await found(service, 'scheduled=true&stream=marketing'), [news])
    assert.deepEqual(await found(service, 'scheduled=true&status=queued'), [news, later])
    assert.deepEqual(await found(service, 'scheduled=true&status=cancelled'), [])
    assert.deepEqual(await found(service, 'scheduled=true&limit=1'), [news])
    assert.deepEqual(await found(service, 'scheduled=false'), [gone, past, plain])
    const file = await service.call('GET', '/v1/emails/export?scheduled=true')
    const lines = String(file.body).trim().split('\r\n')
    assert.deepEqual(
      lines.slice(1).map(line => line.split(',')[0]),
      [news, later],
    )
    const moved = await service.call('PATCH', `/v1/emails/${later}`, {
      body: { scheduled_at: at(-0.5) },
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.deepEqual(await found(service, 'scheduled=true'), [news], 'it is due now')
    service.turn(91 * 60_000)
    assert.deepEqual(await found(service, 'scheduled=true'), [], 'its time has come')
    const wrong = await service.call('GET', '/v1/emails?scheduled=1')
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'scheduled'])
  })

  it('shows the newest first, page by page', async t => {
    const service = await startTestService(t, quiet)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await send(service, { subject: `No. ${n}` })).id)
    const first = await service.call('GET', '/v1/emails?limit=2')
    assert.deepEqual(
      first.body.data.map((one: Sent) => one.id),
      ids.slice(0, 2),
    )
    assert.equal(first.body.has_more, true)
    assert.equal(first.body.data[0].subject, 'No. 4')
    assert.equal('events' in first.body.data[0], false)
    const last = await service.call('GET', `/v1/emails?limit=3&starting_after=${ids[1]}`)
    assert.deepEqual(
      last.body.data.map((one: Sent) => one.id),
      ids.slice(2),
    )
    assert.equal(last.body.has_more, false)
  })

  it('finds by sender, recipient, subject, stream, status, tag and time', async t => {
    const service = await startTestService(t, quiet)
    const plain = (await send(service)).id
    const named = (
      await send(service, {
        from: '"Shop <the one>, SP" <Team@Shop.test>',
        to: ['Ana <ANA@here.test>', 'bia@here.test', '"Ana, <the other>" <ana@HERE.test>'],
        cc: ['carla@here.test'],
        subject: '100% off_now',
      })
    ).id
    const tagged = (
      await send(service, { stream: 'marketing', tags: { campaign: 'may', order: '7 & 8' } })
    ).id
    const failed = (
      await send(service, { html: '<a href="https://evil.test/x">https://www.bank.com</a>' })
    ).id

    assert.deepEqual(await found(service, 'from=team@shop.test'), [named])
    assert.deepEqual(await found(service, 'from=HELLO%40SHOP.TEST'), [failed, tagged, plain])
    assert.deepEqual(await found(service, 'from=shop.test'), [])
    assert.deepEqual(await found(service, 'to=bia@here.test'), [named])
    assert.deepEqual(await found(service, 'to=ana@HERE.test'), [failed, tagged, named, plain])
    assert.deepEqual(await found(service, 'to=Carla@here.test'), [named], 'and those of cc')
    assert.deepEqual(await found(service, 'subject=OFF_'), [named])
    assert.deepEqual(await found(service, 'subject=100%25'), [named])
    assert.deepEqual(await found(service, 'subject=h_llo'), [], 'no wildcards')
    assert.deepEqual(await found(service, 'stream=marketing'), [tagged])
    assert.deepEqual(await found(service, 'tag[campaign]=may'), [tagged])
    assert.deepEqual(await found(service, 'tag[campaign]=may&tag[order]=7+%26+8'), [tagged])
    assert.deepEqual(await found(service, 'tag[campaign]=june'), [])
    assert.deepEqual(await found(service, 'status=failed'), [failed])
    assert.deepEqual(await found(service, 'status=queued'), [tagged, named, plain])
    assert.deepEqual(await found(service, 'status=bounced'), [])
    assert.deepEqual(await found(service, 'status=queued&to=bia@here.test&subject=off'), [named])
  })

  it('says how an email stands with each, and with the one who was asked for', async t => {
    const service = await startTestService(t, quiet)
    const three = {
      to: ['ana@here.test'],
      cc: ['Bia <bia@here.test>'],
      bcc: ['caio@here.test', 'dora@here.test'],
    }
    await service.call('POST', '/v1/suppressions', {
      body: { email: 'dora@here.test', stream: 'all' },
    })
    const [plain, mixed, later] = [
      (await send(service)).id,
      (await send(service, three)).id,
      (await send(service, { to: ['bia@here.test'] })).id,
    ]
    const happen = (of: string, n: number, type: HeardType, details = {}) =>
      heard(service, { of, n, type, details })
    await happen(mixed!, 0, 'delivered')
    await happen(mixed!, 1, 'deferred', { cause: 'greylisted' })
    await happen(mixed!, 1, 'bounced', { cause: 'mailbox_full', smtp_code: '552 5.2.2' })
    await happen(later!, 0, 'deferred', { cause: 'greylisted' })
    const items = async (query: string) => {
      const { status, body } = await service.call('GET', `/v1/emails?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.map(({ id, counts, recipient }) => ({ id, counts, recipient }))
    }
    const counts = { delivered: 1, bounced: 1, queued: 1, suppressed: 1 }
    assert.deepEqual(await items(''), [
      { id: later, counts: { deferred: 1 }, recipient: undefined },
      { id: mixed, counts, recipient: undefined },
      { id: plain, counts: { queued: 1 }, recipient: undefined },
    ])
    assert.deepEqual((await service.call('GET', `/v1/emails/${mixed}`)).body.counts, counts)
    const bia = (state: string, reason: string) => ({ address: 'bia@here.test', state, reason })
    assert.deepEqual(await items('to=BIA@here.test'), [
      { id: later, counts: { deferred: 1 }, recipient: bia('deferred', 'greylisted') },
      { id: mixed, counts, recipient: bia('bounced', 'mailbox_full') },
    ])
    const [ofDora] = await items('to=dora@here.test')
    const dora = { address: 'dora@here.test', state: 'suppressed', reason: 'manual' }
    assert.deepEqual(ofDora!.recipient, dora)
    const [ofCaio] = await items('to=caio@here.test')
    assert.deepEqual(ofCaio!.recipient, { address: 'caio@here.test', state: 'queued' })
    const ids = (query: string) => found(service, query)
    assert.deepEqual(await ids('recipient_state=bounced'), [mixed])
    assert.deepEqual(await ids('recipient_state=deferred'), [later], 'it was, and is no more')
    assert.deepEqual(await ids('recipient_state=queued'), [mixed, plain])
    assert.deepEqual(await ids('recipient_state=delivered'), [mixed])
    assert.deepEqual(await ids('recipient_state=suppressed&status=bounced'), [mixed])
    assert.deepEqual(await ids('recipient_state=suppressed&status=queued'), [])
    assert.deepEqual(await ids('recipient_state=bounced&to=ana@here.test'), [])
    assert.deepEqual(await ids('recipient_state=delivered&to=ana@here.test'), [mixed])
    assert.deepEqual(await ids('recipient_state=bounced&to=bia@here.test'), [mixed])
    const wrong = await service.call('GET', '/v1/emails?recipient_state=opened')
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'recipient_state'])
    const cancelled = await service.call('POST', `/v1/emails/${plain}/cancel`)
    assert.deepEqual(cancelled.body.counts, { cancelled: 1 })
    assert.deepEqual(await ids('recipient_state=cancelled'), [plain])
  })

  it('finds by words wherever they stand, by ids and by Message-IDs', async t => {
    const service = await startTestService(t, quiet)
    const { world } = service
    const order = await send(service, {
      to: ['"Zé" <jose.silva@café.test>'],
      cc: ['Joana@here.test', 'rui@xn--caf-dma.test'],
      bcc: ['caio@here.test'],
      subject: 'Confirmação do pedido 100%_x',
      tags: { kind: 'Réçu', shop: 'Loja "Sul"', path: 'C:\\Dir' },
      metadata: { order: 'hidden-metadata' },
      reply_to: ['answers@shop.test'],
    })
    const plain = await send(service, { subject: 'STRASSE Ναί', to: ['ana@here.test'] })
    const ids = (words: string, more = '') =>
      found(service, `q=${encodeURIComponent(words)}${more}`)
    for (const words of [
      'pedido',
      'CONFIRMACAO',
      'confirmação pedido',
      'pedido confirmação',
      'onfirma',
      '100%_',
      'silva',
      'jose.silva@café.test',
      'JOSE.SILVA@cafe.test',
      'jose.silva@xn--caf-dma.test',
      '@CAFÉ.test',
      'oana@here',
      'RUI@café.test',
      'c:\\dir',
      'caio@here.test',
      'recu',
      '"sul"',
      'réçu joana 100%',
      'pe',
      'zé',
      'ZE jose',
      'ＰＥＤＩＤＯ',
      '100%_x',
      ' pedido ',
    ]) {
      assert.deepEqual(await ids(words), [order.id], words)
    }
    for (const words of [
      'pedido nowhere',
      '100%x',
      'p_dido',
      'kind',
      'hidden-metadata',
      'answers',
      'bcc',
      'pedido@',
      'pedid.',
      '(pedido',
      '.*',
      'a\\b',
      'true',
    ]) {
      assert.deepEqual(await ids(words), [], words)
    }
    assert.deepEqual(await ids('here.test'), [plain.id, order.id])
    assert.deepEqual(await ids('ναι'), [plain.id])
    const long = `Ã${'x\\"ç-'.repeat(120)}`
    const wordy = await send(service, { subject: `a ${long}`, to: ['eva@here.test'] })
    assert.deepEqual(await ids(long.toUpperCase()), [wordy.id], 'a long word')
    assert.deepEqual(await ids(`${long}y`), [])
    assert.deepEqual(
      await ids(
        Array(20)
          .fill(long.slice(0, 48))
          .map((a, n) => `${a.slice(n)}`)
          .join(' '),
      ),
      [wordy.id],
    )
    assert.deepEqual(await ids('here.test', '&to=ana@here.test'), [plain.id], 'filters add up')
    assert.deepEqual(await ids('here.test', '&status=bounced'), [])

    const [event] = await service.timeline(order.id)
    assert.deepEqual(await ids(order.id), [order.id])
    assert.deepEqual(await ids(event!.id), [order.id])
    assert.deepEqual(await ids(order.id, '&status=bounced'), [])
    assert.deepEqual(await ids('evt_00000000000070008000000000000000'), [])
    const { message_id: own } = (await service.call('GET', `/v1/emails/${order.id}`)).body
    assert.deepEqual(await ids(own), [order.id])
    assert.deepEqual(await ids(own.slice(1, -1)), [order.id], 'without its brackets')
    assert.deepEqual(await ids(own.replace('shop.test', 'other.test')), [])
    await carriedMessageId(world.db, plain.id, '<theirs@app>')
    assert.deepEqual(await ids('<theirs@app>'), [plain.id])
    assert.deepEqual(await ids('theirs@app'), [plain.id])
    assert.deepEqual(await ids('<theirs@ap>'), [])
    const key = await service.key('test', 'read')
    for (const words of [order.id, event!.id, own, 'pedido', '<theirs@app>']) {
      const { body } = await service.call('GET', `/v1/emails?q=${encodeURIComponent(words)}`, {
        key,
      })
      assert.deepEqual(body.data, [], 'another mode')
    }

    const asked = async (query: string) =>
      (await service.call('GET', `/v1/emails?${query}`)).body.data.map(
        (email: { recipient?: object }) => email.recipient,
      )
    const joana = { address: 'Joana@here.test', state: 'queued' }
    assert.deepEqual(await asked('q=pedido+JOANA@here.test'), [joana])
    assert.deepEqual(await asked('q=oana@here.test'), [undefined], 'part of an address alone')
    const csv = await service.call('GET', '/v1/emails/export?q=pedido')
    assert.equal(csv.body.trim().split('\r\n').length, 2)
    for (const q of ['', 'x', '%20x%20', '%C3%A9', Array.from('abcdefghijklmnopqrstu').join('+')]) {
      const { status, body } = await service.call('GET', `/v1/emails?q=${q}`)
      assert.deepEqual([status, body.error.code, body.error.param], [400, 'invalid_field', 'q'], q)
    }
    const { body: portuguese } = await service.call('GET', '/v1/emails?q=x', {
      headers: { 'accept-language': 'pt' },
    })
    assert.match(portuguese.error.message, /q precisa de pelo menos 2 caracteres/)
  })

  it('counts each recipient by their own first opening, and connections of deliveries alone', async t => {
    const service = await startTestService(t, quiet)
    const { id } = await send(service, { to: ['ana@here.test', 'bia@here.test'] })
    const happen = (n: number, type: HeardType, details = {}) =>
      heard(service, { of: id, n, type, details })
    await happen(0, 'delivered', { tls: 'verified' })
    await happen(1, 'deferred', { cause: 'greylisted', tls: 'none' })
    await happen(1, 'delivered', { tls: 'none' })
    for (const n of [0, 1, 0]) await happen(n, 'opened')
    const matched = async (query: string) => {
      const { body } = await service.call('GET', `/v1/emails?${query}`)
      return body.data.flatMap(({ matched_recipients: all }) => all)
    }
    assert.deepEqual(await matched('event=opened'), ['ana@here.test', 'bia@here.test'])
    assert.deepEqual(await matched('tls=none'), ['bia@here.test'])
    assert.deepEqual(await matched('tls=verified'), ['ana@here.test'])
  })

  it('finds an unusual status in the order of the list, whenever it came about', async t => {
    const service = await startTestService(t, quiet)
    const to = ['ana@here.test', 'bia@here.test']
    const [a, b, c, d, e] = [
      (await send(service)).id,
      (await send(service, { to, subject: 'Two of them' })).id,
      (await send(service)).id,
      (await send(service)).id,
      (await send(service)).id,
    ]
    const happen = (type: HeardType, ...recipients: [string, number][]): Promise<void> =>
      heard(service, ...recipients.map(([of, n]) => ({ of, n, type })))
    await happen('bounced', [c!, 0])
    await happen('bounced', [a!, 0], [d!, 0])
    await happen('bounced', [b!, 1])
    await happen('bounced', [b!, 0])
    await happen('complained', [d!, 0])
    await happen('suppressed', [e!, 0])
    assert.deepEqual(await found(service, 'status=bounced'), [c, b, a])
    assert.deepEqual(await found(service, 'status=complained'), [d])
    assert.deepEqual(await found(service, 'status=suppressed'), [e])
    assert.deepEqual(await found(service, 'status=bounced&subject=two'), [b])
    assert.deepEqual(await found(service, 'status=bounced&to=ana@here.test'), [c, b, a])
    const paged: string[] = []
    for (let after = ''; ; after = `&starting_after=${paged.at(-1)}`) {
      const page = await service.call('GET', `/v1/emails?status=bounced&limit=1${after}`)
      paged.push(...page.body.data.map((one: Sent) => one.id))
      if (!page.body.has_more) break
    }
    assert.deepEqual(paged, [c, b, a])

    service.turn(3_600_000)
    const since = encodeURIComponent(new Date(service.world.clock.now()).toISOString())
    const later = (await send(service)).id
    await service.call('POST', `/v1/emails/${later}/cancel`)
    await happen('bounced', [(await send(service)).id, 0])
    assert.deepEqual(await found(service, 'status=cancelled'), [later])
    assert.equal((await found(service, `status=bounced&created_after=${since}`)).length, 1)
    assert.deepEqual(await found(service, `status=bounced&created_before=${since}`), [c, b, a])
  })

  it('takes times with an offset: from created_after on, and before created_before', async t => {
    const service = await startTestService(t, quiet)
    const early = (await send(service)).id
    service.turn(3_600_000)
    const between = encodeURIComponent(new Date(service.world.clock.now()).toISOString())
    const late = (await send(service)).id
    assert.deepEqual(await found(service, `created_after=${between}`), [late])
    assert.deepEqual(await found(service, `created_before=${between}`), [early])
    service.turn(3_600_000)
    const end = encodeURIComponent(new Date(service.world.clock.now()).toISOString())
    await send(service)
    const within = `created_after=${between}&created_before=${end}`
    assert.deepEqual(await found(service, within), [late])
    assert.deepEqual(await found(service, `${within}&starting_after=${late}`), [])
    assert.deepEqual(await found(service, `created_before=${end}&starting_after=${late}`), [early])
    assert.deepEqual(await found(service, `${within}&status=bounced`), [])
    assert.deepEqual(await found(service, `${within}&status=queued`), [late])
    const order = 'created_after=2026-02-01T00:00:00Z&created_before=2026-01-31T23:00:00-02:00'
    for (const path of ['emails', 'emails/export', 'contacts', 'contacts/export']) {
      for (const [language, said] of [
        ['en', 'created_before must not be earlier than created_after: nothing lies between them.'],
        ['pt', 'created_before não pode ser anterior a created_after: nada fica entre os dois.'],
      ] as const) {
        const headers = { 'accept-language': language }
        const turned = order.replace('2026-01-31', '2026-01-30')
        const refused = await service.call('GET', `/v1/${path}?${turned}`, { headers })
        const { code, param, message } = refused.body.error
        assert.deepEqual([refused.status, code, param], [400, 'invalid_field', 'created_before'])
        assert.equal(message, said)
      }
    }
    const bad = await service.call('GET', '/v1/emails?created_after=yesterday')
    assert.equal(bad.status, 400)
    assert.equal(bad.body.error.param, 'created_after')
  })

  it('keeps test and live, and one project and another, apart', async t => {
    const service = await startTestService(t, quiet)
    const testKey = await service.key('test', 'admin')
    const live = (await send(service)).id
    const captured = (await send(service, {}, testKey)).id
    assert.deepEqual(await found(service, ''), [live])
    const seen = await service.call('GET', '/v1/emails?status=captured', { key: testKey })
    assert.deepEqual(
      seen.body.data.map((one: Sent) => one.id),
      [captured],
    )
    const foreign = await service.call('GET', `/v1/emails?starting_after=${captured}`)
    assert.equal(foreign.status, 400)
    assert.equal(foreign.body.error.param, 'starting_after')
  })

  it('refuses a filter that it does not know', async t => {
    const service = await startTestService(t, quiet)
    for (const query of ['color=red', 'status=lost', 'tag=may', 'limit=101', 'limit=0']) {
      const answer = await service.call('GET', `/v1/emails?${query}`)
      assert.equal(answer.status, 400, query)
      assert.equal(answer.body.error.code, 'invalid_field')
      assert.equal(answer.body.error.param, query.split('=')[0])
    }
  })
})

describe('the content of an email', () => {
  it('is shown as it was given, attachments by name and size', async t => {
    const service = await startTestService(t, quiet)
    const { id } = await send(service, {
      html: '<p>Olá</p>',
      headers: { 'X-Order': '7' },
      attachments: [
        { filename: 'a.txt', content: Buffer.from('hello').toString('base64') },
        { filename: 'b.png', content: 'AAAA\r\nAA==', content_type: 'image/png', content_id: 'b' },
      ],
    })
    const answer = await service.call('GET', `/v1/emails/${id}/content`)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, {
      id,
      html: '<p>Olá</p>',
      text: 'Hi',
      headers: { 'X-Order': '7' },
      attachments: [
        { filename: 'a.txt', size_bytes: 5 },
        { filename: 'b.png', content_type: 'image/png', content_id: 'b', size_bytes: 4 },
      ],
    })
  })

  it('is not found under an unknown id', async t => {
    const service = await startTestService(t, quiet)
    const answer = await service.call('GET', `/v1/emails/msg_${'0'.repeat(32)}/content`)
    assert.equal(answer.status, 404)
    assert.equal(answer.body.error.code, 'resource_not_found')
  })
})
