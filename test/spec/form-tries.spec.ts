/** How often one network may send a form, whatever it sends. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setStage } from '../support/forms.ts'

describe('forms', () => {
  it('stop at a hundred tries an hour from one network, however wrong they are', async t => {
    const { send } = await setStage(t)
    const wrong = [{ email: 'nothing', first_name: 'A' }, { email: 'ana@good.test' }]
    for (let i = 0; i < 100; i++) {
      const { status } = await send(wrong[i % wrong.length]!)
      assert.equal(status, 400, `try ${i + 1}`)
    }
    for (const form of [...wrong, { email: 'ana@good.test', first_name: 'Ana' }]) {
      assert.equal((await send(form)).status, 429)
    }
  })
})
