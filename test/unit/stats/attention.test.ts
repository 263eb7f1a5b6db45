/** What the overview says of few emails, and of many. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attentionOf } from '#sending/stats/attention.ts'

type Facts = Parameters<typeof attentionOf>[0]

const noSums = {
  accepted: 0,
  delivered: 0,
  deferred: 0,
  bounced: 0,
  complained: 0,
  opened: 0,
  clicked: 0,
  suppressed: 0,
  failed: 0,
  cancelled: 0,
} as Facts['totals']

const said = (
  delivered: number,
  bounced: number,
  bounce: number,
  complaint = 0,
  more: Partial<Pick<Facts, 'refusals'>> & { complained?: number } = {},
) =>
  attentionOf(
    {
      mode: 'live',
      account: { pause: 'none', trustLevel: 3 },
      state: { verified_domains: 1, failed_domains: null, failing_webhooks: [] },
      refusals: more.refusals ?? [],
      totals: { ...noSums, delivered, bounced, complained: more.complained ?? 0 },
      rates: { delivery: null, bounce, complaint, open: null, click: null },
      overdueMinutes: null,
    },
    'pt',
  )

describe('What came back', () => {
  test('is said in counts below a hundred results, from twenty on', () => {
    assert.deepEqual(said(0, 19, 0.5), [])
    assert.deepEqual(said(40, 40, 0), [
      {
        level: 'warning',
        code: 'bounces_high',
        text: '40 de 80 e-mails voltaram. Veja o motivo antes de enviar mais.',
      },
    ])
    assert.deepEqual(
      said(16, 4, 0.2).map(one => one.level),
      ['info'],
    )
    assert.deepEqual(
      said(15, 5, 0.25).map(one => one.level),
      ['warning'],
    )
    assert.deepEqual(said(98, 1, 0.01), [])
  })

  test('is said as a share, too, from a hundred on', () => {
    assert.deepEqual(said(99, 1, 0.01), [])
    const [alert] = said(90, 10, 0.1)
    const text =
      '10 de 100 e-mails voltaram definitivamente (10%). A partir de 5% o envio é pausado.'
    assert.deepEqual([alert!.level, alert!.text], ['error', text])
    // As the figure above it has it.
    assert.match(said(132, 7, 7 / 139)[0]!.text, /7 de 139 .*\(5,04%\)/)
  })

  test('agrees with its number in Portuguese, of one and of several', () => {
    const texts = (...facts: Parameters<typeof said>) => said(...facts).map(one => one.text)
    assert.deepEqual(texts(19, 1, 0), [
      '1 de 20 e-mails voltou. Veja o motivo antes de enviar mais.',
    ])
    const rest =
      'como spam (0,5%). A partir de 0,3% o envio é pausado: escreva apenas para quem pediu.'
    assert.deepEqual(texts(200, 0, 0, 0.005), [`1 de 200 destinatários marcou ${rest}`])
    assert.deepEqual(texts(400, 0, 0, 0.005), [`2 de 400 destinatários marcaram ${rest}`])
  })

  test('is said of twenty refusals for one cause, which are in no rate', () => {
    const spam = (count: number, delivered: number, cause = 'spam_content') =>
      said(delivered, 200 - delivered, 0, 0, { refusals: [{ cause, count }] })
    assert.deepEqual(spam(200, 0), [
      {
        level: 'error',
        code: 'refusals_high',
        text: '200 de 200 e-mails foram recusados pelo mesmo motivo: a mensagem parece spam.',
      },
    ])
    assert.equal(spam(99, 101)[0]!.level, 'warning')
    assert.deepEqual(spam(19, 181), [])
    assert.deepEqual(spam(20, 180).length, 1)
    // The rate of bounces tells of addresses that do not exist.
    assert.deepEqual(spam(40, 160, 'unknown_user'), [])
    const text = '40 de 200 e-mails foram recusados sem que se dissesse o motivo.'
    assert.equal(spam(40, 160, 'refused_unexplained')[0]!.text, text)
    // Names of servers are put in.
    assert.match(spam(40, 160, 'connection_lost')[0]!.text, /a conexão com o servidor/)
    // Among many, twenty are few.
    assert.deepEqual(said(1_980, 20, 0, 0, { refusals: [{ cause: 'spf', count: 20 }] }).length, 0)
    const two = [
      { cause: 'spf', count: 21 },
      { cause: 'virus', count: 30 },
    ]
    assert.match(said(100, 51, 0, 0, { refusals: two })[0]!.text, /^30 de 151 .*vírus/)
  })

  test('or marked as spam is said of few, too', () => {
    const spam = (finals: number, complained: number) =>
      said(finals, 0, 0, 0, { complained }).map(one => one.text)
    assert.deepEqual(spam(19, 1), [])
    assert.deepEqual(spam(50, 0), [])
    const rest = 'como spam. Escreva apenas para quem pediu.'
    assert.deepEqual(spam(50, 1), [`1 de 50 destinatários marcou ${rest}`])
    assert.deepEqual(spam(99, 2), [`2 de 99 destinatários marcaram ${rest}`])
    assert.deepEqual(spam(100, 2), [])
  })
})
