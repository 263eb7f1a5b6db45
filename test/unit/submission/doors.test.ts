/** What programs are told of where they reach sending by SMTP. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { submissionDoors } from '#faces/submission/doors.ts'
import { BadSetting, readSettings } from '#kernel/base/config.ts'
import { faultText } from '#kernel/base/start-refused.ts'

const doors = (settings: Readonly<Record<string, string>>) =>
  submissionDoors(
    readSettings({
      MALOTE_HOSTNAME: 'mail.loja.test',
      MALOTE_BASE_URL: 'https://api.loja.test',
      ...settings,
    }),
  ).map(({ host, port, encryption }) => `${encryption} ${host}:${port}`)

const ports = { MALOTE_SUBMISSION_PORT: '587', MALOTE_SUBMISSIONS_PORT: '465' }

describe('The doors of sending by SMTP', () => {
  it('are none where nothing listens', () => {
    assert.deepEqual(doors({}), [])
  })

  it('are the ports of the settings at the name of the mail server', () => {
    const both = ['starttls mail.loja.test:587', 'tls mail.loja.test:465']
    assert.deepEqual(doors({ ...ports, MALOTE_ACME: 'on' }), both)
    const files = { MALOTE_SUBMISSION_TLS_CERT: '/c.pem', MALOTE_SUBMISSION_TLS_KEY: '/k.pem' }
    assert.deepEqual(doors({ ...ports, ...files }), both)
  })

  it('say that nothing is encrypted where there is no certificate', () => {
    assert.deepEqual(doors({ MALOTE_SUBMISSION_PORT: '2587' }), ['none mail.loja.test:2587'])
  })

  it('are at the host of the API where the mail server has no name for others', () => {
    const port = { MALOTE_SUBMISSION_PORT: '587' }
    assert.deepEqual(doors({ ...port, MALOTE_HOSTNAME: 'caixa' }), ['none api.loja.test:587'])
    const here = { ...port, MALOTE_BASE_URL: 'http://localhost:8080' }
    assert.deepEqual(doors(here), ['none localhost:587'])
  })

  it('are those that the operator names, where they are others', () => {
    const urls = 'smtp://SMTP.loja.test, smtps://smtp.loja.test:4650/, smtp://[2001:db8::1]:2525'
    assert.deepEqual(doors({ ...ports, MALOTE_SUBMISSION_URLS: urls }), [
      'starttls smtp.loja.test:587',
      'tls smtp.loja.test:4650',
      'starttls 2001:db8::1:2525',
    ])
  })

  it('are refused at the start where no program could dial them', () => {
    const odd = [
      'smtp.loja.test:587',
      'https://loja.test',
      'smtp://a:b@loja.test',
      'smtp://x:99999',
    ]
    for (const value of odd) {
      assert.throws(
        () => doors({ MALOTE_SUBMISSION_URLS: value }),
        new BadSetting(faultText('odd_submission_url', { value })),
      )
    }
  })
})
