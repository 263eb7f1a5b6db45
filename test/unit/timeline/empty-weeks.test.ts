/** Weeks of marketing's tables go when the last of their rows has gone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floorId } from '#kernel/base/ids.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { dropEmptyWeeks } from '#sending/timeline/retention.ts'
import { testDatabase } from '../../support/database.ts'
import { machineClock } from '../../support/real-clock.ts'

const dayMs = 86_400_000

test('a week in which nothing is left is dropped once no project could still fill it', async t => {
  const { db } = await testDatabase(t)
  const long = machineClock.now() - 200 * dayMs
  await ensurePartitions({ db, clock: { ...machineClock, now: () => long } })
  await db.query(
    `insert into letters (project_id, contact_id, email_id, source_kind, source_id, sent_at)
     values ($1, $1, $1, 'campaign', $1, $2)`,
    [floorId(long), new Date(long)],
  )
  const weeksOf = async (table: string) =>
    (
      await db.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits
         where inhparent = $1::regclass order by 1`,
        [table],
      )
    ).length
  const before = { letters: await weeksOf('letters'), emails: await weeksOf('emails') }
  const world = { db, clock: machineClock, log: { info() {} } as never }
  const perTable = 9
  assert.equal(await dropEmptyWeeks(world), 2 * perTable - 1)
  assert.equal(await weeksOf('letters'), before.letters - perTable + 1, 'but for the one in use')
  assert.equal(await weeksOf('emails'), before.emails, 'which go by the plans')
  assert.equal(await dropEmptyWeeks(world), 0)
})

test('a week into which somebody writes at that moment stays', async t => {
  const { db } = await testDatabase(t)
  const long = machineClock.now() - 200 * dayMs
  await ensurePartitions({ db, clock: { ...machineClock, now: () => long } })
  const letters = async () => (await db.query('select from letters')).length
  let isLooked = false
  const world = {
    clock: machineClock,
    db: {
      ...db,
      async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
        const rows = await db.query<Row>(text, values)
        const [, monday] = /^select from letters_(\d{8}) /.exec(text) ?? []
        if (monday === undefined || isLooked) return rows
        isLooked = true
        const at = Date.parse(monday.replace(/(....)(..)(..)/, '$1-$2-$3'))
        await db.query(
          `insert into letters (project_id, contact_id, email_id, source_kind, source_id, sent_at)
           values ($1, $1, $1, 'campaign', $1, $2)`,
          [floorId(at), new Date(at)],
        )
        return rows
      },
    },
  }
  await dropEmptyWeeks(world)
  assert.ok(isLooked)
  assert.equal(await letters(), 1)
})
