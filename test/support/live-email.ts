import type { Db } from '#kernel/world/db.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { fakeWorld } from './fake-world.ts'

/** An email that was delivered at this time, without all that leads there. */
export async function insertLiveEmail(db: Db, at: number): Promise<void> {
  const world = fakeWorld({ db, startMs: at })
  await ensurePartitions(world)
  await db.query(
    `insert into emails (project_id, id, mode, stream, status, sender, sender_domain, addressees,
       subject, size_bytes, created_at, last_event_at)
     values ($1, $1, 'live', 'transactional', 'delivered', 'a@b.test', 'b.test', '{}', '', 0, $2, $2)`,
    [world.ids.next(), new Date(world.clock.now())],
  )
}
