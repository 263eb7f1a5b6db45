/** Deleting a project: what is said before. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { suppress } from '#sending/suppression/add.ts'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, type Stage, startStage } from './stage.ts'

const { db } = await testDatabase()

describe('What is lost with a project', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage(db)
  })
  after(() => stage.api.close())

  test('is counted for those who may delete it, and for nobody else', async () => {
    const tenant = await makeTenant(stage)
    const { projectId, browser, base } = tenant
    const none = (await browser.ask('GET', `${base}/contents`)).body
    assert.deepEqual([none.suppressions, none.contacts, none.key_used_at], [0, 0, null])
    await db.transaction(tx =>
      suppress(tx, stage.world, [
        { projectId, email: 'a@here.test', stream: 'all', reason: 'manual', at: 0 },
        { projectId, email: 'b@here.test', stream: 'marketing', reason: 'manual', at: 0 },
      ]),
    )
    await browser.ask('POST', `${base}/live/contacts`, { email: 'a@here.test' })
    await browser.ask('POST', `${base}/test/contacts`, { email: 'b@here.test' })
    const key = await browser.ask('POST', `${base}/keys`, {
      name: 'x',
      mode: 'live',
      scope: 'read',
    })
    assert.equal(key.status, 201, key.text)
    const some = (await browser.ask('GET', `${base}/contents`)).body
    assert.deepEqual(some, { ...none, suppressions: 2, contacts: 1, keys: none.keys + 1 })

    const stranger = await makeTenant(stage)
    assert.equal((await stranger.browser.ask('GET', `${base}/contents`)).status, 404)
  })
})
