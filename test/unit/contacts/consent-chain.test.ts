/** The chain of proofs of consent: each names the one before it, whoever appends at the same time. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { appendToChains } from '#marketing/contacts/consent/chain.ts'
import { lockChain } from '#marketing/contacts/consent/consent-store.ts'
import { startTestService } from '../../support/service.ts'

describe('the chain of consents', () => {
  it('holds under many writers, and when a person is erased', async t => {
    // What jobs append is appended by hand here.
    const { world, call } = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const post = (path: string, body: unknown) => call('POST', path, { body })
    const contact = (email: string, topics: string[]) => post('/v1/contacts', { email, topics })
    const news = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        await contact(`a${i}@b.example`, [news])
        if (i % 8 === 0) await appendToChains(world)
      }),
    )
    await post('/v1/contacts/a3@b.example/erase', {})
    await Promise.all([appendToChains(world), appendToChains(world)])
    const links = await world.db.query<{
      seq: string
      hash: Buffer
      previous_hash: Buffer
      good: boolean
    }>(
      `select seq, hash, previous_hash,
         hash = sha256(previous_hash || convert_to(proof, 'UTF8')) as good
       from consents order by seq`,
    )
    assert.equal(links.length, 40)
    assert.ok(links.every(one => one.good))
    links.forEach((one, i) => {
      assert.equal(Number(one.seq), i + 1)
      if (i > 0) assert.deepEqual(one.previous_hash, links[i - 1]!.hash)
    })
    // One appends at a time: another waits until the first has ended.
    await contact('late@b.example', [news])
    let isDone = false
    const [owner] = await world.db.query<{ projectId: Uuid; mode: 'test' }>(
      'select project_id as "projectId", mode from consents limit 1',
    )
    const appending = await world.db.transaction(async tx => {
      await lockChain(tx, owner!)
      const appended = appendToChains(world).then(() => {
        isDone = true
      })
      for (let isWaiting = false; !isWaiting; ) {
        assert.ok(!isDone, 'nobody waits')
        const waiting = await world.db.query(
          `select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
        isWaiting = waiting.length > 0
      }
      return { appended }
    })
    await appending.appended
    assert.ok(isDone)
  })
})
