/** Whether an email reached somebody, said first: by the page of an email, to who asks for it. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { openAccount } from '../support/accounts.ts'
import type { Shown } from '../support/called.ts'
import { enlisted, movedToZone } from '../support/happened.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const email = 'owner@here.test'
const password = 'correct horse battery'
const replies: Readonly<Record<string, string>> = {
  gone: '550 5.1.1 user unknown',
  busy: '451 4.7.1 try later',
}

interface Shop {
  readonly service: TestService
  send(more: object): Promise<string>
  call: TestService['call']
  suppress(
    email: string,
    reason: Shown<'suppressions.list'>['data'][number]['reason'],
  ): Promise<void>
  /** What the page of an email asks for. */
  answers(id: string, language?: string): ReturnType<TestService['call']>
}

async function open(t: TestContext): Promise<Shop> {
  const service = await startTestService(t, {
    zones: { 'here.test': { MX: ['10 mx.here.test'] }, 'mx.here.test': { A: ['127.0.0.1'] } },
    settings: { MALOTE_DASHBOARD_URL: 'http://dash.test' },
    mx: {
      misbehave(stage, socket, line) {
        const said = stage === 'rcpt' ? replies[/<([a-z]+)@/i.exec(line)?.[1] ?? ''] : undefined
        if (said !== undefined) socket.write(`${said}\r\n`)
        return said !== undefined
      },
    },
  })
  const { world } = service
  const account = await openAccount(world, {
    email,
    password,
    plan: 'enterprise',
    trustLevel: 3,
    domain: 'store.test',
  })
  const key = await account.key('live', 'admin')
  await movedToZone(world.db, account.accountId, 'America/Sao_Paulo')
  const origin = 'http://dash.test'
  const door = await service.call('POST', '/api/session', {
    key: '',
    body: { email, password },
    headers: { origin },
  })
  const cookie = door.headers.get('set-cookie')!.split(';')[0]!
  const call: Shop['call'] = (method, path, options) =>
    service.call(method, path, { key, ...options })
  return {
    service,
    call,
    async send(more) {
      const letter = { from: 'Store <hi@store.test>', subject: 'Your order', text: 'Hi', ...more }
      const { status, body } = await call('POST', '/v1/emails', { body: letter })
      assert.equal(status, 202, JSON.stringify(body))
      return body.id
    },
    suppress: async (address, reason) => {
      await enlisted({ world, ...account }, { email: address, reason })
    },
    answers: (id, language = 'en') =>
      service.call('GET', `/api/projects/${account.shownId}/live/emails/${id}/answers`, {
        key: '',
        headers: { origin, cookie, 'accept-language': language },
      }),
  }
}

/** Until nobody is on the way any more. */
const settled = ({ call }: Shop, id: string): Promise<unknown> =>
  until(async () => {
    const { body } = await call('GET', `/v1/emails/${id}`)
    return (body.counts.queued ?? 0) + (body.counts.sent ?? 0) === 0
  }, 'the answers of the servers')

describe('the answer about an email', () => {
  it('says of each whether it arrived, the bad news first, and why', async t => {
    const shop = await open(t)
    await shop.suppress('left@here.test', 'unsubscribe')
    const id = await shop.send({
      to: ['Ana <ana@here.test>', 'gone@here.test'],
      cc: ['Left@here.test'],
      bcc: ['busy@here.test'],
    })
    await settled(shop, id)
    const { status, body } = await shop.answers(id)
    assert.equal(status, 200)
    const told = body.data.map(({ address, outcome, headline }: Record<string, string>) => [
      address,
      outcome,
      headline,
    ])
    assert.deepEqual(told, [
      [
        'gone@here.test',
        'not_reached',
        'It did not reach gone@here.test: this mailbox does not exist.',
      ],
      [
        'Left@here.test',
        'not_reached',
        'It was not sent to Left@here.test: the person unsubscribed.',
      ],
      ['busy@here.test', 'waiting', told[2]?.[2]],
      [
        'ana@here.test',
        'reached',
        'It reached ana@here.test: the server mx.here.test accepted it.',
      ],
    ])
    assert.match(String(told[2]?.[2]), /^It has not reached busy@here\.test yet: ./)
    const reasons = body.data.map((one: { suppression: { reason: string } | null }) =>
      one.suppression === null ? null : one.suppression.reason,
    )
    // The server's word has put the first one on the list.
    assert.deepEqual(reasons, ['hard_bounce', 'unsubscribe', null, null])

    const { body: portuguese } = await shop.answers(id, 'pt-BR')
    assert.equal(
      portuguese.data[0].headline,
      'Não chegou a gone@here.test: essa caixa postal não existe.',
    )
    assert.deepEqual(portuguese.data[0].reply, body.data[0].reply)
  })

  it('says of what is scheduled when it goes out, in the zone of the account', async t => {
    const { service, send, answers } = await open(t)
    const day = new Date(service.world.clock.now() + 86_400_000).toISOString().slice(0, 10)
    const id = await send({ to: ['ana@here.test'], scheduled_at: `${day}T15:30:00Z` })
    const [said] = (await answers(id)).body.data
    assert.equal(said.outcome, 'waiting')
    assert.match(said.headline, /^It goes to ana@here\.test on .+ 12:30 \(America\/Sao_Paulo\)\.$/)
  })

  it('has a reply to send on, dated in the zone of the account', async t => {
    const shop = await open(t)
    const now = shop.service.world.clock.now()
    // Half past one in the night, UTC, is still the day before in São Paulo.
    const night = new Date(now)
    night.setUTCHours(25, 30, 0, 0)
    shop.service.turn(night.getTime() - now)
    const id = await shop.send({ to: ['gone@here.test'] })
    await settled(shop, id)
    const { body } = await shop.answers(id)
    const { reply } = body.data[0]
    const day = (locale: string): string =>
      night.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })
    const { en, pt } = { en: day('en-GB'), pt: day('pt-BR') }
    assert.ok(
      reply.en.startsWith(
        `Hello,\n\non ${en} we sent the email “Your order” to gone@here.test. Your mail server says`,
      ),
      reply.en,
    )
    assert.ok(
      reply.pt.startsWith(
        `Olá!\n\nEm ${pt}, enviamos o e-mail “Your order” para gone@here.test. O servidor`,
      ),
      reply.pt,
    )
  })

  it('takes what leads out of the list, and follows what becomes of it', async t => {
    const shop = await open(t)
    await shop.suppress('ana@here.test', 'manual')
    const first = await shop.send({ to: ['ana@here.test', 'bia@here.test'] })
    await settled(shop, first)
    const { suppression } = (await shop.answers(first)).body.data[0]
    assert.equal(suppression.reason, 'manual')
    const gone = await shop.call('DELETE', `/v1/suppressions/${suppression.id}`)
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    assert.equal((await shop.answers(first)).body.data[0].suppression, null)
    const again = await shop.call('POST', `/v1/emails/${first}/resend`, {
      body: { to: ['ana@here.test'] },
    })
    assert.equal(again.status, 202)
    await settled(shop, again.body.id)
    assert.equal((await shop.answers(again.body.id)).body.data[0].outcome, 'reached')
  })

  it('is nothing to another project, or of an email that is not there', async t => {
    const shop = await open(t)
    const foreign = await shop.service.call('POST', '/v1/emails', {
      body: { from: 'hi@shop.test', to: ['ana@here.test'], subject: 'Hi', text: 'Hi' },
    })
    for (const id of [foreign.body.id, 'msg_1', 'msg_01a3fc74a580700889f32109313f77bc']) {
      assert.equal((await shop.answers(id)).status, 404, id)
    }
  })
})
