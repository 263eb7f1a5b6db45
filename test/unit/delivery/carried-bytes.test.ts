/** Messages that are carried as they are: every byte comes back from the database as it was. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Sql } from '#kernel/world/db.ts'
import { loadContents } from '#sending/delivery/store.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { recordAccepted } from '#sending/timeline/record.ts'
import { makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { newEmail } from '../../support/emails.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const { db } = await testDatabase()
const world = fakeWorld({ db })
await ensurePartitions(world)
const { projectId } = await makeProject(world)

/** Accepts them and reads them in one list; the size of what the database wrote of each. */
async function comeBack(messages: readonly Buffer[]) {
  const emails = messages.map(message => {
    const one = newEmail(world, projectId, ['ana@here.test'], {})
    return { ...one, content: { message } }
  })
  await db.transaction(tx => recordAccepted(tx, world, emails, { language: () => 'en' }))
  const kinds: string[] = []
  const watched: Sql = {
    async query<Row>(text: string, values?: readonly unknown[]) {
      const rows = await db.query<Row & { message: unknown }>(text, values)
      for (const { message } of rows) kinds.push(typeof message)
      return rows
    },
  }
  const asked = emails.map(({ id }) => ({ projectId, emailId: id, contentId: null }))
  const found = await loadContents(watched, asked)
  return { found: emails.map(({ id }) => found.get(id)?.message), kinds }
}

const everyByteButNul = Buffer.from(Array.from({ length: 255 }, (_, i) => i + 1))

describe('A message that is carried', () => {
  it('comes back byte by byte, of whatever bytes it is, as short text', async () => {
    const messages = [
      everyByteButNul,
      Buffer.from('Subject: Olá ✓\r\n\r\n\\x41 \\\\ \\101 Größe 价格\r\n'),
      Buffer.from('\\x48656c6c6f'),
    ]
    const { found, kinds } = await comeBack(messages)
    assert.deepEqual(found, messages)
    assert.deepEqual(kinds, ['string', 'string', 'string'])
  })

  it('comes back with its NULs, and so do those beside it', async () => {
    const messages = [Buffer.from('a\0b\r\n'), everyByteButNul, Buffer.from('plain\r\n')]
    const { found } = await comeBack(messages)
    assert.deepEqual(found, messages)
  })

  it('is not taken for one with a NUL when the database fails otherwise', async () => {
    const failing: Sql = { query: () => Promise.reject(new Error('it went away')) }
    const asked = [{ projectId, emailId: world.ids.next(), contentId: null }]
    await assert.rejects(loadContents(failing, asked), /it went away/)
  })
})
