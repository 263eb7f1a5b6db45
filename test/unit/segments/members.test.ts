import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tenant } from '#kernel/routes/route.ts'
import { deleteContact } from '#marketing/contacts/people/store.ts'
import { upsertContacts } from '#marketing/contacts/people/upsert.ts'
import { addMembers } from '#marketing/segments/store.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { waitersFor } from '../../support/locks.ts'
import { makeOwner } from './stage.ts'

const { db } = await testDatabase()
const now = Date.parse('2027-02-28T15:00:00Z')
const world = fakeWorld({ db, startMs: now })

async function somebodyWaits(): Promise<void> {
  while ((await waitersFor(db)) === 0);
}

test('who is deleted meanwhile becomes no member', async () => {
  const tenant: Tenant = {
    ...(await makeOwner(world)),
    mode: 'live',
    projectLanguage: 'pt',
    timeZone: 'UTC',
  }
  const { results: made } = await db.transaction(tx =>
    upsertContacts(
      tx,
      { world, tenant },
      [{ email: 'a@one.example' }, { email: 'b@one.example' }],
      {
        onExisting: 'update',
        source: 'api',
        actor: null,
      },
    ),
  )
  const [gone, here] = made.map(one => ('id' in one ? one.id : assert.fail()))
  const about = { ...tenant, segmentId: world.ids.next() }
  const { adding } = await db.transaction(async tx => {
    await deleteContact(tx, tenant, gone!, 0)
    const all = [here!, gone!]
    const begun = db.transaction(other => addMembers(other, about, all, new Date(now)))
    await Promise.race([begun, somebodyWaits()])
    return { adding: begun }
  })
  assert.deepEqual(await adding, [here])
})
