/** The answer to "did it reach them": true to what happened, in both languages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '#kernel/base/languages.ts'
import { causes } from '#protocol/replies/causes.ts'
import { answer, decidingEvent } from '#sending/explain/answer.ts'
import type { ExplainedEvent } from '#sending/explain/phrasing.ts'
import { samples } from './samples.ts'

const asked = {
  subject: 'Your order',
  recipient: 'maria@example.com.br',
  sentAt: { en: 'March 11, 2026', pt: '11 de março de 2026' },
}
const all = [...samples().values()].flat()
const said = (event: ExplainedEvent | null) => answer(event, asked)

describe('the answer about a recipient', () => {
  for (const { title, event } of all) {
    it(`is whole sentences: ${event.type} ${title}`, () => {
      const { headline, reply } = said(event)
      for (const language of languages) {
        assert.match(headline[language], /^\p{Lu}.+[.]$/su)
        assert.match(headline[language], /maria@example\.com\.br/)
        assert.match(reply[language], /maria@example\.com\.br/)
        for (const words of [headline[language], reply[language]]) {
          assert.doesNotMatch(words, /[{}]|undefined|null(?! MX)|NaN| {2}|\.\.|\. \./u)
        }
      }
      assert.notEqual(headline.en, headline.pt)
      assert.notEqual(reply.en, reply.pt)
    })
  }

  it('says which side of yes and no it is', () => {
    const by = (type: ExplainedEvent['type']) => said({ type, cause: 'unknown_user' }).outcome
    for (const type of ['delivered', 'opened', 'clicked', 'complained'] as const) {
      assert.equal(by(type), 'reached')
    }
    for (const type of ['bounced', 'suppressed', 'failed', 'cancelled'] as const) {
      assert.equal(by(type), 'not_reached')
    }
    for (const type of ['accepted', 'queued', 'sent', 'deferred'] as const) {
      assert.equal(by(type), 'waiting')
    }
    assert.equal(said(null).outcome, 'waiting')
  })

  it('says of what goes out later when it does, until something happens', () => {
    const goesAt = { en: '12 Mar 2026, 09:00', pt: '12 de mar. de 2026, 09:00' }
    const later = answer(null, { ...asked, goesAt })
    assert.equal(later.outcome, 'waiting')
    assert.deepEqual(later.headline, {
      en: 'It goes to maria@example.com.br on 12 Mar 2026, 09:00.',
      pt: 'Será enviado a maria@example.com.br em 12 de mar. de 2026, 09:00.',
    })
    assert.equal(
      later.reply.en,
      'Hello,\n\non 12 Mar 2026, 09:00 we will send the email “Your order” to maria@example.com.br.',
    )
    assert.match(later.reply.pt, /^Olá!\n\nEm 12 de mar. de 2026, 09:00, enviaremos o e-mail “Your/)
    const cancelled = answer({ type: 'cancelled' }, { ...asked, goesAt })
    assert.equal(cancelled.outcome, 'not_reached')
  })

  it('names the reason in the headline', () => {
    const bounce = said({ type: 'bounced', cause: 'unknown_user', smtp_code: '550' })
    assert.equal(
      bounce.headline.en,
      'It did not reach maria@example.com.br: this mailbox does not exist.',
    )
    assert.equal(
      bounce.headline.pt,
      'Não chegou a maria@example.com.br: essa caixa postal não existe.',
    )
    const silent = said({ type: 'bounced', cause: 'refused_unexplained', provider: 'provider_1' })
    assert.match(silent.headline.en, /: Google \(Gmail\) did not say why\.$/)
    const left = said({ type: 'suppressed', reason: 'unsubscribe' })
    assert.match(left.headline.pt, /^Não foi enviado a .*: a pessoa cancelou a inscrição\.$/)
  })

  it('asks a person for what only they can do, and for nothing where the fault is ours', () => {
    const asks = (event: ExplainedEvent) => said(event).reply.en
    assert.match(asks({ type: 'bounced', cause: 'unknown_user' }), /the right one\?/)
    assert.match(asks({ type: 'bounced', cause: 'mailbox_full' }), /Once there is room/)
    assert.match(asks({ type: 'suppressed', reason: 'unsubscribe' }), /hear from us again\?/)
    assert.match(asks({ type: 'suppressed', reason: 'hard_bounce' }), /work again\?/)
    assert.match(asks({ type: 'bounced', cause: 'mailbox_disabled' }), /another address/)
    const own = Object.entries(causes).filter(([, { fault }]) =>
      ['sender', 'us', 'content'].includes(fault),
    )
    for (const [cause] of own) {
      const reply = asks({ type: 'bounced', cause: cause as keyof typeof causes })
      assert.match(reply, /on our side/, cause)
      assert.doesNotMatch(reply, /DMARC|DKIM|spam|block/i)
    }
  })

  it('names the subject, and the email without one', () => {
    assert.match(
      said({ type: 'delivered' }).reply.en,
      /on March 11, 2026 we sent the email “Your order” to/,
    )
    const none = answer({ type: 'delivered' }, { ...asked, subject: '' })
    assert.match(none.reply.pt, /Em 11 de março de 2026, enviamos um e-mail para/)
  })

  it('takes an address as it is written', () => {
    const braces = answer(
      { type: 'bounced', cause: 'timeout', mx: 'mx.example' },
      { ...asked, recipient: '{server}@example.com' },
    )
    assert.match(braces.headline.en, /^It did not reach \{server\}@example\.com: the server mx/)
  })
})

describe('the event that decides', () => {
  const event = (type: string, machine = false) => ({ type, machine })
  const decide = (...events: { type: string; machine: boolean }[]) =>
    decidingEvent(events, one => !one.machine)?.type ?? null

  it('is the last of its way, or what a person did with it', () => {
    assert.equal(decide(), null)
    assert.equal(decide(event('queued'), event('deferred')), 'deferred')
    assert.equal(decide(event('delivered'), event('opened')), 'opened')
    assert.equal(decide(event('delivered'), event('clicked'), event('opened')), 'clicked')
    assert.equal(decide(event('delivered'), event('opened', true)), 'delivered')
    assert.equal(decide(event('delivered'), event('opened'), event('bounced')), 'bounced')
    assert.equal(decide(event('delivered'), event('complained'), event('opened')), 'complained')
  })
})
