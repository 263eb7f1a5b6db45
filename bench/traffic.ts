/**
 * The job that counts traffic among many projects, nearly all of which rest: how long a round takes
 * that finds nothing new, and one that finds a few.
 */
import { floorId } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { countTraffic } from '#sending/stats/traffic.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { percentile } from './campaigns.ts'
import { cpuSeconds, type Node } from './node.ts'

const eventsOfEach = 10
/** New events of a round, and how many projects have them. */
const newEvents = 1_000
const activeProjects = 20
const rounds = 30

/** Projects whose events are all counted, on this day and the ten before. */
async function seed({ db, projectId }: Pick<Node, 'db' | 'projectId'>, projects: number) {
  await ensurePartitions({ db, clock: { now: Date.now } as never })
  await db.query(
    `insert into projects (id, account_id, name, created_at)
     select gen_random_uuid(), account_id, 'p' || n, now()
     from projects cross join generate_series(1, $2::integer) n where id = $1`,
    [projectId, projects],
  )
  for (let day = 0; day < eventsOfEach; day++) {
    await happen(db, { projects, of: 'all', at: Date.now() - (eventsOfEach - day) * 86_400_000 })
  }
  await db.query(
    `insert into traffic_cursors (project_id, mode, xid, id)
     select distinct on (project_id) project_id, mode, xid, id from events
     order by project_id, xid desc, id desc`,
  )
  await db.query('vacuum analyze events, projects, traffic_cursors')
}

/** An event for each of some projects; ids begin with the time, as ids do. */
const happen = (
  db: Node['db'],
  { projects, of, at }: { projects: number; of: 'all' | 'few'; at: number },
): Promise<unknown> =>
  db.query(
    `insert into events (project_id, id, email_id, mode, type, at, recipient, details)
     select p.id, overlay(gen_random_uuid()::text placing left($1::text, 13) from 1)::uuid, $1::uuid, 'live',
       'sent', now(), 'ana@d.test', '{"mx":"mx.d.test","provider":"other","attempt":1}'::jsonb
     from (select id from projects order by id limit $2) p cross join generate_series(1, $3::integer)`,
    of === 'all'
      ? [floorId(at), projects, 1]
      : [floorId(at), activeProjects, newEvents / activeProjects],
  )

export async function traffic(
  world: World,
  node: Pick<Node, 'db' | 'projectId' | 'pid' | 'postmaster'>,
  projects: number,
): Promise<Record<string, number>> {
  const { db } = node
  await seed(node, projects)
  const first = await timed(() => countTraffic(world))
  const figures: Record<string, number> = { 'first round ms': first }
  for (const kind of ['nothing new', `${activeProjects} projects with something new`]) {
    const took: number[] = []
    let database = 0
    for (let i = 0; i < rounds; i++) {
      if (kind !== 'nothing new') await happen(db, { projects, of: 'few', at: Date.now() })
      const before = await cpuSeconds(node)
      took.push(await timed(() => countTraffic(world)))
      database += (await cpuSeconds(node)).database - before.database
    }
    figures[`p50 ms, ${kind}`] = percentile(took, 0.5)
    figures[`max ms, ${kind}`] = Math.max(...took)
    figures[`database CPU ms, ${kind}`] = (1_000 * database) / rounds
  }
  return figures
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
