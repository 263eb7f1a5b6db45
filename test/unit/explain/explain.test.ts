/** Explanations: complete, honest, in both languages, and all of them on show in a golden file. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { languages } from '#kernel/base/languages.ts'
import { causes } from '#protocol/replies/causes.ts'
import { eventTypeNames } from '#sending/events/event.ts'
import { answer } from '#sending/explain/answer.ts'
import { explain } from '#sending/explain/explain.ts'
import { samples } from './samples.ts'

const golden = join(import.meta.dirname, '../../golden/explanations.md')
const all = [...samples().values()].flat()

describe('the golden file of explanations', () => {
  it('shows what is said today (UPDATE_GOLDEN=1 writes it anew)', () => {
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden, page())
    assert.equal(readFileSync(golden, 'utf8'), page())
  })

  it('shows every event type and every cause', () => {
    const types = new Set(all.map(sample => sample.event.type))
    const shown = new Set(all.map(sample => sample.event.cause))
    assert.deepEqual(
      eventTypeNames.filter(type => !types.has(type)),
      [],
    )
    assert.deepEqual(
      Object.keys(causes).filter(cause => !shown.has(cause)),
      [],
    )
  })
})

describe('every explanation', () => {
  for (const { title, event } of all) {
    it(`is whole sentences without holes: ${event.type} ${title}`, () => {
      const told = languages.map(language => explain(event, language))
      for (const one of told) {
        assert.match(one, /^\p{Lu}.+[.]$/su)
        // A month that is cut short has a full stop within its sentence.
        const whole = one.replaceAll(/ de (\p{Ll}{3})\. de /gu, ' de $1 de ')
        assert.doesNotMatch(whole, /[{}]|undefined|null(?! MX)|NaN| {2}|\.\.|\. \.| \.|\. \p{Ll}/u)
      }
      assert.notEqual(told[0], told[1])
    })
  }

  it('says what is next in a deferral', () => {
    for (const { event } of all.filter(one => one.event.next_attempt_at)) {
      assert.match(explain(event, 'en'), /on 11 Mar 2026, 14:32 UTC.* until 14 Mar 2026, 14:10 UTC/)
      assert.match(
        explain(event, 'pt'),
        /em 11 de mar\. de 2026, 14:32 UTC.* até 14 de mar\. de 2026, 14:10 UTC/,
      )
    }
  })

  it('tells times in the zone of whoever reads', () => {
    const { event } = all.find(one => one.event.next_attempt_at)!
    const told = { ...event, timeZone: 'America/Sao_Paulo' }
    assert.match(explain(told, 'en'), /on 11 Mar 2026, 11:32 \(America\/Sao_Paulo\)/)
    assert.match(explain(told, 'pt'), /até 14 de mar\. de 2026, 11:10 \(America\/Sao_Paulo\)/)
    const midnight = { ...told, timeZone: 'Pacific/Auckland' }
    assert.match(explain(midnight, 'en'), /on 12 Mar 2026, 03:32 \(Pacific\/Auckland\)/)
  })

  it('names an address with the letters of its domain', () => {
    const { event } = all.find(one => one.event.type === 'bounced' && one.event.mx)!
    const told = { ...event, recipient: 'maria@xn--acar-0oa8i.test' }
    for (const language of ['en', 'pt'] as const) {
      assert.match(explain(told, language), /maria@açúcar\.test/)
      assert.doesNotMatch(explain(told, language), /xn--/)
    }
    const asked = { subject: 'Hi', recipient: told.recipient, sentAt: { en: 'now', pt: 'agora' } }
    const { headline, reply } = answer(told, asked)
    for (const text of [headline.en, headline.pt, reply.en, reply.pt]) {
      assert.match(text, /maria@açúcar\.test/)
    }
  })

  it('never names the inbox as reached', () => {
    for (const { event } of all.filter(one => one.event.type === 'delivered')) {
      assert.match(explain(event, 'en'), /cannot be seen from here/)
    }
  })

  it('admits that a lost confirmation may mean an arrival', () => {
    for (const { event } of all.filter(
      one => one.event.uncertain || one.event.cause === 'connection_lost_after_dot',
    )) {
      assert.match(explain(event, 'en'), /may have arrived/)
      assert.match(explain(event, 'pt'), /pode ter chegado/)
      assert.doesNotMatch(explain(event, 'en'), /not been delivered|refused/)
    }
  })

  it('says that an address is suppressed exactly when its cause suppresses', () => {
    for (const { event } of all.filter(
      one => one.event.type === 'bounced' && one.event.smtp_code?.startsWith('5'),
    )) {
      const cause = event.cause as keyof typeof causes | undefined
      const dead =
        (cause ? causes[cause].class : event.smtp_code === '550 5.1.1' ? 'address_dead' : '') ===
        'address_dead'
      assert.equal(explain(event, 'en').includes('goes on the suppression list'), dead, cause)
      assert.equal(explain(event, 'pt').includes('entra na lista de supressão'), dead, cause)
    }
  })

  it('says of nobody in test mode that they are suppressed', () => {
    for (const { event } of all.filter(one => ['bounced', 'complained'].includes(one.event.type))) {
      const [en, pt] = languages.map(language => explain({ ...event, mode: 'test' }, language))
      assert.doesNotMatch(`${en} ${pt}`, /goes on the suppression list|entra na lista de supressão/)
      assert.equal(explain({ ...event, mode: 'live' }, 'en'), explain(event, 'en'))
    }
  })

  it('does not say that a server refused when none spoke', () => {
    for (const { event } of all.filter(
      one => one.event.type === 'bounced' && !one.event.smtp_response,
    )) {
      assert.doesNotMatch(explain(event, 'en'), /refused the email/)
    }
  })
})

describe("a stranger's words in an explanation", () => {
  const say = (smtp_response: string): string =>
    explain(
      {
        type: 'bounced',
        mx: 'mx.example',
        smtp_code: '550',
        smtp_response,
        cause: 'refused_unexplained',
      },
      'en',
    )

  it('are quoted on one line, without control or direction characters', () => {
    assert.match(say('550 a\r\nb\u0000c\u202ed\u001b[31m“e”'), /“550 a b c d \[31m"e"”/)
  })

  it('are cut', () => assert.ok(say(`550 ${'x'.repeat(60_000)}`).length < 600))

  it('cannot fill our place-holders', () =>
    assert.match(say('550 {server}{for}'), /\(server\)\(for\)/))

  it('do not break a cut emoji', () => assert.ok(say(`550 ${'😀'.repeat(300)}`).isWellFormed()))
})

function page(): string {
  const lines = [
    '# Every explanation, side by side',
    '',
    'Made by `test/unit/explain/explain.test.ts` from sample events; not to be edited by hand.',
  ]
  for (const [heading, group] of samples()) {
    lines.push('', `## ${heading}`, '', '| | português | English |', '|---|---|---|')
    for (const { title, event } of group) {
      lines.push(`| ${title} | ${explain(event, 'pt')} | ${explain(event, 'en')} |`)
    }
  }
  return `${lines.join('\n')}\n`
}
