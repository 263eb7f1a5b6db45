/** Addresses beyond ASCII among accounts, however the operator spells them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { selectAccounts } from '#faces/console/operator-store.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { startTestService } from '../../support/service.ts'

describe('an address beyond ASCII', () => {
  it('is found among accounts by the operator', async t => {
    const { world } = await startTestService(t)
    const email = 'dona@xn--ao-siap.test'
    await createAccount(world, { email, plan: 'free' })
    for (const search of ['ação.test', 'dona@ação.test', 'DONA@', email]) {
      const found = await selectAccounts(world.db, search, null, 10)
      assert.deepEqual(
        found.map(one => one.email),
        [email],
        search,
      )
    }
  })
})
