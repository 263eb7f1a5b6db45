/**
 * A process of its own that starts or adopts the embedded server of the folder given, says what it
 * found in one line, and stays until its input ends.
 */

import { realDb } from '#kernel/world/real/db.ts'
import { startEmbeddedPostgres } from '#kernel/world/real/embedded-postgres.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log, unsafe: true })
const db = realDb({ address: server.connection, log })
await db.query('create table if not exists held (note text)')
await db.query(`insert into held values ('written before')`)
const [row] = await db.query(`select current_setting('server_encoding') as encoding`)
console.log(JSON.stringify({ adopted: server.adopted, ...row, uid: process.getuid?.() }))
process.stdin.resume().once('end', async () => {
  await db.close()
  await server.stop()
})
