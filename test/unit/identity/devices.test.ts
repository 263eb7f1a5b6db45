/** What a browser keeps of a sign-in, where an installation is one of several cells. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deviceOf, issueDevice } from '#tenants/identity/devices.ts'
import { startTestService } from '../../support/service.ts'

describe('A cell', () => {
  it('is in front of what a browser keeps of a sign-in, which is known with it and without', async t => {
    const { world } = await startTestService(t, { settings: { MALOTE_CELL: 'b7' } })
    const token = await issueDevice(world, 'ana@here.test')
    assert.match(token, /^b7/)
    const number = await deviceOf(world, token, 'ana@here.test')
    assert.notEqual(number, null)
    assert.equal(await deviceOf(world, token.slice(2), 'ana@here.test'), number)
    assert.equal(await deviceOf(world, token, 'bia@here.test'), null)
  })
})
