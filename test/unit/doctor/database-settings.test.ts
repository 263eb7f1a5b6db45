/** What the doctor says of a database that is not set up as the embedded one (doctor/database-settings.ts). */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { databaseSettings } from '#faces/doctor/database-settings.ts'
import type { Db } from '#kernel/world/db.ts'
import { testDatabase } from '../../support/database.ts'

const { db } = await testDatabase()

const serverWith = (rows: object[], ours = true): Db => ({
  ...db,
  query: async <Row>(text: string) =>
    (/pg_settings/.test(text) ? rows : [{ ours }]) as unknown as Row[],
})
const levels = (found: readonly { level: string }[]) => found.map(({ level }) => level)
const settings = (cost: string, wal: string, compression: string) => [
  { name: 'random_page_cost', setting: cost },
  { name: 'max_wal_size', setting: wal },
  { name: 'wal_compression', setting: compression },
]

it('The embedded server of the tests lacks but the space for its log', async () => {
  const found = await databaseSettings({ db })
  assert.deepEqual(levels(found), ['warning'])
  assert.match(found[0]!.text.en, /alter system set max_wal_size = '2GB'/)
})

it('A server that is set up as advised is well', async () => {
  const good = settings('1.1', '2048', 'lz4')
  assert.deepEqual(levels(await databaseSettings({ db: serverWith(good) })), ['ok'])
})

it('A server as PostgreSQL comes is told of each setting', async () => {
  const found = await databaseSettings({ db: serverWith(settings('4', '1024', 'off')) })
  assert.deepEqual(levels(found), ['warning', 'warning', 'warning'])
})

it('A pooler in whose sessions nothing holds is named, in both languages', async () => {
  const good = settings('1.1', '2048', 'lz4')
  const [pooled] = await databaseSettings({ db: serverWith(good, false) })
  assert.match(pooled!.text.en, /pooler lends sessions.*jit = off/)
  assert.match(pooled!.text.pt, /pooler empresta sessões/)
})
