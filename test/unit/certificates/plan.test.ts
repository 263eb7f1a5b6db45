/** For which names certificates are ordered, and when again after a failure. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BadSetting, readSettings } from '#kernel/base/config.ts'
import { certifiable, namesOfSettings, publicDirectory } from '#platform/certificates/names.ts'
import {
  accountDelayMs,
  nameDelayMs,
  OrderFailed,
  type Problem,
  problemTexts,
  renewAtMs,
} from '#platform/certificates/problems.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('names', () => {
  it('are those of the settings, each once, without ports', () => {
    const settings = readSettings({
      MALOTE_HOSTNAME: 'MX.shop.com',
      MALOTE_BASE_URL: 'https://mail.shop.com:8443',
      MALOTE_DASHBOARD_URL: 'https://mail.shop.com',
      MALOTE_RESEND_HOST: 'resend.shop.com',
      MALOTE_PAGE_HOSTS: 'old.shop.com:444, açaí.com.br',
    })
    assert.deepEqual(namesOfSettings(settings), [
      'mail.shop.com',
      'mx.shop.com',
      'resend.shop.com',
      'old.shop.com',
      'xn--aa-4iaz.com.br',
    ])
  })

  it('are left out where nobody certifies them', () => {
    const hosts = [
      'localhost',
      '10.0.0.1',
      '[::1]',
      'a.internal',
      'b.test',
      'c.lan',
      'd.example.com',
    ]
    const directory = (url: string) => ({ MALOTE_ACME_DIRECTORY_URL: url })
    assert.deepEqual(certifiable(directory(publicDirectory), hosts), ['d.example.com'])
    assert.deepEqual(certifiable(directory('https://ca.internal/acme'), hosts), [
      'a.internal',
      'b.test',
      'c.lan',
      'd.example.com',
    ])
    assert.equal(readSettings({}).MALOTE_ACME_DIRECTORY_URL, publicDirectory)
  })

  it('need a certificate for https', () => {
    assert.throws(() => readSettings({ MALOTE_HTTPS_PORT: '443' }), BadSetting)
    assert.ok(readSettings({ MALOTE_HTTPS_PORT: '443', MALOTE_ACME: 'on' }))
    assert.ok(readSettings({ MALOTE_HTTPS_PORT: '443', MALOTE_SUBMISSION_TLS_CERT: '/cert.pem' }))
  })
})

describe('the next try', () => {
  const failed = (problem: Problem, waitMs = 0) => new OrderFailed(problem, 'why', waitMs)

  it('of a name comes ever later, at most a day, and never before the authority said', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 50].map(n => nameDelayMs(n, failed('challenge')))
    const minutes = [10, 30, 60, 120, 240, 480, 1440, 1440]
    assert.deepEqual(
      delays,
      minutes.map(one => one * minuteMs),
    )
    assert.equal(nameDelayMs(1, failed('limited')), hourMs)
    assert.equal(nameDelayMs(1, failed('limited', 3 * hourMs)), 3 * hourMs)
    assert.equal(nameDelayMs(1, failed('limited', 90 * dayMs)), dayMs)
  })

  it('of the authority is a minute away, later an hour', () => {
    const delays = [1, 2, 3, 6, 7, 60].map(n => accountDelayMs(n, failed('away')))
    const minutes = [1, 2, 4, 32, 60, 60]
    assert.deepEqual(
      delays,
      minutes.map(one => one * minuteMs),
    )
    assert.equal(accountDelayMs(1, failed('away', 5 * hourMs)), 5 * hourMs)
    assert.equal(accountDelayMs(1, failed('limited', 5 * hourMs)), minuteMs)
  })

  it('of what was issued is at two thirds of its life, and never at once', () => {
    const [startsAt, endsAt] = [new Date(0), new Date(90 * dayMs)]
    assert.equal(renewAtMs(startsAt, endsAt, dayMs), 60 * dayMs)
    assert.equal(renewAtMs(startsAt, endsAt, 80 * dayMs), 80 * dayMs + hourMs)
  })

  it('has a reason in both languages', () => {
    for (const { en, pt } of Object.values(problemTexts)) assert.notEqual(en, pt)
  })
})
