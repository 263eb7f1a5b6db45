/** What an import notes of each contact: what it says at last, and how an erasure finds it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { forgetPersonIn } from '#marketing/imports/forget-store.ts'
import { insertChanges } from '#marketing/imports/store.ts'
import { testDatabase } from '../../support/database.ts'

const { db } = await testDatabase()
const newId = () => randomUUID() as Uuid

describe('what an import notes of a contact', () => {
  it('is a change where a later part of the file changes what an earlier one left', async () => {
    const key = { projectId: newId(), id: newId() }
    const one = { contactId: newId(), line: 2, isCreated: false, before: null }
    const rows = { ...one, after: null, joined: [] }
    const outcomes: string[] = []
    for (const outcome of ['unchanged', 'updated', 'unchanged']) {
      await insertChanges(db, key, [{ ...rows, outcome }], new Date(0))
      const [row, ...more] = await db.query<{ outcome: string }>(
        'select outcome from import_changes where project_id = $1',
        [key.projectId],
      )
      assert.equal(more.length, 0)
      outcomes.push(row!.outcome)
    }
    assert.deepEqual(outcomes, ['unchanged', 'updated', 'updated'])
  })

  it('is erased without a look at what is no longer to be undone', async () => {
    const statements: [string, readonly unknown[]][] = []
    const tx = {
      query: async (text: string, values: readonly unknown[] = []) => {
        statements.push([text, values])
        return []
      },
    }
    const scope = { projectId: newId(), address: 'ana@b.example', modes: ['live'] }
    await forgetPersonIn(tx as never, scope as never)
    const [text, values] = statements.find(([one]) => one.includes('delete from import_changes'))!
    const plan = await db.transaction(async own => {
      await own.query('set local enable_seqscan = off')
      await own.query('set local enable_bitmapscan = off')
      return own.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    })
    const shown = plan.map(one => one['QUERY PLAN']).join('\n')
    assert.match(shown, /import_changes_to_forget/)
  })
})
