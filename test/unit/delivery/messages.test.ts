/** Messages: made once for all who get them, and of large ones never more at a time than there is room. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryBudget } from '#kernel/base/memory-budget.ts'
import { largeBytesInHand, messagesOf } from '#sending/delivery/messages.ts'
import type { Delivery } from '#sending/delivery/store.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { recordAccepted } from '#sending/timeline/record.ts'
import { makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { newEmail } from '../../support/emails.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'

const { db } = await testDatabase()
const world = fakeWorld({ db })
await ensurePartitions(world)
const { projectId, accountId } = await makeProject(world)
const megabyte = 1024 * 1024

/** Accepted emails that say of themselves that they are so large, as deliveries to one address each. */
async function accepted(sizes: readonly number[]): Promise<Delivery[]> {
  const emails = sizes.map((sizeBytes, i) =>
    newEmail(world, projectId, ['ana@here.test'], { subject: `No. ${i}`, sizeBytes }),
  )
  await db.transaction(tx => recordAccepted(tx, world, emails, { language: () => 'en' }))
  return emails.map(email => ({
    entryId: world.ids.next(),
    projectId,
    accountId,
    emailId: email.id,
    contentId: null,
    n: 0,
    address: 'ana@here.test',
    state: 'queued',
    stream: 'transactional',
    sender: email.sender,
    senderDomain: email.senderDomain,
    addressees: email.addressees,
    subject: email.subject,
    sizeBytes: email.sizeBytes,
    acceptedAt: email.createdAt,
    pause: 'none',
    projectIsDeleted: false,
  }))
}

function setStage(batch: readonly Delivery[], maxBytes: number) {
  const made: string[] = []
  const personalise = async ({ subject }: Delivery) => {
    made.push(subject)
    return { headers: [] }
  }
  const messages = messagesOf({ world, personalise, room: createMemoryBudget(maxBytes) }, batch)
  const inUse: string[] = []
  /** Keeps a message until told to let it go; `entered` once it has it. */
  function use(one: Delivery, group: string) {
    const end = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const over = messages(one, { group, signer: null }, async message => {
      assert.match(String(message?.body[1]), /Hi/)
      inUse.push(one.subject)
      begun.resolve()
      await end.promise.finally(() => inUse.splice(inUse.indexOf(one.subject), 1))
    })
    over.catch(() => undefined)
    return {
      entered: begun.promise,
      async finish() {
        end.resolve()
        await over
      },
      async fail() {
        end.reject(new Error('the connection broke'))
        await assert.rejects(over, /broke/)
      },
    }
  }
  return { made, inUse, use }
}

describe('Large messages', () => {
  it('are in memory as far as there is room, of one destination half of it', async () => {
    const of = [accountId, accountId, world.ids.next(), world.ids.next()]
    const emails = await accepted([30, 30, 30, 30].map(size => size * megabyte))
    const batch = emails.map((one, i) => ({ ...one, accountId: of[i]! }))
    const { inUse, use } = setStage(batch, 60 * megabyte)
    const [a, b, c] = [use(batch[0]!, 'slow'), use(batch[1]!, 'slow'), use(batch[2]!, 'other')]
    await Promise.all([a.entered, c.entered])
    assert.deepEqual(inUse.toSorted(), ['No. 0', 'No. 2'])
    const d = use(batch[3]!, 'third')
    await a.fail()
    await b.entered
    assert.deepEqual(inUse.toSorted(), ['No. 1', 'No. 2'])
    await Promise.all([b.finish(), c.finish(), d.finish()])
    assert.deepEqual(inUse, [])
  })

  it('are two of the largest, with some words beside their attachments', async () => {
    const emails = await accepted([25.5 * megabyte, 25.5 * megabyte])
    const batch = emails.map(one => ({ ...one, accountId: world.ids.next() }))
    const { inUse, use } = setStage(batch, largeBytesInHand)
    const both = [use(batch[0]!, 'slow'), use(batch[1]!, 'other')]
    await until(() => inUse.length === 2, 'both are there')
    await Promise.all(both.map(one => one.finish()))
  })

  it('are made once for recipients at the same time, and given back by the last of them', async () => {
    const [one, next] = await accepted([30 * megabyte, 30 * megabyte])
    const { made, inUse, use } = setStage([one!, next!], 30 * megabyte)
    const twin = { ...one!, entryId: world.ids.next(), n: 1 }
    const [first, second, third] = [use(one!, 'a'), use(twin, 'a'), use(next!, 'b')]
    await Promise.all([first.entered, second.entered])
    assert.deepEqual(made, ['No. 0'])
    await first.finish()
    assert.deepEqual(inUse, ['No. 0'])
    await second.finish()
    await third.entered
    assert.deepEqual(made, ['No. 0', 'No. 1'])
    await third.finish()
  })

  it('wait for nobody where they are small', async () => {
    const batch = await accepted(Array(20).fill(60_000))
    const { inUse, use } = setStage(batch, 1)
    const all = batch.map(one => use(one, 'a'))
    await Promise.all(all.map(one => one.entered))
    assert.equal(inUse.length, 20)
    await Promise.all(all.map(one => one.finish()))
  })
})

describe('Small messages', () => {
  it('are made once for all recipients of a batch, one after the other, too', async () => {
    const [one] = await accepted([100])
    const batch = [0, 1, 2].map(n => ({ ...one!, entryId: world.ids.next(), n }))
    const { made, use } = setStage(batch, 1)
    for (const each of batch) await use(each, 'a').finish()
    assert.deepEqual(made, ['No. 0'])
  })

  it('are there again for whoever asks once more', async () => {
    const [one] = await accepted([100])
    const { made, use } = setStage([one!], 1)
    await use(one!, 'a').finish()
    await use(one!, 'a').finish()
    assert.deepEqual(made, ['No. 0', 'No. 0'])
  })

  it('of marketing mail are made for each recipient', async () => {
    const [one] = await accepted([100])
    const batch = [0, 1].map(n => {
      return { ...one!, stream: 'marketing' as const, entryId: world.ids.next(), n }
    })
    const { made, use } = setStage(batch, 1)
    const finished = Promise.all(batch.map(each => use(each, 'a').finish()))
    // Each begins when what is more urgent has had its turn.
    await until(() => {
      void world.clock.advance(0)
      return made.length === 2
    }, 'both are made')
    await finished
    assert.deepEqual(made, ['No. 0', 'No. 0'])
  })
})
