/** Where programs send to, as members are told. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { addMember, makeTenant, newBrowser, type Stage, startStage } from './stage.ts'

const { db } = await testDatabase()

describe('Where programs send to', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage(db, {
      env: {
        MALOTE_BASE_URL: 'https://malote.test',
        MALOTE_ACME: 'on',
        MALOTE_SUBMISSION_PORT: '587',
        MALOTE_SUBMISSIONS_PORT: '465',
      },
    })
  })
  after(() => stage.api.close())

  test('is told to every member, and to nobody else', async () => {
    const tenant = await makeTenant(stage)
    const told = {
      base_url: 'https://malote.test',
      resend_url: 'https://malote.test/resend',
      smtp: [
        { host: 'malote.test', port: 587, encryption: 'starttls' },
        { host: 'malote.test', port: 465, encryption: 'tls' },
      ],
    }
    for (const browser of [tenant.browser, await addMember(stage, tenant, 'reader')]) {
      const reply = await browser.ask('GET', '/api/connection')
      assert.deepEqual([reply.status, reply.body], [200, told])
    }
    assert.equal((await newBrowser(stage).ask('GET', '/api/connection')).status, 401)
  })
})
