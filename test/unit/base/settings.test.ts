/** What the settings of a start mean together, and which of them refuse it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BadSetting, isForMarketingAlone, readSettings } from '#kernel/base/config.ts'
import { faultText } from '#kernel/base/start-refused.ts'

describe('the host for Resend’s clients', () => {
  it('is not the host of anything else', () => {
    const host = 'resend.malote.test'
    for (const name of ['MALOTE_BASE_URL', 'MALOTE_DASHBOARD_URL', 'MALOTE_DOCS_URL']) {
      const environment = { [name]: `https://${host}/x`, MALOTE_RESEND_HOST: host }
      assert.throws(
        () => readSettings(environment),
        (error: Error) => error instanceof BadSetting && /MALOTE_RESEND_HOST/.test(error.message),
      )
    }
    assert.equal(
      readSettings({ MALOTE_RESEND_HOST: 'Resend.X.test' }).MALOTE_RESEND_HOST,
      'resend.x.test',
    )
  })
})

describe('streams of a process', () => {
  it('are behind others where nobody speaks to them', () => {
    const isBehind = (roles: string, streams: string) =>
      isForMarketingAlone(readSettings({ MALOTE_ROLES: roles, MALOTE_STREAMS: streams }))
    assert.ok(isBehind('deliver,webhooks,jobs', 'marketing'))
    for (const role of ['api', 'inbound']) assert.ok(!isBehind(`${role},deliver`, 'marketing'))
    assert.ok(!isBehind('deliver', 'transactional'))
    assert.ok(!isBehind('jobs', ''))
  })

  it('leave nothing free for mail that is not theirs', () => {
    const shareOf = (env: Record<string, string>) => readSettings(env).MALOTE_BULK_SHARE
    assert.equal(shareOf({}), 0.75)
    assert.equal(shareOf({ MALOTE_STREAMS: 'transactional' }), 0.75)
    assert.equal(shareOf({ MALOTE_STREAMS: 'marketing' }), 1)
    assert.equal(shareOf({ MALOTE_STREAMS: 'marketing', MALOTE_BULK_SHARE: '0.5' }), 0.5)
  })
})

const keys = { MALOTE_S3_KEY: 'key', MALOTE_S3_SECRET: 'secret' }

describe('files in a bucket', () => {
  it('are not begun with half of the settings', () => {
    const wrong = (given: Record<string, string>) =>
      assert.throws(() => readSettings({ ...keys, ...given }), BadSetting)
    wrong({ MALOTE_FILES: 's3://pictures', MALOTE_S3_KEY: '' })
    wrong({ MALOTE_FILES: 's3://pictures', MALOTE_S3_SECRET: '' })
    wrong({ MALOTE_FILES: 's3:pictures' })
    wrong({ MALOTE_FILES: 's3://' })
    wrong({ MALOTE_FILES: 's3://pictures', MALOTE_S3_ENDPOINT: 'minio:9000' })
    assert.equal(readSettings({ MALOTE_DATA_DIR: '/data' }).MALOTE_FILES, '/data/files')
  })
})

describe('the log of mail', () => {
  it('refuses a level of the log that would hide it', () => {
    assert.throws(
      () => readSettings({ MALOTE_MAIL_LOG: 'domains', LOG_LEVEL: 'warn' }),
      new BadSetting(faultText('hidden_mail_log', { wanted: 'domains', level: 'warn' })),
    )
  })
})

describe('the letters of a cell', () => {
  it('has two small letters or digits', () => {
    for (const bad of ['b', 'b77', 'B7', '-7', 'é7']) {
      assert.throws(() => readSettings({ MALOTE_CELL: bad }), BadSetting, bad)
    }
    assert.equal(readSettings({ MALOTE_CELL: 'b7' }).MALOTE_CELL, 'b7')
    assert.equal(readSettings({}).MALOTE_CELL, '')
  })
})
